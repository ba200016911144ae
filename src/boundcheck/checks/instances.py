"""Instances and definitions: the worst one of a family, quantities evaluated literally, an instance in a few numbers."""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import ByDefinition, Definition, Identity, InstanceInequality
from boundcheck.stats.digits import AGREED, significant
from boundcheck.symbolic import enclosure
from boundcheck.verdict import Evidence, Finding, Outcome, facts
from boundcheck.verdict.shapes import Found, OfDefinition, OfInstances, Value
from boundcheck.verdict.statements import Witness

from . import formulas
from .context import TESTED, Check, Context, Evaluated, Quote
from .settling import MARGIN, broken

# An instance in a few numbers, for the record: what an experiment says of itself at a point.

MOST_ATOMS = 60
MOST_NUMBERS = 600  # of the features of all atoms together
PER_ATOM = ("features", "weights", "logits", "changed")
SEED = 0


def described(experiment: Any, point: Mapping[str, Any]) -> dict[str, Any]:
    """What ``experiment.describe(rng, **point)`` says, as JSON numbers of six digits; empty if it says nothing.

    Parameters
    ----------
    experiment
        Any object that a regime may hold. ``describe`` is optional. It returns a mapping of numbers, texts and arrays;
        ``features`` (k, d), ``weights``, ``logits`` and ``changed`` (k,) speak of the same atoms, of which the heaviest
        are kept, and ``theta`` (d,) is the truth.
    point : mapping

    Returns
    -------
    numbers : dict
        With ``left_out``, the number of atoms that are not in it, and ``dimension``.
    """
    describe = getattr(experiment, "describe", None)
    said = describe(np.random.default_rng(SEED), **point) if describe is not None else None
    if not said:
        return {}
    arrays = {name: np.asarray(said[name], float) for name in PER_ATOM if said.get(name) is not None}
    count = min((len(array) for array in arrays.values()), default=0)
    kept = _heaviest(arrays, count)
    found = {name: value for name, value in said.items() if name not in PER_ATOM}
    if "features" in arrays:
        found["dimension"] = int(arrays["features"].shape[1])
        if len(kept) * found["dimension"] > MOST_NUMBERS:
            del arrays["features"]
    found |= {name: array[kept] for name, array in arrays.items()}
    return {name: _plain_value(value) for name, value in found.items()} | {"left_out": count - len(kept)}


def _heaviest(arrays: Mapping[str, np.ndarray], count: int) -> np.ndarray:
    """Places of the atoms to keep, in their order: the heaviest, and among equals those that were corrupted."""
    keys = [-arrays[name][:count] for name in ("changed", "weights") if name in arrays]
    order = np.lexsort(keys) if keys else np.arange(count)
    return np.sort(order[:MOST_ATOMS])


def _plain_value(value: Any) -> Any:
    """Six digits are enough to draw, and the same on every machine."""
    if isinstance(value, str) or value is None:
        return value
    if np.ndim(value):
        return [_plain_value(item) for item in np.asarray(value).tolist()]
    if isinstance(value, int | np.integer):
        return int(value)
    return float(f"{float(value):.6g}") if abs(value) > 1e-12 else 0.0  # rounding errors are not the same everywhere


# Instance inequalities: worst-case search over a family, re-evaluation of the best instance by exact arithmetic or balls.

# Instances are rounded to this denominator before they are judged; the search itself uses floats.
DENOMINATOR = 10**6
RESTARTS = 8
TIES = 2.0**-32 * 1e-12  # ratios are compared at the digits on which processors agree, equal ones by the bytes of their vectors:
# rounding errors choose no way along a flat side, nor does the order in which a sort leaves equals


def check_instance(inequality: InstanceInequality, context: Context) -> Evidence:
    """Random restarts, then a local optimiser on lhs/rhs; the worst instances are re-evaluated as `at` does.

    A refutation is an exact rational instance. Without one the statement is SUPPORTED by the search, with the
    largest ratio found, which is also how tight it is.
    """
    rng = np.random.default_rng([context.seed, zlib.crc32(f"{context.claim}/{context.name}".encode())])
    if inequality.dimension < 1:
        return Evidence(Outcome.UNDECIDED, facts.NoDimension())
    found, undefined = _search(inequality, context, rng)
    candidates = sorted(found, key=lambda pair: -pair[0])
    best_ratio, best = candidates[0]
    for _, vector in candidates[:3]:
        again = at(inequality, [Fraction(v).limit_denominator(DENOMINATOR) for v in vector])
        if again is not None:
            return replace(again, found=Found(evidence=OfInstances(ratio=best_ratio)))
    evaluations = context.budget.evaluations * RESTARTS
    if outside := broken(inequality, [vector for _, vector in candidates], context.definitions):
        return Evidence(
            Outcome.UNDECIDED,
            facts.ConditionsBroken(tuple(map(str, outside))),
            method="worst-case search over instances",
        )
    if undefined:
        return Evidence(
            Outcome.UNDECIDED,
            facts.NoValueAtInstances(undefined),
            method="worst-case search over instances",
            found=Found(evidence=OfInstances(undefined=undefined)),
        )
    return Evidence(
        Outcome.SUPPORTED,
        facts.NoViolation(evaluations, f"{best_ratio:.6g}"),
        method="worst-case search over instances",
        findings=(Finding("TIGHT", facts.NearlyEqual()),) if best_ratio > 0.99 else (),
        found=Found(evidence=OfInstances(ratio=best_ratio, instance=tuple(float(v) for v in best))),
    )


def at(inequality: InstanceInequality, vector: Sequence[Fraction]) -> Evidence | None:
    """The refutation by one rational vector, or None.

    Sides that are fractions are compared as such, and SymPy numbers in ball arithmetic. Floats refute by more than a
    margin alone, and the sentence says that they are floats.
    """
    instance = inequality.instance(np.array(vector, dtype=object))
    lhs, rhs = inequality.lhs(instance), inequality.rhs(instance)
    violated, method, exact = _compared(lhs, rhs)
    if not violated:
        return None
    return Evidence(
        Outcome.REFUTED,
        facts.FalseAtInstance(exact, f"{float(lhs):.6g}", f"{float(rhs):.6g}", inequality.words),
        method=f"worst-case search, {method}",
        certificate={"engine": "exact instance", "vector": [str(v) for v in vector]},
        witness=Witness(
            point={f"u_{i}": str(v) for i, v in enumerate(vector)},
            lhs=str(lhs),
            rhs=str(rhs),
            text="; ".join(filter(None, (inequality.words, inequality.vector))),
        ),
    )


def _compared(lhs: Any, rhs: Any) -> tuple[bool, str, bool]:
    """Whether the left side is certainly larger, by which arithmetic, and whether that is exact."""
    exact = int | Fraction | np.integer | sympy.Rational
    if isinstance(lhs, exact) and isinstance(rhs, exact):
        return bool(lhs > rhs), "exact re-evaluation in fractions", True
    balls = exact | sympy.Expr
    if isinstance(lhs, balls) and isinstance(rhs, balls):
        gap = _exactly(lhs) - _exactly(rhs)
        if gap.is_number and not gap.atoms(sympy.Float):
            try:
                return enclosure(gap, {})[0] > 0, "re-evaluation in ball arithmetic", True
            except ArithmeticError:  # no sign within the bits at hand, or no value
                return False, "", True
    left, right = float(lhs), float(rhs)
    beyond = left - right > MARGIN * max(abs(left), abs(right))
    return beyond, f"in floating point, beyond a margin of {MARGIN:g}", False


def _exactly(side: Any) -> sympy.Expr:
    return sympy.Rational(side.numerator, side.denominator) if isinstance(side, Fraction) else sympy.sympify(side)


def _search(inequality: InstanceInequality, context: Context, rng: np.random.Generator) -> tuple[list, int]:
    """Ratios with their vectors, and at how many instances a side has no value."""
    from scipy.optimize import minimize

    undefined = 0

    def loss(vector: np.ndarray) -> float:
        instance = inequality.instance(vector)
        rhs = float(inequality.rhs(instance))
        lhs = float(inequality.lhs(instance))
        if math.isnan(lhs) or math.isnan(rhs):
            nonlocal undefined
            undefined += 1
            return 0.0
        if rhs <= 0:
            return 0.0 if lhs <= 0 else -1e12
        return significant(-lhs / rhs, AGREED) + max(1.0, abs(lhs / rhs)) * TIES * zlib.crc32(vector.tobytes())

    found = []
    for _ in range(RESTARTS):
        starts = rng.standard_normal((max(context.budget.evaluations // 2, 8), inequality.dimension))
        values = [loss(start) for start in starts]
        start = starts[int(np.argmin(values))]
        result = minimize(
            loss, start, method="Nelder-Mead", options={"maxfev": context.budget.evaluations // 2, "xatol": 1e-6}
        )
        found.append((significant(-float(result.fun), AGREED), np.asarray(result.x)))
    return found, undefined


def again(inequality: InstanceInequality, settled: Any, context: Context) -> Evidence | None:
    """The instance of a record, evaluated; None where the outcome rests on a search that found none."""
    if settled.outcome != ("PROVED" if settled.shape == "Disputed" else "REFUTED"):
        return None
    vector = (settled.certificate or {}).get("vector") or []
    exact = [Fraction(value) for value in vector]
    if len(exact) != inequality.dimension:
        return Evidence(Outcome.UNDECIDED, facts.NotViolated())
    return at(inequality, exact) or Evidence(Outcome.UNDECIDED, facts.NotViolated())


# Definitions: quantities evaluated literally on small instances, and displays that say what a letter is.


def check_definition(definition: Definition, context: Context) -> Evidence:
    """A definition is degenerate if every instance gives the same 0 or infinity, or if one is undefined."""
    values = [_value(definition, instance) for instance in definition.instances]
    shown = tuple(Value(instance=_in_words(i), value=_shown(v)) for i, v in zip(definition.instances, values, strict=True))
    numbers = [float(v) for v in values if isinstance(v, Real)]
    undefined = [place for place, v in enumerate(values) if v is None or (isinstance(v, Real) and math.isnan(float(v)))]
    if undefined:
        return Evidence(
            Outcome.REFUTED,
            facts.UndefinedAt(shown[undefined[0]].instance),
            method="evaluated literally",
            witness=Witness(
                point=_point(definition.instances[undefined[0]]),
                lhs="undefined",
                rhs="",
                text=definition.words,
            ),
            found=Found(evidence=OfDefinition(values=shown)),
        )
    if len(numbers) == len(values) > 1 and len(set(numbers)) == 1 and numbers[0] in (0.0, math.inf):
        return Evidence(
            Outcome.REFUTED,
            facts.Degenerate(f"{numbers[0]:g}"),
            method="evaluated literally",
            witness=Witness(
                point=_point(definition.instances[0]),
                lhs=str(numbers[0]),
                rhs="",
                text=definition.words,
            ),
            found=Found(evidence=OfDefinition(values=shown)),
        )
    strange = [v for v in values if not isinstance(v, Real | sympy.Expr | str | tuple | list | np.ndarray)]
    if strange or any(isinstance(v, sympy.Expr) and v.is_extended_real is False for v in values):
        return Evidence(
            Outcome.UNDECIDED,
            facts.NoRealValue(tuple(dict.fromkeys(type(v).__name__ for v in strange))),
            method="evaluated literally",
            found=Found(evidence=OfDefinition(values=shown)),
        )
    return Evidence(
        Outcome.SUPPORTED,
        facts.Computed(len(values)),
        method="evaluated literally",
        findings=(Finding("EVALUATED", facts.Values(tuple((r.instance, r.value) for r in shown))),),
        found=Found(evidence=OfDefinition(values=shown, quantity=definition.words)),
    )


def _value(definition: Definition, instance: dict) -> Any:
    """The value on an instance; None where the formula as written divides by zero."""
    try:
        return definition.evaluate(**instance)
    except ZeroDivisionError:
        return None


def _shown(value: Any) -> str:
    """A value in words, one in floating point at the digits on which processors agree."""
    return str(significant(value, AGREED) if isinstance(value, float) else value)


def _in_words(instance: dict) -> str:
    return ", ".join(f"{name} = {value}" for name, value in instance.items())


def _point(instance: dict) -> dict[str, str]:
    return {name: str(value) for name, value in instance.items()}


def check_display(display: ByDefinition, context: Context) -> Evidence:
    """A definition written as a display: nothing to compare for a new letter; else the two sides are compared."""
    letter = display.lhs.is_Symbol and display.lhs not in context.definitions
    if letter and display.lhs not in display.rhs.free_symbols:
        return Evidence(Outcome.ASSUMED, facts.DefinedHere(str(display.lhs)), method="by definition")
    return formulas.check(Identity(display.lhs, display.rhs, display.given), context)


def _display(display: ByDefinition) -> Identity:
    """The identity that a definition written as a display is."""
    return Identity(display.lhs, display.rhs, display.given)


class Instances(Check):
    """A refutation is an instance, which is evaluated again; behind any other outcome stands a search."""

    outcomes, evaluated = TESTED, ("REFUTED",)

    def again(self, statement: Any, settled: Any, context: Context) -> Evidence | None:
        return again(statement, settled, context)


class Display(Quote):
    """A definition is cited where it names a letter; else it is an identity."""

    outcomes = (*Quote.outcomes, "ASSUMED")


CHECKS = (
    Instances(InstanceInequality, check_instance),
    Evaluated(Definition, check_definition),
    Display(ByDefinition, check_display, _display),
)
