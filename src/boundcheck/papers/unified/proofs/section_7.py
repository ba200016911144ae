"""That no method does without c(epsilon): two logits that private labels hardly tell apart, for every n and every epsilon."""

import sympy
from sympy import Abs, Eq, Ge, Gt, IndexedBase, Le, Lt, exp, log, sqrt

from boundcheck.claims import By, Cited, Identity, Inequality, Step
from boundcheck.minimax.private_labels import divergence, leaning
from boundcheck.symbolic import sigmoid

from ..notation import HALF, c_epsilon, domain, epsilon, n
from .pinsker import APART, KL, LAWS, j, mu, over, p_, pairs, pinsker, q_, split

a, b, c, h, x, y = sympy.symbols("a b c h x y", real=True)
apart, kl, first, second, one, risk = sympy.symbols("apart kl first second one risk", real=True)
t_ = IndexedBase("t_", real=True)

WHERE = "privacy, α = 0"
LETTERS = {
    "pairs": "N", "apart": "T", "kl": "K", "first": "P", "second": "Q", "one": "K_1", "risk": "R",
}  # fmt: skip
BOUND = c_epsilon / (2 * sqrt(n))
LOGIT = c_epsilon / sqrt(n)  # the logit is this or its negative
FROM_THE_INSTANCE = sympy.Mul(LOGIT, 1 - LOGIT * sqrt(n) / (2 * c_epsilon), evaluate=False)


def mean_loss(h):
    """Half the sum of the mean distances of an estimate t from h under p and from -h under q."""
    return over(HALF * (Abs(t_[j] - h) * p_[j] + Abs(t_[j] + h) * q_[j]))


POSITIVE = (*domain(epsilon, n), Ge(pairs, 1), *LAWS)
# The laws of all n private labels: for independent ones the divergence is at most n times that of one.
LABELS = (*POSITIVE, Eq(over(p_[j]), 1), Eq(over(q_[j]), 1), Eq(mu, HALF), Gt(mu, 0), Le(KL, n * divergence(leaning(LOGIT), c_epsilon)))


def steps():
    """From one channel to every method."""
    return (
        Step("garbled", WHERE,
            Identity(sigmoid(epsilon) * (exp(epsilon) * a - b) / (exp(epsilon) - 1) + (1 - sigmoid(epsilon)) * (exp(epsilon) * b - a) / (exp(epsilon) - 1), a,
                domain(epsilon)),
            because="Per output of a private channel of a label: a and b are its probabilities under 1 and 0. It is that of randomized response, whose two "
            "answers give the output with the probabilities (e^ε a - b)/(e^ε - 1) and (e^ε b - a)/(e^ε - 1); over the outputs either sums to 1."),
        Step("garbling_is_a_law", WHERE,
            Inequality(sympy.Integer(0), (exp(epsilon) * a - b) / (exp(epsilon) - 1), (*domain(epsilon), Le(b, exp(epsilon) * a))),
            because="The channel is private: neither of the two is negative, so that every private method is one on labels from randomized response."),
        Step("leans", WHERE, Inequality(leaning(h), h / 2, (Ge(h, 0),)), display="2 sigma(h) - 1 <= h/2", because="The left side is tanh(h/2)."),
        Step("contracted", WHERE, Inequality(log((c + x) / (c - x)), log((1 + x) / (1 - x)) / c, (Ge(c, 1), Ge(x, 0), Lt(x, 1))),
            because="x is 2 σ(h) - 1, so that the logarithm on the right is h: after randomized response, with c = c(ε), the log-odds are at most h/c."),
        Step("log_odds", WHERE, Identity(log((1 + leaning(h)) / (1 - leaning(h))), h, (Ge(h, 0),))),
        Step("per_label", WHERE,
            Inequality(x / c * y, h**2 / (2 * c**2), (Le(y, h / c), Le(x, h / 2), Ge(x, 0), Ge(c, 1), Ge(h, 0), Ge(y, 0))),
            display='KL <= h^2/(2 c(epsilon)^2) quad "per private label"',
            because="The logits are h and -h; y is the logarithm of the step contracted."),
        Step("one_label", WHERE,
            Inequality(divergence(x, c), h**2 / (2 * c**2), (Ge(c, 1), Ge(h, 0), Eq(x, leaning(h)))),
            because="The last four steps together."),
        Step("labels", WHERE,
            By("one_label", letters={"c": c_epsilon, "x": leaning(LOGIT), "h": LOGIT}, given=domain(epsilon, n),
               says=Inequality(divergence(leaning(LOGIT), c_epsilon), LOGIT**2 / (2 * c_epsilon**2))),
            because="At h = c(ε)/sqrt(n), where the right side is 1/(2n)."),
        Step("independent_labels", WHERE,
            Cited("the divergence of independent draws is the sum of theirs", "textbook"),
            display='KL(p, q) = n KL(p_1, q_1)'),
        *pinsker(WHERE, "p", "q", "outcome"),
        Step("either", WHERE,
            Inequality(h / 2 * over(p_[j]) + h / 2 * over(q_[j]) - h / 2 * APART, mean_loss(h), (*LAWS, Ge(pairs, 1), Ge(h, 0))),
            display="1/2 EE_p abs(t - h) + 1/2 EE_q abs(t + h) >= h (1 - TV(p, q))",
            because="Le Cam's two points: t is any estimate, on each of any number of outcomes. The larger of the two risks is at least this mean."),
        Step("risk", WHERE,
            Inequality(h / 2, risk,
                (Le(h / 2 * first + h / 2 * second - h / 2 * apart, risk), Le(apart, split(kl, first, second)), Eq(mu, HALF), Eq(first, 1), Eq(second, 1),
                 Le(kl, n * one), Le(one, 1 / (2 * n)), Ge(n, 1), Ge(h, 0))),
            because="The divergence of all labels is at most 1/2, so that TV is at most 1/2."),
        Step("every_method", WHERE,
            By("risk", letters={"h": LOGIT, "risk": mean_loss(LOGIT), "apart": APART, "kl": KL, "first": over(p_[j]), "second": over(q_[j]),
                                "one": divergence(leaning(LOGIT), c_epsilon)},
               given=LABELS, says=Inequality(BOUND, mean_loss(LOGIT))),
            display="inf sup EE abs(hat(theta) - theta) >= c(epsilon)/(2 sqrt(n))",
            because="For every n, every ε and every method that sees private labels alone. With exact Bayes risks, at the listed points, there is a little room."),
        Step("two_points", WHERE,
            Inequality(h / 2, h * (1 - sqrt(n * one / 2)), (Le(one, 1 / (2 * n)), Ge(one, 0), Ge(n, 1), Ge(h, 0))),
            display="h/2 <= h (1 - sqrt(n/2 KL(p_1, q_1)))",
            because="The same with the divergence of one label as it is: K_1."),
        Step("positive", WHERE, Inequality(sympy.Integer(0), divergence(x, c), (Ge(c, 1), Ge(x, 0), Lt(x, 1)))),
        Step("positive_labels", WHERE,
            By("positive", letters={"x": leaning(LOGIT), "c": c_epsilon}, given=domain(epsilon, n),
               says=Inequality(sympy.Integer(0), divergence(leaning(LOGIT), c_epsilon)))),
        Step("constant", WHERE,
            By("two_points", letters={"h": LOGIT, "one": divergence(leaning(LOGIT), c_epsilon)}, given=domain(epsilon, n),
               says=Inequality(BOUND, LOGIT * (1 - sqrt(n * divergence(leaning(LOGIT), c_epsilon) / 2)))),
            display="c(epsilon)/(2 sqrt(n)) <= c(epsilon)/sqrt(n) (1 - sqrt(n/2 KL(p_1, q_1)))",
        ),
        Step("from_the_instance", WHERE, Identity(BOUND, FROM_THE_INSTANCE, domain(epsilon, n)),
            display="c(epsilon)/(2 sqrt(n)) = h (1 - h sqrt(n)/(2 c(epsilon))), quad h = c(epsilon)/sqrt(n)",
            because="With h^2/(2 c(ε)^2) for the divergence of one label, as above: what two logits give by Le Cam's and Pinsker's inequalities.", settles=("every_method",)),
    )
