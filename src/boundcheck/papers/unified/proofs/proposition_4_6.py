"""The displayed steps of Appendix E.3."""

import sympy
from sympy import Ge, Gt, Le, Lt, Max, Min, Rational, exp, log, sqrt

from boundcheck.claims import Cited, Fault, Identity, Inequality, Repair, Step
from boundcheck.symbolic import bernoulli_kl, sigmoid

from ..notation import HALF, ball, beta, delta, domain, kappa, lam

r_0, r_1, a_0, a_1, b_0, b_1, Z_0, Z_1 = sympy.symbols("r_0 r_1 a_0 a_1 b_0 b_1 Z_0 Z_1", real=True)
p, q, s, w, a, b, c, k, span, t, u, v, q_1, q_2 = sympy.symbols("p q s w a b c k span t u v q_1 q_2", real=True)

WHERE = "Appendix E.3, "
RADIUS = Fault("appendix_e_3_radius", "missing factor", WHERE + "after (a)",
               "the reward's range is 2 beta B for parameters at distance B, and 4 beta B for two parameters of norm B")
OPEN = tuple(condition for x in (p, q, s) for condition in (Gt(x, 0), Lt(x, 1)))
WEIGHT = (Ge(w, 0), Le(w, 1))
FAILURES = (*domain("delta"), Ge(q_1, 0), Le(q_1, delta), Ge(q_2, 0), Le(q_2, delta))

# The reward without its part that no policy changes, over beta, at two actions: ln(pi*/pi_sft).
f_1, f_2 = log(p / s), log((1 - p) / (1 - s))


def _partition(x):
    return log(1 + exp(x))


def steps(factor):
    """All steps, in the order of the page."""
    gain = (f_1 - f_2) * (p - q)
    return (
        Step("labels", WHERE + "first display, lines 1 and 2",
            Identity(1 / (1 + exp(r_0 - r_1)), sigmoid(r_1 - r_0))),
        Step("labels_of_policies", WHERE + "first display, lines 3 and 4",
            Identity(beta * log((exp(a_1) / Z_0) / (exp(a_0) / Z_0)) - beta * log((exp(b_1) / Z_1) / (exp(b_0) / Z_1)),
                beta * ((a_1 - b_1) - (a_0 - b_0)),
                (Gt(Z_0, 0), Gt(Z_1, 0), Gt(beta, 0))),
            reduction="a and b are the scores of the two actions under θ* and θ_sft; the normalisers cancel."),
        Step("shift", WHERE + "(a)",
            Identity(p * a_1 + (1 - p) * a_0 - (q * a_1 + (1 - q) * a_0),
                p * (a_1 - c) + (1 - p) * (a_0 - c) - (q * (a_1 - c) + (1 - q) * (a_0 - c))),
            reduction="A part of the reward that depends on the state alone, beta ln Z, drops out."),
        Step("step_a", WHERE + "(a)",
            Inequality(gain, Max(f_1, f_2) * sympy.Abs(p - q), OPEN),
            display="EE_(pi^star) [r^star] - EE_(hat(pi)) [r^star] <= Delta_max TV(pi^star, hat(pi)), quad Delta_max = max_(s, a) (r^star - beta ln Z_beta)",
            reduction="Two actions, beta = 1; p, q and s are the probabilities of the first under the best policy, the returned one "
            "and π_sft. The largest value of the shifted reward is no bound of its range.",
            repair=Repair(Inequality(gain, (Max(f_1, f_2) - Min(f_1, f_2)) * sympy.Abs(p - q), OPEN),
                "with the span, largest minus smallest value over the actions of a state, in place of the largest value"),
            fault=Fault("appendix_e_3_span", "missing factor", words="the largest value of the shifted reward stands for its range")),
        Step("largest_reward", WHERE + "after (a)",
            Inequality(beta * (a - b), 2 * beta * ball, (Le(a, 2 * ball), Ge(b, -2 * ball), Gt(beta, 0), Gt(ball, 0))),
            display="Delta_max <= 2 beta B",
            reduction="B bounds the norms of θ* and of θ_sft, as Assumption 4.5 has it for θ*: a is the inner product of θ* - θ_sft with a feature "
            "of norm at most 1, b the logarithm of the mean of its exponentials.",
            repair=Repair(Inequality(beta * (a - b), 4 * beta * ball, (Le(a, 2 * ball), Ge(b, -2 * ball), Gt(beta, 0), Gt(ball, 0))),
                "4 beta B; or 2 beta B where B bounds the norm of θ* - θ_sft (step span_of_reward)"),
            fault=RADIUS),
        Step("span_of_reward", WHERE + "after (a)",
            Inequality(beta * (a - b), 2 * beta * ball, (Le(a, ball), Ge(b, -ball), Gt(beta, 0))),
            display='"span" <= 2 beta B "if" norm(theta^star - theta_"sft") <= B',
            reduction="a and b are inner products of θ* - θ_sft with features of norm at most 1."),
        Step("pinsker", WHERE + "(b)",
            Inequality((p - q) ** 2, bernoulli_kl(p, q) / 2, OPEN[:4]),
            display="TV(pi^star, hat(pi)) <= sqrt(1/2 KL(pi^star, hat(pi)))",
            reduction="For two actions; for more, p and q are the probabilities of the set where the first law exceeds the second.",
        ),
        Step("step_c", WHERE + "(c)",
            Inequality(sqrt(u), (u / v + v) / 2, (Ge(u, 0), Gt(v, 0))),
            display='EE_s sqrt(1\\/2 "KL") <= sqrt(1\\/2 EE_s "KL")',
            reduction="Jensen's inequality: u is half the divergence in a state, v the root of its mean. The line holds in every state; the mean "
            "over states of the right side is v."),
        Step("divergence", WHERE + "Taylor expansion",
            Identity(p * log((exp(u) / Z_0) / (exp(v) / Z_1)), p * (log(Z_1) - log(Z_0)) - p * (v - u), (Gt(Z_0, 0), Gt(Z_1, 0))),
            display="KL(pi_(theta^star), pi_theta) = ln Z(theta) - ln Z(theta^star) - chevron.l nabla ln Z(theta^star), theta - theta^star chevron.r",
            reduction="Per action, of any number: u and v are its scores under the two parameters, p its probability under the first. Summed over the "
            "actions the p add up to 1, and those of p (v - u) to the inner product with the mean feature, which is the gradient of ln Z."),
        Step("taylor", WHERE + "Taylor expansion",
            Cited(
                "Taylor's theorem with Lagrange's remainder, along the segment from theta* to the estimate", "textbook"
            ),
            display="EE_s KL = 1/2 (hat(theta)' - theta^star)^top EE_s [A_s (theta)] (hat(theta)' - theta^star)",
            reduction="The intermediate point depends on the state if the expansion is made state by state; expanding the expected "
            "divergence gives one point for all, as the next line of the proof needs.",
            note="As printed, state by state, with one θ for all states, the line holds for the mean over states only."),
        Step("remainder", WHERE + "Taylor expansion",
            Inequality(_partition(v) - _partition(u) - sigmoid(u) * (v - u), (v - u) ** 2 / 8, ()),
            reduction="Two actions: the variance of a score's difference is at most a quarter.",
            scope="special case",
            special="two actions",),
        Step("covariance", WHERE + "after the expansion",
            Identity((a - b) ** 2, a**2 - 2 * a * b + b**2),
            display='EE_s [A_s (theta)] = 1/2 Sigma^"diff"_(pi_theta, pi_theta)',
            reduction="Along a direction, for two actions drawn independently, whose features have the components a and b: the mean of the "
            "right side is twice the variance."),
        Step("combine", WHERE + "before Lemma H.1",
            Identity(span * sqrt(Rational(1, 2) * Rational(1, 2) * Rational(1, 2) * kappa * t**2),
                sqrt(kappa) * span / (2 * sqrt(2)) * t,
                (Ge(kappa, 0), Ge(t, 0))),
            reduction="t is the norm of the parameters' difference in the second moment of π_sft; the halves are those of Pinsker, "
            "Taylor and the covariance."),
        Step("ridge", WHERE + "after Lemma H.1",
            Inequality(sqrt(t), sqrt(3) * sqrt(w + lam), (Ge(t, 0), Gt(lam, 0), Ge(w, 0), Ge(w + lam, (t + lam) / 3))),
            display='norm(Delta)_(Sigma^"diff"_(pi_"sft", pi_"sft")) <= sqrt(3) norm(Delta)_(hat(Sigma) + lambda I)',
            reduction="Squares of the norms of one unit vector."),
        Step("rescale", WHERE + "last display",
            Identity((a / beta + b) - (c / beta + b), (a - c) / beta, (Gt(beta, 0),)),
            display='hat(theta)\' - theta^star = (hat(theta) - theta_"true")/beta',
            reduction="Per coordinate; θ* = θ_true/β + θ_sft."),
        Step("constant", WHERE + "last display",
            Inequality(sqrt(3) * span / (2 * sqrt(2)) / beta, factor * ball, (Gt(beta, 0), Gt(ball, 0), Le(span, 2 * beta * ball))),
            reduction="With the span of the reward at most 2 beta B; twice as much with 4 beta B."),
        Step("two_events", "Proposition 4.6, probability",
            Inequality(q_1 + q_2, delta, FAILURES),
            display='PP("(13) and Lemma H.1") >= 1 - delta',
            reduction="q_1 and q_2 are the probabilities with which (13) and Lemma H.1 fail, at most delta each; on different data sets "
            "they add up.",
            repair=Repair(Inequality(q_1 + q_2, 2 * delta, FAILURES),
                "1 - 2 delta, or 1 - delta if each of the two holds with 1 - delta/2, as Theorem 6.3 can have it at the price of a "
                "constant"),
            fault=Fault("proposition_4_6_events", "union of events", words="two events, each of probability 1 - delta, are taken to hold together with probability 1 - delta"),
            note="What this proof does not give need not be false; the step one_delta shows that for an estimate of which (13) alone is "
            "known it is, if only by 2^(-n)."),
        Step("one_delta", "Proposition 4.6, probability",
            Inequality(sqrt(Rational(3, 2)) * sqrt(lam) / 2, 2 * (sigmoid(1) - HALF), (Gt(lam, 0), Le(lam, HALF)), strict=True),
            display='sqrt(3/2) sqrt(kappa_Pi) B Gamma < SubOpt(hat(pi), pi^star) "where no two different actions are compared"',
            reduction="Two actions at u and -u, an even π_sft, θ* = u/2, B = 1/2, Gamma = beta sqrt(lambda)/2, an estimate that is off by "
            "β u/2; both sides are divided by β/2. The sample covariance is 0 there, so (13) holds and the bound fails; elsewhere the estimate is exact but "
            "for a set of probability delta, on which (13) fails and the bound as well: 1 - delta - 2^(-n) is left."),
    )
