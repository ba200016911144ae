"""Section 3.1.1: the square loss over probabilities and the log-loss."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, exp, log

from boundcheck.claims import Claim, Identity, Inequality, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, reward_bound

p, y, s, v, k = sympy.symbols("p y s v k", real=True)
BIT = Eq(y * (1 - y), 0)
PROBABILITY = (Gt(p, 0), Lt(p, 1))
log_loss = -y * log(p) - (1 - y) * log(1 - p)
brier = (p - y) ** 2

CLAIM = Claim(
    source=Source(PAPER, "Equations (6) and (7)", "Section 3.1.1; footnote 1", kind="equation"),
    words=r"Without privacy the loss is four times the Brier score; the Brier score is at most 1, the log-loss is not bounded: for every $k$ it is at least $k$ where $p_i \le e^{-k}$",
    displays={"a term of (6)": (r"{} \le 1", brier), "a term of (7) at a label 1": (r"k \le {}", log_loss.subs(y, 1))},
    letters=LETTERS | {"p": "p_i", "y": "z_i", "s": "p^*"},
    parts={
        "bounded": Inequality(brier, Integer(1), (BIT, Ge(p, 0), Le(p, 1))),
        "unbounded": Inequality(k, log_loss.subs(y, 1), (Ge(k, 0), Gt(p, 0), Le(p, exp(-k)))),  # at a label 1, whatever k is
    },
    steps=(
        Step("essentially_brier", "Eq. (6)", Identity((2 * p - 1 - (2 * y - 1)) ** 2, 4 * brier),
            because=r"For $c(\varepsilon) = 1$ the loss of Algorithm 1 is four times (6)."),
        Step("log_loss_with_clipping", "Eq. (7) with $p_i$ as defined after (6)", Inequality(-log(sigmoid(v)), log(1 + exp(2 * reward_bound)), (Ge(v, -2 * reward_bound), Le(v, 2 * reward_bound))),
            because=r"The sentence speaks of log-loss in general, and footnote 1 leaves clipping aside: with $p_i$ as defined after (6), clip included, the log-loss is at most $\ln(1 + e^{2R})$."),
        Step("proper", "after Eq. (7)", Identity(s * (p - 1) ** 2 + (1 - s) * p**2 - (s * (s - 1) ** 2 + (1 - s) * s**2), (p - s) ** 2),
            because="The Brier score is proper: in the mean it is least at the true probability."),
        Step("corruption_under_brier", "after Eq. (7)", Inequality((p - 1) ** 2 - p**2, Integer(1), (Ge(p, 0), Le(p, 1))),
            because="Turning one label changes the Brier score by at most 1."),
        Step("corruption_under_log_loss", "after Eq. (7)", Identity(log_loss.subs(y, 1) - log_loss.subs(y, 0), log((1 - p) / p), PROBABILITY),
            because="Turning one label changes the log-loss by the logit, whatever its size."),
        Step("steeper_than_needed", "Remark 3.1", Inequality((p - s) ** 2 * 2, s * log(s / p) + (1 - s) * log((1 - s) / (1 - p)), (*PROBABILITY, Gt(s, 0), Lt(s, 1))),
            because="Excess log-loss is at least twice excess Brier score (Pinsker)."),
    ),
)  # fmt: skip
