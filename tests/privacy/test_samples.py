"""Discrete noise and releases on samples: against sums over the outcomes, and against dp-accounting."""

import math
from fractions import Fraction

import pytest

from boundcheck.privacy import (
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    Adjacency,
    Change,
    Composition,
    DiscreteGaussian,
    DiscreteLaplace,
    FixedBatches,
    Gaussian,
    Laplace,
    RandomizedResponse,
    Sampled,
    Unit,
    delta_bracket,
    epsilon_bracket,
)
from boundcheck.privacy.pairs import LaplacePair

MOVED = {Change.ADDED_OR_REMOVED: 1, Change.REPLACED: 2}


def masses(release, place):
    if isinstance(release, DiscreteLaplace):
        weights = {k: math.exp(-abs(k - place) / float(release.scale)) for k in range(-300, 301)}
    else:
        weights = {k: math.exp(-((k - place) ** 2) / (2 * float(release.parameter) ** 2)) for k in range(-300, 301)}
    total = sum(weights.values())
    return {k: w / total for k, w in weights.items()}


def by_sums(release, q, change, epsilon):
    """The profile, one outcome after the other, in floats."""
    centre, up, down = (masses(release, k) for k in (0, 1, -1))
    mixed = {k: (1 - q) * centre[k] + q * up[k] for k in centre}
    p, other = {
        Change.REMOVED: (mixed, centre),
        Change.ADDED: (centre, mixed),
        Change.REPLACED: (mixed, {k: (1 - q) * centre[k] + q * down[k] for k in centre}),
    }[change]
    return sum(max(0.0, p[k] - math.exp(epsilon) * other[k]) for k in p)


@pytest.mark.parametrize("release", [DiscreteLaplace(2, MOVED), DiscreteGaussian("1.5", MOVED)])
@pytest.mark.parametrize("change", [Change.REMOVED, Change.ADDED, Change.REPLACED])
@pytest.mark.parametrize("epsilon", [0, 0.05, 0.2])
def test_one_release_on_a_poisson_sample_against_sums(release, change, epsilon):
    found = delta_bracket(Sampled(release, "0.3"), repr(epsilon), Adjacency(Unit.RECORD, change))
    truth = by_sums(release, 0.3, change, epsilon)
    assert found.replay()
    assert found.low - 1e-9 <= truth <= found.high + 1e-9
    assert found.high - found.low < 1e-6


@pytest.mark.parametrize("kind", ["laplace", "discrete_laplace", "discrete_gaussian"])
@pytest.mark.parametrize("rate", [1.0, 0.2])
def test_compositions_meet_those_of_dp_accounting(kind, rate):
    pld = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    release = {"laplace": Laplace, "discrete_laplace": DiscreteLaplace, "discrete_gaussian": DiscreteGaussian}[kind](
        3, MOVED
    )
    step = release if rate == 1 else Sampled(release, str(rate))
    found = epsilon_bracket(Composition(((step, 20),)), "1e-5", RECORD_ADDED_OR_REMOVED)
    parameter = 1 / 3 if kind == "discrete_laplace" else 3
    ends = [
        getattr(pld, f"from_{kind}_mechanism")(
            parameter, sampling_prob=rate, pessimistic_estimate=pessimistic, value_discretization_interval=1e-3
        )
        .self_compose(20)
        .get_epsilon_for_delta(1e-5)
        for pessimistic in (False, True)
    ]
    assert found.replay()
    assert max(found.low, ends[0]) <= min(found.high, ends[1])


def test_a_response_on_a_sample_is_as_private_as_amplification_says():
    q, epsilon = 0.1, 1.0
    for drawn in (Sampled(RandomizedResponse(1), "0.1"), Sampled(RandomizedResponse(1), batch=(10, 100))):
        found = epsilon_bracket(drawn, 0, RECORD_REPLACED)
        assert found.low <= math.log(1 + q * math.expm1(epsilon)) <= found.high
        assert found.high - found.low < 1e-5
        assert found.replay()


def test_sampling_a_gaussian_and_a_fine_discrete_gaussian_are_hardly_different():
    """At parameter 20 and sensitivity 20 the lattice has twenty points for each deviation."""
    moved = {Change.ADDED_OR_REMOVED: 20, Change.REPLACED: 40}
    discrete = epsilon_bracket(Sampled(DiscreteGaussian(20, moved), "0.1"), "1e-4", RECORD_ADDED_OR_REMOVED)
    continuous = epsilon_bracket(Gaussian(1, "0.1"), "1e-4", RECORD_ADDED_OR_REMOVED)
    assert discrete.high == pytest.approx(continuous.high, rel=1e-2)


def test_batches_of_a_fixed_size_of_laplace_noise_have_the_profile_of_the_amplification_theorem():
    found = delta_bracket(Sampled(Laplace(2, MOVED), batch=(10, 100)), "0.1", RECORD_REPLACED)
    inner = math.log(1 + math.expm1(0.1) / 0.1)
    whole = delta_bracket(Laplace(2, MOVED), f"{inner:.15g}", RECORD_REPLACED)
    assert found.high == pytest.approx(0.1 * whole.high, rel=1e-5)
    assert found.replay()


def test_several_batches_leave_the_ends_apart_and_replay():
    found = epsilon_bracket(
        Composition(((Sampled(RandomizedResponse("0.5"), batch=(10, 100)), 8),)), "1e-5", RECORD_REPLACED
    )
    assert 0 < found.low < found.high
    assert found.replay()


@pytest.mark.parametrize("scale", ["0.5", "2"])
@pytest.mark.parametrize("sides", [(1, 0), (0, 1), (1, 1)])
def test_losses_of_sampled_laplace_noise_are_where_the_threshold_says(scale, sides):
    pair = LaplacePair(Fraction(scale), Fraction(1, 5), *sides)
    top = float(pair.loss(10.0))
    for part in (-0.6, -0.1, 0.2, 0.7):
        x = pair.threshold(Fraction(f"{part * top:.12g}")) if part * top > float(pair.loss(-10.0)) else None
        if x is not None and not isinstance(x, float):
            assert float(pair.loss(float(x))) == pytest.approx(part * top, abs=1e-9)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: DiscreteLaplace(2, {Change.REPLACED: "0.5"}),
            "sensitivity, replaced: must be a whole number >= 1, got '0.5'",
        ),
        (lambda: DiscreteGaussian(0, MOVED), "noise parameter: must be a number > 0, got 0"),
        (lambda: Sampled(Laplace(1, MOVED)), "sampling: give either a rate or a batch"),
        (lambda: Sampled(Laplace(1, MOVED), batch=(3, 2)), "batch: must be at most records = 2, got 3"),
        (
            lambda: epsilon_bracket(
                Sampled(Laplace(1, {Change.ADDED_OR_REMOVED: 2, Change.REPLACED: 3}), "0.1"), "1e-5", RECORD_REPLACED
            ),
            "must move the number as far as an absent one, or twice as far, got 3 and 2",
        ),
        (
            lambda: epsilon_bracket(Sampled(Laplace(1, MOVED), batch=(1, 2)), "1e-5", RECORD_ADDED_OR_REMOVED),
            "answers for one unit replaced, and not for one removed",
        ),
        (lambda: epsilon_bracket(DiscreteGaussian(5000, MOVED), "1e-5", RECORD_REPLACED), "outcomes, more than 20000"),
    ],
)
def test_bad_input_is_one_line(make, words):
    with pytest.raises(ValueError, match=words) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_a_batch_beside_responses_is_bracketed():
    found = epsilon_bracket(
        Composition(((RandomizedResponse("0.1"), 5), (FixedBatches(2, 10, 100), 2))), "1e-5", RECORD_REPLACED
    )
    assert 0 < found.low <= found.high
    assert found.replay()


def test_at_delta_0_noise_without_a_largest_loss_guarantees_nothing():
    found = epsilon_bracket(DiscreteGaussian(1, MOVED), 0, RECORD_REPLACED)
    assert found.replay()
    assert 10 < found.low < found.high == math.inf
