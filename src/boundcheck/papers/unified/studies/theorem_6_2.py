"""Theorem 6.2 put to the test: greedy policies in finite worlds with coverage."""

from functools import lru_cache

import numpy as np
from sympy import sqrt

from boundcheck.claims import Experiment, Mutant, Regime, Scaling, Sweep
from boundcheck.estimators import debiased_mle
from boundcheck.estimators.pessimism import Suboptimality
from boundcheck.worlds.policies import NearTie

from ..instances import ADVERSARIES, PIPELINES, POLICY_WORLDS
from ..notation import alpha, c_epsilon, delta, epsilon, gamma, n, xi

DIRECTIONS = {"two_states": (-1.0, 1.0, 0.0), "square": (-1.0, 1.0), "rare_square": (-1.0, 1.0)}


def run(variant, world, adversary="directional"):
    """Algorithm 2 with eta = 0 on comparisons of a finite world; the comparator is the best policy."""
    case = POLICY_WORLDS[world]
    return Experiment(
        NearTie(case, DIRECTIONS[world]), PIPELINES[variant](ADVERSARIES[adversary]), debiased_mle, Suboptimality(case)
    )


@lru_cache
def least_eigenvalue(world):
    """xi: of the second moment of halved differences."""
    case = POLICY_WORLDS[world]
    return float(np.linalg.eigvalsh(case.second_moment(case.behaviour, case.behaviour) / 4)[0]) * (1 - 1e-9)


def point(world, **values):
    """A point; the truth is as long as the noise or the corruption along (1, -1) allows, for an estimate to miss it."""
    values = {"n": 10**9, "epsilon": 1.0, "alpha": 0.0, "ball": 0.5, "delta": 0.05, "lam": 1e-9, **values}
    values |= {"d": len(DIRECTIONS[world]), "radius": 2 * values["ball"], "xi": least_eigenvalue(world)}
    noise = 2 / np.tanh(values["epsilon"] / 2) / np.sqrt(values["n"] * values["xi"])
    return {**values, "signal": float(min(0.8 * noise + 2 * values["alpha"] / values["xi"], values["radius"]))}


def regimes(variant, explicit, definitions):
    """Where the explicit version must hold."""

    def regime(name, world, biting=False, **values):
        return Regime(name, run(variant, world, "worst"), point(world, **values), biting)

    return (
        regime("biting", "square", True, alpha=1e-4),
        regime("private", "two_states", True, n=10**11, epsilon=0.1, alpha=1e-6),
        regime("rare", "rare_square", n=10**10, alpha=1e-6),
        regime("small", "square", n=2_000, alpha=0.01),
    )


def mutants(variant, explicit, definitions):
    """False variants, each with the regime in which it must die."""

    def against(world, adversary="none", **values):
        return Regime(f"{world}, {adversary}", run(variant, world, adversary), point(world, **values))

    noise = against("square", n=10**13, epsilon=0.002)
    deep = against("square", n=10**15, epsilon=0.0001)
    rare = against("rare_square", n=10**11, epsilon=0.5)
    block = against("rare_square", "directional", n=10**14, epsilon=3.0, alpha=1e-5)
    curved = against("square", n=10**13, ball=3.0, epsilon=0.02)
    return (
        Mutant("c dropped", "privacy costs nothing", noise, explicit.subs(c_epsilon, 1)),
        Mutant("root c", "c(epsilon) under the root", deep, explicit.subs(c_epsilon, sqrt(c_epsilon))),
        Mutant("epsilon for c", "epsilon in place of 1/epsilon", noise, explicit.subs(c_epsilon, epsilon)),
        Mutant("1/n for root", "noise at the rate 1/n", noise, explicit.subs(n, n**2)),
        Mutant("xi dropped, noise", "no 1/xi on the noise", rare, explicit * xi),
        Mutant("xi dropped, corruption", "no 1/xi on the corruption", block, explicit * xi),
        Mutant("root xi", "1/sqrt(xi)", block, explicit * sqrt(xi)),
        Mutant("corruption dropped", "no corruption term", block, explicit.subs(alpha, 0)),
        Mutant("alpha squared", "alpha^2 in place of alpha", block, explicit.subs(alpha, alpha**2)),
        Mutant("gamma squared", "gamma in place of 1/gamma", curved, explicit * gamma**2),
    )


def rates(printed, explicit, trivial, definitions):
    """The exponents under CTL: a truth as long as the estimate is uncertain."""
    noisy, spoiled = run("ctl", "square", "none"), run("ctl", "square", "directional")
    uncertain = 1.6 * c_epsilon.xreplace(definitions) / sqrt(n * xi)
    base = point("square")
    follow = {"signal": uncertain}
    return Scaling(
        printed=printed,
        explicit=explicit,
        trivial=trivial,
        failure=delta,
        sweeps=(
            Sweep("n", "n", tuple(10.0**k for k in range(5, 12)), n, "large", noisy, {**base, "epsilon": 2.0}, follow=follow),
            Sweep("c(epsilon)", "epsilon", (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 8.0), c_epsilon, "large", noisy, base, follow=follow),
            Sweep("alpha", "alpha", (1e-4, 1e-3, 3e-3, 1e-2), alpha, "small", spoiled, {**base, "n": 10**12},
                  follow={"signal": 2 * alpha / xi}),
        ),
    )
