"""A Unified Theoretical Analysis of Private and Robust Offline Alignment: from RLHF to DPO."""

from sympy import Ge, Le, Rational

from boundcheck.claims import Paper

from .notation import alpha, delta, epsilon, lam, n

PAPER = Paper(
    key="unified",
    title="A Unified Theoretical Analysis of Private and Robust Offline Alignment: from RLHF to DPO",
    authors=("Xingyu Zhou", "Yulian Wu", "Francesco Orabona"),
    venue="ICML",
    year=2025,
    ref="arXiv:2505.15694",
    # the range in which the paper's own examples lie
    working=(Le(delta, Rational(1, 2)), Ge(n, 2), Le(lam, 1), Le(alpha, Rational(1, 4)), Le(epsilon, 10)),
)
