"""Printed tables of noise: the accountant at every cell, under every setting that the page allows, and the misfit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from boundcheck.claims import Evidence, Finding, Outcome, RecomputedTable
from boundcheck.privacy import JudgedCell, PrintedCell, Settings, TableFit, judged_cell, table_fit
from boundcheck.privacy.noise_tables import Cell
from boundcheck.stats.digits import significant

from .context import Context
from .row import evaluated

METHOD = "privacy accountant, inverted at every cell"


def check(table: RecomputedTable, context: Context) -> Evidence:
    """Enough noise is judged cell by cell; the least noise is fitted; the settings that do best speak for the table."""
    cells = tuple(PrintedCell(column, _fraction(epsilon), printed) for column, epsilon, printed in table.cells)
    return (_enough if table.says == "enough" else _least)(table, cells)


def _enough(table: RecomputedTable, cells: tuple[PrintedCell, ...]) -> Evidence:
    judged = {name: _judged(cells, settings) for name, settings in table.settings.items()}
    little = {name: [j for j in row if j.answer is Cell.TOO_LITTLE] for name, row in judged.items()}
    best = min(judged, key=lambda name: (len(little[name]), list(judged).index(name)))
    data = {"settings": best, "cells": [_row(c, j) for c, j in zip(cells, judged[best], strict=True)]}
    if len(judged) > 1:
        data["offers"] = [
            {"settings": name, **{answer.value: sum(j.answer is answer for j in row) for answer in Cell}}
            for name, row in judged.items()
        ]
    sufficient = [name for name, row in judged.items() if all(j.answer is Cell.ENOUGH for j in row)]
    if sufficient:
        whose = ", ".join(dict.fromkeys(str(j.smallest.adjacency) for j in judged[sufficient[0]]))
        words = f"under {_quoted(sufficient)} the noise of {_all(cells)} guarantees its epsilon ({whose})"
        return Evidence(Outcome.SUPPORTED, words + _of(judged), METHOD, data=data)
    if all(little.values()):
        wrong = max(little[best], key=lambda j: (j.largest.low / float(j.epsilon), str(j.epsilon)))
        cell = next(c for c, j in zip(cells, judged[best], strict=True) if j is wrong)
        low = f"{wrong.largest.low:.4g}"
        return Evidence(
            Outcome.REFUTED,
            f"under {repr(best) if len(judged) == 1 else f'each of the {len(judged)} settings'} some noise is too little: under "
            f"{best!r} the {cell.noise} of {_name(cell)} gives an epsilon of at least {low} ({wrong.largest.adjacency})",
            METHOD,
            witness={
                "point": {"settings": best, "cell": _name(cell)},
                "lhs": low,
                "rhs": str(cell.epsilon),
                "text": f"some neighbours are told apart as only epsilon >= {low} allows, where {cell.epsilon} is promised",
            },
            data=data,
        )
    open_ = [_name(c) for c, j in zip(cells, judged[best], strict=True) if j.answer is not Cell.ENOUGH]
    words = f"within the digits that are printed it is not told whether the noise is enough at {', '.join(open_[:4])}"
    return Evidence(Outcome.UNDECIDED, f"under {best!r}, {words}; another digit would decide it", METHOD, data=data)


def _least(table: RecomputedTable, cells: tuple[PrintedCell, ...]) -> Evidence:
    fits = {name: table_fit(cells, settings, table.factor) for name, settings in table.settings.items()}
    order = sorted(fits, key=lambda name: (not fits[name].fits, significant(fits[name].misfit, 4)))
    best, fit = order[0], fits[order[0]]
    data: dict[str, Any] = {
        "settings": best,
        "cells": [_fitted_row(c, fit, place) for place, c in enumerate(cells)],
        "fits": [{"settings": name, "misfit": round(fits[name].misfit, 3), "fits": fits[name].fits} for name in order],
    }
    if table.factor != "one":
        data["factors"] = {column: float(f"{factor:.4g}") for column, factor in fit.factors.items()}
    beside = f"; next best is {order[1]!r}, off by up to {fits[order[1]].misfit:.3f}" if len(order) > 1 else ""
    shared = {"one": "", "common": " with one fitted factor", "by column": " with a fitted factor for each column"}
    off = f"off by a factor of up to {fit.misfit:.3f}"
    if fit.fits:
        words = (
            f"{best!r} reproduces {_all(cells)}{shared[table.factor]}, {off}, and the accountant tells factors above "
            f"{fit.tolerance:.3f} apart{beside}; it reproduces the table, which is not to say that the page used it"
        )
        return Evidence(Outcome.SUPPORTED, words, METHOD, _alone(table, cells), data=data)
    words = f"the best of {len(fits)} settings, {best!r}," if len(fits) > 1 else f"{best!r}"
    if not all(each.certain for each in fits.values()):
        words += (
            f" gives noise that is {off}{shared[table.factor]}{beside}; other sets of Rényi orders give other noise, so this "
            "refutes nothing, and the set that the page used would decide it"
        )
        return Evidence(Outcome.UNDECIDED, words, METHOD, data=data)
    cell, place = max(((c, i) for i, c in enumerate(cells)), key=lambda pair: _off(cells, fit, pair[1]))
    return Evidence(
        Outcome.REFUTED,
        f"no factor makes the table the least noise: {words} is {off}{shared[table.factor]}{beside}",
        METHOD,
        witness={
            "point": {"settings": best, "cell": _name(cell)},
            "lhs": cell.noise,
            "rhs": f"{fit.factors[cell.column] * fit.needed[place][1]:.4g}",
            "text": "noise that is printed, and that is needed",
        },
        data=data,
    )


def _judged(cells: tuple[PrintedCell, ...], settings: Callable[[str], Settings]) -> list[JudgedCell]:
    found = [judged_cell(cell.epsilon, cell.noise, settings(cell.column)) for cell in cells]
    for judged in found:
        if not (judged.smallest if judged.answer is Cell.ENOUGH else judged.largest).replay():
            raise ArithmeticError(f"{judged.smallest.mechanism}: the bracket does not replay")
    return found


def _row(cell: PrintedCell, judged: JudgedCell) -> dict[str, Any]:
    return {
        "cell": _name(cell),
        "noise": cell.noise,
        "violated below": float(f"{judged.largest.low:.4g}"),
        "guaranteed": float(f"{judged.smallest.high:.4g}"),
        "answer": judged.answer.value,
    }


def _fitted_row(cell: PrintedCell, fit: TableFit, place: int) -> dict[str, Any]:
    low, high = fit.needed[place]
    factor = fit.factors[cell.column]
    return {
        "cell": _name(cell),
        "noise": cell.noise,
        "needed": f"{factor * low:.4g} to {factor * high:.4g}",
        "multiplier": f"{low:.4g} to {high:.4g}",
    }


def _off(cells: tuple[PrintedCell, ...], fit: TableFit, place: int) -> float:
    ratio = float(cells[place].noise) / (fit.factors[cells[place].column] * fit.needed[place][1])
    return significant(max(ratio, 1 / ratio), 6)


def _alone(table: RecomputedTable, cells: tuple[PrintedCell, ...]) -> tuple[Finding, ...]:
    """A factor of its own for each cell fits anything."""
    columns = [cell.column for cell in cells]
    free = table.factor == "by column" and len(set(columns)) == len(columns)
    if free or (table.factor == "common" and len(cells) == 1):
        return (Finding("VACUOUS", "every cell has a factor of its own, so that any table would fit"),)
    return ()


def _fraction(epsilon: Any) -> Fraction:
    return Fraction(int(epsilon.p), int(epsilon.q))


def _name(cell: PrintedCell) -> str:
    return f"{cell.column}, epsilon = {cell.epsilon}" if cell.column else f"epsilon = {cell.epsilon}"


def _all(cells: tuple[PrintedCell, ...]) -> str:
    return "the one cell" if len(cells) == 1 else f"each of {len(cells)} cells"


def _quoted(names: list[str]) -> str:
    return " and ".join(map(repr, names))


def _of(judged: Mapping[str, Any]) -> str:
    return f" ({len(judged)} settings were tried)" if len(judged) > 1 else ""


ROWS = (evaluated(RecomputedTable, check),)
