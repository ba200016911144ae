"""Theorem 6.3's steps: from Proposition 4.6 and Theorem 5.4's width to the rate, near the truth and in general; the refuting instance."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Rational, exp, log, sqrt

from boundcheck.claims import Assumption, By, Collapse, Identity, Inequality, Simulation, Step, total, within_constant
from boundcheck.symbolic import sigmoid

from .. import proposition_4_6, theorem_5_4
from ..assumptions import ACTIONS_FROM_SFT
from ..lab import far_policies
from ..notation import GAMMA, HALF, alpha, ball, beta, d, delta, domain, epsilon, gamma, kappa, lam, n, radius
from ..orders import DISPLAYED, LTC
from . import proposition_4_6 as proposition
from .both_events import UNION, ridge

RADIUS = Assumption("radius", r"Algorithm 1 minimises over a ball that contains $\beta (\theta^\star - \theta_{\mathrm{sft}})$")

C = sympy.Symbol("C", positive=True)
T, w, u, v, k, s, larger, quarter = sympy.symbols("T w u v k s B' lambda'", real=True)
THEIRS = next(step for step in proposition_4_6.CLAIM.steps if step.label == "whole")
EVERYWHERE = (*domain(n, epsilon, alpha, delta, lam, ball, beta, kappa), Ge(d, 2))

# One state, two actions at u and -u, theta* = u, theta_sft = -u, B = 1, epsilon = ln 3, beta = 4 ln T with T = 2 C. The labels of
# different actions have the logit 4 beta. The adversary brings it to 3 beta, by changing a share e^(-3 beta)/4 at most.
T_C = 2 * C
GAIN = Inequality(Integer(1), 4 * 4 * log(T) * (sigmoid(2) - sigmoid(1)), (Ge(T, 2),))
ADMISSIBLE = Inequality(88 * (7 + 32 * log(T)), T**12, (Ge(T, 2),))
KAPPA_OF_CLASS = Inequality(1 / (4 * sigmoid(2) * (1 - sigmoid(2))), Integer(4))
CHANGES_LTC = Inequality(2 * sigmoid(2) * (1 - sigmoid(2)) * (1 / (1 + w**3)) / 2 + w**-4 / 2, w**-3 / 4, (Ge(w, 16),))
CHANGES_CTL = Inequality(2 * sigmoid(2) * (1 - sigmoid(2)) * (1 / (1 + w**3)) + w**-4 / 2, w**-3 / 4, (Ge(w, 16),))
# Cantelli's inequality: a deviation of at most twice k stays below k with this probability.
CANTELLI = Inequality(Rational(1, 5), k**2 / (s**2 + k**2), (Gt(k, 0), Ge(s, 0), Le(s, 2 * k)))


def collapse(order):
    """The instance that refutes the literal reading, under an order."""
    return Collapse(
        r"with one state, two actions with the features $u$ and $-u$, $B = 1$, $\theta^\star = u$, $\theta_{\mathrm{sft}} = -u$ and a share "
        r"$e^{-3 \beta}/4$ of the labels changed, private or plain, the estimated logit is $3 \beta$ where $4 \beta$ is true with probability above "
        r"1/5, and the suboptimality at least $\beta/2$, while the rate, with $\gamma$ at $\beta B$, tends to 0 as $\beta$ grows",
        C,
        {
            n: T_C**32, d: Integer(2), epsilon: log(3), alpha: T_C**-12 / 4, delta: exp(-7), lam: T_C**-20,
            ball: Integer(1), beta: 4 * log(T_C), kappa: Integer(4),
        },
        GAIN,
        Simulation(far_policies.SUBOPTIMALITY[order]),
        likely=CANTELLI,
        rests_on=(ADMISSIBLE, KAPPA_OF_CLASS, CHANGES_LTC if order is LTC else CHANGES_CTL),
    )


def _at_radius(expression, times):
    """An expression with the largest logit B' in place of `times` β B, where gamma is taken."""
    return expression.subs(gamma, GAMMA.subs(radius, larger)).subs(beta, larger / (times * ball))


def _sharper(order, readings, sharper):
    """The sharper version for any largest logit, as it stands near β B and in general, and the instance that is in the bound."""
    near, far = readings(order)["simplified"], readings(order)["sharper"]
    general = (*(c for c in EVERYWHERE if beta not in c.free_symbols), Gt(larger, 0))
    worth = r"c(\varepsilon)" if order is LTC else "1"
    width = total(theorem_5_4.sharper(order)).subs({radius: larger, lam: lam / 4, delta: delta / 2}, simultaneous=True)
    return (
        Step(f"constant_sharper_near_{order}", "not in the paper",
            Inequality(_at_radius(total(sharper(order)), 1), near.constant * _at_radius(near.printed, 1), general),
            because=rf"As before with Theorem 5.4's sharper version, whose corruption term is $\sqrt{{2 B' \zeta \alpha/\gamma}}$, $\zeta = {worth}$: it holds for the same estimate, on the same data and in the same norm, as Proposition 4.6 asks. $B' = \beta B$ is the largest logit."),
        Step(f"constant_sharper_radius_{order}", "not in the paper",
            Inequality(2 * proposition_4_6.printed(width).subs(gamma, GAMMA.subs(radius, larger)), far.constant * _at_radius(near.printed, 4), general),
            because=r"In general: $B' = 4 \beta B$ is the largest logit, and $\lambda/4$ the ridge of halved features. The ridge term $4 \beta B \sqrt{\lambda}$ is again what asks for 10."),
        Step(f"constant_sharper_{order}", "not in the paper",
            By(f"constant_sharper_radius_{order}", letters={"B'": 4 * beta * ball}, given=EVERYWHERE, says=within_constant(far)),
            settles=(f"end_to_end_{order}@sharper",)),
    )


def steps(readings, sharper):
    """All steps, in the order of the page: of the bounds near the truth and in general, and of the sharper version."""
    return (
        Step("logits", r"after Theorem 6.3, $B' = O(\beta B)$",
            Inequality(beta * (u - v), 4 * beta * ball, (Gt(beta, 0), Gt(ball, 0), Le(u, 2 * ball), Ge(v, -2 * ball))),
            display=r"|\langle\theta_{\mathrm{true}}, x_i\rangle| = \mathcal{O}(\beta B)",
            form="reduction", because=r"$u$ and $v$ are the inner products of $\theta^\star - \theta_{\mathrm{sft}}$, of norm up to $2 B$, with two "
            r"features of norm up to 1: the logit is at most $4 \beta B$, and at most $\beta B$ where $\|x_i\| \le 1$ and "
            r"$\|\theta^\star - \theta_{\mathrm{sft}}\| \le B$. $\gamma$ is printed at $\beta B$. A factor in the radius is a "
            r"power in $\gamma$, so no constant $C$ makes up for it where logits reach $4 \beta B$; that is the literal "
            "reading.", assumes=RADIUS),
        ridge("Theorem 6.3, hypothesis", r"As in Theorem 6.1: Lemma H.1 for differences of norm up to 2, at $\delta/2$."),
        Step("two_events", "Theorem 6.3, probability", UNION,
            display=r"\mathbb{P}(\text{(13) and Lemma H.1}) \ge 1 - \delta",
            because=r"Theorem 5.4 and Lemma H.1 are used at $\delta/2$ each.", assumes=ACTIONS_FROM_SFT),
        Step("halved_span", "Theorem 6.3",
            By(THEIRS, letters={"ball": ball / 2}, given=proposition.at_scale(HALF),
               says=Inequality(proposition.GAIN, HALF * proposition_4_6.FACTOR * sqrt(kappa) * ball * proposition.width)),
            display=r"\operatorname{SubOpt}(\hat{\pi}, \pi^\star) \le \frac{1}{2} \frac{\sqrt{3}}{\sqrt{2}} \sqrt{\kappa_\Pi} B \Gamma",
            form="translation", because=r"Proposition 4.6 takes differences of features of norm up to 2; where $\|x_i\| \le 1$ the span of the reward is at most $\beta B$, "
            "and half of its bound is left."),
        *(
            Step(f"constant_{order}", "Theorem 6.3",
                within_constant(readings(order)["simplified"], *EVERYWHERE),
                settles=(f"end_to_end_{order}@simplified",),
                because=r"The explicit version of Theorem 5.4 at $B' = \beta B$ and $\delta/2$, times $\sqrt{3/2} \sqrt{\kappa} B/2$ from "
                "Proposition 4.6, against the printed rate, term by term.")
            for order in DISPLAYED
        ),
        Step("halved_features", "Theorem 6.3, in general",
            Identity(larger * sqrt(quarter), 2 * beta * ball * sqrt(lam),
                (Gt(beta, 0), Gt(ball, 0), Ge(lam, 0), Eq(larger, 4 * beta * ball), Eq(quarter, lam / 4))),
            because=r"Theorem 5.4 is applied to halved features and $2 \theta_{\mathrm{true}}$, of norm up to $B' = 4 \beta B$, at the ridge "
            r"$\lambda' = \lambda/4$: the logits and the weighted norm of the error are the same."),
        *(
            Step(f"constant_mended_{order}", "Theorem 6.3, in general",
                within_constant(readings(order)["mended"], *EVERYWHERE),
                settles=(f"end_to_end_{order}@mended",),
                because=r"Twice the bound of Proposition 4.6 (its reading called doubled) at $B' = 4 \beta B$, $\lambda/4$ and $\delta/2$, "
                r"against the displayed rate with $\gamma$ at $4 \beta B$. The ridge term is "
                r"$2 B' \sqrt{\lambda/4} = 4 \beta B \sqrt{\lambda}$: it decides.")
            for order in DISPLAYED
        ),
        *(step for order in DISPLAYED for step in _sharper(order, readings, sharper)),
        Step("collapse_gain", "Theorem 6.3, literal",
            GAIN,
            because=r"The right side is the suboptimality in the instance that refutes the literal reading, $4 \beta (\sigma(2) - \sigma(1))$ at $\beta = 4 \ln T$.",
        ),
        Step("collapse_ridge", "Theorem 6.3, literal",
            ADMISSIBLE,
            display=r"44 \frac{d}{n} \ln\left( \frac{n}{\delta} \right) \le \lambda\text{ at } n = T^{32}, \lambda = T^{-20}, d = 2, \delta = e^{-7}",
            form="translation", because="The ridge of the instance is admissible; so it is for any other constant from some $T$ on."),
        Step("collapse_kappa", "Theorem 6.3, literal",
            KAPPA_OF_CLASS,
            because=r"$\kappa$ over the class: a quarter, the most that any policy has for $p (1 - p)$, over that of $\pi_{\mathrm{sft}}$, whose mass at $u$ is $\sigma(-2)$."),
        Step("collapse_changes", "Theorem 6.3, literal",
            CHANGES_LTC,
            display=r"\frac{q}{2} (1 - \sigma(3 \beta)) + \frac{1}{2} e^{-4 \beta} \le \frac{1}{4} e^{-3 \beta} \quad \text{(LTC)}",
            form="translation", because=r"$w = e^\beta$, and $q = 2 \sigma(2) (1 - \sigma(2))$ is the share of samples with two different actions. Of these the adversary "
            r"changes the share $(\sigma(4 \beta) - \sigma(3 \beta))/c(\varepsilon)$, $c(\varepsilon) = 2$, in the mean. With $n = e^{8 \beta}$ "
            r"the number that is needed has, over $n$, a standard deviation below $e^{-4 \beta}/5$, so that $e^{-4 \beta}/2$ more suffices with "
            "probability above 1/2, by Chebyshev."),
        Step("collapse_changes_ctl", "Theorem 6.3, literal",
            CHANGES_CTL,
            display=r"q (1 - \sigma(3 \beta)) + \frac{1}{2} e^{-4 \beta} \le \frac{1}{4} e^{-3 \beta} \quad \text{(CTL)}",
            form="translation", because=r"Twice as many changes for plain labels. The adversary brings the share of ones to $\sigma(3 \beta) - e^{-4 \beta}$. The "
            r"coins, tossed afterwards, move the de-biased share with a standard deviation of less than $2 e^{-4 \beta}$, so that it stays "
            r"below $\sigma(3 \beta)$ with probability above 1/5, by Cantelli; $\delta$ is $e^{-7}$, less than that."),
    )
