r"""What an expression tends to at an end of its domain where logarithms have no value, and their factors are 0.

.. math:: \lim_{g \downarrow 0} g^m \ln g = 0, \quad m > 0.

A term ``a log(b)`` whose b is a product of powers of factors that are positive next to the end, and there either positive
or proportional to a factor of a, is continuous with the value 0 at the end if one of them vanishes. All other terms
must have a value.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Add, Expr, Mul, Pow, Rational, S, Symbol, expand_mul, log

from .results import Inapplicable
from .sequent import NOT_REAL, Atom, conditions


@dataclass(frozen=True)
class Ending:
    """The value at an end, and what it rests on.

    Attributes
    ----------
    value : Expr
        Of the continuous extension, free of the letter.
    there : tuple of Atom
        What has to hold at the end, free of the letter.
    near : tuple of Atom
        What has to hold strictly inside.
    """

    value: Expr
    there: tuple[Atom, ...]
    near: tuple[Atom, ...]


def ending(expr: Expr, x: Symbol, at: Expr) -> Ending:
    """Return the value that a sum extends to; Inapplicable where the one rule does not tell."""
    values: list[Expr] = []
    there: list[Atom] = []
    near: list[Atom] = []
    for term in Add.make_args(expr):
        vanishing = _vanishing(term, x, at)
        if vanishing is None:
            there += [Atom(c.expr.xreplace({x: at}), c.relation) for c in conditions(term)]
            values.append(term.xreplace({x: at}))
        else:
            there += vanishing[0]
            near += vanishing[1]
    if any(e.has(*NOT_REAL) for e in (*values, *(a.expr for a in there))):
        raise Inapplicable("no value at the end")
    return Ending(Add(*values), tuple(dict.fromkeys(there)), tuple(dict.fromkeys(near)))


def _vanishing(term: Expr, x: Symbol, at: Expr) -> tuple[list[Atom], list[Atom]] | None:
    """Return what makes a term tend to 0 as its logarithm grows, or None for other terms."""
    logs = [f for f in Mul.make_args(term) if isinstance(f, log) and _powers_at(f.args[0], x, at)]
    if not logs:
        return None
    if len(logs) > 1:
        raise Inapplicable("a product of logarithms")
    others = [f for f in Mul.make_args(term) if f is not logs[0]]
    gone = _powers_at(logs[0].args[0], x, at)
    paying = next((f for f in others if _pays(f, gone)), None)
    if paying is None:
        raise Inapplicable("a logarithm that grows, and no factor that vanishes with it")
    others.remove(paying)
    there, near = [], []
    for factor in others:
        there += [Atom(c.expr.xreplace({x: at}), c.relation) for c in conditions(factor)]
    for base, _ in _powers(logs[0].args[0]):
        near.append(Atom(base, ">"))
        for c in conditions(base):
            there.append(Atom(c.expr.xreplace({x: at}), c.relation))
        if base not in gone:
            there.append(Atom(base.xreplace({x: at}), ">"))
    return there, near


def _powers(inside: Expr) -> list[tuple[Expr, Rational]]:
    """Return bases and rational exponents of the factors of a product."""
    found = []
    for factor in Mul.make_args(inside):
        base, k = (factor.base, factor.exp) if isinstance(factor, Pow) else (factor, S.One)
        found.append((base, k) if isinstance(k, Rational) else (factor, S.One))
    return found


def _powers_at(inside: Expr, x: Symbol, at: Expr) -> list[Expr]:
    """Return the bases that are identically 0 at the end."""
    return [b for b, _ in _powers(inside) if b.has(x) and expand_mul(b.xreplace({x: at})) == 0]


def _pays(factor: Expr, gone: list[Expr]) -> bool:
    """Whether a factor is a positive power of something proportional to each of the bases that vanish."""
    base, k = (factor.base, factor.exp) if isinstance(factor, Pow) else (factor, S.One)
    if not isinstance(k, Rational) or k <= 0:
        return False
    return all(_proportional(base, b) for b in gone)


def _proportional(one: Expr, other: Expr) -> bool:
    """Whether the quotient of two sums is a rational number, by its coefficient at one of the terms."""
    left, right = (dict(_terms(expand_mul(e))) for e in (one, other))
    if not left or left.keys() != right.keys():
        return False
    ratios = {left[key] / right[key] for key in left}
    return len(ratios) == 1 and 0 not in ratios


def _terms(expr: Expr) -> list[tuple[Expr, Rational]]:
    return [(rest, c) for c, rest in (t.as_coeff_Mul() for t in Add.make_args(expr))]
