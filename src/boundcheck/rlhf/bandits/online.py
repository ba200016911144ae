r"""Optimistic online learning from compared pairs on a finite class, by events.

Between two rounds whose pair tells members apart nothing changes, so the rounds between are skipped by a geometric
draw. Once the confidence set has one member left, the policies stay as they are until the estimator changes, which
takes at least (lead of the estimator) / (largest change of that lead in a round) informative rounds: these are drawn at
once. A run of 10**8 rounds then costs as much as its exploring rounds.
"""

from __future__ import annotations

import math

import numpy as np

from .bandit import Bandit
from .online_events import Loop
from .online_rule import Rule, Run


def play(
    rng: np.random.Generator,
    repeats: int,
    *,
    bandit: Bandit,
    tables: np.ndarray,
    beta: float,
    epsilon: float,
    rounds: int,
    rule: Rule,
) -> Run:
    """Run the loop; member 0 of `tables` ``(N, S, A)`` is the truth.

    Parameters
    ----------
    rng : numpy.random.Generator
    repeats : int
    bandit : Bandit
    tables : ndarray of shape (N, S, A)
    beta : float, ``> 0``
    epsilon : float, ``> 0``; ``inf`` for labels without privacy
    rounds : int
        ``T``.
    rule : Rule

    Returns
    -------
    run : Run
    """
    loop = Loop(bandit, np.asarray(tables, dtype=float), beta, math.tanh(0.5 * epsilon), rule, repeats)
    left = np.full(repeats, rounds, dtype=np.int64)
    while True:
        alive = np.flatnonzero(left > 0)
        if not alive.size:
            return loop.run
        loop.advance(rng, alive, left)
