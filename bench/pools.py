"""Workers of ours beside loky's: what a killed parent leaves behind, what a lost worker costs, and what travels.

Run it: make bench-pools
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, wait
from pathlib import Path

import cloudpickle

from boundcheck.claims import HighProbabilityBound
from boundcheck.loading import registry
from boundcheck.study.cell import Cell
from boundcheck.study.executors import Processes
from boundcheck.study.loop import pack

PATIENCE = 3.0  # seconds after which a worker without a parent counts as left behind
REPEATS = 5


def pool(kind: str) -> Executor:
    """Two workers of that kind."""
    if kind == "ours":
        return Processes(2)
    from loky import get_reusable_executor

    return get_reusable_executor(2)  # a new one where the last lost a worker


def square(x: int) -> int:
    """A task that costs nothing."""
    return x * x


def pid_then(seconds: float, path: str) -> None:
    """Say who works on this, and keep at it."""
    Path(path, str(os.getpid())).touch()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def parent(kind: str, folder: str) -> None:
    """The process that is to be killed: its two workers are busy for a minute, or wait for work."""
    workers = pool(kind)
    busy = folder.endswith("busy")
    tasks = [workers.submit(pid_then, 60.0 if busy else 0.0, folder) for _ in range(2 if busy else 8)]
    wait(tasks)
    time.sleep(60)


def alive(pid: int) -> bool:
    """Whether a process runs, and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def left_behind(kind: str, state: str, folder: Path) -> int:
    """Kill a parent without warning; count the workers that outlive it."""
    place = folder / f"{kind}-{time.time_ns()}-{state}"
    place.mkdir(parents=True)
    process = subprocess.Popen(
        [sys.executable, __file__, "--parent", kind, "--folder", str(place)], stderr=subprocess.DEVNULL
    )
    while len(list(place.iterdir())) < (2 if state == "busy" else 1):
        time.sleep(0.05)
    time.sleep(0.3)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(PATIENCE)
    orphans = [int(path.name) for path in place.iterdir() if alive(int(path.name))]
    for pid in orphans:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return len(orphans)


def first_task(kind: str) -> float:
    """Seconds to the first result."""
    start = time.perf_counter()
    workers = pool(kind)
    workers.submit(square, 1).result()
    seconds = time.perf_counter() - start
    workers.shutdown(wait=True)
    return seconds


def after_a_loss(kind: str) -> float:
    """Seconds from the loss of a worker to the next result; loky is asked for another executor, as its documentation has it."""
    workers = pool(kind)
    workers.submit(square, 1).result()
    start = time.perf_counter()
    with contextlib.suppress(Exception):
        workers.submit(os.kill, workers.submit(os.getpid).result(), signal.SIGKILL).result(timeout=20)
    if kind == "loky":
        workers = pool(kind)
    workers.submit(square, 2).result(timeout=20)
    seconds = time.perf_counter() - start
    workers.shutdown(wait=True)
    return seconds


def bytes_of_cells() -> tuple[int, int, int]:
    """Of the cells of Theorem 5.4's regimes: how many, and the bytes that travel with our packing and with cloudpickle."""
    parts = registry.load("unified/theorem_5_4").parts
    bounds = [parts[name] for name in ("coverage_ctl", "coverage_clc")]
    assert all(isinstance(part, HighProbabilityBound) for part in bounds)
    regimes = [regime for part in bounds for regime in part.regimes]
    cells = [Cell("bench", "pools", f"{i}", regime.experiment, regime.point, 1000) for i, regime in enumerate(regimes)]
    ours = sum(len(pickle.dumps(pack(cell, b""))) for cell in cells)
    return len(cells), ours, sum(len(cloudpickle.dumps(cell)) for cell in cells)


def main() -> None:
    """A table, a row a measure."""
    options = argparse.ArgumentParser()
    options.add_argument("--parent")
    options.add_argument("--folder", default="build/pools")
    given = options.parse_args()
    if given.parent:
        parent(given.parent, given.folder)
        return
    kinds = ("ours", "loky")
    print(f"{'':44}{'ours':>12}{'loky':>12}")
    for state in ("busy", "idle"):
        counts = {kind: [left_behind(kind, state, Path(given.folder)) for _ in range(REPEATS)] for kind in kinds}
        shown = "".join(f"{sum(counts[kind]):>9}/{2 * REPEATS}" for kind in kinds)
        print(f"{f'{state} workers that outlive a killed parent':44}{shown}", flush=True)
    for words, measure in (
        ("seconds to the first result", first_task),
        ("seconds to a result after a loss", after_a_loss),
    ):
        times = {kind: sorted(measure(kind) for _ in range(REPEATS))[REPEATS // 2] for kind in kinds}
        print(f"{words:44}" + "".join(f"{times[kind]:>12.2f}" for kind in kinds), flush=True)
    many, ours, theirs = bytes_of_cells()
    print(f"{f'bytes of {many} cells (cloudpickle)':44}{ours:>12}{theirs:>12}")


if __name__ == "__main__":
    multiprocessing.freeze_support()
    main()
