"""What parts have in common, as pages ask for it."""

import pytest
from least import least

from boundcheck.report.parts import keeps_rate, named_by
from boundcheck.verdict.shapes import Exponent


@pytest.mark.parametrize(
    ("printed", "low", "high", "kept"),
    [(0.061, 0.156, 0.221, False), (-0.4998, -0.503, -0.498, True), (0.4996, 0.5, 0.5, True), (0.5, 0.177, 0.245, False),
     (0.05, 0.06, 0.07, False), (None, 0.1, 0.2, False), (0.5, 0.4, float("inf"), False)],
)  # fmt: skip
def test_a_power_outside_the_interval_is_not_the_printed_one(printed, low, high, kept):
    assert keeps_rate(least(Exponent, printed=printed, low=low, high=high)) is kept


def test_a_sweep_is_named_by_its_letter_between_dollars_or_without():
    assert named_by(least(Exponent, parameter="$n$"), "n")
    assert named_by(least(Exponent, parameter="n"), "n")
    assert not named_by(least(Exponent, parameter="$1/n$"), "n")
