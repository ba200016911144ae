"""Sentences about the bounds: sentences about the bounds."""

import sympy
from sympy import Ge, Gt, Integer, Le, Rational, exp, log, sqrt

from boundcheck.claims import (
    Claim,
    Identity,
    Inequality,
    Reading,
    Source,
    Step,
    total,
)

from . import PAPER
from .lab import constants
from .notation import LETTERS, alpha, c_epsilon, domain, epsilon, n, range_bound, reward_bound, zeta
from .quantities import LOCAL, OF_ERRORS, UNCLIPPED, complexity, composed, root_error

R, V = reward_bound, range_bound
g, w, a = sympy.symbols("g w a", real=True)
LOCAL_COST, CENTRAL_COST = c_epsilon - 1, 1 / sqrt(epsilon)


def alpha_squared(order):
    """The sharper rate: alpha, under LTC c(epsilon) alpha, enters squared."""
    cost = c_epsilon if order == "ltc" else Integer(1)
    return constants.lab(order).bound(
        printed=c_epsilon**2 * complexity() / n + (cost * alpha) ** 2, explicit=total_square(order), constant=Integer(128), trivial=Integer(4), failure=zeta
    )


def excess(value, truth, mean):
    """Expected square loss of a value less that of the truth, for labels of +1 and -1 with this mean."""
    return (1 + mean) / 2 * ((value - 1) ** 2 - (truth - 1) ** 2) + (1 - mean) / 2 * ((value + 1) ** 2 - (truth + 1) ** 2)


def total_square(order):
    """The explicit version without the cut at 4."""
    return total(root_error(order)) ** 2


BOUNDS = {f"alpha_squared_{order}": alpha_squared(order) for order in LOCAL}

CLAIM = Claim(
    source=Source(PAPER, "Remarks on the bounds", "Abstract; Sections 3, 5 and 6; Appendix C", kind="remark"),
    words=r"The square of $\alpha$ (Section 6), the price of privacy in the central and the local model (Section 3.2), the order of privacy and corruption, clipping (Appendix C), and what is optimal",
    displays={
        "Section 6": r"\operatorname{err}_{\mathrm{gen}}^2 \le C \left( \frac{c(\varepsilon)^2 \log(|\mathcal{H}|/\zeta)}{n} + \alpha^2 \right)",
        "Section 3.2": r"\sqrt{\frac{\log(|\Pi|/\zeta)}{n \varepsilon}} \le c(\varepsilon) \sqrt{\frac{\log(|\Pi|/\zeta)}{n}}",
    },
    letters=LETTERS,
    readings=(Reading("literal", r"the price of privacy is the term that holds $\varepsilon$, which Section 3.1.2 calls the impact of the privacy parameter"),),
    parts={
        **BOUNDS,
        "central_is_smaller": Inequality(1 / sqrt(epsilon), c_epsilon, domain(epsilon)),
        "separation": constants.separation(),
    },
    steps=(
        Step("constant_alpha_squared_ctl", "Section 6", Inequality((4 * alpha + 4 * (1 + a) * w) ** 2, 128 * (a**2 * w**2 + alpha**2), (Ge(a, 1), Ge(w, 0), *domain(alpha))),
            because=r"The root of the error by the second proof of Lemma B.1; $a$ is $c(\varepsilon)$, $w$ the root of $\ln(|H|/\zeta)/n$."),
        Step("constant_alpha_squared_ltc", "Section 6", Inequality((2 * (1 + a) * alpha + 4 * (1 + a) * w) ** 2, 128 * (a**2 * w**2 + (a * alpha) ** 2), (Ge(a, 1), Ge(w, 0), *domain(alpha))),
            because=r"Under LTC with $c(\varepsilon) \alpha$ in place of $\alpha$."),
        *(composed(f"composed_{name}", "Section 6", bound, name, OF_ERRORS) for name, bound in BOUNDS.items()),
        Step("alpha_squared_is_sharper", "Section 6", Inequality(alpha**2, alpha / 2, domain(alpha))),
        Step("alpha_squared_is_needed", "Section 6", Identity(excess(4 * alpha - 1, -1, 2 * alpha - 1), Integer(0), domain(alpha)),
            because=r"With $h^* = -1$ and bad labels 1, so that the labels have the mean $2 \alpha - 1$, the function at distance $4 \alpha$ has the same expected loss as the truth, and a nearer one a smaller: no constant below 16 before $\alpha^2$ will do."),
        Step("central_term", "Section 3.2", Inequality(1 / sqrt(epsilon), c_epsilon, domain(epsilon))),
        Step("central_in_all", "Section 3.2", Inequality(1 + 1 / sqrt(epsilon), 2 * c_epsilon, domain(epsilon)),
            because="Noise and mechanism together are at most twice the local noise."),
        Step("not_beyond_no_privacy", "Section 3.2, read as what privacy adds", Inequality(LOCAL_COST.xreplace(LETTERS.definitions), CENTRAL_COST, (Ge(epsilon, Rational(6, 5)),)),
            because=r"$c(\varepsilon) - 1 = 2/(e^\varepsilon - 1)$ is below $1/\sqrt{\varepsilon}$ from $\varepsilon = 6/5$ on: read as what privacy adds, the sentence is turned round there."),
        Step("small_epsilon", "Section 3.2, read as what privacy adds", Inequality(CENTRAL_COST, LOCAL_COST.xreplace(LETTERS.definitions), (*domain(epsilon), Le(epsilon, Rational(11, 10)))),
            because=r"Up to $\varepsilon = 1.1$ it stands under that reading as well."),
        Step("strong_corruption", "Section 6", Inequality(sqrt(c_epsilon * alpha), c_epsilon * sqrt(alpha), domain(epsilon, alpha)), because=r"$\sqrt{c \alpha}$ here against $c \sqrt{\alpha}$ under strong corruption."),
        Step("without_clipping", "Appendix C, after Theorem C.1", Inequality(UNCLIPPED, 4 * (1 + V - R) * exp(R), (Gt(R, 0), Ge(V, R))),
            form="reduction", display=r"|\hat{\Delta} - \Delta^\star| \le 4 (1 + V_{\mathrm{max}} - R_{\mathrm{max}}) e^{R_{\mathrm{max}}} |\sigma(\hat{\Delta}) - \sigma(\Delta^\star)|",
            because="Without the clip, by Lemma C.3 for one logit further out with $w = V - R$: the cost of the non-linearity is linear in $V$, no power of $e^V$."),
        Step("clipping_is_not_needed", "Appendix C, after Theorem C.1", Inequality((1 + V - R) * 4 * exp(R), 4 * exp(2 * R) * V / R, (Gt(R, 0), Ge(V, R))),
            because="And it is never above four times the factor $e^{2R} V/R$ that the theorem has with the clip. The mean value theorem by itself would give $e^V$; the page calls that bound worse, and elsewhere the clip's gain slight."),
        Step("lower_bound_information", "Abstract, optimal rate", Inequality(g * log((1 + g) / (1 - g)), 3 * g**2, (Ge(g, 0), Le(g, Rational(1, 2)))),
            because=r"KL divergence between private labels with means $g$ and $-g$, where $g$ is the difference of the clean ones over $c(\varepsilon)$: $n$ labels tell them apart only if $n g^2$ is of order 1."),
        Step("lower_bound", "Abstract, optimal rate", Inequality(Rational(1, 6), n * g**2, (Gt(n, 0), Ge(g, 0), Le(Rational(1, 2), 3 * n * g**2))),
            because=r"By Pinsker and Le Cam: with $3 n g^2$ below 1/2 the two laws are at total variation at most 1/2, so no method errs with probability below 1/4. So $c(\varepsilon)^2/n$ is needed in the squared error, and $c(\varepsilon)/\sqrt{n}$ is the right rate without the class's logarithm."),
    ),
    not_covered=("lower bounds with the logarithm of the class, the coverage and the exponential of $R$", "whether any method separates the orders: the separation that is measured is that of least squares"),
)  # fmt: skip

