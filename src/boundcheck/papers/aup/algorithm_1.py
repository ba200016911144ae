"""Algorithm 1: stages on disjoint sets of users, each twice as large as the one before."""

import sympy
from sympy import Eq, Ge, Gt, Le, Lt, log

from boundcheck.claims import Claim, Definition, Fault, Identity, Inequality, KeyFinding, Reading, Source, Step

from . import PAPER
from .notation import LETTERS, delta, domain, epsilon, m, n

a, b, p, s, w = sympy.symbols("a b p s w", real=True)
HALVES = (Gt(w, 0), Lt(w, 1))
REST = Fault("algorithm_1_partition", "algorithm line", "Algorithm 1, line 2", "sets of the printed sizes are no partition of the users: $n/2^k$ of them, half at $k = 1$, are in none")


def sizes(users, stages):
    """How many users each stage has, as text."""
    from boundcheck.rlhf.users import stage_sizes

    return ", ".join(map(str, stage_sizes(users, stages)))


CLAIM = Claim(
    source=Source(PAPER, "Algorithm 1", "Section 5", kind="algorithm"),
    words="Users are split into $k$ sets; Algorithm 2 runs on one after the other, each time from its last output",
    displays={"": r"n_i = n/2^{k + 1 - i}, \quad \theta_i = \text{Algorithm 2}(\theta_{i - 1}, D_i, \tilde{n}_i, T_i, \eta_i, \varepsilon, \delta, \tau_i)"},
    letters=LETTERS | {"a": r"\mathbb{P}(M_2(\theta, D_2) \in S)", "b": r"\mathbb{P}(M_2(\theta, D'_2) \in S)", "s": "p'", "w": "2^{-k}"},
    readings=(
        Reading("literal", "the $k$ sets are a partition of $D$, so their sizes add up to $n$; sizes are rounded down; what is returned where Algorithm 2 halts is not said, here the average so far", fault=REST),
        Reading("disjoint_sets", "the $k$ sets are disjoint, and $n/2^k$ users are in none", support="C.2 uses that the subsets are disjoint, and no more"),
    ),
    parts={
        "sizes_of_all": {
            "literal": Identity(n * w * (1 / w - 1), n, (*domain(n), *HALVES)),
            "disjoint_sets": Identity(n * w * (1 / w - 1), n * (1 - w), (*domain(n), *HALVES)),
        },
        "sizes": Definition("users of each stage", sizes, ({"users": 1800, "stages": 1}, {"users": 1800, "stages": 3}, {"users": 2500, "stages": 3})),
    },
    steps=(
        Step("sizes_add_up", "line 2", Identity(n * w * (1 / w - 1), n * (1 - w), HALVES), display=r"\sum_{i = 1}^k \frac{n}{2^{k + 1 - i}} = n (1 - 2^{-k})", form="reduction",
            because="The geometric sum 1 + 2 + ... + $2^{k - 1}$ is $2^k - 1$."),
        Step("within_the_users", "line 2", Inequality(n * (1 - w), n, (*domain(n), *HALVES))),
        Step("one_stage_is_half", "line 2 with Section 6.1", Identity(n * (1 - w), n / 2, (Eq(w, sympy.Rational(1, 2)),)),
            because="At $k = 1$, which the experiments use, one set of $n/2$ users; the other half is not used."),
        Step("first_stage", "Theorem 4, k", Inequality(n / (2 * log(m * n)), n * w, (*domain(n, m), Ge(m * n, 3), Gt(w, 0), Ge(2 * w * log(m * n), 1))),
            because=r"$k$ is at most $1 + \ln \ln(m n)$ in base 2, so $2^{-k}$ is at least $1/(2 \ln m n)$: the first set is smaller by a logarithm."),
        Step("privacy_of_one_stage", "line 4", Inequality(p * a, sympy.exp(epsilon) * p * b + delta, (*domain(epsilon, delta), Ge(p, 0), Le(p, 1), Ge(b, 0), Le(a, sympy.exp(epsilon) * b + delta))),
            because="$p$ is the probability of what earlier stages gave; a user of a later set does not change it."),
        Step("privacy_of_what_comes_after", "line 4", Inequality(p * a, (sympy.exp(epsilon) * s + delta) * a, (*domain(epsilon, delta), Ge(a, 0), Le(a, 1), Le(p, sympy.exp(epsilon) * s + delta))),
            because="A user of an earlier set changes $p$, and later stages only through it: with the step before, the whole is as private as the worst stage."),
    ),
    findings=(
        KeyFinding("At $k = 1$, which the experiments use, half of the users are in no set; that the sets are disjoint is all that the proof of privacy uses", ("one_stage_is_half", "privacy_of_what_comes_after"), weight="little", fault=REST),
    ),
    not_covered=("$k$ may exceed log2 of $n$ for small $n$ and large $m$, and then the first set is empty", r"the same $k = \lceil\ln \ln m n\rceil$ with logarithms in base $e$"),
)  # fmt: skip
