"""Signs that a terminal lacks, spelled with those that it has: letters by their names, never a question mark for a letter."""

from __future__ import annotations

import codecs
import unicodedata

GREEK = {chr(code): unicodedata.name(chr(code)).split()[-1].lower() for code in range(0x3B1, 0x3CA)}
CAPITALS = {
    chr(code): GREEK[chr(code + 0x20)].capitalize() for code in range(0x391, 0x3AA) if chr(code + 0x20) in GREEK
}
VARIANTS = {"λ": "lambda", "ϵ": "epsilon", "ϕ": "phi", "ϑ": "theta", "ϱ": "rho", "ϖ": "pi", "ς": "sigma"}
POWERS = {sign: f"^{power}" for power, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
ALONE = str.maketrans(
    "─│╱╲┌┐└┘⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎪✓✗◐●○◌–—−×⋅·÷→⟶←′∗…‘’“”", "-|/\\++++/|\\\\|/[[[]]]/<\\|+x~*oo---xx*/>><'*.''\"\""
)
WORDS = {
    "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "√": "sqrt ", "∑": "sum", "∫": "int", "∏": "prod", "‖": "||", "∞": "inf", 
    "∈": " in ", "⟨": "<", "⟩": ">", "⪯": "<=", "⪰": ">=", "≲": "<~", "≳": ">~", "∇": "grad ", "⊤": "^T", "\N{NO-BREAK SPACE}": " ",
    "\N{THIN SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "\N{COMBINING CIRCUMFLEX ACCENT}": "^", "\N{COMBINING TILDE}": "~",
    "\N{COMBINING MACRON}": "_", "⇒": "=>", "⇔": "<=>", "∧": " and ", "∨": " or ", "∪": " or ", "∩": " and ", "∀": "for all ",
}  # fmt: skip
TABLE = {**{chr(sign): chr(said) for sign, said in ALONE.items()}, **POWERS, **GREEK, **CAPITALS, **VARIANTS, **WORDS}
NAME = "transcribed"  # of the way to treat what an encoding lacks


def in_ascii(sign: str) -> str:
    """One sign in ASCII: by its name, as what it is made of, or a question mark.

    >>> in_ascii("ε"), in_ascii("≤"), in_ascii("Ä"), in_ascii("𝒩"), in_ascii("☃")
    ('epsilon', '<=', 'A', 'N', '?')
    """
    if sign in TABLE:
        return TABLE[sign]
    made = unicodedata.normalize("NFKD", sign)
    if made != sign:
        return "".join(c if c.isascii() else TABLE.get(c, "") for c in made) or "?"
    return "" if unicodedata.combining(sign) else "?"


def _handler(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(in_ascii, error.object[error.start : error.end])), error.end


codecs.register_error(NAME, _handler)
