"""Where a claim is put to samples: every point of its statements, with what is evaluated there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from boundcheck import claims
from boundcheck.claims import Claim, Simulation


@dataclass(frozen=True)
class Station:
    """A point at which an experiment runs, with the expressions that are evaluated there and the conditions on it."""

    trail: tuple[str, ...]
    experiment: Any
    point: Mapping[str, Any]
    expressions: Mapping[str, sympy.Expr]
    given: tuple[Any, ...] = ()

    @property
    def name(self) -> str:
        """How a message calls it."""
        return f"part {self.trail[0]!r}, {self.trail[-1]!r}"

    @property
    def function(self) -> Callable[..., Any]:
        """What draws the errors."""
        for kind, name in ((Simulation, "errors"), (claims.Paths, "paths"), (claims.Widths, "draws"), (claims.Neighbours, "runs")):
            if isinstance(self.experiment, kind):
                return getattr(self.experiment, name)
        return self.experiment.sample


def stations(claim: Claim) -> Iterator[Station]:
    """Every point of a claim at which something is drawn."""
    for name, statement in statements_of(claim):
        for trail, experiment, point, expressions in _of(statement):
            yield Station((name, *trail), experiment, point, expressions, getattr(statement, "given", ()))


def statements_of(claim: Claim) -> Iterator[tuple[str, Any]]:
    for name, part in claim.parts.items():
        for statement in part.values() if isinstance(part, Mapping) else (part,):
            yield name, statement


def _of(statement: Any) -> Iterator[tuple[tuple[str, ...], Any, Mapping[str, Any], dict[str, sympy.Expr]]]:
    """Trail, experiment, point and expressions of each place where a statement is put to samples."""

    def of(*names: str) -> dict[str, sympy.Expr]:
        return {name: shown for name in names if (shown := getattr(statement, name)) is not None}

    if isinstance(statement, claims.HighProbabilityBound):
        bounds = of("printed", "explicit", "trivial", "failure")
        for regime in (*statement.regimes, *statement.probes):
            yield (regime.name,), regime.experiment, regime.point, bounds
        for mutant in statement.mutants:
            false = {} if mutant.bound is None else {"explicit": mutant.bound}
            yield (mutant.name,), mutant.regime.experiment, mutant.regime.point, bounds | false
    elif isinstance(statement, claims.ExpectationBound):
        for regime in statement.regimes:
            yield (regime.name,), regime.experiment, regime.point, of("printed", "ceiling", "second_moment")
    elif isinstance(statement, claims.MinimaxLowerBound):
        for regime in statement.experiments:
            yield (regime.name,), regime.experiment, regime.point, of("bound", "threshold", "ceiling")
    elif isinstance(statement, claims.UniformBound | claims.RegretBound):
        for regime in statement.regimes:
            last = statement.bound.xreplace({statement.round: sympy.Integer(regime.experiment.rounds[-1])})
            bounds = of("failure", "trivial") | {"bound": last}
            yield (regime.name,), regime.experiment, regime.point, bounds
    elif isinstance(statement, claims.WidthBound):
        for regime in statement.regimes:
            yield (regime.name,), regime.experiment, regime.point, of("failure", "trivial", "factor")
    elif isinstance(statement, claims.AuditedGuarantee):
        for regime in statement.regimes:
            yield (regime.name,), regime.experiment, regime.point, of("epsilon", "delta")
    elif isinstance(statement, claims.ExpectationLowerBound | claims.ProbabilityLowerBound):
        side = "threshold" if isinstance(statement, claims.ProbabilityLowerBound) else "ceiling"
        names = (side,) if getattr(statement, side) is not None else ()
        for regime in statement.regimes:
            yield (regime.name,), regime.experiment, regime.point, of("bound", *names)
    elif isinstance(statement, claims.Scaling):
        for sweep in statement.sweeps:
            bounds = of("printed", "explicit", "trivial", "failure") | {"scale": sweep.scale}
            for value in sweep.values:
                yield (sweep.parameter,), sweep.experiment, swept(sweep, value), bounds
    elif isinstance(statement, claims.Separation):
        for value in statement.values:
            for experiment in (statement.easier, statement.harder):
                point = {**statement.point, statement.moves: value}
                yield (statement.parameter,), experiment, point, of("scale", "printed", "failure")
    elif isinstance(statement, claims.Ranking):
        for value in statement.values:
            for name, experiment in statement.all.items():
                yield (name,), experiment, {**statement.point, statement.moves: value}, of("scale", "failure")


def swept(sweep: claims.Sweep, value: float) -> dict[str, Any]:
    """The point of a sweep at one value, with what follows it."""
    point = {**sweep.point, sweep.moves: value}
    at = {symbol: point.get(symbol.name) for e in sweep.follow.values() for symbol in e.free_symbols}
    if None in at.values():  # said of the sweep's point
        return {**point, **dict.fromkeys(sweep.follow, 1.0)}
    return {**point, **{name: float(expression.subs(at)) for name, expression in sweep.follow.items()}}


def middles(search: Iterable[claims.Axis | claims.Choice]) -> Iterator[dict[str, Any]]:
    """The middle of the axes with the first options, and with every other option in place of the first."""
    axes = [axis for axis in search if isinstance(axis, claims.Axis)]
    choices = [axis for axis in search if isinstance(axis, claims.Choice)]
    first: dict[str, Any] = {choice.name: choice.options[0] for choice in choices}
    for axis in axes:
        log = axis.scale in ("log", "log_integer")
        middle = (axis.low * axis.high) ** 0.5 if log else (axis.low + axis.high) / 2
        first[axis.name] = round(middle) if "integer" in axis.scale else middle
    yield first
    for choice in choices:
        yield from ({**first, choice.name: option} for option in choice.options[1:])
