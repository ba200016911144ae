"""The mathematics of a sentence in print, from the notation in which it is typed: Unicode, or pieces that are set.

The expression that is read here is a small language, taken apart sign by sign; where it stands in a text, the text says.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from boundcheck.claims.marks import GREEK
from boundcheck.report.referee.one_line import linear as of_typst
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import NBSP, plain, symbol, unicode_letter
from boundcheck.report.text.numbers import MINUS, RAISED
from boundcheck.symbolic.typst_letters import quoted

TOKEN = re.compile(
    r"(?P<lowered>[^\W\d](?:_\([^()]{1,8}\)|'+_\w))|(?P<power>\d+(?:\.\d+)?e[+-]?\d+(?!\w|\.\d))|(?P<number>\d+(?:[.,]\d+)*)|(?P<name>[^\W\d]\w*(?:~|-hat\b)?)|"
    r"(?P<above>\^\((?:[^()]|\([^()]*\))*\)|\^\d+(?:\.\d+)?|\^\w+|\^\*)|(?P<sign><=|>=|!=|==| \* | - |.)",
    re.DOTALL,
)
SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "==": "=", " - ": f" {MINUS} ", "-": MINUS, " * ": "·"}
FUNCTIONS = {"log": "ln", "ell": "ℓ", "sqrt": "√"}
ACCENTS = {"~": "\u0303", "-hat": "\u0302"}
RELATIONS = ("=", "<", ">", "≤", "≥", "≠")
LIMITS = frozenset({"min", "max", "sup", "inf"})
OPERATORS = LIMITS | {"err", "Err"}  # words with something below
MOST_BELOW = 4  # letters below another one; of more it is a name
COUNT = 4  # digits from which on thousands are set apart
LARGE = 10**7  # from where on a round number is written with a power of ten
END = ("", "")  # behind the last token
BAR = ("sign", "‖")  # of a norm


def linear(source: Any, known: Mapping[str, str] | None = None) -> str:
    """In one line of Unicode: ``"alpha <= 1e-06"`` as ``"α ≤ 10⁻⁶"``.

    Parameters
    ----------
    source : str
    known : mapping, optional
        Typst for names of parameters.
    """
    return "".join(line for line, _ in _items(str(source), known or {}))


def runs(source: str, known: Mapping[str, str]) -> list[Any]:
    """For a page: parameters, and letters with something below or above them, are set; no line ends at their relation."""
    made: list[Any] = []
    for _, item in _items(source, known):
        if isinstance(item, str) and made and isinstance(made[-1], str):
            made[-1] += item
        else:
            made.append(item)
    for place, item in enumerate(made):
        if place and isinstance(item, str) and item[1:2] in RELATIONS and item[::2][:2] == "  ":
            made[place] = f"{NBSP}{item[1]}{NBSP}{item[3:]}"
    return made


def _items(source: str, known: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """Every sign: in a line, and for a page."""
    found = TOKEN.finditer(source.replace("**", "^"))
    tokens = _with_bars([(str(token.lastgroup), token.group()) for token in found])
    place = 0
    while place < len(tokens):
        kind, said = tokens[place]
        before = tokens[place - 1] if place else END
        after = tokens[place + 1] if place + 1 < len(tokens) else END
        if said == "sqrt" and after[1] == "(":
            simple = len(tokens) > place + 3 and tokens[place + 3][1] == ")" and _alone(*tokens[place + 2])
            inner = _word(tokens[place + 2][1]) if simple else "("
            yield f"√{inner}", f"√{inner}"
            place += 4 if simple else 2
        elif after[0] == "above" and _set_above(said, after[1]):
            whole = said + after[1]
            yield _line(kind, said, before, after) + _line(*after, END, END), symbol(_with_greek_names(whole), known)
            place += 2
        else:
            yield _one(tokens, place, known)
            place += 1


def _with_bars(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """With norms between bars; one whose bracket does not close is left as it is."""
    opened: list[int | None] = []  # of each bracket that is open, where its norm begins
    bars: set[int] = set()
    for place, (_, said) in enumerate(tokens):
        if said == "(":
            opened.append(place - 1 if place and tokens[place - 1][1] == "norm" else None)
        elif said == ")" and opened and (start := opened.pop()) is not None:
            bars |= {start, start + 1, place}
    return [BAR if place in bars else token for place, token in enumerate(tokens)
            if place not in bars or token[1] != "norm"]  # fmt: skip


def _one(tokens: list[tuple[str, str]], place: int, known: Mapping[str, str]) -> tuple[str, Any]:
    """One sign with what stands beside it."""
    kind, said = tokens[place]
    before = tokens[place - 1] if place else END
    after = tokens[place + 1] if place + 1 < len(tokens) else END
    if kind == "lowered":
        return said, formula({"typst": said, "alt": said}, f"letter {said}") or said
    if said in FUNCTIONS and after[1] == "(":
        return FUNCTIONS[said], FUNCTIONS[said]
    if kind == "name" and (word := said.partition("_"))[0] in OPERATORS and word[2]:
        return said, _operator(*word) or said
    if kind == "name" and said in known and ("_" in said or _compared(tokens, place)):
        return of_typst(known[said]), symbol(said, known)
    if kind == "name" and said in known and len(said) > 1 and said not in GREEK:
        return of_typst(known[said]), plain(said, known)
    if kind == "name" and _below(said):
        return unicode_letter(said), symbol(_with_greek_names(said), known)
    if kind == "above" and said[1:].isdecimal():
        return said[1:].translate(RAISED), said[1:].translate(RAISED)
    line = _line(kind, said, before, after)
    return line, line


def _line(kind: str, said: str, before: tuple[str, str], after: tuple[str, str]) -> str:
    """One sign in a line."""
    if kind == "power":
        whole = float(said)
        if whole.is_integer() and COUNT <= len(str(int(whole))) and whole < LARGE:
            return f"{int(whole):,}"
        mantissa, _, power = said.partition("e")
        return ("" if mantissa == "1" else f"{mantissa}×") + f"10{str(int(power)).translate(RAISED)}"
    if kind == "number":
        whole = said.isdecimal() and len(said) >= COUNT and "/" not in (before[1], after[1])
        return f"{int(said):,}" if whole else said
    if kind == "name":
        return _word(said)
    if kind == "above":
        return "*" if said == "^*" else f"^({linear(said[2:-1])})" if said[1] == "(" else f"^{_word(said[1:])}"
    if said == " - " and before[1] == "1" and after[1].strip():
        return f"{NBSP}{MINUS}{NBSP}"  # as in 1 − δ: no line ends within
    if said == "*":
        times = (before[0] in ("name", "number", "above") or before[1] in (")", "]")) and after[0] in ("name", "number")
        times = times or (after[1] == "(" and (before[0] == "number" or before[1] == ")"))
        return "·" if times else said
    return SIGNS.get(said, said)


def _word(said: str) -> str:
    """A name: Greek, accented, of a function, or as it is."""
    for typed, accent in ACCENTS.items():
        if said.endswith(typed) and len(said) == len(typed) + 1:
            return unicodedata.normalize("NFC", said[0] + accent)
    if said in GREEK or _below(said):
        return unicode_letter(said)
    return FUNCTIONS.get(said, said)


def _alone(kind: str, said: str) -> bool:
    """Whether a root needs no bracket: of one letter or number."""
    return kind == "number" or said in GREEK or (kind == "name" and len(said) == 1)


def _below(said: str) -> bool:
    """Whether a name is a letter with something below."""
    letter, line, below = said.partition("_")
    if not line or not (letter in GREEK or len(letter) == 1):
        return False
    return (below.isdecimal() and len(below) == 1) or below in GREEK or (below.isalpha() and len(below) <= MOST_BELOW)


def _set_above(said: str, above: str) -> bool:
    """Whether a power is more than a number above something, and can be set."""
    base = said in GREEK or said.isdecimal() or (len(said) == 1 and said.isalnum())
    nested = above[1:2] == "(" and "(" in above[2:]
    inner = above[1:].strip("()") if not nested else above[2:-1].replace("(", "").replace(")", "")
    simple = above != "^*" and "(" not in inner and not inner.isdecimal()
    if _below(said) and inner.isdecimal():
        return True
    return base and simple and ("(" in above or inner in GREEK or len(inner) == 1)


def _operator(word: str, _: str, below: str) -> dict | None:
    """A word with something below: ``max_e``, ``err_md``."""
    under = below if len(below) == 1 and below.isascii() else quoted(below)
    source = f"{word if word in LIMITS else quoted(word)}_({under})"
    return formula({"typst": source, "alt": f"{word}_{below}"}, f"letter {word}")


def _compared(tokens: list[tuple[str, str]], place: int) -> bool:
    """Whether a relation follows."""
    return [said for _, said in tokens[place + 1 : place + 2]] == [" "] and (
        SIGNS.get(tokens[place + 2][1], tokens[place + 2][1]) in RELATIONS if len(tokens) > place + 2 else False
    )


def _with_greek_names(source: str) -> str:
    """With the names of Greek letters, as formulas are typed."""
    return "".join(_name(sign) if "Α" <= sign <= "ω" else sign for sign in source)


def _name(letter: str) -> str:
    name = unicodedata.name(letter).rpartition(" ")[2].lower().replace("lamda", "lambda")
    return name.title() if letter.isupper() else name
