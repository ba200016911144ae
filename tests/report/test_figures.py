"""Figures: the same bytes each time, spoken for, and absent where there is nothing to draw."""

import math
import xml.etree.ElementTree as ET

import msgspec
import pytest
from least import least

from boundcheck.record.types import typed_record
from boundcheck.report.figures import chart, measurements
from boundcheck.report.figures import worst_instance as instance
from boundcheck.report.figures.chart import At
from boundcheck.report.page import measured
from boundcheck.verdict.facts import Words
from boundcheck.verdict.shapes import (
    Exponent,
    Finding,
    HighProbabilityBoundPart,
    RatioSweep,
    Regime,
    Reported,
    Vacuity,
    VacuityPoint,
)

replace = msgspec.structs.replace


def every(record):
    parts = typed_record(record).parts
    part, rates, paired = (parts[f"coverage_ctl{name}"] for name in ("", "_rates", "_paired"))
    return {
        "along": measurements.along("n", part.vacuity.points, {}, 4200),
        "panels": measurements.panels(rates.exponents, {}),
        "cells": measurements.cells(part.slack, {"radius": "B'"}),
        "separation": measurements.separation(paired.separation, {}),
        "instance": instance.drawing(part.constant.instance, {}),
    }


def test_figures_are_the_same_each_time(record):
    first, second = every(record), every(record)
    assert first == second
    for name, drawn in first.items():
        ET.fromstring(drawn["svg"])
        assert len(drawn["alt"]) > 60, name
        assert chart.PAGE_FONT in drawn["svg"]
        assert chart.MEASURED_WITH not in drawn["svg"]
        assert "<dc:date>" not in drawn["svg"]


def test_figures_say_their_numbers(record):
    drawn = every(record)
    assert "error 0.218, bound 6.33" in drawn["cells"]["alt"]
    assert "along c(ε) the measured exponent is 0.93 (0.88 to 0.99), the printed one 1" in drawn["panels"]["alt"]
    assert "no information below n = 4,200" in drawn["along"]["svg"]
    assert "6 feature vectors in dimension 3" in drawn["instance"]["alt"]


def test_only_cells_of_the_same_point_stand_on_the_curve(record):
    at = {"d": 10, "epsilon": 1.0}
    row = least(Regime, quantile=0.1, low=0.09, high=0.11)
    slack = (
        replace(row, name="on it", point={**at, "n": 1000}),
        replace(row, name="too private", point={**at, "epsilon": 0.5, "n": 1000}),
        replace(row, name="one letter more", point={**at, "alpha": 0.1, "n": 1000}),
        replace(row, name="no n", point=at),
        replace(row, name="nothing measured", point={**at, "n": 10}, quantile=math.nan),
    )
    part = typed_record(record).parts["coverage_ctl"]
    part = replace(part, slack=slack, vacuity=replace(part.vacuity, at=at))
    assert [(p.name, p.value) for p in measured.on_curve(part)] == [("on it", 1000)]
    (drawn,) = [block for block in measured.bounds("coverage", part, {}) if block["kind"] == "figure"]
    assert "on it" in drawn["svg"]
    assert "At 1,000: error 0.100" in drawn["alt"]
    assert measured.on_curve(replace(part, vacuity=None)) == []


def test_names_of_many_dots_are_left_out():
    points = [At(10.0**k, 1 / k, name=f"cell {k}") for k in range(1, 9)]
    assert "cell 3" not in measurements.along("n", points, {})["svg"]
    assert "cell 3" in measurements.along("n", points[:4], {})["svg"]


def test_nothing_to_draw_is_no_figure():
    hollow = [At(1, math.inf)]
    assert measurements.along("n", [], {}) is measurements.along("n", hollow, {}) is None
    assert measurements.panels([least(Exponent, parameter="n")], {}) is None
    assert measurements.cells([least(Regime, quantile=math.nan), least(Regime, quantile=math.inf)], {}) is None
    assert measurements.separation(least(RatioSweep), {}) is None
    for nothing in (None, {}, {"features": []}, {"features": [["x"]]}, {"features": [[1, 2]], "theta": [1]}):
        assert instance.drawing(nothing, {}) is None


def test_holes_in_the_points_are_left_out():
    points = [At(10, 1.0, math.nan, math.inf), At(100, explicit=2.0), At(0)]
    assert "explicit bound 2" in measurements.along("n", points, {})["alt"]


@pytest.mark.parametrize("dimension", [1, 2, 5])
def test_instances_of_any_dimension(dimension):
    features = [[0.5] * dimension, [-0.5] * dimension]
    assert instance.drawing({"features": features}, {})["svg"]
    assert instance.drawing({"features": features, "theta": [0.1] * dimension, "weights": [0, 0]}, {})["svg"]
    assert instance.drawing({"features": features, "changed": [0.2, 0]}, {})["svg"]
    assert instance.drawing({"features": features[:1], "weights": [1e-300]}, {})["svg"]


def test_a_plane_has_an_arrow_and_more_dimensions_have_stems():
    flat = instance.drawing({"features": [[1, 0], [0, 1]], "theta": [3, 4], "changed": [0.25, 0]}, {})
    assert "the arrow points along the truth" in flat["alt"]
    assert "norm 5" in flat["alt"]
    assert "a share 0.250 of all" in flat["alt"]
    assert "first coordinate" in flat["svg"]
    deep = instance.drawing({"features": [[1, 0, 0], [0, 1, 0]], "theta": [3, 4, 0], "left_out": 7}, {})
    assert "stems show the weight at each logit, logits 3 to 4" in deep["alt"]
    assert "7 more are left out" in deep["alt"]
    assert "logit under the truth" in deep["svg"]
    level = instance.drawing({"weights": [0.5, 0.5], "logits": [0, 0], "dimension": 40}, {})
    assert "in dimension 40" in level["alt"]
    assert "number of the vector" in level["svg"]


@pytest.mark.parametrize(
    "odd",
    [
        {"weights": [1]},
        {"weights": [1, 2], "logits": [1]},
        {"weights": ["nan"], "logits": [0]},
        {"weights": [[1]], "logits": [[1]]},
        {"features": [[]], "weights": [1]},
        {"features": ["x", "y"]},
        {"features": [[1, 2]], "theta": ["x", "y"]},
        {"features": [3]},
    ],
)
def test_odd_instances_are_not_drawn(odd):
    assert instance.drawing(odd, {}) is None


@pytest.mark.parametrize(("low", "high"), [(1, 2), (0.9, 1.1), (1e-9, 1e9), (3, 3.1), (0.01, 20)])
def test_ticks_are_few_round_and_inside(low, high):
    found = chart.ticks(low, high)
    assert 2 <= len(found) <= 8
    assert found == sorted(found)
    assert all(math.log10(low) - 1 <= math.log10(place) <= math.log10(high) + 1 for place in found)


def test_a_measured_zero_is_drawn_and_said():
    row = least(Regime, bound=0.1, trivial=1.0)
    slack = [
        replace(row, name="none", point={"n": 1}),
        replace(row, name="some", point={"n": 2}, quantile=0.01, low=0.009, high=0.011),
    ]
    drawn = measurements.cells(slack, {})
    assert "Error and bounds in 2 settings" in drawn["alt"]
    assert "n = 1: error 0, bound 0.100" in drawn["alt"]
    assert "n = 1<" in drawn["svg"]
    assert ">0<" in drawn["svg"]
    assert measurements.cells([least(Regime)], {}) is None


def test_the_name_of_a_low_dot_stays_off_the_axis():
    points = [At(10.0**k, explicit=10.0**-k) for k in range(5)]
    points.append(At(1e4, 1e-5, name="low"))
    with chart.figure(2.6) as drawn:
        axes = drawn.subplots()
        chart.curves(axes, points)
        measurements._name(axes, points)
        low, high = map(math.log10, axes.get_ylim())
        assert (-5 - low) / (high - low) > 0.15


@pytest.mark.parametrize(("low", "high"), [(0.996, 1.1), (3, 3.01), (1.0, 1.0001)])
def test_ticks_of_a_narrow_range_are_round(low, high):
    found = chart.ticks(low, high)
    assert 3 <= len(found) <= 8
    assert all(low <= place <= high and len(f"{place:.12g}") <= 7 for place in found)


def test_two_dots_too_near_for_two_names_share_one():
    dots = {(1e10, 2.7e-3): ["stochastic"], (1e10, 3e-3): ["hidden"], (1e10, 1.0): ["far"], (1e4, 3e-3): ["left"]}
    found = measurements._gathered(dots, 1e-4, 1e2)
    assert found == {(1e4, 3e-3): ["left"], (1e10, 2.7e-3): ["stochastic", "hidden"], (1e10, 1.0): ["far"]}


def test_a_rate_without_constants_is_not_called_a_bound():
    points = [least(VacuityPoint, value=10.0**k, printed=0.1**k, explicit=0.1**k, trivial=1.0) for k in range(3)]
    assert "explicit bound" not in measurements.along("n", points, {}, rate=True)["alt"]
    assert "explicit bound" in measurements.along("n", points, {})["alt"]


def test_a_cell_that_a_finding_names_is_told_by_its_point():
    row = least(Regime, bound=0.4, trivial=1.0)
    slack = (
        replace(row, name="wide", point={"n": 10}, quantile=0.1, biting=True),
        replace(row, name="narrow", point={"n": 20}, quantile=0.2),
    )
    found = Finding(kind="LOOSE", fact=Words("0.25 to 0.5"), about=("narrow",))
    part = least(HighProbabilityBoundPart, slack=slack, findings=(found,), reading="literal")
    named = [block for block in measured.cells("bound", part, {}) if block["kind"] == "pairs"]
    assert [[name for name, _ in block["rows"]] for block in named] == [["narrow"]]
    found = Finding(kind="LOOSE", fact=Words("the largest in narrow"), about=())  # words alone name nothing
    part = replace(part, findings=(found,))
    assert not [block for block in measured.cells("bound", part, {}) if block["kind"] == "pairs"]


def test_terms_are_stacked_to_the_whole_bound():
    points = tuple(least(VacuityPoint, value=value) for value in (10.0, 1000.0))
    vacuity = least(Vacuity, points=points, terms=((1.0, 3.0), (1.0, 0.0)))
    drawn = measurements.stacked(vacuity, ["√α/γ", "c/n"])
    ET.fromstring(drawn["svg"])
    assert "√α/γ: 25 % at n = 10, 100 % at n = 1,000; c/n: 75 % at n = 10, 0 % at n = 1,000." in drawn["alt"]
    for slip in ({"terms": ()}, {"terms": ((1.0,), (1.0,))}, {"terms": ((1.0, -3.0), (1.0, 0.0))}, {"points": ()}):
        assert measurements.stacked(replace(vacuity, **slip), ["√α/γ", "c/n"]) is None
    assert measurements.stacked(vacuity, ["one name"]) is None
    alone = measurements.stacked(replace(vacuity, terms=((0.0, 1.0), (0.0, 1.0))), ["√α/γ", "c/n"])
    assert "√α/γ" not in alone["svg"]  # 0 throughout: no layer, and no name in the legend
    assert "c/n" in alone["svg"]
    assert measurements.stacked(least(Vacuity), []) is None


def test_reported_means_have_their_intervals():
    row = Reported(comparison="A beats B", mean=2.0, low=1.5, high=2.5, other_mean=1.0, other_low=0.5, other_high=1.5)
    drawn = measurements.drawing([row])
    ET.fromstring(drawn["svg"])
    assert "A beats B: 2 (1.50 to 2.50) against 1 (0.500 to 1.50)" in drawn["alt"]
    assert "said to be the larger" in drawn["svg"]
    assert measurements.drawing([replace(row, low=math.nan)]) is None
    assert measurements.drawing([]) is None
