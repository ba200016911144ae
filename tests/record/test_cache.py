"""Kept records: the same question gets the same answer, any other question none."""

import json

import pytest

from boundcheck.record import cache, digest
from boundcheck.study import Store

SETTINGS = {"budget": "quick", "seed": 1, "repeats": None}


@pytest.fixture
def kept():
    """Caches of one store."""
    with Store.memory() as store:
        yield lambda **changes: cache.RecordCache(store, SETTINGS | changes)


@pytest.fixture
def whole(record, signed):
    """A record in which nothing is open, with its digest."""
    for settled in (*record["steps"], *record["parts"].values()):
        if settled["outcome"] == "UNDECIDED":
            settled["outcome"] = "SUPPORTED"
    return signed(record)


def test_the_same_question_has_the_same_answer(kept, whole):
    assert kept().get(whole["claim"]) is None
    kept().put(whole)
    assert kept().get(whole["claim"]) == whole


@pytest.mark.parametrize("change", [{"seed": 2}, {"budget": "deep"}, {"repeats": 10}, {"code": "other"}])
def test_other_settings_are_another_question(kept, whole, change):
    kept().put(whole)
    assert kept(**change).get(whole["claim"]) is None


def test_another_program_is_another_question(kept, whole, monkeypatch):
    kept().put(whole)
    monkeypatch.setattr(cache, "program", lambda: "another")
    assert kept().get(whole["claim"]) is None


def test_a_changed_record_is_not_believed(kept, whole):
    one = kept()
    changed = json.loads(json.dumps(whole))
    changed["headline"]["text"] += " Truly."
    assert digest(changed) != whole["digest"]
    one.put(changed)
    assert one.get(whole["claim"]) is None


def test_what_failed_is_tried_again(kept, whole):
    one = kept()
    part = next(iter(whole["parts"].values()))
    part["failures"] = [{"cell": "first", "message": "ZeroDivisionError: division by zero"}]
    whole["digest"] = digest(whole)
    one.put(whole)
    assert one.get(whole["claim"]) is None


@pytest.mark.parametrize("where", ["steps", "parts"])
def test_what_stayed_open_is_tried_again(kept, whole, where):
    one = kept()
    open_one = whole["steps"][0] if where == "steps" else next(iter(whole["parts"].values()))
    open_one["outcome"] = "UNDECIDED"
    whole["digest"] = digest(whole)
    one.put(whole)
    assert one.get(whole["claim"]) is None


def test_a_page_is_drawn_once(kept, whole, tmp_path):
    one, page = kept(), tmp_path / "page.pdf"
    assert not one.is_drawn(whole, page, "a4")
    page.write_bytes(b"drawn")
    assert not one.is_drawn(whole, page, "a4")
    one.drawn(whole, page, "a4")
    assert one.is_drawn(whole, page, "a4")
    assert not one.is_drawn(whole, page, "us-letter")
    assert not one.is_drawn(whole | {"elapsed_seconds": -1}, page, "a4")
    page.write_bytes(b"by hand")
    assert not one.is_drawn(whole, page, "a4")
