"""Offline and Online KL-Regularized RLHF under Differential Privacy."""

from boundcheck.claims import Paper, inventory

from .notation import LETTERS

PAPER = Paper(
    key="kl",
    title="Offline and Online KL-Regularized RLHF under Differential Privacy",
    authors=("Yulian Wu", "Rushil Thareja", "Praneeth Vepakomma", "Francesco Orabona"),
    working=LETTERS.working,
    displays=inventory(__path__[0]),
)
