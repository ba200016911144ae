"""Sequents: hypotheses and a claim about the sign of one expression, in real symbols."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy
from sympy import Abs, Basic, Dummy, Expr, Indexed, Max, Min, Rational, S, Sum, Symbol

from boundcheck.symbolic.statement import Statement

from .results import Inapplicable

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
    try:
        result = expr.func(*(evaluated(arg, names) for arg in expr.args))
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


def real_names(expressions: list[Expr]) -> tuple[dict, tuple[Atom, ...]]:
    """Return the map from printed symbols to real ones, and what their assumptions say."""
    names: dict = {}
    facts: list[Atom] = []
    bound = {e.limits[0][0] for expr in expressions for e in expr.atoms(Sum)}
    for symbol in sorted(set().union(*(e.free_symbols | e.atoms(Indexed) for e in expressions), bound), key=str):
        if not isinstance(symbol, (Symbol, Indexed)):
            continue
        real = Symbol(str(symbol), real=True)
        if real in names.values():
            raise ValueError(f"symbol {symbol}: two symbols of this name with different assumptions")
        if symbol.is_real is False or symbol.is_commutative is False:
            raise ValueError(f"symbol {symbol}: must be real")
        names[symbol] = real
        if symbol not in bound:
            facts += _assumed(symbol, real)
    return names, tuple(facts)


def _assumed(symbol: Basic, real: Symbol) -> list[Atom]:
    if symbol.is_positive:
        return [Atom(real, ">"), Atom(real - 1, ">=")] if symbol.is_integer else [Atom(real, ">")]
    if symbol.is_negative:
        return [Atom(-real, ">"), Atom(-real - 1, ">=")] if symbol.is_integer else [Atom(-real, ">")]
    facts = []
    if symbol.is_nonnegative:
        facts.append(Atom(real, ">="))
    if symbol.is_nonpositive:
        facts.append(Atom(-real, ">="))
    if symbol.is_nonzero:
        facts.append(Atom(real, "!="))
    return facts


def one_by_one(sequent: Sequent, needed: Iterable[Atom]) -> tuple[list[Sequent], Sequent]:
    """Return what is needed as goals, each of which knows those before it, and the sequent that knows them all."""
    goals = []
    for c in needed:
        goals.append(sequent.claims(c.expr, c.relation))
        sequent = sequent.assume(c)
    return goals, sequent


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
        needed = Atom(expr.args[-1], ">")  # of positive arguments alone, as `boundcheck.symbolic.error_and_gamma` says
    elif isinstance(expr, sympy.coth):
        needed = Atom(expr.args[0], "!=")
    elif isinstance(expr, sympy.Pow) and expr.base is not S.Exp1:
        base, exponent = expr.base, expr.exp
        if exponent.is_Integer:
            needed = Atom(base, "!=") if exponent < 0 else None
        elif exponent.is_Rational and exponent > 0:
            needed = Atom(base, ">=")
        elif exponent.is_integer:
            # 0 to the power 0 is 1, as everywhere in algebra; for an integer, above -1 is at least 0
            needed = None if exponent.is_nonnegative else Atom(Max(base**2, exponent + 1), ">")
        else:
            needed = Atom(base, ">")
    elif expr.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity, S.ImaginaryUnit) and not expr.args:
        needed = Atom(S.Zero, "!=")
    if needed is not None and not _plain(needed) and needed not in found:
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
