"""Theorem 6.2's steps: Theorem 5.7 for halved differences, and the instance that refutes the literal reading."""

from dataclasses import replace

import sympy
from sympy import Eq, Ge, Integer, Le, Lt, Rational, exp, log

from boundcheck.claims import Assumption, Collapse, FiniteLaw, Identity, Inequality, Simulation, Step, within_constant

from .. import proposition_4_2
from ..assumptions import ACTIONS_FROM_SFT
from ..lab import tied_directions
from ..notation import HALF, alpha, ball, delta, domain, epsilon, n, xi
from ..orders import DISPLAYED
from . import theorem_5_7

FROM_SFT = replace(ACTIONS_FROM_SFT,
    dropped="the print names the law of the states only; the regimes have this one, the refutation is for actions that always differ")
COVERAGE = Assumption("coverage", "Assumption 5.6 for the differences of features")

K = sympy.Symbol("K", positive=True)
k, m, j, a_1, a_2, t_1, t_2 = sympy.symbols("k m j a_1 a_2 t_1 t_2", real=True)
COLLAPSE = Collapse(
    "with $n = 37$, a prime, labels along two orthogonal directions of the subspace, the truth halfway between these and "
    r"$\varepsilon = \ln 3$ no data set gives an estimate along the truth; with actions along all estimates and ties broken against the "
    r"best action, every data set leaves a suboptimality of at least some $s > 0$, while the rate tends to 0 as $\delta$ tends to 1 "
    "(written with $K = C/s$: $K$ times the rate is below 1 for every $K$)",
    K,
    {
        n: Integer(tied_directions.LABELS),
        alpha: Integer(0),
        epsilon: log(3),
        ball: Integer(1),
        xi: Rational(1, 4),
        delta: exp(-1 / (400 * K**2)),
    },
    FiniteLaw(tied_directions.data_sets, tied_directions.off_the_truth),
    Simulation(tied_directions.suboptimality),
    unit=Integer(0),
)


EVERYWHERE = domain(n, epsilon, alpha, delta, ball, xi)


def steps(bound, moderate):
    """All steps, in the order of the page."""
    return (
        Step("halved_features", "Remark 5.2, as used in Theorem 6.2",
            Identity(proposition_4_2.greedy_bound(1) ** 2 * ((a_1 - t_1) ** 2 + (a_2 - t_2) ** 2),
                (2 * a_1 - 2 * t_1) ** 2 + (2 * a_2 - 2 * t_2) ** 2),
            display=r"2 \|\hat{\theta} - \theta^\star\|_2 = \|2 \hat{\theta} - 2 \theta^\star\|_2",
            form="reduction", because=r"Squared, for two coordinates. With halved features $2 \theta^\star$ is what is estimated, so the factor 2 of (4) cancels.", assumes=FROM_SFT),
        *(
            Step(f"constant_{order}", "Theorem 6.2",
                within_constant(stated := bound(order), *EVERYWHERE),
                display=theorem_5_7.against(order, stated.constant, r"1 + \ln(1/\delta)"), form="translation",
                settles=(f"end_to_end_{order}@mended",),
                because=rf"$N$ is the sum of Claim E.3's bounds for the noise; $C = {stated.constant}$ times the rate with $1 + \ln(1/\delta)$.", assumes=COVERAGE)
            for order in DISPLAYED
        ),
        *(
            Step(f"moderate_{order}", r"Theorem 6.2, for $\delta$ at most 1/2",
                within_constant(stated := moderate(order), *EVERYWHERE, Le(delta, HALF)),
                display=theorem_5_7.against(order, stated.constant, r"\ln(1/\delta)"), form="translation",
                settles=(f"end_to_end_{order}@moderate",),
                because=f"The printed rate holds with $C = {stated.constant}$: the factor 2 of (4) is used up, so this is Theorem 5.7's at $B' = 2 B$; $N$ as before.", assumes=COVERAGE)
            for order in DISPLAYED
        ),
        Step("collapse_size", "Theorem 6.2, literal",
            Inequality(8 * log(3 / delta) / Rational(1, 4), Integer(tied_directions.LABELS), (Ge(delta, exp(-Rational(1, 400))), Lt(delta, 1))),
            display=r"\frac{8}{\xi} \ln\left( \frac{d}{\delta} \right) \le n \quad \text{at } d = 3, \xi = \frac{1}{4}, n = 37",
            form="translation", because="The printed condition on $n$ in the instance that refutes the literal reading."),
        Step("estimates_are_not_zero", "Theorem 6.2, literal",
            Inequality(Integer(1), (2 * m - k) ** 2, (Eq(k, 2 * j + 1), Ge((m - j) * (m - j - 1), 0))),
            display=r"n = n_u + n_v\text{ odd} \quad \Rightarrow \quad |n_u - n_v| \ge 1",
            form="translation", because=r"Here $k = n = 37$ and $m = n_u$. Rows are $(u + w)/\sqrt{2}$, $(u - w)/\sqrt{2}$, $(v + w)/\sqrt{2}$, $(v - w)/\sqrt{2}$, equally "
            "likely, with $u$ and $v$ orthonormal in the subspace and $w$ a unit multiple of the vector of ones: the least eigenvalue is 1/4, "
            "and $w$ moves no logit. An estimate inside the ball lies along $u + v$ only if the shares of ones along $u$ and $v$ are equal, and "
            r"37 is prime; one on the boundary, where both logits would be 1, only if $2 (m_u - m_v) - (n_u - n_v)/2 = (n_u - n_v) \sigma(1)$, "
            r"and $\sigma(1)$ is irrational. All counts are enumerated. This is for compared actions that always differ, whose difference halved "
            "is the row; if they may be equal an estimate may lie along the truth."),
    )
