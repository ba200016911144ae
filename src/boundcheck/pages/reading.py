r"""From the tokens of a formula to facts: one grammar, and a refusal wherever print can be read in two ways.

What stands side by side is a product; a function without brackets takes the one factor behind it, and then nothing may follow;
a slash takes one factor on its right, and then nothing may follow; a sum reaches to the end of its term, and then nothing may
follow. So ``a/bc``, ``\log n d``, ``\log(x)^2``, ``\sum_{i=1}^n i + 1`` and ``|a|b|c|`` are refused, each with its readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as products

from . import letters as names
from .letters import ACCENTS, CONSTANTS, FONTS, STARS, Letters
from .tokens import DEEPEST, SPACES, WIDE, Place, Refused, Token, group, printed, tokens
from .trees import (
    NUMBER,
    Fact,
    Tree,
    constant,
    count,
    degree,
    families,
    in_words,
    indices,
    letters,
    occurrences,
    size,
    with_values,
)

RELATIONS = {
    "\\le": "<=", "\\leq": "<=", "\\leqslant": "<=", "\\ge": ">=", "\\geq": ">=", "\\geqslant": ">=", "<": "<", "\\lt": "<",
    ">": ">", "\\gt": ">", "=": "==", "\\ne": "!=", "\\neq": "!=", "\\preceq": "<=", "\\prec": "<", "\\succeq": ">=",
    "\\succ": ">",
}  # fmt: skip
ORDERS = frozenset(r"\preceq \prec \succeq \succ".split())  # of matrices
TRANSPOSED = frozenset({"\\top", "\\intercal", "T", "\\mathsf{T}", "\\mathrm{T}"})
FUNCTIONS = {
    "\\exp": "exp",
    "\\log": "log",
    "\\ln": "log",
    "\\sinh": "sinh",
    "\\cosh": "cosh",
    "\\tanh": "tanh",
    "\\coth": "coth",
}
EXTREME = {"\\min": "min", "\\max": "max"}
BIG = {"\\sum": "sum", "\\prod": "prod"}
FRACTIONS = frozenset({"\\frac", "\\dfrac", "\\tfrac", "\\cfrac"})
BINOMIALS = frozenset({"\\binom", "\\tbinom", "\\dbinom"})
TIMES = frozenset({"\\cdot", "\\times"})
OPEN = {
    "(": ")", "[": "]", "\\{": "\\}", "\\lbrace": "\\}", "\\lvert": "\\rvert", "\\lbrack": "]", "\\lVert": "\\rVert",
    "\\langle": "\\rangle",
}  # fmt: skip
SAME = {"\\lbrace": "\\{", "\\rbrace": "\\}", "\\lbrack": "[", "\\rbrack": "]", "\\vert": "|", "\\Vert": "\\|"}
CLOSE = frozenset({")", "]", "\\}", "\\rbrace", "\\rbrack", "\\rvert", "\\rVert", "\\rangle"})
BARS = {"|": ("\\lvert", "\\rvert"), "\\|": ("\\lVert", "\\rVert")}
LEFT = frozenset(r"\left \bigl \Bigl \biggl \Biggl".split())
RIGHT = frozenset(r"\right \bigr \Bigr \biggr \Biggr".split())
SIZED = frozenset(r"\big \Big \bigg \Bigg".split())
ALL = frozenset({"for all", "for every", "for each", "for any", "for", "if", "whenever"})
ROWS = frozenset({"aligned", "align", "align*", "split", "gathered", "gather", "gather*"})
MOST_FACTS = 60
START = Place(1, 1)
MOST_BARS = 8
MOST_SIGNS = 100  # functions and sum signs of one formula
MOST_PARTS = 2000  # of what abbreviations stand for
HIGHEST = 1000  # a literal power or factorial
LARGEST = 20_000  # what powers of powers come to: a degree, or the binary digits of a number
_OUTSIDE = {
    "an existence statement": r"\exists",
    "a supremum": r"\sup",
    "an infimum": r"\inf",
    "a limit": r"\lim \limsup \liminf",
    "an integral": r"\int",
    "a derivative": r"\partial",
    "a gradient": r"\nabla",
    "infinity": r"\infty",
    "an approximation": r"\approx \simeq",
    "a law or an asymptotic": r"\sim",
    "a proportionality": r"\propto",
    "an unnamed constant": r"\lesssim \gtrsim",
    "unnamed constants": r"\asymp",
    "a definition or an equivalence": r"\equiv",
    "a definition": r"\triangleq \coloneqq",
    "an order of size": r"\ll \gg",
    "two values": r"\pm \mp",
    "dots": r"\ldots \cdots \dots",
    "an implication": r"\implies \Rightarrow",
    "an equivalence": r"\iff \Leftrightarrow",
    "a limit or a map": r"\to",
    "a transpose": r"\top",
    "a set, a mean or a probability": r"\mathbb",
    "a probability": r"\Pr",
    "a set": r"\cup \cap",
    "an underbrace": r"\underbrace",
    "a note over a sign": r"\overset \stackrel",
    "a composition": r"\circ",
    "a remainder": r"\bmod",
    "a condition or a divisor": r"\mid",
    "a whole part": r"\lfloor \lceil",
    "a determinant": r"\det",
    "an argument": r"\arg",
    "a bar of unclear reach": r"\middle",
    "logic": r"\neg \land \lor \wedge \vee",
    "a crossed sign": r"\not",
    "an operator": r"\operatorname*",
    "several lines under a sign": r"\substack",
    "a sign": r"\sgn",
}
OUTSIDE = {command: what for what, commands in _OUTSIDE.items() for command in commands.split()}
# Operators that letters side by side may spell, the longest first.
SPELLED = sorted(
    {one for one in names.OPERATORS if len(one) > 2} | set("sqrt frac sum prod cot sec csc erf".split()),
    key=lambda one: (-len(one), one),
)
TRIGONOMETRIC = frozenset(r"\sin \cos \tan \cot \sec \arcsin \arccos \arctan".split())


@dataclass(frozen=True)
class Item:
    """A token whose brackets or arguments are found: of a bracket `inside`, of a command or a script the tokens it takes."""

    kind: str  # of the token, or "bracket", "script", "command", "wide"
    text: str
    at: Place
    inside: tuple[Item, ...] = ()
    takes: tuple[tuple[Token, ...], ...] = ()
    glued: bool = False  # no blank before it


Parsed = tuple[Tree, str]  # and how it ends: "", "number", "bare", "applied", "bracket", "big", "slash"


# Tokens to items: braces that print nothing go, brackets and bars are paired.


def _plain(found: Sequence[Token]) -> list[Token]:
    """The tokens without the braces that print nothing; those of arguments and scripts stay."""
    made: list[Token] = []
    i = 0
    while i < len(found):
        token = found[i]
        if (
            token.text in ("^", "_")
            or token.text in FONTS
            or token.text in ACCENTS
            or token.text in FRACTIONS | BINOMIALS
        ):
            end = i + 1
            if (
                token.text in ("^", "_")
                and end < len(found)
                and found[end].kind == "number"
                and len(found[end].text) > 1
            ):
                digits = found[end].text
                readings = [f"{token.text}{{{digits}}}", f"{token.text}{digits[0]} and then {digits[1:]}"]
                raise Refused(f"{digits!r} without braces behind {token.text}", found[end].at, readings, "write braces")
            if token.text in ACCENTS and end < len(found) and found[end].text in {*ACCENTS, *FONTS}:
                _, end = names.base(found, i)
            elif token.text in "^_" and end < len(found) and found[end].text in {*FONTS, *ACCENTS}:
                _, end = names.base(found, end)
            else:
                for _ in range(2 if token.text in FRACTIONS | BINOMIALS else 1):
                    _, end = group(found, end, token)
            made += found[i:end]
            i = end
        elif token.text == "\\sqrt":
            end = i + 1
            if end < len(found) and found[end].text == "[":
                while end < len(found) and found[end].text != "]":
                    end += 1
                end += 1
            _, end = group(found, end, token)
            made += found[i:end]
            i = end
        elif token.text == "{":
            inside, i = group(found, i, token)
            scripted = i < len(found) and found[i].text in ("^", "_", "'", "!")
            if scripted and not _one(inside):
                readings = ["a script at all of it", "a script at its last letter"]
                raise Refused("a script behind braces, which print nothing", token.at, readings, "write brackets")
            made += _plain(inside)
        elif token.text == "}":
            raise Refused("a brace closes nothing", token.at, way_out="delete it")
        else:
            made.append(token)
            i += 1
    return made


def _one(inside: Sequence[Token]) -> bool:
    """Whether tokens are one letter or number without scripts."""
    if len(inside) == 1:
        return inside[0].kind == "number" or names.begins(inside[0])
    return bool(inside) and inside[0].text in {*ACCENTS, *FONTS} and names.base(inside, 0)[1] == len(inside)


def _items(found: Sequence[Token]) -> list[Item]:
    """Items of a formula, brackets and bars paired."""
    stack: list[tuple[str, str, Place, list[Item]]] = [("", "", Place(1, 1), [])]
    plain = _plain(found)
    i = 0
    while i < len(plain):
        token = plain[i]
        text = SAME.get(token.text, token.text)
        made = stack[-1][3]
        i += 1
        if text in LEFT | RIGHT | SIZED:
            if i >= len(plain):
                raise Refused(f"{text} without a bracket", token.at, way_out="write the bracket behind it")
            size, token = text, plain[i]
            text = SAME.get(token.text, token.text)
            i += 1
            if text not in OPEN and text not in CLOSE and text not in BARS:
                raise Refused(f"{size}{text}", token.at, way_out=r"\left and \right stand before brackets of a pair")
            if text in BARS and size in LEFT | RIGHT:
                text = BARS[text][size in RIGHT]
            elif (size in LEFT and text in CLOSE) or (size in RIGHT and text in OPEN):
                raise Refused(f"{size}{text}", token.at, way_out="write the bracket of the other side")
        if text in OPEN:
            if len(stack) > DEEPEST:
                raise Refused(f"brackets more than {DEEPEST} deep", token.at, way_out="split the formula")
            stack.append((text, OPEN[text], token.at, []))
        elif text in CLOSE:
            opened, closes, at, inside = stack.pop()
            if not stack or closes != text:
                readings = ["an interval", "a misprint"] if opened in ("(", "[") else []
                raise Refused(
                    f"{text!r} closes {opened!r}" if opened else f"{text!r} closes nothing",
                    token.at,
                    readings,
                    "pair them",
                )
            bare = {"\\lvert": "|", "\\lVert": "\\|"}.get(opened, opened)
            stack[-1][3].append(Item("bracket", bare, at, tuple(_barred(inside))))
        elif text in SPACES:
            pass
        elif text in WIDE:
            made.append(Item("wide", text, token.at))
        elif text in ("^", "_"):
            if i < len(plain) and plain[i].text in {*FONTS, *ACCENTS}:
                end = names.base(plain, i)[1]
                inside_tokens = plain[i:end]
            else:
                inside_tokens, end = group(plain, i, token)
            if not inside_tokens:
                raise Refused(f"nothing behind {text}", token.at, way_out="delete it")
            made.append(Item("script", text, token.at, takes=(tuple(inside_tokens),)))
            i = end
        elif text in FRACTIONS | BINOMIALS:
            above, i = group(plain, i, token)
            below, i = group(plain, i, token)
            made.append(Item("command", text, token.at, takes=(tuple(above), tuple(below))))
        elif text == "\\sqrt":
            index: list[Token] = []
            if i < len(plain) and plain[i].text == "[":
                end = next((k for k in range(i, len(plain)) if plain[k].text == "]"), len(plain))
                index, i = plain[i + 1 : end], end + 1
            inside_tokens, i = group(plain, i, token)
            made.append(Item("command", text, token.at, takes=(tuple(index), tuple(inside_tokens))))
        elif text in FONTS or text in ACCENTS:
            _, end = names.base(plain, i - 1)
            made.append(Item("letter", text, token.at, takes=(tuple(plain[i - 1 : end]),)))
            i = end
        else:
            kind = "letter" if names.begins(token) else token.kind
            made.append(Item(kind, text, token.at, takes=((token,),), glued=not token.gap))
    if len(stack) > 1:
        raise Refused(f"{stack[-1][0]!r} is not closed", stack[-1][2], way_out="close it")
    return _barred(stack[0][3])


def _barred(level: list[Item]) -> list[Item]:
    """The items of one level with its bare bars paired, double ones first, where that is possible in one way alone."""
    for bar in ("\\|", "|"):
        level = _with_pairs(level, bar)
    return level


def _with_pairs(level: list[Item], bar: str) -> list[Item]:
    bars = [k for k, item in enumerate(level) if item.text == bar and item.kind in ("sign", "word")]
    if not bars:
        return level
    at = level[bars[0]].at
    way_out = rf"write \left{bar} and \right{bar}"
    if len(bars) % 2 or len(bars) > MOST_BARS:
        raise Refused(f"{len(bars)} bars", at, way_out=way_out)
    found = [
        roles
        for roles in products((True, False), repeat=len(bars))
        if _pairs(level, dict(zip(bars, roles, strict=True)))
    ]
    if len(found) != 1:
        readings = ["one pair of bars inside another", "pairs side by side"] if found else []
        raise Refused("bars that pair in several ways" if found else "bars that do not pair", at, readings, way_out)
    opens = dict(zip(bars, found[0], strict=True))
    stack: list[list[Item]] = [[]]
    places: list[Place] = []
    for k, item in enumerate(level):
        if k not in opens:
            stack[-1].append(item)
        elif opens[k]:
            stack.append([])
            places.append(item.at)
        else:
            inside = stack.pop()
            stack[-1].append(Item("bracket", bar, places.pop(), tuple(_barred(inside) if bar == "\\|" else inside)))
    return stack[0]


def _pairs(level: Sequence[Item], opens: dict[int, bool]) -> bool:
    """Whether bars of these roles nest, each before or behind what it can stand at, with no relation or comma inside."""
    depth = 0
    for k, item in enumerate(level):
        if k in opens:
            depth += 1 if opens[k] else -1
            if depth < 0:
                return False
            beside = k + 1 if opens[k] else k - 1
            if not 0 <= beside < len(level):
                return False
            other = level[beside]
            if beside in opens:
                if opens[beside] != opens[k]:
                    return False
            elif not (_starts(other) or (other.text == "-" and opens[k])) if opens[k] else not _ends(other):
                return False
        elif depth and (item.text in RELATIONS or item.text == "," or item.kind == "wide"):
            return False
    return depth == 0


def _printed_letters(items: Sequence[Item]) -> set[str]:
    """The letters in brackets, without their scripts."""
    own = {item.text for item in items if item.kind == "letter"}
    taken = {token.text for item in items for part in item.takes for token in part}
    return own.union(taken, *(_printed_letters(item.inside) for item in items))


def _one_letter(item: Item) -> bool:
    return item.kind == "letter" and len(item.text) == 1


def _starts(item: Item) -> bool:
    return item.kind in ("number", "letter", "bracket", "command") or item.text in {
        *FUNCTIONS,
        *EXTREME,
        *BIG,
        "\\mathbb",
    }


def _ends(item: Item) -> bool:
    return item.kind in ("number", "letter", "bracket", "command", "script") or item.text in ("!", "'")


# Items to a tree.


class _Formula:
    """Reads a formula from the front of its items."""

    def __init__(
        self,
        items: Sequence[Item],
        known: Letters,
        bound: frozenset[str],
        end: Place,
        depth: int,
        total: list[int] | None = None,
    ) -> None:
        if depth > DEEPEST:
            raise Refused(f"formulas more than {DEEPEST} deep", end, way_out="split the formula")
        self.items, self.known, self.bound, self.end, self.depth, self.i = list(items), known, bound, end, depth, 0
        self.total = [0, 0] if total is None else total  # of signs that abbreviations stand for, of functions and sums

    def nested(self, at: Place) -> None:
        """One more function or sum sign, of which each may be the argument of the one before."""
        self.total[1] += 1
        if self.total[1] > MOST_SIGNS:
            raise Refused(f"more than {MOST_SIGNS} functions or sum signs", at, way_out="split the formula")

    def put(self, tree: Tree, values: dict[str, Tree], at: Place) -> Tree:
        """An abbreviation in its place, as long as what it stands for does not grow too large."""
        total = count(tree) + sum(occurrences(tree, form) * count(value) for form, value in values.items())
        self.total[0] += total
        if self.total[0] > MOST_PARTS:
            raise Refused(
                f"abbreviations that stand for more than {MOST_PARTS:,} signs",
                at,
                way_out="make one of them a letter of its own",
            )
        return with_values(tree, values)

    @property
    def next(self) -> Item | None:
        return self.items[self.i] if self.i < len(self.items) else None

    def text(self) -> str:
        return self.items[self.i].text if self.i < len(self.items) else ""

    def here(self) -> Place:
        return self.items[self.i].at if self.i < len(self.items) else self.end

    def inner(self, items: Sequence[Item], at: Place, bound: frozenset[str] | None = None) -> Tree:
        """The formula in brackets or in an argument."""
        inside = _Formula(items, self.known, self.bound if bound is None else bound, at, self.depth + 1, self.total)
        return inside.whole()

    def of_tokens(self, found: Sequence[Token], at: Place, bound: frozenset[str] | None = None) -> Tree:
        return self.inner(_items(found), at, bound)

    def whole(self) -> Tree:
        """All of it as one formula."""
        if not self.items:
            raise Refused("an empty formula", self.end, way_out="write what is meant")
        tree, _ = self.sum()
        if self.next is not None:
            raise self.unexpected(self.next)
        return tree

    def unexpected(self, item: Item) -> Refused:
        text = item.text
        if text in OUTSIDE:
            return Refused(
                f"{text} ({OUTSIDE[text]}) is not read here",
                item.at,
                way_out="leave the display out of statement and proof",
            )
        if text in TRIGONOMETRIC:
            readings = ["the inverse function", "one over the value"] if self.inverse(item) else []
            return Refused(
                f"{text} is not read", item.at, readings, "functions are exp, log, sinh, cosh, tanh, coth and roots"
            )
        if text == ",":
            readings = ["a pair", "two formulas"]
            return Refused(
                "a comma inside a formula", item.at, readings, r"\min\{a, b\}, f(a, b) and lists of facts have commas"
            )
        if text == ":":
            return Refused(
                "a colon",
                item.at,
                ["a definition", "a ratio"],
                "declare an abbreviation in the letters, with = and what it equals",
            )
        if text in RELATIONS:
            return Refused(
                f"the relation {text} inside a formula", item.at, way_out="a relation stands between whole sides"
            )
        if item.kind == "wide":
            return Refused(
                "a wide space between two formulas",
                item.at,
                ["a product", "two facts"],
                r"write a comma, \text{and} or \cdot",
            )
        if item.kind == "word" and text[1:2].isalpha():
            return Refused(f"{text} is not known", item.at, way_out="macros are not read; write what is printed")
        return Refused(f"{text!r} cannot stand here", item.at, way_out="mend the formula")

    def inverse(self, item: Item) -> bool:
        k = next((k for k, other in enumerate(self.items) if other is item), len(self.items)) + 1
        return k < len(self.items) and self.items[k].text == "^" and printed(self.items[k].takes[0]).startswith("-")

    def sum(self) -> Parsed:
        """Terms with signs between them."""
        made: list[Tree] = []
        at, how = self.here(), ""
        sign = ""
        if self.text() == "-":
            sign, self.i = "-", self.i + 1
        elif self.text() == "+":
            raise Refused("a plus sign before a formula", at, way_out="delete it")
        while True:
            if self.text() in ("+", "-"):
                raise Refused("two signs side by side", self.here(), way_out="write brackets")
            place = self.here()
            tree, how = self.term()
            made.append(Tree("neg", (tree,), None, place) if sign == "-" else tree)
            if self.text() not in ("+", "-"):
                break
            if how == "big":
                readings = ["the sign reaches to here", "the sign reaches further"]
                raise Refused(
                    f"{self.text()!r} behind what a sum or product sign reaches over",
                    self.here(),
                    readings,
                    "write brackets",
                )
            sign, self.i = self.text(), self.i + 1
        return (made[0] if len(made) == 1 else Tree("add", tuple(made), None, at)), how if len(made) == 1 else ""

    def term(self) -> Parsed:
        """Factors side by side, with dots, and one slash at the end."""
        at = self.here()
        made: list[Tree] = []
        how = joined = ""
        while True:
            item = self.next
            text = "" if item is None else item.text
            if made and item is not None and (_starts(item) or text in TIMES or text == "/"):
                self.may_follow(made, how, joined, item)
            if text in TIMES or text == "/":
                if not made:
                    raise Refused(f"nothing before {text}", self.here(), way_out="write what it stands behind")
                joined, self.i = text, self.i + 1
                if self.next is None or not _starts(self.next):
                    raise Refused(
                        f"{self.text() or 'nothing'!r} behind {text}",
                        self.here(),
                        way_out="write a factor, in brackets where it has a sign",
                    )
                if text == "/":
                    if self.text() in BIG:
                        raise Refused("a sum or product sign behind a slash", self.here(), way_out="write brackets")
                    below, how = self.factor()
                    made = [self.quotient(self.product(made, at), below, at)]
                    how = "slash"
                    joined = "/"
                    continue
            elif item is None or not _starts(item):
                if not made:
                    raise (
                        self.unexpected(item)
                        if item is not None
                        else Refused("the formula ends too early", self.end, way_out="complete it")
                    )
                break
            if self.text() in BIG:
                tree, how = self.big()
            else:
                tree, how = self.factor()
            made.append(tree)
            joined = ""
        return self.product(made, at), how

    def may_follow(self, made: Sequence[Tree], how: str, joined: str, item: Item) -> None:
        """Refuse what follows where it may belong to what stands before."""
        what = item.text if item.kind not in ("bracket", "command") else "a factor"
        if how == "bare":
            readings = ["inside the function", "outside of it"]
            raise Refused(
                f"{what!r} behind a function without brackets", item.at, readings, "write brackets around the argument"
            )
        if how == "slash":
            readings = ["below the line", "beside the quotient"]
            raise Refused(f"{what!r} behind a slash and its divisor", item.at, readings, r"write \frac or brackets")
        if how == "big":
            readings = ["under the sign", "beside it"]
            raise Refused(
                f"{what!r} behind what a sum or product sign reaches over", item.at, readings, "write brackets"
            )
        if item.text in TIMES or item.text == "/":
            return
        if how == "applied" and item.kind == "bracket" and item.text != "|":
            readings = ["a factor", "a part of the argument"]
            raise Refused("a bracket behind a function and its brackets", item.at, readings, r"write \cdot")
        if item.kind == "bracket" and item.text == "[" and made[-1].op in ("letter", "member"):
            readings = ["a mean or a value of it", "a product"]
            raise Refused(f"[ behind {made[-1].value}", item.at, readings, r"write \cdot, or ( and )")
        if item.kind == "number":
            raise Refused(
                f"the number {item.text} behind a factor",
                item.at,
                ["a product", "a misprint"],
                r"write \cdot, or the number first",
            )
        number = made[-1].op == "number" and how == "number"
        if number and item.text in FRACTIONS and all(token.kind == "number" for part in item.takes for token in part):
            raise Refused("a fraction behind a number", item.at, ["a product", "a mixed number"], r"write \cdot or +")

    def product(self, made: Sequence[Tree], at: Place) -> Tree:
        """What stands side by side; a row of matrices from a transposed vector to a vector is a number, and a factor as one."""
        if len(made) == 1:
            return made[0]
        if all(tree.shape == NUMBER for tree in made):
            return Tree("mul", tuple(made), None, at)
        scales: list[Tree] = []
        row: list[Tree] = []
        for tree in made:
            if tree.shape == NUMBER:
                if row:
                    rule = "a number behind a vector or a matrix in a product"
                    raise Refused(rule, tree.at, way_out="write numbers first")
                scales.append(tree)
                continue
            row.append(tree)
            if len(row) > 1 and Tree("times", tuple(row), None, tree.at).shape == NUMBER:
                scales.append(self.form(row, row[0].at))
                row = []
        if not row:
            return scales[0] if len(scales) == 1 else Tree("mul", tuple(scales), None, at)
        return row[0] if len(row) == 1 and not scales else Tree("times", (*scales, *row), None, at)

    def form(self, row: Sequence[Tree], at: Place) -> Tree:
        """The number ``u^T A v`` as the inner product of ``u`` and ``A v``."""
        first = row[0]
        u = first.parts[0] if first.op == "transpose" else Tree("transpose", (first,), None, at)
        rest = row[1] if len(row) == 2 else Tree("times", tuple(row[1:]), None, at)
        return Tree("inner", (u, rest), None, at)

    def quotient(self, above: Tree, below: Tree, at: Place) -> Tree:
        if constant(below) == 0:
            raise Refused("a division by zero", below.at, way_out="mend the divisor")
        return Tree("div", (above, below), None, at)

    def factor(self) -> Parsed:
        """One factor with its scripts."""
        item = self.next
        assert item is not None
        text = item.text
        if item.kind == "letter":
            return self.letter(item)
        self.i += 1
        if item.kind == "number":
            digits = text.replace("{,}", "")
            if len(digits) > 1 and digits[0] == "0" and digits[1] != ".":
                raise Refused(
                    f"the number {text}",
                    item.at,
                    ["a number", "the end of a longer one"],
                    "write it without leading zeros",
                )
            after, third = self.next, self.items[self.i + 1] if self.i + 1 < len(self.items) else None
            if (
                after is not None
                and after.text in ("e", "E")
                and after.glued
                and third is not None
                and (third.kind == "number" or third.text in "+-")
            ):
                readings = ["a power of ten", "a product with e"]
                raise Refused("a number with an e behind it", after.at, readings, r"write 10^{-3}, or \cdot")
            return self.scripted(Tree("number", (), Fraction(digits), item.at), item, "number")
        if item.kind == "bracket":
            if text == "|":
                if len(item.inside) == 1 and item.inside[0].kind == "bracket" and item.inside[0].text == "|":
                    raise Refused("two bars at either end", item.at, ["a norm", "an absolute value"], "write one bar")
                return self.scripted(Tree("abs", (self.inner(item.inside, item.at),), None, item.at), item, "")
            if text == "\\|":
                return self.norm(item)
            if text == "\\langle":
                return self.pairing(item)
            if text == "\\{":
                raise Refused("braces around a formula", item.at, ["a set", "brackets"], "write ( and )")
            if text == "[" and len(item.inside) == 1:
                readings = ["the numbers up to it", "a whole part", "brackets"]
                raise Refused(f"[{item.inside[0].text}]", item.at, readings, "write ( and )")
            return self.scripted(self.inner(item.inside, item.at), item, "bracket")
        if item.kind == "command":
            return self.command(item)
        if text == "\\mathbb":
            return self.mean(item)
        if text in EXTREME:
            return self.extreme(item)
        if text in FUNCTIONS:
            return self.function(item)
        raise self.unexpected(item)

    def mean(self, item: Item) -> Parsed:
        """The expectation of what is drawn, ``\\mathbb{E}[...]``."""
        after = self.items[self.i : self.i + 2]
        drawn = self.known.ranges(*names.DRAWN)
        if (
            len(after) < 2
            or after[0].text != "E"
            or after[1].kind != "bracket"
            or after[1].text not in ("[", "(")
            or not drawn
        ):
            raise self.unexpected(item)
        self.i += 2
        tree = Tree("expectation", (self.inner(after[1].inside, after[1].at),), None, item.at)
        self.no_script("an expectation")
        return tree, "applied"

    def norm(self, item: Item) -> Parsed:
        """The Euclidean norm of a vector, or the one that a matrix gives."""
        inside = self.inner(item.inside, item.at)
        if inside.shape == NUMBER:
            raise Refused("double bars around a number", item.at, ["a norm", "an absolute value"], "write single bars")
        if inside.shape[1] != "1":
            readings = ["the largest singular value", "the root of the sum of squares"]
            raise Refused("the norm of a matrix", item.at, readings, "norms of vectors are read")
        parts = [inside]
        behind = self.items[self.i : self.i + 2]
        if [one.text for one in behind if one.kind == "script"] == ["^", "_"]:  # the same print as the other way round
            self.items[self.i : self.i + 2] = behind[::-1]
        script = self.next
        if script is not None and script.kind == "script" and script.text == "_":
            self.i += 1
            word = printed(script.takes[0])
            if word != "2":
                if word in ("1", "\\infty", "F") or not any(map(names.begins, script.takes[0])):
                    raise Refused(
                        f"the norm {word}", script.at, way_out=r"read are \|u\|, \|u\|_2 and \|u\|_A with a matrix A"
                    )
                weight = self.of_tokens(script.takes[0], script.at)
                if weight.shape != (inside.shape[0],) * 2:
                    raise Refused(
                        f"a norm in {in_words(weight.shape)}", script.at, way_out="a weight is a square matrix"
                    )
                parts.append(weight)
            power = self.next
            if (
                power is not None
                and power.kind == "script"
                and printed(power.takes[0]).startswith("-")
                and len(parts) > 1
            ):
                readings = ["a power of the norm", "the norm of the inverse"]
                raise Refused(
                    "a negative power behind a norm and its weight",
                    power.at,
                    readings,
                    "write a quotient, or \\|u\\|_{A^{-1}}",
                )
        return self.scripted(Tree("norm", tuple(parts), None, item.at), item, "")

    def pairing(self, item: Item) -> Parsed:
        """The inner product of two vectors."""
        sides = _split(item.inside)
        if len(sides) != 2:
            raise Refused(r"\langle with other than two vectors", item.at, way_out=r"write \langle u, v \rangle")
        if self.next is not None and self.next.kind == "script" and self.next.text == "_":
            raise Refused("a subscript at an inner product", self.next.at, way_out=r"write \langle u, A v \rangle")
        u, v = (self.inner(side, item.at) for side in sides)
        if NUMBER in (u.shape, v.shape):
            raise Refused(
                "an inner product of numbers", item.at, ["an inner product", "a mean over time"], "write a product"
            )
        return self.scripted(Tree("inner", (u, v), None, item.at), item, "")

    def scripted(self, tree: Tree, item: Item, how: str) -> Parsed:
        """What a power or a factorial makes of a letter, a number or a bracket."""
        script = self.next
        if script is not None and script.kind == "script" and script.text == "_":
            raise Refused("a subscript at what is no letter", script.at, way_out="declare a letter with this subscript")
        if script is not None and script.text == "'":
            raise Refused(
                "a prime at what is no letter",
                script.at,
                ["a derivative", "a letter"],
                "declare a letter with the prime",
            )
        if script is not None and script.kind == "script":
            self.i += 1
            return self.power(tree, script.takes[0], script), "bracket" if how == "bracket" else ""
        if self.text() == "!":
            at, self.i = self.here(), self.i + 1
            if self.text() in ("!", "^", "'", "_"):
                raise Refused(f"{self.text()!r} behind a factorial", self.here(), way_out="write brackets")
            if not whole(tree, self.known, self.bound):
                raise Refused(
                    "the factorial of what need not be a whole number", at, way_out="declare its letters as integer"
                )
            value = constant(tree)
            if not letters(tree) and (value is None or not 0 <= value <= HIGHEST):
                raise Refused("the factorial of a large number", at, way_out=f"whole numbers up to {HIGHEST} are read")
            return Tree("factorial", (tree,), None, item.at), ""
        return tree, how

    def power(self, tree: Tree, found: Sequence[Token], script: Item) -> Tree:
        """The power of a base; of a vector its transpose, of a matrix also its inverse."""
        word = printed(found)
        if tree.shape != NUMBER:
            if word in TRANSPOSED and (word != "T" or self.known.get("T") is None):
                made = Tree("transpose", (tree,), None, tree.at)
            elif word.replace(" ", "") == "-1" and tree.shape[0] == tree.shape[1]:
                made = Tree("inverse", (tree,), None, tree.at)
            else:
                what = in_words(tree.shape)
                raise Refused(
                    f"^{{{word}}} at {what}", script.at, way_out=r"read are u^\top, A^{-1} and powers of numbers"
                )
            if self.next is not None and (self.next.kind == "script" or self.text() in ("'", "!")):
                raise Refused(f"{self.text()!r} behind a superscript", self.here(), way_out="write brackets")
            return made
        if word in STARS or word in ("+", "-", "\\prime", "\\circ") or names.star(found):
            raise Refused(
                f"^{{{word}}} at what no letter is declared with", script.at, way_out="declare the letter with it"
            )
        if word in ("T", "\\top", "\\intercal", "\\mathsf{T}") and self.known.get(word) is None:
            raise Refused(
                f"^{{{word}}}", script.at, ["a transpose", "a power"], "declare the letter as a vector or a matrix"
            )
        if [(one.kind, one.text) for one in _items(_plain(found))] == [("bracket", "(")]:
            readings = ["a power", "a number of a step or of a derivative"]
            raise Refused(f"^{{{word}}}", script.at, readings, "write a power without brackets")
        exponent = self.of_tokens(found, script.at)
        if self.text() in ("^", "_", "'", "!"):
            readings = ["of the whole power", "of the exponent"] if self.text() in ("^", "!") else []
            raise Refused(f"{self.text()!r} behind a power", self.here(), readings, "write brackets")
        value, below = constant(exponent), constant(tree)
        if size(exponent) > HIGHEST:
            raise Refused("a large power", script.at, way_out=f"powers up to {HIGHEST} are read")
        if value is not None and below == 0 and value <= 0:
            raise Refused(f"0 to the power {value}", script.at, way_out="mend the power")
        if tree.op == "constant" and tree.value == "e":
            return Tree("exp", (exponent,), None, tree.at)
        return Tree("pow", (tree, exponent), None, tree.at)

    def letter(self, item: Item) -> Parsed:
        """A declared letter, with the scripts that belong to its form, and its power or arguments."""
        stem, _ = names.base(item.takes[0], 0)
        if stem in ("\\mathrm{and}", "\\mathrm{for}", "\\mathrm{if}") or item.text in ("\\text", "\\textrm"):
            raise Refused(
                f"the words {printed(item.takes[0])} inside a formula",
                item.at,
                way_out="words stand outside of formulas",
            )
        self.refuse_operator(item)
        self.i += 1
        primes, below, above, raised = 0, "", "", None
        while self.next is not None and (self.next.kind == "script" or self.next.text == "'"):
            script = self.next
            if script.text == "'":
                if raised is not None or above:
                    raise Refused("a prime behind a superscript", script.at, way_out="write the prime first")
                primes += 1
            elif script.text == "_":
                if below:
                    raise Refused("two subscripts", script.at, way_out="write one")
                below = names.script(script.takes[0], Token("sign", "_", script.at))
            elif printed(script.takes[0]) == "\\prime":
                primes += 1
            elif above or raised is not None:
                raise Refused(
                    "two superscripts", script.at, ["a power of the power", "a power of the exponent"], "write brackets"
                )
            else:
                above = names.star(script.takes[0])
                raised = None if above else script
            self.i += 1
        form = names.name(stem, primes, below, above)
        family = self.known.get(names.name(stem, primes, "", above))
        if family is not None and family.over:
            tree = self.member(family, below, item)
            if raised is not None:
                return self.power(tree, raised.takes[0], raised), ""
            return self.scripted(tree, item, "")
        if form in self.bound or form in self.known.running:
            tree = Tree("letter", (), form, item.at)
        else:
            declared = self.known.get(form)
            if declared is None:
                raise self.undeclared(form, stem, primes, below, above, item)
            if declared.kind == "function":
                return self.call(declared, item, raised)
            if declared.kind == "constant":
                tree = Tree("constant", (), form, item.at)
            elif declared.kind in names.DRAWN:
                tree = Tree("member", (), form, item.at)
            elif declared.equals is not None:
                of = {one.partition("_")[0] for one in letters(declared.equals)}
                bracket = self.next if self.text() == "(" else None
                if bracket is not None and (declared.introduced or of & _printed_letters(bracket.inside)):
                    readings = [f"a function {form} at what is in the brackets", f"{form} times what is in the brackets"]
                    way_out = f"declare '{form}(x) | function | = ...', or write \\cdot before the bracket"
                    raise Refused(f"a bracket behind {form}, which abbreviates a formula", self.here(), readings, way_out)
                tree = self.put(declared.equals, {}, item.at)
            elif declared.kind == "identity":
                tree = Tree("identity", (), form, item.at, declared.shape)
            else:
                tree = Tree("letter", (), form, item.at, declared.shape)
        if raised is not None:
            return self.power(tree, raised.takes[0], raised), ""
        return self.scripted(tree, item, "")

    def refuse_operator(self, item: Item) -> None:
        """Refuse letters side by side that spell the name of an operator, as in ``exp(x)``, where they begin."""
        if self.i and _one_letter(self.items[self.i - 1]):
            return
        end = self.i
        while end < len(self.items) and _one_letter(self.items[end]):
            end += 1
        word = "".join(one.text for one in self.items[self.i : end])
        applied = end < len(self.items) and self.items[end].kind == "bracket" and end - self.i == 2
        name = next((one for one in SPELLED if one in word.lower()), "")
        if not name and (applied or word.startswith(("ln", "lg"))):
            name = next((one for one in ("ln", "lg", "tr", "pr") if word.lower().startswith(one)), "")
        if name:
            readings = [f"the operator {name}", "a product of letters"]
            raise Refused(f"letters that spell {name}", item.at, readings, rf"write \{name}, or \cdot between the letters")

    def member(self, family: names.Letter, below: str, item: Item) -> Tree:
        """The member of a family at the index of a sum that runs where the family does."""
        named = [one for one in below.split(" ") if one not in ("", ",")]
        values = [self.known.get(one) for one in named]  # of an index, as those of what is drawn may be
        at = [one.within if one is not None and one.within else form for one, form in zip(values, named, strict=True)]
        runs = [self.known.running.get(one) or self.known.ranges(*names.DRAWN).get(one if one != form else "")
                for one, form in zip(at, named, strict=True)]  # fmt: skip
        if None in runs or len(named) != len(family.over):
            readings = ["the whole family", "one member of it"] if not below else ["one member", "each of them"]
            shown = f"{family.form}_{below}" if below else family.form
            way_out = "members stand under a sum over all of them"
            raise Refused(f"{shown} outside of a sum over its index", item.at, readings, way_out)
        if runs != [(low, high) for _, low, high in family.over]:
            raise Refused(
                f"{family.form}_{below} where the index runs otherwise than in the letters",
                item.at,
                way_out="sum over all of the family, or declare one for the part",
            )
        if any(one not in (form, own) for one, form, (own, _, _) in zip(at, named, family.over, strict=True)):
            raise Refused(f"{family.form}_{below}, at a value of another index", item.at, way_out="mend one of the two")
        parts = (
            Tree("letter" if one == form else "member", (), form, item.at) for one, form in zip(at, named, strict=True)
        )
        return Tree("member", tuple(parts), family.form, item.at)

    def undeclared(self, form: str, stem: str, primes: int, below: str, above: str, item: Item) -> Refused:
        rule = f"{form} is not declared"
        declare = f"declare it in the letters, as '{form} | real'"
        bare = self.known.get(names.name(stem, 0, below, ""))
        if stem == "e" and form == "e":
            return Refused(
                rule,
                item.at,
                ["Euler's number", "a letter of the page"],
                "declare 'e | constant', or call the letter something else",
            )
        if stem == "\\pi" and form == "\\pi":
            return Refused(
                rule,
                item.at,
                ["3.14159...", "a letter of the page"],
                r"declare '\pi | constant', or call the letter something else",
            )
        if self.next is not None and self.next.kind == "bracket" and self.next.text == "(":
            readings = [f"a function {form} at what is in the brackets", f"{form} times what is in the brackets"]
            return Refused(rule, item.at, readings, f"declare '{form}(x) | function | = ...', or '{form} | real'")
        if primes and bare is not None:
            return Refused(rule, item.at, [f"a letter {form}", f"the derivative of {bare.form}"], declare)
        if below and self.known.get(stem) is not None:
            return Refused(rule, item.at, [f"a letter {form}", f"a member of a family {stem}"], declare)
        near = self.known.near(stem)
        return Refused(rule + (f" (declared: {', '.join(near)})" if near else ""), item.at, way_out=declare)

    def call(self, function: names.Letter, item: Item, raised: Item | None) -> Parsed:
        """The value of a declared function, put in its place."""
        if raised is not None:
            readings = ["a power of the value", "the inverse or iterated function"]
            raise Refused(
                f"a superscript between {function.form} and its argument",
                raised.at,
                readings,
                "write it behind the brackets",
            )
        bracket = self.next
        if bracket is None or bracket.kind != "bracket" or bracket.text != "(":
            raise Refused(
                f"the function {function.form} without its argument", item.at, way_out="write the argument in ( and )"
            )
        self.i += 1
        given = [self.inner(part, bracket.at) for part in _split(bracket.inside)]
        if len(given) != len(function.arguments):
            raise Refused(
                f"{function.form} with {len(given)} arguments; it is declared with {len(function.arguments)}",
                bracket.at,
                way_out="mend one of the two",
            )
        assert function.equals is not None
        if indices(function.equals) & {form for one in given for form in letters(one)}:
            raise Refused(
                f"{function.form} of an index that it sums over itself",
                bracket.at,
                way_out="call one of the two indices otherwise",
            )
        self.no_member(indices(function.equals), given, bracket.at)
        for argument, value in zip(function.arguments, given, strict=True):
            declared = self.known.get(argument)
            if declared is not None and declared.kind == "integer" and not whole(value, self.known, self.bound):
                raise Refused(
                    f"{function.form} of what need not be a whole number", value.at, way_out="declare it as integer"
                )
        tree = self.put(function.equals, dict(zip(function.arguments, given, strict=True)), item.at)
        script = self.next
        if script is not None and script.kind == "script" and script.text == "^":
            self.i += 1
            return self.power(tree, script.takes[0], script), "applied"
        if self.text() in ("!", "'", "_"):
            raise Refused(
                f"{self.text()!r} behind {function.form} and its brackets",
                self.here(),
                way_out="write brackets around all of it",
            )
        return tree, "applied"

    def no_member(self, over: set[str], trees: Sequence[Tree], at: Place) -> None:
        r"""Refuse $x_i$ under a sum over $i$: the letter has one value, and a member of a family would change with $i$."""
        for index in over:
            named = re.compile(rf"(?<![\\A-Za-z]){re.escape(index)}(?![A-Za-z])")
            for form in sorted({form for tree in trees for form in letters(tree)}):
                if "_{" in form and named.search(form.partition("_{")[2]):
                    readings = ["one number for all of them", f"a member of a family, which changes with {index}"]
                    raise Refused(f"{form} under a sign over {index}", at, readings, "families are not read on a page")

    def no_script(self, what: str) -> None:
        """Refuse a script or a factorial behind what reaches over something."""
        if self.text() in ("^", "_", "'", "!"):
            readings = ["of all of it", "of its last part"]
            raise Refused(f"{self.text()!r} behind {what}", self.here(), readings, "write brackets around all of it")

    def command(self, item: Item) -> Parsed:
        """Fractions, binomials and roots."""
        if item.text == "\\sqrt":
            index = 2
            if item.takes[0]:
                word = printed(item.takes[0])
                if not word.isdigit() or int(word) < 2 or int(word) > HIGHEST:
                    raise Refused(f"a root of index {word}", item.at, way_out="write a power")
                index = int(word)
                if index % 2:
                    readings = ["a root that is negative below zero", "a power that has no value there"]
                    raise Refused(
                        f"a root of odd index {index}",
                        item.at,
                        readings,
                        f"write the power 1/{index}, of what is at least 0",
                    )
            tree = self.of_tokens(item.takes[1], item.at)
            self.no_script("a root")
            return Tree("root", (tree,), index, item.at), ""
        words = [printed(part) for part in item.takes]
        if (
            item.text in FRACTIONS
            and words[0].removeprefix("\\mathrm{").startswith("d")
            and words[1].removeprefix("\\mathrm{").startswith("d")
            and not any(one.text in ("+", "-") for one in item.takes[1])  # nobody derives by a sum
        ):
            raise Refused(
                f"{words[0]} over {words[1]}", item.at, ["a derivative", "a quotient"], "write the quotient otherwise"
            )
        above, below = (self.of_tokens(part, item.at) for part in item.takes)
        self.no_script("a fraction" if item.text in FRACTIONS else "a binomial coefficient")
        if item.text in FRACTIONS:
            number = above.op == below.op == "number"
            return self.quotient(above, below, item.at), "number" if number else ""
        if not (whole(above, self.known, self.bound) and whole(below, self.known, self.bound)):
            raise Refused(
                "a binomial coefficient of what need not be a whole number",
                item.at,
                way_out="declare its letters as integer",
            )
        return Tree("binomial", (above, below), None, item.at), ""

    def extreme(self, item: Item) -> Parsed:
        """The least or largest of several; the largest of what is drawn, over an index of it."""
        if self.text() == "_" and item.text == "\\max" and self.known.ranges(*names.DRAWN):
            return self.largest(item)
        if self.text() == "_":
            raise Refused(f"{item.text} over a set", item.at, way_out="only the least or largest of a list is read")
        bracket = self.next
        if bracket is None or bracket.kind != "bracket" or bracket.text == "|":
            raise Refused(
                f"{item.text} without brackets", item.at, ["of one", "of a list"], rf"write {item.text}\{{a, b\}}"
            )
        self.i += 1
        parts = [self.inner(part, bracket.at) for part in _split(bracket.inside)]
        if len(parts) < 2:
            raise Refused(f"{item.text} of one formula", item.at, ["a set", "brackets"], "write a list")
        self.no_script(f"{item.text} and its list")
        return Tree(EXTREME[item.text], tuple(parts), None, item.at), "applied"

    def largest(self, item: Item) -> Parsed:
        """``\\max_{1 \\le j \\le N}`` of one factor, over all values of an index."""
        script = self.next
        assert script is not None
        self.i += 1
        found = [token for token in script.takes[0] if token.text not in SPACES]
        signs = [k for k, token in enumerate(found) if token.text in ("\\le", "\\leq")]
        between = found[signs[0] + 1 : signs[1]] if len(signs) == 2 else found
        index = names.form_of(printed(between), script.at)
        runs = self.known.ranges(*names.DRAWN).get(index)
        ends = (found[: signs[0]], found[signs[1] + 1 :]) if len(signs) == 2 else ()
        if runs is None or (ends and tuple(self.of_tokens(end, script.at) for end in ends) != runs):
            raise Refused(
                f"\\max over {printed(found)}",
                script.at,
                way_out="it is read over an index of what is drawn, all of it",
            )
        if self.next is None or not _starts(self.next):
            raise Refused("nothing behind \\max", self.here(), way_out="write what is compared")
        with self.known.run(index, *runs):
            body, how = self.factor()
        if how == "bare":
            raise Refused("a function without brackets behind \\max", body.at, way_out="write brackets")
        return Tree("largest", (*runs, body), index, item.at), "big"

    def function(self, item: Item) -> Parsed:
        """A named function with brackets, or of the one factor behind it."""
        self.nested(item.at)
        called, base, raised = FUNCTIONS[item.text], None, 1
        while self.next is not None and self.next.kind == "script":
            script, word = self.next, printed(self.next.takes[0])
            self.i += 1
            if (
                script.text == "_"
                and item.text == "\\log"
                and base is None
                and word.isdigit()
                and 2 <= int(word) <= HIGHEST
            ):
                base = Tree("number", (), Fraction(int(word)), script.at)
            elif script.text == "^" and raised == 1 and word.isdigit() and 2 <= int(word) <= HIGHEST:
                raised = int(word)
            elif script.text == "^":
                readings = ["the inverse function", "a power of the value"]
                raise Refused(
                    f"{item.text}^{{{word}}}", script.at, readings, "write the power behind brackets around all of it"
                )
            else:
                raise Refused(f"{item.text}_{{{word}}}", script.at, way_out="a base is a whole number from 2")
        argument = self.next
        if argument is None or not _starts(argument):
            raise Refused(
                f"{self.text() or 'nothing'!r} behind {item.text}",
                self.here(),
                way_out="write the argument in brackets",
            )
        if argument.kind == "bracket" and argument.text != "|":
            self.i += 1
            tree, how = self.inner(argument.inside, argument.at), "applied"
            if self.text() in ("^", "_", "'", "!"):
                readings = ["of the value", "of the argument"]
                raise Refused(
                    f"{self.text()!r} behind {item.text} and its brackets",
                    self.here(),
                    readings,
                    "write brackets around all of it",
                )
        else:
            if argument.text in BIG:
                raise Refused(
                    f"{argument.text} behind {item.text}", argument.at, way_out="write brackets around the argument"
                )
            tree, _ = self.factor()
            how = "bare"
        tree = Tree(called, (tree,), None, item.at)
        if base is not None:
            tree = Tree("div", (tree, Tree("log", (base,), None, base.at)), None, item.at)
        if raised > 1:
            tree = Tree("pow", (tree, Tree("number", (), Fraction(raised), item.at)), None, item.at)
        return tree, how

    def big(self) -> Parsed:
        """A sum to the end of its term, or a product of one factor."""
        item = self.next
        assert item is not None
        self.nested(item.at)
        self.i += 1
        scripts: dict[str, tuple[Token, ...]] = {}
        while self.next is not None and self.next.kind == "script":
            if self.next.text in scripts:
                raise Refused("two scripts of one kind", self.next.at, way_out="write one")
            scripts[self.next.text] = self.next.takes[0]
            self.i += 1
        below = [token for token in scripts.get("_", ()) if token.text not in SPACES]
        equals = [k for k, token in enumerate(below) if token.text == "="]
        if len(equals) != 1 or "^" not in scripts:
            readings = ["over a range that is declared elsewhere", "over everything that is meant"]
            raise Refused(f"{item.text} without both ends", item.at, readings, rf"write {item.text}_{{i=1}}^{{n}}")
        index = names.form_of(printed(below[: equals[0]]), item.at)
        if self.known.get(index) is not None or index in self.bound:
            readings = ["the index of this sign", "the letter of that form"]
            raise Refused(
                f"{item.text} over {index}, which is a letter already",
                item.at,
                readings,
                "call the index something else",
            )
        if index in CONSTANTS:
            raise Refused(
                f"{item.text} over {index}", item.at, ["an index", "a constant"], "call the index something else"
            )
        low = self.of_tokens(below[equals[0] + 1 :], item.at)
        high = self.of_tokens(scripts["^"], item.at)
        for end in (low, high):
            if not whole(end, self.known, self.bound):
                raise Refused(
                    "an end that need not be a whole number", end.at, way_out="declare its letters as integer"
                )
        if (
            (first := constant(low)) is not None
            and (last := constant(high)) is not None
            and not 0 <= last - first <= HIGHEST
        ):
            raise Refused(
                f"{item.text} over {last - first + 1} terms", item.at, way_out=f"1 to {HIGHEST} terms are read"
            )
        if self.next is None or not _starts(self.next):
            if self.text() == "-":
                raise Refused(f"a sign behind {item.text}", self.here(), way_out="write brackets")
            raise Refused(f"nothing behind {item.text}", self.here(), way_out="write what is added")
        before, self.bound = self.bound, self.bound | {index}
        with self.known.run(index, low, high):
            if item.text == "\\sum":
                body, _ = self.term()
            else:
                body, how = self.factor()
                if how == "bare":
                    raise Refused(f"a function without brackets behind {item.text}", body.at, way_out="write brackets")
        self.bound = before
        used = [self.known.held[one] for one in families(body, index)]
        declared = {one.over[0][0] for one in used if one.kind == "family"}
        if len(declared) == 1 and not declared & (
            {index} | before | indices(body)
        ):  # a condition is on the index of the letters
            (own,) = declared
            body, index = with_values(body, {index: Tree("letter", (), own, item.at)}), own
        self.no_member({index}, [low, high, body], item.at)
        if index in indices(body):
            raise Refused(
                f"{item.text} over {index}, over which an abbreviation below it runs",
                item.at,
                way_out="call one of the two indices otherwise",
            )
        return Tree(BIG[item.text], (low, high, body), index, item.at), "big"


def _split(items: Sequence[Item]) -> list[list[Item]]:
    """The items between commas; `Refused` of a comma between digits."""
    made: list[list[Item]] = [[]]
    for k, item in enumerate(items):
        if item.text == "," and item.kind == "sign":
            if 0 < k < len(items) - 1 and items[k - 1].kind == items[k + 1].kind == "number" and items[k + 1].glued:
                raise Refused(
                    "a comma between digits",
                    item.at,
                    ["one number", "two numbers"],
                    "write 1{,}000, or a blank behind the comma",
                )
            made.append([])
        else:
            made[-1].append(item)
    return made


def whole(tree: Tree, known: Letters, bound: frozenset[str] = frozenset()) -> bool:
    """Whether a formula is a whole number for all values of its letters, as is seen from its form."""
    if tree.op == "number":
        return bool(tree.value.denominator == 1)
    if tree.op == "letter":
        letter = known.get(tree.value)
        return tree.value in bound or (letter is not None and letter.kind == "integer")
    if tree.op == "pow":
        value = constant(tree.parts[1])
        return value is not None and value >= 0 and value.denominator == 1 and whole(tree.parts[0], known, bound)
    return tree.op in ("add", "neg", "mul", "min", "max", "abs") and all(
        whole(part, known, bound) for part in tree.parts
    )


# Displays: facts, and the conditions that are printed with them.


@dataclass(frozen=True)
class Condition:
    """A range that is given to letters: of ``x \\ge 0`` the fact, of ``x`` alone none.

    Parameters
    ----------
    fact : Fact, optional
    about : frozenset of str
        The letters whose range it is: of ``0 \\le k \\le n`` that is k; where no side is a letter, all that occur.
    at : Place
    quantifies : bool
        Whether it is said "for all" of them, which may be more than they are declared with; "if" takes away alone.
    whole : bool
        Whether the range is all numbers of the letter's kind.
    """

    fact: Fact | None
    about: frozenset[str]
    at: Place
    quantifies: bool = True
    whole: bool = False


@dataclass(frozen=True)
class Display:
    """What one display says."""

    facts: tuple[Fact, ...]
    conditions: tuple[Condition, ...] = ()


def formula(source: str, known: Letters, at: Place, arguments: frozenset[str] = frozenset()) -> Tree:
    """A formula without a relation; `arguments` are forms that stand for themselves."""
    return _Formula(_items(tokens(source, at)), known, arguments, at, 0).whole()


def formula_of(found: Sequence[Token], known: Letters, at: Place) -> Tree:
    """The same of tokens."""
    return _Formula(_items(found), known, frozenset(), at, 0).whole()


def display(source: str, known: Letters, at: Place = START) -> Display:
    r"""The facts of a display: ``a \le b = c, \quad d < f \quad \text{for all } x \in [0, 1]``.

    Raises
    ------
    Refused
        It is not read; with the place of the first obstacle.
    """
    found = stripped(tokens(source, at))
    if not found:
        raise Refused("an empty display", at, way_out="write a relation")
    rows = _rows(found)
    before: list[Token] = []
    if len(rows) == 1 and rows[0] and rows[0][0].text == "\\forall":
        colons = [
            k for k, (token, depth) in enumerate(depths(rows[0])) if token.text in (":", "\\colon") and depth == 0
        ]
        if len(colons) != 1:
            raise Refused(
                "\\forall without a colon behind it",
                rows[0][0].at,
                way_out=r"write \forall x \ge 0: and then the relation",
            )
        before, rows = rows[0][1 : colons[0]], [rows[0][colons[0] + 1 :]]
    facts: list[Fact] = []
    after: list[Condition] = []
    for k, row in enumerate(rows):
        said, conditions, quantifies = _with_tail(row)
        if conditions is not None:
            if k + 1 < len(rows):
                raise Refused(
                    "a condition before another row",
                    row[0].at,
                    ["of this row", "of all rows"],
                    "write a display for each",
                )
            after = _conditions(conditions, known, at, quantifies=quantifies)
        listed = len(rows) > 1 or _listed(said)
        for piece in _pieces(said):
            said_here = chain(piece, known, at)
            if listed and any(side.op == "letter" for fact in said_here for side in (fact.left, fact.right)):
                readings = ["a fact", "a condition of the others"]
                raise Refused(
                    "a range of a letter in a list of facts",
                    said_here[0].at,
                    readings,
                    r"write \text{and}, or \text{for all}",
                )
            facts += said_here
    if after or before:
        pieces = [piece for row in rows for piece in _pieces(_with_tail(row)[0])]
        if len(pieces) > 1:
            readings = ["a condition of all facts", "a condition of one of them"]
            raise Refused("several facts and a condition", at, readings, "write one display each")
    if len(facts) > MOST_FACTS:
        raise Refused(f"{len(facts)} facts; {MOST_FACTS} are read at most", at, way_out="split the display")
    for fact in facts:
        if max(degree(fact.left), degree(fact.right)) > LARGEST:
            raise Refused("powers of powers that are too large", fact.at, way_out="split the formula")
        if fact.relation == "!=":
            raise Refused(r"\ne is no fact that can be checked", fact.at, way_out="it may stand in a condition")
    return Display(tuple(facts), (*_conditions(before, known, at), *after))


def conditions(source: str, known: Letters, at: Place, *, quantifies: bool) -> list[Condition]:
    """Conditions with commas between them, as they stand in a text behind "for all" or "let"."""
    return _conditions(stripped(tokens(source, at)), known, at, quantifies=quantifies)


def domain(source: str, form: str, known: Letters, at: Place) -> list[Fact]:
    r"""The domain of a letter: ``\ge 1``, ``\in (0, 1)``, ``0 < \delta < 1``; several with commas between them."""
    made: list[Fact] = []
    for piece in _pieces(stripped(tokens(source, at))):
        if piece and (piece[0].text in RELATIONS or piece[0].text == "\\in"):
            piece = [*tokens(form, at), *piece]
        found = [one.fact for one in _conditions(piece, known, at) if one.fact is not None]
        if not found and "\\mathbb" not in (token.text for token in piece):
            raise Refused(f"{printed(piece)!r} is no domain", at, way_out=r"write \ge 0, \in (0, 1) or 0 < x < 1")
        for fact in found:
            of = known.get(form)
            stem = form if of is not None else form.partition("_")[0]  # of a family its members
            if stem not in letters(fact.left) | letters(fact.right):
                raise Refused(
                    "a domain of another letter", fact.at, way_out=f"write it on the line of that letter, not of {form}"
                )
        made += found
    return made


def stripped(found: list[Token]) -> list[Token]:
    """Without spaces around, and the punctuation of the sentence behind."""
    while found and (found[-1].text in SPACES | WIDE or found[-1].text in (".", ",", ";")):
        found = found[:-1]
    while found and found[0].text in SPACES | WIDE:
        found = found[1:]
    return found


def depths(found: Sequence[Token]) -> Iterator[tuple[Token, int]]:
    """Tokens, and how many brackets or braces of whatever kind are open at each."""
    depth = 0
    for token in found:
        text = SAME.get(token.text, token.text)
        depth -= text in CLOSE or text == "}"
        yield token, depth
        depth += text in OPEN or text == "{"


def _rows(found: list[Token]) -> list[list[Token]]:
    """The rows of a display, those that go on with the row before joined to it."""
    if found[0].text != "\\begin":
        for token in found:
            if token.text in ("&", "\\\\", "\\begin"):
                raise Refused(
                    f"{token.text} outside of rows",
                    token.at,
                    way_out=r"write \begin{aligned} around all of the display",
                )
        return [found]
    inside, i = group(found, 1, found[0])
    kind = printed(inside)
    ends = [k for k, token in enumerate(found) if token.text == "\\end"]
    if kind not in ROWS or len(ends) != 1:
        raise Refused(f"\\begin{{{kind}}}", found[0].at, way_out=r"\begin{aligned} around all of the display is read")
    closing, last = group(found, ends[0] + 1, found[ends[0]])
    if printed(closing) != kind or last != len(found):
        raise Refused(f"\\end{{{printed(closing)}}}", found[ends[0]].at, way_out="it ends the display that it begins")
    rows: list[list[Token]] = [[]]
    marked: set[int] = set()
    for token, depth in depths(found[i : ends[0]]):
        if token.text == "&":
            if len(rows) in marked:
                raise Refused("a second & in a row", token.at, ["one formula", "two formulas"], "write a row for each")
            marked.add(len(rows))
        if token.text in ("\\\\", "&") and depth:
            raise Refused(f"{token.text} inside of brackets", token.at, way_out="close the brackets in their row")
        if token.text == "\\\\":
            rows.append([])
        elif token.text != "&":
            rows[-1].append(token)
    joined: list[list[Token]] = []
    for row in rows:
        row = [
            token
            for k, token in enumerate(row)
            if not (token.text in WIDE | SPACES and all(t.text in WIDE | SPACES for t in row[:k]))
        ]
        if not row:
            continue
        first, related = row[0].text, any(token.text in RELATIONS for token in row)
        if joined and first == "-" and related:
            raise Refused(
                "a row that begins with a minus sign",
                row[0].at,
                ["the row before goes on", "a new fact"],
                "write one display each",
            )
        if joined and (first in RELATIONS or first in TIMES or first in "+-/"):
            if joined[-1][-1].text in (",", ";"):
                raise Refused("a row that goes on behind a comma", row[0].at, way_out="delete the comma")
            joined[-1] += row
        elif joined and not related:
            raise Refused(
                "a row without a relation",
                row[0].at,
                ["a factor of the row before", "a fact"],
                r"begin it with +, \cdot or a relation",
            )
        else:
            joined.append(row)
    return joined or [[]]


def upright(found: Sequence[Token], i: int) -> tuple[str, int] | None:
    r"""The words of a ``\text`` at `i`, and what stands behind it."""
    if found[i].text not in ("\\text", "\\textrm", "\\mathrm", "\\operatorname"):
        return None
    inside, end = group(found, i + 1, found[i])
    words = " ".join("".join((" " if token.gap else "") + token.text for token in inside if token.text != "~").split())
    return words, end


def _with_tail(row: list[Token]) -> tuple[list[Token], list[Token] | None, bool]:
    r"""A row, the conditions behind its ``\text{for all}`` or ``\forall``, and whether these words quantify."""
    for i, (token, depth) in enumerate(depths(row)):
        if depth:
            continue
        word = upright(row, i)
        if token.text == "\\forall" or (word is not None and word[0].lower().strip(" ,") in ALL):
            end = i + 1 if word is None or token.text == "\\forall" else word[1]
            if i == 0:
                raise Refused(
                    "a condition before the relation", token.at, way_out=r"write it behind, or \forall x \ge 0: before"
                )
            if not stripped(row[end:]):
                raise Refused("no condition behind these words", token.at, way_out="write the condition")
            additive = word is not None and word[0].lower().strip(" ,") in ("if", "whenever")
            return stripped(row[:i]), row[end:], not additive
    return row, None, True


def _pieces(found: Sequence[Token]) -> list[list[Token]]:
    r"""What stands between commas, semicolons and ``\text{and}`` outside of brackets; each stripped of spaces."""
    made: list[list[Token]] = [[]]
    skip = 0
    for i, (token, depth) in enumerate(depths(found)):
        if i < skip:
            continue
        word = None if depth else upright(found, i)
        if word is not None and word[0].lower().strip(" ,") == "and":
            made.append([])
            skip = word[1]
        elif depth == 0 and token.text in (",", ";"):
            near = (
                0 < i < len(found) - 1 and found[i - 1].kind == found[i + 1].kind == "number" and not found[i + 1].gap
            )
            if near:
                raise Refused(
                    "a comma between digits",
                    token.at,
                    ["one number", "two facts"],
                    "write 1{,}000, or a blank behind the comma",
                )
            made.append([])
        else:
            made[-1].append(token)
    kept = [stripped(piece) for piece in made]
    if len(kept) > 1:  # ", and"
        kept = [piece for piece in kept if piece]
    return kept


def _listed(found: Sequence[Token]) -> bool:
    r"""Whether a comma stands between facts without an ``\text{and}``."""
    for i, (token, depth) in enumerate(depths(found)):
        if depth == 0 and token.text in (",", ";"):
            after = next((k for k in range(i + 1, len(found)) if found[k].text not in SPACES | WIDE), None)
            word = None if after is None else upright(found, after)
            if after is not None and (word is None or word[0].lower().strip(" ,") != "and"):
                return True
    return False


def chain(piece: Sequence[Token], known: Letters, at: Place) -> list[Fact]:
    """The facts of ``a <= b = c``."""
    here = piece[0].at if piece else at
    sides: list[list[Token]] = [[]]
    signs: list[Token] = []
    for token, depth in depths(piece):
        if token.text in RELATIONS and depth == 0:
            signs.append(token)
            sides.append([])
        else:
            sides[-1].append(token)
    for k, side in enumerate(sides[:-1]):
        if side and side[-1].text == ":":
            way_out = "declare an abbreviation in the letters, with = and what it equals"
            raise Refused("a definition", signs[k].at, way_out=way_out)
    if not signs:
        _Formula(_items(piece), known, frozenset(), here, 0).whole()  # which names what is not read, if anything
        readings = ["a relation of all", "a relation of the last alone"]
        raise Refused("a formula without a relation", here, readings, "write one relation each")
    relations = [RELATIONS[sign.text] for sign in signs]
    if len({relation[0] for relation in relations} & {"<", ">"}) > 1 or ("!=" in relations and len(relations) > 1):
        raise Refused("a chain whose signs turn", signs[0].at, way_out="write two displays")
    trees = [_Formula(_items(side), known, frozenset(), here, 0).whole() for side in sides]
    made = []
    for left, relation, right, sign in zip(trees, relations, trees[1:], signs, strict=False):
        left, right = _of_one_shape(left, right, sign)
        turned = relation[0] == ">"
        made.append(Fact(relation.replace(">", "<"), *((right, left) if turned else (left, right)), at=sign.at))
    return made


def _of_one_shape(left: Tree, right: Tree, sign: Token) -> tuple[Tree, Tree]:
    """Both sides of a relation; a number 0 beside a matrix is its zero. `Refused` where the sign is not one of what they are."""
    shape = right.shape if left.shape == NUMBER else left.shape
    if shape != NUMBER:
        left, right = (
            Tree("zero", (), None, side.at, shape) if constant(side) == 0 else side for side in (left, right)
        )
    if left.shape != right.shape:
        rule = f"a relation of {in_words(left.shape)} and {in_words(right.shape)}"
        raise Refused(rule, sign.at, way_out="mend one of them")
    ordered = shape == NUMBER if sign.text not in ORDERS else shape != NUMBER and shape[0] == shape[1]
    if not ordered and sign.text != "=":
        readings = ["entry by entry", "the order of symmetric matrices"] if shape != NUMBER else []
        way_out = r"\preceq is the order of square matrices, \le that of numbers"
        raise Refused(
            f"{sign.text} between {'numbers' if shape == NUMBER else in_words(shape)}", sign.at, readings, way_out
        )
    return left, right


_ENDS: dict[str, str] = {"(": "<", "[": "<=", ")": "<", "]": "<="}


def _conditions(found: Sequence[Token], known: Letters, at: Place, *, quantifies: bool = True) -> list[Condition]:
    r"""Facts of a list of conditions; letters alone add none, and letters before ``\in`` share its set."""
    made: list[Condition] = []
    waiting: list[tuple[str, Place]] = []
    last: Tree | None = None  # what the condition before ends with
    for piece in _pieces(found) if found else []:
        here = piece[0].at if piece else at
        if any(token.text == "\\in" for token in piece):
            k = next(k for k, token in enumerate(piece) if token.text == "\\in")
            waiting.append((_form(piece[:k], known, here), here))
            for form, place in waiting:
                facts = _within(form, place, piece[k + 1 :], known)
                about = frozenset({form})
                made += [Condition(fact, about, place, quantifies) for fact in facts]
                if not facts:
                    made.append(Condition(None, about, place, quantifies, whole=True))
            waiting = []
        elif any(token.text in RELATIONS for token in piece):
            if waiting:
                readings = [f"{waiting[-1][0]} is any value", f"the relation is of {waiting[-1][0]}, too"]
                raise Refused("letters before a relation", here, readings, "write one relation each")
            facts = chain(piece, known, here)
            every = frozenset().union(*(letters(fact.left) | letters(fact.right) for fact in facts))
            sides = sorted(
                (side for fact in facts for side in (fact.left, fact.right)),
                key=lambda side: (side.at.line, side.at.column),
            )
            if last is not None and last.op == sides[0].op == "letter" and last.value != sides[0].value:
                readings = ["two conditions", "both letters between both ends"]
                raise Refused("a comma between two letters", here, readings, r"write x > 0, y < 1, or x, y \in (0, 1)")
            last = sides[-1]
            first = next((side.value for side in sides if side.op == "letter"), "")
            made += [Condition(fact, frozenset({first}) if first else every, here, quantifies) for fact in facts]
        else:
            waiting.append((_form(piece, known, here), here))
    made += [Condition(None, frozenset({form}), place, quantifies) for form, place in waiting]
    for one in made:
        if not one.about:
            raise Refused("a condition without a letter", one.at, way_out="delete it")
    return made


def _form(piece: Sequence[Token], known: Letters, at: Place) -> str:
    """The form of a declared letter that stands alone."""
    tree = _Formula(_items(piece), known, frozenset(), at, 0).whole()
    if tree.op not in ("letter", "member"):
        raise Refused(f"{printed(piece)!r} is no letter and no relation", at, way_out="write a relation")
    return str(tree.value)


def shape_of(found: Sequence[Token], known: Letters, at: Place) -> tuple[str, str]:
    r"""The shape of the members of ``\mathbb{R}^d`` and ``\mathbb{R}^{n \times d}``."""
    plain = [token for token in found if token.text not in SPACES]
    if [token.text for token in plain[:5]] != ["\\mathbb", "{", "R", "}", "^"]:
        raise Refused(f"the set {printed(found)!r}", at, way_out=r"write \mathbb{R}^d, or \mathbb{R}^{n \times d}")
    inside, end = group(plain, 5, plain[4])
    if end != len(plain):
        raise Refused(f"{plain[end].text!r} behind a set", plain[end].at, way_out="write a comma")
    sizes: list[list[Token]] = [[]]
    for token in inside:
        if token.text == "\\times":
            sizes.append([])
        else:
            sizes[-1].append(token)
    forms = []
    for one in sizes:
        letter = known.get(names.form_of(printed(one), at)) if one and names.begins(one[0]) else None
        if letter is None or letter.kind != "integer":
            rule = f"the dimension {printed(one)!r}"
            raise Refused(rule, at, way_out="a dimension is a letter, declared as integer with \\ge 1 above")
        forms.append(letter.form)
    if len(forms) > 2:
        raise Refused("three dimensions", at, way_out="vectors and matrices have one and two")
    return (forms[0], "1") if len(forms) == 1 else (forms[0], forms[1])


def _within(form: str, at: Place, found: Sequence[Token], known: Letters) -> list[Fact]:
    r"""The relations of ``x \in (0, 1]``, or none of ``x \in \mathbb{R}``."""
    letter = known.get(form)
    kind = letter.kind if letter is not None else ""
    text = "".join(token.text for token in found if token.text not in {*LEFT, *RIGHT, *SPACES})
    if kind in names.SHAPED:
        assert letter is not None
        if shape_of(found, known, at) != letter.shape:
            raise Refused(f"{form}, which is {in_words(letter.shape)}, in {text}", at, way_out="mend one of the two")
        return []
    if text in ("\\mathbb{R}", "\\mathbb{Z}"):
        if (kind == "integer") != (text == "\\mathbb{Z}"):
            raise Refused(f"{form} is declared as {kind}, and is in {text}", at, way_out="mend one of the two")
        return []
    if text.startswith("\\mathbb{N}"):
        raise Refused(
            r"\mathbb{N}",
            at,
            ["whole numbers from 0", "whole numbers from 1"],
            r"declare an integer with \ge 0 or \ge 1",
        )
    plain = [token for token in found if token.text not in {*LEFT, *RIGHT, *SPACES}]
    commas = [k for k, (token, depth) in enumerate(depths(plain)) if token.text == "," and depth == 1]
    if len(plain) < 5 or plain[0].text not in "([" or plain[-1].text not in ")]" or len(commas) != 1:
        raise Refused(f"the set {printed(found)!r}", at, way_out=r"intervals are read, as (0, 1] and [0, \infty)")
    low, high = plain[1 : commas[0]], plain[commas[0] + 1 : -1]
    middle = Tree("letter", (), form, at)
    if letter is not None and letter.over:
        middle = Tree("member", (Tree("letter", (), letter.over[0][0], at),), form, at)
    made = []
    if printed(low) not in ("-\\infty", "- \\infty"):
        made.append(Fact(_ENDS[plain[0].text], _Formula(_items(low), known, frozenset(), at, 0).whole(), middle, at))
    elif plain[0].text == "[":
        raise Refused("an interval that holds infinity", at, way_out="write (")
    if printed(high) not in ("\\infty", "+\\infty"):
        made.append(Fact(_ENDS[plain[-1].text], middle, _Formula(_items(high), known, frozenset(), at, 0).whole(), at))
    elif plain[-1].text == "]":
        raise Refused("an interval that holds infinity", at, way_out="write )")
    return made
