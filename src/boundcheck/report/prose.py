"""Texts typed into a claim as they should stand in print: letters for their names, full sentences."""

import re
from typing import Any

from boundcheck.report.letters import unicode_letter
from boundcheck.report.numbers import MINUS, RAISED
from boundcheck.report.words import WORDS

GREEK = re.compile(
    r"(?<![\w.])(alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|lam|mu|nu|xi|rho|sigma|tau|phi|chi|"
    r"psi|omega|Gamma|Delta|Theta|Lambda|Sigma|Phi|Psi|Omega)(?=_\d\b|\b(?!_))"
)
BELOW = re.compile(r"(?<!\w)([^\W\d_])_(\d)\b")  # z_0, one letter and one digit
LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
MINUS_SIGN = re.compile(r"(?<![\w)\].-])-(?=\d)")
POWER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]?\d+)(?!\w|\.\d)")
SIGNS = (("<=", "≤"), (">=", "≥"), (" - ", " − "), ("!=", "≠"), ("**", "^"))
TIMES = re.compile(r"(?<=[\w)])(?: \* |\*)(?=\w)|(?<=[\d)])\*(?=\()")  # not the star of an optimum
LARGE = re.compile(
    r"(?<![\w.,/])(?<!seed )\d{7,18}(?![\w,/]|\.\d)"
)  # a count, not a date, a hash or half of a fraction
ROOT = re.compile(r"\bsqrt\(([^\W_]+)\)")
OUTCOMES = re.compile(rf"\b({'|'.join(WORDS)})\b")


def prose(text: Any) -> str:
    """``"alpha <= 1e-06"`` as ``"α ≤ 10⁻⁶"``; words that only contain a letter's name are left alone."""
    text = str(text or "")
    for typed, printed in SIGNS:
        text = text.replace(typed, printed)
    text = TIMES.sub("·", OUTCOMES.sub(lambda found: WORDS[found.group()].lower(), text))
    text = ROOT.sub(r"√\1", text).replace("sqrt(", "√(")
    text = MINUS_SIGN.sub(MINUS, text)
    text = GREEK.sub(lambda found: unicode_letter(found.group(1)), text)
    text = BELOW.sub(lambda found: found.group(1) + found.group(2).translate(LOWERED), text)
    return POWER.sub(_power, LARGE.sub(lambda found: f"{int(found.group()):,}", text))


def opened(text: Any, name: Any) -> str:
    """`prose` of a text that begins with the name of its claim; a claim called ``gamma`` is no letter."""
    text, name = str(text or ""), str(name or "")
    if name and re.match(rf"{re.escape(name)}(?![\w(])", text):
        return name + prose(text[len(name) :])
    return prose(text)


def sentence(text: Any, name: Any = "") -> str:
    """`prose` with a capital at its beginning and a full stop at its end; `name` as in `opened`."""
    named = bool(name) and str(text or "").startswith(str(name))
    text = (opened(text, name) if named else prose(text)).strip()
    if not text:
        return ""
    if not named and re.match(r"[a-z]+([ ,;:'.]|-[a-z]{2}|$)", text) and text[:2].isalpha():
        text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?:…" else text + "."


def _power(found: re.Match) -> str:
    mantissa = "" if found.group(1) == "1" else f"{found.group(1)}×"
    return f"{mantissa}10{str(int(found.group(2))).translate(RAISED)}"
