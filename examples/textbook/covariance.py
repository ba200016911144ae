"""Matrix concentration for a covariance: the largest eigenvalue of the second moment of n vectors in the unit ball."""

from sympy import exp, log, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Choice,
    Derivation,
    Family,
    Index,
    Moment,
    World,
    event,
    fact,
    law,
    le,
    vectors,
)
from boundcheck.calculus.terms import Functional
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.concentration import bennett_exponent
from boundcheck.lemmas.matrices import largest, matrix_chernoff

n, d, mu, u, eta, delta = symbols("n d mu u eta delta", real=True)
i = Index("i", n)
x = vectors("x", "vector i", (i, d, mu), {"data"})(i)
top = Functional(largest, Moment(x, i))
LAWS = {
    "independent": law(Family(x, i), "independent"),
    "unit": law(x, "norm", 1),
    "dimension": law(x, "dimension", d),
    "second moment": law(x, "spectral second moment", mu),
}


def errors(rng, repeats, *, n, d, mu, **point):
    """Along one of d axes, each as likely, with the probability d mu; else 0."""
    return (rng.multinomial(n, [mu] * d + [1 - d * mu], repeats)[:, :d] / n).max(axis=1)


def one_vector(rng, repeats, *, n, d, mu, **point):
    """One vector, n times."""
    return (rng.multinomial(1, [mu] * d + [1 - d * mu], repeats)[:, :d]).max(axis=1)


def width(dimension=d, spread=2, linear=2):
    """The mean, and what it is exceeded by."""
    confidence = log(dimension / delta)
    return mu + sqrt(spread * mu * confidence / n) + linear * confidence / (3 * n)


WIDTH = width()


def claim(width=WIDTH, laws=tuple(LAWS), draws=errors):
    """The claim of this width, from these laws."""
    held = {label: LAWS[label] for label in laws}
    statement = event(le(top, width), failure=delta)
    derivation = Derivation(
        domain=(eta > 0, u > 0),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("Chernoff", matrix_chernoff(x=x, index=i, radius=1, d=d, mu=mu, eta=eta), by=LAWS),
            fact("rate", le(u**2 / (2 * (1 + u / 3)), bennett_exponent(u)), by=()),
            fact("rate here", Choice(u, eta), by="rate"),
            fact("tail", event(le(top, (1 + eta) * mu), failure=d * exp(-n * mu * eta**2 / (2 * (1 + eta / 3)))),
                 by=("Chernoff", "rate here")),
            fact("bound", Choice(eta, width / mu - 1), statement, by="tail"),
        ),
        statement=statement,
        error=top,
        worlds=(World("axes", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    axes = Regime("axes", Simulation(draws), {"n": 20_000, "d": 20, "mu": 0.05, "delta": 0.05}, biting=True)
    few = Regime("few", Simulation(draws), {"n": 300, "d": 20, "mu": 0.001, "delta": 0.01}, biting=True)
    return Claim(
        words=r"$n$ independent vectors in the unit ball of $d$ dimensions, whose second moment has no eigenvalue above $\mu$",
        displays={"": (r"\lambda_{\mathrm{max}}(\hat{\Sigma}) \le {}", width)},
        letters=(
            Letter(n, "draws", n >= 1, (10, 1000), integer=True),
            Letter(d, "dimension", d >= 1, (1, 100), integer=True),
            Letter(mu, "largest eigenvalue", (mu > 0, mu <= 1), (0.01, 1)),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=1, regimes=(axes, few))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "no logarithm of d": claim(width(dimension=1)),
    "1/3 for 2": claim(width(spread=1 / sqrt(9))),
    "no linear term": claim(width(linear=0)),
    "the mean alone": claim(width(spread=0)),
    "one vector for all": claim(laws=("unit", "dimension", "second moment"), draws=one_vector),
}
