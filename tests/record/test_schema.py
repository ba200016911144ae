"""Records are read with suspicion and written one way only."""

import json
import math

import numpy as np
import pytest

from boundcheck.record import RecordError, digest, dumps, load


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


def test_a_record_survives_its_file(record, tmp_path):
    path = tmp_path / "r.json"
    path.write_text(dumps(record), encoding="utf-8")
    assert load(path) == record
    assert dumps(load(path)) == path.read_text(encoding="utf-8")


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
    "a list": ("[]", "a record is an object, this is a list"),
    "older": ('{"schema": 4}', "older schema 4; this version reads schema 5: run its claim again"),
    "newer": ('{"schema": 6}', "newer schema 6; this version reads schema 5: update boundcheck"),
    "no schema": ("{}", "has no schema"),
    "a true schema": ('{"schema": true}', "schema"),
    "no claim": ('{"schema": 5}', "lacks 'claim'"),
    "a path": ('{"schema":5,"claim":"../../x","headline":{"outcome":"HOLDS","severity":"NONE"}}', "is no id"),
    "deep": ("[" * 200000, "is not JSON"),
    "steps": (
        '{"schema":5,"claim":"a","kind":"lemma","headline":{"outcome":"HOLDS","severity":"NONE"},"steps":3}',
        "'steps' is a number, not a list",
    ),
    "headline": ('{"schema":5,"claim":"a","kind":"lemma","headline":{"outcome":"FINE"}}', "headline outcome 'FINE'"),
    "no kind": ('{"schema":5,"claim":"a","headline":{"outcome":"HOLDS","severity":"NONE"}}', "kind None is none of theorem, "),
    "a step": (
        '{"schema":5,"claim":"a","kind":"lemma","headline":{"outcome":"HOLDS","severity":"NONE"},"steps":[{"outcome":true}]}',
        "step 1",
    ),
    "a certificate": (
        '{"schema":5,"claim":"a","kind":"lemma","headline":{"outcome":"HOLDS","severity":"NONE"},"steps":[{"outcome":"PROVED","certificate":"x"}]}',
        "step 1: its certificate is text",
    ),
    "a repair": (
        '{"schema":5,"claim":"a","kind":"lemma","headline":{"outcome":"HOLDS","severity":"NONE"},"steps":[{"outcome":"REFUTED","repair":{"a":3}}]}',
        "its repair has no outcome",
    ),
    "a used result": (
        '{"schema":5,"claim":"a","kind":"lemma","headline":{"outcome":"HOLDS","severity":"NONE"},"uses":[3]}',
        "'uses' holds a number",
    ),
    "unsigned": ('{"schema":5,"claim":"a","kind":"lemma","headline":{"outcome":"HOLDS","severity":"NONE"}}', "has no digest"),
    "changed": (
        '{"schema":5,"claim":"a","kind":"lemma","headline":{"outcome":"HOLDS","severity":"NONE"},"digest":"blake2b:00"}',
        "does not match",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_record_is_named_in_one_line(name, tmp_path):
    content, said = BROKEN[name]
    path = tmp_path / "broken.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(RecordError) as caught:
        load(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        load(tmp_path / "nowhere.json")


def test_a_text_that_no_report_has_room_for_is_refused(record, tmp_path):
    path = tmp_path / "r.json"
    record["title"] = "w" * 2_000_000
    path.write_text(dumps(record | {"digest": digest(record)}), encoding="utf-8")
    with pytest.raises(RecordError, match=r"record.title is a text of 2,000,000 characters; .* 20,000"):
        load(path)


def test_a_record_is_written_with_a_line_for_each_entry_and_read_back(record):
    from boundcheck.record import dumps

    text = dumps(record)
    assert json.loads(text) == json.loads(json.dumps(record))
    lines = text.splitlines()
    assert sum(line.startswith('{"label":') for line in lines) >= len(record["steps"])
    assert dumps(json.loads(text)) == text
