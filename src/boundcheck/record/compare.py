"""Two records of one claim: the same verdicts or not, and which numbers moved, measured by their own intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from boundcheck.record.schema import CLOCK
from boundcheck.record.types import plain
from boundcheck.stats.digits import DIGITS
from boundcheck.verdict.result import Record

ASIDE = CLOCK | {"digest", "environment", "reproduce", "certificate", "checked", "checked_parts", "trusted", "trials"}
MEASURED = ("quantile", "mean", "measured", "ratio", "smallest_surviving")  # what an interval low..high belongs to
NAMES = ("name", "label", "parameter", "id", "kind")  # that tell the entries of a list apart


@dataclass(frozen=True)
class Move:
    """A number that is not what it was.

    Parameters
    ----------
    place : str
        Where in the record.
    before, after : float
    widths : float or None
        By how many half-widths of its interval it moved; None for a number without an interval.
    """

    place: str
    before: float
    after: float
    widths: float | None

    @property
    def relative(self) -> float:
        """The move as a share of the larger of both numbers."""
        largest = max(abs(self.before), abs(self.after))
        return abs(self.after - self.before) / largest if largest else 0.0


@dataclass(frozen=True)
class Difference:
    """How two records of one claim differ.

    Parameters
    ----------
    claim : str
    verdicts : tuple of (place, before, after)
        Outcomes and severities that changed, and steps, parts and false lines that only one of them has.
    moves : tuple of Move
        The numbers, the furthest first.
    texts : tuple of str
        Places of whatever else differs.
    made_with : tuple of (name, before, after)
        Versions and settings under which they were made.
    """

    claim: str
    verdicts: tuple[tuple[str, str, str], ...] = ()
    moves: tuple[Move, ...] = ()
    texts: tuple[str, ...] = ()
    made_with: tuple[tuple[str, str, str], ...] = ()

    @property
    def same(self) -> bool:
        """Whether nothing differs but when, where and with which versions they were made."""
        return not (self.verdicts or self.moves or self.texts)


def difference(before: Record, after: Record) -> Difference:
    """How `after` differs from `before`, two records of the same claim."""
    one, two = dict(_leaves(plain(before))), dict(_leaves(plain(after)))
    verdicts, moves, texts = list(_outcomes(before, after)), [], []
    told = {place for place, *_ in verdicts}
    for place in dict.fromkeys([*one, *two]):
        left: Any = one.get(place)
        right: Any = two.get(place)
        if left == right or place in told:
            continue
        if _number(left) and _number(right):
            if not place.endswith((".low", ".high", ".rate_low", ".rate_high")):
                moves.append(Move(place, left, right, _widths(place, left, right, one, two)))
        else:
            texts.append(place)
    moves.sort(key=lambda move: (-(move.widths or 0.0), -move.relative, move.place))
    return Difference(before.claim, tuple(verdicts), tuple(moves), tuple(texts), tuple(_made_with(before, after)))


def _outcomes(before: Record, after: Record) -> Iterator[tuple[str, str, str]]:
    """Verdicts that differ."""
    one, two = dict(_verdicts(before)), dict(_verdicts(after))
    for place in dict.fromkeys([*one, *two]):
        left, right = one.get(place, "not there"), two.get(place, "not there")
        if left != right:
            yield place, left, right


def _verdicts(record: Record) -> Iterator[tuple[str, str]]:
    """Every outcome and every severity of a record, by its place."""
    yield "headline.outcome", record.headline.outcome
    yield "headline.severity", record.headline.severity
    yield "headline.literal.value", record.headline.literal.value
    for name, part in record.parts.items():
        yield f"parts.{name}.outcome", part.outcome
    for step in record.steps:
        yield f"steps.{step.label}.outcome", step.outcome + (f", mended: {step.repair.outcome}" if step.repair else "")
    for fault in record.faults:
        yield f"faults.{fault.id}.severity", fault.severity


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Everything that is no list and no object, by its place; entries of lists by their names."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key not in ASIDE:
                yield from _leaves(item, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list):
        seen: dict[str, int] = {}
        for number, item in enumerate(value):
            name = next((str(item[key]) for key in NAMES if item.get(key)), "") if isinstance(item, Mapping) else ""
            name = name or str(number)
            seen[name] = seen.get(name, 0) + 1
            yield from _leaves(item, f"{place}[{name}]" if seen[name] == 1 else f"{place}[{name} {seen[name]}]")
    else:
        yield place, value


def _widths(place: str, left: float, right: float, one: Mapping[str, Any], two: Mapping[str, Any]) -> float | None:
    """The move in half-widths of the wider of both intervals."""
    parent, _, key = place.rpartition(".")
    if key not in MEASURED:
        return None
    halves = []
    for leaves in (one, two):
        low: Any = leaves.get(f"{parent}.low")
        high: Any = leaves.get(f"{parent}.high")
        if _number(low) and _number(high):
            halves.append((high - low) / 2)
    widest = max(halves, default=0.0)
    # an interval no wider than the last digit that is kept has no width: the move is a share of the number then
    return abs(right - left) / widest if widest > 10.0 ** (1 - DIGITS) * max(abs(left), abs(right)) else None


def _made_with(before: Record, after: Record) -> Iterator[tuple[str, str, str]]:
    """Settings and versions that differ."""
    one, two = _circumstances(before), _circumstances(after)
    for name in dict.fromkeys([*one, *two]):
        if one.get(name) != two.get(name):
            yield name, str(one.get(name)), str(two.get(name))


def _circumstances(record: Record) -> dict[str, str]:
    made = record.environment
    return {"budget": record.budget, "seed": str(record.seed), "python": made.python, "platform": made.platform, **made.versions}


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# What got worse from one record of a claim to the next.

RANK = {
    "PROVED": 0, "HOLDS": 0, "ASSUMED": 1, "SUPPORTED": 1, "HOLDS_REPAIRED": 1, "NOTHING_TO_CHECK": 1, "CONDITIONAL": 2,
    "UNDECIDED": 3, "REFUTED": 4,
}  # fmt: skip


def worse(before: Record | None, after: Record) -> Iterator[tuple[str, str, str]]:
    """``(place, before, after)`` of every line, and of the whole, that stands worse than before; of a new one that is not proved.

    A line is found by its label and its formula, or by the formula alone: lines without a label move as a page is edited.
    """
    known: Mapping[str, tuple[str, str]] = _standing(before) if before is not None else {}
    by_formula = {formula: outcome for formula, outcome in known.values() if formula}
    for place, (formula, outcome) in _standing(after).items():
        was = known.get(place)
        found = was[1] if was is not None and was[0] == formula else by_formula.get(formula, was[1] if was is not None else None)
        if RANK[outcome] > RANK[found or "PROVED"]:
            yield place, found or "not there", outcome
    if before is not None and RANK[after.headline.outcome] > RANK[before.headline.outcome]:
        yield "", before.headline.outcome, after.headline.outcome


def _standing(record: Record) -> Mapping[str, tuple[str, str]]:
    """Formula and outcome of each line of a record, by its label."""
    parts: dict[str, tuple[str, str]] = {key: ("", part.outcome) for key, part in record.parts.items()}
    return parts | {step.label: (step.statement.latex or "", step.outcome) for step in record.steps}
