r"""How much of an author's LaTeX is read, display by display, and pages to start from, with a guess for each letter.

A guess stands in a comment: it counts only once its line is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from . import reading
from .latex import Paper, Stated
from .letters import CONSTANTS, Letter
from .markdown import Block, Page, Piece
from .statement import UNDECLARED, declared, read_page
from .tokens import Place, Refused

State = Literal["read", "needs letters", "not read"]
WHOLE = frozenset("n m k d i j t T N K H L s".split())  # letters that mostly count
MOST_GUESSED = 40  # letters of one display
MOST_READ = 10_000  # times that displays are tried


@dataclass(frozen=True)
class Row:
    """What becomes of a display, or of a statement with its proof: its state, the letters it lacks, why it is not read."""

    at: Place
    what: str
    state: State
    letters: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Guess:
    """A letter that is not declared, its likely kind and domain, and the place where it is met first."""

    form: str
    kind: str
    domain: str
    at: Place

    @property
    def line(self) -> str:
        """Its row in a table of letters."""
        return f"{self.form} | {self.kind} | {self.domain}".rstrip(" |")


@dataclass(frozen=True)
class Draft:
    """Displays, statements, letters that lack, and what was not followed."""

    displays: tuple[Row, ...]
    statements: tuple[Row, ...]
    letters: tuple[Guess, ...]
    pages: dict[str, str]

    def count(self, state: State) -> int:
        """How many displays are in a state."""
        return sum(row.state == state for row in self.displays)


def draft(found: Paper) -> Draft:
    """What of a source is read, and a page to start from for each statement whose displays are."""
    guesses: dict[str, Guess] = {}
    displays: list[Row] = []
    tries = 0
    pages = {one.key: one.page.front["letters"] for one in found.stated}
    for one in found.shown:
        rows = pages.get(one.block, found.letters)
        tries += 1
        if tries > MOST_READ:
            displays.append(Row(one.at, "display", "not read", (), f"not tried, after {MOST_READ:,} others"))
            continue
        state, lacking, why = display_state(one.latex, rows, one.at)
        tries += len(lacking)
        for form in lacking:
            guesses.setdefault(form, guess(form, one.at))
        number = "numbered display" if one.numbered else "display"
        displays.append(Row(one.at, f"{number} {one.label}".strip(), state, lacking, why))
    statements = []
    drafts = {}
    for stated in found.stated:
        state, lacking, why = statement_state(stated)
        for form in lacking:
            guesses.setdefault(form, guess(form, stated.at))
        statements.append(Row(stated.at, f"{stated.kind} {stated.label}".strip(), state, lacking, why))
        drafts[stated.key] = page_of(stated, [guesses[form] for form in lacking], found)
    for kind, label, at in found.others:
        words = f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind or 'environment'} states nothing that is checked"
        statements.append(Row(at, f"{kind} {label}".strip(), "not read", (), words))
    statements.sort(key=lambda row: row.at.line)
    return Draft(tuple(displays), tuple(statements), tuple(guesses.values()), drafts)


def undeclared(error: Refused) -> str:
    """The form of the letter that a refusal says is not declared; empty where it is another refusal."""
    form, found, _ = error.rule.partition(UNDECLARED)
    product = any(one.startswith("a function ") for one in error.readings)  # or a product: no guess settles that
    return form if found and not product else ""


def guess(form: str, at: Place) -> Guess:
    """The likely kind of a letter: one that mostly counts is a whole number."""
    if form in CONSTANTS:
        return Guess(form, "constant", "", at)
    head = form.partition("_")[0]
    counts = "\\" not in head and re.sub(r"[{}']", "", head.partition("^")[0]) in WHOLE
    return Guess(form, "integer", r"\ge 1", at) if counts else Guess(form, "real", "", at)


def display_state(latex: str, rows: Sequence[tuple[str, Place]], at: Place) -> tuple[State, tuple[str, ...], str]:
    """The state of a display under a table of letters, the letters that it lacks, and why it is not read."""
    try:
        known = declared(rows)
    except Refused as error:
        return "not read", (), error.line
    lacking: list[str] = []
    while True:
        try:
            reading.display(latex, known, at)
            return ("needs letters" if lacking else "read"), tuple(lacking), ""
        except Refused as error:
            form = undeclared(error)
            if not form or form in lacking or len(lacking) >= MOST_GUESSED:
                return "not read", tuple(lacking), error.line
            try:
                known.add(Letter(form, guess(form, at).kind, "", at))
            except Refused as other:
                return "not read", tuple(lacking), other.line
            lacking.append(form)


def statement_state(stated: Stated) -> tuple[State, tuple[str, ...], str]:
    """The same of a statement with its proof, its words among them."""
    lacking: list[str] = []
    while True:
        rows = [*stated.page.front["letters"], *((guess(form, stated.at).line, stated.at) for form in lacking)]
        try:
            read_page(
                Page({**stated.page.front, "letters": rows}, stated.page.statement, stated.page.proof), stated.key
            )
            return ("needs letters" if lacking else "read"), tuple(lacking), ""
        except Refused as error:
            form = undeclared(error)
            place = f"line {error.at.line}: " if error.at is not None else ""
            if not form or form in lacking or len(lacking) >= MOST_GUESSED:
                return "not read", tuple(lacking), place + error.line
            lacking.append(form)


def page_of(stated: Stated, lacking: Sequence[Guess], found: Paper) -> str:
    """A Markdown page of a statement and its proof, the guesses in comments."""
    title = stated.page.front["title"][0][0]
    rows = [f"  {line}" for line, _ in stated.page.front["letters"]]
    rows += [f"  # {one.line}" for one in lacking]
    front = [
        "---",
        f"title: {title}",
        *([f"paper: {found.title}"] if found.title else []),
        "letters: |",
        *rows,
        "---",
        "",
    ]
    if lacking:
        front += ["% Lines of letters that begin with # are guesses: mend them and take the # away.", ""]
    blocks = [stated.page.statement, *([stated.page.proof] if stated.page.proof else [])]
    return "\n".join([*front, *("\n".join(_block(block)) for block in blocks)])


def _block(block: Block) -> Iterator[str]:
    yield f":::{{{block.kind if block.kind != 'prf:claim' and block.kind != 'prf:fact' else 'prf:proposition'}}}"
    yield "".join(_markdown(block.pieces)).strip()
    yield ":::\n"


def _markdown(pieces: Sequence[Piece]) -> Iterator[str]:
    """The pieces of a block as Markdown."""
    for piece in pieces:
        if piece.kind == "display":
            label = f" ({piece.label})" if piece.label else ""
            yield f"\n\n$$\n{piece.text.strip()}\n$$" + label + "\n\n"
        elif piece.kind == "inline":
            yield f" ${piece.text.strip()}$"
        elif piece.kind == "reference":
            target = piece.text if piece.text.endswith(".md") else f"#{piece.text}"
            yield f" []({target})"
        elif piece.kind == "paragraph":
            yield "\n\n"
        else:
            yield piece.text if piece.kind in ("stop", "comma") else f" {piece.text}"
