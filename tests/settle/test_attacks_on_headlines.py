"""What a headline says of where a bound was looked at, for statements whose truth is known. Fixed seed."""

import numpy as np
import sympy

import boundcheck
from boundcheck.claims import Claim, Letter, Paths, Regime, UniformBound
from boundcheck.verdict import Headline

n, d, k, m, t, delta = sympy.symbols("n d k m t delta", real=True)
RISK = Letter(delta, "risk", (delta > 0, delta < 1), (0.01, 0.2))
COUNTS = tuple(Letter(letter, letter.name, letter >= 1, (1, 1000), integer=True) for letter in (n, d, k, m))


def steady(rng, repeats, **_):
    return np.full((repeats, 3), 0.1)


def test_a_bound_at_every_round_names_the_rounds_that_were_looked_at():
    """(|t - 10| + 2)/100 at every round is false of an error of .1 from round 3 to 17, between the listed ones."""
    point = {"n": 5, "d": 2, "k": 3, "m": 4, "delta": 0.05}
    at = (Regime("a", Paths(steady, (1, 30, 100)), point),)
    bound = UniformBound((sympy.Abs(t - 10) + 2) / 100, t, delta, sympy.Integer(9), at)
    for letters in ((COUNTS[0], RISK), (*COUNTS, RISK), (*COUNTS, Letter(t, "round", t >= 1, (1, 1000), integer=True), RISK)):
        found = boundcheck.check(Claim(parts={"bound": bound}, letters=letters), budget="quick")
        assert found.headline is Headline.SUPPORTED
        assert "at t = 1, 30, 100; n = 5" in found.text
