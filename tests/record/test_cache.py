"""Kept records: the same question gets the same answer, any other question none."""

import json

import pytest
from msgspec.structs import replace
from sympy import Symbol

from boundcheck.prove import Proved, Refuted, Unknown, kept_in, prove
from boundcheck.prove.search import door
from boundcheck.record import cache, digest
from boundcheck.record.types import plain, typed_record
from boundcheck.study import Store
from boundcheck.symbolic import Statement

x = Symbol("x", real=True)
SETTINGS = {"budget": "quick", "seed": 1, "repeats": None}


@pytest.fixture
def kept():
    """Caches of one store."""
    with Store.memory() as store:
        yield lambda **changes: cache.RecordCache(store, SETTINGS | changes)


@pytest.fixture
def as_data(record, signed):
    """A record in which nothing is open, with its digest."""
    for settled in (*record["steps"], *record["parts"].values()):
        if settled["outcome"] == "UNDECIDED":
            settled["outcome"] = "SUPPORTED"
    return signed(record)


@pytest.fixture
def whole(as_data):
    return signed_value(as_data)


def signed_value(data):
    record = typed_record(data)
    return replace(record, digest=digest(plain(record)))


def test_the_same_question_has_the_same_answer(kept, whole):
    assert kept().get(whole.claim) is None
    kept().put(whole)
    assert kept().get(whole.claim) == whole


@pytest.mark.parametrize("change", [{"seed": 2}, {"budget": "deep"}, {"repeats": 10}, {"code": "other"}])
def test_other_settings_are_another_question(kept, whole, change):
    kept().put(whole)
    assert kept(**change).get(whole.claim) is None


def test_another_program_is_another_question(kept, whole, monkeypatch):
    kept().put(whole)
    monkeypatch.setattr(cache, "program", lambda: "another")
    assert kept().get(whole.claim) is None


def test_a_changed_record_is_not_believed(kept, whole):
    one = kept()
    one.put(replace(whole, headline=replace(whole.headline, facts=())))
    assert one.get(whole.claim) is None


def test_what_is_no_record_is_none(whole):
    with Store.memory() as store:
        one = cache.RecordCache(store, SETTINGS)
        for text in ("no JSON", "[]", "{}", json.dumps(plain(whole) | {"colour": "red"})):
            store.put(one._key(whole.claim), text)
            assert one.get(whole.claim) is None


def test_what_failed_is_tried_again(kept, as_data):
    one = kept()
    part = next(iter(as_data["parts"].values()))
    part["failures"] = [{"cell": "first", "seed": "1", "message": "ZeroDivisionError: division by zero"}]
    one.put(signed_value(as_data))
    assert one.get(as_data["claim"]) is None


@pytest.mark.parametrize("where", ["steps", "parts"])
def test_what_stayed_open_is_tried_again(kept, as_data, where):
    one = kept()
    open_one = as_data["steps"][0] if where == "steps" else next(iter(as_data["parts"].values()))
    open_one["outcome"] = "UNDECIDED"
    one.put(signed_value(as_data))
    assert one.get(as_data["claim"]) is None


def test_a_page_is_drawn_once(kept, whole, tmp_path):
    one, page = kept(), tmp_path / "page.pdf"
    assert not one.is_drawn(whole, page, "a4")
    page.write_bytes(b"drawn")
    assert not one.is_drawn(whole, page, "a4")
    one.drawn(whole, page, "a4")
    assert one.is_drawn(whole, page, "a4")
    assert not one.is_drawn(whole, page, "us-letter")
    assert not one.is_drawn(replace(whole, elapsed_seconds=-1.0), page, "a4")
    page.write_bytes(b"by hand")
    assert not one.is_drawn(whole, page, "a4")


def test_what_a_record_proves_is_not_searched_for_again(tmp_path, monkeypatch):
    statement = Statement(x, "<=", x**2 + 1)
    certificate = prove(statement).certificate
    (tmp_path / "one.json").write_text(json.dumps({"steps": [{"trials": [], "certificate": certificate}]}))
    (tmp_path / "none.json").write_text("{")
    with Store.memory() as store, kept_in(store):
        cache.keep_proofs(store, [tmp_path / "none.json", tmp_path / "missing.json", tmp_path / "one.json"])
        monkeypatch.setattr(door, "_found", lambda *_, **__: Unknown((), ()))
        assert isinstance(prove(statement), Proved)
        assert isinstance(prove(Statement(x, "<=", x**2 + 2)), Unknown)


def test_a_forged_proof_in_a_record_proves_nothing(tmp_path):
    false = Statement(x, "<=", x**2)
    certificate = prove(Statement(x, "<=", x**2 + 1)).certificate | {"fingerprint": prove(false).certificate["fingerprint"]}
    (tmp_path / "one.json").write_text(json.dumps({"certificate": certificate}))
    with Store.memory() as store, kept_in(store):
        cache.keep_proofs(store, [tmp_path / "one.json"])
        assert isinstance(prove(false), Refuted)
