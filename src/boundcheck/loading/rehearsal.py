"""Every experiment of a claim, tried on a few replicates before anything is spent on it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import Claim
from boundcheck.loading.form import Complaint, Station, stations
from boundcheck.symbolic import number

REPEATS = 31  # a prime, so that the length of something else is not taken for it
SEEDS = (1, 2, 3, 4, 5)
ROUNDING = 1e-9  # errors may exceed a ceiling by so much of it
NEGATIVE = 1e-12  # and be negative by so much of the largest one, or of 1


class _Wrong(Exception):
    """What is wrong with the errors of an experiment."""


def complaints(claim: Claim) -> Iterator[Complaint]:
    """What is wrong with the bounds and the errors at the points of a claim, each experiment at a point looked at once."""
    drawn: list[tuple[Any, Mapping[str, Any], np.ndarray]] = []
    for station in stations(claim):
        at = {name: entry for name, entry in station.point.items() if not isinstance(entry, str)}
        values: dict[str, float] = {}
        for name, expression in sorted(station.expressions.items(), key=lambda entry: entry[0] != "failure"):
            try:
                values[name] = number(expression.xreplace(dict(claim.definitions)), at)
            except ValueError as error:
                yield Complaint(f"{station.name}: {name}: {error}; {LANGUAGE}", (*station.trail, name))
                return
        yield from _values(station, values)
        errors = next((e for x, p, e in drawn if x is station.experiment and p == station.point), None)
        try:
            if errors is None:
                errors = _errors(station)
                drawn.append((station.experiment, station.point, errors))
            _below(errors, values.get("ceiling", np.inf))
        except (_Wrong, OverflowError) as wrong:
            function = station.function
            if isinstance(wrong, OverflowError):
                large = [name for name, entry in at.items() if abs(entry) >= 2**63]
                if not large:
                    raise
                rest = ", ".join(f"{name} = {at[name]:g}" for name in large)
                words = f"{getattr(function, '__name__', 'sample')}() cannot compute with {rest}, which is too large"
                yield Complaint(f"{station.name}: {words}; choose less", station.trail, function)
                return
            words = f"{getattr(function, '__name__', 'sample')}() at the point of {station.trail[-1]!r} {wrong}"
            yield Complaint(words, station.trail, function)


LANGUAGE = "bounds are written with exp, log, sqrt, Abs, Min, Max, sinh, cosh, tanh, coth and sigmoid"


def _values(station: Station, values: Mapping[str, float]) -> Iterator[Complaint]:
    for name, value in values.items():
        rule = ""
        if np.isnan(value) or value == -np.inf:
            rule = f"is not defined there, at {_at(station.point)}"
        elif name == "failure" and not 0 < value < 1:
            rule = f"is {value:g} there; a probability lies in (0, 1)"
        elif name in ("trivial", "ceiling", "scale") and not 0 < value < np.inf:
            rule = f"is {value:g} there; it must be positive and finite"
        if rule:
            yield Complaint(f"{station.name}: {name} {rule}", (*station.trail, name))


def _errors(station: Station) -> np.ndarray:
    """A few errors of an experiment; raises `_Wrong` unless they are usable and depend on the generator alone."""
    first, again = (_draw(station, SEEDS[0]) for _ in range(2))
    if not np.array_equal(first, again, equal_nan=True):
        raise _Wrong(
            "gives two draws with the same generator that differ; draw from the generator that the function receives, "
            "as rng.normal(...) instead of np.random.normal(...)"
        )
    if len(np.unique(first)) > 1 and all(np.array_equal(first, _draw(station, seed)) for seed in SEEDS[1:]):
        raise _Wrong(
            "gives the same errors with different generators; draw from the generator that the function receives, "
            "and do not make or seed one"
        )
    if np.isnan(first).any():
        raise _Wrong(
            f"returns nan in {int(np.isnan(first).sum())} of {REPEATS} errors, with {_at(station.point)}; "
            f"an error is a number >= 0, or inf where a method has failed"
        )
    if (first < -NEGATIVE * max(1.0, float(np.abs(first[np.isfinite(first)]).max(initial=0.0)))).any():
        raise _Wrong(
            f"returns negative errors, as {first.min():.4g}; an error is a distance >= 0: np.abs(...), "
            f"or np.maximum(..., 0) for a one-sided bound"
        )
    return first


def _at(point: Mapping[str, Any]) -> str:
    """A point in words."""
    return ", ".join(f"{name} = {entry}" for name, entry in point.items())


def _below(errors: np.ndarray, ceiling: float) -> None:
    if (errors > ceiling * (1 + ROUNDING)).any():
        raise _Wrong(f"returns the error {errors.max():.4g}, above the ceiling {ceiling:.4g} that no error may exceed")


def _draw(station: Station, seed: int) -> np.ndarray:
    """The errors of a few replicates; unsound ones are left out."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            columns = station.experiment.sample(np.random.default_rng(seed), REPEATS, **station.point)
        except SystemExit:
            raise _Wrong("ends the program itself; a simulation returns its errors, or raises ValueError") from None
    if not isinstance(columns, Mapping) or "error" not in columns:
        raise _Wrong("returns no mapping with a column 'error'; write {'error': errors}")
    found = columns["error"]
    try:
        errors = np.asarray(found)
    except ValueError:
        errors = np.asarray(None)
    if errors.dtype.kind == "O" and any(isinstance(entry, sympy.Basic) for entry in errors.flat):
        raise _Wrong("returns expressions of SymPy; a simulation computes with numbers: np.log, np.sqrt and so on")
    if errors.dtype.kind == "b":
        raise _Wrong("returns truth values; an error is a number >= 0, as np.abs(estimate - truth)")
    if errors.dtype.kind not in "iuf":
        raise _Wrong(f"returns {type(found).__name__} {found!r:.40}; an array of {REPEATS} numbers was expected")
    if errors.shape == ():
        raise _Wrong(f"returns a single number for {REPEATS} repeats; return an array, one error per replicate")
    if errors.shape != (REPEATS,):
        raise _Wrong(
            f"returns an array of shape {errors.shape} for {REPEATS} repeats; return one error per replicate, "
            f"of shape (repeats,)"
        )
    sound = np.asarray(columns.get("converged", np.ones(REPEATS)), bool)
    return errors.astype(float)[sound]
