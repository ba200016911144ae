"""What stands in a record of one statement: its formulas, what was found of it, and the steps of a proof.

Everything here is frozen and closed: a field that is not named is refused. A field with a default is absent from the file where
it has that value, any other field is always there. Texts that a reader is shown have their mathematics between dollars.
"""

from __future__ import annotations

from typing import Literal

from boundcheck.claims.claim import Form

from .facts import AnyFact
from .values import Certificate, Count, Encoded, Exact, Frozen

Outcome = Literal["PROVED", "SUPPORTED", "UNDECIDED", "ASSUMED", "REFUTED"]
Mark = Literal["step", "definition", "by", "rewriting", "restated"]
Needed = Literal["NEEDED", "NOT_NEEDED", "UNDEFINED", "OPEN"]

class Formula(Frozen, frozen=True, kw_only=True):
    """A formula, as LaTeX."""

    latex: str


class NamedFormula(Formula, frozen=True, kw_only=True):
    """A summand of a bound, with the name that the claim gives it, if any."""

    name: str = ""


class Compared(Formula, frozen=True, kw_only=True):
    """A statement as it was checked.

    `text` is it in a sentence; `printed` is the source of the display on the page, empty where that is the same.
    """

    text: str
    printed: str


class Given(Formula, frozen=True, kw_only=True):
    """Conditions, in one line; and each by itself where there are several."""

    each: tuple[Formula, ...] = ()


class Witness(Frozen, frozen=True, kw_only=True):
    """A point at which a statement is false or has no value.

    Parameters
    ----------
    point : mapping of letter to exact value
    lhs, rhs : str, optional
        Both sides there, as decimals; absent where they have no value. The right one is empty where nothing is compared.
    text : str, optional
        The point in words.
    """

    point: Exact
    lhs: str | None = None
    rhs: str | None = None
    text: str | None = None


class Trial(Frozen, frozen=True, kw_only=True):
    """What becomes of a statement without some of its hypotheses.

    `left_out` are places among its conditions, from 0. The witness shows that they are needed, the certificate that they are
    not, or that the witness is one.
    """

    left_out: tuple[Count, ...]
    latex: str
    finding: Needed
    witness: Witness | None
    certificate: Certificate | None
    trusted: tuple[str, ...]


class Finding(Frozen, frozen=True):
    """Something worth knowing beside an outcome: VACUOUS, LOOSE, TIGHT, GROWS, CONSTANT; `about` are names of regimes."""

    kind: str
    fact: AnyFact
    about: tuple[str, ...] = ()


class FaultIdentity(Frozen, frozen=True, kw_only=True):
    """Which fault of the page a step, a reading or a part shows; those of one id are one fault."""

    id: str
    kind: str
    where: str
    words: str


class Settled(Frozen, frozen=True, kw_only=True):
    """What every settled statement has.

    Parameters
    ----------
    outcome : str
    fact : Fact
        What was found.
    method : str
        By what.
    witness : Witness or None
    certificate : mapping or None
        Which the kernel replays.
    trusted : tuple of str
        Packages, with their versions, on which the certificate rests.
    checked : tuple or None
        The statement that was put to the provers.
    checked_parts : tuple of tuple, optional
        The statements of several comparisons.
    """

    outcome: Outcome
    fact: AnyFact
    method: str
    witness: Witness | None
    certificate: Certificate | None
    trusted: tuple[str, ...]
    checked: Encoded | None
    checked_parts: tuple[Encoded, ...] = ()


class Repair(Settled, frozen=True, kw_only=True):
    """The statement that stands in place of a false step; `differs` says how it differs from the page."""

    shape: str
    statement: Compared
    given: Given | None
    words: str
    mends: Literal["", "one symbol", "line", "another line"]
    differs: str
    trials: tuple[Trial, ...]


class InstanceOf(Frozen, frozen=True, kw_only=True):
    """The step, or the result, whose instance a line is, and what its letters stand for there."""

    step: str | None = None
    claim: str | None = None
    letters: tuple[Formula, ...] = ()


class Step(Settled, frozen=True, kw_only=True):
    """One line of a proof.

    Parameters
    ----------
    label : str
        Its name in the derivation.
    shape : str
        The name of its statement's class in `boundcheck.claims`.
    where, because, doubt, special, misprint, cited : str
        Words of the claim: the place on the page, the reason, what is doubtful in the copy, for which case it stands, the
        misprint in it, the source that is cited; empty where there is nothing to say.
    trials : tuple of Trial
        Of its hypotheses; of a mended step they stand with its repair.
    seconds : float, >= 0
    ours, form, differs
        Whether the line is not on the page, how it was put into a form that is checked, and how that differs from the page.
    settles : tuple of str
        The parts that it proves.
    """

    label: str
    where: str
    shape: str
    statement: Compared
    given: Given | None
    because: str
    trials: tuple[Trial, ...]
    seconds: float
    repair: Repair | None
    doubt: str
    mark: Mark
    ours: bool
    form: Form
    differs: str
    scope: Literal["page", "special case"]
    special: str
    misprint: str
    fault: FaultIdentity | None
    settles: tuple[str, ...]
    instance_of: InstanceOf | None
    cited: str
