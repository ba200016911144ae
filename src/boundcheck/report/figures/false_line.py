"""A false line along one of its letters: right side less left side, as printed and mended, around the point where it fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boundcheck.report.figures import chart
from boundcheck.report.figures.drawn_once import kept
from boundcheck.report.text.glyphs import label
from boundcheck.report.text.letters import plain
from boundcheck.report.text.numbers import finite, shown
from boundcheck.symbolic import Statement, decode

PLACES = 161  # of the letter
FEWEST = 40  # of them that the conditions of the line must admit
FLAT = 1e-9  # what rounding makes of a difference that is none
DROWNED = 60  # times the smaller curve, beyond which it could not be seen


@kept
def difference(printed: Any, mended: Any, point: Mapping[str, Any], known: Mapping[str, str]) -> dict | None:
    """The picture, or None where there is nothing to see.

    Parameters
    ----------
    printed, mended : list
        Encoded statements, as a record has them under ``checked``; `mended` may be None.
    point : mapping
        Where the printed line fails.
    known : mapping
        Letters of parameters.
    """
    import numpy as np

    at = {name: value_ for name, value in point.items() if (value_ := finite(value)) is not None}
    read = [decode(one) for one in (printed, mended) if one is not None]
    if not read or len(at) < len(point) or not isinstance(read[0], Statement) or not at:
        return None
    found = [curves for name in at if len(read) > 1 and (curves := _along(name, read, at, np)) is not None]
    if not found:
        return None
    name, x, false, repaired, _ = max(found, key=lambda one: (one[4], one[0] != "C"))
    with chart.figure(2.0, 3.9) as drawn:
        axes = drawn.subplots()
        axes.axhline(0, color=chart.INK, linewidth=0.7)
        if read[0].relation != "==":
            below = np.where(false < 0, false, np.nan)
            axes.fill_between(x, below, 0, color=chart.RUST, alpha=0.15, linewidth=0)
        axes.plot(x, false, label="as printed", **chart.PRINTED)
        axes.plot(x, repaired, label="mended", color=chart.BLUE, linewidth=1.5)
        there, then = (float(np.interp(at[name], x, side)) for side in (false, repaired))
        axes.plot([at[name]], [there], label="witness", color=chart.RUST, marker="X", markersize=7, linestyle="none")
        axes.set_xlabel(label(plain(name, known)))
        axes.set_ylabel("right − left side")
        drawn.legend(loc="outside upper left", ncols=3)
        text = (
            f"Right side less left side along {plain(name, known)}: as printed {shown(there)} at {shown(at[name])}, "
            f"mended {shown(then if abs(then) > FLAT else 0.0)} there"
            + ("; below zero the line is false." if read[0].relation != "==" else "; away from zero the line is false.")
        )
        return {"svg": chart.svg(drawn), "alt": text}


def _along(name: str, read: list[Any], at: Mapping[str, float], np: Any) -> tuple | None:
    """Letter, places, both differences, and whether the printed one changes its sign."""
    middle = at[name]
    reach = 1.5 * max(abs(middle), 1e-6) if abs(middle) < 1 else max(1.5, 0.75 * abs(middle))
    places = np.union1d(np.linspace(middle - reach, middle + reach, PLACES), [middle])
    false = _values(read[0], name, places, at, np)
    if false is None:
        return None
    kept_ = np.isfinite(false)
    if kept_.sum() < FEWEST or not kept_[np.searchsorted(places, middle)] or np.ptp(false[kept_]) < FLAT:
        return None
    x, false = places[kept_], false[kept_]
    repaired = _values(read[1], name, x, at, np) if isinstance(read[1], Statement) else None
    if repaired is None or not np.isfinite(repaired).all() or repaired.min() < -FLAT * max(1.0, np.abs(repaired).max()):
        return None  # in other letters, or under other conditions than those of the point
    if np.abs(repaired).max() > DROWNED * np.abs(false).max():
        return None
    return name, x, false, repaired, bool((false > FLAT).any() and (false < -FLAT).any())


def _values(statement: Any, name: str, places: Any, at: Mapping[str, float], np: Any) -> Any:
    """Right side less left side, undefined where a condition fails or a side has no real value; None for other letters."""
    import sympy

    letters = {symbol.name: symbol for symbol in (statement.rhs - statement.lhs).free_symbols}
    every = {symbol.name: symbol for one in statement.given for symbol in one.free_symbols} | letters
    if not set(every) <= set(at):
        return None
    names = list(every)
    given = [sympy.Rel(one.lhs, one.rhs, one.relation) if isinstance(one, Statement) else one for one in statement.given]
    sign = -1 if statement.relation in (">=", ">") else 1
    symbols = [every[letter] for letter in names]
    modules = [{"sigmoid": lambda z: 1 / (1 + np.exp(-z)), "coth": lambda z: 1 / np.tanh(z)}, "numpy", "math"]
    arguments = [places if letter == name else np.full_like(places, at[letter]) for letter in names]
    try:
        with np.errstate(all="ignore"):
            side = sympy.lambdify(symbols, sign * (statement.rhs - statement.lhs), modules=modules)
            found = np.broadcast_to(np.asarray(side(*arguments), dtype=float), places.shape).copy()
            for one in given:
                holds = sympy.lambdify(symbols, one, modules=modules)(*arguments)
                found[~np.broadcast_to(np.asarray(holds, dtype=bool), places.shape)] = np.nan
    except (TypeError, ValueError, NameError, KeyError, OverflowError, ZeroDivisionError, AttributeError):
        return None
    return found
