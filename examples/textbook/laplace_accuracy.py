"""The Laplace mechanism's accuracy: how far the worst of d released counts is from its own."""

import numpy as np
from sympy import Abs, log, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Choice,
    Derivation,
    ForAll,
    Index,
    World,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.privacy import laplace_tail

d, sensitivity, epsilon, delta, t = symbols("d Delta epsilon delta t", real=True)
SCALE = sensitivity / epsilon
j = Index("j", d)
noise = family("noise", "released count j minus its own", (j, sensitivity, epsilon), {"noise"})
worst = quantity("worst", "the count with the most noise", (d, sensitivity, epsilon), {"noise"}, range=d)
LAW = law(noise(j), "Laplace", SCALE)


def errors(rng, repeats, *, d, Delta, epsilon, **point):
    return np.abs(rng.laplace(scale=Delta / epsilon, size=(repeats, d))).max(axis=1)


def wider(rng, repeats, *, d, Delta, epsilon, **point):
    """Noise of twice the scale."""
    return 2 * errors(rng, repeats, d=d, Delta=Delta, epsilon=epsilon)


def claim(width=SCALE * log(d / delta), laws=("noise",), draws=errors):
    """The claim of this width; without its law of other noise."""
    statement = event(le(Abs(noise(worst)), width), failure=delta)
    derivation = Derivation(
        domain=(t > 0,),
        assumptions={label: Assumed(LAW, "the method") for label in laws},
        facts=(
            fact("tail", laplace_tail(noise=noise(j), scale=SCALE, t=t), by="noise"),
            fact("each", Choice(t, width), event(le(Abs(noise(j)), width), failure=delta / d), by="tail"),
            fact("all", ForAll(j), event(le(Abs(noise(j)), width), failure=delta, every=(j,)), by="each"),
            fact("the worst", Choice(j, worst), statement, by="all"),
        ),
        statement=statement,
        error=Abs(noise(worst)),
        worlds=(World("Laplace", (LAW,), draws),),
        measured=draws,
    )
    regime = Regime("a histogram", Simulation(draws), {"d": 50, "Delta": 1.0, "epsilon": 0.5, "delta": 0.5}, biting=True)
    return Claim(
        words=r"$d$ counts of sensitivity $\Delta$ together, released with Laplace noise of scale $\Delta/\varepsilon$",
        displays={"": (r"\max_j |Z_j| \le {}", width)},
        letters=(
            Letter(d, "counts", d >= 2, (2, 1000), integer=True),
            Letter(sensitivity, "sensitivity", sensitivity > 0, (0.1, 10)),
            Letter(epsilon, "privacy", epsilon > 0, (0.1, 4)),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=sensitivity * 1000, regimes=(regime,))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "half of it": claim(SCALE * log(d / delta) / 2),
    "the root of the logarithm": claim(SCALE * sqrt(log(d / delta))),
    "no union over counts": claim(SCALE * log(1 / delta)),
    "no epsilon": claim(sensitivity * log(d / delta)),
    "noise of another scale": claim(laws=(), draws=wider),
}
