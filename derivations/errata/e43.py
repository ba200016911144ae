"""A double integral of the seventh Archimedean family of Nelsen's list."""

from sympy import Ge, Le, expand, integrate, symbols

from boundcheck.claims import Claim, Identity, Letter, Paper, Reading, Source

t, v = symbols("theta v", real=True)
SLOPE = t * v + 1 - t  # of the bracket in u; the bracket is v at u = 1 and falls to 0 at 1 - v/SLOPE

# Over u the positive part integrates to v**2/(2 SLOPE), and its indicator to v/SLOPE.
POSITIVE_PART = 6 * integrate(expand(SLOPE * v**2 / 2), (v, 0, 1)) - 2
INDICATOR = 6 * integrate(expand(SLOPE * v), (v, 0, 1)) - 2
RANGE = (Ge(t, 0), Le(t, 1))

CLAIM = Claim(
    source=Source(Paper("own", "Dependence properties of bivariate copula families", ("J. Ansari", "M. Rockel"), year=2024), "Appendix A.5.1", "Nelsen 7", kind="appendix"),
    title="a double integral of the seventh family",
    words=r"For $0 \le \theta \le 1$ the rank correlation is",
    displays={"": r"6 \int_0^1 \int_0^1 (\theta v + 1 - \theta)^2 (\theta u v + (1 - \theta)(u + v - 1))_+ \, du \, dv - 2 = 1 - \theta"},
    letters=(Letter(t, "parameter of the family", (t >= 0, t <= 1), (0.1, 0.9)),),
    readings=(
        Reading("literal", "the plus sign below the bracket is the positive part"),
        Reading("indicator", "it is the indicator of the bracket's being positive", repair=True),
    ),
    parts={"value": {"literal": Identity(POSITIVE_PART, 1 - t, RANGE), "indicator": Identity(INDICATOR, 1 - t, RANGE)}},
    not_covered=("the inner integral, which is computed by hand",),
)  # fmt: skip
