"""Sparse vector without noise on the queries."""

from sympy import Abs, Integer, exp, symbols

from boundcheck.claims import Claim, Letter, Paper, PrivacyGuarantee, Source

epsilon = symbols("epsilon", real=True)
SCALE = 2 / epsilon


def below(t):
    """The probability that Laplace noise of this scale is at most t."""
    tail = exp(-Abs(t) / SCALE) / 2
    return tail if t <= 0 else 1 - tail


def law(queries):
    """Of the answers to two queries against one noisy threshold around 0: neither, the first alone, the second alone, both."""
    first, second = queries
    both = below(min(queries))
    return 1 - below(max(queries)), below(first) - both, below(second) - both, both


# Pairs of integer answers in a square; the queries of neighbours move by at most 1 each.
INPUTS = tuple((a, b) for a in range(-1, 2) for b in range(-1, 2))
PAIRS = tuple((x, y) for x in INPUTS for y in INPUTS if x != y and abs(x[0] - y[0]) <= 1 and abs(x[1] - y[1]) <= 1)

CLAIM = Claim(
    source=Source(Paper("own", "Differentially private algorithms for empirical machine learning", ("B. Stoddard", "Y. Chen", "A. Machanavajjhala"), year=2014), "Private feature selection", "privacy theorem"),
    title="a sparse vector without noise on the queries",
    words=r"The threshold gets Laplace noise of scale $2/\varepsilon$, queries of sensitivity 1 get none, and every query is answered. It is $\varepsilon$-differentially private:",
    displays={"": r"P(a) \le e^\varepsilon P'(a) \quad \text{for every string of answers}"},
    letters=(Letter(epsilon, "privacy", epsilon > 0, (0.1, 4)),),
    parts={"private": PrivacyGuarantee({x: law(x) for x in INPUTS}, PAIRS, epsilon, Integer(0), (epsilon > 0,), "one record replaced")},
)  # fmt: skip
