"""Sequents: hypotheses and a claim about the sign of one expression, in real symbols."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy
from sympy import Abs, Add, Dummy, Expr, Indexed, Integer, Max, Min, Mul, Pow, Rational, S, Sum, Symbol

from boundcheck.symbolic.statement import Statement

from .results import Inapplicable

_LONGEST = 10**6  # bits of a number that is written out
NOT_REAL = (S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity, S.ImaginaryUnit)


@dataclass(frozen=True)
class Atom:
    """`expr` compared with 0; `relation` is one of ">=", ">", "==", "!="."""

    expr: Expr
    relation: str

    def __str__(self):
        return f"{self.expr} {self.relation} 0"


@dataclass(frozen=True)
class Sequent:
    """The claim holds wherever all of `given` do."""

    given: tuple[Atom, ...]
    claim: Atom

    def assume(self, *atoms: Atom) -> Sequent:
        """Return the sequent with further hypotheses."""
        return Sequent(self.given + tuple(a for a in atoms if a not in self.given), self.claim)

    def claims(self, expr: Expr, relation: str) -> Sequent:
        """Return the sequent with another claim."""
        return Sequent(self.given, Atom(expr, relation))

    def __str__(self):
        return f"{', '.join(map(str, self.given)) or 'always'} |- {self.claim}"


def evaluated(expr: Expr, names: dict) -> Expr:
    """Return `expr` in real symbols, evaluated by SymPy: for use where its definedness is settled elsewhere."""
    if expr in names or not expr.args:
        return names.get(expr, expr)
    args = [evaluated(arg, names) for arg in expr.args]
    if isinstance(expr, sympy.Pow) and all(isinstance(arg, Rational) for arg in args):
        base, exponent = args
        if abs(exponent) * max(abs(base.p).bit_length(), base.q.bit_length()) > _LONGEST:
            raise Inapplicable(f"{expr}: a number with too many digits")
    try:
        result = expr.func(*args)
    except (ValueError, TypeError, ArithmeticError) as wrong:  # what is not real is not compared
        raise Inapplicable(f"{expr}: {wrong}") from wrong
    if result.has(*NOT_REAL):
        raise Inapplicable(f"{expr}: not a real number")
    return result


def atom(statement: Statement, names: dict) -> Atom:
    """Return a printed relation as a sign condition in real symbols."""
    lhs, rhs = (evaluated(side, names) for side in (statement.lhs, statement.rhs))
    if statement.relation in ("<=", "<"):
        return Atom(rhs - lhs, {"<=": ">=", "<": ">"}[statement.relation])
    return Atom(lhs - rhs, statement.relation)


def real_names(expressions: list[Expr]) -> dict:
    """Return the map from printed symbols to real ones; what is known of them stands among the hypotheses."""
    names: dict = {}
    bound = {e.limits[0][0] for expr in expressions for e in expr.atoms(Sum)}
    for symbol in sorted(set().union(*(e.free_symbols | e.atoms(Indexed) for e in expressions), bound), key=str):
        if not isinstance(symbol, (Symbol, Indexed)):
            continue
        real = Symbol(str(symbol), real=True)
        if real in names.values():
            raise Inapplicable(f"two letters are called {symbol}")
        names[symbol] = real
    return names


def one_by_one(sequent: Sequent, needed: Iterable[Atom]) -> tuple[list[Sequent], Sequent]:
    """Return what is needed as goals, each of which knows those before it, and the sequent that knows them all."""
    goals = []
    for c in needed:
        goals.append(sequent.claims(c.expr, c.relation))
        sequent = sequent.assume(c)
    return goals, sequent


def is_whole(expr: Expr, whole: frozenset[str]) -> bool:
    """Whether an expression is an integer because the letters in it are."""
    if isinstance(expr, Integer):
        return True
    if isinstance(expr, Symbol):
        return expr.name in whole
    if isinstance(expr, (Add, Mul, Abs, Min, Max)):
        return all(is_whole(arg, whole) for arg in expr.args)
    return isinstance(expr, Pow) and isinstance(expr.exp, Integer) and expr.exp > 0 and is_whole(expr.base, whole)


def conditions(expr: Expr) -> list[Atom]:
    """Return what makes every node of `expr` a real number, inner nodes first."""
    found: list[Atom] = []
    _collect(expr, found, set())
    return found


def _collect(expr: Expr, found: list[Atom], seen: set) -> None:
    if expr in seen:
        return
    seen.add(expr)
    if isinstance(expr, Sum):
        raise ValueError(f"{expr}: a sum whose range is not a pair of numbers")
    for arg in expr.args if not isinstance(expr, Indexed) else ():
        _collect(arg, found, seen)
    needed = None
    if isinstance(expr, sympy.log):
        needed = Atom(expr.args[0], ">")
    elif isinstance(expr, (sympy.gamma, sympy.loggamma, sympy.polygamma)):
        needed = Atom(expr.args[-1], ">")  # of positive arguments alone, as `boundcheck.symbolic.balls` says
    elif isinstance(expr, sympy.coth):
        needed = Atom(expr.args[0], "!=")
    elif isinstance(expr, sympy.Pow) and expr.base is not S.Exp1:
        base, exponent = expr.base, expr.exp
        if exponent.is_Integer:
            needed = Atom(base, "!=") if exponent < 0 else None
        elif exponent.is_Rational and exponent > 0:
            needed = Atom(base, ">=")
        elif exponent.is_integer:
            exponent = evaluated(exponent, {})
            if not is_whole(exponent, frozenset(s.name for s in exponent.free_symbols if s.is_integer)):
                # n(n + 1)/2 is one, and the rule for powers with such exponents, by the sign of the base, does not see it
                raise Inapplicable(f"{expr}: the exponent is an integer for a reason that is not understood")
            # 0 to the power 0 is 1, as everywhere in algebra; for an integer, above -1 is at least 0
            free = exponent.is_nonnegative or (isinstance(base, Rational) and base != 0)
            needed = None if free else Atom(Max(base**2, exponent + 1), ">")
        else:
            needed = Atom(base, ">")
    elif not expr.args and expr.has(*NOT_REAL):
        needed = Atom(S.Zero, "!=")
    if needed is not None and not _plain(needed) and needed not in seen:
        seen.add(needed)
        found.append(needed)


def _plain(a: Atom) -> bool:
    value = a.expr
    return bool(
        isinstance(value, Rational)
        and {">": value > 0, ">=": value >= 0, "!=": value != 0, "==": value == 0}[a.relation]
    )


def pieces(a: Atom) -> tuple[Atom, ...]:
    """Return conditions whose conjunction is `a`, with |u| <= v, max <= v and v <= min taken apart."""
    for node in sorted(a.expr.atoms(Abs, Min, Max), key=str):
        if a.relation not in (">=", ">"):
            break
        slot = Dummy(real=True)
        opened = a.expr.xreplace({node: slot})
        slope = opened.diff(slot) if not opened.atoms(Abs, Min, Max) & _above(opened, slot) else S.NaN
        if not isinstance(slope, Rational) or slope.is_zero:
            continue
        if isinstance(node, Min) == (slope > 0) and not (isinstance(node, Abs) and slope > 0):
            branches = (node.args[0], -node.args[0]) if isinstance(node, Abs) else node.args
            parts = (Atom(opened.xreplace({slot: b}), a.relation) for b in sorted(branches, key=str))
            return tuple(p for part in parts for p in pieces(part))
    return (a,)


def _above(expr: Expr, slot: Symbol) -> set:
    return {node for node in expr.atoms(Abs, Min, Max) if node.has(slot)}


def branch_node(sequent: Sequent) -> Expr | None:
    """Return the first innermost |u|, min or max of the sequent, the claim's before the hypotheses'."""
    for a in (sequent.claim, *sequent.given):
        nodes = [n for n in a.expr.atoms(Abs, Min, Max) if not any(b.atoms(Abs, Min, Max) for b in n.args)]
        if nodes:
            return min(nodes, key=str)
    return None
