"""Batches of a fixed size with one record replaced: what is guaranteed against every small data set, what is attained."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from boundcheck.privacy import (
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    Change,
    Composition,
    FixedBatches,
    Gaussian,
    epsilon_bracket,
    gaussian_epsilon,
)
from boundcheck.privacy.grid import both_ends

X = np.linspace(-14, 14, 5601)


def density(records, batch, sigma):
    """Of the noisy sum over a random batch, by enumeration of all batches."""
    sums = [sum(drawn) for drawn in itertools.combinations(records, batch)]
    return sum(np.exp(-0.5 * ((X - s) / sigma) ** 2) for s in sums) / len(sums) / (sigma * math.sqrt(2 * math.pi))


def told_apart(p, q, epsilon):
    return float(np.maximum(p - math.exp(epsilon) * q, 0).sum() * (X[1] - X[0]))


@pytest.mark.parametrize("batch", [1, 2, 4])
def test_no_neighbours_of_four_records_are_told_apart_better_and_some_as_well(batch):
    """All data sets of contributions in {-1, 0, 1}; the profile is a sum over a fine grid of outcomes."""
    sigma, n = 1.5, 4
    found = epsilon_bracket(FixedBatches("1.5", batch, n), "0.01", RECORD_REPLACED)
    assert found.replay()
    worst = 0.0
    for others in itertools.combinations_with_replacement((-1, 0, 1), n - 1):
        laws = [density((*others, own), batch, sigma) for own in (-1, 0, 1)]
        worst = max(worst, *(told_apart(p, q, found.high) for p, q in itertools.permutations(laws, 2)))
    assert worst == pytest.approx(0.01, rel=1e-4)


@pytest.mark.parametrize(("sigma", "batch", "records", "steps"), [("2", 10, 1000, 300), ("10", 500, 1000, 20)])
def test_composed_it_covers_what_neighbours_attain(sigma, batch, records, steps):
    found = epsilon_bracket(Composition(((FixedBatches(sigma, batch, records), steps),)), "1e-5", RECORD_REPLACED)
    cancelling = Composition(((Gaussian(sigma, f"{batch}/{records}"), steps),))  # all others contribute 0
    opposed = Composition(((Gaussian(float(sigma) / 2, f"{batch}/{records}"), steps),))  # all others stand against it
    assert epsilon_bracket(cancelling, "1e-5", RECORD_REPLACED).low < found.high
    assert found.low <= epsilon_bracket(opposed, "1e-5", RECORD_ADDED_OR_REMOVED).high <= found.high
    assert found.replay()
    assert found.attained
    assert "batches of" in str(found)


def test_neighbours_that_take_turns_are_told_apart_less_well():
    """In one release the record stands against all others, in the next one its replacement does."""
    batches = FixedBatches(2, 10, 100)
    sides = [batches.attained_pair(Change.REPLACED, way) for way in (Change.REMOVED, Change.ADDED)]
    turns = both_ends(tuple((pair, 1) for pair in sides), Fraction(1, 10**5), "standard", 0.25)
    found = epsilon_bracket(Composition(((batches, 2),)), "1e-5", RECORD_REPLACED)
    assert 0 < turns[0] <= turns[1] < found.low < found.high


def test_a_batch_of_all_records_is_no_sampling():
    found = epsilon_bracket(Composition(((FixedBatches(5, 30, 30), 50),)), "1e-5", RECORD_REPLACED)
    truth = gaussian_epsilon("1e-5", 50 * 4 / 25)
    assert found.low <= truth.high
    assert truth.low <= found.high <= float(truth.high) * 1.01


def test_poisson_sampling_in_place_of_a_fixed_size_is_seen():
    """The planted fault: the share of a batch taken as a Poisson rate."""
    fixed = epsilon_bracket(Composition(((FixedBatches(1, 10, 1000), 100),)), "1e-5", RECORD_REPLACED)
    poisson = epsilon_bracket(Composition(((Gaussian(1, "0.01"), 100),)), "1e-5", RECORD_REPLACED)
    assert fixed.low > 2 * poisson.high


def test_no_record_is_added_to_a_batch_of_fixed_size():
    with pytest.raises(ValueError, match="answers for one unit replaced, and not for one removed"):
        epsilon_bracket(FixedBatches(1, 10, 1000), "1e-5", RECORD_ADDED_OR_REMOVED)
    with pytest.raises(ValueError, match="batch: must be at most records = 5, got 6"):
        FixedBatches(1, 6, 5)
