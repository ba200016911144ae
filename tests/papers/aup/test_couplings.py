"""Mixtures of products are coupled at a higher price than products of mixtures."""

from fractions import Fraction
from itertools import product

import pytest

from boundcheck.papers.aup.lab import couplings
from boundcheck.papers.aup.lab.couplings import (
    LABELS,
    USERS,
    attained_number,
    least_number,
    printed_number,
    witness,
)

COUNTS = tuple(product(range(LABELS + 1), repeat=USERS))


def test_one_user_moves_the_witness_by_one_at_most():
    for one, other in product(COUNTS, repeat=2):
        differ = sum(a != b for a, b in zip(one, other, strict=True))
        assert abs(witness(sum(one)) - witness(sum(other))) <= differ


def test_every_coupling_costs_more_than_the_page_says():
    assert least_number() > printed_number() == Fraction(328, 729)


def test_users_coupled_one_by_one_do_not_beat_the_lower_end():
    assert least_number() < attained_number() < USERS


def test_one_label_each_shows_nothing(monkeypatch):
    """With one label of each user the printed number is right, and no witness exceeds it."""
    monkeypatch.setattr(couplings, "LABELS", 1)
    monkeypatch.setattr(couplings, "LEVELS", (1, 2))
    assert least_number() <= printed_number()


def test_a_witness_that_jumps_is_noticed(monkeypatch):
    monkeypatch.setattr(couplings, "LEVELS", (2, 4))
    with pytest.raises(AssertionError):
        test_one_user_moves_the_witness_by_one_at_most()
