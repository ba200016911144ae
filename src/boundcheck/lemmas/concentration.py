"""How far a number strays from its mean: Markov to Bernstein, uniform deviations, quadratic forms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sympy import Abs, Integer, Rational, exp, log, sqrt

from boundcheck.calculus import (
    Assumed,
    Average,
    Choice,
    Expectation,
    Expected,
    Family,
    ForAll,
    Index,
    always,
    eq,
    event,
    fact,
    family,
    law,
    le,
    lemma,
    letter,
    quantity,
)  # fmt: skip
from boundcheck.calculus.terms import NOTHING, Missing, sources, terms, within

from .entry import Entry, at, derived, lt
from .models import Space
from .tails import ChiSquare, Coins, Normal

n, N, d, mu, v, b, c, t, s, u, delta, eta, low, high, sigma = map(
    letter, ("n", "N", "d", "mu", "v", "b", "c", "t", "s", "u", "delta", "eta", "low", "high", "sigma")
)
i, j = Index("i", n), Index("j", N)
X = family("X", "draw i", (i,), {"data"})(i)
Y = quantity("Y", "a random number", (), {"data"})
Z = family("Z", "random number j", (j,), {"data"})(j)
average = Average(X, i)


def own(w: Any, *_: Any) -> Any:
    """The outcome itself."""
    return w


def nth(w: Any, k: int) -> Any:
    """Part k of the outcome, counted from 1."""
    return w[k - 1]


def number(law: Any, name: str = "Y") -> Space:
    """A space whose outcomes are the values of one number."""
    return Space(law, {name: own})


def copies(law: Any, name: str = "X") -> Space:
    """One value, copied for all members."""
    return Space(law, {name: own})


HALF, NEAR = Rational(1, 2), Rational(10**6 + 1, 10**6)

# ---- from an expectation ---------------------------------------------------------------------------------------------


@lemma("what an indicator is", "definition", title="probability of an event as the mean of its indicator")
def indicator_mean(indicator: Any, relation: Any, given: Any = NOTHING) -> Any:
    """An event fails with the probability that the mean of its indicator is."""
    return [law(indicator, "indicator", relation)], event(relation, failure=Expectation(indicator, given), given=given)


exceeds = quantity("I", "whether Y exceeds t", (t,), {"data"})
ONE_OF_TWO = Space({0: HALF, 1: HALF}, {"Y": own, "I": own})
NOT_ITS_INDICATOR = Space({0: HALF, 1: HALF}, {"Y": own, "I": lambda w: (1 - w) / Integer(4)})
INDICATOR_MEAN = Entry(
    indicator_mean,
    {"indicator": exceeds, "relation": le(Y, t)},
    (at(ONE_OF_TWO, t=HALF),),
    {"indicator": at(NOT_ITS_INDICATOR, t=HALF)},
)


@lemma("what an indicator is", "definition", title="product with an indicator")
def indicator_product(indicator: Any, lhs: Any, rhs: Any) -> Any:
    """Where its indicator is 1, lhs <= rhs fails."""
    needs = [law(indicator, "indicator", le(lhs, rhs))]
    return needs, always(le(0, indicator), le(indicator, 1), le(indicator * rhs, indicator * lhs))


INDICATOR_PRODUCT = Entry(
    indicator_product,
    {"indicator": exceeds, "lhs": Y, "rhs": t},
    (at(ONE_OF_TWO, t=HALF), at(Space({0: HALF, NEAR: HALF}, {"Y": own, "I": lambda w: int(bool(w > 0))}), t=1)),
    {"indicator": at(Space({0: HALF, 1: HALF}, {"Y": own, "I": lambda w: 1 - w}), t=HALF)},
)


@lemma("what the words say", "definition", title="lower end of a non-negative number")
def never_negative(Y: Any, given: Any = NOTHING) -> Any:
    """A number that is never negative is at least 0."""
    return [law(Y, "non-negative", given=given)], always(le(0, Y))


@lemma("what the words say", "definition", title="non-negative by its range")
def non_negative(Y: Any, given: Any = NOTHING) -> Any:
    """A number that is at least 0 on every run is never negative."""
    return [always(le(0, Y))], law(Y, "non-negative", given=given)


NEVER_NEGATIVE = Entry(never_negative, {"Y": Y}, (), {"non-negative": at(number({-1: 1}))})
NON_NEGATIVE = Entry(non_negative, {"Y": Y}, (), {"0 <= Y": at(number({-1: 1}))})


@lemma("Markov; Boucheron, Lugosi and Massart (2013), Section 2.1", "proved here", title="Markov's inequality")
def markov(Y: Any, t: Any, given: Any = NOTHING) -> Any:
    """A number that is never negative exceeds t with probability at most its mean over t."""
    return [law(Y, "non-negative", given=given), always(lt(0, t))], event(
        le(Y, t), failure=Expectation(Y, given) / t, given=given
    )


MARKOV = Entry(
    markov,
    {"Y": Y, "t": t},
    (at(number({0: HALF, NEAR: HALF}), t=1),),
    {
        "non-negative": at(number({2: HALF, -2: HALF}), t=1),
        "0 < t": at(number({0: HALF, 1: HALF}), t=-1),
    },
    derived=derived(
        fact("sign", never_negative(Y=Y)),
        fact("product", indicator_product(indicator=exceeds, lhs=Y, rhs=t)),
        fact("pointwise", le(t * exceeds, Y), by=("product", "sign")),
        fact("means", Expected(), by=("pointwise", "I is integrable", "Y is integrable")),
        fact("probability", indicator_mean(indicator=exceeds, relation=le(Y, t))),
        fact("bound", event(le(Y, t), failure=Expectation(Y) / t), by=("probability", "means")),
        auxiliary={
            "indicator": Assumed(law(exceeds, "indicator", le(Y, t)), "definition"),
            "I is integrable": Assumed(law(exceeds, "integrable"), "it is 0 or 1"),
            "Y is integrable": Assumed(law(Y, "integrable"), "else its mean is infinite"),
        },
    ),
)


@lemma("what a variance is", "definition", title="variance as a mean square")
def variance_mean(Y: Any, mu: Any, v: Any, given: Any = NOTHING) -> Any:
    """The mean squared deviation from the mean is the variance."""
    return [law(Y, "mean", mu, given=given), law(Y, "variance", v, given=given)], always(
        le(Expectation((Y - mu) ** 2, given), v)
    )


VARIANCE_MEAN = Entry(
    variance_mean,
    {"Y": Y, "mu": mu, "v": v},
    (at(number({-1: HALF, 1: HALF}), mu=0, v=1), at(number({0: HALF, 2: HALF}), mu=1, v=1)),
    {
        "mean": at(number({-1: HALF, 1: HALF}), mu=1, v=1),
        "variance": at(number({-2: HALF, 2: HALF}), mu=0, v=1),
    },
)


@lemma("Chebyshev; Boucheron, Lugosi and Massart (2013), Section 2.1", "proved here", title="Chebyshev's inequality")
def chebyshev(Y: Any, mu: Any, v: Any, t: Any, given: Any = NOTHING) -> Any:
    """A number of variance v strays from its mean by more than t with probability at most v/t^2."""
    needs = [law(Y, "mean", mu, given=given), law(Y, "variance", v, given=given), always(lt(0, t))]
    return needs, event(le(Abs(Y - mu), t), failure=v / t**2, given=given)


THREE_VALUES = number({-NEAR: Rational(1, 4), 0: HALF, NEAR: Rational(1, 4)})
CHEBYSHEV = Entry(
    chebyshev,
    {"Y": Y, "mu": mu, "v": v, "t": t},
    (at(THREE_VALUES, mu=0, v=NEAR**2 / 2, t=1),),
    {
        "mean": at(number({9: 1}), mu=0, v=HALF, t=1),
        "variance": at(THREE_VALUES, mu=0, v=Rational(1, 4), t=1),
        "0 < t": at(THREE_VALUES, mu=0, v=1, t=-2),
    },
    derived=derived(
        fact("variance means", variance_mean(Y=Y, mu=mu, v=v)),
        fact("never negative", le(0, (Y - mu) ** 2), by=()),
        fact("law of the square", non_negative(Y=(Y - mu) ** 2), by="never negative"),
        fact("square", markov(Y=(Y - mu) ** 2, t=t**2)),
        fact("both sides", event(le(Abs(Y - mu), t), failure=Expectation((Y - mu) ** 2) / t**2), by="square"),
        fact("bound", event(le(Abs(Y - mu), t), failure=v / t**2), by=("both sides", "variance means")),
    ),
)


@lemma("what sub-Gaussian means", "definition", title="moment generating function of a sub-Gaussian number")
def generating_function(Y: Any, mu: Any, v: Any, s: Any, given: Any = NOTHING) -> Any:
    """The moment generating function of a sub-Gaussian number, about its mean."""
    needs = [law(Y, "mean", mu, given=given), law(Y, "sub-Gaussian", v, given=given)]
    return needs, always(le(Expectation(exp(s * (Y - mu)), given), exp(s**2 * v / 2)))


GENERATING_FUNCTION = Entry(
    generating_function,
    {"Y": Y, "mu": mu, "v": v, "s": s},
    (at(number({-1: HALF, 1: HALF}), mu=0, v=1, s=Rational(1, 10)),),
    {
        "mean": at(number({-1: HALF, 1: HALF}), mu=-1, v=1, s=1),
        "sub-Gaussian": at(number({-2: HALF, 2: HALF}), mu=0, v=1, s=1),
    },
)


@lemma("Boucheron, Lugosi and Massart (2013), Section 2.3", "proved here", title="tail of a sub-Gaussian number")
def chernoff(Y: Any, v: Any, mu: Any, t: Any, side: Any = 1, given: Any = NOTHING) -> Any:
    """A sub-Gaussian number exceeds its mean by t, or falls below it, with probability at most exp(-t^2/(2v))."""
    if side not in (1, -1):
        raise Missing(f"a side is 1 or -1, not {side}")
    needs = [law(Y, "sub-Gaussian", v, given=given), law(Y, "mean", mu, given=given), always(lt(0, t), lt(0, v))]
    return needs, event(le(side * (Y - mu), t), failure=exp(-(t**2) / (2 * v)), given=given)


STANDARD = Normal()
CHERNOFF = Entry(
    chernoff,
    {"Y": Y, "v": v, "mu": mu, "t": t},
    (at(STANDARD, v=1, mu=0, t=100),),
    {
        "sub-Gaussian": at(Normal(0, 2), v=1, mu=0, t=100),
        "mean": at(Normal(50, 1), v=1, mu=0, t=10),
        "0 < t": at(STANDARD, v=1, mu=0, t=-10),
        "0 < v": at(number({0: 1}), v=0, mu=0, t=1),
    },
    derived=lambda entry: chernoff_derivation(entry.objects.get("side", 1))(entry),
)
CHERNOFF_BELOW = replace(
    CHERNOFF,
    objects={**CHERNOFF.objects, "side": -1},
    without={**CHERNOFF.without, "mean": at(Normal(-50, 1), v=1, mu=0, t=10)},
)


def chernoff_derivation(side: int) -> Any:
    """Of one side, from Markov's inequality for the exponential."""
    raised = exp(side * s * (Y - mu))
    return derived(
        fact("positive", le(0, raised), by=()),
        fact("law of the exponential", non_negative(Y=raised), by="positive"),
        fact("exponential", markov(Y=raised, t=exp(s * t))),
        fact("generating function", generating_function(Y=Y, mu=mu, v=v, s=side * s)),
        fact(
            "logarithms",
            event(le(side * s * (Y - mu), s * t), failure=exp(s**2 * v / 2 - s * t)),
            by=("exponential", "generating function"),
        ),
        fact("chosen", Choice(s, t / v), by="logarithms"),
        fact("bound", event(le(side * (Y - mu), t), failure=exp(-(t**2) / (2 * v))), by="chosen"),
        domain=(s > 0,),
    )


@lemma("Hoeffding (1963), Section 4", title="Hoeffding's lemma")
def hoeffding_lemma(X: Any, low: Any, high: Any, given: Any = NOTHING) -> Any:
    """A number in [low, high] is, about its mean, sub-Gaussian with variance proxy (high - low)^2/4."""
    return [law(X, "bounded", low, high, given=given)], law(X, "sub-Gaussian", (high - low) ** 2 / 4, given=given)


FAIR = number({-1: HALF, 1: HALF})
HOEFFDING_LEMMA = Entry(
    hoeffding_lemma,
    {"X": Y, "low": low, "high": high},
    (at(FAIR, low=-1, high=1),),
    {"bounded": at(number({-3: HALF, 3: HALF}), low=-1, high=1)},
)


@lemma("Boucheron, Lugosi and Massart (2013), Section 2.3", title="average of independent sub-Gaussian numbers")
def average_sub_gaussian(X: Any, index: Any, v: Any, given: Any = NOTHING) -> Any:
    """The average of n independent sub-Gaussian numbers has the n-th part of their variance proxy."""
    needs = [law(Family(X, index), "independent", given=given), law(X, "sub-Gaussian", v, given=given)]
    return needs, law(Average(X, index), "sub-Gaussian", v / index.size, given=given)


AVERAGE_SUB_GAUSSIAN = Entry(
    average_sub_gaussian,
    {"X": X, "index": i, "v": v},
    (at(STANDARD, v=1, n=10),),
    {
        "independent": at(copies({-1: HALF, 1: HALF}), v=1, n=10),
        "sub-Gaussian": at(Normal(0, 2), v=1, n=10),
    },
)


@lemma("linearity of the expectation", "definition", title="mean of an average of equal means")
def average_mean(X: Any, index: Any, mu: Any, given: Any = NOTHING) -> Any:
    """The average of numbers of one mean has this mean."""
    return [law(X, "mean", mu, given=given)], law(Average(X, index), "mean", mu, given=given)


AVERAGE_MEAN = Entry(
    average_mean,
    {"X": X, "index": i, "mu": mu},
    (at(copies({1: 1}), mu=1, n=3),),
    {"mean": at(copies({-1: HALF, 1: HALF}), mu=1, n=3)},
)


@lemma("linearity of the expectation", "definition", title="mean of a linear combination")
def sum_mean(total: Any, X: Any, Y: Any, a: Any, b: Any, given: Any = NOTHING) -> Any:
    """The mean of a sum is the sum of the means."""
    needs = [always(eq(total, X + Y)), law(X, "mean", a, given=given), law(Y, "mean", b, given=given)]
    return needs, law(total, "mean", a + b, given=given)


V, W = (quantity(name, "another random number", (), {"data"}) for name in "VW")
SIGNS = {-1: HALF, 1: HALF}
ADDED = Space(SIGNS, {"Y": own, "W": lambda w: 2 - w, "V": lambda _: 2})
SUM_MEAN = Entry(
    sum_mean,
    {"total": V, "X": Y, "Y": W, "a": low, "b": high},
    (at(ADDED, low=0, high=2),),
    {
        "V == W + Y": at(Space(SIGNS, {**ADDED.values, "V": own}), low=0, high=2),
        "mean": at(ADDED, low=1, high=2),
        "mean of W": at(ADDED, low=0, high=1),
    },
)


@lemma("Hoeffding (1963), Theorem 2", "proved here", title="Hoeffding's inequality")
def hoeffding(X: Any, index: Any, low: Any, high: Any, mu: Any, t: Any, given: Any = NOTHING) -> Any:
    """The average of n independent numbers in [low, high] exceeds their mean by t with small probability."""
    needs = [
        law(Family(X, index), "independent", given=given),
        law(X, "bounded", low, high, given=given),
        law(X, "mean", mu, given=given),
        always(lt(0, t), lt(low, high)),
    ]
    tail = exp(-2 * index.size * t**2 / (high - low) ** 2)
    return needs, event(le(Average(X, index) - mu, t), failure=tail, given=given)


MANY = {"n": 10**6, "t": Rational(1, 50)}
SPREAD = Coins(HALF, -HALF, HALF)
HOEFFDING = Entry(
    hoeffding,
    {"X": X, "index": i, "low": low, "high": high, "mu": mu, "t": t},
    (at(SPREAD, low=-HALF, high=HALF, mu=0, **MANY),),
    {
        "independent": at(copies({-HALF: HALF, HALF: HALF}), low=-HALF, high=HALF, mu=0, n=50, t=Rational(2, 5)),
        "bounded": at(Coins(HALF, -1, 1), low=-HALF, high=HALF, mu=0, **MANY),
        "mean": at(SPREAD, low=-HALF, high=HALF, mu=-Rational(1, 10), **MANY),
        "0 < t": at(SPREAD, low=-HALF, high=HALF, mu=0, n=100, t=-Rational(1, 5)),
        "low < high": at(copies({0: 1}), low=0, high=0, mu=0, n=10, t=1),
    },
    derived=derived(
        fact("one", hoeffding_lemma(X=X, low=low, high=high)),
        fact("sum", average_sub_gaussian(X=X, index=i, v=(high - low) ** 2 / 4)),
        fact("centre", average_mean(X=X, index=i, mu=mu)),
        fact("positive", le(0, (high - low) ** 2), by=()),
        fact("tail", chernoff(Y=average, v=(high - low) ** 2 / (4 * n), mu=mu, t=t)),
        fact("bound", event(le(average - mu, t), failure=exp(-2 * n * t**2 / (high - low) ** 2)), by="tail"),
        domain=(n >= 1,),
    ),
)


@lemma("Hoeffding (1963), Theorem 2, on both sides", "proved here", title="Hoeffding's inequality on both sides")
def hoeffding_both_sides(X: Any, index: Any, low: Any, high: Any, mu: Any, t: Any, given: Any = NOTHING) -> Any:
    """The average of n independent numbers in [low, high] strays from their mean by t with small probability."""
    needs, _ = hoeffding.statement(X=X, index=index, low=low, high=high, mu=mu, t=t, given=given)
    tail = 2 * exp(-2 * index.size * t**2 / (high - low) ** 2)
    return needs, event(le(Abs(Average(X, index) - mu), t), failure=tail, given=given)


PROXY = (high - low) ** 2 / (4 * n)
HOEFFDING_BOTH_SIDES = replace(
    HOEFFDING,
    lemma=hoeffding_both_sides,
    slack={"failure, factor": "what both sides cost beyond one has no known closed form; far out it does not matter"},
    derived=derived(
        fact("one", hoeffding_lemma(X=X, low=low, high=high)),
        fact("sum", average_sub_gaussian(X=X, index=i, v=(high - low) ** 2 / 4)),
        fact("centre", average_mean(X=X, index=i, mu=mu)),
        fact("above", chernoff(Y=average, v=PROXY, mu=mu, t=t)),
        fact("below", chernoff(Y=average, v=PROXY, mu=mu, t=t, side=-1)),
        fact(
            "bound",
            event(le(Abs(average - mu), t), failure=2 * exp(-2 * n * t**2 / (high - low) ** 2)),
            by=("above", "below"),
        ),
        domain=(n >= 1,),
    ),
)


def bennett_exponent(u: Any) -> Any:
    """The rate of the Poisson law."""
    return (1 + u) * log(1 + u) - u


def moments(X: Any, index: Any, mu: Any, v: Any, b: Any, t: Any) -> list[Any]:
    """Independent numbers of one mean, with a variance, each within b of its mean."""
    return [law(Family(X, index), "independent"), law(X, "mean", mu), law(X, "variance", v), law(X, "within", b),
            always(lt(0, t), lt(0, v))]  # fmt: skip


@lemma("Bennett; Boucheron, Lugosi and Massart (2013), Theorem 2.9", title="Bennett's inequality")
def bennett(X: Any, index: Any, mu: Any, v: Any, b: Any, t: Any) -> Any:
    """The average of n independent numbers of variance v, each within b of its mean, has the tail of a Poisson number."""
    tail = exp(-index.size * v / b**2 * bennett_exponent(b * t / v))
    return [*moments(X, index, mu, v, b, t), always(lt(0, b))], event(le(Average(X, index) - mu, t), failure=tail)


@lemma("Bernstein; Boucheron, Lugosi and Massart (2013), Section 2.8", "proved here", title="Bernstein's inequality")
def bernstein(X: Any, index: Any, mu: Any, v: Any, b: Any, t: Any) -> Any:
    """The average of n independent numbers of variance v, each within b of its mean, exceeds it by t with small probability."""
    tail = exp(-index.size * t**2 / (2 * (v + b * t / 3)))
    return [*moments(X, index, mu, v, b, t), always(lt(0, b))], event(le(Average(X, index) - mu, t), failure=tail)


RARE = Rational(1, 10**5)
POISSON = Coins(RARE)
SMALL = {"n": 10**12, "mu": RARE, "v": RARE * (1 - RARE), "b": 1 - RARE, "t": RARE / 10}
LARGE = {**SMALL, "t": 2 * RARE}
CONSTANT = copies({0: 1})
TENTH = Rational(1, 10)
LACKING = {
    "independent": at(copies({-1: HALF, 1: HALF}), n=100, mu=0, v=1, b=1, t=Rational(9, 10)),
    "mean": at(POISSON, **{**SMALL, "mu": RARE / 2}),
    "variance": at(POISSON, **{**SMALL, "v": RARE / 2}),
    "within": at(POISSON, **{**LARGE, "b": Rational(1, 100)}),
    "0 < t": at(
        copies({-1: TENTH, TENTH / (1 - TENTH): 1 - TENTH}), n=1, mu=0, v=TENTH / (1 - TENTH), b=1, t=-2 * TENTH
    ),
}
BENNETT = Entry(
    bennett,
    {"X": X, "index": i, "mu": mu, "v": v, "b": b, "t": t},
    (at(POISSON, **SMALL), at(POISSON, **LARGE)),
    LACKING | {
        "0 < v": at(CONSTANT, n=1, mu=0, v=0, b=1, t=1),
        "0 < b": at(CONSTANT, n=1, mu=0, v=1, b=0, t=1),
    },
)  # fmt: skip
BERNSTEIN = Entry(
    bernstein,
    {"X": X, "index": i, "mu": mu, "v": v, "b": b, "t": t},
    (at(POISSON, **SMALL),),
    LACKING,
    spare=("0 < v", "0 < b"),
    derived=derived(
        fact("Poisson", bennett(X=X, index=i, mu=mu, v=v, b=b, t=t)),
        fact("rate", le(u**2 / (2 * (1 + u / 3)), bennett_exponent(u)), by=()),
        fact("rate here", Choice(u, b * t / v), by="rate"),
        fact(
            "bound",
            event(le(average - mu, t), failure=exp(-n * t**2 / (2 * (v + b * t / 3)))),
            by=("Poisson", "rate here"),
        ),
        domain=(u > 0, n >= 1),
    ),
)


@lemma("Mitzenmacher and Upfal (2017), Theorem 4.4", title="multiplicative Chernoff bound")
def multiplicative_chernoff(X: Any, index: Any, mu: Any, eta: Any) -> Any:
    """The average of n independent numbers in [0, 1] of mean mu exceeds (1 + eta) mu with small probability."""
    needs = [law(Family(X, index), "independent"), law(X, "bounded", 0, 1), law(X, "mean", mu), always(lt(0, eta))]
    tail = exp(-index.size * mu * bennett_exponent(eta))
    return needs, event(le(Average(X, index), (1 + eta) * mu), failure=tail)


MULTIPLICATIVE_CHERNOFF = Entry(
    multiplicative_chernoff,
    {"X": X, "index": i, "mu": mu, "eta": eta},
    (at(POISSON, n=10**12, mu=RARE, eta=Rational(1, 10)), at(POISSON, n=10**12, mu=RARE, eta=2)),
    {
        "independent": at(copies({0: HALF, 1: HALF}), n=100, mu=HALF, eta=HALF),
        "bounded": at(Coins(HALF, 0, 4), n=100, mu=2, eta=Rational(1, 4)),
        "mean": at(POISSON, n=10**12, mu=RARE / 2, eta=Rational(1, 10)),
        "0 < eta": at(Coins(), n=100, mu=HALF, eta=-HALF),
    },
)


@lemma("Maurer (2003), Theorem 1", title="lower tail of an average of non-negative numbers")
def lower_tail(X: Any, index: Any, mu: Any, q: Any, delta: Any) -> Any:
    """The average of n independent numbers that are never negative falls short of their mean by what their squares allow."""
    needs = [
        law(Family(X, index), "independent"),
        law(X, "non-negative"),
        law(X, "mean", mu),
        law(X, "second moment", q),
        always(lt(0, delta), lt(delta, 1)),
    ]
    return needs, event(le(mu - Average(X, index), sqrt(2 * q * log(1 / delta) / index.size)), failure=delta)


@lemma("an upper end", "definition", title="mean square by the mean")
def second_moment_by_mean(X: Any, high: Any, mu: Any, given: Any = NOTHING) -> Any:
    """The square of a number from 0 to its upper end is in the mean at most this end times the mean."""
    needs = [law(X, "bounded", 0, high, given=given), law(X, "mean", mu, given=given)]
    return needs, law(X, "second moment", high * mu, given=given)


def noise_beside(x: Any, eta: Any, index: Any, sigma: Any, given: Any) -> tuple[Any, ...]:
    """Independent sub-Gaussian noise beside what is fixed before it."""
    if not within(sources(x), given):
        raise Missing(f"{x} is not fixed by the {', '.join(sorted(map(str, given)))}")
    return (
        law(Family(eta, index), "independent", given=given),
        law(eta, "mean", 0, given=given),
        law(eta, "sub-Gaussian", sigma**2, given=given),
    )


@lemma("Boucheron, Lugosi and Massart (2013), Section 2.3", title="sub-Gaussian noise with weights")
def weighted_noise(eta: Any, weights: Any, sigma: Any, delta: Any, given: Any) -> Any:
    """The average of independent sub-Gaussian noise with weights that are fixed before it."""
    a, index = weights.member, weights.index
    needs = [
        *noise_beside(a, eta, index, sigma, given),
        always(lt(0, delta), lt(delta, 1), le(0, sigma)),
    ]
    width = sigma * sqrt(2 * log(1 / delta) / index.size) * sqrt(Average(a**2, index))
    return needs, event(le(Average(a * eta, index), width), failure=delta, given=given)


@lemma("Cauchy and Schwarz", title="Cauchy-Schwarz inequality of averages")
def average_product(one: Any, other: Any) -> Any:
    """The square of an average of products is at most the product of the averages of the squares."""
    X, Y, index = one.member, other.member, one.index
    if other.index != index:
        raise Missing(f"{one.name} and {other.name} do not share an index")
    return [], always(le(Average(X * Y, index) ** 2, Average(X**2, index) * Average(Y**2, index)))


@lemma("Cauchy and Schwarz", title="Cauchy-Schwarz inequality of expectations")
def expected_product(X: Any, Y: Any, v: Any, w: Any) -> Any:
    """The square of the mean of a product is at most the product of what bounds the mean squares."""
    needs = [law(X, "second moment", v), law(Y, "second moment", w)]
    return needs, always(le(Expectation(X * Y) ** 2, v * w))


@lemma("what the words say", "definition", title="bound of a mean square")
def bound_of_square(X: Any, v: Any) -> Any:
    """What the mean square is at most bounds it."""
    needs = [law(X**2, "integrable"), always(le(Expectation(X**2), v))]
    return needs, law(X, "second moment", v)


@lemma("what the words say", "definition", title="mean square by its bound")
def mean_of_square(X: Any, v: Any) -> Any:
    """What bounds the mean square bounds it."""
    return [law(X, "second moment", v)], always(le(Expectation(X**2), v))


FAR_BELOW = {"n": 10**12, "mu": RARE, "v": RARE, "delta": exp(-5000)}
ONCE = {"n": 1, "mu": -Rational(1, 10), "v": 1, "delta": Rational(1, 200)}
LOWER_TAIL = Entry(
    lower_tail,
    {"X": X, "index": i, "mu": mu, "q": v, "delta": delta},
    (at(POISSON, **FAR_BELOW),),
    {
        "independent": at(copies({0: HALF, 1: HALF}), n=50, mu=HALF, v=HALF, delta=TENTH),
        "non-negative": at(copies({-10: Rational(1, 100), 0: Rational(99, 100)}), **ONCE),
        "mean": at(POISSON, **{**FAR_BELOW, "mu": 2 * RARE}),
        "second moment": at(POISSON, **{**FAR_BELOW, "v": RARE / 2}),
        "0 < delta": at(POISSON, **{**FAR_BELOW, "delta": 0}),
        "delta < 1": at(POISSON, **{**FAR_BELOW, "delta": 2}),
    },
)
UP_TO_ONE = number({0: HALF, 1: HALF})
SECOND_MOMENT_BY_MEAN = Entry(
    second_moment_by_mean,
    {"X": Y, "high": high, "mu": mu},
    (at(UP_TO_ONE, high=1, mu=HALF),),
    {
        "bounded": at(number({0: HALF, 2: HALF}), high=1, mu=1),
        "mean": at(UP_TO_ONE, high=1, mu=Rational(1, 4)),
    },
)

E, A = family("e", "noise i", (i,), {"noise"})(i), family("a", "weight i", (i,), {"data"})(i)
SEEN = frozenset({"data"})


@dataclass(frozen=True)
class AtOnes(Normal):
    """Normal noise, with weights that are all 1."""

    def _event(self, said: Any, numbers: Any) -> bool | None:
        (one,) = said.relations
        ones = dict.fromkeys(terms(one.rhs), Integer(1))
        return super()._event(replace(said, relations=(le(one.lhs, one.rhs.xreplace(ones)),)), numbers)


def same_noise(law: Any) -> Space:
    """One noise for all samples, with weights that are all 1."""
    return Space(law, {"e": own, "a": lambda *_: 1}, {"data": lambda _: ()})


WEIGHED = {"n": 1, "sigma": 1, "delta": TENTH}
WEIGHTED_NOISE = Entry(
    weighted_noise,
    {"eta": E, "weights": Family(A, i), "sigma": sigma, "delta": delta, "given": SEEN},
    (at(AtOnes(), n=100, sigma=1, delta=exp(-5000)),),
    {
        "independent": at(same_noise({-1: HALF, 1: HALF}), **{**WEIGHED, "n": 50}),
        "mean": at(same_noise({1: 1}), **{**WEIGHED, "n": 50}),
        "sub-Gaussian": at(same_noise({-5: HALF, 5: HALF}), **WEIGHED),
        "0 < delta": at(AtOnes(), **{**WEIGHED, "delta": 0}),
        "delta < 1": at(AtOnes(), **{**WEIGHED, "delta": 3}),
        "0 <= sigma": at(AtOnes(), **{**WEIGHED, "sigma": -1}),
    },
)
AVERAGE_PRODUCT = Entry(
    average_product,
    {"one": Family(X, i), "other": Family(A, i)},
    (at(Space({0: 1}, {"X": lambda _, k: k, "a": lambda _, k: k}), n=2),),
    {},
)
PROPORTIONAL = {-1: HALF, 2: HALF}
EXPECTED_PRODUCT = Entry(
    expected_product,
    {"X": V, "Y": W, "v": v, "w": s},
    (at(Space(PROPORTIONAL, {"V": own, "W": lambda w: 2 * w}), v=Rational(5, 2), s=10),),
    {
        "second moment": at(Space(PROPORTIONAL, {"V": own, "W": own}), v=2, s=Rational(5, 2)),
        "second moment of W": at(Space(PROPORTIONAL, {"V": own, "W": own}), v=Rational(5, 2), s=2),
    },
)
BOUND_OF_SQUARE = Entry(
    bound_of_square,
    {"X": Y, "v": v},
    (at(number({-1: HALF, 1: HALF}), v=1),),
    {"E[Y**2] <= v": at(number({-1: HALF, 1: HALF}), v=HALF)},
    spare=("integrable",),
)
MEAN_OF_SQUARE = Entry(
    mean_of_square,
    {"X": Y, "v": v},
    (at(number({-1: HALF, 1: HALF}), v=1),),
    {"second moment": at(number({-1: HALF, 1: HALF}), v=HALF)},
)

# ---- many at once ----------------------------------------------------------------------------------------------------


@lemma("Boucheron, Lugosi and Massart (2013), Section 2.5", "proved here", title="maximum of sub-Gaussian numbers")
def sub_gaussian_maximum(Z: Any, index: Any, v: Any, delta: Any) -> Any:
    """All of N sub-Gaussian numbers about 0 are at most sqrt(2 v log(N/delta)), with probability at least 1 - delta."""
    width = sqrt(2 * v * log(index.size / delta))
    needs = [law(Z, "sub-Gaussian", v), law(Z, "mean", 0), always(lt(0, delta), lt(delta, 1), lt(0, v))]
    return needs, event(le(Z, width), failure=delta, every=(index,))


TINY = exp(-5000)
SUB_GAUSSIAN_MAXIMUM = Entry(
    sub_gaussian_maximum,
    {"Z": Z, "index": j, "v": v, "delta": delta},
    (at(STANDARD, N=10, v=1, delta=TINY),),
    {
        "sub-Gaussian": at(Normal(0, 4), N=10, v=1, delta=TINY),
        "mean": at(Normal(4, 1), N=10, v=1, delta=Rational(1, 100)),
        "0 < delta": at(STANDARD, N=10, v=1, delta=0),
        "delta < 1": at(STANDARD, N=10, v=1, delta=20),
    },
    spare=("0 < v",),
    derived=derived(
        fact("one", chernoff(Y=Z, v=v, mu=Integer(0), t=sqrt(2 * v * log(N / delta)))),
        fact("each", event(le(Z, sqrt(2 * v * log(N / delta))), failure=delta / N), by="one"),
        fact("all", ForAll(j), by="each"),
        domain=(N >= 1,),
    ),
)

R = family("R", "risk of function j", (j,))
loss = family("loss", "loss of function j at draw i", (i, j), {"data"})


@lemma(
    "Shalev-Shwartz and Ben-David (2014), Corollary 4.6", "proved here", title="uniform convergence over a finite class"
)
def uniform_convergence(loss: Any, sample: Any, functions: Any, risk: Any, delta: Any) -> Any:
    """The average losses of N functions with values in [0, 1] are all near their risks."""
    width = sqrt(log(2 * functions.size / delta) / (2 * sample.size))
    needs = [
        law(Family(loss, sample), "independent"),
        law(loss, "bounded", 0, 1),
        law(loss, "mean", risk),
        always(lt(0, delta), lt(delta, 1)),
    ]
    return needs, event(le(Abs(Average(loss, sample) - risk), width), failure=delta, every=(functions,))


WIDTH, mean_loss = sqrt(log(2 * N / delta) / (2 * n)), Average(loss(i, j), i)
UNIFORM_CONVERGENCE = Entry(
    uniform_convergence,
    {"loss": loss(i, j), "sample": i, "functions": j, "risk": R(j), "delta": delta},
    (at(Coins(), n=10**6, N=1, R=HALF, delta=exp(-800)),),
    {
        "independent": at(copies({0: HALF, 1: HALF}, "loss"), n=50, N=1, R=HALF, delta=Rational(1, 10)),
        "bounded": at(Coins(HALF, -1, 2), n=100, N=1, R=HALF, delta=Rational(1, 10)),
        "mean": at(Coins(), n=10**6, N=1, R=Rational(1, 3), delta=Rational(1, 10)),
        "0 < delta": at(Coins(), n=100, N=1, R=HALF, delta=0),
        "delta < 1": at(Coins(), n=100, N=1, R=HALF, delta=3),
    },
    slack={
        "in the logarithm": "what a union over both sides and N functions costs beyond what it must has no known closed form"
    },
    derived=derived(
        fact("one", hoeffding_lemma(X=loss(i, j), low=0, high=1)),
        fact("sum", average_sub_gaussian(X=loss(i, j), index=i, v=Rational(1, 4))),
        fact("centre", average_mean(X=loss(i, j), index=i, mu=R(j))),
        fact("above", chernoff(Y=mean_loss, v=1 / (4 * n), mu=R(j), t=WIDTH)),
        fact("below", chernoff(Y=mean_loss, v=1 / (4 * n), mu=R(j), t=WIDTH, side=-1)),
        fact("above, as printed", event(le(mean_loss - R(j), WIDTH), failure=delta / (2 * N)), by="above"),
        fact("below, as printed", event(le(R(j) - mean_loss, WIDTH), failure=delta / (2 * N)), by="below"),
        fact(
            "each",
            event(le(Abs(mean_loss - R(j)), WIDTH), failure=delta / N),
            by=("above, as printed", "below, as printed"),
        ),
        fact("all", ForAll(j), by="each"),
        domain=(n >= 1, N >= 1),
    ),
)


@lemma("McDiarmid; Boucheron, Lugosi and Massart (2013), Theorem 6.2", title="McDiarmid's inequality")
def mcdiarmid(Y: Any, X: Any, index: Any, c: Any, mu: Any, t: Any) -> Any:
    """A function of independent variables, none of which moves it by more than c, exceeds its mean by t with small probability."""
    needs = [
        law(Family(X, index), "independent"),
        law(Y, "bounded differences", Family(X, index), c),
        law(Y, "mean", mu),
        always(lt(0, t)),
    ]
    return needs, event(le(Y - mu, t), failure=exp(-2 * t**2 / (index.size * c**2)))


MCDIARMID = Entry(
    mcdiarmid,
    {"Y": average, "X": X, "index": i, "c": c, "mu": mu, "t": t},
    (at(Coins(), c=Rational(1, 10**6), mu=HALF, **MANY),),
    {
        "independent": at(copies({0: HALF, 1: HALF}), c=Rational(1, 50), mu=HALF, n=50, t=Rational(2, 5)),
        "bounded differences": at(Coins(), c=Rational(1, 2 * 10**6), mu=HALF, **MANY),
        "mean": at(Coins(), c=Rational(1, 10**6), mu=Rational(1, 3), **MANY),
        "0 < t": at(Coins(), c=Rational(1, 100), mu=HALF, n=100, t=-Rational(1, 5)),
    },
)


# ---- squares ---------------------------------------------------------------------------------------------------------


@lemma("Laurent and Massart (2000), Lemma 1", title="upper tail of chi-square")
def chi_square_tail(Y: Any, d: Any, t: Any) -> Any:
    """A chi-square number with d degrees of freedom exceeds d + 2 sqrt(d t) + 2t with probability at most exp(-t)."""
    return [law(Y, "chi-square", d), always(lt(0, t))], event(le(Y, d + 2 * sqrt(d * t) + 2 * t), failure=exp(-t))


CHI_SQUARE_TAIL = Entry(
    chi_square_tail,
    {"Y": Y, "d": d, "t": t},
    (at(ChiSquare(10**6), d=10**6, t=100), at(ChiSquare(2), d=2, t=5000)),
    {
        "chi-square": at(ChiSquare(200), d=100, t=10),
        "0 < t": at(ChiSquare(2), d=2, t=-1),
    },
)


@lemma("Laurent and Massart (2000), Lemma 1", title="lower tail of chi-square")
def chi_square_lower_tail(Y: Any, d: Any, t: Any) -> Any:
    """A chi-square number with d degrees of freedom falls below d - 2 sqrt(d t) with probability at most exp(-t)."""
    return [law(Y, "chi-square", d), always(lt(0, t))], event(le(d - 2 * sqrt(d * t), Y), failure=exp(-t))


CHI_SQUARE_LOWER_TAIL = Entry(
    chi_square_lower_tail,
    {"Y": Y, "d": d, "t": t},
    (at(ChiSquare(10**6), d=10**6, t=100),),
    {
        "chi-square": at(ChiSquare(50), d=100, t=10),
        "0 < t": at(ChiSquare(2), d=2, t=-1),
    },
)
