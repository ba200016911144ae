"""Sampling tools: intervals, exponents, ratios, plans and multiplicity; pure functions.

An interval here states its error probability and its source; those that only hold for many replicates (the
bootstrap of `slope` and `paired_ratio`, Welch's test) say so, and the first two carry a guaranteed one beside
it.
"""

from boundcheck.stats.betting import decided, mean_at_least, mean_at_most, mean_interval
from boundcheck.stats.interval import (
    Interval,
    holm,
    holm_levels,
    proportion_interval,
    refuting_count,
    smallest_visible_rate,
    split,
)
from boundcheck.stats.quantiles import PairedRatio, Slope, paired_ratio, quantile, quantile_interval, slope
from boundcheck.stats.tables import Welch, runs_to_separate, welch

__all__ = [
    "Interval",
    "PairedRatio",
    "Slope",
    "Welch",
    "decided",
    "holm",
    "holm_levels",
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
