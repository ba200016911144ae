"""The bench of random statements sees what is false, and accuses nothing that is true."""

import json
import sys
from pathlib import Path

import pytest
from sympy import Max, Rational, Sum, Symbol, exp, log, symbols

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

import differential
from boundcheck.symbolic import Statement, bernoulli_kl

p, q, x = symbols("p q x", real=True)
n, t = (Symbol(letter, integer=True, positive=True) for letter in "nt")
UNIT = tuple(Statement(s, relation, end) for s in (p, q) for relation, end in ((">", 0), ("<", 1)))


@pytest.mark.parametrize(
    "false",
    [
        Statement(log(x), "<=", x - Rational(101, 100), (Statement(x, ">", 0),)),
        Statement(Rational(21, 10) * (p - q) ** 2, "<=", bernoulli_kl(p, q), UNIT),
        Statement(Sum(1 / t, (t, 1, n)), "<=", log(n) + Rational(99, 100)),
    ],
    ids=str,
)
def test_what_is_false_by_little_is_seen(false):
    assert differential.against(false, 1)


@pytest.mark.parametrize(
    "true",
    [
        Statement(log(x), "<=", x - 1, (Statement(x, ">", 0),)),
        Statement(2 * (p - q) ** 2, "<=", bernoulli_kl(p, q), UNIT),
        # the two sides may differ by less than any number of digits that is looked at first
        Statement(Sum(p**t, (t, 0, n)), "<", 1 / (1 - p), UNIT[:2]),
        Statement(Max(p, x), "<", log(exp(9 * p) + exp(9 * x)) / 9),
    ],
    ids=str,
)
def test_what_is_true_is_not_accused(true):
    assert not differential.against(true, 280)


def test_a_tie_of_a_strict_statement_is_seen():
    assert differential.against(Statement(2 * x, "<", x**2 + 1, (Statement(x, ">=", 1),)), 1)


def test_a_verdict_that_is_wrong_is_counted(monkeypatch, tmp_path):
    false = Statement(log(x), "<=", x - Rational(101, 100), (Statement(x, ">", 0),))
    proved = differential.Proved("planted", (), {})
    monkeypatch.setattr(differential, "statement", lambda seed: false)
    monkeypatch.setattr(differential, "prove", lambda *_, **__: proved)
    assert differential.run(0, 2, tmp_path / "slice.json") == 2
    assert differential.summary([str(tmp_path / "slice.json")])["wrong"]


def test_slices_that_overlap_are_refused(tmp_path):
    for name, start in (("a", 0), ("b", 5)):
        part = {"from": start, "count": 10, "verdicts": {}, "seconds": [0.1], "wrong": [], "code": ""}
        (tmp_path / name).write_text(json.dumps(part), encoding="utf-8")
    with pytest.raises(ValueError, match="overlap"):
        differential.summary([str(tmp_path / "a"), str(tmp_path / "b")])


def test_a_seed_gives_one_statement():
    assert [str(differential.statement(s)) for s in range(12)] == [str(differential.statement(s)) for s in range(12)]
