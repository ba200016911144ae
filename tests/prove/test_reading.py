"""Hypotheses that define a symbol."""

import json

from sympy import Eq, Symbol, exp, log, symbols

from boundcheck.prove import NotDefined, Proved, Refuted, Unknown, prove, replay
from boundcheck.symbolic import Statement, sigmoid

c, eps, x, y, z = symbols("c epsilon x y z")
debias = Eq(c, (exp(eps) + 1) / (exp(eps) - 1))


def test_a_named_constant():
    answer = prove(c >= 1, (debias, eps > 0))
    assert isinstance(answer, Proved)
    assert replay(json.loads(json.dumps(answer.certificate)), c >= 1, (debias, eps > 0)).ok
    found = prove(c <= 2, (debias, eps > 0))
    assert isinstance(found, Refuted)
    assert set(found.witness) == {"epsilon"}
    assert replay(found.certificate, c <= 2, (debias, eps > 0)).ok


def test_the_definition_is_defined_where_it_is_used():
    # e^eps - 1 is not 0 wherever the hypothesis holds, so the denominator needs no hypothesis of its own
    assert isinstance(prove(Statement(c * (exp(eps) - 1), "==", exp(eps) + 1), (debias,)), Proved)
    assert isinstance(prove(Statement(1 / (exp(eps) - 1), "==", (c - 1) / 2), (debias,)), Proved)
    # but a logarithm of it does
    assert isinstance(prove(Statement(log(c), "<=", c - 1), (debias,)), NotDefined)
    assert isinstance(prove(Statement(log(c), "<=", c - 1), (debias, eps > 0)), Proved)


def test_assumptions_of_the_name_hold_for_its_value():
    positive = Symbol("c", positive=True)
    assert isinstance(prove(x > 0, (Eq(positive, x),)), Proved)
    assert isinstance(prove(x > 0, (Eq(c, x),)), Refuted)


def test_definitions_of_definitions():
    given = (Eq(x, sigmoid(z)), Eq(y, x * (1 - x)))

    assert isinstance(prove(4 * y <= 1, given), Proved)
    assert isinstance(prove(5 * y <= 1, given), Refuted)


def test_a_symbol_that_defines_itself_is_none():
    assert isinstance(prove(Statement(x, "==", 0), (Statement(x, "==", 2 * x),)), Proved)
    assert isinstance(prove(Statement(1, "==", 0), (Statement(x, "==", x + 1),)), Unknown)
