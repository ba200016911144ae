"""What a check of a claim says: outcomes and evidence, step by step and part by part, and the headline with all that carries it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from boundcheck.symbolic.latex import BY_NAME, latex_of

from . import result
from .facts import Fact, FalseAt
from .result import AsPrinted, Fault, KeyFinding, News, RestsOn
from .shapes import Derivation, Found
from .statements import Finding, Trial, Witness

# The few words of a verdict. No booleans: "unknown" is never rounded up to "true".


class _WithoutTruth(enum.Enum):
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


class Outcome(_WithoutTruth):
    """The outcome of a part or a step, weakest first; equal to its name as text."""

    REFUTED = 0
    UNDECIDED = 1
    ASSUMED = 2
    SUPPORTED = 3
    PROVED = 4


class Headline(_WithoutTruth):
    """The weakest word that is true of the printed statement; equal to that word as text."""

    HOLDS = "HOLDS"
    HOLDS_REPAIRED = "HOLDS_REPAIRED"
    REFUTED = "REFUTED"
    CONDITIONAL = "CONDITIONAL"
    SUPPORTED = "SUPPORTED"
    UNDECIDED = "UNDECIDED"
    NOTHING_TO_CHECK = "NOTHING_TO_CHECK"

    @property
    def word(self) -> result.Headline:
        """As a record has it."""
        return cast(result.Headline, self.name)


class Severity(_WithoutTruth):
    """What a reader of the page has to change, best first; equal to its name as text."""

    NONE = 0  # nothing
    MISPRINT = 1  # a symbol
    PROOF = 2  # a step of the proof
    READING = 3  # the wording
    RANGE = 4  # the range
    CONDITION = 5  # a constant that the page fixes, a radius, an assumption
    RATE = 6  # the rate in some parameter
    EMPTY = 7  # everything: it says nothing
    FALSE = 8  # everything
    OPEN = 9  # not known

    @property
    def word(self) -> result.Severity:
        """As a record has it."""
        return cast(result.Severity, self.name)

    def reaches(self, other: Severity) -> bool:
        """Whether at least so much has to be changed; of what is not known it is not said."""
        return self is not Severity.OPEN and bool(self.value >= other.value)


# What the check of one statement says: an outcome and everything that carries it.


NOTHING = Found()


@dataclass(frozen=True)
class Evidence:
    """What a check returns: an outcome and everything that carries it.

    `statement` is what the provers received, `statements` of several comparisons, and `trusted` what their certificate rests on.
    `found` is what its record has beside these: what was measured, computed or evaluated.
    """

    outcome: Outcome
    fact: Fact
    method: str = ""
    findings: tuple[Finding, ...] = ()
    certificate: Mapping[str, Any] | None = None
    witness: Witness | None = None
    found: Found = NOTHING
    statement: Any = None
    statements: tuple[Any, ...] = ()
    trusted: tuple[str, ...] = ()

    @property
    def bare(self) -> bool:
        """Whether the fact of a refutation is its point and no more."""
        return isinstance(self.fact, FalseAt)


# A step or a part of a claim, settled.


@dataclass(frozen=True)
class StepVerdict:
    """A step, settled; `repair` is the evidence for its mended form.

    `trials` say which hypotheses the step needs; of a step that is false as printed, which ones its repair needs.
    `doubt` is that of the step. `mends` says how the repair lies to the printed line: ``"one symbol"`` makes the difference,
    it is about the same ``"line"``, or about ``"another line"``, and then it mends nothing. `mark` is what the line is:
    ``"step"``, ``"definition"``, ``"by"`` for an instance of another result, ``"rewriting"`` of one expression, or
    ``"restated"`` of one of its own hypotheses; `ours` that it is not on the page; `differs` what its display says that the
    formula does not.
    """

    label: str
    evidence: Evidence
    repair: Evidence | None = None
    seconds: float = 0.0
    trials: tuple[Trial, ...] = ()
    doubt: str = ""
    mends: str = "line"
    mark: str = "step"
    ours: bool = False
    differs: str = ""


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
        The proved step that says that it ties the explicit version to the printed one, as the composed inequality.
    within : bool
        The same bound as the literal version, under conditions that follow from the paper's working range.
    same_rate : bool or None
        Whether it has the exponents of the literal version in every parameter; None where that is not known.
    same_line : bool
        Whether the printed formula is seen in it: a side where it stood, one symbol of difference, half of the symbols.
    working : Evidence, optional
        Of a scalar part that is false as printed: what the provers say of it on the paper's working range.
    empty : Evidence, optional
        The proof that the bound is never below the trivial one, so that it says nothing.
    legible : bool
        Whether a reader can follow the point at which it is false.
    derived : Derivation, optional
        Of a statement with a derivation: whether it is closed.
    """

    name: str
    reading: str
    evidence: Evidence
    seconds: float = 0.0
    shape: str = ""
    settled_by: str = ""
    within: bool = False
    same_rate: bool | None = None
    same_line: bool = True
    working: Evidence | None = None
    empty: Evidence | None = None
    legible: bool = True
    derived: Derivation | None = None

    @property
    def key(self) -> str:
        """``part``, or ``part@reading`` for a reading other than the literal one."""
        return self.name if self.reading == "literal" else f"{self.name}@{self.reading}"


# A point in words, and whether the words beside a witness are no more than it.


def at(point: Mapping[str, Any]) -> str:
    r"""``at $\letter{x} = 1$, $\letter{y} = 2$``."""
    return "at " + ", ".join(set_to(name, value) for name, value in point.items())


def set_to(name: str, value: Any) -> str:
    """A letter and its value in a text; a choice stands in words."""
    source = "" if isinstance(value, str) and value.isidentifier() else latex_of(str(value), BY_NAME)
    return rf"$\letter{{{name}}} = {source}$" if source else rf"$\letter{{{name}}}$ = {value}"


def only_the_point(witness: Witness | None) -> bool:
    """Whether the text of a witness is its point again, as a check writes it."""
    return witness is not None and bool(witness.point) and witness.text == at(witness.point)


# What a check of a whole claim says: its headline with all that carries it.


@dataclass(frozen=True)
class Verdict:
    """A claim, settled.

    Parameters
    ----------
    claim : str
    headline : Headline
    facts : tuple of Fact
        What stands, with which constant, and what has to change.
    literal : AsPrinted
    parts, steps : tuples
        The claim's own.
    severity : Severity
    news : tuple of News
        What is better than printed.
    faults : tuple of Fault
        Distinct lines of the page that are false as printed.
    rests_on : tuple of RestsOn
    survives : str
        Of what is false as printed: the reading under which it stands, if there is one.
    findings : tuple of KeyFinding
    """

    claim: str
    headline: Headline
    facts: tuple[Fact, ...]
    literal: AsPrinted
    parts: tuple[PartVerdict, ...]
    steps: tuple[StepVerdict, ...]
    severity: Severity = Severity.OPEN
    news: tuple[News, ...] = ()
    faults: tuple[Fault, ...] = ()
    rests_on: tuple[RestsOn, ...] = ()
    survives: str = ""
    findings: tuple[KeyFinding, ...] = ()
