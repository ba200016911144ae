"""Corners of the stated domain: the smallest n and the largest failure probability, where many a lost constant shows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import sympy

from boundcheck.claims import HighProbabilityBound, Regime
from boundcheck.symbolic import broken, number

from ..context import Context
from .vacuity import admitted

LARGE_RISKS = (0.9, 0.5)
INSIDE = 0.9  # of the largest risk, one sample above the smallest n: at the corner itself an error of few values may just tie
MOST = 10**6  # where the search for the smallest n ends


def regimes(bound: HighProbabilityBound, context: Context) -> tuple[Regime, ...]:
    """The first biting regime, else the first, moved to the corners of the domain that the claim states.

    The smallest n is known where a parameter of that name has a domain; the failure probability is one by its place.
    Points outside the conditions are left out.
    """
    base = next((regime for regime in bound.regimes if regime.biting), bound.regimes[0])
    point = dict(base.point)
    risk = bound.failure.name if isinstance(bound.failure, sympy.Symbol) and bound.failure.name in point else None
    risks: list[dict[str, float]] = [{}] + ([{risk: r} for r in LARGE_RISKS if r > point[risk]] if risk is not None else [])
    found: dict[str, dict[str, Any]] = {}
    for moved in risks:
        for here in _with_least_n(bound, context, {**point, **moved}):
            if here != point and not outside(bound, context, here):
                names = [f"{name} = {here[name]:g}" for name in ("n", risk) if name in here and here[name] != point[name]]
                found[f"corner: {', '.join(names)}"] = here
    largest = max((here[risk] for here in found.values()), default=0.0) if risk is not None else 0.0
    kept = {name: here for name, here in found.items() if risk is None or here[risk] in (point[risk], largest)}
    if risk is not None and (inside := _inside(bound, context, list(kept.values()), point, risk)) is not None:
        kept[f"beside the corner: n = {inside['n']:g}, {risk} = {inside[risk]:g}"] = inside
    return tuple(Regime(name, base.experiment, here) for name, here in kept.items())


def _inside(
    bound: HighProbabilityBound, context: Context, corners: list[dict[str, Any]], point: Mapping[str, Any], risk: str
) -> dict[str, Any] | None:
    """A point beside the corner at which both n and the risk have moved; None without one, or where it lies outside."""
    last = next((here for here in reversed(corners) if here.get("n") != point.get("n") and here[risk] != point[risk]), None)
    if last is None:
        return None
    beside = {**last, "n": last["n"] + 1, risk: round(INSIDE * last[risk], 12)}
    return None if beside[risk] <= point[risk] or outside(bound, context, beside) else beside


def outside(bound: HighProbabilityBound, context: Context, point: Mapping[str, Any]) -> bool:
    """Whether a point breaks the conditions of the bound or the domain of a parameter."""
    stated = (*bound.given, *(condition for p in context.parameters for condition in p.domain))
    return bool(broken(stated, point, context.definitions))


def _with_least_n(bound: HighProbabilityBound, context: Context, point: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The point itself, and with the least n that the domain and the conditions admit."""
    yield point
    parameter = next((p for p in context.parameters if p.name == "n" and p.domain), None)
    if parameter is None or not isinstance(point.get("n"), int | float):
        return
    domain = [context.expand(condition) for condition in parameter.domain]
    least = next((k for k in range(1, 1001) if not broken(domain, {**point, "n": k})), None)
    for condition in bound.given:
        here = context.expand(condition)
        if least is not None and isinstance(here, sympy.Ge) and here.lhs.is_Symbol and here.lhs.name == "n":
            try:
                least = max(least, math.ceil(number(here.rhs, {k: v for k, v in point.items() if not isinstance(v, str)})))
            except (ValueError, OverflowError):
                return
    if least is not None and least < min(point["n"], MOST):
        yield admitted(bound, context, {**point, "n": least})
