"""The smallest sample size, or the value of any parameter, at which the explicit bound meets a target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy

from boundcheck.claims import Parameter

from .ladder import Ladder, first, ladder
from .monotone import Direction, direction
from .point import Bound, PlanError, shown
from .quote import Quote, ball, holds, quote


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
    """

    name: str
    parameter: str
    value: Fraction | None
    beyond: Fraction | None
    at: Quote | None
    past: Quote | None
    monotone: Direction
    words: str


def plan(bound: Bound, parameter: Parameter, target: Fraction, point: Mapping[str, Fraction]) -> Answer:
    """Invert the explicit version of `bound` for `parameter`.

    The bound is evaluated in ball arithmetic on both sides of the answer: it meets the target there, and not one
    step further. A step is 1 for whole numbers and a unit of the fourth digit otherwise.
    """
    name = parameter.name
    full = {**{k: v for k, v in bound.assumed.items() if k in bound.names}, **point}
    curve = bound.expand(bound.explicit)
    curve = curve.xreplace({symbol: sympy.Symbol(symbol.name, real=True) for symbol in curve.free_symbols})
    if parameter.symbol not in curve.free_symbols:
        raise PlanError(f"--for {name}: {bound.name} does not depend on it; there are {', '.join(sorted(bound.names))}")
    numbers = {sympy.Symbol(k, real=True): sympy.Rational(v.numerator, v.denominator) for k, v in full.items()}
    moved = direction(curve.xreplace(numbers), parameter.symbol, parameter.domain)
    rungs = ladder(parameter)

    def good(rung: int) -> bool:
        at = {**full, name: rungs.value(rung)}
        return ball(curve, at, bound.name)[1] <= target and all(holds(bound.expand(c), at) for c in bound.given)

    rising = moved.sign > 0 or (moved.sign == 0 and _rises(bound, curve, full, rungs, name))
    best, worst = (rungs.low, rungs.high) if rising else (rungs.high, rungs.low)
    if not good(best):
        return Answer(name=bound.name, parameter=name, value=None, beyond=None, past=None, monotone=moved,
                      at=_quoted(bound, {**full, name: rungs.value(best)}), words=_none(rungs, best, name, moved))  # fmt: skip
    if good(worst):
        found, next_rung = worst, None
    elif rising:
        found = first(lambda rung: not good(rung), best, worst) - 1
        next_rung = found + 1
    else:
        found = first(good, worst, best)
        next_rung = found - 1
    beyond = None if next_rung is None else rungs.value(next_rung)
    return Answer(
        bound.name,
        name,
        rungs.value(found),
        beyond,
        quote(bound, {**full, name: rungs.value(found)}),
        None if beyond is None else _quoted(bound, {**full, name: beyond}),
        moved,
        "" if moved.sign else "that the bound is monotone could not be proved; a value further off may do as well",
    )


def _rises(bound: Bound, curve: sympy.Expr, full: dict, rungs: Ladder, name: str) -> bool:
    """Without a proof: whether the bound is larger at the far end of the ladder."""
    ends = [ball(curve, {**full, name: rungs.value(rung)}, bound.name)[0] for rung in (rungs.low, rungs.high)]
    return ends[1] > ends[0]


def _quoted(bound: Bound, at: Mapping[str, Fraction]) -> Quote | None:
    """The bound there, or None where its own conditions fail."""
    try:
        return quote(bound, at)
    except PlanError:
        return None


def _short(end: Fraction) -> str:
    """The end of a ladder: a power of ten as one, anything else in its digits."""
    text = f"{float(end):.0e}".replace("e+", "e").replace("e-0", "e-")
    return text if float(text) == float(end) and not Fraction(1, 1000) < abs(end) < 10**6 else shown(end)


def _none(rungs: Ladder, best: int, name: str, moved: Direction) -> str:
    end = rungs.value(best)
    if best == rungs.low and rungs.integer:
        far = f"down to {shown(end)}"
    else:
        far = f"{'up' if best == rungs.high else 'down'} to {_short(end)}"
    certain = "" if moved.sign else " at the end of its range; monotonicity could not be proved"
    return f"no {name} {far} suffices{certain}"
