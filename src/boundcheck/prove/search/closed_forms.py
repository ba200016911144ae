"""Sums up to a letter: in closed form, and between integrals from different ends."""

from __future__ import annotations

from sympy import Add, EulerGamma, Expr, Integer, Pow, Rational, S, Symbol, exp, factorial, log, polygamma, zeta

from ..kernel.calculus import affine_part
from ..kernel.induction import Range
from ..kernel.sequent import NOT_REAL


def bounds(r: Range) -> list[tuple[str, Expr]]:
    """Return closed forms, and comparisons with integrals from different ends."""
    n = r.letter + r.offset
    found: list[tuple[str, Expr]] = [("==", closed) for closed in _closed(r)]
    whole = antiderivative(r.term, r.index)
    if whole is None:
        return found

    def between(low: Expr, high: Expr) -> Expr:
        return whole.xreplace({r.index: high}) - whole.xreplace({r.index: low})

    low = Integer(r.low)
    first = r.at(low)
    half = Rational(1, 2)
    for extra, bound in (
        (S.Zero, between(low - 1, n)),
        (first, between(low, n)),
        (S.Zero, between(low - half, n + half)),
        (S.Zero, between(low, n + 1)),
        (r.at(n) / 2 + first / 2, between(low, n)),
        (first, between(low + half, n + half)),
    ):
        value = extra + bound
        if not value.has(*NOT_REAL):
            found += [("<=", value), (">=", value)]
    return found


def _closed(r: Range) -> list[Expr]:
    """Return the sum in closed form, of powers of the index and of geometric series."""
    n, t = r.letter + r.offset, r.index
    if not r.term.has(t):
        return [r.term * (n - r.low + 1)]
    ratio = (r.at(t + 1) / r.term).powsimp().cancel() if r.term.has(Pow, exp) else t
    if not ratio.has(t) and ratio != 1:
        return [(r.at(Integer(r.low)) - r.at(n + 1)) / (1 - ratio)]
    base = next((p for p in r.term.atoms(Pow) if p.exp.has(t) and not p.base.has(t)), None)
    if base is not None:
        step = (base.xreplace({t: t + 1}) / base).powsimp()
        parts = affine_part((r.term / base).cancel(), t)
        if parts is not None and not step.has(t) and step != 1:
            # Q(t+1) step - Q(t) = P(t), for an affine P
            slope = parts[0] / (step - 1)
            constant = (parts[1] - slope * step) / (step - 1)
            whole = base * (slope * t + constant)
            return [whole.xreplace({t: n + 1}) - whole.xreplace({t: Integer(r.low)})]
    factor_, rest = r.term.as_independent(t, as_Add=False)
    if isinstance(rest, Pow) and rest.exp in (-1, -2, -3) and (rest.base - t).is_number:
        # psi(u+1) - psi(u) = 1/u, and so its derivatives
        order, low = -int(rest.exp) - 1, rest.base.xreplace({t: Integer(r.low)})
        gap = polygamma(order, rest.base.xreplace({t: n + 1})) - polygamma(order, low)
        if not gap.has(EulerGamma, zeta):
            return [factor_ * (-1) ** order * gap / factorial(order)]
    if r.term.is_polynomial(t):
        from sympy import factor, summation

        return [factor(summation(r.term, (t, r.low, n)))]
    return []


def antiderivative(f: Expr, t: Symbol) -> Expr | None:
    """Return an antiderivative of a sum of powers, logarithms and exponentials of affine arguments."""
    if isinstance(f, Add):
        parts = [antiderivative(term, t) for term in f.args]
        return None if None in parts else Add(*(p for p in parts if p is not None))
    factor, rest = f.as_independent(t, as_Add=False)
    if rest == 1:
        return f * t
    slope = None
    if isinstance(rest, Pow) and not rest.exp.has(t):
        slope = affine_part(rest.base, t)
        if slope is not None and not slope[0].has(t) and slope[0] != 0:
            k = rest.exp
            whole = log(rest.base) if k == -1 else rest.base ** (k + 1) / (k + 1)
            return factor * whole / slope[0]
    if rest == t:
        return factor * t**2 / 2
    if isinstance(rest, log):
        slope = affine_part(rest.args[0], t)
        if slope is not None and slope[0] != 0:
            inner = rest.args[0]
            return factor * (inner * log(inner) - inner) / slope[0]
    return None
