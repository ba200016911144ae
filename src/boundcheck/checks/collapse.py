"""No constant can do: a rate that falls below an error which is too likely on an instance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy
from sympy import Ge

from boundcheck.claims import Collapse, FiniteLaw, HighProbabilityBound, Inequality
from boundcheck.stats import proportion_interval
from boundcheck.stats.digits import significant
from boundcheck.symbolic import number
from boundcheck.verdict import Evidence, Outcome
from boundcheck.verdict.facts import About, CollapseOpen, NoConstant
from boundcheck.verdict.statements import Witness

from . import formulas
from .context import Context
from .samples import cell, sample_of

# What no error falls below with a stated probability: said by proved lines, or enumerated from a finite law.

MOST_OUTCOMES = 100_000  # of an enumeration


@dataclass(frozen=True)
class Floor:
    """The least error of an instance, with its probability and how both are known; or why they are not.

    Parameters
    ----------
    error, probability : sympy.Expr
    method : str
    missing : dict
        Why there is none, as the fields of a `CollapseOpen`; empty where there is one.
    """

    error: sympy.Expr = sympy.S.Zero
    probability: sympy.Expr = sympy.S.One
    method: str = ""
    missing: dict[str, Any] = field(default_factory=dict)


def floor_of(claimed: Collapse, context: Context) -> Floor:
    for line in (*claimed.rests_on, *(e for e in (claimed.error, claimed.likely) if isinstance(e, Inequality))):
        if not is_proved(line, context):
            return Floor(missing={"why": "line", "about": line_as_text(line)})
    if isinstance(claimed.error, FiniteLaw):
        return enumerated(claimed.error)
    likely = sympy.S.One if claimed.likely is None else claimed.likely.lhs
    return Floor(claimed.error.lhs, likely, "by proved lines, and drawn in the instance")


def enumerated(law: FiniteLaw) -> Floor:
    """The least positive error of a finite law, with the exact probability of an error at least that large."""
    total = sympy.S.Zero
    weights: dict[sympy.Expr, sympy.Expr] = {}
    for count, outcome in enumerate(law.outcomes()):
        if count >= MOST_OUTCOMES:
            return Floor(missing={"why": "many outcomes", "of": MOST_OUTCOMES})
        error = sympy.sympify(law.error(outcome))
        weight = sympy.S.One if law.probability is None else sympy.sympify(law.probability(outcome))
        if not weight.is_Rational or weight < 0 or not error.is_number or error.atoms(sympy.Float):
            return Floor(missing={"why": "not exact", "about": f"{outcome!r:.60}"})
        total += weight
        weights[error] = weights.get(error, sympy.S.Zero) + weight
    if law.probability is not None and total != 1:
        return Floor(missing={"why": "sum", "about": str(total)})
    positive = [error for error in weights if error.is_positive]
    if not positive or (law.probability is None and len(positive) < len(weights)):
        return Floor(missing={"why": "no error"})
    likely = sympy.S.One if law.probability is None else sum((weights[e] for e in positive), sympy.S.Zero)
    least = min(positive, key=lambda error: sympy.N(error, 50))
    return Floor(least, likely, "exact enumeration, drawn in the instance")


def is_proved(line: Any, context: Context) -> bool:
    if line.lhs.is_Rational and line.rhs.is_Rational:  # without a letter there is nothing to search
        return bool(line.lhs < line.rhs if line.strict else line.lhs <= line.rhs)
    return formulas.check(line, context).outcome is Outcome.PROVED


def line_as_text(line: Any) -> str:
    return f"{line.lhs} {line.relation} {line.rhs}"[:200]


# No constant can do: a rate that falls below an error which is too likely on an instance.

REPEATS = 200  # drawn in the instance
LARGER = (sympy.Integer(2), sympy.Rational(3, 2))  # values of C at which an instance is drawn besides 1
LARGEST = 2**62  # of a number that is counted
ROUNDING = 1e-9  # of the error's size, by which a drawn error may fall below the exact one


def settle(bound: HighProbabilityBound, context: Context, sampled: bool = True) -> Evidence | None:
    """Prove ``C * rate < least error`` for every ``C >= 1`` on the instance; None if the bound names no instance.

    The least error is enumerated or proved here, and its probability must exceed `failure`, for every C. The instance lies
    where the bound is stated, for every C, which is proved. Drawn in it, for two values of C where it moves with C, the
    error must not come less often than is said.

    Parameters
    ----------
    bound : HighProbabilityBound
    context : Context
    sampled : bool
        Whether the instance is drawn; a record is verified without.
    """
    claimed = bound.collapse
    if claimed is None:
        return None
    floor = floor_of(claimed, context)
    if floor.missing:
        return _open(claimed, floor.missing)
    if place := _moving(bound, claimed) or _outside(bound, claimed, context):
        return _open(claimed, place)
    at = dict(claimed.point)
    failure, every = context.expand(bound.failure).subs(at), (Ge(claimed.constant, 1),)
    if not is_proved(Inequality(failure, floor.probability, every, strict=True), context):
        return _open(claimed, {"why": "probability"})
    beside = context.expand(claimed.beside).subs(at)
    if not is_proved(Inequality(sympy.S.Zero, beside, every), context):
        return _open(claimed, {"why": "negative"})
    lhs = claimed.constant * context.expand(bound.printed).subs(at) + beside
    proof = formulas.check(Inequality(lhs, floor.error, every, strict=True), context)
    if proof.outcome is not Outcome.PROVED:
        return Evidence(Outcome.UNDECIDED, About(claimed.words, proof.fact), statement=proof.statement)
    if sampled and (against := _drawn(claimed, floor, context)):
        return replace(_open(claimed, against), statement=proof.statement, trusted=proof.trusted)
    return Evidence(
        Outcome.REFUTED,
        NoConstant(words=claimed.words),
        method=f"{floor.method}; {proof.method}",
        certificate=proof.certificate,
        witness=Witness(
            point={str(symbol): str(value) for symbol, value in claimed.point.items()},
            lhs=str(floor.error),
            rhs=str(lhs),
            text=claimed.words,
        ),
        statement=proof.statement,
        trusted=proof.trusted,
    )


def _open(claimed: Collapse, why: Mapping[str, Any]) -> Evidence:
    return Evidence(Outcome.UNDECIDED, CollapseOpen(words=claimed.words, **why))


def _moving(bound: HighProbabilityBound, claimed: Collapse) -> dict[str, Any]:
    """Whether an error in a unit of its own is that of an instance which moves with C; nothing if it is not.

    The unit is one number, as one over the least error; so the instance stays, and only its failure probability moves.
    """
    moves = [symbol for symbol, value in claimed.point.items() if sympy.sympify(value).has(claimed.constant)]
    moves = [str(symbol) for symbol in moves if symbol not in bound.failure.free_symbols]
    if claimed.unit == 1 or not moves:
        return {}
    return {"why": "moves", "about": ", ".join(moves)}


def _outside(bound: HighProbabilityBound, claimed: Collapse, context: Context) -> dict[str, Any]:
    """Which condition of the bound, or of a letter, is not proved at the instance for every C; nothing if all are."""
    at, every = dict(claimed.point), (Ge(claimed.constant, 1),)
    for condition in (*bound.given, *(c for p in context.parameters for c in p.domain)):
        here = context.expand(condition).subs(at)
        if here == sympy.true or (here != sympy.false and here.free_symbols - {claimed.constant}):
            continue  # of a letter that the instance leaves open nothing is asked
        said = {"why": "outside", "about": str(condition)}
        if here == sympy.false or getattr(here, "rel_op", "") not in ("<", "<=", ">", ">="):
            return said
        strict = here.rel_op in ("<", ">")
        direct = is_proved(Inequality(here.lts, here.gts, every, strict=strict), context)
        # of high powers of C the quotient is easier
        if not direct and not (
            is_proved(Inequality(sympy.S.Zero, here.gts, every, strict=True), context)
            and is_proved(Inequality(here.lts / here.gts, sympy.S.One, every, strict=strict), context)
        ):
            return said
    return {}


def _drawn(claimed: Collapse, floor: Floor, context: Context) -> dict[str, Any]:
    """What the samples of the instance say against the floor; nothing if they do not.

    An instance that moves with C is drawn once more, for the first of some larger values at which it can be drawn.
    """
    first = _against(claimed, floor, context, sympy.S.One)
    if first or not any(sympy.sympify(value).has(claimed.constant) for value in claimed.point.values()):
        return first or {}
    for constant in LARGER:
        found = _against(claimed, floor, context, constant)
        if found is not None:
            return found
    return {"why": "not drawn", "about": " or ".join(map(str, LARGER))}


def _against(claimed: Collapse, floor: Floor, context: Context, constant: sympy.Rational) -> dict[str, Any] | None:
    """What samples at one value of C say against the floor; None where none can be drawn there."""
    one = {claimed.constant: constant}
    point: dict[str, Any] = {
        **{symbol.name: _plain(sympy.sympify(value).subs(one)) for symbol, value in claimed.point.items()},
        **claimed.more,
    }
    counted = {p.name for p in context.parameters if p.integer} & point.keys()
    started = {
        symbol.name
        for symbol, value in claimed.point.items()
        if sympy.sympify(value).subs(claimed.constant, 1).is_Integer
    }
    if any(point[name] > LARGEST or (name in started and not isinstance(point[name], int)) for name in counted):
        return None
    least = number(floor.error.subs(one), {}) * number(sympy.sympify(claimed.unit).subs(one), {})
    name = "instance of the refutation" + (f" at C = {constant}" if constant != 1 else "")
    wanted = cell(context, name, claimed.experiment, point, REPEATS)
    sample = sample_of(context.run([wanted])[wanted])
    reached = sample.error >= least * (1 - ROUNDING) if least > 0 else sample.error > ROUNDING
    count, repeats = int((reached & sample.sound).sum()), int(sample.sound.sum())
    if not repeats and constant != 1:
        return None
    high = proportion_interval(count, repeats, context.risk / 12, side="upper").high if repeats else 0.0
    stated = number(floor.probability.subs(one), {})
    if count == repeats > 0 or (stated < 1 and high >= stated):
        return {}
    at = "" if constant == 1 else str(constant)
    sizes = {"error": significant(least, 4), "share": significant(stated, 4)}
    return {"why": "drawn", "about": at, "count": count, "of": repeats, **sizes}


def _plain(value: sympy.Expr) -> float | int:
    return int(value) if value.is_Integer else float(value)
