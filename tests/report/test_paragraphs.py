"""Tables and pairs: a long text makes its column elastic instead of pushing the others off the page."""

import json
import math

import msgspec
import pytest
from least import least

from boundcheck.record.types import typed_record
from boundcheck.report import pdf
from boundcheck.report.page.measured import bounds, verdict
from boundcheck.report.page.paragraphs import length, pairs, strong, table
from boundcheck.report.text.letters import Letters
from boundcheck.verdict.facts import Along
from boundcheck.verdict.shapes import (
    Exponent,
    Finding,
    HighProbabilityBoundPart,
    ScalingPart,
    Vacuity,
    VacuityPoint,
)
from boundcheck.verdict.values import Frozen


def test_short_columns_take_what_they_need():
    assert table("l1 r l", ["a", "b", "c"], [["x", "1", "y"]])["widths"] == ["1", "auto", "auto"]
    assert table("l r", ["a", "b"], [])["widths"] == ["auto", "auto"]


def test_a_long_text_makes_its_column_elastic():
    made = table("l l2 r", ["a", "b", "c"], [[strong("long " * 20), "x", "1"]])
    assert made["widths"] == ["1", "2", "auto"]
    assert pairs([("name " * 20, "value")])["wide"]
    assert not pairs([("name", "value " * 200)])["wide"]


def test_formulas_count_as_a_few_letters():
    assert length([{"typst": "x" * 1000, "alt": "x" * 1000}, "and"]) == 15


def everywhere(value, put):
    """A record with another number wherever one was measured or computed, or chosen for a letter."""
    if isinstance(value, Frozen):
        return msgspec.structs.replace(value, **{name: everywhere(getattr(value, name), put) for name in value.__struct_fields__})
    if isinstance(value, dict):
        return {name: everywhere(item, put) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(everywhere(item, put) for item in value)
    return type(value)(put) if isinstance(value, float) else value


@pytest.mark.parametrize("put", [1e300, 1e-300, 0, -1, math.inf, math.nan])
def test_numbers_of_every_size_make_a_report(record, put):
    assert pdf.to_bytes(everywhere(typed_record(record), put))


@pytest.mark.parametrize("rows", [0, 1])
def test_few_rows_make_a_report(record, rows):
    def cut(value):
        if isinstance(value, dict):
            return {name: cut(item) for name, item in value.items()}
        return [cut(item) for item in value[:rows]] if isinstance(value, list) else value

    assert pdf.to_bytes(typed_record(cut(record)))


def test_a_sweep_without_a_remark_stands_in_its_row_alone():
    row = {"measured": 1.0, "printed": 1.0, "growth": 1.0}
    found = (
        Finding(kind="TIGHT", fact=Along(parameter="n", finding="TIGHT", **row), about=()),
        Finding(kind="LOOSE", fact=Along(parameter="d", finding="LOOSE", **row, remark="as it must"), about=()),
    )
    assert "exponent of " in str(verdict(least(ScalingPart, findings=found), Letters()))
    told = str(verdict(least(ScalingPart, findings=found, exponents=(least(Exponent, parameter="n"),)), Letters()))
    assert told.count("exponent of") == 1  # that of d, with its remark
    assert "as it must" in told


@pytest.mark.parametrize(("reading", "said"), [("mended", True), ("literal", False)])
def test_a_rate_that_is_not_the_printed_one_says_whose_it_is(reading, said):
    points = tuple(least(VacuityPoint, value=n, printed=1 / n, explicit=8 / n) for n in (10, 100, 1000))
    part = least(HighProbabilityBoundPart, reading=reading, vacuity=least(Vacuity, points=points))
    told = json.dumps(bounds("error", part, Letters({})), default=str)
    assert ("the rate is that in the version 'repaired'" in told) is said
