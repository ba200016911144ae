"""What a lower bound has to lie below: the risk that the check itself derives from the declared hard instances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sympy
from sympy import Ge, Gt, Le, Max, Symbol

from boundcheck.claims import FamilyLowerBound, HardLogits, Letter, MinimaxLowerBound
from boundcheck.minimax import Family, absolute, bernoulli, randomized_response
from boundcheck.minimax.logits import least_risk
from boundcheck.prove import Proved, proof
from boundcheck.symbolic import Statement

EFFORT = 0.5  # in the seconds of `proof`, of what ought to be seen at once
OF_EVERY_METHOD = (MinimaxLowerBound, FamilyLowerBound)


def derived(lower: MinimaxLowerBound | FamilyLowerBound, definitions: Mapping[Symbol, sympy.Expr]) -> sympy.Expr | None:
    """The largest of the risks that the hard instances give; None without one."""
    found = [least_risk(**_fields(hard, definitions)) for hard in lower.hard]
    return Max(*found) if found else None


def no_larger(
    lower: MinimaxLowerBound | FamilyLowerBound,
    greater: sympy.Expr,
    given: Sequence[Any],
    definitions: Mapping[Symbol, sympy.Expr],
    parameters: Sequence[Letter],
) -> bool:
    """Whether `greater`, on the domain `given`, is provably no larger than the risk that the hard instances give.

    They have to be instances on the whole domain: sizes that are not negative, a whole number of coordinates.
    """
    limit = derived(lower, definitions)
    if limit is None:
        return False
    expand = dict(definitions)
    right = greater.xreplace(expand)
    conditions = tuple(c.xreplace(expand) for c in given)
    if not all(_whole(hard.coordinates.xreplace(expand), parameters) for hard in lower.hard):
        return False
    if not all(_follows(c, conditions) for hard in lower.hard for c in _obligations(hard, definitions)):
        return False
    return sympy.expand(right - limit) == 0 or _proved(Statement(right, "<=", limit, conditions))


def in_words(lower: MinimaxLowerBound | FamilyLowerBound) -> str:
    """For a summary: of which instances the check derives a risk, so that a reader sees whether they are the page's."""
    found = "; or ".join(dict.fromkeys(map(_words, lower.hard)))
    return f"; what no method beats is derived for {found}" if found else ""


def is_family(hard: HardLogits, family: Any, loss: Any, point: Mapping[str, Any], definitions: Mapping[Symbol, Any]) -> bool:
    """Whether an instance, at a point, is the family there: the same number of labels, of the same laws, with the same loss."""
    if hard.users is not None or not isinstance(family, Family) or len(family.groups) != 1 or family.hypotheses != 2:
        return False
    at: dict[str, Any] = {
        name: None if e is None else e.xreplace({s: sympy.sympify(point[s.name]) for s in e.free_symbols})
        for name, e in _fields(hard, definitions).items()
    }
    labels = [1 / (1 + sympy.exp(-sign * at["logit"])) for sign in (1, -1)]
    laws = [bernoulli(p) for p in labels]
    if at["epsilon"] is not None:
        laws = [randomized_response(at["epsilon"]).through(law) for law in laws]
    rows = absolute((at["half"], -at["half"])).rows
    group = family.groups[0]
    order = (0, 1) if sympy.N(group.laws[0].probabilities[-1] - group.laws[1].probabilities[-1]) > 0 else (1, 0)
    there = [p for i in order for p in group.laws[i].probabilities]
    mine = [p for law in laws for p in law.probabilities]
    losses = getattr(loss, "rows", ())
    same = len(there) == len(mine) and all(map(_one_number, there, mine))
    sizes = [x for row in losses for x in row], [x for row in rows for x in row]
    return (
        same and len(sizes[0]) == len(sizes[1]) and all(map(_one_number, *sizes))
        and at["coordinates"] == 1 and group.draws == sympy.floor(at["labels"])
    )  # fmt: skip


def _one_number(one: sympy.Expr, other: sympy.Expr) -> bool:
    """Whether two constants agree to forty digits."""
    return bool(abs(sympy.N(one - other, 50, maxn=400, chop=True)) < sympy.Float("1e-40", 50))


def _fields(hard: HardLogits, definitions: Mapping[Symbol, sympy.Expr]) -> dict[str, Any]:
    names = ("half", "logit", "labels", "coordinates", "epsilon", "delta", "users")
    expand = dict(definitions)
    return {name: None if (e := getattr(hard, name)) is None else e.xreplace(expand) for name in names}


def _obligations(hard: HardLogits, definitions: Mapping[Symbol, sympy.Expr]) -> Iterable[Any]:
    """What has to be so for the instance to be one."""
    at = _fields(hard, definitions)
    yield from (Ge(at[name], 0) for name in ("half", "logit", "labels", "delta"))
    yield Ge(at["coordinates"], 1)
    if at["epsilon"] is not None:
        yield Gt(at["epsilon"], 0)
    if at["users"] is not None:
        yield from (Ge(at["users"], 0), Le(at["delta"], 1))


def _whole(expression: sympy.Expr, parameters: Sequence[Letter]) -> bool:
    integers = {p.symbol: Symbol(p.name, integer=True) for p in parameters if p.integer}
    return bool(expression.xreplace(integers).is_integer)


def _follows(condition: Any, given: Sequence[Any]) -> bool:
    if condition in (sympy.true, *given):
        return True
    if condition == sympy.false:
        return False
    relation = "<" if condition.rel_op in ("<", ">") else "<="
    return _proved(Statement(condition.lts, relation, condition.gts, tuple(given)))


def _proved(statement: Statement) -> bool:
    try:
        return isinstance(proof(statement, seconds=EFFORT), Proved)
    except (ValueError, TypeError):  # outside the language of the provers
        return False


def _words(hard: HardLogits) -> str:
    whose = "" if hard.users is None else f" of each of {hard.users} users"
    level = f", privacy {hard.epsilon}" if hard.epsilon is not None else ""
    level += f" and {hard.delta}" if hard.users is not None else ""
    size = f"{hard.coordinates} coordinate(s) of size {hard.half}"
    return f"{size}, {hard.labels} label(s){whose} of logit {hard.logit} about one{level}"
