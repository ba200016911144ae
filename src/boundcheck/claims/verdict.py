"""What a check says. No booleans: "unknown" is never rounded up to "true"."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class Outcome(enum.Enum):
    """The outcome of a part or a step, weakest first."""

    REFUTED = 0
    UNDECIDED = 1
    ASSUMED = 2
    SUPPORTED = 3
    PROVED = 4

    def __bool__(self) -> bool:
        raise TypeError("an Outcome is no boolean; compare it with Outcome.PROVED and its siblings")


class Headline(enum.Enum):
    """The weakest word that is true of the printed statement."""

    HOLDS = "HOLDS"
    HOLDS_REPAIRED = "HOLDS_REPAIRED"
    REFUTED = "REFUTED"
    SUPPORTED = "SUPPORTED"
    UNDECIDED = "UNDECIDED"
    NOTHING_TO_CHECK = "NOTHING_TO_CHECK"

    def __bool__(self) -> bool:
        raise TypeError("a Headline is no boolean; compare it with Headline.HOLDS and its siblings")


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
class StepVerdict:
    """A step, settled; `repair` is the evidence for its mended form."""

    label: str
    evidence: Evidence
    repair: Evidence | None = None
    seconds: float = 0.0


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
