"""Direct preference optimisation and the optimum that it stands for, with tables and with log-linear policies."""

from math import exp, log, tanh

from sympy import exp as e
from sympy import log as ln
from sympy import symbols

from boundcheck.claims import Claim, Identity, InstanceInequality, Letter, Paper, Source

beta, r, s, p, q, Z = symbols("beta r s p q Z", real=True)
FEATURES = (0.0, 1.0, 3.0)  # of three answers; the policy is e^(theta feature), normalised, and the reference uniform


def rewards(vector):
    """Rewards of three answers, at most 4 in size, and another policy to compare with."""
    *heights, other = (4 * tanh(float(x)) for x in vector)
    return {"rewards": heights, "other": other}


def policy(theta):
    weights = [exp(theta * x) for x in FEATURES]
    return [w / sum(weights) for w in weights]


def objective(theta, heights):
    """Mean reward less the divergence from the uniform reference, at beta = 1."""
    return sum(w * (height - log(3 * w)) for w, height in zip(policy(theta), heights, strict=True))


def slope(theta, heights):
    """Of the loss on all pairs, preferences drawn by Bradley and Terry, at infinitely many data."""
    return sum(
        (x - y) * (tanh((theta * (x - y)) / 2) - tanh((a - b) / 2))
        for i, (x, a) in enumerate(zip(FEATURES, heights, strict=True))
        for y, b in list(zip(FEATURES, heights, strict=True))[:i]
    )


def trained(heights):
    """The minimum of the loss, by bisection: the loss is convex."""
    low, high = -50.0, 50.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if slope(middle, heights) > 0 else (middle, high)
    return (low + high) / 2


def of_another(case):
    return exp(objective(case["other"], case["rewards"]))


def of_trained(case):
    return exp(objective(trained(case["rewards"]), case["rewards"]))


# With tables: the margin of the policy p e^(r/beta)/Z over the reference p, times beta, is the difference of the rewards.
MARGIN = beta * ln((p * e(r / beta) / Z) / p) - beta * ln((q * e(s / beta) / Z) / q)
CLAIM = Claim(
    source=Source(Paper("own", "Direct preference optimization", ("R. Rafailov", "others"), year=2023), "Equivalence", "as it is quoted"),
    title="direct preference optimisation and regularised reward have one optimum",
    words=r"For every class of policies the minimum of the loss is the optimum of the mean reward less $\beta$ times the divergence from the reference: no policy of the class has a larger objective $J$ than the trained one. With tables, the optimum is the reference times $e^{r/\beta}$, normalised, and its margins are those of the rewards:",
    displays={
        "tables": r"\beta \ln \frac{\pi^*(a)}{\pi_0(a)} - \beta \ln \frac{\pi^*(b)}{\pi_0(b)} = r(a) - r(b)",
        "classes": r"J(\theta) \le J(\hat\theta) \quad \text{for every } \theta",
    },
    letters=(
        Letter(beta, "temperature", beta > 0, (0.1, 2)), Letter(r, "reward of the first answer"), Letter(s, "reward of the second answer"),
        Letter(p, "probability of the first under the reference", (p > 0, p < 1), (0.1, 0.9)), Letter(q, "of the second", (q > 0, q < 1), (0.1, 0.9)), Letter(Z, "normaliser", Z > 0, (0.1, 10)),
    ),
    parts={
        "tables": Identity(MARGIN, r - s),
        "classes": InstanceInequality("log-linear policies over three answers", 4, rewards, of_another, of_trained),
    },
)  # fmt: skip
