"""Lemma H.3: matrix Chernoff bound."""

from dataclasses import replace

import sympy
from sympy import Ge, Gt, Lt, exp, log, sqrt

from boundcheck.claims import Cited, Claim, HighProbabilityBound, Inequality, Regime, Source, Step
from boundcheck.rlhf.estimators.distances import EigenvalueShortfall
from boundcheck.rlhf.worlds import OneHot, ScatteredAtoms

from . import PAPER
from .lab.covariances import experiment
from .notation import LETTERS, d, delta, domain, epsilon, n, xi

mu_min, H, s = sympy.symbols("mu_min H s", real=True)  # here epsilon is the lemma's, a share of the mean


def shortfall(dimension, failure, mean, longest):
    """One minus the fraction at which the tail equals `failure`."""
    return sqrt(2 * longest * log(dimension / failure) / mean)


BOUND = shortfall(d, delta, n * xi, 1)


def _run(features):
    return experiment(features, EigenvalueShortfall)


def _point(n, d, xi, delta=0.05):
    return {"n": n, "d": d, "xi": xi, "delta": delta}




def _even(*, d, **_):
    """Of one-hot rows that are equally likely."""
    return {"xi": 1 / d}


_MANY = Regime("many directions", _run(OneHot()), _point(10**4, 20, 1 / 20))
_RARE = Regime("rare direction", _run(OneHot(spectrum=(0.95, 0.05))), _point(10**4, 2, 0.05, 0.01))

CLAIM = Claim(
    source=Source(PAPER, "Lemma H.3", "Appendix H; Tropp (2015), Theorem 5.1.1", kind="lemma"),
    words="For independent positive semidefinite matrices of dimension $d$ with largest eigenvalue at most $H$, $Y$ their sum, "
    r"$\mu_{\min}$ the least eigenvalue of its mean, and $\varepsilon$ in (0, 1), the first display. Put to samples is its use for "
    r"$n$ features of norm at most 1, whose second moment has the least eigenvalue $\xi$: with probability at least $1 - \delta$",
    displays={
        "": r"\mathbb{P}\{\lambda_{\min}(Y) \le \varepsilon \mu_{\min}\} \le d \exp\left( -(1 - \varepsilon)^2 \frac{\mu_{\min}}{2 H} \right)",
        "tested": (r"1 - \frac{1}{\xi} \lambda_{\min}(\hat{\Sigma}) \le {}", BOUND),
    },
    letters=LETTERS | {"mu_min": r"\mu_{\min}", "epsilon": r"\varepsilon"},  # epsilon of the Chernoff bound
    parts={
        "least_eigenvalue": HighProbabilityBound(
            printed=BOUND,
            explicit=BOUND,
            constant=sympy.Integer(1),
            trivial=sympy.Integer(1),
            failure=delta,
            regimes=(
                Regime("biting", _run(OneHot()), _point(10**4, 5, 1 / 5), biting=True, follow=_even),
                Regime("decaying", _run(OneHot(spectrum=1.0)), _point(10**4, 5, 0.08)),
                Regime("scattered", _run(ScatteredAtoms(40)), _point(10**3, 4, 0.15)),
                _MANY,
            ),
            probes=(_RARE, replace(_MANY, name=r"many directions, larger $\delta$", point={**_MANY.point, "delta": 0.3})),
        )
    },
    steps=(
        Step("master_tail", "Tropp (2015), Theorem 5.1.1",
            Cited("the matrix Chernoff bound in its first form", "Tropp (2015), Theorem 5.1.1, Eq. (5.1.5)"),
            display=r"\mathbb{P}\{\lambda_{\min}(Y) \le \varepsilon \mu_{\min}\} \le d \left( \frac{e^{-(1 - \varepsilon)}}{\varepsilon^\varepsilon} \right)^{\mu_{\min}/H}"),
        Step("exponent", "Lemma H.3",
            Inequality(-(1 - epsilon) - epsilon * log(epsilon), -((1 - epsilon) ** 2) / 2, (Gt(epsilon, 0), Lt(epsilon, 1))),
            display=r"\frac{e^{-(1 - \varepsilon)}}{\varepsilon^\varepsilon} \le e^{-(1 - \varepsilon)^2/2}", form="translation",
            because="Logarithms of both sides."),
        Step("least_mean", "Lemma H.3",
            Inequality(exp(-((1 - epsilon) ** 2) * s / (2 * H)), exp(-((1 - epsilon) ** 2) * mu_min / (2 * H)),
                (Gt(H, 0), Gt(mu_min, 0), Ge(s, mu_min))),
            because=r"A lower bound $\mu_{\min}$ of the least eigenvalue $s$ of the mean may stand in its place."),
        Step("as_used", "Appendix E.5, after (25)",
            Inequality(log(d) - n * xi / 8, log(delta), (*domain(delta, xi), Ge(d, 1), Ge(n, 8 * log(d / delta) / xi))),
            display=r"n \ge \frac{8 \ln(d/\delta)}{\xi} \quad \Rightarrow \quad \lambda_{\min}(\hat{\Sigma}) \ge \frac{\xi}{2}\text{ with probability } 1 - \delta", form="reduction",
            because=r"The bound at $H = 1$, $\mu_{\min} = n \xi$, $\varepsilon = 1/2$, in logarithms; it spends the whole of $\delta$."),
        Step("tail", "Lemma H.3 as it is tested",
            Inequality(d * exp(-n * xi * s**2 / 2), delta, (Ge(s, BOUND), *domain(n, d, delta, xi))),
            display=r"d \exp\left( -(1 - \varepsilon)^2 \frac{\mu_{\min}}{2 H} \right) \le \delta \quad \left( 1 - \varepsilon \ge \sqrt{\frac{2 \ln(d/\delta)}{n \xi}} \right)",
            form="translation", because=r"The right side of the lemma at $H = 1$ and $\mu_{\min} = n \xi$; $s$ is $1 - \varepsilon$."),
    ),
    not_covered=("the master tail bound is cited",),
)
