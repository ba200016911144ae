"""A noisy mean over a Poisson sample, at the level of the noisy sum."""

from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import ClassVar

from flint import arb
from sympy import Integer, Rational, symbols

from boundcheck.claims import AccountedGuarantee, Claim, Letter, Paper, Reading, Source
from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, Change, Gaussian, epsilon_bracket
from boundcheck.privacy.exact import ball
from boundcheck.privacy.finite_laws import FinitePair

of_sum, sigma, rate, records, own, delta = symbols("epsilon_S sigma q n g delta", real=True)
DELTA = Rational(1, 10**5)
SETTINGS = tuple((Integer(s), Integer(n), q, Integer(g)) for s, n, q in ((1, 2, Rational(1, 2)), (4, 2, Rational(9, 10)), (10, 2, Rational(9, 10)), (10, 10, Rational(1, 2))) for g in (0, 1))


def number(value):
    return ball(Rational(value).p) / Rational(value).q


def below(t):
    """A standard normal number is at most t."""
    return (-t / arb(2).sqrt()).erfc() / 2


@dataclass(frozen=True)
class NoisyMean:
    """A noisy mean on a grid: gradients are 0, but g of one record, which is there or not; over the records drawn, or their mean number."""

    sigma: Rational
    rate: Rational
    records: int
    own: Rational
    drawn: bool
    answers: ClassVar = (Change.ADDED_OR_REMOVED, Change.ADDED, Change.REMOVED)

    def at_most(self, t, there):
        """The probability that the mean is at most t."""
        others, q, total = self.records - 1, number(self.rate), arb(0)
        for size in range(others + 1):
            chance = comb(others, size) * q**size * (1 - q) ** (others - size)
            for own in (0, 1) if there else (0,):
                mine = (q if own else 1 - q) if there else arb(1)
                over = max(size + own, 1) if self.drawn else number(self.rate * self.records)
                total += chance * mine * below((t * over - own * number(self.own)) / number(self.sigma))
        return total

    def law(self, there):
        grid = [number(self.sigma) * k / 10 for k in range(-40, 41)]
        at_most = [self.at_most(t, there) for t in grid]
        steps = [at_most[0], *(b - a for a, b in pairwise(at_most)), 1 - at_most[-1]]
        return tuple(step.max(arb(0)) for step in steps)

    def pair(self, change):
        there, gone = self.law(True), self.law(False)
        return FinitePair(gone, there) if change is Change.ADDED else FinitePair(there, gone)

    def __str__(self):
        return f"a noisy mean of {self.records} records, noise {self.sigma}"


def level(sigma, rate):
    """The least level of the noisy sum, rounded up."""
    return Rational(str(epsilon_bracket(Gaussian(sigma, rate), DELTA, RECORD_ADDED_OR_REMOVED).high))


def by_drawn(sigma, q, n, g, **point):
    return NoisyMean(sigma, q, int(n), g, True), RECORD_ADDED_OR_REMOVED


def by_expected(sigma, q, n, g, **point):
    return NoisyMean(sigma, q, int(n), g, False), RECORD_ADDED_OR_REMOVED


POINTS = {
    f"noise {s}, {n} records at {q}, gradient {g}": {"sigma": s, "n": n, "q": q, "g": g, "delta": DELTA, "epsilon_S": level(s, q)}
    for s, n, q, g in SETTINGS
}
CLAIM = Claim(
    source=Source(Paper("own", "Common practice"), "Averages", "accounting of DP-SGD"),
    title="a noisy mean at the level of the noisy sum",
    words=r"A Poisson sample is drawn, contributions at most 1 are added up with Gaussian noise, and the sum is divided by the size of the batch. At $\delta$ the mean has the level $\varepsilon_S$ of the sum, one record added or removed:",
    displays={"": r"\varepsilon \le \varepsilon_S"},
    letters=(
        Letter(of_sum, "level of the sum", of_sum > 0, (0.1, 10)), Letter(sigma, "noise multiplier", sigma > 0, (1, 10)),
        Letter(rate, "sampling rate", (rate > 0, rate < 1), (0.1, 0.9)), Letter(records, "records", records >= 1, (2, 10), integer=True),
        Letter(own, "gradient of the record", (own >= 0, own <= 1), (0.1, 1)), Letter(delta, "failure", (delta > 0, delta < 1), (1e-6, 1e-4)),
    ),
    readings=(
        Reading("literal", "the size is the number of records that were drawn"),
        Reading("expected", "the size is the expected number of records", repair=True),
    ),
    parts={
        "private": {
            "literal": AccountedGuarantee(of_sum, delta, by_drawn, POINTS),
            "expected": AccountedGuarantee(of_sum, delta, by_expected, POINTS),
        },
    },
    not_covered=("data sets other than those with gradients of 0, and events that a grid does not tell",),
)  # fmt: skip
