"""What the bounds of a claim say at a point, and where they meet a target."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from boundcheck import planning
from boundcheck.planning import Answer, Quote

from .one_claim import named


def bound(claim: Any, at: Mapping[str, Any], *, part: str | None = None) -> dict[str, Quote]:
    """What the bounds of a claim say at a point, as ``boundcheck bound`` does.

    Parameters
    ----------
    claim : str, path or Claim
        As in `check`.
    at : mapping of str to number
        The point. Decimals mean what they say: 0.1 is 1/10.
    part : str, optional
        Only this part.

    Returns
    -------
    quotes : dict of str to boundcheck.planning.Quote
        By part, without those for which the point lacks a parameter.

    Raises
    ------
    boundcheck.planning.PlanError
        The point lacks a parameter of every bound, or lies outside a domain.

    Examples
    --------
    >>> point = {"n": 20000, "epsilon": 1, "d": 10, "alpha": 1e-4, "delta": 0.05, "lam": 1e-6, "radius": 1}
    >>> round(bound("theorem_5_4", point, part="coverage_ctl")["coverage_ctl"].explicit, 3)
    0.362
    """
    _, bounds = _bounds(claim, part)
    point = planning.point_of(_words(at), bounds)
    return {found.name: planning.quote(found, point) for found in _complete(bounds, point)}


def plan(
    claim: Any, error: Any, at: Mapping[str, Any], *, parameter: str = "n", part: str | None = None
) -> dict[str, Answer]:
    """The smallest n, or the value of another parameter, at which the bounds of a claim meet a target.

    Parameters
    ----------
    claim : str, path or Claim
        As in `check`.
    error : number
        The target for the explicit bound.
    at : mapping of str to number
        The point, without `parameter`.
    parameter : str
        What is asked for.
    part : str, optional
        Only this part.

    Returns
    -------
    answers : dict of str to boundcheck.planning.Answer
        By part; `Answer.value` is None where nothing suffices.

    Examples
    --------
    >>> point = {"epsilon": 1, "d": 10, "alpha": 1e-4, "delta": 0.05, "lam": 1e-6, "radius": 1}
    >>> int(plan("theorem_5_4", 0.2, point, part="coverage_ctl")["coverage_ctl"].value)
    88292
    """
    claim_id, bounds = _bounds(claim, part)
    free, _ = planning.parameter_named(parameter, claim_id, bounds)
    target = planning.exact(str(error), "error")
    if target <= 0:
        raise planning.PlanError(f"{error}: must be positive", "error")
    point = planning.point_of(_words(at), bounds, parameter)
    return {found.name: planning.plan(found, free, target, point) for found in _complete(bounds, point, parameter)}


def _bounds(claim: Any, part: str | None) -> tuple[str, list[planning.Bound]]:
    claim_id, found, _ = named(claim)
    return claim_id, planning.bounds_of(claim_id, found, part)


def _words(at: Mapping[str, Any]) -> list[str]:
    if not isinstance(at, Mapping):
        raise TypeError(f"the point is a mapping such as {{'n': 20000}}, got a {type(at).__name__}")
    return [f"{name}={value}" for name, value in at.items()]


def _complete(
    bounds: list[planning.Bound], point: Mapping[str, Fraction], free: str | None = None
) -> list[planning.Bound]:
    """The bounds whose parameters are all there."""
    lacking = [planning.missing(found, point, free) for found in bounds]
    if all(lacking):
        fewest = min(lacking, key=len)
        raise planning.PlanError(f"lacks {', '.join(fewest)}", "at")
    return [found for found, names in zip(bounds, lacking, strict=True) if not names]
