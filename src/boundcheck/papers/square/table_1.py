"""Table 1: Square χPO against χPO, and CTL against LTC."""

from fractions import Fraction

import sympy
from sympy import Add, Eq, Ge, Integer, Le, Mul, Rational, sqrt

from boundcheck.claims import Claim, Definition, Fault, Identity, Inequality, Reading, ReportedTable, Source, Step

from . import PAPER
from .notation import LETTERS

PROMPTS, SEEDS = 170, 5  # a tenth of 1,697 samples
CELLS = {"CTL, χPO": (64.2, 0.03), "CTL, Square χPO": (67.0, 0.05), "LTC, χPO": (59.8, 0.02), "LTC, Square χPO": (60.0, 0.02)}
PAIRS = (
    ("Square χPO beats χPO under CTL", "CTL, Square χPO", "CTL, χPO"),
    ("Square χPO beats χPO under LTC", "LTC, Square χPO", "LTC, χPO"),
    ("CTL beats LTC for χPO", "CTL, χPO", "LTC, χPO"),
    ("CTL beats LTC for Square χPO", "CTL, Square χPO", "LTC, Square χPO"),
)


def table(unit):
    """The comparisons, the spread in this many percentage points."""
    return ReportedTable(tuple((words, CELLS[a][0], unit * CELLS[a][1], CELLS[b][0], unit * CELLS[b][1]) for words, a, b in PAIRS), SEEDS)


def least_spread(prompts, grain):
    """Square of the least standard deviation, in percentage points, of five win rates that are not all the same.

    `grain` is what a prompt can add to the wins: 1, or 1/2 where ties count half. One run differs by one grain.
    """
    step = Fraction(100) * grain / prompts
    return step**2 * Fraction(1, SEEDS)


w, s = sympy.symbols("w s", real=True)
GRAIN = Rational(100, PROMPTS)

CLAIM = Claim(
    source=Source(PAPER, "Table 1", "Appendix E", kind="table"),
    words="Mean win rates in percent over five seeds on 170 prompts, with a spread; Square χPO is said to outperform χPO in both settings, and CTL to be separated from LTC",
    displays={"CTL": r"64.2 \pm 0.03\text{ against } 67.0 \pm 0.05", "LTC": r"59.8 \pm 0.02\text{ against } 60.0 \pm 0.02"},
    letters=LETTERS,
    readings=(
        Reading("literal", "the spread is a standard deviation in percentage points, the unit of the means",
            fault=Fault("table_1_unit", "misprint", words="the printed spreads of 0.02 to 0.05 cannot be in percentage points, the unit of the means: five win rates on 170 prompts that are not all equal have a standard deviation of at least 0.23, whether the divisor is 4 or 5")),
        Reading("shares", r"$\pm 0.03$ is a standard deviation as a fraction, that is 3 percentage points", support="Appendix E, Evaluation: the standard deviation across 5 seeds"),
    ),
    parts={
        "sentences": {"literal": table(1), "shares": table(100)},
        "spread": {
            # The smaller of the two conventions, with 5 for the divisor.
            "literal": Inequality(s * Rational(2, 5), Rational(55, 1000), (Eq(s, GRAIN),)),
            "shares": Inequality(s * Rational(2, 5), Rational(55, 10), (Eq(s, GRAIN),)),
        },
        "least_spread": Definition("square of the least standard deviation of five different win rates, in percentage points", least_spread,
            tuple({"prompts": prompts, "grain": grain} for prompts in (169, 170) for grain in (Fraction(1), Fraction(1, 2)))),
    },
    steps=(
        Step("granularity", "Table 1", Identity(Mul(Rational(1, 4), Add(4 * (s / 5) ** 2, (4 * s / 5) ** 2, evaluate=False), evaluate=False), s**2 / 5), because="One run of five differs by $s$, the others agree: the sample variance is a fifth of the square of $s$; $s$ is at least one prompt, 100/170."),
        Step("above_the_print", "Table 1", Inequality(Rational(6, 100), GRAIN * sqrt(Rational(1, 5)), strict=True),
            because="The least standard deviation above 0 is 0.26 percentage points with the divisor 4, 0.23 with 5; no printed spread, 0.05 rounded up included, reaches it in that unit."),
        Step("half_wins", "Table 1", Inequality(Rational(6, 100), GRAIN / 2 * sqrt(Rational(1, 5)), strict=True), because="Nor where ties count half, 0.13."),
        Step("standard_error", "Table 1", Inequality(Rational(6, 100), GRAIN * sqrt(Rational(1, 5)) / sqrt(Integer(5)), strict=True), because="Nor as a standard error of the mean, 0.118; only with half wins, 0.0588, could that be 0.05 rounded up from 0.05 to 0.055."),
        Step("population_form", "Table 1", Inequality(Rational(6, 100), GRAIN * sqrt(Rational(4, 25)), strict=True), because="Nor with 5 in place of 4 in the variance, 0.235."),
        Step("means_fit", "Table 1", Identity(Mul(546, GRAIN, Rational(1, 5), evaluate=False), Rational(5460, 85)), because="546 wins of 850 are 64.24 percent, which prints as 64.2: the means fit the counts."),
        Step("pooled_counts", "Table 1", Inequality((w - Rational(1, 2)) ** 2, Rational(1, 4), (Ge(w, 0), Le(w, 1))), because="A win rate of one run has a variance of at most 1/4 over the prompts: 3.8 percentage points for 170 prompts, of the order of the spread read in shares."),
    ),
    not_covered=("win rates per seed, which would allow paired tests", "the spread over prompts and judges"),
)  # fmt: skip
