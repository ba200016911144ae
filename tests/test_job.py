"""The main job as its user runs it: through the command line, killed, interrupted, fed with nonsense."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boundcheck.cli.main import main

CLAIM = '''
"""A bound on the mean of coin tosses, and one step."""
from dataclasses import dataclass
import time
import numpy as np
import sympy
from sympy import log, sqrt
from boundcheck.record import digest, dumps
from boundcheck.claims import Claim, HighProbabilityBound, Inequality, Paper, Regime, Source, Step

n, delta, x = sympy.symbols("n delta x", real=True)

@dataclass(frozen=True)
class Coins:
    pause: float = 0.0
    def sample(self, rng, repeats, *, n, **_):
        time.sleep(self.pause)
        return {"error": np.abs(rng.binomial(n, 0.5, repeats) / n - 0.5)}

HOEFFDING = sqrt(log(2 / delta) / (2 * n))
CLAIM = Claim(
    source=Source(Paper("own", "Mine", ("Me",), "none", 2026, "none"), "Hoeffding", "here"),
    title="Mean of coins", words="w", displays={"": HOEFFDING},
    parts={"coverage": HighProbabilityBound(HOEFFDING, HOEFFDING, sympy.Integer(1), sympy.Rational(1, 2), delta,
        tuple(Regime(f"n = {m}", Coins(PAUSE), {"n": m, "delta": 0.05}, biting=True) for m in (100, 1000, 10000)))},
    steps=(Step("square", "here", Inequality(log(2 / delta), 2 * n * x**2, (x >= HOEFFDING, n >= 1, delta > 0, delta < 1))),),
)
'''


def boundcheck(*words, cwd, **changes):
    return subprocess.run(
        [sys.executable, "-m", "boundcheck", *map(str, words)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
        **changes,
    )


@pytest.fixture
def inside(tmp_path, monkeypatch, capsys):
    """The same within this process, for what does not depend on its being one of its own."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        status = main([str(word) for word in words])
        return subprocess.CompletedProcess(words, status, *capsys.readouterr())

    return call


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(CLAIM.replace("PAUSE", "0.0"))
    return path


def timeless(path):
    record = json.loads(Path(path).read_text())

    def strip(value):
        if isinstance(value, dict):
            return {k: strip(v) for k, v in value.items() if k not in ("seconds", "elapsed_seconds")}
        return [strip(v) for v in value] if isinstance(value, list) else value

    return strip(record)


def test_same_bytes_for_one_and_two_jobs(tmp_path):
    outputs = []
    for jobs in (1, 2):
        out = tmp_path / f"jobs{jobs}"
        done = boundcheck("lemma_h_1", "--budget", "quick", "--jobs", jobs, "--out", out, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        outputs.append(out / "unified" / "lemma_h_1")
    assert timeless(outputs[0].with_suffix(".json")) == timeless(outputs[1].with_suffix(".json"))
    assert outputs[0].with_suffix(".pdf").read_bytes() == outputs[1].with_suffix(".pdf").read_bytes()


def test_killed_and_run_again(tmp_path, mine):
    whole = tmp_path / "whole"
    assert boundcheck(mine, "--budget", "quick", "--jobs", 1, "--out", whole, cwd=tmp_path).returncode == 0
    slow = tmp_path / "slow" / "mine.py"
    slow.parent.mkdir()
    # The pause is part of the experiment's description, so both runs below must have the same one.
    slow.write_text(CLAIM.replace("PAUSE", "0.1"))
    out = tmp_path / "out"
    command = [sys.executable, "-m", "boundcheck", str(slow), "--budget", "quick", "--jobs", "1", "--out", str(out)]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    store = out / "results.sqlite"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (store.exists() and rows(store) >= 2):
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = rows(store)
    assert before >= 2
    assert boundcheck(slow, "--budget", "quick", "--jobs", 1, "--out", out, cwd=tmp_path).returncode == 0
    unbroken = tmp_path / "unbroken"
    assert boundcheck(slow, "--budget", "quick", "--jobs", 1, "--out", unbroken, cwd=tmp_path).returncode == 0
    assert timeless(out / "own" / "mine.json") == timeless(unbroken / "own" / "mine.json")
    assert rows(store) == rows(unbroken / "results.sqlite")


def rows(store):
    import sqlite3
    from contextlib import closing

    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as base:
            return base.execute("select count(*) from kept where typeof(key) = 'blob'").fetchone()[0]
    except sqlite3.Error:
        return 0


def test_interrupted_keeps_what_is_finished(tmp_path):
    slow = tmp_path / "slow.py"
    slow.write_text(CLAIM.replace("PAUSE", "0.4"))
    command = [sys.executable, "-m", "boundcheck", str(slow), "--budget", "quick", "--jobs", "1", "--out", "out"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and rows(tmp_path / "out" / "results.sqlite") < 1:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert len(said.strip().splitlines()) == 1
    partial = json.loads((tmp_path / "out" / "own" / "slow.partial.json").read_text())
    assert [step["outcome"] for step in partial["steps"]] == ["PROVED"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300).returncode in (0, 1)
    assert [path.name for path in sorted((tmp_path / "out" / "own").glob("*.json"))] == ["slow.json"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["theorem_55"], "near it"),
        (["theorem_5_4", "--jobs", "0"], "whole number from 1 to 1,024"),
        (["theorem_5_4", "--seed", "x"], "whole number from 0 to"),
        (["theorem_5_4", "--budget", "huge"], "invalid choice"),
        (["theorem_5_4", "--error-probability", "2"], "(0, 1)"),
        (["theorem_5_4", "--format", "docx"], "json, pdf"),
        (["theorem_5_4", "--engine", "gpu"], "engine"),
        (["theorem_5_4", "--out", "file/sub"], "cannot be written"),
        (["broken.py"], "line 1"),
        (["nowhere.py"], "no claim file"),
        (["mine.py", "--out", "spoiled"], "results.sqlite"),
        (["verify", "nowhere.json"], "cannot be read"),
        (["list", "--paper", "x"], "no paper"),
    ],
)
def test_a_users_error_is_one_line_and_exit_2(tmp_path, mine, inside, words, said):
    (tmp_path / "file").write_text("")
    (tmp_path / "broken.py").write_text("x = (")
    (tmp_path / "spoiled").mkdir()
    (tmp_path / "spoiled" / "results.sqlite").write_bytes(b"no database" * 100)
    done = inside(*words)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert said in done.stderr
    assert (tmp_path / "spoiled" / "results.sqlite").read_bytes() == b"no database" * 100


def test_a_process_ends_with_the_exit_code(tmp_path):
    done = boundcheck("theorem_55", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.strip().splitlines())) == (2, 1)


def test_json_is_one_document(tmp_path, mine):
    done = boundcheck(mine, "--budget", "quick", "--json", "--out", tmp_path / "out", cwd=tmp_path)
    assert json.loads(done.stdout)["headline"]["outcome"] == "SUPPORTED"
    assert done.stderr == ""


def test_help_needs_no_mathematics():
    code = (
        "import sys, boundcheck.cli.main as c\n"
        "assert c.main(['--help']) == 0\n"
        "assert 'sympy' not in sys.modules and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env={**os.environ, "COLUMNS": "80"})


def test_a_record_replays_and_a_tampered_one_does_not(inside, tmp_path):
    assert inside("claim_e_1", "--out", tmp_path).returncode == 0
    path = tmp_path / "unified" / "claim_e_1.json"
    done = inside("verify", path)
    assert done.returncode == 0, done.stdout
    assert "replayed" in done.stdout
    assert "FAILED" not in done.stdout
    record = json.loads(path.read_text())
    steps = record["steps"]
    steps[-1]["certificate"], steps[-2]["certificate"] = steps[-2]["certificate"], steps[-1]["certificate"]
    path.write_text(json.dumps(record))
    assert inside("verify", path).returncode == 2  # the digest no longer matches

    from boundcheck.record import digest, dumps

    record["digest"] = digest(record)
    path.write_text(dumps(record))
    done = inside("verify", path)
    assert done.returncode == 1
    assert "FAILED" in done.stdout


def test_shards_merge_to_the_same_bytes(inside, tmp_path):
    """Two shares on their own, merged: the run that follows finds their blocks and gives the record of a whole run."""
    (tmp_path / "mine.py").write_text(CLAIM.replace("PAUSE", "0.0"))
    words = ("mine.py", "--budget", "quick", "--jobs", 1)
    for i in (1, 2):
        assert inside(*words, "--shard", f"{i}/2", "--out", f"s{i}").returncode == 0
    assert 0 < rows(tmp_path / "s1" / "results.sqlite") < 12
    assert inside("merge", "s1", "s2", "--out", "merged").returncode == 0
    before = rows(tmp_path / "merged" / "results.sqlite")
    assert inside(*words, "--out", "merged").returncode == 0
    assert inside(*words, "--out", "whole").returncode == 0
    assert timeless(tmp_path / "merged/own/mine.json") == timeless(tmp_path / "whole/own/mine.json")
    assert rows(tmp_path / "merged" / "results.sqlite") == before  # nothing was computed again


def test_a_share_that_does_not_exist(inside):
    done = inside("theorem_5_7", "--shard", "3/2")
    assert done.returncode == 2
    assert "i/N" in done.stderr
    assert inside("merge", "nowhere").returncode == 2


def test_repeats_are_those_asked_for_and_the_record_says_how_to_get_them_again(mine, inside, tmp_path):
    assert inside(mine, "--budget", "quick", "--repeats", 1234, "--jobs", 1, "--format", "json").returncode == 0
    record = json.loads((tmp_path / "reports/own/mine.json").read_text())
    assert {row["repeats"] for row in record["parts"]["coverage"]["slack"]} == {1234}
    assert "--repeats 1234" in record["reproduce"]


@pytest.mark.parametrize("repeats", ["0", "1", "many", "10000001", "1e4"])
def test_repeats_that_cannot_be_are_refused(mine, inside, repeats):
    done = inside(mine, "--repeats", repeats)
    assert done.returncode == 2
    assert "--repeats: must be a whole number from 2 to 10,000,000" in done.stderr
