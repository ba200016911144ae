"""Readings of a part are put to the same samples where they ask for the same ones; parts are not."""

from dataclasses import replace

import sympy
from noise import Noise

from boundcheck.checks import high_probability
from boundcheck.checks.samples import cell
from boundcheck.claims import Axis, HighProbabilityBound, Regime
from boundcheck.study.cell import spawn_key

n, delta = sympy.symbols("n delta", real=True)
POINT = {"n": 10_000, "delta": 0.05}


def instance(**_):
    return Noise()


def bound(factor):
    size, search = sympy.Rational(factor) / sympy.sqrt(n), (Axis("delta", 0.05, 0.5), Axis("n", 1, 1000, "log_integer"))
    regime = Regime("only", Noise(), POINT, biting=True)
    stated = HighProbabilityBound(1 / sympy.sqrt(n), size, sympy.Integer(3), sympy.Integer(1), delta, (regime,))
    return replace(stated, search=search, instance=instance)


def test_a_cell_is_that_of_the_part_whatever_the_reading(context):
    here, there, elsewhere = (
        cell(context(name), "only", Noise(), POINT, 100) for name in ("coverage", "coverage@appendix", "rates")
    )
    assert here == there
    assert here.content != elsewhere.content
    assert cell(context("coverage@appendix"), "only", Noise(), {**POINT, "n": 9}, 100) != here


def test_two_readings_of_one_rate_are_put_to_one_sample_and_one_search(context):
    """The second reading has another explicit version, so that its search for the worst case of that is its own."""
    one = high_probability.check(bound("2.6"), context("coverage")).found
    other = high_probability.check(bound("2.8"), context("coverage@other")).found
    same = [[row.quantile for row in data.slack if row.name == "only"] for data in (one, other)]
    assert same[0] == same[1]
    assert one.constant.searched == other.constant.searched
    assert one.constant.smallest_surviving == other.constant.smallest_surviving


def test_a_worst_case_is_confirmed_on_samples_that_no_search_has_seen(context):
    cells = []
    asked = context("coverage@other")

    def run(wanted):
        cells.extend(wanted)
        return asked.run(wanted)

    def search(objective, space, **options):
        found = asked.search(objective, space, **options)
        searched.add(found.seed_key)
        return found

    searched = set()
    high_probability.check(bound("2.6"), replace(asked, run=run, search=search))
    drawn = {spawn_key(wanted, index) for wanted in cells for index in range(8)}
    assert len(searched) == 3
    assert not searched & drawn
