"""Theorem 1: randomized response on every label of a user."""

from sympy import Ge, Integer, Le, exp, symbols

from boundcheck.claims import Claim, Inequality, Reading, Source
from boundcheck.symbolic import sigmoid

from . import PAPER
from .lab.response import SAMPLE
from .notation import LETTERS, alpha, domain, epsilon, m
from .proofs import theorem_1 as proof
from .proofs.response import derivation
from .quantities import DIAMETER, response_bound, response_rate

CONSTANT = Integer(1)
EXPLICIT = response_bound()

# The chance of any m private labels, of which so many are the user's own: under her labels, and under others.
true, other = symbols("true other", real=True)
KEEP = sigmoid(epsilon / m)
PRIVATE = Inequality(KEEP**true * (1 - KEEP) ** (m - true), exp(epsilon) * KEEP**other * (1 - KEEP) ** (m - other),
    (*domain(epsilon, m), Ge(true, 0), Le(true, m), Ge(other, 0), Le(other, m)))  # fmt: skip

ERROR = SAMPLE.bound(printed=response_rate(), explicit=EXPLICIT, constant=CONSTANT, trivial=DIAMETER, failure=alpha)

CLAIM = Claim(
    source=Source(PAPER, "Theorem 1", "Section 4.1; proof in Appendix C.1"),
    words=r"For any $\varepsilon > 0$, under Assumption 1, with probability at least $1 - \alpha$",
    displays={"": (r"\|\hat{\theta}_{\mathrm{RR}} - \theta^*\|_2 \le C \cdot {}", response_rate())},
    letters=LETTERS | proof.LETTERS | {"true": "k", "other": "k'"},
    readings=(
        Reading("literal",
            r"$\alpha$ in (0, 1); $C$ depends on nothing; in the definition of $\Sigma_D n$ and $i$ count samples, as in Section 3.1, so that it is the mean over all $n m$ of them; its least eigenvalue is "
            r"that on the subspace of parameters, which is no smaller than that of all of it; $\varepsilon$-DP protects all labels of one user"),
    ),
    parts={
        "privacy": PRIVATE,
        "error": ERROR,
    },
    steps=proof.steps(CONSTANT, EXPLICIT, response_rate()),
    derivations={"error": derivation(ERROR)},
)  # fmt: skip
