"""Letters as the provers read them, plain reals or integers, and expressions in which they are replaced, nothing simplified.

What SymPy may assume of a symbol besides is a hypothesis that nobody sees, so it becomes one in sight. The index of a sum is
bound: it runs through the integers of its range, and nothing else is known of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import sympy
from sympy import (
    Add,
    Basic,
    Expr,
    Ge,
    Gt,
    Identity,
    Indexed,
    IndexedBase,
    Integer,
    Le,
    Lt,
    MatrixSymbol,
    Mul,
    Ne,
    OneMatrix,
    Pow,
    Rational,
    Sum,
    Symbol,
    Tuple,
    ZeroMatrix,
)

from .statement import Conjunction, Equivalence, Statement

NAMED_MATRICES = (MatrixSymbol, Identity, ZeroMatrix, OneMatrix)  # in which only dimensions stand
ASSUMPTIONS = ("real", "integer", "positive", "nonnegative", "negative", "nonpositive", "nonzero")
_FACTS = (("positive", ">"), ("nonnegative", ">="), ("negative", "<"), ("nonpositive", "<="), ("nonzero", "!="))
_OF_RELATION: dict[str, Any] = {">": Gt, ">=": Ge, "<": Lt, "<=": Le, "!=": Ne}
_SILENT = ("commutative", "finite")  # of every real number
_LONGEST = 1000  # exponents of a number that is computed


def refused(symbol: Symbol) -> str:
    """Why a symbol is no letter for a real number, in words; empty where it is one."""
    if type(symbol) is not Symbol:
        return f"symbol {symbol!r}: must be a plain Symbol"
    if "[" in symbol.name:
        return f"symbol {symbol}: the bracket is kept for indexed terms, x[i] of IndexedBase('x'); rename the letter"
    said = {name: value for name, value in symbol._assumptions_orig.items() if value is not None}
    if symbol.is_real is not True and {"complex", "hermitian", "extended_real"} & said.keys():
        return f"symbol {symbol}: complex numbers are not understood; write symbols('{symbol}', real=True)"
    wider = {"complex", "hermitian", "extended_real"}  # than real, which it is
    if said.keys() - {*ASSUMPTIONS, *_SILENT, *wider} or False in said.values():
        return f"symbol {symbol}: the assumptions understood are {', '.join(ASSUMPTIONS)}, as True"
    return ""


def rebuilt(expr: Expr, args: Iterable[Any], *, compute: bool = True) -> Expr:
    """Return a node with other arguments; at most arithmetic that has a value whatever its letters are is carried out."""
    args = tuple(args)
    if isinstance(expr, Sum):
        return Sum(args[0], Tuple(*args[1]))
    if isinstance(expr, Indexed):
        return Indexed(expr.base, *args[1:])
    if compute and isinstance(expr, (Add, Mul)) and all(map(_total, args)):
        return expr.func(*args)
    if compute and isinstance(expr, Pow) and all(isinstance(a, Rational) for a in args) and _computed(*args):
        return Pow(*args)
    return expr.func(*args, evaluate=False)


def _computed(base: Rational, exponent: Rational) -> bool:
    return isinstance(exponent, Integer) and abs(exponent) <= _LONGEST and not (base == 0 and exponent < 0)


def _total(expr: Expr) -> bool:
    """Whether an expression is a polynomial, which has a value everywhere."""
    if isinstance(expr, (Rational, Symbol, Indexed)):
        return True
    if isinstance(expr, Pow):
        return isinstance(expr.exp, Integer) and expr.exp >= 0 and _total(expr.base)
    return isinstance(expr, (Add, Mul)) and all(map(_total, expr.args))


def numbers_in(expr: Basic) -> set[Symbol]:
    """The letters of an expression that are numbers: its free symbols, without vectors, matrices and their dimensions."""
    if isinstance(expr, NAMED_MATRICES):
        return set()
    if not expr.has(*NAMED_MATRICES):
        return {s for s in expr.free_symbols if isinstance(s, Symbol)}
    return {s for arg in expr.args for s in numbers_in(arg)}


def put(expr: Any, values: Mapping[Any, Any]) -> Any:
    """Return an expression or a statement with letters, or other nodes, replaced and nothing simplified.

    The index of a sum is not replaced inside of it, and no letter of a value is caught by an index.
    """
    if isinstance(expr, Statement):
        given = tuple(put(h, values) for h in expr.given)
        return Statement(put(expr.lhs, values), expr.relation, put(expr.rhs, values), given)
    if isinstance(expr, Conjunction):
        return Conjunction(tuple(put(part, values) for part in expr.parts))
    if isinstance(expr, Equivalence):
        return Equivalence(*(tuple(put(s, values) for s in side) for side in (expr.left, expr.right)))
    if expr in values:
        return values[expr]
    if not isinstance(expr, Basic) or not expr.args or not any(expr.has(old) for old in values):
        return expr
    if isinstance(expr, NAMED_MATRICES):  # the letter of a dimension is no number here
        return expr
    if isinstance(expr, Sum):
        index, low, high = expr.limits[0]
        inside = {old: new for old, new in values.items() if old != index}
        if any(index in new.free_symbols for old, new in inside.items() if expr.function.has(old)):
            raise ValueError(f"{index}: the index of a sum, and a letter that comes to stand in it; rename one of them")
        return rebuilt(expr, (put(expr.function, inside), (index, put(low, values), put(high, values))))
    if isinstance(expr, sympy.core.relational.Relational):
        return expr.func(*(put(arg, values) for arg in expr.args), evaluate=False)
    if isinstance(expr, (sympy.And, sympy.Or, sympy.Not)):
        return expr.func(*(put(arg, values) for arg in expr.args))
    if isinstance(expr, Indexed):
        return rebuilt(expr, (expr.args[0], *(put(arg, values) for arg in expr.args[1:])))
    renamed = all(isinstance(new, Symbol) for new in values.values())
    return rebuilt(expr, (put(arg, values) for arg in expr.args), compute=not renamed)


def replaced(expr: Any, values: Mapping[Any, Any]) -> Any:
    """Return an expression or a statement with letters replaced: as SymPy writes it, unless it was written otherwise."""
    if isinstance(expr, Statement):
        given = tuple(replaced(h, values) for h in expr.given)
        return Statement(replaced(expr.lhs, values), expr.relation, replaced(expr.rhs, values), given)
    if not any(expr.has(old) for old in values):
        return expr
    return expr.xreplace(values) if _again(expr) == expr else put(expr, values)


def conditions_for_a_value(expr: Expr) -> set[tuple[str, Expr]]:
    """What an expression asks of its letters: that what is ``"below"`` a line is not 0, and what is in a ``"log"`` positive."""
    below = {_again(power.base) for power in expr.atoms(Pow) if power.exp.could_extract_minus_sign()}
    logs = {_again(function.args[0]) for function in expr.atoms(sympy.log)}
    return {("below", e) for e in below if not e.is_nonzero} | {("log", e) for e in logs if not e.is_positive}


@lru_cache(maxsize=20_000)
def _again(expr: Any) -> Any:
    """Return what SymPy makes of an expression when it builds it again."""
    return expr.func(*map(_again, expr.args)) if expr.args else expr


def statements(goal: Any) -> tuple[Statement, ...]:
    """Return the relations of a goal of any shape."""
    if isinstance(goal, Statement):
        return (goal,)
    return tuple(goal.parts) if isinstance(goal, Conjunction) else (*goal.left, *goal.right)


def plain(goal: Any, given: tuple[Statement, ...]) -> tuple[Any, tuple[Statement, ...]]:
    """Return a goal and hypotheses in plain letters, with what the symbols assume among the hypotheses.

    Parameters
    ----------
    goal : Statement, Conjunction or Equivalence
        Of plain statements, as `boundcheck.symbolic.statement.read` returns it.
    given : tuple of Statement

    Raises
    ------
    ValueError
        A symbol is no real number, or the index of a sum stands outside of it as well.
    """
    sides = [side for s in (*statements(goal), *given) for side in (s.lhs, s.rhs)]
    indices = {total.limits[0][0].name for side in sides for total in side.atoms(Sum)}
    found = [s for side in sides for s in _symbols(side)]
    if wrong := next(filter(None, map(refused, found)), ""):
        raise ValueError(wrong)
    claimed = [side for s in statements(goal) for side in (s.lhs, s.rhs)]
    loose = {name for side in sides for name in _loose(side, frozenset(indices), brackets=False)}
    loose |= {name for side in claimed for name in _loose(side, frozenset(indices), brackets=True)}
    if loose:
        raise ValueError(f"{min(loose)}: the index of a sum, and a letter beside it; rename one of them")
    kinds: dict[str, set[str]] = {}
    for symbol in found:  # a letter is one thing, however often it was declared
        kinds.setdefault(symbol.name, set()).update(w for w in ASSUMPTIONS if symbol.assumptions0.get(w))
    letters = {name: Symbol(name, integer=True) for name in indices}
    letters |= {
        name: Symbol(name, **{"integer" if "integer" in words else "real": True})
        for name, words in kinds.items()
        if name not in indices
    }
    facts = tuple(
        Statement(letters[name], relation, Integer(0))
        for name in sorted(kinds.keys() - indices)
        for relation in _relations(kinds[name])
    )
    said = tuple(_in_letters(h, letters) for h in given)
    return _in_letters(goal, letters), said + tuple(fact for fact in facts if fact not in said)


def assumed(expressions: Iterable[Any]) -> tuple[Any, ...]:
    """Return what the symbols of some formulas assume, besides that they are real or integers, as relations in plain letters."""
    written = [e for e in expressions if isinstance(e, Basic)]
    indices = {total.limits[0][0] for e in written for total in e.atoms(Sum)}
    found: dict[Symbol, set[str]] = {}
    for symbol in {s for e in written for s in _symbols(e)} - indices:
        found.setdefault(_plainly(symbol), set()).update(w for w in ASSUMPTIONS if symbol.assumptions0.get(w))
    return tuple(
        _OF_RELATION[relation](letter, 0, evaluate=False)
        for letter in sorted(found, key=str)
        for relation in _relations(found[letter])
    )


def hypotheses(statement: Any) -> tuple[Any, ...]:
    """Return the conditions of a statement, those that its symbols assume of themselves among them."""
    conditions = tuple(getattr(statement, "given", ()))
    written = (getattr(statement, "lhs", None), getattr(statement, "rhs", None), *conditions)
    return (*conditions, *(fact for fact in assumed(written) if fact not in conditions))


def in_sight(statement: Statement) -> Statement:
    """Return a statement in plain letters, with what its symbols assume behind its hypotheses."""
    written = [side for s in (statement, *statement.given) for side in ((s.lhs, s.rhs) if hasattr(s, "lhs") else (s,))]
    facts = assumed(written)
    if not facts:
        return statement
    values = {s: _plainly(s) for e in written if isinstance(e, Basic) for s in _symbols(e)}
    plainly = put(statement, {old: new for old, new in values.items() if old != new})
    said = tuple(fact for fact in facts if fact not in plainly.given)
    return Statement(plainly.lhs, plainly.relation, plainly.rhs, (*plainly.given, *said))


def _plainly(symbol: Symbol) -> Symbol:
    return Symbol(symbol.name, **{"integer" if symbol.is_integer else "real": True})


def _relations(words: set[str]) -> list[str]:
    """The relations to 0 that say what words do, none of which follows from another."""
    found = [relation for word, relation in _FACTS if word in words]
    for strict, weak in ((">", (">=", "!=")), ("<", ("<=", "!="))):
        if strict in found:
            found = [relation for relation in found if relation not in weak]
    return found


def _symbols(expr: Basic) -> Iterator[Symbol]:
    """The letters and indices of an expression; the name in front of a bracket is none, nor is the dimension of a matrix."""
    if isinstance(expr, Symbol):
        yield expr
    if isinstance(expr, NAMED_MATRICES):
        return
    for arg in expr.args[1:] if isinstance(expr, Indexed) else expr.args:
        yield from _symbols(arg)


def _loose(expr: Expr, indices: frozenset[str], *, brackets: bool) -> set[str]:
    """Names of indices of sums that stand outside the sums over them.

    A hypothesis on ``x[i]`` is one on every term; a goal that has ``x[i]`` outside of its sum speaks of one term.
    """
    if isinstance(expr, Indexed) and not brackets:
        return set()
    if isinstance(expr, Symbol):
        return {expr.name} & indices
    if isinstance(expr, Sum):
        index, low, high = expr.limits[0]
        ends = _loose(low, indices, brackets=brackets) | _loose(high, indices, brackets=brackets)
        return ends | _loose(expr.function, indices - {index.name}, brackets=brackets)
    args = expr.args[1:] if isinstance(expr, Indexed) else expr.args
    return {name for arg in args for name in _loose(arg, indices, brackets=brackets)}


def _in_letters(thing: Any, letters: Mapping[str, Symbol]) -> Any:
    if isinstance(thing, Statement):
        return Statement(_in_letters(thing.lhs, letters), thing.relation, _in_letters(thing.rhs, letters))
    if isinstance(thing, Conjunction):
        return Conjunction(tuple(_in_letters(s, letters) for s in thing.parts))
    if isinstance(thing, Equivalence):
        return Equivalence(*(tuple(_in_letters(s, letters) for s in side) for side in (thing.left, thing.right)))
    if isinstance(thing, Symbol):
        return letters[thing.name]
    if not thing.args:
        return thing
    if isinstance(thing, Sum):
        index, low, high = thing.limits[0]
        ends = (_in_letters(end, letters) for end in (low, high))
        return Sum(_in_letters(thing.function, letters), Tuple(letters[index.name], *ends))
    if isinstance(thing, Indexed):
        return Indexed(IndexedBase(str(thing.base)), *(_in_letters(arg, letters) for arg in thing.args[1:]))
    return thing.func(*(_in_letters(arg, letters) for arg in thing.args), evaluate=False)
