"""Where the results on policies are put to the test: comparisons of finite worlds in rows, the error given."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sympy import log

from boundcheck.claims import Experiment
from boundcheck.rlhf.estimators import debiased_mle
from boundcheck.rlhf.worlds.policy_comparisons import NearTie

from ..notation import d, delta, n
from .policy_worlds import POLICY_WORLDS
from .rows import Rows
from .worlds import ADVERSARIES

ROUNDED = 1 + 1e-9  # a ridge is not below the least by a rounding
LEAST_RIDGE = 22 * log(4 * d / delta) / n  # of Lemma H.1 for differences of norm up to 2, at delta/2


def least_ridge(at, room=1.0):
    """`room` times the least ridge of a point."""
    return room * 22 * math.log(4 * at["d"] / at["delta"]) / at["n"] * ROUNDED


def _place(usual, complete, order, row):
    """The point of a row; what a claim holds goes to other processes, so that it is no function within one."""
    values = {"n": 10**9, "epsilon": 1.0, "alpha": 0.0, "delta": 0.05, **usual, **row.changes}
    return complete(row.setting.split()[0], **values)


@dataclass(frozen=True)
class Policies:
    """Policies from comparisons of a finite world.

    Parameters
    ----------
    directions : mapping of str to tuple of float
        Of the truth in each world.
    error : callable
        ``world -> error``.
    """

    directions: Mapping[str, tuple[float, ...]]
    error: Callable[[str], Any]

    def experiment(self, order, world, adversary, estimator=debiased_mle):
        """The order's pipeline on comparisons of a world."""
        case = NearTie(POLICY_WORLDS[world], self.directions[world])
        return Experiment(case, order.mechanism(ADVERSARIES[adversary]), estimator, self.error(world))

    def dimension(self, world):
        """Of the features of a world."""
        return len(self.directions[world])

    def of_a_row(self, order, row, point):
        """The experiment of a row."""
        world, adversary = row.setting.split()
        return self.experiment(order, world, adversary, row.estimator)

    def searched(self, order, *, world, adversary, **_):
        """The experiment at a point of a search."""
        return self.experiment(order, world, adversary)

    def searching(self, axes, follow, fixed=None):
        """The search of `Rows`."""
        return partial(self.search_of, axes, follow, fixed or {})

    def search_of(self, axes, follow, fixed, order):
        """The search under an order."""
        return {"search": axes, "instance": partial(self.searched, order), "follow": follow, "fixed": fixed}

    def rows(self, *, usual, complete, **rows):
        """The lab: settings are ``"world adversary"``, and ``complete(**point)`` gives what the world and the row leave open."""

        return Rows(partial(_place, usual, complete), self.of_a_row, **rows)
