"""The table of hypotheses: what can go, what is needed and where, and nothing where nothing was tried."""

import json

from boundcheck.record.texts import typed
from boundcheck.report.page.appendix import assumptions
from boundcheck.report.page.hypotheses import dropped, hypotheses


def text(blocks):
    return json.dumps(blocks, ensure_ascii=False)


def test_a_row_for_each_step_with_something_to_say(record):
    _, lead, table = hypotheses(record, {})
    assert "Each of the 5 hypotheses of 2 proved steps" in text(lead)
    assert "1 is needed" in text(lead)
    assert "2 are not needed" in text(lead)
    assert "1 is needed for both sides to be defined" in text(lead)
    assert "1 is not decided" in text(lead)
    (row,) = table["rows"]  # the other step has only an open and an undefined one
    assert row[0] == {"strong": ["curvature"]}
    assert "also all at once" in text(row[1])
    assert "abs(z) <= c" in text(row[2])


def test_one_at_a_time_where_both_cannot_go(record):
    record["steps"][0]["trials"][3]["finding"] = "NEEDED"
    *_, table = hypotheses(record, {})
    assert "one at a time" in text(table["rows"][0][1])
    assert text(table["rows"]).count("c > 0") == 2  # typst and alt, once


def test_a_record_from_before_has_no_table(record):
    for step in record["steps"]:
        step.pop("trials", None)
        (step.get("repair") or {}).pop("trials", None)
    assert hypotheses(record, {}) == []
    assert dropped(record, ["curvature"]) == []


def test_nothing_found_is_a_sentence_without_a_table(record):
    for trial in record["steps"][0]["trials"]:
        trial["finding"] = "OPEN"
    assert [block["kind"] for block in hypotheses(record, {})] == ["heading", "para"]


def test_an_assumption_says_what_its_steps_need(record):
    said = text(next(block for block in assumptions(record) if block["kind"] == "table")["rows"][-1])
    assert "Not tried as such." in said
    assert "false without" in said
    assert "true without" in said


def test_odd_trials_do_no_harm(record):
    record["steps"][0]["trials"] = [
        None,
        {},
        {"left_out": [0], "finding": "NEEDED"},
        {"left_out": [0], "finding": "NEEDED", "alt": "x", "witness": {"point": {f"x_{i}": "1" for i in range(40)}}},
    ]
    assert "at a point in the record" in text(hypotheses(record, {}))


def test_assumptions_and_steps_stand_in_words():
    record = typed({
        "steps": [{"label": "greedy_too", "outcome": "PROVED"}],
        "assumptions": [{"label": "confidence_set", "text": "it holds", "dropped": "more is lost (step greedy_too)"}],
    })  # fmt: skip
    said = str(assumptions(record))
    assert "confidence set" in said
    assert "step greedy too" in said
