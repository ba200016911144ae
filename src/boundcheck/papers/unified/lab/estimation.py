"""What the results on Algorithm 1 have in common when they are put to the test: a lab per error, in rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sympy import Expr

from boundcheck.claims import Lab, Mutant, Regime, Separation, Sweep, total
from boundcheck.rlhf.estimators import DebiasedMLE, debiased_mle

from ..notation import alpha, alpha_2, c_epsilon, delta
from ..orders import CTL, LTC, ORDERS, Order
from .worlds import experiment

PRIVACY = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 8.0)  # values of epsilon
DELTAS = (0.2, 0.1, 0.05, 0.02, 0.01)
WEAKER = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)  # values of epsilon of a separation


def decades(first, last):
    """Powers of ten, both ends included."""
    return tuple(10.0**k for k in range(first, last + 1))


@dataclass(frozen=True)
class Row:
    """A regime before an order is chosen: ``"features truth adversary"``, and where the point departs from the usual one.

    `corrupted` is the share of all corruption, `late` that after privatisation; `only` are the orders that have it.
    """

    name: str
    setting: str
    changes: Mapping[str, float]
    biting: bool = False
    estimator: Any = debiased_mle
    only: tuple[Order, ...] = ORDERS
    words: str = ""

    def at(self, **changes):
        """The same at another point."""
        return replace(self, changes={**self.changes, **changes})


def row(name, setting, *, biting=False, estimator=debiased_mle, only=ORDERS, words="", **changes):
    """A `Row` in one line."""
    return Row(name, setting, changes, biting, estimator, only, words)


def left_biased(name, words, setting, **changes):
    """The false method that every bound must see: private labels taken as they are."""
    return row(name, setting, estimator=DebiasedMLE(debias=False), words=f"labels left biased: {words}", **changes)


@dataclass(frozen=True)
class Moved:
    """A sweep before the error is known: the entry `moves` takes `values`, and the exponent is stated in `scale`."""

    name: str
    moves: str
    values: tuple[float, ...]
    scale: Expr
    row: Row
    note: str
    follow: Mapping[str, Expr]


def moved(name, moves, values, scale, setting, *, note="", follow=None, **changes):
    """A `Moved` in one line."""
    return Moved(name, moves, values, scale, row(name, setting, **changes), note, follow or {})


@dataclass(frozen=True)
class Estimation:
    """The rows of one error.

    Parameters
    ----------
    error : callable
        ``(fit, data, **point) -> ndarray of shape (repeats,)``.
    usual : mapping
        What a point has if its row says nothing else.
    spectrum : str
        The letter of an eigenvalue of the covariance, ``1/d`` if a row says nothing else.
    regimes, probes, mutants : tuple of Row
        Where the bound must hold; where one of its terms is nearly attained; false methods, with "name: what it does".
    sweeps : tuple of Moved
    pair : Moved
        CTL against LTC.
    search : callable
        ``order -> dict``: axes, instance and what completes a point of the worst-case search.
    late : float in [0, 1]
        Which part of the corruption comes after privatisation under CLC, if a row does not name its share.
    """

    error: Callable[..., Any]
    usual: Mapping[str, float]
    spectrum: str
    regimes: tuple[Row, ...]
    probes: tuple[Row, ...]
    mutants: tuple[Row, ...]
    sweeps: tuple[Moved, ...]
    pair: Any = None
    search: Callable[[Order], Mapping[str, Any]] | None = None
    late: float = 0.5

    def point(self, order, row):
        """The point of a row, with the share of corruption under the letters of the order."""
        values = {"corrupted": 0.0, **self.usual, **row.changes}
        values.setdefault(self.spectrum, 1 / values["d"])
        corrupted = values.pop("corrupted")
        return {**order.spread(corrupted, values.pop("late", self.late * corrupted)), **values}

    def experiment(self, order, row):
        """The experiment of a row."""
        shares = tuple(self.point(order, row)[name] for name in order.shares)
        return experiment(order, row.setting, error=self.error, shares=shares, estimator=row.estimator)

    def regime(self, order, row):
        """A row under an order."""
        return Regime(row.name, self.experiment(order, row), self.point(order, row), row.biting)

    def _rows(self, order, rows):
        return tuple(self.regime(order, row) for row in rows if order in row.only)

    def under(self, order, *more):
        """The lab of an order; `more` are further rows of regimes."""
        false = (row.words.split(": ", 1) for row in self.mutants)
        return Lab(
            regimes=self._rows(order, (*self.regimes, *more)),
            probes=self._rows(order, self.probes),
            mutants=tuple(map(Mutant, *zip(*false, strict=True), self._rows(order, self.mutants))),
            sweeps=tuple(self._sweep(order, sweep) for sweep in self.sweeps),
            **(self.search(order) if self.search else {}),
        )

    def _sweep(self, order, m):
        towards: Any = "small" if m.scale in (alpha, alpha_2) else "large"
        return Sweep(m.name, m.moves, m.values, m.scale, towards, self.experiment(order, m.row), self.point(order, m.row), m.note, m.follow)

    def separation(self, rate):
        """LTC against CTL as privacy grows; ``order -> rate`` is what is printed."""
        run = partial(self.experiment, row=self.pair.row)
        return Separation(
            run(CTL), run(LTC), self.pair.name, self.pair.moves, self.pair.values, self.pair.scale, total(rate(LTC)) / total(rate(CTL)), delta,
            self.point(CTL, self.pair.row), self.pair.note,
        )  # fmt: skip


def separated(setting, *, note="", **changes):
    """The pair of a separation: along epsilon, in c(epsilon)."""
    return moved("c(epsilon)", "epsilon", WEAKER, c_epsilon, setting, note=note, **changes)
