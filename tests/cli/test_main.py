"""Words on the command line, what is printed, and what a Ctrl-C leaves."""

import json
import os
import subprocess
import sys

import pytest

from boundcheck.checks import context
from boundcheck.cli import options
from boundcheck.cli.check import distinct_claims
from boundcheck.cli.options import UsageError

# What an option refuses, and how the limits are told.


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
PARTS = {name: CLAIM.parts[name] for name in ("coverage_clc", "rates", "separation")}
CLAIM = replace(CLAIM, parts=PARTS, steps=(), uses=(), findings=())
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


# Standard output holds results alone, and no simulation or reader that leaves decides the exit status.

FILE = """
import sys

from sympy import sqrt, symbols
from boundcheck.claims import Claim, ExpectationBound, Regime, Simulation

n = symbols("n", real=True)


def errors(rng, repeats, *, n):
    {line}
    return rng.random(repeats) / n


CLAIM = Claim(parts={{"mean": ExpectationBound(1 / n, 1, (Regime("r", Simulation(errors), {{"n": 4}}),))}})
"""

PLANNED = """
import sys

from sympy import log, sqrt, symbols
from boundcheck.claims import Claim, HighProbabilityBound, Regime, Simulation

n, delta = symbols("n delta", real=True)


def errors(rng, repeats, *, n, delta):
    if repeats != 31:  # as many as the rehearsal asks for
        sys.exit(0)
    return rng.random(repeats) / n


REGIME = Regime("r", Simulation(errors), {"n": 100, "delta": 0.05}, biting=True)
WIDTH = sqrt(log(2 / delta) / (2 * n))
CLAIM = Claim(parts={"bound": HighProbabilityBound.of(WIDTH, failure=delta, trivial=1, regimes=(REGIME,))})
"""


def test_a_simulation_that_ends_the_program_is_refused_in_the_rehearsal(run, tmp_path):
    (tmp_path / "mine.py").write_text(FILE.format(line="sys.exit(0)"))
    status, out, err = run("mine.py --budget quick --jobs 1")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "errors() at the point of 'r' ends the program itself" in err


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_simulation_that_ends_the_program_later_has_failed(run, tmp_path, jobs):
    (tmp_path / "mine.py").write_text(FILE.format(line="sys.exit(0) if repeats > 40 else None"))
    status, _, err = run(f"mine.py --budget quick --format json --jobs {jobs}")
    assert status == 3
    assert "replicates failed" in err
    assert "SystemExit: 0 (mine.py:" in err
    assert "in errors)" in err


def test_a_simulation_that_ends_a_plan_is_named(run, tmp_path):
    (tmp_path / "mine.py").write_text(PLANNED)
    status, out, err = run("plan mine.py --error 0.05 --set delta=1/20")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "mine.py, line 12: SystemExit: errors() ends the program itself" in err


@pytest.mark.parametrize("engine", ["--jobs 1", "--jobs 2", "--jobs 2 --engine threads"])
def test_what_a_simulation_prints_does_not_mix_with_json(tmp_path, engine):
    (tmp_path / "mine.py").write_text(FILE.format(line="print('a word in between')"))
    command = [sys.executable, "-m", "boundcheck", "mine.py", "--budget", "quick", "--format", "json", "--json"]
    done = subprocess.run([*command, *engine.split()], cwd=tmp_path, capture_output=True, text=True)
    assert json.loads(done.stdout)["claim"] == "own/mine"
    assert "a word in between" in done.stderr


@pytest.mark.parametrize("extra", ["", "--json"])
def test_a_reader_that_leaves_does_not_change_the_status(tmp_path, extra):
    (tmp_path / "mine.py").write_text(FILE.format(line=""))
    command = f"{sys.executable} -m boundcheck mine.py --budget quick --jobs 1 {extra}"
    line = f"{command} | head -c 0; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("0\n", "")
    assert (tmp_path / "reports" / "own" / "mine.json").exists()
    assert (tmp_path / "reports" / "own" / "mine.pdf").exists()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_plan_without_an_answer_says_so_to_a_reader_that_leaves(tmp_path, unbuffered):
    point = "epsilon=1 d=10 alpha=0.1 delta=0.05 lam=1e-6 radius=1"
    command = f"plan theorem_5_4 --part coverage_ctl --error 0.0001 --repeats 0 --set {point}"
    line = f"{sys.executable} -m boundcheck {command} | head -c 0; echo ${{PIPESTATUS[0]}}"
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, env=env)
    assert (done.stdout, done.stderr) == ("3\n", "")


# A Ctrl-C that meets a text while it is executed ends as any other: with 130 and a line, and not by the signal.


def test_ctrl_c_within_an_executed_text(tmp_path):
    (tmp_path / "stopped.py").write_text('exec("raise KeyboardInterrupt")\n')
    command = [sys.executable, "-m", "boundcheck", "stopped.py", "--out", "out"]
    process = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert process.returncode == 130
    assert process.stderr.splitlines()[-1].startswith("boundcheck: interrupted")
