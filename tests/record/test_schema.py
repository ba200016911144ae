"""Records are read with suspicion and written one way only."""

import json
import math

import numpy as np
import pytest

from boundcheck.record import RecordError, digest, dumps, plain, read
from boundcheck.record.types import typed_record


def shuffled(value):
    if isinstance(value, dict):
        return {key: shuffled(value[key]) for key in reversed(value)}
    return [shuffled(item) for item in value] if isinstance(value, list) else value


def test_digest_ignores_the_clock_and_the_order_of_keys(record):
    before = digest(record)
    record["elapsed_seconds"] = 1e9
    for step in record["steps"]:
        step["seconds"] = 77.0
    record["digest"] = "something else"
    assert digest(record) == digest(shuffled(record)) == before == digest(json.loads(dumps(record)))


@pytest.mark.parametrize("place", ["seed", "budget", "headline", "steps", "parts"])
def test_digest_sees_everything_else(record, place):
    before = digest(record)
    changed = {"seed": 1, "budget": "deep", "headline": {"outcome": "REFUTED"}, "steps": [], "parts": {}}
    assert digest(record | {place: changed[place]}) != before


def test_a_record_survives_its_file(record, signed, tmp_path):
    path = tmp_path / "r.json"
    path.write_text(dumps(plain(typed_record(signed(record)))), encoding="utf-8")
    path.write_text(dumps(signed(json.loads(path.read_text(encoding="utf-8")))), encoding="utf-8")
    assert plain(read(path)) == json.loads(path.read_text(encoding="utf-8"))
    assert dumps(plain(read(path))) == path.read_text(encoding="utf-8")


def test_numbers_of_every_kind_are_written(small, signed):
    small["parts"] = {"p": {"outcome": "PROVED", "evidence": {"a": np.float64(0.1), "b": np.arange(3), "c": math.inf}}}
    small["parts"]["p"]["evidence"] |= {
        "d": -math.inf,
        "e": math.nan,
        "f": np.bool_(True),
        "g": (1, 2),
        "h": 0.1 + 0.2,
    }
    noted = json.loads(dumps(signed(small)))["parts"]["p"]["evidence"]
    expected = {
        "a": 0.1,
        "b": [0, 1, 2],
        "c": "inf",
        "d": "-inf",
        "e": "nan",
        "f": True,
        "g": [1, 2],
        "h": 0.30000000000000004,
    }
    assert noted == expected


def test_what_json_does_not_know_is_named(small):
    with pytest.raises(RecordError, match=r"record\.parts\.p\[0\] holds a set"):
        dumps(small | {"parts": {"p": [{1}]}})


BROKEN = {
    "not JSON": ("{", "is not JSON"),
    "not text": (b"\xff\xfe\x00", "is not JSON"),
    "deep": ("[" * 200000, "is not JSON"),
    "a list": ("[]", "a record is an object, this is a list"),
    "older": ('{"schema": 4}', "older schema 4; this version reads schema 5: run its claim again"),
    "newer": ('{"schema": 6}', "newer schema 6; this version reads schema 5: update boundcheck"),
    "no schema": ("{}", "has no schema"),
    "a true schema": ('{"schema": true}', "schema"),
    "nothing else": ('{"schema": 5}', "missing required field"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_named_in_one_line(name, tmp_path):
    content, said = BROKEN[name]
    refused(tmp_path, content if isinstance(content, bytes) else content.encode(), said)


def refused(folder, content, *words):
    """Reading a file with this content is an error of one line with these words."""
    path = folder / "broken.json"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        read(path)
    assert all(said in str(caught.value) for said in (str(path), *words))
    assert "\n" not in str(caught.value)


BENT = {
    "a path": (lambda r: r.update(claim="../../x"), "$.claim"),
    "a path with an end of line": (lambda r: r.update(claim="toy/lemma\n"), "$.claim"),
    "no claim": (lambda r: r.pop("claim"), "claim"),
    "no kind": (lambda r: r.pop("kind"), "kind"),
    "another kind": (lambda r: r.update(kind="rumour"), "$.kind"),
    "steps": (lambda r: r.update(steps=3), "$.steps"),
    "a headline": (lambda r: r["headline"].update(outcome="FINE"), "$.headline.outcome"),
    "a severity": (lambda r: r["headline"].update(severity="SLIGHT"), "$.headline.severity"),
    "what the letters say": (lambda r: r["headline"]["literal"].update(value="fine"), "$.headline.literal.value"),
    "a step": (lambda r: r["steps"][0].update(outcome=True), "$.steps[0].outcome"),
    "a mark": (lambda r: r["steps"][0].update(mark="none"), "$.steps[0].mark"),
    "a certificate": (lambda r: r["steps"][0].update(certificate="x"), "$.steps[0].certificate"),
    "a repair": (lambda r: r["steps"][0].update(repair={"a": 3}), "$.steps[0].repair"),
    "a fault": (lambda r: r.update(faults=[3]), "$.faults[0]"),
    "a used result": (lambda r: r.update(uses=[3]), "$.uses[0]"),
    "a path that it rests on": (lambda r: r["rests_on"][0].update(claim="/etc/passwd"), "$.rests_on[0].claim"),
    "a name of a part with an end of line": (lambda r: r["parts"].update({"a\nb": {"shape": 1}}), "$.parts[a b]"),
}


@pytest.mark.parametrize("name", BENT)
def test_a_bent_record_is_named_in_one_line_with_the_path(name, record, signed, tmp_path):
    bend, place = BENT[name]
    bend(record)
    refused(tmp_path, json.dumps(signed(record)).encode(), place)


def test_a_record_that_was_changed_is_refused(record, signed, tmp_path):
    refused(tmp_path, json.dumps({key: value for key, value in record.items() if key != "digest"}).encode(), "has no digest")
    refused(tmp_path, json.dumps(signed(record) | {"seed": 1}).encode(), "does not match its digest")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        read(tmp_path / "nowhere.json")


def test_a_text_that_no_report_has_room_for_is_refused(record, tmp_path):
    path = tmp_path / "r.json"
    record["title"] = "w" * 2_000_000
    path.write_text(dumps(record | {"digest": digest(record)}), encoding="utf-8")
    with pytest.raises(RecordError, match=r"record.title is a text of 2,000,000 characters; .* 20,000"):
        read(path)


def test_a_record_is_written_with_a_line_for_each_entry_and_read_back(record):
    text = dumps(record)
    assert json.loads(text) == json.loads(json.dumps(record))
    lines = text.splitlines()
    assert sum('"label":' in line and '"statement":' in line for line in lines) == len(record["steps"])
    assert dumps(json.loads(text)) == text
