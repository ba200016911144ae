"""A part of the design, seen through the inverse of the whole."""

from fractions import Fraction

from boundcheck.claims import Claim, InstanceInequality, Paper, Source


def design(vector):
    """A direction x, one action of the part, one outside of it, and a ridge above 0, in the plane."""
    x, inside, outside, (root,) = vector[:2], vector[2:4], vector[4:6], vector[6:]
    return {"x": x, "inside": inside, "outside": outside, "ridge": root * root + Fraction(1, 100)}


def seen(case):
    """The squared norm of what the inverse of the whole design makes of the part's image of x."""
    (x, y), (a, b), (c, d), ridge = case["x"], case["inside"], case["outside"], case["ridge"]
    v11, v12, v22 = ridge + a * a + c * c, a * b + c * d, ridge + b * b + d * d
    along = a * x + b * y
    u, w = a * along, b * along
    determinant = v11 * v22 - v12 * v12
    return ((v22 * u - v12 * w) ** 2 + (v11 * w - v12 * u) ** 2) / determinant**2


def whole(case):
    return sum(one * one for one in case["x"])


CLAIM = Claim(
    source=Source(Paper("own", "Learning in non-stationary linear bandits", ("W. C. Cheung", "D. Simchi-Levi", "R. Zhu"), year=2019), "Key lemma", "dynamic regret", kind="lemma"),
    title="a part of the design, through the inverse of the whole",
    words=r"For every ridge $\lambda > 0$, all actions $A_s$, every part $P$ of the rounds and every $x$, with $V = \lambda I + \sum_s A_s A_s^\top$,",
    displays={"": r"\left\| V^{-1} \sum_{s \in P} A_s A_s^\top x \right\|_2 \le \|x\|_2"},
    parts={"contracts": InstanceInequality("two actions in the plane, one of them in the part", 7, design, seen, whole)},
)  # fmt: skip
