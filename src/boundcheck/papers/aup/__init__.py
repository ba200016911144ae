"""AUP-RLHF: Towards User-level Private Reinforcement Learning with Human Feedback."""

from boundcheck.claims import Paper, inventory

from .notation import LETTERS

PAPER = Paper(
    key="aup",
    title="Towards User-level Private Reinforcement Learning with Human Feedback",
    authors=(
        "Jiaming Zhang",
        "Mingxi Lei",
        "Meng Ding",
        "Mengdi Li",
        "Zihang Xiang",
        "Difei Xu",
        "Jinhui Xu",
        "Di Wang",
    ),
    year=2025,
    working=LETTERS.working,
    displays=inventory(__path__[0]),
)
