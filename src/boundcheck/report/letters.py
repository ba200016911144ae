"""The project's words for parameters, as the letters of the paper at hand."""

import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from boundcheck.report.formula import formula
from boundcheck.report.glyphs import label
from boundcheck.report.numbers import exact

WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
NBSP = "\N{NO-BREAK SPACE}"  # no line ends within an equation
LONGEST = 40  # characters of what is set as a formula, in which no line ends
SIMPLE = re.compile(r"[A-Za-z_0-9]+'*")


def letters(record: Mapping) -> dict[str, str]:
    """Typst for each parameter's name, as its record gives it."""
    given = [item for item in record.get("parameters") or [] if isinstance(item, Mapping)]
    return {item["name"]: item["typst"] for item in given if item.get("name") and item.get("typst")}


def symbol(name: str, known: Mapping[str, str]) -> dict:
    """A parameter, or a small expression in parameters such as ``c(epsilon)`` or ``1/gamma``, to be set."""
    from boundcheck.symbolic.typst import letter, quoted

    name = label(name or "unnamed")
    if name in known:
        source = known[name]
    elif re.fullmatch(r"[\w'()+*/^ .-]+", name, re.ASCII):
        source = WORD.sub(lambda found: letter(found.group(), known), name).replace("/", "\\/").replace("*", " ")
    else:
        source = quoted(name)
    return formula({"typst": source, "alt": name}, f"letter of {name}") or {"code": name}


def named(name: str, known: Mapping[str, str]) -> dict | str:
    """`symbol` for a letter or an expression in letters, `plain` for more words than that."""
    words = len(name) > LONGEST or re.search(r"[A-Za-z]{2,}[, ]|[ ,][A-Za-z]{2,}", name)
    return plain(name, known) if words else symbol(name, known)


def plain(name: str, known: Mapping[str, str]) -> str:
    """The same in Unicode, for the labels of figures; hats and the like are left off."""

    def one(found: re.Match) -> str:
        word = found.group()
        source = known.get(word, word)
        return unicode_letter(source if SIMPLE.fullmatch(source) else word)

    return WORD.sub(one, name).replace("'", "′")


def point(values: Any, known: Mapping[str, str], leave_out: frozenset[str] = frozenset()) -> list:
    """A point as runs: ``n = 1,000, ε = 1``."""
    runs: list = []
    for name, value in (values or {}).items():
        if name not in leave_out:
            runs += [", "] if runs else []
            runs += [symbol(name, known), f"{NBSP}={NBSP}{exact(value)}"]
    return runs


def plain_point(values: Any, known: Mapping[str, str], leave_out: frozenset[str] = frozenset()) -> str:
    """A point as text, for figures and for those who listen."""
    kept = [(name, value) for name, value in (values or {}).items() if name not in leave_out]
    return ", ".join(f"{plain(name, known)} = {exact(value)}" for name, value in kept)


def shared(points: list[Mapping]) -> frozenset[str]:
    """Names whose value is the same in every point; said once instead of in every row."""
    if len(points) < 2:
        return frozenset()
    return frozenset(name for name in points[0] if all(p.get(name, ...) == points[0][name] for p in points))


def unicode_letter(word: str) -> str:
    """A Greek letter for its name, subscripts set apart; other words as they are."""
    word, primes = word.rstrip("'"), "'" * word.count("'")
    stem, _, below = {"lam": "lambda", "eps": "epsilon"}.get(word, word).partition("_")
    case = "CAPITAL" if stem[:1].isupper() else "SMALL"
    name = "LAMDA" if stem.lower() == "lambda" else stem.upper()
    with suppress(KeyError):  # not Greek: left as it is
        stem = unicodedata.lookup(f"GREEK {case} LETTER {name}") if len(stem) > 1 else stem
    return f"{stem} {below}".strip() + primes
