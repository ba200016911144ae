"""Reported tables: is the difference that a sentence rests on larger than its seeds can blur?"""

from __future__ import annotations

import math

from boundcheck.claims import Evidence, Finding, Outcome, ReportedTable
from boundcheck.stats import holm

from .context import Context


def check(table: ReportedTable, context: Context) -> Evidence:
    """One-sided Welch tests of "a exceeds b" with Holm's correction, and the seeds that would have been needed."""
    rows = [_welch(*row, seeds=table.seeds) for row in table.rows]
    adjusted = holm([row["p"] for row in rows])
    for row, p in zip(rows, adjusted, strict=True):
        row["p_holm"] = float(p)
    shown = [row for row in rows if row["p_holm"] <= 0.05]
    reversed_rows = [row["words"] for row in rows if row["difference"] < 0]
    findings = tuple(
        Finding("SEEDS", f"{row['words']}: {row['seeds_needed']} seeds would show a difference of this size")
        for row in rows
        if row not in shown and not math.isinf(row["seeds_needed"])
    )
    if reversed_rows:
        return Evidence(
            Outcome.REFUTED,
            f"the table itself says the opposite for {', '.join(reversed_rows)}",
            method="Welch, Holm",
            witness={"point": {"row": reversed_rows[0]}, "lhs": "", "rhs": "", "text": "reported means"},
            findings=findings,
            data={"rows": rows},
        )
    outcome = Outcome.SUPPORTED if len(shown) == len(rows) else Outcome.UNDECIDED
    many = f"{len(rows)} differences are" if len(rows) > 1 else "1 difference is"
    summary = f"{len(shown)} of {many} larger than chance explains (Holm, 5 %)"
    if outcome is Outcome.UNDECIDED:
        needed = max(row["seeds_needed"] for row in rows if row not in shown)
        instead = f"{needed} seeds in place of {table.seeds} would decide differences of the reported size"
        summary += "; no number of seeds shows a difference of 0" if math.isinf(needed) else f"; {instead}"
    return Evidence(
        outcome,
        summary,
        method="Welch, Holm",
        findings=findings,
        data={"rows": rows},
    )


def _welch(words: str, mean_a: float, sd_a: float, mean_b: float, sd_b: float, *, seeds: int) -> dict:
    from scipy import stats

    test = stats.ttest_ind_from_stats(mean_a, sd_a, seeds, mean_b, sd_b, seeds, equal_var=False, alternative="greater")
    difference = mean_a - mean_b
    # Normal approximation at level 5 % and power 80 %, one-sided.
    reach = stats.norm.ppf(0.95) + stats.norm.ppf(0.8)
    needed = math.inf if difference <= 0 else math.ceil((sd_a**2 + sd_b**2) * (reach / difference) ** 2)
    return {
        "words": words,
        "difference": difference,
        "p": float(test.pvalue),
        "seeds_needed": needed if math.isinf(needed) else max(2, int(needed)),
    }
