import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import ks_2samp

from boundcheck.rlhf.bandits import classes
from boundcheck.rlhf.bandits.bandit import Bandit, one_state
from boundcheck.rlhf.bandits.online import Rule, play
from boundcheck.rlhf.bandits.policies import gibbs, suboptimality


def plain(rng, *, bandit, tables, beta, epsilon, rounds, rule):
    """The loop line by line, one round at a time, for one run."""
    keep = math.tanh(epsilon / 2)
    seen, chosen, regret = [], None, 0.0
    first, second = np.triu_indices(len(tables), 1)
    for _ in range(rounds):
        bonus = np.zeros(tables.shape[1:])
        one = bandit.reference if chosen is None else gibbs(bandit, tables[chosen], beta)
        if chosen is not None:
            apart = [
                sum(((tables[g] - tables[h])[s, a] - (tables[g] - tables[h])[s, b]) ** 2 for s, a, b, _ in seen)
                for g, h in zip(first, second, strict=True)
            ]
            from_chosen = [
                sum(((t - tables[chosen])[s, a] - (t - tables[chosen])[s, b]) ** 2 for s, a, b, _ in seen)
                for t in tables
            ]
            inside = [x + rule.lam <= rule.width**2 for x in from_chosen]
            for (g, h), below in zip(zip(first, second, strict=True), apart, strict=True):
                if inside[g] and inside[h]:
                    gap = tables[g] - tables[h]
                    off = np.abs(gap - (one * gap).sum(axis=1, keepdims=True))
                    bonus = np.maximum(bonus, off / math.sqrt(rule.lam + below))
            bonus = np.minimum(rule.cap, rule.width * bonus)
        rewards = bonus if chosen is None else tables[chosen] + bonus
        two = gibbs(bandit, rewards, beta)
        regret += suboptimality(bandit, tables[0], rewards, beta)
        s = rng.choice(len(bandit.law), p=bandit.law)
        a, b = rng.choice(bandit.actions, p=one[s]), rng.choice(bandit.actions, p=two[s])
        wins = 0.5 + 0.5 * keep * math.tanh((tables[0][s, a] - tables[0][s, b]) / 2)
        seen.append((s, a, b, 1 if rng.random() < wins else -1))
        if any(a != b for _, a, b, _ in seen):
            losses = [sum((keep * math.tanh((t[s, a] - t[s, b]) / 2) - z) ** 2 for s, a, b, z in seen) for t in tables]
            chosen = len(tables) - 1 - int(np.argmin(losses[::-1]))
    return regret


def test_the_loop_by_events_has_the_law_of_the_loop_by_rounds():
    """400 plain and 4,000 fast runs by the Kolmogorov-Smirnov test: a false alarm with probability 1e-5."""
    bandit = Bandit((0.5, 0.5), 2, ((0.5, 0.5), (0.7, 0.3)))
    tables = np.array([[[0.4, 0.1], [0.0, 0.5]], [[0.1, 0.4], [0.0, 0.5]], [[0.4, 0.1], [0.5, 0.0]]])
    point = {"bandit": bandit, "tables": tables, "beta": 6.0, "epsilon": 2.0, "rounds": 40, "rule": Rule(2.0, 1.0)}
    rng = np.random.default_rng(1)
    slow = np.array([plain(rng, **point) for _ in range(400)])
    fast = play(np.random.default_rng(2), 4_000, **point).regret
    assert ks_2samp(slow, fast).pvalue > 1e-5


@pytest.fixture
def small():
    return {
        "bandit": one_state(0.5, 0.5),
        "tables": classes.two_point(-1.0, states=1, bound=0.5, centre=0.5),
        "beta": 40.0,
        "epsilon": 4.0,
        "rounds": 10**8,
        "rule": Rule(40.0, 1.0),
    }


def test_a_hundred_million_rounds_take_a_moment_and_the_methods_parts_are_needed(small):
    rng = np.random.default_rng(3)
    run = play(rng, 64, **small)
    assert run.regret.max() < 2e3
    assert not run.pessimistic.any()
    assert (run.excess < 60).all()
    for change in ({"explore": False}, {"turned": True}, {"update": False}):
        worse = play(rng, 64, **{**small, "rule": replace(small["rule"], **change)})
        assert np.quantile(worse.regret, 0.99) > 1e6, change


def test_a_cap_below_the_range_of_differences_breaks_optimism():
    tables = classes.two_point(-4.0, states=1, bound=2.0, centre=2.0)[:, :, ::-1]
    point = {"bandit": one_state(0.5, 0.5), "tables": tables, "beta": 10.0, "epsilon": 1.0, "rounds": 1000}
    assert play(np.random.default_rng(4), 64, **point, rule=Rule(300.0, 1.0)).pessimistic.any()
    assert not play(np.random.default_rng(4), 64, **point, rule=Rule(300.0, 1.0, cap=4.0)).pessimistic.any()


def test_one_member_never_errs():
    run = play(
        np.random.default_rng(5), 8, bandit=one_state(0.5, 0.5), tables=classes.listed([[0.5, 0.0]]), beta=1.0,
        epsilon=1.0, rounds=100, rule=Rule(2.0, 1.0),
    )  # fmt: skip
    assert run.unsure.max() == 0
