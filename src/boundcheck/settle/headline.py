"""The headline: outcome, severity, and the sentences that a reviewer quotes. Computed from outcomes; nobody types it in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy

from boundcheck.checks.hardly_met import hardly_met
from boundcheck.checks.rounded import at_least
from boundcheck.claims import (
    AsPrinted,
    Claim,
    FoundFault,
    Headline,
    News,
    Outcome,
    PartVerdict,
    Reading,
    RestsOn,
    Severity,
    StepVerdict,
    Verdict,
)
from boundcheck.claims.standing import plural
from boundcheck.claims.standing import stands as verb

from .completeness import complete, shaky, special, unsettled
from .faults import faults
from .reasons import as_sentence, reasons
from .sentences import places, sentences
from .severity import (
    LITERAL,
    SETTLED,
    Rescue,
    chosen,
    is_literal,
    mended,
    named,
    open_under,
    refuted_constant,
    rescues,
    severity,
    stands,
    under,
    with_mending,
)

__all__ = ["LITERAL", "conclude", "word"]

EMPTY = "empty assumption"  # the kind of a line that asks for what there is not: the statement is true of nothing
_REPAIRED = (Severity.MISPRINT, Severity.PROOF, Severity.READING, Severity.RANGE)


def conclude(
    claim_id: str,
    claim: Claim,
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...] = (),
) -> Verdict:
    """The verdict on `claim`: severity first, and from it the headline's word and its sentences."""
    steps = with_mending(claim, steps)
    found = rescues(claim, parts)
    weight = severity(claim, found, steps)
    carried = tuple(chosen(found).values())
    whole = complete(claim, carried, steps, rests)
    headline = word(weight, carried, steps, whole)
    false = faults(claim_id, claim, parts, steps, found)
    text = _text(claim, headline, weight, found, parts, steps, rests, false)
    for reading in dict.fromkeys(rescue.reading.name for rescue in found if rescue.reading is not None):
        if weight in _REPAIRED:
            read = named(claim, reading)
            place = read.misprint or read.support
            text += f" Read as: {read.words.rstrip('.')}{f' ({place})' if place else ''}."
    literal = _as_printed(claim, headline, found, parts, false)
    news = tuple(_news(claim, weight, found, parts, steps, rests))
    return Verdict(claim_id, headline, text, literal, parts, steps, weight, news, false, rests)


def word(
    weight: Severity, parts: Sequence[PartVerdict], steps: Sequence[StepVerdict], whole: bool
) -> Headline:
    """The headline's word: it follows severity, and without a complete proof nothing holds."""
    outcomes = [p.evidence.outcome for p in parts] + [s.evidence.outcome for s in steps]
    if all(outcome is Outcome.ASSUMED for outcome in outcomes):
        return Headline.NOTHING_TO_CHECK
    if weight is Severity.OPEN:
        return Headline.UNDECIDED
    if weight.reaches(Severity.CONDITION):
        return Headline.REFUTED
    if not whole:
        return Headline.SUPPORTED
    return Headline.HOLDS if weight is Severity.NONE else Headline.HOLDS_REPAIRED


def _as_printed(
    claim: Claim,
    headline: Headline,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    faults: tuple[FoundFault, ...],
) -> AsPrinted:
    """What becomes of the letters on the page; a sentence only where another version carries the headline."""
    literal = [part for part in parts if is_literal(claim, part)]
    false = [part for part in literal if part.evidence.outcome is Outcome.REFUTED]
    if false:
        read = any(rescue.reading is not None for rescue in found) and headline not in (Headline.REFUTED, Headline.UNDECIDED)
        value = "empty" if _of_nothing(claim, false, faults) else "false"
        return AsPrinted(value, _false(claim, literal, faults) if read else "", false[0].evidence.witness)
    if headline is Headline.NOTHING_TO_CHECK:
        return AsPrinted("cited")
    if any(part.evidence.outcome is Outcome.UNDECIDED for part in literal) or (not literal and headline is Headline.UNDECIDED):
        return AsPrinted("undecided")
    carried = {rescue.part.key for rescue in found} >= {part.key for part in literal}
    holds = headline in (Headline.HOLDS, Headline.HOLDS_REPAIRED) and carried
    return AsPrinted("true" if holds or (literal and _proved(literal)) else "supported")


def _proved(parts: Sequence[PartVerdict]) -> bool:
    return all(part.evidence.outcome is Outcome.PROVED for part in parts)


def _of_nothing(claim: Claim, false: Sequence[PartVerdict], faults: Sequence[FoundFault]) -> bool:
    """Whether all that is false of a statement is that something meets its assumptions, and that is proved of each part.

    Of a record without its claim the kinds of the faults tell.
    """
    kinds = {key: fault.kind for fault in faults for key in fault.parts}
    called = bool(false) and all(kinds.get(part.key) == EMPTY for part in false)
    return called and (not isinstance(claim, Claim) or all(_met_by_hardly_anything(claim, part) for part in false))


def _met_by_hardly_anything(claim: Claim, part: PartVerdict) -> bool:
    statement = claim.parts.get(part.name)
    if isinstance(statement, Mapping):
        statement = statement.get(part.reading, statement.get(claim.readings[0].name))
    return hardly_met(statement, claim.definitions, claim.parameters)


def _false(claim: Claim, literal: list[PartVerdict], faults: Sequence[FoundFault]) -> str:
    """That the letters of the page are false, and why; where they hang on a lost symbol, that they would be."""
    name, doubt = claim.source.printed, claim.readings[0].doubt
    lead = f"{name} {_is(name)} false as printed."
    if _of_nothing(claim, [part for part in literal if part.evidence.outcome is Outcome.REFUTED], faults):
        lead = f"As printed hardly anything meets what {name} {'assume' if plural(name) else 'assumes'}."
    if doubt:
        lead = f"If the page prints what was read, {name} would be false; that hangs on {doubt}."
    return f"{lead} {reasons(claim, literal, faults)}"


def _text(
    claim: Claim,
    headline: Headline,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
    faults: tuple[FoundFault, ...],
) -> str:
    name = claim.source.printed
    carried = list(chosen(found).values())
    constants = "".join(f" {as_sentence(text)}" for text in dict.fromkeys(filter(None, map(refuted_constant, carried))))
    if headline is Headline.NOTHING_TO_CHECK:
        return f"{name} {_is(name)} cited, and nothing of it is checked here."
    if headline is Headline.REFUTED:
        return _refuted(claim, weight, found, parts, steps, rests, faults)
    if headline is Headline.UNDECIDED:
        return _undecided(claim, found, parts, steps, faults) + constants
    ranged = _ranged(claim, found, faults) if weight is Severity.RANGE else ""
    lines = sentences(claim, faults, steps)
    read = any(rescue.reading is not None for rescue in found)
    told = (_supported(claim, carried, steps, rests, read) if headline is Headline.SUPPORTED
        else _holding(claim, carried, steps, read))  # fmt: skip
    return " ".join(filter(None, (told, lines))) + ranged


def _refuted(
    claim: Claim,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
    faults: tuple[FoundFault, ...],
) -> str:
    """Why it is false or empty, and what survives of it."""
    name = claim.source.printed
    literal = [part for part in parts if is_literal(claim, part)]
    lead = _false(claim, literal, faults)
    if not any(part.evidence.outcome is Outcome.REFUTED for part in literal):
        lead = f"{name} {'say' if plural(name) else 'says'} nothing: the bound is never below the trivial one."
    elif weight is Severity.EMPTY:
        lead += " What is true of it says nothing: the bound is never below the trivial one."
    for reading in claim.readings:
        version = under(reading, claim, parts)
        survives = reading.name != claim.readings[0].name and _own(reading, parts) and all(map(stands, version))
        if survives:
            earned = "proved" if complete(claim, version, steps, rests) else "not contradicted by samples"
            if _proved([part for part in version if part.reading == reading.name]):
                earned = "proved"
            constant = _constant(version)
            told = f"{reading.words.rstrip('.')}{',' if constant else ''}{constant}{_rate(reading, parts)}"
            lead += f" What survives, {earned}: {told}."
    return lead


def _rate(reading: object, parts: tuple[PartVerdict, ...]) -> str:
    """Whether what survives has the printed rate."""
    own = [part.same_rate for part in parts if part.reading == getattr(reading, "name", "")]
    if False in own:
        return "; its rate is another one"
    return "; its rate is the printed one" if own and None not in own else ""


def _own(reading: object, parts: tuple[PartVerdict, ...]) -> bool:
    return any(part.reading == getattr(reading, "name", "") for part in parts)


def _ranged(claim: Claim, found: list[Rescue], faults: Sequence[FoundFault]) -> str:
    """That it is false beyond the paper's working range."""
    literal = [rescue for rescue in found if rescue.severity is Severity.RANGE]
    reason = reasons(claim, [r.part for r in literal if r.part.evidence.outcome is Outcome.REFUTED], faults)
    return f" Beyond the paper's working range it fails. {reason}".rstrip()


def _undecided(
    claim: Claim,
    found: list[Rescue],
    every: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    faults: tuple[FoundFault, ...],
) -> str:
    name = claim.source.printed
    read = [r.reading for r in found if r.severity is Severity.OPEN and r.reading is not None]
    if read:
        literal = [part for part in every if is_literal(claim, part)]
        told = " ".join(_open_reading(r, every) for r in dict.fromkeys(read))
        return f"{_false(claim, literal, faults)} How much that matters is open. {told}"
    parts = [rescue.part for rescue in found]
    open_parts = [p.name for p in parts if p.evidence.outcome is Outcome.UNDECIDED]
    if not open_parts and any(map(refuted_constant, parts)):
        return f"No sample contradicts the explicit version of {name}, which is not tied to the printed one."
    open_steps, false_steps = _open(steps)
    if found and not open_parts and false_steps:
        lead = "No sample contradicts" if any(p.evidence.outcome is Outcome.SUPPORTED for p in parts) else "Nothing refutes"
        rest = _with_names("not proved", _placed(claim, open_steps))
        return f"{lead} {name}, and its proof fails{rest}. {sentences(claim, faults, steps)}"
    if not open_steps and not false_steps and len(set(open_parts)) == 1:
        summary = next(p.evidence.summary for p in parts if p.evidence.outcome is Outcome.UNDECIDED)
        return f"{name} {_is(name)} neither proved nor refuted: {summary.rstrip('.')}."
    rest = _with_names("open", open_parts + _placed(claim, open_steps))
    lines = sentences(claim, faults, steps) if false_steps else ""
    return " ".join(filter(None, (f"{name} {_is(name)} neither proved nor refuted{rest}.", lines)))


def _open_reading(reading: Reading, every: Sequence[PartVerdict]) -> str:
    """What is open under a reading, with what was found."""
    names = open_under(reading, every)
    found = [p.evidence.summary.rstrip(".") for p in every if p.reading == reading.name and p.name in names]
    return f"Read as: {reading.words.rstrip('.')}{''.join(f'; {summary}' for summary in found)}."


def _supported(
    claim: Claim, parts: list[PartVerdict], steps: tuple[StepVerdict, ...], rests: tuple[RestsOn, ...], read: bool
) -> str:
    """What is not contradicted, and what lacks for a proof."""
    name = claim.source.printed
    below = ", as read below," if read else ""
    lead = f"No sample contradicts {name}{below or ''}{_constant(parts)}".rstrip(",")
    if all(p.evidence.outcome in SETTLED for p in parts):
        lead = f"Every part of {name}{below} is proved or cited"
        if not parts:
            lead = f"No line of {name} is false"
    if not steps:
        return f"{lead}; no proof was checked."
    open_steps, _ = _open(steps)
    rest = _with_names("not proved", _placed(claim, open_steps))
    rest += _with_names("proved in a special case only", _placed(claim, special(claim, steps)))
    alone = len(unsettled(parts))
    rest += f"; {_sampled_only(alone)}" if alone else ""
    rest += _with_names("it rests on results that are not proved", shaky(rests))
    return f"{lead}{rest}."


def _sampled_only(many: int) -> str:
    if many == 1:
        return "one of its statements is sampled, and no line of a proof gives it"
    return f"{many} of its statements are sampled, and no line of a proof gives them"


def _holding(claim: Claim, parts: list[PartVerdict], steps: tuple[StepVerdict, ...], read: bool) -> str:
    """That it holds, with which constant, after which mending, and what that rests on."""
    name = claim.source.printed
    lead = f"{name}{', as read below,' if read else ''} {verb(name)}{_constant(parts)}"
    if not steps:
        return f"{lead}."
    marks = {step.label: step.mark for step in claim.steps}
    own = [s for s in steps if marks.get(s.label, "step") == "step"]
    repaired = sum(s.evidence.outcome is Outcome.REFUTED for s in own)
    cited = sum(mended(s) is Outcome.ASSUMED for s in own)
    listed = _settled_steps(len(own) - cited, cited, repaired)
    tested = sum(p.evidence.data.get("repeats", 0) for p in parts)
    sampled = f"; {tested:,} data sets did not contradict the explicit version" if tested else ""
    return f"{lead}: {listed}{sampled}."


def _news(
    claim: Claim,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
) -> list[News]:
    """What is better than printed: repairs that stand beside a result that needs none of them."""
    if weight.reaches(Severity.CONDITION):
        return []
    used = {rescue.reading.name for rescue in found if rescue.reading is not None}
    said = []
    for reading in claim.readings:
        version = under(reading, claim, parts)
        if reading.repair and reading.name not in used and _own(reading, parts) and all(map(stands, version)):
            shown = Headline.HOLDS if complete(claim, version, steps, rests) else Headline.SUPPORTED
            said.append(News(reading.words.rstrip("."), shown))
    return said


def _open(steps: Sequence[StepVerdict]) -> tuple[list[str], list[str]]:
    """The labels of the steps that are open, and of those that are false and not mended."""
    rest = [(s.label, s.evidence.outcome is Outcome.REFUTED) for s in steps if mended(s) not in SETTLED]
    return [label for label, false in rest if not false], [label for label, false in rest if false]


def _with_names(what: str, names: list[str]) -> str:
    return f"; {what}: {', '.join(names)}" if names else ""


def _is(name: str) -> str:
    return "are" if plural(name) else "is"


def _placed(claim: Claim, labels: Sequence[str]) -> list[str]:
    """Where lines stand on the page, as one name; none where there are none."""
    return [places(claim, labels)] if labels else []


def _settled_steps(proved: int, cited: int, repaired: int) -> str:
    """How many of the checked lines are proved, mended ones among them, and how many cited."""
    if not proved + cited:
        return "nothing in it is a line of a proof"
    are = "is" if proved == 1 else "are"
    said = f"of {proved + cited:,} checked lines {proved:,} {are} proved"
    if not cited:
        every = {1: "the one checked line is", 2: "both checked lines are"}
        said = f"{every.get(proved, f'all {proved:,} checked lines are')} proved"
    if repaired and proved > 1:
        said += f", {repaired} of them after mending"
    return said + (f", {cited} cited" if cited else "")


def _constant(parts: Sequence[PartVerdict]) -> str:
    """The constant of the explicit version, with the reserves under which it is quoted; nothing where print has it."""
    constants = [p.evidence.data["constant"] for p in parts if p.evidence.data.get("constant")]
    quoted = [c for c in constants if c.get("upper") is not None and c.get("settled") != "equal"]
    if not quoted:
        return ""
    reserves = dict.fromkeys(c["reserve"] for c in quoted if c.get("reserve"))
    known = f" ({'; '.join(reserves)})" if reserves else ""
    return f" with C = {max((str(c['upper']) for c in quoted), key=_size)}{known}{_needed(quoted)}"


def _needed(constants: Sequence[Mapping[str, Any]]) -> str:
    """What the worst instances that were found ask of the constant: on the whole domain, and where the bound bites."""
    whole = [c["low"] for c in constants if c.get("low") is not None]
    biting = [c["where_it_bites"]["low"] for c in constants if (c.get("where_it_bites") or {}).get("low") is not None]
    if not whole:
        return ""
    least, there = (at_least(max(found), 3) if found else "" for found in (whole, biting))
    if not there:
        return f" (an instance asks for {least}; none was found where the bound is at most half the trivial one)"
    where = "where the bound is at most half the trivial one"
    return f" (an instance asks for {there} {where}" + (f", and one for {least} beyond)" if least != there else ")")


def _size(constant: str) -> sympy.Expr:
    """A quoted constant as a number; one that is too large for a float is compared exactly."""
    return sympy.N(sympy.sympify(constant), 30)
