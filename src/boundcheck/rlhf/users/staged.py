"""A descent in stages: disjoint sets of users, each twice as large as the one before, each stage starting where the last ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from boundcheck.rlhf.users.user_counts import UserPreferences
from boundcheck.rlhf.users.user_sgd import Descent

Stage = Callable[[np.random.Generator, UserPreferences, NDArray[np.float64]], Descent]


def stage_sizes(users: int, stages: int) -> tuple[int, ...]:
    """Users of stage i of k: ``users / 2^(k + 1 - i)``, rounded down; a part ``2^-k`` of them is left over.

    Raises
    ------
    ValueError
        The first stage would have no user.
    """
    if stages < 1 or users < 2**stages:
        raise ValueError(f"stages: must be from 1 to log2 of the users, got {stages} for {users} users")
    return tuple(users // 2 ** (stages + 1 - i) for i in range(1, stages + 1))


def descent_in_stages(
    rng: np.random.Generator, data: UserPreferences, start: NDArray[np.float64], *, stages: int, stage: Stage
) -> Descent:
    """Run `stage` on one set after the other, each from the average of the one before; the steps add up.

    No user is in two sets, so the whole is as private for one user as the worst stage.
    """
    sizes = stage_sizes(data.users, stages)
    order = rng.permutation(data.users)
    theta, steps = np.array(start, dtype=np.float64), 0
    found = Descent(theta, theta, 0)
    for size in sizes:
        mine, order = order[:size], order[size:]
        found = stage(rng, replace(data, total=data.total[mine], ones=data.ones[mine]), theta)
        theta, steps = found.average, steps + found.steps
    return Descent(theta, found.last, steps)
