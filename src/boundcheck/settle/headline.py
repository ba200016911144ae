"""The headline: outcome, severity, and the sentences that a reviewer quotes. Computed from outcomes; nobody types it in."""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from boundcheck.claims import (
    AsPrinted,
    Claim,
    Headline,
    Outcome,
    PartVerdict,
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
    """The verdict on `claim`: severity first, and from it the headline's word and its sentences."""
    found = rescues(claim, parts)
    weight = severity(claim, found, steps)
    carried = tuple(chosen(found).values())
    whole = complete(claim, carried, steps, rests)
    headline = word(weight, carried, steps, whole)
    text = _text(claim, headline, weight, found, parts, steps, rests)
    for reading in dict.fromkeys(rescue.reading.name for rescue in found if rescue.reading is not None):
        if weight in _REPAIRED:
            read = named(claim, reading)
            place = read.misprint or read.support
            text += f" Read as: {read.words.rstrip('.')}{f' ({place})' if place else ''}."
    literal = _as_printed(claim, headline, found, parts, steps)
    news = tuple(_news(claim, weight, found, parts, steps, rests))
    return Verdict(
        claim_id, headline, text, literal, parts, steps, weight, news, faults(claim_id, claim, parts, steps, found), rests
    )


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
    steps: tuple[StepVerdict, ...],
) -> AsPrinted:
    """What becomes of the letters on the page; a sentence only where another version carries the headline."""
    literal = [part for part in parts if is_literal(claim, part)]
    false = [part for part in literal if part.evidence.outcome is Outcome.REFUTED]
    if false:
        read = any(rescue.reading is not None for rescue in found) and headline not in (Headline.REFUTED, Headline.UNDECIDED)
        return AsPrinted("false", _false(claim, literal) if read else "", false[0].evidence.witness)
    if headline is Headline.NOTHING_TO_CHECK:
        return AsPrinted("cited")
    if any(part.evidence.outcome is Outcome.UNDECIDED for part in literal) or (not literal and headline is Headline.UNDECIDED):
        return AsPrinted("undecided")
    carried = {rescue.part.key for rescue in found} >= {part.key for part in literal}
    holds = headline in (Headline.HOLDS, Headline.HOLDS_REPAIRED) and carried
    return AsPrinted("true" if holds or (literal and _proved(literal)) else "supported")


def _proved(parts: Sequence[PartVerdict]) -> bool:
    return all(part.evidence.outcome is Outcome.PROVED for part in parts)


def _false(claim: Claim, literal: list[PartVerdict]) -> str:
    """That the letters of the page are false, and why; where they hang on a lost symbol, that they would be."""
    name, doubt = claim.source.printed, claim.readings[0].doubt
    lead = f"{name} {_is(name)} false as printed."
    if doubt:
        lead = f"If the page prints what was read, {name} would be false; that hangs on {doubt}."
    return f"{lead} {reasons(claim, literal)}"


def _text(
    claim: Claim,
    headline: Headline,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
) -> str:
    name = claim.source.printed
    carried = list(chosen(found).values())
    constants = "".join(f" {as_sentence(text)}" for text in dict.fromkeys(filter(None, map(refuted_constant, carried))))
    if headline is Headline.NOTHING_TO_CHECK:
        return f"{name} {_is(name)} cited, and nothing of it is checked here."
    if headline is Headline.REFUTED:
        return _refuted(claim, weight, found, parts, steps, rests)
    if headline is Headline.UNDECIDED:
        return _undecided(claim, found, parts, steps) + constants
    ranged = _ranged(claim, found) if weight is Severity.RANGE else ""
    if headline is Headline.SUPPORTED:
        return _supported(claim, carried, steps, rests) + ranged
    return _holding(claim, carried, steps) + ranged


def _refuted(
    claim: Claim,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
) -> str:
    """Why it is false or empty, and what survives of it."""
    name = claim.source.printed
    literal = [part for part in parts if is_literal(claim, part)]
    lead = _false(claim, literal)
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
            lead += f" What survives, {earned}: {reading.words.rstrip('.')}{_constant(version)}{_rate(reading, parts)}."
    return lead


def _rate(reading: object, parts: tuple[PartVerdict, ...]) -> str:
    """Whether what survives has the printed rate."""
    own = [part.same_rate for part in parts if part.reading == getattr(reading, "name", "")]
    if False in own:
        return "; its rate is another one"
    return "; its rate is the printed one" if own and None not in own else ""


def _own(reading: object, parts: tuple[PartVerdict, ...]) -> bool:
    return any(part.reading == getattr(reading, "name", "") for part in parts)


def _ranged(claim: Claim, found: list[Rescue]) -> str:
    """That it is false beyond the paper's working range."""
    literal = [rescue for rescue in found if rescue.severity is Severity.RANGE]
    reason = reasons(claim, [r.part for r in literal if r.part.evidence.outcome is Outcome.REFUTED])
    return f" Beyond the paper's working range it fails. {reason}".rstrip()


def _undecided(
    claim: Claim, found: list[Rescue], every: tuple[PartVerdict, ...], steps: tuple[StepVerdict, ...]
) -> str:
    name = claim.source.printed
    read = [r.reading for r in found if r.severity is Severity.OPEN and r.reading is not None]
    if read:
        shown = dict.fromkeys(f"{part} under the reading {r.name}" for r in read for part in open_under(r, every))
        return f"{_false(claim, [p for p in every if is_literal(claim, p)])} How much that matters is open: {', '.join(shown)}."
    parts = [rescue.part for rescue in found]
    open_parts = [p.name for p in parts if p.evidence.outcome is Outcome.UNDECIDED]
    if not open_parts and any(map(refuted_constant, parts)):
        return f"No sample contradicts the explicit version of {name}, which is not tied to the printed one."
    open_steps, false_steps = _open(steps)
    if found and not open_parts and false_steps:
        false = f"the step{'' if len(false_steps) == 1 else 's'} {', '.join(false_steps)}"
        lead = "No sample contradicts" if any(p.evidence.outcome is Outcome.SUPPORTED for p in parts) else "Nothing refutes"
        rest = _told("not proved", open_steps)
        false += " is" if len(false_steps) == 1 else " are"
        return f"{lead} {name}, and its proof fails: {false} false, and no proved repair is known{rest}."
    if open_parts and not open_steps and not false_steps and len({p.name for p in parts}) == 1:
        return f"{name} {_is(name)} neither proved nor refuted: {parts[0].evidence.summary.rstrip('.')}."
    rest = _told("open", open_parts + open_steps) + _told("false", false_steps)
    return f"{name} {_is(name)} neither proved nor refuted{rest}."


def _supported(claim: Claim, parts: list[PartVerdict], steps: tuple[StepVerdict, ...], rests: tuple[RestsOn, ...]) -> str:
    """What is not contradicted, and what lacks for a proof."""
    name = claim.source.printed
    lead = f"No sample contradicts {name}{_constant(parts)}"
    if all(p.evidence.outcome in SETTLED for p in parts):
        lead = f"Every part of {name} is proved or cited"
        if not parts:
            lead = f"No step of {name} is false"
    if not steps:
        return f"{lead}; no proof was checked."
    open_steps, false_steps = _open(steps)
    repaired = [s.label for s in steps if s.evidence.outcome is Outcome.REFUTED and s.label not in false_steps]
    rest = _told("not proved", open_steps) + _told("false steps, mended", repaired) + _told("false", false_steps)
    rest += _told("proved in a special case only", special(claim, steps))
    rest += _told("sampled, and no step proves it", unsettled(parts)) + _told("rests on results that are not proved", shaky(rests))
    return f"{lead}{rest}."


def _holding(claim: Claim, parts: list[PartVerdict], steps: tuple[StepVerdict, ...]) -> str:
    """That it holds, with which constant, after which mending, and what that rests on."""
    name = claim.source.printed
    lead = f"{name} {verb(name)}{_constant(parts)}"
    repaired = [s for s in steps if s.evidence.outcome is Outcome.REFUTED]
    if repaired:
        many = f"{len(repaired)} of {_listed(len(steps))} " + ("is" if len(repaired) == 1 else "are")
        printed = "as read" if all(s.doubt for s in repaired) else "as printed"
        misprinted = {step.label for step in claim.steps if step.misprint}
        labels = (
            f"{s.label}, which hangs on {s.doubt}" if s.doubt else f"{s.label}, a misprint" if s.label in misprinted else s.label
            for s in repaired
        )
        lead += f", though {many} false {printed} ({', '.join(labels)}) and had to be mended"
    if not steps:
        return f"{lead}."
    marks = {step.label: step.mark for step in claim.steps}
    own = [s for s in steps if marks.get(s.label, "step") == "step"]
    cited = sum(mended(s) is Outcome.ASSUMED for s in own)
    listed = _settled_steps(len(own) - cited, cited, len([s for s in repaired if s in own]))
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
) -> list[str]:
    """What is better than printed: repairs that stand beside a result that needs none of them."""
    if weight.reaches(Severity.CONDITION):
        return []
    used = {rescue.reading.name for rescue in found if rescue.reading is not None}
    said = []
    for reading in claim.readings:
        version = under(reading, claim, parts)
        if reading.repair and reading.name not in used and _own(reading, parts) and all(map(stands, version)):
            shown = Headline.HOLDS if complete(claim, version, steps, rests) else Headline.SUPPORTED
            said.append(f"{reading.words.rstrip('.')} ({shown.value})")
    return said


def _open(steps: Sequence[StepVerdict]) -> tuple[list[str], list[str]]:
    """The labels of the steps that are open, and of those that are false and not mended."""
    rest = [(s.label, s.evidence.outcome is Outcome.REFUTED) for s in steps if mended(s) not in SETTLED]
    return [label for label, false in rest if not false], [label for label, false in rest if false]


def _told(what: str, names: list[str]) -> str:
    return f"; {what}: {', '.join(names)}" if names else ""


def _is(name: str) -> str:
    return "are" if plural(name) else "is"


def _listed(count: int) -> str:
    return f"{count:,} listed step" + ("" if count == 1 else "s")


def _settled_steps(proved: int, cited: int, repaired: int) -> str:
    """How many of the listed steps are proved, mended ones among them, and how many cited."""
    if not proved + cited:
        return "nothing in it is a step of a proof"
    are = "is" if proved == 1 else "are"
    said = f"of {_listed(proved + cited)} {proved} {are} proved"
    if not cited:
        every = {1: "the one listed step is", 2: "both listed steps are"}
        said = f"{every.get(proved, f'all {_listed(proved)} are')} proved"
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
    return f" with C = {max((str(c['upper']) for c in quoted), key=_size)}{known}"


def _size(constant: str) -> sympy.Expr:
    """A quoted constant as a number; one that is too large for a float is compared exactly."""
    return sympy.N(sympy.sympify(constant), 30)
