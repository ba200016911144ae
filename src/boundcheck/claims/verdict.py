"""What a check of a whole claim says: its headline with all that carries it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .outcomes import Headline, Severity
from .settled_statements import PartVerdict, StepVerdict


@dataclass(frozen=True)
class AsPrinted:
    """What becomes of the letters on the page.

    Parameters
    ----------
    value : {"true", "false", "empty", "undecided", "supported", "cited"}
        ``empty`` is true of nothing, since nothing meets its assumptions; ``supported`` is not contradicted by samples and
        not proved; ``cited`` asserts nothing that is checked here.
    text : str
        A sentence, where the headline does not say it; else empty.
    witness : mapping, optional
        Where it is false.
    """

    value: str
    text: str = ""
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
    text : str
        What is wrong.
    witness : mapping, optional
    repair : str
        What mends it, in words; empty if nothing is known to.
    parts, steps : tuple of str
        Keys and labels of what is false because of it.
    bare : bool
        Whether `text` is a point and no more, as a check has it for a line that nobody put into words.
    """

    id: str
    where: str
    kind: str
    severity: Severity
    printed: str
    text: str = ""
    witness: Mapping[str, Any] | None = None
    repair: str = ""
    parts: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    bare: bool = False


@dataclass(frozen=True)
class News:
    """What is better than printed, in words, and the word of a headline that it earns."""

    text: str
    outcome: Headline

    def __str__(self) -> str:
        return f"{self.text} ({self.outcome.value})"


@dataclass(frozen=True)
class RestsOn:
    """A result that is used, and how it fared without its samples, which are drawn where it is checked itself."""

    claim: str
    headline: Headline
    severity: Severity
    printed: str = ""


@dataclass(frozen=True)
class Verdict:
    """A claim, settled.

    Parameters
    ----------
    claim : str
    headline : Headline
    text : str
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
    """

    claim: str
    headline: Headline
    text: str
    literal: AsPrinted
    parts: tuple[PartVerdict, ...]
    steps: tuple[StepVerdict, ...]
    severity: Severity = Severity.OPEN
    news: tuple[News, ...] = ()
    faults: tuple[FoundFault, ...] = ()
    rests_on: tuple[RestsOn, ...] = ()
