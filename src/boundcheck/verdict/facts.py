"""What checks and settling have to say, as values: what was found, counted, rounded and chosen; English is made of it elsewhere.

A number that a sentence shows stands here as the sentence is to show it: rounding to a side, counting and choosing are done by
who knows which side, what is counted, and why. A fact has no sentence of ours in it; `Words` are a person's.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from .statements import Exact, Frozen


class Fact(Frozen, frozen=True, tag_field="is", tag=lambda name: name):
    """Something that was found; its sentence is the template of its class in `boundcheck.words`."""


class Words(Fact, frozen=True):
    """What a person wrote: a remark, a reason, a repair."""

    text: str


class About(Fact, frozen=True):
    """A fact about one of several things: a comparison, a condition, a claimed constant."""

    what: str
    fact: AnyFact


# ---------------------------------------------------------------- formulas
class Proved(Fact, frozen=True):
    """True on the whole domain: with the letters' own domains where the stated conditions were not enough, by these steps."""

    domain: str = ""
    steps: tuple[str, ...] = ()


class FalseAt(Fact, frozen=True):
    """False at a point, where both sides have these values; `domain` as in `Proved`."""

    point: Exact
    left: str
    right: str
    relation: str
    domain: str = ""


class NoValueAt(Fact, frozen=True):
    """A side has no value at a point; `because` says which one, and why."""

    point: Exact
    because: str
    domain: str = ""


class UnknownFunctions(Fact, frozen=True):
    """Of these functions nothing is known, so that nobody can tell."""

    names: tuple[str, ...]


class NotRead(Fact, frozen=True):
    """The provers cannot read it, with their reason."""

    error: str


class NotDecided(Fact, frozen=True):
    """None of so many methods decides it; whether a longer search is to be had; `because` is the provers' reason, if they know."""

    methods: int
    longer: bool
    domain: str = ""
    because: str = ""


class WithoutConditions(Fact, frozen=True):
    """It was tried without the conditions on sums of unknown length, which the provers do not read."""


# ---------------------------------------------------------------- results that are used, lines of others
class Instance(Fact, frozen=True):
    """An instance of another result, of whose conditions so many are proved."""

    of: str
    conditions: int


class NoSuchResult(Fact, frozen=True):
    """No step before it and no used result has this name."""

    called: str


class NoSuchLetter(Fact, frozen=True):
    """The used result has no such letters."""

    of: str
    letters: tuple[str, ...]


class PerhapsNotWhole(Fact, frozen=True):
    """Whether these values of letters that stand for whole numbers are whole was not tried."""

    of: str
    values: tuple[str, ...]


class NoFormula(Fact, frozen=True):
    """The used result is no formula from which a display could be proved."""

    of: str


class Quoted(Fact, frozen=True):
    """A fact of a line of others; of one that the page calls wrong `disputed`."""

    fact: AnyFact
    disputed: bool


# ---------------------------------------------------------------- exact privacy
class Neighbours(Fact, frozen=True):
    """Which inputs are neighbours, in the claim's words; some pairs that are not, and how many more there are."""

    words: str
    apart: tuple[tuple[str, str], ...] = ()
    more: int = 0


class ExactPrivacy(Fact, frozen=True):
    """All comparisons of a finite mechanism are proved: pairs, for each so many outputs (or sets of them), sums and signs."""

    comparisons: int
    pairs: int
    outputs: int
    sets: bool
    sums: int
    signs: int
    neighbours: Neighbours
    domain: str = ""


class WorstComparison(Fact, frozen=True):
    """The comparison of a finite mechanism that is not proved."""

    comparison: str
    fact: AnyFact
    neighbours: Neighbours


class TooManySets(Fact, frozen=True):
    """So many outputs have too many sets to compare one by one."""

    outputs: int


def _all_of(names: dict[str, Any]) -> Any:
    """The union of the facts among these names."""
    return reduce(or_, (kind for kind in names.values() if isinstance(kind, type) and issubclass(kind, Fact) and kind is not Fact))


if TYPE_CHECKING:
    AnyFact = Fact
else:  # every class above, for whoever reads a record
    AnyFact = _all_of(dict(vars()))
