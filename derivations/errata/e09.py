"""Batches drawn without replacement, at the level of Poisson samples."""

from sympy import Integer, Rational, symbols

from boundcheck.claims import AccountedGuarantee, Claim, Letter, Paper, Reading, Source
from boundcheck.privacy import RECORD_REPLACED, Composition, FixedBatches, Gaussian, epsilon_bracket

sigma, batch, n, steps, delta = symbols("sigma b n T delta", real=True)
poisson = symbols("epsilon_P", real=True)
DELTA = Rational(1, 10**5)
SETTINGS = {
    "noise 1, batches of 10 in 100": (1, 10, 100, 100),
    "noise 2, batches of 10 in 1000": (2, 10, 1000, 1000),
    "noise 4, batches of 50 in 100": (4, 50, 100, 50),
}


def of_poisson(sigma, b, n, T):
    """The least level of Poisson samples of the same mean size, rounded up."""
    found = epsilon_bracket(Composition(((Gaussian(sigma, Rational(b, n)), T),)), DELTA, RECORD_REPLACED)
    return Rational(str(found.high))


def without_replacement(sigma, b, n, T, **point):
    return Composition(((FixedBatches(sigma, int(b), int(n)), int(T)),)), RECORD_REPLACED


POINTS = {
    words: {"sigma": Integer(s), "b": Integer(b), "n": Integer(m), "T": Integer(t), "delta": DELTA, "epsilon_P": of_poisson(s, b, m, t)}
    for words, (s, b, m, t) in SETTINGS.items()
}
CLAIM = Claim(
    source=Source(Paper("own", "Common practice"), "Sampling", "accounting of DP-SGD"),
    title="without replacement, at the level of Poisson samples",
    words=r"$T$ noisy sums over batches of $b$ of $n$ records, drawn without replacement, have about the level $\varepsilon_P$ at $\delta$ of Poisson samples of the same mean size, one record replaced. 'About' is taken as within a tenth:",
    displays={"": r"\varepsilon \le \frac{11}{10} \varepsilon_P"},
    letters=(
        Letter(sigma, "noise multiplier", sigma > 0, (1, 4)), Letter(batch, "size of a batch", batch >= 1, (10, 50), integer=True),
        Letter(n, "records", n >= 1, (100, 1000), integer=True), Letter(steps, "steps", steps >= 1, (50, 1000), integer=True),
        Letter(delta, "failure", (delta > 0, delta < 1), (1e-6, 1e-4)), Letter(poisson, "level of Poisson samples", poisson > 0, (0.1, 10)),
    ),
    readings=(Reading("literal", "within a tenth"),),
    parts={"private": AccountedGuarantee(Rational(11, 10) * poisson, delta, without_replacement, POINTS)},
)  # fmt: skip
