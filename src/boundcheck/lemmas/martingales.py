"""Sums whose next term depends on the past: Azuma to Freedman, supermartingales, sums of vectors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sympy import Integer, Rational, Symbol, exp, expand, log

from boundcheck.calculus import (
    Expectation,
    Family,
    Index,
    Inner,
    Norm,
    Past,
    Total,
    always,
    eq,
    event,
    family,
    law,
    le,
    lemma,
    letter,
    mean_vector,
    vectors,
)  # fmt: skip
from boundcheck.calculus.terms import NOTHING, Missing, letters, put, sources, terms, within

from .entry import Entry, at, lt
from .models import Space
from .tails import Coins, Normal

n = Symbol("n", integer=True)
b, c, m, t, v, delta = map(letter, ("b", "c", "m", "t", "v", "delta"))
k = Index("k", n, 0)


def past_of(term: Any, index: Any, delay: int) -> frozenset[Any]:
    """What came before round k, where the term of round k is a function of what came before round k + delay alone."""
    found = [one for one in sources(term) if isinstance(one, Past) and expand(one.before - index) == delay]
    if len(found) < len(sources(term)):
        raise Missing(f"{term} is no function of what was brought before round {index + delay}")
    return frozenset(Past(one.stream, index) for one in found)


D = family("D", "difference of round k", (k,), {Past("draws", k + 1)})(k)
HALF = Rational(1, 2)


def rounds(law: Any, name: str = "D") -> Space:
    """Outcomes are the draws of the rounds, in their order; those of a quantity of round k are its value."""
    return Space(law, {name: lambda w, k: w[k]})


#: One draw, which all rounds repeat: after the first the next is known, so its mean given the past is not 0.
REPEATED = rounds({(-1,) * 20: HALF, (1,) * 20: HALF})


@lemma("Azuma and Hoeffding; Boucheron, Lugosi and Massart (2013), Section 6.1", title="Azuma-Hoeffding inequality")
def azuma(D: Any, index: Any, c: Any, t: Any) -> Any:
    """The sum of martingale differences in [-c, c] exceeds t with probability at most exp(-t^2/(2 n c^2))."""
    past = past_of(D, index, 1)
    needs = [law(D, "mean", 0, given=past), law(D, "bounded", -c, c, given=past), always(lt(0, t))]
    return needs, event(le(Total(D, index, index.size), t), failure=exp(-(t**2) / (2 * index.size * c**2)))


SIGNS = Coins(HALF, -1, 1)
AZUMA = Entry(
    azuma,
    {"D": D, "index": k, "c": c, "t": t},
    (at(SIGNS, n=10**6, c=1, t=40000),),
    {
        "mean": at(REPEATED, n=20, c=1, t=19),
        "bounded": at(Coins(HALF, -2, 2), n=10**6, c=1, t=40000),
        "0 < t": at(SIGNS, n=100, c=1, t=-20),
    },
)


@lemma("Freedman (1975), Theorem 1.6", title="Freedman's inequality")
def freedman(D: Any, index: Any, v: Any, b: Any, t: Any) -> Any:
    """The sum of martingale differences within b of 0, of variance v given the past, exceeds t with small probability."""
    past = frozenset({Past("draws", index)})
    needs = [
        law(D, "mean", 0, given=past),
        law(D, "variance", v, given=past),
        law(D, "within", b, given=past),
        always(lt(0, t), lt(0, v)),
    ]
    return needs, event(le(Total(D, index, index.size), t), failure=exp(-(t**2) / (2 * (index.size * v + b * t / 3))))


RARE = Rational(1, 10**5)
CENTRED = Coins(RARE, -RARE, 1 - RARE)
FEW = {"n": 10**12, "v": RARE * (1 - RARE), "b": 1 - RARE, "t": 10**6}
FREEDMAN = Entry(
    freedman,
    {"D": D, "index": k, "v": v, "b": b, "t": t},
    (at(CENTRED, **FEW),),
    {
        "mean": at(REPEATED, n=20, v=1, b=1, t=19),
        "variance": at(CENTRED, **{**FEW, "v": RARE / 2}),
        "within": at(CENTRED, **{**FEW, "b": Rational(1, 100), "t": 2 * 10**7}),
        "0 < t": at(
            rounds({(-1,): Rational(1, 10), (Rational(1, 9),): Rational(9, 10)}),
            n=1,
            v=Rational(1, 9),
            b=1,
            t=-Rational(1, 5),
        ),
        "0 < v": at(rounds({(0,): 1}), n=1, v=0, b=0, t=1),
    },
)

S = family("S", "value of round k", (k,), {Past("draws", k)})


@lemma("Ville (1939); Howard and others (2020), Lemma 1", title="Ville's inequality")
def ville(S: Any, index: Any, m: Any, delta: Any) -> Any:
    """A supermartingale that is never negative and starts at m exceeds m/delta in some round with probability at most delta."""
    past = past_of(S(index), index, 0)
    needs = [
        always(le(0, S(index)), le(Expectation(S(index + 1), past), S(index)), le(S(index.first), m), lt(0, delta))
    ]
    return needs, event(le(S(index), m / delta), failure=delta, every=(index,))


def fortune(outcomes: Any) -> Space:
    """Outcomes are the values of all rounds, and known as they come."""
    return Space(outcomes, {"S": lambda w, k: w[min(k, len(w) - 1)]}, {"draws": lambda w: w[1:] + (w[-1],) * 3})


TENTH, NEAR = Rational(1, 10), Rational(10**6 + 1, 10**6)
DOUBLES = {(1, 10 * NEAR): TENTH / NEAR, (1, 0): 1 - TENTH / NEAR}
LOWER = Rational(200, 21) * NEAR
LESS = {(1, LOWER): 1 / LOWER, (1, 0): 1 - 1 / LOWER}
VILLE = Entry(
    ville,
    {"S": S, "index": k, "m": m, "delta": delta},
    (at(fortune(DOUBLES), n=3, m=1, delta=TENTH), at(fortune(LESS), n=3, m=1, delta=TENTH)),
    {
        "0 <= S(k)": at(fortune({(1, 11): HALF, (1, -11): HALF}), n=3, m=1, delta=TENTH),
        "E[S(k + 1) | Past(stream='draws', before=k)] <= S(k)": at(fortune({(1, 11): 1}), n=3, m=1, delta=TENTH),
        "S(0) <= m": at(fortune({(11, 11): 1}), n=3, m=1, delta=TENTH),
        "0 < delta": at(fortune(DOUBLES), n=3, m=1, delta=0),
    },
)


@lemma("what the words say", "definition", title="range of martingale differences")
def range_of(D: Any, low: Any, high: Any, given: Any = NOTHING) -> Any:
    """A number that lies in [low, high] is at least the one and at most the other."""
    return [law(D, "bounded", low, high, given=given)], always(le(low, D), le(D, high))


@lemma("what a mean is", "definition", title="mean given the past")
def expectation_of(D: Any, mean: Any, given: Any = NOTHING) -> Any:
    """The expectation of a number is its mean."""
    return [law(D, "mean", mean, given=given)], always(eq(Expectation(D, given), mean))


low, high, mean, a = map(letter, ("low", "high", "mean", "a"))
ONE_SIGN = rounds({(-1,): HALF, (1,): HALF})
RANGE_OF = Entry(
    range_of,
    {"D": D, "low": low, "high": high},
    (at(ONE_SIGN, n=1, low=-1, high=1),),
    {"bounded": at(ONE_SIGN, n=1, low=-HALF, high=HALF)},
)
EXPECTATION_OF = Entry(
    expectation_of,
    {"D": D, "mean": mean},
    (at(rounds({(1,): 1}), n=1, mean=1),),
    {"mean": at(ONE_SIGN, n=1, mean=1)},
)


@lemma(
    "Foster and others (2021), Lemma A.4, by Ville (1939)",
    title="sums of logarithms of conditional exponential moments",
)
def log_moments(D: Any, index: Any, a: Any, delta: Any) -> Any:
    """A sum of terms whose exponentials have mean at most e^a given the past exceeds n a + log(1/delta) with small probability."""
    past = past_of(D, index, 1)
    needs = [law(D, "integrable"), always(le(Expectation(exp(D), past), exp(a)), lt(0, delta))]
    return needs, event(le(Total(D, index, index.size), index.size * a + log(1 / delta)), failure=delta)


SMALL = Rational(1, 10**5)
#: One round, whose exponential is 10 with probability 1/10, and else next to 0; and one that is known beforehand.
HIT = rounds({(log(10),): Rational(1, 10), (-60,): Rational(9, 10)})
KNOWN = rounds({(1 + SMALL,): 1})
LOG_MOMENTS = Entry(
    log_moments,
    {"D": D, "index": k, "a": a, "delta": delta},
    (
        at(HIT, n=1, a=SMALL, delta=Rational(1, 10) - SMALL),
        at(KNOWN, n=1, a=1 + SMALL, delta=1 - SMALL),
    ),
    {
        "E[exp(D(k)) | Past(stream='draws', before=k)] <= exp(a)": at(KNOWN, n=1, a=0, delta=HALF),
        "0 < delta": at(KNOWN, n=1, a=1 + SMALL, delta=0),
    },
    spare=("integrable",),
)


@lemma("Howard and others (2020), Lemma 2 and Section 3; Ville (1939)", title="weighted noise at all times")
def noise_at_all_times(
    noise: Any, weights: Any, index: Any, last: Any, v: Any, eta: Any, delta: Any, given: Any
) -> Any:
    """Sub-Gaussian noise, with weights that are known before it: the sums of all numbers of rounds at once."""
    if weights.index != index:
        raise Missing(f"{weights.name} are no weights of the rounds {index}")
    before, weights = frozenset(given), weights.member
    drawn = sources((noise, weights))
    rounds = [one.before - index for one in drawn | before if isinstance(one, Past)]
    if len(rounds) < len(drawn | before) or not all(expand(one).is_Integer for one in rounds):
        raise Missing(f"{noise} or {weights} is no function of what the rounds up to {index} have brought")
    if not within(sources(weights), before):
        raise Missing(f"{weights} is not known before {noise}")
    if not within(put(drawn, {index: index - 1}), before):
        raise Missing(f"what the rounds before {index} have brought is not given")
    if (last.size, last.first, index.first) != (index.size, 1, 0):
        raise Missing(f"{last} does not count the rounds of {index}")
    if last in letters((noise, weights, eta)):
        raise Missing(f"{noise}, {weights} and {eta} are the same for all {last}")
    needs = [law(noise, "mean", 0, given=given), law(noise, "sub-Gaussian", v, given=given), always(lt(0, delta))]
    paired, squares = Total(weights * noise, index, last), Total(weights**2, index, last)
    return needs, event(le(eta * paired - eta**2 * v / 2 * squares, log(1 / delta)), failure=delta, every=(last,))


xi, weight = (
    family("xi", "noise of round k", (k,), {Past("draws", k + 1)})(k),
    family("f", "weight of round k", (k,), {Past("draws", k)})(k),
)
eta, until = letter("eta"), Index("t", n)


@dataclass(frozen=True)
class OneRound(Normal):
    """Normal noise in one round, whose weight is 1."""

    def _event(self, said: Any, numbers: Any) -> bool | None:
        (one,) = said.relations
        own = {term: xi if xi in terms(term.args[0]) else Integer(1) for term in terms(one.lhs)}
        return super()._event(replace(said, relations=(le(one.lhs.xreplace(own), one.rhs),), every=()), numbers)


FAR = {"n": 1, "v": 1, "eta": 100, "delta": exp(-5000)}
NOISE_AT_ALL_TIMES = Entry(
    noise_at_all_times,
    {
        "noise": xi, "weights": Family(weight, k), "index": k, "last": until, "v": v, "eta": eta, "delta": delta,
        "given": frozenset({Past("draws", k)}),
    },
    (at(OneRound(), **FAR),),
    {
        "mean": at(OneRound(mean=10), **FAR),
        "sub-Gaussian": at(OneRound(0, 2), **FAR),
        "0 < delta": at(OneRound(), **{**FAR, "delta": 0}),
    },
)  # fmt: skip

x = vectors("x", "vector of round k", (k,), {Past("draws", k + 1)})(k)


@lemma("Pinelis (1994), Theorem 3.5", title="Pinelis' inequality for vector martingales")
def pinelis(x: Any, index: Any, radius: Any, t: Any) -> Any:
    """The average of vectors of norm at most c, each of mean 0 given the past, is longer than t with small probability."""
    past = past_of(x, index, 1)
    needs = [law(x, "mean", Integer(0), given=past), law(x, "norm", radius), always(lt(0, t))]
    tail = 2 * exp(-index.size * t**2 / (2 * radius**2))
    return needs, event(le(Norm(mean_vector(1, x, index)), t), failure=tail)


PINELIS = Entry(
    pinelis,
    {"x": x, "index": k, "radius": c, "t": t},
    (at(SIGNS, n=10**6, c=1, t=Rational(4, 100)),),
    {
        "mean": at(
            Space({(-1,) * 20: HALF, (1,) * 20: HALF}, {"x": lambda w, k: (w[k],)}), n=20, c=1, t=Rational(9, 10)
        ),
        "norm": at(Coins(HALF, -2, 2), n=10**6, c=1, t=Rational(4, 100)),
        "0 < t": at(Space({(0,) * 8: 1}, {"x": lambda w, k: (w[k],)}), n=8, c=1, t=-1),
    },
    slack={
        "failure, factor": "whether less than 2 serves in every dimension is not known to us; far out it does not matter"
    },
)

# ---- gradients that are drawn ----------------------------------------------------------------------------------------

seen, centre = (vectors(name, "a vector of round k", (k,), {Past("draws", k)})(k) for name in ("u", "c"))


@lemma("the tower property", "definition", title="mean of an inner product with a vector of the past")
def mean_pairing(g: Any, v: Any, mean: Any, past: Any) -> Any:
    """A vector of known mean given the past, paired with what the past determines, has the pairing of its mean as mean."""
    if not within(sources((v, mean)), past):
        raise Missing(f"{v} or {mean} is not determined by what is given")
    needs = [law(g, "mean", mean, given=past), law(Inner(g, v), "integrable")]
    return needs, always(eq(Expectation(Inner(g, v)), Expectation(Inner(mean, v))))


@lemma("the tower property", "definition", title="mean of a product with a number that is given")
def mean_product(X: Any, factor: Any, mean: Any, given: Any) -> Any:
    """A number of known mean given some sources, times what these determine, has the product of its mean as mean."""
    if not within(sources((factor, mean)), given):
        raise Missing(f"{factor} or {mean} is not determined by what is given")
    needs = [law(X, "mean", mean, given=given), law(factor * X, "integrable")]
    return needs, always(eq(Expectation(factor * X), Expectation(factor * mean)))


@lemma("the tower property", "definition", title="mean square given the past")
def mean_square(g: Any, v: Any, past: Any) -> Any:
    """What bounds the second moment of a vector given the past bounds its second moment."""
    return [law(g, "second moment", v, given=past)], always(le(Expectation(Inner(g, g)), v))


BEFORE = frozenset({Past("draws", k)})


def paired(values: Any, mean: int = 1) -> Space:
    """One round, of these draws; the past has brought the vector 1."""
    own = {"x": lambda w, k: (w[k],), "u": lambda *_: (1,), "c": lambda *_: (mean,)}
    return Space({(w,): p for w, p in values.items()}, own)


MEAN_PAIRING = Entry(
    mean_pairing,
    {"g": x, "v": seen, "mean": centre, "past": BEFORE},
    (at(paired({0: HALF, 2: HALF}), n=1),),
    {"mean": at(paired({0: HALF, 2: HALF}, mean=2), n=1)},
    spare=("integrable",),
)
MEAN_SQUARE = Entry(
    mean_square,
    {"g": x, "v": v, "past": BEFORE},
    (at(paired({-1: HALF, 1: HALF}), n=1, v=1),),
    {"second moment": at(paired({-1: HALF, 1: HALF}), n=1, v=HALF)},
)
drawn, known = family("E", "number of round k", (k,), {Past("draws", k + 1)})(k), family(
    "F", "number that is known before round k", (k,), {Past("draws", k)}
)(k)


def product(values: Any) -> Space:
    """One round, of these draws; the past has brought the number 3."""
    return Space({(w,): p for w, p in values.items()}, {"E": lambda w, k: w[k], "F": lambda *_: 3})


MEAN_PRODUCT = Entry(
    mean_product,
    {"X": drawn, "factor": known, "mean": mean, "given": BEFORE},
    (at(product({0: HALF, 2: HALF}), n=1, mean=1),),
    {"mean": at(product({0: HALF, 2: HALF}), n=1, mean=2)},
    spare=("integrable",),
)
