"""What is simulated: a world, what happens to its labels, an estimator, a distance to the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .fields import Errors, Expression, Followed, Point, Sampled, Word


@dataclass(frozen=True)
class Experiment:
    """A composition of four picklable things; one `point` feeds all of them and the bound.

    Parameters
    ----------
    world : object with ``sample(rng, repeats, **point)``
    pipeline : callable ``(rng, data, **point) -> data``
    estimator : callable ``(data, **point) -> fit``
    error : callable ``(fit, data, **point) -> ndarray of shape (repeats,)``
    """

    world: Any
    pipeline: Callable[..., Any]
    estimator: Callable[..., Any]
    error: Callable[..., Any]

    def sample(self, rng: Any, repeats: int, **point: Any) -> dict[str, Any]:
        """Draw `repeats` replicates: their errors, optimality residuals, and whether each solver converged."""
        seen = self.pipeline(rng, self.world.sample(rng, repeats, **point), **point)
        fit = self.estimator(seen, **point)
        return {
            "error": self.error(fit, seen, **point),
            "residual": fit.residual,
            "binds": fit.binds,
            "converged": fit.converged,
        }

    def describe(self, rng: Any, **point: Any) -> Mapping[str, Any] | None:
        """One data set at `point` in numbers, to be drawn; None where the pipeline cannot tell."""
        describe = getattr(self.pipeline, "describe", None)
        return None if describe is None else describe(rng, self.world.sample(rng, 1, **point), **point)


@dataclass(frozen=True)
class Simulation(Word):
    """An experiment in one function, for claims that need no pipeline.

    Parameters
    ----------
    errors : callable
        ``(rng, repeats, **point) -> ndarray of shape (repeats,)``: the error of each replicate. Defined at the top
        of its file, so that other processes find it.
    """

    errors: Errors

    def sample(self, rng: Any, repeats: int, **point: Any) -> dict[str, Any]:
        """Draw `repeats` replicates."""
        return {"error": self.errors(rng, repeats, **point)}


@dataclass(frozen=True)
class Regime(Word):
    """A point at which a bound is put to the test, with the experiment (or `Simulation`) that runs there.

    `biting` says that the explicit bound is meant to be small against the trivial one here; the check
    measures whether it is. `follow`, ``**point -> dict``, gives the entries of the point that depend on others, as the spread of
    a law that depends on n: where the check moves a letter to an end of its domain, they move with it.
    """

    name: str
    experiment: Sampled
    point: Point
    biting: bool = False
    follow: Callable[..., Mapping[str, Any]] | None = None


@dataclass(frozen=True)
class Mutant(Word):
    """A false variant of a claim, and the regime in which it must be seen to be false.

    Either the `bound` is replaced (true data, false bound), or the `experiment` is (false method, true bound).
    """

    name: str
    words: str
    regime: Regime
    bound: Expression | None = None


@dataclass(frozen=True)
class Sweep(Word):
    """One parameter moved over a log design while the rest of the point stays.

    Parameters
    ----------
    parameter : str
        Name in the record, e.g. ``"1/gamma"``.
    moves : str
        The key of the point that takes the values.
    values : tuple of float
    scale : sympy.Expr
        The quantity in which the exponent is stated, as a function of the point (``n``, ``c(epsilon)`` ...).
    towards : {"large", "small"}
        The direction of `scale` in which the printed rate must keep up.
    experiment : Experiment
    point : mapping
    """

    parameter: str
    moves: str
    values: tuple[float, ...]
    scale: Expression
    towards: Literal["large", "small"]
    experiment: Sampled
    point: Point
    note: str = ""
    follow: Mapping[str, Followed] = field(default_factory=dict)

    def at(self, value: float) -> dict[str, Any]:
        """The point at one value, with what follows it; 1 for all that follows where the point lacks a letter."""
        point = {**self.point, self.moves: value}
        letters = {symbol: point.get(symbol.name) for e in self.follow.values() for symbol in e.free_symbols}
        if None in letters.values():  # said of the sweep's point
            return {**point, **dict.fromkeys(self.follow, 1.0)}
        return {**point, **{name: float(expression.subs(letters)) for name, expression in self.follow.items()}}


@dataclass(frozen=True)
class Axis(Word):
    """A numeric axis of a worst-case search; `scale` is "linear", "log", "integer" or "log_integer"."""

    name: str
    low: float
    high: float
    scale: Literal["linear", "log", "integer", "log_integer"] = "linear"


@dataclass(frozen=True)
class Choice(Word):
    """A categorical axis of a worst-case search."""

    name: str
    options: tuple[str, ...]
