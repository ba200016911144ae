"""Section 6: noise of two methods in two units; why it grows with $m$."""

from functools import cache

import numpy as np
import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Rational, sqrt

from boundcheck.claims import Claim, Definition, Fault, Identity, Inequality, KeyFinding, Reading, Repair, Source, Step

from . import PAPER, table_1
from .lab.noise_tables import BATCH, CELLS, LEVELS, TABLE_1, TABLE_2, printed
from .notation import LETTERS, domain, m, n
from .proofs.descent import batch

K, N, x, y = sympy.symbols("K N x y", real=True)
ROUNDED = Rational(1, 1000)  # half a unit of the last digit in each of two cells
EXPERIMENTS = tuple(cell for cell in CELLS if cell[0] in LEVELS)


@cache
def prompts_needed(more, fewer):
    """Least number of prompts for each of two methods, a multiple of 10, at which so many percent of wins differ by more than chance.

    One-sided Fisher test at 5 % on the rounded numbers of wins, for all larger multiples up to 2,000 as well.
    """
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, 4001)))])

    def ways(many, few):
        return logs[many] - logs[few] - logs[many - few]

    least = 0
    for prompts in range(10, 2001, 10):
        wins, others = round(prompts * more / 100), round(prompts * fewer / 100)
        k = np.arange(wins, min(prompts, wins + others) + 1)
        p = np.exp(ways(prompts, k) + ways(prompts, wins + others - k) - ways(2 * prompts, wins + others)).sum()
        if p > 0.05:
            least = prompts + 10
    return least


def excess(cells, cell_of_1=lambda value: value):
    """The largest excess of Table 1 over Table 2, rounded to three digits up."""
    worst = max(cell_of_1(printed(TABLE_1, *cell)) - printed(TABLE_2, *cell) for cell in cells)
    return Rational(sympy.ceiling(worst * 1000), 1000)


def divided():
    """The largest ratio of Table 2 over the batch to the root of Table 1, rounded up."""
    worst = max(printed(TABLE_2, *cell) / BATCH / sqrt(printed(TABLE_1, *cell)) for cell in CELLS)
    return Rational(sympy.ceiling(worst * 1000), 1000)


def in_one_unit(which):
    """The least and the greatest factor, over the twelve cells, by which Table 1 exceeds Table 2 where both are deviations on a mean, and C = 1."""
    ends = {"least": min, "greatest": max}
    return round(float(ends[which](sqrt(printed(TABLE_1, *cell)) * BATCH / printed(TABLE_2, *cell) for cell in CELLS)), 1)


def smaller(worst):
    """No cell of Table 1 exceeds its neighbour, x being the largest excess before it was rounded."""
    return Inequality(x, Integer(0), (Ge(x, worst - ROUNDED), Le(x, worst + ROUNDED)))


GROWTH = Fault("table_1_explanation", "non sequitur", "Section 6.2, 'This is because'", r"the explanation does not account for the dependence of the growth on $\varepsilon$: from $m = 5$ to 50 the noise grows by 6.6 at $\varepsilon = 1$ and by 2.2 at 8, and with $m n$, $T$ and $m \tilde{n}$ fixed it would grow alike at every $\varepsilon$")
CELL = Fault("table_1_larger_cell", "range", "Section 6.2, last paragraph", r"in one of the twelve cells, $\varepsilon = 1$ and $m = 50$, AUP-RLHF has not the smaller noise: Table 1 has 2.429 and Table 2 has 2.402")

CLAIM = Claim(
    source=Source(PAPER, "Section 6", "Section 6.2", kind="section"),
    words=r"The noise of AUP-RLHF grows with $m$, because its variance is of order $1/(m \tilde{n}^2)$, and is smaller than that of user-wise DP-SGD at the same $\varepsilon$ and $m$; win rates at $\varepsilon$ of 3 and 8",
    displays={"noise": r"\tilde{O}\left( \frac{1}{m \tilde{n}^2} \right), \quad m \tilde{n} = \frac{m n}{T}", "win rates": r"39 \%\text{ at } \varepsilon = 3, \quad 63 \%\text{ at } \varepsilon = 8"},
    letters=LETTERS | {"K": "K", "batch": r"\tilde{n}"},
    readings=(
        Reading("literal", "the printed numbers of all twelve pairs of cells are compared", fault=CELL),
        Reading("levels_of_the_experiments", r"smaller in all cells but $\varepsilon = 1$, $m = 50$, and so at the $\varepsilon$ of 3 and 8 of the experiments", support="Section 6.1, Settings: privacy budgets of 3 or 8"),
        Reading("deviations", "all twelve, Table 1 being variances, of which the roots are compared", support="Section 6.2 explains Table 1 by the variance of the noise"),
    ),
    parts={
        "smaller_noise": {
            "literal": smaller(excess(CELLS)),
            "levels_of_the_experiments": smaller(excess(EXPERIMENTS)),
            "deviations": smaller(excess(CELLS, sqrt)),
        },
        "in_one_unit": Definition("factor by which Table 1, as variances of a mean, exceeds Table 2, as multipliers, in one unit: the least and the greatest of the twelve cells", in_one_unit, ({"which": "least"}, {"which": "greatest"})),
        "prompts_needed": Definition("prompts at which two win rates, in percent, differ significantly", prompts_needed,
            ({"more": 63, "fewer": 39}, {"more": 63, "fewer": 50}, {"more": 50, "fewer": 39}, {"more": 53, "fewer": 50})),
    },
    steps=(
        Step("grows_with_m", "'As observed in Table 1'", table_1.CLAIM.steps[0].statement, because="The least factor between neighbouring cells of Table 1 exceeds 1."),
        Step("batch_shrinks", r"'increasing m will make $\tilde{n}$ less'", Identity(1 / (m * batch**2), m / K**2, (*domain(m), Gt(batch, 0), Eq(m * batch, K))),
            because=r"$K$ is what $m \tilde{n}$ is, whatever $m$ is."),
        Step("rate_stays", "'when the total size and T are fixed'", Identity(batch / n, K / N, (*domain(m, n), Gt(batch, 0), Eq(m * batch, K), Eq(m * n, N))),
            because=r"$K$ is $m \tilde{n}$ and $N$ is $m n$. So sampling rate, $T$, $\sigma$ and the logarithms of $\tau$ and of line 15 do not depend on $m$: the variance grows by exactly 10 from $m = 5$ to 50, its root by 3.16, at every $\varepsilon$."),
        Step("one_growth_for_all", "'This is because'", Inequality(x, Rational(3, 2) * y, (Ge(x, Rational(24285, 3665)), Le(x, Rational(24295, 3655)), Ge(y, Rational(1885, 865)), Le(y, Rational(1895, 855)))),
            display=r"\text{growth at } \varepsilon = 1 \le \frac{3}{2} \cdot \text{growth at } \varepsilon = 8", form="translation",
            because=r"$x$ and $y$ are the factors by which the noise grows from $m = 5$ to 50 in the rows $\varepsilon = 1$ and $\varepsilon = 8$, up to rounding.",
            repair=Repair(Inequality(Rational(3, 2) * y, x, (Ge(x, Rational(24285, 3665)), Le(x, Rational(24295, 3655)), Ge(y, Rational(1885, 865)), Le(y, Rational(1895, 855)))),
                r"the batch has 50 users for every $m$, as in Table 5, so that the sampling rate, $m/1800$, grows with $m$, and $\sigma$ with it, most at small $\varepsilon$"), fault=GROWTH),
        Step("same_unit", "'smaller than that in User-wise DP-SGD'", Inequality(x, Rational(1, 25), (Ge(x, 0), Le(x, divided()))),
            display=r"\text{Table 2}/\tilde{n} \le \frac{1}{25} \sqrt{\text{Table 1}}", form="translation",
            because=r"Should Table 1 hold variances of the noise on a mean, which line 15 divides by the batch, and Table 2 multipliers of $C$, which line 11 of Algorithm 4 does not divide, as both fit (see Tables 1 and 2): with $1/\tilde{n}$ in both, deviations in both "
            "and $C = 1$, user-wise DP-SGD has the smaller noise in all twelve cells, by a factor of 25 at least. The page gives neither units nor $C$, so that the comparison of the two tables says nothing without them."),
    ),
    findings=(
        KeyFinding("In which units are Tables 1 and 2? The numbers fit if Table 1 has variances of the mean gradient and Table 2 noise multipliers. Under that guess, and with clipping norm 1, user-wise DP-SGD adds {in_one_unit[0]} to {in_one_unit[1]} times less noise than AUP-RLHF in all twelve cells",
            ("in_one_unit", "same_unit"), "Section 6.2; Tables 1 and 2", "question"),
    ),
    not_covered=(
        "sentences about Figures 1 to 5, of which no numbers are printed",
        "win rates have no number of prompts and no error bars; 39 against 63 percent takes few prompts, methods that are three points apart take some 1,600",
        "one run each",
    ),
)  # fmt: skip
