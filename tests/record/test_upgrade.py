"""A record of the schema before: what stood in sentences becomes values, and nothing else changes."""

import copy
import json

import pytest

from boundcheck.record import digest, load
from boundcheck.record.defined import needed
from boundcheck.record.stopped import interrupted, sentence, stopped
from boundcheck.record.upgrade import filled, upgraded


def older(record):
    """The sample as schema 2 had it."""
    old = copy.deepcopy(record) | {"uses": ["unified/claim_e_1 (Claim E.1)"]}
    old["headline"]["news"] = ["half of it will do (in two dimensions) (SUPPORTED)", "the root suffices"]
    for definition in old["statement"]["where"]:
        del definition["needed"]
    for part in old["parts"].values():
        del part["formula"]
        for finding in part["findings"]:
            del finding["about"]
    old = third(old) | {"schema": 2}
    return old | {"digest": digest(old)}


def third(record):
    """The same as schema 3 had it: two texts of a step, and a note of its repair."""
    old = copy.deepcopy(record) | {"schema": 3}
    for step in old["steps"]:
        step["reduction"], step["note"] = step.pop("because"), ""
        if step["repair"]:
            step["repair"]["note"] = step["repair"].pop("words")
    old["digest"] = digest(old)
    return old


def test_sentences_become_values(record, tmp_path):
    old = older(record)
    path = tmp_path / "old.json"
    path.write_text(json.dumps(old))
    read = load(path)
    assert (read["schema"], read["digest"]) == (4, old["digest"])
    assert read["uses"] == [{"claim": "unified/claim_e_1", "printed": "Claim E.1"}]
    assert read["headline"]["news"] == [
        {"text": "half of it will do (in two dimensions)", "outcome": "SUPPORTED"},
        {"text": "the root suffices", "outcome": ""},
    ]
    assert [definition["needed"] for definition in read["statement"]["where"]] == [True] * 3
    assert [step["because"] for step in read["steps"]] == [step["because"] for step in record["steps"]]
    assert upgraded(third(read)) | {"digest": old["digest"]} == read


def test_two_texts_of_a_step_are_one(record, tmp_path):
    old = third(record)
    first, second, last = old["steps"][:3]
    first |= {"reduction": "Per sample", "note": "The factor is lost."}
    second |= {"reduction": "", "note": "As cited."}
    last |= {"reduction": "Per sample.", "note": ""}
    path = tmp_path / "old.json"
    path.write_text(json.dumps(old | {"digest": digest(old)}))
    read = load(path)
    assert [step["because"] for step in read["steps"][:3]] == ["Per sample. The factor is lost.", "As cited.", "Per sample."]
    assert not any({"reduction", "note"} & {*step} for step in read["steps"])
    words = [step["repair"]["words"] for step in record["steps"] if step["repair"]]
    assert words == [step["repair"]["words"] for step in read["steps"] if step["repair"]] != []


def test_a_changed_record_of_the_schema_before_is_refused(record, tmp_path):
    path = tmp_path / "old.json"
    path.write_text(json.dumps(older(record) | {"seed": 0}))
    with pytest.raises(ValueError, match="does not match its digest"):
        load(path)


def test_a_finding_names_its_settings_and_a_formula_is_short():
    part = {
        "shape": "Inequality",
        "relation": {"compared": {"text": "e <= Min(1, G*U)"}},
        "slack": [{"name": "wide"}, {"name": "weak"}],
        "findings": [{"kind": "LOOSE", "text": "the largest in weak"}],
    }
    small = {"headline": {}, "parts": {"p": part}}
    (made,) = upgraded(small)["parts"].values()
    assert (made["findings"][0]["about"], made["formula"]) == (["weak"], "e <= Min(1, G*U)")
    part["relation"]["compared"]["text"] = "radius <= 1"
    assert upgraded(small)["parts"]["p"]["formula"] == ""


def test_definitions_that_nothing_needs_are_left_out():
    where = [
        {"typst": "gamma = 1/G", "alt": "gamma = 1/G"},
        {"typst": "G = 2", "alt": "G = 2"},
        {"typst": "c(epsilon) = e", "alt": "c_epsilon = e"},
        {"typst": "a = 1", "alt": "a = 1"},
    ]
    statement = {"displays": [{"typst": "x <= gamma c(2 epsilon)"}], "words": "an alpha that is large", "where": where}
    assert [d["needed"] for d in needed(statement, [])] == [True, True, True, False]


def test_a_stopped_run_says_how_far_it_came():
    record = {"steps": [{}, {}], "parts": {"a": {}}, "headline": {"outcome": "UNDECIDED", "text": sentence(3, 5)}}
    assert not interrupted(record)  # words alone are no fact
    assert interrupted(record | {"interrupted": stopped(3, 5)})
    assert not interrupted(record | {"interrupted": stopped(2, 5)})
    assert not interrupted(record | {"interrupted": stopped(3, 2)})
    assert not interrupted(record | {"interrupted": "3 of 5"})


def test_what_came_after_a_record_is_filled_in():
    witness = {"point": {"x": "1/2"}, "text": "at x = 1/2"}
    false = {"outcome": "REFUTED", "summary": "false at $x = 1/2$, with the stated domain", "witness": witness}
    given = {"typst": "x > 0, quad x < 1", "alt": "x > 0, x < 1"}
    fault = {"text": "false at x = 1/2", "witness": witness, "touches": ["part bound", "step a slip"]}
    record = {"parts": {"bound": false, "law": {**false, "summary": "0 against 1: false at x = 1/2"}},
              "steps": [{**false, "given": given}], "faults": [fault]}  # fmt: skip
    made = filled(record)
    assert made["parts"]["bound"]["bare"] is made["steps"][0]["bare"] is made["faults"][0]["bare"] is True
    assert "bare" not in made["parts"]["law"]
    assert made["faults"][0]["touches"] == {"parts": ["bound"], "steps": ["a slip"]}
    assert made["steps"][0]["given"]["each"] == [{"typst": "x > 0", "alt": "x > 0"}, {"typst": "x < 1", "alt": "x < 1"}]
    assert filled(made) == made
