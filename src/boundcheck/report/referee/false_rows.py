"""Rows for the false lines of a paper: where, what is wrong, where to look, what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boundcheck.claims import Severity
from boundcheck.report.page.paragraphs import bullets, heading, muted, para, strong, table
from boundcheck.report.referee.across import FalseLine, called
from boundcheck.report.referee.markdown import text as written
from boundcheck.report.text.expression import value
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import NBSP, letters, symbol
from boundcheck.report.text.numbers import finite, shown
from boundcheck.report.text.prose import runs, said

CHANGE = {  # in a word
    "FALSE": "false", "EMPTY": "empty", "RATE": "rate", "CONDITION": "condition", "RANGE": "range", "READING": "wording",
    "PROOF": "proof", "OPEN": "open",
}  # fmt: skip
WITHOUT_REPAIR = {
    "RANGE": "It stands within the paper's working range.",
    "EMPTY": "None: what is true of it is never below the trivial bound.",
}
MOST_TOUCHED = 4  # results that are named in a row
MOST_ROWS = 16  # false lines of a table that a reader goes through
LONGEST = 80  # characters of a point within a sentence
LONGEST_FORMULA = 110
LONGEST_SENTENCE = 320
GENERIC = re.compile(r"false at\b", re.IGNORECASE)  # a text that only repeats the point
ELL = re.compile(r"\bell(?=\()")
ASIDE = re.compile(r" \((?:its )?steps? [^()]*\)")  # names of steps, which the page does not have


def what_has_to_change(lines: Sequence[FalseLine]) -> list[dict]:
    """False lines that are more than misprints, in the order of their weight."""
    heavy = [line for line in lines if line.severity is not Severity.MISPRINT]
    if not heavy:
        return [heading("What has to change", numbered=False), para("Nothing beyond misprints was found.")]
    rows = [_row(line) for line in heavy[:MOST_ROWS]]
    made = table("l l3 l7 l5 l3", ["Change", "Where", "What is wrong", "Repair", "Also touches"], rows, tight=True)
    rest = len(heavy) - len(rows)
    left = [para(muted(f"{rest} more of less weight are in the reports of their results."))] if rest > 0 else []
    return [heading("What has to change", numbered=False), made | {"breaks": True}, *left]


def misprints(lines: Sequence[FalseLine]) -> list[dict]:
    """A line each."""
    items = []
    for line in lines:
        if line.severity is Severity.MISPRINT:
            known, fault = letters(line.record), line.fault
            items.append(
                [*place(line), ": ", *said(plainly(fault.get("repair") or fault.get("text"), line.record), known)]
            )
    return [heading("Misprints", numbered=False), bullets(items)] if items else []


def _row(line: FalseLine) -> list[Any]:
    known = letters(line.record)
    return [
        CHANGE[line.severity.name],
        place(line),
        wrong(line),
        said(plainly(line.fault.get("repair"), line.record), known) or WITHOUT_REPAIR.get(line.severity.name, "none known"),
        "; ".join(others(line.touches, called(line.record))),
    ]


def place(line: FalseLine) -> list[Any]:
    """The result, and where in it unless that says no more."""
    own = called(line.record)
    where = str(line.fault.get("where") or "").removeprefix(own).lstrip(" ,;:").replace(f"proof of {own}", "proof")
    if not where or own.startswith(where):
        return [strong(own)]
    return [strong(own), ", ", *runs(where, letters(line.record))]


def wrong(line: FalseLine) -> list[Any]:
    """What is wrong, and a case that shows it; nothing is said twice."""
    known, fault = letters(line.record), line.fault
    told = plainly(fault.get("text"), line.record)
    first = said(told, known) if not GENERIC.match(told) else list(_failing(line, known))
    found = fault.get("witness") or {}
    sentence = plainly(found.get("text"), line.record)
    if (
        sentence
        and not re.match(r"at\b|False at\b", sentence)
        and len(sentence) <= LONGEST_SENTENCE
        and " " in sentence
    ):
        return first if sentence.lower()[:LONGEST] in told.lower() else [*first, " ", *said(sentence, known)]
    at = witness(found, known)
    return [*first, *([" ", muted(*at)] if at else [])]


def _failing(line: FalseLine, known: Mapping[str, str]) -> Iterator[Any]:
    """What the line says and how it was read, for a fault that nobody put into words."""
    name = str(line.fault.get("printed") or "")
    step = next((s for s in line.record.get("steps") or [] if s.get("label") == name), None)
    part = (line.record.get("parts") or {}).get(name) or {}
    display = (step or {}).get("statement") or (part.get("relation") or {}).get("compared") or {}
    reduction = plainly((step or {}).get("reduction"), line.record)
    if reduction and len(reduction) <= LONGEST_SENTENCE:
        yield from [*said(reduction, known), " "]
    set_ = formula({"typst": display.get("typst"), "alt": display.get("alt")}, "false line")
    if set_ and "typst" in set_ and len(written(set_)) <= LONGEST_FORMULA:
        yield from [set_, " fails."]
    else:
        yield "The inequality fails."


def plainly(text: Any, record: Mapping[str, Any]) -> str:
    """A typed text without the names that steps have in the records alone."""
    bare = ELL.sub("ℓ", ASIDE.sub("", str(text or "").strip()))
    labels = [str(step["label"]).rpartition("/")[2] for step in record.get("steps") or [] if step.get("label")]
    name = "|".join([*map(re.escape, sorted(labels, key=len, reverse=True)), "[a-z]+(?:_[a-z0-9]+)+"])
    named = re.compile(rf"\b(?:(?:the|this|its) )?(steps?)((?: and)? (?:{name})\b(?!\()(?: and (?:{name})\b)?)")
    return named.sub(
        lambda found: "further checked lines" if " and " in found.group() else "a further checked line", bare
    )


def others(touches: Sequence[str], own: str) -> list[str]:
    """Results besides its own that a line touches, the first few by name."""
    rest = [name for name in touches if name != own]
    return rest if len(rest) <= MOST_TOUCHED else [*rest[:MOST_TOUCHED], f"{len(rest) - MOST_TOUCHED} more"]


def witness(found: Mapping[str, Any] | None, known: Mapping[str, str]) -> list[Any]:
    """A point short enough for a sentence, and the two sides there with as many digits as it takes to tell them apart."""
    if not found:
        return []
    at: list[Any] = []
    for name, entry in (found.get("point") or {}).items():
        at += [", " if at else "", symbol(str(name), known), f"{NBSP}={NBSP}", value(entry, known)]
    if len(written(at)) > LONGEST:
        return []
    sides = [finite(found.get(side)) for side in ("lhs", "rhs")]
    if None in sides or sides[0] == sides[1]:
        return ["For example at ", *at, "."] if at else []
    left, right = apart(*sides)
    numbers = f"{left} on the left, {right} on the right."
    return ["At ", *at, ": ", numbers] if at else [numbers]


def apart(left: Any, right: Any) -> tuple[str, str]:
    """Both numbers with as many digits as it takes to tell them apart."""
    both = [(shown(left, digits), shown(right, digits)) for digits in (3, 4, 6, 9, 12)]
    return next((pair for pair in both if pair[0] != pair[1]), both[-1])
