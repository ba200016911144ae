"""Printed tables: of noise, of means and of counts; what their sentences rest on, and how large they would have to be."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import msgspec
import numpy as np
from scipy.special import gammaln, ndtr, ndtri, stdtrit, xlog1py, xlogy

from boundcheck.claims import CountsTable, RecomputedTable, ReportedTable
from boundcheck.privacy import JudgedCell, PrintedCell, Settings, TableFit, judged_cell, table_fit
from boundcheck.privacy.tables import Cell
from boundcheck.stats import holm, holm_levels, runs_to_separate, welch
from boundcheck.stats.digits import significant
from boundcheck.stats.interval import smallest_size
from boundcheck.verdict import Evidence, Finding, Outcome, facts, shapes
from boundcheck.verdict.shapes import Found, NoiseCell
from boundcheck.verdict.statements import Witness

from .context import Context, Evaluated

# How large a reported table would have to be for its differences to show, at the levels that decide it.

LEVEL, POWER = 0.05, 0.8
LEVEL_SHOWN, POWER_SHOWN = f"{100 * LEVEL:g}", f"{100 * POWER:g}"  # in percent
RAW, HOLM = "p (one-sided)", "p (Holm)"  # also the headings of the report


def sizes_to_show(pvalues: Sequence[float], size_at: Callable[[int, float], float]) -> list[float]:
    """For each row the size at which a test at its level has the power `POWER`, if the difference is as large as reported.

    The level of a row is Holm's, and a row is shown only with those before it, so that its size is theirs if that is
    larger: at the size of the table no row that is not shown has the power.

    Parameters
    ----------
    pvalues : sequence of float
        Of the rows of the table.
    size_at : callable
        ``(row, level) -> size``.

    Returns
    -------
    sizes : list of float
    """
    levels = holm_levels(pvalues, LEVEL)
    sizes = np.array([size_at(row, float(level)) for row, level in enumerate(levels)], float)
    order = np.argsort(np.asarray(pvalues, float), kind="stable")
    sizes[order] = np.maximum.accumulate(sizes[order])
    return [float(size) for size in sizes]


def adjusted(pvalues: Sequence[float]) -> list[float]:
    """Holm's p-values, of which those up to `LEVEL` are shown."""
    return [float(p) for p in holm(pvalues)]


# Printed tables of noise: the accountant at every cell, under every setting that the page allows, and the misfit.

NOISE_METHOD = "privacy accountant, inverted at every cell"


def check_noise(table: RecomputedTable, context: Context) -> Evidence:
    """Enough noise is judged cell by cell; the least noise is fitted; the settings that do best speak for the table."""
    cells = tuple(PrintedCell(column, _fraction(epsilon), printed) for column, epsilon, printed in table.cells)
    return (_enough if table.says == "enough" else _least)(table, cells)


def _enough(table: RecomputedTable, cells: tuple[PrintedCell, ...]) -> Evidence:
    judged = {name: _judged(cells, settings) for name, settings in table.settings.items()}
    little = {name: [j for j in row if j.answer is Cell.TOO_LITTLE] for name, row in judged.items()}
    best = min(judged, key=lambda name: (len(little[name]), list(judged).index(name)))
    offers: Iterator[dict[str, int | str]] = (
        {"settings": name, **{answer.value: sum(j.answer is answer for j in row) for answer in Cell}}
        for name, row in judged.items()
    )
    rows = tuple(_row(c, j) for c, j in zip(cells, judged[best], strict=True))
    found = Found(evidence=shapes.OfNoise(settings=best, cells=rows, offers=tuple(offers) if len(judged) > 1 else ()))
    sufficient = [name for name, row in judged.items() if all(j.answer is Cell.ENOUGH for j in row)]
    if sufficient:
        whose = tuple(dict.fromkeys(str(j.smallest.adjacency) for j in judged[sufficient[0]]))
        enough = facts.NoiseEnough(tuple(sufficient), len(cells), whose, len(judged))
        return Evidence(Outcome.SUPPORTED, enough, NOISE_METHOD, found=found)
    if all(little.values()):
        wrong = max(little[best], key=lambda j: (j.largest.low / float(j.epsilon), str(j.epsilon)))
        cell = next(c for c, j in zip(cells, judged[best], strict=True) if j is wrong)
        low = f"{wrong.largest.low:.4g}"
        return Evidence(
            Outcome.REFUTED,
            facts.NoiseTooLittle(
                len(judged), best, cell.noise, _name(cell), low, str(wrong.largest.adjacency)
            ),
            NOISE_METHOD,
            witness=Witness(
                point={"settings": best, "cell": _name(cell)},
                lhs=low,
                rhs=str(cell.epsilon),
                text="true epsilon at least, and promised",
            ),
            found=found,
        )
    open_ = [_name(c) for c, j in zip(cells, judged[best], strict=True) if j.answer is not Cell.ENOUGH]
    return Evidence(
        Outcome.UNDECIDED,
        facts.NoiseOpen(best, tuple(open_[:4])),
        NOISE_METHOD,
        found=found,
    )


def _least(table: RecomputedTable, cells: tuple[PrintedCell, ...]) -> Evidence:
    fits = {name: table_fit(cells, settings, table.factor) for name, settings in table.settings.items()}
    order = sorted(fits, key=lambda name: (not fits[name].fits, significant(fits[name].misfit, 4)))
    best, fit = order[0], fits[order[0]]
    factors = {column: float(f"{factor:.4g}") for column, factor in fit.factors.items()}
    evidence = shapes.OfNoise(
        settings=best,
        cells=tuple(_fitted_row(c, fit, place) for place, c in enumerate(cells)),
        fits=tuple(shapes.Fit(settings=n, misfit=round(fits[n].misfit, 3), fits=fits[n].fits) for n in order),
        factors=factors if table.factor != "one" else None,
    )
    found = Found(evidence=evidence)
    certain = all(each.certain for each in fits.values())
    second = (order[1], f"{fits[order[1]].misfit:.3f}") if len(order) > 1 else ()
    fact = facts.NoiseFit(
        "reproduced" if fit.fits else "false" if certain else "open",
        best,
        len(fits),
        len(cells),
        table.factor,
        f"{fit.misfit:.3f}",
        f"{fit.tolerance:.3f}",
        *second,
    )
    if fit.fits:
        return Evidence(Outcome.SUPPORTED, fact, NOISE_METHOD, _alone(table, cells), found=found)
    if not certain:
        return Evidence(Outcome.UNDECIDED, fact, NOISE_METHOD, found=found)
    cell, place = max(((c, i) for i, c in enumerate(cells)), key=lambda pair: _off(cells, fit, pair[1]))
    return Evidence(
        Outcome.REFUTED,
        fact,
        NOISE_METHOD,
        witness=Witness(
            point={"settings": best, "cell": _name(cell)},
            lhs=cell.noise,
            rhs=f"{fit.factors[cell.column] * fit.needed[place][1]:.4g}",
            text="noise that is printed, and that is needed",
        ),
        found=found,
    )


def _judged(cells: tuple[PrintedCell, ...], settings: Callable[[str], Settings]) -> list[JudgedCell]:
    found = [judged_cell(cell.epsilon, cell.noise, settings(cell.column)) for cell in cells]
    for judged in found:
        if not (judged.smallest if judged.answer is Cell.ENOUGH else judged.largest).replay():
            raise ArithmeticError(f"{judged.smallest.mechanism}: the bracket does not replay")
    return found


def _row(cell: PrintedCell, judged: JudgedCell) -> NoiseCell:
    return NoiseCell(
        cell=_name(cell),
        noise=cell.noise,
        violated_below=float(f"{judged.largest.low:.4g}"),
        guaranteed=float(f"{judged.smallest.high:.4g}"),
        answer=judged.answer.value,
    )


def _fitted_row(cell: PrintedCell, fit: TableFit, place: int) -> NoiseCell:
    low, high = fit.needed[place]
    factor = fit.factors[cell.column]
    return NoiseCell(
        cell=_name(cell),
        noise=cell.noise,
        needed=f"{factor * low:.4g} to {factor * high:.4g}",
        multiplier=f"{low:.4g} to {high:.4g}",
    )


def _off(cells: tuple[PrintedCell, ...], fit: TableFit, place: int) -> float:
    ratio = float(cells[place].noise) / (fit.factors[cells[place].column] * fit.needed[place][1])
    return significant(max(ratio, 1 / ratio), 6)


def _alone(table: RecomputedTable, cells: tuple[PrintedCell, ...]) -> tuple[Finding, ...]:
    """A factor of its own for each cell fits anything."""
    columns = [cell.column for cell in cells]
    free = table.factor == "by column" and len(set(columns)) == len(columns)
    if free or (table.factor == "common" and len(cells) == 1):
        return (Finding("VACUOUS", facts.AnyTableFits()),)
    return ()


def _fraction(epsilon: Any) -> Fraction:
    return Fraction(int(epsilon.p), int(epsilon.q))


def _name(cell: PrintedCell) -> str:
    return f"{cell.column}, epsilon = {cell.epsilon}" if cell.column else f"epsilon = {cell.epsilon}"


# Reported tables: is the difference that a sentence rests on larger than its seeds can blur?

MEANS_METHOD = "one-sided Welch tests, Holm's correction"


def check_means(table: ReportedTable, context: Context) -> Evidence:
    """One-sided Welch tests of "a exceeds b" with Holm's correction, and the seeds that would have been needed."""
    rows = [_welch(*row, seeds=table.seeds) for row in table.rows]
    needs = f"{table.units.replace(' ', '_')}_needed"  # the heading of the column
    pvalues = [row[RAW] for row in rows]
    sizes = sizes_to_show(pvalues, lambda row, level: _runs(*table.rows[row][1:], level=level))
    for row, p, size in zip(rows, adjusted(pvalues), sizes, strict=True):
        row[HOLM] = p
        row[needs] = size if math.isinf(size) else int(size)
    found = Found(evidence=shapes.OfReports(rows=tuple(rows), reported=means(table)))
    shown = [row for row in rows if row[HOLM] <= LEVEL]
    reversed_rows = [row["comparison"] for row in rows if row["difference"] < 0]
    findings = tuple(
        Finding("SEEDS", facts.SizeToShow(row["comparison"], POWER_SHOWN, row[needs], table.units, table.seeds))
        for row in rows
        if row not in shown and not math.isinf(row[needs])
    )
    if reversed_rows:
        return Evidence(
            Outcome.REFUTED,
            facts.TableSaysOpposite(tuple(reversed_rows)),
            method=MEANS_METHOD,
            witness=Witness(point={"row": reversed_rows[0]}, lhs="", rhs="", text="reported means"),
            findings=findings,
            found=found,
        )
    outcome = Outcome.SUPPORTED if len(shown) == len(rows) else Outcome.UNDECIDED
    fact = facts.DifferencesShown(len(shown), len(rows), LEVEL_SHOWN)
    if outcome is Outcome.UNDECIDED:
        needed: float = max(row[needs] for row in rows if row not in shown)
        most = None if math.isinf(needed) else int(needed)
        fact = facts.DifferencesShown(len(shown), len(rows), LEVEL_SHOWN, POWER_SHOWN, table.units, most, table.seeds)
    return Evidence(
        outcome,
        fact,
        method=MEANS_METHOD,
        findings=findings,
        found=found,
    )


def means(table: ReportedTable) -> tuple[shapes.Reported, ...]:
    """Of each comparison both means, with their two-sided intervals of 95 %, as if runs were normal."""
    wide = float(stdtrit(table.seeds - 1, 1 - LEVEL / 2)) / math.sqrt(table.seeds)
    return tuple(
        shapes.Reported(comparison=words, **_ends("", a, wide * sd_a), **_ends("other_", b, wide * sd_b))
        for words, a, sd_a, b, sd_b in table.rows
    )


def _ends(side: str, mean: float, half: float) -> dict[str, float]:
    return {f"{side}mean": mean, f"{side}low": mean - half, f"{side}high": mean + half}


def _welch(words: str, mean_a: float, sd_a: float, mean_b: float, sd_b: float, *, seeds: int) -> dict:
    difference = mean_a - mean_b
    if max(sd_a, sd_b) == 0:  # without spread the difference is all there is
        p = float(difference <= 0)
    else:
        p = welch((mean_a, mean_b), (sd_a, sd_b), (seeds, seeds), LEVEL, "greater").pvalue
    return {"comparison": words, "difference": difference, RAW: p}


def _runs(mean_a: float, sd_a: float, mean_b: float, sd_b: float, *, level: float) -> float:
    """The runs at which a one-sided test at `level`, half of a two-sided one, has the power."""
    difference = mean_a - mean_b
    return math.inf if difference <= 0 else runs_to_separate(difference, (sd_a, sd_b), 2 * level, POWER)


# Tables of counts: is a share larger than chance explains? Fisher's exact test, in whole numbers.

MOST_TIMES = 1024
MOST_EXACT = 4000  # trials whose tail is summed in whole numbers
MOST_SUMMED = 4000  # trials for which the power is summed; beyond, shares are as good as normal
COUNTS_METHOD = "one-sided Fisher tests, Holm's correction"


def check_counts(table: CountsTable, context: Context) -> Evidence:
    """Fisher's exact test of "a succeeds more often than b" in each row, with Holm's correction."""
    alone = [_tested(*row) for row in table.rows]
    pvalues = [row.p for row in alone]
    times = sizes_to_show(pvalues, lambda row, level: _times(*table.rows[row][1:], level=level))
    rows = tuple(
        msgspec.structs.replace(row, holm=p, times=0 if math.isinf(size) else int(size))
        for row, p, size in zip(alone, adjusted(pvalues), times, strict=True)
    )
    found = Found(evidence=shapes.OfCounts(rows=rows))
    shown = [row for row in rows if row.holm <= LEVEL]
    reversed_rows = [row.comparison for row in rows if row.difference < 0]
    findings = tuple(
        Finding("COUNTS", facts.TrialsToShow(row.comparison, POWER_SHOWN, row.times))
        for row in rows
        if row not in shown and row.times > 0
    )
    if reversed_rows:
        return Evidence(
            Outcome.REFUTED,
            facts.TableSaysOpposite(tuple(reversed_rows)),
            COUNTS_METHOD,
            findings,
            witness=Witness(point={"row": reversed_rows[0]}, lhs="", rhs="", text="reported counts"),
            found=found,
        )
    outcome = Outcome.SUPPORTED if len(shown) == len(rows) else Outcome.UNDECIDED
    fact = facts.DifferencesShown(len(shown), len(rows), LEVEL_SHOWN)
    return Evidence(outcome, fact, COUNTS_METHOD, findings, found=found)


def fisher(successes_a: int, trials_a: int, successes_b: int, trials_b: int) -> Fraction:
    """P(a has so many of all successes, or more) where they fall on the trials at random; exact up to `MOST_EXACT` trials."""
    successes, trials = successes_a + successes_b, trials_a + trials_b
    if trials > MOST_EXACT:
        from scipy.stats import hypergeom

        return Fraction(float(hypergeom.sf(successes_a - 1, trials, successes, trials_a)))
    top = min(successes, trials_a)
    ways = sum(comb(trials_a, k) * comb(trials_b, successes - k) for k in range(successes_a, top + 1))
    return Fraction(ways, comb(trials, successes))


def _tested(words: str, successes_a: int, trials_a: int, successes_b: int, trials_b: int) -> shapes.CountsRow:
    difference = Fraction(successes_a, trials_a) - Fraction(successes_b, trials_b)
    p = float(fisher(successes_a, trials_a, successes_b, trials_b))
    return shapes.CountsRow(comparison=words, difference=float(difference), p=p, holm=p, times=0)


def _times(successes_a: int, trials_a: int, successes_b: int, trials_b: int, *, level: float) -> float:
    """How many times as many trials of the same shares have the power; infinite beyond `MOST_TIMES`."""
    shares = (successes_a / trials_a, successes_b / trials_b)
    if successes_a * trials_b <= successes_b * trials_a:
        return math.inf

    def enough(times: int) -> bool:
        return times > MOST_TIMES or power(*shares, times * trials_a, times * trials_b, level) >= POWER

    times = smallest_size(enough, 1)
    return math.inf if times > MOST_TIMES else times


def power(share_a: float, share_b: float, trials_a: int, trials_b: int, level: float) -> float:
    """P(Fisher's one-sided p-value is at most `level`) where both rows succeed with these shares."""
    if trials_a + trials_b > MOST_SUMMED:
        mean = (share_a * trials_a + share_b * trials_b) / (trials_a + trials_b)
        spread = math.sqrt(mean * (1 - mean) * (1 / trials_a + 1 / trials_b))
        own = math.sqrt(share_a * (1 - share_a) / trials_a + share_b * (1 - share_b) / trials_b)
        return float(ndtr((share_a - share_b + ndtri(level) * spread) / own)) if own else 1.0
    one, two = (_logs(n) for n in (trials_a, trials_b))
    found = [_binomial(s, n) for s, n in ((share_a, trials_a), (share_b, trials_b))]
    total = 0.0
    mean, reach = share_a * trials_a + share_b * trials_b, 5 * math.sqrt(trials_a + trials_b) + 1  # ten standard deviations
    for successes in range(max(1, int(mean - reach)), min(trials_a + trials_b, int(mean + reach)) + 1):
        first = np.arange(max(0, successes - trials_b), min(successes, trials_a) + 1)
        weights = one[first] + two[successes - first]
        ways = np.exp(weights - weights.max())
        tail = np.cumsum(ways[::-1])[::-1] / ways.sum()
        rejected = first[tail <= level * (1 + 1e-9)]
        total += float(found[0][rejected] @ found[1][successes - rejected])
    return total


def _logs(trials: int) -> np.ndarray:
    """Logarithms of the binomial coefficients."""
    k = np.arange(trials + 1)
    return gammaln(trials + 1) - gammaln(k + 1) - gammaln(trials - k + 1)


def _binomial(share: float, trials: int) -> np.ndarray:
    """The law of the successes."""
    k = np.arange(trials + 1)
    return np.exp(_logs(trials) + xlogy(k, share) + xlog1py(trials - k, -share))


CHECKS = (
    Evaluated(RecomputedTable, check_noise),
    Evaluated(ReportedTable, check_means),
    Evaluated(CountsTable, check_counts),
)
