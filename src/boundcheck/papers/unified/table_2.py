"""Table 2: win rates of rDPO under CTL and LTC, and the masks that produced the labels."""

from math import hypot

from sympy import Ge, Le

from boundcheck.claims import Claim, Identity, Inequality, ReportedTable, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, alpha, domain, epsilon

# Win rates in percent, mean and standard deviation over the seeds: CTL, then LTC.
CTL_1, LTC_1 = (69.6, 5.1), (65.4, 5.0)
CTL_HALF, LTC_HALF = (64.4, 2.8), (58.6, 2.6)
SEEDS = 5


def gap(a, b):
    """Difference of two independent means, with the standard deviation of a difference of single runs."""
    return a[0] - b[0], hypot(a[1], b[1])


ROWS = (
    (r"CTL beats LTC at $\varepsilon = 1$, $\alpha = 0.1$", *CTL_1, *LTC_1),
    (r"CTL beats LTC at $\varepsilon = 0.5$, $\alpha = 0.1$", *CTL_HALF, *LTC_HALF),
    (r"the gap is wider at $\varepsilon = 0.5$ than at 1", *gap(CTL_HALF, LTC_HALF), *gap(CTL_1, LTC_1)),
)

flip = 1 - sigmoid(epsilon)
CTL_MASK = alpha * (1 - flip) + (1 - alpha) * flip  # set with probability alpha, then turned
LTC_MASK = flip + (1 - flip) * alpha  # turned, then set with probability alpha
DOMAIN = (*domain(epsilon), Ge(alpha, 0), Le(alpha, 1))

CLAIM = Claim(
    source=Source(PAPER, "Table 2", "Appendix D.2; set-up in Appendix D.1", kind="table"),
    title="rDPO under CTL and LTC",
    words="Mean win rates in percent over five seeds, with standard deviations, of rDPO under CTL against those under LTC, at "
    r"$\alpha = 0.1$; CTL is said to beat LTC, by a gap that widens as $\varepsilon$ falls.",
    displays={
        "": r"69.6 \pm 5.1\text{ against } 65.4 \pm 5.0\text{ at } \varepsilon = 1, \quad 64.4 \pm 2.8\text{ against } 58.6 \pm 2.6\text{ at } \varepsilon = 0.5"
    },
    letters=LETTERS,
    parts={"separation": ReportedTable(ROWS, SEEDS)},
    steps=(
        Step("more_ones", "Appendix D.1, last sentence on masks",
            Inequality(CTL_MASK, LTC_MASK, DOMAIN),
            because="The probability that a mask ends as 1, so that the label is turned, under CTL and under LTC."),
        Step("excess", "Appendix D.1", Identity(LTC_MASK - CTL_MASK, alpha * flip, DOMAIN),
             because=r"The two probabilities differ by $\alpha/(e^\varepsilon + 1)$ and no more: a setting far milder than "
             "the worst case under LTC."),
        Step("excess_is_not_c", "Appendix D.1",
            Inequality(LTC_MASK, 2 * CTL_MASK, DOMAIN),
            because=r"The ratio of the two probabilities is at most 2 for every $\varepsilon$, whereas $c(\varepsilon)$ is unbounded."),
    ),
    not_covered=("the raw win rates per seed, which would allow paired tests",),
)
