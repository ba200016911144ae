from fractions import Fraction

import numpy as np
import pytest
from flint import ctx

from boundcheck.privacy import AboveThreshold, selection_law, selection_pair
from boundcheck.privacy.finite_laws import HALTS, PASSES, FinitePair

HALF = Fraction(1, 2)


def numeric(mechanism, answers, queries):
    """The integral over the noisy threshold, by the trapezoid rule on a fine grid."""
    b, c, middle = float(mechanism.threshold_scale), float(mechanism.query_scale), float(mechanism.threshold)
    u = np.linspace(middle - 60 * b, middle + 60 * b, 2_000_001)
    density = np.exp(-np.abs(u - middle) / b) / (2 * b)
    for passes, query in zip(answers, queries, strict=True):
        z = (u - float(query)) / c
        above = np.where(z >= 0, np.exp(-np.abs(z)) / 2, 1 - np.exp(-np.abs(z)) / 2)
        density = density * (above if passes else 1 - above)
    return float(np.sum(density[1:] + density[:-1]) * (u[1] - u[0]) / 2)


@pytest.mark.parametrize("scales", [(2, 4), (1, 1), ("1.5", "0.5")])
def test_probabilities_against_quadrature(scales):
    mechanism = AboveThreshold(3, *scales)
    queries = [4, "3.5", 3, "0.5", 7]
    values = [float(Fraction(q)) for q in queries]
    for answers in ([PASSES] * 5, [PASSES, HALTS, PASSES, PASSES, HALTS], [HALTS] * 5):
        assert float(mechanism.probability(answers, queries)) == pytest.approx(
            numeric(mechanism, answers, values), abs=1e-9
        )


def test_the_law_sums_to_one():
    law = AboveThreshold(3, 2, 4).law([4, "3.5", 1, 6, 6, 6])
    with ctx.workprec(192):
        total = sum(law[1:], law[0])
    assert total.contains(1)
    assert float(total.rad()) < 1e-30


def test_the_textbook_epsilon_holds_on_all_corners_and_a_smaller_noise_breaks_it():
    """Queries that each move by one, up or down; epsilon = 1/2 + 2/4 = 1 for scales (2, 4)."""
    base = [Fraction(3), Fraction(2), Fraction(4)]
    right, halved = AboveThreshold(3, 2, 4), AboveThreshold(3, 1, 2)
    assert right.guaranteed() == 1
    worst, broken = 0.0, 0.0
    for moves in range(8):
        other = [q + (1 if moves >> t & 1 else -1) for t, q in enumerate(base)]
        worst = max(worst, right.pair(base, other).pure_epsilon[1])
        broken = max(broken, halved.pair(base, other).pure_epsilon[0])
    assert worst <= 1
    assert broken > 1


def test_going_on_with_the_same_noisy_threshold_costs_more_with_each_halt():
    """The fault of not drawing the threshold's noise again: no epsilon serves for long strings of answers."""
    mechanism, length = AboveThreshold(0, 2, 4), 12
    answers = [PASSES, HALTS] * (length // 2)
    queries, others = [Fraction(0), Fraction(1)] * (length // 2), [Fraction(1), Fraction(0)] * (length // 2)
    told = (mechanism.probability(answers, others) / mechanism.probability(answers, queries)).log()
    assert float(told) > 2 * mechanism.guaranteed()
    single = mechanism.pair(queries, others).pure_epsilon
    assert single[1] <= mechanism.guaranteed()


def test_monotone_queries_cost_less():
    mechanism = AboveThreshold(3, 2, 4)
    base = [Fraction(3), Fraction(5), Fraction(2)]
    up = mechanism.pair(base, [q + 1 for q in base]).pure_epsilon
    assert up[1] <= mechanism.guaranteed(monotone=True) == Fraction(3, 4)


def test_selection_is_private_and_its_law_adds_up():
    law = selection_law([3, 1, "0.5"], 2)
    assert sum(law[1:], law[0]).contains(1)
    low, high = selection_pair([3, 1, 1], [2, 2, 0], 2).pure_epsilon
    assert 1 < low <= high <= 2
    assert selection_pair([3, 0, 1], [0, 3, 1], 2).pure_epsilon[0] > 2, "scores that move by 3"


def test_a_finite_pair_has_its_exact_profile():
    pair = FinitePair((HALF, HALF, Fraction(0)), (Fraction(1, 4), HALF, Fraction(1, 4)))
    assert pair.delta(Fraction(0)).low <= Fraction(1, 4) <= pair.delta(Fraction(0)).high
    assert pair.pure_epsilon == (float("inf"), float("inf"))
    with pytest.raises(ValueError, match="sums to 3/4"):
        FinitePair((HALF, Fraction(1, 4)), (HALF, HALF))
