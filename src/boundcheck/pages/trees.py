"""What a formula says, as a tree that is kept as it is printed: nothing is evaluated, merged or ordered."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .tokens import Place, Refused

NUMBER = ("1", "1")  # the shape of a number


@dataclass(frozen=True)
class Tree:
    """One operation.

    Parameters
    ----------
    op : str
        ``number``, ``letter``, ``constant``, ``add``, ``neg``, ``mul``, ``div``, ``pow``, ``root``, ``min``, ``max``, ``abs``,
        ``factorial``, ``binomial``, ``sum``, ``prod``, or the name of a function. Of vectors and matrices ``times`` (a product
        with numbers before it), ``transpose``, ``inverse``, ``inner``, ``norm`` (with its weight), ``identity``, ``zero``.
    parts : tuple of Tree
        Of a sum or product over an index: its lower end, its upper end, and what is summed.
    value : Fraction or str
        Of a number; the printed form of a letter, a constant, an index, or of the family of a ``member``.
    at : Place
    shape : tuple of two str
        Rows and columns: ``"1"``, or the form of a dimension; of what has parts it follows from theirs.

    Raises
    ------
    Refused
        A vector or a matrix stands where a number belongs, or shapes do not fit.
    """

    op: str
    parts: tuple[Tree, ...]
    value: Any
    at: Place = field(compare=False)
    shape: tuple[str, str] = NUMBER

    def __post_init__(self) -> None:
        if self.parts:
            object.__setattr__(self, "shape", _shape(self))


def in_words(shape: tuple[str, str]) -> str:
    """What has this shape."""
    if shape == NUMBER:
        return "a number"
    return (
        f"a vector of dimension {shape[0]}"
        if shape[1] == "1"
        else f"a matrix of {shape[0]} rows and {shape[1]} columns"
    )


def _shape(tree: Tree) -> tuple[str, str]:
    """The shape of what is made of parts."""
    shapes = [part.shape for part in tree.parts]
    odd = next((part for part in tree.parts if part.shape != shapes[0]), None)
    if tree.op == "add" and odd is not None:
        raise Refused(f"a sum of {in_words(shapes[0])} and {in_words(odd.shape)}", odd.at, way_out="mend one of them")
    if tree.op in ("add", "neg") or (tree.op == "div" and shapes[1] == NUMBER):
        return shapes[0]
    if tree.op == "times":
        rows, columns = NUMBER
        for part in (part for part in tree.parts if part.shape != NUMBER):
            if (rows, columns) == NUMBER:
                rows, columns = part.shape
                continue
            if columns != part.shape[0]:
                rule = f"{in_words((rows, columns))} times {in_words(part.shape)}"
                raise Refused(rule, part.at, way_out=r"inner products are u^\top v and \langle u, v \rangle")
            columns = part.shape[1]
        return rows, columns
    if tree.op == "transpose":
        return shapes[0][1], shapes[0][0]
    if tree.op == "inverse" and shapes[0][0] == shapes[0][1]:
        return shapes[0]
    if tree.op == "inner" and odd is None and shapes[0] != NUMBER and shapes[0][1] == "1":
        return NUMBER
    if tree.op == "norm" and shapes[0] != NUMBER and shapes[0][1] == "1" and shapes[1:] in ([], [(shapes[0][0],) * 2]):
        return NUMBER
    wrong = next((part for part in tree.parts if part.shape != NUMBER), None)
    if wrong is not None or tree.op in ("inverse", "inner", "norm"):
        part = wrong or tree.parts[0]
        raise Refused(f"{in_words(part.shape)} inside of {tree.op}", part.at, way_out="mend the formula")
    return NUMBER


@dataclass(frozen=True)
class Fact:
    """A relation between two formulas; `relation` is one of ``<= < == !=``, sides of ``>=`` are exchanged."""

    relation: str
    left: Tree
    right: Tree
    at: Place = field(compare=False)


BIG = frozenset({"sum", "prod", "largest"})
SIGNS = {"add": " + ", "mul": " * ", "times": " * "}


def nodes(tree: Tree) -> Iterator[Tree]:
    """A formula and all its parts."""
    yield tree
    for part in tree.parts:
        yield from nodes(part)


def letters(tree: Tree, bound: frozenset[str] = frozenset()) -> set[str]:
    """Printed forms of the letters on which a formula depends, dimensions among them."""
    if tree.op in ("letter", "identity", "zero"):
        named = {tree.value} if tree.op == "letter" else set()
        return (named | {*tree.shape} - {"1"}) - bound
    if tree.op == "member":
        return {tree.value}.union(*(letters(part, bound) for part in tree.parts))
    if tree.op in BIG:
        low, high, body = tree.parts
        return letters(low, bound) | letters(high, bound) | letters(body, bound | {tree.value})
    return {form for part in tree.parts for form in letters(part, bound)}


def with_values(tree: Tree, values: Mapping[str, Tree]) -> Tree:
    """The tree with trees in place of letters. What is put in holds no index of a sum, which the reader sees to."""
    if tree.op == "letter":
        return values.get(tree.value, tree)
    return Tree(tree.op, tuple(with_values(part, values) for part in tree.parts), tree.value, tree.at, tree.shape)


def constant(tree: Tree) -> Fraction | None:
    """The rational number that a formula is, where it has no letter and that is easily seen."""
    values = [constant(part) for part in tree.parts]
    if tree.op == "number":
        return Fraction(tree.value)
    held = [value for value in values if value is not None]
    if len(held) < len(values) or not held:
        return None
    if tree.op == "add":
        return sum(held, Fraction(0))
    if tree.op == "neg":
        return -held[0]
    if tree.op == "mul":
        found = Fraction(1)
        for value in held:
            found *= value
        return found
    if tree.op == "div":
        return held[0] / held[1] if held[1] else None
    if tree.op == "pow" and held[1].denominator == 1 and abs(held[1]) <= 64 and held[0].numerator.bit_length() <= 64:
        return held[0] ** int(held[1]) if held[0] or held[1] > 0 else None
    return None


def count(tree: Tree) -> int:
    """How many operations, letters and numbers a formula has."""
    return 1 + sum(map(count, tree.parts))


def occurrences(tree: Tree, form: str) -> int:
    """How often a letter stands in a formula."""
    return int(tree.op == "letter" and tree.value == form) + sum(occurrences(part, form) for part in tree.parts)


def families(tree: Tree, index: str) -> set[str]:
    """The families of which the member at an index stands in a formula."""
    own = {tree.value} if tree.op == "member" and index in [part.value for part in tree.parts] else set()
    return own.union(*(families(part, index) for part in tree.parts))


def indices(tree: Tree) -> set[str]:
    """The indices over which a formula sums or multiplies."""
    own = {tree.value} if tree.op in BIG else set()
    return own.union(*map(indices, tree.parts))


def size(tree: Tree) -> float:
    """How large a formula gets in its powers: the degree of what has letters, the size of a number; infinite past 1e300."""
    try:
        return _size(tree)
    except OverflowError:
        return math.inf


def _size(tree: Tree) -> float:
    parts = [_size(part) for part in tree.parts]
    if tree.op == "number":
        return float(abs(tree.value))
    if tree.op == "pow":
        if letters(tree.parts[1]):
            return max(parts)
        return parts[0] * max(1.0, parts[1]) if letters(tree.parts[0]) else max(2.0, parts[0]) ** parts[1]
    if tree.op == "factorial" and not letters(tree):
        return parts[0] * 10
    if tree.op == "exp" and not letters(tree):
        return math.exp(parts[0])
    return (
        max([1.0, *parts])
        if tree.op != "mul"
        else max(1.0, *parts)
        if letters(tree)
        else math.prod(max(1.0, p) for p in parts)
    )


def degree(tree: Tree) -> float:
    """How large a formula gets where it is no exponent: the degree of what has letters, the binary digits of a number."""
    try:
        return _degree(tree)
    except OverflowError:
        return math.inf


def _degree(tree: Tree) -> float:
    if tree.op == "number":
        value = Fraction(tree.value)
        return float(value.numerator.bit_length() + value.denominator.bit_length())
    parts = [_degree(part) for part in tree.parts]
    free = not letters(tree)
    if tree.op == "pow":
        return max(parts) if letters(tree.parts[1]) else max(1.0, parts[0]) * max(1.0, _size(tree.parts[1]))
    if tree.op in ("factorial", "binomial"):
        return _size(tree.parts[0]) * 10
    if tree.op in BIG:
        return max(*map(_size, tree.parts[:2]), parts[2])
    if tree.op in ("exp", "sinh", "cosh", "tanh", "coth") and free:
        return _size(tree.parts[0]) * 2
    return sum(parts) if free else max([1.0, *parts])


def bracketed(tree: Tree) -> str:
    """The formula on one line, every bracket written: what whoever wrote the display compares with what was meant."""
    inside = [bracketed(part) for part in tree.parts]
    if tree.op == "number":
        return str(tree.value)
    if tree.op in ("letter", "constant"):
        return str(tree.value)
    if tree.op == "member":
        return f"{tree.value}[{', '.join(inside)}]" if inside else str(tree.value)
    if tree.op in ("identity", "zero"):
        return f"{tree.op}[{' x '.join(tree.shape)}]"
    if tree.op in SIGNS:
        return f"({SIGNS[tree.op].join(inside)})"
    if tree.op == "neg":
        return f"(-{inside[0]})"
    if tree.op in ("div", "pow"):
        return f"({inside[0]} {'/' if tree.op == 'div' else '^'} {inside[1]})"
    if tree.op in BIG:
        return f"{tree.op}[{tree.value} = {inside[0]} to {inside[1]}]({inside[2]})"
    op = {"root": "sqrt" if tree.value == 2 else f"root[{tree.value}]"}.get(tree.op, tree.op)
    return f"{op}({', '.join(inside)})"


def said_of(fact: Fact) -> str:
    """The relation on one line, every bracket written."""
    sign = fact.relation
    if fact.left.shape != NUMBER and sign != "==":  # between matrices
        sign = {"<=": "\\preceq", "<": "\\prec"}[sign]
    return f"{bracketed(fact.left)} {sign} {bracketed(fact.right)}"
