"""The displayed steps of Appendix A, and the proof that replaces them where they fail."""

from .composed import composed
from .curvature import convexity, derivatives
from .mended import mended
from .score import noise, solution
from .strongly_convex import convex


def steps(constant, explicit, printed, every_epsilon):
    """All steps, in the order of the page, then those of the proof that carries the theorem."""
    return (*derivatives(), *convexity(), *noise(), *solution(), *mended(), *composed(constant, explicit, printed, every_epsilon),
            *convex(printed))
