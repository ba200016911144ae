"""Expressions that a record holds as text are read as arithmetic, or not at all."""

import pytest

from boundcheck.report.text.expression import expression, value
from boundcheck.report.text.formula import settable


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("10000*C**4", "10^(4) C^(4)"),
        ("4294967296*C**32", "2^(32) C^(32)"),
        ("123456*C", "\"123,456\" C"),
        ("10000**2*C", "(10^(4))^(2) C"),
        ("exp(-1/(400*C**2))", "e^(-1\\/(400 C^(2)))"),
        ("exp(-(a + b)/2)", "e^(-(a + b)\\/2)"),
        ("-a*b**-c", "-a b^(-c)"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a + b)*3*c", "(a + b) dot 3 c"),
        ("(-a)**2", "(-a)^(2)"),
        ("sqrt(log(1/delta))", "sqrt(ln(1 \\/ delta))"),
        ("Abs(C)/2", "abs(C) \\/ 2"),
        ("radius", "B'"),
    ],
)
def test_arithmetic_is_set(text, source):
    made = expression(text, {"radius": "B'"})
    assert made["typst"] == source
    assert made["alt"] == text
    assert settable([made]) == []


@pytest.mark.parametrize(
    "text",
    ["0.5", "1/2", "inf", "undefined", "(1, 0)", "f(x)", "a.b", "lambda x: x", "__import__('os')", "log()", "a +",
     "'a'", "(" * 150 + ")" * 150, "x" * 5000, "", "a if b else c", "a\x00b", "log(x, y=1)", "True"],
)  # fmt: skip
def test_anything_else_is_no_expression(text):
    assert expression(text, {}) is None


def test_a_value_is_a_number_an_expression_or_a_word():
    assert value("0.0100000000000", {}) == "0.01"
    assert value("2*C", {})["typst"] == "2 C"
    assert value("undefined", {}) == "undefined"
