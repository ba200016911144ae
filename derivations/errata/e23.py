"""The regret of AMSGrad over the number of rounds, from both sides."""

import numpy as np
from sympy import Integer, Rational

from boundcheck.claims import Claim, Paper, Regime, Source, WidthBound, Widths


def run(slopes, step, first, second, momentum):
    """AMSGrad on [-1, 1] for linear losses of these slopes, an array (repeats, T): its regret, and the three terms of the bound."""
    repeats, rounds = slopes.shape
    x, m, v, top = np.ones(repeats), np.zeros(repeats), np.zeros(repeats), np.full(repeats, 1e-12)
    paid, middle = np.zeros(repeats), np.zeros(repeats)
    for t in range(1, rounds + 1):
        g, b, a = slopes[:, t - 1], momentum(first, t), step / np.sqrt(t)
        paid += g * x
        m, v = b * m + (1 - b) * g, second * v + (1 - second) * g * g
        top = np.maximum(top, v)
        middle += b * np.sqrt(top) / a
        x = np.clip(x - a * m / np.sqrt(top), -1, 1)
    regret = paid + np.abs(slopes.sum(axis=1))  # the best point is at an end
    ratio = first / np.sqrt(second)
    bound = 4 * np.sqrt(rounds) * np.sqrt(top) / (step * (1 - first)) + 4 * middle / (2 * (1 - first))
    bound += step * np.sqrt(1 + np.log(rounds)) * np.sqrt((slopes**2).sum(axis=1)) / ((1 - first) ** 2 * (1 - ratio) * np.sqrt(1 - second))
    return regret, bound


def momentum(first, t):
    """Falls by half from round to round."""
    return first / 2 ** min(t - 1, 1000)


def doubling(rng, repeats, *, T, first, second, step, **point):
    """Slopes of size 1, up to a tenth; their sign changes at each power of two."""
    rounds = np.arange(1, int(T) + 1)
    slopes = (-1.0) ** np.floor(np.log2(rounds)) * rng.uniform(0.9, 1, (repeats, int(T)))
    regret, bound = run(slopes, step, first, second, momentum)
    return np.abs(regret) / T, bound / T


def random(rng, repeats, *, T, first, second, step, **point):
    """Independent slopes of random sign."""
    regret, bound = run(rng.choice([-1.0, 1.0], (repeats, int(T))), step, first, second, momentum)
    return np.abs(regret) / T, bound / T


def one_side(rng, repeats, *, T, first, second, step, **point):
    """One loss, up to a tenth of its slope."""
    regret, bound = run(rng.uniform(0.9, 1, (repeats, int(T))), step, first, second, momentum)
    return np.abs(regret) / T, bound / T


POINT = {"T": 4096, "first": 0.1, "second": 0.5, "step": 1.0}
CLAIM = Claim(
    source=Source(Paper("own", "On the convergence proof of AMSGrad and a new version", ("T. T. Phuong", "L. T. Phong"), year=2019), "Corollary 4.5", "Corollaries 4.5, 5.5 and 5.6", kind="corollary"),
    title="the regret over the number of rounds tends to zero",
    words=r"The regret over the number of rounds tends to 0. No rate is printed; here it is taken to be as near to 0, from either side, as the bound of the theorem is from above:",
    displays={"": r"\lim_{T \to \infty} \frac{R(T)}{T} = 0"},
    parts={
        "vanishes": WidthBound(Rational(1, 20), Integer(2), tuple(
            Regime(f"{words}, T = {POINT['T']}", Widths(one), POINT)
            for words, one in (("signs change at powers of two", doubling), ("random signs", random), ("one loss", one_side))
        )),
    },
)  # fmt: skip
