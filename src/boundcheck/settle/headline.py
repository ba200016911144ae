"""The headline: the weakest word that is true of the printed statement, and the sentence a reviewer quotes.

Computed from outcomes; nobody types it in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sympy

from boundcheck.claims import (
    Claim,
    Evidence,
    Headline,
    Identity,
    Inequality,
    Outcome,
    PartVerdict,
    Reading,
    StepVerdict,
    Verdict,
)

LITERAL = "literal"

_STRENGTH = (Headline.HOLDS, Headline.HOLDS_REPAIRED, Headline.SUPPORTED, Headline.UNDECIDED, Headline.REFUTED)
_SETTLED = (Outcome.PROVED, Outcome.ASSUMED)
_SHORT = 60  # characters of a formula in a sentence


def conclude(claim_id: str, claim: Claim, parts: tuple[PartVerdict, ...], steps: tuple[StepVerdict, ...]) -> Verdict:
    """The verdict on `claim`: that of the most favourable reading that the page supports.

    A reading other than the literal one never earns more than ``HOLDS_REPAIRED``, and the verdict's
    `literal` says what the literal one gives. Readings marked as repairs say what survives; they are no
    readings of the page and cannot carry the headline.
    """
    printed = [reading for reading in claim.readings if not reading.repair]
    words = {r.name: _earned(claim, _under(r, parts), steps) for r in printed}
    order = [r.name for r in printed]
    best = min(order, key=lambda name: (_rank(words[name]), order.index(name)))
    headline = words[best]
    if best != order[0] and headline is Headline.HOLDS:
        headline = Headline.HOLDS_REPAIRED
    text = _sentence(claim, headline, _named(claim, best), parts, steps)
    text += _refuted_constants(_under(_named(claim, best), parts))
    text += _survivors(claim, parts, steps, refuted=headline is Headline.REFUTED)
    literal = ""
    if best != order[0]:
        text += f" The page is read so: {_named(claim, best).words}."
        literal = _sentence(claim, words[order[0]], _named(claim, order[0]), parts, steps)
    return Verdict(claim_id, headline, text, literal, parts, steps)


def word(parts: list[PartVerdict], steps: tuple[StepVerdict, ...]) -> Headline:
    """The headline's word for the parts of one reading and the steps of the proof."""
    outcomes = [part.evidence.outcome for part in parts]
    if all(outcome is Outcome.ASSUMED for outcome in (*outcomes, *(step.evidence.outcome for step in steps))):
        return Headline.NOTHING_TO_CHECK
    if Outcome.REFUTED in outcomes:
        return Headline.REFUTED
    if Outcome.UNDECIDED in outcomes:
        return Headline.UNDECIDED
    if steps and all(mended(step) in _SETTLED for step in steps):
        repaired = any(step.evidence.outcome is Outcome.REFUTED for step in steps)
        return Headline.HOLDS_REPAIRED if repaired else Headline.HOLDS
    if not steps and all(outcome is Outcome.PROVED for outcome in outcomes):
        return Headline.HOLDS
    return Headline.SUPPORTED if outcomes else Headline.UNDECIDED


def _earned(claim: Claim, parts: list[PartVerdict], steps: tuple[StepVerdict, ...]) -> Headline:
    """The word for the parts of one reading, capped where the proof does not reach what was sampled.

    A refuted constant leaves the printed rate without the one that was tested, and steps that share no letter with a
    sampled bound prove nothing about it: more than SUPPORTED is not shown.
    """
    found = word(parts, steps)
    held = found in (Headline.HOLDS, Headline.HOLDS_REPAIRED)
    capped = any(map(_refuted_constant, parts)) or _unproved_bounds(claim, parts, steps)
    return Headline.SUPPORTED if held and capped else found


def _unproved_bounds(claim: Claim, parts: list[PartVerdict], steps: tuple[StepVerdict, ...]) -> list[str]:
    """The sampled parts of whose bound no proved step speaks."""
    proved = [statement for step in steps for statement in _proved_statements(step)]
    return [part.name for part in parts if not _spoken_of(_bounds(claim, part), proved)]


def _bounds(claim: Claim, part: PartVerdict) -> tuple[sympy.Expr, ...]:
    """What a sampled part bounds by, definitions expanded; empty for a part that is settled without samples."""
    statement: Any = claim.parts.get(part.name)
    if isinstance(statement, Mapping):
        statement = statement.get(part.reading)
    if part.evidence.outcome is not Outcome.SUPPORTED:
        return ()
    written = (getattr(statement, name, None) for name in ("explicit", "printed", "bound"))
    sides = [side for side in written if isinstance(side, sympy.Expr)]
    return tuple(dict.fromkeys([*sides, *(side.xreplace(dict(claim.definitions)) for side in sides)]))


def _proved_statements(step: StepVerdict) -> list[Any]:
    """What the provers received for a step, or for its repair where the step is false; of two equal sides, nothing."""
    evidence: Evidence | None = step.evidence
    if step.evidence.outcome is Outcome.REFUTED:
        evidence = step.repair
    if evidence is None or evidence.outcome is not Outcome.PROVED:
        return []
    found = [evidence.data.get("statement"), *evidence.data.get("statements", ())]
    return [statement for statement in found if statement is not None and statement.lhs != statement.rhs]


def _spoken_of(bounds: tuple[sympy.Expr, ...], proved: list[Any]) -> bool:
    """Whether a side of a proved statement has a letter of the bounds, or is one of them where they have none."""
    if not bounds:
        return True
    sides = [side for statement in proved for side in (statement.lhs, statement.rhs)]
    letters = {symbol.name for bound in bounds for symbol in bound.free_symbols}
    if not letters:
        return any(side in bounds for side in sides)
    return any(symbol.name in letters for side in sides for symbol in side.free_symbols)


def _refuted_constant(part: PartVerdict) -> str:
    """How the constant that a part claims was refuted; empty if it was not."""
    constant = part.evidence.data.get("constant") or {}
    return str(constant.get("by")) if constant.get("settled") == "refuted" else ""


def _refuted_constants(parts: list[PartVerdict]) -> str:
    said = dict.fromkeys(filter(None, map(_refuted_constant, parts)))
    return "".join(f" {_as_sentence(text)}" for text in said)


def mended(step: StepVerdict) -> Outcome:
    """What a step contributes: its own outcome, or its repair's where it is false as printed."""
    if step.evidence.outcome is Outcome.REFUTED and step.repair is not None:
        return step.repair.outcome
    return step.evidence.outcome


def _rank(headline: Headline) -> int:
    return _STRENGTH.index(headline) if headline in _STRENGTH else len(_STRENGTH)


def _named(claim: Claim, name: str) -> Reading:
    return next(reading for reading in claim.readings if reading.name == name)


def _under(reading: Reading, parts: tuple[PartVerdict, ...]) -> list[PartVerdict]:
    """The parts as `reading` has them: its own version where it has one, else the literal one."""
    own = {part.name for part in parts if part.reading == reading.name}
    return [p for p in parts if p.reading == reading.name or (p.reading == LITERAL and p.name not in own)]


def _sentence(
    claim: Claim, headline: Headline, reading: Reading, every: tuple[PartVerdict, ...], steps: tuple[StepVerdict, ...]
) -> str:
    name, parts = claim.source.printed, _under(reading, every)
    if headline is Headline.NOTHING_TO_CHECK:
        return f"{name} {_is(name)} cited, and nothing of it is checked here."
    if headline is Headline.REFUTED:
        lead = f"{name} {_is(name)} false as printed."
        if reading.doubt:
            lead = f"As the text at hand has it, {name} would be false; that hangs on {reading.doubt}."
        return f"{lead} {_reasons(claim, parts)}"
    if headline is Headline.UNDECIDED:
        open_parts = [p.name for p in parts if p.evidence.outcome is Outcome.UNDECIDED]
        open_steps, false_steps = _unsettled(steps)
        if open_parts and not open_steps and not false_steps and len({p.name for p in parts}) == 1:
            return f"{name} {_is(name)} neither proved nor refuted: {parts[0].evidence.summary.rstrip('.')}."
        rest = _told("open", open_parts + open_steps) + _told("false", false_steps)
        return f"{name} {_is(name)} neither proved nor refuted{rest}."
    lead = f"{name} {'hold' if _plural(name) else 'holds'}{_constant(parts)}"
    if headline is Headline.SUPPORTED:
        open_steps, false_steps = _unsettled(steps)
        lead = f"No sample contradicts {name}{_constant(parts)}"
        if all(p.evidence.outcome in _SETTLED for p in parts):
            lead = f"Every part of {name} is proved or cited" + (", though not every step is" if steps else "")
        if any(map(_refuted_constant, parts)):
            lead = f"No sample contradicts the explicit version of {name}"
        rest = _told("not proved", open_steps) + _told("false", false_steps) if steps else "; no proof was checked"
        if steps and not open_steps and not false_steps and _unproved_bounds(claim, parts, steps):
            rest += "; no listed step speaks of the bound"
        return f"{lead}{rest}."
    repaired = [s for s in steps if s.evidence.outcome is Outcome.REFUTED]
    cited = sum(mended(s) is Outcome.ASSUMED for s in steps)
    if headline is Headline.HOLDS_REPAIRED and repaired:
        many = f"{len(repaired)} of {_listed(len(steps))} " + ("is" if len(repaired) == 1 else "are")
        printed = "as the text at hand has it" if all(s.doubt for s in repaired) else "as printed"
        names = (f"{s.label}, which hangs on {s.doubt}" if s.doubt else s.label for s in repaired)
        lead += f", though {many} false {printed} ({', '.join(names)}) and had to be mended"
    listed = _settled_steps(len(steps) - cited, cited, len(repaired))
    tested = sum(p.evidence.data.get("repeats", 0) for p in parts)
    sampled = f"; {tested:,} data sets did not contradict the explicit version" if tested else ""
    return f"{lead}: {listed}{sampled}." if steps else f"{lead}."


def _unsettled(steps: tuple[StepVerdict, ...]) -> tuple[list[str], list[str]]:
    """The labels of the steps that are open, and of those that are false and not mended."""
    unsettled = [(s.label, s.evidence.outcome is Outcome.REFUTED) for s in steps if mended(s) not in _SETTLED]
    return [label for label, false in unsettled if not false], [label for label, false in unsettled if false]


def _told(what: str, names: list[str]) -> str:
    return f"; {what}: {', '.join(names)}" if names else ""


def _reasons(claim: Claim, parts: list[PartVerdict]) -> str:
    """Why parts are refuted, a sentence for each reason; the parts are named where there are several."""
    named: dict[str, list[str]] = {}
    for part in parts:
        if part.evidence.outcome is Outcome.REFUTED:
            named.setdefault(_reason(claim, part).rstrip("."), []).append(part.name)
    if len({part.name for part in parts}) == 1:
        return " ".join(map(_as_sentence, named))
    return " ".join(f"In {_and(names)}: {_within(reason)}." for reason, names in named.items())


def _reason(claim: Claim, part: PartVerdict) -> str:
    """What was found; of a formula that is false at a point also the formula, if it is short, and its sides there."""
    evidence, statement = part.evidence, claim.parts.get(part.name)
    if isinstance(statement, Mapping):
        statement = statement.get(part.reading)
    sides = [(evidence.witness or {}).get(side) for side in ("lhs", "rhs")]
    if (
        not isinstance(statement, Identity | Inequality)
        or not evidence.summary.startswith("false at")
        or not all(sides)
    ):
        return evidence.summary
    relation = "=" if statement.relation == "==" else statement.relation
    formula = f"{statement.lhs} {relation} {statement.rhs}"
    letters = [symbol.name for side in (statement.lhs, statement.rhs) for symbol in side.free_symbols]
    short = len(formula) <= _SHORT and all(len(name) == 1 for name in letters)
    left, right = map(_digits, sides)
    of = f" of {formula}" if short else ""
    return f"{evidence.summary.rstrip('.')}: the left side{of} is {left}, the right side {right}"


def _within(reason: str) -> str:
    """A reason after a colon."""
    return f"no {reason[3:]}" if reason.startswith("No ") else reason


def _digits(side: Any) -> str:
    try:
        return f"{float(side):.6g}"
    except ValueError:
        return str(side)


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _plural(name: str) -> bool:
    """Whether a name is that of several things: *Equations (1) to (4)*, *Section 4, remarks*."""
    first, last = name.partition(" ")[0], name.rpartition(", ")[2]
    return any(re.fullmatch(r"[A-Za-z]+[^\Wsiu\d_]s", word) is not None for word in (first, last))


def _is(name: str) -> str:
    return "are" if _plural(name) else "is"


def _listed(count: int) -> str:
    return f"{count:,} listed step" + ("" if count == 1 else "s")


def _settled_steps(proved: int, cited: int, repaired: int) -> str:
    """How many of the listed steps are proved, mended ones among them, and how many cited."""
    are = "is" if proved == 1 else "are"
    said = f"of {_listed(proved + cited)} {proved} {are} proved"
    if not cited:
        every = {1: "the one listed step is", 2: "both listed steps are"}
        said = f"{every.get(proved, f'all {_listed(proved)} are')} proved"
    if repaired and proved > 1:
        said += f", {repaired} of them after mending"
    return said + (f", {cited} cited" if cited else "")


def _as_sentence(summary: str) -> str:
    return summary[:1].upper() + summary[1:].rstrip(".") + "."


def _constant(parts: list[PartVerdict]) -> str:
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


def _survivors(claim: Claim, parts: tuple[PartVerdict, ...], steps: tuple[StepVerdict, ...], *, refuted: bool) -> str:
    """What survives of a refuted result, or sharpens one that holds: its repair readings with their own outcome."""
    sentences = []
    for reading in claim.readings:
        if reading.repair:
            under = _under(reading, parts)
            lead, constant = ("What survives", _constant(under)) if refuted else ("Beyond the page", "")
            found = _earned(claim, under, steps)
            if found is not Headline.REFUTED:
                sentences.append(f" {lead} ({found.value}): {reading.words}{constant}.")
    return "".join(sentences)
