"""What a plan answers: the value of a parameter at which a bound meets a target, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .monotone import Direction
from .quote import Quote


@dataclass(frozen=True)
class Answer:
    """The value of a parameter at which a bound meets a target.

    Parameters
    ----------
    value : Fraction or None
        None where no value does.
    beyond : Fraction or None
        The next value, at which the bound does not meet the target; None at the end of the domain.
    at, past : Quote or None
        The bound at both; without an answer, `at` is the bound at the end of the domain that is best.
    monotone : Direction
    words : str
        Why there is no answer, or what the answer does not say.
    rising : bool
        Whether the answer is the largest value that does, and not the smallest.
    stays : bool
        Without an answer: whether the largest term at the end does not depend on the parameter.
    sides : tuple of str
        The bound at the answer and at the next value, with enough digits to tell them apart.
    ends : str
        Where no next value exists: what ends there, the domain or the search.
    """

    name: str
    parameter: str
    value: Fraction | None
    beyond: Fraction | None
    at: Quote | None
    past: Quote | None
    monotone: Direction
    words: str
    rising: bool = False
    stays: bool = False
    sides: tuple[str, str] = ("", "")
    ends: str = ""
