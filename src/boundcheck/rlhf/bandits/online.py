"""Optimistic online learning from compared pairs on a finite class, by events."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .bandit import Bandit, sigmoid
from .policies import divergence, log_gibbs

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


class Loop:
    """The state of a batch of runs, and one event of each."""

    def __init__(self, bandit: Bandit, tables: np.ndarray, beta: float, keep: float, rule: Rule, repeats: int) -> None:
        self.bandit, self.tables, self.beta, self.rule = bandit, tables, beta, rule
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
        self.start_upper = (gap - np.einsum("sa,psa->ps", bandit.reference, gap)[..., None]) ** 2
        self.loss = np.zeros((repeats, count))
        self.moved = np.zeros((repeats, len(self.first)))
        self.own = np.zeros((repeats, count))
        self.chosen = np.full(repeats, -1)  # before any data both policies are the reference
        zero = np.zeros(repeats)
        self.run = Run(zero.copy(), zero.copy(), zero.copy(), np.zeros(repeats, dtype=bool), zero.copy(), zero.copy())

    def policies(self, who: np.ndarray) -> tuple[np.ndarray, ...]:
        """The exploiting policy, logarithms of the exploring one, the bonus, the squared uncertainty, and members left."""
        chosen = self.chosen[who]
        known = chosen >= 0
        near = self._near(who, np.maximum(chosen, 0)) + self.rule.lam <= self.rule.width**2
        near |= ~known[:, None]
        inside = near[:, self.first] & near[:, self.second]
        weight = np.where(inside, 1 / (self.rule.lam + self.moved[who]), 0.0)
        squared = (self.upper[np.maximum(chosen, 0)] * weight[:, :, None, None]).max(axis=1, initial=0.0)
        bonus = np.minimum(self.rule.cap, self.rule.width * np.sqrt(squared))
        bonus = np.where(known[:, None, None] & self.rule.explore, bonus, 0.0)
        rewards = np.where(known[:, None, None], self.tables[np.maximum(chosen, 0)], 0.0) + bonus
        one = np.where(known[:, None, None], self.exploit[np.maximum(chosen, 0)], self.bandit.reference)
        return one, log_gibbs(self.bandit, rewards, self.beta), bonus, squared, near.sum(axis=1)

    def _near(self, who: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """In-sample squared distance of every member from the chosen one, shape ``(W, N)``."""
        count = len(self.tables)
        table = np.zeros((who.size, count, count))
        table[:, self.first, self.second] = table[:, self.second, self.first] = self.moved[who]
        return table[np.arange(who.size), chosen]

    def advance(self, rng: np.random.Generator, who: np.ndarray, left: np.ndarray) -> None:
        """Rounds up to and with the next one that can change something, for the runs `who`."""
        one, exploring, bonus, squared, remaining = self.policies(who)
        two = np.exp(exploring)
        state, a, b = self.bandit.pairs[self.rows].T
        law = self.bandit.law[state] * (one[:, state, a] * two[:, state, b] + one[:, state, b] * two[:, state, a])
        mass = law.sum(axis=1)
        known = self.chosen[who] >= 0
        settled = known & ((remaining == 1) | (not self.rule.explore))
        safe = np.where(settled, np.minimum(np.floor(self._lead(who) / self.step), 1e15), 0).astype(np.int64)
        safe = np.where(known & (not self.rule.update), np.int64(10) ** 15, safe)
        many = safe >= 8
        spent, informed = self._single(rng, mass, left[who])
        blocks = {}
        for place in np.flatnonzero(many):
            spent[place], blocks[place] = block(
                rng, int(left[who[place]]), float(min(mass[place], 1.0)), int(safe[place])
            )
        self._count(who, spent, two, exploring, bonus, squared)
        left[who] -= spent
        single = informed & ~many
        self._one_label(rng, who[single], law[single])
        for place, number in blocks.items():
            self._many_labels(rng, who[place], law[place], number)
        fresh = who[single | many]
        if self.rule.update:
            self.chosen[fresh] = self._estimate(fresh)
        else:
            self.chosen[fresh] = np.where(self.chosen[fresh] < 0, self._estimate(fresh), self.chosen[fresh])
        np.maximum.at(self.run.excess, fresh, self.own[fresh, self.chosen[fresh]])
        reach = self._near(fresh, self.chosen[fresh])[:, 0]
        np.maximum.at(self.run.in_sample, fresh, reach)

    @staticmethod
    def _single(rng: np.random.Generator, mass: np.ndarray, left: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rounds up to the next informative one, and whether it comes in time."""
        with np.errstate(divide="ignore", invalid="ignore"):
            quiet = np.log1p(-np.minimum(mass, 1 - 1e-16))
            wait = np.where(mass > 0, np.ceil(np.log1p(-rng.random(mass.size)) / quiet), np.inf)
        wait = np.clip(wait, 1, 4e18).astype(np.int64)
        return np.minimum(wait, left), wait <= left

    def _estimate(self, who: np.ndarray) -> np.ndarray:
        """The member of least loss; ties go to the last, so never to the truth."""
        back = self.loss[who, ::-1]
        return len(self.tables) - 1 - back.argmin(axis=1)

    def _lead(self, who: np.ndarray) -> np.ndarray:
        if len(self.tables) == 1:
            return np.full(who.size, 1e30)
        two = np.partition(self.loss[who], 1, axis=1)
        return two[:, 1] - two[:, 0]

    def _count(self, who, spent, two, exploring, bonus, squared) -> None:
        law = self.bandit.law
        self.run.regret[who] += spent * divergence(self.bandit, exploring, self.best, self.beta)
        self.run.squares[who] += spent * np.einsum("s,wsa->w", law, two * bonus**2)
        self.run.unsure[who] += spent * np.einsum("s,wsa->w", law, two * np.minimum(1.0, squared))
        chosen = self.chosen[who]
        short = (bonus < self.needed[np.maximum(chosen, 0)] - 1e-12).any(axis=(1, 2)) & (chosen >= 0)
        self.run.pessimistic[who] |= short

    def _one_label(self, rng: np.random.Generator, who: np.ndarray, law: np.ndarray) -> None:
        if not who.size:
            return
        edges = np.cumsum(law, axis=1)
        place = (rng.random(who.size)[:, None] * edges[:, -1:] >= edges).sum(axis=1)
        row = self.rows[np.minimum(place, self.rows.size - 1)]
        up = rng.random(who.size) < self.first_wins[row]
        up ^= self.rule.turned
        self.loss[who] += np.where(up[:, None], self.change[0][:, row].T, self.change[1][:, row].T)
        self.moved[who] += self.apart[:, row].T
        self.own[who] += self.off[:, row].T

    def _many_labels(self, rng: np.random.Generator, run: int, law: np.ndarray, number: int) -> None:
        total = rng.multinomial(number, law / law.sum()) if number else np.zeros(len(law), dtype=np.int64)
        up = rng.binomial(total, self.first_wins[self.rows])
        down = total - up
        if self.rule.turned:
            up, down = down, up
        self.loss[run] += (self.change[0][:, self.rows] * up + self.change[1][:, self.rows] * down).sum(axis=1)
        self.moved[run] += (self.apart[:, self.rows] * total).sum(axis=1)
        self.own[run] += (self.off[:, self.rows] * total).sum(axis=1)


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
    loop = Loop(bandit, np.asarray(tables, dtype=float), beta, math.tanh(0.5 * epsilon), rule, repeats)
    left = np.full(repeats, rounds, dtype=np.int64)
    while True:
        alive = np.flatnonzero(left > 0)
        if not alive.size:
            return loop.run
        loop.advance(rng, alive, left)
