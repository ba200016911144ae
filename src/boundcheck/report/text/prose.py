"""Texts of a record in print: words as they are, mathematics set where it stands, names of steps and parts in words."""

from collections.abc import Mapping
from html import escape
from typing import Any

from boundcheck.claims.texts import MARKS, begins_with_a_word, pieces
from boundcheck.report.text import plain
from boundcheck.report.text.letters import identifiers_in_words, symbol, words
from boundcheck.report.text.plain import linear
from boundcheck.report.text.typst import formula
from boundcheck.report.text.words import exact, number
from boundcheck.symbolic.latex import latex_of, lettered


def prose(text: Any, known: Mapping[str, str] | None = None) -> str:
    r"""A text in Unicode: ``r"with $\alpha \le 10^{-6}$"`` as ``"with α ≤ 10⁻⁶"``.

    Parameters
    ----------
    text : str or None
        With the marks of `boundcheck.claims.texts`.
    known : Letters, optional
        In which names of steps and parts are words.
    """
    return "".join(
        linear(lettered(said, known or {})) if kind == "mathematics" else words(said, known or {}) if kind == "name" else said
        for kind, said in pieces(str(text or ""))
    )


def runs(text: Any, known: Mapping[str, str]) -> list:
    """`prose` for a page, on which mathematics is set."""
    made: list[Any] = []
    for kind, said in pieces(str(text or "")):
        run = formula(lettered(said, known), "text") if kind == "mathematics" else words(said, known) if kind == "name" else said
        if made and isinstance(run, str) and isinstance(made[-1], str):
            made[-1] += run
        elif run:
            made.append(run)
    return made


def in_markdown(text: Any, known: Mapping[str, str]) -> str:
    """A text as Markdown, which takes it as it is but for letters that are called by their names."""
    return lettered(str(text or ""), known)


def argued(text: Any, known: Mapping[str, str]) -> str:
    """The text of a step or an assumption, in which names of other results' steps are words; its other marks are kept."""
    signs = {kind: mark for mark, kind in MARKS.items()}
    made = ""
    for kind, said in pieces(str(text or "")):
        foreign = kind == "words" or (kind == "name" and words(said, known) == said)
        made += identifiers_in_words(said) if foreign else f"{signs[kind]}{said}{signs[kind]}"
    return made


def entitled(text: Any, known: Mapping[str, str]) -> list:
    """`runs` of what stands as a heading: a word that begins it has a capital."""
    found = runs(text, known)
    if found and isinstance(found[0], str) and begins_with_a_word(str(text)):
        found[0] = found[0][0].upper() + found[0][1:]
    return found


def opened(text: Any, name: Any, known: Mapping[str, str] | None = None) -> str:
    """`prose` of a text that begins with the name of its claim."""
    text, name = str(text or ""), str(name or "")
    return name + prose(text.removeprefix(name), known) if name and text.startswith(name) else prose(text, known)


def sentence(text: Any, name: Any = "", known: Mapping[str, str] | None = None) -> str:
    """`prose` with a capital at its beginning and a full stop at its end; `name` as in `opened`."""
    named = bool(name) and str(text or "").startswith(str(name))
    made = (opened(text, name, known) if named else prose(text, known)).strip()
    if not made:
        return ""
    if not named and begins_with_a_word(str(text).lstrip()):
        made = made[0].upper() + made[1:]
    return made if made[-1] in ".!?:…" else made + "."


def sentence_runs(text: Any, known: Mapping[str, str], name: Any = "") -> list:
    """`sentence` for a page, as `runs`."""
    text, name = str(text or "").strip(), str(name or "")
    if not text:
        return []
    text = text if text[-1] in ".!?:…" else text + "."
    if name and text.startswith(name):
        return [name, *runs(text[len(name) :], known)]
    found = runs(text, known)
    if isinstance(found[0], str) and begins_with_a_word(text):
        found[0] = found[0][0].upper() + found[0][1:]
    return found


def named(name: str, known: Mapping[str, str]) -> list:
    """A parameter by its name, as its letter; any other name is a text."""
    return [symbol(name, known)] if name in known or name.isidentifier() else runs(name, known)


def value(found: Any, known: Mapping[str, str], *, longest: int = 0) -> dict | str:
    """A value as it stands in a sentence: a short exact number, or an expression as mathematics.

    One of more than `longest` characters stands on its own line; 0 is no limit.
    """
    text = str(found)
    source = "" if number(text) is not None else latex_of(text, known)
    made = formula(source, "value", block=0 < longest < len(text)) if source else None
    return made or (exact(found) if number(found) is not None else text)


def chosen_value(found: Any, known: Mapping[str, str] | None = None) -> str:
    """A number that somebody chose, or an exact expression for one, in print."""
    source = "" if number(str(found)) is not None else latex_of(str(found), known)
    return linear(source) if source else exact(found)


def in_html(text: Any, known: Mapping[str, str] | None = None) -> str:
    """A text as HTML that stands by itself: what is below or above a letter is set so; words and names are escaped."""
    known = known or {}
    return "".join(
        plain.html(lettered(said, known)) if kind == "mathematics" else escape(words(said, known) if kind == "name" else said)
        for kind, said in pieces(str(text or ""))
    )
