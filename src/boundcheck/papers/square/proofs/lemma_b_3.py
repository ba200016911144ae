"""Lemma B.3 from the moments of one difference, at the eta that is given."""

from sympy import E, Expr, Integer, exp, log

from boundcheck.calculus import (
    Assumed,
    Choice,
    Derivation,
    Expectation,
    Expected,
    Index,
    Past,
    Total,
    World,
    event,
    fact,
    family,
    law,
    le,
    letter,
)  # fmt: skip
from boundcheck.lemmas.concentration import variance_mean
from boundcheck.lemmas.martingales import expectation_of, log_moments, range_of

n, eta, variance, top, zeta, u = map(letter, ("n", "eta", "variance", "bound_above", "zeta", "u"))
k = Index("k", n, 0)
PAST = frozenset({Past("draws", k)})
X = family("u", "difference k", (k, variance, top), {Past("draws", k + 1)})(k)
lowest = -variance / top  # of two values with mean 0, this variance and this largest value
moment = (E - 2) * eta**2 * variance

LAWS = {
    "mean": law(X, "mean", 0, given=PAST),
    "second moment": law(X, "variance", variance, given=PAST),
    "range": law(X, "bounded", lowest, top),
    "terms": law(eta * X, "integrable"),
    "exponential": law(exp(eta * X), "integrable"),
    "square": law(X**2, "integrable"),
}


def derivation(differences, spread: Expr = E - 2) -> Derivation:
    """For an experiment that sums `n` differences of two values; with another number than e - 2 it is another statement."""
    total = Total(X, k, n)
    bound = event(le(total, eta * spread * n * variance + log(1 / zeta) / eta), failure=zeta)
    return Derivation(
        (u <= 1,),
        {label: Assumed(one, "Lemma B.3; the two values that are drawn") for label, one in LAWS.items()},
        (
            fact("values", range_of(D=X, low=lowest, high=top), by="range"),
            fact("exponent", le(eta * X, Integer(1)), by="values"),
            fact("curve", le(exp(u), 1 + u + (E - 2) * u**2), by=()),
            fact("curve of a difference", Choice(u, eta * X), by=("curve", "exponent")),
            fact("means", Expected(PAST), by=("curve of a difference", "exponential", "square", "range")),
            fact("centred", expectation_of(D=X, mean=0, given=PAST), by="mean"),
            fact("variance means", variance_mean(Y=X, mu=0, v=variance, given=PAST), by=("mean", "second moment")),
            fact("moment", le(Expectation(exp(eta * X), PAST), 1 + moment), by=("means", "centred", "variance means")),
            fact("log-moment", le(Expectation(exp(eta * X), PAST), exp(moment)), by="moment"),
            fact("sum", log_moments(D=eta * X, index=k, a=moment, delta=zeta), by=("log-moment", "terms")),
            fact("bound", bound, by="sum"),
        ),
        bound,
        total,
        (World("two values", tuple(LAWS.values()), differences),),
        differences,
    )  # fmt: skip
