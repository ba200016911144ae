"""What a bound is put to, apart from what it says: a paper owns such labs, whose lines a bench writes, and a result names one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any

from .bounds import Collapse, HighProbabilityBound
from .experiment import Axis, Choice, Experiment, Mutant, Regime, Sweep
from .fields import Point, Sampled, Word
from .letters import Notation
from .rates import Scaling


@dataclass(frozen=True)
class Bench:
    """Runs at points that depart from a usual one: a regime, a false method or a sweep is a line that says what is other there.

    ``COINS.regime("rare", p=0.01)``, ``COINS.false("labels turned", "zeros and ones exchanged", Coins(turned=True))``,
    ``COINS.sweep(n, p=0.5)``; a line may name its `run` first.

    Parameters
    ----------
    letters : Notation
        Along whose letters sweeps run.
    usual : mapping
        What a point has where a line says nothing else.
    run : Experiment or Simulation, optional
        What runs where a line names no other.
    complete : callable, optional
        ``(run, **point) -> dict``: entries that go with the run or with other entries; a line that names one has its own.
    follow : callable, optional
        As `complete`, of entries that also move where a check moves those that they go with; see `Regime`.
    """

    letters: Notation
    usual: Point
    run: Sampled | None = None
    complete: Callable[..., Mapping[str, Any]] | None = None
    follow: Callable[..., Mapping[str, Any]] | None = None

    def point(self, run: Sampled | None = None, **changes: Any) -> dict[str, Any]:
        """The whole point of a line."""
        point = {**self.usual, **changes}
        for more in filter(None, (self.complete, self.follow)):
            point |= {**more(run or self.run, **point), **changes}
        return point

    # Words beside `changes` are typed as loosely as these: mypy takes an unpacked mapping of numbers for any of them.

    def regime(self, name: str, run: Sampled | None = None, *, biting: Any = False, **changes: Any) -> Regime:
        """A regime, at the usual point but for the changes."""
        what: Any = run or self.run
        follow = None if self.follow is None else partial(self.follow, what)
        return Regime(name, what, self.point(what, **changes), biting, follow)

    def false(self, name: str, words: str, run: Sampled | None = None, as_bound: Any = None, **changes: Any) -> Mutant:
        """A false method, or a false bound of the true one, and the point at which it is seen."""
        return Mutant(name, words, self.regime(name, run, **changes), as_bound)

    def sweep(
        self, letter: Any, run: Sampled | None = None, *, note: Any = "", follow: Any = None, name: Any = "", over: Any = (),
        scale: Any = None, **changes: Any,
    ) -> Sweep:  # fmt: skip
        """One letter moved, all else at the usual point but for the changes; see `Notation.sweep`."""
        what: Any = run or self.run
        words = {"note": note, "follow": follow, "name": name, "over": over, "scale": scale}
        return self.letters.sweep(letter, what, self.point(what, **changes), **words)


@dataclass(frozen=True)
class Lab(Word):
    """Where a high-probability bound is put to the test, and along what its rate is measured.

    ``MLE.bound(printed=..., explicit=..., ...)`` is the bound with these tests, ``MLE.rates(bound)`` are its exponents.

    Parameters
    ----------
    regimes, probes : tuple of Regime
        Where the bound must hold; where a term of it is nearly attained.
    mutants : tuple of Mutant
    search : tuple of Axis and Choice
        Of the worst-case search; `instance`, `fixed` and `follow` complete its points.
    collapse : Collapse, optional
        An instance that refutes every constant.
    sweeps : tuple of Sweep
    """

    regimes: tuple[Regime, ...] = ()
    probes: tuple[Regime, ...] = ()
    mutants: tuple[Mutant, ...] = ()
    search: tuple[Axis | Choice, ...] = ()
    instance: Callable[..., Experiment] | None = None
    fixed: Point = field(default_factory=dict)
    follow: Callable[..., Mapping[str, Any]] | None = None
    collapse: Collapse | None = None
    sweeps: tuple[Sweep, ...] = ()

    def bound(self, **stated: Any) -> HighProbabilityBound:
        """The bound of which `stated` are the fields that say what it says."""
        return HighProbabilityBound(**stated, **self._tests())

    def exact(self, bound: Any, **stated: Any) -> HighProbabilityBound:
        """A bound that is printed with its constants."""
        return HighProbabilityBound.of(bound, **stated, **self._tests())

    def _tests(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "sweeps"}

    def rates(self, bound: HighProbabilityBound, **more: Any) -> Scaling:
        """The exponents of what `bound` says, along the sweeps."""
        said = {name: getattr(bound, name) for name in ("printed", "explicit", "trivial", "failure", "given")}
        return Scaling(sweeps=self.sweeps, **{**said, **more})

    def first(self, collapse: Collapse) -> Lab:
        """The first regime alone, with an instance there that refutes every constant."""
        return replace(Lab(self.regimes[:1]), collapse=collapse)
