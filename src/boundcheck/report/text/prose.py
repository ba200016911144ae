"""Texts of a record in print: words as they are, mathematics set where it is marked, names of steps and parts in words."""

from collections.abc import Mapping
from typing import Any

from boundcheck.claims.formulas_in_text import marked
from boundcheck.claims.marks import MARKS, pieces
from boundcheck.claims.sentence_edges import begins_with_a_word
from boundcheck.report.text import inline
from boundcheck.report.text.letters import LONGEST, identifiers_in_words, symbol, words
from boundcheck.report.text.numbers import exact


def prose(text: Any, known: Mapping[str, str] | None = None) -> str:
    """A text in Unicode: ``"with $alpha <= 1e-06$"`` as ``"with α ≤ 10⁻⁶"``.

    Parameters
    ----------
    text : str or None
        With the marks of `boundcheck.claims.marks`.
    known : Letters, optional
        Names of parameters become their letters, those of steps and parts words.
    """
    known = known if known is not None else {}
    return "".join(
        inline.linear(said, known) if kind == "mathematics" else words(said, known) if kind == "name" else said
        for kind, said in pieces(str(text or ""))
    )


def runs(text: Any, known: Mapping[str, str]) -> list:
    """`prose` for a page: parameters and letters with something below them are set as mathematics."""
    made: list[Any] = []
    for kind, said in pieces(str(text or "")):
        for run in inline.runs(said, known) if kind == "mathematics" else [words(said, known) if kind == "name" else said]:
            if made and isinstance(run, str) and isinstance(made[-1], str):
                made[-1] += run
            else:
                made.append(run)
    return made


def argued(text: Any, known: Mapping[str, str]) -> str:
    """The text of a step or an assumption, in which names of other results' steps are words; its other marks are kept."""
    signs = {kind: mark for mark, kind in MARKS.items()}
    made = ""
    for kind, said in pieces(str(text or "")):
        foreign = kind == "words" or (kind == "name" and words(said, known) == said)
        made += identifiers_in_words(said) if foreign else f"{signs[kind]}{said}{signs[kind]}"
    return made


def typed(name: Any, known: Mapping[str, str] | None = None) -> str:
    """A name of a setting or of a false version, or a value, in print: they are typed in the same notation, unmarked."""
    return prose(marked(str(name or ""), known or ()), known)


def typed_runs(name: Any, known: Mapping[str, str]) -> list:
    """`typed` for a page."""
    return runs(marked(str(name or ""), known), known)


def named(name: str, known: Mapping[str, str]) -> dict | str:
    """A letter or an expression in letters as a formula; more words than that as text."""
    whole = marked(name, known)
    formula = whole == f"${name}$" or name.isidentifier()
    return symbol(name, known) if formula and len(name) <= LONGEST else typed(name, known)


def entitled(text: Any, known: Mapping[str, str]) -> list:
    """`runs` of what stands as a heading: a word that begins it has a capital."""
    found = runs(text, known)
    if found and isinstance(found[0], str) and begins_with_a_word(str(text)):
        found[0] = found[0][0].upper() + found[0][1:]
    return found


def opened(text: Any, name: Any, known: Mapping[str, str] | None = None) -> str:
    """`prose` of a text that begins with the name of its claim; a claim called ``gamma`` is no letter."""
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


def value(number: Any, known: Mapping[str, str] | None = None) -> str:
    """A number that somebody chose, or an exact expression for one, in print."""
    return inline.linear(exact(number).replace("**", "^").replace("*", "·"), known)
