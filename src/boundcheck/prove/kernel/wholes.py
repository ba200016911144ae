"""Letters for integers: bounds rounded to the next one, and powers with such exponents by the sign of their base."""

from __future__ import annotations

from math import ceil, floor

from sympy import Add, Expr, Integer, Mul, Pow, Rational, S, Symbol

from .calculus import affine_part
from .sequent import Atom, Sequent


def is_whole(expr: Expr, whole: frozenset[str]) -> bool:
    """Whether an expression is an integer because the letters in it are."""
    if isinstance(expr, Integer):
        return True
    if isinstance(expr, Symbol):
        return expr.name in whole
    if isinstance(expr, (Add, Mul)):
        return all(is_whole(arg, whole) for arg in expr.args)
    return isinstance(expr, Pow) and isinstance(expr.exp, Integer) and expr.exp > 0 and is_whole(expr.base, whole)


def rounded(a: Atom, whole: frozenset[str]) -> Atom:
    """Return a bound on one integer, moved to the integer that it leaves."""
    if len(a.expr.free_symbols) != 1 or a.relation not in (">", ">="):
        return a
    (x,) = a.expr.free_symbols
    parts = affine_part(a.expr, x) if x.name in whole else None
    if parts is None or not all(isinstance(part, Rational) for part in parts) or parts[0] == 0:
        return a
    end = -parts[1] / parts[0]
    strict = a.relation == ">"
    if parts[0] > 0:
        return Atom(x - (floor(end) + 1 if strict else ceil(end)), ">=")
    return Atom((ceil(end) - 1 if strict else floor(end)) - x, ">=")


def cases(sequent: Sequent, whole: frozenset[str]) -> tuple[Sequent, ...]:
    """Return sequents in which a power with a whole exponent has a positive base, and which imply `sequent`.

    Where the base is 0 the power is 0 or 1; where it is negative, plus or minus a power of its opposite, as the exponent
    is even or odd.
    """
    power = _first(sequent, whole)
    if power is None:
        return (sequent,)
    base, exponent = power.base, power.exp
    # of a number the sign may be known; what is not known of it is left open, as for letters
    found = [] if base.is_number and base.is_nonpositive else [sequent.assume(Atom(base, ">"))]
    if not (base.is_number and base.is_nonzero):
        at_zero = sequent.assume(Atom(base, "=="))
        found.append(_put(at_zero.assume(Atom(exponent - 1, ">=")), power, S.Zero))
        found.append(_put(at_zero.assume(Atom(exponent, "==")), power, S.One))
    if not (base.is_number and base.is_nonnegative) and not any(
        h.expr == base and h.relation in (">=", ">", "==") for h in sequent.given
    ):
        opposite = Pow(-base, exponent)
        below = sequent.assume(Atom(-base, ">"))
        half = exponent / 2
        signs = (1,) if is_whole(half.expand(), whole) else (1, -1)
        found += [_put(below, power, sign * opposite) for sign in signs]
    return tuple(case for one in found for case in cases(one, whole))


def _put(sequent: Sequent, power: Expr, value: Expr) -> Sequent:
    given = tuple(Atom(h.expr.xreplace({power: value}), h.relation) for h in sequent.given)
    return Sequent(
        tuple(dict.fromkeys(given)), Atom(sequent.claim.expr.xreplace({power: value}), sequent.claim.relation)
    )


def _first(sequent: Sequent, whole: frozenset[str]) -> Expr | None:
    """Return a power with a whole exponent whose base is not among the positive things, innermost first."""
    positive = {h.expr for h in sequent.given if h.relation == ">"}
    found = []
    for a in (*sequent.given, sequent.claim):
        for node in a.expr.atoms(Pow):
            if node.exp.is_Rational or node.base is S.Exp1 or not is_whole(node.exp, whole):
                continue
            if node.base in positive or (node.base.is_number and node.base.is_positive):
                continue
            found.append(node)
    return min(found, key=lambda node: (node.count_ops(), str(node))) if found else None
