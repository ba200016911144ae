"""The regret of AMSGrad with one first momentum."""

import numpy as np
from sympy import Ge, Gt, Integer, Lt, Rational, sqrt, symbols

from boundcheck.claims import Claim, Inequality, Paper, Regime, Source, Step, WidthBound, Widths

t, v, w, b = symbols("t v w b", real=True)


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
    """The same in each round."""
    return first



def random_slopes(rng, repeats, *, T, **point):
    """Independent slopes, normal ones."""
    return rng.standard_normal((repeats, int(T)))


def one_up_two_down(rng, repeats, *, T, **point):
    """Of every three losses the first has a slope of 3, the others of -1, each up to a tenth."""
    return np.where(np.arange(int(T)) % 3 == 0, 3.0, -1.0) * rng.uniform(0.9, 1, (repeats, int(T)))


def growing(rng, repeats, *, T, **point):
    """Slopes of random signs that grow from round to round."""
    return np.arange(1, int(T) + 1) / T * rng.choice([-1.0, 1.0], (repeats, int(T)))



def random(rng, repeats, *, T, first, second, step):
    regret, bound = run(random_slopes(rng, repeats, T=T), step, first, second, momentum)
    return np.maximum(regret, 0), bound


def cycle(rng, repeats, *, T, first, second, step):
    regret, bound = run(one_up_two_down(rng, repeats, T=T), step, first, second, momentum)
    return np.maximum(regret, 0), bound


def grown(rng, repeats, *, T, first, second, step):
    regret, bound = run(growing(rng, repeats, T=T), step, first, second, momentum)
    return np.maximum(regret, 0), bound

POINTS = [{"T": rounds, "first": first, "second": second, "step": step} for rounds in (10, 300) for first, second in ((0.9, 0.99), (0.1, 0.1)) for step in (0.1, 1.0)]
CLAIM = Claim(
    source=Source(Paper("own", "On the convergence of Adam and beyond", ("S. J. Reddi", "S. Kale", "S. Kumar"), year=2018), "Theorem 4", "convergence of AMSGrad, with one momentum"),
    title="the regret of AMSGrad with one first momentum",
    words=r"On a set of diameter $D$, with steps $\alpha/\sqrt{t}$, one first momentum $\beta_{1,t} = \beta_1$ and $\gamma = \beta_1/\sqrt{\beta_2} < 1$, for convex losses, in one dimension:",
    displays={"": r"R(T) \le \frac{D^2 \sqrt{T \hat v_T}}{\alpha (1 - \beta_1)} + \frac{D^2}{2 (1 - \beta_1)} \sum_t \frac{\beta_{1,t} \sqrt{\hat v_t}}{\alpha_t} + \frac{\alpha \sqrt{1 + \ln T}}{(1 - \beta_1)^2 (1 - \gamma) \sqrt{1 - \beta_2}} \|g_{1:T}\|_2"},
    parts={
        "regret": WidthBound(Rational(1, 20), Integer(10**4), tuple(
            Regime(f"{words}, T = {point['T']}, momenta {point['first']} and {point['second']}, first step {point['step']}", Widths(one), point)
            for words, one in (("random slopes", random), ("one up, two down", cycle), ("growing slopes", grown)) for point in POINTS
        )),
    },
    steps=(
    Step("telescopes", "the telescoping sum", Inequality(sqrt(v * t) / (1 - b), sqrt(w * (t + 1)) / (1 - b), (Ge(t, 1), Gt(v, 0), Ge(w, v), Ge(b, 0), Lt(b, 1))),
        display=r"\frac{\sqrt{\hat v_t}}{\alpha_t (1 - \beta_1)} \le \frac{\sqrt{\hat v_{t+1}}}{\alpha_{t+1} (1 - \beta_1)}", form="translation",
        because=r"$v \le w$ are the largest second moments of two rounds; the steps are $\alpha/\sqrt{t}$, and $\alpha$ cancels."),),
)  # fmt: skip
