r"""A display that is written by hand, read as a formula, and whether it says what a formula says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sympy

from .latex import latex, letter
from .notation import (
    PRIME,
    RELATIONS,
    SPACES,
    Above,
    Below,
    Bracket,
    Face,
    Fraction,
    Node,
    Nodes,
    Root,
    Sign,
    Word,
    is_relation,
    parse,
    parts,
)

# A display written by hand, read as a formula: sums, products, powers, quotients and a few functions of a claim's letters.
#
# What stands in it that is none of these is not understood, and then nothing is read. A quotient written with a slash is
# read where no factor follows, so that it can mean one thing only.

_SAYS = {"\\le": "<=", "\\ge": ">=", "<": "<", ">": ">", "=": "==", ":=": "==", "\\equiv": ""}
_NEAR = frozenset({"\\approx", "\\asymp", "\\propto", "\\sim"})
_PAUSES = (Sign("\\quad"), Sign("\\qquad"))
_THIN = frozenset({"\\,", "\\;", "\\:", "\\ ", "\\!", "\\\\"})
_TIMES = (Sign("\\cdot"), Sign("\\times"))
_JOINING = frozenset({"and", "if", "for", "where"})
_PAIRS = frozenset({("(", ")"), ("[", "]"), ("\\{", "\\}")})
_FUNCTIONS = {"ln": sympy.log, "log": sympy.log, "exp": sympy.exp} | {
    name: getattr(sympy, name) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "coth")
}
_SEVERAL = {"min": sympy.Min, "max": sympy.Max}
_PROBABILITY = Face("mathbb", (Sign("P"),))
Related = tuple[sympy.Expr, str, sympy.Expr]


class _UnreadError(ValueError):
    pass


def relation(display: str | Nodes, names: Mapping[str, str], *, near: bool = False) -> Related | None:
    """Both sides of a display and the relation between them, up to the first pause; None where it is not understood.

    Parameters
    ----------
    display : str
        LaTeX, or its tree.
    names : mapping of str to str
        LaTeX of each letter by its name, empty where the name says it.
    near : bool
        Whether a relation such as ``\\approx`` is an equation.

    Returns
    -------
    read : tuple of (Expr, str, Expr), optional
        The relation is ``"<="``, ``"<"`` or ``"=="``; sides of one that is written the other way round are exchanged.
    """
    pieces = _pieces(_tree(display))
    return _related(pieces[0], names, near=near) if pieces else None


def conditions(display: str | Nodes, names: Mapping[str, str]) -> list[Related | None]:
    """What stands behind the first pause of a display, one by one; None for each that is not understood."""
    return [_related(piece, names) for piece in _pieces(_tree(display))[1:]]


def quantity(display: str, names: Mapping[str, str]) -> sympy.Expr | None:
    """A display without a relation, which states nothing; None where it is not understood."""
    try:
        return _whole(_tree(display), _prints(names))
    except _UnreadError:
        return None


def with_events(display: str | Nodes, names: Iterable[str]) -> Nodes:
    """The tree of a display with a letter of such a name in place of each probability, in their order."""
    left, skip = list(names), False
    made: list[Node] = []
    nodes = _tree(display)
    for node, after in zip(nodes, (*nodes[1:], None), strict=True):
        if node == _PROBABILITY and isinstance(after, Bracket) and left:
            made.append(Word(left.pop(0), "mathrm"))
            skip = True
        elif not skip:
            made.append(node)
        else:
            skip = False
    return tuple(made)


def _tree(display: str | Nodes) -> Nodes:
    nodes = parse(display) if isinstance(display, str) else display
    return tuple(node for node in nodes if not (isinstance(node, Sign) and node.said in _THIN))


def _pieces(nodes: Nodes) -> list[Nodes]:
    """A display up to its first pause, and what stands behind it, without the commas and words between."""
    behind = False
    found: list[list[Node]] = [[]]
    for node in nodes:
        behind = behind or node in _PAUSES
        joins = isinstance(node, Word) and node.said.strip() in _JOINING
        if node in _PAUSES or (behind and (node == Sign(",") or joins or node == Sign("\\wedge"))):
            found.append([])
        else:
            found[-1].append(node)
    found[0] = found[0][:-1] if found[0][-1:] == [Sign(",")] else found[0]
    pieces = [tuple(found[0]), *(tuple(piece) for piece in found[1:] if piece)]
    match pieces[-1]:
        case (Bracket("(", inside, ")"),) if len(pieces) > 1:
            pieces[-1] = inside
    return pieces


def _prints(names: Mapping[str, str]) -> list[tuple[Nodes, str]]:
    """The prints of letters, longer ones first."""
    prints = [(_tree(shown or letter(name)), name) for name, shown in names.items()]
    return sorted(prints, key=lambda pair: -len(pair[0]))


def _related(nodes: Nodes, names: Mapping[str, str], *, near: bool = False) -> Related | None:
    at = [place for place, node in enumerate(nodes) if is_relation(node)]
    if len(at) != 1:
        return None
    sign = nodes[at[0]]
    assert isinstance(sign, Sign)
    said = _SAYS.get(sign.said) or ("==" if near and sign.said in _NEAR else "")
    letters = _prints(names)
    try:
        left, right = _whole(nodes[: at[0]], letters), _whole(nodes[at[0] + 1 :], letters)
    except _UnreadError:
        return None
    if not said or any(side.has(sympy.zoo, sympy.nan, sympy.I) for side in (left, right)):
        return None
    return (right, said.replace(">", "<"), left) if said[0] == ">" else (left, said, right)


def _whole(nodes: Nodes, letters: list[tuple[Nodes, str]]) -> sympy.Expr:
    reader = _Reader(nodes, letters)
    found = reader.sum()
    if reader.next is not None:
        raise _UnreadError
    return found


class _Reader:
    """Recursive descent; each method takes what it reads from the front."""

    def __init__(self, nodes: Nodes, letters: list[tuple[Nodes, str]]) -> None:
        self.nodes, self.place, self.letters = nodes, 0, letters

    @property
    def next(self) -> Node | None:
        return self.nodes[self.place] if self.place < len(self.nodes) else None

    def sum(self) -> sympy.Expr:
        total, sign = sympy.Integer(0), 1
        if self.next == Sign("-"):
            self.place += 1
            sign = -1
        while True:
            total += sign * self.product()
            if self.next not in (Sign("+"), Sign("-")):
                return total
            sign = 1 if self.next == Sign("+") else -1
            self.place += 1

    def product(self) -> sympy.Expr:
        found = self.quotient()
        while True:
            if self.next in _TIMES:
                self.place += 1
            elif not self._begins():
                return found
            found *= self.quotient()

    def quotient(self) -> sympy.Expr:
        found = self.power()
        while self.next == Sign("/"):
            self.place += 1
            found /= self.power()
            if self._begins():
                raise _UnreadError
        return found

    def power(self) -> sympy.Expr:
        found, e = self.atom()
        if self.next == Sign("!"):
            raise _UnreadError
        if not isinstance(self.next, Above):
            return found
        exponent = _whole(_tree(self.next.inside), self.letters)
        self.place += 1
        return sympy.exp(exponent) if e else found**exponent

    def atom(self) -> tuple[sympy.Expr, bool]:
        """A letter, a number, a bracket or a function, and whether it is the base of the natural logarithm."""
        for nodes, name in self.letters:
            end = self.place + len(nodes)
            after = self.nodes[end] if end < len(self.nodes) else None
            if nodes and self.nodes[self.place : end] == nodes and not (isinstance(after, Below) or after == PRIME):
                self.place = end
                return sympy.Symbol(name, real=True), False
        node = self.next
        self.place += 1
        match node:
            case Bracket(left, inside, right) if (left, right) in _PAIRS:
                return self.inner(inside), False
            case Bracket("|", inside, "|"):
                return sympy.Abs(self.inner(inside)), False
            case Root(inside, ()):
                return sympy.sqrt(self.inner(inside)), False
            case Fraction(above, below):
                return self.inner(above) / self.inner(below), False
            case Sign(said) if said[0].isdecimal():
                return sympy.Rational(said), False
            case Sign("e"):
                return sympy.E, True
            case Sign("\\pi"):
                return sympy.pi, False
            case Sign(said) if said[1:] in _FUNCTIONS:
                return _FUNCTIONS[said[1:]](self.argument()), False
            case Sign(said) if said[1:] in _SEVERAL and isinstance(self.next, Bracket):
                several = _split(self.next.inside)
                self.place += 1
                return _SEVERAL[said[1:]](*map(self.inner, several)), False
        raise _UnreadError

    def argument(self) -> sympy.Expr:
        """What a function is applied to, which stands in brackets."""
        node = self.next
        if not isinstance(node, Bracket) or (node.left, node.right) not in _PAIRS:
            raise _UnreadError
        self.place += 1
        return self.inner(node.inside)

    def inner(self, nodes: Nodes) -> sympy.Expr:
        return _whole(_tree(nodes), self.letters)

    def _begins(self) -> bool:
        """Whether a factor begins here."""
        node = self.next
        if isinstance(node, Sign):
            return node.said[0].isalnum() or (node.said[0] == "\\" and not is_relation(node) and node.said[1:] not in SPACES)
        return node is not None and not isinstance(node, Below | Above)


def _split(nodes: Nodes) -> list[Nodes]:
    """What stands between commas."""
    found: list[list[Node]] = [[]]
    for node in nodes:
        if node == Sign(","):
            found.append([])
        else:
            found[-1].append(node)
    return list(map(tuple, found))


# Whether a display, written by hand, says what a formula says: its relation and its letters are looked for in the formula.
#
# Nothing is read beyond signs and names: a display with a relation or a letter that the formula lacks says more than the
# formula, whatever it means.

# What sets a formula and is no letter of it, and functions that have several spellings.
_SETTING = frozenset({"e", "\\exp", "\\ln", "\\log", "\\cdot", "\\times", "\\mid", "\\top"})
_ACCENTS = frozenset({"hat", "tilde", "overline", "underline"})
_ORDER, _EQUAL, _NEARLY = "order", "equal", "near"
_KINDS = {
    "\\le": _ORDER, "\\ge": _ORDER, "<": _ORDER, ">": _ORDER, "=": _EQUAL, ":=": _EQUAL, "\\equiv": _EQUAL,
    **dict.fromkeys(_NEAR, _NEARLY),
}  # fmt: skip
_STRICT = frozenset({"<", ">"})


def source_of(shown: Any, letters: Mapping[str, str]) -> str:
    """LaTeX of a display: text, an expression, or a template with an expression in its braces."""
    if isinstance(shown, str):
        return shown
    if isinstance(shown, tuple):
        template, expression = shown
        return str(template).replace("{}", latex(expression, letters))
    return latex(shown, letters)


def says_more(display: str, formulas: Iterable[str], relation: str) -> str:
    """What a display says that the formula does not; empty where nothing was found.

    Parameters
    ----------
    display : str
        LaTeX as it is shown to a reader.
    formulas : iterable of str
        Both sides of the formula and its conditions, printed.
    relation : str
        Of the formula: ``"<="``, ``"<"``, ``"=="``, or ``"~"`` for a rate.

    Returns
    -------
    said : str
        Such as ``"2 relations"``, ``"the relation $=$"`` or ``"the letters $b$, $\\inf$"``.
    """
    first = _first(parse(display))
    related = [node.said for node in first if isinstance(node, Sign) and is_relation(node)]
    if len(related) != 1:
        return "no relation" if not related else f"{len(related)} relations"
    if not _carries(relation, related[0]):
        return f"the relation ${related[0]}$"
    lacking = _letters(first) - frozenset().union(*map(letters, formulas))
    named = ", ".join(f"${name}$" for name in sorted(lacking))
    return f"the letter{'' if len(lacking) == 1 else 's'} {named}" if lacking else ""


def letters(source: str) -> frozenset[str]:
    """The names and letters of a formula, words and accents among them; no numbers, signs or functions."""
    return _letters(parse(source))


def _letters(nodes: Nodes) -> frozenset[str]:
    return frozenset(_named(nodes))


def _named(nodes: Nodes) -> Iterator[str]:
    for node in nodes:
        match node:
            case Sign(said) if said.isalpha() and said not in _SETTING:
                yield said
            case Sign(said) if said[1:2].isalpha() and said not in _SETTING and said[1:] not in (*RELATIONS, *SPACES):
                yield said
            case Word(said, _) if said.strip():
                yield rf"\text{{{said.strip()}}}"
            case Face("mathbb", inside):
                yield rf"\mathbb{{{''.join(_named(inside))}}}"
                continue
            case Face(mark, _) if mark in _ACCENTS:
                yield rf"\{mark}"
            case Bracket("\\|" | "\\langle" as left, _, _):
                yield left
        for inside in parts(node):
            yield from _named(inside)


def _carries(relation: str, shown: str) -> bool:
    """Whether a proved relation gives the one that is shown: an equation gives both orders that are not strict."""
    kind = _KINDS.get(shown)
    if kind == _ORDER:
        return relation in ("<=", "<", "==") and (shown not in _STRICT or relation == "<")
    return kind is not None and kind == {"==": _EQUAL, "~": _NEARLY}.get(relation)


def _first(nodes: Nodes) -> Nodes:
    """A display up to the first pause, behind which its conditions or definitions stand."""
    pause = next((place for place, node in enumerate(nodes) if node in _PAUSES), len(nodes))
    return nodes[:pause]
