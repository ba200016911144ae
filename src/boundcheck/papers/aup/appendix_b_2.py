"""Appendix B.2: the de-biased loss."""

import sympy
from sympy import Eq, Gt, Integer, Lt, Rational, log

from boundcheck.claims import Claim, Fault, Identity, Inequality, Reading, Repair, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, c_m, domain, epsilon, m

p, s, r, u, v = sympy.symbols("p s r u v", real=True)
HALF = Rational(1, 2)
WHERE, MAIN = "Appendix B.2", "Section 4.1, before (1)"
INNER = (Gt(p, 0), Lt(p, 1))
KEEPING = (Gt(s, HALF), Lt(s, 1))


def seen(keep, likely=p):
    """Probability of a private 1."""
    return keep * likely + (1 - keep) * (1 - likely)


def score_one(keep):
    """Logarithm of the predicted score of a private 1."""
    return keep * log(p) - (1 - keep) * log(1 - p)


def score_zero(keep):
    """The same of a private 0."""
    return keep * log(1 - p) - (1 - keep) * log(p)


def entropy(likely):
    """Of a bit, in nats."""
    return -likely * log(likely) - (1 - likely) * log(1 - likely)


MEAN = s * score_one(s) + (1 - s) * score_zero(s)  # over the coin, for a plain label 1
UNBIASED = Fault("unbiased_loss", "missing factor", MAIN, r"the mean of the loss is $2 \sigma(\varepsilon/m) - 1$ times the original one")
LEVEL = Fault("level_of_loss", "misprint", WHERE, r"$\sigma(\varepsilon)$ where labels are private at $\varepsilon/m$")

CLAIM = Claim(
    source=Source(PAPER, "Appendix B.2", "Appendix B.2; (1) in Section 4.1", kind="appendix"),
    words="The loss of private labels with scores in place of probabilities has the log-odds of plain labels, and is unbiased",
    displays={"": r"\log \frac{\hat{p}_1}{\hat{p}_0} = \log \frac{\sigma(x^\top \theta)}{1 - \sigma(x^\top \theta)}"},
    letters=LETTERS | {"p": r"\sigma(x^\top \theta)", "s": r"\sigma(\varepsilon/m)", "r": r"\sigma(\varepsilon)", "u": r"\hat{p}_1", "v": r"\hat{p}_0"},
    readings=(Reading("literal", r"B.2 speaks of $\sigma(\varepsilon)$ and of labels that are private at $\varepsilon$; (1) has $\varepsilon/m$"),),
    parts={"log_odds": Identity(log(u / v), log(p / (1 - p)), (*INNER, *KEEPING, Eq(u, p**s / (1 - p) ** (1 - s)), Eq(v, (1 - p) ** s / p ** (1 - s))))},
    steps=(
        Step("a_law", f"{WHERE}, first display", Identity(seen(s) + s * (1 - p) + (1 - s) * p, Integer(1)), display=r"\tilde{p}_1 + \tilde{p}_0 = 1", form="translation",
            because="$p$ is the chance of a plain 1, $s$ that of a coin that keeps it."),
        Step("likelihood_is_biased", f"{WHERE}, 'introduces bias in loss'",
            Inequality(entropy(p), entropy(seen(s)), (Gt(p, HALF), Lt(p, 1), *KEEPING), strict=True), display=r"\mathbb{E}[l_{D, \varepsilon}(\theta^*)] - \mathbb{E}[l_D(\theta^*)] > 0", form="reduction",
            because="At the truth both losses are entropies of a label; they differ unless the label is a fair coin; $p$ is above 1/2 here, and below it labels change names. The minimiser of the likelihood is consistent all the same."),
        Step("log_odds_shrink", f"{WHERE}, 'discrepancy in the log-odds'", Inequality(seen(s) / (1 - seen(s)), p / (1 - p), (Gt(p, HALF), Lt(p, 1), *KEEPING), strict=True)),
        Step("log_odds_at_any_level", f"{WHERE}, 'our desired property'", Identity(score_one(r) - score_zero(r), log(p) - log(1 - p), INNER),
            because="It holds for every $r$, also one that has nothing to do with the coins: the property alone does not "
            "de-bias. What de-biases is that the score has mean zero at the truth, which takes the level of the coins."),
        Step("mean_score", rf"{WHERE}, the loss with $\sigma(\varepsilon)$",
            Identity(seen(s) * (1 - seen(r)) - (1 - seen(s)) * seen(r), Integer(0), (*INNER, *KEEPING, Gt(r, s), Lt(r, 1))),
            display=r"\mathbb{E}[V_{\theta^*}] = 0", form="translation",
            because="The coefficient of the gradient is $1 - q$ at a private 1 and $-q$ at a private 0, $q$ the predicted "
            r"probability of a 1 at the level of the loss. For labels that are private at $\varepsilon/m$ the loss "
            r"with $\sigma(\varepsilon)$ is biased towards 0, by "
            r"$(\sigma(\varepsilon/m) - \sigma(\varepsilon)) (2p - 1)$.",
            repair=Repair(Identity(seen(s) * (1 - seen(s)) - (1 - seen(s)) * seen(s), Integer(0), INNER), r"$\sigma(\varepsilon/m)$ in place of $\sigma(\varepsilon)$"),
            misprint=r"(1) and C.1 have $\sigma(\varepsilon/m)$", fault=LEVEL),
        Step("unbiased", MAIN, Identity(MEAN, log(p), (*INNER, *KEEPING)),
            display=r"\mathbb{E}[\hat{l}_{D, \varepsilon}(\theta)] = l_D(\theta)", form="reduction",
            because="The mean over the coin of one label that is 1; a label that is 0 has $1 - p$ for $p$. The factor does "
            r"not move the minimiser, and C.1 has it in $\gamma_\varepsilon$.",
            repair=Repair(Identity(MEAN, (2 * s - 1) * log(p), (*INNER, *KEEPING)), r"the loss is unbiased for $2 \sigma(\varepsilon/m) - 1$ times the original loss"), fault=UNBIASED),
        Step("factor", MAIN, Identity(2 * sigmoid(epsilon / m) - 1, 1 / c_m, domain(epsilon, m))),
        Step("scores_are_no_probabilities", f"{WHERE}, 'not probabilities'",
            Identity(score_one(s) + score_zero(s), (2 * s - 1) * (log(p) + log(1 - p)), (*INNER, *KEEPING)),
            display=r"\hat{p}_1 \hat{p}_0 = (p (1 - p))^{2 s - 1}", form="translation",
            because="Two probabilities of sum 1 with odds $p/(1 - p)$ would have the product $p(1 - p)$."),
    ),
)  # fmt: skip
