"""What a check says. No booleans: "unknown" is never rounded up to "true"."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class _Said(enum.Enum):
    """One of a few words: it equals its own name as text, is no boolean, and knows no other word."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            if other not in type(self).__members__:
                raise ValueError(
                    f"{other!r} is no {type(self).__name__}; there are {', '.join(type(self).__members__)}"
                )
            return self.name == other
        return self is other

    def __hash__(self) -> int:
        return hash(self.name)

    def __bool__(self) -> bool:
        first = next(iter(type(self)))
        raise TypeError(f"{type(self).__name__} is no boolean; compare it with {first} and its siblings")


class Outcome(_Said):
    """The outcome of a part or a step, weakest first; equal to its name as text."""

    REFUTED = 0
    UNDECIDED = 1
    ASSUMED = 2
    SUPPORTED = 3
    PROVED = 4


class Headline(_Said):
    """The weakest word that is true of the printed statement; equal to that word as text."""

    HOLDS = "HOLDS"
    HOLDS_REPAIRED = "HOLDS_REPAIRED"
    REFUTED = "REFUTED"
    SUPPORTED = "SUPPORTED"
    UNDECIDED = "UNDECIDED"
    NOTHING_TO_CHECK = "NOTHING_TO_CHECK"


@dataclass(frozen=True)
class Finding:
    """Something worth knowing that is no verdict: VACUOUS, LOOSE, TIGHT, GROWS, CONSTANT."""

    kind: str
    text: str


@dataclass(frozen=True)
class Evidence:
    """What a check returns: an outcome and everything that carries it.

    `data` holds the shape's own fields of the record (constant, exponents, slack, mutants ...), JSON-able.
    """

    outcome: Outcome
    summary: str
    method: str = ""
    findings: tuple[Finding, ...] = ()
    certificate: Mapping[str, Any] | None = None
    witness: Mapping[str, Any] | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Trial:
    """A proved statement without some of its hypotheses.

    Parameters
    ----------
    left_out : tuple of int
        Places in the statement's ``given``.
    finding : {"NEEDED", "NOT_NEEDED", "UNDEFINED", "OPEN"}
        False without them, at the witness; true without them; at the witness one side has no value; neither shown.
    witness : mapping, optional
    certificate : mapping, optional
    trusted : tuple of str
    """

    left_out: tuple[int, ...]
    finding: str
    witness: Mapping[str, Any] | None = None
    certificate: Mapping[str, Any] | None = None
    trusted: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepVerdict:
    """A step, settled; `repair` is the evidence for its mended form.

    `trials` say which hypotheses the step needs; of a step that is false as printed, which ones its repair needs.
    `doubt` is that of the step.
    """

    label: str
    evidence: Evidence
    repair: Evidence | None = None
    seconds: float = 0.0
    trials: tuple[Trial, ...] = ()
    doubt: str = ""


@dataclass(frozen=True)
class PartVerdict:
    """A part, settled under one reading."""

    name: str
    reading: str
    evidence: Evidence
    seconds: float = 0.0


@dataclass(frozen=True)
class Verdict:
    """A claim, settled."""

    claim: str
    headline: Headline
    text: str
    literal: str
    parts: tuple[PartVerdict, ...]
    steps: tuple[StepVerdict, ...]
