"""How a text with its marks begins, and where its first sentence ends."""

from __future__ import annotations

import re

from .marks import pieces

NOT_FIRST = frozenset("and are for with from not may can must has over times".split())  # after the letter a
OPENING = frozenset({"No"})  # words with which a check begins a sentence

_END = re.compile(r"(?<!\bEq)(?<!\bEqs)(?<!\bal)(?<!\bApp)(?<!\bSec)\. +(?=[A-Z])")  # where one ends


def begins_with_a_word(text: str) -> bool:
    """Whether a text with its marks begins with a small word of the language, and not with a letter or a formula."""
    kind, first = next(pieces(text), ("words", ""))
    if kind == "name":
        return True
    word, _, rest = first.partition(" ")
    if kind != "words" or not word[:1].islower():
        return False
    if word in ("a", "an"):
        if not rest:  # before a formula
            return word == "an"
        after = rest.partition(" ")[0].partition("-")[0].strip(",;:.'")
        return len(after) > 2 and after.isalpha() and after.islower() and after not in NOT_FIRST
    head, dash, tail = word.partition("-")
    head = (head if dash else head.rstrip(",;:.")).partition("'")[0]
    return len(head) > 1 and head.isascii() and head.isalpha() and head.islower() and (not dash or len(tail) > 1)


def after_a_colon(text: str) -> str:
    """A sentence as it stands behind a colon: a small word that begins it has no capital there."""
    word, blank, rest = text.partition(" ")
    return f"{word.lower()}{blank}{rest}" if word in OPENING else text


def first_sentence(text: str) -> tuple[str, str]:
    """The verdict, and what is said beside it."""
    found = _END.search(text)
    return (text[: found.start() + 1], text[found.end() :]) if found else (text, "")
