"""Two logits at distance 2 c(epsilon)/sqrt(n), which private labels hardly tell apart: for papers that say what local privacy must cost.

The letters are named alike in every paper, so that these lines are lines of each: c_epsilon is (e^epsilon + 1)/(e^epsilon - 1).
"""

import sympy
from sympy import Eq, Ge, Gt, Le, Lt, Rational, exp, log, sqrt

from boundcheck.claims import By, Identity, Inequality, Step
from boundcheck.minimax import Family, absolute, randomized_response
from boundcheck.minimax.labels import divergence, leaning
from boundcheck.symbolic import sigmoid

a, b, c, c_epsilon, epsilon, h, n, one, x = sympy.symbols("a b c c_epsilon epsilon h n one x", real=True)

EVERYWHERE = (Gt(epsilon, 0), Ge(n, 1))
BOUND = c_epsilon / (2 * sqrt(n))
LOGIT = c_epsilon / sqrt(n)  # the logit is this or its negative
FROM_THE_INSTANCE = sympy.Mul(LOGIT, 1 - LOGIT * sqrt(n) / (2 * c_epsilon), evaluate=False)
OF_ONE_LABEL = divergence(leaning(LOGIT), c_epsilon)

POINTS = {
    "strong privacy": {"n": 10**6, "epsilon": Rational(1, 20)},
    "epsilon = ln 3": {"n": 10**4, "epsilon": log(3)},
    "weak privacy": {"n": 10**4, "epsilon": 8},
}


def risk(n, **point):
    """`n` private labels of one logit, which is ``-h`` or ``h`` with ``h = c(epsilon)/sqrt(n)``; the loss is its distance.

    Every private channel of a label is randomized response, garbled, so that this is every method's risk at least.
    """
    level = point["epsilon"]
    half = (exp(level) + 1) / (exp(level) - 1) / sqrt(n)
    truths = tuple(exp(sign * half) / (1 + exp(sign * half)) for sign in (-1, 1))
    return Family.bits(truths, int(n)).through(randomized_response(level)).within(), absolute((-half, half))


def garbled(where):
    """Every private channel of a label is randomized response, followed by another channel."""
    fraction = (exp(epsilon) * a - b) / (exp(epsilon) - 1)
    other = (exp(epsilon) * b - a) / (exp(epsilon) - 1)
    return (
        Step("garbled", where,
            Identity(sigmoid(epsilon) * (exp(epsilon) * a - b) / (exp(epsilon) - 1) + (1 - sigmoid(epsilon)) * other, a, EVERYWHERE[:1]),
            because="Per output of a private channel of a label: $a$ and $b$ are its probabilities under 1 and 0. It is that of randomized response, whose "
            r"two answers give the output with the probabilities $(e^\varepsilon a - b)/(e^\varepsilon - 1)$ and "
            r"$(e^\varepsilon b - a)/(e^\varepsilon - 1)$; over the outputs either sums to 1."),
        Step("garbling_is_a_law", where,
            Inequality(sympy.Integer(0), fraction, (*EVERYWHERE[:1], Le(b, exp(epsilon) * a))),
            because="The channel is private: neither of the two is negative, so that every private method is one on labels from randomized response."),
    )


def contracted(where):
    """What randomized response leaves of log-odds."""
    return Step("contracted", where, Inequality(log((c + x) / (c - x)), log((1 + x) / (1 - x)) / c, (Ge(c, 1), Ge(x, 0), Lt(x, 1))),
        because=r"$x$ is $2 \sigma(h) - 1$, so that the logarithm on the right is $h$: after randomized response, with $c = c(\varepsilon)$, the log-odds are at most $h/c$.")


def of_labels(where, because, display=""):
    """The divergence of one private label, for any logit and for the one that is taken."""
    return (
        Step("one_label", where,
            Inequality(divergence(x, c), h**2 / (2 * c**2), (Ge(c, 1), Ge(h, 0), Eq(x, leaning(h)))), display=display, form="translation" if display else "", because=because),
        Step("labels", where,
            By("one_label", letters={"c": c_epsilon, "x": leaning(LOGIT), "h": LOGIT}, given=EVERYWHERE, says=Inequality(OF_ONE_LABEL, LOGIT**2 / (2 * c_epsilon**2))),
            because=r"At $h = c(\varepsilon)/\sqrt{n}$, where the right side is $1/(2n)$."),
    )


def two_points(where):
    """Le Cam's bound, where the divergence of a label is at most 1/(2n)."""
    return Step("two_points", where,
        Inequality(h / 2, h * (1 - sqrt(n * one / 2)), (Le(one, 1 / (2 * n)), Ge(one, 0), Ge(n, 1), Ge(h, 0))),
        display=r"\frac{h}{2} \le h \left( 1 - \sqrt{\frac{n}{2} K_1} \right)", because="$K_1$ is the divergence of one private label.")


def at_the_logit(where, label, because=""):
    """The same for the logit that is taken, and with the bound of the divergence in its place: what settles ``every_method``."""
    return (
        Step("positive", where, Inequality(sympy.Integer(0), divergence(x, c), (Ge(c, 1), Ge(x, 0), Lt(x, 1)))),
        Step("positive_labels", where,
            By("positive", letters={"x": leaning(LOGIT), "c": c_epsilon}, given=EVERYWHERE, says=Inequality(sympy.Integer(0), OF_ONE_LABEL))),
        Step(label, where,
            By("two_points", letters={"h": LOGIT, "one": OF_ONE_LABEL}, given=EVERYWHERE, says=Inequality(BOUND, LOGIT * (1 - sqrt(n * OF_ONE_LABEL / 2)))),
            display=r"\frac{c(\varepsilon)}{2 \sqrt{n}} \le \frac{c(\varepsilon)}{\sqrt{n}} \left( 1 - \sqrt{\frac{n}{2} K_1} \right)", form="translation", because=because),
        Step("from_the_instance", where, Identity(BOUND, FROM_THE_INSTANCE, EVERYWHERE),
            display=r"\frac{c(\varepsilon)}{2 \sqrt{n}} = h \left( 1 - h \frac{\sqrt{n}}{2 c(\varepsilon)} \right), \quad h = \frac{c(\varepsilon)}{\sqrt{n}}",
            form="translation", because=r"With $h^2/(2 c(\varepsilon)^2)$ for the divergence of one label, as above: what two logits give by Le Cam's and Pinsker's inequalities.", settles=("every_method",)),
    )
