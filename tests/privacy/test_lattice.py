"""Compositions whose losses are multiples of one number: exact, against binomials, products and the grid."""

from fractions import Fraction

import pytest

from boundcheck.privacy import (
    RECORD_REPLACED,
    USER_LABELS_REPLACED,
    Composition,
    Guaranteed,
    Laplace,
    RandomizedResponse,
    epsilon_bracket,
    product,
    repeated_response,
)
from boundcheck.privacy.adjacency import Change
from boundcheck.privacy.gridded import both_ends
from boundcheck.privacy.lattice import LatticePair

WAY = Change.REPLACED


def latticed(*steps):
    ((pair, times),) = Composition(steps).pairs(WAY)
    assert isinstance(pair, LatticePair)
    assert times == 1
    return pair


@pytest.mark.parametrize("epsilon", ["0", "0.13", "0.5", "0.99", "1"])
def test_the_profile_against_binomials_and_products(epsilon):
    level = Fraction(epsilon)
    response = RandomizedResponse("0.1")
    cases = [
        (latticed((response, 10)), repeated_response(response.pair(WAY), 10)),
        (
            latticed((response, 2), (RandomizedResponse("0.25", 3), 2)),
            product([response.pair(WAY)] * 2 + [RandomizedResponse("0.25", 3).pair(WAY)] * 2),
        ),
        (latticed((Guaranteed("0.2", "1e-3"), 3)), product([Guaranteed("0.2", "1e-3").pair(WAY)] * 3)),
    ]
    for lattice, direct in cases:
        one, other = lattice.delta(level), direct.delta(level)
        assert one.low <= other.high
        assert other.low <= one.high
        assert one.width < 1e-40


def test_the_grid_agrees():
    """The same responses on the grid, which knows no lattice."""
    pair = RandomizedResponse("0.1").pair(WAY)
    low, high, *_ = both_ends(((pair, 200),), Fraction(1, 10**6), "deep", 0.02)
    found = epsilon_bracket(Composition(((RandomizedResponse("0.1"), 200),)), "1e-6", USER_LABELS_REPLACED)
    assert low <= found.low <= found.high <= high
    assert found.relative_width < 1e-6
    assert found.replay()


@pytest.mark.parametrize(
    "steps",
    [
        [(RandomizedResponse("0.01"), 2)],
        [(RandomizedResponse("0.01", 4), 3000)],
        [(Guaranteed("0.1", "1e-9"), 999)],
        [(RandomizedResponse("0.1"), 3), (RandomizedResponse("0.33", 5), 3)],
        [(Laplace(10), 10)],
        [(Laplace(2), 10)],
        [(RandomizedResponse("0.05"), 10), (Laplace(20), 10)],
    ],
)
def test_few_and_many_steps_are_narrow(steps):
    """Some of these reach the largest loss there is, where an exponential tilt leaves a single atom."""
    found = epsilon_bracket(Composition(tuple(steps)), "1e-6", RECORD_REPLACED)
    assert 0 < found.low <= found.high <= 1.01 * found.low
    assert found.replay()
    most = sum(t * float(getattr(m, "epsilon", 0) or 1 / m.scale) for m, t in steps)
    assert found.low <= most


def test_what_fails_more_often_than_delta_has_no_epsilon():
    with pytest.raises(ArithmeticError, match="no epsilon below 1,000,000 is guaranteed"):
        epsilon_bracket(Composition(((Guaranteed("0.01", "1e-8"), 1000),)), "1e-6", RECORD_REPLACED)
    with pytest.raises(ArithmeticError, match="no epsilon below 1,000,000 is guaranteed"):
        epsilon_bracket(Guaranteed("0.01", "1e-5"), "1e-6", RECORD_REPLACED)


def test_a_promise_on_the_lattice_refutes_nothing():
    assert not epsilon_bracket(Composition(((Guaranteed("0.1"), 3),)), "1e-6", RECORD_REPLACED).attained
    assert epsilon_bracket(Composition(((RandomizedResponse("0.1"), 3),)), "1e-6", RECORD_REPLACED).attained


def test_epsilon_zero_says_nothing():
    found = epsilon_bracket(Composition(((RandomizedResponse(0), 5),)), "1e-6", RECORD_REPLACED)
    assert found.high == 0
