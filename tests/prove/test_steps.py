"""Typical steps of the papers, as printed: the right answer, each within a second."""


import pytest
from sympy import Abs, Eq, Min, cosh, exp, log, sqrt, symbols

from boundcheck.prove import Proved, Refuted, prove
from boundcheck.symbolic import Statement, bernoulli_kl, sigmoid

pytestmark = pytest.mark.slow

z, u, w, B, R, p, q, eps, beta, a, lam, d, t, E, m, y = symbols("z u w B R p q epsilon beta a lambda d t E m y")
gamma = 1 / (2 + exp(-B) + exp(B))
c = (exp(eps) + 1) / (exp(eps) - 1)
flipped, flopped = ((exp(eps) * v + 1 - v) / (exp(eps) + 1) for v in (p, q))
laws = (eps > 0, p >= 0, p <= 1, q >= 0, q <= 1)
both = bernoulli_kl(flipped, flopped) + bernoulli_kl(flopped, flipped)
weight = ((E + 1) / (E - 1)) * (m + E / (E + 1) - 1)
logit = log(weight / (1 - weight))
mean = sigmoid(eps) * y + (1 - sigmoid(eps)) * (1 - y)


def taylor(top):
    """Return the remainder of the logistic loss from z to `top`."""
    return log(1 + exp(top)) - log(1 + exp(z)) - sigmoid(z) * (top - z)


STEPS = {
    "curvature": (gamma <= sigmoid(z).diff(z), (Abs(z) <= B, B > 0), Proved),
    "Taylor": (gamma / 2 * (u - z) ** 2 <= taylor(u), (Abs(z) <= B, Abs(u) <= B, B > 0), Proved),
    "Taylor without the half": (gamma * (u - z) ** 2 <= taylor(u), (Abs(z) <= B, Abs(u) <= B, B > 0), Refuted),
    "Taylor, debiased means": (
        gamma * (logit - z) ** 2 <= taylor(logit),
        (
            Abs(z) <= B,
            B > 0,
            E > 1,
            m >= 0,
            m <= 1,
            sigmoid(-B) <= weight,
            weight <= sigmoid(B),
            weight > 0,
            weight < 1,
        ),
        Refuted,
    ),
    "private divergences": (both <= Min(4, exp(2 * eps)) * (exp(eps) - 1) ** 2 * (p - q) ** 2, laws, Proved),
    "contraction": (Abs(flipped - flopped) <= (exp(eps) - 1) / (exp(eps) + 1) * Abs(p - q), laws, Proved),
    "separation": (
        2 / beta * log(cosh(beta * a / 2)) >= Min(beta * a**2 / 8, 3 * a / 10),
        (beta > 0, a >= 0),
        Proved,
    ),
    "mean value": (
        Abs(z - u) <= (exp(-R) + 2 + exp(R)) * Abs(sigmoid(z) - sigmoid(u)),
        (Abs(z) <= R, Abs(u) <= R, R > 0),
        Proved,
    ),
    "Hessian weight": (
        Statement(sigmoid(z).diff(z) - sigmoid(z + eps) * (1 - sigmoid(z + eps)), ">", 0),
        (Abs(z) <= B, eps > 2 * B, B > 0),
        Proved,
    ),
    "unbiased": (Eq(c * (mean + sigmoid(eps) - 1), y), (eps > 0,), Proved),
    "debiasing constant": (c >= 1, (eps > 0,), Proved),
    "norm tail": (d + 2 * sqrt(d * t) + 2 * t <= (3 + sqrt(5)) / 2 * (d + t), (d >= 1, t >= 0), Proved),
}


@pytest.mark.parametrize("name", STEPS)
def test_step(name):
    goal, given, expected = STEPS[name]
    assert isinstance(prove(goal, given), expected)
