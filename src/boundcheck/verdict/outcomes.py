"""What a check of a claim says: outcomes and evidence, step by step and part by part, and the headline with all that carries it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from boundcheck.symbolic.latex import BY_NAME, latex_of

from .facts import Fact, FalseAt
from .statements import Finding

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

    def reaches(self, other: Severity) -> bool:
        """Whether at least so much has to be changed; of what is not known it is not said."""
        return self is not Severity.OPEN and bool(self.value >= other.value)


# What the check of one statement says: an outcome and everything that carries it.


@dataclass(frozen=True)
class Evidence:
    """What a check returns: an outcome and everything that carries it.

    `statement` is what the provers received, `statements` of several comparisons, and `trusted` what their certificate rests on.
    `data` holds the shape's own fields of the record (constant, exponents, slack, mutants ...), JSON-able.
    """

    outcome: Outcome
    fact: Fact
    method: str = ""
    findings: tuple[Finding, ...] = ()
    certificate: Mapping[str, Any] | None = None
    witness: Mapping[str, Any] | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    statement: Any = None
    statements: tuple[Any, ...] = ()
    trusted: tuple[str, ...] = ()

    @property
    def bare(self) -> bool:
        """Whether the fact of a refutation is its point and no more."""
        return isinstance(self.fact, FalseAt)


# A step or a part of a claim, settled.


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
class DerivedFact:
    """A line of a derivation: what it says, by which rule, from which earlier ones."""

    name: str
    says: str
    rule: str
    by: tuple[str, ...]
    because: str = ""


@dataclass(frozen=True)
class Derived:
    """Whether a part's statement follows, link by link, from what the page assumes.

    Parameters
    ----------
    closed : bool
        Every link is there.
    holds : bool
        It is closed, every relation that is granted stands on the page, and a world of the study has the laws that are assumed.
    fact, link : str
        Where a link is missing, and which; of what is closed and does not hold, why.
    says : str
        The statement, as it was derived.
    facts : tuple of DerivedFact
    assumptions : tuple of (label, sort, what it says, place)
    cited : tuple of str
        Lemmas that are quoted and not proved here.
    world : str
    certificate : mapping
    """

    closed: bool
    holds: bool
    fact: str
    link: str
    says: str
    facts: tuple[DerivedFact, ...]
    assumptions: tuple[tuple[str, str, str, str], ...]
    cited: tuple[str, ...] = ()
    world: str = ""
    certificate: Mapping[str, Any] = field(default_factory=dict, repr=False)


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
    derived : Derived, optional
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
    derived: Derived | None = None

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


def only_the_point(witness: Mapping[str, Any] | None) -> bool:
    """Whether the text of a witness is its point again, as a check writes it."""
    point = (witness or {}).get("point")
    return isinstance(point, Mapping) and bool(point) and (witness or {}).get("text") == at(point)


# What a check of a whole claim says: its headline with all that carries it.


@dataclass(frozen=True)
class AsPrinted:
    """What becomes of the letters on the page.

    Parameters
    ----------
    value : {"true", "false", "empty", "undecided", "supported", "cited"}
        ``empty`` is true of nothing, since nothing meets its assumptions; ``supported`` is not contradicted by samples and
        not proved; ``cited`` asserts nothing that is checked here.
    fact : FalseAsPrinted, optional
        Why it is false, where another version carries the headline.
    witness : mapping, optional
        Where it is false.
    """

    value: str
    fact: Fact | None = None
    witness: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class FoundFault:
    """A line of the page that is false as printed.

    Parameters
    ----------
    id : str
    where : str
        Place on the page.
    kind : str
        As in `Fault`; empty where nobody said.
    severity : Severity
    printed : str
        Label of the step or key of the part that shows the printed line.
    fact : Fact
        What is wrong, in the author's words, or else as it was found.
    witness : mapping, optional
    repair : str
        What mends it, in words; empty if nothing is known to.
    parts, steps : tuple of str
        Keys and labels of what is false because of it.
    """

    id: str
    where: str
    kind: str
    severity: Severity
    printed: str
    fact: Fact
    witness: Mapping[str, Any] | None = None
    repair: str = ""
    parts: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


@dataclass(frozen=True)
class FoundFinding:
    """What a reader has to know beside the lines, its numbers put in.

    Parameters
    ----------
    text, where, weight : str
        As in `KeyFinding`.
    of : tuple of str
    proved : bool
        Whether every source is proved; else some are computed or measured.
    fault : str
        Identity of the false line of which it says how much it costs; empty without one.
    """

    text: str
    where: str
    weight: str
    of: tuple[str, ...]
    proved: bool
    fault: str = ""


@dataclass(frozen=True)
class News:
    """What is better than printed, in words, and the word of a headline that it earns."""

    text: str
    outcome: Headline

    def __str__(self) -> str:
        return f"{self.text} ({self.outcome.value})"


@dataclass(frozen=True)
class RestsOn:
    """A result that is used, and how it fared without its samples, which are drawn where it is checked itself.

    `reads` is what it says with its repair, at what its letters stand for where it is used; of a result that is false as
    printed and of which something survives. `defines` is so of one that
    only says what something is, of which there is no proof.
    """

    claim: str
    headline: Headline
    severity: Severity
    printed: str = ""
    reads: str = ""
    defines: bool = False


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
    faults : tuple of FoundFault
        Distinct lines of the page.
    rests_on : tuple of RestsOn
    survives : str
        Of what is false as printed: the reading under which it stands, if there is one.
    findings : tuple of FoundFinding
    """

    claim: str
    headline: Headline
    facts: tuple[Fact, ...]
    literal: AsPrinted
    parts: tuple[PartVerdict, ...]
    steps: tuple[StepVerdict, ...]
    severity: Severity = Severity.OPEN
    news: tuple[News, ...] = ()
    faults: tuple[FoundFault, ...] = ()
    rests_on: tuple[RestsOn, ...] = ()
    survives: str = ""
    findings: tuple[FoundFinding, ...] = ()
