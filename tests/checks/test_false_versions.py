"""False versions made from a bound: what is made, where each is put, and which die.

Fixed seed; a version that is no smaller than the true quantile is called refuted with probability below 1e-3.
"""

from dataclasses import replace

import numpy as np
import pytest
import sympy
from noise import Noise

from boundcheck.checks import false_versions
from boundcheck.checks.samples import Sample
from boundcheck.claims import HighProbabilityBound, Regime, each
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
    found = false_versions.killed(bound(explicit), drawn(share), context(), 1e-3)
    assert found.total == len(found.rows)
    assert found.killed == sum(row.killed for row in found.rows)
    return {(row.subject, row.change, left_out(row)): row for row in found.rows}


def left_out(row):
    return None if row.summand is None else row.summand.latex


def test_every_smaller_version_dies_where_the_bound_is_nearly_reached(context):
    found = rows(context)
    assert set(found) == {
        ("d", "dropped", None), ("d", "rooted", None), ("d", "turned", None), ("n", "squared", None),
        ("", "left out", r"\frac{1}{n}"), ("", "left out", r"\sqrt{\frac{d}{n}}"), ("", "halved", None),
    }  # fmt: skip
    assert all(row.killed for row in found.values())


def test_where_errors_are_small_the_versions_live_and_say_how_far_they_are(context):
    found = rows(context, share=0.05)
    assert not found["", "halved", None].killed
    assert found["", "halved", None].ratio == pytest.approx(0.1, rel=0.01)
    assert found["n", "squared", None].killed, "thirty times smaller at n = 1000"


def test_each_is_shown_where_it_is_furthest_exceeded(context):
    """Squaring n divides the leading term by 3.2 at n = 10 and by 32 at n = 1000; 1/n is the larger share of the few."""
    found = rows(context)
    assert found["n", "squared", None].regime == "many"
    assert found["", "left out", r"\frac{1}{n}"].regime == "few"


def test_it_is_seen_where_the_errors_are_although_it_is_smaller_elsewhere(context):
    """Of the many all errors are 0, where n squared would be thirty times as small; the few see it."""
    few, many = drawn(0.99)
    silent = (many[0], Sample(np.zeros(2000), np.ones(2000, bool), ()))
    found = false_versions.killed(bound(), [few, silent], context(), 1e-3)
    row = next(row for row in found.rows if (row.subject, row.change) == ("n", "squared"))
    assert row.killed
    assert row.regime == "few"


def test_summands_are_left_out_wherever_no_function_hides_them():
    inner = sympy.sqrt(d + sympy.log(1 / delta))
    made = {v.summand: v.bound for v in false_versions.variants(bound((inner / n + 1) ** 2)) if v.change == "left out"}
    assert made == {
        inner / n: sympy.Integer(1),
        sympy.Integer(1): (inner / n) ** 2,
        d: (sympy.sqrt(sympy.log(1 / delta)) / n + 1) ** 2,
        sympy.log(1 / delta): (sympy.sqrt(d) / n + 1) ** 2,
    }


def test_named_terms_are_left_out_by_name_and_once():
    terms = {"noise": sympy.sqrt(d / n), "rest": 1 / n}
    made = [
        v for v in false_versions.variants(replace(bound(), printed=terms, explicit=terms)) if v.change == "left out"
    ]
    assert [(v.name, v.bound) for v in made] == [("noise", 1 / n), ("rest", sympy.sqrt(d / n))]


def test_unsound_replicates_kill_nothing(context):
    lost = [(regime, Sample(s.error, np.zeros(2000, bool), ())) for regime, s in drawn(0.99)]
    found = false_versions.killed(bound(), lost, context(), 1e-3)
    assert found.killed == 0


def test_a_version_without_a_value_is_left_out(context):
    explicit = sympy.sqrt(d - 5) / n
    found = rows(context, explicit=explicit)
    assert ("d", "dropped", None) not in found
    assert ("n", "squared", None) in found


def test_a_term_of_a_product_and_its_summand_are_one_version():
    """d times a sum, whose terms are named with the factor: left out are two, and not the two summands besides."""
    composed = each(lambda term: d * term, {"noise": sympy.sqrt(1 / n), "rest": 1 / n})
    stated = HighProbabilityBound(composed, composed, sympy.Integer(1), sympy.Integer(10), delta, REGIMES)
    assert [v.name for v in false_versions.variants(stated) if v.change == "left out"] == ["noise", "rest"]
    unnamed = bound(sympy.Mul(d, sympy.sqrt(1 / n) + 1 / n, evaluate=False))
    assert len([v for v in false_versions.variants(unnamed) if v.change == "left out"]) == 2
