"""The Gaussian mechanism, and compositions on a lattice."""

from fractions import Fraction

import mpmath
import pytest

from boundcheck.privacy import (
    LABEL_REPLACED,
    RECORD_REPLACED,
    Composition,
    Guaranteed,
    Laplace,
    RandomizedResponse,
    epsilon_bracket,
    gaussian_delta,
    gaussian_epsilon,
    gaussian_mu,
    gaussian_multiplier,
    product,
    repeated_response,
)
from boundcheck.privacy.gaussian import LatticePair
from boundcheck.privacy.grid import both_ends
from boundcheck.privacy.pairs import Change


def delta(epsilon, mu):
    """The formula a second time, in another library and at 60 digits."""
    with mpmath.workdps(60):
        epsilon, mu = mpmath.mpf(epsilon), mpmath.mpf(mu)
        return mpmath.ncdf(mu / 2 - epsilon / mu) - mpmath.exp(epsilon) * mpmath.ncdf(-mu / 2 - epsilon / mu)


@pytest.mark.parametrize(("epsilon", "mu"), [(0, "0.01"), (1, "0.5"), (8, 1), (30, "0.7"), (100, 12), ("0.001", 3)])
def test_delta_against_mpmath(epsilon, mu):
    found = gaussian_delta(epsilon, Fraction(mu) ** 2)
    with mpmath.workdps(60):
        truth = delta(epsilon, mu)
        assert mpmath.mpf(found.low.numerator) / found.low.denominator <= truth
        assert truth <= mpmath.mpf(found.high.numerator) / found.high.denominator
    assert found.width <= 1e-14 * float(found.high)


@pytest.mark.parametrize(("level", "square"), [("1e-5", 1), ("1e-9", "0.01"), ("0.3", "1"), ("1e-6", 400)])
def test_epsilon_is_where_the_profile_meets_delta(level, square):
    found = gaussian_epsilon(level, square)
    assert gaussian_delta(found.high, square).high <= Fraction(level)
    assert found.low == 0 or gaussian_delta(found.low, square).low > Fraction(level)
    assert found.width <= 1e-11 * max(1, float(found.high))


def test_a_delta_beyond_the_total_variation_costs_nothing():
    assert gaussian_epsilon("0.5", 1).high == 0


def test_the_multiplier_undoes_epsilon():
    noise = gaussian_multiplier(2, "1e-5", steps=50)
    assert gaussian_epsilon("1e-5", 50 / noise.high**2).high <= 2
    assert gaussian_epsilon("1e-5", 50 / noise.low**2).low >= 2 - Fraction(1, 10**9)


def test_half_the_sensitivity_is_not_enough():
    full, half = gaussian_multiplier(1, "1e-5"), gaussian_multiplier(1, "1e-5", distance="0.5")
    assert abs(full.high / half.high - 2) < 1e-9
    assert gaussian_epsilon("1e-5", 1 / half.high**2).low > 2


def test_twice_the_delta_is_seen():
    assert gaussian_epsilon("1e-5", 1).low > gaussian_epsilon("2e-5", 1).high


def test_steps_compose_by_the_square_root():
    assert abs(gaussian_multiplier(1, "1e-5", steps=100).high / gaussian_multiplier(1, "1e-5").high - 10) < 1e-9
    mu = gaussian_mu(1, "1e-5")
    assert gaussian_delta(1, mu.low**2).high <= Fraction("1.0000001e-5")


@pytest.mark.parametrize("bad", [0, 1, -1, "nan", float("nan"), float("inf"), None, "x"])
def test_a_bad_delta_is_one_line(bad):
    with pytest.raises(ValueError, match=r"^delta: must be a number > 0 and < 1, got [^\n]*$"):
        gaussian_epsilon(bad, 1)


# Compositions whose losses are multiples of one number: exact, against binomials, products and the grid.

WAY = Change.REPLACED


def promised(*level):
    return Guaranteed(*level, under=WAY)


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
        (latticed((promised("0.2", "1e-3"), 3)), product([promised("0.2", "1e-3").pair(WAY)] * 3)),
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
    found = epsilon_bracket(Composition(((RandomizedResponse("0.1"), 200),)), "1e-6", LABEL_REPLACED)
    assert low <= found.low <= found.high <= high
    assert found.relative_width < 1e-6
    assert found.replay()


@pytest.mark.parametrize(
    "steps",
    [
        [(RandomizedResponse("0.01"), 2)],
        [(RandomizedResponse("0.01", 4), 3000)],
        [(promised("0.1", "1e-9"), 999)],
        [(RandomizedResponse("0.1"), 3), (RandomizedResponse("0.33", 5), 3)],
        [(Laplace(10, {WAY: 1}), 10)],
        [(Laplace(2, {WAY: 1}), 10)],
        [(RandomizedResponse("0.05"), 10), (Laplace(20, {WAY: 1}), 10)],
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
        epsilon_bracket(Composition(((promised("0.01", "1e-8"), 1000),)), "1e-6", RECORD_REPLACED)
    with pytest.raises(ArithmeticError, match="no epsilon below 1,000,000 is guaranteed"):
        epsilon_bracket(promised("0.01", "1e-5"), "1e-6", RECORD_REPLACED)


def test_a_promise_on_the_lattice_refutes_nothing():
    assert not epsilon_bracket(Composition(((promised("0.1"), 3),)), "1e-6", RECORD_REPLACED).attained
    assert epsilon_bracket(Composition(((RandomizedResponse("0.1"), 3),)), "1e-6", RECORD_REPLACED).attained


def test_epsilon_zero_says_nothing():
    found = epsilon_bracket(Composition(((RandomizedResponse(0), 5),)), "1e-6", RECORD_REPLACED)
    assert found.high == 0
