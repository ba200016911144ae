"""The opinion itself: a proof, a point against it, or nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from . import coq, scripts
from .terms import NotUnderstood, Term, holds, letters, statement

_TRIED, _ASKED = 3000, 2  # points in floats; points put to Coq
_CHOICES = [Fraction(n, d) for d in (1, 2, 3, 10) for n in range(-12, 13)] + [Fraction(k) for k in (20, 50, 100, 1000)]


@dataclass(frozen=True)
class Opinion:
    """What the second checker says of a verdict.

    Attributes
    ----------
    answer : {"agreed", "disagrees", "no answer"}
    reason : str
        What was proved, or why there is no answer.
    by : str
        The checker with its version.

    Notes
    -----
    The checker's functions have values everywhere: that the two sides are defined is not part of its opinion.
    """

    answer: Literal["agreed", "disagrees", "no answer"]
    reason: str
    by: str


def opinion(
    encoded: Term,
    verdict: Literal["proved", "refuted"],
    witness: Mapping[str, str] | None = None,
    *,
    seconds: float = 40.0,
) -> Opinion:
    """Ask the second checker about a verdict on an encoded statement.

    Parameters
    ----------
    encoded : list
        The statement as a record holds it: ``["<=", left, right, hypotheses...]``.
    verdict : {"proved", "refuted"}
    witness : mapping of name to rational, optional
        Where the statement is said to fail.
    seconds : float
        The limit of each of its runs.
    """
    by = coq.available()
    if not by:
        return Opinion("no answer", "Coq or coq-interval is not installed", "")
    try:
        claim, given = statement(encoded)
        if verdict == "refuted":
            return _of_refuted(claim, given, witness or {}, seconds, by)
        for point in _against(claim, given):
            if coq.accepts(scripts.failure(claim, given, point), seconds):
                at = ", ".join(f"{n} = {v}" for n, v in sorted(point.items()))
                return Opinion("disagrees", f"the statement fails at {at}", by)
        if coq.accepts(scripts.proof(claim, given), seconds):
            return Opinion("agreed", "the statement was proved again", by)
    except (NotUnderstood, KeyError, IndexError, TypeError) as wrong:
        return Opinion("no answer", f"not understood: {wrong}", by)
    return Opinion("no answer", "neither proved nor refuted again", by)


def _of_refuted(claim: Term, given: list[Term], witness: Mapping[str, str], seconds: float, by: str) -> Opinion:
    point = {name: Fraction(str(value)) for name, value in witness.items()}
    if set(letters([claim, *given])) <= set(point) and coq.accepts(scripts.failure(claim, given, point), seconds):
        return Opinion("agreed", "the statement fails at the point, proved again", by)
    if coq.accepts(scripts.proof(claim, given), seconds):
        return Opinion("disagrees", "the statement was proved", by)
    return Opinion("no answer", "neither proved nor refuted again", by)


def _against(claim: Term, given: list[Term]) -> Iterator[dict[str, Fraction]]:
    """Yield points at which floats see the claim fail by more than their errors; what they propose is for Coq to prove."""
    names, rng, asked = letters([claim, *given]), random.Random(2026), 0
    for _ in range(_TRIED if names else 1):
        point = {name: rng.choice(_CHOICES) if rng.random() < 0.6 else _between(rng) for name in names}
        try:
            if all(holds(h, point) for h in given) and not holds(claim, point) and _clearly(claim, point):
                asked += 1
                yield point
        except (ValueError, ArithmeticError):
            continue
        if asked == _ASKED:
            return


def _between(rng: random.Random) -> Fraction:
    return Fraction(rng.uniform(-1, 1) * 10 ** rng.uniform(-3, 2)).limit_denominator(10**6)


def _clearly(claim: Term, point: Mapping[str, Fraction]) -> bool:
    from .terms import value

    left, right = value(claim[1], point), value(claim[2], point)
    return claim[0] in ("<", ">", "!=") or abs(left - right) > 1e-9 * (abs(left) + abs(right) + 1e-9)
