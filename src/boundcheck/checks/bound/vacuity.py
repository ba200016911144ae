"""Where a bound says nothing: it exceeds what holds without any data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import sympy

from boundcheck.claims import Finding, HighProbabilityBound
from boundcheck.symbolic.summands import named_addends

from ..cells import value
from ..context import Context

_DECADES = tuple(10.0 ** (k / 2) for k in range(2, 21))  # 10 to 10^10, two a decade

TIGHT = 0.5  # of the explicit bound, for the largest measured quantile


def over_sample_size(bound: HighProbabilityBound, context: Context) -> dict | None:
    """Explicit, printed and trivial bound over n at the first regime's point, and from which n on it speaks.

    Returns None where the bound does not depend on ``n``.
    """
    point = dict(bound.regimes[0].point)
    if "n" not in point:
        return None
    places = {n: admitted(bound, context, {**point, "n": n}) for n in _sizes(bound, point)}
    at = [
        {
            "value": n,
            **{side: value(context, getattr(bound, side), here) for side in ("explicit", "printed", "trivial")},
        }
        for n, here in places.items()
    ]
    raised = sorted({name for here in places.values() for name in point if name != "n" and here[name] != point[name]})
    first = first_informative(lambda n: _margin(bound, context, {**point, "n": n}))
    where = ", ".join(f"{key} = {v:g}" for key, v in sorted(point.items()) if key != "n" and isinstance(v, int | float))
    text = f"at {where}, " if where else ""
    text += "the explicit bound is below the trivial one "
    text += f"from n = {first:,} on" if first is not None else "for no n up to 10^15"
    text += f", with {' and '.join(raised)} raised where the conditions ask for more" if raised else ""
    rest = {key: point[key] for key in sorted(point) if key != "n"}
    summands = [term for _, term in named_addends(bound.printed, {name: rate for name, (_, rate) in bound.terms.items()})]
    terms = [[value(context, term, here) for term in summands] for here in places.values()] if len(summands) > 1 else []
    return {"text": text, "points": at, "says_something_from": first, "at": rest, "raised": raised, "terms": terms}


def _sizes(bound: HighProbabilityBound, point: Mapping) -> tuple[float, ...]:
    """The decades, from the smallest to the largest n of a regime that differs from the point in n alone."""
    here = [r.point["n"] for r in bound.regimes if "n" in r.point and {**r.point, "n": point["n"]} == point]
    least, most = float(min(here)), float(max(here))
    before = (least,) if least < _DECADES[0] else ()
    after = tuple(10.0 ** (k / 2) for k in range(21, int(2 * math.log10(max(most, 1.0))) + 1))
    last = (most,) if most > (after or _DECADES)[-1] else ()
    return (*before, *_DECADES, *after, *last)


def admitted(bound: HighProbabilityBound, context: Context, point: Mapping) -> dict:
    """`point`, with letters other than ``n`` raised to the least value that the conditions of the bound admit there."""
    here = dict(point)
    for condition in bound.given:
        if isinstance(condition, sympy.Ge) and condition.lhs.is_Symbol and condition.lhs.name in here.keys() - {"n"}:
            name = condition.lhs.name
            here[name] = max(here[name], value(context, condition.rhs, here))
    return here


def _margin(bound: HighProbabilityBound, context: Context, point: Mapping) -> float:
    point = admitted(bound, context, point)
    return value(context, bound.trivial, point) - value(context, bound.explicit, point)


def first_informative(margin, low: int = 1, high: int = 10**15) -> int | None:
    """Smallest integer n with ``margin(n) > 0`` for a margin that grows with n, by bisection."""
    if margin(float(high)) <= 0:
        return None
    if margin(float(low)) > 0:
        return low
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if margin(float(middle)) > 0 else (middle, high)
    return high


def listed(names: list[str]) -> str:
    """Names of settings in a sentence, each in quotes."""
    return ", ".join(f"'{name}'" for name in names)


def findings(rows: list[dict], region: dict | None) -> Iterator[Finding]:
    """VACUOUS per regime where the bound exceeds the trivial one, the region's sentence, and how near the errors come.

    Where a quantile lies above its bound neither TIGHT nor LOOSE is true, and the outcome says the rest.
    """
    if region is not None:
        yield Finding("VACUOUS" if region["says_something_from"] is None else "INFORMATIVE", region["text"])
    empty = [row["name"] for row in rows if row["bound"] >= row["trivial"]]
    if empty:
        yield Finding("VACUOUS", f"the explicit bound exceeds the trivial one in {listed(empty)}", tuple(empty))
    ratios = {row["name"]: row["quantile"] / row["bound"] for row in rows if 0 < row["bound"] < row["trivial"]}
    ratios = {name: ratio for name, ratio in ratios.items() if not math.isnan(ratio)}
    if ratios:
        tightest = max(ratios, key=ratios.__getitem__)
        low, high = (f"{end(ratios.values()):.2g}" for end in (min, max))
        if ratios[tightest] > 1:  # beyond the bound is not close below it
            return
        yield Finding(
            "TIGHT" if ratios[tightest] > TIGHT else "LOOSE",
            f"measured quantile over explicit bound, where that is below the trivial one: "
            f"{high if low == high else f'{low} to {high}, the largest in {listed([tightest])}'}",
            () if low == high else (tightest,),
        )
