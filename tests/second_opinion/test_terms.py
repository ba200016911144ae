"""The reader of encoded statements: text for Coq, floats, and what it refuses."""

from fractions import Fraction

import pytest

from boundcheck.second_opinion.coq import NotUnderstood, coq, holds, letters, statement, value

X, Y = ["s", "x"], ["s", "y"]
NAMES = {"x": "v0", "y": "v1"}


def q(number):
    """Return an encoded rational."""
    return ["q", number]


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (["+", X, q("-1/2")], "(v0 + (- (1 / 2)))"),
        (["*", X, ["^", Y, q("-1")]], "(v0 * (/ v1))"),
        (["^", X, q("-2")], "(/ (v0 ^ 2))"),
        (["^", X, q("3/2")], "((sqrt v0) ^ 3)"),
        (["^", X, Y], "(exp (v1 * ln v0))"),
        (["log", ["exp", X]], "(ln (exp v0))"),
        (["max", X, Y], "(Rmax v0 v1)"),
        (["<=", X, ["pi"]], "v0 <= PI"),
        (["sigmoid", X], "(/ (1 + exp (- v0)))"),
    ],
)
def test_coq_text(term, expected):
    assert coq(term, NAMES) == expected


def test_hypotheses_and_assumptions_are_read():
    claim, given = statement(["<=", ["s", "x", "real", "positive"], Y, [">", Y, q("1")]])
    assert claim[0] == "<="
    assert [">", ["s", "x"], q("0")] in given
    assert letters([claim, *given]) == ["x", "y"]


@pytest.mark.parametrize(
    "encoded",
    [
        ["and", ["<=", X, Y]],
        ["<=", ["s", "n", "real", "integer"], Y],
        ["<=", X, Y, ["and", [">", X, Y], [">", Y, X]]],
    ],
)
def test_what_is_not_understood(encoded):
    with pytest.raises(NotUnderstood):
        statement(encoded)


def test_sums_have_no_translation():
    with pytest.raises(NotUnderstood):
        coq(["sum", X, ["s", "t"], q("1"), q("3")], NAMES)
    with pytest.raises(NotUnderstood):
        value(["sum", X, ["s", "t"], q("1"), q("3")], {"x": Fraction(1), "t": Fraction(1)})


def test_values_in_floats():
    at = {"x": Fraction(1, 2), "y": Fraction(3)}
    assert value(["+", X, ["*", Y, q("2")]], at) == 6.5
    assert value(["^", Y, q("-1")], at) == pytest.approx(1 / 3)
    assert holds(["<", X, Y], at)
    assert not holds([">=", X, Y], at)
    with pytest.raises(ValueError, match="root"):
        value(["^", ["*", q("-1"), X], q("1/2")], at)
