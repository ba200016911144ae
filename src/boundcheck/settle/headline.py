"""The headline: outcome, severity, and the facts that a reviewer quotes. Computed from outcomes; nobody types it in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import sympy

from boundcheck.checks.formulas import hardly_met
from boundcheck.claims import Claim, KeyFinding, Reading
from boundcheck.claims.fields import shapes_with
from boundcheck.claims.texts import SLOT
from boundcheck.verdict import (
    Headline,
    Outcome,
    PartVerdict,
    Severity,
    StepVerdict,
    Verdict,
)
from boundcheck.verdict import conclusions as say
from boundcheck.verdict.conclusions import Quoted, Reason, SampledAt
from boundcheck.verdict.facts import Fact
from boundcheck.verdict.result import AsPrinted, Fault, Literally, News, RestsOn
from boundcheck.verdict.result import KeyFinding as Told
from boundcheck.verdict.shapes import Found, OfDefinition, OfProvers, Ranks

from .completeness import borrowed, cited, complete, evaluated, idle, of_one_mechanism, sampled, shaky, special, unshown
from .severity import (
    LITERAL,
    SETTLED,
    Rescue,
    another_line,
    chosen,
    faults,
    is_literal,
    mended,
    open_rate,
    open_under,
    refuted_constant,
    rescues,
    severity,
    stands,
    under,
    with_mending,
)

__all__ = ["LITERAL", "conclude", "word"]
_REPAIRED = (Severity.MISPRINT, Severity.PROOF, Severity.READING, Severity.RANGE)


def conclude(
    claim_id: str,
    claim: Claim,
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...] = (),
) -> Verdict:
    """The verdict on `claim`: severity first, and from it the headline's word and its facts."""
    steps = with_mending(claim, steps)
    found = rescues(claim, parts)
    weight = severity(claim, found, steps)
    carried = tuple(chosen(found).values())
    whole = complete(claim, carried, steps, rests) and not another_line(found)
    headline = word(weight, carried, steps, whole, rests)
    false = faults(claim_id, claim, parts, steps, found)
    facts = [*_facts(claim, headline, weight, found, parts, steps, rests, false)]
    if weight in _REPAIRED:
        facts += map(_holds_under, dict.fromkeys(rescue.reading for rescue in found if rescue.reading is not None))
    literal = _as_printed(claim, headline, found, parts, false)
    findings, better = key_findings(claim, parts, steps)
    news = (*_news(claim, weight, found, parts, steps, rests), *better)
    survives = next(chain(survivors(claim, parts), mended_parts(claim, parts)), "") if headline is Headline.REFUTED else ""
    return Verdict(claim_id, headline, tuple(facts), literal, parts, steps, weight, news, false, rests, survives, findings)


def _holds_under(reading: Reading) -> Fact:
    return say.HoldsUnder(reading=reading.name)


def word(
    weight: Severity,
    parts: Sequence[PartVerdict],
    steps: Sequence[StepVerdict],
    whole: bool,
    rests: Sequence[RestsOn] = (),
) -> Headline:
    """The headline's word: it follows severity, is the least of its parts, and hangs on what the result rests on."""
    stated = [part for part in parts if part.key not in {*cited(parts), *idle(parts)}]
    if not stated and (parts or all(s.evidence.outcome is Outcome.ASSUMED for s in steps)) and weight is Severity.NONE:
        return Headline.NOTHING_TO_CHECK
    if weight is Severity.OPEN:
        return Headline.UNDECIDED
    if weight.reaches(Severity.CONDITION):
        return Headline.REFUTED
    if hangs_on(rests):
        return Headline.CONDITIONAL
    if not whole:
        return Headline.SUPPORTED
    return Headline.HOLDS if weight is Severity.NONE else Headline.HOLDS_REPAIRED


def hangs_on(rests: Sequence[RestsOn]) -> list[RestsOn]:
    """The used results that are false as printed; where none is, those that hang on one that is."""
    false = [rest for rest in rests if rest.outcome == Headline.REFUTED.name]
    return false or [rest for rest in rests if rest.outcome == Headline.CONDITIONAL.name]


def _as_printed(
    claim: Claim,
    headline: Headline,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    faults: tuple[Fault, ...],
) -> AsPrinted:
    """What becomes of the letters on the page; with why they are false where another version carries the headline."""
    literal = [part for part in parts if is_literal(claim, part)]
    false = _false(literal)
    if false:
        read = any(rescue.reading is not None for rescue in found) and headline not in (Headline.REFUTED, Headline.UNDECIDED)
        why = _false_as_printed(claim, literal, faults) if read else None
        value: Literally = "empty" if of_nothing(claim, false, faults) else "false"
        return AsPrinted(value=value, fact=why, witness=false[0].evidence.witness)
    if headline is Headline.NOTHING_TO_CHECK:
        return AsPrinted(value="cited", fact=None, witness=None)
    open_parts = [part for part in literal if part.evidence.outcome is Outcome.UNDECIDED and not open_rate(part)]
    if open_parts or headline is Headline.UNDECIDED:
        return AsPrinted(value="undecided", fact=None, witness=None)
    carried = {rescue.part.key for rescue in found} >= {part.key for part in literal}
    holds = headline in (Headline.HOLDS, Headline.HOLDS_REPAIRED) and carried
    shown = literal and all_proved(literal) and not idle(literal) and not unshown(claim)
    true = holds or (shown and headline is not Headline.CONDITIONAL)
    return AsPrinted(value="true" if true else "supported", fact=None, witness=None)


# What is said of a result, headline by headline.

def _facts(
    claim: Claim,
    headline: Headline,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
    faults: tuple[Fault, ...],
) -> Iterator[Fact]:
    carried = list(chosen(found).values())
    read = any(rescue.reading is not None for rescue in found)
    if headline is Headline.NOTHING_TO_CHECK:
        own = sum(step.mark == "step" and mended(step) is Outcome.PROVED for step in steps)
        yield say.NothingChecked(vacuous=tuple(idle(carried)), beside=own)
    elif headline is Headline.REFUTED:
        yield from _refuted(claim, weight, parts, steps, rests, faults)
    elif headline is Headline.UNDECIDED:
        yield from _undecided(claim, found, parts, steps, faults)
        yield from (say.ConstantRefuted(part=part.key) for part in carried if refuted_constant(part))
    else:
        if headline is Headline.CONDITIONAL:
            yield say.Conditional(on=tuple(rest.claim for rest in hangs_on(rests)))
        elif headline is Headline.SUPPORTED:
            yield from _not_contradicted(claim, carried, steps, rests, another_line(found), read)
        else:
            yield from _holding(claim, carried, steps, read)
        yield from _false_steps(faults, steps)
        if weight is Severity.RANGE:
            ranged = [rescue.part for rescue in found if rescue.severity is Severity.RANGE]
            yield say.BeyondRange(reasons=_reasons(ranged, faults), several=_several(ranged))


def _holding(claim: Claim, parts: Sequence[PartVerdict], steps: Sequence[StepVerdict], read: bool) -> Iterator[Fact]:
    """That it holds, with which constant, and what that rests on."""
    derived = tuple(part.key for part in parts if part.derived is not None and part.derived.holds)
    yield say.Holds(read=read, constant=_quoted(parts), derived=derived)
    if any(s.mark == "step" and not s.ours for s in steps):
        yield _tally(claim, steps)


def _tally(claim: Claim, steps: Sequence[StepVerdict]) -> Fact:
    """How the lines of the proof fare; what has one fault is one line of the page, checked more than once."""
    own = [s for s in steps if s.mark == "step" and not s.ours]
    settled = [s for s in own if mended(s) in SETTLED]
    quoted = sum(mended(s) is Outcome.ASSUMED for s in settled)
    false = [s.label for s in settled if s.evidence.outcome is Outcome.REFUTED]
    named = {step.label: step.fault for step in claim.steps}
    printed = {fault.id if (fault := named.get(label)) else label for label in false}
    return say.Tally(
        checked=len(own), proved=len(settled) - quoted, cited=quoted, repaired=len(false), repaired_lines=len(printed)
    )


def _not_contradicted(
    claim: Claim, parts: list[PartVerdict], steps: Sequence[StepVerdict], rests: Sequence[RestsOn], other: bool, read: bool
) -> Iterator[Fact]:
    """What is not contradicted, where that was looked at, and what is between these checks and a proof of the statement."""
    alone, at_points = sampled(parts), evaluated(parts)
    instances = bool(at_points) and len(at_points) == len(parts)
    if instances or not parts:
        yield say.NotContradicted(basis="instances" if instances else "lines", read=read)
    elif alone:
        yield say.NotContradicted(basis="samples", read=read, constant=_quoted(parts), at=tuple(_sampled_at(claim, parts)))
    else:
        quoted = cited(parts)
        yield say.NotContradicted(
            basis="proved" if not quoted else "cited" if len(quoted) == len(parts) else "proved or cited", read=read
        )
    own = [step for step in steps if step.mark == "step" and not step.ours]
    linked = [part.key for part in parts if part.derived is not None and part.derived.holds]
    open_steps, _ = open_and_false(steps)
    false = [step.label for step in steps if step.ours and step.evidence.outcome is Outcome.REFUTED]
    yield from _missing("cited", cited(parts))
    yield from _missing("vacuous", idle(parts))
    yield from _missing("rate", (part.key for part in parts if open_rate(part)))
    yield from _missing("borrowed", borrowed(parts))
    yield from _missing("step", open_steps)
    yield from _missing("link", (part.key for part in parts if part.derived is not None and not part.derived.holds))
    yield from _missing("false beside", false)
    yield from _missing("special case", special(claim, steps))
    yield from _missing("derived", linked)
    if not instances:
        yield from _missing("instances", at_points)
    if instances:
        yield say.Missing(what="other instances")
    elif alone and not own and not linked:
        yield say.Missing(what="no proof")
    elif alone or not parts:
        if own:
            yield _tally(claim, steps)
        composed = say.Missing(what="composed", of=tuple(alone) if linked else ())
        yield composed if own or linked else say.Missing(what="no line")
    elif of_one_mechanism(claim, parts):
        yield say.Missing(what="one mechanism")
    elif unshown(claim):
        yield say.Missing(what="display")
    yield from _missing("used result", shaky(rests))
    if other:
        yield say.Missing(what="another line")


def _missing(what: Any, names: Iterable[str]) -> Iterator[Fact]:
    of = tuple(names)
    if of:
        yield say.Missing(what=what, of=of)


def _false_steps(found: Iterable[Fault], steps: Sequence[StepVerdict]) -> Iterator[Fact]:
    """Which lines beside the statement are false, those with a repair first, misprints last."""
    doubts = {step.label for step in steps if step.doubt}
    fates: dict[Any, list[str]] = {"repaired": [], "open": [], "doubtful": [], "misprint": []}
    for fault in found:
        if not fault.touches.parts:
            doubtful = not doubts.isdisjoint(fault.touches.steps)
            misprint = "misprint" if fault.severity == Severity.MISPRINT.name else "repaired" if fault.repair else "open"
            fates["doubtful" if doubtful else misprint].append(fault.id)
    return (say.FalseSteps(fate=fate, faults=tuple(ids)) for fate, ids in fates.items() if ids)


def _refuted(
    claim: Claim,
    weight: Severity,
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
    faults: tuple[Fault, ...],
) -> Iterator[Fact]:
    """Why it is false or vacuous, and what survives of it."""
    literal = [part for part in parts if is_literal(claim, part)]
    vacuous = tuple(part.key for part in parts if part.empty is not None)
    if _false(literal):
        yield _false_as_printed(claim, literal, faults)
    if not _false(literal) or weight is Severity.EMPTY:
        yield say.Vacuous(parts=vacuous, valid_forms=bool(_false(literal)))
    standing = set(survivors(claim, parts))
    for reading in claim.readings:
        if reading.name in standing:
            version = under(reading, claim, parts)
            own = [part for part in version if part.reading == reading.name]
            rates = [part.same_rate for part in parts if part.reading == reading.name]
            yield say.Survives(
                reading=reading.name,
                proved=complete(claim, version, steps, rests) or all_proved(own),
                constant=_quoted(version),
                same_rate=False if False in rates else True if rates and None not in rates else None,
            )


def _undecided(
    claim: Claim,
    found: list[Rescue],
    every: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    faults: tuple[Fault, ...],
) -> Iterator[Fact]:
    readings = [r.reading for r in found if r.severity is Severity.OPEN and r.reading is not None]
    if readings:
        yield _false_as_printed(claim, [part for part in every if is_literal(claim, part)], faults)
        for reading in dict.fromkeys(readings):
            names = open_under(reading, every)
            keys = (part.key for part in every if part.reading == reading.name and part.name in names)
            yield say.OpenReading(reading=reading.name, parts=tuple(keys))
        return
    parts = [rescue.part for rescue in found]
    open_parts = [part for part in parts if part.evidence.outcome is Outcome.UNDECIDED]
    open_steps, false_steps = open_and_false(steps)
    if not open_parts and any(map(refuted_constant, parts)):
        yield say.NotTied()
        return
    if found and not open_parts and false_steps:
        looked_at = any(part.evidence.outcome is Outcome.SUPPORTED for part in parts)
        yield say.ProofFails(sampled=looked_at, steps=tuple(open_steps))
    elif open_parts and all(map(_unstated, open_parts)) and not open_steps and not false_steps:
        own = {name: all_proved([part for part in every if part.reading == name]) for name in survivors(claim, every)}
        yield say.Unstated(readings=tuple(own.items()))
    else:
        yield say.Open(parts=tuple(dict.fromkeys(part.key for part in open_parts)), steps=tuple(open_steps))
    if false_steps:
        yield from _false_steps(faults, steps)


def _unstated(part: PartVerdict) -> bool:
    """Whether a part has functions of which the page says nothing."""
    return isinstance(part.evidence.found.evidence, OfProvers) and bool(part.evidence.found.evidence.unknown)


def open_and_false(steps: Sequence[StepVerdict]) -> tuple[list[str], list[str]]:
    """The labels of the steps that are open, and of those that are false and not mended."""
    rest = [(s.label, s.evidence.outcome is Outcome.REFUTED) for s in steps if mended(s) not in SETTLED]
    return [label for label, false in rest if not false], [label for label, false in rest if false]


# Why parts are false.

EMPTY = "empty assumption"  # the kind of a line that asks for what there is not: the statement is true of nothing


def _false(parts: Iterable[PartVerdict]) -> list[PartVerdict]:
    return [part for part in parts if part.evidence.outcome is Outcome.REFUTED]


def _false_as_printed(claim: Claim, literal: Sequence[PartVerdict], faults: Sequence[Fault]) -> say.FalseAsPrinted:
    """That the letters of the page are false, and why; where they hang on a lost symbol, that they would be."""
    return say.FalseAsPrinted(
        reasons=_reasons(literal, faults),
        of_nothing=of_nothing(claim, _false(literal), faults),
        doubt=claim.readings[0].doubt,
        several=_several(literal),
    )


def _several(parts: Iterable[PartVerdict]) -> bool:
    return len({part.name for part in parts}) > 1


def _reasons(parts: Sequence[PartVerdict], faults: Iterable[Fault]) -> tuple[Reason, ...]:
    """Line by line of the page what somebody says is wrong there, with a case that a reader can follow; then what was found."""
    false = {part.key: part for part in _false(parts)}
    said: list[Reason] = []
    bare: dict[Any, list[str]] = {}
    for fault in faults:
        touched = [part for key, part in false.items() if key in fault.touches.parts]
        shown = false.get(fault.printed, touched[0]) if touched else None
        if shown is not None and fault.fact != shown.evidence.fact:
            said.append(Reason(fault=fault.id, parts=(shown.key,) if shown.legible else ()))
        elif touched:
            for part in touched:
                bare.setdefault(str(part.evidence.fact), []).append(part.key)
    return (*said, *(Reason(parts=tuple(keys)) for keys in bare.values()))


def of_nothing(claim: Claim, false: Sequence[PartVerdict], faults: Sequence[Fault]) -> bool:
    """Whether all that is false of a statement is that something meets its assumptions, and that is proved of each part.

    Of a record without its claim the kinds of the faults tell.
    """
    kinds = {key: fault.kind for fault in faults for key in fault.touches.parts}
    called = bool(false) and all(kinds.get(part.key) == EMPTY for part in false)
    return called and (not isinstance(claim, Claim) or all(_met_by_hardly_anything(claim, part) for part in false))


def _met_by_hardly_anything(claim: Claim, part: PartVerdict) -> bool:
    statement = claim.parts.get(part.name)
    if isinstance(statement, Mapping):
        statement = statement.get(part.reading, statement.get(claim.readings[0].name))
    return hardly_met(statement, claim.definitions, claim.parameters)


# With which constant, and where a bound was sampled.

_LETTERS = 3  # of which it is said at which values a bound was sampled
_LISTED = 4  # values of a letter that are listed; of more the ends


def _quoted(parts: Sequence[PartVerdict]) -> Quoted | None:
    """The constant of the explicit version, and what the worst instances exclude; None where print has it."""
    constants = [p.evidence.found.constant for p in parts]
    quoted = [c for c in constants if c is not None and c.upper is not None and c.settled != "equal"]
    if not quoted:
        return None
    whole = [c.low for c in quoted if c.low is not None]
    biting = [c.where_it_bites.low for c in quoted if c.where_it_bites is not None]
    return Quoted(
        constant=max((str(c.upper) for c in quoted), key=_size),
        reserves=tuple(c.by for c in quoted if c.by is not None and (c.by.how == "points" or (c.by.how == "step" and c.by.only))),
        excluded=max(whole, default=None),
        excluded_informative=max(biting, default=None) if whole else None,
    )


def _size(constant: str) -> sympy.Expr:
    """A quoted constant as a number; one that is too large for a float is compared exactly."""
    return sympy.N(sympy.sympify(constant), 30)


def _sampled_at(claim: Claim, parts: Sequence[PartVerdict]) -> Iterator[SampledAt]:
    """At which values a bound was sampled: letters of rounds first, then those of whole numbers, then the others."""
    tested: dict[str, set[float]] = {}
    for part in parts:
        for name, values in part.evidence.found.tested_at.items():
            tested.setdefault(name, set()).update(values)
    letters = {letter.name: letter for letter in claim.parameters}
    rounds = _rounds(parts)  # a statement about every round names those that were looked at, whether or not it is a letter
    known = [name for name in dict.fromkeys((*rounds, *letters)) if name in tested]
    for name in sorted(known, key=lambda name: (name not in rounds, name in letters and not letters[name].integer))[:_LETTERS]:
        values = tuple(sorted(map(float, tested[name])))
        yield SampledAt(letter=name, values=values if len(values) <= _LISTED else (values[0], values[-1]), count=len(values))


def _rounds(parts: Sequence[PartVerdict]) -> list[str]:
    """The letters of rounds of statements: of what was looked at those that no point has."""
    found: list[str] = []
    for part in parts:
        rows = [row.point for row in part.evidence.found.slack or ()]
        found += [name for name in part.evidence.found.tested_at if rows and not any(name in row for row in rows)]
    return found


# What survives of what is false, what is better than printed, and what a reader has to know beside the lines.

def all_proved(parts: Sequence[PartVerdict]) -> bool:
    return all(part.evidence.outcome is Outcome.PROVED for part in parts)


def survivors(claim: Claim, parts: tuple[PartVerdict, ...]) -> Iterator[str]:
    """The readings other than the literal one under which every part stands, by name."""
    for reading in claim.readings[1:]:
        if has_own_parts(reading, parts) and all(map(stands, under(reading, claim, parts))):
            yield reading.name


def mended_parts(claim: Claim, parts: tuple[PartVerdict, ...]) -> Iterator[str]:
    """The readings other than the literal one whose own parts stand, whatever becomes of the others; by name."""
    for reading in claim.readings[1:]:
        own = [part for part in parts if part.reading == reading.name]
        if own and all(map(stands, own)):
            yield reading.name


def has_own_parts(reading: Reading, parts: Iterable[PartVerdict]) -> bool:
    return any(part.reading == reading.name for part in parts)


def _news(
    claim: Claim,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
) -> list[News]:
    """What is better than printed: repairs that stand beside a result that needs none of them.

    Exponents that were measured for another reading are judged with that one.
    """
    if weight.reaches(Severity.CONDITION):
        return []
    used = {rescue.reading.name for rescue in found if rescue.reading is not None}
    said = []
    for reading in claim.readings:
        version = under(reading, claim, parts)
        if reading.repair and reading.name not in used and has_own_parts(reading, parts) and all(map(stands, version)):
            own = [part for part in version if part.reading == reading.name or part.shape not in shapes_with("of_rate")]
            shown = Headline.HOLDS if complete(claim, own, steps, rests) else Headline.SUPPORTED
            bounds = [part for part in own if part.reading == reading.name or part.shape in shapes_with("summed_up")]
            derived = all(part.derived is not None and part.derived.holds for part in bounds)
            said.append(News(text=reading.words.rstrip("."), outcome=shown.word, derived=derived))
    return said


def key_findings(
    claim: Claim, parts: Sequence[PartVerdict], steps: Sequence[StepVerdict]
) -> tuple[tuple[Told, ...], tuple[News, ...]]:
    """Those of which every source is proved, or computed and not contradicted; and of these what is better than printed.

    That a line costs little is proved or not said.
    """
    outcomes = {step.label: step.evidence.outcome for step in steps} | {part.key: part.evidence.outcome for part in parts}
    numbers = {part.key: numbers_of(part.evidence.found) for part in parts}
    enough = {True: (Outcome.PROVED,), False: (Outcome.PROVED, Outcome.SUPPORTED)}
    told: list[Told] = []
    better: list[News] = []
    for finding in claim.findings:
        sources = [outcomes.get(source) for source in finding.of]
        if any(outcome not in enough[finding.weight == "little"] for outcome in sources):
            continue
        if not (text := _with_numbers(finding, numbers)):
            continue
        proved = all(outcome is Outcome.PROVED for outcome in sources)
        if finding.weight == "better":
            better.append(News(text=text, outcome="HOLDS" if proved else "SUPPORTED", derived=False))
            continue
        where, fault = finding.where or claim.source.where, finding.fault.id if finding.fault else ""
        told.append(
            Told(text=text, where=where, weight=finding.weight, of=tuple(finding.of), proved=proved, fault=fault)
        )
    return tuple(told), tuple(better)


def _with_numbers(finding: KeyFinding, numbers: Mapping[str, Any]) -> str:
    """Its sentence; empty where a number is not there, as of a result that is used and for which nothing is sampled."""
    try:
        return SLOT.sub(lambda slot: slot[0].format_map(numbers), finding.words)
    except (LookupError, TypeError):
        return ""


def numbers_of(found: Found) -> Any:
    """What a part computed: values by place; where its bound begins to say something; the last error of each method."""
    if isinstance(found.evidence, OfDefinition):
        return [entry.value for entry in found.evidence.values]
    if isinstance(found.separation, Ranks):
        return {method.name: float(f"{method.points[-1].quantile:.6g}") for method in found.separation.methods if method.points}
    return {"from": None} if found.vacuity is None else {**found.vacuity.at, "from": found.vacuity.says_something_from}
