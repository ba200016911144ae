"""A noisy mean over a Poisson sample, at the level of the noisy sum."""

import numpy as np
from sympy import Rational, symbols

from boundcheck.claims import AuditedGuarantee, Claim, Letter, Neighbours, Paper, Reading, Regime, Source
from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, Gaussian, epsilon_bracket

epsilon = symbols("epsilon", real=True)
DELTA = Rational(1, 10**5)
SETTINGS = ((1, 2, Rational(1, 2)), (4, 2, Rational(9, 10)), (10, 2, Rational(9, 10)), (10, 10, Rational(1, 2)))  # noise, records, rate


def of_sum(sigma, rate):
    """The least level of the noisy sum, as a float that is not below it."""
    found = epsilon_bracket(Gaussian(sigma, rate), DELTA, RECORD_ADDED_OR_REMOVED)
    return float(np.nextafter(float(found.high), np.inf))


def mean(rng, repeats, records, rate, sigma, own, drawn):
    """The size of a noisy mean of gradients 0, but for one record's `own`; over the records drawn, or their mean number."""
    size = rng.binomial(records - 1, rate, size=repeats)
    total = sigma * rng.standard_normal(repeats)
    if own is not None:
        chosen = rng.random(repeats) < rate
        size = size + chosen
        total = total + own * chosen
    return total / (np.maximum(size, 1) if drawn else records * rate)


def by_drawn(rng, repeats, *, records, rate, sigma, own, side, **point):
    there = np.abs(mean(rng, repeats, int(records), rate, sigma, own, True))
    gone = np.abs(mean(rng, repeats, int(records), rate, sigma, None, True))
    return (there, gone) if side == 1 else (gone, there)


def by_expected(rng, repeats, *, records, rate, sigma, own, side, **point):
    there = mean(rng, repeats, int(records), rate, sigma, own, False)
    gone = mean(rng, repeats, int(records), rate, sigma, None, False)
    return (there, gone) if side == 1 else (gone, there)


def regimes(run, owns):
    return tuple(
        Regime(f"{'removed' if side == 1 else 'added'}, gradient {own}, noise {sigma}, {records} records at {rate}", Neighbours(run),
            {"sigma": float(sigma), "records": records, "rate": float(rate), "own": float(own), "side": side, "epsilon": of_sum(sigma, rate)})
        for sigma, records, rate in SETTINGS
        for own in owns
        for side in (1, -1)
    )  # fmt: skip


CLAIM = Claim(
    source=Source(Paper("own", "Common practice"), "Averages", "accounting of DP-SGD"),
    title="a noisy mean at the level of the noisy sum",
    words=r"A Poisson sample is drawn, contributions at most 1 are added up with Gaussian noise, and the sum is divided by the size of the batch. The mean has the level $\varepsilon$ at $\delta = 10^{-5}$ of the sum:",
    displays={"": r"P(S) \le e^\varepsilon P'(S) + \delta"},
    letters=(Letter(epsilon, "level of the sum", epsilon > 0, (0.1, 10)),),
    readings=(
        Reading("literal", "the size is the number of records that were drawn"),
        Reading("expected", "the size is the expected number of records", repair=True),
    ),
    parts={
        "private": {
            "literal": AuditedGuarantee(epsilon, DELTA, "one record added or removed", regimes(by_drawn, (0, 1))),
            "expected": AuditedGuarantee(epsilon, DELTA, "one record added or removed", regimes(by_expected, (1,))),
        },
    },
)  # fmt: skip
