"""Texts of a claim and of a verdict: their marks, the formulas in them, where a sentence ends, how it says that a result stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Literal

from boundcheck.symbolic.notation import objection as unreadable

# The notation of texts: words, LaTeX between dollars, names of steps, parts and results between backticks, as in
# ``r"with $\alpha \le 1/2$, by the step `ridge`"``. What is printed follows these marks and nothing else.

Kind = Literal["words", "mathematics", "name"]
MARKS: dict[str, Kind] = {"$": "mathematics", "`": "name"}
SLOT = re.compile(r"\{\w+\[[^]]*\](?::[^{}]*)?\}")  # of a finding, for a number that a part computes: ``{bound[from]:,}``
GREEK = frozenset((
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "lam", "mu", "nu", "xi", "pi",
    "rho", "sigma", "tau", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi",
    "Psi", "Omega",
))  # fmt: skip
RELATIONS = frozenset({"<=", ">=", "!=", "==", "=", "<", ">", "≤", "≥", "≠"})


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


# The grammar of what is typed in a text: where a formula that begins at a place ends.

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


# Mathematics in a text that does not mark it, recognised once, when the text enters a record.
#
# That is what can only be mathematics: letters by their Greek names, letters with something below or above, roots and
# logarithms, numbers with an exponent, and what signs such as ``<=`` join to these. No other module reads a sentence.

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
