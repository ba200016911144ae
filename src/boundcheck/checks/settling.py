"""Which proved step settles a part: the one whose field says so, and which says the composed inequality."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import sympy
from sympy import Symbol

from boundcheck.claims import (
    By,
    Identity,
    Inequality,
    Letter,
    Outcome,
    Step,
    StepVerdict,
)
from boundcheck.prove import Proved, proof
from boundcheck.symbolic import Statement, number

from .at_instances import implied
from .derived_risk import OF_EVERY_METHOD, no_larger

Known = Sequence[tuple[Step, StepVerdict | None]]
EFFORT = 0.2  # in the seconds of `proof`, of a condition that ought to follow from the stated domain
POINTS = ((0.12, 0.031), (0.55, 0.17))  # value of the first letter, and from one letter to the next
CLEAR = 1e-6  # of the larger side: far above the rounding of floats of this size


def by_step(
    statement: Any,
    key: str,
    definitions: Mapping[Symbol, sympy.Expr],
    steps: Known,
    parameters: Sequence[Letter] = (),
    worst: Sequence[float] = (),
) -> tuple[Step, Identity | Inequality] | None:
    """The step that settles the part `key`, with what it proves; None without one.

    It is proved (or mended, and then its repair counts), of scope ``page``, names the part in `Step.settles`, and says
    the composed inequality. Two equal sides say nothing. A step that names this reading goes before one that names the part.
    Of a statement on instances `worst` is the vector of the worst one that was found.
    """
    for step, settled in sorted(steps, key=lambda known: key not in known[0].settles):
        if step.scope != "page" or not {key, key.partition("@")[0]} & set(step.settles):
            continue
        said = proved(step, settled) if _rests_on_proof(step, steps) else None
        if said is not None and composed(statement, said, definitions, parameters, worst):
            return step, said
    return None


def _rests_on_proof(step: Step, steps: Known) -> bool:
    """Whether the step of the same claim, of which this one is an instance, is proved or mended; true of all else."""
    used = getattr(step.statement, "source", None)
    label = used.label if isinstance(used, Step) else used
    return all(proved(other, settled) is not None for other, settled in steps if other.label == label)


def proved(step: Step, settled: StepVerdict | None) -> Identity | Inequality | None:
    """What a step proves as a formula: its statement, its repair where it is false, the display of an instance."""
    statement: Any = step.statement
    beside: tuple[Any, ...] = ()
    if settled is not None and settled.evidence.outcome is Outcome.REFUTED:
        mended = settled.repair is not None and settled.repair.outcome is Outcome.PROVED
        statement = step.repair.statement if step.repair is not None and mended else None
    elif settled is not None and settled.evidence.outcome is not Outcome.PROVED:
        return None
    if isinstance(statement, By):  # the display of an instance stands under the conditions of both
        statement, beside = statement.says, statement.given
    if not isinstance(statement, Identity | Inequality):
        return None
    more = tuple(condition for condition in beside if condition not in statement.given)
    return replace(statement, given=(*statement.given, *more)) if more else statement


def composed(
    statement: Any,
    said: Identity | Inequality,
    definitions: Mapping[Symbol, sympy.Expr],
    parameters: Sequence[Letter] = (),
    worst: Sequence[float] = (),
) -> bool:
    """Whether a proved formula is the composed inequality of a statement.

    Of a bound with a constant of its own: ``explicit <= constant * printed``, side by side. Of a bound that is printed
    with its constants either the right side is the bound, and the left side, another expression in all of its letters,
    is what the proof derives; or the formula, which speaks of the failure probability, is proved for every letter from
    the bound on, ``2*exp(-2*n*t**2) <= delta`` given ``t >= bound``. Of a bound that no method beats the left side is
    the bound, and the right side lies below what the check itself derives from the hard instances that the part
    declares: a sample of methods refutes such a bound too rarely for a line to be taken at its word. A lower bound of one method
    is settled by no line: what its right side has to do with the method nothing shows. Of a statement on the instances of
    a family the formula implies it at those that are looked at (`at_instances`). Any other statement that is no formula is
    settled by no line either.
    """
    expand = dict(definitions)
    lhs, rhs = (side.xreplace(expand) for side in (said.lhs, said.rhs))
    if isinstance(statement, OF_EVERY_METHOD):
        given = (*stated_domain(statement, parameters), *said.given)
        return alike(lhs, statement.bound.xreplace(expand)) and no_larger(statement, rhs, given, expand, parameters)
    if alike(lhs, rhs):
        return False
    if all(isinstance(getattr(statement, name, None), sympy.Expr) for name in ("explicit", "printed", "constant")):
        explicit, limit = (e.xreplace(expand) for e in (statement.explicit, statement.constant * statement.printed))
        if not alike(explicit, limit):
            return alike(lhs, explicit) and alike(rhs, limit)
        derived = alike(rhs, limit) and lhs.free_symbols >= limit.free_symbols
        risk = getattr(statement, "failure", None)
        return derived or (_from_on(said, limit, expand) is not None and risk in (lhs - rhs).free_symbols)
    if getattr(statement, "lower", False):
        return False
    if isinstance(bound := getattr(statement, "printed", getattr(statement, "bound", None)), sympy.Expr):
        bound = bound.xreplace(expand)
        return alike(rhs, bound) and lhs.free_symbols >= bound.free_symbols
    return implied(statement, said, definitions, worst)


def _from_on(said: Identity | Inequality, bound: sympy.Expr, expand: Mapping[Symbol, sympy.Expr]) -> Any:
    """The condition of a formula that a letter of its own is at least the bound; None without one."""
    for condition in said.given:
        low, high = getattr(condition, "lts", None), getattr(condition, "gts", None)
        own = isinstance(high, Symbol) and high not in bound.free_symbols
        if own and isinstance(low, sympy.Expr) and alike(low.xreplace(dict(expand)), bound):
            return condition
    return None


def alike(one: sympy.Expr, other: sympy.Expr) -> bool:
    """Whether two expressions are one, up to the order and the expansion of sums and products."""
    return one == other or (not _apart(one, other) and _expands_to_zero(one - other))


def _apart(one: sympy.Expr, other: sympy.Expr) -> bool:
    """Whether floats see a difference at a point: nothing is to be expanded then."""
    names = sorted({symbol.name for symbol in one.free_symbols | other.free_symbols})
    for low, step in POINTS:
        point = {name: low + step * place for place, name in enumerate(names)}
        try:
            left, right = number(one, point), number(other, point)
        except (KeyError, ValueError, TypeError):  # a letter with places, or what has no float
            return False
        if math.isfinite(left) and math.isfinite(right) and abs(left - right) > CLEAR * max(abs(left), abs(right)):
            return True
    return False


@lru_cache(maxsize=256)
def _expands_to_zero(difference: sympy.Expr) -> bool:
    return sympy.expand(difference) == 0


def beyond(
    said: Identity | Inequality,
    given: Iterable[Any],
    parameters: Sequence[Letter],
    bound: sympy.Expr | None = None,
    definitions: Mapping[Symbol, sympy.Expr] | None = None,
) -> list[Any]:
    """Conditions of a proved formula that do not follow from `given`, the stated domain of the part.

    That a letter of its own is at least `bound` is no condition on the domain.
    """
    tail = None if bound is None else _from_on(said, bound, definitions or {})
    conditions = tuple(given)
    stated = {str(condition) for condition in (*conditions, *(c for p in parameters for c in p.domain))}
    mine = {symbol.name: symbol for condition in conditions for symbol in condition.free_symbols}
    asked = [c for c in said.given if c is not tail and str(c) not in stated]
    return [c for c in asked if not follows(c, conditions, mine)]


def follows(condition: Any, given: Sequence[Any], letters: Mapping[str, Symbol] | None = None) -> bool:
    """Whether the provers get a condition from others, in a short while."""
    if condition == sympy.true or str(condition) in {str(other) for other in given}:
        return True
    if isinstance(condition, sympy.And):
        return all(follows(each, given, letters) for each in condition.args)
    if getattr(condition, "rel_op", None) not in ("<", "<=", ">", ">="):
        return False
    own = letters or {symbol.name: symbol for each in given for symbol in each.free_symbols}
    put = {symbol: own.get(symbol.name, symbol) for symbol in condition.free_symbols}
    lesser, greater = condition.lts.xreplace(put), condition.gts.xreplace(put)
    relation = "<" if condition.rel_op in ("<", ">") else "<="
    try:
        return isinstance(proof(Statement(lesser, relation, greater, tuple(given)), seconds=EFFORT), Proved)
    except (ValueError, TypeError):  # outside the language of the provers
        return False


def stated_domain(statement: Any, parameters: Sequence[Letter]) -> tuple[Any, ...]:
    """The conditions under which a statement speaks: its own, and the domains of the claim's letters."""
    return (*getattr(statement, "given", ()), *(c for p in parameters for c in p.domain))
