"""What the replicate engine costs: two workers against one, tasks, and the store."""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boundcheck.study import Cell, Store, blocks_of, digest, open_executor, run


@dataclass(frozen=True)
class Load:
    """One replicate of some tens of microseconds: draws, products, a solve, as an estimator has them."""

    d: int = 8

    def sample(self, rng, repeats, *, n):
        rows = rng.normal(size=(repeats, 40, self.d))
        grams = np.swapaxes(rows, 1, 2) @ rows + np.eye(self.d)
        right = rng.normal(size=(repeats, self.d, 1))
        return {"error": np.linalg.norm(np.linalg.solve(grams, right)[:, :, 0], axis=1) / n**0.5}


@dataclass(frozen=True)
class Nothing:
    """The cheapest experiment there is: what remains is the engine."""

    def sample(self, rng, repeats):
        return {"error": np.zeros(repeats)}


def grid(repeats: int) -> list[Cell]:
    return [Cell("bench", "study", f"n={n}", Load(), {"n": n}, repeats) for n in np.geomspace(1e2, 1e9, 8)]


@dataclass(frozen=True)
class Timed:
    """A study's wall time and processor time in seconds, starting workers included, its tasks and its digest."""

    seconds: float
    processor: float
    tasks: int
    digest: str


def timed(cells: list[Cell], engine: str, jobs: int, path: Path | None = None) -> Timed:
    tasks = 0
    start, before = time.perf_counter(), sum(os.times()[:4])
    with open_executor(engine, jobs) as executor, Store(path) if path else Store.memory() as store:
        submit = executor.submit

        def counted(*args, **kwargs):
            nonlocal tasks
            tasks += 1
            return submit(*args, **kwargs)

        executor.submit = counted  # type: ignore[method-assign]
        results = run(cells, seed=1, executor=executor, store=store)
    return Timed(time.perf_counter() - start, sum(os.times()[:4]) - before, tasks, digest(results))


def per_replicate() -> float:
    cells = grid(20_000)
    return timed(cells, "auto", 1).processor / (len(cells) * 20_000)


def engines(seconds: float) -> None:
    repeats = max(256, int(seconds / per_replicate() / 8))
    cells = grid(repeats)
    print(f"{8 * repeats} replicates in {len(blocks_of(cells))} blocks, about {seconds:g} s for one worker")
    print("speed-up: wall time; per core: processor time of one worker over that of all, 1 if nothing is lost")
    print(
        f"{'engine':<12}{'workers':>8}{'seconds':>9}{'speed-up':>10}{'per core':>10}{'tasks':>7}{'s/task':>8}  digest"
    )
    alone = timed(cells, "auto", 1)
    show("auto", 1, alone, alone)
    for engine, jobs in (("processes", 2), ("auto", 1), ("processes", 2), ("threads", 2), ("dask:local", 2)):
        try:
            found = timed(cells, engine, jobs)
        except Exception as error:
            print(f"{engine:<12}{jobs:>8}  {error}")
            continue
        alone = found if jobs == 1 else alone
        show(engine, jobs, found, alone)


def show(engine: str, jobs: int, found: Timed, alone: Timed) -> None:
    print(
        f"{engine:<12}{jobs:>8}{found.seconds:>9.2f}{alone.seconds / found.seconds:>10.2f}"
        f"{alone.processor / found.processor:>10.2f}{found.tasks:>7}"
        f"{found.processor / found.tasks:>8.2f}  {found.digest[:8]}",
        flush=True,
    )


def overhead() -> None:
    """Microseconds per block of the engine and of the file, with experiments that do nothing."""
    cells = [Cell("bench", "study", f"{i}", Nothing(), {}, 256 * 100, 256) for i in range(100)]
    blocks = len(blocks_of(cells))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study.sqlite"
        for words, where in (("in memory", None), ("to a file", path), ("found in the file", path)):
            elapsed = timed(cells, "auto", 1, where).processor
            print(f"{blocks} empty blocks of 256, {words:<18}{elapsed / blocks * 1e6:>8.0f} µs of processor a block")
        size = path.stat().st_size
        print(f"file: {size / 1e6:.1f} MB, {size / blocks / 256:.1f} bytes a replicate of 8")
    round_trip()


def round_trip() -> None:
    with open_executor("processes", 2) as executor:
        run([Cell("bench", "start", "x", Nothing(), {}, 1)], seed=1, executor=executor)
        start = time.perf_counter()
        for future in [executor.submit(abs, -1) for _ in range(500)]:
            future.result()
        print(f"a task to a process and back: {(time.perf_counter() - start) / 500 * 1e6:.0f} µs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="work of the one-worker study (default 10)")
    arguments = parser.parse_args()
    overhead()
    engines(arguments.seconds)


if __name__ == "__main__":
    main()
