"""Fano's method for a location family: the mean of n draws of M normal coordinates cannot be found, though at most one is not 0."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sympy import Integer, log, sqrt, symbols

from boundcheck.calculus import Assumed, Choice, Derivation, Index, World, always, fact, law, le
from boundcheck.calculus.terms import Functional, Hypotheses
from boundcheck.claims import Claim, Letter, MinimaxLowerBound, Regime
from boundcheck.lemmas.information import Copies, Measure, Moved, divergence, moved_divergence, tensorisation
from boundcheck.lemmas.minimax import fano, information_radius, number_of_hypotheses, sparse_means

n, M, v, h = symbols("n M v h", real=True)
j = Index("j", M)
NOISE = Measure("noise")
risk = Functional("sparse risk", NOISE, n, M)
LAWS = {"normal": law(NOISE, "normal", v)}


def off(estimate, mean):
    """The squared distance."""
    return ((estimate - mean) ** 2).sum(axis=1)


@dataclass(frozen=True)
class Draws:
    """Averages of n draws of M coordinates, of which the first has the mean h; `quiet` ones have a hundredth of the variance."""

    quiet: bool = False

    def sample(self, rng, repeats, *, n, M, v, h, **point):
        mean = np.zeros(M)
        mean[0] = h
        return mean + rng.standard_normal((repeats, M)) * np.sqrt(v / n) * (0.1 if self.quiet else 1)


@dataclass(frozen=True)
class Method:
    """The largest coordinate, within [0, 1] and where it stands out, and else 0; or 0 whatever is seen."""

    world: Draws
    looks: bool = True
    error: Callable = off

    def sample(self, rng, repeats, *, n, M, v, h, **point):
        seen = self.world.sample(rng, repeats, n=n, M=M, v=v, h=h)
        floor = np.sqrt(2 * v * np.log(M) / n) if self.looks else np.inf
        kept = np.where((seen == seen.max(axis=1, keepdims=True)) & (seen > floor), np.clip(seen, 0, 1), 0)
        mean = np.zeros(M)
        mean[0] = h
        return {"error": self.error(kept, mean)}


def claim(bound=v * log(M) / (4 * n), without=(), world=Draws()):
    """The claim of this bound, without some of the laws."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    one, centre = Moved(NOISE, h, j), Moved(NOISE, Integer(0), Integer(1))
    many = Hypotheses(Copies(one, n), j)
    radius, least = n * h**2 / (2 * v), Functional("least error", many)
    statement = always(le(bound, risk))
    derivation = Derivation(
        domain=(h >= 0, h <= 1),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("moved", moved_divergence(noise=NOISE, v=v, far=h, axis=j), by="normal"),
            fact("n draws", tensorisation(p=one, q=centre, n=n), by=()),
            fact("near the centre", le(divergence(Copies(one, n), Copies(centre, n)), radius), by=("moved", "n draws")),
            fact("information", information_radius(w=many, centre=Copies(centre, n), radius=radius), by="near the centre"),
            fact("number", number_of_hypotheses(w=many), by=()),
            fact("Fano", fano(w=many), by=()),
            fact("tests err", le(1 - (radius + log(2)) / log(M), least), by=("information", "number", "Fano")),
            fact("so do estimates", sparse_means(noise=NOISE, n=n, far=h, index=j), by=()),
            fact("joined", le(h**2 * (1 - (radius + log(2)) / log(M)), risk), by=("tests err", "so do estimates")),
            fact("chosen", Choice(h, sqrt(v * log(M) / (2 * n))), by="joined"),
            fact("bound", statement, by="chosen"),
        ),
        statement=statement,
        error=risk,
        worlds=(World("normal draws", tuple(held.values()), world),),
        measured=off,
    )  # fmt: skip
    point = {"n": 20, "M": 100, "v": 1.0}
    experiments = (
        Regime("the largest", Method(world), {**point, "h": 0.9}),
        Regime("nothing", Method(world, looks=False), {**point, "h": 1.0}),
    )
    return Claim(
        words="n draws of M independent normal coordinates of variance v, of whose means at most one is not 0, and lies in [0, 1]",
        displays={"": (r"\inf_{\hat\theta} \sup_\theta \mathbb{E} \|\hat\theta - \theta\|^2 \ge {}", bound)},
        letters=(
            Letter(n, "draws", n >= 1, (10, 1000), integer=True),
            Letter(M, "coordinates", M >= 16, (16, 1000), integer=True),
            Letter(v, "variance", v > 0, (0.1, 10)),
        ),
        parts={"risk": MinimaxLowerBound(bound, experiments, of="mean", ceiling=2, given=(v * log(M) <= 2 * n,))},
        derivations={"risk": derivation},
    )


CLAIM = claim()
TWINS = {
    "10 for 1/4": claim(10 * v * log(M) / n),
    "n for its square": claim(v * log(M) / sqrt(n)),
    "M for its logarithm": claim(v * M / (2 * n)),
    "noise of any law": claim(without=("normal",), world=Draws(quiet=True)),
}
