import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, USER_LABELS_REPLACED, Gaussian
from boundcheck.privacy.audits import (
    audit,
    audit_one_run,
    detection_probability,
    epsilon_seen,
    one_run_detection,
    one_run_p_value,
    runs_needed,
    violation_p_value,
)

ERROR = 1e-3
E = math.e


def response(epsilon):
    """Randomized response on a bit; twice the epsilon is the planted fault."""

    def mechanism(rng, bit, runs):
        return np.where(rng.random(runs) < 1 / (1 + math.exp(-epsilon)), bit, 1 - bit).astype(float)

    return mechanism


def noisy_sum(sigma, sampling):
    """One coordinate of a sampled Gaussian sum: data is the record's contribution, None where it is left out."""

    def mechanism(rng, value, runs):
        kept = rng.random(runs) < sampling
        return kept * (value or 0.0) + sigma * rng.standard_normal(runs)

    return mechanism


def audited(mechanism, pairs, epsilon, delta=0, adjacency=USER_LABELS_REPLACED, seed=1, runs=20_000):
    return audit(
        mechanism, pairs, epsilon=epsilon, delta=delta, adjacency=adjacency, rng=np.random.default_rng(seed), runs=runs,
        vectorised=True, error_probability=ERROR,
    )  # fmt: skip


# power and false alarms, as exact sums


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0])
def test_twice_the_epsilon_is_seen_at_a_stated_cost(epsilon):
    hit = 1 / (1 + math.exp(-2 * epsilon))
    runs = runs_needed(hit, 1 - hit, epsilon, 0, ERROR)
    assert detection_probability(hit, 1 - hit, runs, epsilon, 0, ERROR) >= 0.95
    assert runs < {0.5: 500, 1.0: 400, 3.0: 15_000}[epsilon]


@pytest.mark.parametrize("base", [0.001, 0.05, 0.2, 0.35])
@pytest.mark.parametrize("runs", [50, 1000])
@pytest.mark.parametrize("delta", [0.0, 0.01])
def test_false_alarms_stay_within_their_budget(base, runs, delta):
    assert detection_probability(min(1.0, E * base + delta), base, runs, 1.0, delta, 0.01) <= 0.01


def test_detection_against_a_direct_sum():
    runs, alpha, total = 40, 0.05, 0.0
    for k in range(runs + 1):
        for m in range(runs + 1):
            if violation_p_value(k, m, runs, Fraction(1, 2), Fraction(0)) <= alpha:
                total += binom.pmf(k, runs, 0.9) * binom.pmf(m, runs, 0.2)
    assert detection_probability(0.9, 0.2, runs, 0.5, 0, alpha) == pytest.approx(total, abs=1e-9)


def test_what_would_have_been_seen_is_seen():
    seen = epsilon_seen(0.05, 2000, 1.0, 0.0, ERROR)
    assert 1 < seen < 2
    assert detection_probability(math.exp(seen) * 0.05, 0.05, 2000, 1.0, 0.0, ERROR) >= 0.95
    assert epsilon_seen(0.6, 2000, 1.0, 0.0, ERROR) == math.inf


# audits: seeds are fixed; a true claim is refuted with probability at most 1/1000 each, a fault missed with less than 1 %


def test_a_true_claim_is_not_refuted_and_the_power_is_said():
    found = audited(response(1.0), [(0.0, 1.0), (1.0, 0.0)], 1)
    assert not found.refuted
    assert 1 < found.pairs[0].would_have_seen < 1.5
    assert "would have been seen" in str(found)
    assert "all labels of one user replaced" in str(found)
    assert found.replay()


def test_twice_the_epsilon_is_refuted():
    found = audited(response(2.0), [(0.0, 1.0)], 1)
    assert found.refuted
    assert 1 < found.pairs[0].epsilon_low <= 2
    assert found.replay()
    assert not replace(found, refuted=False).replay()
    [pair] = found.pairs
    for change in ("hits", "base", "runs"):
        for other in (-1, 0, 10 * pair.runs, getattr(pair, change) + 50):
            assert not replace(found, pairs=(replace(pair, **{change: other}),)).replay(), (change, other)
    for change, other in (("epsilon_low", 2.5), ("epsilon_low", 0.0), ("p_value", 0.5)):
        assert not replace(found, pairs=(replace(pair, **{change: other}),)).replay(), change
    for changes in (
        {"pairs": (), "adjusted": (), "refuted": False},
        {"adjusted": (0.5,)},
        {"adjusted": ()},
        {"epsilon": found.epsilon * 4},
        {"delta": Fraction(1, 2)},
        {"error_probability": 2.0},
    ):
        assert not replace(found, **changes).replay(), changes


@pytest.mark.parametrize(
    ("fault", "sigma", "sampling", "pair"),
    [
        ("sensitivity halved", 0.5, 0.1, (1.0, 0.0)),
        ("sampling rate squared", 1.0, 0.32, (1.0, 0.0)),
        ("replaced for added", 1.0, 1.0, (1.0, -1.0)),
    ],
)
def test_a_fault_is_refuted(fault, sigma, sampling, pair):
    """The claim is exact for noise 1 and what the fault believes: full sensitivity, rate .1, a unit removed."""
    from boundcheck.privacy import epsilon_bracket

    believed = 1.0 if sampling == 1.0 else 0.1
    claim = epsilon_bracket(Gaussian(1, believed), "0.005", RECORD_ADDED_OR_REMOVED)
    options = {"delta": "0.005", "adjacency": RECORD_ADDED_OR_REMOVED, "runs": 400_000}
    right = audited(noisy_sum(1.0, believed), [(1.0, 0.0)], claim.high, **options)
    wrong = audited(noisy_sum(sigma, sampling), [pair], claim.high, **options)
    assert not right.refuted
    assert wrong.refuted, fault


def test_noise_on_the_wrong_side_is_refuted():
    """Noise is drawn with its scale turned over: 1/2 where the claim, 1 with Laplace noise, needs 1; and on the input only."""

    def turned_over(rng, value, runs):
        return value + rng.laplace(0, 0.5, runs)

    def on_the_input(rng, value, runs):  # the noise is cut off before it can cover the other side
        return value + np.clip(rng.laplace(0, 1, runs), -0.4, 0.4)

    assert not audited(lambda rng, value, runs: value + rng.laplace(0, 1, runs), [(1.0, 0.0)], 1).refuted
    assert audited(turned_over, [(1.0, 0.0)], 1).refuted
    assert audited(on_the_input, [(1.0, 0.0)], 1).refuted


def test_a_mechanism_may_be_a_plain_function():
    found = audit(
        lambda rng, data: "yes" if rng.random() < 0.9 - 0.8 * data else "no", [(0, 1)], epsilon=1, delta=0,
        adjacency=USER_LABELS_REPLACED, rng=np.random.default_rng(5), runs=2000, score=lambda word: word == "yes",
    )  # fmt: skip
    assert found.refuted


def test_holm_over_many_pairs_keeps_the_budget():
    found = audited(response(1.0), [(0.0, 1.0)] * 5 + [(0.0, 0.0)], 1, runs=4000)
    assert len(found.adjusted) == 6
    assert not found.refuted


# one run


@pytest.mark.parametrize(("epsilon", "guesses"), [(0.5, 600), (1.0, 500), (3.0, 1000)])
def test_one_run_false_alarms_by_the_exact_sum(epsilon, guesses):
    rate = 1 / (1 + math.exp(-epsilon))
    alarms = sum(
        binom.pmf(v, guesses, rate)
        for v in range(guesses + 1)
        if one_run_p_value(guesses, guesses, v, epsilon, 0) <= 0.01
    )
    assert alarms <= 0.01
    assert one_run_detection(guesses, guesses, 2 * epsilon, epsilon, 0, ERROR) >= 0.95


def test_one_run_sees_a_doubled_epsilon_and_says_what_it_would_have_seen():
    def flipped(epsilon):
        return lambda rng, included: np.where(
            rng.random(len(included)) < 1 / (1 + math.exp(-epsilon)), included, ~included
        )

    options = {"canaries": 1000, "guesses": 1000, "epsilon": 1, "delta": "1e-6", "error_probability": ERROR}
    right = audit_one_run(flipped(1.0), rng=np.random.default_rng(2), **options)
    wrong = audit_one_run(flipped(2.0), rng=np.random.default_rng(2), **options)
    assert not right.refuted
    assert 1 < right.would_have_seen < 2
    assert wrong.refuted
    assert 1 < wrong.epsilon_low < 2.2
    assert wrong.replay()
    assert not replace(wrong, correct=wrong.correct - 1).replay()
    for changes in ({"correct": -1}, {"correct": 2000}, {"guesses": 2000}, {"epsilon_low": 3.0}, {"error_probability": 0.0}):
        assert not replace(wrong, **changes).replay(), changes


def test_delta_costs_power_but_not_validity():
    assert one_run_p_value(1000, 1000, 760, 1, 0) < one_run_p_value(1000, 1000, 760, 1, "1e-5")
