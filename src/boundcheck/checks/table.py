"""Reported tables: is the difference that a sentence rests on larger than its seeds can blur?"""

from __future__ import annotations

import math

from scipy.special import stdtrit

from boundcheck.claims import Evidence, Finding, Outcome, ReportedTable
from boundcheck.stats import holm, runs_to_separate, welch

from .context import Context
from .row import evaluated

LEVEL, POWER = 0.05, 0.8
METHOD = "one-sided Welch tests, Holm's correction"
RAW, HOLM = "p (one-sided)", "p (Holm)"  # also the headings of the report


def check(table: ReportedTable, context: Context) -> Evidence:
    """One-sided Welch tests of "a exceeds b" with Holm's correction, and the seeds that would have been needed."""
    rows = [_welch(*row, seeds=table.seeds) for row in table.rows]
    needs = f"{table.units.replace(' ', '_')}_needed"  # the heading of the column
    adjusted = holm([row[RAW] for row in rows])
    for row, p in zip(rows, adjusted, strict=True):
        row[HOLM] = float(p)
        row[needs] = row.pop("needed")  # the last column
    shown = [row for row in rows if row[HOLM] <= LEVEL]
    reversed_rows = [row["comparison"] for row in rows if row["difference"] < 0]
    findings = tuple(
        Finding("SEEDS", f"{row['comparison']}: {row[needs]:,} {table.units} would show a difference of this size")
        for row in rows
        if row not in shown and not math.isinf(row[needs])
    )
    if reversed_rows:
        return Evidence(
            Outcome.REFUTED,
            f"the table itself says the opposite for {', '.join(reversed_rows)}",
            method=METHOD,
            witness={"point": {"row": reversed_rows[0]}, "lhs": "", "rhs": "", "text": "reported means"},
            findings=findings,
            data={"rows": rows, "reported": means(table)},
        )
    outcome = Outcome.SUPPORTED if len(shown) == len(rows) else Outcome.UNDECIDED
    summary = f"{_counted(len(shown), len(rows))} larger than chance explains (Holm, 5 %)"
    if outcome is Outcome.UNDECIDED:
        needed = max(row[needs] for row in rows if row not in shown)
        each = "each of the others" if shown else "each"
        instead = (
            f"with {needed:,} {table.units} in place of {table.seeds:,} a test of its own would decide {each} with "
            f"probability about {POWER:g}, if they are as large as reported"
        )
        summary += f"; no number of {table.units} shows a difference of 0" if math.isinf(needed) else f"; {instead}"
    return Evidence(
        outcome,
        summary,
        method=METHOD,
        findings=findings,
        data={"rows": rows, "reported": means(table)},
    )


def means(table: ReportedTable) -> list[dict]:
    """Of each comparison both means, with their two-sided intervals of 95 %, as if runs were normal."""
    wide = float(stdtrit(table.seeds - 1, 1 - LEVEL / 2)) / math.sqrt(table.seeds)
    return [
        {"comparison": words, **_ends("", a, wide * sd_a), **_ends("other_", b, wide * sd_b)}
        for words, a, sd_a, b, sd_b in table.rows
    ]


def _ends(side: str, mean: float, half: float) -> dict[str, float]:
    return {f"{side}mean": mean, f"{side}low": mean - half, f"{side}high": mean + half}


def _counted(shown: int, rows: int) -> str:
    """How many of the differences, with the verb."""
    are = "is" if 1 in (shown, rows) else "are"
    return f"{shown} of {rows} difference{'' if rows == 1 else 's'} {are}"


def _welch(words: str, mean_a: float, sd_a: float, mean_b: float, sd_b: float, *, seeds: int) -> dict:
    difference = mean_a - mean_b
    if max(sd_a, sd_b) == 0:  # without spread the difference is all there is
        p, needed = float(difference <= 0), 2.0 if difference > 0 else math.inf
    else:
        p = welch((mean_a, mean_b), (sd_a, sd_b), (seeds, seeds), LEVEL, "greater").pvalue
        # the level is one-sided, half of a two-sided one
        needed = math.inf if difference <= 0 else runs_to_separate(difference, (sd_a, sd_b), 2 * LEVEL, POWER)
    return {"comparison": words, "difference": difference, RAW: p, "needed": needed}


ROWS = (evaluated(ReportedTable, check),)
