"""What moved between two records is told by its place, and measured by its own interval."""

import copy

from boundcheck.record import compare
from boundcheck.record.types import typed_record


def difference(before, after):
    """Of two records that are plain data."""
    return compare.difference(typed_record(before), typed_record(after))


def test_a_record_is_the_same_as_itself_whenever_and_wherever_it_was_made(record):
    later = copy.deepcopy(record) | {"elapsed_seconds": 9.0, "digest": "other"}
    later["environment"]["python"] = "4.0"
    found = difference(record, later)
    assert found.same
    assert [name for name, *_ in found.made_with] == ["python"]


def test_a_number_moves_by_half_widths_of_its_interval(record):
    later = copy.deepcopy(record)
    key, part = next((key, part) for key, part in later["parts"].items() if part.get("slack"))
    cell = part["slack"][0]
    half = (cell["high"] - cell["low"]) / 2
    cell["quantile"] += half
    found = difference(record, later)
    (move,) = found.moves
    assert move.place == f"parts.{key}.slack[{cell['name']}].quantile"
    assert abs(move.widths - 1) < 1e-9
    assert not found.verdicts


def test_nothing_is_measured_in_half_widths_of_an_interval_without_a_width(record):
    """Ends that differ by the last digit that is kept are one: a move is a share of the number itself."""
    early, later = copy.deepcopy(record), copy.deepcopy(record)
    cell, moved = (next(p for p in r["parts"].values() if p.get("slack"))["slack"][0] for r in (early, later))
    for width in (0.0, 1e-9, -1e-9):
        cell.update(quantile=0.25, low=0.25, high=0.25 * (1 + width))
        moved.update(quantile=0.26, low=0.26, high=0.26)
        (move,) = difference(early, later).moves
        assert move.widths is None
        assert abs(move.relative - 1 / 26) < 1e-9


def test_a_verdict_that_turns_is_no_number(record):
    later = copy.deepcopy(record)
    later["headline"]["severity"] = "FALSE"
    later["steps"][0]["outcome"] = "UNDECIDED"
    later["faults"] = []
    places = [place for place, *_ in difference(record, later).verdicts]
    assert "headline.severity" in places
    assert f"steps.{record['steps'][0]['label']}.outcome" in places
    assert [p for p in places if p.startswith("faults.")] == [f"faults.{f['id']}.severity" for f in record["faults"]]


def test_a_step_that_is_gone_is_told(record):
    later = copy.deepcopy(record)
    gone = later["steps"].pop()
    assert (f"steps.{gone['label']}.outcome", "not there") in [
        (p, after) for p, _, after in difference(record, later).verdicts
    ]
