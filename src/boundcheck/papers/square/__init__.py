"""Square chi-PO: Differentially Private and Robust chi^2-Preference Optimization in Offline Direct Alignment."""

from sympy import Ge, Le, Rational, Symbol

from boundcheck.claims import Paper

epsilon, alpha, zeta, n = (Symbol(name, real=True) for name in ("epsilon", "alpha", "zeta", "n"))

PAPER = Paper(
    key="square",
    title="Square χPO: Differentially Private and Robust χ²-Preference Optimization in Offline Direct Alignment",
    authors=("Xingyu Zhou", "Yulian Wu", "Wenqian Weng", "Francesco Orabona"),
    venue="Proceedings of the 42nd International Conference on Machine Learning, PMLR 267",
    year=2025,
    ref="PMLR 267",
    working=(Le(epsilon, 10), Le(alpha, Rational(1, 4)), Le(zeta, Rational(1, 2)), Ge(n, 2)),
)
