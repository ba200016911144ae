"""Theorem 6.1: suboptimality of private and robust RLHF."""

from sympy import Eq, Ge, Rational, log, sqrt, symbols

from boundcheck.claims import (
    Assumption,
    Claim,
    Identity,
    Inequality,
    Reading,
    Source,
    Step,
    each,
    total,
    within_constant,
)

from . import PAPER, corollary_4_4, theorem_5_4
from .assumptions import ACTIONS_FROM_SFT
from .lab import pessimism
from .notation import TWICE_THE_BALL, alpha, ball, d, delta, domain, epsilon, gamma, kappa, lam, n, radius
from .orders import CTL, DISPLAYED, LTC
from .proofs import both_events
from .proofs.pessimism import derivation

ARGMAX = Assumption("argmax", "the pessimistic value is maximised over all policies, or over a class with the comparator in it",
    "it is concave, so the best policy may be stochastic; in the simulated worlds it is found exactly")
FINITE_KAPPA = Assumption("finite_kappa", r"$\kappa(\pi^\dagger, \pi_{\mathrm{ref}})$ is finite")

CONSTANT = 5  # the noise under CTL asks for 4.93, the ridge for 4.90, the corruption for 2.45
larger, ridge = symbols("B' lambda'", real=True)

# Features of the regression are differences, of norm up to 2: Theorem 5.4 is applied to their halves, with B' = 2 B.


def rate(order):
    """The displayed rate without C."""
    return each(lambda term: sqrt(d * kappa) * term.subs(radius, ball), theorem_5_4.rate(order))


def width(order, version=theorem_5_4.explicit):
    """Gamma for half of delta, in the halved features: B' = 2 B and a quarter of the ridge."""
    at = {radius: 2 * ball, lam: lam / 4, delta: delta / 2}
    return each(lambda term: term.subs(at, simultaneous=True), version(order))


def explicit(order, version=theorem_5_4.explicit):
    """Corollary 4.4 without the dimension, at that width."""
    return each(corollary_4_4.sharper, width(order, version))


TRIVIAL = 2 * ball  # of two values of features in the unit ball
RIDGE = Ge(lam, 22 * log(4 * d / delta) / n)
EVERYWHERE = (*domain(n, epsilon, alpha, delta, lam, ball, kappa), Ge(d, 2))


def bound(order, version=theorem_5_4.explicit):
    """The bound under an order, put to the test with the width of that version."""
    stated = {"printed": rate(order), "explicit": explicit(order, version), "constant": CONSTANT, "trivial": TRIVIAL, "failure": delta}
    return lab_of(order, version).bound(**stated, given=(RIDGE, Ge(d, 2)))


def lab_of(order, version=theorem_5_4.explicit):
    """The lab of Algorithm 2, which is told the width."""
    return pessimism.lab(total(width(order, version)).xreplace(TWICE_THE_BALL.definitions)).under(order)


CLAIM = Claim(
    source=Source(PAPER, "Theorem 6.1", "Section 6.1"),
    words=r"Under the conditions of Corollary 4.4 and Theorem 5.4, for any comparator and $\lambda$ at least a constant times "
    r"$(d/n) \ln(n/\delta)$, the pessimistic policy satisfies, with probability at least $1 - \delta$,",
    displays={order.name: (r"\operatorname{SubOpt}_{\mathrm{ORDER}}(\hat{\pi}, \pi^\dagger) \le C {}".replace("ORDER", order.name), total(rate(order))) for order in DISPLAYED},
    letters=TWICE_THE_BALL | {"signal": r"\|2 \theta^\star\|", "width": r"\Gamma"},
    readings=(
        Reading("chosen_radius", r"$\gamma$ is that of Theorem 5.4, whose $B'$ the theorem does not name: $B' = 2 B$, since halves of differences of features have norm at most 1, as Theorem 5.4 "
                r"asks, with the parameter $2 \theta^\star$", support="Remark 5.2, by which $B'$ is chosen for RLHF and for DPO"),
        Reading("sharper", r"without the factor $\sqrt{d}$, and under LTC with the corruption term "
                r"$\sqrt{2 B' c(\varepsilon) \alpha/\gamma}$, $B' = 2 B$, in place of $c(\varepsilon) \sqrt{\alpha}/\gamma$", repair=True),
    ),
    parts={
        "end_to_end_ctl": bound(CTL),
        "end_to_end_ltc": {"chosen_radius": bound(LTC), "sharper": bound(LTC, theorem_5_4.sharper)},
        "rates": lab_of(CTL).rates(bound(CTL), given=()),
    },
    steps=(
        Step("halved_features", "Remark 5.2, as used in Theorem 6.1",
            Identity(larger * sqrt(ridge), ball * sqrt(lam), (Ge(ball, 0), Ge(lam, 0), Eq(larger, 2 * ball), Eq(ridge, lam / 4))),
            because=r"Halved features with the parameter $2 \theta$ have the same logits and, at the ridge $\lambda/4$, the same weighted norm of the error."),
        both_events.ridge("Theorem 6.1, hypothesis",
            r"Lemma H.1 for differences at $\delta/2$, with our constants for the printed $\Omega$: enough from "
            "$n = 2$ on. For $d = 1$ the parameter is 0; at $n = 1$ the diameter of the ball is below the bound.").assuming(ACTIONS_FROM_SFT),
        Step("two_events", "Theorem 6.1, probability", both_events.UNION,
            display=r"\mathbb{P}(\text{(5) and Lemma H.1}) \ge 1 - \delta",
            because=r"Theorem 5.4 and Lemma H.1 are used at $\delta/2$ each; the constant $C$ has room for ln 2."),
        *(
            Step(f"constant_{order}", "Theorem 6.1",
                within_constant(bound(order), *EVERYWHERE),
                settles=(f"end_to_end_{order}",),
                because=r"The explicit version of Theorem 5.4 at $B' = 2 B$, $\lambda/4$ and $\delta/2$, times $2 \sqrt{3} \sqrt{\kappa}$ from "
                r"Corollary 4.4 without its dimension, against the printed rate, term by term; $\sqrt{d}$ is at least $\sqrt{2}$.",
                assumes=(ARGMAX, FINITE_KAPPA))
            for order in DISPLAYED
        ),
        Step("constant_sharper", "not in the paper",
            within_constant(bound(LTC, theorem_5_4.sharper), *EVERYWHERE),
            settles=("end_to_end_ltc@sharper",),
            because=r"The same with the corruption term of Theorem 5.4's sharper version, $\sqrt{2 B' c(\varepsilon) \alpha/\gamma}$, $B' = 2 B$."),
        Step("ridge_choice", "after Theorem 6.1",
            Identity(
                ball * sqrt(d / (ball**2 * gamma**2 * n)), 1 / gamma * sqrt(d / n), (Ge(d, 1), Ge(n, 1), *domain(ball))
            ),
            display=r"B \sqrt{\lambda} = \frac{1}{\gamma} \sqrt{\frac{d}{n}}\text{ at } \lambda = \frac{d}{B^2 \gamma^2 n}",
            form="translation", because=r"With this ridge the last term is of the order of the second, without $c(\varepsilon)$."),
        Step("ridge_choice_admissible", "after Theorem 6.1",
            Inequality(
                Rational(7, 2) * d / n, d / (ball**2 * gamma**2 * n), (Ge(d, 1), Ge(n, 1), *domain(ball))
            ),
            display=r"\lambda = \frac{d}{B^2 \gamma^2 n} \ge \frac{7 d}{2 n}",
            form="reduction", because=r"$B \gamma$ is bounded, $\gamma$ being at $2 B$, so the choice is of the order $d/n$ at least, up to the logarithm."),
    ),
    derivations={
        "end_to_end_ctl": derivation(CTL, bound(CTL)),
        "end_to_end_ltc@chosen_radius": derivation(LTC, bound(LTC)),
        "end_to_end_ltc@sharper": derivation(LTC, bound(LTC, theorem_5_4.sharper), through_the_ball=True),
    },
    not_covered=(
        "in the simulations comparators are deterministic, and the argmax is over all policies",
        r"whether Algorithm 2, whose width depends on $\alpha$ and on the order of privacy and corruption, can be run without knowing them (Remark 5.3 claims this for Algorithm 1) was not examined",
        r"the constant under $\Omega$ was not examined",
    ),
)
