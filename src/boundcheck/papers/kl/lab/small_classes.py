"""Small classes and sequences on which the definitions are evaluated, in fractions."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np

from boundcheck.rlhf.bandits import policies

F = Fraction
HALVES = (F(1, 2), F(1, 2))


def _array(rows: Any) -> np.ndarray:
    return np.array(rows, dtype=object)


def _bits(states: int) -> list:
    """One bit a state: the first action is worth 1 or 0, the second 0."""
    return [[[F(bit), F(0)] for bit in bits] for bits in itertools.product((0, 1), repeat=states)]


# Law of the states, reference policy, a best policy, members.
CLASSES = {
    "fair": ([F(1)], [HALVES], [(F(3, 4), F(1, 4))], _bits(1)),
    "rare good arm": ([F(1)], [(F(1, 10), F(9, 10))], [HALVES], _bits(1)),
    "one bit a state": ([F(1, 2), F(1, 2)], [HALVES, HALVES], [HALVES, HALVES], _bits(2)),
    "one bit a state, rare": (
        [F(1, 4)] * 4, [(F(1, 10), F(9, 10))] * 4, [HALVES] * 4, _bits(4),
    ),
    "three arms": (
        [F(1)], [(F(1, 2), F(1, 4), F(1, 4))], [(F(1, 4), F(1, 4), F(1, 2))],
        [[[F(0), F(1, 2), F(1)]], [[F(1), F(1, 2), F(0)]], [[F(1, 2), F(1, 2), F(1, 2)]]],
    ),
    "up to an offset": ([F(1)], [HALVES], [HALVES], [[[F(1, 2), F(0)]], [[F(1), F(1, 2)]]]),
}  # fmt: skip


def parts_of(name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Law of the states, reference policy, best policy, and members, as arrays of fractions."""
    law, policy, target, tables = CLASSES[name]
    return _array(law), _array(policy), _array(target), _array(tables)


def offset_per_action(name: str, state: int = 0, action: int = 0) -> Fraction:
    """D^2 as its letters say."""
    law, policy, _, tables = parts_of(name)
    return policies.offset_per_action(law, policy, tables, F(1))[state, action]


def offset_of_policy(name: str, state: int = 0, action: int = 0) -> Fraction:
    """D^2 with the mean under the reference policy as the offset."""
    law, policy, _, tables = parts_of(name)
    return policies.offset_of_policy(law, policy, tables)[state, action]


def single_per_action(name: str) -> Fraction:
    """Single-policy concentrability with D^2 as its letters say."""
    law, policy, target, tables = parts_of(name)
    return policies.single_policy(law, target, policies.offset_per_action(law, policy, tables, F(1)))


def single_of_policy(name: str) -> Fraction:
    """Single-policy concentrability with the mean under the reference policy as the offset."""
    law, policy, target, tables = parts_of(name)
    return policies.single_policy(law, target, policies.offset_of_policy(law, policy, tables))


def single_outside(name: str) -> Fraction:
    """The smallest quantity of its kind, with the supremum over members outside."""
    law, policy, target, tables = parts_of(name)
    return policies.offset_outside(law, target, policy, tables)


def density(name: str) -> Fraction:
    """Largest ratio of the best policy to the reference."""
    _, policy, target, _ = parts_of(name)
    return policies.density_ratio(target, policy)


def density_of_all(name: str) -> Fraction:
    """Largest ratio over all policies: that of the deterministic one at the rarest action."""
    _, policy, _, _ = parts_of(name)
    return max(1 / chance for chance in policy.ravel())


# Two members that differ by `gap` at the first of two actions of one state.
def _sum(gap: Fraction, lam: Fraction, share: Fraction, first: tuple[int, ...], second: tuple[int, ...], own: bool) -> Fraction:
    """Sum of min(1, U^2): the data of round t count in U of round t if `own`; `share` is the policy's at the first action."""
    seen, total = F(0), F(0)
    for one, two in zip(first, second, strict=True):
        apart = gap**2 if one != two else F(0)
        offset = gap * ((1 - share) if two == 0 else -share)
        total += min(F(1), offset**2 / (lam + seen + (apart if own else 0)))
        seen += apart
    return total


def eluder_as_written(gap: str, rounds: int) -> float:
    """Largest sum over the second actions, where it does not depend on the first ones; nan where it does."""
    values = set()
    for first in itertools.product((0, 1), repeat=rounds):
        sums = (_sum(F(gap), F(1), F(1, 2), first, two, True) for two in itertools.product((0, 1), repeat=rounds))
        values.add(max(sums))
    return float(values.pop()) if len(values) == 1 else math.nan


def eluder_of_a_run(gap: str, rounds: int) -> Fraction:
    """Mean of the sum where the first action is drawn from the policy of its round, at the second actions that make it largest.

    U of round t uses the data before it, as the bonus of that round does.
    """
    best = F(0)
    for two in itertools.product((0, 1), repeat=rounds):
        mean = sum(
            (_sum(F(gap), F(1), F(1, 2), one, two, False) for one in itertools.product((0, 1), repeat=rounds)), F(0)
        ) / 2**rounds
        best = max(best, mean)
    return best
