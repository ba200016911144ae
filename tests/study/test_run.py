"""Cells in, replicates out: failures included, nothing computed twice."""

import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from study_experiments import Fragile, Hungry, Logged, Noise, Returns

from boundcheck.study import (
    Ahead,
    Cell,
    Store,
    StudyError,
    blocks_of,
    digest,
    fill,
    generator,
    merge,
    open_executor,
    run,
    shard,
    stored,
)


class Telling:
    def __init__(self):
        self.total, self.cells, self.replicates, self.ended = None, 0, 0, 0

    def started(self, total):
        self.total = total

    def advance(self, cells, replicates):
        self.cells += cells
        self.replicates += replicates

    def finished(self):
        self.ended += 1


def grid(repeats=100, block=16):
    return [Cell("claim", "part", f"n={n}", Noise(5), {"n": n}, repeats, block) for n in (10, 100, 1000)]


def test_columns_have_one_value_per_replicate_and_their_kind():
    cells = grid()
    results = run(cells, seed=1)
    assert list(results) == cells
    for replicates in results.values():
        kinds = {name: (column.shape, column.dtype.name) for name, column in replicates.columns.items()}
        assert kinds == {"error": ((100,), "float64"), "hit": ((100,), "bool"), "steps": ((100,), "int64")}
        assert replicates.sizes == (16,) * 6 + (4,)
        assert (replicates.finished, replicates.lost, replicates.failures) == (100, 0, ())


def test_a_block_is_what_its_seed_says():
    cell = grid()[0]
    found = run([cell], seed=5)[cell]
    from boundcheck.study import spawn_key

    alone = Noise(5).sample(generator(5, spawn_key(cell, 2)), 16, n=10)
    assert np.array_equal(found["error"][32:48], alone["error"])


def test_order_and_company_do_not_matter():
    cells = grid()
    together, backwards = run(cells, seed=1), run(cells[::-1], seed=1)
    for cell in cells:
        assert digest({cell: together[cell]}) == digest({cell: backwards[cell]}) == digest(run([cell], seed=1))
    assert digest(together) != digest(run(cells, seed=2))


def test_more_repeats_extend_a_study():
    with Store.memory() as store:
        short, long = run(grid(96), seed=1, store=store), run(grid(200), seed=1, store=store)
        assert len(store) == 3 * 13
    for a, b in zip(short.values(), long.values(), strict=True):
        assert np.array_equal(a["error"], b["error"][:96])


def test_a_stream_gives_common_random_numbers():
    cells = [Cell("c", "p", f"n={n}", Noise(5), {"n": n}, 64, stream="shared") for n in (1, 100)]
    one, hundred = run(cells, seed=1).values()
    assert one["error"] == pytest.approx(10 * hundred["error"])


def test_a_name_stands_for_one_content():
    with pytest.raises(ValueError, match="two cells are called 'c/p/x'"):
        run([Cell("c", "p", "x", Noise(5), {"n": n}, 8) for n in (1, 2)], seed=1)


def test_a_block_that_raises_is_kept_and_shown(tmp_path):
    cell = Cell("claim", "part", "fragile", Fragile(0.5), {}, 100, 10)
    with Store(tmp_path / "s.sqlite") as store:
        found = run([cell], seed=1, store=store)[cell]
        assert len(store) == 10
    assert 0 < len(found.failures) < 10
    assert found.finished + found.lost == 100
    failure = found.failures[0]
    assert failure.message.startswith("LinAlgError: Singular matrix (study_experiments.py:")
    assert (failure.claim, failure.part, failure.name, failure.repeats) == ("claim", "part", "fragile", 10)
    with pytest.raises(np.linalg.LinAlgError):  # its record shows it again
        Fragile(0.5).sample(generator(failure.seed, failure.spawn_key), failure.repeats)
    with Store(tmp_path / "s.sqlite") as store:
        assert digest(run([cell], seed=1, store=store)) == digest({cell: found})


def test_a_study_that_fails_everywhere_has_no_columns():
    cell = Cell("c", "p", "x", Fragile(-1.0), {}, 20, 10)
    found = run([cell], seed=1)[cell]
    assert (found.columns, found.finished, found.lost) == ({}, 0, 20)


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ({}, "a dict of columns"),
        ([1.0], "a dict of columns"),
        ({"error": np.zeros(3)}, r"must have shape \(4,\)"),
        ({"error": np.zeros((4, 1))}, r"must have shape \(4,\)"),
        ({"error": np.array(["a"] * 4)}, "bool, int or float"),
        ({"error": np.zeros(4, dtype=complex)}, "bool, int or float"),
        ({"error": np.array([None] * 4)}, "bool, int or float"),
    ],
)
def test_what_is_no_column_is_a_failure(what, why):
    cell = Cell("c", "p", "x", Returns(what), {}, 4)
    (failure,) = run([cell], seed=1)[cell].failures
    with pytest.raises(AssertionError, match=why):
        raise AssertionError(failure.message)


def test_nan_and_infinity_come_back():
    cell = Cell("c", "p", "x", Returns({"ε": np.array([np.nan, np.inf, -0.0, 5e-324])}), {}, 4)
    assert run([cell], seed=1)[cell]["ε"].tobytes() == np.array([np.nan, np.inf, -0.0, 5e-324]).tobytes()


def test_a_machine_that_is_too_small_is_no_property_of_the_cell():
    with Store.memory() as store:
        with pytest.raises(MemoryError):
            run([Cell("c", "p", "x", Hungry(), {}, 4)], seed=1, store=store)
        assert len(store) == 0


def test_columns_that_change_between_blocks_are_refused():
    with pytest.raises(StudyError, match="in one block"):
        run([Cell("c", "p", "x", Changing(), {}, 8, 4)], seed=1)


class Changing:
    def __repr__(self):
        return "Changing()"

    def sample(self, rng, repeats):
        return {f"x{int(rng.integers(1 << 30))}": np.zeros(repeats)}


def test_progress_counts_what_is_computed(tmp_path):
    cells, telling, again = grid(), Telling(), Telling()
    with Store(tmp_path / "s.sqlite") as store:
        run(cells[:2], seed=1, store=store, progress=telling)
        assert (telling.total, telling.cells, telling.replicates, telling.ended) == (2, 2, 200, 1)
        run(cells, seed=1, store=store, progress=again)
        assert (again.total, again.cells, again.replicates, again.ended) == (3, 3, 100, 1)


def test_progress_ends_when_the_study_breaks():
    telling = Telling()
    with pytest.raises(MemoryError):
        run([Cell("c", "p", "x", Hungry(), {}, 4)], seed=1, progress=telling)
    assert telling.ended == 1


def test_shards_merge_to_the_same_bytes(tmp_path):
    cells = [*grid(), Cell("claim", "part", "fragile", Fragile(0.5), {}, 100, 10)]
    whole = digest(run(cells, seed=1))
    stores = [Store(tmp_path / f"{i}.sqlite") for i in (1, 2, 3)]
    for i, store in enumerate(stores, start=1):
        fill(shard(blocks_of(cells), i, 3), seed=1, store=store)
    with Store(tmp_path / "merged.sqlite") as merged:
        assert merge(merged, *stores) == len(blocks_of(cells)) == sum(map(len, stores))
        assert merge(merged, *stores) == 0
        assert digest(stored(cells, seed=1, store=merged)) == whole
        telling = Telling()
        assert digest(run(cells, seed=1, store=merged, progress=telling)) == whole
        assert telling.replicates == 0
    for store in stores:
        store.close()


def test_one_shard_is_no_study(tmp_path):
    with Store(tmp_path / "1.sqlite") as store:
        fill(shard(blocks_of(grid()), 1, 2), seed=1, store=store)
        assert stored(grid(), seed=1, store=store) == {}


@pytest.mark.parametrize("seed", [-1, 0.5])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="seed must be"):
        run(grid(), seed=seed)


def test_other_code_other_blocks():
    with Store.memory() as store:
        run(grid(), seed=1, store=store, code="one")
        run(grid(), seed=1, store=store, code="two")
        assert len(store) == 2 * len(blocks_of(grid()))


@pytest.mark.parametrize("later", [0, 300])
def test_what_was_begun_before_is_waited_for_and_not_computed_twice(tmp_path, monkeypatch, later):
    """Blocks go out and come in at each look; a study that asks for them, and for others, has the bytes that it has alone."""
    log = tmp_path / "log"
    monkeypatch.setenv("BOUNDCHECK_TEST_LOG", str(log))
    cells = [Cell("c", "p", f"cell {i}", Logged(), {"index": i}, 200 + later * (i == 1), 10) for i in range(4)]
    with Store(tmp_path / "s.sqlite") as store, open_executor("processes", 2) as executor:
        ahead = Ahead(seed=1, store=store, executor=executor)
        ahead.begin(blocks_of([replace(cell, repeats=200) for cell in cells]))
        deadline = time.monotonic() + 60
        while not len(store) and time.monotonic() < deadline:
            ahead.look()
        assert len(store), "a look keeps what has arrived"
        found = run(cells, seed=1, store=store, executor=executor, ahead=ahead)
        ahead.end()
        assert digest(found) == digest(run(cells, seed=1))
        assert len(store) == 4 * 20 + later // 10
    lines = log.read_text().splitlines()
    assert len(lines) == 2 * len(set(lines)), "each once by a worker, and once again here"


def test_what_was_begun_and_is_not_asked_for_is_in_nobodys_way(tmp_path):
    begun, asked = (Cell("c", "p", name, Noise(5), {"n": 1}, 400, 10) for name in ("begun", "asked"))
    with Store(tmp_path / "s.sqlite") as store, open_executor("processes", 2) as executor:
        ahead = Ahead(seed=1, store=store, executor=executor)
        ahead.begin(blocks_of([begun]))
        news = []
        told = SimpleNamespace(started=news.append, advance=lambda *more: news.append(more), finished=lambda: None)
        found = run([asked], seed=1, store=store, executor=executor, ahead=ahead, progress=told)
        ahead.end()
    assert digest(found) == digest(run([asked], seed=1))
    assert news[0] == 1
    assert sum(replicates for _, replicates in news[1:]) == 400, "only what was asked for is told"
