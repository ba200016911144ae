"""Kinds of fields that claims share: exact expressions, conditions, points, experiments, statements."""

from __future__ import annotations

import math
import numbers
import types
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Annotated, Any

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from .annotations import mapping, several
from .exact_words import exactly, no_decimals, no_reserved_names
from .fields import Word
from .plain_values import Unfit, by_kind, is_relation, plain
from .shape import Shape


def _followed(value: Any) -> sympy.Expr:
    """An expression that gives an entry of a point, which need not be exact."""
    value = exactly(value)
    if isinstance(value, numbers.Real) and not isinstance(value, bool | sympy.Basic):
        value = sympy.Float(float(value))
    if is_relation(value):
        raise Unfit(f"{relation_words(value)}; an expression is expected")
    if not isinstance(value, sympy.Expr):
        called = "; call it with symbols to get one" if callable(value) else ""
        raise Unfit(f"{value!r:.60} is no expression; build it from SymPy symbols{called}")
    if value in (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
        raise Unfit(f"{value} is no number; write what it is at the points that the statement speaks of")
    return value


def expression(value: Any) -> sympy.Expr:
    value = _followed(value)
    no_decimals(value)
    no_reserved_names(value)
    return value


class _Composed(dict[str, Any]):
    """Named terms whose sum has a shape of its own, as a factor in front of the whole."""

    whole: Any


def total(terms: Any) -> Any:
    """The sum of named terms, ``{"noise": ..., "ridge": ...}``; an expression stands for itself."""
    if isinstance(terms, _Composed):
        return terms.whole
    return sympy.Add(*terms.values()) if isinstance(terms, Mapping) else terms


def each(function: Callable[[Any], Any], terms: Mapping[str, Any]) -> Mapping[str, Any]:
    """The named terms of a composition: `function`, which is linear, of every term and of the whole."""
    composed = _Composed({name: function(term) for name, term in terms.items()})
    composed.whole = function(total(terms))
    return composed


def _total(value: Any) -> sympy.Expr:
    return expression(total(value))


def _trivial(value: Any) -> sympy.Expr:
    if value in (sympy.oo, math.inf):
        raise Unfit(
            "oo would make every bound informative; write what holds without any data: the largest error that can "
            "occur, as the diameter of the set, or that of the best guess without data"
        )
    return expression(value)


def relation_words(value: Any) -> str:
    """What to write for a SymPy relation that stands where a statement or an expression belongs."""
    if isinstance(value, bool | BooleanAtom):
        return (
            f"SymPy has evaluated a comparison to {value}; write Inequality(lhs, rhs), which keeps its two sides apart"
        )
    if isinstance(value, sympy.Eq):
        return f"{value} is a SymPy relation; write Identity({value.lhs}, {value.rhs})"
    if isinstance(value, Relational) and not isinstance(value, sympy.Ne):
        strict = ", strict=True" if isinstance(value, sympy.Lt | sympy.Gt) else ""
        return f"{value} is a SymPy relation; write Inequality({value.lts}, {value.gts}{strict})"
    return f"{value} is a SymPy relation; write Inequality(lhs, rhs, given) for lhs <= rhs, Identity for equality"


def _condition(value: Any) -> Any:
    if isinstance(value, bool | BooleanAtom):
        raise Unfit(f"the condition {value} was evaluated by SymPy; state it in symbols with real=True only")
    if isinstance(value, Relational | sympy.And):
        no_decimals(value)
        no_reserved_names(value)
        return value
    if isinstance(value, sympy.Or | sympy.Not):
        raise Unfit(f"{value} is no single condition; state each case as a part or step of its own")
    if hasattr(value, "relation") and not isinstance(value, Word):
        return value
    raise Unfit(f"{value!r:.60} is no relation; write a condition as x > 0, or Gt(x, 0)")


def _conditions(value: Any) -> Any:
    if is_relation(value):
        raise Unfit(f"a tuple is expected; with one condition, mind the comma: ({value},)")
    return _EACH_CONDITION(value)


_EACH_CONDITION = several(Annotated[Any, _condition])


def _domain(value: Any) -> Any:
    """Conditions on one letter; a single one needs no tuple."""
    return _conditions((value,) if is_relation(value) or isinstance(value, sympy.Basic) else value)


_TAKEN = ("rng", "repeats", "self")  # words that an experiment receives already


def _point(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Unfit(f"a mapping is expected, as {{'n': 1000, 'delta': 0.05}}, not {by_kind(value)}")
    held = {}
    for key, entry in value.items():
        name = key.name if isinstance(key, sympy.Symbol) else key
        if not isinstance(name, str) or name in _TAKEN:
            raise Unfit(f"{name!r:.60} is no name of a parameter; write it as text, and not as {' or '.join(_TAKEN)}")
        number = plain(entry)
        if not isinstance(number, bool | int | float | str) or number != number:
            raise Unfit(f"{name} is {entry!r:.60}; a number is expected, or the name of a choice")
        held[name] = number
    same = held.keys() == value.keys() and all(held[name] is entry for name, entry in value.items())
    return value if same else held


def _experiment(value: Any) -> Any:
    if isinstance(value, type):
        raise Unfit(f"{value.__name__} is a class; make one: {value.__name__}()")
    if isinstance(value, types.FunctionType):
        raise Unfit(f"{value.__name__} is a function; write Simulation({value.__name__})")
    if not callable(getattr(value, "sample", None)):
        raise Unfit(f"an experiment is expected, as Simulation(errors), not {by_kind(value)}")
    return value


def _errors(value: Any) -> Any:
    if not callable(value):
        raise Unfit(
            f"a function is expected, not {by_kind(value)}; give the function itself, Simulation(errors), uncalled"
        )
    return value


def _statement(value: Any) -> Any:
    if isinstance(value, Shape):
        return value
    if is_relation(value):
        raise Unfit(relation_words(value))
    raise Unfit(f"{by_kind(value)} is no statement; write one, as Inequality(lhs, rhs, given)")


_SCALARS = ("Identity", "Inequality", "InstanceInequality")


def _scalar(value: Any) -> Any:
    """A statement that can be false at a point."""
    if value is not None and type(_statement(value)).__name__ not in _SCALARS:
        raise Unfit(f"{by_kind(value)} cannot be looked at point by point; write an {' or an '.join(_SCALARS)}")
    return value


_TEXTS = several(str)


def _names(value: Any) -> tuple[str, ...]:
    """One name or several."""
    return (value,) if isinstance(value, str) and value else _TEXTS(value or ())


def _results(value: Any) -> tuple[str, ...]:
    """Ids of results, or the modules that state them."""
    if isinstance(value, tuple | list):
        value = tuple("/".join(v.__name__.split(".")[-2:]) if isinstance(v, ModuleType) else v for v in value)
    return _TEXTS(value)


def _part(value: Any) -> Any:
    return mapping(str, Statement)(value) if isinstance(value, Mapping) else _statement(value)


def _display(value: Any) -> Any:
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Mapping):
        value = (value[0], total(value[1]))
    value = total(value)
    shown = value[-1] if isinstance(value, tuple) and len(value) == 2 else value
    if not isinstance(shown, str | sympy.Basic):
        raise Unfit(f"a display is an expression or Typst text, not {by_kind(value)}")
    return value


Followed = Annotated[sympy.Expr, _followed]
Expression = Annotated[sympy.Expr, expression]
Total = Annotated[Any, _total]
Trivial = Annotated[sympy.Expr, _trivial]
Conditions = Annotated[tuple[sympy.Basic, ...], _conditions]
Domain = Annotated[tuple[sympy.Basic, ...], _domain]
Point = Annotated[Mapping[str, float], _point]
Sampled = Annotated[Any, _experiment]
Errors = Annotated[Callable[..., Any], _errors]
Statement = Annotated[Any, _statement]
Scalar = Annotated[Any, _scalar]
Names = Annotated[tuple[str, ...], _names]
Results = Annotated[tuple[Any, ...], _results]
Part = Annotated[Any, _part]
Display = Annotated[Any, _display]
