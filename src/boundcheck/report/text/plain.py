r"""Mathematics in one line of Unicode: for a screen, for a form that sets no formulas, and for those who listen."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from html import escape

from boundcheck.claims.texts import pieces
from boundcheck.symbolic.notation import (
    FUNCTIONS,
    LOOKS,
    PRIME,
    SPACES,
    Above,
    Below,
    Bracket,
    Face,
    Fraction,
    Node,
    Nodes,
    NotationError,
    Root,
    Rows,
    Sign,
    Word,
    ends,
    factors,
    has_terms,
    is_relation,
    of_function,
    parse,
)

ACCENTS = {"hat": "\u0302", "tilde": "\u0303", "overline": "\u0304", "dot": "\u0307"}
BRACKETS = {"\\{": "{", "\\}": "}", "\\|": "‖", "\\langle": "⟨", "\\rangle": "⟩", "\\lfloor": "⌊", "\\rfloor": "⌋",
            "\\lceil": "⌈", "\\rceil": "⌉", ".": ""}  # fmt: skip
BELOW = str.maketrans("0123456789-+", "₀₁₂₃₄₅₆₇₈₉₋₊")
ABOVE = str.maketrans("0123456789-+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")
SELF = {"⊤": "ᵀ", "†": "†", "⋆": "∗", "∗": "∗", "*": "*"}  # stand above the line by themselves
MINUS = "\N{MINUS SIGN}"
SIGNS = {MINUS: "-", "√": "sqrt ", "≤": "<=", "≥": ">=", "‖": "||", "∗": "*", "·": "*", "×": "*", "′": "'", "∈": "in"}
COUNT = 4  # digits from which on thousands are set apart


@lru_cache(maxsize=20_000)
def linear(source: str) -> str:
    r"""A formula in one line: ``"\frac{1}{2 C^{2}}"`` as ``"1/(2 C²)"``; what is no mathematics stays as it is typed."""
    return _made(source, html=False)


def in_ascii(text: str) -> str:
    r"""A text as a name in a file of numbers: ``"$1/\gamma$ at $\varepsilon = 8$"`` as ``"1/gamma at epsilon = 8"``."""
    line = "".join(linear(said) if kind == "mathematics" else said for kind, said in pieces(text))
    return "".join(map(_ascii, unicodedata.normalize("NFD", line)))


def _ascii(sign: str) -> str:
    """A sign by its name where it is a Greek letter, as a script where it is one, and left out where it is an accent."""
    if sign.isascii():
        return sign
    name = unicodedata.name(sign, "").replace("LAMDA", "LAMBDA").split(" ")
    if name[0] == "GREEK":
        return name[-1].title() if "CAPITAL" in name else name[-1].lower()
    if name[0] in ("SUPERSCRIPT", "SUBSCRIPT"):
        return ("^" if name[0] == "SUPERSCRIPT" else "_") + unicodedata.normalize("NFKC", sign).replace(MINUS, "-")
    return SIGNS.get(sign, unicodedata.normalize("NFKC", sign).encode("ascii", "ignore").decode())


def html(source: str) -> str:
    """The same as HTML, in which scripts are set."""
    return _made(source, html=True)


def _made(source: str, *, html: bool) -> str:
    try:
        nodes = parse(source)
    except NotationError:
        return escape(source) if html else source
    return " ".join(_Line(html).line(nodes).split())


class _Line:
    """Everything in a line; scripts as signs, or as HTML sets them."""

    def __init__(self, html: bool) -> None:
        self.html = html

    def line(self, nodes: Nodes) -> str:
        made = ""
        for place, node in enumerate(nodes):
            before, after = (nodes[place - 1] if place else None), (nodes[place + 1] if place + 1 < len(nodes) else None)
            one = self.one(node)
            if node == Sign("\\log") and not isinstance(after, Below):
                one = "ln"  # the natural one has one name in a report
            if isinstance(node, Fraction) and (of_function(nodes, place) or not ends(nodes, place + 1)):
                one = f"({one})"
            if isinstance(node, Sign):
                made += _sign(node, one, made, before)
            else:
                made += (" " if not isinstance(node, Below | Above) and _apart(before, node, made, one) else "") + one
        return made

    def one(self, node: Node) -> str:
        match node:
            case Sign(said):
                return escape(_look(said)) if self.html else _look(said)
            case Word(said, _):
                return escape(said) if self.html else said
            case Fraction(above, below):
                top, bottom = self.line(above), self.line(below)
                return f"{_bracketed(top, above, above=True)}/{_bracketed(bottom, below)}"
            case Root(inside, index):
                mark = {"3": "∛", "4": "∜"}.get(self.line(index), self.line(index).translate(ABOVE) + "√" if index else "√")
                return mark + _bracketed(self.line(inside), inside)
            case Bracket(left, inside, right):
                return f"{BRACKETS.get(left, left)}{self.line(inside).strip()}{BRACKETS.get(right, right)}"
            case Face(mark, inside):
                return _face(mark, self.line(inside))
            case Rows(_, rows):
                return "{" + "; ".join(" ".join(self.line(cell).strip() for cell in row) for row in rows) + "}"
            case Below(inside) | Above(inside):
                said = self.line(inside).strip()
                lowered = isinstance(node, Below)
                if self.html and said not in SELF:
                    return f"<sub>{said}</sub>" if lowered else f"<sup>{said}</sup>"
                return _script(said, below=lowered)
        raise TypeError(node)


def _look(said: str) -> str:
    """A sign as it looks."""
    if said in ("'", "-", "*"):
        return {"'": "′", "-": MINUS, "*": "∗"}[said]
    if said.isdecimal():
        return f"{int(said):,}" if len(said) >= COUNT else said
    name = said[1:]
    return said if said[0] != "\\" else name if name in FUNCTIONS else LOOKS.get(name, SPACES.get(name, said))


def _script(said: str, *, below: bool) -> str:
    """What stands below or above, in a line."""
    if not below and said in SELF:
        return SELF[said]
    bare = said.replace(MINUS, "-")
    if bare.lstrip("-").isdecimal() and bare.isascii() and (not below or bare.isdecimal()):
        return bare.translate(BELOW if below else ABOVE)
    return ("_" if below else "^") + (said if said.isalnum() and (len(said) == 1 or below) else f"({said})")


def _sign(node: Sign, one: str, made: str, before: Node | None) -> str:
    """A sign, with the space around it that tells what it joins."""
    said = node.said
    if said in ("+", "-"):
        binary = bool(made.strip()) and not (isinstance(before, Sign) and (before.said in tuple("+-=<>,(/") or is_relation(before)))
        return f" {one} " if binary else one
    if is_relation(node):
        return f" {one} "
    if said == "\\mid":
        return " | "
    if said in (",", ";"):
        return f"{one} "
    if said == "\\cdot":
        return "·" if made[-1:].isdecimal() else " · "
    if said in ("\\times", "/"):
        return one
    return (" " if _apart(before, node, made, one) else "") + one


def _apart(before: Node | None, node: Node, made: str, one: str) -> bool:
    """Whether a factor needs a space before it, so that no two names run together."""
    opened = not isinstance(before, Bracket) and made[-1:] in tuple(" (/[{|‖√·×")
    if before is None or not made or opened or node == PRIME or not one.strip():
        return False
    if isinstance(node, Bracket):
        return node.left in ("|", "\\|", "\\langle")
    if isinstance(before, Sign) and before.said[1:] in FUNCTIONS:
        return True
    if isinstance(before, Sign) and before.said[0] in "+-/=<>,;.:!":
        return False
    return not isinstance(node, Below | Above | Rows) and not isinstance(before, Rows)


def _bracketed(text: str, nodes: Nodes, *, above: bool = False) -> str:
    """In brackets unless it is one thing."""
    one = factors(nodes) == 1 and not any(isinstance(node, Fraction) for node in nodes)
    terms = any(has_terms((node,)) or is_relation(node) for node in nodes[1:])
    return text if (one and not has_terms(nodes[:1])) or (above and not terms) else f"({text})"


def _face(mark: str, text: str) -> str:
    if mark in ACCENTS and len(text) == 1:
        return unicodedata.normalize("NFC", text + ACCENTS[mark])
    if mark == "mathcal" and len(text) == 1:
        for style in ("SCRIPT CAPITAL", "MATHEMATICAL SCRIPT CAPITAL"):
            try:
                return unicodedata.lookup(f"{style} {text}")
            except KeyError:
                continue
    return text
