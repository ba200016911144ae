"""A display that is written by hand, read as a formula, and whether it says what a formula says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sympy

from .typst import letter, typst

# A display written by hand, read as a formula: sums, products, powers, quotients and a few functions of a claim's letters.
#
# What stands in it that is none of these is not understood, and then nothing is read. A quotient written with a small slash is
# read where no factor follows, so that it can mean one thing only.

_FORMULA_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z]+(?:\.[A-Za-z]+)*|\d+(?:\.\d+)?|\\/|\\.|[<>=!:|-]+|\S')
_SAYS = {"<=": "<=", "lt.eq": "<=", "≤": "<=", ">=": ">=", "gt.eq": ">=", "≥": ">=", "<": "<", "lt": "<", ">": ">", "gt": ">",
         "=": "==", ":=": "==", "==": "==", "eq": "=="}  # fmt: skip
_PAUSES = frozenset({"quad", "wide"})
_SPACES = frozenset({"thin", "med", "thick"})
_TIMES = frozenset({"dot", "times", "*"})
_JOINING = frozenset({"and", "if", "for", "where"})
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_FUNCTIONS = {"ln": sympy.log, "log": sympy.log, "exp": sympy.exp, "abs": sympy.Abs} | {
    name: getattr(sympy, name) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "sech", "csch", "coth")
}
_SEVERAL = {"min": sympy.Min, "max": sympy.Max}


class _Unread(ValueError):
    pass


def relation(display: str, names: Mapping[str, str]) -> tuple[sympy.Expr, str, sympy.Expr] | None:
    """Both sides of a display and the relation between them, up to the first pause; None where it is not understood.

    Parameters
    ----------
    display : str
        Typst mathematics.
    names : mapping of str to str
        Typst mathematics of each letter by its name, empty where the name says it.

    Returns
    -------
    read : tuple of (Expr, str, Expr), optional
        The relation is ``"<="``, ``"<"`` or ``"=="``; sides of one that is written the other way round are exchanged.
    """
    pieces = _pieces(display)
    return _read(pieces[0], names) if pieces else None


def conditions(display: str, names: Mapping[str, str]) -> list[tuple[sympy.Expr, str, sympy.Expr] | None]:
    """What stands behind the first pause of a display, one by one; None for each that is not understood."""
    return [_read(piece, names) for piece in _pieces(display)[1:]]


def quantity(display: str, names: Mapping[str, str]) -> sympy.Expr | None:
    """A display without a relation, which states nothing; None where it is not understood."""
    reader = _Reader(_tokens(display), names)
    try:
        found = reader.sum()
    except _Unread:
        return None
    return None if reader.next else found


def _pieces(display: str) -> list[list[str]]:
    """The tokens of a display up to its first pause, and of what stands behind it, without the commas and words between."""
    tokens, depth, behind = _tokens(display), 0, False
    found: list[list[str]] = [[]]
    for token in tokens:
        depth += (token in _CLOSING) - (token in _CLOSING.values())
        behind = behind or token in _PAUSES
        if depth == 0 and (token in _PAUSES or (behind and (token == "," or token.strip('"').strip() in _JOINING))):
            found.append([])
        else:
            found[-1].append(token)
    found[0] = found[0][:-1] if found[0][-1:] == [","] else found[0]
    pieces = [found[0], *(piece for piece in found[1:] if piece)]
    if len(pieces) > 1 and pieces[-1][0] == "(" and pieces[-1][-1] == ")":
        pieces[-1] = pieces[-1][1:-1]
    return pieces


def _tokens(source: str) -> list[str]:
    """The tokens of a formula; an index is in brackets whether it was written so or not."""
    found: list[str] = []
    for token in _FORMULA_TOKEN.findall(source):
        if found[-1:] == ["_"] and token != "(":
            found += ["(", token, ")"]
        elif token not in _SPACES:
            found.append(token)
    return found


def _read(tokens: Sequence[str], names: Mapping[str, str]) -> tuple[sympy.Expr, str, sympy.Expr] | None:
    reader = _Reader(tokens, names)
    try:
        left = reader.sum()
        said = _SAYS[reader.take()]
        right = reader.sum()
    except (_Unread, KeyError):
        return None
    if reader.next or any(side.has(sympy.zoo, sympy.nan, sympy.I) for side in (left, right)):
        return None
    return (right, said.replace(">", "<"), left) if said[0] == ">" else (left, said, right)


class _Reader:
    """Recursive descent; each method takes what it reads from the front."""

    def __init__(self, tokens: Sequence[str], names: Mapping[str, str]) -> None:
        self.tokens, self.place = tokens, 0
        prints = [(_tokens(shown or letter(name)), name) for name, shown in names.items()]
        self.letters = sorted(prints, key=lambda pair: -len(pair[0]))

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.next
        if not token or (wanted and token != wanted):
            raise _Unread
        self.place += 1
        return token

    def sum(self) -> sympy.Expr:
        total, sign = sympy.Integer(0), 1
        if self.next == "-":
            self.take()
            sign = -1
        while True:
            total += sign * self.product()
            if self.next not in ("+", "-"):
                return total
            sign = 1 if self.take() == "+" else -1

    def product(self) -> sympy.Expr:
        found = self.quotient()
        while True:
            if self.next in _TIMES:
                self.take()
            elif not self._begins():
                return found
            found *= self.quotient()

    def quotient(self) -> sympy.Expr:
        found = self.power()
        while self.next in ("/", "\\/", "slash"):
            small = self.take() != "/"
            found /= self.power()
            if small and self._begins():
                raise _Unread
        return found

    def power(self) -> sympy.Expr:
        found, e = self.atom()
        if self.next == "!":
            raise _Unread
        if self.next != "^":
            return found
        self.take()
        exponent = self.script()
        return sympy.exp(exponent) if e else found**exponent

    def script(self) -> sympy.Expr:
        if self.next == "(":
            return self.bracket()
        sign = -1 if self.next == "-" else 1
        if sign < 0:
            self.take()
        return sign * self.atom()[0]

    def atom(self) -> tuple[sympy.Expr, bool]:
        """A letter, a number, a bracket or a function, and whether it is the base of the natural logarithm."""
        for tokens, name in self.letters:
            end = self.place + len(tokens)
            if list(self.tokens[self.place : end]) == tokens and (end == len(self.tokens) or self.tokens[end] not in ("_", "'")):
                self.place = end
                return sympy.Symbol(name, real=True), False
        token = self.next
        if token in _CLOSING:
            return self.bracket(), False
        self.take()
        if token[0].isascii() and token[0].isdigit():
            return sympy.Rational(token), False
        if token == "sqrt":
            return sympy.sqrt(self.bracket()), False
        if token == "frac":
            above, below = self.several(2)
            return above / below, False
        if token in _SEVERAL:
            return _SEVERAL[token](*self.several()), False
        if token in _FUNCTIONS and self.next == "(":
            return _FUNCTIONS[token](self.bracket()), False
        if token == "e":
            return sympy.E, True
        if token == "pi":
            return sympy.pi, False
        raise _Unread

    def bracket(self) -> sympy.Expr:
        closing = _CLOSING.get(self.next)
        if closing is None:
            raise _Unread
        self.take()
        found = self.sum()
        self.take(closing)
        return found

    def several(self, many: int = 0) -> list[sympy.Expr]:
        self.take("(")
        found = [self.sum()]
        while self.next == ",":
            self.take()
            found.append(self.sum())
        self.take(")")
        if many and len(found) != many:
            raise _Unread
        return found

    def _begins(self) -> bool:
        """Whether a factor begins here."""
        token = self.next
        return bool(token) and (token[0].isalnum() or token[0] == '"' or token in _CLOSING) and token not in (*_SAYS, "slash")


# Whether a display, written by hand, says what a formula says: its relation and its letters are looked for in the formula.
#
# Both are Typst mathematics. Nothing is parsed beyond signs and names: a display with a relation or a letter that the formula
# lacks says more than the formula, whatever it means.

_DISPLAY_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z]+(?:\.[A-Za-z]+)*|\\.|:=|<=>|<=|>=|!=|==|=>|->|\|->|<<|>>|[^\s\w]|\w')
# What sets a formula and is no letter of it, and functions that have several spellings.
_SETTING = frozenset(
    "sqrt frac root quad wide thin med thick exp ln log e dot times op lr slash abs mid colon cal bb bold upright italic "
    "cases mat vec display inline limits scripts big top".split()
)
_ORDER, _EQUAL, _NEAR = "order", "equal", "near"
_RELATIONS = {
    "<=": _ORDER, ">=": _ORDER, "<": _ORDER, ">": _ORDER, "lt.eq": _ORDER, "gt.eq": _ORDER, "lt": _ORDER, "gt": _ORDER,
    "=": _EQUAL, ":=": _EQUAL, "==": _EQUAL, "eq": _EQUAL, "approx": _NEAR, "tilde.op": _NEAR, "asymp": _NEAR,
    "prop": _NEAR, "!=": "unequal", "in": "member", "subset": "subset", "subset.eq": "subset", "=>": "implies", "->": "tends",
    "<=>": "implies", "<<": "less", ">>": "less", "equiv": _EQUAL, "succ.eq": "matrices", "prec.eq": "matrices",
    "lt.tilde": "up to constants", "gt.tilde": "up to constants",
}  # fmt: skip
_STRICT = frozenset({"<", ">", "lt", "gt"})
_OPEN, _CLOSED = frozenset("([{"), frozenset(")]}")


def source_of(shown: Any, letters: Mapping[str, str]) -> str:
    """Typst mathematics of a display: text, an expression, or a template with an expression in its braces."""
    if isinstance(shown, str):
        return shown
    if isinstance(shown, tuple):
        template, expression = shown
        return str(template).replace("{}", typst(expression, letters))
    return typst(shown, letters)


def says_more(display: str, formulas: Iterable[str], relation: str) -> str:
    """What a display says that the formula does not; empty where nothing was found.

    Parameters
    ----------
    display : str
        Typst mathematics as it is shown to a reader.
    formulas : iterable of str
        Both sides of the formula and its conditions, printed.
    relation : str
        Of the formula: ``"<="``, ``"<"``, ``"=="``, or ``"~"`` for a rate.

    Returns
    -------
    said : str
        Such as ``"2 relations"``, ``"the relation ="`` or ``"the letters inf, b"``.
    """
    related = list(_relations(display))
    if len(related) != 1:
        return "no relation" if not related else f"{len(related)} relations"
    if not _carries(relation, related[0]):
        return f"the relation {related[0]}"
    lacking = letters(_first(display)) - frozenset().union(*map(letters, formulas))
    return f"the letter{'' if len(lacking) == 1 else 's'} {', '.join(sorted(lacking))}" if lacking else ""


def letters(source: str) -> frozenset[str]:
    """The names and letters of a formula in Typst, with those in quotes, accents among them; no numbers, signs or functions."""
    return frozenset(
        token.strip('"')
        for token in _DISPLAY_TOKEN.findall(source)
        if (token[0] == '"' or token[0].isalpha()) and token not in _SETTING and token not in _RELATIONS
    )


def _carries(relation: str, shown: str) -> bool:
    """Whether a proved relation gives the one that is shown: an equation gives both orders that are not strict."""
    kind = _RELATIONS[shown]
    if kind == _ORDER:
        return relation in ("<=", "<", "==") and (shown not in _STRICT or relation == "<")
    return kind == {"==": _EQUAL, "~": _NEAR}.get(relation)


def _relations(display: str) -> Iterator[str]:
    depth = 0
    for token in _DISPLAY_TOKEN.findall(_first(display)):
        if token in _OPEN:
            depth += 1
        elif token in _CLOSED:
            depth -= 1
        elif depth <= 0 and token in _RELATIONS:
            yield token


def _first(display: str) -> str:
    """A display up to the first pause, behind which its conditions or definitions stand."""
    depth, kept = 0, []
    for token in re.split(r"(\s+|[()\[\]{}])", display):
        if token in _OPEN or token in _CLOSED:
            depth += 1 if token in _OPEN else -1
        if depth <= 0 and token in _PAUSES:
            break
        kept.append(token)
    return "".join(kept)
