"""Where a result is printed, and what a paper displays."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

from .fields import Conditions, Malformed, Word, twice

#: What a numbered result is; a passage is text without a number, as an abstract.
Kind = Literal[
    "theorem", "corollary", "proposition", "lemma", "claim", "fact", "remark", "definition", "assumption", "algorithm",
    "section", "appendix", "table", "equation", "passage",
]  # fmt: skip
#: What a display of the page is.
Displayed = Literal["statement", "line", "definition", "assumption", "algorithm", "words", "table"]
#: What becomes of a display that no step and no part of ours is about.
State = Literal["", "definition", "another result", "assumption", "read", "not read", "out of scope"]


@dataclass(frozen=True)
class PageDisplay(Word):
    """A display of the page, or a claim in words, as the inventory of its paper has it.

    Parameters
    ----------
    id : str
        Unique in the paper.
    result, where : str
        The numbered result to which it belongs, and its place.
    kind : str
        As `Displayed`.
    latex : str
        The formula as printed.
    claim : str
        Of a claim in words: what is claimed, in our words.
    note : str
        What is doubtful in the print, or lost.
    checked : tuple of str
        What is about it: ``claim/step`` for a step, ``claim#part`` for a part.
    state : str
        Where nothing checks it: why, as `State`.
    why : str
        The reason, of what was not read or is out of scope.
    """

    id: str
    result: str
    where: str
    kind: Displayed
    latex: str = ""
    claim: str = ""
    note: str = ""
    checked: tuple[str, ...] = ()
    state: State = ""
    why: str = ""

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """A display that is checked and is not; one of which nothing is said; one that is left without a reason."""
        if bool(self.checked) == bool(self.state):
            yield "state", "give what is about it as `checked`, or why nothing is as `state`, and not both"
        if self.state in ("not read", "out of scope") and not self.why:
            yield "why", f"say why it is {self.state}"


@dataclass(frozen=True)
class Paper(Word):
    """A paper, as a bibliography would name it; a year of 0 and empty words are left out of reports.

    `working` is the working range, conditions on the paper's letters that are fixed before anything is run, as
    ``Le(delta, Rational(1, 2))``: the range in which the paper's own examples lie. Whether a result that is false as
    printed stands there is computed. `displays` is the inventory of its page, in the order of the page: a step that none of
    them names is a line of ours.
    """

    key: str
    title: str
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int = 0
    ref: str = ""
    working: Conditions = ()
    displays: tuple[PageDisplay, ...] = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two displays of one id."""
        for name in twice(display.id for display in self.displays):
            yield "displays", f"two have the id {name!r}; give each one of its own"

    def shows(self, claim: str, step: str) -> bool:
        """Whether a step is about a display of the page; of a paper without an inventory every step is taken to be."""
        return not self.displays or f"{claim.rpartition('/')[2]}/{step}" in self._checked

    @cached_property
    def _checked(self) -> frozenset[str]:
        return frozenset(name for display in self.displays for name in display.checked)


@dataclass(frozen=True)
class Source(Word):
    """A numbered result of a paper: ``printed`` is its name there, ``where`` its place and its proof's, ``kind`` what it is."""

    paper: Paper
    printed: str
    where: str
    kind: Kind = "theorem"


def inventory(folder: str | Path) -> tuple[PageDisplay, ...]:
    """The displays of a paper, from the ``displays.toml`` beside its claims; none where there is no such file.

    Raises
    ------
    Malformed
        An entry has a field that there is not, or lacks one.
    """
    path = Path(folder) / "displays.toml"
    if not path.exists():
        return ()
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("display", [])
    known = {field.name: field.default is MISSING for field in fields(PageDisplay)}
    for entry in entries:
        for name in sorted(entry.keys() - known.keys()):
            raise Malformed("PageDisplay", name, f"there is no such field; there are {', '.join(known)}", str(entry.get("id", "")))
        for name in (name for name, needed in known.items() if needed and name not in entry):
            raise Malformed("PageDisplay", name, "it is lacking", str(entry.get("id", "")))
    return tuple(PageDisplay(**{**entry, "checked": tuple(entry.get("checked", ()))}) for entry in entries)


KINDS: tuple[str, ...] = get_args(Kind)

#: Someone's own claim, before the name of its file is known.
UNPRINTED = Source(Paper("own", ""), "", "")
