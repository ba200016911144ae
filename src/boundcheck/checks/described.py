"""An instance in a few numbers, for the record: what an experiment says of itself at a point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

MOST_ATOMS = 60
MOST_NUMBERS = 600  # of the features of all atoms together
PER_ATOM = ("features", "weights", "logits", "changed")
SEED = 0


def described(experiment: Any, point: Mapping[str, Any]) -> dict[str, Any]:
    """What ``experiment.describe(rng, **point)`` says, as JSON numbers of six digits; empty if it says nothing.

    Parameters
    ----------
    experiment
        Any object that a regime may hold. ``describe`` is optional. It returns a mapping of numbers, texts and arrays;
        ``features`` (k, d), ``weights``, ``logits`` and ``changed`` (k,) speak of the same atoms, of which the heaviest
        are kept, and ``theta`` (d,) is the truth.
    point : mapping

    Returns
    -------
    numbers : dict
        With ``left_out``, the number of atoms that are not in it, and ``dimension``.
    """
    describe = getattr(experiment, "describe", None)
    said = describe(np.random.default_rng(SEED), **point) if describe is not None else None
    if not said:
        return {}
    arrays = {name: np.asarray(said[name], float) for name in PER_ATOM if said.get(name) is not None}
    count = min((len(array) for array in arrays.values()), default=0)
    kept = _heaviest(arrays, count)
    found = {name: value for name, value in said.items() if name not in PER_ATOM}
    if "features" in arrays:
        found["dimension"] = int(arrays["features"].shape[1])
        if len(kept) * found["dimension"] > MOST_NUMBERS:
            del arrays["features"]
    found |= {name: array[kept] for name, array in arrays.items()}
    return {name: _plain(value) for name, value in found.items()} | {"left_out": count - len(kept)}


def _heaviest(arrays: Mapping[str, np.ndarray], count: int) -> np.ndarray:
    """Places of the atoms to keep, in their order: the heaviest, and among equals those that were corrupted."""
    keys = [-arrays[name][:count] for name in ("changed", "weights") if name in arrays]
    order = np.lexsort(keys) if keys else np.arange(count)
    return np.sort(order[:MOST_ATOMS])


def _plain(value: Any) -> Any:
    """Six digits are enough to draw, and the same on every machine."""
    if isinstance(value, str) or value is None:
        return value
    if np.ndim(value):
        return [_plain(item) for item in np.asarray(value).tolist()]
    if isinstance(value, int | np.integer):
        return int(value)
    return float(f"{float(value):.6g}") if abs(value) > 1e-12 else 0.0  # rounding errors are not the same everywhere
