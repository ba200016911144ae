"""Accounts: the unit enters the computation or is refused, promises add up, curves enclose what is known exactly."""

from fractions import Fraction
from statistics import NormalDist

import pytest

from boundcheck.privacy import (
    LABEL_REPLACED,
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    USER_ADDED_OR_REMOVED,
    USER_LABELS_REPLACED,
    USER_REPLACED,
    Account,
    Change,
    Composition,
    Curve,
    DiscreteGaussian,
    Gaussian,
    Guaranteed,
    Laplace,
    Part,
    RandomizedResponse,
    Sampled,
    Unit,
    ZeroConcentrated,
    delta_bracket,
    divergence_ends,
    epsilon_bracket,
    gaussian_delta,
    gaussian_epsilon,
    needed_noise,
    zero_concentrated_epsilon,
)

MOVED = {Change.ADDED_OR_REMOVED: 1, Change.REPLACED: 2}


def account(*parts, adjacency=RECORD_REPLACED, members=None):
    return Account(tuple(p if isinstance(p, Part) else Part(p) for p in parts), adjacency, members)


# delta for epsilon, and delta 0


@pytest.mark.parametrize("epsilon", ["0", "0.5", "2"])
def test_delta_for_epsilon_against_the_exact_gaussian(epsilon):
    found = delta_bracket(Composition(((Gaussian(6), 9),)), epsilon, RECORD_ADDED_OR_REMOVED)
    truth = gaussian_delta(epsilon, Fraction(9, 36))
    assert found.low <= truth.low <= truth.high <= found.high
    assert found.replay()


def test_delta_and_epsilon_are_each_other_s_inverse():
    steps = Composition(((Gaussian(1, "0.01"), 100), (Laplace(20, MOVED), 3)))
    delta = delta_bracket(steps, "0.4", RECORD_REPLACED)
    assert delta.replay()
    assert epsilon_bracket(steps, f"{1.001 * delta.high:.6e}", RECORD_REPLACED).low <= 0.4
    assert epsilon_bracket(steps, f"{0.999 * delta.low:.6e}", RECORD_REPLACED).high >= 0.4


def test_at_delta_0_the_largest_losses_add_up():
    found = epsilon_bracket(Composition(((Laplace(4, MOVED), 3), (RandomizedResponse("0.1"), 5))), 0, RECORD_REPLACED)
    assert found.low <= 2 <= found.high
    assert found.high - found.low < 1e-5
    assert found.replay()
    with pytest.raises(ValueError, match="delta: must be a number > 0 here, got 0"):
        epsilon_bracket(Composition(((Gaussian(4), 1), (Laplace(1, MOVED), 1))), 0, RECORD_REPLACED)


# units


def test_a_user_with_m_records_moves_a_sum_m_times_as_far():
    found = account(Gaussian(6), adjacency=USER_ADDED_OR_REMOVED, members=3).epsilon("1e-5")
    truth = gaussian_epsilon("1e-5", Fraction(1, 4))
    assert found.low <= truth.high
    assert truth.low <= found.high
    assert found.attained


def test_a_user_with_m_labels_has_m_responses():
    found = account(Part(RandomizedResponse(1), 2, Unit.LABEL), adjacency=USER_LABELS_REPLACED, members=5).epsilon(0)
    assert found.low <= 10 <= found.high < 10.01


@pytest.mark.parametrize("delta", ["1e-5", "1e-3"])
def test_a_chain_of_changes_bounds_what_several_records_of_one_user_do(delta):
    """All of a user's records in one sample with probability 1 is a case that the chain covers: more is never claimed."""
    step = Gaussian(3, "0.1")
    chained = account(Part(step, 10), adjacency=USER_ADDED_OR_REMOVED, members=2).epsilon(delta)
    single = epsilon_bracket(Composition(((step, 10),)), delta, RECORD_ADDED_OR_REMOVED)
    assert chained.low == single.low
    assert chained.high > 2 * single.low
    assert chained.replay()


def test_the_unit_changes_the_answer_or_is_refused():
    one = account(Laplace(4, MOVED), adjacency=USER_REPLACED, members=1).epsilon("1e-6")
    five = account(Laplace(4, MOVED), adjacency=USER_REPLACED, members=5).epsilon("1e-6")
    assert five.low > 4.9 * one.high


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: account(RandomizedResponse(1), adjacency=USER_LABELS_REPLACED), "say how many a user has at most"),
        (lambda: account(RandomizedResponse(1), members=5), "members: 5 enters nowhere"),
        (
            lambda: account(Part(Gaussian(1), 1, Unit.USER), adjacency=USER_REPLACED, members=5),
            "members: 5 enters nowhere",
        ),
        (
            lambda: account(Part(RandomizedResponse(1), 1, Unit.LABEL)),
            "is about a label, and the question about one record",
        ),
        (lambda: account(Part(Gaussian(1), 1, Unit.USER), adjacency=RECORD_ADDED_OR_REMOVED), "leaves the rest"),
        (lambda: account(RandomizedResponse(1), adjacency=RECORD_ADDED_OR_REMOVED), "answers for one unit replaced"),
        (lambda: account(), "account: has no parts"),
        (
            lambda: (
                account(
                    Gaussian(1, "0.1"), Part(Gaussian(1), 1, Unit.USER), adjacency=USER_REPLACED, members=2
                ).composition
            ),
            "state all per record",
        ),
    ],
)
def test_a_unit_that_does_not_fit_is_one_line(make, words):
    with pytest.raises(ValueError, match=words) as caught:
        make()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("adjacency", [USER_LABELS_REPLACED, USER_REPLACED])
def test_a_response_says_nothing_of_a_user_by_itself(adjacency):
    with pytest.raises(ValueError, match="members"):
        epsilon_bracket(RandomizedResponse(1), "1e-6", adjacency)
    assert epsilon_bracket(RandomizedResponse(1), "1e-6", LABEL_REPLACED).high <= 1


def test_a_promise_for_one_is_a_weaker_one_for_several():
    found = account(Guaranteed("0.5", "1e-6", under=Change.REPLACED), adjacency=USER_REPLACED, members=2).delta(1)
    assert 2.6e-6 < found.high < 2.7e-6  # 1 + e^(1/2) times as much


# Rényi curves


def test_divergences_against_pure_privacy_and_the_gaussian():
    low, high = divergence_ends(Gaussian(2), 3, Change.REPLACED)
    assert low <= 1.5 <= high
    low, high = divergence_ends(RandomizedResponse(1), 1000, Change.REPLACED)
    assert 0.99 < low <= high <= 1
    for release in (Laplace(2, MOVED), Sampled(Laplace(2, MOVED), "0.1")):
        assert (
            divergence_ends(release, 400, Change.ADDED_OR_REMOVED)[1]
            <= epsilon_bracket(release, 0, RECORD_ADDED_OR_REMOVED).high
        )
    assert divergence_ends(DiscreteGaussian(2, MOVED), 2, Change.REPLACED)[1] == pytest.approx(1)


def test_promises_add_to_what_is_known_exactly():
    alone = account(ZeroConcentrated("0.1", under=Change.REPLACED)).epsilon("1e-5")
    assert alone.low == 0
    assert alone.high <= zero_concentrated_epsilon("0.1", "1e-5")
    beside = account(ZeroConcentrated("0.1", under=Change.REPLACED), Gaussian(10))
    assert beside.epsilon("1e-5").high > alone.high
    assert beside.epsilon("1e-5").low == epsilon_bracket(Gaussian(10), "1e-5", RECORD_REPLACED).low
    assert beside.zero_concentrated().high == pytest.approx(0.12)
    assert beside.delta(f"{beside.epsilon('1e-5').high}").high == pytest.approx(1e-5, rel=1e-6)


def test_a_curve_holds_at_the_orders_that_it_states():
    curve = Curve([(2, "0.1"), (8, "0.5")], under=Change.REPLACED)
    found = account(curve, Gaussian(10))
    assert found.renyi(3).high == pytest.approx(0.5 + 3 * 0.02)
    assert found.renyi(9).high == float("inf")
    assert found.epsilon("1e-5").high < 3


# trade-off and noise


def test_the_trade_off_encloses_that_of_the_gaussian():
    found = account(Gaussian(1), adjacency=RECORD_ADDED_OR_REMOVED).trade_off(["0.001", "0.1", "0.5", "0.9"])
    for alpha, low, high in found:
        truth = NormalDist().cdf(NormalDist().inv_cdf(1 - alpha) - 1)
        assert low <= truth <= high
        assert high - low < 2e-3


def test_the_noise_that_is_needed_beside_others():
    def at(noise):
        return account(Laplace(10, MOVED), Gaussian(noise), adjacency=RECORD_ADDED_OR_REMOVED)

    found = needed_noise(at, 1, "1e-5")
    assert found.replay()
    assert found.low < found.high <= 1.03 * found.low
    assert found.too_little.low > 1 >= found.enough.high
