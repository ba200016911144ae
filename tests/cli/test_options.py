"""What an option refuses, and how the limits are told."""

import json

import pytest

from boundcheck.checks import context
from boundcheck.cli import options
from boundcheck.cli.check import distinct_claims
from boundcheck.cli.checked_words import UsageError


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seed", "1" * 44], "from 0 to 9,223,372,036,854,775,807"),
        (["--seed", "\u0663"], "--seed: must be a whole number"),
        (["--shard", "\u0661/\u0662"], "--shard: must be i/N"),
        (["--error-probability", "0.\u0663"], "--error-probability: must be a number"),
        (["--jobs", "100000000"], "--jobs: must be a whole number from 1 to 1,024"),
        (["--repeats", "1"], "--repeats: must be a whole number from 2 to 10,000,000"),
        (["--out", ""], "--out: must name a folder, got ''"),
    ],
)
def test_a_word_out_of_range_is_refused_with_the_range(run, words, said):
    status, out, err = run(["theorem_5_4", *words])
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--error", "0.1", "--repeats", "99999999999"], "--repeats: must be a whole number from 0 to 10,000,000"),
        (["--error", "\u0663"], "--error '\u0663' is no number"),
        (["--error", "1", "--set", "d=1\u0663"], "is no number"),
    ],
)
def test_plan_has_the_same_limits(run, words, said):
    status, out, err = run(["plan", "theorem_5_4", *words])
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_the_limits_are_those_of_the_checks():
    import boundcheck.api

    for home in (options, boundcheck.api):
        assert (home.LEAST_REPEATS, home.MOST_REPEATS) == (context.LEAST_REPEATS, context.MOST_REPEATS)
    assert options.MOST_JOBS == boundcheck.api.MOST_JOBS


# One part of each sampled shape of a main theorem, without the proofs of its steps, which repeats have no part in.
SAMPLED = """
from dataclasses import replace
from boundcheck.papers.unified import theorem_5_7

CLAIM = theorem_5_7.CLAIM
CLAIM = replace(CLAIM, parts={name: CLAIM.parts[name] for name in ("coverage_clc", "rates", "separation")}, steps=(), uses=())
"""


def test_the_fewest_repeats_that_are_allowed_are_enough_for_a_record(run, tmp_path):
    assert run("new mine.py -q")[0] == 0
    (tmp_path / "sampled.py").write_text(SAMPLED)
    status, _, err = run("mine.py sampled.py --budget quick --jobs 1 --repeats 2 --format json -q")
    assert status in (0, 1, 3), err
    record = json.loads((tmp_path / "reports" / "own" / "mine.json").read_text())
    assert record["parts"]["bound"]["slack"][0]["repeats"] == 2


def test_a_file_that_is_named_twice_is_one_claim(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from sympy import exp, symbols\nfrom boundcheck.claims import Claim, Inequality\nx = symbols('x', real=True)\n"
        "CLAIM = Claim(parts={'p': Inequality(1 + x, exp(x))})\n"
    )
    again = tmp_path / ".." / tmp_path.name / "mine.py"
    assert [claim_id for claim_id, _ in distinct_claims([str(path), str(again)])] == ["own/mine"]
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.py").write_text(path.read_text())
    with pytest.raises(UsageError, match="two files are called mine"):
        distinct_claims([str(path), str(other / "mine.py")])
