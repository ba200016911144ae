"""Statements as plain JSON lists and back, over a whitelist of nodes; nothing is ever evaluated from text."""

from __future__ import annotations

import hashlib
import json
import math
from functools import lru_cache
from typing import Any

import sympy
from sympy import (
    Basic,
    Expr,
    Identity,
    Indexed,
    IndexedBase,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    Transpose,
    Tuple,
    ZeroMatrix,
)
from sympy.matrices.expressions import Inverse, MatAdd, MatMul, MatPow

from .balls import HIGHEST
from .functions import Inner, Norm, is_matrix, sigmoid
from .plain_letters import ASSUMPTIONS, plain, refused, statements
from .statement import Conjunction, Equivalence, Statement, read

_FUNCTIONS: dict[str, Any] = {
    "exp": sympy.exp,
    "log": sympy.log,
    "abs": sympy.Abs,
    "min": sympy.Min,
    "max": sympy.Max,
    "sinh": sympy.sinh,
    "cosh": sympy.cosh,
    "tanh": sympy.tanh,
    "coth": sympy.coth,
    "sigmoid": sigmoid,
    "erf": sympy.erf,
    "erfc": sympy.erfc,
    "gamma": sympy.gamma,
    "loggamma": sympy.loggamma,
}
_NAMES = {cls: name for name, cls in _FUNCTIONS.items()}
_OF_VECTORS: dict[str, Any] = {"inner": Inner, "norm": Norm}
_MATRICES: dict[Any, str] = {MatAdd: "matrix+", MatMul: "matrix*", Inverse: "matrix^", MatPow: "matrix^", Transpose: "transposed"}
_NAMED: dict[Any, str] = {Identity: "identity", ZeroMatrix: "zeros", OneMatrix: "ones"}
_CONSTANTS = {"pi": sympy.pi, "e": sympy.E, "euler": sympy.EulerGamma}
_COMMUTATIVE = ("+", "*", "min", "max")
_FACTORS = 12  # of a binomial coefficient that is written as a polynomial
_LIMIT = 400  # nesting depth of a record that is read back


def encode(expr: Expr | Statement | Conjunction | Equivalence) -> list:
    """Return `expr` as nested lists of strings; the arguments of sums and products are sorted."""
    if isinstance(expr, Statement):
        return [expr.relation, encode(expr.lhs), encode(expr.rhs), *(encode_condition(h) for h in expr.given)]
    if isinstance(expr, Conjunction):
        return ["and", *(encode_condition(part) for part in expr.parts)]
    if isinstance(expr, Equivalence):
        return ["iff", [encode(s) for s in expr.left], [encode(s) for s in expr.right]]
    if isinstance(expr, Rational):
        return ["q", str(expr)]
    if isinstance(expr, sympy.Float):
        raise ValueError(f"number {expr}: a float is not exact; write Rational(1, 10) instead of 0.1")
    if isinstance(expr, sympy.NumberSymbol) and expr in _CONSTANTS.values():
        return [next(name for name, value in _CONSTANTS.items() if value == expr)]
    if isinstance(expr, Symbol):
        if wrong := refused(expr):
            raise ValueError(wrong)
        known = expr.assumptions0
        return ["s", expr.name, *(name for name in ASSUMPTIONS if known.get(name))]
    if isinstance(expr, Indexed):
        if len(expr.args) != 2:
            raise ValueError(f"{expr}: one index is understood")
        if expr.is_nonnegative is not None or expr.is_nonpositive is not None or expr.is_integer is not None:
            raise ValueError(f"{expr}: assumptions of an indexed base are not read; write them as hypotheses")
        return ["at", str(expr.base), encode(expr.args[1])]
    if isinstance(expr, Sum):
        if len(expr.limits) != 1:
            raise ValueError(f"{expr}: a sum over one index is understood; nest them")
        index, low, high = expr.limits[0]
        return ["sum", encode(expr.function), encode(index), encode(low), encode(high)]
    if is_matrix(expr) or isinstance(expr, (Inner, Norm)):
        return _of_vectors(expr)
    if isinstance(expr, sympy.re):  # SymPy puts it around symbols it was not told to be real; here all are
        return encode(expr.args[0])
    if isinstance(expr, sympy.Pow):
        return ["^", encode(expr.base), encode(expr.exp)]
    if isinstance(expr, (sympy.polygamma, sympy.digamma, sympy.trigamma)):
        return _polygamma(expr)
    if isinstance(expr, (sympy.factorial, sympy.binomial)):
        return encode(_in_gammas(expr))
    name = {sympy.Add: "+", sympy.Mul: "*"}.get(type(expr)) or _NAMES.get(type(expr))
    if name is None:
        raise ValueError(f"{expr}: {type(expr).__name__} is not understood; known: {', '.join(_FUNCTIONS)}")
    parts = [encode(arg) for arg in expr.args]
    return [name, *(sorted(parts, key=json.dumps) if name in _COMMUTATIVE else parts)]


def _of_vectors(expr: Expr) -> list:
    """Encode a vector, a matrix, or a number that is made of them, in its order; dimensions by their letters."""
    if isinstance(expr, MatrixSymbol):
        return ["matrix", expr.name, *map(str, expr.shape)]
    if type(expr) in _NAMED:
        return [_NAMED[type(expr)], *map(str, expr.shape)]
    name = _MATRICES.get(type(expr)) or next((name for name, cls in _OF_VECTORS.items() if type(expr) is cls), None)
    if name is None:
        raise ValueError(f"{expr}: {type(expr).__name__} is not understood among matrices")
    return [name, *map(encode, expr.args)]


def _polygamma(expr: Expr) -> list:
    """Encode a derivative of the logarithm of the gamma function, its order a small number."""
    order = expr.args[0] if len(expr.args) == 2 else sympy.Integer(isinstance(expr, sympy.trigamma))
    if not isinstance(order, sympy.Integer) or not 0 <= order <= HIGHEST:
        raise ValueError(f"{expr}: the order must be a number from 0 to {HIGHEST}")
    return ["polygamma", encode(order), encode(expr.args[-1])]


def _in_gammas(expr: Expr) -> Expr:
    """Write factorials and binomial coefficients with gamma functions, of positive arguments alone.

    Over a small number a binomial coefficient is the polynomial ``n (n - 1) ... (n - k + 1)/k!``, of whatever n.
    """
    if isinstance(expr, sympy.factorial):
        return sympy.gamma(expr.args[0] + 1, evaluate=False)
    n, k = expr.args
    if isinstance(k, sympy.Integer) and 0 <= k <= _FACTORS:
        falling = (sympy.Add(n, sympy.Integer(-i), evaluate=False) if i else n for i in range(int(k)))
        return sympy.Mul(*falling, Rational(1, math.factorial(int(k))), evaluate=False)
    top, *below = (sympy.gamma(u + 1, evaluate=False) for u in (n, k, n - k))
    return sympy.Mul(top, *(sympy.Pow(g, -1, evaluate=False) for g in below), evaluate=False)


def encode_condition(condition: object) -> list:
    """Return a hypothesis, whatever its type, as lists."""
    goal, given = read(condition)
    if given and isinstance(goal, Statement):
        goal = Statement(goal.lhs, goal.relation, goal.rhs, given)
    return encode(goal)


def decode(data: Any, depth: int = 0) -> Any:
    """Return the expression or statement that `encode` wrote; anything else is a ValueError."""
    if depth > _LIMIT or not isinstance(data, list) or not data or not isinstance(data[0], str):
        if isinstance(data, list) and data and depth <= _LIMIT and isinstance(data[0], list):
            return tuple(decode(item, depth + 1) for item in data)
        raise ValueError(f"record node {str(data)[:60]!r}: must be a list that starts with a known name")
    head, rest = data[0], data[1:]
    try:
        if head == "q":
            top, _, bottom = _text(rest[0]).partition("/")
            if int(bottom or 1) < 1:
                raise ValueError(f"number {rest[0]!r}: the denominator must be positive")
            return Rational(int(top), int(bottom or 1))
        if head == "s":
            if not set(rest[1:]) <= set(ASSUMPTIONS):
                raise ValueError(f"assumptions {rest[1:]}: unknown")
            return Symbol(_text(rest[0]), **{name: True for name in rest[1:]})
        if head == "matrix":
            return MatrixSymbol(_text(rest[0]), *map(_dimension, rest[1:]))
        if head in _NAMED.values():
            shape = tuple(map(_dimension, rest))
            return Identity(shape[0]) if head == "identity" else (ZeroMatrix if head == "zeros" else OneMatrix)(*shape)
        if head == "at":
            return Indexed(IndexedBase(_text(rest[0])), decode(rest[1], depth + 1))
    except (IndexError, TypeError, ZeroDivisionError) as wrong:
        raise ValueError(f"record node {str(data)[:60]!r}: {wrong}") from wrong
    args = [decode(item, depth + 1) for item in rest]
    return _build(head, args)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a string is expected")
    return value


def _dimension(value: object) -> Any:
    """A dimension: 1, or a letter that is a whole number from 1."""
    return sympy.Integer(1) if _text(value) == "1" else Symbol(_text(value), integer=True, positive=True)


def _build(head: str, args: list) -> Any:
    if head in ("<=", "<", ">=", ">", "==", "!="):
        return Statement(args[0], head, args[1], tuple(args[2:]))
    if head == "and":
        return Conjunction(tuple(args))
    if head == "iff" and len(args) == 2:
        return Equivalence(*(side if isinstance(side, tuple) else (side,) for side in args))
    if not all(isinstance(arg, Basic) for arg in args):
        raise ValueError(f"record node {head!r}: an expression is expected inside")
    if head in _CONSTANTS and not args:
        return _CONSTANTS[head]
    if head == "polygamma" and len(args) == 2 and isinstance(args[0], sympy.Integer) and 0 <= args[0] <= HIGHEST:
        return sympy.polygamma(*args, evaluate=False)
    if head == "+":
        return sympy.Add(*args, evaluate=False)
    if head == "*":
        return sympy.Mul(*args, evaluate=False)
    if head == "^" and len(args) == 2:
        return sympy.Pow(*args, evaluate=False)
    if head in _OF_VECTORS and len(args) == 2:
        return _OF_VECTORS[head](*args)
    if head in _MATRICES.values() and args:
        return _matrix(head, args)
    if head == "sum" and len(args) == 4:
        return Sum(args[0], Tuple(*args[1:]))
    if head in _FUNCTIONS and args and (len(args) == 1 or head in ("min", "max")):
        return _FUNCTIONS[head](*args, evaluate=False)
    raise ValueError(f"record node {head!r}: unknown")


def _matrix(head: str, args: list) -> Any:
    if head == "matrix+":
        return MatAdd(*args, evaluate=False)
    if head == "matrix*":
        return MatMul(*args, evaluate=False)
    if head == "matrix^" and len(args) == 2:
        return Inverse(args[0]) if args[1] == -1 else MatPow(*args, evaluate=False)
    if head == "transposed" and len(args) == 1:
        return Transpose(args[0])
    raise ValueError(f"record node {head!r}: unknown")


def encoded(goal: object, given: tuple = ()) -> list:
    """Return a printed statement of numbers and its hypotheses as lists, what its symbols assume among the hypotheses."""
    claim, hypotheses = in_plain_letters(goal, given)
    return ["prove", encode(claim), [encode(h) for h in hypotheses]]


@lru_cache(maxsize=4096)
def in_plain_letters(goal: object, given: tuple = ()) -> tuple[Any, tuple[Statement, ...]]:
    """Return goal and hypotheses as a record gives them back, in letters of which no more is known than the hypotheses say."""
    claim, hypotheses = read(goal, given)
    for side in (side for s in (*statements(claim), *hypotheses) for side in (s.lhs, s.rhs)):
        if side.has(Inner, Norm, MatrixSymbol):
            raise ValueError(f"{side}: vectors are not understood among numbers")
    return plain(decode(encode(claim)), tuple(decode(encode(h)) for h in hypotheses))


def fingerprint(goal: object, given: tuple = ()) -> str:
    """Return the SHA-256 of the canonical encoding of a printed statement with its hypotheses."""
    return digest_of(encoded(goal, given))


def digest_of(encoding: list) -> str:
    """Return the SHA-256 of what `encoded` gives."""
    return hashlib.sha256(json.dumps(encoding, separators=(",", ":")).encode()).hexdigest()
