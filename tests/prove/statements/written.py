"""Statements of known truth as text: what is written is what is built, and SymPy evaluates none of it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

import sympy
from sympy import Add, IndexedBase, Integer, Mul, Pow, Rational, Sum, Symbol

from boundcheck.symbolic import Statement, sigmoid
from boundcheck.symbolic.statement import Conjunction, Equivalence

INTEGERS = "ijklmn"  # letters that take integers alone; all others are real
_RELATIONS = {ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">", ast.Eq: "==", ast.NotEq: "!="}
_FUNCTIONS = {
    "exp": sympy.exp,
    "log": sympy.log,
    "Abs": sympy.Abs,
    "Min": sympy.Min,
    "Max": sympy.Max,
    "sinh": sympy.sinh,
    "cosh": sympy.cosh,
    "tanh": sympy.tanh,
    "coth": sympy.coth,
    "sigmoid": sigmoid,
    "erf": sympy.erf,
    "erfc": sympy.erfc,
    "gamma": sympy.gamma,
    "loggamma": sympy.loggamma,
    "polygamma": sympy.polygamma,
    "factorial": sympy.factorial,
    "binomial": sympy.binomial,
}


@dataclass(frozen=True)
class Known:
    """A statement of known truth.

    Attributes
    ----------
    text, given : str
        The relation, a chain, several with ``&`` or an equivalence ``<=>``; hypotheses between semicolons. One such as
        ``n : positive`` declares what a letter is.
    truth : bool
        Whether both sides have values and the relation holds at every point of the domain.
    reason : str
        A proof in a line, or what happens at `point`.
    point : str
        Of a false statement: where it fails, or has no value.
    """

    text: str
    given: str
    truth: bool
    reason: str
    point: str = ""


def T(text: str, given: str, reason: str) -> Known:  # noqa: N802 - a table is read by its first letter
    """Return a statement that is true."""
    return Known(text, given, True, reason)


def F(text: str, given: str, point: str, reason: str) -> Known:  # noqa: N802
    """Return a statement that is false at `point`."""
    return Known(text, given, False, reason, point)


class Reader:
    """Reads text with the letters that its hypotheses declare."""

    def __init__(self, declared: dict[str, dict[str, bool]]):
        self.declared = declared

    def letter(self, name: str):
        """Return a letter as it is declared."""
        if name in ("pi", "E"):
            return getattr(sympy, name)
        whole = {"integer": True} if name in set(INTEGERS) else {}
        return Symbol(name, **{**whole, **self.declared.get(name, {})})

    def expression(self, node):
        """Return the expression of a node of Python's syntax, nothing evaluated but fractions of numbers."""
        if isinstance(node, ast.Constant):
            return Integer(node.value)
        if isinstance(node, ast.Name):
            return self.letter(node.id)
        if isinstance(node, ast.UnaryOp):
            inner = self.expression(node.operand)
            return -inner if isinstance(inner, Rational) else Mul(Integer(-1), inner, evaluate=False)
        if isinstance(node, ast.Subscript):
            return IndexedBase(node.value.id)[self.expression(node.slice)]
        if isinstance(node, ast.BinOp):
            return self._operation(node.op, self.expression(node.left), self.expression(node.right))
        assert isinstance(node, ast.Call), ast.dump(node)
        name, args = node.func.id, [self.expression(arg) for arg in node.args]
        if name == "Sum":
            return Sum(args[0], tuple(args[1:]))
        if name == "sqrt":
            return Pow(args[0], Rational(1, 2), evaluate=False)
        return _FUNCTIONS[name](*args, evaluate=False)

    def _operation(self, op, left, right):
        if isinstance(op, ast.Add):
            return Add(left, right, evaluate=False)
        if isinstance(op, ast.Sub):
            minus = -right if isinstance(right, Rational) else Mul(Integer(-1), right, evaluate=False)
            return Add(left, minus, evaluate=False)
        if isinstance(op, ast.Mult):
            return Mul(left, right, evaluate=False)
        if isinstance(op, ast.Pow):
            return Pow(left, right, evaluate=False)
        assert isinstance(op, ast.Div)
        if isinstance(left, Rational) and isinstance(right, Rational) and right != 0:
            return left / right
        return Mul(left, Pow(right, Integer(-1), evaluate=False), evaluate=False)

    def relations(self, text: str) -> tuple[Statement, ...]:
        """Return the relations of a chain, or of several with ``&`` between them."""
        found = []
        for part in text.split("&"):
            node = ast.parse(part.strip(), mode="eval").body
            assert isinstance(node, ast.Compare), part
            sides = [self.expression(side) for side in (node.left, *node.comparators)]
            for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
                found.append(Statement(left, _RELATIONS[type(op)], right))
        return tuple(found)


def built(known: Known):
    """Return goal and hypotheses."""
    items = [item.strip() for item in known.given.split(";") if item.strip()]
    declared = {}
    for item in items:
        if found := re.fullmatch(r"(\w+) : ([\w ]+)", item):
            declared[found[1]] = {word: True for word in found[2].split() if word != "plain"}
    read = Reader(declared)
    given = tuple(s for item in items if " : " not in item for s in read.relations(item))
    if "<=>" in known.text:
        left, right = known.text.split("<=>")
        return Equivalence(read.relations(left), read.relations(right)), given
    parts = read.relations(known.text)
    return (parts[0] if len(parts) == 1 else Conjunction(parts)), given
