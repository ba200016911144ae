"""Regimes and sweeps in a line each, before an order of corruption is chosen, and the lab that they make under one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from sympy import Expr, Symbol

from boundcheck.claims import Experiment, Lab, Mutant, Regime, Separation, total
from boundcheck.rlhf.estimators import DebiasedMLE, debiased_mle

from ..notation import LETTERS, delta, epsilon
from ..orders import CTL, LTC, ORDERS, Order


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
    """A sweep before the error is known: the letter, what departs from what it says of sweeps, and where all else stays."""

    letter: Symbol
    other: Mapping[str, Any]
    row: Row
    note: str = ""
    follow: Mapping[str, Expr] = field(default_factory=dict)


def moved(letter, setting, *, note="", follow=None, scale=None, over=(), name="", **changes):
    """A `Moved` in one line; see `Notation.along` for the words that say how a sweep departs from its letter."""
    return Moved(letter, {"scale": scale, "over": over, "name": name}, row(name, setting, **changes), note, follow or {})


def separated(setting, *, note="", **changes):
    """The pair of a separation: along epsilon, as far as the price of privacy is more than a few hundredths."""
    return moved(epsilon, setting, over=(3.2, 0.1), note=note, **changes)


@dataclass(frozen=True)
class Rows:
    """What is put to the test under every order.

    Parameters
    ----------
    place : callable
        ``(order, row) -> dict``: the whole point of a row.
    run : callable
        ``(order, row, point) -> Experiment``.
    regimes, probes, mutants : tuple of Row
        Where the bound must hold; where one of its terms is nearly attained; false methods, with "name: what it does".
    sweeps : tuple of Moved
    pair : Moved, optional
        LTC against CTL.
    search : callable, optional
        ``order -> dict``: axes, instance and what completes a point of the worst-case search.
    """

    place: Callable[[Order, Row], dict[str, Any]]
    run: Callable[[Order, Row, Mapping[str, Any]], Experiment]
    regimes: tuple[Row, ...]
    probes: tuple[Row, ...] = ()
    mutants: tuple[Row, ...] = ()
    sweeps: tuple[Moved, ...] = ()
    pair: Any = None
    search: Callable[[Order], Mapping[str, Any]] | None = None

    def experiment(self, order, row):
        """The experiment of a row, at its point."""
        return self.run(order, row, self.place(order, row))

    def _regime(self, order, row):
        return Regime(row.name, self.experiment(order, row), self.place(order, row), row.biting, partial(self._again, order, row))

    def _again(self, order, row, **point):
        """The point of a row in which entries were changed, with what its setting makes of the change."""
        usual = self.place(order, row)
        return self.place(order, row.at(**{name: entry for name, entry in point.items() if entry != usual.get(name)}))

    def _sweep(self, order, m):
        return LETTERS.sweep(m.letter, self.experiment(order, m.row), self.place(order, m.row), note=m.note, follow=m.follow, **m.other)

    def under(self, order, *more):
        """The lab of an order; `more` are further rows of regimes."""
        regimes, probes, false = (
            tuple(self._regime(order, row) for row in rows if order in row.only) for rows in ((*self.regimes, *more), self.probes, self.mutants)
        )
        names, words = zip(*(row.words.split(": ", 1) for row in self.mutants), strict=True) if self.mutants else ((), ())
        mutants = tuple(map(Mutant, names, words, false))
        sweeps = tuple(self._sweep(order, sweep) for sweep in self.sweeps)
        return Lab(regimes, probes, mutants, sweeps=sweeps, **(self.search(order) if self.search else {}))

    def separation(self, rate):
        """LTC against CTL as privacy grows; ``order -> rate`` is what is printed."""
        pair = self.pair
        point = self.place(CTL, pair.row)
        return Separation(
            self.experiment(CTL, pair.row), self.experiment(LTC, pair.row), **LETTERS.along(pair.letter, point, **pair.other),
            of="rate", printed=total(rate(LTC)) / total(rate(CTL)), failure=delta, point=point, note=pair.note,
        )  # fmt: skip
