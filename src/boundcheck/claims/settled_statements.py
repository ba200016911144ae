"""A step or a part of a claim, settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .evidence import Evidence


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
    `doubt` is that of the step. `mends` says how the repair lies to the printed line: ``"one symbol"`` makes the difference,
    it is about the same ``"line"``, or about ``"another line"``, and then it mends nothing.
    """

    label: str
    evidence: Evidence
    repair: Evidence | None = None
    seconds: float = 0.0
    trials: tuple[Trial, ...] = ()
    doubt: str = ""
    mends: str = "line"


@dataclass(frozen=True)
class PartVerdict:
    """A part, settled under one reading.

    Parameters
    ----------
    name, reading : str
    evidence : Evidence
    seconds : float
    shape : str
        Name of the statement's shape; empty where it does not matter.
    settled_by : str
        The proved step that says that it settles the part, as the composed inequality.
    within : bool
        The same bound as the literal version, under conditions that follow from the paper's working range.
    same_rate : bool or None
        Whether it has the exponents of the literal version in every parameter; None where that is not known.
    working : Evidence, optional
        Of a scalar part that is false as printed: what the provers say of it on the paper's working range.
    empty : Evidence, optional
        The proof that the bound is never below the trivial one, so that it says nothing.
    formula : str
        What was compared, where that is short enough for a sentence.
    """

    name: str
    reading: str
    evidence: Evidence
    seconds: float = 0.0
    shape: str = ""
    settled_by: str = ""
    within: bool = False
    same_rate: bool | None = None
    working: Evidence | None = None
    empty: Evidence | None = None
    formula: str = ""

    @property
    def key(self) -> str:
        """``part``, or ``part@reading`` for a reading other than the literal one."""
        return self.name if self.reading == "literal" else f"{self.name}@{self.reading}"
