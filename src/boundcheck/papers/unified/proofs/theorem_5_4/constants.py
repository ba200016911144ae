"""Every constant: the terms of the mended chain against the printed rate, and a sharper corruption term."""

from operator import mul

import sympy
from sympy import Ge, Gt, Le, sqrt

from boundcheck.claims import Inequality, Step, within_constant

from ... import claim_e_1, claim_e_2
from ...notation import alpha, c_epsilon, d, delta, domain, epsilon, gamma, lam, n, radius
from ...orders import LTC, ORDERS
from ...quantities import through_the_ball
from ..logistic import EPSILON
from .chain import BALL, D
from .gradient import LINES

N, w = sympy.symbols("N w", real=True)


def explicit(order):
    """The terms of the rate with every constant: Claims E.1 and E.2 in the mended chain (20) to (22)."""
    return {
        "corruption": order.corruption(claim_e_2.bound) / gamma,
        "noise": order.noise(claim_e_1.explicit, delta) / gamma,
        "ridge": 2 * radius * sqrt(lam),
    }


def sharper(order):
    """Beyond the paper: the corruption is bounded through the ball."""
    return explicit(order) | {"corruption": through_the_ball(order.corruption(mul))}


def composed(label, where, bound, order, settles, because, display=""):
    """An explicit version against the printed rate, from two dimensions on."""
    given = (*domain(n, epsilon, delta, lam, radius, *order.shares), Ge(d, 2))
    return Step(label, where, within_constant(bound, *given), settles=(settles,), display=display, form="translation" if display else "", because=because)


def shown(order, constant):
    """The same in print; N is the noise."""
    cost = order.latex(r"\sqrt{SHARE}")
    right = rf"\frac{{{cost}}}{{\gamma}} + \frac{{c(\varepsilon)}}{{\gamma}} \sqrt{{\frac{{d + \ln(1/\delta)}}{{n}}}} + B' \sqrt{{\lambda}}"
    return rf"\frac{{1}}{{\gamma}} ({cost} + N) + 2 B' \sqrt{{\lambda}} \le {constant} \left( {right} \right)"


def constants(bound):
    """The explicit version and the sharper one against the rate; the latter goes beyond the page: corrupted samples are bounded by the ball."""
    return (
        *(composed(f"constant_{order}", f"{LINES[order]}, last line", stated := bound(order), order, f"coverage_{order}",
            f"$N$ is the sum of Claim E.1's bounds for the noise; $C = {stated.constant}$ times the printed rate.", shown(order, stated.constant)) for order in ORDERS),
        Step("sharper_corruption", "not in the paper",
            Inequality(D, N / gamma + through_the_ball(w) + 2 * radius * sqrt(lam),
                (Le(gamma * D**2, N * D + 2 * radius * w + 4 * gamma * lam * radius**2), Ge(D, 0), Ge(N, 0), Ge(w, 0), *BALL)),
            display=r"\|\Delta\|_{\hat{\Sigma} + \lambda I} \le \frac{N}{\gamma} + \sqrt{\frac{2 B' w}{\gamma}} + 2 B' \sqrt{\lambda}",
            form="translation", because="In the mended (20) the corrupted samples contribute at most $2 B' w$, $w$ being cost times share, "
            r"since $|\langle x_i, \Delta\rangle|$ is at most $2 B'$; $N$ is the norm of the noise alone, $D$ that "
            r"of $\Delta$."),
        Step("sharper_than_printed", "not in the paper",
            Inequality(through_the_ball(c_epsilon * alpha), sqrt(c_epsilon * alpha) / gamma, (*EPSILON, *domain(alpha), Gt(radius, 0))),
            because=r"So the root of $c(\varepsilon)$ suffices under LTC, and the factor $1/\gamma$ improves to the root of $2 B'/\gamma$."),
        composed("constant_sharper", "not in the paper", bound(LTC, sharper), LTC, "coverage_ltc@sharper",
            "The explicit version with the sharper corruption term, against the printed rate."),
    )
