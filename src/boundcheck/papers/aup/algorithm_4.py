"""Algorithm 4: user-wise DP-SGD: the noise of the sum is added to the mean."""

import sympy
from sympy import Ge, Gt, Le, Max, Mul, Rational, sqrt

from boundcheck.claims import Claim, Fault, Identity, Inequality, Reading, Repair, Source, Step

from . import PAPER
from .notation import LETTERS, d, domain
from .proofs.descent import batch

C, S, a, g, h, s, w, x = sympy.symbols("C S a g h s w x", real=True)
POSITIVE = (Gt(C, 0), Gt(s, 0), Ge(batch, 2))
NOISE = Fault(
    "algorithm_4_noise", "algorithm line", "Algorithm 4, line 11",
    r"the mean over $\tilde{n}$ users gets the noise of their sum: $\tilde{n}$ times what the multiplier $\sigma$ stands for",
)  # fmt: skip
INDEX = Fault("algorithm_4_index", "misprint", "Algorithm 4, line 11", "the sum is over $j$ and its terms have the index $i$")

CLAIM = Claim(
    source=Source(PAPER, "Algorithm 4", "Appendix B.1", kind="algorithm"),
    words="Users' average gradients are clipped to norm $C$, their mean over the batch is released with noise, and a step is taken",
    displays={"line 9": r"\hat{g}_{t, i} = g_{t, i}/\max(1, \|g_{t, i}\|_2/C)", "line 11": r"\tilde{g}_t = \frac{1}{\tilde{n}} \sum_{j \in [\tilde{n}]} \hat{g}_{t, i} + \mathcal{N}(0, \sigma^2 C^2 I_d)"},
    letters=LETTERS | {"batch": r"\tilde{n}", "S": r"\sum_i \hat{g}_{t, i}", "a": r"\hat{g}_{t, i}", "g": r"\|g\|", "h": r"\|g'\|", "s": r"\sigma", "w": r"\omega"},
    readings=(
        Reading("literal", r"the noise stands outside of the sum, and the mean moves by $C/\tilde{n}$ where one user comes or goes", fault=NOISE),
        Reading("of_the_sum", r"$1/\tilde{n}$ stands before the sum and the noise", misprint=r"line 15 of Algorithm 2 divides by $\tilde{n}$; line 2 calls $\sigma$ a noise multiplier, and Section 5 has the sensitivity $O(1/\tilde{n})$"),
    ),
    parts={
        "multiplier": {"literal": Identity(Mul(s * C, 1 / (C / batch), evaluate=False), s, POSITIVE), "of_the_sum": Identity(Mul(s * C / batch, 1 / (C / batch), evaluate=False), s, POSITIVE)},
    },
    steps=(
        Step("clipped", "line 9", Inequality(g / Max(1, g / C), C, (Gt(C, 0), Ge(g, 0)))),
        Step("not_lengthened", "line 9", Inequality(g / Max(1, g / C), g, (Gt(C, 0), Ge(g, 0)))),
        Step("added_or_removed", "line 11", Inequality(g / batch, C / batch, (Gt(C, 0), Ge(batch, 2), Ge(g, 0), Le(g, C))),
            because=r"With $\tilde{n}$, and not the drawn size, in the denominator."),
        Step("replaced", "line 11", Inequality((g + h) / batch, 2 * C / batch, (Gt(C, 0), Ge(batch, 2), Ge(g, 0), Le(g, C), Ge(h, 0), Le(h, C))),
            because="Under Definitions 1 and 2, where a user is replaced, twice as much."),
        Step("index", "line 11", Identity(batch * a / batch, S / batch, (Ge(batch, 2),)), display=r"\frac{1}{\tilde{n}} \sum_{j \in [\tilde{n}]} \hat{g}_{t, i} = \frac{1}{\tilde{n}} \sum_i \hat{g}_{t, i}", form="translation",
            because=r"As its letters say, the sum has $\tilde{n}$ equal terms, the last user's.", repair=Repair(Identity(S / batch, S / batch, (Ge(batch, 2),)), "one index for both", r"\frac{1}{\tilde{n}} \sum_{j \in [\tilde{n}]} \hat{g}_{t, j} = \frac{1}{\tilde{n}} \sum_i \hat{g}_{t, i}"),
            misprint="line 10 ends the loop over $i$ that makes these terms", fault=INDEX),
        Step("more_noise_is_private", "line 11", Inequality(s, s * batch, (Gt(s, 0), Ge(batch, 2))),
            because=r"As printed it is private with $\tilde{n}$ times the noise, 50 times in the experiments; the baseline pays for it."),
        Step("error_of_the_mean", "line 11", Identity(Mul(d * (s * C) ** 2, 1 / (d * (s * C / batch) ** 2), evaluate=False), batch**2, (*POSITIVE, *domain(d))),
            because="The squared error of a released mean, with the printed noise over that with the divided one."),
        Step("noise_against_signal", "Table 5 with line 11", Inequality(C, sqrt(d) * s * C, (Gt(C, 0), *domain(d), Ge(s, Rational(53, 100)), Ge(d, 4))),
            because="No clipped mean is longer than $C$; at the least multiplier of Table 2, 0.531, and $d$ of 4 or more the printed noise is longer in the mean square."),
    ),
    not_covered=("batches of fixed size, for which accountants for Poisson samples say nothing", "which line the experiments ran"),
)  # fmt: skip
