"""Worlds that a page names: how numbers are drawn, which laws they then have, and the value of a formula of what was drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .trees import Tree

MOST = 4_000_000  # numbers that are drawn at once
LARGEST = 200_000  # of one replicate


@dataclass(frozen=True)
class Drawing:
    """A law by name.

    Parameters
    ----------
    parameters : int
    has : callable
        From the parameters the laws of the table that it has, each a property with its parameters.
    draw : callable
        ``(rng, size, *parameters) -> ndarray``.
    possible : callable
        Whether there is such a law, for numbers as parameters.
    moments : float
        Below which order it has moments; 0 where that is not known.
    """

    parameters: int
    has: Callable[..., list[tuple[Any, ...]]]
    draw: Callable[..., np.ndarray]
    possible: Callable[..., Any]
    moments: float = 0


def _two_values(rng: np.random.Generator, size: tuple[int, ...], mu: Any, v: Any, b: Any) -> np.ndarray:
    return mu + np.where(rng.random(size) < v / (v + b * b), b, -v / b)


def _debiased(rng: np.random.Generator, size: tuple[int, ...], epsilon: Any) -> np.ndarray:
    """What randomised response adds to a bit that is 1, debiased."""
    odds = np.exp(epsilon)
    return ((rng.random(size) < odds / (odds + 1)) * (odds + 1) - 1) / (odds - 1) - 1


def _first(rng: np.random.Generator, size: tuple[int, ...], first: Any, others: Any) -> np.ndarray:
    made = np.full(size, float(others))
    made.reshape(-1)[0] = first
    return made


DRAWN_LAWS: dict[str, Drawing] = {
    "constant": Drawing(
        1, lambda value: [], lambda rng, size, value: np.broadcast_to(value, size), lambda value: True, math.inf
    ),
    "first and others": Drawing(2, lambda a, b: [], _first, lambda a, b: True, math.inf),
    "Bernoulli": Drawing(
        1,
        lambda p: [("bounded", 0, 1), ("mean", p), ("variance", p * (1 - p)), ("non-negative",), ("integrable",)],
        lambda rng, size, p: (rng.random(size) < p).astype(float),
        lambda p: (p >= 0) & (p <= 1),
        math.inf,
    ),
    "signs": Drawing(
        1,
        lambda c: [("bounded", -c, c), ("mean", 0), ("variance", c**2), ("sub-Gaussian", c**2), ("integrable",)],
        lambda rng, size, c: c * rng.choice((-1.0, 1.0), size),
        lambda c: c >= 0,
        math.inf,
    ),
    "normal": Drawing(
        2,
        lambda mu, v: [("mean", mu), ("variance", v), ("sub-Gaussian", v), ("integrable",)],
        lambda rng, size, mu, v: mu + np.sqrt(v) * rng.standard_normal(size),
        lambda mu, v: v >= 0,
        math.inf,
    ),
    "two values": Drawing(
        3,
        lambda mu, v, b: [("mean", mu), ("variance", v), ("within", b), ("integrable",)],
        _two_values,
        lambda mu, v, b: (b > 0) & (v > 0) & (v <= b * b),
        math.inf,
    ),
    "Student": Drawing(
        2,
        lambda mu, v: [("mean", mu), ("variance", v), ("integrable",)],
        lambda rng, size, mu, v: mu + np.sqrt(v / 3) * rng.standard_t(3, size),
        lambda mu, v: v > 0,
        3,
    ),
    "Laplace": Drawing(
        1,
        lambda b: [("Laplace", b), ("mean", 0), ("variance", 2 * b**2), ("integrable",)],
        lambda rng, size, b: rng.laplace(scale=1.0, size=size) * b,
        lambda b: b > 0,
        math.inf,
    ),
    "centred normal": Drawing(
        1,
        lambda v: [("normal", v), ("mean", 0), ("variance", v), ("sub-Gaussian", v), ("integrable",)],
        lambda rng, size, v: np.sqrt(v) * rng.standard_normal(size),
        lambda v: v >= 0,
        math.inf,
    ),
    "chi-square": Drawing(
        1,
        lambda d: [("chi-square", d), ("mean", d), ("variance", 2 * d), ("non-negative",), ("integrable",)],
        lambda rng, size, d: rng.chisquare(d, size),
        lambda d: (d >= 1) & (d == np.round(d)),
        math.inf,
    ),
    "debiased": Drawing(
        1,
        lambda epsilon: [("debiased", epsilon), ("mean", 0), ("integrable",)],
        _debiased,
        lambda epsilon: epsilon > 0,
        math.inf,
    ),
}


FIXED = frozenset({"constant", "first and others"})  # which nothing random moves


@dataclass(frozen=True)
class Law:
    """How a family is drawn: a law by name, its parameters, its indices; whether all members are one value, copied."""

    kind: str
    given: tuple[Tree, ...]
    over: tuple[str, ...]
    copied: bool = False


#: What is computed of what is drawn: how many formulas it takes, and whether it runs over an index.
METHODS = {
    "equals": (1, False),
    "fails": (2, False),
    "least": (1, True),
    "largest": (1, True),
    "median": (1, True),
    "in place": (2, True),
}


@dataclass(frozen=True)
class Made:
    """How a family is computed: by a word of `METHODS`, of formulas, over an index."""

    how: str
    of: tuple[Tree, ...]
    index: str
    strict: bool = False


@dataclass(frozen=True)
class Drawn:
    """The error of a statement, drawn in a world: what a simulation calls.

    Parameters
    ----------
    error : Tree
    laws : tuple of pairs of a family's form and its law
    sizes : tuple of pairs of an index and how many values it has
    called : tuple of pairs of a letter's form and the name that a point has it under
    made : tuple of pairs of a family's form and how it is computed
    values : tuple of pairs of the form of a value of an index, and that index
    """

    error: Tree
    laws: tuple[tuple[str, Law], ...]
    sizes: tuple[tuple[str, Tree], ...]
    called: tuple[tuple[str, str], ...]
    made: tuple[tuple[str, Made], ...] = ()
    values: tuple[tuple[str, str], ...] = ()

    def __call__(self, rng: np.random.Generator, repeats: int, **point: Any) -> np.ndarray:
        """The error of each replicate.

        Returns
        -------
        errors : ndarray of shape (repeats,)

        Raises
        ------
        ValueError
            There is no such law at this point, or it takes too many numbers.
        """
        values: dict[str, Any] = {form: point[name] for form, name in self.called if name in point}
        sizes = {index: int(value_of(size, values, {})) for index, size in self.sizes}
        if (one := math.prod(sizes.values())) > LARGEST:
            raise ValueError(f"{one:,} numbers for one replicate; {LARGEST:,} are drawn at most")
        block = max(1, MOST // max(1, one))
        parts = [self._block(rng, many, values, sizes) for many in _blocks(repeats, block)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _block(
        self, rng: np.random.Generator, repeats: int, values: Mapping[str, Any], sizes: Mapping[str, int]
    ) -> np.ndarray:
        axes = {index: place for place, index in enumerate(sizes, 1)}
        axes |= {form: axes[index] for form, index in self.values}
        many = len(sizes)
        held: dict[str, Any] = dict(values)
        for form, law in sorted(self.laws, key=lambda pair: pair[1].kind not in FIXED):
            given = [value_of(tree, held, axes) for tree in law.given]
            if not np.all(DRAWN_LAWS[law.kind].possible(*given)):
                raise ValueError(f"no law {law.kind!r} of {form} at this point")
            shape = (
                repeats if law.kind not in FIXED else 1,
                *(sizes[index] if index in law.over else 1 for index in sizes),
            )
            if law.copied:
                shape = (repeats, *(1 for _ in sizes))
            drawn = DRAWN_LAWS[law.kind].draw(rng, shape, *given)
            full = (shape[0], *(sizes[index] if index in law.over else 1 for index in sizes))
            held[form] = np.broadcast_to(drawn, full)
        for form, one in self.made:
            parts = [np.asarray(value_of(tree, held, axes, sizes), float) for tree in one.of]
            parts = [part if part.ndim else part.reshape((1,) * (many + 1)) for part in parts]
            if one.index:
                parts[0] = np.broadcast_to(
                    parts[0],
                    tuple(sizes[one.index] if a == axes[one.index] else s for a, s in enumerate(parts[0].shape)),
                )
            held[form] = computed(one, parts, axes.get(one.index, 0))
        error = value_of(self.error, held, axes, sizes)
        if np.isnan(error).any():
            raise ValueError("the error has no value in some of the runs")
        return np.broadcast_to(np.asarray(error, float).reshape(-1), (repeats,)).copy()


def computed(one: Made, parts: Sequence[np.ndarray], axis: int) -> np.ndarray:
    """What is computed: a number, whether a relation fails, or of what lies along an axis a place, a median, a member by size."""
    if one.how == "equals":
        return parts[0]
    if one.how == "fails":
        return (parts[0] >= parts[1] if one.strict else parts[0] > parts[1]).astype(float)
    if one.how in ("least", "largest"):
        return (np.argmin if one.how == "least" else np.argmax)(parts[0], axis=axis, keepdims=True)
    if one.how == "median":
        return np.median(parts[0], axis=axis, keepdims=True)
    place = np.asarray(parts[1]).reshape(-1)
    if not np.all(place == place[0]) or not 1 <= place[0] <= parts[0].shape[axis]:
        raise ValueError("no such place")
    return np.take(np.sort(parts[0], axis=axis), [int(place[0]) - 1], axis=axis)


def _at(found: np.ndarray, value: np.ndarray, axis: int) -> np.ndarray:
    """What stands along an axis at a value of its index."""
    if found.shape[axis] == 1:
        return found
    one = tuple(1 if place == axis else size for place, size in enumerate(found.shape))
    shape = np.broadcast_shapes(one, value.shape)
    full = tuple(found.shape[axis] if place == axis else size for place, size in enumerate(shape))
    return np.take_along_axis(np.broadcast_to(found, full), np.broadcast_to(value, shape), axis)


def _blocks(repeats: int, block: int) -> Iterator[int]:
    while repeats > 0:
        yield min(repeats, block)
        repeats -= block


_PLAIN: dict[str, Any] = {
    "exp": np.exp, "log": np.log, "abs": np.abs, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "root": None,
}  # fmt: skip


def value_of(
    tree: Tree, held: Mapping[str, Any], axes: Mapping[str, int], sizes: Mapping[str, int] | None = None
) -> Any:
    """The value of a formula: a number, or an array with an axis for replicates and one for each index."""
    if tree.op == "number":
        return float(tree.value)
    if tree.op == "constant":
        return np.e if tree.value == "e" else np.pi
    if tree.op in ("letter", "member"):
        found = held[tree.value]
        for part in tree.parts:
            if part.op == "member":
                found = _at(found, held[part.value], axes[part.value])
        return found
    if tree.op in ("sum", "largest"):
        body = np.asarray(value_of(tree.parts[2], held, axes, sizes), float)
        size = (sizes or {})[tree.value]
        axis = axes[tree.value]
        body = np.broadcast_to(body, (1,) * (len({*axes.values()}) + 1)) if body.ndim == 0 else body
        if tree.op == "largest":
            return body.max(axis=axis, keepdims=True)
        return body.sum(axis=axis, keepdims=True) * (size if body.shape[axis] == 1 and size > 1 else 1)
    parts = [value_of(part, held, axes, sizes) for part in tree.parts]
    if tree.op == "add":
        return sum(parts[1:], parts[0])
    if tree.op == "neg":
        return -parts[0]
    if tree.op == "mul":
        product = parts[0]
        for part in parts[1:]:
            product = product * part
        return product
    if tree.op == "div":
        return parts[0] / parts[1]
    if tree.op == "pow":
        return parts[0] ** parts[1]
    if tree.op == "root":
        return parts[0] ** (1 / tree.value)
    if tree.op in ("min", "max"):
        found = parts[0]
        for part in parts[1:]:
            found = (np.minimum if tree.op == "min" else np.maximum)(found, part)
        return found
    if _PLAIN.get(tree.op) is not None:
        return _PLAIN[tree.op](*parts)
    raise ValueError(f"{tree.op} has no value here")


def number_of(tree: Tree, point: Mapping[str, Any]) -> float:
    """The value of a formula without what is drawn.

    Raises
    ------
    ValueError
        It has no value, or none of ordinary size.
    """
    try:
        with np.errstate(all="ignore"):
            value = float(value_of(tree, point, {}))
    except (ArithmeticError, TypeError, KeyError) as wrong:
        raise ValueError(f"no number: {wrong}") from None
    if not np.isfinite(value):
        raise ValueError("no number")
    return value


__all__ = ["DRAWN_LAWS", "FIXED", "METHODS", "Drawing", "Drawn", "Law", "Made", "number_of", "value_of"]
