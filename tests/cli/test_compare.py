"""Which exit status says what, and that foreign input is one line."""

import copy
import json

import pytest

from boundcheck.record import digest, dumps


@pytest.fixture
def written(record, tmp_path):
    """Writes a changed copy into a folder and returns the file."""

    def write(folder, **changes):
        changed = copy.deepcopy(record) | changes
        changed["digest"] = digest(changed)
        path = tmp_path / folder / f"{changed['claim']}.json"
        path.parent.mkdir(parents=True)
        path.write_text(dumps(changed), encoding="utf-8")
        return path

    return write


def test_the_same(run, written, tmp_path):
    one, _ = written("a"), written("b", elapsed_seconds=5.0)
    assert run(["compare", str(tmp_path / "a"), str(tmp_path / "b")])[0] == 0
    mark = json.loads(one.read_text())["digest"].removeprefix("blake2b:")[:10]
    assert run(["compare", mark, str(one), "--out", str(tmp_path / "a")])[0] == 0


def test_other_numbers_and_other_verdicts_have_their_own_status(run, written, record):
    parts, headline = copy.deepcopy(record["parts"]), record["headline"] | {"severity": "FALSE"}
    next(part for part in parts.values() if part.get("slack"))["slack"][0]["quantile"] *= 1.5
    one, two, three = written("a"), written("b", parts=parts), written("c", headline=headline)
    status, out, _ = run(["compare", str(one), str(two)])
    assert (status, "same verdicts; 1 number moved" in out) == (1, True)
    status, out, _ = run(["compare", str(one), str(three)])
    assert (status, "headline.severity" in out) == (3, True)


def test_a_claim_that_only_one_folder_has_is_told(run, written, tmp_path):
    written("a")
    other = written("b")
    (tmp_path / "b" / "toy").mkdir()
    more = json.loads(other.read_text()) | {"claim": "toy/lemma"}
    (tmp_path / "b" / "toy" / "lemma.json").write_text(dumps(more | {"digest": digest(more)}))
    status, out, _ = run(["compare", str(tmp_path / "a"), str(tmp_path / "b")])
    assert (status, "only in the second: 1 result (toy/lemma)" in out) == (0, True)  # the first is a part of the second
    (tmp_path / "a" / "toy").mkdir()
    again = more | {"claim": "toy/remark"}
    (tmp_path / "a" / "toy" / "remark.json").write_text(dumps(again | {"digest": digest(again)}))
    status, out, _ = run(["compare", str(tmp_path / "a"), str(tmp_path / "b")])
    assert (status, "only in the first: 1 result (toy/remark)" in out) == (3, True)


@pytest.mark.parametrize("content", ["no JSON", "[]", '{"schema": 1, "claim": "a"}', "{}"])
def test_what_is_no_record_is_one_line(run, written, tmp_path, content):
    (tmp_path / "x.json").write_text(content)
    status, out, err = run(["compare", str(written("a")), str(tmp_path / "x.json")])
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "x.json" in err


def test_a_word_that_is_nothing_is_one_line(run, tmp_path):
    assert run(["compare", "nowhere", "abc", "--out", str(tmp_path)])[0] == 2
    assert run(["compare", "0123456789", "abc", "--out", str(tmp_path)])[0] == 2
