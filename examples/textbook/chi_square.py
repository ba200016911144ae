"""Chi-square tails: the squared length of a normal vector is near its dimension, on both sides."""

import numpy as np
from sympy import Abs, log, sqrt, symbols

from boundcheck.calculus import Assumed, Derivation, World, event, fact, law, le, quantity
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.concentration import chi_square_lower_tail, chi_square_tail

d, delta = symbols("d delta", real=True)
Y = quantity("Y", "squared length of a standard normal vector", (d,), {"data"})
strays = Abs(Y / d - 1)
LAW = law(Y, "chi-square", d)


def errors(rng, repeats, *, d, **point):
    return np.abs(rng.chisquare(d, size=repeats) / d - 1)


def heavy(rng, repeats, *, d, **point):
    """The squared length of a vector whose coordinates are all one normal number."""
    return np.abs(rng.standard_normal(repeats) ** 2 - 1)


def claim(width=2 * sqrt(log(2 / delta) / d) + 2 * log(2 / delta) / d, laws=("normal",), draws=errors):
    """The claim of this width; without its law of another vector."""
    t = log(2 / delta)
    statement = event(le(strays, width), failure=delta)
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(LAW, "the setting") for label in laws},
        facts=(
            fact("above", chi_square_tail(Y=Y, d=d, t=t), event(le(Y / d - 1, width), failure=delta / 2), by="normal"),
            fact("below", chi_square_lower_tail(Y=Y, d=d, t=t), event(le(1 - Y / d, width), failure=delta / 2), by="normal"),
            fact("both", statement, by=("above", "below")),
        ),
        statement=statement,
        error=strays,
        worlds=(World("normal vectors", (LAW,), draws),),
        measured=draws,
    )
    regimes = tuple(Regime(f"d = {k}", Simulation(draws), {"d": k, "delta": 0.05}, biting=k == 400) for k in (2, 400))
    return Claim(
        words="The squared length of a standard normal vector of $d$ coordinates",
        displays={"": (r"\left| \frac{\|Z\|^2}{d} - 1 \right| \le {}", width)},
        letters=(
            Letter(d, "dimension", d >= 1, (1, 1000), integer=True),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=1, regimes=regimes)},
        derivations={"bound": derivation},
    )  # fmt: skip


CLAIM = claim()
TWINS = {
    "1 for 2 in the root": claim(sqrt(log(2 / delta) / d) + 2 * log(2 / delta) / d),
    "no linear term, half the root": claim(sqrt(log(2 / delta) / d)),
    "d for its root": claim(4 * log(2 / delta) / d),
    "coordinates that are not independent": claim(laws=(), draws=heavy),
}
