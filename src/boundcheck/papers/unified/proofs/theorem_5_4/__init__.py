"""The displayed steps of Appendix E.4, for CTL, LTC and CLC."""

from .chain import chain
from .constants import constants, explicit, sharper
from .gradient import gradient

__all__ = ["explicit", "sharper", "steps"]


def steps(bound):
    """All steps, in the order of the page; the last three go beyond it."""
    return (*chain(), *gradient(), *constants(bound))
