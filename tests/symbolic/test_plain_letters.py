"""Letters are plain reals or integers: what a symbol assumes besides is a hypothesis in sight, or refused."""

import pytest
from sympy import IndexedBase, Integer, Mul, Pow, Rational, Sum, Symbol, log, sqrt, symbols

from boundcheck.symbolic import Statement, encode, fingerprint
from boundcheck.symbolic.encode import encoded, in_plain_letters
from boundcheck.symbolic.plain_letters import put

x, y = symbols("x y", real=True)
i, n = symbols("i n", integer=True)
term = IndexedBase("x")


@pytest.mark.parametrize(
    ("word", "relation"),
    [("positive", ">"), ("negative", "<"), ("nonnegative", ">="), ("nonpositive", "<="), ("nonzero", "!=")],
)
def test_what_a_symbol_assumes_stands_among_the_hypotheses(word, relation):
    letter = Symbol("x", **{word: True})
    assert encoded(Statement(letter, "<=", 1)) == encoded(Statement(x, "<=", 1), (Statement(x, relation, 0),))
    assert fingerprint(Statement(letter, "<=", 1)) != fingerprint(Statement(x, "<=", 1))


def test_the_index_of_a_sum_has_no_assumptions():
    for words in ({}, {"real": True}, {"positive": True}, {"integer": True, "positive": True}, {"nonzero": True}):
        index = Symbol("i", **words)
        goal, given = in_plain_letters(Statement(Sum(index, (index, 0, n)), "<=", n), (term[index] >= 0,))
        assert (goal, given) == (Statement(Sum(i, (i, 0, n)), "<=", n), (Statement(term[i], ">=", 0),))


def test_one_letter_of_two_declarations_is_both():
    goal, given = in_plain_letters(Statement(Symbol("n", real=True), "<=", Symbol("n", integer=True) ** 2))
    assert goal == Statement(n, "<=", n**2)
    assert given == ()
    _, given = in_plain_letters(Statement(Symbol("n", positive=True), "<=", n))
    assert given == (Statement(n, ">", 0),)


@pytest.mark.parametrize(
    "letter",
    [
        Symbol("z", complex=True),
        Symbol("z", hermitian=True),
        Symbol("z", extended_real=True),
        Symbol("z", real=False),
        Symbol("z", finite=False),
        Symbol("z", complex=False),
        Symbol("z", commutative=False),
        Symbol("z", even=True),
        Symbol("x[i]"),
        Symbol("x[i]", real=True),
    ],
    ids=str,
)
def test_what_is_no_real_letter_is_refused_in_one_line(letter):
    for thing in (lambda: encode(letter), lambda: fingerprint(Statement(letter, "<=", term[i]))):
        with pytest.raises(ValueError, match="symbol") as wrong:
            thing()
        assert "\n" not in str(wrong.value)
        assert letter.name in str(wrong.value)


def test_a_real_letter_that_says_it_is_complex_too_is_one():
    assert encode(Symbol("x", real=True, complex=True)) == ["s", "x", "real"]
    assert encode(x) == ["s", "x", "real"]


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (Statement(Sum(term[i], (i, 1, n)), "<=", n * term[i]), ()),  # one term of the goal, not every one
        (Statement(Sum(i, (i, 1, 3)), "<=", 2 * i), ()),
        (Statement(Sum(term[i], (i, 1, n)), "<=", n), (i >= 1,)),
        (Statement(Sum(i, (i, 1, i)), "<=", n), ()),
    ],
)
def test_the_index_of_a_sum_is_no_letter_beside_it(goal, given):
    with pytest.raises(ValueError, match="the index of a sum"):
        fingerprint(goal, given)


def test_nothing_is_simplified_where_a_letter_is_replaced():
    root = Pow(sqrt(x), 2, evaluate=False)
    assert put(root, {x: y}) == Pow(sqrt(y), 2, evaluate=False) != y
    power = Pow(log(i), 0, evaluate=False)
    assert put(power, {i: Integer(0)}).args[0].args == (0,)
    assert put(Mul(x, 1 / y, evaluate=False), {x: y}) != 1
    assert put(1 / i, {i: Integer(0)}).args == (0, -1)
    renamed = put(x - y + 1, {y: x})
    assert renamed != 1
    assert renamed.doit() == 1
    # arithmetic that has a value whatever its letters are
    assert put(x - y + 1, {y: 2 * x}) == 1 - x
    assert put(i / 2, {i: Integer(3)}) == Rational(3, 2)


def test_an_index_is_bound():
    total = Sum(i * n, (i, 1, n))
    assert put(total, {i: Integer(5)}) == total
    assert put(total, {n: Integer(2)}) == Sum(2 * i, (i, 1, 2))
    with pytest.raises(ValueError, match="rename"):
        put(total, {n: i + 1})
