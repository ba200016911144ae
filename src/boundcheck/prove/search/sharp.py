"""The smallest constant that can be proved, and a point which shows that nothing smaller works."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer, Mul, Rational

from boundcheck.symbolic.statement import Statement

from ..kernel.results import Proved, Refuted, Unknown
from .door import prove


@dataclass(frozen=True)
class Sharpness:
    """What is known about the smallest K with ``lhs <= K*rhs`` on the domain.

    Attributes
    ----------
    proved : str or None
        A rational K that is proved, three significant digits, rounded upwards.
    proof : Proved or None
    refuted : str or None
        A rational K that is refuted, at the point of `point`.
    point : Refuted or None
    sharp : bool
        `proved` and `refuted` are neighbours at three digits.
    tried : tuple of str
        One line per constant that was asked.
    """

    proved: str | None
    proof: Proved | None
    refuted: str | None
    point: Refuted | None
    sharp: bool
    tried: tuple[str, ...]

    def __bool__(self):
        raise TypeError("Sharpness is not a boolean: read .proved, .refuted and .sharp")


def scaled(lhs: Expr, k: Rational, rhs: Expr) -> Statement:
    """Return ``lhs <= k*rhs``, nothing evaluated."""
    return Statement(lhs, "<=", Mul(k, rhs, evaluate=False))


def sharpness(lhs: Expr, rhs: Expr, given: tuple = (), *, digits: int = 3, seconds: float = 3.0) -> Sharpness:
    """Find the smallest provable K in ``lhs <= K*rhs``, to `digits` significant digits.

    Parameters
    ----------
    lhs, rhs : Expr
        ``rhs`` must be positive somewhere on the domain, or no K is the smallest.
    given : tuple of relations
    digits : int
    seconds : float
        The effort for each constant asked.

    Returns
    -------
    result : Sharpness
        With the certificates of both sides: `replay` them on ``scaled(lhs, K, rhs)``.
    """
    asked: dict[Rational, Any] = {}

    def ask(k: Rational) -> Any:
        if k not in asked:
            asked[k] = prove(scaled(lhs, k, rhs), given, seconds=seconds)
        return asked[k]

    low, high = _bracket(ask)
    if low is not None and high is not None:
        low, high = _narrow(ask, low, high, digits)
    return _result(asked, digits)


def _bracket(ask: Any) -> tuple[Rational | None, Rational | None]:
    low: Rational | None = None
    for exponent in (0, 1, 2, 3, 4, 6):
        k = Rational(10) ** exponent
        answer = ask(k)
        if isinstance(answer, Proved):
            if low is not None or exponent:
                return low, k
            break
        if isinstance(answer, Refuted):
            low = k
    else:
        return low, None
    high = Rational(1)
    for exponent in (-1, -2, -3, -4, -6):
        k = Rational(10) ** exponent
        answer = ask(k)
        if isinstance(answer, Refuted):
            return k, high
        if isinstance(answer, Proved):
            high = k
    return None, high


def _narrow(ask: Any, low: Rational, high: Rational, digits: int) -> tuple[Rational, Rational]:
    """Bisect on the numbers of `digits` digits; an unknown middle is left to both neighbours."""
    while high > 10 * low:
        middle = low * 10
        if isinstance(ask(middle), Proved):
            high = middle
        else:
            low = middle
    unit = _unit(high, digits)
    bottom, top = int(low / unit), int(-((-high) // unit))
    while top - bottom > 1:  # proved at top
        middle = (top + bottom) // 2
        if isinstance(ask(middle * unit), Proved):
            top = middle
        else:
            bottom = middle
    refuted = bottom
    step = 1
    while refuted > 0 and not isinstance(ask(refuted * unit), Refuted):
        refuted, step = max(int(low / unit), refuted - step), 2 * step
        if refuted <= int(low / unit):
            break
    return refuted * unit, top * unit


def _unit(high: Rational, digits: int) -> Rational:
    size = 0
    while Rational(10) ** size < high:
        size += 1
    while Rational(10) ** size >= high:
        size -= 1
    return Rational(10) ** Integer(size - digits + 1)


def _result(asked: dict, digits: int) -> Sharpness:
    proofs = {k: a for k, a in asked.items() if isinstance(a, Proved)}
    points = {k: a for k, a in asked.items() if isinstance(a, Refuted)}
    words = {Proved: "proved", Refuted: "refuted", Unknown: "unknown"}
    tried = tuple(f"{k}: {words[type(asked[k])]}" for k in sorted(asked))
    best = min(proofs) if proofs else None
    worst = max((k for k in points if best is None or k < best), default=None)
    near = best is not None and worst is not None and best - worst <= _unit(best, digits)
    return Sharpness(
        None if best is None else str(best),
        proofs.get(best),
        None if worst is None else str(worst),
        points.get(worst),
        near,
        tried,
    )
