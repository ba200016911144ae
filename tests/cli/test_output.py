"""Standard output holds results alone, and no simulation or reader that leaves decides the exit status."""

import json
import os
import subprocess
import sys

import pytest

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
