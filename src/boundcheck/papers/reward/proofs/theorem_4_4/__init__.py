"""The displayed steps of Appendix B, with the induction that it leaves to its source."""

from .constant import explicit
from .martingale import induction, martingale
from .recursion import recursion, unrolled


def steps(constant, bound, printed, confidence):
    """All steps, in the order of the page, then what the explicit version adds."""
    return (*recursion(), *unrolled(), *martingale(), *induction(), *explicit(constant, bound, printed, confidence))
