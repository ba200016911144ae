from fractions import Fraction

import mpmath
import pytest

from boundcheck.privacy import gaussian_delta, gaussian_epsilon, gaussian_mu, gaussian_multiplier


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
