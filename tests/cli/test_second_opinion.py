"""``verify --second-opinion``: what is asked, what is counted, and that a contradiction is loud."""

import argparse

import pytest

from boundcheck.cli import second_opinion, verify
from boundcheck.second_opinion import Opinion

SQUARE = ["<=", ["q", "0"], ["^", ["s", "x"], ["q", "2"]]]
PROVED = {"certificate": {"kind": "proof"}, "checked": SQUARE}
REFUTED = {"certificate": {"kind": "counterexample", "point": {"x": "1"}}, "checked": SQUARE}
SETTLED = [
    ("step 1", PROVED),
    ("step 2", REFUTED),
    ("step 3", {"certificate": None, "checked": SQUARE}),
    ("step 4", {"certificate": {"kind": "proof"}, "checked": None}),
]


def says(answers):
    """Return a checker with prepared answers."""
    rest = iter(answers)
    return lambda encoded, verdict, witness=None, *, seconds: Opinion(next(rest), f"{verdict} {witness}", "a checker")


def test_only_what_has_a_certificate_and_a_statement_is_asked(monkeypatch):
    monkeypatch.setattr(second_opinion, "opinion", says(["agreed", "no answer"]))
    monkeypatch.setattr(second_opinion, "available", lambda: "a checker")
    rows = list(second_opinion.opinions(iter(SETTLED)))
    assert [(row["what"], row["result"]) for row in rows] == [("step 1", "agreed"), ("step 2", "no answer")]
    assert "refuted {'x': '1'}" in rows[1]["reason"]
    assert second_opinion.share(rows) == "second opinion: 1 of 2 statements agreed, 0 DISAGREE (a checker)"


@pytest.mark.parametrize(("answers", "status"), [(["agreed", "no answer"], 0), (["agreed", "disagrees"], 4)])
def test_a_contradiction_ends_with_4_and_says_so(monkeypatch, capsys, answers, status):
    monkeypatch.setattr(second_opinion, "opinion", says(answers))
    monkeypatch.setattr(second_opinion, "available", lambda: "a checker")
    monkeypatch.setattr(verify, "load", lambda path: {"claim": "toy/lemma"})
    monkeypatch.setattr(verify.recorded, "installed", lambda record: object())
    monkeypatch.setattr(verify, "rows_of", lambda record, claim: iter(()))
    monkeypatch.setattr(verify, "certified", lambda record: iter(SETTLED))
    options = argparse.Namespace(record="toy.json", json=False, quiet=False, second_opinion=True)
    assert verify.main(options) == status
    shown = capsys.readouterr()
    assert ("DISAGREES" in shown.err) == (status == 4)
    assert "1 of 2 statements agreed" in shown.out
