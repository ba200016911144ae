"""Kendall's tau of Raftery's copula."""

import numpy as np
from sympy import Rational, sqrt, symbols

from boundcheck.claims import Claim, ExpectationBound, Letter, Paper, Regime, Simulation, Source

d, n = symbols("delta n", real=True)


def drawn(rng, size, delta):
    """Two coordinates of Raftery's construction: own exponentials and a common one that is added with probability delta."""
    own = rng.standard_exponential((2, *size))
    shared = rng.standard_exponential(size) * (rng.random(size) < delta)
    return (1 - delta) * own + shared


def errors(rng, repeats, *, n, delta, **point):
    """How far the mean sign of n independent pairs of draws is from the printed value."""
    gap = drawn(rng, (repeats, int(n)), delta) - drawn(rng, (repeats, int(n)), delta)
    return np.abs(np.sign(gap[0] * gap[1]).mean(axis=1) - 2 * delta / (3 - delta))


CLAIM = Claim(
    source=Source(Paper("own", "Dependence properties of bivariate copula families", ("J. Ansari", "M. Rockel"), year=2024), "Table 6", "Raftery's family", kind="table"),
    title="Kendall's tau of Raftery's copula",
    words=r"Kendall's tau is $2 \delta/(3 - \delta)$. The mean sign of $n$ independent pairs of draws has this mean and a variance of at most $1/n$, so that",
    displays={"": r"\operatorname{E} \left| \hat\tau - \frac{2 \delta}{3 - \delta} \right| \le \frac{1}{\sqrt{n}}"},
    letters=(Letter(n, "pairs", n >= 1, (100, 10_000), integer=True), Letter(d, "probability of the common part", (d >= 0, d <= 1), (0.1, 0.9))),
    parts={
        "tau": ExpectationBound(1 / sqrt(n), None, tuple(
            Regime(f"delta = {share}, n = {pairs}", Simulation(errors), {"n": pairs, "delta": float(share)})
            for share in (Rational(1, 10), Rational(1, 2), Rational(9, 10)) for pairs in (100, 10_000)
        ), second_moment=1 / n),
    },
)  # fmt: skip
