"""Table 1: win rates on 2,313 test pairs."""

from fractions import Fraction
from math import comb

import sympy
from sympy import Integer, Rational

from boundcheck.claims import Claim, Inequality, KeyFinding, ReportedTable, Source, Step

from . import PAPER
from .notation import ANY_KEEP

PAIRS = 2313  # held-out test pairs, Section 6
RATES = {"SFT": "0.538", "DPO": "0.704", "0.1": "0.530", "0.5": "0.554", "2.0": "0.607"}
LEVEL = Rational(1, 20)
DIGITS = 9


def wins(name):
    """The whole number of wins that the printed rate rounds to."""
    return round(Fraction(RATES[name]) * PAIRS)


def _row(words, better, worse):
    rates = [float(RATES[name]) for name in (better, worse)]
    spreads = [(rate * (1 - rate)) ** 0.5 for rate in rates]
    return (words, rates[0], spreads[0], rates[1], spreads[1])


def fisher(better, worse):
    """One-sided exact p-value of Fisher's test for the two counts of wins, as a fraction."""
    a, b = wins(better), wins(worse)
    ways = sum(comb(PAIRS, k) * comb(PAIRS, a + b - k) for k in range(a, min(a + b, PAIRS) + 1))
    value = Fraction(ways, comb(2 * PAIRS, a + b))
    return Rational(value.numerator, value.denominator)


def rounded(value, up):
    """A fraction of a few digits on the given side of `value`."""
    scaled = value * 10**DIGITS
    return Rational(sympy.ceiling(scaled) if up else sympy.floor(scaled), 10**DIGITS)


ROWS = (
    _row(r"$\varepsilon = 2$ beats SFT", "2.0", "SFT"),
    _row(r"$\varepsilon = 2$ beats $\varepsilon = 0.5$", "2.0", "0.5"),
    _row(r"$\varepsilon = 0.5$ beats SFT", "0.5", "SFT"),
    _row(r"$\varepsilon = 0.5$ beats $\varepsilon = 0.1$", "0.5", "0.1"),
    _row(r"DPO beats $\varepsilon = 2$", "DPO", "2.0"),
)

NOT_SHOWN = Step("a_half_surpasses_sft", "Section 6, second sentence on results", Inequality(LEVEL, rounded(fisher("0.5", "SFT"), False)),
            form="translation", display=r"p(\text{epsilon = 0.5 against SFT}) \ge \frac{1}{20}",
            because=r"0.554 against 0.538 is no significant difference: the sentence that the method surpasses SFT at $\varepsilon = 0.5$ is not shown by these pairs, unless the same pairs decided both, for which the "
            "paired counts would be needed.")

CLAIM = Claim(
    source=Source(PAPER, "Table 1", "Section 6", kind="table"),
    words=r"One run each; win rates on the held-out pairs, each pair a coin, of SFT 0.538, DPO 0.704, and the private method 0.530, 0.554, 0.607 at $\varepsilon$ 0.1, 0.5, 2.",
    displays={"": r"0.530, \quad 0.554, \quad 0.607 \quad \text{at} \quad \varepsilon = 0.1, 0.5, 2.0"},
    letters=ANY_KEEP,
    parts={"differences": ReportedTable(ROWS, PAIRS, units="test pairs")},
    steps=(
        Step("two_beats_sft", "Section 6, best setting", Inequality(rounded(fisher("2.0", "SFT"), True), Rational(1, 10**5)),
            form="translation", display=r"p(\text{epsilon = 2 against SFT}) \le 10^{-5}", because="One-sided exact $p$-value of Fisher's test for the counts that the rates round to, rounded up."),
        Step("two_beats_a_half", "Section 6", Inequality(rounded(fisher("2.0", "0.5"), True), Rational(1, 1000)), form="translation", display=r"p(\text{epsilon = 2 against 0.5}) \le \frac{1}{1000}",
            because="As before: the two shares are 3.6 standard deviations of their difference apart."),
        NOT_SHOWN,
        Step("a_tenth_is_close_to_sft", "Section 6, first sentence on results", Inequality(LEVEL, rounded(fisher("SFT", "0.1"), False)),
            form="translation", display=r"p(\text{SFT against epsilon = 0.1}) \ge \frac{1}{20}", because="0.530 is not significantly below SFT: close, as the page says."),
        Step("order_in_epsilon", "Section 6", Inequality(LEVEL, rounded(fisher("0.5", "0.1"), False)),
            form="translation", display=r"p(\text{epsilon = 0.5 against 0.1}) \ge \frac{1}{20}", because="The order of the two smaller privacy levels is not shown."),
        Step("dpo_is_ahead", "Section 6, last sentences", Inequality(rounded(fisher("DPO", "2.0"), True), Rational(1, 10**6)), form="translation", display=r"p(\text{DPO against epsilon = 2}) \le 10^{-6}",
            because="As before: almost 7 standard deviations."),
        Step("three_digits", "Table 1", Inequality(Integer(1) / PAIRS, Rational(1, 1000)), because="The printed digits determine the counts of wins up to one or two."),
    ),
    findings=(
        KeyFinding(r"$\varepsilon = 2$ is significantly ahead of SFT and of $\varepsilon = 0.5$; DPO is significantly ahead of $\varepsilon = 2$. $\varepsilon = 0.5$ against SFT, 0.554 to 0.538, is not significant, and neither is 0.5 against 0.1: "
            "that the method surpasses SFT at 0.5 is not shown. The rows share their test pairs, so that a paired test may see more", ("two_beats_sft", "two_beats_a_half", "dpo_is_ahead", "a_half_surpasses_sft", "order_in_epsilon"), "Section 6, second sentence on results"),
    ),
    not_covered=("training runs differ by their seeds; one run is reported of each", "which answers were compared, and who judged"),
)
