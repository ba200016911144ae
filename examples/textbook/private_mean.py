"""No estimator of a coin's bias from n flips, each seen through a private channel, has a small mean error at all biases."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sympy import Rational, exp, log, sqrt, symbols

from boundcheck.calculus import Assumed, Choice, Derivation, World, always, fact, law, le
from boundcheck.calculus.terms import Functional
from boundcheck.claims import Claim, Letter, MinimaxLowerBound, Regime
from boundcheck.lemmas.information import (
    Channel,
    Coin,
    Copies,
    Image,
    coin_divergence,
    distance,
    divergence,
    locally_private,
    pinsker,
    private_divergence,
    tensorisation,
)
from boundcheck.lemmas.minimax import THETA, Model, le_cam, two_points

n, epsilon, h = symbols("n epsilon h", real=True)
K = Channel("K")
SHARE = (exp(epsilon) - 1) / (exp(epsilon) + 1)
FLIPS = Model(THETA, Copies(Image(K, Coin(THETA)), n), Rational(0), Rational(1))
risk = Functional("minimax risk", FLIPS)
LAWS = {"private": law(K, "locally private", epsilon)}
p, q = Rational(1, 2) + h, Rational(1, 2) - h


def off(estimate, bias):
    return np.abs(estimate - bias)


@dataclass(frozen=True)
class Flips:
    """Flips that randomised response makes private, or that are seen as they are."""

    private: bool = True

    def sample(self, rng, repeats, *, n, epsilon, p, **point):
        kept = 1 / (1 + np.exp(-epsilon)) if self.private else 1.0
        seen = rng.binomial(n, p * kept + (1 - p) * (1 - kept), repeats) / n
        return (seen - (1 - kept)) / (2 * kept - 1)


@dataclass(frozen=True)
class Method:
    """The debiased mean, clipped to [0, 1], or a half whatever is seen."""

    world: Flips
    looks: bool = True
    error: Callable = off

    def sample(self, rng, repeats, *, p, **point):
        seen = self.world.sample(rng, repeats, p=p, **point)
        return {"error": self.error(np.clip(seen, 0, 1) if self.looks else 0.5 + 0 * seen, p)}


def claim(constant=10, share=SHARE, root=sqrt(n), without=(), world=Flips()):
    """The claim of this bound, without some of the laws."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    bound = 1 / (constant * share * root)
    one, two = (Image(K, Coin(bias)) for bias in (p, q))
    many = (Copies(one, n), Copies(two, n))
    gap, both = divergence(Coin(p), Coin(q)), {"p": many[0], "q": many[1]}
    statement = always(le(bound, risk))
    derivation = Derivation(
        domain=(h > 0, h <= Rational(1, 4)),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("channel", locally_private(channel=K, epsilon=epsilon), by="private"),
            fact("contracted", private_divergence(p=Coin(p), q=Coin(q), channel=K, epsilon=epsilon), by="channel"),
            fact("coins", coin_divergence(p=p, q=q), le(gap, 2 * h * log((1 + 2 * h) / (1 - 2 * h))), by=()),
            fact("near", le(2 * h * log((1 + 2 * h) / (1 - 2 * h)), 32 * h**2 / 3), by=()),
            fact("one flip", le(divergence(one, two), SHARE**2 * (32 * h**2 / 3)), by=("contracted", "coins", "near")),
            fact("n flips", tensorisation(p=one, q=two, n=n), by=()),
            fact("divergence", le(divergence(*many), n * SHARE**2 * (32 * h**2 / 3)), by=("one flip", "n flips")),
            fact("Pinsker", pinsker(**both), by=()),
            fact("distance", le(distance(*many), 4 * h * SHARE * sqrt(n / 3)), by=("divergence", "Pinsker")),
            fact("two biases", le_cam(**both, first=p, second=q), by=()),
            fact("of all", two_points(model=FLIPS, first=p, second=q), by=()),
            fact("joined", le(h * (1 - 4 * h * SHARE * sqrt(n / 3)), risk), by=("distance", "two biases", "of all")),
            fact("chosen", Choice(h, 1 / (4 * SHARE * sqrt(n))), statement, by="joined"),
        ),
        statement=statement,
        error=risk,
        worlds=(World("flips", tuple(held.values()), world),),
        measured=off,
    )  # fmt: skip
    point = {"n": 400, "epsilon": 0.3}
    experiments = (
        Regime("debiased mean", Method(world), {**point, "p": 0.5}),
        Regime("a half", Method(world, looks=False), {**point, "p": 0.0}),
    )
    return Claim(
        words="n flips of a coin, each seen through a channel of its own that is private at the level epsilon",
        displays={"": (r"\inf_{\hat{p}} \sup_p \mathbb{E} |\hat{p} - p| \ge {}", bound)},
        letters=(Letter(n, "flips", n >= 1, (10, 1000), integer=True), Letter(epsilon, "privacy", epsilon > 0, (0.1, 4))),
        parts={
            "risk": MinimaxLowerBound(bound, experiments, of="mean", ceiling=1, given=(n * SHARE**2 >= 1,)),
        },
        derivations={"risk": derivation},
    )


CLAIM = claim()
TWINS = {
    "1 for 10": claim(constant=1),
    "n for its square": claim(root=sqrt(sqrt(n)) / 2),
    "epsilon squared": claim(share=SHARE**2 / 2),
    "no privacy": claim(without=("private",), world=Flips(private=False)),
}
