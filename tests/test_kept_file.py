"""One file for a whole run: killed at random moments, shared by two runs at once, on a disk that fills up."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from boundcheck import job
from boundcheck.cli.options import INTERNAL
from boundcheck.loading import registry
from boundcheck.study import Store

CLAIMS = ("unified/claim_e_1", "unified/lemma_h_1", "reward/section_2")
KILLS = int(os.environ.get("BOUNDCHECK_TEST_KILLS", "3"))  # more of them by hand
LONGEST = 6.0  # seconds before a kill
OPTIONS = ("--budget", "quick", "--format", "json", "--quiet", "--out", "out")


def begun(folder, *words, prelude=""):
    """``boundcheck`` on the claims as a process of its own, in a session of its own."""
    code = f"{prelude}\nimport sys; from boundcheck.cli.main import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-c", code, *CLAIMS, *OPTIONS, *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finished(process):
    process.communicate(timeout=300)
    return process.returncode


def digests(folder):
    return {name: json.loads((folder / "out" / f"{name}.json").read_text())["digest"] for name in CLAIMS}


@pytest.fixture(scope="module")
def expected():
    settings = job.Settings("quick")
    with job.runner(settings) as run:
        return {name: job.check(name, registry.load(name), settings, run)[1].digest for name in CLAIMS}


def kept(folder):
    """What is in the file: blocks, and texts."""
    file = folder / "out" / "results.sqlite"
    if not file.exists():
        return set()
    with Store(file) as store:
        return {key for (key,) in store._connection.execute("SELECT key FROM kept")}


def test_two_runs_at_once_that_are_killed_give_the_records_of_one_that_is_not(tmp_path, expected):
    choose, runs = random.Random(3), []
    for _ in range(KILLS):
        alive = [one for one in runs if one.poll() is None]
        new = [begun(tmp_path, "--jobs", jobs) for jobs in ("1", "2")[len(alive) :]]
        runs += new
        time.sleep(choose.uniform(0, LONGEST))
        before = kept(tmp_path)
        os.kill(choose.choice(alive + new).pid, signal.SIGKILL)
        assert before <= kept(tmp_path), "what was finished is kept"
    runs.append(begun(tmp_path, "--jobs", "2"))
    for one in runs:
        _, said = one.communicate(timeout=300)
        assert one.returncode in (0, 1, -signal.SIGKILL), said
    assert runs[-1].returncode in (0, 1)
    assert digests(tmp_path) == expected


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_is_one_line_and_the_next_run_goes_on(tmp_path, expected, jobs):
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (80_000, 80_000))"
    full = begun(tmp_path, "--jobs", jobs, prelude=limit)
    _, said = full.communicate(timeout=300)
    assert full.returncode == INTERNAL, said
    assert said.count("\n") == 1, said
    assert "make room and run again; what is finished is kept" in said
    before = kept(tmp_path)
    assert before
    assert finished(begun(tmp_path, "--jobs", jobs)) in (0, 1)
    assert before <= kept(tmp_path)
    assert digests(tmp_path) == expected
    assert [path.name for path in (tmp_path / "out").glob("*.sqlite*")] == ["results.sqlite"], "a run leaves one file"
