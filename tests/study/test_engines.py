"""Who computes does not matter: the same bytes from every engine, and from workers that are lost."""

import importlib.util
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from study_experiments import Fragile, Hill, Hungry, Killer, Noise, Returns
from study_process import cells_of
from threadpoolctl import threadpool_info, threadpool_limits

from boundcheck.study import Axis, Cell, Choice, Store, StudyError, digest, loop, open_executor, run, search
from boundcheck.study.executors import InProcess, Processes, lost, workers_of
from boundcheck.study.loop import one_thread

SCRIPT = Path(__file__).with_name("study_process.py")
SPACE = [Axis("x", 0, 1), Axis("n", 1, 10**6, "log_integer"), Choice("kind", "abc")]


def grid():
    noise = [Cell("claim", "part", f"n={n}", Noise(60), {"n": n}, 300, 32) for n in (10, 100, 1000)]
    return [*noise, Cell("claim", "part", "fragile", Fragile(0.5), {}, 100, 10)]


@pytest.fixture(scope="module")
def expected():
    return digest(run(grid(), seed=1))


@pytest.fixture(scope="module")
def expected_search():
    return search(Hill(), SPACE, seed=1, evaluations=60)


@pytest.mark.parametrize(("engine", "jobs"), [("auto", 1), ("threads", 1), ("threads", 2), ("threads", 3)])
def test_same_bytes_within_this_process(engine, jobs, expected, expected_search):
    with open_executor(engine, jobs) as executor:
        assert digest(run(grid(), seed=1, executor=executor)) == expected
        assert search(Hill(), SPACE, seed=1, evaluations=60, executor=executor) == expected_search


@pytest.mark.parametrize("jobs", [1, 2])
def test_same_bytes_from_processes(jobs, expected, expected_search):
    with Processes(jobs) as executor:
        assert digest(run(grid(), seed=1, executor=executor)) == expected
        assert search(Hill(), SPACE, seed=1, evaluations=60, executor=executor) == expected_search


def test_auto_means_processes():
    with open_executor("auto", 2) as executor:
        assert isinstance(executor, Processes)
    with open_executor("processes", 1) as executor:
        assert isinstance(executor, InProcess)


def test_any_executor_of_the_standard_library(expected):
    with ThreadPoolExecutor(2) as executor:
        assert digest(run(grid(), seed=1, executor=executor)) == expected
    with ProcessPoolExecutor(1, mp_context=get_context("forkserver")) as executor:
        assert digest(run(grid(), seed=1, executor=executor)) == expected


def test_same_bytes_from_dask(expected, expected_search):
    pytest.importorskip("distributed")
    with open_executor("dask:local", 2) as executor:
        assert workers_of(executor) == 2
        assert digest(run(grid(), seed=1, executor=executor)) == expected
        assert search(Hill(), SPACE, seed=1, evaluations=60, executor=executor) == expected_search
        address = executor._client.scheduler.address
        with open_executor(f"dask:{address}", 1) as second:  # as from another machine
            assert digest(run(grid(), seed=1, executor=second)) == expected


def test_dask_does_again_what_a_worker_took_with_it(tmp_path):
    pytest.importorskip("distributed")
    cells = [Cell("c", "p", f"{i}", Killer(str(tmp_path), 3, 2), {"index": i}, 16, 8) for i in range(6)]
    with open_executor("dask:local", 2) as executor:
        found = digest(run(cells, seed=1, executor=executor))
    assert len(os.listdir(tmp_path)) == 2
    assert digest(run(cells, seed=1)) == found


@pytest.mark.parametrize(("module", "is_lost"), [("distributed.cfexecutor", True), ("mine", False)])
def test_a_future_over_which_dask_stumbles_is_lost_and_an_error_of_a_task_is_none(module, is_lost):
    namespace = {"__name__": module}
    exec("def told():\n    typ, exc, tb = [1]", namespace)
    with pytest.raises(ValueError, match="unpack") as found:
        namespace["told"]()
    assert lost(found.value) is is_lost


def test_a_lost_process_is_replaced(tmp_path):
    cells = [Cell("c", "p", f"{i}", Killer(str(tmp_path), 3, 2), {"index": i}, 16, 8) for i in range(6)]
    with open_executor("processes", 2) as executor, Store.memory() as store:
        found = digest(run(cells, seed=1, executor=executor, store=store))
        assert len(store) == 12
    assert len(os.listdir(tmp_path)) == 2
    assert digest(run(cells, seed=1)) == found


def test_a_worker_lost_while_it_starts_is_no_error(monkeypatch):
    """Killed before it has read what its parent writes to it: the parent gets a broken pipe.

    Where the first worker is lost while the second is being started, the pool has closed the pipes that are sent.
    """
    from multiprocessing import popen_spawn_posix

    closed, bad = OSError("handle is closed"), ValueError("bad value(s) in fds_to_keep")
    launch, times = popen_spawn_posix.Popen._launch, iter([BrokenPipeError(), None, closed, BrokenPipeError(), bad])

    def unlucky(self, process):
        if error := next(times, None):
            self.finalizer = None
            raise error
        return launch(self, process)

    monkeypatch.setattr(popen_spawn_posix.Popen, "_launch", unlucky)
    with Processes(2) as executor:
        assert digest(run(grid(), seed=1, executor=executor)) == digest(run(grid(), seed=1))
    assert next(times, "used up") == "used up"


def test_where_no_worker_can_be_started_the_study_says_so(monkeypatch):
    from multiprocessing import popen_spawn_posix

    def never(self, process):
        self.finalizer = None
        raise OSError("too many open files")

    monkeypatch.setattr(popen_spawn_posix.Popen, "_launch", never)
    with Processes(2) as executor, pytest.raises(StudyError, match="too many open files"):
        run(grid(), seed=1, executor=executor)


def test_an_executor_that_cannot_mend_itself_is_named(tmp_path):
    cells = [Cell("c", "p", f"{i}", Killer(str(tmp_path), 0), {"index": i}, 80, 8) for i in range(6)]
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor,
        pytest.raises(StudyError, match="has lost its workers and takes no more tasks"),
    ):
        run(cells, seed=1, executor=executor)


def test_a_block_that_always_takes_its_worker_down_is_named(tmp_path):
    """All the others are finished first."""
    cells = [Cell("c", "p", f"{i}", Killer(str(tmp_path), 3), {"index": i}, 8, 8) for i in range(12)]
    with open_executor("processes", 2) as executor, Store.memory() as store:
        with pytest.raises(StudyError, match="block 0 of cell c/p/3 takes its worker down"):
            run(cells, seed=1, executor=executor, store=store)
        assert len(store) == 11


def test_where_every_block_takes_its_worker_down_the_study_stops(tmp_path):
    cells = [Cell("c", "p", f"{i}", Killer(str(tmp_path), 3), {"index": 3}, 8, 8) for i in range(12)]
    with open_executor("processes", 2) as executor, Store.memory() as store:
        with pytest.raises(StudyError, match="takes its worker down"):
            run(cells, seed=1, executor=executor, store=store)
        assert len(store) == 0


def test_errors_of_the_machine_cross_processes():
    with open_executor("processes", 2) as executor, pytest.raises(MemoryError):
        run([Cell("c", "p", "x", Hungry(), {}, 4)], seed=1, executor=executor)


def test_an_experiment_from_a_file_that_is_no_module(tmp_path):
    """Someone's own claim file: loaded by its path, unknown to Python's import."""
    path = tmp_path / "my_theorem.py"
    path.write_text(
        "from dataclasses import dataclass\n\n@dataclass(frozen=True)\nclass Mine:\n"
        "    def sample(self, rng, repeats):\n        return {'error': rng.normal(size=repeats)}\n"
    )
    spec = importlib.util.spec_from_file_location("my_theorem", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["my_theorem"] = module
    try:
        spec.loader.exec_module(module)
        cell = Cell("c", "p", "x", module.Mine(), {}, 40, 4)
        with open_executor("processes", 2) as executor:
            assert digest(run([cell], seed=1, executor=executor)) == digest(run([cell], seed=1))
    finally:
        del sys.modules["my_theorem"]


def test_an_experiment_that_cannot_travel_is_named():
    with (
        open_executor("processes", 2) as executor,
        pytest.raises(StudyError, match="cell c/p/x cannot travel"),
    ):
        run([Cell("c", "p", "x", Homeless(), {}, 4)], seed=1, executor=executor)


class Homeless:
    def __init__(self):
        self.lock = threading.Lock()

    def __repr__(self):
        return "Homeless()"

    def sample(self, rng, repeats):
        return {"error": rng.normal(size=repeats)}


@pytest.mark.parametrize(("engine", "jobs", "rule"), [("auto", 0, "jobs"), ("slurm", 2, "engine must be")])
def test_an_engine_that_does_not_exist(engine, jobs, rule):
    with pytest.raises(ValueError, match=rule), open_executor(engine, jobs):
        pass


def test_a_scheduler_that_does_not_answer(monkeypatch):
    pytest.importorskip("distributed")
    from boundcheck.study import executors

    monkeypatch.setattr(executors, "PATIENCE", 0.5)
    with (
        pytest.raises(StudyError, match="no Dask scheduler answers"),
        open_executor("dask:tcp://127.0.0.1:9", 1),
    ):
        pass


def test_a_scheduler_that_goes_away_keeps_what_is_finished(monkeypatch, tmp_path):
    distributed = pytest.importorskip("distributed")
    from boundcheck.study import executors

    monkeypatch.setenv("BOUNDCHECK_TEST_SECONDS", "0.02")
    monkeypatch.setattr(executors, "PATIENCE", 1)
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as cluster:
        timer = threading.Timer(1.5, cluster.close)
        with Store(tmp_path / "s.sqlite") as store:
            timer.start()
            with (
                pytest.raises(StudyError, match="has gone away"),
                open_executor(f"dask:{cluster.scheduler_address}", 1) as executor,
            ):
                run(cells_of(20, 20), seed=1, executor=executor, store=store)
            assert 0 < len(store) < 400
        timer.join()


def test_dask_missing_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(StudyError, match=r"pip install 'boundcheck\[dask\]'"), open_executor("dask:local", 2):
        pass


def test_one_blas_thread_within_and_as_many_as_before_after():
    def threads():
        return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]

    with threadpool_limits(2, user_api="blas"):
        assert threads()
        assert set(threads()) == {2}
        with one_thread():
            with one_thread():
                assert set(threads()) == {1}
            assert set(threads()) == {1}
        assert set(threads()) == {2}


@pytest.mark.parametrize(("engine", "jobs"), [("auto", 1), ("threads", 2), ("processes", 2), ("dask:local", 2)])
def test_ctrl_c_ends_promptly_and_keeps_what_is_finished(tmp_path, engine, jobs):
    if engine.startswith("dask"):
        pytest.importorskip("distributed")
    store, log = tmp_path / "s.sqlite", tmp_path / "log"
    environment = os.environ | {"BOUNDCHECK_TEST_LOG": str(log), "BOUNDCHECK_TEST_SECONDS": "0.02"}
    command = [sys.executable, "-W", "error", str(SCRIPT), str(store), engine, str(jobs), "400", "10"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, start_new_session=True)
    deadline = time.monotonic() + 20
    while (not log.exists() or log.stat().st_size < 2000) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: everyone in the group gets it
    start = time.monotonic()
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert time.monotonic() - start < 10  # all of it takes 40 s or more
    assert errors == b""
    with Store(store) as kept:
        assert 0 < len(kept) < 4000


def test_columns_may_be_large():
    import numpy as np

    big = np.arange(300_000.0)
    cell = Cell("c", "p", "x", Returns({"error": big}), {}, len(big), len(big))
    with open_executor("processes", 2) as executor:
        assert np.array_equal(run([cell], seed=1, executor=executor)[cell]["error"], big)


def test_large_experiments_travel_without_a_warning():
    pytest.importorskip("distributed")
    import numpy as np

    cell = Cell("c", "p", "x", Returns({"error": np.arange(2_000_000.0)}), {}, 2_000_000, 2_000_000)
    with open_executor("dask:local", 1) as executor:
        assert run([cell], seed=1, executor=executor)[cell].finished == 2_000_000


def test_a_study_that_waits_tells_that_it_goes_on(monkeypatch):
    class Late(ThreadPoolExecutor):
        def submit(self, fn, *args):
            return super().submit(lambda: (time.sleep(0.3), fn(*args))[1])

    news = []

    class Told:
        def started(self, total): ...
        def finished(self): ...
        def advance(self, cells, replicates):
            news.append((cells, replicates))

    monkeypatch.setattr(loop, "RECOUNT", 0.02)
    with Late(1) as executor:
        run([Cell("c", "p", "one", Noise(), {"n": 1}, 50)], seed=1, executor=executor, progress=Told())
    assert news[0] == (0, 0), "no block is there yet"
    assert news[-1] == (1, 50)
