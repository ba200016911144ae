"""Mathematics in a text that does not mark it, recognised once, when the text enters a record.

That is what can only be mathematics: letters by their Greek names, letters with something below or above, roots and
logarithms, numbers with an exponent, and what signs such as ``<=`` join to these. No other module reads a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from .marks import GREEK, MARKS, pieces
from .typed_grammar import Tokens

_CLEAR = re.compile(  # what no word of the language has
    rf"(?<![A-Za-z_])(?:{'|'.join(sorted(GREEK))})(?![A-Za-z])|\w'?_[\w(]|\^|<=|>=|!=|\*\*|\w\*[\w(]| [-*] |\b(?:sqrt|log|ell)\b|"
    r"\d(?:\.\d+)?e[+-]?\d|(?<![\w)\].])-|[A-Za-z](?:~|-hat)|(?<![\d.,/])\d{7,}(?![\d,/]|\.\d)"
)


def marked(text: str, letters: Collection[str] = (), names: Collection[str] = (), steps: Collection[str] = ()) -> str:
    """A text with its mathematics and its names marked; marks that it has are kept.

    Parameters
    ----------
    text : str
    letters : collection of str
        Parameters, by the project's words for them: mathematics where they have an underscore or a relation follows.
    names : collection of str
        Of steps, parts and results, that are no words.
    steps : collection of str
        Of steps, words too: names where they stand behind *step* or *steps*.
    """
    if not any(mark in text for mark in MARKS):
        return _words(text, letters, names, steps)
    parts = list(pieces(text))
    if parts == [("words", text)]:  # marks that do not pair
        return text
    signs = {kind: mark for mark, kind in MARKS.items()}
    return "".join(
        _words(part, letters, names, steps) if kind == "words" else f"{signs[kind]}{part}{signs[kind]}"
        for kind, part in parts
    )


def _words(text: str, letters: Collection[str], names: Collection[str], steps: Collection[str]) -> str:
    """A text that has no marks."""
    made, done = [], 0
    for found in _names(tuple(names), tuple(steps)).finditer(text) if names or steps else ():
        listed = found.group("listed")
        named = (
            f"`{found.group()}`"
            if listed is None
            else found.group("step") + _each(tuple(steps)).sub(r"`\g<0>`", listed)
        )
        made += [_marked(text[done : found.start()], letters), named]
        done = found.end()
    return "".join([*made, _marked(text[done:], letters)])


def _marked(text: str, letters: Collection[str]) -> str:
    """A text without names."""
    if not _CLEAR.search(text) and not any(letter in text for letter in letters):
        return text
    tokens = Tokens(text, letters)
    made, place = [], 0
    while place < len(tokens.said):
        end = tokens.chain(place) if tokens.free(place) else None
        source = "".join(tokens.said[place:end]) if end is not None else ""
        if end is None or not (_CLEAR.search(source) or tokens.parameter(place, end)):
            end = place + 1 if end is None else end
            made.append("".join(tokens.said[place:end]))
        else:
            made.append(f"${source}$")
        place = end
    return "".join(made)


@lru_cache(maxsize=64)
def _names(names: tuple[str, ...], steps: tuple[str, ...]) -> re.Pattern[str]:
    each = _each(steps).pattern
    listed = (
        rf"(?P<step>\bsteps? )(?P<listed>{each}(?:(?:,? and |, ){each})*)|" if steps else "(?P<step>(?!))(?P<listed>)|"
    )
    spelled = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    return re.compile(rf"{listed}(?<![\w./@])(?:{spelled})(?![\w/@])")


@lru_cache(maxsize=64)
def _each(steps: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(map(re.escape, sorted(steps, key=len, reverse=True)))})(?![\w/@(-])")
