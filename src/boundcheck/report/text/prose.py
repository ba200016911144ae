"""Texts of a record in print: words as they are, mathematics set where it stands, on a page or in one line."""

import ast
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from boundcheck.claims.texts import GREEK, MARKS, begins_with_a_word, marked, pieces
from boundcheck.report.text.formulas import LONGEST as LONGEST_FORMULA
from boundcheck.report.text.formulas import formula
from boundcheck.report.text.letters import LONGEST, NBSP, identifiers_in_words, plain, symbol, unicode_letter, words
from boundcheck.report.text.one_line import linear as of_typst
from boundcheck.report.text.words import LONGEST as LONGEST_NUMBER
from boundcheck.report.text.words import MINUS, RAISED, exact, number
from boundcheck.symbolic.typst import letter, quoted
from boundcheck.verdict.statements import Formula

# The mathematics of a sentence in print, from the notation in which it is typed: Unicode, or pieces that are set.
#
# The expression that is read here is a small language, taken apart sign by sign; where it stands in a text, the text says.

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
LARGE_NUMBER = 10**7  # from where on a round number is written with a power of ten
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


def formula_runs(source: str, known: Mapping[str, str]) -> list[Any]:
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
        return said, formula(Formula(typst=said, alt=said), f"letter {said}") or said
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
        if whole.is_integer() and COUNT <= len(str(int(whole))) and whole < LARGE_NUMBER:
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
    return formula(Formula(typst=source, alt=f"{word}_{below}"), f"letter {word}")


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


# Numbers and small expressions that a record holds as text, as mathematics: read, never evaluated.

NAMED = {"log": "ln", "ln": "ln", "sin": "sin", "cos": "cos", "sigmoid": "sigma", "Min": "min", "Max": "max"}
NAMED |= {name: name for name in ("sinh", "cosh", "tanh", "coth")}
CONSTANTS = {"E": "e", "pi": "pi", "oo": "infinity"}
GROUPED = 10_000  # the least number whose digits stand in groups
LARGE = 10**6  # from where on `boundcheck.report.text.formulas` writes it
SUM, PRODUCT, POWER, WHOLE = range(4)  # how tightly an expression binds


class _NotOneError(ValueError):
    """The text is no expression of this small grammar."""


def expression(text: str, known: Mapping[str, str], *, block: bool = False) -> dict | None:
    """``"C*sqrt(n)/2"`` as a formula; None where the text is anything but arithmetic.

    Parameters
    ----------
    text : str
        As SymPy prints it.
    known : mapping
        Typst for the letters of parameters.
    block : bool
        On its own line.
    """
    if number(text) is not None or len(text) > LONGEST_FORMULA // 4:
        return None
    try:
        read = ast.parse(text.strip(), mode="eval").body
        if isinstance(read, ast.Name) and read.id not in known and len(read.id) > 1:
            return None  # a word
        source, _ = _set(read, known)
    except (_NotOneError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    made = formula(Formula(typst=source, alt=text), "value of a witness", block=block)
    return made if made and "typst" in made else None


def value(found: object, known: Mapping[str, str], *, longest: int = 0) -> dict | str:
    """A value as it stands in a sentence: a short exact number, or an expression as mathematics.

    One of more than `longest` characters stands on its own line; 0 is no limit.
    """
    text = str(found)
    return expression(text, known, block=0 < longest < len(text)) or (exact(found) if number(found) is not None else text)


def _set(node: ast.expr, known: Mapping[str, str]) -> tuple[str, int]:
    """Typst of a node, and how tightly it binds."""
    match node:
        case ast.Constant(value=bool() | complex()):
            raise _NotOneError
        case ast.Constant(value=int() | float() as found):
            return _number(found)
        case ast.Name(id=name):
            return known.get(name) or CONSTANTS.get(name) or letter(name), WHOLE
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return f"-{_within(inner, PRODUCT, known)}", SUM
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            mark = "+" if isinstance(sign, ast.Add) else "-"
            return f"{_set(left, known)[0]} {mark} {_within(right, PRODUCT, known)}", SUM
        case ast.BinOp(left=ast.UnaryOp(op=ast.USub(), operand=inner), op=ast.Mult() | ast.Div() as sign, right=right):
            return f"-{_set(ast.BinOp(inner, sign, right), known)[0]}", SUM
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            after = _within(right, POWER, known)
            return f"{_within(left, PRODUCT, known)} {'dot ' if after[0].isdigit() else ''}{after}", PRODUCT
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return f"frac({_set(left, known)[0]}, {_set(right, known)[0]})", PRODUCT
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return f"{_within(left, WHOLE, known)}^({_raised(right, known)})", POWER
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if args:
            if name == "exp" and len(args) == 1:
                return f"e^({_raised(args[0], known)})", POWER
            inside = ", ".join(_set(arg, known)[0] for arg in args)
            if name in ("sqrt", "Abs", "abs") and len(args) == 1:
                return f"{name.lower()}({inside})", WHOLE
            if name in NAMED:
                return f"{NAMED[name]}({inside})", WHOLE
    raise _NotOneError


def _within(node: ast.expr, level: int, known: Mapping[str, str]) -> str:
    """A node in brackets unless it binds at least as tightly as `level`."""
    source, own = _set(node, known)
    return source if own >= level else f"({source})"


def _raised(node: ast.expr, known: Mapping[str, str]) -> str:
    """An exponent; a fraction in it stays on one line."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.BinOp(op=ast.Div()) as inner):
            return f"-{_raised(inner, known)}"
        case ast.BinOp(left=ast.UnaryOp(op=ast.USub(), operand=inner), op=ast.Div() as over, right=right):
            return f"-{_raised(ast.BinOp(inner, over, right), known)}"
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return f"{_within(left, PRODUCT, known)}\\/{_within(right, POWER, known)}"
    return _set(node, known)[0]


def _number(found: float) -> tuple[str, int]:
    """A number with its digits in groups, or as a power of ten or two, and how tightly it binds."""
    if isinstance(found, int) and found >= GROUPED:
        for base in (10, 2):
            power = round(math.log(found, base))
            if base**power == found:
                return f"{base}^({power})", POWER
    if len(str(found)) > LONGEST_NUMBER:
        return exact(str(found)).lstrip("≈ "), WHOLE
    return (f'"{found:,}"' if isinstance(found, int) and GROUPED <= found < LARGE else str(found)), WHOLE


# Texts of a record in print: words as they are, mathematics set where it is marked, names of steps and parts in words.

def prose(text: Any, known: Mapping[str, str] | None = None) -> str:
    """A text in Unicode: ``"with $alpha <= 1e-06$"`` as ``"with α ≤ 10⁻⁶"``.

    Parameters
    ----------
    text : str or None
        With the marks of `boundcheck.claims.texts`.
    known : Letters, optional
        Names of parameters become their letters, those of steps and parts words.
    """
    known = known if known is not None else {}
    return "".join(
        linear(said, known) if kind == "mathematics" else words(said, known) if kind == "name" else said
        for kind, said in pieces(str(text or ""))
    )


def runs(text: Any, known: Mapping[str, str]) -> list:
    """`prose` for a page: parameters and letters with something below them are set as mathematics."""
    made: list[Any] = []
    for kind, said in pieces(str(text or "")):
        for run in formula_runs(said, known) if kind == "mathematics" else [words(said, known) if kind == "name" else said]:
            if made and isinstance(run, str) and isinstance(made[-1], str):
                made[-1] += run
            else:
                made.append(run)
    return made


def argued(text: Any, known: Mapping[str, str]) -> str:
    """The text of a step or an assumption, in which names of other results' steps are words; its other marks are kept."""
    signs = {kind: mark for mark, kind in MARKS.items()}
    made = ""
    for kind, said in pieces(str(text or "")):
        foreign = kind == "words" or (kind == "name" and words(said, known) == said)
        made += identifiers_in_words(said) if foreign else f"{signs[kind]}{said}{signs[kind]}"
    return made


def typed(name: Any, known: Mapping[str, str] | None = None) -> str:
    """A name of a setting or of a false version, or a value, in print: they are typed in the same notation, unmarked."""
    return prose(marked(str(name or ""), known or ()), known)


def typed_runs(name: Any, known: Mapping[str, str]) -> list:
    """`typed` for a page."""
    return runs(marked(str(name or ""), known), known)


def named(name: str, known: Mapping[str, str]) -> dict | str:
    """A letter or an expression in letters as a formula; more words than that as text."""
    whole = marked(name, known)
    formula = whole == f"${name}$" or name.isidentifier()
    return symbol(name, known) if formula and len(name) <= LONGEST else typed(name, known)


def entitled(text: Any, known: Mapping[str, str]) -> list:
    """`runs` of what stands as a heading: a word that begins it has a capital."""
    found = runs(text, known)
    if found and isinstance(found[0], str) and begins_with_a_word(str(text)):
        found[0] = found[0][0].upper() + found[0][1:]
    return found


def opened(text: Any, name: Any, known: Mapping[str, str] | None = None) -> str:
    """`prose` of a text that begins with the name of its claim; a claim called ``gamma`` is no letter."""
    text, name = str(text or ""), str(name or "")
    return name + prose(text.removeprefix(name), known) if name and text.startswith(name) else prose(text, known)


def sentence(text: Any, name: Any = "", known: Mapping[str, str] | None = None) -> str:
    """`prose` with a capital at its beginning and a full stop at its end; `name` as in `opened`."""
    named = bool(name) and str(text or "").startswith(str(name))
    made = (opened(text, name, known) if named else prose(text, known)).strip()
    if not made:
        return ""
    if not named and begins_with_a_word(str(text).lstrip()):
        made = made[0].upper() + made[1:]
    return made if made[-1] in ".!?:…" else made + "."


def sentence_runs(text: Any, known: Mapping[str, str], name: Any = "") -> list:
    """`sentence` for a page, as `runs`."""
    text, name = str(text or "").strip(), str(name or "")
    if not text:
        return []
    text = text if text[-1] in ".!?:…" else text + "."
    if name and text.startswith(name):
        return [name, *runs(text[len(name) :], known)]
    found = runs(text, known)
    if isinstance(found[0], str) and begins_with_a_word(text):
        found[0] = found[0][0].upper() + found[0][1:]
    return found


def chosen_value(number: Any, known: Mapping[str, str] | None = None) -> str:
    """A number that somebody chose, or an exact expression for one, in print."""
    return linear(exact(number).replace("**", "^").replace("*", "·"), known)


# A text of a record as HTML that stands by itself: in its mathematics, what is below or above a letter is set so.

# of a formula in a line that is escaped already
BELOW = re.compile(r"(?<!\w)([^\W\d_])_(?:([A-Za-z0-9]{1,4}|\w)\b|\(([^()<>]{1,8})\))")
ABOVE = re.compile(r"(?<=[\w)‖])\^(?:(\d+|[^\W\d_])\b|\(([^()<>]{1,16})\))")


def in_html(text: Any, known: Mapping[str, str] | None = None) -> str:
    """``"of $c_1$"`` as ``"of c<sub>1</sub>"``; words and names are escaped, and nothing more.

    Parameters
    ----------
    text : str or None
        With the marks of `boundcheck.claims.texts`.
    known : Letters, optional
        As of `boundcheck.report.text.prose.prose`.
    """
    known = known if known is not None else {}
    return "".join(
        _html(linear(said, known)) if kind == "mathematics" else escape(words(said, known) if kind == "name" else said)
        for kind, said in pieces(str(text or ""))
    )


def _html(line: str) -> str:
    return ABOVE.sub(r"<sup>\1\2</sup>", BELOW.sub(r"\1<sub>\2\3</sub>", escape(line)))
