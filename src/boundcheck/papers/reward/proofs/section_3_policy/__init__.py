"""The gap of the pessimistic policy: the page's chain, the same at once for every world, and what stands around it."""

from .around import around
from .at_once import best_policy, every_direction
from .page import page
from .words import BEST, LONGEST

__all__ = ["BEST", "LONGEST", "steps"]


def steps(constant, bound, comparator):
    """All steps; `bound` is that of the page, `comparator` the one under coverage of the best policy alone."""
    return (*page(), *every_direction(constant, bound), *around(bound.trivial), *best_policy(constant, comparator))
