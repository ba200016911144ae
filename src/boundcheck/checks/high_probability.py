"""High-probability bounds: is the explicit version violated, does it bite, do its false versions fail, what does a record keep?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import msgspec
import sympy

from boundcheck.claims import Claim, HighProbabilityBound
from boundcheck.stats import proportion_interval
from boundcheck.stats.digits import significant
from boundcheck.symbolic import encode
from boundcheck.verdict import Evidence, Finding, Outcome, shapes, statements
from boundcheck.verdict import facts as say
from boundcheck.verdict.shapes import Found, OfBound
from boundcheck.verdict.statements import Witness

from . import collapse, constants, corners, false_versions, samples, vacuity, worst_constant
from .constants import on_domain
from .context import Certified, Context, Sampled
from .samples import (
    METHOD,
    NOUGHT,
    ROUNDING,
    Sample,
    cell,
    counted,
    counts_of,
    failures_of,
    measured_of,
    refuted,
    row_of_counts,
    sample_of,
    tested_at,
    value,
    violation_row,
)
from .settling import Known, by_step
from .worst_constant import quoted, sides_at
from .worst_constant import retold as worst_cases

# A bound as far as it goes without samples: for results that others rest on.

EFFORT = 0.2  # in the seconds of `prove`: where the result is checked itself more is spent on its constant


def check_unsampled(bound: HighProbabilityBound, context: Context) -> Evidence:
    """Its exact refutation, where it has one, and how its constant is settled; no sample is drawn."""
    collapsed = collapse.settle(bound, context, sampled=False)
    if collapsed is not None and collapsed.outcome is Outcome.REFUTED:
        return collapsed
    found = constants.settle(
        bound,
        context.name,
        parameters=context.parameters,
        definitions=context.definitions,
        steps=context.steps,
        effort=EFFORT,
    )
    known = shapes.Constant(explicit=None, upper=None, settled=found.settled, by=found.fact)
    return Evidence(Outcome.SUPPORTED, say.NoSample(), found=Found(constant=known))


# The constant of a bound in a record, held against what the claim and its proved steps say of it today.

def differences(
    key: str, statement: HighProbabilityBound, part: shapes.HighProbabilityBoundPart, claim: Claim, steps: Known
) -> Iterator[tuple[str, str]]:
    """How the recorded constant of a bound differs from what the claim, with its proved steps, says of it."""
    place = f"constant of part {key}"
    constant = part.constant
    if constant is None:
        return
    if constant.claimed != str(statement.constant):
        yield place, "the installed claim names another constant"
        return
    expand = dict(claim.definitions)
    explicit, limit = (
        sympy.sympify(e).xreplace(expand)
        for e in (statement.explicit, sympy.sympify(statement.constant) * statement.printed)
    )
    if constant.upper not in (None, quoted(sympy.sympify(statement.constant))):
        yield place, "the record quotes another constant"
    if constant.settled == "step" and by_step(statement, key, expand, steps) is None:
        yield place, "no proved step settles it"
    if constant.certificate is not None:
        mine, _ = on_domain(explicit, limit, statement, tuple(claim.parameters), expand)
        if constant.checked != encode(mine):
            yield place, "the record is of another statement"
    elif constant.settled in ("equal", "proved") and explicit != limit:
        yield place, "NOT replayed: nothing shows it, and the two sides are not one expression"
    yield from _terms(place, statement, constant.per_term, claim)


def _terms(
    place: str, bound: HighProbabilityBound, rows: Sequence[shapes.PerTerm], claim: Claim
) -> Iterator[tuple[str, str]]:
    """How the recorded constants of the named terms differ from what the claim says of these."""
    if [row.term for row in rows] != [*bound.terms]:
        yield place, "the installed claim has other terms"
        return
    expand = dict(claim.definitions)
    for row, sides in zip(rows, bound.terms.values(), strict=True):
        if row.constant is None:
            continue
        explicit, printed = (side.xreplace(expand) for side in sides)
        limit = sympy.Rational(Fraction(row.constant)) * printed
        mine, _ = on_domain(explicit, limit, bound, tuple(claim.parameters), expand)
        shown = row.checked == encode(mine) if row.certificate else sympy.expand(explicit - limit) == 0
        if not shown:
            yield f"{place}, term {row.term}", "nothing shows the constant of the record for the term of the claim"


# What samples say of a bound: refuted, undecided or supported, with the constant, the false versions and the reserves beside.

Rows = list[shapes.Regime]


@dataclass(frozen=True)
class Drawn:
    """What was drawn for a bound.

    Parameters
    ----------
    rows, corners : list of Regime
        Rates of violation at the regimes and worst cases, and at corners of the domain, which can refute alone.
    mutants : list of Mutant
        False versions that the claim lists.
    variants : Variants
        Those that are made from the bound.
    worst : dict
        Worst cases of the constant, by how they were searched for.
    failures : tuple of Failure
    each : float
        The error probability of one interval.
    """

    rows: Rows
    corners: Rows
    mutants: list[shapes.Mutant]
    variants: shapes.Variants
    worst: dict[str, worst_constant.WorstCase]
    failures: tuple[shapes.Failure, ...]
    each: float

    @property
    def violated(self) -> Rows:
        """Where the bound is certainly exceeded more often than it allows; a corner that may be none of its domain is left out."""
        return [row for row in (*self.rows, *self.corners) if row.rate_low > row.allowed and not _open_to_doubt(row)]

    @property
    def doubtful(self) -> Rows:
        """Corners at which it is exceeded, where a kept letter may belong to what was moved, or a moved one has no range."""
        return [row for row in self.corners if row.rate_low > row.allowed and _open_to_doubt(row)]

    @property
    def reported(self) -> Rows:
        """The rows that are reported: a corner only where it refutes."""
        return [*self.rows, *(row for row in self.violated if row in self.corners)]

    @property
    def unclear(self) -> Rows:
        """Where it may be exceeded more often than it allows, by more than the margin."""
        violated = self.violated
        return [row for row in self.reported if row.rate_high > samples.limit(row.allowed) and row not in violated]

    @property
    def near(self) -> list[str]:
        """Where the margin decides."""
        return [row.name for row in self.reported if row.allowed < row.rate_high <= samples.limit(row.allowed)]


def _open_to_doubt(row: shapes.Regime) -> bool:
    """Whether a corner may be none of the statement's."""
    return bool(row.kept or row.unstated)


@dataclass(frozen=True)
class Settled:
    """What provers say of a bound, beside its samples.

    Parameters
    ----------
    collapsed : Evidence, optional
        The refutation of every constant, or why there is none; None of a bound that names no instance.
    constant : Claimed
    terms : tuple of PerTerm
        The constants of its named terms.
    """

    collapsed: Evidence | None
    constant: constants.Claimed
    terms: tuple[shapes.PerTerm, ...]


def sampled_outcome(bound: HighProbabilityBound, drawn: Drawn, known: Settled, context: Context) -> Evidence:
    """The evidence that samples give; a bound that no constant saves is refuted without them."""
    region = vacuity.over_sample_size(bound, context)
    collapsed, constant = known.collapsed, constants.at_points(known.constant, bound.constant, drawn.reported)
    found = _found(bound, drawn, constant, region, known.terms)
    findings = tuple(_findings(bound, drawn, constant, region))
    if collapsed is not None and collapsed.outcome is Outcome.REFUTED:
        return replace(collapsed, findings=findings, found=found)
    if drawn.violated:
        experiments = {regime.name: regime.experiment for regime in bound.regimes}
        return refuted(drawn.violated, "data sets", "the bound", experiments, findings, found, context)
    if drawn.unclear or drawn.doubtful:
        return Evidence(Outcome.UNDECIDED, _open(drawn, context), METHOD, findings, found=found)
    method = METHOD + (", worst-case search" if drawn.worst else "")
    return Evidence(Outcome.SUPPORTED, _agreeing(bound, drawn), method, findings, found=found)


def _found(
    bound: HighProbabilityBound, drawn: Drawn, constant: constants.Claimed, region: Any, terms: tuple[shapes.PerTerm, ...]
) -> Found:
    survivors = tuple(m.name for m in drawn.mutants if not m.killed)
    killed, total = len(drawn.mutants) - len(survivors), len(drawn.mutants)
    return Found(
        evidence=OfBound(
            repeats=sum(row.repeats for row in drawn.reported),
            corners=tuple(map(_corner, drawn.corners)),
            margin=shapes.Margin(factor=samples.FACTOR, within=tuple(drawn.near)),
            variants=drawn.variants,
        ),
        slack=tuple(drawn.reported),
        constant=worst_constant.summary(bound, drawn.worst, constant, terms),
        mutants=shapes.Mutants(killed=killed, total=total, survivors=survivors, rows=tuple(drawn.mutants)),
        vacuity=region,
        failures=drawn.failures,
    )


def _corner(row: shapes.Regime) -> shapes.Corner:
    """What is kept of a corner, whether it refutes or not."""
    return shapes.Corner(**{name: getattr(row, name) for name in shapes.Corner.__struct_fields__})


def _findings(bound: HighProbabilityBound, drawn: Drawn, constant: constants.Claimed, region: Any) -> list[Finding]:
    """What is worth knowing beside the outcome: a bound that says little, a constant that is false."""
    rows = drawn.reported
    findings = list(vacuity.findings(rows, region))
    doubtful = constant.settled in ("refuted", "unusable") or (constant.settled == "step" and constant.witness)
    if doubtful and constant.fact is not None:
        findings.append(Finding("CONSTANT", constant.fact))
    if not any(row.biting for row in rows):
        findings.append(Finding("TOOTHLESS", say.Blunt(what="the bound")))
    meant = {regime.name for regime in bound.regimes if regime.biting}
    blunt = [row.name for row in rows if row.name in meant and not row.biting]
    if blunt:
        findings.append(Finding("TOOTHLESS", say.Blunt(what="the bound", settings=tuple(blunt)), tuple(blunt)))
    return findings


def _open(drawn: Drawn, context: Context) -> say.Fact:
    """What would decide it."""
    if not drawn.unclear:
        row = max(drawn.doubtful, key=lambda r: r.rate_low / r.allowed)
        return corners.open_at(row, say.Over(violations=row.violations, repeats=row.repeats))
    lost = [row.name for row in drawn.unclear if row.unsound == row.repeats]
    if not lost:
        return samples.rates(drawn.unclear, drawn.each, context.budget)
    return say.NoFiniteError(settings=tuple(lost), message=drawn.failures[0].message if drawn.failures else "")


def _agreeing(bound: HighProbabilityBound, drawn: Drawn) -> say.Fact:
    """How often the bound was exceeded, and which rate would have been seen."""
    rows = drawn.reported
    searched = len(rows) - len(bound.regimes)
    near = tuple(drawn.near)
    return say.Within(
        of="data sets", what="the explicit bound", near=near, settings=len(rows), searched=searched, **counted(rows)
    )


# The evidence that the counts of a record give of a bound: what a check says after it has drawn, without a draw or a proof.

def drawn_again(
    bound: HighProbabilityBound, settled: shapes.HighProbabilityBoundPart, context: Context, each: float, each_corner: float
) -> Drawn:
    """What was drawn, by the counts and quantiles of a record; formulas, limits of rates and allowances are computed.

    Raises
    ------
    ValueError
        The rows are not those of the regimes, worst cases, corners and mutants of the bound.
    """
    evidence, slack = settled.evidence, settled.slack or ()
    if [row.name for row in slack[: len(bound.regimes)]] != [regime.name for regime in bound.regimes]:
        raise ValueError("its rows are not at the points of the claim, one for each")

    def row(name: str, point: Mapping[str, Any], counts: Any, measured: Any, share: float) -> shapes.Regime:
        return row_of_counts(name, point, counts, measured, **sides_at(bound, point, context), each=share)

    rows = [
        row(regime.name, regime.point, counts_of(shown), measured_of(shown), each)
        for regime, shown in zip(bound.regimes, slack, strict=False)
    ]
    worst = worst_cases(bound, slack[len(rows) :], settled.constant, context, each)
    rows += [case.row for case in worst.values()]
    shown = {reported.name: reported for reported in slack[len(rows) :]}
    at_corners: Rows = []
    for corner in evidence.corners:
        if corners.outside(bound, context, corner.point):
            raise ValueError(f"the bound is not stated at {corner.name!r}")
        share = each_corner / 2 if corner.name.endswith(corners.ONCE_MORE) else each_corner
        again = row(corner.name, corner.point, counts_of(corner), measured_of(shown.get(corner.name)), share)
        aside = {name: getattr(corner, name) for name in ("kept", "unstated", "failed")}
        at_corners.append(msgspec.structs.replace(again, made=corners.words_of(corner), **aside))
    mutants = _mutants(bound, settled.mutants.rows if settled.mutants is not None else (), context, each)
    quantiles = {row.name: row.quantile for row in rows}
    made = false_versions.retold(bound, evidence.variants, quantiles, context, each)
    return Drawn(rows, at_corners, mutants, made, worst, settled.failures or (), each)


def _mutants(
    bound: HighProbabilityBound, shown: Sequence[shapes.Mutant], context: Context, each: float
) -> list[shapes.Mutant]:
    """The mutants of the claim, killed or not by the recorded limits of their rates, each of which is that of a count."""
    if len(shown) != len(bound.mutants):
        raise ValueError("its mutants are not those of the claim")
    rows = []
    for mutant, row in zip(bound.mutants, shown, strict=True):
        allowed, low = value(context, bound.failure, mutant.regime.point), float(row.rate_low)
        if not _is_a_limit(low, context.budget.repeats, each):
            raise ValueError(f"the rate of the mutant {mutant.name!r} is the limit of no count")
        rows.append(_mutant(mutant, low, allowed, row.ratio))
    return rows


def _mutant(mutant: Any, low: float, allowed: float, ratio: float | None) -> shapes.Mutant:
    return shapes.Mutant(
        name=mutant.name,
        text=mutant.words,
        regime=mutant.regime.name,
        killed=low > allowed,
        rate_low=low,
        allowed=allowed,
        ratio=ratio,
    )


def _is_a_limit(low: float, repeats: int, each: float) -> bool:
    """Whether a number is the lower limit of the rate that some count has; the limit rises with the count."""
    least, most = 0, repeats
    while least < most:
        middle = (least + most) // 2
        if _limit(middle, repeats, each) < low:
            least = middle + 1
        else:
            most = middle
    return _limit(least, repeats, each) == low


def _limit(count: int, repeats: int, each: float) -> float:
    return significant(float(proportion_interval(count, repeats, each, side="lower").low))


def settled_again(bound: HighProbabilityBound, settled: shapes.HighProbabilityBoundPart, context: Context) -> Settled:
    """What provers said of a bound, as its record has it; each certificate replays, and what no prover said is said again."""
    collapsed = None
    if bound.collapse is not None and settled.certificate is not None:
        said = (Outcome[settled.outcome], settled.fact, settled.method)
        collapsed = Evidence(*said, certificate=settled.certificate, witness=settled.witness)
    terms = () if settled.constant is None else settled.constant.per_term
    return Settled(collapsed, constants.retold(bound, settled.constant, context), terms)


def evidence_again(
    bound: HighProbabilityBound, drawn: Drawn, settled: shapes.HighProbabilityBoundPart, context: Context
) -> Evidence:
    """The evidence that these samples, and what provers said, give."""
    return sampled_outcome(bound, drawn, settled_again(bound, settled, context), context)


def zeros(bound: HighProbabilityBound, drawn: Drawn, settled: shapes.HighProbabilityBoundPart) -> int:
    """How many errors there are, where the record says that every one is 0, and no quantile says otherwise."""
    said = any(isinstance(finding.fact, say.AllZero) for finding in settled.findings)
    rows = drawn.rows[: len(bound.regimes)]
    return sum(row.repeats for row in rows) if said and not any(row.quantile > 0 for row in rows) else 0


# High-probability bounds: is the explicit version violated, does it bite, and do its mutants die?

CORNERS = 4  # regimes, as which all corners together count in the split of the risk


def check(bound: HighProbabilityBound, context: Context) -> Evidence:
    """Test the explicit version in every regime and against worst cases; find the smallest constant.

    The part's risk is split over every interval that is reported: three per regime, as much as for four regimes for all
    corners together, two per mutant, one for all false versions that are made from the bound, which are held against the
    probes as well, and three per worst case, each of which is confirmed on samples that the search has not seen. A corner of
    the domain can refute; where nothing is clear there it says nothing, and where its experiment fails the record says how.
    """
    negative = _negative(bound, context)
    if negative is not None:
        return negative
    extreme, unmoved = corners.made(bound, context)
    each, each_corner = _shares(bound, context, len(extreme))
    regimes = {regime.name: regime for regime in bound.regimes}
    repeats = context.budget.repeats
    cells = {name: cell(context, name, r.experiment, r.point, repeats) for name, r in regimes.items()}
    cells |= {
        f"mutant: {m.name}": cell(context, f"mutant: {m.name}", m.regime.experiment, m.regime.point, repeats)
        for m in bound.mutants
    }
    cells |= {f"probe: {r.name}": cell(context, f"probe: {r.name}", r.experiment, r.point, repeats) for r in bound.probes}
    cells |= {c.regime.name: cell(context, c.regime.name, c.regime.experiment, c.regime.point, c.repeats) for c in extreme}
    results = context.run(list(cells.values()))
    samples = {name: sample_of(results[c]) for name, c in cells.items()}
    rows = [_row(context, bound, name, samples[name], r.point, each) for name, r in regimes.items()]
    worst = worst_constant.worst_cases(bound, context, each)
    rows += [case.row for case in worst.values()]
    at_corners = [_corner_row(context, bound, corner, samples.pop(corner.regime.name), each_corner) for corner in extreme]
    at_corners = _once_more(bound, context, extreme, at_corners, each_corner / 2)
    mutants = [_mutant_row(context, bound, m, samples[f"mutant: {m.name}"], each) for m in bound.mutants]
    drawn = [(r, samples[name]) for name, r in regimes.items()]
    drawn += [(r, samples[f"probe: {r.name}"]) for r in bound.probes]
    made = false_versions.killed(bound, drawn, context, each)
    drawn_for = Drawn(rows, at_corners, mutants, made, worst, failures_of(samples), each)
    collapsed = collapse.settle(bound, context)
    constant = constants.settle(
        bound, context.name, parameters=context.parameters, definitions=context.definitions, steps=context.steps
    )
    known = Settled(collapsed, constant, constants.per_term(bound, context))
    beside = unmoved, _above_trivial(rows, samples)
    return _whole(sampled_outcome(bound, drawn_for, known, context), drawn_for, beside, _all_zero(samples, regimes))


def _whole(evidence: Evidence, drawn: Drawn, beside: tuple[Any, tuple[str, ...]], zeros: int) -> Evidence:
    """The evidence with where it was tested, with what else was seen, and with a word where every error is 0."""
    points = [row.point for row in (*drawn.rows, *drawn.corners) if row.unsound < row.repeats]
    seen = {"tested_at": tested_at(points), "kept_at_corners": beside[0] or None, "above_trivial": beside[1]}
    known = evidence.found.evidence
    assert isinstance(known, OfBound)
    kept = msgspec.structs.replace(evidence.found, evidence=msgspec.structs.replace(known, **seen))
    evidence = replace(evidence, found=kept)
    if not zeros:
        return evidence
    return replace(evidence, findings=(*evidence.findings, Finding("TOOTHLESS", say.AllZero(errors=zeros))))


def _shares(bound: HighProbabilityBound, context: Context, corners_: int) -> tuple[float, float]:
    """The error probability of one interval, and of one at a corner of so many."""
    searches = worst_constant.SEARCHES if bound.instance is not None else 2
    each = context.risk / (3 * (len(bound.regimes) + min(corners_, CORNERS) + searches) + 2 * len(bound.mutants) + 1)
    return each, each * min(1.0, CORNERS / max(1, corners_))


def _negative(bound: HighProbabilityBound, context: Context) -> Evidence | None:
    """A bound below zero at a regime's point is false of an error, which is a distance; that takes no simulation."""
    below = {r.name: value(context, bound.explicit, r.point) for r in bound.regimes}
    below = {name: size for name, size in below.items() if size < -NOUGHT}
    if not below or bound.collapse is not None:
        return None
    first = next(regime for regime in bound.regimes if regime.name in below)
    return Evidence(
        Outcome.REFUTED,
        say.NegativeBound(settings=tuple((name, significant(size, 4)) for name, size in below.items())),
        method="the bound at the points of the regimes",
        witness=Witness(
            point={key: sympy.sstr(first.point[key]) for key in sorted(first.point)},
            lhs="0",
            rhs=f"{below[first.name]:.6g}",
            text=f"the bound in regime {first.name}",
        ),
        found=Found(evidence=OfBound(negative=tuple(below))),
    )


def _above_trivial(rows: Iterable[shapes.Regime], samples: Mapping[str, Sample]) -> tuple[str, ...]:
    """The regimes in which an error that was drawn exceeds the trivial bound: there that is not what always holds."""
    trivial = {row.name: row.trivial for row in rows if row.name in samples}
    largest = {name: float(samples[name].error[samples[name].sound].max(initial=0.0)) for name in trivial}
    return tuple(name for name in trivial if largest[name] > trivial[name] * (1 + ROUNDING))


def _all_zero(samples: Mapping[str, Sample], names: Iterable[str]) -> int:
    """How many errors there are in the regimes, if every one is 0; else 0."""
    errors = [samples[name].error for name in names]
    total = sum(map(len, errors))
    return total if all(not error.any() for error in errors) else 0


def _row(context: Context, bound: HighProbabilityBound, name: str, sample, point, each: float) -> shapes.Regime:
    return violation_row(context, name, sample, point, **sides_at(bound, point, context), each=each)


def _corner_row(context: Context, bound: HighProbabilityBound, corner: corners.Corner, sample, each: float) -> shapes.Regime:
    """A row with the words for the point, what was kept there, and why nothing was drawn."""
    row = _row(context, bound, corner.regime.name, sample, corner.regime.point, each)
    return msgspec.structs.replace(row, made=corner.words, **corners.described(corner, sample))


def _once_more(
    bound: HighProbabilityBound, context: Context, extreme: Iterable[corners.Corner], rows: Rows, each: float
) -> Rows:
    """The rows, with fresh samples for those of few repeats that seem to exceed the bound too often, and do not for sure.

    Of the three intervals of a corner only the two of its rate are reported, which leaves half of each for these.
    """
    few = [(corner, row) for corner, row in zip(extreme, rows, strict=True) if corner.repeats < context.budget.repeats]
    open_ = {
        row.name: corners.once_more(corner, context)
        for corner, row in few
        if row.rate_low <= row.allowed < row.violations / max(1, row.repeats)
    }
    cells = {
        name: cell(context, c.regime.name, c.regime.experiment, c.regime.point, c.repeats) for name, c in open_.items()
    }
    results = context.run(list(cells.values())) if cells else {}
    fresh = {name: _corner_row(context, bound, c, sample_of(results[cells[name]]), each) for name, c in open_.items()}
    return [fresh.get(row.name, row) for row in rows]


def _mutant_row(context: Context, bound: HighProbabilityBound, mutant, sample, each: float) -> shapes.Mutant:
    """A mutant is killed when its violation rate is certainly above what it allows."""
    point = mutant.regime.point
    false = mutant.bound if mutant.bound is not None else bound.explicit
    row = violation_row(
        context,
        mutant.name,
        sample,
        point,
        bounds={
            "explicit": value(context, false, point),
            "printed": value(context, bound.printed, point),
            "trivial": value(context, bound.trivial, point),
        },
        allowed=value(context, bound.failure, point),
        each=each,
    )
    return _mutant(mutant, row.rate_low, row.allowed, row.quantile / row.bound if row.bound else float("inf"))


def again(bound: HighProbabilityBound, settled: statements.Settled, context: Context) -> Evidence | None:
    """The exact refutation of every constant, where the bound has one; all else rests on samples."""
    found = collapse.settle(bound, context, sampled=False)
    return found if found is not None and found.outcome is Outcome.REFUTED else None


def retold(bound: HighProbabilityBound, settled: shapes.HighProbabilityBoundPart, context: Context) -> Evidence:
    """The evidence that the recorded counts give; what no count says, as which letters the simulation takes, is left as it is."""
    if (negative := _negative(bound, context)) is not None:
        return negative
    evidence = settled.evidence
    each, each_corner = _shares(bound, context, len(evidence.corners))
    drawn = drawn_again(bound, settled, context, each, each_corner)
    said = evidence_again(bound, drawn, settled, context)
    return _whole(said, drawn, (evidence.kept_at_corners, evidence.above_trivial), zeros(bound, drawn, settled))


class Bound(Sampled):
    """A bound whose constant may be settled, and that may collapse or say nothing, without any sample."""

    no_constant = True

    def without_samples(self, statement: Any, context: Context) -> Evidence:
        return check_unsampled(statement, context)

    def again(self, statement: Any, settled: statements.Settled, context: Context) -> Evidence | None:
        return again(statement, settled, context)

    def empty(self, statement: Any, evidence: Evidence, context: Context) -> Evidence | None:
        return vacuity.says_nothing(statement, evidence, context)

    def stated(self, statement: Any, claim: Claim) -> Sequence[Any]:
        return constants.stated(statement, claim)

    def constant(self, key: str, statement: Any, part: Any, claim: Claim, steps: Known) -> Certified:
        return differences(key, statement, part, claim, steps)


CHECKS = (Bound(HighProbabilityBound, check, retold, samples.deciding),)
