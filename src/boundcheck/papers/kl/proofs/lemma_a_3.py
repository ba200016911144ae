"""Lemma A.3 from Lemma A.1: what the moments of one coin give for the sum, at the step that the proof chooses."""

from sympy import Expr, exp, log, sqrt

from boundcheck.calculus import (
    Assumed,
    Choice,
    Definition,
    Derivation,
    Expectation,
    Expected,
    Index,
    Past,
    Total,
    World,
    always,
    eq,
    event,
    fact,
    family,
    law,
    le,
    letter,
    quantity,
)  # fmt: skip
from boundcheck.lemmas.concentration import variance_mean
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.martingales import expectation_of, log_moments, range_of

n, chance, delta, u = map(letter, ("n", "chance", "delta", "u"))
k = Index("k", n, 0)
PAST = frozenset({Past("draws", k)})
X = family("X", "coin k less its chance", (k, chance), {Past("draws", k + 1)})(k)
OWN = (n, chance, delta)
root = quantity("root", "sqrt(2 ln(1/delta)/v), v the sum of the variances", OWN)
s = quantity("s", "step of the exponential", OWN)
M, v, L = 1 - chance, chance * (1 - chance), log(1 / delta)
HALF_SQUARE = n * v * root**2 / 2
moment = s**2 * v / (2 * (1 - s * M / 3))  # bounds the logarithm of one moment

LAWS = {
    "mean": law(X, "mean", 0, given=PAST),
    "variance": law(X, "variance", v, given=PAST),
    "range": law(X, "bounded", -chance, M),
    "terms": law(s * X, "integrable"),
    "exponential": law(exp(s * X), "integrable"),
    "square": law(X**2, "integrable"),
}


def derivation(coins, factor=1) -> Derivation:
    """For an experiment that sums `n` coins; with another factor than 1 before the last term it is a false version, or a weaker one."""
    width: Expr = sqrt(2 * n * v * L) + factor * M * L / 3
    total = Total(X, k, n)
    bound = event(le(total, width), failure=delta)
    return Derivation(
        (u < 3,),
        {label: Assumed(one, "Lemma A.3; the sums of coins that are drawn") for label, one in LAWS.items()}
        | {"root": Definition(root, sqrt(2 * L / (n * v))), "step": Definition(s, root / (1 + M * root / 3))},
        (
            fact("root's square", always(lt(0, root), le(L, HALF_SQUARE), le(HALF_SQUARE, L)), by="root"),
            fact("largest", lt(0, M), by=()),
            fact("root's sign", lt(0, root), by="root's square"),
            fact("positive", always(lt(0, M), lt(0, root)), by=("largest", "root's sign")),
            fact("divisor", lt(0, 1 + M * root / 3), by="positive"),
            fact("product", eq(s * (1 + M * root / 3), root), by=("step", "divisor")),
            fact("step's sign", lt(0, s), by=("product", "positive")),
            fact("step's range", lt(s * M, 3), by=("product", "positive", "step's sign")),
            fact("range of the step", always(lt(0, s), lt(s * M, 3)), by=("step's sign", "step's range")),
            fact("values", range_of(D=X, low=-chance, high=M), by="range"),
            fact("exponent", le(s * X, s * M), by=("values", "range of the step")),
            fact("curve", le(exp(u), 1 + u + u**2 / (2 * (1 - u / 3))), by=()),
            fact("curve of the coin", Choice(u, s * X), by=("curve", "exponent", "range of the step")),
            fact("denominator", le((s * X) ** 2 / (2 * (1 - s * X / 3)), (s * X) ** 2 / (2 * (1 - s * M / 3))),
                 by=("exponent", "range of the step")),
            fact("quadratic", le(exp(s * X), 1 + s * X + s**2 * X**2 / (2 * (1 - s * M / 3))), by=("curve of the coin", "denominator")),
            fact("means", Expected(PAST), by=("quadratic", "exponential", "square", "range")),
            fact("centred", expectation_of(D=X, mean=0, given=PAST), by="mean"),
            fact("second moment", variance_mean(Y=X, mu=0, v=v, given=PAST), by=("mean", "variance")),
            fact("moment", le(Expectation(exp(s * X), PAST), 1 + moment), by=("means", "centred", "second moment", "range of the step")),
            fact("log-moment", le(Expectation(exp(s * X), PAST), exp(moment)), by="moment"),
            fact("sum", log_moments(D=s * X, index=k, a=moment, delta=delta), by=("log-moment", "terms")),
            fact("inverse", eq((1 - s * M / 3) * (1 + M * root / 3), 1), by="product"),
            fact("half", eq(moment, s * root * v / 2), by=("inverse", "product", "range of the step")),
            fact("other half", eq(HALF_SQUARE, s * (root * n * v / 2 + M * HALF_SQUARE / 3)), by="product"),
            fact("last term", le(s * M * HALF_SQUARE / 3, s * M * L / 3), by=("root's square", "positive", "step's sign")),
            fact("confidence", le(L, s * root * n * v / 2 + s * M * L / 3), by=("root's square", "other half", "last term")),
            fact("price", le(n * moment + L, s * (root * n * v + M * L / 3)), by=("half", "confidence")),
            fact("width", le(root * n * v, sqrt(2 * n * v * L)), by="root"),
            fact("at the step", event(le(total, root * n * v + M * L / 3), failure=delta), by=("sum", "price", "range of the step")),
            fact("bound", bound, by=("at the step", "width")),
        ),
        bound,
        total,
        (World("centred coins", tuple(LAWS.values()), coins),),
        coins,
    )  # fmt: skip
