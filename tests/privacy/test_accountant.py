import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from boundcheck.privacy import (
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    USER_LABELS_REPLACED,
    Adjacency,
    Change,
    Composition,
    FixedBatches,
    Gaussian,
    Guaranteed,
    Laplace,
    RandomizedResponse,
    Unit,
    epsilon_bracket,
    gaussian_epsilon,
)
from boundcheck.privacy.grid import both_ends

CELLS = [
    ("1", "0.01", 1000, "1e-5"),
    ("0.6", "0.001", 100, "1e-6"),
    ("5", "0.5", 50, "1e-8"),
    ("2", "0.05", 10_000, "1e-5"),
]


def bracket(sigma, q, steps, delta, adjacency=RECORD_ADDED_OR_REMOVED, **options):
    return epsilon_bracket(Composition(((Gaussian(sigma, q), steps),)), delta, adjacency, **options)


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("adjacency", [RECORD_ADDED_OR_REMOVED, RECORD_REPLACED])
def test_the_bracket_is_narrow_and_replays(cell, adjacency):
    found = bracket(*cell, adjacency)
    assert 0 < found.low <= found.high <= found.low * 1.0101
    assert found.replay()
    assert found.attained


@pytest.mark.parametrize("adjacency", [RECORD_ADDED_OR_REMOVED, RECORD_REPLACED])
@pytest.mark.parametrize("cell", CELLS[:3])
def test_the_bracket_meets_that_of_dp_accounting(cell, adjacency):
    pld = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    neighbours = pytest.importorskip("dp_accounting").NeighboringRelation
    relation = neighbours.REPLACE_ONE if adjacency is RECORD_REPLACED else neighbours.ADD_OR_REMOVE_ONE
    sigma, q, steps, delta = float(cell[0]), float(cell[1]), cell[2], float(cell[3])
    ends = []
    for pessimistic in (False, True):
        law = pld.from_gaussian_mechanism(
            sigma,
            sampling_prob=q,
            pessimistic_estimate=pessimistic,
            use_connect_dots=pessimistic,
            value_discretization_interval=1e-3,
            neighboring_relation=relation,
        )
        ends.append(law.self_compose(steps).get_epsilon_for_delta(delta))
    found = bracket(*cell, adjacency)
    assert max(found.low, ends[0]) <= min(found.high, ends[1])


@pytest.mark.parametrize(("change", "distance"), [(Change.REMOVED, 1), (Change.ADDED, 1), (Change.REPLACED, 2)])
def test_the_grid_against_the_exact_gaussian(change, distance):
    """Composed 64 times on the grid, without the closed form that the bracket would use."""
    step = Gaussian(16).pair(change)
    low, high, under, over = both_ends(((step, 64),), Fraction(1, 10**5), "deep", 0.08)
    truth = gaussian_epsilon("1e-5", Fraction(64 * distance**2, 256))
    assert low <= truth.low <= truth.high <= high
    assert high - low <= 1e-3 * high
    assert under.replay()
    assert over.replay()


@pytest.mark.parametrize("change", [Change.REMOVED, Change.ADDED, Change.REPLACED])
def test_the_bracket_against_simulated_losses(change):
    """``E (1 - e^(epsilon - L))+`` over drawn sums of 20 losses; at another seed each end errs with probability 1e-6."""
    rng, steps, draws = np.random.default_rng(11), 20, 200_000
    pair = Gaussian(1, "0.1").pair(change)
    found = epsilon_bracket(Composition(((Gaussian(1, "0.1"), steps),)), "0.02", Adjacency(Unit.RECORD, change))
    total = np.zeros(draws)
    for _ in range(steps):
        x = rng.standard_normal(draws)
        if pair.right:
            x += rng.random(draws) < 0.1
        total += pair.loss(x)
    for epsilon, above in ((found.low, True), (found.high, False)):
        values = np.maximum(0.0, -np.expm1(epsilon - total))
        mean, error = values.mean(), values.std() / math.sqrt(draws)
        assert (mean > 0.02 - 5 * error) if above else (mean < 0.02 + 5 * error)
        assert abs(mean - 0.02) < 0.02 * 0.05 + 5 * error


def test_laplace_and_responses_compose():
    one = epsilon_bracket(Laplace(2, {Change.REPLACED: 1}), "1e-9", RECORD_REPLACED)
    assert one.low <= 0.5 <= one.high + 1e-6
    many = epsilon_bracket(
        Composition(((Laplace(20, {Change.REPLACED: 1}), 100), (RandomizedResponse("0.05"), 100))), "1e-6", RECORD_REPLACED
    )
    assert 0 < many.low <= many.high < 10
    assert many.replay()


def test_a_guarantee_in_a_composition_is_no_certificate_of_violation():
    mixed = Composition(((Guaranteed("0.5", under=Change.REPLACED), 1), (Gaussian(2, "0.1"), 100)))
    found = epsilon_bracket(mixed, "1e-5", USER_LABELS_REPLACED)
    alone = bracket(2, "0.1", 100, "1e-5", USER_LABELS_REPLACED)
    assert not found.attained
    assert alone.high < found.high <= alone.high + 0.5
    assert "one user" in str(found)


# each fault moves the bracket off the true one


@pytest.mark.parametrize(
    ("fault", "claimed"),
    [
        ("sampling rate squared", {"q": "0.0001"}),
        ("sensitivity halved", {"sigma": "2"}),
        ("added for replaced", {"adjacency": RECORD_ADDED_OR_REMOVED}),
        ("delta doubled", {"delta": "2e-5"}),
    ],
)
def test_a_fault_is_seen(fault, claimed):
    truth = {"sigma": "1", "q": "0.01", "steps": 1000, "delta": "1e-5", "adjacency": RECORD_REPLACED}
    right, wrong = bracket(**truth), bracket(**{**truth, **claimed})
    assert right.low > wrong.high, fault


def test_an_end_that_claims_too_much_does_not_replay():
    found = bracket(*CELLS[0])
    better = replace(found.high_ends[0], epsilon=Fraction(found.low) * Fraction(99, 100))
    worse = replace(found.low_end, epsilon=Fraction(found.high) * Fraction(101, 100))
    assert not better.replay()
    assert not worse.replay()
    assert not replace(found, high_ends=(better,)).replay()


def test_deep_is_narrower():
    assert bracket(*CELLS[2], effort="deep").relative_width <= 1e-3


@pytest.mark.parametrize(
    ("cell", "adjacency"),
    [
        (("0.6", "0.001", 10_000, "1e-8"), RECORD_REPLACED),
        (
            ("1", "0.001", 100, "1e-8"),
            RECORD_ADDED_OR_REMOVED,
        ),  # one rare large loss decides, far from where moments look
        (("1", "0.001", 1000, "1e-8"), RECORD_ADDED_OR_REMOVED),
    ],
)
def test_deep_takes_few_points_where_losses_are_rare_and_large(cell, adjacency):
    found = bracket(*cell, adjacency, effort="deep")
    assert found.relative_width <= 1e-3
    assert found.low <= bracket(*cell, adjacency).high
    assert bracket(*cell, adjacency).low <= found.high
    for end in (*found.high_ends, found.low_end):
        assert sum(len(places) for _, _, places, *_ in end.steps) < 2000
        assert end.replay()


def test_hardly_any_noise_is_bracketed_too():
    found = bracket("0.06", "0.01", 10, "1e-5")
    assert 0.98 * found.high < found.low < found.high
    assert found.replay()


def test_a_generous_delta_costs_nothing():
    assert bracket("20", "0.0001", 1, "1e-4").high == 0


def test_labels_are_not_added():
    with pytest.raises(ValueError, match="can only be replaced"):
        Adjacency(Unit.USER_LABELS, Change.ADDED)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Laplace(1, {Change.REPLACED: 0}), "sensitivity, replaced: must be a number > 0, got 0"),
        (lambda: Gaussian(0), "noise multiplier: must be a number > 0, got 0"),
        (lambda: Gaussian(math.nan), "noise multiplier: must be a number > 0, got nan"),
        (lambda: Gaussian(1, "1.5"), "sampling rate: must be a number > 0 and <= 1, got '1.5'"),
        (lambda: bracket(1, 1, 0, "1e-5"), "steps: must be a whole number >= 1, got 0"),
        (lambda: bracket(1, "0.1", 2, "1e-40"), "delta: must be at least 1e-30 with sampling"),
        (lambda: bracket("0.001", "0.1", 2, "1e-5"), "noise multiplier: must be at least 0.05 with sampling"),
        (lambda: bracket(1, 1, 1, 1), "delta: must be a number >= 0 and < 1, got 1"),
        (lambda: bracket(1, 1, 1, "1e-5", effort="x"), "effort: must be one of standard, deep, got 'x'"),
    ],
)
def test_bad_input_is_one_line(make, message):
    with pytest.raises(ValueError, match=message):
        make()


SUM = {Change.ADDED_OR_REMOVED: 1, Change.REPLACED: 2}


def test_a_sum_with_laplace_noise_moves_twice_as_far_where_a_unit_is_replaced():
    added, replaced = (
        epsilon_bracket(Laplace(2, SUM), "1e-9", adjacency) for adjacency in (RECORD_ADDED_OR_REMOVED, RECORD_REPLACED)
    )
    assert added.low <= 0.5 <= added.high + 1e-6
    assert replaced.low <= 1 <= replaced.high + 1e-6


class Unasked:
    """Somebody's own mechanism that answers whatever it is asked."""

    def pair(self, change):
        return Laplace(1, {Change.REPLACED: 1}).pair(Change.REPLACED)


@pytest.mark.parametrize(
    ("mechanism", "adjacency", "words"),
    [
        (Laplace(2, {Change.ADDED_OR_REMOVED: 1}), RECORD_REPLACED, "for one unit added or removed, and not for one replaced"),
        (Laplace(2, {Change.REPLACED: 2}), RECORD_ADDED_OR_REMOVED, "answers for one unit replaced, and not for one removed"),
        (Laplace(2, {Change.ADDED: 1}), RECORD_ADDED_OR_REMOVED, "answers for one unit added, and not for one removed"),
        (Laplace(2, {}), RECORD_REPLACED, "answers for nothing"),
        (RandomizedResponse(1), RECORD_ADDED_OR_REMOVED, "randomized response at 1 answers for one unit replaced"),
        (Guaranteed(1, under=Change.ADDED_OR_REMOVED), RECORD_REPLACED, "answers for one unit added or removed"),
        (Guaranteed(1, under=Change.REPLACED), RECORD_ADDED_OR_REMOVED, "answers for one unit replaced"),
        (Unasked(), RECORD_REPLACED, "Unasked does not say which changes its pair is for; give it answers"),
    ],
)
def test_a_mechanism_answers_each_change_by_name_or_is_refused(mechanism, adjacency, words):
    for steps in (
        ((mechanism, 1),),
        ((mechanism, 3),),
        ((mechanism, 2), (Gaussian(1, "0.5"), 3)),
        ((Guaranteed("0.1", under=adjacency.change), 2), (mechanism, 2)),
    ):
        with pytest.raises(ValueError, match=words):
            epsilon_bracket(Composition(steps), "1e-6", adjacency)


BRACKETS = {
    "laplace": (Laplace(2, SUM), RECORD_REPLACED),
    "response": (Composition(((RandomizedResponse("0.1"), 5),)), RECORD_REPLACED),
    "promise": (Guaranteed("0.5", "1e-7", under=Change.REPLACED), RECORD_REPLACED),
    "sampled": (Composition(((Gaussian(1, "0.1"), 3),)), RECORD_ADDED_OR_REMOVED),
    "batches": (Composition(((FixedBatches(2, 10, 100), 2),)), RECORD_REPLACED),
    "one batch": (FixedBatches(2, 10, 100), RECORD_REPLACED),
}


@pytest.mark.parametrize("name", BRACKETS)
def test_every_field_of_a_bracket_is_asked_for(name):
    found = epsilon_bracket(*BRACKETS[name][:1], "1e-6", BRACKETS[name][1])
    assert found.replay()
    other = epsilon_bracket(Gaussian(7), "1e-6", USER_LABELS_REPLACED)
    changes = [
        {"low": found.high * 1.01 + 1e-3},
        {"low": -1.0},
        {"high": found.low * 0.99},
        {"high_ends": ()},
        {"high_ends": other.high_ends * len(found.high_ends)},
        {"high_ends": found.high_ends * 2},
        {"high_ends": tuple(replace(end, delta=found.delta * 2) for end in found.high_ends)},
        {"high_ends": tuple(replace(end, epsilon=end.epsilon * 2) for end in found.high_ends)},
        {"low_end": None},
        {"low_end": other.low_end},
        {"low_end": replace(found.low_end, epsilon=found.low_end.epsilon * 2)},
        {"low_end": replace(found.low_end, delta=found.delta / 2)},
        {"delta": found.delta / 2},
        {"attained": not found.attained},
        {"mechanism": Composition(((Gaussian(7), 1),))},
        {"high": 0.0, "high_ends": tuple(replace(end, epsilon=Fraction(0)) for end in found.high_ends)},
    ]
    if found.adjacency is RECORD_ADDED_OR_REMOVED:
        changes.append({"adjacency": RECORD_REPLACED})
        changes.append({"high_ends": found.high_ends[:1] * 2})
    for change in changes:
        assert not replace(found, **change).replay(), change
