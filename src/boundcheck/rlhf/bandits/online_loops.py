"""Compiled loops of `online.Loop` over runs, between its draws. They round as NumPy's elementwise loops do, and sum in order."""

from __future__ import annotations

import math

import numba
import numpy as np


@numba.njit(cache=True, nogil=True, error_model="numpy")
def optimism(
    who,
    chosen,
    loss,
    moved,
    pair,
    first,
    second,
    upper,
    tables,
    base,
    beta,
    width,
    lam,
    cap,
    explore,
    update,
    step,
    many,
):
    """What a round rests on, of the runs `who`.

    Parameters
    ----------
    who : ndarray of int64, shape (W,)
    chosen : ndarray of int64, shape (R,)
        The estimate of each run; -1 before any data.
    loss : ndarray of shape (R, N)
    moved : ndarray of shape (R, P)
        In-sample squared distance of each pair of members.
    pair : ndarray of int64, shape (N, N)
        The place of each pair, on the diagonal -1; `first` and `second`, shape (P,), are its members.
    upper : ndarray of shape (N, P, S, A)
    tables : ndarray of shape (N, S, A)
    base : ndarray of shape (S, A)
        Logarithms of the reference policy.
    step : float, ``> 0``
        The largest change of a lead by one label.
    many : int
        Fewest labels that are drawn at once.

    Returns
    -------
    bonus, squared, weight : ndarray of shape (W, S, A)
        The bonus, the squared uncertainty, and logarithms of the exploring policy, less their largest, up to its constant.
    safe : ndarray of int64, shape (W,)
        Labels after which the estimate is the same for sure; 0 where they are fewer than `many`.
    """
    count, states, actions = tables.shape
    bonus, squared = np.zeros((len(who), states, actions)), np.zeros((len(who), states, actions))
    weight, safe = np.empty((len(who), states, actions)), np.zeros(len(who), np.int64)
    near = np.empty(count, np.bool_)
    for w in range(len(who)):
        run = who[w]
        known, one = chosen[run] >= 0, max(chosen[run], 0)
        left = 0
        for i in range(count):
            far = moved[run, pair[one, i]] if i != one else 0.0
            near[i] = not known or far + lam <= width**2
            left += near[i]
        for p in range(len(first)):
            if not (near[first[p]] and near[second[p]]):
                continue
            factor = 1 / (lam + moved[run, p])
            for s in range(states):
                for a in range(actions):
                    squared[w, s, a] = max(squared[w, s, a], upper[one, p, s, a] * factor)
        for s in range(states):
            top = -math.inf
            for a in range(actions):
                if known and explore:
                    bonus[w, s, a] = min(cap, width * math.sqrt(squared[w, s, a]))
                reward = (tables[one, s, a] if known else 0.0) + bonus[w, s, a]
                weight[w, s, a] = base[s, a] + beta * reward
                top = max(top, weight[w, s, a])
            for a in range(actions):
                weight[w, s, a] -= top
        if known and not update:
            safe[w] = 10**15
        elif known and (left == 1 or not explore):
            least, next_one = math.inf, math.inf
            for i in range(count):
                least, next_one = min(least, loss[run, i]), min(next_one, max(least, loss[run, i]))
            lead = next_one - least if count > 1 else 1e30
            safe[w] = np.int64(min(np.floor(lead / step), 1e15))
        if safe[w] < many:
            safe[w] = 0
    return bonus, squared, weight, safe


@numba.njit(cache=True, nogil=True, error_model="numpy")
def informative(who, chosen, exploit, reference, two, rows, states):
    """Probability of every informative row ``(W, k)``, of states, first and second actions `rows` ``(k, 3)``."""
    law = np.empty((len(who), len(rows)))
    for w in range(len(who)):
        one = exploit[chosen[who[w]]] if chosen[who[w]] >= 0 else reference
        for j in range(len(rows)):
            s, a, b = rows[j]
            law[w, j] = states[s] * (one[s, a] * two[w, s, b] + one[s, b] * two[w, s, a])
    return law


@numba.njit(cache=True, nogil=True, error_model="numpy")
def passed(
    who,
    spent,
    left,
    chosen,
    own,
    two,
    best,
    goal,
    bonus,
    squared,
    needed,
    states,
    beta,
    regret,
    squares,
    unsure,
    pessimistic,
):
    """Count `spent` rounds ``(W,)`` of the runs `who`, of exploring policies `two` with logarithms `own` ``(W, S, A)``.

    `goal` is the best policy ``(S, A)``, `best` its logarithms, `needed` the bonus that optimism wants ``(N, S, A)``; `left`,
    `regret`, `squares`, `unsure` and `pessimistic` ``(R,)`` are changed.
    """
    for w in range(len(who)):
        run = who[w]
        known, one = chosen[run] >= 0, max(chosen[run], 0)
        gap = bonuses = doubt = 0.0
        for s in range(len(states)):
            for a in range(two.shape[2]):
                policy = two[w, s, a]
                ratio = best[s, a] - own[w, s, a] if math.isfinite(own[w, s, a]) else 0.0
                # The divergence as in `policies.divergence`.
                if abs(ratio) < 0.01:
                    series = 1 + ratio / 3 * (1 + ratio / 4 * (1 + ratio / 5 * (1 + ratio / 6)))
                    gap += states[s] * (policy * ratio * ratio / 2 * series)
                else:
                    gap += states[s] * (goal[s, a] - policy * (1 + ratio))
                bonuses += states[s] * (policy * bonus[w, s, a] ** 2)
                doubt += states[s] * (policy * min(1.0, squared[w, s, a]))
                if known and bonus[w, s, a] < needed[one, s, a] - 1e-12:
                    pessimistic[run] = True
        regret[run] += spent[w] * (gap / beta)
        squares[run] += spent[w] * bonuses
        unsure[run] += spent[w] * doubt
        left[run] -= spent[w]


@numba.njit(cache=True, nogil=True, error_model="numpy")
def labelled(who, law, where, win, first_wins, turned, won, lost, apart, off, loss, moved, own):
    """One label for each of the runs `who`: rows by `law` ``(W, k)`` and uniform numbers `where`, labels by `win` ``(W,)``.

    `won` and `lost` ``(N, k)``, `apart` ``(P, k)`` and `off` ``(N, k)`` say by how much `loss`, `moved` and `own` are changed.
    """
    k = law.shape[1]
    edges = np.empty(k)
    for w in range(len(who)):
        run, total = who[w], 0.0
        for j in range(k):
            total += law[w, j]
            edges[j] = total
        row = 0
        for j in range(k):
            row += where[w] * total >= edges[j]
        row = min(row, k - 1)
        up = (win[w] < first_wins[row]) != turned
        for i in range(loss.shape[1]):
            loss[run, i] += won[i, row] if up else lost[i, row]
            own[run, i] += off[i, row]
        for p in range(moved.shape[1]):
            moved[run, p] += apart[p, row]


@numba.njit(cache=True, nogil=True, error_model="numpy")
def estimated(who, update, pair, loss, moved, own, chosen, excess, in_sample):
    """The member of least loss for the runs `who`; ties go to the last, so never to the truth. What is largest is kept."""
    for run in who:
        if update or chosen[run] < 0:
            least = 0
            for i in range(loss.shape[1]):
                if loss[run, i] <= loss[run, least]:
                    least = i
            chosen[run] = least
        one = chosen[run]
        excess[run] = max(excess[run], own[run, one])
        if one != 0:
            in_sample[run] = max(in_sample[run], moved[run, pair[one, 0]])
