"""Which proved step ties an explicit bound to the printed one, at instances and for derived risks too."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import sympy
from sympy import Max, Symbol

from boundcheck.claims import (
    By,
    FamilyLowerBound,
    HardLogits,
    Identity,
    Inequality,
    InstanceInequality,
    Letter,
    MinimaxLowerBound,
    Step,
)
from boundcheck.minimax import Family, absolute, bernoulli, randomized_response
from boundcheck.minimax.labels import least_risk
from boundcheck.prove import Proved, proof
from boundcheck.symbolic import Statement, number
from boundcheck.symbolic import broken as broken_conditions
from boundcheck.symbolic.inner_products import is_matrix
from boundcheck.verdict import Outcome, StepVerdict, facts

# Letters at an instance: which conditions it keeps, and whether a proved line implies the statement there.
#
# A line speaks of letters, an `InstanceInequality` of what it computes. The line settles the statement only where the two are
# tied: the numbers of `letters` keep every condition of the line, its left side is at least the statement's, and its right
# side at most. Squares of both sides do as well, where the line's are not negative.

ROUNDING = 1e-9  # by which a condition may be missed at an instance in floats
MARGIN = 1e-6  # of the larger side, by which sides in floats may differ; both were fixed before anything was searched
DRAWN = ((8, 0.25), (16, 1.0), (8, 4.0))  # instances at which a line is tied, and the scale of their vectors

Definitions = Mapping[sympy.Symbol, sympy.Expr]


def broken(inequality: InstanceInequality, vectors: Iterable[Sequence[float]], definitions: Definitions) -> list[Any]:
    """The conditions of the statement that one of the instances breaks."""
    found: dict[Any, None] = {}
    for vector in vectors if inequality.letters is not None else ():
        values = _values(inequality, inequality.instance(np.asarray(vector, float)))
        found |= dict.fromkeys(c for c in inequality.given if not _kept(c, values, definitions))
    return list(found)


def implied(
    inequality: Any, line: Identity | Inequality, definitions: Definitions, worst: Sequence[float] = ()
) -> bool:
    """Whether a line implies the statement, with the numbers of `letters`, at drawn instances and at the `worst` one.

    Without letters none does. Nor does any line where one of its conditions is the statement itself, the conclusion among
    the hypotheses. Further circles are not looked for: a reader sees the conditions beside the statement.
    """
    if not isinstance(inequality, InstanceInequality) or inequality.letters is None:
        return False
    cases = [inequality.instance(np.asarray(vector, float)) for vector in _vectors(inequality, worst)]
    points = [(case, _values(inequality, case)) for case in cases]
    kept = all(_kept(condition, values, definitions) for condition in line.given for _, values in points)
    if not kept or not all(_ties(inequality, line.lhs, line.rhs, *point, definitions) for point in points):
        return False
    return not any(
        all(_the_same(inequality, low, high, *point, definitions) for point in points)
        for condition in line.given
        for low, high in _bounds(condition)
    )


def computes(inequality: InstanceInequality, line: Identity | Inequality, definitions: Definitions) -> bool:
    """Whether the sides of a line, with the numbers of `letters`, are those that the statement computes, at drawn instances."""
    if inequality.letters is None:
        return False
    for vector in _vectors(inequality, ()):
        case = inequality.instance(np.asarray(vector, float))
        values = _values(inequality, case)
        for side, computed in ((line.lhs, inequality.lhs), (line.rhs, inequality.rhs)):
            found, due = _number(side, values, definitions), float(computed(case))
            if not (_at_most(found, due) and _at_most(due, found)):
                return False
    return True


def _vectors(inequality: InstanceInequality, worst: Sequence[float]) -> Iterator[Sequence[float]]:
    """The worst instance, and some that the words of the statement alone determine."""
    if len(worst) == inequality.dimension:
        yield worst
    rng = np.random.default_rng(zlib.crc32(inequality.words.encode()))
    for many, scale in DRAWN:
        yield from scale * rng.standard_normal((many, inequality.dimension))


def _ties(
    inequality: InstanceInequality,
    low: Any,
    high: Any,
    case: dict,
    values: tuple[dict[str, float], dict[str, list]],
    definitions: Definitions,
) -> bool:
    """Whether ``lhs <= low`` and ``high <= rhs`` at an instance, or so for the squares of `low` and `high`."""
    lhs, rhs = float(inequality.lhs(case)), float(inequality.rhs(case))
    least, most = _number(low, values, definitions), _number(high, values, definitions)
    if _at_most(lhs, least) and _at_most(most, rhs):
        return True
    room = -MARGIN * max(abs(least), abs(most))
    return min(least, most) >= room and _at_most(lhs, least**2) and _at_most(most**2, rhs)


def _the_same(
    inequality: InstanceInequality,
    low: Any,
    high: Any,
    case: dict,
    values: tuple[dict[str, float], dict[str, list]],
    definitions: Definitions,
) -> bool:
    """Whether ``low <= high`` has the slack of the statement at an instance, or that of its roots."""
    lhs, rhs = float(inequality.lhs(case)), float(inequality.rhs(case))
    slack = _number(high, values, definitions) - _number(low, values, definitions)
    roots = (math.sqrt(rhs) - math.sqrt(lhs),) if min(lhs, rhs) >= 0 else ()
    return any(abs(slack - due) <= MARGIN * max(abs(slack), abs(due)) + ROUNDING for due in (rhs - lhs, *roots))


def _number(side: Any, values: tuple[dict[str, float], dict[str, list]], definitions: Definitions) -> float:
    """The value of a side with these numbers; nan where a letter has none."""
    try:
        return float(number(sympy.sympify(side).xreplace(dict(definitions)), values[0]))
    except (KeyError, TypeError, ValueError):
        return math.nan


def _at_most(one: float, other: float) -> bool:
    return bool(one - other <= MARGIN * max(abs(one), abs(other)) + ROUNDING)


def _bounds(condition: Any) -> list[tuple[Any, Any]]:
    """The sides of a condition, the lesser one first; both ways of an equation."""
    if getattr(condition, "rel_op", None) == "==":
        return [(condition.lhs, condition.rhs), (condition.rhs, condition.lhs)]
    return [(condition.lts, condition.gts)] if hasattr(condition, "lts") else []


def _values(inequality: InstanceInequality, case: dict) -> tuple[dict[str, float], dict[str, list]]:
    """The numbers of the letters at an instance, by name, those of a row as ``x[1]``, ``x[2]``, ...; and the rows."""
    assert inequality.letters is not None
    values = inequality.letters(case)
    rows = {name: list(row) for name, row in values.items() if np.ndim(row)}
    at = {name: float(value) for name, value in values.items() if name not in rows}
    return at | {f"{name}[{i}]": float(value) for name, row in rows.items() for i, value in enumerate(row, 1)}, rows


def _kept(condition: Any, values: tuple[dict[str, float], dict[str, list]], definitions: Definitions) -> bool:
    """Whether an instance keeps a condition; one on ``x[i]`` is read for every i of the rows."""
    at, rows = values
    own = condition.xreplace(dict(definitions))
    inner = {total.limits[0][0] for total in own.atoms(sympy.Sum)}
    index = {s for x in own.atoms(sympy.Indexed) for s in x.indices if s.is_Symbol} - inner
    lengths = [len(rows.get(str(x.base), ())) for x in own.atoms(sympy.Indexed) if set(x.indices) & index]
    many = min(lengths) if lengths else 1
    return many > 0 and all(met(own, at | {s.name: float(i) for s in index}) for i in range(1, many + 1))


def met(condition: Any, at: Mapping[str, Any]) -> bool:
    """Whether a condition is met at a point, up to rounding; one of which a letter is missing is not."""
    if condition in (sympy.true, sympy.false):
        return bool(condition)
    try:
        sides = (condition.lhs, condition.rhs) if condition.rel_op == "==" else (condition.lts, condition.gts)
        lesser, greater = (number(side, at) for side in sides)
    except (KeyError, AttributeError):
        return False
    room = ROUNDING * max(abs(lesser), abs(greater), 1.0)
    return bool(abs(lesser - greater) <= room if condition.rel_op == "==" else lesser <= greater + room)


# What a lower bound has to lie below: the risk that the check itself derives from the declared hard instances.

NAMES = ("half", "logit", "labels", "coordinates", "epsilon", "delta", "users")  # what `least_risk` is told
RISK_EFFORT = 0.5  # in the seconds of `proof`, of what ought to be seen at once
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


def hard_instances(lower: MinimaxLowerBound | FamilyLowerBound) -> tuple[facts.HardInstance, ...]:
    """Of which instances the check derives a risk, so that a reader sees whether they are the page's."""
    return tuple(dict.fromkeys(map(_hard_instance, lower.hard)))


def outside(
    lower: MinimaxLowerBound | FamilyLowerBound,
    points: Mapping[str, Mapping[str, Any]],
    definitions: Mapping[Symbol, sympy.Expr],
) -> facts.FeatureShrinks | facts.NoMember | None:
    """At which of the points an instance is no member of the model, and why; None if it is one at all of them."""
    for hard in lower.hard:
        if shrinking := hard.shrinking(definitions):
            return facts.FeatureShrinks(str(hard.feature), tuple(map(str, shrinking)))
    for name, point in points.items():
        for hard in lower.hard:
            if missed := broken_conditions(hard.membership, point, definitions):
                return facts.NoMember(name, str(missed[0]))
    return None


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
    names = NAMES
    expand = dict(definitions)
    return {name: None if (e := getattr(hard, name)) is None else e.xreplace(expand) for name in names}


def _obligations(hard: HardLogits, definitions: Mapping[Symbol, sympy.Expr]) -> Iterable[Any]:
    """What has to be so for the instance to be a member of the model, on the whole domain."""
    return (condition.xreplace(dict(definitions)) for condition in hard.membership)


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
        return isinstance(proof(statement, seconds=RISK_EFFORT), Proved)
    except (ValueError, TypeError):  # outside the language of the provers
        return False


def _hard_instance(hard: HardLogits) -> facts.HardInstance:
    names = facts.HardInstance.__struct_fields__
    return facts.HardInstance(*("" if (found := getattr(hard, name)) is None else str(found) for name in names))


# Which proved step ties the explicit version of a part to the printed one: the one whose field says so, and which says it.

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
        said = proved(step, settled) if rests_on_proof(step, steps) else None
        if said is not None and composed(statement, said, definitions, parameters, worst):
            return step, said
    return None


def rests_on_proof(step: Step, steps: Known) -> bool:
    """Whether the step of the same claim, of which this one is an instance, is proved or mended, and so on; true of all else."""
    used = getattr(step.statement, "source", None)
    label = used.label if isinstance(used, Step) else used
    others = [known for known in steps if known[0].label != step.label]  # one of its own label is another result's
    sources = [(other, settled) for other, settled in others if other.label == label]
    return all(proved(other, settled) is not None and rests_on_proof(other, others) for other, settled in sources)


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

    Of a bound with a constant of its own: ``explicit <= constant * printed``, side by side; that says what the constant is, and
    nothing of the error. Of a bound that no method beats the left side is the bound, and the right side lies below what the
    check itself derives from the hard instances that the part declares. Of a statement on the instances of a family the
    formula implies it at those that are looked at (`at_instances`). No line speaks of the error of a bound that is printed with
    its constants, of a lower bound of one method, or of a comparison of errors: such a statement is settled by none.
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
        return not alike(explicit, limit) and alike(lhs, explicit) and alike(rhs, limit)
    return implied(statement, said, definitions, worst)


def alike(one: sympy.Expr, other: sympy.Expr) -> bool:
    """Whether two expressions are one, up to the order and the expansion of sums and products."""
    if is_matrix(one) or is_matrix(other):
        return one == other
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


def beyond(said: Identity | Inequality, given: Iterable[Any], parameters: Sequence[Letter]) -> list[Any]:
    """Conditions of a proved formula that do not follow from `given`, the stated domain of the part."""
    conditions = tuple(given)
    stated = {str(condition) for condition in (*conditions, *(c for p in parameters for c in p.domain))}
    mine = {symbol.name: symbol for condition in conditions for symbol in condition.free_symbols}
    asked = [c for c in said.given if str(c) not in stated]
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
