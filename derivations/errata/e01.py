"""Sparse vector that releases the noisy answer which was compared with the noisy threshold."""

import numpy as np
from sympy import Integer, Rational, exp, symbols

from boundcheck.claims import AuditedGuarantee, Claim, Letter, Neighbours, Paper, PrivacyGuarantee, Regime, Source

epsilon = symbols("epsilon", real=True)
NOTHING = 1000.0  # the score where the last query is not the one that is answered


def answer_to_the_last(rng, repeats, queries, epsilon):
    """The number that is released for the last query where all before are below the threshold and it is not; it stops after one."""
    noisy = np.asarray(queries) + rng.laplace(0, 2 / epsilon, (repeats, len(queries)))
    threshold = rng.laplace(0, 2 / epsilon, repeats)
    last = (noisy[:, :-1] < threshold[:, None]).all(axis=1) & (noisy[:, -1] >= threshold)
    return np.where(last, noisy[:, -1], NOTHING)


def others_move_up(rng, repeats, *, others, epsilon, **point):
    here, there = [0] * int(others) + [0], [1] * int(others) + [0]
    return answer_to_the_last(rng, repeats, here, epsilon), answer_to_the_last(rng, repeats, there, epsilon)


def others_move_down(rng, repeats, *, others, epsilon, **point):
    there, here = others_move_up(rng, repeats, others=others, epsilon=epsilon)
    return here, there


def last_moves(rng, repeats, *, others, epsilon, **point):
    here, there = [0] * int(others) + [0], [0] * int(others) + [1]
    return answer_to_the_last(rng, repeats, here, epsilon), answer_to_the_last(rng, repeats, there, epsilon)


def merged(others, moved):
    """The law of one event and the rest: all others are below the threshold, and the last one is released with a number below 0.

    The last answer is 0 and the others are `moved`, 0 or 1. With s = e^(epsilon r/2) of the noise r < 0 of the threshold, ds/2 is its law,
    s e^(-epsilon moved/2)/2 the probability that one of the others is below it, and (1 - s)/2 that the last one lies between r and 0.
    """
    event = Rational(1, 4) * (Rational(1, others + 1) - Rational(1, others + 2)) / 2**others * exp(-epsilon * moved * others / 2)
    return event, 1 - event


LAWS = {(others, moved): merged(others, moved) for others in (1, 2, 3, 5) for moved in (0, 1)}
PAIRS = tuple(((others, 0), (others, 1)) for others in (1, 2, 3, 5))

CLAIM = Claim(
    source=Source(Paper("own", "Lecture notes on differential privacy", ("A. Roth",), year=2011), "Sparse vector", "algorithm and its privacy theorem"),
    title="which releases the answer that it compared",
    words=r"The threshold gets Laplace noise of scale $2/\varepsilon$ and each query of sensitivity 1 noise of scale $2 c/\varepsilon$, here with $c = 1$. Of a query above the threshold the noisy answer that was compared is released. It is $\varepsilon$-differentially private:",
    displays={"": r"P(S) \le e^\varepsilon P'(S) \quad \text{for every event } S"},
    letters=(Letter(epsilon, "privacy", epsilon > 0, (0.1, 4)),),
    parts={
        "merged": PrivacyGuarantee(LAWS, PAIRS, epsilon, Integer(0), (epsilon > 0,), "one record replaced"),
        "private": AuditedGuarantee(epsilon, 0, "one record replaced", tuple(
            Regime(f"{words}, {others} others", Neighbours(run), {"others": others, "epsilon": 1.0})
            for words, run in (("the others move up", others_move_up), ("the others move down", others_move_down), ("the last moves", last_moves))
            for others in (1, 3, 6)
        )),
    },
)  # fmt: skip
