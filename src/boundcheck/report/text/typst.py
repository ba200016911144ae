r"""Mathematics on its way into a page: LaTeX as Typst, fractions as a reader wants them, the ends of lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from boundcheck.report.text.plain import linear
from boundcheck.symbolic.notation import (
    FUNCTIONS,
    LOOKS,
    PRIME,
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
    called,
    ends,
    factors,
    has_terms,
    is_relation,
    of_function,
    parse,
    parts,
    walk,
)
from boundcheck.verdict.statements import Formula

KNOWN = FUNCTIONS - {"argmin", "argmax"}  # to Typst
FACES = {"mathbb": "bb", "mathcal": "cal", "mathbf": "bold", "vec": "arrow", "mathfrak": "frak"}
BRACKETS = {"(": "\\(", ")": "\\)", "[": "\\[", "]": "\\]", "\\{": "\\{", "\\}": "\\}", "|": "bar.v", "\\|": "bar.v.double",
            "\\langle": "chevron.l", "\\rangle": "chevron.r", "\\lfloor": "\\⌊", "\\rfloor": "\\⌋",
            "\\lceil": "\\⌈", "\\rceil": "\\⌉", ".": "", "/": "\\/", "<": "chevron.l", ">": "chevron.r"}  # fmt: skip
PAIRS = {("|", "|"): "abs", ("\\|", "\\|"): "norm", ("\\lfloor", "\\rfloor"): "floor", ("\\lceil", "\\rceil"): "ceil"}
ESCAPED = {",": "\\,", ";": "\\;", "/": "\\/", "*": "∗", "|": 'class("normal", bar.v)', "\\|": "parallel", "\\#": "\\#",
           "\\%": "%", "\\&": "\\&", "\\_": "\\_", "\\$": "\\$", "\\vert": 'class("normal", bar.v)', "@": "\\@", "`": "\\`",
           "\\,": "thin", "\\;": "thick", "\\:": "med", "\\ ": '" "', "\\!": "", "\\quad": "quad",
           "\\qquad": "wide"}  # fmt: skip
SHORT = 8  # glyphs of a fraction that stands within another
SIZES = {Sign: 1, Word: 1, Face: 1, Bracket: 2, Root: 3, Above: 3, Below: 3}  # of nodes, in glyphs
ZEROS = 5  # at the end of a number that is written with a power of ten
GROUPED, ALONE = 6, 4  # digits from which on thousands stand apart, everywhere and where a number stands for itself in a sentence

# Fractions: nothing in a display becomes too small to be read, and in a line of text one has a slash.


def typst(source: str, *, block: bool = False) -> str:
    r"""Typst for a formula.

    Parameters
    ----------
    source : str
        LaTeX.
    block : bool
        With room for fractions; in a line, and within fractions and powers, one has a slash, and brackets where they are needed.

    Raises
    ------
    NotationError
    """
    return _Setter(block).nodes(factored(parse(source)) if block else parse(source), 0)


class _Setter:
    def __init__(self, block: bool) -> None:
        self.block = block

    def nodes(self, nodes: Nodes, depth: int, *, raised: bool = False) -> str:
        """Everything, at a depth of fractions and powers."""
        made: list[str] = []
        for place, node in enumerate(nodes):
            if isinstance(node, Below | Above) or node == PRIME:
                one = self.script(node, depth)
                made[-1:] = [((made[-1] if made else "") or '""') + one]
            elif isinstance(node, Fraction):
                made.append(self.fraction(node, depth, of=of_function(nodes, place), last=ends(nodes, place + 1)))
            elif node == Sign("\\log") and not (nodes[place + 1 : place + 2] and isinstance(nodes[place + 1], Below)):
                made.append("ln")  # the natural one has one name in a report
            elif isinstance(node, Sign) and node.said.isdecimal() and not raised:
                alone = depth == 0 and ends(nodes, place + 1) and (not place or ends(nodes, place - 1))
                made.append(self.number(node.said, alone=alone))
            elif isinstance(node, Bracket) and place and isinstance(nodes[place - 1], Above) and of_function(nodes, place):
                made.append(self.node(node, max(depth, 1)))  # behind the power of a function
            else:
                made.append(self.node(node, depth))
        return _joined([one for one in made if one])

    def inner(self, nodes: Nodes, depth: int) -> str:
        """An argument, which is never nothing."""
        return self.nodes(nodes, depth) or '""'

    def script(self, node: Node, depth: int) -> str:
        match node:
            case Below(inside):
                return f"_({self.nodes(inside, max(depth, 2), raised=True)})"
            case Above(inside):
                return f"^({self.nodes(inside, max(depth, 2), raised=True)})"
        return "'"

    def node(self, node: Node, depth: int) -> str:
        match node:
            case Sign(said):
                return self.sign(said)
            case Word(said, kind):
                text = '"' + said.replace('"', "") + '"'
                return f"op({text})" if kind == "operatorname" else text
            case Root(inside, index):
                under = self.inner(inside, depth)
                return f"root({self.inner(index, 2)}, {under})" if index else f"sqrt({under})"
            case Face(mark, inside):
                return f"{FACES.get(mark, mark)}({self.inner(inside, depth)})"
            case Bracket(left, inside, right):
                return self.bracket(left, self.nodes(inside, depth), right)
            case Rows(kind, rows):
                each = ["& ".join(self.nodes(cell, max(depth, 1)) for cell in row) for row in rows]
                if kind == "cases":
                    return f"cases({', '.join(each)})"
                mark = {"bmatrix": '"["', "pmatrix": '"("'}.get(kind, "#none")
                return f"mat(delim: {mark}, {'; '.join(row.replace('& ', ', ') for row in each)})"
        raise TypeError(node)

    def bracket(self, left: str, inside: str, right: str) -> str:
        if (left, right) in PAIRS:
            return PAIRS[left, right] + (f"({inside})" if inside else '("")')
        if (left, right) in (("(", ")"), ("[", "]")):
            return f"{left}{inside}{right}"
        return f"lr({BRACKETS.get(left, left)} {inside} {BRACKETS.get(right, right)})"

    def sign(self, said: str) -> str:
        if said in ESCAPED:
            return ESCAPED[said]
        name = said[1:]
        if said[0] == "\\":
            if name in FUNCTIONS:
                return name if name in KNOWN else f'op("{name}", limits: #true)'
            return LOOKS[name]
        return said

    def number(self, said: str, *, alone: bool) -> str:
        digits = said.rstrip("0")
        zeros = len(said) - len(digits)
        if zeros >= ZEROS:
            return f"10^({zeros})" if digits == "1" else f"{digits} dot 10^({zeros})"
        return f'"{int(said):,}"' if len(said) >= (ALONE if alone and not self.block else GROUPED) else said

    def fraction(self, node: Fraction, depth: int, *, of: bool, last: bool) -> str:
        if self.block and (depth == 0 or (depth == 1 and not (short(node) and last))):
            return f"frac({self.inner(node.above, depth + 1)}, {self.inner(node.below, depth + 1)})"
        top, bottom = self.inner(node.above, depth + 1), self.inner(node.below, depth + 1)
        if not self.block and not of and not last and numbers(node):
            return f"frac({top}, {bottom})"  # as 1/2, large enough to be read
        top = f"({top})" if has_terms(node.above) or _divides(node.above) else top
        bottom = f"({bottom})" if has_terms(node.below) or factors(node.below) > 1 or _divides(node.below) else bottom
        slashed = _joined([top, SLASH, bottom])
        return f"({slashed})" if of or not last else slashed


def _joined(pieces: list[str]) -> str:
    """The pieces in a row; beside what is in quotes Typst keeps a space, so that there none is left where none belongs."""
    made = "".join(pieces[:1])
    for place, (before, after) in enumerate(pairwise(pieces), 2):
        numbers = (before[-1] == '"' and before[-2:-1].isdigit()) or (after[0] == '"' and after[1:2].isdigit())  # with commas
        factors = numbers and before[-1] not in APART and after[0] not in APART
        beyond = pieces[place][:2] if after == SLASH and place < len(pieces) else ""
        words = before[-1] == '"' or after[0] == '"' or (beyond[:1] == '"' and not beyond[1:].isdigit())
        made += after if factors or (words and SLASH in (before, after)) else f" {after}"
    return made


SLASH = "\\/"
APART = "=<>≤≥+\u2212-"  # signs that keep their room


def short(node: Fraction) -> bool:
    """Whether a fraction within another reads better with a slash."""
    inside = [*walk(node.above), *walk(node.below)]
    if any(isinstance(one, Fraction) for one in inside):
        return False
    return glyphs((node,)) <= SHORT


def glyphs(nodes: Nodes) -> int:
    """How much room a formula takes."""
    return sum(SIZES.get(type(one), 0) for one in walk(nodes))


def _divides(nodes: Nodes) -> bool:
    return any(isinstance(node, Fraction) for node in nodes)


def is_tall(nodes: Nodes) -> bool:
    """Whether a fraction stays one where this stands within another."""
    for node in nodes:
        if isinstance(node, Above):
            continue
        if (isinstance(node, Fraction) and not short(node)) or any(map(is_tall, parts(node))):
            return True
    return False


def numbers(node: Fraction) -> bool:
    """Whether both sides are whole numbers."""
    return all(len(side) == 1 and isinstance(side[0], Sign) and side[0].said.isdecimal() for side in (node.above, node.below))


# A tall factor stands beside its fraction, not in it: no fraction within a fraction where a product will do.

LONG_SUM = 55  # glyphs of a sum that still fits into brackets
NO_QUANTITY = frozenset({"sum", "prod", "int", "cdot", "times", "lim"})
ONE = (Sign("1"),)


def factored(nodes: Nodes) -> Nodes:
    r"""The same formula: of ``\frac{a (b + \frac{c}{d})}{e}`` it is ``\frac{a}{e} (b + \frac{c}{d})``."""
    made: list[Node] = []
    for place, node in enumerate(nodes):
        if isinstance(node, Fraction):
            after = nodes[place + 1] if place + 1 < len(nodes) else None
            bound = isinstance(after, Below | Above) or after in (PRIME, Sign("/")) or (made and made[-1] == Sign("/"))
            free = not made or made[-1] in (Sign("+"), Sign("="), Sign(",")) or is_relation(made[-1])
            alone = free and (after is None or after in (Sign("+"), Sign("-"), Sign(",")))
            made += (node,) if bound else _beside(node, alone=alone)
        elif isinstance(node, Bracket):
            made.append(Bracket(node.left, factored(node.inside), node.right))
        elif isinstance(node, Root):
            made.append(Root(factored(node.inside), node.index))
        else:
            made.append(node)
    return tuple(made)


def _beside(node: Fraction, *, alone: bool) -> Nodes:
    """A fraction with its tall factors beside it."""
    if not is_tall(node.above) or is_tall(node.below):
        return (node,)
    terms = _terms(node.above)
    if len(terms) == 1:
        return _product(node.above, node.below) or (node,)
    if glyphs(node.above) <= LONG_SUM or not alone:
        return (Fraction(ONE, node.below), Bracket("(", factored(node.above), ")"))
    made: list[Node] = []
    for sign, term in terms:
        made += [*sign, *(_product(term, node.below) or (Fraction(term, node.below),))]
    return tuple(made)


def _product(above: Nodes, below: Nodes) -> Nodes:
    """A product over something, its tall factors behind it; empty where it is not plainly a product."""
    each = _factors(above)
    if each is None:
        return ()
    upper, lower, behind = [], [below], []
    opened: list[Nodes] = []
    for factor in each:
        inner = factor[0] if len(factor) == 1 and isinstance(factor[0], Fraction) else None
        within = _factors(inner.above) if inner is not None and is_tall(inner.above) and not is_tall(inner.below) else None
        if inner is not None and within is not None:
            opened += within
            lower.insert(0, inner.below)
        else:
            opened.append(factor)
    for factor in opened:
        inner = factor[0] if len(factor) == 1 and isinstance(factor[0], Fraction) else None
        if inner is not None and not is_tall(inner.above) and not is_tall(inner.below):
            upper += [] if inner.above == ONE else [inner.above]
            lower.insert(0, inner.below)
        elif is_tall(factor):
            behind.append(factored(factor))
        else:
            upper.append(factor)
    over = [one for factor in upper for one in (_bound(factor) if len(upper) > 1 else _bare(factor))] or list(ONE)
    under = [one for factor in lower for one in (_bound(factor) if len(lower) > 1 else factor)]
    return (Fraction(tuple(over), tuple(under)), *(one for factor in behind for one in factor))


def _factors(nodes: Nodes) -> list[Nodes] | None:
    """What a product consists of, each with its scripts; None where a part is not plainly a factor."""
    found: list[list[Node]] = []
    for node in nodes:
        if isinstance(node, Below | Above) or node == PRIME or (found and isinstance(node, Bracket) and called(found[-1][0], node)):
            if not found:
                return None
            found[-1].append(node)
        elif _is_no_factor(node):
            return None
        else:
            found.append([node])
    functions = [isinstance(one[0], Sign) and one[0].said[1:] in FUNCTIONS and not isinstance(one[-1], Bracket) for one in found]
    expected = [one[0] == Face("mathbb", (Sign("E"),)) for one in found]
    return None if any(functions) or any(expected) or not found else list(map(tuple, found))


def _is_no_factor(node: Node) -> bool:
    if isinstance(node, Sign):
        return is_term_sign(node) or is_relation(node) or node.said[1:] in NO_QUANTITY or node.said in tuple(",;/|:")
    return isinstance(node, Word) and node.kind == "text"


def _terms(nodes: Nodes) -> list[tuple[Nodes, Nodes]]:
    """Signs and terms of a sum."""
    found: list[tuple[Nodes, list[Node]]] = [((), [])]
    for node in nodes:
        if node in (Sign("+"), Sign("-")) and found[-1][1]:
            found.append(((node,), []))
        else:
            found[-1][1].append(node)
    return [(sign, tuple(term)) for sign, term in found]


def _bound(nodes: Nodes) -> Nodes:
    """In brackets if it is a sum."""
    return (Bracket("(", nodes, ")"),) if has_terms(nodes) else nodes


def _bare(nodes: Nodes) -> Nodes:
    """Without the brackets around all of it."""
    return nodes[0].inside if len(nodes) == 1 and isinstance(nodes[0], Bracket) and nodes[0].left == "(" else nodes


# Where a display may end a line: at its relations, and within each side at the signs between its terms.

LONG = 200  # characters of a source of one term that fits into no column
ONE_LINE = 40  # characters of a source that fits into every column
WHOLE_LINE = 110  # characters of one of several statements in which no line ends


def is_term_sign(node: Node) -> bool:
    """Whether a sign stands between terms."""
    return node in (Sign("+"), Sign("-"), Sign("\\pm"), Sign("\\wedge"), Sign("\\vee"))


def pieces(nodes: Nodes) -> list[list[str]]:
    """A display in the pieces between which a line may end.

    Returns
    -------
    parts : list of list of str
        Typst; joined with spaces they are the display, but for brackets between which a line may end. Each but the first
        begins with its relation, its sign or such a bracket.
    """
    cut: list[list[list[Node]]] = [[[]]]
    expects = False  # a sign: something stands to its left
    for node in nodes:
        if (is_relation(node) and expects) or node in (Sign("\\quad"), Sign("\\qquad")):
            cut.append([[node]])
        elif is_term_sign(node) and expects:
            cut[-1].append([node])
        else:
            cut[-1][-1].append(node)
        expects = not (is_relation(node) or is_term_sign(node) or node in (Sign("\\quad"), Sign("\\qquad"), Sign("/")))
    setter = _Setter(True)
    sides = [[tuple(term) for term in side] for side in cut]
    return _listed([[piece for term in side for piece in _opened_up(term, setter)] for side in sides])


def _listed(parts: list[list[str]]) -> list[list[str]]:
    """Of several statements with commas between them each in one piece that fits into a column."""
    each: list[list[list[str]]] = [[parts[0]]]
    for before, side in pairwise(parts):
        if side[0].startswith(("quad", "wide")) and before[-1].endswith("\\,"):
            each.append([])
        each[-1].append(side)
    if len(each) == 1:
        return parts
    whole = [" ".join(term for side in sides for term in side) for sides in each]
    return [part for sides, one in zip(each, whole, strict=True) for part in ([[one]] if len(one) <= WHOLE_LINE else sides)]


def _opened_up(term: Nodes, setter: _Setter) -> list[str]:
    """A term in one piece; a very long one that has a long sum in brackets also ends lines between the terms of it.

    Either bracket then grows with what stands beside it on its line.
    """
    whole = setter.nodes(term, 0)
    place = _longest_bracket(term, setter) if len(whole) > LONG else None
    if place is None:
        return [whole]
    bracket = term[place]
    assert isinstance(bracket, Bracket)
    sums = pieces(bracket.inside)
    if len(sums) > 1 or len(sums[0]) < 2:
        return [whole]
    first, *middle, last = sums[0]
    sign, _, end = last.partition(" ")
    before, after = setter.nodes(term[:place], 0), setter.nodes(term[place + 1 :], 0)
    times = "dot " if before and isinstance(term[place - 1], Fraction) else ""
    return [*([before] if before else []), rf"{times}lr(\( {first})", *middle, f"{sign} lr({end} \\)) {after}".rstrip()]


def _longest_bracket(term: Nodes, setter: _Setter) -> int | None:
    """Where the longest factor in round brackets stands, if it makes up most of a product and has no power."""
    best, length = None, 0
    for place, node in enumerate(term):
        scripted = place + 1 < len(term) and (isinstance(term[place + 1], Below | Above))
        function = place > 0 and called(term[place - 1], node) if isinstance(node, Bracket) else False
        if isinstance(node, Bracket) and node.left == "(" and not scripted and not function:
            size = len(setter.nodes(node.inside, 0))
            if size > length:
                best, length = place, size
    return best if 2 * length > len(setter.nodes(term, 0)) else None


# Formulas of a page.


def formula(shown: Formula | str | None, at: str = "formula", *, block: bool = False, tall: bool = False) -> dict[str, Any] | None:
    """What a page needs of a formula: ``{"typst", "alt", "block"}``, or ``{"fault", "why"}``; None without one.

    Parameters
    ----------
    shown : Formula or str, optional
        Of a record, or LaTeX.
    at : str
        Where in the record it stands.
    block : bool
        On its own line.
    tall : bool
        Within a line that has room for fractions; in others they are set with a slash where that reads the same.
    """
    source = shown.latex if isinstance(shown, Formula) else shown
    if not source:
        return None
    try:
        nodes = parse(source)
    except NotationError as error:
        return {"fault": source, "why": f"{at}: {error}"}
    nodes = factored(nodes) if block or tall else nodes
    set_as = _Setter(block or tall).nodes(nodes, 0)
    made = {"typst": set_as, "latex": source, "alt": linear(source), "block": block, "at": at}
    cut = pieces(nodes) if len(set_as) > ONE_LINE and not any(isinstance(node, Rows) for node in nodes) else []
    return made | {"pieces": cut} if sum(map(len, cut)) > 1 else made



def displayed(runs: Any) -> bool:
    """Whether it is a formula on its own line."""
    return isinstance(runs, dict) and bool(runs.get("block"))


def faults_of(drawn: Any) -> Iterator[str]:
    """What stands in a document as typed, since it is no mathematics, and why: a line each."""
    if isinstance(drawn, dict):
        if "fault" in drawn:
            yield str(drawn["why"])
        for item in drawn.values():
            yield from faults_of(item)
    elif isinstance(drawn, list | tuple):
        for item in drawn:
            yield from faults_of(item)
    elif isinstance(drawn, msgspec.Struct):
        yield from faults_of([getattr(drawn, name) for name in drawn.__struct_fields__])
