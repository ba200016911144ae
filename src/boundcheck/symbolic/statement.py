"""A relation between two expressions that never evaluates itself away, and the terms of a bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy
from sympy import And, Basic, Eq, Equivalent, Expr, Ge, Gt, Implies, Integer, Le, Lt, Ne, sympify
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

# A relation between two expressions that never evaluates itself away.

RELATIONS = ("<=", "<", ">=", ">", "==", "!=")
_OF_CLASS = {Le: "<=", Lt: "<", Ge: ">=", Gt: ">", Eq: "==", Ne: "!="}


@dataclass(frozen=True)
class Statement:
    """`lhs` `relation` `rhs` wherever every member of `given` is defined and holds.

    SymPy turns ``x - x <= 0`` into ``True`` before anyone can check it; this keeps what was printed.

    Parameters
    ----------
    lhs, rhs : Expr
    relation : {"<=", "<", ">=", ">", "==", "!="}
    given : tuple of Statement or of SymPy relations
    """

    lhs: Expr
    relation: str
    rhs: Expr
    given: tuple = ()

    def __post_init__(self):
        if self.relation not in RELATIONS:
            raise ValueError(f"relation {self.relation!r}: must be one of {', '.join(RELATIONS)}")
        for side in ("lhs", "rhs"):
            value = getattr(self, side)
            if isinstance(value, (str, float)):
                raise TypeError(f"{side} {value!r}: must be an exact SymPy expression; write Rational(1, 10), not 0.1")
            object.__setattr__(self, side, sympify(value))
        object.__setattr__(self, "given", tuple(self.given))

    @property
    def free_symbols(self) -> set:
        """The letters of both sides and of the hypotheses."""
        return set().union(*(each.free_symbols for each in (self.lhs, self.rhs, *self.given)))

    def atoms(self, *kinds: type) -> set:
        """What of these kinds stands in both sides and the hypotheses."""
        return set().union(*(each.atoms(*kinds) for each in (self.lhs, self.rhs, *self.given)))

    def __bool__(self):
        raise TypeError("a statement is neither true nor false before it is proved")

    def __str__(self):
        text = f"{self.lhs} {self.relation} {self.rhs}"
        return f"{text}  given {', '.join(map(str, self.given))}" if self.given else text


@dataclass(frozen=True)
class Conjunction:
    """All of `parts`."""

    parts: tuple


@dataclass(frozen=True)
class Equivalence:
    """`left` holds exactly where `right` does; each side is a tuple of statements, all of them."""

    left: tuple
    right: tuple


def flatten(condition: object) -> tuple[Statement, ...]:
    """Return the plain statements whose conjunction `condition` is."""
    if isinstance(condition, Statement):
        return (Statement(condition.lhs, condition.relation, condition.rhs), *flatten_all(condition.given))
    if isinstance(condition, Conjunction):
        return flatten_all(condition.parts)
    if isinstance(condition, (BooleanTrue, BooleanFalse, bool)):
        raise ValueError(
            f"condition {condition}: SymPy evaluated it before it could be read; "
            "write Statement(lhs, '<=', rhs) or pass evaluate=False"
        )
    if isinstance(condition, And):
        return flatten_all(sorted(condition.args, key=str))
    for cls, relation in _OF_CLASS.items():
        if isinstance(condition, cls):
            return (Statement(condition.lhs, relation, condition.rhs),)
    raise TypeError(f"condition {condition!r}: must be a relation, And(...) or a Statement")


def unevaluated(goal: object) -> object:
    """Return ``0 == 0`` for a goal that SymPy has made True before anybody could read it, any other goal as it is.

    What was written is lost: that it had values everywhere nobody can tell.
    """
    return Statement(Integer(0), "==", Integer(0)) if goal is True or isinstance(goal, BooleanTrue) else goal


def flatten_all(conditions) -> tuple[Statement, ...]:
    """Return `flatten` of each, in order."""
    return tuple(part for condition in conditions for part in flatten(condition))


def read(goal: object, given: tuple = ()) -> tuple[object, tuple[Statement, ...]]:
    """Return the goal as Statement, Conjunction or Equivalence of plain statements, and all hypotheses."""
    hypotheses = flatten_all(given if isinstance(given, (tuple, list)) else (given,))
    if isinstance(goal, tuple) and len(goal) == 2 and all(isinstance(side, (Basic, int)) for side in goal):
        goal = Statement(sympify(goal[0]), "==", sympify(goal[1]))
    if isinstance(goal, Statement):
        return Statement(goal.lhs, goal.relation, goal.rhs), hypotheses + flatten_all(goal.given)
    if isinstance(goal, Equivalence):
        return Equivalence(flatten_all(goal.left), flatten_all(goal.right)), hypotheses
    if isinstance(goal, Equivalent):
        if len(goal.args) != 2:
            raise ValueError(f"goal {goal}: an equivalence has two different sides; write Equivalence(...)")
        left, right = sorted(goal.args, key=str)
        return Equivalence(flatten(left), flatten(right)), hypotheses
    if isinstance(goal, Implies):  # where its premise has a value and holds
        premise, conclusion = goal.args
        return read(conclusion, (*hypotheses, premise))
    parts = flatten(goal)
    return (parts[0] if len(parts) == 1 else Conjunction(parts)), hypotheses


# The terms of a bound as it is printed.


def addends(expression: sympy.Expr) -> tuple[sympy.Expr, ...]:
    """Summands of `expression`; a factor before a bracket goes to each of them, and nothing else is multiplied out."""
    return sympy.Add.make_args(sympy.expand_mul(sympy.sympify(expression), deep=False))


def named_addends(expression: sympy.Expr, terms: Mapping[str, sympy.Expr]) -> tuple[tuple[str, sympy.Expr], ...]:
    """The summands of `expression` with their names, in the order of the names; without names where `terms` are not they."""
    found = addends(expression)
    named = [(name, summand) for name, term in terms.items() for summand in addends(term)]
    same = sorted(map(str, found)) == sorted(str(summand) for _, summand in named)
    return tuple(named) if same else tuple(("", summand) for summand in found)
