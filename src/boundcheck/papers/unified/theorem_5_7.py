"""Theorem 5.7: estimation error in the Euclidean norm under coverage."""

from sympy import Abs, Add, Ge, Integer, Rational, Symbol, exp, log, sqrt

from boundcheck.claims import Claim, Collapse, HighProbabilityBound, Inequality, Reading, Regime, Source, Step
from boundcheck.estimators import l2_error

from . import PAPER, instances, lemma_h_2
from .notation import LETTERS, PARAMETERS, alpha, c_epsilon, d, delta, domain, epsilon, gamma, n, radius, xi
from .quantities import CORRUPTION, DEFINITIONS, NOISE_WIDTHS

CONSTANT = 10
C = Symbol("C", real=True)


def printed(variant, confidence):
    """The displayed rate without C; `confidence` is ln(1/delta) in the print."""
    corruption = Add(*(cost * share / (gamma * xi) for share, cost in CORRUPTION[variant]))
    return corruption + c_epsilon / (gamma * xi) * sqrt(confidence / n)


def explicit(variant):
    """Claims E.3 and E.4 in the mended chain, the least eigenvalue of the sample above xi/4, delta split evenly."""
    sums = NOISE_WIDTHS[variant]
    noise = Add(*(sqrt(lemma_h_2.tail(w / 2, 1 / n, 1 / n**2, 1 / n, log(2 * len(sums) / delta))) for w in sums))
    return 4 / (gamma * xi) * (Add(*(cost * share for share, cost in CORRUPTION[variant])) + noise)


def least_error():
    """With an odd number of labels the share of ones is off by 1/(2n) at least, and the logit by four times c of that."""
    shares = [Rational(2 * m - 23, 46) for m in range(24)]
    return sqrt(2) * 4 * 2 * min(Abs(share) for share in shares)


COLLAPSE = Collapse(
    "with n = 23, rows e_1 and e_2, truth 0, epsilon = ln 3 and delta tending to 1 the rate tends to 0, but with an odd "
    "number of labels no data set gives the error 0",
    C,
    {n: Integer(23), alpha: Integer(0), epsilon: log(3), radius: Integer(1), xi: Rational(1, 2),
     delta: exp(-1 / (400 * C**2))},
    least_error,
)  # fmt: skip


def _bound(variant, confidence, collapse=None):
    point = {"d": 5, "epsilon": 1.0, "alpha": 1e-3, "radius": 1.0, "delta": 0.05, "lam": 1e-9, "xi": 0.2, "n": 10**7}
    worst = instances.experiment(variant, "one_hot_random", "random", "worst", error=l2_error)
    private = {**point, "epsilon": 0.1, "alpha": 1e-5, "n": 10**9}
    small = {**point, "n": 2_000, "alpha": 0.02}
    return HighProbabilityBound(
        printed(variant, confidence), explicit(variant), Integer(CONSTANT), 2 * radius, delta,
        (Regime("biting", worst, point, True), Regime("private", worst, private, True), Regime("small", worst, small)),
        collapse=collapse, given=(Ge(n, 8 * log(d / delta) / xi),),
    )  # fmt: skip


CLAIM = Claim(
    source=Source(PAPER, "Theorem 5.7", "Section 5.2; proof in Appendix E.5"),
    title="Estimation error of Algorithm 1 in the Euclidean norm",
    words="If the covariance has least eigenvalue at least xi and n >= 8 ln(d/delta)/xi, with probability at least 1 - delta",
    displays={v.upper(): (f'norm(hat(theta)_"{v.upper()}" - theta_"true")_2 <= C ({{}})', printed(v, log(1 / delta)))
              for v in ("ctl", "ltc")},
    parameters=tuple(PARAMETERS[name] for name in ("n", "d", "epsilon", "alpha", "delta", "radius", "xi")),
    definitions=DEFINITIONS,
    letters=LETTERS,
    readings=(
        Reading("literal", "delta ranges over (0, 1), C depends on nothing"),
        Reading("mended", "the bound with 1 + ln(1/delta) in place of ln(1/delta), as Claim E.3 has it", repair=True),
    ),
    parts={
        f"coverage_{v}": {"literal": _bound(v, log(1 / delta), COLLAPSE), "mended": _bound(v, 1 + log(1 / delta))}
        for v in ("ctl", "ltc")
    },
    steps=(
        Step("chernoff", "Appendix E.5, after (25)",
             Inequality(d * (delta / d) ** Rational(9, 4), delta / 2, (*domain("delta"), Ge(d, 2))),
             reduction="Lemma H.3 at the fraction 1/4 of xi: d exp(-(9/32) n xi) at the least n. At 1/2 it spends all of delta."),
        *(Step(f"constant_{v}", "Appendix E.5, last line",
               Inequality(explicit(v), CONSTANT * printed(v, 1 + log(1 / delta)),
                          domain("n", "epsilon", "alpha", "delta", "radius", "xi")),
               reduction="The explicit version against the mended rate.") for v in ("ctl", "ltc")),
    ),
    uses=("unified/lemma_h_2",),
    not_covered=("Claims E.3 and E.4 and Lemma H.3 are used as printed; the chain (20) is checked under Theorem 5.4",),
)  # fmt: skip
