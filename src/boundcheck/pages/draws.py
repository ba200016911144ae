"""Worlds that a page names: how numbers are drawn, which laws they then have, and the value of a formula of what was drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
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
    """

    parameters: int
    has: Callable[..., list[tuple[Any, ...]]]
    draw: Callable[..., np.ndarray]
    possible: Callable[..., Any]


def _two_values(rng: np.random.Generator, size: tuple[int, ...], mu: Any, v: Any, b: Any) -> np.ndarray:
    return mu + np.where(rng.random(size) < v / (v + b * b), b, -v / b)


DRAWN_LAWS: dict[str, Drawing] = {
    "constant": Drawing(1, lambda value: [], lambda rng, size, value: np.broadcast_to(value, size), lambda value: True),
    "Bernoulli": Drawing(
        1,
        lambda p: [("bounded", 0, 1), ("mean", p), ("variance", p * (1 - p)), ("non-negative",), ("integrable",)],
        lambda rng, size, p: (rng.random(size) < p).astype(float),
        lambda p: (p >= 0) & (p <= 1),
    ),
    "signs": Drawing(
        1,
        lambda c: [("bounded", -c, c), ("mean", 0), ("variance", c**2), ("sub-Gaussian", c**2), ("integrable",)],
        lambda rng, size, c: c * rng.choice((-1.0, 1.0), size),
        lambda c: c >= 0,
    ),
    "normal": Drawing(
        2,
        lambda mu, v: [("mean", mu), ("variance", v), ("sub-Gaussian", v), ("integrable",)],
        lambda rng, size, mu, v: mu + np.sqrt(v) * rng.standard_normal(size),
        lambda mu, v: v >= 0,
    ),
    "two values": Drawing(
        3,
        lambda mu, v, b: [("mean", mu), ("variance", v), ("within", b), ("integrable",)],
        _two_values,
        lambda mu, v, b: (b > 0) & (v > 0) & (v <= b * b),
    ),
}


@dataclass(frozen=True)
class Law:
    """How a family is drawn: a law by name, its parameters, its indices; whether all members are one value, copied."""

    kind: str
    given: tuple[Tree, ...]
    over: tuple[str, ...]
    copied: bool = False


@dataclass(frozen=True)
class Drawn:
    """The error of a statement, drawn in a world: what a simulation calls.

    Parameters
    ----------
    error : Tree
    laws : tuple of pairs of a family's form and its law
    sizes : tuple of pairs of an index and how many values it has
    called : tuple of pairs of a letter's form and the name that a point has it under
    """

    error: Tree
    laws: tuple[tuple[str, Law], ...]
    sizes: tuple[tuple[str, Tree], ...]
    called: tuple[tuple[str, str], ...]

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
        held: dict[str, Any] = dict(values)
        for form, law in sorted(self.laws, key=lambda pair: pair[1].kind != "constant"):
            given = [value_of(tree, held, axes) for tree in law.given]
            if not np.all(DRAWN_LAWS[law.kind].possible(*given)):
                raise ValueError(f"no law {law.kind!r} of {form} at this point")
            shape = (
                repeats if law.kind != "constant" else 1,
                *(sizes[index] if index in law.over else 1 for index in axes),
            )
            if law.copied:
                shape = (repeats, *(1 for _ in axes))
            drawn = DRAWN_LAWS[law.kind].draw(rng, shape, *given)
            full = (shape[0], *(sizes[index] if index in law.over else 1 for index in axes))
            held[form] = np.broadcast_to(drawn, full)
        error = value_of(self.error, held, axes, sizes)
        if np.isnan(error).any():
            raise ValueError("the error has no value in some of the runs")
        return np.broadcast_to(np.asarray(error, float).reshape(-1), (repeats,)).copy()


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
        return held[tree.value]
    if tree.op in ("sum", "largest"):
        body = np.asarray(value_of(tree.parts[2], held, axes, sizes), float)
        size = (sizes or {})[tree.value]
        axis = axes[tree.value]
        body = np.broadcast_to(body, (1,) * (len(axes) + 1)) if body.ndim == 0 else body
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


__all__ = ["DRAWN_LAWS", "Drawing", "Drawn", "Law", "number_of", "value_of"]
