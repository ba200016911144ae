"""Remark 5.6: logarithmic against square-root regret."""

import sympy
from sympy import Ge, Gt, log, sqrt

from boundcheck.claims import Claim, Inequality, Source, Step

from . import PAPER, theorem_5_2
from .notation import ANY_KEEP, domain, rounds

c, k, u = sympy.symbols("c k u", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Remark 5.6", "Section 5"),
    words="A regret of order ln T is below one of order sqrt(T), from some T on, whatever the constants are,",
    displays={"": "c ln T <= k sqrt(T)"},
    letters=ANY_KEEP,
    # u is the fourth root of T, and ln T is at most 4 u.
    parts={"faster": Inequality(4 * c * u, k * u**2, (Gt(c, 0), Gt(k, 0), Ge(u, 4 * c / k)))},
    uses=(theorem_5_2,),
    steps=(
        Step("root", "Remark 5.6", Inequality(log(rounds), 2 * sqrt(rounds), domain(rounds))),
        Step("fourth_root", "Remark 5.6", Inequality(log(k), k, (Gt(k, 0),)), display="ln T <= 4 T^(1 slash 4)", because="k is T^(1/4)."),
        Step("crossing", "Remark 5.6", Inequality(4 * c, k * u, (Gt(c, 0), Gt(k, 0), Ge(u, 4 * c / k))),
            because="u is T^(1/4): from T = (4 c/k)^4 on."),
        Step("the_dimension_must_be_that_of_a_run", "Remark 5.6 with Definition 3.5", Inequality(sqrt(rounds), rounds, domain(rounds)),
            because="With the dimension as written, which for fixed beta grows like T, the bound is above sqrt(T) for every T: the comparison stands for the dimension of a run."),
    ),
    not_covered=(
        "that the regret is of order ln T: this is Theorem 5.2, on which the remark rests; the part compares the two orders only",
        "the bound of the cited work, and that nobody was first",
    ),
)
