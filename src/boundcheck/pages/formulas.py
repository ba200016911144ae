"""The view of a tree as a SymPy expression: nothing is evaluated, both sides reach the provers as they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy

from boundcheck.symbolic import Inner, Norm, Statement, sigmoid
from boundcheck.symbolic.inner_products import is_matrix

from .trees import NUMBER, Fact, Tree

FUNCTIONS: dict[str, Any] = {
    "exp": sympy.exp, "log": sympy.log, "sinh": sympy.sinh, "cosh": sympy.cosh, "tanh": sympy.tanh, "coth": sympy.coth,
    "abs": sympy.Abs, "min": sympy.Min, "max": sympy.Max, "factorial": sympy.factorial, "binomial": sympy.binomial,
    "sigmoid": sigmoid,
}  # fmt: skip
_RELATIONS = {"<=": sympy.Le, "<": sympy.Lt, "==": sympy.Eq, "!=": sympy.Ne}
CONSTANTS = {"e": sympy.E, "\\pi": sympy.pi}


def evaluated(tree: Tree, parts: Sequence[Any]) -> Any:
    """An operation on the values of its parts, as SymPy evaluates it; None for what is no arithmetic."""
    if tree.op == "number":
        return sympy.Rational(tree.value.numerator, tree.value.denominator)
    if tree.op == "constant":
        return CONSTANTS[tree.value]
    if tree.op == "add":
        return sympy.Add(*parts)
    if tree.op == "neg":
        return -parts[0]
    if tree.op == "mul":
        return sympy.Mul(*parts)
    if tree.op in ("div", "pow"):
        return parts[0] / parts[1] if tree.op == "div" else parts[0] ** parts[1]
    if tree.op == "root":
        return parts[0] ** sympy.Rational(1, tree.value)
    return FUNCTIONS[tree.op](*parts) if tree.op in FUNCTIONS and tree.shape == NUMBER else None


def expression(tree: Tree, symbols: Mapping[str, sympy.Symbol]) -> sympy.Expr:
    """The tree as an expression in `symbols`, which have one for each letter and index by its form."""

    def of(one: Tree) -> sympy.Expr:
        return expression(one, symbols)

    if tree.op == "number":
        return sympy.Rational(tree.value.numerator, tree.value.denominator)
    if tree.op == "letter":
        return symbols[tree.value]
    if tree.op == "member":
        return sympy.Indexed(sympy.IndexedBase(symbols[tree.value].name), of(tree.parts[0]))
    if tree.op == "constant":
        return CONSTANTS[tree.value]
    if tree.op in ("inner", "norm", "transpose", "inverse", "times", "identity", "zero") or tree.shape != NUMBER:
        return _of_vectors(tree, symbols)
    if tree.op == "add":
        return sympy.Add(*map(of, tree.parts), evaluate=False)
    if tree.op == "neg":
        return _product([sympy.Integer(-1), *_factors(tree.parts, symbols)])
    if tree.op == "mul":
        return _product([*_factors(tree.parts, symbols)])
    if tree.op == "div":
        above, below = tree.parts
        top, low = of(above), of(below)
        if top.is_Rational and low.is_Rational and low != 0:
            return top / low
        under = sympy.Pow(low, -1, evaluate=False)
        return under if top == 1 else sympy.Mul(*_factors((above,), symbols), under, evaluate=False)
    if tree.op == "pow":
        return sympy.Pow(of(tree.parts[0]), of(tree.parts[1]), evaluate=False)
    if tree.op == "root":
        return sympy.Pow(of(tree.parts[0]), sympy.Rational(1, tree.value), evaluate=False)
    if tree.op in ("sum", "prod"):
        low, high, body = tree.parts
        kind = sympy.Sum if tree.op == "sum" else sympy.Product
        return kind(of(body), (symbols[tree.value], of(low), of(high)))
    return FUNCTIONS[tree.op](*map(of, tree.parts), evaluate=False)


def _of_vectors(tree: Tree, symbols: Mapping[str, sympy.Symbol]) -> sympy.Expr:
    """A vector, a matrix, or a number that is made of them."""
    parts = [expression(part, symbols) for part in tree.parts]
    if tree.op in ("identity", "zero"):
        sizes = [dimension(form, symbols) for form in tree.shape]
        return sympy.Identity(sizes[0]) if tree.op == "identity" else sympy.ZeroMatrix(*sizes)
    if tree.op == "inner":
        return Inner(*parts)
    if tree.op == "norm":
        return Norm(*parts)
    if tree.op == "transpose":
        return sympy.Transpose(parts[0])
    if tree.op == "inverse":
        return sympy.Inverse(parts[0])
    if tree.op == "add":
        return sympy.MatAdd(*parts, evaluate=False)
    if tree.op == "neg":
        return sympy.MatMul(sympy.Integer(-1), parts[0], evaluate=False)
    if tree.op == "div":
        under = 1 / parts[1] if parts[1].is_Rational else sympy.Pow(parts[1], -1, evaluate=False)
        return sympy.MatMul(under, parts[0], evaluate=False)
    scales = [one for one in parts if not is_matrix(one)]
    matrices = [one for one in parts if is_matrix(one)]
    scale = [scales[0] if len(scales) == 1 else sympy.Mul(*scales, evaluate=False)] if scales else []
    return sympy.MatMul(*scale, *matrices, evaluate=False)


def dimension(form: str, symbols: Mapping[str, sympy.Symbol]) -> Any:
    """The size that a form of a dimension stands for: 1, or a whole number that is not 0."""
    return sympy.Integer(1) if form == "1" else sympy.Symbol(symbols[form].name, integer=True, positive=True)


def _product(parts: Sequence[sympy.Expr]) -> sympy.Expr:
    """A product with its sign in its leading number."""
    if len(parts) > 1 and parts[0] == -1 and parts[1].is_Rational:
        parts = [-parts[1], *parts[2:]]
    return parts[0] if len(parts) == 1 else sympy.Mul(*parts, evaluate=False)


def _factors(parts: Sequence[Tree], symbols: Mapping[str, sympy.Symbol]) -> Iterator[sympy.Expr]:
    """The factors of products and quotients inside of products, which print side by side."""
    for part in parts:
        if part.op == "mul":
            yield from _factors(part.parts, symbols)
        elif part.op == "div":
            found = expression(part, symbols)
            yield from found.args if found.is_Mul else (found,)
        else:
            yield expression(part, symbols)


def relation(fact: Fact, symbols: Mapping[str, sympy.Symbol]) -> Any:
    """The fact as a SymPy relation that is not evaluated; between vectors or matrices as a statement."""
    if fact.left.shape != NUMBER:
        return Statement(expression(fact.left, symbols), fact.relation, expression(fact.right, symbols))
    return _RELATIONS[fact.relation](expression(fact.left, symbols), expression(fact.right, symbols), evaluate=False)
