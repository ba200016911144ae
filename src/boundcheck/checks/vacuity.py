"""Bounds that say nothing: nowhere below what holds without any data, by numbers or by proof."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

from boundcheck.claims import ExpectationBound, HighProbabilityBound
from boundcheck.prove import Proved, proof
from boundcheck.stats.digits import significant
from boundcheck.symbolic.encode import encode, encode_condition
from boundcheck.symbolic.latex import set_in
from boundcheck.symbolic.solution_sets import Rungs, SolutionSet, solution_set
from boundcheck.symbolic.statement import named_addends
from boundcheck.verdict import Evidence, Finding, Outcome, shapes
from boundcheck.verdict import facts as say
from boundcheck.verdict.statements import NamedFormula

from .constants import on_domain
from .context import Context
from .samples import numbers, value

# Where a bound says nothing: it exceeds what holds without any data.

_DECADES = tuple(10.0 ** (k / 2) for k in range(2, 21))  # 10 to 10^10, two a decade
SEARCHED = Rungs(1, 10**15, Fraction)  # the sizes among which is looked

TIGHT = 0.5  # of the explicit bound, for the largest measured quantile


def over_sample_size(bound: HighProbabilityBound, context: Context) -> shapes.Vacuity | None:
    """Explicit, printed and trivial bound over n at the first regime's point, and for which n it speaks.

    `intervals` are all sizes at which the explicit bound is stated and below the trivial one, up to the end of the
    search, and `undecided` those of which nothing is proved; `says_something_from` is there where they are all from
    one on. Returns None where the bound does not depend on ``n``.
    """
    point = dict(bound.regimes[0].point)
    if "n" not in point:
        return None
    places = {n: admitted(bound, context, {**point, "n": n}) for n in _sizes(bound, point)}
    sides = ("explicit", "printed", "trivial")
    at = tuple(
        shapes.VacuityPoint(value=n, **{side: value(context, getattr(bound, side), here) for side in sides})
        for n, here in places.items()
    )
    raised = sorted({name for here in places.values() for name in point if name != "n" and here[name] != point[name]})
    found = informative(bound, context, point)
    named = named_addends(bound.printed, {name: rate for name, (_, rate) in bound.terms.items()})
    terms = [tuple(value(context, term, here) for _, term in named) for here in places.values()] if len(named) > 1 else []
    return shapes.Vacuity(
        at={key: point[key] for key in sorted(point) if key != "n"},
        points=at,
        intervals=tuple(found.inside),
        undecided=tuple(found.undecided),
        says_something_from=_from_one_on(found),
        raised=tuple(raised),
        terms=tuple(terms),
        summands=tuple(NamedFormula(latex=set_in(t, context.letters), name=name or "") for name, t in named) if terms else (),
        curves=curves(bound, context, point),
    )


def curves(bound: HighProbabilityBound, context: Context, point: Mapping) -> shapes.Curves | None:
    """The three bounds as formulas of letters, or None where a letter has no range or a formula is outside the language."""
    sides = {side: context.expand(getattr(bound, side)) for side in ("printed", "explicit", "trivial")}
    names = {symbol.name for side in sides.values() for symbol in side.free_symbols}
    if "n" not in names or not all(isinstance(point.get(name), int | float) for name in names):
        return None
    ranges = {letter.name: letter for letter in context.parameters if letter.typical}
    if not names <= ranges.keys():
        return None
    known = [ranges[name] for name in sorted(names)]
    stated = [*bound.given, *(condition for letter in known for condition in letter.domain)]
    conditions = {c: context.expand(c) for c in stated if {s.name for s in context.expand(c).free_symbols} <= names}
    try:
        return shapes.Curves(
            letters=tuple(
                shapes.CurveLetter(
                    name=letter.name,
                    low=float(min(letter.typical[0], point[letter.name])),
                    high=float(max(letter.typical[1], point[letter.name])),
                    integer=letter.integer,
                )
                for letter in known
            ),
            **{side: encode(formula) for side, formula in sides.items()},
            conditions=tuple(
                shapes.CurveCondition(latex=set_in(printed, context.letters), formula=encode_condition(condition))
                for printed, condition in conditions.items()
            ),
        )
    except ValueError:  # a function that is not of the language, or an infinite bound
        return None


def _sizes(bound: HighProbabilityBound, point: Mapping) -> tuple[float, ...]:
    """The decades, from the smallest to the largest n of a regime that differs from the point in n alone."""
    here = [r.point["n"] for r in bound.regimes if "n" in r.point and {**r.point, "n": point["n"]} == point]
    least, most = float(min(here)), float(max(here))
    before = (least,) if least < _DECADES[0] else ()
    after = tuple(10.0 ** (k / 2) for k in range(21, int(2 * math.log10(max(most, 1.0))) + 1))
    last = (most,) if most > (after or _DECADES)[-1] else ()
    return (*before, *_DECADES, *after, *last)


def admitted(bound: HighProbabilityBound | ExpectationBound, context: Context, point: Mapping) -> dict:
    """`point`, with letters other than ``n`` raised to the least value that the conditions of the bound admit there."""
    here = dict(point)
    for condition in bound.given:
        if isinstance(condition, sympy.Ge) and condition.lhs.is_Symbol and condition.lhs.name in here.keys() - {"n"}:
            name = condition.lhs.name
            here[name] = max(here[name], value(context, condition.rhs, here))
    return here


def informative(bound: HighProbabilityBound, context: Context, point: Mapping) -> SolutionSet:
    """The sizes n at which the bound is stated, with the other letters of `point`, and is below the trivial one."""
    at = {name: Fraction(str(entry)) for name, entry in numbers(point).items() if name != "n"}
    raised: dict[str, sympy.Expr] = {}

    def written(expression: Any) -> Any:
        expanded = context.expand(sympy.sympify(expression))
        return expanded.xreplace({s: raised[s.name] for s in expanded.free_symbols if s.name in raised})

    known = {"n", *at}
    conditions = [c for letter in context.parameters for c in letter.domain if {s.name for s in c.free_symbols} <= known]
    for condition in bound.given:
        if isinstance(condition, sympy.Ge) and condition.lhs.is_Symbol and condition.lhs.name in at:
            name = condition.lhs.name
            raised[name] = sympy.Max(raised.get(name, condition.lhs), written(condition.rhs), evaluate=False)
        else:
            conditions.append(condition)
    if bound.trivial in (sympy.oo, sympy.zoo):
        found = SolutionSet(((SEARCHED.low, SEARCHED.high),), (), SEARCHED)
    else:
        below = sympy.Lt(written(bound.explicit), written(bound.trivial), evaluate=False)
        found = solution_set(below, "n", SEARCHED, at)
    for condition in map(written, conditions):
        if any(symbol.name == "n" for symbol in condition.free_symbols):
            found &= solution_set(condition, "n", SEARCHED, at)
    return found


def _from_one_on(found: SolutionSet) -> int | None:
    """The n from which on the bound speaks, where it speaks from one on and nowhere below."""
    if found.complete and len(found.inside) == 1 and found.inside[0][1] == SEARCHED.high:
        return found.inside[0][0]
    return None


def informs(region: shapes.Vacuity) -> say.Fact:
    """The sizes at which a bound informs, as a fact."""
    ends: dict[str, Any] = {"start": region.says_something_from, "inside": region.intervals, "undecided": region.undecided}
    return say.Informative(at=region.at, raised=region.raised, **ends)


def findings(rows: Sequence[shapes.Regime], region: shapes.Vacuity | None) -> Iterator[Finding]:
    """VACUOUS per regime where the bound exceeds the trivial one, the region's sentence, and how near the errors come.

    Where a quantile lies above its bound neither TIGHT nor LOOSE is true, and the outcome says the rest.
    """
    if region is not None and (region.intervals or not region.undecided):
        yield Finding("INFORMATIVE" if region.intervals else "VACUOUS", informs(region))
    empty = [row.name for row in rows if row.bound >= row.trivial]
    if empty:
        yield Finding("VACUOUS", say.TrivialIn(settings=tuple(empty)), tuple(empty))
    ratios = {row.name: row.quantile / row.bound for row in rows if 0 < row.bound < row.trivial}
    ratios = {name: ratio for name, ratio in ratios.items() if not math.isnan(ratio)}
    if ratios:
        tightest = max(ratios, key=ratios.__getitem__)
        low, high = (significant(end(ratios.values()), 2) for end in (min, max))
        if ratios[tightest] > 1:  # beyond the bound is not close below it
            return
        yield Finding(
            "TIGHT" if ratios[tightest] > TIGHT else "LOOSE",
            say.Tightness(smallest=low, largest=high, setting=tightest),
            () if low == high else (tightest,),
        )


# A bound that says nothing: it is proved that the trivial one is nowhere above it.

EFFORT = 3.0  # in the seconds of `proof`, of the proof that a bound says nothing


def says_nothing(bound: HighProbabilityBound, evidence: Evidence, context: Context) -> Evidence | None:
    """The proof that a bound is nowhere below the trivial one, with its constants and as printed; None without it.

    Looked for only where no regime and no sample size has shown the contrary, and no error exceeds the trivial bound.
    """
    if bound.collapse is not None or getattr(evidence.found.evidence, "above_trivial", False):
        return None
    rows, region = evidence.found.slack or (), evidence.found.vacuity
    if any(row.bound < row.trivial for row in rows) or (region is not None and region.intervals):
        return None
    if not rows and _speaks(bound, context):
        return None
    proofs = []
    for side in dict.fromkeys((bound.explicit, bound.printed)):
        trivial, limit = context.expand(bound.trivial), context.expand(side)
        statement, bare = on_domain(trivial, limit, bound, context.parameters, context.definitions)
        try:
            found = None if bare else proof(statement, seconds=EFFORT)
        except (ValueError, TypeError):  # outside the language of the provers
            found = None
        if not isinstance(found, Proved):
            return None
        proofs.append((statement, found))
    return Evidence(
        Outcome.PROVED,
        say.NeverInforms(),
        certificate={
            "engine": "trivial bound",
            "comparisons": [
                {"what": "the trivial bound is at most this one", "certificate": found.certificate} for _, found in proofs
            ],
        },
        statements=tuple(statement for statement, _ in proofs),
    )


def _speaks(bound: HighProbabilityBound, context: Context) -> bool:
    """Whether the bound is below the trivial one at a point of its regimes or at a larger n; it takes no sample to see that."""
    sides = [[value(context, side, regime.point) for side in (bound.explicit, bound.trivial)] for regime in bound.regimes]
    if any(explicit < trivial for explicit, trivial in sides):
        return True
    region = over_sample_size(bound, context)
    return region is not None and bool(region.intervals)
