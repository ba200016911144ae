"""Every mechanism with a fault planted in how it is accounted: what the fault promises is certainly violated.

The right account's low end, a violation, lies above the wrong account's high end, its promise. Faults of code are in
`test_auditing`, that of a threshold's noise reused in `test_above_threshold`, that of a share taken for a Poisson rate in
`test_fixed_batches`.
"""

import pytest

from boundcheck.privacy import (
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    AboveThreshold,
    Change,
    Composition,
    FixedBatches,
    Gaussian,
    Guaranteed,
    Laplace,
    RandomizedResponse,
    epsilon_bracket,
    renyi_epsilon,
    selection_pair,
    zero_concentrated,
    zero_concentrated_epsilon,
)

ADDED, REPLACED = RECORD_ADDED_OR_REMOVED, RECORD_REPLACED
ONE = {Change.REPLACED: 1}


def promise(epsilon, delta=0):
    return Guaranteed(epsilon, delta, under=Change.ADDED_OR_REMOVED)


def times(mechanism, steps):
    return Composition(((mechanism, steps),))


@pytest.mark.parametrize(
    ("fault", "truth", "believed"),
    [
        ("sensitivity halved", (Gaussian(2), "1e-5", REPLACED), (Gaussian(4), "1e-5", REPLACED)),
        ("replaced for added", (times(Gaussian(4), 9), "1e-5", REPLACED), (times(Gaussian(4), 9), "1e-5", ADDED)),
        ("delta doubled", (times(Gaussian(4), 9), "1e-5", ADDED), (times(Gaussian(4), 9), "2e-5", ADDED)),
        ("rate squared", (times(Gaussian(1, "0.1"), 9), "1e-5", ADDED), (times(Gaussian(1, "0.01"), 9), "1e-5", ADDED)),
        ("noise not composed", (times(Gaussian(4), 9), "1e-5", ADDED), (Gaussian(4), "1e-5", ADDED)),
        ("scale doubled", (times(Laplace(10, ONE), 20), "1e-5", REPLACED), (times(Laplace(20, ONE), 20), "1e-5", REPLACED)),
        (
            "sensitivity of an added unit for a replaced one",
            (times(Laplace(10, {Change.REPLACED: 2}), 20), "1e-5", REPLACED),
            (times(Laplace(10, {Change.ADDED_OR_REMOVED: 1}), 20), "1e-5", ADDED),
        ),
        ("delta doubled", (times(Laplace(10, ONE), 20), "1e-5", REPLACED), (times(Laplace(10, ONE), 20), "2e-5", REPLACED)),
        (
            "one step forgotten",
            (times(RandomizedResponse("0.2"), 20), "1e-5", REPLACED),
            (times(RandomizedResponse("0.2"), 19), "1e-5", REPLACED),
        ),
        (
            "categories for bits",
            (times(RandomizedResponse("0.2"), 20), "1e-5", REPLACED),
            (times(RandomizedResponse("0.2", 4), 20), "1e-5", REPLACED),
        ),
        ("delta forgotten", (times(promise("0.2", "1e-7"), 50), "1e-5", ADDED), (times(promise("0.2"), 50), "1e-5", ADDED)),
        (
            "batch halved",
            (times(FixedBatches(2, 20, 400), 9), "1e-5", REPLACED),
            (times(FixedBatches(2, 10, 400), 9), "1e-5", REPLACED),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_a_fault_promises_is_violated(fault, truth, believed):
    (mechanism, delta, adjacency), (other, level, neighbours) = truth, believed
    right, wrong = epsilon_bracket(mechanism, delta, adjacency), epsilon_bracket(other, level, neighbours)
    assert right.low > wrong.high, fault
    assert right.replay()


def test_a_rate_squared_in_renyi_orders_promises_what_is_violated():
    truth = epsilon_bracket(times(Gaussian(1, "0.1"), 100), "1e-5", ADDED)
    assert renyi_epsilon(Gaussian(1, "0.1"), 100, "1e-5", ADDED).epsilon > truth.high
    assert renyi_epsilon(Gaussian(1, "0.01"), 100, "1e-5", ADDED).epsilon < truth.low


def test_an_added_record_for_a_replaced_one_in_concentrated_privacy():
    truth = epsilon_bracket(times(Gaussian(4), 9), "1e-5", REPLACED)
    assert zero_concentrated_epsilon(zero_concentrated(4, 9, REPLACED), "1e-5") > truth.high
    assert zero_concentrated_epsilon(zero_concentrated(4, 9, ADDED), "1e-5") < truth.low


def test_a_selection_whose_scores_move_twice_as_far():
    assert selection_pair([3, 1, 1], [1, 3, 3], 2).pure_epsilon[0] > 2, "scores that move by 2"
    assert selection_pair([3, 2, 1], [2, 3, 1], 2).pure_epsilon[1] <= 2


def test_a_threshold_without_noise_of_its_own():
    """Its scale a tenth of what the account believes: that many queries pass tells the neighbours apart."""
    believed = AboveThreshold(3, 2, 4)
    assert believed.pair([3] * 12, [4] * 12).pure_epsilon[1] <= believed.guaranteed()
    assert AboveThreshold(3, "0.2", 4).pair([3] * 12, [4] * 12).pure_epsilon[0] > believed.guaranteed()
