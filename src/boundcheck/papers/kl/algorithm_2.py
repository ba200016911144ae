"""Algorithm 2: private optimistic RLHF."""

import sympy
from sympy import Abs, Eq, Ge, Gt, Le, exp

from boundcheck.claims import By, Claim, Identity, Inequality, Reading, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER, faults, lemma_c_1, lemma_c_4
from .notation import HALF, LETTERS, beta, bound, domain, epsilon, keep
from .quantities import SHRINKS

x, y, h, p, q, r, b, z = sympy.symbols("x y h p q r b z", real=True)
MEAN = SHRINKS * (2 * p - 1)


def square_loss(f):
    """Mean of (f - z)^2 over a private label z whose plain label is 1 with probability p."""
    up = keep * p + (1 - keep) * (1 - p)
    return up * (f - 1) ** 2 + (1 - up) * (f + 1) ** 2


CLAIM = Claim(
    source=Source(PAPER, "Algorithm 2", "Section 5", kind="algorithm"),
    words="Every round compares an action of the exploiting policy, the Gibbs policy of the least-squares reward, with one of the exploring policy, that of the reward with the bonus",
    displays={
        "line 8": r"\bar{r}_t = \arg \min_{r \in \mathcal{F}} \sum_{\mathcal{D}_t} [(2 \sigma(\Delta_i^r) - 1)(2 \alpha - 1) - z_i]^2",
        "(13)": r"b_t(s, a) = \min\{1, \Gamma_T U_{\mathcal{F}_t}(\lambda, s, a; \mathcal{D}_t; \pi_{t + 1}^1)\}",
        "line 10": r"\pi_{t + 1}^2(a|s) \propto \pi_{t + 1}^1(a|s) \exp(\beta b_t(s, a))",
    },
    letters=LETTERS | {"z": "Z", "G": r"\Gamma_T"},
    readings=(
        Reading("literal", "the bonus, of at most 1, has to cover centred differences $x$ of rewards in $[0, B]$ for any $B$", fault=faults.CAP),
        Reading("proof", r"the bonus is $\Gamma_T U$ without a cap, and covers the centred error $e$ on the event of Lemma C.3",
                support=r"last line of the proof of Lemma C.4, and the last line of the proof of Theorem 5.2, which put $b_t = \Gamma_T U$"),
        Reading("mended", "with the bonus capped at $2 B$, the range of centred differences", repair=True),
        Reading("half", "as printed, for $B$ at most 1/2", repair=True),
    ),
    parts={
        "cap": {
            "literal": Inequality(Abs(x - y), sympy.Integer(1), (Le(Abs(x), bound), Le(Abs(y), bound), *domain(bound))),
            "proof": Inequality(Abs(lemma_c_4.e), lemma_c_4.G * lemma_c_4.U, lemma_c_4.HYPOTHESES),
            "mended": Inequality(Abs(x - y), 2 * bound, (Le(Abs(x), bound), Le(Abs(y), bound), *domain(bound))),
            "half": Inequality(Abs(x - y), sympy.Integer(1), (Le(Abs(x), bound), Le(Abs(y), bound), *domain(bound), Le(bound, HALF))),
        }
    },
    steps=(
        Step("target", "line 8", By(lemma_c_1, part="private")),
        Step("excess_loss", "line 8", Identity(square_loss(h) - square_loss(MEAN), (h - MEAN) ** 2, (*domain(epsilon), Ge(p, 0), Le(p, 1))),
            form="translation", display=r"\mathbb{E}_z[(h - z)^2 - (\tilde{h}^* - z)^2] = (h - \tilde{h}^*)^2",
            because=r"The loss is least at the private mean: least squares is unbiased for every $\varepsilon$."),
        Step("same_reward", "line 8", Identity(SHRINKS * (2 * sigmoid(x) - 1) - SHRINKS * (2 * sigmoid(y) - 1), 2 * SHRINKS * (sigmoid(x) - sigmoid(y)), domain(epsilon))),
        Step("explores_around_exploitation", "line 10", Identity(p * exp(beta * r) / z * exp(beta * b), p * exp(beta * (r + b)) / z, (*domain(beta), Gt(p, 0), Gt(z, 0))),
            because="The exploring policy is the Gibbs policy of $r + b$, up to its normaliser."),
        Step("range", "line 10, with (13)", By(lemma_c_4.CLAIM, part="optimism@mended", given=lemma_c_4.HYPOTHESES)),
        Step("stuck_without_exploration", "why a bonus is needed",
            Inequality(2 * p * (1 - p), 2 * exp(-beta * bound), (*domain(beta, bound), Eq(p, exp(beta * bound) / (1 + exp(beta * bound))))),
            form="translation", display=r"\mathbb{P}(a^1 \ne a^2) \le 2 e^{-\beta B}",
            because=r"Two equally likely actions, both drawn from the Gibbs policy of an estimate that puts them $B$ apart: a round that could correct it comes once in $e^{\beta B}/2$."),
        Step("printed_cap_is_no_better", "why the cap matters",
            Inequality(exp(-beta * bound + beta * b), exp(-beta * (bound - 1)), (*domain(beta, bound), Ge(b, 0), Le(b, 1))),
            because=r"With a bonus of at most 1 the odds of the other action under the exploring policy are at most $e^{-\beta (B - 1)}$: for $B$ above 1 it is as good as none."),
        Step("range_as_cap", "why the cap matters", Inequality(HALF, q, (*domain(beta, bound), Ge(b, bound), Eq(q, 1 / (1 + exp(beta * bound - beta * b))))),
            because="With a bonus of $B$ or more the other action is taken at least every other time."),
    ),
    not_covered=(r"the constant $c$ of $\Gamma_T$, which the page leaves open (see Lemma C.3)",),
)
