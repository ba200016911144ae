from fractions import Fraction

import numpy as np
import pytest

from boundcheck.privacy.compose import composed, profile
from boundcheck.privacy.finite_laws import FinitePair, repeated_response
from boundcheck.privacy.pairs import (
    GaussianPair,
    LaplacePair,
    StepLaw,
    bin_edges,
    finite_down,
    finite_up,
    rounded_down,
    rounded_up,
)

PAIRS = [
    GaussianPair(Fraction(1), Fraction(1), 1, 0),
    GaussianPair(Fraction(1), Fraction(1, 20), 1, 0),
    GaussianPair(Fraction(1, 2), Fraction(1, 10), 0, 1),
    GaussianPair(Fraction(2), Fraction(1, 5), 1, 1),
    LaplacePair(Fraction(3, 2)),
]


def grid(pair, h):
    low, high = pair.middle(1e-12)
    least, most = pair.loss(np.array([low, high]))
    return range(int(np.floor(least / h)), int(np.ceil(most / h)) + 1), low, high


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(("h", "gap"), [(2.0**-3, 1), (2.0**-6, 1), (2.0**-6, 5)])
def test_the_profile_lies_between_its_roundings(pair, h, gap):
    places, low, high = grid(pair, h)
    places = places[::gap] if places[-1] in places[::gap] else (*places[::gap], places[-1])
    edges, shift = bin_edges(pair, h, places, low, high)
    up = composed([(rounded_up(pair, h, places), 1)], h, 1.0, up=True)
    down = composed([(rounded_down(pair, h, edges, 1.0, shift), 1)], h, 1.0, up=False)
    for epsilon in (0.0, 0.1, 0.5, 1.0):
        truth = float(profile(pair, Fraction(epsilon)))
        assert down.delta_at_least(epsilon) <= truth * (1 + 1e-12) <= up.delta_at_most(epsilon) * (1 + 2e-12)
        assert up.delta_at_most(epsilon) - down.delta_at_least(epsilon) < gap * h


def test_rounding_the_wrong_way_is_seen():
    pair, h = PAIRS[1], 2.0**-3
    right = rounded_up(pair, h, grid(pair, h)[0])
    wrong = StepLaw(right.start - 1, right.masses)
    assert composed([(wrong, 1)], h, 1.0, up=True).delta_at_most(0.5) < float(profile(pair, Fraction(1, 2)))


@pytest.mark.parametrize("tilt", [0.0, 1.0, 8.0])
@pytest.mark.parametrize("times", [1, 7, 40])
def test_composition_against_sums_in_fractions(tilt, times):
    masses, h = [Fraction(1, 8), Fraction(3, 8), Fraction(1, 4), Fraction(1, 4)], 0.25
    law = [Fraction(1)]
    for _ in range(times):
        longer = [Fraction(0)] * (len(law) + 3)
        for i, a in enumerate(law):
            for j, b in enumerate(masses):
                longer[i + j] += a * b
        law = longer
    step = StepLaw(-2, np.array([float(m) for m in masses]))
    for epsilon in (0.0, 0.6, 0.2 * times):
        truth = sum(
            float(m) * -np.expm1(epsilon - loss) for i, m in enumerate(law) if (loss := h * (i - 2 * times)) > epsilon
        )
        above = composed([(step, times)], h, tilt, up=True).delta_at_most(epsilon)
        below = composed([(step, times)], h, tilt, up=False).delta_at_least(epsilon)
        assert below <= truth * (1 + 1e-13) <= above * (1 + 2e-13)
        if tilt == 1.0:
            assert above - below <= 1e-9 * max(truth, 1e-3)


def test_below_its_window_a_law_knows_no_more_than_that_delta_is_at_most_one():
    """A tilt far beyond the bulk: the window lies above it, and what lies between is not forgotten."""
    step = StepLaw(-1, np.array([0.5, 0.5]))  # losses -1/4 and 0, and at last a rare 5
    rare = StepLaw(-1, np.append(step.masses * (1 - 1e-6), np.append(np.zeros(19), 1e-6)))
    law = composed([(rare, 1000)], 0.25, 12.0, up=True)
    assert law.losses[0] > 100
    assert law.delta_at_most(0.0) == 1.0
    assert law.delta_at_least(0.0) < 1e-6


def test_a_repeated_response_against_its_binomial_law():
    pair = FinitePair((Fraction(3, 5), Fraction(2, 5)), (Fraction(2, 5), Fraction(3, 5)))
    exact = repeated_response(pair, 30)
    h = 2.0**-10
    up = composed([(finite_up(pair, h), 30)], h, 2.0, up=True)
    down = composed([(finite_down(pair, h, 2.0), 30)], h, 2.0, up=False)
    for epsilon in (0.0, 1.0, 3.0):
        truth = float(exact.delta(Fraction(epsilon)).high)
        assert down.delta_at_least(epsilon) <= truth <= up.delta_at_most(epsilon)
        assert up.delta_at_most(epsilon) - down.delta_at_least(epsilon) < 0.02


def test_no_other_contributions_are_told_apart_better_than_the_dominating_pair():
    """Mixtures with contributions v and v' of norm at most 1, on a grid in the plane of half-planes and in one dimension."""
    rng = np.random.default_rng(3)
    q, sigma = 0.2, 0.8
    pair = GaussianPair(Fraction(16, 25), Fraction(1, 5), 1, 1)
    axis = np.linspace(-6, 6, 241)
    x, y = np.meshgrid(axis, axis)
    cell = (axis[1] - axis[0]) ** 2

    def density(v):
        return np.exp(-((x - v[0]) ** 2 + (y - v[1]) ** 2) / (2 * sigma**2)) / (2 * np.pi * sigma**2) * cell

    for _ in range(40):
        angles, norms = rng.uniform(0, 2 * np.pi, 2), np.sqrt(rng.uniform(0, 1, 2))
        v, w = ((r * np.cos(a), r * np.sin(a)) for a, r in zip(angles, norms, strict=True))
        for epsilon in (-0.5, 0.0, 0.4, 1.0):
            p, s = ((1 - q) * density((0, 0)) + q * density(z) for z in (v, w))
            told = np.maximum(p - np.exp(epsilon) * s, 0).sum()
            assert told <= float(profile(pair, Fraction(epsilon))) + 1e-6
