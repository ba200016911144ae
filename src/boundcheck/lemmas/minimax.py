"""What no test and no estimator can do: two points, hypercubes, many hypotheses."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Basic, Rational, log, sympify

from boundcheck.calculus import Index, always, eq, le, lemma, letter
from boundcheck.calculus.terms import Functional, Hypotheses, Missing, letters

from .entry import Entry, at
from .information import (
    HALF,
    NEAR,
    NO_NAMES,
    TWO,
    Channel,
    Coin,
    Copies,
    Laws,
    Measure,
    Moved,
    P,
    coin,
    d,
    distance,
    divergence,
    far,
    n,
    tau,
    theta_0,
    theta_1,
)


@lemma("Le Cam; Tsybakov (2009), Theorem 2.2", title="Le Cam's bound on the two errors of a test")
def two_errors(p: Any, q: Any) -> Any:
    """The two errors of a test add up to at least 1 minus the distance."""
    return [], always(le(1 - distance(p, q), Functional("least sum of the two errors", p, q)))


TWO_ERRORS = Entry(two_errors, TWO, (at(NEAR), at(Laws({"P": coin(Rational(1, 4)), "Q": coin(Rational(3, 4))}))), {})


@lemma("Le Cam; Tsybakov (2009), Section 2.3", title="Le Cam's two-point method")
def le_cam(p: Any, q: Any, first: Any, second: Any) -> Any:
    """An estimator between two laws errs by half the gap of their parameters, times 1 minus the distance."""
    risk = Functional("two-point risk", p, q, first, second)
    return [], always(le(Abs(first - second) / 2 * (1 - distance(p, q)), risk))


LE_CAM = Entry(
    le_cam,
    {**TWO, "first": theta_0, "second": theta_1},
    (
        at(NEAR, theta_0=0, theta_1=1),
        at(Laws({"P": coin(Rational(1, 4)), "Q": coin(Rational(3, 4))}), theta_0=0, theta_1=1),
    ),
    {},
)


class Model(Basic):
    """The laws that a parameter may have: its symbol, the law, and the ends of the interval in which it lies."""

    @property
    def free_symbols(self) -> set[Basic]:
        theta, law, low, high = self.args
        return (law.free_symbols - {theta}) | low.free_symbols | high.free_symbols

    def at(self, value: Any) -> Any:
        """The law at a value of the parameter."""
        theta, law, *_ = self.args
        return law.xreplace({theta: sympify(value)})


THETA = letter("_theta")


@lemma("what a largest mean error is", "definition", title="largest mean error over two models")
def two_points(model: Any, first: Any, second: Any) -> Any:
    """The least larger mean error at two parameters is at most the least largest one over an interval that has both."""
    low, high = model.args[2:]
    inside = [le(low, first), le(first, high), le(low, second), le(second, high)]
    risk = Functional("two-point risk", model.at(first), model.at(second), first, second)
    return [always(*inside)], always(le(risk, Functional("minimax risk", model)))


low, high = letter("low"), letter("high")
SILENT, UNIT = Model(THETA, Coin(HALF), low, high), {"low": 0, "high": 1}
TWO_POINTS = Entry(
    two_points,
    {"model": SILENT, "first": theta_0, "second": theta_1},
    (at(NO_NAMES, theta_0=0, theta_1=1, **UNIT), at(NO_NAMES, theta_0=1, theta_1=0, **UNIT)),
    {
        "low <= theta_0": at(NO_NAMES, theta_0=-1, theta_1=1, **UNIT),
        "theta_0 <= high": at(NO_NAMES, theta_0=2, theta_1=0, **UNIT),
        "low <= theta_1": at(NO_NAMES, theta_0=1, theta_1=-1, **UNIT),
        "theta_1 <= high": at(NO_NAMES, theta_0=0, theta_1=2, **UNIT),
    },
)

W = Channel("W")


@lemma("Fano; Cover and Thomas (2006), Section 2.10", title="Fano's inequality")
def fano(w: Any) -> Any:
    """One of M hypotheses, each as likely, is missed with probability at least 1 - (I + log 2)/log M."""
    known = (Functional("information", w) + log(2)) / log(Functional("number of hypotheses", w))
    return [], always(le(1 - known, Functional("least error", w)))


def symmetric(m: int, kept: Any) -> dict[int, dict[int, Any]]:
    """Each of m inputs comes out with a probability, else one of the others."""
    return {x: {y: kept if x == y else (1 - kept) / (m - 1) for y in range(m)} for x in range(m)}


FANO = Entry(fano, {"w": W}, (at(Laws({}, {"W": symmetric(40, HALF)})),), {})


@lemma(
    "Tsybakov (2009), Theorem 2.2, for two losses; Csiszar (1975), of the geometric mean",
    title="two-point bound for losses that are divergences",
)
def two_shortfalls(p: Any, q: Any, one: Any, other: Any, scale: Any) -> Any:
    """An answer that loses its divergence from the right one of two laws loses on average in proportion to what a test errs."""
    near = 1 - Functional("squared Hellinger distance", one, other) / 2
    lost = Functional("least mean shortfall", p, q, one, other, scale)
    return [always(le(0, scale))], always(
        le(-scale * log(near) * Functional("least sum of the two errors", p, q), lost)
    )


R, S, scale = Measure("R"), Measure("S"), letter("scale")
UNSEEN = {"P": coin(HALF), "Q": coin(HALF), "R": coin(Rational(1, 4)), "S": coin(Rational(3, 4))}
TWO_SHORTFALLS = Entry(
    two_shortfalls,
    {**TWO, "one": R, "other": S, "scale": scale},
    (at(Laws(UNSEEN), scale=1),),
    {"0 <= scale": at(Laws({**UNSEEN, "P": coin(Rational(1, 3))}), scale=-1)},
)


@lemma("what the words say", "definition", title="number of hypotheses")
def number_of_hypotheses(w: Any) -> Any:
    """There are as many hypotheses as values of their index."""
    return [], always(eq(Functional("number of hypotheses", w), w.args[1].size))


@lemma("Yang and Barron (1999), Section 2", title="information by the divergence from one law")
def information_radius(w: Any, centre: Any, radius: Any) -> Any:
    """The data's information of a hypothesis is at most what bounds the divergence of each from one law."""
    law, index = w.args
    if index in letters((centre, radius)):
        raise Missing(f"{centre} and {radius} are one for all {index}")
    return [always(le(divergence(law, centre), radius))], always(le(Functional("information", w), radius))


@lemma(
    "Lehmann and Casella (1998), Corollary 4.1.2; Tsybakov (2009), Section 2.2",
    title="from the distance of a vector on an axis to tests",
)
def sparse_means(noise: Any, n: Any, far: Any, index: Any) -> Any:
    """A mean squared distance from some vector on an axis is at least the squared length times the least error of a test."""
    if index in letters((n, far)):
        raise Missing(f"{far} and {n} are one for all {index}")
    w = Hypotheses(Copies(Moved(noise, far, index), n), index)
    risk = Functional("sparse risk", noise, n, index.size)
    return [always(le(0, far), le(far, 1))], always(le(far**2 * Functional("least error", w), risk))


j, size, radius = Index("j", letter("M")), letter("M"), letter("radius")
TWO_COINS = Hypotheses(Coin(j / 3), j)
FROM_FAIR = sympify(5) / 3 * log(2) - log(3)  # of a coin of bias 1/3, or 2/3
NUMBER_OF_HYPOTHESES = Entry(number_of_hypotheses, {"w": TWO_COINS}, (at(NO_NAMES, M=2),), {})
INFORMATION_RADIUS = Entry(
    information_radius,
    {"w": TWO_COINS, "centre": Coin(HALF), "radius": radius},
    (at(NO_NAMES, M=2, radius=FROM_FAIR + Rational(1, 10**9)),),
    {"KL(Coin(j/3), Coin(1/2)) <= radius": at(NO_NAMES, M=2, radius=0)},
)
SPARSE_MEANS = Entry(
    sparse_means,
    {"noise": P, "n": n, "far": far, "index": j},
    (at(NO_NAMES, M=40, n=0, h=1),),
    {"0 <= h": at(NO_NAMES, M=40, n=0, h=-2), "h <= 1": at(NO_NAMES, M=40, n=0, h=2)},
)


@lemma("Assouad; Tsybakov (2009), Theorem 2.12", title="Assouad's lemma")
def assouad(p: Any, q: Any, d: Any, tau: Any) -> Any:
    """Of d bits, each with data from one of two laws, an estimator misses at least d/2 times 1 minus their distance."""
    missed = Functional("least number of missed bits", p, q, d)
    return [always(le(distance(p, q), tau))], always(le(d / 2 * (1 - tau), missed))


ASSOUAD = Entry(
    assouad,
    {**TWO, "d": d, "tau": tau},
    (
        at(NEAR, d=5, tau=Rational(1, 500)),
        at(Laws({"P": coin(Rational(1, 4)), "Q": coin(Rational(3, 4))}), d=5, tau=HALF),
    ),
    {
        "TV(Measure(P), Measure(Q)) <= tau": at(
            Laws({"P": coin(Rational(1, 4)), "Q": coin(Rational(3, 4))}), d=5, tau=Rational(1, 10)
        )
    },
)
