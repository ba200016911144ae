"""The whole result as its record has it: what the page says, what became of it, and under what it was found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from boundcheck.claims.paper import Kind

from .conclusions import FalseAsPrinted, HeadlineFact, Power
from .facts import AnyFact
from .shapes import AnyPart
from .statements import FaultIdentity, Formula, Step, Witness
from .values import Count, Exact, Frozen, Probability

Headline = Literal["HOLDS", "HOLDS_REPAIRED", "SUPPORTED", "CONDITIONAL", "UNDECIDED", "NOTHING_TO_CHECK", "REFUTED"]
Severity = Literal["NONE", "MISPRINT", "PROOF", "READING", "RANGE", "CONDITION", "RATE", "EMPTY", "FALSE", "OPEN"]
Literally = Literal["true", "false", "empty", "undecided", "supported", "cited"]
# The id of a claim is a path below the folder of reports.
ClaimId = Annotated[str, msgspec.Meta(pattern=r"\A(?!\.)[\w.-]{1,100}(/(?!\.)[\w.-]{1,100}){0,3}\Z")]


class Paper(Frozen, frozen=True, kw_only=True):
    """The paper of a result; `working` are the values of its letters that it has in mind."""

    key: str
    title: str
    authors: tuple[str, ...]
    venue: str
    year: int
    ref: str
    working: tuple[Formula, ...]


class AsPrinted(Frozen, frozen=True, kw_only=True):
    """What becomes of the letters of the page, and why they are false where another version carries the headline.

    ``empty`` is true of nothing, since nothing meets its assumptions; ``supported`` is not contradicted by samples and
    not proved; ``cited`` asserts nothing that is checked here. The witness is where they are false.
    """

    value: Literally
    fact: FalseAsPrinted | None
    witness: Witness | None


class News(Frozen, frozen=True, kw_only=True):
    """Something that goes beyond the page, what became of it, and whether its bounds are derived from the assumptions."""

    text: str
    outcome: Headline
    derived: bool

    def __str__(self) -> str:
        return f"{self.text} ({self.outcome})"


class Conclusion(Frozen, frozen=True, kw_only=True):
    """The headline: the least of the parts, in one word and in facts."""

    outcome: Headline
    severity: Severity
    facts: tuple[HeadlineFact, ...]
    literal: AsPrinted
    news: tuple[News, ...]


class RestsOn(Frozen, frozen=True, kw_only=True):
    """A result that this one uses, and how it fared without its samples, which are drawn where it is checked itself.

    `reads` is what it says with its repair, at what its letters stand for where it is used; of a result that is false as
    printed and of which something survives. `defines` is so of one that only says what something is, of which there is no proof.
    """

    claim: ClaimId
    printed: str
    outcome: Headline
    severity: Severity
    reads: str
    defines: bool


class Touches(Frozen, frozen=True, kw_only=True):
    """The parts and the steps that show a fault."""

    parts: tuple[str, ...]
    steps: tuple[str, ...]


class Fault(Frozen, frozen=True, kw_only=True):
    """Something false on the page: where, of which kind, how grave, why, at which point, and what would mend it.

    `printed` is the label of the step or the key of the part that shows the line; `kind` is empty where nobody said.
    """

    id: str
    where: str
    kind: str
    severity: Severity
    printed: str
    fact: AnyFact
    witness: Witness | None
    repair: str
    touches: Touches


class KeyFinding(Frozen, frozen=True, kw_only=True):
    """What a reader has to know beside the lines, where all that it comes from stands."""

    text: str
    where: str
    weight: Literal["much", "some", "little", "question"]
    of: tuple[str, ...]
    proved: bool
    fault: str


class Display(Formula, frozen=True, kw_only=True):
    """A display of the statement, and whether it is proved as it is shown."""

    label: str
    proved_as: bool


class Definition(Formula, frozen=True, kw_only=True):
    """A letter that stands for an expression, and whether the statement needs it."""

    needed: bool


class Statement(Frozen, frozen=True, kw_only=True):
    """The result as the page states it."""

    words: str
    displays: tuple[Display, ...]
    where: tuple[Definition, ...]


class Reading(Frozen, frozen=True, kw_only=True):
    """One way in which the page can be read; the literal one comes first."""

    name: str
    text: str
    literal: bool
    repair: bool
    doubt: str
    support: str
    misprint: str
    fault: FaultIdentity | None


class Parameter(Frozen, frozen=True, kw_only=True):
    """A letter of the statement, what it means, and its domain, both as LaTeX."""

    name: str
    latex: str
    meaning: str
    integer: bool
    domain: str


class Used(Frozen, frozen=True, kw_only=True):
    """A result that is used."""

    claim: ClaimId
    printed: str


class Assumption(Frozen, frozen=True, kw_only=True):
    """An assumption of the page, the steps that use it, and what becomes of the result without it."""

    label: str
    text: str
    used_by: tuple[str, ...]
    dropped: str


class ErrorProbability(Frozen, frozen=True, kw_only=True):
    """With which probability any sampled interval of the record fails, over how many parts, and each."""

    total: Probability
    checks: Count
    each: Probability


class Environment(Frozen, frozen=True, kw_only=True):
    """Under what the record was made."""

    python: str
    platform: str
    versions: Exact


class SecondProgram(Frozen, frozen=True, kw_only=True):
    """Of how many lines with a proof or a counterexample a second program has checked it, and which program."""

    by: str
    lines: Count
    checked: Count


class Interrupted(Frozen, frozen=True, kw_only=True):
    """Of a run that was stopped: how many steps and parts were settled, of how many."""

    done: Count
    of: Count


class Record(Frozen, frozen=True, kw_only=True):
    """What was found of one result.

    Parameters
    ----------
    claim, printed, kind, title, where : str
        Its id, its name on the page, what it is there, what it is about, and where it stands.
    parts : mapping of name to part
        A part under another reading than the literal one is called ``part@reading``.
    letters : mapping of str to str
        How letters are set.
    detectable : tuple of Power
        What samples of this size would have shown.
    second : SecondProgram, optional
        What a second program has checked; none where it was not asked.
    budget, seed, reproduce
        The run, and the command for it.
    elapsed_seconds : float, >= 0
    digest : str, optional
        Of all but the times; a record that is not written yet has none.
    """

    schema: Literal[5]
    claim: ClaimId
    printed: str
    kind: Kind
    title: str
    paper: Paper
    where: str
    headline: Conclusion
    rests_on: tuple[RestsOn, ...]
    faults: tuple[Fault, ...]
    findings: tuple[KeyFinding, ...] = ()
    statement: Statement
    readings: tuple[Reading, ...]
    not_covered: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    letters: Mapping[str, str]
    parts: Mapping[str, AnyPart]
    steps: tuple[Step, ...]
    uses: tuple[Used, ...]
    assumptions: tuple[Assumption, ...]
    error_probability: ErrorProbability
    detectable: tuple[Power, ...]
    interrupted: Interrupted | None = None
    second: SecondProgram | None = None
    budget: str
    seed: int
    environment: Environment
    elapsed_seconds: float
    reproduce: str
    digest: str | None = None
