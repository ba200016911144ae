"""What moved between two records is told by its place, and measured by its own interval."""

import copy

from boundcheck.record.moved import difference


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
