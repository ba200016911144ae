"""Differentially Private Reward Estimation from Preference Based Feedback."""

from sympy import Ge, Le, Rational

from boundcheck.claims import Paper

from .notation import delta, epsilon, lam, n

PAPER = Paper(
    key="reward",
    title="Differentially Private Reward Estimation from Preference Based Feedback",
    authors=("Sayak Ray Chowdhury", "Xingyu Zhou"),
    venue="ICML Workshop on The Many Facets of Preference-Based Learning",
    year=2023,
    ref="OpenReview, MFPL workshop at ICML 2023",
    # the range in which the paper's own examples lie
    working=(Le(delta, Rational(1, 2)), Ge(n, 2), Le(lam, 1), Le(epsilon, 10)),
)
