"""The displayed steps of Appendix B, and a second proof that gives the square of alpha."""

from .central import expectation, mechanism
from .letters import LETTERS
from .local import after_privacy, concentration
from .moments import NOT_IDENTICAL, means, moments
from .sharper import CONSTANT, constants, roots, shifts, tails

__all__ = ["CONSTANT", "LETTERS", "NOT_IDENTICAL", "steps"]


def steps():
    """All steps, in the order of the page, then those of the second proof."""
    page = (*moments(), *means(), *concentration(), *after_privacy(), *expectation(), *mechanism())
    return (*page, *tails(), *shifts(), *roots(), *constants())
