"""False versions made from a bound: what is made, where each is put, and which die.

Fixed seed; a version that is no smaller than the true quantile is called refuted with probability below 1e-3.
"""

import numpy as np
import pytest
import sympy
from noise import Noise

from boundcheck.checks.bound import variants
from boundcheck.checks.cells import Sample
from boundcheck.claims import HighProbabilityBound, Regime
from boundcheck.symbolic import number

n, d, delta = sympy.symbols("n d delta", real=True)
EXPLICIT = sympy.sqrt(d / n) + 1 / n
REGIMES = (
    Regime("few", Noise(), {"n": 10, "d": 4, "delta": 0.1}),
    Regime("many", Noise(), {"n": 1000, "d": 9, "delta": 0.1}, biting=True),
)


def bound(explicit=EXPLICIT):
    return HighProbabilityBound(explicit, explicit, sympy.Integer(1), sympy.Integer(10), delta, REGIMES)


def drawn(share):
    """In each regime, errors that reach this share of the bound in one half of the replicates."""
    found = []
    for regime in REGIMES:
        size = number(EXPLICIT, dict(regime.point))
        error = np.where(np.arange(2000) % 2, share * size, 0.0)
        found.append((regime, Sample(error, np.ones(2000, bool), ())))
    return found


def rows(context, share=0.99, explicit=EXPLICIT):
    found = variants.killed(bound(explicit), drawn(share), context(), 1e-3)
    assert found["total"] == len(found["rows"])
    assert found["killed"] == sum(row["killed"] for row in found["rows"])
    return {(row["subject"], row["change"], row["term"]): row for row in found["rows"]}


def test_every_smaller_version_dies_where_the_bound_is_nearly_reached(context):
    found = rows(context)
    assert set(found) == {
        ("d", "dropped", 0), ("d", "rooted", 0), ("d", "turned", 0), ("n", "squared", 0),
        ("", "left out", 1), ("", "left out", 2), ("", "halved", 0),
    }  # fmt: skip
    assert all(row["killed"] for row in found.values())


def test_where_errors_are_small_the_versions_live_and_say_how_far_they_are(context):
    found = rows(context, share=0.05)
    assert not found["", "halved", 0]["killed"]
    assert found["", "halved", 0]["ratio"] == pytest.approx(0.1, rel=0.01)
    assert found["n", "squared", 0]["killed"], "thirty times smaller at n = 1000"


def test_each_is_put_where_it_is_smallest_beside_the_bound(context):
    """Squaring n divides the leading term by 3.2 at n = 10 and by 32 at n = 1000; 1/n is the larger share of the few."""
    found = rows(context)
    assert found["n", "squared", 0]["regime"] == "many"
    place = 1 + sympy.Add.make_args(EXPLICIT).index(1 / n)
    assert found["", "left out", place]["regime"] == "few"


def test_unsound_replicates_kill_nothing(context):
    lost = [(regime, Sample(s.error, np.zeros(2000, bool), ())) for regime, s in drawn(0.99)]
    found = variants.killed(bound(), lost, context(), 1e-3)
    assert found["killed"] == 0


def test_a_version_without_a_value_is_left_out(context):
    explicit = sympy.sqrt(d - 5) / n
    found = rows(context, explicit=explicit)
    assert ("d", "dropped", 0) not in found
    assert ("n", "squared", 0) in found
