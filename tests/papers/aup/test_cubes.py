"""The lower bound's lemmas on small instances, against the exact risk and the best private test."""

import numpy as np
import pytest

from boundcheck.papers.aup import corollary_2, lemma_6, lemma_7, theorem_2
from boundcheck.papers.aup.lab import cubes

PAIRS = range(len(cubes.TESTS))


def test_the_bounds_of_both_lemmas_are_below_the_exact_risk_on_random_cubes():
    rng = np.random.default_rng(0)
    for _ in range(300):
        laws = cubes.cube(rng.standard_normal(12) * 3)
        by_mixtures, by_neighbours = lemma_6.assouad(laws), corollary_2.neighbours(laws)
        assert by_neighbours <= by_mixtures + 1e-12
        assert by_mixtures <= cubes.squared_risk(laws) / 2 + 1e-12


def test_a_larger_constant_is_seen_on_a_listed_cube():
    """Four times the bound is false where all laws are alike: the factor of the squared norm is two."""
    flat = cubes.cube([0] * 12)
    assert 4 * lemma_6.assouad(flat) > cubes.squared_risk(flat)


@pytest.mark.parametrize("pair", PAIRS)
def test_bounds_on_private_tests_are_below_the_best_one(pair):
    test, _ = cubes.solved(pair)
    assert test.replay()
    assert test.high - test.low < 1e-6
    assert lemma_7.printed_share(pair) <= 1
    assert lemma_7.sharper_share(pair) <= 1
    assert theorem_2.private_share(pair) <= lemma_7.sharper_share(pair) + 1e-4


def test_half_of_eta_would_be_seen_as_false():
    def bold(differ, epsilon, delta):
        return 1 - (1 - cubes.contracted(differ, epsilon, delta)) / 2

    assert max(cubes.share_of_best(bold, pair) for pair in PAIRS) > 1


def test_the_linear_form_is_tight_and_the_printed_one_is_not():
    assert max(lemma_7.sharper_share(pair) for pair in PAIRS) > 0.95
    assert max(lemma_7.printed_share(pair) for pair in PAIRS) < 0.6
