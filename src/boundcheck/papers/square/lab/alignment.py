"""Square chi-PO over two policies: the gap of the one that is learned, and the error of its implicit reward."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from boundcheck.rlhf.bandits.bandit import Bandit, draw, one_state, sigmoid, turned
from boundcheck.rlhf.bandits.estimates import c, label_mean
from boundcheck.rlhf.bandits.policies import gibbs, mixed_policy, shortfall

from .regression import beatable, chosen


@dataclass(frozen=True)
class Alignment:
    r"""Square chi-PO over two policies that are mixed chi-square optimal for two rewards, the truth and another.

    The point says the coverage 1/p of the comparator, the best action, whose reference probability is p. ``kind`` says
    what the other reward mistakes:

    * ``"flip"``: two actions of which the other reward prefers the worse;
    * ``"bias"``: two actions that differ by so much that the regulariser costs most;
    * ``"shrunk"``: two actions whose difference it takes to be smaller by the factor c(epsilon);
    * ``"far"``: the best action and a close second, both of probability p, are compared with a bad one, at logits
      near `reward_bound`, where probabilities say least;
    * ``"lure"``: an action that is hardly ever shown and worth nothing is taken to be worth `range_bound`.

    Parameters
    ----------
    order : {"ctl", "ltc", "central"}
    kind : str
    method : {"square", "face value", "turned", "without chi-square"}
        Labels at face value, labels turned round, or the KL-regularised policies of DPO.
    measure : {"gap", "reward"}
        The suboptimality gap, or the squared error of clipped reward differences over pairs of the reference policy.
    """

    order: str
    kind: str = "flip"
    method: str = "square"
    measure: str = "gap"

    def sample(self, rng, repeats, *, n, epsilon, alpha, zeta, reward_bound, range_bound, coverage, beta, scale=1.0, **_):
        """Suboptimality gaps of the learned policies."""
        p = 1 / coverage
        shown = n * 2 * p * (1 - (2 if self.kind == "far" else 1) * p)  # comparisons with the best action
        gap = scale * beatable(self.order, 0.0, n=shown, rows=1, alpha=alpha, epsilon=epsilon, zeta=zeta)
        rare = 0.45 * (shown / n) * (gap / 2) ** 2
        bandit, rewards = self.rewards(gap, rare, reward_bound, range_bound, p, beta, epsilon)
        clipped = np.clip(bandit.differences(rewards), -2 * reward_bound, 2 * reward_bound)
        functions = 2 * sigmoid(clipped) - 1
        bad = np.sign(functions[1] - functions[0])
        mean = label_mean(self.order, functions[0], bad, alpha=alpha, epsilon=epsilon)
        counts = draw(rng, repeats, n=int(n), law=bandit.pair_law(), first_wins=(1 + mean) / 2)
        gibbs_like = self.method == "without chi-square"
        policies = gibbs(bandit, rewards, 1 / beta) if gibbs_like else mixed_policy(bandit, rewards, beta)
        best = np.eye(bandit.actions)[rewards[0].argmax(axis=-1)]
        gaps = shortfall(bandit, rewards[0], policies, best)
        seen = turned(counts) if self.method == "turned" else counts
        errors = gaps if self.measure == "gap" else ((clipped - clipped[0]) ** 2) @ bandit.pair_law()
        return {"error": errors[chosen(rng, self.order, seen, functions, gaps, epsilon, debias=self.method != "face value")]}

    def rewards(
        self, gap: float, rare: float, reward_bound: float, range_bound: float, p: float, beta: float, epsilon: float
    ) -> tuple[Bandit, np.ndarray]:
        """The bandit and the two rewards; `gap` is by how much their probabilities differ on the row that matters."""
        if self.kind == "flip":
            half = min(2 * math.atanh(min(gap / 2, 0.99)), 0.999 * reward_bound)
            return one_state(p, 1 - p), np.array([[[half, 0.0]], [[0.0, half]]])
        if self.kind == "bias":
            top = min(beta / (2 * p), 0.999 * reward_bound)
            return one_state(p, 1 - p), np.array([[[top, 0.0]], [[max(top - gap, 0.0), 0.0]]])
        if self.kind == "shrunk":
            top = 0.9 * reward_bound
            return one_state(p, 1 - p), np.array([[[top, 0.0]], [[top / c(epsilon), 0.0]]])
        if self.kind == "far":
            step = reward_bound - 2 * math.atanh(max(math.tanh(reward_bound / 2) - gap, 0.0))
            truth = [reward_bound, reward_bound - 0.9 * step, 0.0]
            return one_state(p, p, 1 - 2 * p), np.array([[truth], [[reward_bound - step, truth[1], 0.0]]])
        tables = np.array([[[reward_bound, 0.0, 0.0]], [[reward_bound, range_bound, 0.0]]])
        return one_state(p, rare, 1 - p - rare), tables
