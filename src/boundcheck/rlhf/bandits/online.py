"""Optimistic online learning from compared pairs on a finite class, by events."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .bandit import Bandit, sigmoid
from .policies import log_gibbs

# What the online loop is told, and what a batch of its runs ends with.


@dataclass(frozen=True)
class Rule:
    r"""What Algorithm 2 leaves open or a mutant changes.

    Parameters
    ----------
    width : float
        :math:`\Gamma_T`, the radius of the confidence set and the factor of the bonus.
    lam : float, ``> 0``
    cap : float
        Largest bonus; 1 as printed.
    explore : bool
        False leaves out the bonus.
    turned : bool
        Labels are turned round.
    update : bool
        False keeps the first estimate for ever.

    Source
    ------
    Eq. (13) and Algorithm 2 (kl).
    """

    width: float
    lam: float
    cap: float = 1.0
    explore: bool = True
    turned: bool = False
    update: bool = True


@dataclass(frozen=True, eq=False)
class Run:
    """What a batch of runs ends with, one number each.

    Parameters
    ----------
    regret : ndarray of shape (R,)
        Sum over rounds of the exact shortfall of the exploring policy.
    squares : ndarray of shape (R,)
        Sum over rounds of the exact mean of the squared bonus under that policy.
    unsure : ndarray of shape (R,)
        Sum over rounds of the exact mean of min(1, U**2) under that policy.
    pessimistic : ndarray of bool, shape (R,)
        Whether optimism failed in some round.
    in_sample : ndarray of shape (R,)
        Largest in-sample squared error of reward differences over the rounds.
    excess : ndarray of shape (R,)
        Largest in-sample squared error of the estimator's own predictions, :math:`\\sum(\\hat h_t - h^*)^2`.
    """

    regret: np.ndarray
    squares: np.ndarray
    unsure: np.ndarray
    pessimistic: np.ndarray
    in_sample: np.ndarray
    excess: np.ndarray


# The state of a batch of runs of the online loop, and one event of each.


def block(rng: np.random.Generator, left: int, mass: float, most: int) -> tuple[int, int]:
    """Rounds spent, and informative ones among them: all that are left, or those up to informative round `most`.

    With at least `most` informative rounds to come, the waiting time for that many is a negative binomial one that is
    known to end in time; it is drawn until it does.
    """
    number = int(rng.binomial(left, mass))
    if number < most:
        return left, number
    while True:
        wait = most + int(rng.negative_binomial(most, mass)) if mass < 1 else most
        if wait <= left:
            return wait, most


MANY = 8  # fewest informative rounds that are drawn at once


class Loop:
    """The state of a batch of runs, and one event of each."""

    def __init__(self, bandit: Bandit, tables: np.ndarray, beta: float, keep: float, rule: Rule, repeats: int) -> None:
        self.tables, self.beta, self.rule = tables, float(beta), rule
        count = len(tables)
        self.first, self.second = np.triu_indices(count, 1)
        delta = bandit.differences(tables)  # (N, k)
        self.predicted = keep * np.tanh(delta / 2)
        self.first_wins = sigmoid(0.0) + 0.5 * self.predicted[0]
        self.apart = (delta[self.first] - delta[self.second]) ** 2  # (P, k)
        self.rows = np.flatnonzero((self.apart > 0).any(axis=0))
        self.off = (self.predicted - self.predicted[0]) ** 2  # (N, k)
        # Change of loss minus the loss of the truth when the label is +1, and when it is -1.
        both = self.predicted**2 - self.predicted[0] ** 2
        shift = 2 * (self.predicted - self.predicted[0])
        self.change = np.stack([both - shift, both + shift])  # (2, N, k)
        spread = self.change[:, :, None] - self.change[:, None, :]
        self.step = np.abs(spread[..., self.rows]).max() if self.rows.size else 1.0
        self.exploit = np.exp(log_gibbs(bandit, tables, beta))  # (N, S, A)
        self.best = log_gibbs(bandit, tables[0], beta)  # (S, A)
        gap = tables[self.first] - tables[self.second]  # (P, S, A)
        centre = np.einsum("nsa,psa->nps", self.exploit, gap)
        self.upper = (gap[None] - centre[..., None]) ** 2  # (N, P, S, A)
        short = tables[0] - tables  # r* - r
        self.needed = short - np.einsum("nsa,nsa->ns", self.exploit, short)[..., None]  # (N, S, A)
        self.pair = np.full((count, count), -1)
        self.pair[self.first, self.second] = self.pair[self.second, self.first] = np.arange(len(self.first))
        self.law, self.reference, self.goal = bandit.law, bandit.reference, np.exp(self.best)
        with np.errstate(divide="ignore"):
            self.base = np.log(self.reference)
        self.upper, self.needed, self.exploit = map(np.ascontiguousarray, (self.upper, self.needed, self.exploit))
        # What a label changes of the rows that tell members apart.
        self.informative, self.wins = bandit.pairs[self.rows], self.first_wins[self.rows]
        self.by_row = tuple(np.ascontiguousarray(x[:, self.rows]) for x in (*self.change, self.apart, self.off))
        self.loss = np.zeros((repeats, count))
        self.moved = np.zeros((repeats, len(self.first)))
        self.own = np.zeros((repeats, count))
        self.chosen = np.full(repeats, -1)  # before any data both policies are the reference
        zero = np.zeros(repeats)
        self.run = Run(zero.copy(), zero.copy(), zero.copy(), np.zeros(repeats, dtype=bool), zero.copy(), zero.copy())

    def advance(self, rng: np.random.Generator, who: np.ndarray, left: np.ndarray) -> None:
        """Rounds up to and with the next one that can change something, for the runs `who`."""
        from boundcheck.rlhf.bandits import online_loops as loops

        rule, run = self.rule, self.run
        bonus, squared, weight, safe = loops.optimism(
            who, self.chosen, self.loss, self.moved, self.pair, self.first, self.second, self.upper, self.tables, self.base,
            self.beta, float(rule.width), float(rule.lam), float(rule.cap), rule.explore, rule.update, self.step, MANY,
        )  # fmt: skip
        exploring = weight - np.log(np.exp(weight).sum(axis=-1, keepdims=True))
        two = np.exp(exploring)
        law = loops.informative(who, self.chosen, self.exploit, self.reference, two, self.informative, self.law)
        mass = law.sum(axis=1)
        spent, informed = self._single(rng, mass, left[who])
        blocks = {}
        for place in np.flatnonzero(safe):
            informed[place] = False
            spent[place], blocks[place] = block(
                rng, int(left[who[place]]), float(min(mass[place], 1.0)), int(safe[place])
            )
        loops.passed(
            who, spent, left, self.chosen, exploring, two, self.best, self.goal, bonus, squared, self.needed, self.law,
            self.beta, run.regret, run.squares, run.unsure, run.pessimistic,
        )  # fmt: skip
        single = who[informed]
        where, win = rng.random((2, single.size))
        won, lost, apart, off = self.by_row
        loops.labelled(
            single, law[informed], where, win, self.wins, rule.turned, won, lost, apart, off, self.loss, self.moved, self.own
        )  # fmt: skip
        for place, number in blocks.items():
            self._many_labels(rng, who[place], law[place], number)
        fresh = who[informed | (safe > 0)]
        loops.estimated(
            fresh, rule.update, self.pair, self.loss, self.moved, self.own, self.chosen, run.excess, run.in_sample
        )

    @staticmethod
    def _single(rng: np.random.Generator, mass: np.ndarray, left: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rounds up to the next informative one, and whether it comes in time."""
        with np.errstate(divide="ignore", invalid="ignore"):
            quiet = np.log1p(-np.minimum(mass, 1 - 1e-16))
            wait = np.where(mass > 0, np.ceil(np.log1p(-rng.random(mass.size)) / quiet), np.inf)
        wait = np.clip(wait, 1, 4e18).astype(np.int64)
        return np.minimum(wait, left), wait <= left

    def _many_labels(self, rng: np.random.Generator, run: int, law: np.ndarray, number: int) -> None:
        total = rng.multinomial(number, law / law.sum()) if number else np.zeros(len(law), dtype=np.int64)
        up = rng.binomial(total, self.wins)
        down = total - up
        if self.rule.turned:
            up, down = down, up
        won, lost, apart, off = self.by_row
        self.loss[run] += (won * up + lost * down).sum(axis=1)
        self.moved[run] += (apart * total).sum(axis=1)
        self.own[run] += (off * total).sum(axis=1)


# Optimistic online learning from compared pairs on a finite class, by events.
#
# Between two rounds whose pair tells members apart nothing changes, so the rounds between are skipped by a geometric
# draw. Once the confidence set has one member left, the policies stay as they are until the estimator changes, which
# takes at least (lead of the estimator) / (largest change of that lead in a round) informative rounds: these are drawn at
# once. A run of 10**8 rounds then costs as much as its exploring rounds.


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
    loop = Loop(bandit, np.ascontiguousarray(tables, dtype=float), beta, math.tanh(0.5 * epsilon), rule, repeats)
    left = np.full(repeats, rounds, dtype=np.int64)
    while True:
        alive = np.flatnonzero(left > 0)
        if not alive.size:
            return loop.run
        loop.advance(rng, alive, left)
