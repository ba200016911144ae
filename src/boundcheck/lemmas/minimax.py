"""What no test and no estimator can do: two points, hypercubes, many hypotheses."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Rational, log

from boundcheck.calculus import always, le, lemma
from boundcheck.calculus.terms import Functional

from .entry import Entry, at
from .information import (
    HALF,
    NEAR,
    TWO,
    Channel,
    Laws,
    coin,
    d,
    distance,
    tau,
    theta_0,
    theta_1,
)


@lemma("Le Cam; Tsybakov (2009), Theorem 2.2")
def two_errors(p: Any, q: Any) -> Any:
    """The two errors of a test add up to at least 1 minus the distance."""
    return [], always(le(1 - distance(p, q), Functional("least sum of the two errors", p, q)))


TWO_ERRORS = Entry(two_errors, TWO, (at(NEAR), at(Laws({"P": coin(Rational(1, 4)), "Q": coin(Rational(3, 4))}))), {})


@lemma("Le Cam; Tsybakov (2009), Section 2.3")
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

W = Channel("W")


@lemma("Fano; Cover and Thomas (2006), Section 2.10")
def fano(w: Any) -> Any:
    """One of M hypotheses, each as likely, is missed with probability at least 1 - (I + log 2)/log M."""
    known = (Functional("information", w) + log(2)) / log(Functional("number of hypotheses", w))
    return [], always(le(1 - known, Functional("least error", w)))


def symmetric(m: int, kept: Any) -> dict[int, dict[int, Any]]:
    """Each of m inputs comes out with a probability, else one of the others."""
    return {x: {y: kept if x == y else (1 - kept) / (m - 1) for y in range(m)} for x in range(m)}


FANO = Entry(fano, {"w": W}, (at(Laws({}, {"W": symmetric(40, HALF)})),), {})


@lemma("Assouad; Tsybakov (2009), Theorem 2.12")
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
