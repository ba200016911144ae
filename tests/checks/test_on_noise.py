"""Printed tables of noise: enough, too little, not told, reproduced, not reproduced; nothing is drawn."""

from functools import lru_cache

import pytest
from sympy import Integer, Rational

from boundcheck.checks import on_noise
from boundcheck.claims import Outcome, RecomputedTable
from boundcheck.claims.fields import Malformed
from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, RECORD_REPLACED, Settings

STEPS = {"m = 5": 20, "m = 10": 5}
LEVELS = (Integer(1), Integer(3))


def added(column):
    return Settings("0.05", STEPS[column], "1e-5", RECORD_ADDED_OR_REMOVED)


def replaced(column):
    return Settings("0.05", STEPS[column], "1e-5", RECORD_REPLACED)


def by_orders(column):
    return Settings("0.05", STEPS[column], "1e-5", RECORD_ADDED_OR_REMOVED, "renyi")


@lru_cache
def least(settings, column, epsilon):
    return settings(column).needed(str(epsilon))[1]


def table(settings, factors=(1, 1), **rest):
    """Each column is what these settings need, times a factor of its own."""
    cells = tuple(
        (column, epsilon, f"{factor * least(settings, column, epsilon):.3f}")
        for column, factor in zip(STEPS, factors, strict=True)
        for epsilon in LEVELS
    )
    return cells, rest


def checked(made, settings, context):
    cells, rest = made
    return on_noise.check(RecomputedTable(cells, settings, **rest), context())


def test_noise_that_is_enough(context):
    found = checked(table(added, (1.05, 1.05)), {"added": added}, context)
    assert found.outcome is Outcome.SUPPORTED, found.summary
    assert [row["answer"] for row in found.data["cells"]] == ["enough"] * 4


def test_noise_for_an_added_record_is_too_little_for_a_replaced_one(context):
    found = checked(table(added, (1.05, 1.05)), {"replaced": replaced}, context)
    assert found.outcome is Outcome.REFUTED, found.summary
    assert float(found.witness["lhs"]) > float(found.witness["rhs"])
    assert found.witness["point"]["settings"] == "replaced"
    assert "one record replaced" in found.summary


def test_one_of_several_settings_speaks_for_the_table(context):
    found = checked(table(added, (1.05, 1.05)), {"replaced": replaced, "added": added}, context)
    assert found.outcome is Outcome.SUPPORTED
    tried = {row["settings"]: row for row in found.data["offers"]}
    assert tried["added"]["enough"] == 4
    assert tried["replaced"]["too little"] > 0


def test_few_digits_decide_nothing(context):
    cells = (("m = 5", Integer(3), f"{least(added, 'm = 5', 3):.1f}"),)
    found = checked((cells, {}), {"added": added}, context)
    assert found.outcome is Outcome.UNDECIDED
    assert "another digit" in found.summary


@pytest.mark.parametrize(
    ("factors", "factor", "outcome"),
    [
        ((1, 1), "one", Outcome.SUPPORTED),
        ((0.3, 0.3), "common", Outcome.SUPPORTED),
        ((0.3, 0.3), "one", Outcome.REFUTED),
        ((0.3, 0.7), "by column", Outcome.SUPPORTED),
        ((0.3, 0.7), "common", Outcome.REFUTED),
    ],
)
def test_the_least_noise_up_to_a_factor(factors, factor, outcome, context):
    found = checked(table(added, factors, says="least", factor=factor), {"added": added}, context)
    assert found.outcome is outcome, found.summary
    assert "off by a factor of up to" in found.summary
    if factor == "by column":
        assert found.data["factors"] == pytest.approx(dict(zip(STEPS, factors, strict=True)), rel=0.02)


def test_a_wrong_cell_is_the_witness(context):
    cells, rest = table(added, says="least")
    cells = (*cells[:3], ("m = 10", Integer(3), "1.234"))
    found = checked((cells, rest), {"added": added}, context)
    assert found.outcome is Outcome.REFUTED
    assert found.witness["point"]["cell"] == "m = 10, epsilon = 3"


def test_the_settings_that_fit_are_found(context):
    cells, rest = table(replaced, (0.5, 0.5), says="least", factor="common")
    found = checked((cells, rest), {"added": added, "replaced": replaced}, context)
    assert found.outcome is Outcome.SUPPORTED
    assert found.data["settings"] == "replaced"
    assert "next best is 'added'" in found.summary


def test_rényi_orders_explain_a_table_and_refute_none(context):
    cells = (("m = 5", Integer(1), f"{least(by_orders, 'm = 5', 1):.3f}"),)
    right = checked((cells, {"says": "least"}), {"orders": by_orders}, context)
    assert right.outcome is Outcome.SUPPORTED
    wrong = checked(((("m = 5", Integer(1), "9.99"),), {"says": "least"}), {"orders": by_orders}, context)
    assert wrong.outcome is Outcome.UNDECIDED
    assert "refutes nothing" in wrong.summary


def test_a_factor_for_every_cell_is_vacuous(context):
    cells = (("m = 5", Integer(1), "0.123"),)
    found = checked((cells, {"says": "least", "factor": "by column"}), {"added": added}, context)
    assert [finding.kind for finding in found.findings] == ["VACUOUS"]


@pytest.mark.parametrize(
    ("cells", "rest", "words"),
    [
        ((), {}, "is empty"),
        ((("", Integer(-1), "0.1"),), {}, "a fraction above 0"),
        ((("", Rational(1, 2), "much"),), {}, "the digits of the page"),
        ((("", Integer(1), "0.1"), ("", Integer(1), "0.2")), {}, "two are called"),
        ((("", Integer(1), "0.1"),), {"factor": "common"}, "may always be enough"),
    ],
)
def test_what_is_no_table_is_refused(cells, rest, words):
    with pytest.raises(Malformed, match=words):
        RecomputedTable(cells, {"added": added}, **rest)
