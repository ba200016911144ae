"""What averages, medians and order statistics say of the members of a sample, and these of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Abs, Integer, Rational, exp, log, sqrt

from boundcheck.calculus import (
    Average,
    Expectation,
    Family,
    Index,
    Total,
    always,
    eq,
    event,
    family,
    law,
    le,
    lemma,
    letter,
    quantity,
)
from boundcheck.calculus.terms import NOTHING, Kind, Missing, letters, sources, within

from .entry import Entry, at, lt
from .models import Space

n, m, k, c, t, v, q, N = map(letter, ("n", "m", "k", "c", "t", "v", "q", "N"))
i, h, j = Index("i", n), Index("h", m), Index("j", N)
X = family("X", "draw i", (i,), {"data"})(i)
S = family("S", "score i", (i,), {"data"})
missed = family("I", "whether member i lies outside", (i,), {"data"})(i)
M, Q, fewer_q = (quantity(name, "a number of the sample", (), {"data"}) for name in ("M", "Q", "R"))
HALF = Rational(1, 2)


def given_members(**members: tuple[Any, ...]) -> dict[str, Any]:
    """Values that do not depend on chance: of a name with several, one for each member."""
    return {name: lambda _, k=1, own=own: own[k - 1] for name, own in members.items()}


def sure(properties: Any = None, **members: tuple[Any, ...]) -> Space:
    """One outcome with these members."""
    return Space({0: 1}, given_members(**members), properties=properties or {})


# ---- averages --------------------------------------------------------------------------------------------------------


@lemma("what a variance is", "definition", title="variance of an average")
def average_variance(X: Any, index: Any, v: Any, given: Any = NOTHING) -> Any:
    """The average of n independent numbers has the n-th part of their variance."""
    needs = [law(Family(X, index), "independent", given=given), law(X, "variance", v, given=given)]
    return needs, law(Average(X, index), "variance", v / index.size, given=given)


SIGNS = {(a, b): Rational(1, 4) for a in (-1, 1) for b in (-1, 1)}
PAIR = Space(SIGNS, {"X": lambda w, k: w[k - 1]})
AVERAGE_VARIANCE = Entry(
    average_variance,
    {"X": X, "index": i, "v": v},
    (at(PAIR, n=2, v=1),),
    {
        "independent": at(Space({-1: HALF, 1: HALF}, {"X": lambda w, _: w}), n=2, v=1),
        "variance": at(PAIR, n=2, v=HALF),
    },
)


@lemma("what an average is", "definition", title="one summand of an average")
def one_of_many(X: Any, index: Any) -> Any:
    """A member of a sample that is never negative is at most n times their average."""
    return [law(X, "non-negative")], always(le(X, index.size * Average(X, index)))


ONE_OF_MANY = Entry(
    one_of_many,
    {"X": X, "index": i},
    (at(sure(X=(1, 0)), n=2),),
    {"non-negative": at(sure(X=(1, -1)), n=2)},
)


def _not_bound(index: Any, given: Any) -> None:
    if index in letters(frozenset(given)):
        raise Missing(f"what is given speaks of {index}, which runs in the sum")


@lemma("linearity of the expectation", "definition", title="mean of a sum")
def mean_of_total(X: Any, index: Any, last: Any, given: Any = NOTHING) -> Any:
    """The expectation of a sum is the sum of the expectations."""
    _not_bound(index, given)
    needs = [law(X, "integrable")]
    return needs, always(eq(Expectation(Total(X, index, last), given), Total(Expectation(X, given), index, last)))


@lemma("linearity of the expectation", "definition", title="mean of an average")
def mean_of_average(X: Any, index: Any, given: Any = NOTHING) -> Any:
    """The expectation of an average is the average of the expectations."""
    _not_bound(index, given)
    needs = [law(X, "integrable")]
    return needs, always(eq(Expectation(Average(X, index), given), Average(Expectation(X, given), index)))


ONES = Space({0: HALF, 2: HALF}, {"X": lambda w, k: w})
MEAN_OF_TOTAL = Entry(mean_of_total, {"X": X, "index": i, "last": k}, (at(ONES, n=3, k=3),), {}, spare=("integrable",))
MEAN_OF_AVERAGE = Entry(mean_of_average, {"X": X, "index": i}, (at(ONES, n=3),), {}, spare=("integrable",))


@lemma(
    "Donsker and Varadhan; Boucheron, Lugosi and Massart (2013), Corollary 4.15, of N weights",
    title="change of measure for finitely many weights",
)
def change_of_measure(weights: Any, values: Any) -> Any:
    """A mean with weights is at most their divergence from equal ones plus the logarithm of the mean exponential."""
    rho, f, index = weights.member, values.member, weights.index
    if values.index != index:
        raise Missing(f"weights for each {index} and values for each {values.index}")
    size = index.size
    needs = [always(lt(0, rho), eq(size * Average(rho, index), 1))]
    divergence = size * Average(rho * log(size * rho), index)
    return needs, always(le(size * Average(rho * f, index), divergence + log(Average(exp(f), index))))


rho = family("rho", "weight j", (j,), {"data"})(j)
f = family("f", "value j", (j,), {"data"})(j)
TILTED = {"rho": (Rational(1, 3), Rational(2, 3)), "f": (log(Rational(2, 3)), log(Rational(4, 3)))}
CHANGE_OF_MEASURE = Entry(
    change_of_measure,
    {"weights": Family(rho, j), "values": Family(f, j)},
    (at(sure(**TILTED), N=2), at(sure(rho=(HALF, HALF), f=(Integer(1), Integer(1))), N=2)),
    {"N*avg[j](rho(j)) == 1": at(sure(rho=(Integer(1), Integer(1)), f=(Integer(3), Integer(3))), N=2)},
    spare=("0 < rho(j)",),
)

# ---- counts ----------------------------------------------------------------------------------------------------------


@lemma(
    "Auer, Cesa-Bianchi and Fischer (2002); Russo and Van Roy (2014), proof of Proposition 1",
    title="sum of the inverse roots of counts",
)
def roots_of_counts(count: Any, each: Any, chosen: Any, index: Any) -> Any:
    """Of n choices among N, each over the root of how often it was taken, itself included, the sum is at most 2 sqrt(N n)."""
    one = chosen(index)
    if one.kind.range != each.size or (each.first, index.first) != (1, 0):
        raise Missing(f"{one} is not one of the {each.size} values of {each}, in rounds from 0 on")
    if not isinstance(count, Kind):
        raise Missing(f"{count} is not one number for each value and round")
    needs = [law(count(each, index), "count", Family(one, index))]
    return needs, always(le(Total(1 / sqrt(count(one, index)), index, index.size), 2 * sqrt(each.size * index.size)))


rounds = Index("k", n, 0)
count = family("C", "how often value j was taken", (j, rounds), {"data"})
chosen = Kind("c", "the value that is taken in round k", (rounds,), frozenset({"data"}), N)


def taken(choices: tuple[int, ...], counts: tuple[tuple[int, ...], ...]) -> Space:
    """Choices among one or two values, and what is said to count them, for each value in each round."""
    right = all(
        counts[k][v - 1] == 1 + choices[:k].count(v) for k in range(len(choices)) for v in range(1, len(counts[0]) + 1)
    )
    values: dict[str, Callable[..., Any]] = {"C": lambda _, v, k: counts[k][v - 1], "c": lambda _, k: choices[k]}
    return Space({0: 1}, values, properties={("C(j, k)", "count"): lambda _: right})


ROOTS_OF_COUNTS = Entry(
    roots_of_counts,
    {"count": count, "each": j, "chosen": chosen, "index": rounds},
    (at(taken((1,) * 400, tuple((k + 1,) for k in range(400))), n=400, N=1),),
    {"count": at(taken((1,) * 9, ((1,),) * 9), n=9, N=1)},
)

# ---- affine functions ------------------------------------------------------------------------------------------------


@lemma("linearity of the expectation", "definition", title="mean of an affine function")
def affine_mean(total: Any, X: Any, mu: Any, shift: Any, factor: Any, given: Any = NOTHING) -> Any:
    """The mean of an affine function of a number is this function of its mean."""
    needs = [always(eq(total, shift + factor * X)), law(X, "mean", mu, given=given)]
    return needs, law(total, "mean", shift + factor * mu, given=given)


@lemma("what independent means", "definition", title="independence of affine functions")
def affine_independent(total: Any, X: Any, index: Any, shift: Any, factor: Any, given: Any = NOTHING) -> Any:
    """Affine functions of independent numbers, each of its own, are independent."""
    shift, factor = (getattr(one, "member", one) for one in (shift, factor))  # families: one for each member
    if not within(sources((shift, factor)), frozenset(given)):
        raise Missing(f"{shift} or {factor} is not fixed beforehand")
    needs = [always(eq(total, shift + factor * X)), law(Family(X, index), "independent", given=given)]
    return needs, law(Family(total, index), "independent", given=given)


@lemma("what the words say", "definition", title="bounded by its range")
def bounded_by(X: Any, low: Any, high: Any, given: Any = NOTHING) -> Any:
    """A number that is at least the one and at most the other lies between them."""
    return [always(le(low, X), le(X, high))], law(X, "bounded", low, high, given=given)


low, high, mu, shift, factor = map(letter, ("low", "high", "mu", "shift", "factor"))
V = family("V", "affine function of draw i", (i,), {"data"})(i)
DOUBLE = Space(SIGNS, {"X": lambda w, k: w[k - 1], "V": lambda w, k: 1 + 2 * w[k - 1]})
AFFINE = {"n": 2, "shift": 1, "factor": 2}
SAME = Space({-1: HALF, 1: HALF}, {"X": lambda w, _: w, "V": lambda w, _: 1 + 2 * w})
AFFINE_MEAN = Entry(
    affine_mean,
    {"total": V, "X": X, "mu": mu, "shift": shift, "factor": factor},
    (at(DOUBLE, mu=0, **AFFINE),),
    {
        "V(i) == factor*X(i) + shift": at(Space(SIGNS, {**DOUBLE.values, "V": lambda *_: 9}), mu=0, **AFFINE),
        "mean": at(DOUBLE, mu=1, **AFFINE),
    },
)
AFFINE_INDEPENDENT = Entry(
    affine_independent,
    {"total": V, "X": X, "index": i, "shift": shift, "factor": factor},
    (at(DOUBLE, **AFFINE),),
    {
        "V(i) == factor*X(i) + shift": at(Space(SIGNS, {**DOUBLE.values, "V": lambda w, _: w[0]}), **AFFINE),
        "independent": at(SAME, **AFFINE),
    },
)
BOUNDED_BY = Entry(
    bounded_by,
    {"X": X, "low": low, "high": high},
    (at(PAIR, n=2, low=-1, high=1),),
    {
        "low <= X(i)": at(PAIR, n=2, low=0, high=1),
        "X(i) <= high": at(PAIR, n=2, low=-1, high=0),
    },
)

# ---- indicators ------------------------------------------------------------------------------------------------------


@lemma("what an indicator is", "definition", title="mean of an indicator by a failure probability")
def indicator_at_most(indicator: Any, relation: Any, failure: Any, given: Any = NOTHING) -> Any:
    """The mean of the indicator of an event's failure is at most its probability."""
    needs = [law(indicator, "indicator", relation), event(relation, failure=failure, given=given)]
    return needs, always(le(Expectation(indicator, given), failure))


@lemma("what an indicator is", "definition", title="indicator of a relation that holds")
def indicator_off(indicator: Any, relation: Any, failure: Any, every: Any = ()) -> Any:
    """Where a relation holds the indicator of its failure is 0."""
    needs = [law(indicator, "indicator", relation), event(relation, failure=failure, every=every)]
    return needs, event(relation, le(indicator, 0), failure=failure, every=every)


Y = quantity("Y", "a random number", (), {"data"})
exceeds = quantity("I", "whether Y exceeds t", (), {"data"})
FLIP = Space({0: HALF, 1: HALF}, {"Y": lambda w: w, "I": lambda w: w})
INDICATOR_AT_MOST = Entry(
    indicator_at_most,
    {"indicator": exceeds, "relation": le(Y, t), "failure": q},
    (at(FLIP, t=HALF, q=HALF),),
    {
        "indicator": at(Space(FLIP.weights, {**FLIP.values, "I": lambda _: 1}), t=HALF, q=HALF),
        "with probability at least 1 - (q): Y <= t": at(FLIP, t=HALF, q=Rational(1, 4)),
    },
)
INDICATOR_OFF = Entry(
    indicator_off,
    {"indicator": exceeds, "relation": le(Y, t), "failure": q},
    (at(Space({HALF: HALF, 1: HALF}, {"Y": lambda w: w, "I": lambda w: 2 * w - 1}), t=HALF, q=HALF),),
    {
        "indicator": at(Space(FLIP.weights, {**FLIP.values, "I": lambda _: 1}), t=HALF, q=HALF),
        "with probability at least 1 - (q): Y <= t": at(FLIP, t=HALF, q=Rational(1, 4)),
    },
)

# ---- medians and order statistics ------------------------------------------------------------------------------------


@lemma("what a median is", "definition", title="median of averages")
def median_near(median: Any, X: Any, index: Any, missed: Any, centre: Any, t: Any, failure: Any) -> Any:
    """The median of numbers of which more than half are near a centre is near it."""
    needs = [
        law(median, "median", Family(X, index)),
        law(missed, "indicator", le(Abs(X - centre), t)),
        event(lt(Average(missed, index), HALF), failure=failure),
    ]
    return needs, event(le(Abs(median - centre), t), failure=failure)


MEDIAN = {("M", "median"): lambda _: True}
NO_MEDIAN = {("M", "median"): lambda _: False}
FAR = {"X": (5, 5, 5), "c": 0}
MEDIAN_NEAR = Entry(
    median_near,
    {"median": M, "X": X, "index": i, "missed": missed, "centre": c, "t": t, "failure": q},
    (at(sure(MEDIAN, X=(1, 1, 5), M=(1,), I=(0, 0, 1)), n=3, c=0, t=1, q=0),),
    {
        "median": at(sure(NO_MEDIAN, X=(0, 0, 0), M=(5,), I=(0, 0, 0)), n=3, c=0, t=1, q=0),
        "indicator": at(sure(MEDIAN, X=(5, 5, 5), M=(5,), I=(0, 0, 0)), n=3, c=0, t=1, q=0),
        "with probability at least 1 - (q): avg[i](I(i)) < 1/2": at(
            sure(MEDIAN, X=(5, 5, 5), M=(5,), I=(1, 1, 1)), n=3, c=0, t=1, q=0
        ),
    },
)


def ordered(quantile: Any, S: Any, index: Any, k: Any) -> Any:
    """A number is the k-th smallest of a sample."""
    return law(quantile, "order statistic", Family(S, index), k)


def a_place(k: Any, index: Any) -> list[Any]:
    """There is a k-th smallest."""
    return [always(le(1, k)), always(le(k, index.size))]


@lemma("what an order statistic is", "definition", title="number of values above an order statistic")
def few_above(quantile: Any, S: Any, index: Any, k: Any, above: Any) -> Any:
    """At most n - k of n numbers are larger than their k-th smallest."""
    needs = [ordered(quantile, S, index, k), law(above, "indicator", le(S, quantile)), *a_place(k, index)]
    return needs, always(le(Average(above, index), 1 - k / index.size))


SECOND = {("Q", "order statistic"): lambda _, k: k == 1}
NEITHER = {("Q", "order statistic"): lambda *_: False}
ANY = {("Q", "order statistic"): lambda *_: True}
FEW_ABOVE = Entry(
    few_above,
    {"quantile": Q, "S": S(i), "index": i, "k": k, "above": missed},
    (at(sure(SECOND, S=(0, 1), Q=(0,), I=(0, 1)), n=2, k=1),),
    {
        "order statistic": at(sure(NEITHER, S=(0, 1), Q=(-1,), I=(1, 1)), n=2, k=1),
        "indicator": at(sure(SECOND, S=(0, 1), Q=(0,), I=(1, 1)), n=2, k=1),
        "k <= n": at(sure(ANY, S=(0, 1), Q=(1,), I=(0, 0)), n=2, k=3),
    },
    spare=("1 <= k",),
)


@lemma(
    "what exchangeable means; Vovk, Gammerman and Shafer (2005), Section 2.2",
    title="rank of the last of exchangeable numbers",
)
def exchanged(S: Any, index: Any, quantile: Any, k: Any, above: Any) -> Any:
    """Each of exchangeable numbers is as likely as any other to be larger than their k-th smallest."""
    needs = [
        law(Family(S, index), "exchangeable"),
        ordered(quantile, S, index, k),
        law(above, "indicator", le(S, quantile)),
        *a_place(k, index),
    ]
    return needs, always(eq(Expectation(above), Expectation(Average(above, index))))


EITHER = {(0, 1): HALF, (1, 0): HALF}
SCORES = "(S(i) for all i)"


def drawn(exchangeable: bool = True, first: bool = True, weights: Any = EITHER, **values: Any) -> Space:
    """Two scores, the smaller of which is the first order statistic."""
    laws: dict[tuple[str, str], Callable[..., bool]] = {
        (SCORES, "exchangeable"): lambda: exchangeable,
        ("Q", "order statistic"): lambda _, k: first and k == 1,
    }
    own = {"S": lambda w, k: w[k - 1], "Q": lambda w: min(w), "I": lambda w, k: int(w[k - 1] > min(w)), **values}
    return Space(weights, own, properties=laws)


EXCHANGED = Entry(
    exchanged,
    {"S": S(i), "index": i, "quantile": Q, "k": k, "above": missed},
    (at(drawn(), n=2, k=1),),
    {
        "exchangeable": at(drawn(exchangeable=False, weights={(0, 1): 1}), n=2, k=1),
        "order statistic": at(drawn(first=False, Q=lambda w: w[0], I=lambda w, k: int(w[k - 1] > w[0])), n=2, k=1),
        "indicator": at(drawn(I=lambda _, k: k - 1), n=2, k=1),
    },
    spare=("1 <= k", "k <= n"),
)


@lemma("what an order statistic is", "definition", title="order statistics of fewer numbers")
def of_fewer(quantile: Any, wider: Any, S: Any, index: Any, fewer: Any, k: Any) -> Any:
    """The k-th smallest of some of the numbers is at least that of all."""
    if index.first != fewer.first:
        raise Missing(f"{index} and {fewer} start at different members")
    needs = [
        ordered(quantile, S(index), index, k),
        ordered(wider, S(fewer), fewer, k),
        always(le(fewer.size, index.size)),
        *a_place(k, fewer),
    ]
    return needs, always(le(quantile, wider))


def two(q: Any, wider: Any, scores: tuple[Any, ...], true: tuple[bool, bool] = (True, True)) -> Space:
    """Scores, with numbers that are their order statistics or are not."""
    laws: dict[tuple[str, str], Callable[..., bool]] = {}
    for name, own in zip("QR", true, strict=True):
        laws[name, "order statistic"] = lambda *_, own=own: own
    return sure(laws, S=scores, Q=(q,), R=(wider,))


OF_FEWER = Entry(
    of_fewer,
    {"quantile": Q, "wider": fewer_q, "S": S, "index": i, "fewer": h, "k": k},
    (at(two(1, 1, (1, 2)), n=2, m=1, k=1),),
    {
        "order statistic": at(two(9, 1, (1, 2), (False, True)), n=2, m=1, k=1),
        "order statistic of R": at(two(1, 0, (1, 2), (True, False)), n=2, m=1, k=1),
        "m <= n": at(two(5, 0, (5, 0)), n=1, m=2, k=1),
    },
    spare=("1 <= k", "k <= m"),
)
