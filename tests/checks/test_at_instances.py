"""A proved line and the instances of a family: it settles the statement only where its letters tie the two."""

import pytest
from sympy import Eq, Ge, Gt, IndexedBase, Le, Sum, Symbol, symbols

from boundcheck.checks.settling import broken, implied
from boundcheck.claims import Inequality, InstanceInequality

d, x, y, z = symbols("d x y z", real=True)
j, a, b = Symbol("j", integer=True), IndexedBase("a", real=True), IndexedBase("b", real=True)


def pair(vector):
    return {"a": vector[:2], "b": vector[2:]}


def product(case):
    return case["a"] @ case["b"]


def means(case):
    return (case["a"] @ case["a"] + case["b"] @ case["b"]) / 2


def square_of_product(case):
    return product(case) ** 2


def square_of_means(case):
    return means(case) ** 2


def coordinates(case):
    return {"d": 2, "a": case["a"], "b": case["b"]}


def absolute(case):
    sign = 1 if product(case) >= 0 else -1
    return {"d": 2, "a": sign * case["a"], "b": case["b"]}


def sides(case):
    return {"x": product(case), "y": means(case), "z": (product(case) + means(case)) / 2}


YOUNG = Inequality(Sum(a[j] * b[j], (j, 1, d)), Sum((a[j] ** 2 + b[j] ** 2) / 2, (j, 1, d)), (Ge(d, 1),))
WORDS = "inner product of two vectors of the plane against the mean of the squares"


def family(lhs=product, rhs=means, given=(), letters=coordinates):
    return InstanceInequality(WORDS, 4, pair, lhs, rhs, given, letters)


def test_a_line_in_the_coordinates_of_the_instances_does():
    assert implied(family(), YOUNG, {})
    assert implied(family(), YOUNG, {}, worst=(3.0, 1.0, 3.0, 1.0))
    assert implied(family(), Inequality(x, y, YOUNG.given), {x: YOUNG.lhs, y: YOUNG.rhs})  # in abbreviations


def test_a_line_for_the_roots_does_where_its_sides_are_not_negative():
    squares = family(square_of_product, square_of_means, letters=absolute)
    assert implied(squares, YOUNG, {})
    assert not implied(family(square_of_product, square_of_means), YOUNG, {})  # -3 <= 1 says nothing of 9


def half_the_means(case):
    return means(case) / 2


@pytest.mark.parametrize(
    ("inequality", "line"),
    [
        (family(letters=None), YOUNG),
        (family(letters=None), Inequality(x, x + 1)),
        (family(), Inequality(x, x + 1)),  # a letter that has no number
        (family(letters=sides), Inequality(x, x + 1)),  # the right side of another statement
        (family(letters=sides), Inequality(y - 1, y)),  # the left side of another statement
        (family(), Inequality(YOUNG.lhs, YOUNG.rhs, (Ge(d, 3),))),  # of other instances
        (family(), Inequality(YOUNG.lhs, YOUNG.rhs, (Ge(a[j], 0),))),
        (family(), Inequality(YOUNG.lhs, YOUNG.rhs, (Gt(z, 0),))),
        (family(rhs=half_the_means), YOUNG),
        (family(lhs=means, rhs=means), YOUNG),
    ],
    ids=["no letters", "no letters, unrelated", "unrelated", "too much", "too little", "a condition that is broken", "in a row",
         "a condition without a number", "a stronger statement", "another left side"],
)  # fmt: skip
def test_nothing_else_does(inequality, line):
    assert not implied(inequality, line, {})


def test_the_statement_itself_is_no_hypothesis():
    assert not implied(family(letters=sides, given=(Le(x, y),)), Inequality(x, y, (Le(x, y),)), {})
    assert not implied(family(letters=sides, given=(Le(0, y - x),)), Inequality(x, y, (Le(0, y - x),)), {})
    assert not implied(family(letters=sides, given=(Eq(x, 2 * z - y),)), Inequality(x, y, (Le(0, y - x),)), {})


def test_conditions_are_read_in_every_place_of_a_row():
    vectors = ((1.0, 2.0, 0.0, 3.0), (1.0, 2.0, 0.0, -3.0))
    told = family(given=(Ge(b[j], 0), Le(Sum(a[j], (j, 1, d)), 3), Eq(d, 2)))
    assert broken(told, vectors[:1], {}) == []
    assert broken(told, vectors, {}) == [Ge(b[j], 0)]
