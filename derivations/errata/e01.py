"""Sparse vector that releases the noisy answer which was compared with the noisy threshold."""

import numpy as np
from sympy import symbols

from boundcheck.claims import AuditedGuarantee, Claim, Letter, Neighbours, Paper, Regime, Source

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


CLAIM = Claim(
    source=Source(Paper("own", "Lecture notes on differential privacy", ("A. Roth",), year=2011), "Sparse vector", "algorithm and its privacy theorem"),
    title="which releases the answer that it compared",
    words=r"The threshold gets Laplace noise of scale $2/\varepsilon$ and each query of sensitivity 1 noise of scale $2 c/\varepsilon$, here with $c = 1$. Of a query above the threshold the noisy answer that was compared is released. It is $\varepsilon$-differentially private:",
    displays={"": r"P(S) \le e^\varepsilon P'(S) \quad \text{for every event } S"},
    letters=(Letter(epsilon, "privacy", epsilon > 0, (0.1, 4)),),
    parts={
        "private": AuditedGuarantee(epsilon, 0, "one record replaced", tuple(
            Regime(f"{words}, {others} others", Neighbours(run), {"others": others, "epsilon": 1.0})
            for words, run in (("the others move up", others_move_up), ("the others move down", others_move_down), ("the last moves", last_moves))
            for others in (1, 3, 6)
        )),
    },
)  # fmt: skip
