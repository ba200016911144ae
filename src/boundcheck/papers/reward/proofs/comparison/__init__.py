"""The costs that the page compares, and that no locally private method does without c(epsilon)."""

from .costs import FACTOR, c, cost_of_privacy, other_bounds
from .every_method import LETTERS, every_method

__all__ = ["FACTOR", "LETTERS", "c", "steps"]


def steps():
    """In the order of the page, then the bound of every method."""
    return (*cost_of_privacy(), *other_bounds(), *every_method())
