"""Factors and summands without a common letter: the parts add up to the claim, and nothing rests on the guess."""

import pytest
from sympy import Rational, exp, expand, simplify, symbols

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.prove.kernel.sequent import Atom, Sequent
from boundcheck.prove.search import by_separation
from boundcheck.prove.search.portfolio import Search
from boundcheck.symbolic import Statement

a, b, c, x, y, z = symbols("a b c x y z", real=True)
ABOVE = tuple(Atom(letter, ">") for letter in (a, b, c, x, y, z))
MEANS = (x**3 + y**3 + z**3) * (a**2 + b**2) - 6 * x * y * z * a * b
NESBITT = (a / (b + c) + b / (a + c) + c / (a + b)) * (x / (y + z) + y / (x + z) + z / (x + y))


@pytest.mark.parametrize("expr", [MEANS, NESBITT - Rational(9, 4), a**2 + b**2 - 2 * a * b + x**4 - 4 * x + 3], ids=str)
def test_the_parts_add_up(expr):
    found = list(by_separation.separations(Sequent(ABOVE, Atom(expr, ">="))))
    assert found
    for parts in found:
        assert simplify(sum(parts) - expr) == 0


def test_the_constant_is_shared_out():
    expr = x**2 + y**2 - 2 * x * y + a**4 - 4 * a + 3
    (parts,) = by_separation.separations(Sequent((), Atom(expr, ">=")))
    assert {expand(part) for part in parts} == {expand((x - y) ** 2), a**4 - 4 * a + 3}


@pytest.mark.parametrize(
    "expr",
    [x * y + y * z - 1, x**2 - 2 * x, (x + y) * (y + z) - 4 * y, (a + b) * (x + y) - (a + x) * (b + y)],
    ids=str,
)
def test_what_hangs_together_is_left_alone(expr):
    assert not list(by_separation.separations(Sequent(ABOVE, Atom(expr, ">="))))


def test_a_strict_claim_takes_a_strict_part():
    strict = (x + 1 / x) * (y + 1 / y) * (exp(z) - z) > 3
    positive = (x > 0, y > 0)
    found = prove(strict, positive)
    assert isinstance(found, Proved)
    assert replay(found.certificate, strict, positive).ok
    assert isinstance(prove((x + 1 / x) * (y + 1 / y) * (exp(z) - z) > 4, positive), Refuted)


def test_factors_that_may_be_negative_prove_nothing(monkeypatch):
    # x^2 >= 2x - 1 for each of them, and still 1 < 9 at (-1, -1, 1)
    goal = Atom(x**2 * y**2 * z**2 - (2 * x - 1) * (2 * y - 1) * (2 * z - 1), ">=")
    assert Search(Sequent((), goal), 1).run() is None
    monkeypatch.setattr(by_separation, "_least", lambda *_: Rational(7))  # a wrong guess costs the proof, no more
    assert Search(Sequent(ABOVE, Atom(MEANS + 1 - 1000 * a, ">=")), 0.5).run() is None


def test_a_proof_by_separation_replays():
    goal, given = Statement(NESBITT, ">=", Rational(9, 4)), tuple(letter > 0 for letter in (a, b, c, x, y, z))
    found = prove(goal, given)
    assert isinstance(found, Proved)
    assert "addends" in found.engine
    assert replay(found.certificate, goal, given).ok
    assert not replay(found.certificate, Statement(NESBITT, ">=", Rational(5, 2)), given).ok
