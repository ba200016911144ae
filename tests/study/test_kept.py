"""Texts by key on disk."""

from boundcheck.study import Answers


def test_kept_from_one_opening_to_the_next(tmp_path):
    first = Answers(tmp_path / "a" / "kept.sqlite")
    first.put("k", "one")
    first.put("k", "two")
    first.close()
    again = Answers(tmp_path / "a" / "kept.sqlite")
    assert (again.get("k"), again.get("other")) == ("two", None)
    again.close()


def test_two_at_a_time(tmp_path):
    one, two = Answers(tmp_path / "kept.sqlite"), Answers(tmp_path / "kept.sqlite")
    one.put("k", "text")
    assert two.get("k") == "text"
    one.close()
    two.close()
    assert two.get("k") is None


def test_a_file_that_is_no_database_keeps_nothing(tmp_path):
    path = tmp_path / "kept.sqlite"
    path.write_bytes(b"no database" * 100)
    answers = Answers(path)
    answers.put("k", "text")
    assert answers.get("k") is None
    answers.close()
    assert path.read_bytes().startswith(b"no database")


def test_a_folder_in_its_place_keeps_nothing(tmp_path):
    answers = Answers(tmp_path)
    answers.put("k", "text")
    assert answers.get("k") is None
    answers.close()
