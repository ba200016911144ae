"""Typst mathematics in one line of Unicode: for a form that sets no formulas."""

from __future__ import annotations

import re
import unicodedata

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\\.|[A-Za-z]+(?:\.[a-z]+)*|\d+(?:[.,]\d+)*|->|<=|>=|!=|\s+|.', re.DOTALL)
SIGNS = {
    "slash": "/", "star": "∗", "*": "∗", "ast": "∗", "top": "ᵀ", "dagger": "†", "ell": "ℓ", "succ": "≻", "prec": "≺",
    "nabla": "∇", "dot": "·", "times": "×", "infinity": "∞", "plus.minus": "±", "chevron.l": "⟨", "chevron.r": "⟩",
    "bar.v": "|", "bar.v.double": "‖", "in": "∈", "EE": "E", "PP": "P", "sum": "∑", "product": "∏", "<=": "≤", ">=": "≥",
    "!=": "≠", "->": "→", "-": "−", "quad": " ", "approx": "≈", "dots": "…", "tilde.op": "∼", "phi.alt": "ϕ", "union": "∪",
    "inter": "∩", "partial": "∂", "prec.eq": "≼", "succ.eq": "≽", "eq.not": "≠", "prime": "′", "'": "′",
}  # fmt: skip
ACCENTS = {"hat": "\u0302", "tilde": "\u0303", "overline": "\u0304", "bar": "\u0304"}
BRACKETS = {"norm": "‖‖", "abs": "||", "floor": "⌊⌋", "ceil": "⌈⌉"}
ALONE = frozenset({"cal", "bb", "bold", "upright", "op", "class", "italic"})  # what is inside, in another face
GREEK = re.compile("(?:" + "|".join(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
    "omega".split()) + ")", re.IGNORECASE)  # fmt: skip
BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
ABOVE = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
SELF = frozenset("∗ᵀ†′")  # stand above the line by themselves


def linear(source: str) -> str:
    """A formula in one line.

    Parameters
    ----------
    source : str
        Typst, such as ``"frac(1, 2 C^(2))"``.

    Returns
    -------
    text : str
        Such as ``"1/(2 C²)"``; a word that has no sign is left as it is.
    """
    made, _ = _sequence(TOKEN.findall(source), 0)
    return " ".join(made.split())


def _sequence(tokens: list[str], place: int, ends: tuple[str, ...] = ()) -> tuple[str, int]:
    """Everything before one of `ends`."""
    made = []
    while place < len(tokens) and tokens[place] not in ends:
        one, place = _one(tokens, place)
        made.append(one)
    return "".join(made), place


def _one(tokens: list[str], place: int) -> tuple[str, int]:
    token, after = tokens[place], place + 1
    if token in ("_", "^"):
        return _script(tokens, after, token)
    if token == "(":
        inside, after = _sequence(tokens, after, (")",))
        return f"({inside})", after + 1
    if token[0] == '"':
        return re.sub(r"\\(.)", r"\1", token[1:-1]), after
    if token[0] == "\\":
        return token[1:], after
    if token[0].isalpha() and after < len(tokens) and tokens[after] == "(":
        return _call(token, tokens, after + 1)
    return _word(token), after


def _word(token: str) -> str:
    if GREEK.fullmatch(token) and (token.islower() or token.istitle()):
        name = "LAMDA" if token.lower() == "lambda" else token.upper()
        return unicodedata.lookup(f"GREEK {'CAPITAL' if token.istitle() else 'SMALL'} LETTER {name}")
    return SIGNS.get(token, " " if token.isspace() else token)


def _call(name: str, tokens: list[str], place: int) -> tuple[str, int]:
    """A function and what it is applied to."""
    given: list[str] = []
    while True:
        inside, place = _sequence(tokens, place, (",", ")"))
        given.append(inside.strip())
        place += 1
        if place > len(tokens) or tokens[place - 1] == ")":
            break
    last = given[-1]
    if name == "frac" and len(given) == 2:
        return f"{_bracketed(given[0])}/{_bracketed(given[1])}", place
    if name == "sqrt":
        return f"√{_bracketed(last)}", place
    if name in BRACKETS:
        return f"{BRACKETS[name][0]}{last}{BRACKETS[name][1]}", place
    if name in ACCENTS and len(last) == 1:
        return unicodedata.normalize("NFC", last + ACCENTS[name]), place
    if name in ALONE:
        return _script_letter(last) if name == "cal" else last, place
    return f"{_word(name)}({', '.join(given)})", place


def _script(tokens: list[str], place: int, side: str) -> tuple[str, int]:
    """What stands below or above."""
    while place < len(tokens) and tokens[place].isspace():
        place += 1
    if place >= len(tokens):
        return side, place
    if tokens[place] == "(":
        inside, place = _sequence(tokens, place + 1, (")",))
        inside, place = inside.strip(), place + 1
    else:
        inside, place = _one(tokens, place)
    if inside.isdecimal() and inside.isascii():
        return inside.translate(BELOW if side == "_" else ABOVE), place
    if side == "^" and inside in SELF:
        return inside, place
    return side + (inside if inside.isalpha() else f"({inside})"), place


def _bracketed(text: str) -> str:
    return text if re.fullmatch(r"√?[\w.,′∗]+(?:\([^()]*\))?|\([^()]*\)", text) else f"({text})"


def _script_letter(text: str) -> str:
    for style in ("SCRIPT CAPITAL", "MATHEMATICAL SCRIPT CAPITAL"):
        try:
            return unicodedata.lookup(f"{style} {text}") if len(text) == 1 else text
        except KeyError:
            continue
    return text
