"""Theorem 5.4: estimation error of Algorithm 1 in the norm of the data."""

from sympy import Ge, log, sqrt

from boundcheck.claims import Claim, KeyFinding, Reading, Source

from . import PAPER, algorithm_1, claim_e_1, claim_e_2, definition_5_1, lemma_h_2
from .lab.weighted_norm import CROSSED, LAB, TRIVIAL
from .notation import LETTERS, c_epsilon, d, delta, gamma, lam, n, radius
from .orders import CLC, CTL, LTC, ORDERS
from .proofs import logistic
from .proofs.faults import CONVEXITY
from .proofs.theorem_5_4 import explicit, sharper, steps
from .proofs.theorem_5_4.derivation import derivation

ERROR = r"\|\hat{\theta}_{\mathrm{ORDER}} - \theta_{\mathrm{true}}\|_{\hat{\Sigma} + \lambda I}"


def rate(order):
    """The displayed rate without C."""
    return {
        "corruption": order.corruption(lambda cost, share: cost * sqrt(share) / gamma),
        "noise": c_epsilon / gamma * sqrt((d + log(1 / delta)) / n),
        "ridge": radius * sqrt(lam),
    }


def bound(order, version=explicit, *more):
    """The bound under an order, put to the test; for d = 1 the parameter is 0 (Definition 5.1), and so is the error."""
    stated = {"printed": rate(order), "explicit": version(order), "constant": 2, "trivial": TRIVIAL, "failure": delta}
    return LAB.under(order, *more).bound(**stated, given=(Ge(d, 2),))


BOUNDS = {order: bound(order) for order in ORDERS}
SHARPER = bound(LTC, sharper, CROSSED)

CLAIM = Claim(
    source=Source(PAPER, "Theorem 5.4", "Section 5.2; proof in Appendix E.4"),
    words=r"For any $\varepsilon > 0$, $\alpha$ in [0, 1/2), $\delta$ in (0, 1) and $\lambda > 0$, with probability at least $1 - \delta$",
    displays={order.name: (ERROR.replace("ORDER", order.name) + r" \le C \left( {} \right)", rate(order)) for order in ORDERS},
    letters=LETTERS | logistic.LETTERS,
    readings=(
        Reading("literal",
            r"'$\alpha$, [0, 1/2)' is read as $\alpha$ in [0, 1/2); $C$ is an absolute constant; the theorem states CTL and LTC, and the "
            "bound for CLC is the one that the gradient bound at the end of the proof gives with (22); for $d = 1$ the parameter is 0, and "
            "so is the error"),
        Reading("sharper",
            r"the corruption term $\sqrt{2 B' c(\varepsilon) \alpha/\gamma}$ in place of $c(\varepsilon) \sqrt{\alpha}/\gamma$ "
            r"under LTC: the root of $c(\varepsilon)$ suffices, for the same algorithm",
            repair=True),
    ),
    parts={
        "coverage_ctl": BOUNDS[CTL],
        "coverage_ltc": {"literal": BOUNDS[LTC], "sharper": SHARPER},
        "coverage_clc": BOUNDS[CLC],
        "rates": LAB.under(CTL).rates(BOUNDS[CTL]),
        "separation": LAB.separation(rate),
    },
    steps=steps(bound),
    derivations={
        **{f"coverage_{order}": derivation(order, stated) for order, stated in BOUNDS.items()},
        "coverage_ltc@sharper": derivation(LTC, SHARPER, through_the_ball=True),
    },
    uses=(definition_5_1, algorithm_1, claim_e_1, claim_e_2, lemma_h_2),
    findings=(
        KeyFinding("Both ends of (20) stand, by the first-order condition, and no constant is lost", ("curvature", "first_order", "cauchy_schwarz"), weight="little", fault=CONVEXITY),
    ),
    not_covered=(
        "CLC, corruption both before and after privatisation, is not in the theorem, only in the proofs of Appendices E.4 and E.5; it is tested all the same",
        "where the minimiser is not unique the one of least norm is simulated",
    ),
)
