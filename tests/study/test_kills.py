"""Fifty kills over one study: nothing finished is lost or repeated, nobody left behind, the same bytes."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from study_process import cells_of

from boundcheck.study import Store, blocks_of, digest, run

SCRIPT = Path(__file__).with_name("study_process.py")
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


class Study:
    """A study in a session of its own, with a log of every block that any worker has finished."""

    def __init__(self, folder, engine, cells, blocks, seconds):
        self.store, self.log = folder / "s.sqlite", folder / "log"
        self.cells, self.blocks = cells, blocks
        self.log.touch()
        self.environment = os.environ | {
            "BOUNDCHECK_TEST_LOG": str(self.log),
            "BOUNDCHECK_TEST_SECONDS": str(seconds),
        }
        self.command = [sys.executable, str(SCRIPT), str(self.store), engine, "2", str(cells), str(blocks)]
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            self.command,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def members(self):
        """Everyone alive in the study's session."""
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    state, *fields = (folder / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                if int(fields[2]) == self.process.pid and state != "Z":
                    found.append(int(folder.name))
        return found

    def workers(self):
        """Those of them that compute, as soon as there are any."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            found = [pid for pid in self.members() if b"spawn_main" in _command(pid)]
            if found:
                return found
            time.sleep(0.01)
        raise AssertionError("no worker has come up")

    def kill(self, pid):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True

    def kill_parent(self):
        self.kill(self.process.pid)
        self.process.communicate()
        deadline = time.monotonic() + 10
        while self.members() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert self.members() == [], "a process outlived its parent"

    def computed(self):
        return self.log.read_text().splitlines()

    def finished(self):
        """The blocks in the store, as the log names them."""
        if not self.store.exists():
            return set()
        import io

        import numpy as np

        from boundcheck.study.cell import description, fingerprint, key_of

        names = {}
        for cell in cells_of(self.cells, self.blocks):
            digest_of_cell = fingerprint(description(cell, 1, ""))
            for block in blocks_of([cell]):
                names[key_of(digest_of_cell, block.index, block.size)] = cell.parameters["index"]
        with Store(self.store) as store:
            found = {key: value for some in store.blocks() for key, value in some.items()}
        return {f"{names[key]} {np.load(io.BytesIO(value))['error'][0]!r}" for key, value in found.items()}


def _command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def interrupted(study, kills, seed, longest):
    """Kill workers and parents at random moments; returns how many kills hit whom."""
    choose, hits = random.Random(seed), Counter()
    study.start()
    while sum(hits.values()) < kills:
        time.sleep(choose.uniform(0, longest))
        assert study.process.poll() is None, "the study ended before it was killed often enough"
        before = study.finished() if choose.random() < 0.3 else None
        if choose.random() < 0.4:
            hits["worker"] += study.kill(choose.choice(study.workers()))
        else:
            study.kill_parent()
            hits["parent"] += 1
            before = study.finished()
            study.start()
        if before is not None:
            yield before, len(study.computed()), hits
    yield study.finished(), len(study.computed()), hits


def check(study, kills, seed, longest, in_flight):
    moments = list(interrupted(study, kills, seed, longest))
    answer = study.process.communicate(timeout=120)[0].decode().strip()
    assert study.process.returncode == 0
    assert answer == digest(run(cells_of(study.cells, study.blocks), seed=1))
    computed = study.computed()
    assert len(set(computed)) == study.cells * study.blocks
    for finished, seen, _ in moments:
        assert not finished & set(computed[seen:]), "a finished block was computed again"
    assert len(computed) - len(set(computed)) <= kills * in_flight
    assert study.members() == []
    hits = moments[-1][2]
    assert hits["worker"] >= kills // 5
    assert hits["parent"] >= kills // 5


def test_fifty_kills(tmp_path):
    """Two workers hold at most a second of blocks each, which is what one kill may cost."""
    seconds = 0.01
    check(Study(tmp_path, "processes", 20, 120, seconds), 50, seed=7, longest=0.6, in_flight=2 * 1.2 / seconds)


def test_kills_of_dask(tmp_path):
    pytest.importorskip("distributed")
    seconds = 0.01
    check(Study(tmp_path, "dask:local", 20, 60, seconds), 6, seed=8, longest=2.5, in_flight=4 * 1.2 / seconds)
