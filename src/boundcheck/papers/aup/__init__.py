"""AUP-RLHF: Towards User-level Private Reinforcement Learning with Human Feedback."""

from sympy import Ge, Le, Rational, Symbol

from boundcheck.claims import Paper

epsilon, alpha, delta, n, m, d = (Symbol(name, real=True) for name in ("epsilon", "alpha", "delta", "n", "m", "d"))

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
    working=(
        Le(epsilon, 10),
        Le(alpha, Rational(1, 2)),
        Le(delta, Rational(1, 10)),
        Ge(n, 2),
        Ge(m, 1),
        Ge(d, 2),
    ),
)
