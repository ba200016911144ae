"""Tables of counts: is a share larger than chance explains? Fisher's exact test, in whole numbers."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from boundcheck.claims import CountsTable, Evidence, Finding, Outcome
from boundcheck.stats import holm

from .context import Context
from .row import evaluated

LEVEL = 0.05
MOST_TIMES = 1024
MOST_EXACT = 4000  # trials whose tail is summed in whole numbers
METHOD = "one-sided Fisher tests, Holm's correction"
RAW, HOLM = "p (one-sided)", "p (Holm)"  # also the headings of the report


def check(table: CountsTable, context: Context) -> Evidence:
    """Fisher's exact test of "a succeeds more often than b" in each row, with Holm's correction."""
    rows = [_tested(*row) for row in table.rows]
    for row, p in zip(rows, holm([row[RAW] for row in rows]), strict=True):
        row[HOLM] = float(p)
    shown = [row for row in rows if row[HOLM] <= LEVEL]
    reversed_rows = [row["comparison"] for row in rows if row["difference"] < 0]
    findings = tuple(
        Finding("COUNTS", f"{row['comparison']}: {row['times']} times as many trials of the same shares would show it")
        for row in rows
        if row not in shown and row["difference"] > 0
    )
    if reversed_rows:
        return Evidence(
            Outcome.REFUTED,
            f"the table itself says the opposite for {', '.join(reversed_rows)}",
            METHOD,
            findings,
            witness={"point": {"row": reversed_rows[0]}, "lhs": "", "rhs": "", "text": "reported counts"},
            data={"rows": rows},
        )
    outcome = Outcome.SUPPORTED if len(shown) == len(rows) else Outcome.UNDECIDED
    are = "is" if 1 in (len(shown), len(rows)) else "are"
    summary = f"{len(shown)} of {len(rows)} difference{'' if len(rows) == 1 else 's'} {are} larger than chance explains (Holm, 5 %)"
    return Evidence(outcome, summary, METHOD, findings, data={"rows": rows})


def fisher(successes_a: int, trials_a: int, successes_b: int, trials_b: int) -> Fraction:
    """P(a has so many of all successes, or more) where they fall on the trials at random; exact up to `MOST_EXACT` trials."""
    successes, trials = successes_a + successes_b, trials_a + trials_b
    if trials > MOST_EXACT:
        from scipy.stats import hypergeom

        return Fraction(float(hypergeom.sf(successes_a - 1, trials, successes, trials_a)))
    top = min(successes, trials_a)
    ways = sum(comb(trials_a, k) * comb(trials_b, successes - k) for k in range(successes_a, top + 1))
    return Fraction(ways, comb(trials, successes))


def _tested(words: str, successes_a: int, trials_a: int, successes_b: int, trials_b: int) -> dict:
    difference = Fraction(successes_a, trials_a) - Fraction(successes_b, trials_b)
    counts = (successes_a, trials_a, successes_b, trials_b)
    row = {"comparison": words, "difference": float(difference), RAW: float(fisher(*counts))}
    times = 1
    while difference > 0 and times < MOST_TIMES and fisher(*(times * c for c in counts)) > LEVEL:
        times *= 2
    return {**row, "times": times if difference > 0 else 0}


ROWS = (evaluated(CountsTable, check),)
