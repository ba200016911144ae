"""Cells, and the code that they reach."""

import dataclasses
import functools
import pickle

import numpy as np
import pytest
from study_experiments import Noise, Returns

from boundcheck.study import Block, Cell, blocks_of, generator, shard, spawn_key
from boundcheck.study.cell import canonical, description, fingerprint, key_of

CELL = Cell("claim", "part", "name", Noise(), {"n": 100}, 1000)


def key(cell, index=0, seed=1, code=""):
    digest = fingerprint(description(cell, seed, code))
    return key_of(digest, index, Block(cell, index).size)


def test_points_are_sorted_and_plain():
    cell = Cell("c", "p", "x", Noise(), {"n": np.int64(3), "a": np.float64(0.5), "kind": "b"}, 10)
    assert cell.point == (("a", 0.5), ("kind", "b"), ("n", 3))
    assert type(cell.parameters["n"]) is int
    assert cell == Cell("c", "p", "x", Noise(), {"kind": "b", "a": 0.5, "n": 3}, 10)


def test_a_cell_travels_and_stays_itself():
    again = pickle.loads(pickle.dumps(CELL))
    assert again == CELL
    assert hash(again) == hash(CELL)
    assert again is not CELL


@pytest.mark.parametrize(
    "change",
    [
        {"claim": "other"},
        {"part": "other"},
        {"name": "other"},
        {"experiment": Noise(41)},
        {"point": {"n": 101}},
        {"point": {"n": 100.0}},
        {"block": 128},
        {"stream": "s"},
    ],
)
def test_everything_that_determines_a_block_is_in_its_key(change):
    assert key(dataclasses.replace(CELL, **change)) != key(CELL)


def test_seed_code_and_index_are_in_the_key_and_more_repeats_are_not():
    assert len({key(CELL), key(CELL, seed=2), key(CELL, code="x"), key(CELL, index=1)}) == 4
    assert key(dataclasses.replace(CELL, repeats=5000)) == key(CELL)
    assert key(dataclasses.replace(CELL, repeats=900), 3) != key(CELL, 3)  # the last block is shorter


def test_keys_are_the_same_in_every_session():
    """A change of this value makes every store of our users useless: raise the schema with it."""
    text = '{"study":[1,1,"2.0",""],"cell":' + CELL.content + "}"
    assert key_of(fingerprint(text), 0, 256).hex() == "13a587a07fabf072e23c26d9e2cc3311bdeb5966e02fa677f22b34aa463f6653"
    assert spawn_key(CELL, 0) == (341411830, 3932654897, 2348253906, 4037436774)
    assert generator(1, (1, 2, 3, 4)).integers(1 << 30) == 526644011


def test_cells_of_a_stream_share_their_numbers_and_others_do_not():
    a = Cell("c", "p", "a", Noise(), {"n": 1}, 10, stream="s")
    b = Cell("c", "p", "b", Noise(), {"n": 2}, 10, stream="s")
    assert spawn_key(a, 3) == spawn_key(b, 3)
    keys = {
        spawn_key(Cell(claim, part, name, Noise(), {"n": 1}, 10), index)
        for claim in ("c", "d", "c/p")
        for part in ("p", "", "p/n")
        for name in ("n", "n/o", "")
        for index in range(3)
        if name or claim
    }
    assert len(keys) == 81


def test_blocks_cover_the_repeats():
    cell = Cell("c", "p", "x", Noise(), {"n": 1}, 1000, 256)
    assert [block.size for block in blocks_of([cell])] == [256, 256, 256, 232]


@pytest.mark.parametrize("of", [1, 2, 3, 7])
def test_shards_are_a_partition(of):
    blocks = blocks_of([CELL, dataclasses.replace(CELL, name="other")])
    shares = [shard(blocks, i, of) for i in range(1, of + 1)]
    assert sorted((b.cell.name, b.index) for share in shares for b in share) == sorted(
        (b.cell.name, b.index) for b in blocks
    )


@pytest.mark.parametrize(("i", "of"), [(0, 2), (3, 2), (1, 0)])
def test_a_shard_that_does_not_exist(i, of):
    with pytest.raises(ValueError, match="1 <= i <= N"):
        shard([], i, of)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (1, True),
        ("1", 1),
        ((1,), [1]),
        ({"a": 1}, {"a": 2}),
        (0.1 + 0.2, 0.3),
        (np.zeros(3), np.zeros(4)),
        (np.zeros(3), np.zeros(3, dtype=int)),
        (np.arange(5000.0), np.arange(5000.0) + (np.arange(5000) == 2500)),  # the repr of both is elided
        (np.array([1.0]), np.array([1.0 + 1e-15])),
        (functools.partial(max, 1), functools.partial(max, 2)),
        (Noise(1), Noise(2)),
        (max, min),
    ],
)
def test_different_content_different_text(one, other):
    assert canonical(one) != canonical(other)


def test_equal_content_equal_text():
    assert canonical({"a": 1, "b": (2, None)}) == canonical({"b": (2, None), "a": 1})
    assert canonical({3, 1, 2}) == canonical({2, 3, 1})
    assert canonical(np.arange(6).reshape(2, 3)) == canonical(np.arange(6).reshape(3, 2).reshape(2, 3))


@functools.lru_cache
def remembered(x):
    return x


def test_a_wrapped_function_counts_by_its_name():
    assert canonical(remembered) == f'["name","{__name__}.remembered"]'


def test_what_has_no_name_elsewhere_is_refused():
    with pytest.raises(TypeError, match="no name in another process"):
        canonical(lambda: 0)
    with pytest.raises(TypeError, match="memory address"):
        canonical(object())


@pytest.mark.parametrize("arguments", [{"repeats": 0}, {"block": 0}, {"repeats": 1.5}])
def test_counts_are_named(arguments):
    with pytest.raises(ValueError, match=r"(repeats|block) of cell c/p/x"):
        Cell(
            **{
                "claim": "c",
                "part": "p",
                "name": "x",
                "experiment": Returns(1),
                "point": {},
                "repeats": 1,
                **arguments,
            }
        )


def test_a_parameter_is_a_number_or_a_word():
    with pytest.raises(TypeError, match="'n' must be a number or a string"):
        Cell("c", "p", "x", Noise(), {"n": [1]}, 1)
    with pytest.raises(ValueError, match="'repeats'"):
        Cell("c", "p", "x", Noise(), {"repeats": 1}, 1)
