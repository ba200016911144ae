"""Why a part is false, as a sentence says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy

from boundcheck.claims import Claim, FoundFault, Identity, Inequality, Outcome, PartVerdict
from boundcheck.claims.formulas_in_text import marked
from boundcheck.claims.sentence_edges import after_a_colon, begins_with_a_word
from boundcheck.claims.standing import aside, within

SCALAR = ("Identity", "Inequality")
_SHORT = 60  # characters of a formula in a sentence


def reasons(claim: Claim, parts: list[PartVerdict], faults: Iterable[FoundFault]) -> str:
    """Why parts are refuted, line by line of the page: what is wrong there, and a case that shows it.

    A line of which nobody said what is wrong is told by its case alone; its parts are named where there are several.
    """
    false = {part.key: part for part in parts if part.evidence.outcome is Outcome.REFUTED}
    several = len({part.name for part in parts}) > 1
    told: list[str] = []
    bare: dict[str, list[str]] = {}
    for fault in faults:
        touched = [part for key, part in false.items() if key in fault.parts]
        if not touched:
            continue
        shown = false.get(fault.printed, touched[0])
        if fault.text and fault.text != shown.evidence.summary:
            case = as_sentence(_case(shown)) if _follows(claim, shown) else ""
            told.append(f"{_wrong(claim, fault)} {case}".rstrip())
        else:
            for part in touched:
                bare.setdefault(_reason(part).rstrip("."), []).append(part.name)
    told += [
        f"In {joined(names)}: {after_a_colon(reason)}." if several else as_sentence(reason) for reason, names in bare.items()
    ]
    return " ".join(told)


def _wrong(claim: Claim, fault: FoundFault) -> str:
    """What is wrong, and where, unless that is the result itself."""
    return f"{as_sentence(fault.text)[:-1]}{aside(place(claim, fault))}."


def _follows(claim: Claim, part: PartVerdict) -> bool:
    """Whether a reader can follow a case: its letters are the paper's, and none of the formula's is left without a value."""
    found = part.evidence.witness
    point = (found or {}).get("point")
    if part.shape not in SCALAR or not isinstance(point, Mapping) or not part.evidence.bare:
        return True
    given = claim.parts.get(part.name)
    statement = given.get(part.reading) if isinstance(given, Mapping) else given
    theirs = {parameter.name for parameter in claim.parameters}
    letters = set()
    if isinstance(statement, Identity | Inequality):
        letters = {symbol.name for side in (statement.lhs, statement.rhs) for symbol in sympy.sympify(side).free_symbols}
    told = {name for name in letters if len(name) == 1 or name in theirs}
    return told <= set(point) and (not theirs or not theirs.isdisjoint(point))


def place(claim: Claim, fault: FoundFault) -> str:
    """Where a line stands in its result; empty where that is all that is known."""
    own, where = claim.source.printed, fault.where
    if where in (own, claim.source.where):
        return ""
    return within(where, own)


def _case(part: PartVerdict) -> str:
    """The point and its two sides; what the check found, where there is no point."""
    at, sides = str((part.evidence.witness or {}).get("text") or ""), _sides(part)
    return f"{at}{sides}" if at and sides else _reason(part)


def _reason(part: PartVerdict) -> str:
    """What was found; of a formula that is false at a point also the formula, if it is short, and its sides there."""
    return f"{part.evidence.summary.rstrip('.')}{_sides(part)}"


def _sides(part: PartVerdict) -> str:
    """Both sides of a formula at the point where it is false, and the formula itself, if it is short."""
    evidence = part.evidence
    sides = [(evidence.witness or {}).get(side) for side in ("lhs", "rhs")]
    if part.shape not in SCALAR or not evidence.bare or not all(sides):
        return ""
    left, right = map(_digits, sides)
    return f": the left side{f' of {part.formula}' if part.formula else ''} is {left}, the right side {right}"


def formula_of(statement: Any) -> str:
    """An inequality or identity for a sentence; empty for a long one, for one in words, and for any other statement."""
    if not isinstance(statement, Identity | Inequality):
        return ""
    relation = "=" if statement.relation == "==" else statement.relation
    formula = f"{statement.lhs} {relation} {statement.rhs}"
    letters = [symbol.name for side in (statement.lhs, statement.rhs) for symbol in side.free_symbols]
    return formula if len(formula) <= _SHORT and all(len(name) == 1 for name in letters) else ""


def _digits(side: Any) -> str:
    try:
        return f"{float(side):.6g}"
    except ValueError:
        return str(side)


def joined(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def as_sentence(summary: str) -> str:
    """A summary with a full stop, and with a capital unless it begins with a letter of the page or a formula."""
    begin = summary[:1].upper() if begins_with_a_word(marked(summary)) else summary[:1]
    return begin + summary[1:].rstrip(".") + "."
