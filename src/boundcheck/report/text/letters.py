"""The project's words for parameters, as the letters of the paper at hand."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from boundcheck.claims.texts import GREEK
from boundcheck.report.text.formulas import formula
from boundcheck.report.text.words import MINUS, RAISED, exact, label
from boundcheck.verdict.result import (
    Record,
)
from boundcheck.verdict.statements import Formula

WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
NBSP = "\N{NO-BREAK SPACE}"  # no line ends within an equation
LONGEST = 40  # characters of what is set as a formula, in which no line ends
LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SQUARE = re.compile(r"(?<=[A-Za-z)])\^\d(?!\w|\.\d)")
EXPONENTIAL = re.compile(r"\be\^([A-Za-z]\w*)")
FACTOR = re.compile(r"(?<!\w)(\d+) (?=[Α-ω])")  # 2 α
IDENTIFIER = re.compile(r"(?<![\w./@`$-])[a-z]{2,}(?:_[a-z0-9]+)+(?![\w/@(=]|\.\w|\*)")
SIMPLE = re.compile(r"[A-Za-z_0-9]+'*")
KINDS = frozenset(
    "algorithm assumption claim corollary definition fact lemma proposition remark table theorem".split()
)
PEOPLE = frozenset(
    "bernstein cauchy chernoff euclidean freedman gaussian hessian hoeffding hsu pinsker schwarz taylor".split()
)
CAPITALS = frozenset({"clc", "ctl", "dp", "dpo", "erm", "kl", "ltc", "mle", "rr", "sft", "sgd", "tv", "vc"})  # words of the field


class Letters(dict[str, str]):
    """Typst for names of parameters; `called` has steps and parts in words."""

    def __init__(self, typst: Mapping[str, str] | None = None, called: Mapping[str, str] | None = None):
        super().__init__(typst or {})
        self.called = dict(called or {})


def letters(record: Record) -> Letters:
    """Typst for each parameter's name, as its record gives it, and its steps and parts in words."""
    # what letters of worlds stand for is not in `parameters`
    return Letters({**record.letters, **{item.name: item.typst for item in record.parameters if item.typst}}, names(record))


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
    return unicode_letter(word) if word in GREEK else word


def symbol(name: str, known: Mapping[str, str]) -> dict:
    """A parameter, or a small expression in parameters such as ``c(epsilon)`` or ``1/gamma``, to be set."""
    from boundcheck.symbolic.typst import letter, quoted

    name = label(name or "unnamed")
    if name in known:
        source = known[name]
    elif name in known.values():
        source = name  # a letter such as c(epsilon), of which a part may be one too
    elif re.fullmatch(r"[\w'()+*/^ .-]+", name, re.ASCII):
        source = WORD.sub(lambda found: letter(found.group(), known), name).replace("/", "\\/").replace("*", " ")
    else:
        source = quoted(name)
    return formula(Formula(typst=source, alt=name), f"letter of {name}") or {"code": name}


def plain(name: str, known: Mapping[str, str]) -> str:
    """The same in Unicode, for the labels of figures; hats and the like are left off."""

    def one(found: re.Match) -> str:
        word = found.group()
        source = known.get(word, word)
        return unicode_letter(source if SIMPLE.fullmatch(source) else word)

    raised = SQUARE.sub(lambda found: found.group().removeprefix("^").translate(RAISED), EXPONENTIAL.sub(r"exp(\1)", name))
    return FACTOR.sub(r"\1", WORD.sub(one, raised)).replace("'", "′").replace(" - ", f" {MINUS} ")


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
    letters_of = {name: value for name, value in rest.items() if name in known or name in GREEK or len(name) == 1}
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


def unicode_letter(word: str) -> str:
    """A Greek letter for its name, what stands below it set apart; other words as they are."""
    word, primes = word.rstrip("'"), "'" * word.count("'")
    stem, _, below = {"lam": "lambda", "eps": "epsilon"}.get(word, word).partition("_")
    case = "CAPITAL" if stem[:1].isupper() else "SMALL"
    name = "LAMDA" if stem.lower() == "lambda" else stem.upper()
    with suppress(KeyError):  # not Greek: left as it is
        stem = unicodedata.lookup(f"GREEK {case} LETTER {name}") if len(stem) > 1 else stem
    if below.isdigit() and len(stem) == 1:
        return stem + below.translate(LOWERED) + primes
    return f"{stem}{'_' if len(stem) == 1 else ' '}{below}".rstrip("_ ") + primes
