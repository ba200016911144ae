"""The displayed steps of Appendix A, and the proof that replaces them where they fail."""

from .composed import WIDTH, composed
from .curvature import convexity, derivatives
from .mended import mended
from .score import noise, solution
from .strongly_convex import convex

__all__ = ["WIDTH", "steps"]


def steps(appendix, every_epsilon, strongly_convex):
    """All steps, in the order of the page, then those of the proof that carries the theorem; for three readings of its bound."""
    return (*derivatives(), *convexity(), *noise(), *solution(), *mended(), *composed(appendix, every_epsilon), *convex(strongly_convex))
