"""Texts on disk: of this user, or none."""

import pickle
import sqlite3

import pytest

from boundcheck.study import Store, StoreError, store

# Texts by key on disk.


def test_kept_from_one_opening_to_the_next(tmp_path):
    with Store(tmp_path / "kept.sqlite") as first:
        first.put("k", "one")
        first.put("k", "two")
    with Store(tmp_path / "kept.sqlite") as again:
        assert (again.get("k"), again.get("other")) == ("two", None)


def test_two_at_a_time(tmp_path):
    with Store(tmp_path / "kept.sqlite") as one, Store(tmp_path / "kept.sqlite") as two:
        one.put("k", "text")
        assert two.get("k") == "text"


def test_a_text_for_which_there_is_no_room_is_one_line(tmp_path):
    with Store(tmp_path / "kept.sqlite") as kept:
        kept.put("first", "text")
        kept._connection.execute("PRAGMA max_page_count = 5")
        with pytest.raises(StoreError, match="the disk is full: make room and run again") as caught:
            kept.put("second", "text" * 100_000)
        assert caught.value.full
        assert pickle.loads(pickle.dumps(caught.value)).full, "a worker says so too"
        assert kept.get("first") == "text"


def test_memory_asks_for_no_secret(folder):
    with Store.memory() as kept:
        kept.put("k", "text")
        assert kept.get("k") == "text"
    assert not (folder / "state").exists()


# What is kept is believed only where this user has written it.


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store.secret.cache_clear()
    yield tmp_path
    store.secret.cache_clear()


def test_a_text_comes_back_in_another_process_of_the_same_user(folder):
    with Store(folder / "a.sqlite") as first:
        first.put("key", "text")
    store.secret.cache_clear()  # as a new process has it
    with Store(folder / "a.sqlite") as again:
        assert again.get("key") == "text"
    assert (folder / "state" / "boundcheck" / "secret").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("change", ["UPDATE kept SET value = 'HOLDS'", "UPDATE kept SET key = 'other'"])
def test_a_row_that_was_changed_is_not_taken(folder, change):
    with Store(folder / "a.sqlite") as first:
        first.put("key", "REFUTED")
    with sqlite3.connect(folder / "a.sqlite") as connection:
        connection.execute(change)
    connection.close()
    with Store(folder / "a.sqlite") as found:
        assert found.get("key") is None
        assert found.get("other") is None


def test_a_row_of_another_user_is_not_taken(folder, monkeypatch):
    with Store(folder / "a.sqlite") as first:
        first.put("key", "HOLDS")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "another"))
    store.secret.cache_clear()
    with Store(folder / "a.sqlite") as again:
        assert again.get("key") is None


def test_without_a_place_for_the_secret_nothing_is_believed_later(folder, monkeypatch):
    (folder / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "file"))
    store.secret.cache_clear()
    with Store(folder / "a.sqlite") as first:
        first.put("key", "text")
    with Store(folder / "a.sqlite") as again:
        assert again.get("key") == "text"
    store.secret.cache_clear()
    with Store(folder / "a.sqlite") as again:
        assert again.get("key") is None
