"""The Gaussian mechanism of 2006 at every privacy level."""

from sympy import Integer, Lt, Rational, log, sqrt, symbols

from boundcheck.claims import AccountedGuarantee, Claim, Letter, Paper, Reading, Source
from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, Gaussian
from boundcheck.symbolic import enclosure

epsilon, delta = symbols("epsilon delta", real=True)
SIGMA = sqrt(2 * log(2 / delta)) / epsilon
LEVELS = (Rational(1, 10), Rational(1, 2), Rational(9, 10), Integer(1), Integer(2), Integer(5), Integer(8), Integer(10), Integer(20), Integer(100))
FAILURES = (Rational(1, 10), Rational(1, 1000), Rational(1, 10**5), Rational(1, 10**8))


def points(levels):
    return {f"epsilon = {e}, delta = {d}": {"epsilon": e, "delta": d} for e in levels for d in FAILURES}


def released(epsilon, delta):
    """A query of sensitivity 1 with this noise, rounded up in the thirtieth digit."""
    _, most = enclosure(SIGMA, {"epsilon": epsilon, "delta": delta})
    return Gaussian(most), RECORD_ADDED_OR_REMOVED


BELOW_ONE = (Lt(epsilon, 1),)
CLAIM = Claim(
    source=Source(Paper("own", "Our data, ourselves: privacy via distributed noise generation", ("C. Dwork", "K. Kenthapadi", "F. McSherry", "I. Mironov", "M. Naor"), year=2006, working=BELOW_ONE), "Gaussian noise", "as it is used at every level"),
    title="the Gaussian mechanism of 2006 at every level",
    words=r"Gaussian noise of deviation $\sqrt{2 \ln(2/\delta)}/\varepsilon$ for a query of sensitivity 1 is $(\varepsilon, \delta)$-differentially private for every $\varepsilon > 0$ and $0 < \delta < 1$:",
    displays={"": r"\Phi\left(\frac{1}{2\sigma} - \varepsilon \sigma\right) - e^\varepsilon \Phi\left(-\frac{1}{2\sigma} - \varepsilon \sigma\right) \le \delta"},
    letters=(Letter(epsilon, "privacy", epsilon > 0, (0.1, 10)), Letter(delta, "failure", (delta > 0, delta < 1), (1e-8, 0.1))),
    readings=(
        Reading("literal", r"for every $\varepsilon > 0$"),
        Reading("range", r"for $\varepsilon < 1$, the range that such theorems are stated in", repair=True),
    ),
    parts={
        "accounted": {
            "literal": AccountedGuarantee(epsilon, delta, released, points(LEVELS)),
            "range": AccountedGuarantee(epsilon, delta, released, points(LEVELS[:3]), BELOW_ONE),
        },
    },
)  # fmt: skip
