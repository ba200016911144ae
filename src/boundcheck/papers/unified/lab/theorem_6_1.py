"""Theorem 6.1 put to the test: pessimistic policies in finite worlds."""

import math
from functools import lru_cache, partial

from sympy import log

from boundcheck.claims import Axis, Choice, Experiment, Regime, Scaling, Sweep
from boundcheck.rlhf.estimators import debiased_mle
from boundcheck.rlhf.estimators.pessimism import Suboptimality
from boundcheck.rlhf.worlds.policies import NearTie
from boundcheck.rlhf.worlds.policies import kappa as kappa_of
from boundcheck.symbolic import number

from ..notation import alpha, ball, c_epsilon, d, delta, gamma, lam, n
from ..orders import CTL
from .policy_worlds import POLICY_WORLDS
from .worlds import ADVERSARIES

# Comparator and direction of the truth in each world; the reference is the first deterministic policy.
CASES = {"two_states": (4, (-1.0, 1.0, 0.0)), "two_arms": (1, (-1.0, 1.0)), "rare_arm": (1, (-1.0, 1.0))}


def run(order, world, adversary="directional", *, pessimistic=True, estimator=debiased_mle):
    """Algorithm 2 on comparisons of a finite world."""
    comparator, direction = CASES[world]
    case = POLICY_WORLDS[world]
    error = Suboptimality(case, pessimistic, comparator, reference="first")
    return Experiment(NearTie(case, direction), order.mechanism(ADVERSARIES[adversary]), estimator, error)


@lru_cache
def condition_number(world):
    """kappa of the comparator and the reference of a world."""
    case = POLICY_WORLDS[world]
    policies = case.deterministic()
    return kappa_of(case, policies[CASES[world][0]], policies[0])


def point(world, width, definitions, *, share=0.5, **values):
    """A point at the least ridge, with its kappa, the width of the confidence set and a truth as long as `share` widths."""
    values = {"n": 10**9, "epsilon": 1.0, "alpha": 0.0, "ball": 0.5, "delta": 0.05, **values}
    values |= {"d": len(CASES[world][1]), "radius": 2 * values["ball"], "kappa": condition_number(world)}
    values["lam"] = number(22 * log(4 * d / delta) / n, values) * (1 + 1e-9)
    values["width"] = number(width.xreplace(definitions), values)
    return {**values, "signal": min(share * values["width"], values["radius"])}


# Where worst cases are searched for. The ridge is `room` times the least; the truth is as long as `share` widths, if the ball
# admits it: a longer one is found, a shorter one loses less.
SEARCH = (
    Axis("n", 100, 10**14, "log_integer"),
    Axis("epsilon", 0.05, 8.0, "log"),
    Axis("alpha", 1e-10, 0.45, "log"),
    Axis("ball", 0.05, 3.0, "log"),
    Axis("delta", 0.05, 0.5, "log"),
    Axis("room", 1.0, 1e6, "log"),
    Axis("share", 0.1, 4.0, "log"),
    Choice("world", ("two_arms", "rare_arm")),
    Choice("adversary", ("none", "directional")),
)


def follow(width, *, world, adversary, share, room, **values):
    """What a point of the search lacks: its world's dimension and kappa, the ridge, the width, and the truth's length."""
    more = {"d": len(CASES[world][1]), "radius": 2 * values["ball"], "kappa": condition_number(world)}
    least = 22 * math.log(4 * more["d"] / values["delta"]) / values["n"]
    more["lam"] = room * least * (1 + 1e-9)
    more["width"] = number(width, {**values, **more})
    return {**more, "signal": min(share * more["width"], more["radius"])}


def _searched(order, *, world, adversary, **_):
    return run(order, world, adversary)


def searching(order, width, definitions):
    """The fields of a bound that say where its worst case is looked for."""
    told = partial(follow, width.xreplace(definitions))
    return {"search": SEARCH, "instance": partial(_searched, order), "follow": told}


def regimes(order, width, definitions):
    """Where the explicit version must hold."""

    def regime(name, world, adversary="worst", biting=False, **values):
        return Regime(name, run(order, world, adversary), point(world, width, definitions, **values), biting)

    return (
        regime("biting", "two_arms", biting=True, n=10**8, alpha=1e-5, share=1.0),
        regime("private", "two_states", biting=True, epsilon=0.1, n=10**10, alpha=1e-8),
        # The truth is about as long as the confidence set hides: on nearly half of the data sets the best policy is a mixture.
        regime("mixture", "two_states", biting=True, n=10**9, alpha=1e-7, share=2.0),
        regime("rare arm", "rare_arm", share=0.5, alpha=1e-5),
        regime("corrupted", "two_states", n=10**6, alpha=0.02, share=1.0),
        regime("small", "two_arms", n=2_000, alpha=0.05),
    )


def probes(order, width, definitions):
    """Where one letter matters most: pessimism pays the width that it is told."""

    def hidden(name, world="two_arms", share=1.0, **values):
        # The reference is worse by the whole length of the truth, and the confidence set hides it.
        return Regime(name, run(order, world, "none"), point(world, width, definitions, share=share, **values))

    quiet = {"n": 10**10, "epsilon": 0.05}
    return (
        hidden("hidden", ball=0.2, **quiet),
        hidden("hidden, curved", ball=2.0, **quiet),
        hidden("hidden by corruption", n=10**13, epsilon=3.0, alpha=1e-4),
        hidden("hidden rare arm", "rare_arm", share=3.0, ball=0.2, **quiet),
    )


def rates(printed, explicit, width, trivial, definitions):
    """The exponents under CTL: a truth that the confidence set just hides, so that the policy stays at its reference."""
    free = width.xreplace(definitions)
    hidden = run(CTL, "two_arms", "none")

    def sweep(name, moves, values, scale, towards, **base):
        start = point("two_arms", width, definitions, share=1.0, **base)
        follow = {"lam": 22 * log(4 * d / delta) / n, "radius": 2 * ball}
        # The width is a function of the ridge, which is set first; a truth of half the width stays hidden.
        hides = free.subs(lam, follow["lam"])
        follow |= {"width": hides, "signal": hides / 2}
        return Sweep(name, moves, values, scale, towards, hidden, start, follow=follow,
                     note="the pessimistic policy pays the width of its own confidence set")

    return Scaling(
        printed=printed,
        explicit=explicit,
        trivial=trivial,
        failure=delta,
        sweeps=(
            sweep("n", "n", tuple(10.0**k for k in range(6, 12)), n, "large", epsilon=1.0),
            sweep("c(epsilon)", "epsilon", (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 8.0), c_epsilon, "large", n=10**10),
            sweep("alpha", "alpha", (1e-6, 1e-5, 1e-4, 1e-3), alpha, "small", n=10**12, ball=0.3),
            sweep("1/gamma", "ball", (0.5, 1.0, 1.5, 2.0), 1 / gamma, "large", n=10**12),
        ),
    )
