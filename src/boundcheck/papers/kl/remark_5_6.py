"""Remark 5.6: logarithmic against square-root regret."""

import sympy
from sympy import Ge, Gt, log, sqrt

from boundcheck.claims import Claim, Identity, Inequality, Reading, Source, Step

from . import PAPER, faults, theorem_5_2
from .notation import ANY_KEEP, domain, rounds
from .proofs import theorem_5_2 as proof

c, k, u, x = sympy.symbols("c k u x", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Remark 5.6", "Section 5", kind="remark"),
    words=r"The regret of Algorithm 2 is of order $\ln T$ with the eluder dimension, and so below one of order $\sqrt{T}$ from some $T$ on, whatever the constants are,",
    displays={"": r"c \ln T \le k \sqrt{T}"},
    letters=ANY_KEEP,
    readings=(
        Reading("literal", "the regret of the algorithm as printed, with the bonus capped at 1, $B$ any positive number, and the dimension either of Definition 3.5", fault=faults.CAP),
        Reading("mended", r"with the bonus capped at $2 B$, the regret is that of Theorem 5.2 as corrected; for two members the dimension of a run is of order $\ln(1 + x T) = \ln T + \ln(x + 1/T)$, $x = 4 B^2/\lambda$", repair=True),
    ),
    parts={
        "logarithmic": {
            "literal": Inequality(proof.STUCK, proof.C * proof.LOGS, proof.LARGE),
            "mended": Identity(log(1 + x * rounds), log(rounds) + log(x + 1 / rounds), (*domain(rounds), Gt(x, 0))),
        },
        # u is the fourth root of T, and ln T is at most 4 u.
        "faster": Inequality(4 * c * u, k * u**2, (Gt(c, 0), Gt(k, 0), Ge(u, 4 * c / k))),
    },
    uses=(theorem_5_2,),
    steps=(
        Step("root", "Remark 5.6", Inequality(log(rounds), 2 * sqrt(rounds), domain(rounds))),
        Step("fourth_root", "Remark 5.6", Inequality(log(k), k, (Gt(k, 0),)), display=r"\ln T \le 4 T^{1/4}", because="$k$ is $T^{1/4}$.", form="reduction"),
        Step("the_dimension_must_be_that_of_a_run", "Remark 5.6 with Definition 3.5", Inequality(sqrt(rounds), rounds, domain(rounds)),
            because=r"With the dimension as written, which for fixed $\beta$ grows like $T$, the bound is above $\sqrt{T}$ for every $T$: the comparison stands for the dimension of a run."),
    ),
    not_covered=("the bound of the cited work, and that nobody was first",),
)
