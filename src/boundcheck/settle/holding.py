"""The sentence of a result that holds, or that no sample contradicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy

from boundcheck.checks.rounded import at_least
from boundcheck.claims import (
    Claim,
    Outcome,
    PartVerdict,
    RestsOn,
    StepVerdict,
)
from boundcheck.claims.standing import plural
from boundcheck.claims.standing import stands as verb

from .completeness import evaluated_only, shaky, special, unsettled
from .sentences import places
from .severity import (
    SETTLED,
    mended,
)


def supported(
    claim: Claim, parts: list[PartVerdict], steps: tuple[StepVerdict, ...], rests: tuple[RestsOn, ...], read: bool
) -> str:
    """What is not contradicted, and what lacks for a proof."""
    name = claim.source.printed
    below = ", as read below," if read else ""
    lead = f"No sample contradicts {name}{below or ''}{with_constant(parts)}".rstrip(",")
    if all(p.evidence.outcome in SETTLED for p in parts):
        lead = f"Every part of {name}{below} is proved or cited"
        if not parts:
            lead = f"No line of {name} is false"
    if not steps:
        return f"{lead}; no proof was checked."
    open_steps, _ = open_and_false(steps)
    rest = with_names("not proved", placed(claim, open_steps))
    rest += with_names("proved in a special case only", placed(claim, special(claim, steps)))
    if evaluated_only(claim, parts):
        are = "are" if plural(name) else "is"
        return f"{name}{below} {are} evaluated on a few instances and well defined there{rest}; that says nothing of others."
    alone = unsettled(claim, parts)
    rest += f"; {_sampled_only(alone, len(parts))}{_said_to(claim, parts, alone)}" if alone else ""
    rest += with_names("it rests on results that are not proved", shaky(rests))
    return f"{lead}{rest}."


def _sampled_only(alone: Sequence[str], of: int) -> str:
    """Which statements no proof gives; one that stands alone needs no name."""
    if of == 1:
        return "its statement is sampled, and no line of a proof gives it"
    *rest, last = (f"'`{key}`'" for key in alone)
    if not rest:
        return f"its statement {last} is sampled, and no line of a proof gives it"
    return f"its statements {', '.join(rest)} and {last} are sampled, and no line of a proof gives them"


def _said_to(claim: Claim, parts: Sequence[PartVerdict], alone: Sequence[str]) -> str:
    """Which lines the file gives for these statements, that do not say them."""
    without = [part for part in parts if part.key in alone and not part.settled_by]
    named = {part.key for part in without} | {part.name for part in without}
    labels = [step.label for step in claim.steps if named & set(step.settles)]
    if not labels:
        return ""
    said = "this line does not say it" if len(labels) == 1 else "these lines do not say it"
    return f", whatever its file says of {places(claim, labels)}: {said}"


def holding(claim: Claim, parts: list[PartVerdict], steps: tuple[StepVerdict, ...], read: bool) -> str:
    """That it holds, with which constant, after which mending, and what that rests on."""
    name = claim.source.printed
    lead = f"{name}{', as read below,' if read else ''} {verb(name)}{with_constant(parts)}"
    if not steps:
        return f"{lead}."
    marks = {step.label: step.mark for step in claim.steps}
    own = [s for s in steps if marks.get(s.label, "step") == "step"]
    false = [s.label for s in own if s.evidence.outcome is Outcome.REFUTED]
    cited = sum(mended(s) is Outcome.ASSUMED for s in own)
    listed = settled_lines(len(own) - cited, cited, len(false), _printed_lines(claim, false))
    tested = sum(p.evidence.data.get("repeats", 0) for p in parts)
    sampled = f"; {tested:,} data sets did not contradict the explicit version" if tested else ""
    return f"{lead}: {listed}{sampled}."


def open_and_false(steps: Sequence[StepVerdict]) -> tuple[list[str], list[str]]:
    """The labels of the steps that are open, and of those that are false and not mended."""
    rest = [(s.label, s.evidence.outcome is Outcome.REFUTED) for s in steps if mended(s) not in SETTLED]
    return [label for label, false in rest if not false], [label for label, false in rest if false]


def with_names(what: str, names: list[str]) -> str:
    return f"; {what}: {', '.join(names)}" if names else ""


def placed(claim: Claim, labels: Sequence[str]) -> list[str]:
    """Where lines stand on the page, as one name; none where there are none."""
    return [places(claim, labels)] if labels else []


def _printed_lines(claim: Claim, labels: Sequence[str]) -> int:
    """How many lines of the page these are: what has one fault is one line, checked more than once."""
    faults = {step.label: step.fault for step in claim.steps}
    return len({fault.id if (fault := faults.get(label)) else label for label in labels})


def settled_lines(proved: int, cited: int, repaired: int, printed: int) -> str:
    """How many of the checked lines are proved, mended ones among them, and how many cited."""
    if not proved + cited:
        return "nothing in it is a line of a proof"
    are = "is" if proved == 1 else "are"
    said = f"of {proved + cited:,} checked lines {proved:,} {are} proved"
    if not cited:
        every = {1: "the one checked line is", 2: "both checked lines are"}
        said = f"{every.get(proved, f'all {proved:,} checked lines are')} proved"
    if repaired and proved > 1:
        same = "" if printed == repaired else " (one line of the page)" if printed == 1 else f" ({printed} lines of the page)"
        said += f", {repaired} of them{same} after mending"
    return said + (f", {cited} cited" if cited else "")


def with_constant(parts: Sequence[PartVerdict]) -> str:
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
