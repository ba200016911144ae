"""That no method does without c(epsilon): two logits that private labels hardly tell apart, for every n and every epsilon."""

import sympy
from sympy import Abs, Eq, Ge, Gt, IndexedBase, Le, log

from boundcheck.claims import By, Cited, Identity, Inequality, Step
from boundcheck.minimax.labels import leaning

from ... import two_logits
from ...two_logits import BOUND, LOGIT, OF_ONE_LABEL
from ..notation import HALF, domain, epsilon, n
from .pinsker import APART, KL, LAWS, j, mu, over, p_, pairs, pinsker, q_, split

a, b, c, h, x, y = sympy.symbols("a b c h x y", real=True)
apart, kl, first, second, one, risk = sympy.symbols("apart kl first second one risk", real=True)
t_ = IndexedBase("t_", real=True)

WHERE = r"privacy, $\alpha = 0$"
LETTERS = {
    "pairs": "N", "apart": "T", "kl": "K", "first": "P", "second": "Q", "one": "K_1", "risk": "R",
}  # fmt: skip


def mean_loss(h):
    """Half the sum of the mean distances of an estimate t from h under p and from -h under q."""
    return over(HALF * (Abs(t_[j] - h) * p_[j] + Abs(t_[j] + h) * q_[j]))


POSITIVE = (*domain(epsilon, n), Ge(pairs, 1), *LAWS)
# The laws of all n private labels: for independent ones the divergence is at most n times that of one.
LABELS = (*POSITIVE, Eq(over(p_[j]), 1), Eq(over(q_[j]), 1), Eq(mu, HALF), Gt(mu, 0), Le(KL, n * OF_ONE_LABEL))


def steps():
    """From one channel to every method."""
    return (
        *two_logits.garbled(WHERE),
        Step("leans", WHERE, Inequality(leaning(h), h / 2, (Ge(h, 0),)), display=r"2 \sigma(h) - 1 \le \frac{h}{2}", form="translation", because=r"The left side is $\tanh(h/2)$."),
        two_logits.contracted(WHERE),
        Step("log_odds", WHERE, Identity(log((1 + leaning(h)) / (1 - leaning(h))), h, (Ge(h, 0),))),
        Step("per_label", WHERE,
            Inequality(x / c * y, h**2 / (2 * c**2), (Le(y, h / c), Le(x, h / 2), Ge(x, 0), Ge(c, 1), Ge(h, 0), Ge(y, 0))),
            display=r"\operatorname{KL} \le \frac{h^2}{2 c(\varepsilon)^2} \quad \text{per private label}",
            form="translation", because="The logits are $h$ and $-h$; $y$ is the logarithm of the step `contracted`."),
        *two_logits.of_labels(WHERE, "The last four steps together."),
        Step("independent_labels", WHERE,
            Cited("the divergence of independent draws is the sum of theirs", "textbook"),
            display=r"\operatorname{KL}(p, q) = n \operatorname{KL}(p_1, q_1)"),
        *pinsker(WHERE, "p", "q", "outcome"),
        Step("either", WHERE,
            Inequality(h / 2 * over(p_[j]) + h / 2 * over(q_[j]) - h / 2 * APART, mean_loss(h), (*LAWS, Ge(pairs, 1), Ge(h, 0))),
            display=r"\frac{1}{2} \mathbb{E}_p |t - h| + \frac{1}{2} \mathbb{E}_q |t + h| \ge h (1 - \operatorname{TV}(p, q))",
            form="reduction", because="Le Cam's two points: $t$ is any estimate, on each of any number of outcomes. The larger of the two risks is at least this mean."),
        Step("risk", WHERE,
            Inequality(h / 2, risk,
                (Le(h / 2 * first + h / 2 * second - h / 2 * apart, risk), Le(apart, split(kl, first, second)), Eq(mu, HALF), Eq(first, 1), Eq(second, 1),
                 Le(kl, n * one), Le(one, 1 / (2 * n)), Ge(n, 1), Ge(h, 0))),
            because="The divergence of all labels is at most 1/2, so that TV is at most 1/2."),
        Step("every_method", WHERE,
            By("risk", letters={"h": LOGIT, "risk": mean_loss(LOGIT), "apart": APART, "kl": KL, "first": over(p_[j]), "second": over(q_[j]),
                                "one": OF_ONE_LABEL},
               given=LABELS, says=Inequality(BOUND, mean_loss(LOGIT))),
            display=r"\inf \sup \mathbb{E} |\hat{\theta} - \theta| \ge \frac{c(\varepsilon)}{2 \sqrt{n}}",
            form="translation", because=r"For every $n$, every $\varepsilon$ and every method that sees private labels alone. With exact Bayes risks, at the listed points, there is a little room."),
        two_logits.two_points(WHERE),
        *two_logits.at_the_logit(WHERE, "constant"),
    )
