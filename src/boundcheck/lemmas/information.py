"""How far two laws are apart, what a channel leaves of it, and what a test can tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from flint import ctx
from sympy import Abs, Add, Basic, Integer, Max, Min, Poly, Rational, Symbol, exp, log, prod, sqrt, sympify

from boundcheck.calculus import Always, Index, Law, Private, always, eq, fact, law, le, lemma, letter
from boundcheck.calculus.facts import Conclusion, name
from boundcheck.calculus.terms import Functional, Hypotheses, Leaf, letters, put
from boundcheck.symbolic import Statement

from .entry import Entry, at, derived, lt
from .models import BITS, both, scalars, true_of

ANY = "any two inputs"
epsilon, n, theta_0, theta_1, tau, d = map(letter, ("epsilon", "n", "theta_0", "theta_1", "tau", "d"))


# ---- laws ------------------------------------------------------------------------------------------------------------


class Measure(Basic):
    """A law that its name determines."""

    def __new__(cls, name: Any) -> Measure:
        """The law called `name`."""
        return super().__new__(cls, name if isinstance(name, Leaf) else Leaf(name))

    @property
    def name(self) -> str:
        return str(self.args[0].value)


class Coin(Basic):
    """The law of a coin of this bias."""


class Channel(Measure):
    """A channel, or a function of one variable, that its name determines."""


class Image(Basic):
    """What a channel makes of a law: its arguments are the channel and the law."""


class Copies(Basic):
    """Independent draws of one law: its arguments are the law and their number."""


class Seldom(Basic):
    """A draw that is seen with this probability, and else nothing: its arguments are the probability and the law."""


class Moved(Basic):
    """Noise with independent coordinates, moved along an axis: the law of each coordinate, how far, the axis."""


def divergence(p: Any, q: Any) -> Any:
    """Kullback and Leibler's, of p from q."""
    return Functional("KL", p, q)


def distance(p: Any, q: Any) -> Any:
    """In total variation."""
    return Functional("TV", p, q)


@dataclass(frozen=True)
class Laws:
    """Finite laws and channels by name, in exact numbers; a function of one variable is a mapping, a normal law its variance."""

    laws: Mapping[str, Mapping[Any, Any]]
    channels: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    normal: Mapping[str, Any] = field(default_factory=dict)

    def holds(self, said: Conclusion, numbers: Mapping[str, Any]) -> bool | None:
        with ctx.workprec(BITS):
            if isinstance(said, Private):
                return self._private(said.mechanism, said.epsilon, numbers)
            if isinstance(said, Law) and said.property == "normal":
                return true_of(Statement(self.normal[name(said.object)], "==", self.value(said.parameters[0], numbers)))
            if isinstance(said, Law):
                return self._private(said.object, said.parameters[0], numbers)
            if isinstance(said, Always):
                return both(
                    true_of(Statement(self.value(r.lhs, env), r.relation, self.value(r.rhs, env)))
                    for r in scalars(said)
                    for env in self._everywhere(r, numbers)
                )
        raise TypeError(f"{said} is not read here")

    def _everywhere(self, said: Statement, numbers: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """These numbers, with each value of the indices of which a relation is free."""
        free = sorted((s for s in letters((said.lhs, said.rhs)) if isinstance(s, Index)), key=str)
        ranges = [range(i.first, i.first + int(self.value(i.size, numbers))) for i in free]
        names = [i.name for i in free]
        return [{**numbers, **dict(zip(names, map(Integer, v), strict=True))} for v in product(*ranges)]

    def _private(self, channel: Any, epsilon: Any, numbers: Mapping[str, Any]) -> bool | None:
        """Whether a channel is private at a level, of any two inputs."""
        level = exp(self.value(epsilon, numbers))
        rows = self.channels[name(channel)].values()
        return both(true_of(le(a[x], level * b[x])) for a, b in product(rows, rows) for x in a)

    def law(self, measure: Any, numbers: Mapping[str, Any]) -> Mapping[Any, Any]:
        if isinstance(measure, Image):
            channel, inner = measure.args
            out: dict[Any, Any] = {}
            for x, p in self.law(inner, numbers).items():
                for y, share in self.channels[channel.name][x].items():
                    out[y] = out.get(y, 0) + p * share
            return out
        if isinstance(measure, Copies):
            times = int(self.value(measure.args[1], numbers))
            if times == 0:
                return {(): Integer(1)}
            one = self.law(measure.args[0], numbers)
            return {xs: prod([one[x] for x in xs]) for xs in product(one, repeat=times)}
        if isinstance(measure, Seldom):
            rate = self.value(measure.args[0], numbers)
            seen = {(x,): rate * p for x, p in self.law(measure.args[1], numbers).items()}
            return {**seen, (): 1 - rate}
        if isinstance(measure, Coin):
            bias = self.value(measure.args[0], numbers)
            return {0: 1 - bias, 1: bias}
        return self.laws[measure.name]

    def value(self, expr: Any, numbers: Mapping[str, Any]) -> Any:
        if isinstance(expr, Symbol):
            return numbers[str(expr)]
        if isinstance(expr, Functional):
            leaf, *args = expr.args
            return sympify(FUNCTIONALS[leaf.value](self, numbers, *args))
        return expr.func(*(self.value(a, numbers) for a in expr.args)) if expr.args else expr


def _sum(of: Any) -> Any:
    """A functional of two laws, as a sum over what either can bring."""

    def value(model: Laws, numbers: Mapping[str, Any], a: Any, b: Any) -> Any:
        p, q = model.law(a, numbers), model.law(b, numbers)
        return Add(*(of(p.get(x, Integer(0)), q.get(x, Integer(0))) for x in {**p, **q}))

    return value


def _mean(model: Laws, numbers: Mapping[str, Any], f: Any, p: Any) -> Any:
    return Add(*(w * model.channels[f.name][x] for x, w in model.law(p, numbers).items()))


def _log_mean_exp(model: Laws, numbers: Mapping[str, Any], f: Any, p: Any) -> Any:
    return log(Add(*(w * exp(model.channels[f.name][x]) for x, w in model.law(p, numbers).items())))


def _two_point_risk(model: Laws, numbers: Mapping[str, Any], a: Any, b: Any, first: Any, second: Any) -> Any:
    """The least larger mean absolute error: from p's likeliest outcomes on, the estimate moves from one to the other."""
    p, q = model.law(a, numbers), model.law(b, numbers)
    gap = Abs(model.value(first, numbers) - model.value(second, numbers))
    at_p, at_q = Integer(1), Integer(0)  # the mean share of the way to the other parameter: all estimates at q's
    for x in sorted({**p, **q}, key=lambda x: -p.get(x, 0) / q[x] if q.get(x, 0) else -(10**9)):
        own, other = p.get(x, Integer(0)), q.get(x, Integer(0))
        if at_p - own <= at_q + other:
            share = (at_p - at_q) / (own + other)
            return gap * (at_p - share * own)
        at_p, at_q = at_p - own, at_q + other
    return gap * at_p


def _minimax_risk(model: Laws, numbers: Mapping[str, Any], family: Any) -> Any:
    """Of a model whose data tell nothing of the parameter: the middle of its interval errs by half of it."""
    theta, law, low, high = family.args
    if theta in law.free_symbols:
        raise TypeError(f"{family} is not read here")
    return (model.value(high, numbers) - model.value(low, numbers)) / 2


def _kl(model: Laws, numbers: Mapping[str, Any], a: Any, b: Any) -> Any:
    if isinstance(a, Moved) and isinstance(b, Moved):
        return _between_moved(model, numbers, a, b)
    return _sum(lambda p, q: p * log(p / q) if p != 0 else Integer(0))(model, numbers, a, b)


def _between_moved(model: Laws, numbers: Mapping[str, Any], a: Moved, b: Moved) -> Any:
    """Each coordinate adds the mean, under the first law, of the logarithm of two normal densities' ratio."""
    x, v = Symbol("x"), model.normal[a.args[0].name]
    (far, axis), (other, second) = ([model.value(one, numbers) for one in law.args[1:]] for law in (a, b))
    total = Integer(0)
    for here in {axis, second}:
        mean, away = far if here == axis else Integer(0), other if here == second else Integer(0)
        log_ratio = Poly(((x - away) ** 2 - (x - mean) ** 2) / (2 * v), x)
        moments = (Integer(1), mean, mean**2 + v)
        total += Add(*(log_ratio.coeff_monomial(x**k) * moments[k] for k in range(3)))
    return total


def _shortfall(model: Laws, numbers: Mapping[str, Any], p: Any, q: Any, one: Any, other: Any, scale: Any) -> Any:
    """Whatever is seen, the cheapest answer is the geometric mean of the two best ones, with the weights of what is seen."""
    first, second, a, b = (model.law(law, numbers) for law in (p, q, one, other))
    total = Integer(0)
    for x in {**first, **second}:
        here, there = first.get(x, Integer(0)), second.get(x, Integer(0))
        share = here / (here + there)
        total -= (here + there) / 2 * log(Add(*(a[y] ** share * b[y] ** (1 - share) for y in a)))
    return model.value(scale, numbers) * total


def _sparse_risk(model: Laws, numbers: Mapping[str, Any], noise: Any, n: Any, size: Any) -> Any:
    """Without data: the centre of 0 and the ends of the axes is the best that one can say."""
    count = model.value(size, numbers)
    if model.value(n, numbers) != 0:
        raise TypeError(f"{noise} is read of no draws alone")
    centre = [1 / count] * int(count)
    ends = [[int(k == axis) for k in range(int(count))] for axis in range(int(count))]
    return Max(*(Add(*((x - y) ** 2 for x, y in zip(centre, end, strict=True))) for end in [*ends, [0] * int(count)]))


def _hypotheses(model: Laws, numbers: Mapping[str, Any], w: Any) -> list[Mapping[Any, Any]]:
    if isinstance(w, Hypotheses):
        law, index = w.args
        size = int(model.value(index.size, numbers))
        return [model.law(put(law, {index: Integer(k)}), numbers) for k in range(index.first, index.first + size)]
    return list(model.channels[w.name].values())


def _number(model: Laws, numbers: Mapping[str, Any], w: Any) -> Any:
    return Integer(len(_hypotheses(model, numbers, w)))


def _least_error(model: Laws, numbers: Mapping[str, Any], w: Any) -> Any:
    rows = _hypotheses(model, numbers, w)
    return 1 - Add(*(max(row.get(x, 0) for row in rows) for x in {x for row in rows for x in row})) / len(rows)


def _information(model: Laws, numbers: Mapping[str, Any], w: Any) -> Any:
    rows = _hypotheses(model, numbers, w)
    mixed = {x: Add(*(row.get(x, 0) for row in rows)) / len(rows) for x in {x for row in rows for x in row}}
    return Add(*(p * log(p / mixed[x]) for row in rows for x, p in row.items() if p != 0)) / len(rows)


def _missed_bits(model: Laws, numbers: Mapping[str, Any], a: Any, b: Any, d: Any) -> Any:
    """Each bit has data of its own, so each is estimated apart: by the likelier of the two."""
    one = FUNCTIONALS["least sum of the two errors"](model, numbers, a, b)
    return model.value(d, numbers) * one / 2


FUNCTIONALS: dict[str, Any] = {
    "KL": _kl,
    "TV": _sum(lambda p, q: Abs(p - q) / 2),
    "squared Hellinger distance": _sum(lambda p, q: (sqrt(p) - sqrt(q)) ** 2),
    "chi-square divergence": _sum(lambda p, q: (p - q) ** 2 / q),
    "least sum of the two errors": _sum(lambda p, q: Min(p, q)),
    "mean": _mean,
    "log mean exp": _log_mean_exp,
    "two-point risk": _two_point_risk,
    "minimax risk": _minimax_risk,
    "least number of missed bits": _missed_bits,
    "number of hypotheses": _number,
    "least error": _least_error,
    "information": _information,
    "sparse risk": _sparse_risk,
    "least mean shortfall": _shortfall,
}

# ---- two laws --------------------------------------------------------------------------------------------------------

P, Q, K, F = Measure("P"), Measure("Q"), Channel("K"), Channel("f")
TWO = {"p": P, "q": Q}


def coin(p: Any) -> dict[int, Any]:
    return {0: 1 - sympify(p), 1: sympify(p)}


HALF, TINY = Rational(1, 2), Rational(1, 1000)
NEAR = Laws({"P": coin(HALF + TINY), "Q": coin(HALF - TINY)})


@lemma("Tsybakov (2009), Lemma 2.5", title="Pinsker's inequality")
def pinsker(p: Any, q: Any) -> Any:
    """Twice the squared distance is at most the divergence."""
    return [], always(le(2 * distance(p, q) ** 2, divergence(p, q)))


PINSKER = Entry(pinsker, TWO, (at(NEAR),), {})


@lemma("what divergence and distance are", "definition", title="divergence and distance of two coins")
def coin_divergence(p: Any, q: Any) -> Any:
    """The divergence and the distance of two coins."""
    formula = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
    needs = [always(lt(0, p), lt(p, 1), lt(0, q), lt(q, 1))]
    return needs, always(eq(divergence(Coin(p), Coin(q)), formula), eq(distance(Coin(p), Coin(q)), Abs(p - q)))


@lemma("what the squared Hellinger distance is", "definition", title="squared Hellinger distance of two coins")
def coin_hellinger(p: Any, q: Any) -> Any:
    """The squared Hellinger distance of two coins."""
    formula = (sqrt(p) - sqrt(q)) ** 2 + (sqrt(1 - p) - sqrt(1 - q)) ** 2
    needs = [always(lt(0, p), lt(p, 1), lt(0, q), lt(q, 1))]
    return needs, always(eq(Functional("squared Hellinger distance", Coin(p), Coin(q)), formula))


@lemma("Tsybakov (2009), Lemma 2.5", "proved here", title="Pinsker's inequality for coins")
def pinsker_for_coins(p: Any, q: Any) -> Any:
    """Twice the squared distance of two coins is at most their divergence."""
    needs = [always(lt(0, p), lt(p, 1), lt(0, q), lt(q, 1))]
    return needs, always(le(2 * distance(Coin(p), Coin(q)) ** 2, divergence(Coin(p), Coin(q))))


p, q = letter("p"), letter("q")
NO_NAMES, BIASES = Laws({}), {"p": p, "q": q}
PROPER = ("0 < p", "p < 1", "0 < q", "q < 1")
COIN_DIVERGENCE = Entry(
    coin_divergence,
    BIASES,
    (at(NO_NAMES, p=Rational(1, 10), q=HALF), at(NO_NAMES, p=Rational(9, 10), q=HALF)),
    {},
    spare=PROPER,
)
COIN_HELLINGER = Entry(
    coin_hellinger,
    BIASES,
    (at(NO_NAMES, p=Rational(1, 10), q=HALF), at(NO_NAMES, p=Rational(9, 10), q=HALF)),
    {},
    spare=PROPER,
)
PINSKER_FOR_COINS = Entry(
    pinsker_for_coins,
    BIASES,
    (at(NO_NAMES, p=HALF + TINY, q=HALF - TINY),),
    {},
    spare=PROPER,
    derived=derived(
        fact("formulas", coin_divergence(p=p, q=q)),
        fact("curvature", le(2 * (p - q) ** 2, p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))), by=()),
        fact(
            "bound", le(2 * distance(Coin(p), Coin(q)) ** 2, divergence(Coin(p), Coin(q))), by=("formulas", "curvature")
        ),
    ),
)


@lemma("Bretagnolle and Huber (1979); Canonne (2022), arXiv:2202.07198", title="Bretagnolle-Huber inequality")
def bretagnolle_huber(p: Any, q: Any) -> Any:
    """The distance is at most sqrt(1 - exp(-divergence)), which is below 1 for every divergence."""
    return [], always(le(distance(p, q), sqrt(1 - exp(-divergence(p, q)))))


def beside(share: Any) -> Laws:
    """A law of one value, and one that has it with this probability."""
    return Laws({"P": coin(1), "Q": coin(share)})


BRETAGNOLLE_HUBER = Entry(
    bretagnolle_huber, TWO, (at(beside(TINY)), at(beside(Rational(951, 1000))), at(beside(Rational(1, 10**9)))), {}
)


@lemma("Tsybakov (2009), Lemma 2.3", title="total variation by Hellinger distance")
def distance_by_hellinger(p: Any, q: Any) -> Any:
    """The distance is at most H sqrt(1 - H^2/4), with H the Hellinger distance."""
    h = Functional("squared Hellinger distance", p, q)
    return [], always(le(distance(p, q) ** 2, h * (1 - h / 4)))


DISTANCE_BY_HELLINGER = Entry(
    distance_by_hellinger, TWO, (at(Laws({"P": coin(Rational(1, 10)), "Q": coin(Rational(9, 10))})),), {}
)


@lemma("Tsybakov (2009), Lemma 2.7", title="Kullback-Leibler by chi-square divergence")
def divergence_by_chi_square(p: Any, q: Any) -> Any:
    """The divergence is at most the logarithm of 1 plus the chi-square divergence."""
    return [], always(le(divergence(p, q), log(1 + Functional("chi-square divergence", p, q))))


DIVERGENCE_BY_CHI_SQUARE = Entry(
    divergence_by_chi_square,
    TWO,
    (at(Laws({"P": coin(1), "Q": coin(HALF)})), at(Laws({"P": coin(HALF), "Q": coin(HALF)}))),
    {},
)


@lemma("Cover and Thomas (2006), Theorem 2.5.3", title="divergence of independent samples")
def tensorisation(p: Any, q: Any, n: Any) -> Any:
    """The divergence of n independent draws is n times that of one."""
    return [], always(eq(divergence(Copies(p, n), Copies(q, n)), n * divergence(p, q)))


@lemma("Cover and Thomas (2006), Section 8.5, of normal laws", "definition", title="divergence of two normal laws")
def moved_divergence(noise: Any, v: Any, far: Any, axis: Any) -> Any:
    """The divergence of normal noise that is moved along an axis from what is not moved."""
    needs = [law(noise, "normal", v), always(lt(0, v))]
    return needs, always(eq(divergence(Moved(noise, far, axis), Moved(noise, Integer(0), Integer(1))), far**2 / (2 * v)))


@lemma(
    "Cover and Thomas (2006), Theorem 2.5.3, the chain rule",
    "definition",
    title="divergence of draws that are seldom seen",
)
def seldom_seen(p: Any, q: Any, rate: Any) -> Any:
    """Of draws that are seen with one probability, the divergence is this share of that of the draws."""
    needs = [always(le(0, rate), le(rate, 1))]
    return needs, always(eq(divergence(Seldom(rate, p), Seldom(rate, q)), rate * divergence(p, q)))


rate = letter("rate")
SELDOM_SEEN = Entry(
    seldom_seen,
    {**TWO, "rate": rate},
    (at(Laws({"P": coin(Rational(1, 3)), "Q": coin(HALF)}), rate=Rational(1, 3)),),
    {},
    spare=("0 <= rate", "rate <= 1"),
)

far, axis, v = map(letter, ("h", "axis", "v"))
AROUND_ZERO = {"h": 3, "axis": 2}
MOVED_DIVERGENCE = Entry(
    moved_divergence,
    {"noise": P, "v": v, "far": far, "axis": axis},
    (at(Laws({}, normal={"P": Integer(2)}), v=2, **AROUND_ZERO),),
    {
        "normal": at(Laws({}, normal={"P": Integer(2)}), v=1, **AROUND_ZERO),
        "0 < v": at(Laws({}, normal={"P": Integer(0)}), v=0, **AROUND_ZERO),
    },
)

TENSORISATION = Entry(
    tensorisation, {**TWO, "n": n}, (at(Laws({"P": coin(Rational(1, 3)), "Q": coin(HALF)}), n=3),), {}
)


@lemma(
    "Donsker and Varadhan; Boucheron, Lugosi and Massart (2013), Corollary 4.15", title="Donsker-Varadhan inequality"
)
def donsker_varadhan(q: Any, p: Any, f: Any) -> Any:
    """A mean under q is at most the divergence of q from p plus the logarithm of the mean of the exponential under p."""
    return [], always(le(Functional("mean", f, q), divergence(q, p) + Functional("log mean exp", f, p)))


THIRD = Rational(1, 3)
DONSKER_VARADHAN = Entry(
    donsker_varadhan,
    {**TWO, "f": F},
    (
        at(Laws({"P": coin(HALF), "Q": coin(THIRD)}, {"f": {0: log(Rational(4, 3)), 1: log(Rational(2, 3))}})),
        at(Laws({"P": coin(HALF), "Q": coin(HALF)}, {"f": {0: Integer(1), 1: Integer(1)}})),
    ),
    {},
)

# ---- channels --------------------------------------------------------------------------------------------------------

CLEAN = {0: coin(0), 1: coin(1)}
RESPONSE = {0: coin(Rational(1, 4)), 1: coin(Rational(3, 4))}
THROUGH = {"p": P, "q": Q, "channel": K}


@lemma("Cover and Thomas (2006), Section 2.8", title="data-processing inequality")
def data_processing(p: Any, q: Any, channel: Any) -> Any:
    """No channel increases the divergence."""
    return [], always(le(divergence(Image(channel, p), Image(channel, q)), divergence(p, q)))


DATA_PROCESSING = Entry(data_processing, THROUGH, (at(Laws(NEAR.laws, {"K": CLEAN})),), {})


@lemma("what a private channel is", "definition", title="likelihood ratios of a locally private channel")
def locally_private(channel: Any, epsilon: Any) -> Any:
    """A channel that is private at a level is so of any two inputs."""
    return [law(channel, "locally private", epsilon)], Private(channel, epsilon, Integer(0), ANY)


LOCALLY_PRIVATE = Entry(
    locally_private,
    {"channel": K, "epsilon": epsilon},
    (at(Laws({}, {"K": RESPONSE}), epsilon=log(3)),),
    {"locally private": at(Laws({}, {"K": CLEAN}), epsilon=log(3))},
)


@lemma("Kairouz, Oh and Viswanath (2016), Corollary 11", title="contraction of total variation by a private channel")
def private_distance(p: Any, q: Any, channel: Any, epsilon: Any) -> Any:
    """A locally private channel leaves at most the share tanh(epsilon/2) of a distance."""
    share = (exp(epsilon) - 1) / (exp(epsilon) + 1)
    return [Private(channel, epsilon, Integer(0), ANY)], always(
        le(distance(Image(channel, p), Image(channel, q)), share * distance(p, q))
    )


LEAKY = {"private": at(Laws(NEAR.laws, {"K": CLEAN}), epsilon=log(3))}
VERY_PRIVATE = {0: coin(HALF - TINY), 1: coin(HALF + TINY)}
ALMOST_CLEAN = {0: coin(Rational(1, 100)), 1: coin(Rational(99, 100))}
RESPONSES = (
    at(Laws(NEAR.laws, {"K": RESPONSE}), epsilon=log(3)),
    at(Laws(NEAR.laws, {"K": ALMOST_CLEAN}), epsilon=log(99)),
)
PRIVATE_DISTANCE = Entry(private_distance, {**THROUGH, "epsilon": epsilon}, RESPONSES, LEAKY)


@lemma("Asoodeh and Zhang (2024), arXiv:2210.13386, Theorem 1", title="contraction of divergence by a private channel")
def private_divergence(p: Any, q: Any, channel: Any, epsilon: Any) -> Any:
    """A locally private channel leaves at most the share tanh(epsilon/2)^2 of a divergence."""
    share = ((exp(epsilon) - 1) / (exp(epsilon) + 1)) ** 2
    return [Private(channel, epsilon, Integer(0), ANY)], always(
        le(divergence(Image(channel, p), Image(channel, q)), share * divergence(p, q))
    )


PRIVATE_DIVERGENCE = Entry(private_divergence, {**THROUGH, "epsilon": epsilon}, RESPONSES, LEAKY)


@lemma("Duchi, Jordan and Wainwright (2018), Theorem 1", title="divergence after a private channel by total variation")
def private_divergence_by_distance(p: Any, q: Any, channel: Any, epsilon: Any) -> Any:
    """After a locally private channel both divergences add up to little more than epsilon^2 times the squared distance."""
    a, b = Image(channel, p), Image(channel, q)
    bound = Min(4, exp(2 * epsilon)) * (exp(epsilon) - 1) ** 2 * distance(p, q) ** 2
    return [Private(channel, epsilon, Integer(0), ANY)], always(le(divergence(a, b) + divergence(b, a), bound))


PRIVATE_DIVERGENCE_BY_DISTANCE = Entry(
    private_divergence_by_distance,
    {**THROUGH, "epsilon": epsilon},
    (
        at(Laws({"P": coin(0), "Q": coin(1)}, {"K": VERY_PRIVATE}), epsilon=log((HALF + TINY) / (HALF - TINY))),
        at(
            Laws({"P": coin(0), "Q": coin(1)}, {"K": {0: coin(Rational(10, 21)), 1: coin(Rational(11, 21))}}),
            epsilon=log(Rational(11, 10)),
        ),
    ),
    {"private": at(Laws({"P": coin(TINY), "Q": coin(1 - TINY)}, {"K": CLEAN}), epsilon=TINY)},
)
