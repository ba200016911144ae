r"""Finite classes of reward functions, as tables ``(N, S, A)`` in ``[0, bound]``; member 0 is the truth.

A product of one class per state, as the hypercube, is kept per state, ``(S, M, A)``, since its ``M**S`` members cannot
be listed and its maximum-likelihood member is found state by state.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def listed(*tables: Sequence[Sequence[float]]) -> np.ndarray:
    """The members as they are given, shape ``(N, S, A)``."""
    rewards = np.asarray(tables, dtype=float)
    if rewards.ndim != 3:
        raise ValueError(f"every member is a table of states by actions, got shape {rewards.shape[1:]}")
    return rewards


def ladder(steps: Sequence[float] | np.ndarray, *, states: int, bound: float, centre: float = 0.0) -> np.ndarray:
    r"""Two actions; member number i has the difference ``centre + steps[i]`` between them, in every state.

    The two rewards lie symmetrically about `bound` / 2, so that they stay in ``[0, bound]`` for differences of size up
    to `bound`.

    Parameters
    ----------
    steps : sequence of float
        The first is 0 for the truth at `centre`.
    states : int
    bound : float, ``> 0``
    centre : float

    Returns
    -------
    tables : ndarray of shape (N, states, 2)
    """
    difference = centre + np.asarray(steps, dtype=float)
    if np.abs(difference).max() > bound * (1 + 1e-12):
        raise ValueError(f"a difference of {np.abs(difference).max():g} does not fit into [0, {bound:g}]")
    half = np.stack([bound + difference, bound - difference], axis=-1) / 2
    return np.repeat(half[:, None, :], states, axis=1)


def two_point(gap: float, *, states: int, bound: float, centre: float = 0.0) -> np.ndarray:
    """The truth, with the difference `centre` between two actions, and one other member `gap` away from it."""
    return ladder((0.0, gap), states=states, bound=bound, centre=centre)


def hypercube(gap: float, *, states: int, bound: float, centre: float = 0.0) -> np.ndarray:
    r"""One bit a state: a class of :math:`2^S` members as a product, shape ``(S, 2, 2)``; the truth is bit 0 everywhere."""
    return np.swapaxes(two_point(gap, states=states, bound=bound, centre=centre), 0, 1)


def members(product: np.ndarray) -> np.ndarray:
    """All members of a product class ``(S, M, A)`` as a list ``(M**S, S, A)``, the truth first; for small ``S``."""
    states, options, _ = product.shape
    if options**states > 4096:
        raise ValueError(f"{options}**{states} members are too many to list; work state by state")
    choice = np.stack(np.meshgrid(*[np.arange(options)] * states, indexing="ij"), axis=-1).reshape(-1, states)
    return product[np.arange(states), choice]
