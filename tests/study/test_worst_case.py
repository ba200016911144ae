"""Worst-case search: finds what is known, stays within its grant, can be replayed, and is confirmed apart."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from study_experiments import Cliff, Hill, NoisyHill

from boundcheck.study import Axis, Choice, Store, confirm, generator, search

SPACE = [Axis("x", 0, 1), Axis("n", 1, 10**6, "log_integer"), Choice("kind", "abc")]


@dataclass(frozen=True)
class Known:
    """Surfaces of which the largest value is known."""

    shape: str

    def value(self, rng, **p):
        x, y = p["x"], p["y"]
        if self.shape == "corner":
            return x + y
        if self.shape == "bowl":
            return -((x - 0.77) ** 2) - (y - 0.11) ** 2 - 1.5 * (x - 0.77) * (y - 0.11)
        if self.shape == "ridge":
            return -abs(x - y) - 0.1 * abs(x + y - 1.3)
        if self.shape == "needle":  # two peaks, the smaller one wide
            return max(0.8 - (x - 0.2) ** 2 - (y - 0.2) ** 2, 1 - 40 * ((x - 0.8) ** 2 + (y - 0.7) ** 2))
        return -((1 - 4 * x) ** 2) - 20 * (2 * y - x**2) ** 2


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("shape", "top", "slack"),
    [("corner", 2, 0), ("bowl", 0, 1e-3), ("ridge", 0, 0.02), ("needle", 1, 1e-2), ("valley", 0, 0.05)],
)
def test_known_worst_cases_are_found(shape, top, slack, seed):
    found = search(Known(shape), [Axis("x", 0, 1), Axis("y", 0, 1)], seed=seed, evaluations=120)
    assert top - slack <= found.value <= top


def test_mixed_spaces():
    found = search(Hill(), SPACE, seed=1, evaluations=200)
    assert found.point["kind"] == "b"
    assert found.value == pytest.approx(1, abs=1e-3)
    assert found.point["n"] == pytest.approx(148, abs=5)


@pytest.mark.parametrize("evaluations", [1, 2, 3, 7, 50])
def test_never_more_evaluations_than_granted(evaluations):
    found = search(Hill(), SPACE, seed=1, evaluations=evaluations)
    assert len(found.trace) == len({visit.point for visit in found.trace}) == evaluations


def test_a_small_space_is_exhausted():
    found = search(
        Hill(),
        [Axis("x", 0.3, 0.3), Axis("n", 147, 149, "integer"), Choice("kind", "ab")],
        seed=1,
        evaluations=99,
    )
    assert len(found.trace) <= 6
    assert found.point == {"x": 0.3, "n": 148, "kind": "b"}


def test_the_best_instance_can_be_replayed():
    found = search(NoisyHill(), [Axis("x", 0, 1)], seed=3, evaluations=30)
    assert NoisyHill().value(generator(found.seed, found.seed_key), **found.point) == found.value
    assert found.value == max(visit.value for visit in found.trace)
    assert found.point == {"x": 1.0}


def test_confirmation_draws_numbers_that_no_search_has_seen():
    found = search(NoisyHill(), [Axis("x", 0, 1)], seed=3, evaluations=30)
    fresh = confirm(NoisyHill(), found.point, seed=3, repeats=20)["value"]
    assert found.value not in fresh
    assert len(set(fresh)) == 20


def test_failures_and_nan_are_kept_and_never_best():
    found = search(Cliff(), [Axis("x", 0, 1)], seed=2, evaluations=80)
    assert 0.79 < found.value <= 0.8
    failed = [visit for visit in found.trace if visit.failure]
    assert failed
    assert all(math.isnan(visit.value) and "Singular matrix" in visit.failure for visit in failed)
    assert any(math.isnan(visit.value) and not visit.failure for visit in found.trace)


def test_a_search_that_only_fails_says_so():
    found = search(Cliff(), [Axis("x", 0.95, 1)], seed=2, evaluations=10)
    assert math.isnan(found.value)
    assert found.point


def test_a_killed_search_goes_on_where_it_was(tmp_path):
    class StoppedError(Exception):
        pass

    class Impatient:
        def started(self, total):
            self.left = 25

        def advance(self, cells, replicates):
            self.left -= cells
            if self.left < 0:
                raise StoppedError

        def finished(self):
            pass

    with Store(tmp_path / "s.sqlite") as store:
        with pytest.raises(StoppedError):
            search(Hill(), SPACE, seed=1, evaluations=60, store=store, progress=Impatient())
        before = len(store)
        again = search(Hill(), SPACE, seed=1, evaluations=60, store=store)
        assert 0 < before < len(store) == 60
    assert again == search(Hill(), SPACE, seed=1, evaluations=60)


def test_another_seed_or_name_draws_other_numbers():
    keys = {search(Hill(), SPACE, seed=seed, evaluations=4, name=name).trace for seed in (1, 2) for name in ("a", "b")}
    assert len(keys) == 4


@pytest.mark.parametrize("scale", ["linear", "log", "integer", "log_integer"])
def test_axes_reach_both_ends_and_stay_between(scale):
    axis = Axis("n", 3, 7, scale)
    values = [axis.at(unit) for unit in np.linspace(0, 1, 101)]
    assert (values[0], values[-1]) == (3, 7)
    assert values == sorted(values)
    if "integer" in scale:
        assert {type(value) for value in values} == {int}
        assert set(values) == {3, 4, 5, 6, 7}


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        ((1, 0), "low <= high"),
        ((0, math.inf), "finite"),
        ((0, 1, "log"), "low must be > 0"),
        ((0.5, 2, "integer"), "whole numbers"),
        ((0, 1, "cubic"), "scale of axis 'x'"),
    ],
)
def test_an_axis_that_is_none(arguments, rule):
    with pytest.raises(ValueError, match=rule):
        Axis("x", *arguments)


def test_a_space_that_is_none():
    with pytest.raises(ValueError, match="different names"):
        search(Hill(), [Axis("x", 0, 1), Axis("x", 0, 1)], seed=1, evaluations=5)
    with pytest.raises(ValueError, match="different names"):
        search(Hill(), [], seed=1, evaluations=5)
    with pytest.raises(ValueError, match="at least one option"):
        Choice("kind", "")


@dataclass(frozen=True)
class Plateau:
    """The same everywhere, but for rounding errors."""

    noise: float

    def value(self, rng, **point):
        return 2.0 * (1 + self.noise * np.sin(1e6 * point["x"]))


def test_a_tie_is_a_tie_on_every_processor():
    space = (Axis("x", 0.1, 10.0, "log"), Axis("y", 0.0, 1.0))
    first, second = (search(Plateau(noise), space, seed=1, evaluations=40) for noise in (0.0, 1e-13))
    assert first.point == second.point
    assert [v.point for v in first.trace] == [v.point for v in second.trace]
    other = search(Plateau(1e-3), space, seed=1, evaluations=40)
    assert other.point != first.point
