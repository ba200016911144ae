"""Sampling tools: intervals, exponents, ratios, plans and multiplicity; pure functions.

An interval here states its error probability and its source; those that only hold for many replicates (the
bootstrap of `slope` and `paired_ratio`, Welch's test) say so, and the first two carry a guaranteed one beside
it.
"""

from boundcheck.stats.betting import decided, mean_interval
from boundcheck.stats.interval import Interval
from boundcheck.stats.multiplicity import holm, split
from boundcheck.stats.nonnegative import mean_at_least, mean_at_most
from boundcheck.stats.planning import refuting_count, smallest_visible_rate
from boundcheck.stats.proportions import proportion_interval
from boundcheck.stats.quantiles import quantile, quantile_interval
from boundcheck.stats.ratios import PairedRatio, paired_ratio
from boundcheck.stats.slopes import Slope, slope
from boundcheck.stats.tables import Welch, runs_to_separate, welch

__all__ = [
    "Interval",
    "PairedRatio",
    "Slope",
    "Welch",
    "decided",
    "holm",
    "mean_at_least",
    "mean_at_most",
    "mean_interval",
    "paired_ratio",
    "proportion_interval",
    "quantile",
    "quantile_interval",
    "refuting_count",
    "runs_to_separate",
    "slope",
    "smallest_visible_rate",
    "split",
    "welch",
]
