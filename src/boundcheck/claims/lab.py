"""What a bound is put to, apart from what it says: a paper owns such labs, and a result names one in a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from .bounds import Collapse, HighProbabilityBound
from .experiment import Axis, Choice, Experiment, Mutant, Regime, Sweep
from .fields import Point, Word
from .rates import Scaling


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
