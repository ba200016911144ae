"""What the replicate engine costs: two workers against one, tasks, and the store."""

from __future__ import annotations

import argparse
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


def timed(cells: list[Cell], engine: str, jobs: int, path: Path | None = None) -> tuple[float, str, int]:
    """Seconds for the study, its digest, and the number of tasks that it took; starting workers counts."""
    tasks = 0
    start = time.perf_counter()
    with open_executor(engine, jobs) as executor, Store(path) if path else Store.memory() as store:
        submit = executor.submit

        def counted(*args, **kwargs):
            nonlocal tasks
            tasks += 1
            return submit(*args, **kwargs)

        executor.submit = counted  # type: ignore[method-assign]
        results = run(cells, seed=1, executor=executor, store=store)
    return time.perf_counter() - start, digest(results), tasks


def per_replicate() -> float:
    cells = grid(20_000)
    return timed(cells, "auto", 1)[0] / (len(cells) * 20_000)


def engines(seconds: float) -> None:
    repeats = max(256, int(seconds / per_replicate() / 8))
    cells = grid(repeats)
    print(f"{8 * repeats} replicates in {len(blocks_of(cells))} blocks, about {seconds:g} s for one worker")
    print(f"{'engine':<12}{'workers':>8}{'seconds':>10}{'speed-up':>10}{'tasks':>8}{'s/task':>8}  digest")
    alone = 0.0
    for engine, jobs in (
        ("auto", 1),
        ("processes", 2),
        ("auto", 1),
        ("processes", 2),
        ("threads", 2),
        ("dask:local", 2),
    ):
        try:
            elapsed, mark, tasks = timed(cells, engine, jobs)
        except Exception as error:
            print(f"{engine:<12}{jobs:>8}  {error}")
            continue
        alone = elapsed if jobs == 1 else alone
        print(
            f"{engine:<12}{jobs:>8}{elapsed:>10.2f}{alone / elapsed:>10.2f}{tasks:>8}"
            f"{elapsed * jobs / tasks:>8.2f}  {mark[:8]}",
            flush=True,
        )


def overhead() -> None:
    """Microseconds per block of the engine and of the file, with experiments that do nothing."""
    cells = [Cell("bench", "study", f"{i}", Nothing(), {}, 256 * 100, 256) for i in range(100)]
    blocks = len(blocks_of(cells))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study.sqlite"
        for words, where in (("in memory", None), ("to a file", path), ("found in the file", path)):
            elapsed = timed(cells, "auto", 1, where)[0]
            print(f"{blocks} empty blocks of 256, {words:<18}{elapsed / blocks * 1e6:>8.0f} µs a block")
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
