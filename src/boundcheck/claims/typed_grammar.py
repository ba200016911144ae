"""The grammar of what is typed in a text: where a formula that begins at a place ends."""

from __future__ import annotations

import re
from collections.abc import Collection

from .marks import GREEK, RELATIONS

FUNCTIONS = (
    "sqrt", "log", "ln", "exp", "min", "max", "Min", "Max", "Abs", "norm", "tanh", "cosh", "sinh", "coth", "ell",
    "hat", "tilde", "bar", "ceil", "floor",
)  # fmt: skip
SPACED = RELATIONS | {"-", "−", "+", "*", "/"}  # signs with a space on either side
CLOSE = frozenset({"**", "*", "/", "·"})  # signs without
BRACKETS = {"(": ")", "[": "]"}
BELOWED = {"min": 1, "max": 1, "sup": 1, "inf": 1, "err": 7, "Err": 7}  # words with something below, of so many letters
LOGARITHMS = frozenset({"log", "ln"})  # which may stand without a bracket
ARTICLES = frozenset({"a", "A", "I"})
VOWELS = frozenset("aeiouy")

LONGEST_BELOW = 4  # letters below another one
LONGEST_ACRONYM = 3  # capitals that stand for a quantity, as TV

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*(?:e[+-]?\d+)?|[^\W\d]\w*|<=|>=|!=|==|\*\*|.", re.DOTALL)


class Tokens:
    """A text sign by sign, and the grammar of what is typed in it: where a formula that begins at a place ends."""

    def __init__(self, text: str, letters: Collection[str]) -> None:
        self.said = _TOKEN.findall(text)
        self._letters = letters

    def at(self, place: int) -> str:
        return self.said[place] if 0 <= place < len(self.said) else ""

    def free(self, place: int) -> bool:
        """Whether a formula may begin here: not within a word, a path or a number."""
        before = self.at(place - 1)
        path = before == "/" and self.at(place - 2).isalpha() and len(self.at(place - 2)) > 1
        joined = before in (")", "]") and self.at(place) == "-"
        return not (before[-1:].isalnum() or before in ("_", ".", "@", "-") or path or joined)

    def chain(self, place: int) -> int | None:
        """Operands that signs join."""
        if self.at(place) in ("<=", ">=", "!="):
            return place + 1
        end = self.operand(place)
        if end is None and self.at(place) == "sqrt" and self.at(place + 1) == "(":
            return place + 1  # of something in words
        while end is not None:
            spaced = self.at(end) == " " == self.at(end + 2) and self.at(end + 1) in SPACED
            close = self.at(end) in CLOSE
            after = self.operand(end + 3) if spaced else self.operand(end + 1) if close else self._factor(end)
            if after is None:
                break
            end = after
        return end

    def _factor(self, end: int) -> int | None:
        """Behind a blank, a letter or a bracket that is a further factor: ``2 beta B``."""
        after = self.at(end + 1)
        word = not ARTICLES.isdisjoint((self.at(end - 1), after))
        if self.at(end) != " " or word or after[:1].isdigit() or after in ("-", "|", "["):
            return None
        return self.operand(end + 1)

    def operand(self, place: int) -> int | None:
        """A number, a letter or a function with its argument, or a bracket; with a power."""
        if self.at(place) == "-" or (self.at(place) == "+" and self.at(place - 1) in BRACKETS):
            place += 1
        said = self.at(place)
        if said[:1].isdigit():
            end: int | None = place + 1
            if self._letter(place + 1):
                end = self._decorated(place + 2)
        elif said in FUNCTIONS and self.at(place + 1) in BRACKETS:
            end = self.bracket(place + 1)
        elif said in FUNCTIONS and self.at(place + 1) == "^" and self.at(place + 2).isdecimal():
            end = self.bracket(place + 3)
        elif said in LOGARITHMS and self.at(place + 1) == " ":
            end = self.operand(place + 2) if self.at(place + 2) not in ARTICLES else None
        elif self._letter(place):
            end = self._decorated(place + 1)
            if self.at(end) in BRACKETS:
                end = self.bracket(end) or (self._index(end) if said[-1] == "_" else None) or end
        elif said == "|" and self._letter(place + 1):
            end = place + 3 if self.at(place + 2) == "|" else None
        else:
            end = self.bracket(place) if said in BRACKETS else None
        if end is not None and self.at(end - 1) in (")", "|", "'") and self.at(end)[:1] == "_":  # below a norm, or primes
            end += 1
        if end is not None and self.at(end) == "^":
            above = end + 1 + (self.at(end + 1) == "-")
            raised = self.bracket(above) or (
                above + 1 if self.at(above)[:1].isalnum() or self.at(above) == "*" else None
            )
            end = self._decorated(raised) if raised else end
        return end

    def bracket(self, place: int) -> int | None:
        """A bracket around operands, joined by signs, commas or nothing."""
        closing = BRACKETS.get(self.at(place))
        end = self.chain(place + 1) if closing else None
        while end is not None and self.at(end) != closing:
            comma = self.at(end) == ","
            end = self.chain(end + comma + (self.at(end + comma) == " "))
        return None if end is None else end + 1

    def _index(self, place: int) -> int | None:
        """A bracket below a letter with a difference or a sum in it: ``(t-1)``."""
        said = [self.at(place + step) for step in range(5)]
        plain = said[1].isalnum() and said[2] in ("-", "+") and said[3].isalnum()
        return place + 5 if plain and BRACKETS.get(said[0]) == said[4] else None

    def parameter(self, place: int, end: int) -> bool:
        """Whether one of the letters is a parameter's word."""
        return any(map(self._parameter, range(place, end)))

    def _decorated(self, end: int) -> int:
        """Behind the accents, primes and star of a letter."""
        if self.at(end) == "~":
            end += 1
        elif self.at(end) == "-" and self.at(end + 1) == "hat":
            end += 2
        while self.at(end) == "'":
            end += 1
        star = (
            self.at(end) == "*" and not self.at(end + 1)[:1].isalnum()
        )  # of an optimum, and no sign between two sides
        return end + 1 if star else end

    def _letter(self, place: int) -> bool:
        """Whether a name is a letter: Greek, a single one, with something below, or a parameter where it is no word."""
        said = self.at(place)
        if self._parameter(place):
            return True
        letter, line, below = said.partition("_")
        if said.isascii() and said.isalpha() and said.isupper() and len(said) <= LONGEST_ACRONYM:
            return True
        if len(said) == 2 and said.isalpha() and said.islower() and VOWELS.isdisjoint(said):  # a product such as mn
            return True
        if letter in BELOWED and below:
            return len(below) <= BELOWED[letter]
        if letter not in GREEK and not (len(letter) == 1 and letter.isalpha()):
            return False
        if line and not below:
            return self.at(place + 1) in BRACKETS
        return not line or below.isdecimal() or below in GREEK or (below.isalpha() and len(below) <= LONGEST_BELOW)

    def _parameter(self, place: int) -> bool:
        said = self.at(place)
        related = self.at(place + 1) == " " and self.at(place + 2) in RELATIONS
        return said in self._letters and ("_" in said or related)
