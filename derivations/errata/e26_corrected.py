"""A part of the design, seen through the inverse of the whole."""

from fractions import Fraction

from boundcheck.claims import Claim, InstanceInequality, Paper, Source


def design(vector):
    """A direction x, one action of the part, one outside of it, and a ridge above 0, in the plane."""
    x, inside, outside, (root,) = vector[:2], vector[2:4], vector[4:6], vector[6:]
    return {"x": x, "inside": inside, "outside": outside, "ridge": root * root + Fraction(1, 100)}


def matrix(case):
    """The entries of the whole design, and what the part makes of x."""
    (x, y), (a, b), (c, d), ridge = case["x"], case["inside"], case["outside"], case["ridge"]
    along = a * x + b * y
    return (ridge + a * a + c * c, a * b + c * d, ridge + b * b + d * d), (a * along, b * along)


def seen(case):
    """The squared norm of the same, weighted by the whole design."""
    (v11, v12, v22), (u, w) = matrix(case)
    return (v22 * u * u - 2 * v12 * u * w + v11 * w * w) / (v11 * v22 - v12 * v12)


def whole(case):
    (v11, v12, v22), _ = matrix(case)
    x, y = case["x"]
    return v11 * x * x + 2 * v12 * x * y + v22 * y * y


CLAIM = Claim(
    source=Source(Paper("own", "Learning in non-stationary linear bandits", ("W. C. Cheung", "D. Simchi-Levi", "R. Zhu"), year=2019), "Key lemma", "dynamic regret", kind="lemma"),
    title="a part of the design, through the inverse of the whole, in its own norm",
    words=r"For every ridge $\lambda > 0$, all actions $A_s$, every part $P$ of the rounds and every $x$, with $V = \lambda I + \sum_s A_s A_s^\top$,",
    displays={"": r"\left\| V^{-1} \sum_{s \in P} A_s A_s^\top x \right\|_V \le \|x\|_V"},
    parts={"contracts": InstanceInequality("two actions in the plane, one of them in the part", 7, design, seen, whole)},
)  # fmt: skip
