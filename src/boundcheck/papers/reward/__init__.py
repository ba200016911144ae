"""Differentially Private Reward Estimation from Preference Based Feedback."""

from boundcheck.claims import Paper, inventory

from .notation import LETTERS

PAPER = Paper(
    key="reward",
    title="Differentially Private Reward Estimation from Preference Based Feedback",
    authors=("Sayak Ray Chowdhury", "Xingyu Zhou"),
    venue="ICML Workshop on The Many Facets of Preference-Based Learning",
    year=2023,
    ref="OpenReview, MFPL workshop at ICML 2023",
    working=LETTERS.working,
    displays=inventory(__path__[0]),
)
