"""No estimator of a coin's bias from n flips has a mean error below 1/(10 sqrt(n)) for all biases: Le Cam's two points."""

from sympy import Rational, log, sqrt

from .. import Choice, Derivation, always, fact, le, letter
from .lemmas import coin_divergence, coin_risk, distance, divergence, le_cam, pinsker

n, h = letter("n"), letter("h")
DOMAIN = (n >= 1, h > 0, h <= Rational(1, 4))
p, q = Rational(1, 2) + h, Rational(1, 2) - h
ONE = 8 * h**2 / (1 - 4 * h**2)
LOWER = le(1 / (10 * sqrt(n)), coin_risk(n))

TWO_COINS = Derivation(
    DOMAIN,
    {},
    (
        fact(
            "many",
            coin_divergence(p=p, q=q, n=n),
            le(divergence(p, q, n), 2 * n * h * log((1 + 2 * h) / (1 - 2 * h))),
            by=(),
        ),
        fact("one", le(2 * h * log((1 + 2 * h) / (1 - 2 * h)), ONE), by=()),
        fact("divergence", le(divergence(p, q, n), n * ONE), by=("many", "one")),
        fact("pinsker", pinsker(p=p, q=q, n=n), by=()),
        fact("two points", le_cam(p=p, q=q, n=n), le(h * (1 - distance(p, q, n)), coin_risk(n)), by=()),
        fact(
            "joined",
            le(h * (1 - sqrt(4 * n * h**2 / (1 - 4 * h**2))), coin_risk(n)),
            by=("divergence", "pinsker", "two points"),
        ),
        fact("chosen", Choice(h, 1 / (4 * sqrt(n))), LOWER, by="joined"),
    ),
    always(LOWER),
    coin_risk(n),
)
