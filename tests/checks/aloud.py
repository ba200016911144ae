"""What a check found, in a line as it is read: letters and signs in Unicode."""

from boundcheck.report.text.prose import prose
from boundcheck.words import phrase as typed


def phrase(fact):
    """A fact in one line."""
    return prose(typed(fact), {})
