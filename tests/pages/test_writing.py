"""Claims as pages: written, read back, and the same."""

import json

import pytest
import sympy

from boundcheck.claims import Claim, Identity, Inequality, Letter, Notation, Step
from boundcheck.loading import registry
from boundcheck.pages import Refused, read_text
from boundcheck.pages.writing import Unwritable, scalars, written
from boundcheck.symbolic import Statement
from boundcheck.symbolic.encode import digest_of, encoded
from boundcheck.symbolic.plain_letters import in_sight


def canonical(expr, depth=0):
    """An expression with the indices of its sums called by their depth."""
    if isinstance(expr, sympy.Sum | sympy.Product):
        index, low, high = expr.limits[0]
        inside = canonical(expr.function, depth + 1).xreplace({index: sympy.Symbol(f"index{depth}", integer=True)})
        return type(expr)(inside, (sympy.Symbol(f"index{depth}", integer=True), canonical(low, depth), canonical(high, depth)))
    return expr.func(*(canonical(arg, depth) for arg in expr.args), evaluate=False) if expr.args else expr


def mark(statement, called, form=lambda expr: expr):
    """The fingerprint of a statement in plain letters with other names; the order and direction of its conditions left out."""
    seen = in_sight(Statement(statement.lhs, statement.relation, statement.rhs, statement.given))
    put = {
        s: sympy.Symbol(called.get(s.name, s.name), **{"integer" if s.is_integer else "real": True})
        for s in seen.free_symbols
    }

    def plain(expr):
        return renamed(canonical(form(expr)), put)

    _, goal, given = encoded(Statement(plain(seen.lhs), seen.relation, plain(seen.rhs)), tuple(turned(h, plain) for h in seen.given))
    return digest_of(["prove", goal, sorted({json.dumps(one) for one in given})])


def renamed(expr, put):
    if expr in put:
        return put[expr]
    if isinstance(expr, sympy.Sum | sympy.Product):
        return type(expr)(renamed(expr.function, put), (expr.limits[0][0], *(renamed(e, put) for e in expr.limits[0][1:])))
    return expr.func(*(renamed(arg, put) for arg in expr.args), evaluate=False) if expr.args else expr


def turned(condition, plain):
    swap = {">=": "<=", ">": "<"}
    if isinstance(condition, sympy.And):
        return sympy.And(*condition.args, evaluate=False)
    sign = getattr(condition, "relation", None) or condition.rel_op
    left, right = plain(condition.lhs), plain(condition.rhs)
    return Statement(right, swap[sign], left) if sign in swap else Statement(left, sign, right)


def facts_of(claim):
    """Every scalar fact of a claim with its name, repairs and readings among them."""
    for name, part in claim.parts.items():
        for reading, statement in part.items() if isinstance(part, dict) or hasattr(part, "items") else [("", part)]:
            if isinstance(statement, Identity | Inequality):
                yield f"{name}@{reading}" if reading else name, statement
    for step in claim.steps:
        for where, statement in ((step.label, step.statement), (f"repair of {step.label}", getattr(step.repair, "statement", None))):
            if isinstance(statement, Identity | Inequality):
                yield where, statement


def difference(claim, statement):
    """Why a fact does not come back from a page of its own; empty where it does."""
    alone = Claim(source=claim.source, letters=claim.letters, parts={"fact": statement})
    page = written(alone)
    if page.left:
        return next(iter(page.left.values()))
    try:
        read = read_text(page.text)
    except Refused as error:
        return f"not read: {error.rule}"
    back = next(iter(read.claim.parts.values()))
    forms = {letter.latex: letter.name for letter in read.claim.letters.letters}
    called = {forms[form]: name for name, form in page.forms.items() if form in forms}
    if mark(back, called) == mark(statement, {}):
        return ""
    bare = mark(back, called, flat) == mark(statement, {}, flat)
    return "brackets inside of a product, which print nothing" if bare else "another fingerprint"


def flat(expr):
    """An expression without products inside of products."""
    args = [flat(arg) for arg in expr.args]
    if expr.is_Mul:
        args = [factor for arg in args for factor in (arg.args if arg.is_Mul else (arg,))]
    if isinstance(expr, sympy.Sum | sympy.Product | sympy.Tuple):
        return type(expr)(*args)
    return expr.func(*args, evaluate=False) if args else expr
