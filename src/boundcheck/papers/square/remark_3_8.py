"""Remark 3.8: cost of the draw."""

import sympy
from sympy import Ge, Integer, log

from boundcheck.claims import Claim, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS, domain, members

d, k = sympy.symbols("d k", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Remark 3.8", "Section 3.2", kind="remark"),
    words="Algorithm 2 computes a loss for every policy; the bound needs only the logarithm of their number: of a class with $k$ cells in each of $d$ directions",
    displays={"": r"e^{d \log k} = k^d"},
    letters=LETTERS,
    parts={"losses": Identity(sympy.exp(d * log(k)), k**d, (Ge(k, 2), Ge(d, 1)))},  # of a class with k cells in each of d directions
    steps=(
        Step("linear_class", "Remarks 3.6 and 3.8", Identity(log(k**d), d * log(k), (Ge(k, 2), Ge(d, 1))), because=r"In $d$ directions with $k$ cells each the logarithm is $d \ln k$, the number of losses $k^d$."),
        Step("never_none", "Algorithm 2", Inequality(Integer(1), members, domain(members))),
    ),
    not_covered=("that no other way of drawing is faster, which the remark does not claim to prove",),
)  # fmt: skip
