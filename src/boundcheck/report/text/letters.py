"""The project's words for parameters, as the letters of the paper at hand."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boundcheck.claims.texts import pieces
from boundcheck.report.text.plain import linear
from boundcheck.report.text.typst import formula
from boundcheck.report.text.words import exact
from boundcheck.symbolic.latex import NAMES, latex_of, letter
from boundcheck.verdict.result import Record

WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
NBSP = "\N{NO-BREAK SPACE}"  # no line ends within an equation
IDENTIFIER = re.compile(r"(?<![\w./@`$-])[a-z]{2,}(?:_[a-z0-9]+)+(?![\w/@(=]|\.\w|\*)")
KINDS = frozenset(
    "algorithm assumption claim corollary definition fact lemma proposition remark table theorem".split()
)
PEOPLE = frozenset(
    "bernstein cauchy chernoff euclidean freedman gaussian hessian hoeffding hsu pinsker schwarz taylor".split()
)
CAPITALS = frozenset({"clc", "ctl", "dp", "dpo", "erm", "kl", "ltc", "mle", "rr", "sft", "sgd", "tv", "vc"})  # words of the field


class Letters(dict[str, str]):
    """LaTeX for names of parameters; `called` has steps and parts in words."""

    def __init__(self, latex: Mapping[str, str] | None = None, called: Mapping[str, str] | None = None):
        super().__init__(latex or {})
        self.called = dict(called or {})


def letters(record: Record) -> Letters:
    """LaTeX for each parameter's name, as its record gives it, and its steps and parts in words."""
    # what letters of worlds stand for is not in `parameters`
    return Letters({**record.letters, **{item.name: item.latex for item in record.parameters if item.latex}}, names(record))


def words(name: str, known: Mapping[str, str]) -> str:
    """The words for a step or a part; a name that the record does not have is left as it is."""
    return known.called.get(name, name) if isinstance(known, Letters) else name


def names(record: Record) -> dict[str, str]:
    """Steps, parts and the results that are used, in words: ``claim_e_1/ctl_noise`` is *CTL noise of Claim E.1*."""
    printed = {}
    for used in record.uses:
        printed[used.claim.rpartition("/")[2]] = printed[used.claim] = used.printed
    printed |= {rest.claim: rest.printed for rest in record.rests_on if rest.printed}
    steps = [step.label for step in record.steps]
    every = [*steps, *record.parts, *(label.rpartition("/")[2] for label in steps)]
    said = printed | {name: in_words(name, printed) for name in every}
    return {name: told for name, told in said.items() if told != name}


def in_words(name: str, printed: Mapping[str, str] | None = None) -> str:
    """An identifier as words.

    Parameters
    ----------
    name : str
        Such as ``"coverage_ctl@sharper"`` or ``"claim_e_1/quadratic_form"``.
    printed : mapping, optional
        How the results are called from which steps come.
    """
    source, _, own = name.rpartition("/")
    part, _, reading = own.partition("@")
    said = " ".join(_numbered(part.split("_")))
    said += f" ({' '.join(map(_greek, reading.replace('_', ' ').split(' ')))})" if reading else ""
    return f"{said} of {(printed or {}).get(source, source)}" if source else said


SAID = {"mended": "repaired"}  # words of identifiers for which the field has another one


def _numbered(parts: Sequence[str]) -> Iterator[str]:
    """Words of an identifier, numbers of equations and of results as they are printed."""
    place = 0
    while place < len(parts):
        word, first, second = (*parts[place : place + 3], "", "")[:3]
        if word == "eq" and first.isdecimal():
            yield f"Eq. ({first})"
            place += 2
        elif word in KINDS and second.isdecimal() and (first.isdecimal() or (len(first) == 1 and first.isalpha())):
            yield f"{word.title()} {first.upper()}.{second}"
            place += 3
        elif word in KINDS and first.isdecimal():
            yield f"{word.title()} {first}"
            place += 2
        else:
            yield word.upper() if word in CAPITALS else word.title() if word in PEOPLE else _greek(word)
            place += 1


def _greek(word: str) -> str:
    return linear(letter(word)) if word in NAMES else SAID.get(word, word)


def symbol(name: str, known: Mapping[str, str]) -> dict[str, Any]:
    """A parameter, or a value in parameters, to be set."""
    made = formula(known.get(name) or latex_of(name, known) or letter(name or "unnamed", known), f"letter of {name}")
    assert made is not None
    return made


def plain(name: str, known: Mapping[str, str]) -> str:
    """A parameter or a name in Unicode, for the labels of figures; hats and the like, which they cannot draw, are left off."""
    line = "".join(
        linear(said) if kind == "mathematics" else linear(known.get(said) or letter(said)) if said.isidentifier() else said
        for kind, said in pieces(name)
    )
    apart = unicodedata.normalize("NFD", line)
    return unicodedata.normalize("NFC", "".join(sign for sign in apart if not unicodedata.combining(sign)))


Point = Mapping[str, Any]  # letters, and numbers or names of choices


def point(values: Point, known: Mapping[str, str], leave_out: frozenset[str] = frozenset()) -> list:
    """A point as runs: ``n = 1,000, ε = 1``."""
    runs: list = []
    for name, value in values.items():
        if name not in leave_out:
            runs += [", "] if runs else []
            runs += [symbol(name, known), f"{NBSP}={NBSP}{chosen(value)}"]
    return runs


def found_point(values: Point, known: Mapping[str, str], leave_out: frozenset[str] = frozenset()) -> list:
    """A point that a search found: letters first, then what was chosen, and apart the coordinates that only it has."""
    rest = {name: value for name, value in values.items() if name not in leave_out}
    letters_of = {name: value for name, value in rest.items() if name in known or name in NAMES or len(name) == 1}
    choices_of = {name: value for name, value in rest.items() if name not in letters_of and isinstance(value, str)}
    own = {name: value for name, value in rest.items() if name not in letters_of and name not in choices_of}
    found = point({**letters_of, **choices_of}, known)
    return [*found, "; coordinates of the search: " if found else "", *point(own, known)] if own else found


def plain_point(values: Point, known: Mapping[str, str], leave_out: frozenset[str] = frozenset()) -> str:
    """A point as text, for figures and for those who listen."""
    kept = [(name, value) for name, value in values.items() if name not in leave_out]
    return ", ".join(f"{plain(name, known)} = {chosen(value)}" for name, value in kept)


def chosen(value: Any) -> str:
    """A value of a point: a number, or the name of a choice in words."""
    named = isinstance(value, str) and "_" in value and value.replace("_", "").isalpha() and value.islower()
    return value.replace("_", " ").strip() if named else exact(value)


def identifiers_in_words(text: str) -> str:
    """A text with the names of steps and parts of other results in words: ``elliptic_potential``."""
    return IDENTIFIER.sub(lambda found: in_words(found.group()), text) if "_" in text else text


def choices(text: str) -> str:
    """A text of values, names of choices among them, with these in words: ``two_states``."""
    return " ".join(word.replace("_", " ") if _is_choice(word.strip(",;:()")) else word for word in text.split(" "))


def _is_choice(word: str) -> bool:
    parts = word.split("_")
    return len(parts) > 1 and all(len(part) > 1 and part.isalpha() and part.islower() for part in parts)


def shared(points: Sequence[Point]) -> frozenset[str]:
    """Names whose value is the same in every point; said once instead of in every row."""
    if len(points) < 2:
        return frozenset()
    return frozenset(name for name in points[0] if all(p.get(name, ...) == points[0][name] for p in points))
