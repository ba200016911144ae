"""Texts of a claim and of a verdict: their marks, the formulas in them, where a sentence ends, how it says that a result stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from boundcheck.symbolic.notation import objection as unreadable

# The notation of texts: words, LaTeX between dollars, names of steps, parts and results between backticks, as in
# ``r"with $\alpha \le 1/2$, by the step `ridge`"``. What is printed follows these marks and nothing else.

Kind = Literal["words", "mathematics", "name"]
MARKS: dict[str, Kind] = {"$": "mathematics", "`": "name"}
SLOT = re.compile(r"\{\w+\[[^]]*\](?::[^{}]*)?\}")  # of a finding, for a number that a part computes: ``{bound[from]:,}``


def pieces(text: str) -> Iterator[tuple[Kind, str]]:
    """What a text is made of, in its order; where marks do not pair, all of it is words.

    Yields
    ------
    kind : {"words", "mathematics", "name"}
    said : str
        Without its marks.
    """
    found, kind, start = [], "words", 0
    closing = ""
    for place, sign in enumerate(text):
        if (closing and sign == closing) or (not closing and sign in MARKS):
            found.append((kind, text[start:place]))
            kind = "words" if closing else MARKS[sign]
            closing, start = "" if closing else sign, place + 1
    if closing:
        yield "words", text
        return
    found.append((kind, text[start:]))
    yield from ((kind, said) for kind, said in found if said)  # type: ignore[misc]


def objection(text: str) -> str:
    """Why a text cannot be set: a dollar without its other one, or what stands between two of them; empty where it can be."""
    found = list(pieces(text))
    if found == [("words", text)]:
        sign = next((sign for sign in MARKS if sign in text), "")
        return f"a {sign} without its other one in {text!r:.120}" if sign else ""
    return next((wrong for kind, said in found if kind == "mathematics" and (wrong := unreadable(SLOT.sub("1", said)))), "")


def plain(text: str) -> str:
    """A text without its marks."""
    return "".join(said for _, said in pieces(text))


# How a text with its marks begins, and where its first sentence ends.

OPENING = frozenset({"No"})  # words with which a check begins a sentence

_END = re.compile(r"(?<!\bEq)(?<!\bEqs)(?<!\bal)(?<!\bApp)(?<!\bSec)\. +(?=\$?[A-Z])")  # where one ends


def begins_with_a_word(text: str) -> bool:
    """Whether a text with its marks begins with a small word of the language, and not with a letter or a formula."""
    kind, first = next(pieces(text), ("words", ""))
    word = first.partition(" ")[0]
    small = word[:1].islower() and word.isascii() and (len(word) > 1 or word == "a") and "." not in word[:-1]
    return kind == "name" or (kind == "words" and small)


def after_a_colon(text: str) -> str:
    """A sentence as it stands behind a colon: a small word that begins it has no capital there."""
    word, blank, rest = text.partition(" ")
    return f"{word.lower()}{blank}{rest}" if word in OPENING else text


def first_sentence(text: str) -> tuple[str, str]:
    """The verdict, and what is said beside it."""
    found = _END.search(text)
    return (text[: found.start() + 1], text[found.end() :]) if found else (text, "")


# How a sentence says that a result stands, by its kind; numbers and number of its name, which decide nothing.

_DEFINED = frozenset({"definition", "assumption", "algorithm"})
_CONSISTENT = frozenset({"section", "appendix", "table"})
_RESULTS = frozenset(
    {"Theorem", "Lemma", "Proposition", "Corollary", "Claim", "Remark", "Definition", "Algorithm", "Assumption"}
)
_WITH_PROOF = frozenset({"theorem", "lemma", "proposition", "corollary", "claim", "fact"})
_NOT_PLURAL = frozenset("siu")  # before the last letter: loss, basis, radius


def is_result(name: str) -> bool:
    """Whether a place is a numbered result and no more: *Lemma B.1*, and neither *Lemma B.1, proof* nor *Eq. (3)*."""
    word, _, number = name.partition(" ")
    return word in _RESULTS and number[-1:].isdecimal() and all(sign.isdecimal() or sign == "." for sign in number[1:])


def aside(where: str) -> str:
    """A place after what is told of it, in brackets unless it is in brackets itself."""
    return (f", in {where}" if where.startswith("(") else f" ({where})") if where else ""


def within(where: str, own: str) -> str:
    """A place on the page without the result in which it is: *Lemma 1, proof, Eq. (3)* in *Lemma 1* is *proof, Eq. (3)*."""
    if where != own and not where.startswith((f"{own},", f"{own};", f"{own} ")):
        return where
    return where.removeprefix(own).lstrip(" ,;:")


def plural(name: str) -> bool:
    """Whether a name is that of several things: *Equations (1) to (4)*, *Section 4, remarks*, *Definition 2 and Remark 3*."""
    first, last = name.partition(" ")[0], name.rpartition(", ")[2].partition(" ")[0]
    return any(other[:1].isupper() for other in name.split(" and ")[1:]) or any(
        len(word) > 2 and word.isalpha() and word[-1] == "s" and word[-2] not in _NOT_PLURAL for word in (first, last)
    )


def numbers(name: str) -> list[tuple[int, str]]:
    """By what names of one kind are put in order: their numbers, and single capital letters before them."""
    found: list[tuple[int, str]] = []
    word = ""
    for sign, after in zip(name, f"{name[1:]} ", strict=False):
        word = word + sign if sign.isdecimal() else ""
        if word and not after.isdecimal():
            found.append((int(word), ""))
        elif sign.isascii() and sign.isupper() and not (after.isalnum() or after == "_"):
            found.append((0, sign))
    return found


def has_proof(kind: str) -> bool:
    """Whether a result of this kind comes with a proof, so that its lines are lines of that."""
    return kind in _WITH_PROOF


def adjective(kind: str) -> str:
    """``well defined`` or ``consistent`` for what asserts no theorem; empty for what holds."""
    if kind in _DEFINED:
        return "well defined"
    return "consistent" if kind in _CONSISTENT else ""


def stands(kind: str, name: str) -> str:
    """The verb of a result that stands; the name tells singular from plural."""
    said = adjective(kind)
    if said:
        return f"{'are' if plural(name) else 'is'} {said}"
    return "hold" if plural(name) else "holds"
