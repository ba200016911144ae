"""Which two data sets count as neighbours: whose data moves, and how."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Unit(Enum):
    """Whose data differs between neighbouring data sets."""

    RECORD = "one record"
    LABEL = "the label of one record"
    USER = "all records of one user"
    USER_LABELS = "all labels of one user"


class Change(Enum):
    """How it differs.

    A mechanism that bounds the norm of one unit's contribution by 1 moves by at most 1 when the unit is added or
    removed, and by at most 2 when it is replaced.
    """

    ADDED = "added"
    REMOVED = "removed"
    ADDED_OR_REMOVED = "added or removed"
    REPLACED = "replaced"


@dataclass(frozen=True)
class Adjacency:
    """Neighbouring data sets differ by `change` of one `unit`.

    Attributes
    ----------
    unit : Unit
    change : Change
        Labels can only be replaced: the record that carries them stays.
    """

    unit: Unit
    change: Change

    def __post_init__(self):
        if self.unit in (Unit.LABEL, Unit.USER_LABELS) and self.change is not Change.REPLACED:
            raise ValueError(f"adjacency: {self.unit.value} can only be replaced, not {self.change.value}")

    def __str__(self) -> str:
        return f"{self.unit.value} {self.change.value}"


RECORD_ADDED_OR_REMOVED = Adjacency(Unit.RECORD, Change.ADDED_OR_REMOVED)
RECORD_REPLACED = Adjacency(Unit.RECORD, Change.REPLACED)
LABEL_REPLACED = Adjacency(Unit.LABEL, Change.REPLACED)
USER_ADDED_OR_REMOVED = Adjacency(Unit.USER, Change.ADDED_OR_REMOVED)
USER_REPLACED = Adjacency(Unit.USER, Change.REPLACED)
USER_LABELS_REPLACED = Adjacency(Unit.USER_LABELS, Change.REPLACED)
