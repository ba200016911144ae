"""A Unified Theoretical Analysis of Private and Robust Offline Alignment: from RLHF to DPO."""

from boundcheck.claims import Paper, inventory

from .notation import LETTERS

PAPER = Paper(
    key="unified",
    title="A Unified Theoretical Analysis of Private and Robust Offline Alignment: from RLHF to DPO",
    authors=("Xingyu Zhou", "Yulian Wu", "Francesco Orabona"),
    venue="ICML",
    year=2025,
    ref="arXiv:2505.15694",
    working=LETTERS.working,
    displays=inventory(__path__[0]),
)
