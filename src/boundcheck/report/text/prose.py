"""Texts typed into a claim as they should stand in print: letters for their names, full sentences."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from boundcheck.report.text.letters import LOWERED, NBSP, Letters, plain, symbol, unicode_letter
from boundcheck.report.text.numbers import MINUS, RAISED, exact
from boundcheck.report.text.words import WORDS

NAMES = (
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|lam|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega|"
    "Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega"
)
GREEK = re.compile(rf"(?<![\w.])({NAMES})(?=_(?:\d|[A-Za-z]{{1,4}})\b(?!_)|\b(?!_))")
BELOW = re.compile(r"(?<!\w)([^\W\d_])_(\d)\b")  # z_0, one letter and one digit
SET = re.compile(
    rf"(?<![\w.@/])(?:{NAMES}|[A-Za-zΑ-Ωα-ω])_(?:\d|[A-Za-z]{{1,4}})\b(?![_/@])"
    r"|(?<![\w.@])[Α-Ωα-ω]_(?:\d|[A-Za-z]{1,4})\b(?![_@])"  # beside a fraction bar; no path has Greek letters
)  # a letter with something below
EXPONENT = re.compile(  # more than a number above something
    rf"(?<![\w.@^])(?:{NAMES}|[^\W_]|\d+)\^(?:(?:{NAMES}|[^\W\d_])\b|\([\w {MINUS}+/-]*\))"
)
RAISED_NUMBER = re.compile(r"(?<=[\w)\]'])\^(\d+)\b(?!\.\d)")
MINUS_SIGN = re.compile(  # before a number, or a letter where nothing stands before it
    rf"(?<![\w)\].-])-(?=\d)|(?:(?<=[=,(] )|(?<=[(\[])|(?<=\band )|(?<=\bat )|(?<=\bfrom )|(?<=\bbounds ))"
    rf"-(?=(?:{NAMES}|[A-Za-z])(?:_|\b))"
)
POWER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]?\d+)(?!\w|\.\d)")
SIGNS = (("<=", "≤"), (">=", "≥"), (" - ", " − "), ("!=", "≠"), ("**", "^"))
TIMES = re.compile(r"(?<=[\w)])(?: \* |\*)(?=\w)|(?<=[\d)])\*(?=\()")  # not the star of an optimum
LARGE = re.compile(
    r"(?<![\w.,/])(?<!seed )(?<!--repeats )\d{7,18}(?![\w,/]|\.\d)"
)  # a count, not a date, a hash or half of a fraction
ROOT = re.compile(rf"\bsqrt\(([^\W_]|\d+|{NAMES})\)")  # of one letter or number; of more the brackets stay
LN = re.compile(r"\blog(?=\(| \|| log\b| \(?(?!a\b)[a-z]\b)")  # the natural logarithm has one name in a report
OUTCOMES = re.compile(rf"\b({'|'.join(WORDS)})\b")
GREEK_LETTER = re.compile("[Α-Ωα-ω]")
RELATION = re.compile(r"^ ([=<>≤≥≠]) ")
ARTICLE = re.compile(r"an? (?!(?:and|are|for|with|from|not|may|can|must|has|over|times)\b)[a-z]{3,}")  # no letter a
ACCENT = re.compile(r"(?<![\w~])([A-Za-z])(~|-hat\b)(?![\w~])|(?<=\w)\^\*")
ACCENTS = {"~": "\u0303", "-hat": "\u0302"}
COMPARED = r"(?= (?:=|<=|>=|<|>|!=) )"  # what stands before such a sign is no word of the language


def prose(text: Any, known: Mapping[str, str] | None = None) -> str:
    """A typed text in Unicode: ``"alpha <= 1e-06"`` as ``"α ≤ 10⁻⁶"``.

    Words that only contain a letter's name are left alone.

    Parameters
    ----------
    text : str or None
    known : Letters, optional
        Names of parameters become their letters, those of steps and parts words.
    """
    text = ACCENT.sub(_accented, _called(str(text or ""), known))
    if known:
        text = _parameters(tuple(known)).sub(lambda found: plain(found.group(), known), text)
    for typed, printed in SIGNS:
        text = text.replace(typed, printed)
    text = TIMES.sub("·", OUTCOMES.sub(lambda found: WORDS[found.group()].lower(), text))
    text = ROOT.sub(r"√\1", LN.sub("ln", text)).replace("sqrt(", "√(")
    text = MINUS_SIGN.sub(MINUS, text)
    text = GREEK.sub(lambda found: unicode_letter(found.group(1)), text)
    text = BELOW.sub(lambda found: found.group(1) + found.group(2).translate(LOWERED), text)
    return POWER.sub(_power, LARGE.sub(lambda found: f"{int(found.group()):,}", text))


def runs(text: Any, known: Mapping[str, str]) -> list:
    """`prose` for a page: parameters and letters with something below them are set as mathematics."""
    return list(_pieces(_called(str(text or ""), known), known))


def opened(text: Any, name: Any, known: Mapping[str, str] | None = None) -> str:
    """`prose` of a text that begins with the name of its claim; a claim called ``gamma`` is no letter."""
    text, name = str(text or ""), str(name or "")
    if name and re.match(rf"{re.escape(name)}(?![\w(])", text):
        return name + prose(text[len(name) :], known)
    return prose(text, known)


def sentence(text: Any, name: Any = "", known: Mapping[str, str] | None = None) -> str:
    """`prose` with a capital at its beginning and a full stop at its end; `name` as in `opened`."""
    named = bool(name) and str(text or "").startswith(str(name))
    text = (opened(text, name, known) if named else prose(text, known)).strip()
    if not text:
        return ""
    if not named and _word_first(text):
        text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?:…" else text + "."


def said(text: Any, known: Mapping[str, str], name: Any = "") -> list:
    """`sentence` for a page, as `runs`."""
    text, name = str(text or "").strip(), str(name or "")
    if not text:
        return []
    text = text if text[-1] in ".!?:…" else text + "."
    if name and text.startswith(name):
        return [name, *runs(text[len(name) :], known)]
    found = runs(text, known)
    if isinstance(found[0], str) and _word_first(found[0]):
        found[0] = found[0][0].upper() + found[0][1:]
    return found


def value(number: Any) -> str:
    """A number that somebody chose, or an exact expression for one, in print."""
    return prose(exact(number).replace("**", "^").replace("*", "·"))


def _accented(found: re.Match) -> str:
    """A letter with its accent, or the star of an optimum."""
    letter, accent = found.groups()
    return unicodedata.normalize("NFC", letter + ACCENTS[accent]) if letter else "*"


def _word_first(text: str) -> bool:
    if ARTICLE.match(text):
        return True
    return bool(re.match(r"[a-z]+([ ,;:'.]|-[a-z]{2}|$)", text)) and text[:2].isalpha()


def _called(text: str, known: Mapping[str, str] | None) -> str:
    """Names of steps and parts in words."""
    called = known.called if isinstance(known, Letters) else {}
    return _names(tuple(called)).sub(lambda found: called[found.group()], text) if called else text


def _pieces(text: str, known: Mapping[str, str]) -> Iterator[Any]:
    text, done = MINUS_SIGN.sub(MINUS, text), 0
    for found in re.finditer(f"{_parameters(tuple(known)).pattern}|{EXPONENT.pattern}|{SET.pattern}", text):
        if done < found.start():
            yield _held(_raised(prose(text[done : found.start()], known)), done > 0)
        name = found.group()
        yield symbol(GREEK_LETTER.sub(lambda greek: _spelled(greek.group()), name).replace(MINUS, "-"), known)
        done = found.end()
    if done < len(text):
        yield _held(_raised(prose(text[done:], known)), done > 0)


def _raised(text: str) -> str:
    return RAISED_NUMBER.sub(lambda found: found.group(1).translate(RAISED), text)


def _held(text: str, after: bool) -> str:
    """What stands after a letter: no line ends at its sign."""
    return RELATION.sub(lambda found: f"{NBSP}{found.group(1)}{NBSP}", text) if after else text


def _spelled(letter: str) -> str:
    """The name of a Greek letter, capital like it."""
    name = unicodedata.name(letter).rpartition(" ")[2].lower().replace("lamda", "lambda")
    return name.title() if letter.isupper() else name


@lru_cache(maxsize=64)
def _parameters(names: tuple[str, ...]) -> re.Pattern:
    """Where a name stands for a parameter: before a relation, or wherever it is no word."""
    spelled = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    odd = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if "_" in name)
    either = [rf"(?:{spelled}){COMPARED}"] if names else []
    either += [rf"(?:{odd})\b"] if odd else []
    return re.compile(rf"(?<![\w./@])(?:{'|'.join(either)})" if either else r"(?!)")


@lru_cache(maxsize=64)
def _names(called: tuple[str, ...]) -> re.Pattern:
    spelled = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    return re.compile(rf"(?<![\w./@])(?:{spelled})(?![\w/@])")


def _power(found: re.Match) -> str:
    mantissa = "" if found.group(1) == "1" else f"{found.group(1)}×"
    return f"{mantissa}10{str(int(found.group(2))).translate(RAISED)}"
