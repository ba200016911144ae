"""What became of every display of a paper: its inventory beside the records of its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from boundcheck.claims import PageDisplay
from boundcheck.loading import registry
from boundcheck.verdict.result import Record
from boundcheck.verdict.shapes import AnyPart, ByDefinitionPart, ByPart, CitedPart, OfProvers
from boundcheck.verdict.statements import Step

State = Literal[
    "false", "open", "proved", "proved in another form", "proved in a special case", "supported", "says nothing new", "cited",
    "definition", "another result", "assumption", "read", "not read", "out of scope", "not settled",
]  # fmt: skip
# Of several lines that are about one display the first of these says what becomes of it.
WEAKEST_FIRST: tuple[State, ...] = (
    "false", "open", "not settled", "cited", "supported", "proved in a special case", "proved in another form",
    "says nothing new", "another result", "definition", "proved",
)  # fmt: skip
_OTHERWISE: dict[str, State] = {"REFUTED": "false", "UNDECIDED": "open", "SUPPORTED": "supported", "ASSUMED": "cited"}


@dataclass(frozen=True)
class Covered:
    """A display of the page and its state; nobody types the state of one that is checked."""

    display: PageDisplay
    state: State


def inventory_of(records: Sequence[Record]) -> tuple[PageDisplay, ...]:
    """The displays of the paper of which these are records; none where it is not installed, or has no inventory."""
    for record in records:
        try:
            displays = registry.load(record.claim).source.paper.displays
        except (ModuleNotFoundError, AttributeError, registry.UnknownClaim, registry.BrokenClaim):
            continue
        return tuple(displays)
    return ()


def coverage(records: Sequence[Record]) -> list[Covered]:
    """Every display of a paper in the order of the page, with its state by the records at hand."""
    papers = {record.claim.rpartition("/")[0] for record in records}
    if len(papers) > 1:
        raise ValueError(f"records of several papers, {', '.join(sorted(papers))}: results of one name may stand in each")
    by_name = {record.claim.rpartition("/")[2]: record for record in records}
    return [Covered(display, _state(display, by_name)) for display in inventory_of(records)]


def counted(found: Sequence[Covered]) -> dict[State, int]:
    """How many displays are in each state, those that say most of the paper first."""
    counts = Counter(covered.state for covered in found)
    order: tuple[State, ...] = (
        "proved", "proved in another form", "proved in a special case", "supported", "false", "open", "definition",
        "another result", "assumption", "says nothing new", "cited", "read", "not read", "out of scope", "not settled",
    )  # fmt: skip
    return {state: counts[state] for state in order if counts[state]}


def _state(display: PageDisplay, by_name: Mapping[str, Record]) -> State:
    if display.state:
        return display.state
    states = {state for name in display.checked for state in _of(name, by_name)}
    return min(states, key=WEAKEST_FIRST.index)


def _of(name: str, by_name: Mapping[str, Record]) -> Iterator[State]:
    """The state that one step or part gives a display; of a part that of its literal version."""
    claim, sign, label = (name.partition("#") if "#" in name else name.partition("/"))
    record = by_name.get(claim)
    if record is None:
        yield "not settled"
    elif sign == "#":
        literal = record.readings[0].name if record.readings else "literal"
        parts = [part for key, part in record.parts.items() if key.partition("@")[0] == label]
        chosen = [part for part in parts if part.reading in ("literal", literal)]
        yield from map(state_of_part, chosen)
        if not chosen:
            yield "not settled"
    else:
        found = [step for step in record.steps if step.label == label]
        yield from map(state_of, found)
        if not found:
            yield "not settled"


def state_of(step: Step) -> State:
    """What a step says of its display."""
    if step.outcome != "PROVED":
        return _OTHERWISE[step.outcome]
    marked: dict[str, State] = {
        "definition": "definition", "by": "another result", "rewriting": "says nothing new", "restated": "says nothing new",
    }  # fmt: skip
    if step.mark in marked:
        return marked[step.mark]
    if step.scope != "page":
        return "proved in a special case"
    return "proved in another form" if step.differs else "proved"


def state_of_part(part: AnyPart) -> State:
    """What a part says of its display."""
    if part.outcome != "PROVED":
        return _OTHERWISE[part.outcome]
    match part:
        case ByPart():
            return "another result"
        case CitedPart():
            return "cited"
        case ByDefinitionPart():
            return "definition"
    return "says nothing new" if isinstance(part.evidence, OfProvers) and part.evidence.says_nothing else "proved"
