"""A study in a process of its own, for the tests that kill it: STORE ENGINE JOBS CELLS BLOCKS."""

from __future__ import annotations

import sys

from study_experiments import Logged

from boundcheck.study import Cell, Store, StoreError, digest, open_executor, run


def cells_of(cells, blocks, size=8):
    return [Cell("kill", "part", f"cell {i}", Logged(), {"index": i}, blocks * size, size) for i in range(cells)]


def main(path, engine, jobs, cells, blocks):
    try:
        with Store(path) as store, open_executor(engine, int(jobs)) as executor:
            print(digest(run(cells_of(int(cells), int(blocks)), seed=1, executor=executor, store=store)))
    except StoreError as error:
        sys.exit(f"{error} full={error.full}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main(*sys.argv[1:])
