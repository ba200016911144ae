"""What else a part found: its constant, term by term, and how it was settled."""

from collections.abc import Mapping
from typing import Any

from boundcheck.report.figures.worst_instance import drawing
from boundcheck.report.page.paragraphs import beside, figure, para, strong
from boundcheck.report.page.worst_found import how_drawn, worst
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import words
from boundcheck.report.text.numbers import shown, span
from boundcheck.report.text.prose import prose, sentence_runs, typed
from boundcheck.report.text.words import excluded

LONGEST_CONSTANT = 60  # characters of a constant in a sentence
SETTLED = {  # how the record says that a constant was settled
    "equal": "the printed bound has its constants",
    "proved": "proved on the stated domain",
    "step": "proved by a step",
    "points": "not contradicted at the points of this run, and not settled beyond them",
    "refuted": "refuted",
    "excluded": "an instance excludes every constant",
    "unusable": "no positive number",
}


def constant(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """The constant that was derived, and the smallest that survived the search."""
    found = part.get("constant")
    if not found or excluded(part):
        return []
    told = stated(name, part, known)
    if found.get("smallest_surviving") is not None:
        told.append(f"At the worst instance found, the error is {shown(found['smallest_surviving'])} times the printed rate")
        if found.get("low") is not None:
            told.append(f" ({span(found['low'], found.get('high'))})")
        told.append(". ")
    if small := found.get("where_it_bites"):
        told.append("Where the explicit bound is at most half the trivial one, the worst found is ")
        told.append(f"{shown(small.get('smallest_surviving'))} times")
        told.append(f" ({span(small['low'], small.get('high'))}). " if small.get("low") is not None else ". ")
    elif found.get("smallest_surviving") is not None:
        told.append("No instance was found where the explicit bound is at most half the trivial one. ")
    told += sentence_runs(found.get("note"), known)
    told += by_term(found)
    if not told:
        return []
    instance = found.get("instance")
    caption = f"{name}: the worst instance found. {how_drawn(instance)}".strip()
    return beside(
        [para(strong("Constant. "), *told), *worst(instance, known)], figure(drawing(instance, known), caption)
    )


def by_term(found: Mapping) -> list[str]:
    """The constant of each named term, as it is proved."""
    rows = found.get("per_term") or []
    proved = ", ".join(f"{row['term']} {row['constant']}" for row in rows if row.get("constant"))
    rest = ", ".join(row["term"] for row in rows if not row.get("constant"))
    told = [f"Term by term, each proved on the stated domain: {proved}"] if proved else []
    told += [f"not settled: {rest}"] if rest else []
    return [f" {'; '.join(told)}."] if told else []


def stated(name: str, part: Mapping, known: Mapping[str, str] | None = None) -> list:
    """The constant that the claim states, as a formula, and how it was settled; an older record's own words."""
    found, side = part.get("constant") or {}, (part.get("bounds") or {}).get("constant")
    settled = found.get("settled")
    if settled not in SETTLED:
        derived = found.get("explicit_text") or found.get("explicit")
        return (
            [] if derived is None else [f"Derived: {typed(derived) if isinstance(derived, str) else shown(derived)}. "]
        )
    if settled == "equal":
        return ["The bound is printed with its constants. "]
    short = isinstance(side, Mapping) and len(str(side.get("alt") or "")) <= LONGEST_CONSTANT
    value: Any = formula(side, f"parts[{name}].bounds.constant") if short else None
    value = value or typed(found.get("claimed") or found.get("explicit") or "")
    by, reserve = str(found.get("by") or ""), str(found.get("reserve") or "")
    how = by or SETTLED[settled]
    if settled == "points":
        how = f"{SETTLED[settled]}; {by}" if by else SETTLED[settled]
    elif reserve and reserve not in how:
        how += f"; {reserve}"
    if settled == "step" and found.get("step") and not reserve:
        named = strong(prose(words(found["step"], known or {})))
        return ["The page leaves its constant unnamed; here it is ", value, ": proved by the step ", named, ". "]
    return ["The page leaves its constant unnamed; here it is ", value, f": {prose(how, known).rstrip('.')}. "]
