"""Shuffled batches, at the level of Poisson samples of the same size."""

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from flint import arb
from sympy import Integer, Rational, symbols

from boundcheck.claims import AccountedGuarantee, Claim, Letter, Paper, Source
from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, Change, Composition, Gaussian, epsilon_bracket
from boundcheck.privacy.exact import ball
from boundcheck.privacy.finite_laws import FinitePair

poisson, sigma, batches, delta = symbols("epsilon_P sigma T delta", real=True)
DELTA = Rational(1, 10**5)
SETTINGS = ((Rational(2, 5), 10), (Rational(1, 2), 30), (Rational(1, 2), 100), (Integer(1), 10), (Integer(1), 100))


def below(t):
    """A standard normal number is at most t."""
    return (-t / arb(2).sqrt()).erfc() / 2


@dataclass(frozen=True)
class OneEpoch:
    """The largest noisy sum of an epoch, on a grid, counted from where all records of a batch contribute -1.

    All records but one contribute -1; that one contributes 1, or its contribution is left out, in a batch that is drawn evenly.
    """

    sigma: Rational
    batches: int
    answers: ClassVar = (Change.ADDED_OR_REMOVED, Change.ADDED, Change.REMOVED)

    def law(self, raised):
        noise = ball(Rational(self.sigma).p) / Rational(self.sigma).q
        grid = [noise * k / 4 for k in range(-8, 49)]
        at_most = [below((t - raised) / noise) * below(t / noise) ** (self.batches - 1) for t in grid]
        steps = [at_most[0], *(b - a for a, b in pairwise(at_most)), 1 - at_most[-1]]
        return tuple(step.max(arb(0)) for step in steps)

    def pair(self, change):
        there, gone = self.law(2), self.law(1)
        return FinitePair(gone, there) if change is Change.ADDED else FinitePair(there, gone)

    def __str__(self):
        return f"one epoch of {self.batches} shuffled batches, noise {self.sigma}"


def of_poisson(sigma, batches):
    """The least level of one epoch of Poisson samples, rounded up."""
    found = epsilon_bracket(Composition(((Gaussian(sigma, Rational(1, batches)), batches),)), DELTA, RECORD_ADDED_OR_REMOVED)
    return Rational(str(found.high))


def shuffled(sigma, T, **point):
    return OneEpoch(sigma, int(T)), RECORD_ADDED_OR_REMOVED


POINTS = {
    f"noise {s}, {t} batches": {"sigma": s, "T": Integer(t), "delta": DELTA, "epsilon_P": of_poisson(s, t)} for s, t in SETTINGS
}
CLAIM = Claim(
    source=Source(Paper("own", "Common practice"), "Shuffling", "accounting of DP-SGD"),
    title="shuffled batches, at the level of Poisson samples",
    words=r"One epoch of $T$ noisy sums over shuffled batches, contributions at most 1, has at $\delta$ at most the level $\varepsilon_P$ of one epoch of Poisson samples of the same mean size, the contribution of one record left out or put in:",
    displays={"": r"\varepsilon \le \varepsilon_P"},
    letters=(
        Letter(poisson, "level of Poisson samples", poisson > 0, (0.1, 10)), Letter(sigma, "noise multiplier", sigma > 0, (0.4, 1)),
        Letter(batches, "batches", batches >= 1, (10, 100), integer=True), Letter(delta, "failure", (delta > 0, delta < 1), (1e-6, 1e-4)),
    ),
    parts={"private": AccountedGuarantee(poisson, delta, shuffled, POINTS)},
    not_covered=("data sets and events other than those of the largest sum on a grid",),
)  # fmt: skip
