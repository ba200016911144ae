"""The displayed steps of Appendix E.3, and the bound at once, for any finite number of states and actions."""

from dataclasses import replace

import sympy
from sympy import Abs, Eq, Ge, Gt, IndexedBase, Le, Lt, Max, Rational, diff, exp, log, sqrt

from boundcheck.claims import Assumption, By, Cited, Fault, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from ..assumptions import ACTIONS_FROM_SFT
from ..notation import HALF, ball, beta, kappa, lam
from .pinsker import APART, KL, LAWS, j, mu, over, p_, pairs, pinsker, q_, split

FROM_SFT = replace(ACTIONS_FROM_SFT, dropped="the print names the law of the states only")
REALIZABLE = Assumption("realizable", r"Assumption 4.5: the best policy of (9) and $\pi_{\mathrm{sft}}$ are log-linear")
BOTH_EVENTS = Assumption("both_events", "(13) and Lemma H.1 hold on the data at hand")

r_0, r_1, a_0, a_1, b_0, b_1, Z_0, Z_1, Z_2 = sympy.symbols("r_0 r_1 a_0 a_1 b_0 b_1 Z_0 Z_1 Z_2", real=True)
p, q, s, w, a, b, c, h, k, m, span, t, u, v = sympy.symbols("p q s w a b c h k m span t u v", real=True)
gain, apart, kl, first, second, offset = sympy.symbols("gain apart kl first second offset", real=True)
spread, seen, rest, form, width = sympy.symbols("spread seen rest form width", real=True)
r_, c_, e_, x_ = (IndexedBase(name, real=True) for name in ("r_", "c_", "e_", "x_"))

WHERE = "Appendix E.3, "
RADIUS = Fault("appendix_e_3_radius", "missing factor", WHERE + "(a) and the line after it",
               r"the proof needs the span of the shifted reward over the actions of a state, but $\Delta_{\max}$ is defined as its largest value (likewise $r_{\max}$ in Remark 4.7). "
               r"The bound $2 \beta B$ of this range holds for $\theta^\star$ and $\theta_{\mathrm{sft}}$ at distance $B$; for two parameters of norm $B$ it is $4 \beta B$")
EVENTS = Fault("proposition_4_6_events", "union of events", words=r"two events, each of probability $1 - \delta$, are taken to hold together with probability $1 - \delta$")
OPEN = tuple(condition for x in (p, q, s) for condition in (Gt(x, 0), Lt(x, 1)))

# The reward without its part that no policy changes, over beta, at two actions: ln(pi*/pi_sft).
f_1, f_2 = log(p / s), log((1 - p) / (1 - s))


# Sums are over the pairs of a state and an action: p_ and q_ are the laws of both under the best and the returned policy, r_ the reward, which lies within h
# of c_, an offset that depends on the state alone.
IN_SPAN = (Ge(pairs, 1), Ge(r_[j], c_[j] - h), Le(r_[j], c_[j] + h))
GAIN, OFFSET = over((p_[j] - q_[j]) * r_[j]), over(c_[j] * (p_[j] - q_[j]))
SUMS = {"gain": GAIN, "apart": APART, "kl": KL, "first": over(p_[j]), "second": over(q_[j]), "offset": OFFSET}

# Of what is left: spread, seen and form are the forms of Sigma^diff at the intermediate parameter, of Sigma^diff under pi_sft and of
# the sample's ridge covariance along the estimate's error, rest the square of its length; mu balances the two parts of Pinsker's inequality.
CHAIN = (
    Le(spread, kappa * seen), Le((seen + lam * rest) / 3, form), Ge(rest, 0), Le(form, width**2 / beta**2), Le(h, beta * ball),
    Ge(h, 0), Gt(lam, 0), Gt(beta, 0), Gt(kappa, 0), Gt(width, 0), Gt(mu, 0), Eq(mu, sqrt(3 * kappa / 8) * width / beta),
)  # fmt: skip
# The hypotheses of the proposition: two laws with the same law of the state, Taylor's theorem, and those above.
WHOLE = (*LAWS, *IN_SPAN, Eq(over(p_[j]), 1), Eq(over(q_[j]), 1), Eq(OFFSET, 0), Le(KL, spread / 4), *CHAIN)


def at_scale(scale):
    """The hypotheses where half of the largest span is `scale` times beta B."""
    return tuple(Le(h, beta * (scale * ball)) if condition == Le(h, beta * ball) else condition for condition in WHOLE)


DOUBLED = at_scale(2)
LETTERS = {
    "pairs": "N", "seen": "S", "spread": "V", "form": "F", "rest": "R",
    "gain": "G", "apart": "T", "kl": "K", "first": "P", "second": "Q", "offset": "O",
}  # fmt: skip


def steps(factor):
    """All steps, in the order of the page."""
    two = (f_1 - f_2) * (p - q)
    return (
        Step("labels", WHERE + "first display, lines 1 and 2",
            Identity(1 / (1 + exp(r_0 - r_1)), sigmoid(r_1 - r_0))),
        Step("labels_of_policies", WHERE + "first display, lines 3 and 4",
            Identity(beta * log((exp(a_1) / Z_0) / (exp(a_0) / Z_0)) - beta * log((exp(b_1) / Z_1) / (exp(b_0) / Z_1)),
                beta * ((a_1 - b_1) - (a_0 - b_0)),
                (Gt(Z_0, 0), Gt(Z_1, 0), Gt(beta, 0))),
            because=r"$a$ and $b$ are the scores of the two actions under $\theta^\star$ and $\theta_{\mathrm{sft}}$; the normalisers cancel.", assumes=REALIZABLE),
        Step("shift", WHERE + "(a)",
            Identity(over((p_[j] - q_[j]) * (r_[j] + k)), over((p_[j] - q_[j]) * r_[j]) + k * over(p_[j]) - k * over(q_[j]), (Ge(pairs, 1),)),
            display=r"\mathbb{E}_{\pi^\star}[r^\star + k] - \mathbb{E}_{\hat{\pi}}[r^\star + k] = \mathbb{E}_{\pi^\star}[r^\star] - \mathbb{E}_{\hat{\pi}}[r^\star]",
            form="reduction", because="In one state: $p$ and $q$ are the two policies, which sum to 1, so that a part $k$ of the reward that depends on the state "
            r"alone, $\beta \ln Z$, drops out."),
        Step("step_a", WHERE + "(a)",
            Inequality(two, Max(f_1, f_2) * Abs(p - q), OPEN),
            display=r"\mathbb{E}_{\pi^\star}[r^\star] - \mathbb{E}_{\hat{\pi}}[r^\star] \le \Delta_{\max} \operatorname{TV}(\pi^\star, \hat{\pi}), \quad \Delta_{\max} = \max_{s, a} (r^\star - \beta \ln Z_\beta)",
            form="special case", because=r"Two actions, $\beta = 1$; $p$, $q$ and $s$ are the probabilities of the first under the best policy, the returned one and "
            r"$\pi_{\mathrm{sft}}$. In the mended line $p$ and $q$ are laws of any states and actions, $2 h$ the largest span, $c$ its "
            "middle.",
            repair=Repair(Inequality(GAIN, h * APART + OFFSET, IN_SPAN),
                "with the span, largest minus smallest value over the actions of a state, in place of the largest value",
                r"\mathbb{E}_{\pi^\star}[r^\star] - \mathbb{E}_{\hat{\pi}}[r^\star] \le \operatorname{span} \mathbb{E}_s \operatorname{TV}(\pi^\star, \hat{\pi})"),
            fault=RADIUS),
        Step("largest_reward", WHERE + "after (a)",
            Inequality(beta * (a - b), 2 * beta * ball, (Le(a, 2 * ball), Ge(b, -2 * ball), Gt(beta, 0), Gt(ball, 0))),
            display=r"\Delta_{\max} \le 2 \beta B",
            form="reduction", because=r"$B$ bounds the norms of $\theta^\star$ and of $\theta_{\mathrm{sft}}$, as Assumption 4.5 has it for $\theta^\star$: $a$ is the inner "
            r"product of $\theta^\star - \theta_{\mathrm{sft}}$ with a feature of norm at most 1, $b$ the logarithm of the mean of its "
            "exponentials.",
            repair=Repair(Inequality(beta * (a - b), 4 * beta * ball, (Le(a, 2 * ball), Ge(b, -2 * ball), Gt(beta, 0), Gt(ball, 0))),
                r"$4 \beta B$; or $2 \beta B$ where $B$ bounds the norm of $\theta^\star - \theta_{\mathrm{sft}}$"),
            fault=RADIUS),
        Step("span_of_reward", WHERE + "after (a)",
            Inequality(beta * (a - b), 2 * beta * ball, (Le(a, ball), Ge(b, -ball), Gt(beta, 0))),
            display=r"\operatorname{span} \le 2 \beta B\text{ if } \|\theta^\star - \theta_{\mathrm{sft}}\| \le B",
            form="reduction", because=r"$a$ and $b$ are inner products of $\theta^\star - \theta_{\mathrm{sft}}$ with features of norm at most 1."),
        *pinsker(WHERE + "(b)", r"\pi^\star", r"\hat{\pi}", "action"),
        Step("step_c", WHERE + "(c)",
            Inequality(sqrt(u), (u / v + v) / 2, (Ge(u, 0), Gt(v, 0))),
            display=r"\mathbb{E}_s \sqrt{1/2 \operatorname{KL}} \le \sqrt{1/2 \mathbb{E}_s \operatorname{KL}}",
            form="reduction", because="Jensen's inequality: $u$ is half the divergence in a state, $v$ the root of its mean. The line holds in every state; the "
            "mean over states of the right side is $v$."),
        Step("divergence", WHERE + "Taylor expansion",
            Identity(p * log((exp(u) / Z_0) / (exp(v) / Z_1)), p * (log(Z_1) - log(Z_0)) - p * (v - u), (Gt(Z_0, 0), Gt(Z_1, 0))),
            display=r"\operatorname{KL}(\pi_{\theta^\star}, \pi_\theta) = \ln Z(\theta) - \ln Z(\theta^\star) - \langle\nabla \ln Z(\theta^\star), \theta - \theta^\star\rangle",
            form="reduction", because="Per action, of any number: $u$ and $v$ are its scores under the two parameters, $p$ its probability under the first. Summed over "
            "the actions the $p$ add up to 1, and those of $p (v - u)$ to the inner product with the mean feature, which is the gradient of "
            r"$\ln Z$."),
        Step("taylor", WHERE + "Taylor expansion",
            Cited(r"Taylor's theorem with Lagrange's remainder, along the segment from $\theta^\star$ to the estimate", "textbook"),
            display=r"\mathbb{E}_s \operatorname{KL} = \frac{1}{2} (\hat{\theta}' - \theta^\star)^\top \mathbb{E}_s[A_s(\theta)] (\hat{\theta}' - \theta^\star)",
            because=r"For the mean over the states, which makes $\theta$ one parameter for all of them. The derivatives are those of "
            "the steps `second_derivative` and `variance`. The page expands state by state. The parameter then depends on the "
            "state, and the next line, where it gives a policy of the class, has no such policy; expanded for the mean it "
            "has, and nothing else changes."),
        Step("second_derivative", WHERE + "Taylor expansion",
            Identity(diff(log(Z_0 + Z_1 * t + Z_2 * t**2 / 2), t, 2).subs(t, 0), Z_2 / Z_0 - 2 * m * (Z_1 / Z_0) + m**2, (Gt(Z_0, 0), Eq(m, Z_1 / Z_0))),
            display=r"\frac{\mathrm{d}^2}{\mathrm{d} t^2} \ln Z(\theta + t \Delta) = \frac{\sum_a e_a (x_a - m)^2}{\sum_a e_a}, \quad m = \frac{\sum_a e_a x_a}{\sum_a e_a}",
            form="translation", because="$Z_0$, $Z_1$ and $Z_2$ are the sums over the actions, of any number, of $e$, $e x$ and $e x^2$, where $e$ is the exponential of "
            r"an action's score and $x$ the inner product of $\Delta$ with its feature: the first derivatives of $Z$."),
        Step("variance", WHERE + "Taylor expansion",
            Identity(over(e_[j] / Z_0 * (x_[j] - m) ** 2), over(e_[j] * x_[j] ** 2) / Z_0 - 2 * m * over(e_[j] * x_[j]) / Z_0 + m**2 * over(e_[j]) / Z_0,
                (Gt(Z_0, 0), Ge(pairs, 1))),
            display=r"\langle\Delta, A_s(\theta) \Delta\rangle = \frac{Z_2}{Z_0} - 2 m \frac{Z_1}{Z_0} + m^2",
            form="translation", because="The variance of $x$ under the policy $e/Z_0$, for any number of actions."),
        Step("covariance", WHERE + "after the expansion",
            Identity((a - b) ** 2, a**2 - 2 * a * b + b**2),
            display=r"\mathbb{E}_s[A_s(\theta)] = \frac{1}{2} \Sigma_{\pi_\theta, \pi_\theta}^{\mathrm{diff}}",
            form="reduction", because="Along a direction, for two actions drawn independently, whose features have the components $a$ and $b$: the mean of "
            "the right side is twice the variance."),
        Step("combine", WHERE + "before Lemma H.1",
            Identity(span * sqrt(Rational(1, 2) * Rational(1, 2) * Rational(1, 2) * kappa * t**2),
                sqrt(kappa) * span / (2 * sqrt(2)) * t,
                (Ge(kappa, 0), Ge(t, 0))),
            because=r"$t$ is the norm of the parameters' difference in the second moment of $\pi_{\mathrm{sft}}$; the halves are "
            "those of Pinsker, Taylor and the covariance."),
        Step("ridge", WHERE + "after Lemma H.1",
            Inequality(sqrt(t), sqrt(3) * sqrt(w + lam), (Ge(t, 0), Gt(lam, 0), Ge(w, 0), Ge(w + lam, (t + lam) / 3))),
            display=r"\|\Delta\|_{\Sigma_{\pi_{\mathrm{sft}}, \pi_{\mathrm{sft}}}^{\mathrm{diff}}} \le \sqrt{3} \|\Delta\|_{\hat{\Sigma} + \lambda I}",
            form="translation", because="Squares of the norms of one unit vector.", assumes=(FROM_SFT, BOTH_EVENTS)),
        Step("rescale", WHERE + "last display",
            Identity((a / beta + b) - (c / beta + b), (a - c) / beta, (Gt(beta, 0),)),
            display=r"\hat{\theta}' - \theta^\star = \frac{\hat{\theta} - \theta_{\mathrm{true}}}{\beta}",
            form="reduction", because=r"Per coordinate; $\theta^\star = \theta_{\mathrm{true}}/\beta + \theta_{\mathrm{sft}}$."),
        Step("constant", WHERE + "last display",
            Inequality(sqrt(3) * span / (2 * sqrt(2)) / beta, factor * ball, (Gt(beta, 0), Gt(ball, 0), Le(span, 2 * beta * ball))),
            because=r"With the span of the reward at most $2 \beta B$; twice as much with $4 \beta B$."),
        Step("nonnegative", "Proposition 4.6 at once", Inequality(sympy.Integer(0), APART, (Ge(pairs, 1),))),
        Step("composed", "Proposition 4.6 at once",
            Inequality(gain, factor * sqrt(kappa) * ball * width,
                (Le(gain, h * apart + offset), Le(apart, split(kl, first, second)), Ge(apart, 0), Eq(first, 1), Eq(second, 1), Eq(offset, 0), Le(kl, spread / 4), *CHAIN)),
            because="gain, apart, kl, first, second and offset are the sums of the steps `step_a` and `pinsker_sum`. The divergence is a quarter of "
            r"the form of $\Sigma^{\mathrm{diff}}$ at the intermediate parameter, and this at most $\kappa$ times that of $\pi_{\mathrm{sft}}$."),
        Step("whole", "Proposition 4.6",
            By("composed", letters=SUMS, given=WHOLE, says=Inequality(GAIN, factor * sqrt(kappa) * ball * width)),
            display=r"\operatorname{SubOpt}(\hat{\pi}, \pi^\star) \le \frac{\sqrt{3}}{\sqrt{2}} \sqrt{\kappa_\Pi} B \Gamma",
            form="translation", because=r"Under the hypotheses of the proposition alone, for any number of states and actions, where $\beta B$ is half of the largest "
            r"span: $B$ bounds the norm of $\theta^\star - \theta_{\mathrm{sft}}$.",
            settles=("bound@distance",)),
        Step("whole_doubled", "Proposition 4.6, in general",
            By("composed", letters={**SUMS, "ball": 2 * ball}, given=DOUBLED, says=Inequality(GAIN, 2 * factor * sqrt(kappa) * ball * width)),
            display=r"\operatorname{SubOpt}(\hat{\pi}, \pi^\star) \le 2 \frac{\sqrt{3}}{\sqrt{2}} \sqrt{\kappa_\Pi} B \Gamma",
            form="translation", because=r"The same with $2 B$ for $B$: $B$ bounds the norms of $\theta^\star$ and of $\theta_{\mathrm{sft}}$.",
            settles=("bound@doubled",)),
        Step("one_delta", "Proposition 4.6, the probability",
            Inequality(2 * (sigmoid(1) - HALF), sqrt(Rational(3, 2)) * sqrt(lam) / 2, (Gt(lam, 0), Le(lam, HALF))),
            display=r"\operatorname{SubOpt}(\hat{\pi}, \pi^\star) \le \frac{\sqrt{3}}{\sqrt{2}} \sqrt{\kappa_\Pi} B \Gamma \quad \text{wherever (13) holds}",
            form="special case", because=r"Let two actions have features $u$ and $-u$, $\pi_{\mathrm{sft}}$ be uniform, $\theta^\star = u/2$, $B = 1/2$ and $\Gamma = \beta \sqrt{\lambda}/2$; "
            r"in data that compare no two different actions (13) allows an estimate that is off by $\beta u/2$. Both sides are divided by $\beta/2$. Both (13) and Lemma H.1 fail with "
            r"probability $\delta$, on data sets of their own: there the sample covariance is 0 and (13) holds; elsewhere the "
            r"estimate is exact but for a set of probability $\delta$, on which (13) fails and the bound as well, so that "
            r"$1 - \delta - 2^{-n}$ is left. In the mended line $w$ is the form of the sample covariance along $u$; the step "
            "`whole` has it in general.",
            repair=Repair(Inequality(2 * (sigmoid(1) - HALF), sqrt(Rational(3, 2)) * sqrt(w + lam) / 2, (Gt(lam, 0), Ge(w, 0), Ge(w + lam, (2 + lam) / 3))),
                r"$\delta/2$ in place of $\delta$ for each of the two, as Theorem 6.3 can have it at the price of a constant; the bound holds wherever both do",
                r"\operatorname{SubOpt}(\hat{\pi}, \pi^\star) \le \frac{\sqrt{3}}{\sqrt{2}} \sqrt{\kappa_\Pi} B \Gamma \quad \text{where (13) and Lemma H.1 hold}"),
            fault=EVENTS, assumes=BOTH_EVENTS),
    )
