"""What settling concludes of a result: the facts of a headline, which `boundcheck.words.headlines` puts into sentences.

Faults are named by their identities, parts by their keys, steps by their labels, readings and used results by their names: what
these say stands with them in the record. What is selected, counted and ordered is settled here, once, for every page.
"""

from __future__ import annotations

from typing import Literal

from .facts import ConstantSettled, Fact
from .statements import Frozen


class Quoted(Frozen, frozen=True, kw_only=True):
    """The constant of the explicit version, exactly, and where that is known of it, if not everywhere.

    `reserves` are how constants were settled that are known on a part of the domain, or at the points of the run.
    `excluded` is the largest one that an instance excludes, `excluded_informative` the same where the bound is at most half the
    trivial one.
    """

    constant: str
    reserves: tuple[ConstantSettled, ...] = ()
    excluded: float | None = None
    excluded_informative: float | None = None


class SampledAt(Frozen, frozen=True, kw_only=True):
    """At which values of a letter a bound was sampled: all of few, the ends of many, and how many they are."""

    letter: str
    values: tuple[float, ...]
    count: int


class Reason(Frozen, frozen=True, kw_only=True):
    """Why parts are false: a fault in somebody's words, with the part whose witness shows it; or what was found of the parts."""

    fault: str = ""
    parts: tuple[str, ...] = ()


class Holds(Fact, frozen=True, kw_only=True):
    """It is proved as displayed, or as read; `derived` are parts that follow from the assumptions, link by link."""

    read: bool
    constant: Quoted | None
    derived: tuple[str, ...] = ()


class NotContradicted(Fact, frozen=True, kw_only=True):
    """Nothing is false of it, and no proof of it is complete: what was looked at of it, of which `at` says where."""

    basis: Literal["instances", "samples", "proved", "cited", "proved or cited", "lines"]
    read: bool
    constant: Quoted | None = None
    at: tuple[SampledAt, ...] = ()


class Tally(Fact, frozen=True, kw_only=True):
    """The lines of the page's proof: how many were checked, are proved, mended ones among them, and are cited.

    `repaired_lines` are the lines of the page that the mended ones stand for, which may be checked more than once.
    """

    checked: int
    proved: int
    cited: int
    repaired: int
    repaired_lines: int


class Missing(Fact, frozen=True, kw_only=True):
    """What lacks for a proof, or limits it, and of which parts, steps or used results.

    Of `composed` the parts are those that the lines are said to give; none is the whole result.
    """

    what: Literal[
        "cited", "vacuous", "rate", "borrowed", "step", "link", "false beside", "special case", "derived", "instances",
        "other instances", "no proof", "no line", "composed", "one mechanism", "display", "used result", "another line",
    ]  # fmt: skip
    of: tuple[str, ...] = ()


class NothingChecked(Fact, frozen=True, kw_only=True):
    """It is cited, or its parts are vacuous; `beside` lines are proved, and are no proof of it."""

    vacuous: tuple[str, ...]
    beside: int


class Conditional(Fact, frozen=True, kw_only=True):
    """It follows from used results that are false as printed, or that hang on one."""

    on: tuple[str, ...]


class FalseAsPrinted(Fact, frozen=True, kw_only=True):
    """The letters of the page are false.

    `of_nothing` says that no more is false than that something meets its assumptions; `doubt` on what in the copy of the page it
    hangs; `several` that it has several parts, which are named.
    """

    reasons: tuple[Reason, ...]
    of_nothing: bool = False
    doubt: str = ""
    several: bool = False


class BeyondRange(Fact, frozen=True, kw_only=True):
    """It is false beyond the working range of the paper."""

    reasons: tuple[Reason, ...]
    several: bool = False


class FalseSteps(Fact, frozen=True, kw_only=True):
    """Lines beside the statement that are false as printed, and what becomes of them."""

    fate: Literal["repaired", "open", "doubtful", "misprint"]
    faults: tuple[str, ...]


class HoldsUnder(Fact, frozen=True, kw_only=True):
    """The reading that carries the headline."""

    reading: str


class Vacuous(Fact, frozen=True, kw_only=True):
    """It is true and says nothing, or every valid form of what is false does."""

    parts: tuple[str, ...]
    valid_forms: bool


class Survives(Fact, frozen=True, kw_only=True):
    """A reading under which what is false as printed stands; whether it has the printed rate, where that is known."""

    reading: str
    proved: bool
    constant: Quoted | None = None
    same_rate: bool | None = None


class Open(Fact, frozen=True, kw_only=True):
    """It is neither proved nor refuted: the parts and the steps that are open."""

    parts: tuple[str, ...]
    steps: tuple[str, ...] = ()


class Unstated(Fact, frozen=True, kw_only=True):
    """The page does not say what is needed to decide it; `readings` were checked in its place, and whether each is proved."""

    readings: tuple[tuple[str, bool], ...]


class OpenReading(Fact, frozen=True, kw_only=True):
    """False as printed, and open under a reading that the page supports, in these parts: how much that matters is open."""

    reading: str
    parts: tuple[str, ...]


class ProofFails(Fact, frozen=True, kw_only=True):
    """Its parts stand, as far as anybody looked, and its proof does not; steps that are open beside."""

    sampled: bool
    steps: tuple[str, ...]


class NotTied(Fact, frozen=True, kw_only=True):
    """No sample contradicts the explicit version, and that is not tied to the printed one."""


class ConstantRefuted(Fact, frozen=True, kw_only=True):
    """The constant that a part claims is too small."""

    part: str


HeadlineFact = (
    Holds | NotContradicted | Tally | Missing | NothingChecked | Conditional | FalseAsPrinted | BeyondRange | FalseSteps
    | HoldsUnder | Vacuous | Survives | Open | Unstated | OpenReading | ProofFails | NotTied | ConstantRefuted
)  # fmt: skip


class Power(Frozen, frozen=True, kw_only=True):
    """The smallest violation of a kind of bound that would have been seen with this probability, as a factor; none if none would.

    Of a failure rate it is times the allowed one, of a mean and of a median times the bound, if errors spread as the measured ones.
    """

    of: Literal["rate", "mean", "median"]
    factor: float | None
    settings: int
    probability: float
