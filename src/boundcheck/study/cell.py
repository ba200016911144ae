"""One cell of a study: an experiment at a point, and how often it is repeated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from boundcheck.study.content import canonical

Number = float | int | str
BLOCK = 256


class Experiment(Protocol):
    """Anything picklable, best a frozen dataclass, that can be repeated."""

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> Mapping[str, NDArray]:
        """Draw `repeats` replicates at `point`.

        Returns
        -------
        columns : mapping from name to ndarray of shape (repeats,), bool, int or float
        """
        ...


@dataclass(frozen=True, eq=False)
class Cell:
    """An experiment at a point, repeated.

    Parameters
    ----------
    claim, part, name : str
        Whose cell this is, and its name there. Within a study a name stands for one content.
    experiment : Experiment
    point : mapping from parameter name to float, int or str
        Passed to ``experiment.sample``; kept as a sorted tuple of pairs.
    repeats : int, ``>= 1``
    block : int, ``>= 1``
        Replicates drawn from one seed, computed and stored together.
    stream : str
        Cells of one claim and part that share a stream draw the same random numbers (common random numbers);
        left empty, the stream is the name.
    """

    claim: str
    part: str
    name: str
    experiment: Any
    point: Any
    repeats: int
    block: int = BLOCK
    stream: str = ""

    def __post_init__(self) -> None:
        pairs = self.point.items() if isinstance(self.point, Mapping) else self.point
        object.__setattr__(self, "point", tuple(sorted((str(k), _plain(str(k), v)) for k, v in pairs)))
        for name in ("repeats", "block"):
            value = getattr(self, name)
            if int(value) != value or value < 1:
                raise ValueError(f"{name} of cell {self.label} must be a whole number >= 1, got {value}")
            object.__setattr__(self, name, int(value))

    @property
    def label(self) -> str:
        """The cell's name as a reader sees it."""
        return "/".join(part for part in (self.claim, self.part, self.name) if part)

    @property
    def parameters(self) -> dict[str, Number]:
        """The point as keyword arguments."""
        return dict(self.point)

    @cached_property
    def content(self) -> str:
        """Canonical text of all that determines the replicates, but for how many there are."""
        return canonical(
            {
                "claim": self.claim,
                "part": self.part,
                "stream": self.stream or self.name,
                "experiment": self.experiment,
                "point": self.point,
                "block": self.block,
            }
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cell):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[str, int, str]:
        return self.name, self.repeats, self.content

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "content"}


def _plain(name: str, value: Any) -> Number:
    """The value as a Python number or string, so that a NumPy scalar and its number are one point."""
    if name in ("rng", "repeats", "self"):
        raise ValueError(f"a parameter may not be called {name!r}: experiments receive that word already")
    plain = value.item() if isinstance(value, np.generic) else value
    if not isinstance(plain, bool | int | float | str):
        raise TypeError(f"parameter {name!r} must be a number or a string, got {value!r}")
    return plain
