"""The smallest violation that a run names is one that it sees, about as often as it says. Fixed seed."""

import re

import numpy as np
import pytest

from boundcheck.claims import Evidence, Outcome, PartVerdict
from boundcheck.settle.detectable import detectable
from boundcheck.stats import mean_interval, quantile_interval

RISK, REPEATS, ROUNDS = 1e-3, 1000, 60


def mean(sample):
    return {"mean": sample.mean(), "low": mean_interval(sample, 0.0, 1.0, RISK / 2, side="lower").low, "name": "r"}


def median(sample):
    interval = quantile_interval(sample, 0.5, RISK)
    return {"low": interval.low, "high": interval.high, "name": "r"}


def times(kind, row):
    part = PartVerdict("p", "literal", Evidence(Outcome.SUPPORTED, "", data={kind: [row]}), 0.0)
    said = detectable((part,), RISK)
    assert said.startswith("In the one regime of a")
    return float(re.search(r"about ([\d.]+) times", said)[1])


@pytest.mark.parametrize("power", [1, 3])
def test_a_mean_so_far_above_the_bound_is_seen(power):
    rng = np.random.default_rng(1)
    far = times("means", mean(rng.random(REPEATS) ** power))
    assert 1 < far < 1.4
    bound = 1 / (power + 1) / far
    seen = sum(mean(rng.random(REPEATS) ** power)["low"] > bound for _ in range(ROUNDS))
    assert seen >= 0.9 * ROUNDS


def test_a_median_so_far_below_the_bound_is_seen():
    rng = np.random.default_rng(2)
    far = times("estimators", median(rng.random(REPEATS)))
    assert 0.7 < far < 1
    seen = sum(median(rng.random(REPEATS))["high"] < 0.5 / far for _ in range(ROUNDS))
    assert seen >= 0.9 * ROUNDS


def test_nothing_is_said_where_no_multiple_would_do():
    part = PartVerdict(
        "p", "literal", Evidence(Outcome.UNDECIDED, "", data={"means": [{"mean": 0.0, "low": 0.0}]}), 0.0
    )
    assert detectable((part,), RISK) == ""


def test_so_few_repeats_that_no_rate_would_be_seen_are_said_to_be_few():
    row = {"smallest_visible_rate": float("inf"), "allowed": 0.05, "name": "r"}
    part = PartVerdict("p", "literal", Evidence(Outcome.UNDECIDED, "", data={"slack": [row]}), 0.0)
    assert "too few repeats for any rate of violations" in detectable((part,), RISK)
