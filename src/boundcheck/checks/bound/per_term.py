"""The constant of each named term of a bound: what the derivation gives there, proved, and where a smaller one is too small."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import Rational

from boundcheck.claims import HighProbabilityBound, Letter
from boundcheck.prove import Proved, Unknown, proof
from boundcheck.symbolic import broken, encode, number

from ..context import Context
from ..inequality import engines_in_words
from ..settling import alike
from .claimed import on_domain

EFFORT = 0.1  # of a proof, in the seconds of `proof`: a first look, which finds what three times as much finds
DIGITS = (2, 1)  # of the constants that are tried, rounded up
FAR = (1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e9)  # distances from an end of a domain, and from 0
NEAR = tuple(sign * 10**-power * unit for power in (1, 2, 3) for unit in (6, 3, 1) for sign in (-1, 1))  # shares
STARTS, ROUNDS = 3, 20


@dataclass(frozen=True)
class Largest:
    """The largest ratio of a term to its printed one that was seen, and where; no sample enters."""

    ratio: float
    point: dict[str, float]


def per_term(bound: HighProbabilityBound, context: Context) -> list[dict[str, Any]]:
    """A row for every named term: the least constant of two digits that the provers prove for it, if they prove one.

    The ratio of the term to its printed one is looked at over the stated domain, in floats; what was seen is tried,
    rounded up. Only what is proved is called a constant.
    """
    rows = []
    for name, (explicit, printed) in bound.terms.items():
        sides = context.expand(explicit), context.expand(printed)
        seen = _largest(sides, bound, context)
        row: dict[str, Any] = {"term": name, "constant": None, "settled": "open"}
        if seen is not None:
            row |= {"seen": seen.ratio, "at": seen.point}
            row |= _proved(sides, seen.ratio, bound, context)
        rows.append(row)
    return rows


def _proved(
    sides: tuple[sympy.Expr, sympy.Expr], seen: float, bound: HighProbabilityBound, context: Context
) -> dict[str, Any]:
    for constant in _tried(seen):
        asked, _ = on_domain(sides[0], constant * sides[1], bound, context.parameters, context.definitions)
        if alike(asked.lhs, asked.rhs):
            return {"constant": str(constant), "settled": "equal"}
        try:
            answer = proof(asked, seconds=EFFORT)
        except (ValueError, TypeError):  # outside the language of the provers
            return {}
        if isinstance(answer, Proved):
            return {
                "constant": str(constant),
                "settled": "proved",
                "certificate": answer.certificate,
                "checked": encode(asked),
                "method": engines_in_words(answer.engine),
                "trusted": list(answer.trusted),
            }
        if isinstance(answer, Unknown):  # with a constant that is hardly larger it would stay open, too
            return {}
    return {}


def _tried(seen: float) -> Iterator[Rational]:
    """What was seen, rounded up to two digits and to one."""
    for digits in DIGITS if 0 < seen < math.inf else ():
        unit = Rational(10) ** (math.floor(math.log10(seen)) + 1 - digits)
        yield unit * math.ceil(seen * (1 - 1e-9) / float(unit))


def _largest(sides: tuple[sympy.Expr, sympy.Expr], bound: HighProbabilityBound, context: Context) -> Largest | None:
    """Move one letter after the other to where the ratio is largest, far first and then near; ties keep what stands first."""
    given = [context.expand(c) for c in bound.given]
    symbols = sorted({s.name for e in (*sides, *given) for s in e.free_symbols})
    known = {parameter.name: parameter for parameter in context.parameters}
    if any(name not in known and name != str(bound.failure) for name in symbols):
        return None  # a letter without a domain
    given += [context.expand(c) for name in symbols if name in known for c in known[name].domain]
    whole = {name for name in symbols if name in known and known[name].integer}
    values = {name: _values(name, known.get(name), given) for name in symbols}

    def climbed(here: dict[str, float], top: float, near: bool) -> Largest:
        for _ in range(ROUNDS):
            before = top
            for name in values:
                options = [here[name] * (1 + step) for step in NEAR] if near else values[name]
                options = [float(round(option)) for option in options] if name in whole else options
                found = _ratios(sides, given, {**here, name: np.array(options)}, len(options))
                place = int(np.argmax(found))
                if found[place] > top:
                    here, top = {**here, name: options[place]}, float(found[place])
            if top == before:
                break
        return Largest(top, here)

    best = Largest(-math.inf, {})
    for start in range(STARTS):
        here = {name: options[start * (len(options) - 1) // (STARTS - 1)] for name, options in values.items()}
        found = climbed(here, -math.inf, near=False)
        best = found if found.ratio > best.ratio else best
    best = climbed(best.point, best.ratio, near=True) if best.point else best
    return best if best.ratio > 0 and not broken(given, best.point) else None


def _ratios(
    sides: tuple[sympy.Expr, sympy.Expr], given: Sequence[Any], point: Mapping[str, Any], count: int
) -> NDArray[np.float64]:
    """The ratio at several points, to nine decimals; minus infinity where there is none, or a condition fails."""
    with np.errstate(all="ignore"):
        found = np.round(np.broadcast_to(np.divide(number(sides[0], point), number(sides[1], point)), count), 9)
        sound = np.isfinite(found)
        for condition in given:
            if getattr(condition, "rel_op", "") in ("<", "<=", ">", ">="):
                sound = sound & (number(condition.lts, point) <= number(condition.gts, point))
    return np.where(sound, found, -math.inf)


def _values(name: str, parameter: Letter | None, given: Sequence[Any]) -> list[float]:
    """Values of a letter: near to the ends of its domain and far from them; of a probability without a domain (0, 1)."""
    own = [c for c in given if {s.name for s in c.free_symbols} == {name}]
    ends = {0.0, 1.0} if parameter is None else {0.0, *parameter.typical}
    ends |= {float(side) for c in own for side in c.args if side.is_number and side.is_finite}
    spread = {end + sign * far for end in ends for sign in (-1, 1) for far in FAR} | ends
    if parameter is not None and parameter.integer:
        spread = {float(round(value)) for value in spread}
    inside = [value for value in sorted(spread) if parameter is not None or 0 < value < 1]
    return [value for value in inside if not broken(own, {name: value})]
