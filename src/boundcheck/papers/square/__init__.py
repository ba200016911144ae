"""Square chi-PO: Differentially Private and Robust chi^2-Preference Optimization in Offline Direct Alignment."""

from boundcheck.claims import Paper, inventory

from .notation import LETTERS

PAPER = Paper(
    key="square",
    title="Square χPO: Differentially Private and Robust χ²-Preference Optimization in Offline Direct Alignment",
    authors=("Xingyu Zhou", "Yulian Wu", "Wenqian Weng", "Francesco Orabona"),
    venue="Proceedings of the 42nd International Conference on Machine Learning, PMLR 267",
    year=2025,
    ref="PMLR 267",
    working=LETTERS.working,
    displays=inventory(__path__[0]),
)
