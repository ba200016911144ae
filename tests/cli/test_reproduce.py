"""A record settled again elsewhere: the same is a pass, another number a fail, and what it is compared with stays."""

import json

import pytest

from boundcheck.record import digest, dumps

FILE = """
from sympy import Symbol, exp
from boundcheck.claims import Claim, Inequality

x = Symbol("x", real=True)
CLAIM = Claim(title="T", parts={"it": Inequality(1 + x, exp(x))})
"""


@pytest.fixture
def kept(run, tmp_path):
    """The record of a claim of one's own, settled once."""
    (tmp_path / "mine.py").write_text(FILE)
    assert run("mine.py --budget quick --seed 7 --jobs 1 --format json")[0] == 0
    return tmp_path / "reports" / "own" / "mine.json"


def edited(path, **changes):
    """The record with other entries and the digest that belongs to them."""
    found = json.loads(path.read_text()) | changes
    path.write_text(dumps(found | {"digest": digest(found)}))


def test_the_same_record_passes_with_its_digest(run, kept, tmp_path):
    before = kept.read_bytes()
    status, out, _ = run("reproduce mine.py --jobs 1")
    assert status == 0
    mark = json.loads(before)["digest"].removeprefix("blake2b:")[:12]
    assert out.splitlines()[0].startswith(f"PASS  own/mine  {mark}  ")
    assert out.splitlines()[-1] == "1 of 1 result PASS, compared with reports"
    assert kept.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"mine.py", "reports"}


def test_what_a_second_program_said_is_asked_again(run, kept):
    assert run("mine.py --budget quick --seed 7 --jobs 1 --format json --second-opinion")[0] == 0
    assert json.loads(kept.read_text())["second"]["checked"] == 1
    assert run("reproduce mine.py --jobs 1 -q")[0] == 0


def test_another_verdict_fails_and_is_told(run, kept):
    headline = json.loads(kept.read_text())["headline"]
    edited(kept, headline=headline | {"severity": "RATE"})
    status, out, _ = run("reproduce mine.py --jobs 1")
    assert status == 3
    assert out.startswith("FAIL  own/mine")
    assert "headline.severity: RATE -> NONE" in out


def test_another_text_fails_with_the_same_verdicts(run, kept):
    edited(kept, title="Another")
    assert run("reproduce mine.py --jobs 1 -q")[0] == 1
    status, out, _ = run("reproduce mine.py --jobs 1 --json")
    (row,) = json.loads(out)
    assert (status, row["result"], row["verdicts"], row["texts"]) == (1, "FAIL", [], ["title"])
    assert row["digest"]["kept"] != row["digest"]["made"]


@pytest.mark.parametrize("words", ["reproduce other.py", "reproduce unified/lemma_h_1", "reproduce nothing_like_it"])
def test_without_a_record_there_is_nothing_to_compare_with(run, kept, words):
    status, out, err = run(words)
    assert (status, out, err.count("\n")) == (2, "", 1)
