"""A label of a known logit after randomized response, in letters: how far it leans, and what tells two of them apart."""

from typing import Any

from sympy import exp, log


def leaning(h: Any) -> Any:
    """How far a label of the logit h leans to one side: twice its probability, less 1."""
    return (exp(h) - 1) / (exp(h) + 1)


def divergence(x: Any, c: Any) -> Any:
    """That of a private label which leans to one side by x/c from one that leans as far to the other."""
    return x / c * log((c + x) / (c - x))
