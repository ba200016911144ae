"""Encoded statements as Coq text and as floats: a reader of its own, over the nodes that records contain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

RELATIONS = {"<=": "<=", "<": "<", ">=": ">=", ">": ">", "==": "=", "!=": "<>"}
_SIGNS = (("positive", ">"), ("nonnegative", ">="), ("negative", "<"), ("nonpositive", "<="), ("nonzero", "!="))
Term = list[Any]


class NotUnderstood(ValueError):
    """A node that has no translation here; there is no opinion then."""


def statement(encoded: Term) -> tuple[Term, list[Term]]:
    """Return the claim and the hypotheses of an encoded relation, assumptions of its letters among them."""
    if not encoded or encoded[0] not in RELATIONS:
        raise NotUnderstood("one relation is understood")
    claim, given = encoded[:3], [list(h) for h in encoded[3:]]
    for h in given:
        if h[0] not in RELATIONS or len(h) != 3:
            raise NotUnderstood("a hypothesis is no plain relation")
    for node in {str(n): n for part in (claim, *given) for n in nodes(part) if n[0] == "s"}.values():
        if "integer" in node[2:]:
            raise NotUnderstood(f"{node[1]} is an integer")
        given += [[relation, node[:2], ["q", "0"]] for word, relation in _SIGNS if word in node[2:]]
    return claim, given


def nodes(term: Term) -> Iterator[Term]:
    """Yield the nodes of a term, inner ones first."""
    if term[0] not in ("q", "s"):
        for part in term[1:]:
            yield from nodes(part)
    yield term


def letters(terms: list[Term]) -> list[str]:
    """Return the names of letters, sorted."""
    return sorted({n[1] for term in terms for n in nodes(term) if n[0] == "s"})


def coq(term: Term, names: Mapping[str, str]) -> str:
    """Return a term, or a relation between terms, in Coq's syntax over the reals."""
    head, rest = term[0], term[1:]
    if head == "q":
        value = Fraction(rest[0])
        text = (
            f"{abs(value.numerator)}" if value.denominator == 1 else f"({abs(value.numerator)} / {value.denominator})"
        )
        return f"(- {text})" if value < 0 else text
    if head == "s":
        return names[rest[0]]
    if head in RELATIONS:
        return f"{coq(rest[0], names)} {RELATIONS[head]} {coq(rest[1], names)}"
    if head in ("+", "*") and rest:
        return "(" + f" {head} ".join(coq(part, names) for part in rest) + ")"
    if head == "^":
        return _power(rest[0], rest[1], names)
    if head in ("pi", "e"):
        return "PI" if head == "pi" else "(exp 1)"
    if head in ("min", "max"):
        inner = coq(rest[0], names)
        for part in rest[1:]:
            inner = f"(R{head} {inner} {coq(part, names)})"
        return inner
    if head in _FUNCTIONS and len(rest) == 1:
        return _FUNCTIONS[head].format(coq(rest[0], names))
    raise NotUnderstood(f"{head!r} has no translation")


_FUNCTIONS = {
    "exp": "(exp {0})",
    "log": "(ln {0})",
    "abs": "(Rabs {0})",
    "sigmoid": "(/ (1 + exp (- {0})))",
    "sinh": "((exp {0} - exp (- {0})) / 2)",
    "cosh": "((exp {0} + exp (- {0})) / 2)",
    "tanh": "((exp {0} - exp (- {0})) / (exp {0} + exp (- {0})))",
    "coth": "((exp {0} + exp (- {0})) / (exp {0} - exp (- {0})))",
}


def _power(base: Term, exponent: Term, names: Mapping[str, str]) -> str:
    inner = coq(base, names)
    if exponent[0] == "q":
        value = Fraction(exponent[1])
        if value.denominator == 1:
            whole = f"({inner} ^ {abs(value.numerator)})" if abs(value) != 1 else inner
            return f"(/ {whole})" if value < 0 else whole
        if value.denominator == 2:
            root = f"(sqrt {inner})"
            whole = root if abs(value.numerator) == 1 else f"({root} ^ {abs(value.numerator)})"
            return f"(/ {whole})" if value < 0 else whole
    return f"(exp ({coq(exponent, names)} * ln {inner}))"


def value(term: Term, point: Mapping[str, Fraction]) -> float:
    """Return the float value of a term at a point; a ValueError, ArithmeticError or NotUnderstood where it has none."""
    head, rest = term[0], term[1:]
    if head == "q":
        return float(Fraction(rest[0]))
    if head == "s":
        return float(point[rest[0]])
    if head in ("pi", "e"):
        return math.pi if head == "pi" else math.e
    args = [value(part, point) for part in rest]
    if head == "+":
        return math.fsum(args)
    if head == "*":
        return math.prod(args)
    if head == "^":
        if args[0] < 0 and not args[1].is_integer():
            raise ValueError("a root of a negative number")
        return float(args[0] ** args[1])
    if head in ("min", "max"):
        return min(args) if head == "min" else max(args)
    if head in _FLOATS:
        return float(_FLOATS[head](args[0]))
    raise NotUnderstood(f"{head!r} has no value here")


def holds(relation: Term, point: Mapping[str, Fraction]) -> bool:
    """Whether a relation holds in floats, with no allowance."""
    left, right = value(relation[1], point), value(relation[2], point)
    return {
        "<=": left <= right,
        "<": left < right,
        ">=": left >= right,
        ">": left > right,
        "==": left == right,
        "!=": left != right,
    }[relation[0]]


_FLOATS: dict[str, Callable[[float], float]] = {
    "exp": math.exp,
    "log": math.log,
    "abs": abs,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "coth": lambda x: 1 / math.tanh(x),
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
}
