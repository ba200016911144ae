"""Sums of squares found by linear arithmetic: what is proved with them, and that nothing rests on the search."""

import pytest
from sympy import Rational, expand, symbols

from boundcheck.prove import Proved, Refuted, prove
from boundcheck.prove.kernel.sequent import Atom, Sequent
from boundcheck.prove.search import by_algebra
from boundcheck.prove.search.attempt import Goal
from boundcheck.prove.search.portfolio import Search

a, b, c, d = symbols("a b c d", real=True)
POSITIVE = tuple(Atom(letter, ">=") for letter in (a, b, c))
FOURTH = a**4 + b**4 + c**4 + d**4 - 4 * a * b * c * d
LETTERS_OF_ORDER_THREE = a**3 + b**3 + c**3 - 3 * a * b * c


@pytest.mark.parametrize(
    ("expr", "given"),
    [(FOURTH, ()), (LETTERS_OF_ORDER_THREE, POSITIVE), (a**6 + b**6 + c**6 - 3 * (a * b * c) ** 2, ())],
    ids=str,
)
def test_the_parts_add_up(expr, given):
    parts = by_algebra.written(Sequent(given, Atom(expr, ">=")))
    assert expand(sum(parts) - expr) == 0
    assert len(parts) > 1


@pytest.mark.parametrize(
    ("expr", "given"),
    [
        (FOURTH - a**4 / 100, ()),
        (LETTERS_OF_ORDER_THREE, ()),  # false where letters are negative
        (a**4 * b**2 + a**2 * b**4 + 1 - 3 * a**2 * b**2, ()),  # Motzkin's: not negative, and no sum of squares
    ],
    ids=str,
)
def test_no_parts(expr, given):
    assert by_algebra.written(Sequent(given, Atom(expr, ">="))) is None


def test_fourth_powers():
    assert isinstance(prove(a**4 + b**4 + c**4 + d**4 >= 4 * a * b * c * d), Proved)
    assert isinstance(prove(a**4 + b**4 + c**4 + d**4 >= Rational(401, 100) * a * b * c * d), Refuted)


def test_planted_weights_are_noticed(monkeypatch):
    sequent = Sequent((), Atom(FOURTH, ">="))
    assert by_algebra.by_squares(Search(sequent, 0.3), Goal(sequent, sequent), 1) is not None
    solved = by_algebra._solved
    monkeypatch.setattr(
        by_algebra, "_solved", lambda wanted, candidates: [2 * w for w in solved(wanted, candidates) or []]
    )
    assert (
        by_algebra.by_squares(Search(sequent, 0.3), Goal(sequent, sequent), 1) is None
    )  # they add up to something else
    monkeypatch.setattr(by_algebra, "written", lambda rest: [FOURTH + (a - b) ** 2, -((a - b) ** 2)])
    assert by_algebra.by_squares(Search(sequent, 0.3), Goal(sequent, sequent), 1) is None  # one part is negative
