"""The smallest sample size, or the value of any parameter, at which the explicit bound meets a target."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction

import sympy

from boundcheck.claims import Letter

from .answer import Answer
from .bounds_of_claim import Bound, PlanError
from .ladder import DECADES, LARGEST, Ladder, first, ladder
from .monotone import Direction, direction
from .point import shown
from .quote import Quote, ball, holds, quote, summands

DIGITS = (15, 40, 90)  # of the ball in which a bound is compared with the target, one after the other
FARTHEST = 250  # powers of ten beyond the search in which an unanswered plan looks

NEAR = 8  # steps from the end of a domain within which the conditions of a bound may begin


def plan(bound: Bound, parameter: Letter, target: Fraction, point: Mapping[str, Fraction]) -> Answer:
    """Invert the explicit version of `bound` for `parameter`.

    The bound is evaluated in ball arithmetic on both sides of the answer: it meets the target there, and not one
    step further. A step is 1 for whole numbers and a unit of the fourth digit otherwise. `bound` comes from
    `bounds_of`; `boundcheck.plan` takes a claim in its place.
    """
    if not isinstance(bound, Bound):
        raise TypeError(
            f"bounds_of(...) gives the bounds of a claim, got a {type(bound).__name__}; see boundcheck.plan"
        )
    name = parameter.name
    full = {**{k: v for k, v in bound.assumed.items() if k in bound.names}, **point}
    curve = bound.expand(bound.explicit)
    curve = curve.xreplace({symbol: sympy.Symbol(symbol.name, real=True) for symbol in curve.free_symbols})
    if parameter.symbol not in curve.free_symbols:
        raise PlanError(
            f"{name}: {bound.name} does not depend on it; there are {', '.join(sorted(bound.names))}", "parameter"
        )
    numbers = {sympy.Symbol(k, real=True): sympy.Rational(v.numerator, v.denominator) for k, v in full.items()}
    moved = direction(curve.xreplace(numbers), parameter.symbol, parameter.domain)
    rungs = ladder(parameter)

    def good(rung: int) -> bool:
        at = {**full, name: rungs.value(rung)}
        return _meets(curve, at, bound.name, target) and admitted(rung)

    def admitted(rung: int) -> bool:
        at = {**full, name: rungs.value(rung)}
        return all(holds(bound.expand(c), at) for c in bound.given)

    rising = moved.sign > 0 or (moved.sign == 0 and _rises(bound, curve, full, rungs, name))
    best, worst = (rungs.low, rungs.high) if rising else (rungs.high, rungs.low)
    near = range(best, min(best + NEAR, worst)) if rising else range(best, max(best - NEAR, worst), -1)
    best = next((rung for rung in near if admitted(rung)), best)  # where the bound is stated at all
    if not good(best):
        at_end = _quoted(bound, {**full, name: rungs.value(best)})
        further = _further(curve, full, name, target, rungs, best, bound.name) if rungs.searched(best) else ""
        return Answer(name=bound.name, parameter=name, value=None, beyond=None, past=None, monotone=moved,
                      at=at_end, words=_none(rungs, best, name, moved) + further, rising=rising,
                      stays=_stays(bound, at_end, name))  # fmt: skip
    if good(worst):
        found, next_rung = worst, None
    elif rising:
        found = first(lambda rung: not good(rung), best, worst) - 1
        next_rung = found + 1
    else:
        found = first(good, worst, best)
        next_rung = found - 1
    beyond = None if next_rung is None else rungs.value(next_rung)
    past = None if beyond is None else _quoted(bound, {**full, name: beyond})
    sides = ("", "")
    if past is not None and beyond is not None:
        sides = _apart(curve, {**full, name: rungs.value(found)}, {**full, name: beyond}, bound.name)
    return Answer(
        bound.name,
        name,
        rungs.value(found),
        beyond,
        quote(bound, {**full, name: rungs.value(found)}),
        past,
        moved,
        "" if moved.sign else "that the bound is monotone could not be proved; a value further off may do as well",
        rising,
        sides=sides,
        ends="" if next_rung is not None else "search" if rungs.searched(found) else "domain",
    )


def _meets(curve: sympy.Expr, at: Mapping[str, Fraction], words: str, target: Fraction) -> bool:
    """Whether the bound is at most `target` for certain; more digits are taken where fewer leave it open."""
    for digits in DIGITS:
        low, high = ball(curve, at, words, digits)
        if high <= target:
            return True
        if low > target:
            return False
    return False


def _apart(
    curve: sympy.Expr, here: Mapping[str, Fraction], there: Mapping[str, Fraction], words: str
) -> tuple[str, str]:
    """The bound at both points in decimals, with as many digits as it takes to tell them apart."""
    said = ("", "")
    for digits in DIGITS:
        middles = [sum(ball(curve, at, words, digits), Fraction(0)) / 2 for at in (here, there)]
        for shown_digits in range(8 if digits == DIGITS[0] else DIGITS[0] - 2, digits - 2):
            with localcontext(prec=shown_digits):
                numbers = [Decimal(m.numerator) / Decimal(m.denominator) for m in middles]
            said = (_plain(numbers[0]), _plain(numbers[1]))
            if said[0] != said[1]:
                return said
    return said


def _plain(number: Decimal) -> str:
    """Decimals without an exponent where they are readable."""
    short = number.normalize()
    return f"{short:f}" if Decimal("1e-5") <= abs(short) < Decimal("1e15") or not short else f"{short:e}"


def _stays(bound: Bound, at: Quote | None, name: str) -> bool:
    """Whether the largest term is free of the parameter, so that no value of it takes it away."""
    if at is None or not at.terms:
        return False
    free = [str(t) for t in summands(bound.explicit) if name not in {s.name for s in bound.expand(t).free_symbols}]
    return at.terms[0].formula in free


def _further(
    curve: sympy.Expr, full: Mapping[str, Fraction], name: str, target: Fraction, rungs: Ladder, best: int, words: str
) -> str:
    """What would be needed beyond the end of the search, where powers of ten tell."""
    sign = 1 if best == rungs.high else -1
    start = len(str(LARGEST)) - 1 if rungs.integer else DECADES
    said = ", where the search ends"
    if rungs.integer and sign < 0:
        return said

    def at(power: int) -> dict[str, Fraction]:
        return {**full, name: Fraction(10) ** (sign * power)}

    try:
        if not _meets(curve, at(FARTHEST), words, target):
            here, far = (ball(curve, at(power), words) for power in (start, FARTHEST))
            return f"{said}; the bound still falls there" if far[1] < here[0] * Fraction(999, 1000) else ""
        power = first(lambda p: _meets(curve, at(p), words, target), start, FARTHEST)
    except PlanError:
        return said
    tenths = Fraction(10) ** (sign * power)
    for step in range(9, 0, -1) if sign < 0 else range(1, 10):
        value = tenths * (step if sign < 0 else Fraction(step, 10))
        if _meets(curve, {**full, name: value}, words, target):
            tenths = value
            break
    about = f"{float(tenths):.0e}".replace("e+", "e").replace("e-0", "e-")
    return f"{said}; about {name} = {about} would be needed"


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
