"""Lemma H.4: contraction of total variation."""

import numpy as np
import sympy
from sympy import Ge, IndexedBase, Le, Sum, exp

from boundcheck.claims import By, Claim, Identity, Inequality, InstanceInequality, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, c_epsilon, domain, epsilon

p, q, a, b, h_1, h_2, h_3, p_1, p_2 = sympy.symbols("p q a b h_1 h_2 h_3 p_1 p_2", real=True)
high, low, mass, other, total = sympy.symbols("high low mass other total", real=True)
i, inputs = sympy.symbols("i inputs", integer=True)
above, below, h = (IndexedBase(name, real=True) for name in ("above", "below", "h"))
POSITIVE = domain(epsilon)
CONTRACTION = (exp(epsilon) - 1) / (exp(epsilon) + 1)

# Instances: channels from three inputs to three outputs, and a pair of distributions of the input.
INPUTS = OUTPUTS = 3
DIMENSION = OUTPUTS + INPUTS * OUTPUTS + 2 * INPUTS + 1


def _law(vector):
    weights = vector * vector + (vector[0] * 0 + 1) / 1000
    return weights / weights.sum(axis=-1, keepdims=True)


def instance(vector):
    """The most informative private channel on the way from a constant one to an arbitrary one; e^epsilon too."""
    odds = 1 + vector[-1] * vector[-1] + (vector[-1] * 0 + 1) / 1000
    base = _law(vector[:OUTPUTS])
    wild = _law(np.reshape(vector[OUTPUTS : OUTPUTS * (1 + INPUTS)], (INPUTS, OUTPUTS)))
    # (1 - t) base + t wild is private as long as t/(1 - t) keeps every ratio of two rows below e^epsilon.
    excess = wild[:, None, :] - odds * wild[None, :, :]
    room = base * (odds - 1)
    limits = [
        room[j] / excess[x, y, j]
        for x in range(INPUTS)
        for y in range(INPUTS)
        for j in range(OUTPUTS)
        if excess[x, y, j] > 0
    ]
    step = min(limits) if limits else vector[0] * 0 + 10**6
    t = step / (1 + step)
    laws = np.reshape(vector[OUTPUTS * (1 + INPUTS) : -1], (2, INPUTS))
    return {"channel": (1 - t) * base[None, :] + t * wild, "laws": _law(laws), "odds": odds}


def distance(first, second):
    """Total variation of two finite laws."""
    return abs(first - second).sum() / 2


def left(case):
    """Distance after the channel."""
    return distance(*(case["laws"] @ case["channel"]))


def right(case):
    """Contracted distance before it."""
    return (case["odds"] - 1) / (case["odds"] + 1) * distance(*case["laws"])


# What the lemma says of a set S of outputs: P_1 - P_2 is above - below, h the probability of S under each input, between low
# and high; the laws have one total, and Q is private for S and for its complement.
LAWS = (Ge(inputs, 1), Ge(above[i], 0), Ge(below[i], 0), Le(Sum(above[i], (i, 1, inputs)), Sum(below[i], (i, 1, inputs))))
PRIVATE = (Ge(h[i], low), Le(h[i], high), Ge(low, 0), Le(high, 1), Le(high, exp(epsilon) * low), Le(1 - low, exp(epsilon) * (1 - high)))
SHIFT = Sum((above[i] - below[i]) * h[i], (i, 1, inputs))


def letters(case):
    """The numbers of these conditions, for the set on which the first output law is the larger one."""
    first, second = case["laws"]
    gap = (case["laws"] @ case["channel"])[0] > (case["laws"] @ case["channel"])[1]
    seen = case["channel"][:, gap].sum(axis=1)
    return {"inputs": INPUTS, "epsilon": np.log(float(case["odds"])), "h": seen, "high": max(seen), "low": min(seen),
            "above": np.maximum(first - second, 0), "below": np.maximum(second - first, 0)}  # fmt: skip


CLAIM = Claim(
    source=Source(PAPER, "Lemma H.4", "Appendix H; Kairouz et al. (2014), Corollary 2.9", kind="lemma"),
    words=r"For an $\varepsilon$-private randomizer $Q$ and laws $P_1$, $P_2$ of its input, with marginals $M_1$, $M_2$ of its "
    "output, in total variation",
    displays={"": r"\operatorname{TV}(M_1, M_2) \le \frac{e^\varepsilon - 1}{e^\varepsilon + 1} \operatorname{TV}(P_1, P_2)"},
    letters=LETTERS | {"high": "h^+", "low": "h^-", "above": "p^+", "below": "p^-", "mass": "m", "other": "m'", "total": "M", "inputs": "N"},
    parts={
        "contraction": InstanceInequality("total variation after a private channel against its contracted value before it",
            DIMENSION,
            instance,
            left,
            right,
            (*LAWS, *PRIVATE),
            letters)
    },
    steps=(
        Step("rows", "proof of Lemma H.4",
            Inequality(p - q, CONTRACTION,
                (
                    *POSITIVE,
                    Ge(p, 0),
                    Le(p, 1),
                    Ge(q, 0),
                    Le(q, 1),
                    Le(p, exp(epsilon) * q),
                    Le(1 - q, exp(epsilon) * (1 - p)),
                )),
            display=r"Q(S \mid x) - Q(S \mid x') \le \frac{e^\varepsilon - 1}{e^\varepsilon + 1}",
            form="translation", because="$p$ and $q$ are the probabilities of a set $S$ of outputs under two inputs; privacy holds for $S$ and "
            "for its complement. Randomized response attains it."),
        Step("coupling", "proof of Lemma H.4",
            Inequality(h_1 * a + h_2 * b - h_3 * (a + b), (p_2 - p_1) * (a + b),
                (Ge(a, 0), Ge(b, 0), Le(h_1, p_2), Le(h_2, p_2), Ge(h_3, p_1))),
            display=r"M_1(S) - M_2(S) \le \max_{x, x'} (Q(S \mid x) - Q(S \mid x')) \operatorname{TV}(P_1, P_2)",
            form="special case", scope="special case", special="two inputs at which the first law has more mass, and one at which the second has",
            because="Mass $a$ at one input and $b$ at another is where $P_1$ exceeds $P_2$; as much mass $a + b$ sits at a third "
            r"input where $P_2$ exceeds $P_1$. $h_1$, $h_2$, $h_3$ are $Q(S \mid x)$ at the three, between $p_1$ and $p_2$, "
            "the extremes over all inputs; the rest of both laws cancels."),
        Step("difference_on_a_set", "the lemma at once",
            Inequality(SHIFT, high * Sum(above[i], (i, 1, inputs)) - low * Sum(below[i], (i, 1, inputs)), (*LAWS[:3], *PRIVATE[:2])),
            display=r"M_1(S) - M_2(S) \le h^+ \operatorname{TV}(P_1, P_2) - h^- \operatorname{TV}(P_1, P_2)",
            form="translation", because=r"For any number of inputs: above and below are the positive and the negative part of $P_1 - P_2$, $h$ is $Q(S \mid x)$, "
            "$h^+$ and $h^-$ its extremes."),
        Step("contracted", "the lemma at once",
            Inequality(total, CONTRACTION * mass,
                (*POSITIVE, Le(total, high * mass - low * other), Le(mass, other), Ge(mass, 0), Ge(low, 0), Le(high - low, CONTRACTION))),
            because="total is the difference on $S$; mass and other, the total variation, are the sums of above and of below; by the step `rows`."),
        Step("whole", "Lemma H.4",
            By("contracted", letters={"total": SHIFT, "mass": Sum(above[i], (i, 1, inputs)), "other": Sum(below[i], (i, 1, inputs))},
               given=(*LAWS, *PRIVATE, *POSITIVE), says=Inequality(SHIFT, CONTRACTION * Sum(above[i], (i, 1, inputs)))),
            display=r"M_1(S) - M_2(S) \le \frac{e^\varepsilon - 1}{e^\varepsilon + 1} \operatorname{TV}(P_1, P_2)",
            form="translation", because="Under the hypotheses of the lemma alone, for every $S$: the total variation of the marginals is the largest left side.",
            settles=("contraction",)),
        Step("is_one_over_c", "Appendix C, on the separation", Identity(CONTRACTION, 1 / c_epsilon, POSITIVE)),
        Step("attained", "Lemma H.4",
            Identity(sigmoid(epsilon) - (1 - sigmoid(epsilon)), CONTRACTION, POSITIVE),
            because="Randomized response on the point masses at 0 and 1, whose distance is 1: the factor is exact."),
    ),
    not_covered=("outputs that are not finite in number, for which the same two lines hold set by set",),
)
