"""Shuffled batches, at the level of Poisson samples of the same size."""

import numpy as np
from sympy import Rational, symbols

from boundcheck.claims import AuditedGuarantee, Claim, Letter, Neighbours, Paper, Regime, Source
from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, Composition, Gaussian, epsilon_bracket

epsilon = symbols("epsilon", real=True)
DELTA = Rational(1, 10**5)
SETTINGS = ((Rational(2, 5), 10), (Rational(1, 2), 30), (Rational(1, 2), 100), (Rational(1), 10))  # noise, batches of one epoch


def of_poisson(sigma, batches):
    """The least level of one epoch of Poisson samples, as a float that is not below it."""
    found = epsilon_bracket(Composition(((Gaussian(sigma, Rational(1, batches)), batches),)), DELTA, RECORD_ADDED_OR_REMOVED)
    return float(np.nextafter(float(found.high), np.inf))


def one_epoch(rng, repeats, batches, sigma, record):
    """The largest noisy sum of an epoch, from where all records contribute -1; one record contributes `record` in its batch."""
    sums = sigma * rng.standard_normal((repeats, batches))
    sums[np.arange(repeats), rng.integers(batches, size=repeats)] += record + 1
    return sums.max(axis=1)


def there_and_gone(rng, repeats, *, batches, sigma, **point):
    """A record that contributes 1 among others that contribute -1, and the same without its contribution."""
    return one_epoch(rng, repeats, int(batches), sigma, 1), one_epoch(rng, repeats, int(batches), sigma, 0)


def gone_and_there(rng, repeats, *, batches, sigma, **point):
    there, gone = there_and_gone(rng, repeats, batches=batches, sigma=sigma)
    return gone, there


CLAIM = Claim(
    source=Source(Paper("own", "Common practice"), "Shuffling", "accounting of DP-SGD"),
    title="shuffled batches, at the level of Poisson samples",
    words=r"One epoch of noisy sums over shuffled batches, contributions at most 1, is private at the level $\varepsilon$ at $\delta = 10^{-5}$ of one epoch of Poisson samples of the same mean size:",
    displays={"": r"P(S) \le e^\varepsilon P'(S) + \delta"},
    letters=(Letter(epsilon, "level of Poisson samples", epsilon > 0, (0.1, 10)),),
    parts={
        "private": AuditedGuarantee(epsilon, DELTA, "the contribution of one record left out", tuple(
            Regime(f"{words}, noise {float(sigma)}, {batches} batches", Neighbours(run),
                {"sigma": float(sigma), "batches": batches, "epsilon": of_poisson(sigma, batches)})
            for sigma, batches in SETTINGS
            for words, run in (("left out", there_and_gone), ("put in", gone_and_there))
        )),
    },
)  # fmt: skip
