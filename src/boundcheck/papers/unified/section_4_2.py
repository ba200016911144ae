"""Section 4.2: the regularised objective, its solution, and realizability."""

import sympy
from sympy import Eq, Ge, Gt, Le, exp, log

from boundcheck.claims import Claim, Fault, Identity, Inequality, KeyFinding, Reading, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, ball, beta
from .quantities import log_loss

r, s, p, q, Z, normaliser, h, label = sympy.symbols("r s p q Z normaliser h label", real=True)
r_0, r_1, s_0, s_1 = sympy.symbols("r_0 r_1 s_0 s_1", real=True)
u_0, u_1, v_0, v_1, c_0, c_1 = sympy.symbols("u_0 u_1 v_0 v_1 c_0 c_1", real=True)
POSITIVE = (Gt(beta, 0), Gt(Z, 0), Gt(s, 0))


def best(r, s):
    """Eq. (9): the probability of an action with the reward r, of probability s under the SFT policy."""
    return s * exp(r / beta) / Z


def reward(score, base, rest):
    """A reward whose best policy is log-linear: by (10), the scores under theta* and theta_sft, and what depends on the state alone."""
    return beta * (score - base) + rest


GAP = beta * ((u_1 - v_1) - (u_0 - v_0))

REALIZABILITY = Fault("section_4_2_realizability", "hidden assumption", "Section 4.2", "policy and reward realizability are called equivalent; a log-linear policy fixes the reward only up to a term that depends on the state alone, and this term need not be linear")

CLAIM = Claim(
    source=Source(PAPER, "Section 4.2, Equations (9) to (12)", "Section 4.2", kind="section"),
    words=r"For $\beta > 0$ the maximiser of $J_\beta$ is the first display, so that the reward is the second; with it DPO minimises a "
    "log-loss. Realizability of the policy is said to be equivalent to that of the reward",
    displays={
        "(9)": best(r, s),
        "(10)": r"r^\star(s, a) = \beta \ln \frac{\pi^\star(a|s)}{\pi_{\mathrm{sft}}(a|s)} + \beta \ln Z_\beta(s)",
    },
    letters=LETTERS | {"r": r"r^\star(s, a)", "Z": r"Z_\beta(s)", "normaliser": r"Z_{\mathrm{sft}}", "label": "y", "s": r"\pi_{\mathrm{sft}}(a|s)", "p": r"\pi(a|s)", "q": r"\pi^\star(a|s)"},
    readings=(
        Reading("literal",
            r"Assumption 4.5 makes the reward itself linear in the features, with $\theta_{\mathrm{true}}$: differences of rewards between "
            "any two pairs of states and actions are those of a linear function. A part of the reward that depends on the state alone, "
            "$c_0$ and $c_1$ in two states, contradicts that, and no policy shows it",
            fault=REALIZABILITY),
        Reading("within_a_state", "the reward is linear up to a part that depends on the state alone",
            support=r"(1), (10) and (11), into which only differences of rewards in one state enter; Appendix E.3, (a), where $\ln Z$ drops out"),
    ),
    parts={
        # Summed over the actions the last term is 0; the two sides are equal where the policy is (9).
        "maximiser": Inequality(p * (r - beta * log(p / s)), p * beta * log(Z) + beta * (q - p), (*POSITIVE, Gt(p, 0), Eq(q, best(r, s)))),
        "inversion": Identity(r, beta * log(q / s) + beta * log(Z), (*POSITIVE, Eq(q, best(r, s)))),
        "realizability": {
            "literal": Identity(reward(u_1, v_1, c_1) - reward(u_0, v_0, c_0), GAP, (Gt(beta, 0),)),
            "within_a_state": Identity(reward(u_1, v_1, c_1) - reward(u_0, v_0, c_0), GAP, (Gt(beta, 0), Eq(c_1, c_0))),
        }
    },
    findings=(KeyFinding("Only differences of rewards in one state enter, so that nothing rests on this", ("normaliser_drops_out",), weight="little", fault=REALIZABILITY),),
    steps=(
        Step("completed", "Eq. (9)",
            Identity(r - beta * log(p / s), beta * log(Z) - beta * log(p / best(r, s)), (*POSITIVE, Gt(p, 0))),
            display=r"J_\beta(\pi) = \mathbb{E}_s[\beta \ln Z_\beta(s) - \beta \operatorname{KL}(\pi, \pi^\star)]",
            form="reduction", because=r"For every state and action; averaged over the actions of $\pi$ the last term is the divergence from (9)."),
        Step("gibbs", "Eq. (9)",
            Inequality(p - q, p * log(p / q), (Gt(p, 0), Gt(q, 0))),
            display=r"\operatorname{KL}(\pi, \pi^\star) \ge 0",
            form="reduction", because="For every action; summed, the left side is $1 - 1$. Equality only where $p = q$, so the maximiser is (9) and no other."),
        Step("inversion", "Eq. (10)", Identity(r, beta * log(best(r, s) / s) + beta * log(Z), POSITIVE)),
        Step("normaliser_drops_out", "Eq. (11)",
            Identity(sigmoid(r_1 - r_0), sigmoid(beta * log(best(r_1, s_1) / s_1) - beta * log(best(r_0, s_0) / s_0)),
                (Gt(beta, 0), Gt(Z, 0), Gt(s_0, 0), Gt(s_1, 0))),
            because="The probability (1) of the label 1, with the rewards of (10)."),
        Step("log_loss", "Eq. (11)",
            Identity(label * log(sigmoid(h)) + (1 - label) * log(sigmoid(-h)), log_loss(label, h)),
            because="$h$ is the difference of the implicit rewards; the two sums of (11), for a label that is 0 or 1."),
        Step("log_linear", "Eq. (12)",
            Identity(beta * log((exp(u_1) / Z) / (exp(v_1) / normaliser)) - beta * log((exp(u_0) / Z) / (exp(v_0) / normaliser)), GAP,
                (Gt(beta, 0), Gt(Z, 0), Gt(normaliser, 0))),
            because=r"$u$ and $v$ are the scores under $\theta^\star$ and $\theta_{\mathrm{sft}}$, $Z$ and $Z_{\mathrm{sft}}$ their normalisers."),
        Step("converse", "after (12)",
            Identity(log(exp(v_1) * exp((u_1 - v_1) * beta / beta)) - log(exp(v_0) * exp((u_0 - v_0) * beta / beta)), u_1 - u_0, (Gt(beta, 0),)),
            because=r"The other direction: with a reward that is linear within states, and a log-linear $\pi_{\mathrm{sft}}$, the policy (9) is log-linear."),
        Step("radius", "after (12)",
            Inequality(u_1 - v_1, 2 * ball, (Le(u_1, ball), Ge(v_1, -ball), Gt(ball, 0))),
            because=r"With parameters of norm at most $B$ the parameter $(\theta^\star - \theta_{\mathrm{sft}})$ of the reward over $\beta$ has norm up to $2 B$, not $B$."),
    ),
    not_covered=("that DPO minimises (11) over a class of policies is its definition",),
)
