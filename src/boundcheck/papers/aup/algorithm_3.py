"""Algorithm 3: AboveThreshold."""

import sympy
from sympy import Ge, Gt, Le, Mul, exp

from boundcheck.claims import Claim, Definition, Identity, Inequality, Reading, Source, Step

from . import PAPER
from .notation import LETTERS, delta, domain, epsilon, steps

a, b, c, p, r, v, x, y = sympy.symbols("a b c p r v x y", real=True)


def loss(passes, moved):
    """Largest loss of the strings of `passes` answers and a halt, over epsilon = 1, where queries move by `moved` one way and the last the other way."""
    from boundcheck.privacy import AboveThreshold

    at, answers = AboveThreshold(0, 2, 4), [True] * passes + [False]
    one, other = ["-4"] * passes + ["8"], [f"{-4 - moved}"] * passes + [f"{8 + moved}"]
    return round(float((at.probability(answers, one) / at.probability(answers, other)).log()), 6)


CLAIM = Claim(
    source=Source(PAPER, "Algorithm 3", "Appendix B.1", kind="algorithm"),
    words="One noisy threshold, and noise of its own for every query; the first query that does not pass ends it",
    displays={"line 2": r"\hat{\Delta} = \Delta - \operatorname{Lap}(2/\varepsilon)", "line 6": r"q_t(\mathcal{D}) + \operatorname{Lap}(4/\varepsilon) < \hat{\Delta} \Rightarrow \bot"},
    letters=LETTERS | {"a": "q", "b": "q'", "c": r"\hat{\Delta}"},
    readings=(Reading("literal", "queries move by at most 1 between neighbours, which the page does not say; $T$, which line 3 has, is known beforehand or has no end"),),
    parts={"loss": Definition(r"loss over $\varepsilon$ of a string of passes and a halt, by exact integration", loss, tuple({"passes": passes, "moved": 1} for passes in (0, 1, 5, 20)))},
    steps=(
        Step("pass_is_kept", "lines 6 and 10", Inequality(c, b + v + 1, (Ge(a + v, c), Ge(b, a - 1))),
            because="A query that passes a threshold $c$ passes $c - 1$ on a neighbour, with the same noise $v$."),
        Step("threshold_by_one", "line 2", Inequality(exp(-epsilon * x / 2), exp(epsilon / 2) * exp(-epsilon * y / 2), (*domain(epsilon), Ge(x, 0), Ge(y, 0), Le(y, x + 1))),
            because=r"$x$ and $y$ are distances of the noisy threshold from the true one, before and after it is shifted by 1; so the density changes by at most $e^{\varepsilon/2}$."),
        Step("last_query_by_two", "line 5", Inequality(exp(-epsilon * x / 4), exp(epsilon / 2) * exp(-epsilon * y / 4), (*domain(epsilon), Ge(x, 0), Ge(y, 0), Le(y, x + 2))),
            because="The query at which it halts may move by 1 against a threshold that is shifted by 1."),
        Step("together", "Appendix C.2", Identity(Mul(exp(epsilon / 2), exp(epsilon / 2), evaluate=False), exp(epsilon)),
            because=r"So the string of answers is $\varepsilon$-private whatever $T$ is, for queries that move by 1; for queries that move by $s$ it is $s \varepsilon$."),
        Step("all_pass", "line 10", Inequality(p * r, exp(epsilon / 2) * p, (*domain(epsilon), Ge(p, 0), Ge(r, 0), Le(r, exp(epsilon / 2)))),
            because="A run that never halts costs the threshold's half alone."),
        Step("one_way", "derivation", Inequality(exp(epsilon / 2) * exp(epsilon / 4), exp(epsilon), domain(epsilon)),
            because=r"Where all queries of a neighbour move the same way, the last one moves by 1 against the threshold at most: $3 \varepsilon/4$, and for the score of Algorithm 2, which moves by 2, $3 \varepsilon/2$ of the level it is run at."),
        Step("scores_halt_in_vain", "line 6", Inequality(steps * (y**2 + y) / 2, delta, (*domain(steps, delta), Gt(y, 0), Le(y, 1), Le(steps * y, delta))),
            because=r"A query that lies $w$ above the threshold fails only if one of the noises exceeds half of $w$; $y$ is $e^{-\varepsilon w/8}$, at most $\delta/T$, and the tails of the two are $y^2/2$ and $y/2$."),
    ),
    not_covered=("line 9 of Algorithm 2 gives level and threshold in the other order",),
)  # fmt: skip
