"""Eigenvalues of empirical second moments, and noise in the norm that the data gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any

from flint import arb
from sympy import Expr, Rational, exp, log, sqrt, sympify

from boundcheck.calculus import (
    IDENTITY,
    Family,
    Index,
    Inner,
    Law,
    Moment,
    Norm,
    always,
    event,
    family,
    law,
    le,
    lemma,
    letter,
    mean_vector,
    quantity,
    vector,
    vectors,
)
from boundcheck.calculus.terms import Combination, Functional, Identity, Missing, Term, letters, sources, terms
from boundcheck.symbolic import Statement

from .concentration import HALF, POISSON, RARE, bennett_exponent, noise_beside
from .entry import Entry, at, lt
from .models import Space, both
from .tails import ChiSquare, Coins, Tails, as_ball, compared

n, d, mu, c, eta, lam, sigma, delta = map(letter, ("n", "d", "mu", "c", "eta", "lambda", "sigma", "delta"))
i = Index("i", n)
x = vectors("x", "vector i", (i,), {"data"})(i)
largest = "largest eigenvalue"


@lemma("Tropp (2015), Theorem 5.1.1", title="matrix Chernoff bound")
def matrix_chernoff(x: Any, index: Any, radius: Any, d: Any, mu: Any, eta: Any) -> Any:
    """The largest eigenvalue of the second moment of n independent vectors exceeds (1 + eta) mu with small probability."""
    needs = [
        law(Family(x, index), "independent"),
        law(x, "norm", radius),
        law(x, "dimension", d),
        law(x, "spectral second moment", mu),
        always(lt(0, eta)),
    ]
    tail = d * exp(-index.size * mu / radius**2 * bennett_exponent(eta))
    return needs, event(le(Functional(largest, Moment(x, index)), (1 + eta) * mu), failure=tail)


LINE = {"n": 10**12, "d": 1, "c": 1, "mu": RARE}
MATRIX_CHERNOFF = Entry(
    matrix_chernoff,
    {"x": x, "index": i, "radius": c, "d": d, "mu": mu, "eta": eta},
    (at(POISSON, **LINE, eta=Rational(1, 10)), at(POISSON, **LINE, eta=2)),
    {
        "independent": at(
            Space({0: HALF, 1: HALF}, {"x": lambda w, _: (w,), largest: lambda _, m: m[0, 0]}), n=50, d=1, c=1, mu=HALF, eta=HALF
        ),
        "norm": at(Coins(HALF, 0, 2), n=1000, d=1, c=1, mu=2, eta=Rational(1, 4)),
        "dimension": at(
            Space(
                {j: Rational(1, 4) for j in range(4)},
                {"x": lambda w, _: [int(j == w) for j in range(4)], largest: lambda _, m: max(m.eigenvals())},
            ),
            n=1, d=1, c=1, mu=Rational(1, 4), eta=Rational(29, 10),
        ),
        "spectral second moment": at(POISSON, **{**LINE, "mu": RARE / 2}, eta=Rational(1, 10)),
        "0 < eta": at(Coins(), n=100, d=1, c=1, mu=HALF, eta=-HALF),
    },
)  # fmt: skip

hat, other = vector("hat", "a parameter", (), {"data"}), vector("other", "another parameter")


@dataclass(frozen=True)
class Segment:
    """The parameters of a line from one end to the other."""

    low: Any
    high: Any

    @property
    def name(self) -> str:
        return f"the parameters from {self.low} to {self.high}"


def _one_for_all(index: Any, **named: Any) -> None:
    """Refuse what has a value for each sample: the bounds are for one vector, one mean and one set, whatever stands in a law."""
    for name, value in named.items():
        if index in letters(value):
            raise Missing(f"{name} = {value} depends on {index}; one for all is meant")


def _set(among: Any) -> tuple[Any, ...]:
    """What a set of parameters is given by."""
    held = [getattr(among, one.name) for one in fields(among)] if is_dataclass(among) else [among]
    return tuple(one for one in held if isinstance(one, (Expr, Combination)))


@lemma("Tropp (2015), Theorem 5.1.1", title="matrix Chernoff bound, below")
def matrix_chernoff_below(
    x: Any, index: Any, radius: Any, xi: Any, eta: Any, hat: Any, other: Any, among: Any, dimension: Any
) -> Any:
    """Along all differences of parameters at once the second moment of n independent vectors is at least (1 - eta) xi."""
    for one in _set(among):
        _one_for_all(index, among=one)
        if sources(one):
            raise Missing(f"the set {among} depends on {', '.join(sorted(map(str, sources(one))))}; a fixed one is meant")
    needs = [
        law(Family(x, index), "independent"),
        law(x, "norm", radius),
        law(x, "covering", among, xi, dimension),
        law(hat, "member", among),
        law(other, "member", among),
        always(lt(0, eta), lt(eta, 1)),
    ]
    apart = hat - other
    tail = dimension * exp(-index.size * xi / radius**2 * bennett_exponent(-eta))
    covered = le((1 - eta) * xi * Inner(apart, apart), Inner(apart, apart, Moment(x, index)))
    return needs, event(covered, failure=tail)


@dataclass(frozen=True)
class Parameters(Coins):
    """Coins as vectors of a line, and two parameters there."""

    hat: Any = 1
    other: Any = -1

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        if said.property == "covering":
            square = self.p * sympify(self.high) ** 2 + (1 - self.p) * sympify(self.low) ** 2
            _, least, dimension = said.parameters
            return both(compared(Statement(a, "<=", b), numbers) for a, b in ((least, square), (1, dimension)))
        if said.property == "member":
            (among,), at = said.parameters, sympify(getattr(self, said.object.args[0][1].kind.name))
            return bool(among.low <= at <= among.high)
        return super().law(said, numbers)

    def _event(self, said: Any, numbers: Mapping[str, Any]) -> bool | None:
        """Products of the parameters are numbers, and so is the second moment, which the law is of."""
        values = {}
        for one in (t for r in said.relations for t in terms((r.lhs, r.rhs))):
            u, v, weight = one.args
            moment = 1 if isinstance(weight, Identity) else Functional("second moment", weight)
            values[one] = getattr(self, u.kind.name) * getattr(self, v.kind.name) * moment
        put = (Statement(r.lhs.xreplace(values), r.relation, r.rhs.xreplace(values)) for r in said.relations)
        return super()._event(replace(said, relations=tuple(put)), numbers)


def beside(law: Any = MappingProxyType({1: 1}), **points: tuple[Any, Any]) -> Space:
    """One vector for all samples along the first axis of a plane, and parameters, whose segment lies along it."""
    values: dict[str, Any] = {"x": lambda w, _: (w, 0)} | {name: lambda _, p=p: p for name, p in points.items()}
    inside: dict[tuple[str, str], Any] = {
        (name, "member"): lambda among, p=p: p[1] == 0 and among.low <= p[0] <= among.high for name, p in points.items()
    }
    square = sum(chance * w**2 for w, chance in law.items())
    inside["x(i)", "covering"] = lambda _, least, dimension: bool(least <= square and dimension >= 1)
    return Space(law, values, properties=inside)


COVERED = {"n": 10**12, "d": 1, "c": 1, "mu": RARE}
FEW_COINS = {"n": 100, "d": 1, "c": 1, "mu": HALF}
ENDS = Segment(-1, 1)
MATRIX_CHERNOFF_BELOW = Entry(
    matrix_chernoff_below,
    {"x": x, "index": i, "radius": c, "xi": mu, "eta": eta, "hat": hat, "other": other, "among": ENDS, "dimension": d},
    (at(Parameters(RARE), **COVERED, eta=Rational(1, 10)), at(Parameters(RARE), **COVERED, eta=HALF)),
    {
        "independent": at(beside({0: HALF, 1: HALF}, hat=(1, 0), other=(-1, 0)), **FEW_COINS, eta=HALF),
        "norm": at(Parameters(HALF, 0, 2), **{**FEW_COINS, "mu": 2}, eta=Rational(1, 4)),
        "covering": at(Parameters(RARE / 2), **COVERED, eta=Rational(1, 10)),
        "member": at(beside(hat=(0, 1), other=(0, 0)), **{**FEW_COINS, "mu": 1}, eta=HALF),
        "member of other": at(beside(hat=(0, 0), other=(0, 1)), **{**FEW_COINS, "mu": 1}, eta=HALF),
        "0 < eta": at(Parameters(), **FEW_COINS, eta=-HALF),
    },
    spare=("eta < 1",),
)  # fmt: skip

reached = vector("u", "a fixed vector")


@lemma(
    "Tropp (2015), Theorem 5.1.1, with the ridge as one more summand",
    title="matrix Chernoff bound in the norm of the data",
)
def reached_norm(x: Any, index: Any, radius: Any, d: Any, u: Any, kappa: Any, lam: Any, eta: Any) -> Any:
    """A vector that n independent vectors reach is short in the inverse of their second moment, with a ridge."""
    _one_for_all(index, u=u, kappa=kappa)
    needs = [
        law(Family(x, index), "independent"),
        law(x, "norm", radius),
        law(x, "dimension", d),
        law(x, "reaching", u, lam, kappa),
        always(lt(0, lam), lt(0, eta), lt(eta, 1)),
    ]
    tail = d * exp(-index.size * lam / radius**2 * bennett_exponent(-eta))
    weight = (Moment(x, index) + lam * IDENTITY).inverse
    return needs, event(le(Norm(u, weight) ** 2, kappa / (1 - eta)), failure=tail)


@dataclass(frozen=True)
class Reach(Coins):
    """Coins as vectors of a line, and a fixed one."""

    u: Any = 1

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        if said.property == "reaching":
            square = self.p * sympify(self.high) ** 2 + (1 - self.p) * sympify(self.low) ** 2
            _, ridge, times = said.parameters
            return compared(Statement(sympify(self.u) ** 2, "<=", times * (square + ridge)), numbers)
        return super().law(said, numbers)

    def _event(self, said: Any, numbers: Mapping[str, Any]) -> bool | None:
        """The squared norm is u^2 over the second moment, which the law is of, and the ridge."""
        (one,) = said.relations
        (norm,) = terms(one.lhs)
        moment = Functional("second moment", norm.args[1])
        least = Statement(one.lhs.coeff(norm, 2) * sympify(self.u) ** 2 / one.rhs - numbers["lambda"], "<=", moment)
        return super()._event(replace(said, relations=(least,)), numbers)


def reaching(law: Mapping[Any, Any], u: tuple[Any, ...]) -> Space:
    """One vector for all samples, of a law whose matrix of second moments is a multiple of the identity, and a fixed one."""
    square = sum(chance * w[0] ** 2 for w, chance in law.items())
    reaches: Any = lambda _, ridge, times: bool(sum(v**2 for v in u) <= times * (square + ridge))  # noqa: E731
    return Space(law, {"x": lambda w, _: w, "u": lambda _: u}, properties={("x(i)", "reaching"): reaches})


FEW_RIDGED = {"n": 100, "d": 1, "c": 1}
SMALL_RIDGE = {"n": 10**12, "d": 1, "c": 1, "mu": 1 / (2 * RARE), "lambda": RARE}
REACHED_NORM = Entry(
    reached_norm,
    {"x": x, "index": i, "radius": c, "d": d, "u": reached, "kappa": mu, "lam": lam, "eta": eta},
    (at(Reach(RARE), **SMALL_RIDGE, eta=Rational(1, 1000)),),
    {
        "independent": at(
            reaching({(0,): HALF, (1,): HALF}, (1,)), **{**FEW_RIDGED, "lambda": HALF, "mu": 1, "eta": Rational(1, 4)}
        ),
        "norm": at(Reach(Rational(1, 1000), 0, 10), n=1000, d=1, c=1, mu=5, eta=Rational(1, 4), **{"lambda": Rational(1, 10)}),
        "dimension": at(
            reaching({tuple(int(j == k) for j in range(4)): Rational(1, 4) for k in range(4)}, (1, 1, 1, 1)),
            n=1, d=1, c=1, mu=8, eta=Rational(1, 4), **{"lambda": Rational(1, 4)},
        ),
        "reaching": at(Reach(RARE / 2), **SMALL_RIDGE, eta=Rational(1, 1000)),
        "0 < eta": at(Reach(), **{**FEW_RIDGED, "mu": Rational(2, 3), "lambda": 1, "eta": -HALF}),
    },
    dict.fromkeys(
        ("failure, exponent", "failure, term -eta", "term -eta"), "on a line n (s + lambda) for n lambda, with s the mean square"
    ),
    spare=("0 < lambda", "eta < 1"),
)  # fmt: skip

V = quantity("V", "a mean square", (), {"data"})


@lemma("Tropp (2015), Theorem 5.1.1, with the ridge as one more summand", title="matrix Chernoff bound for a new copy")
def new_copy(
    x: Any, index: Any, radius: Any, d: Any, value: Any, v: Any, lam: Any, eta: Any, known: Any = frozenset({"data"})
) -> Any:
    """For all vectors at once the mean square of a new copy's product is seen in the second moment of n, up to a ridge."""
    _one_for_all(index, value=value, v=v)
    needs = [
        law(Family(x, index), "independent"),
        law(x, "norm", radius),
        law(x, "dimension", d),
        law(value, "mean square", x, v, given=known),
        always(lt(0, lam), lt(0, eta), lt(eta, 1)),
    ]
    tail = d * exp(-index.size * lam / radius**2 * bennett_exponent(-eta))
    seen = Norm(v, Moment(x, index) + lam * IDENTITY) ** 2
    return needs, event(le((1 - eta) * (value + lam * Inner(v, v)), seen), failure=tail)


@dataclass(frozen=True)
class NewCopy(Coins):
    """Coins as vectors of a line, and the vector 1 there."""

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        if said.property == "mean square":
            square = self.p * sympify(self.high) ** 2 + (1 - self.p) * sympify(self.low) ** 2
            return compared(Statement(square, "==", numbers["V"]), numbers)
        return super().law(said, numbers)

    def _event(self, said: Any, numbers: Mapping[str, Any]) -> bool | None:
        (one,) = said.relations
        values = {t: sympify(1) for t in terms(one.lhs) if isinstance(t, Inner)}
        (norm,) = terms(one.rhs)
        seen = one.rhs.xreplace({norm: sympify(1)}) * (Functional("second moment", norm.args[1]) + numbers["lambda"])
        return super()._event(replace(said, relations=(le(one.lhs.xreplace(values), seen),)), numbers)


def new(law: Mapping[Any, Any], v: Any) -> Space:
    """One vector for all samples, of a law whose matrix of second moments is a multiple of the identity; v is one of length 1."""
    square = sum(chance * w[0] ** 2 for w, chance in law.items())
    mean: Any = lambda *_: True  # noqa: E731
    values: dict[str, Any] = {"x": lambda w, _: w, "hat": v, "V": lambda _: square}
    return Space(law, values, properties={("V", "mean square"): mean})


SEEN = {"n": 10**12, "d": 1, "c": 1, "V": RARE, "lambda": RARE}
NEW_COPY = Entry(
    new_copy,
    {"x": x, "index": i, "radius": c, "d": d, "value": V, "v": hat, "lam": lam, "eta": eta},
    (at(NewCopy(RARE), **SEEN, eta=Rational(1, 1000)),),
    {
        "independent": at(
            new({(0,): HALF, (1,): HALF}, lambda _: (1,)), **{**FEW_RIDGED, "lambda": HALF, "eta": Rational(1, 4)}
        ),
        "norm": at(
            NewCopy(Rational(1, 1000), 0, 10),
            n=1000, d=1, c=1, V=Rational(1, 10), eta=Rational(1, 4), **{"lambda": Rational(1, 10)},
        ),
        "dimension": at(
            new({tuple(int(j == k) for j in range(4)): Rational(1, 4) for k in range(4)}, lambda w: (*w[1:], w[0])),
            n=1, d=1, c=1, eta=Rational(1, 10), **{"lambda": Rational(1, 4)},
        ),
        "mean square": at(NewCopy(RARE / 2), **SEEN, eta=Rational(1, 1000)),
        "0 < eta": at(NewCopy(), **{**FEW_RIDGED, "V": HALF, "lambda": 1, "eta": -HALF}),
    },
    dict.fromkeys(
        ("failure, exponent", "failure, term -eta", "term -eta"), "on a line n (s + lambda) for n lambda, with s the mean square"
    ),
    spare=("0 < lambda", "eta < 1"),
)  # fmt: skip

noise = family("e", "noise of sample i", (i,), {"data", "noise"})(i)


@dataclass(frozen=True)
class NormalNoise(Tails):
    """Normal noise of a standard deviation, at n = d vectors that are orthogonal, each of squared norm n."""

    deviation: Any = 1
    mean: Any = 0
    dimension: Any = None

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        if isinstance(said.object, Family):
            return True
        true = {"mean": self.mean, "sub-Gaussian": sympify(self.deviation) ** 2, "dimension": numbers["n"]}[
            said.property
        ]
        return compared(
            Statement(sympify(true), "==" if said.property == "mean" else "<=", said.parameters[0]), numbers
        )

    def above(self, term: Term, z: arb, numbers: Mapping[str, Any]) -> arb:
        """The squared norm is, up to n (1 + lambda) over the variance, a chi-square number with n degrees of freedom."""
        scale = numbers["n"] * (1 + numbers["lambda"]) / sympify(self.deviation) ** 2
        return ChiSquare(numbers["n"]).above(term, z**2 * as_ball(scale), numbers) if z > 0 else arb(1)


@lemma("Hsu, Kakade and Zhang (2012), Theorem 1", title="tail of a quadratic form of sub-Gaussian noise")
def noise_norm(
    eta: Any, x: Any, index: Any, sigma: Any, d: Any, lam: Any, delta: Any, given: Any = frozenset({"data"})
) -> Any:
    """The mean of independent sub-Gaussian noise times fixed vectors, in the norm that these give, with a ridge."""
    t = log(1 / delta)
    needs = [
        *noise_beside(x, eta, index, sigma, given),
        law(x, "dimension", d),
        always(lt(0, lam), lt(0, delta), lt(delta, 1), le(0, sigma)),
    ]
    bound = sigma * sqrt((d + 2 * sqrt(d * t) + 2 * t) / index.size)
    weight = (Moment(x, index) + lam * IDENTITY).inverse
    return needs, event(le(Norm(mean_vector(eta, x, index), weight), bound), failure=delta, given=given)


RIDGE = Rational(1, 10**9)
MUCH = {"n": 10**6, "d": 10**6, "sigma": 1, "lambda": RIDGE, "delta": exp(-100)}
FEW = {"n": 2, "d": 2, "sigma": 1, "lambda": RIDGE, "delta": exp(-5000)}
ONE = {"d": 1, "sigma": 1, "lambda": RIDGE, "delta": Rational(1, 10)}


def same(law: Any) -> Space:
    """On a line, at vectors that are all 1: one noise for all samples."""
    return Space(law, {"x": lambda *_: (1,), "e": lambda w, _: w}, {"data": lambda _: ()})


NOISE_NORM = Entry(
    noise_norm,
    {"eta": noise, "x": x, "index": i, "sigma": sigma, "d": d, "lam": lam, "delta": delta},
    (at(NormalNoise(), **MUCH), at(NormalNoise(), **FEW)),
    {
        "independent": at(same({-1: HALF, 1: HALF}), n=50, **ONE),
        "mean": at(same({1: 1}), n=50, **ONE),
        "sub-Gaussian": at(same({-5: HALF, 5: HALF}), n=1, **ONE),
        "dimension": at(NormalNoise(), n=50, **ONE),
        "0 < lambda": at(NormalNoise(), n=1, **{**ONE, "lambda": -Rational(9, 10)}),
        "0 < delta": at(NormalNoise(), n=1, **{**ONE, "delta": 0}),
        "delta < 1": at(NormalNoise(), n=1, **{**ONE, "delta": 3}),
        "0 <= sigma": at(NormalNoise(), n=1, **{**ONE, "sigma": -1}),
    },
)


@lemma("Hsu, Kakade and Zhang (2012), Theorem 1", title="sub-Gaussian noise along all vectors at once")
def noise_pairing(
    eta: Any,
    x: Any,
    index: Any,
    sigma: Any,
    d: Any,
    hat: Any,
    other: Any,
    among: Any,
    delta: Any,
    given: Any = frozenset({"data"}),
) -> Any:
    """The mean of independent sub-Gaussian noise times fixed vectors, paired with any difference, in the norm of the data."""
    t, apart = log(1 / delta), hat - other
    needs = [
        *noise_beside(x, eta, index, sigma, given),
        law(x, "dimension", d),
        law(hat, "member", among),
        law(other, "member", among),
        always(lt(0, delta), lt(delta, 1), le(0, sigma)),
    ]
    bound = sigma * sqrt((d + 2 * sqrt(d * t) + 2 * t) / index.size) * Norm(apart, Moment(x, index))
    return needs, event(le(Inner(mean_vector(eta, x, index), apart), bound), failure=delta, given=given)


@dataclass(frozen=True)
class AlongNoise(NormalNoise):
    """The same, paired with the vector that it gives, at length 1: half of it is one parameter, minus half the other."""

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        return True if said.property == "member" else super().law(said, numbers)

    def _event(self, said: Any, numbers: Mapping[str, Any]) -> bool | None:
        (one,) = said.relations
        values = dict.fromkeys(terms(one.rhs), sympify(1))
        (own,) = (t for t in terms(one.lhs) if any(str(v) == "hat" for v in t.args))
        values |= {t: own / 2 if t == own else -own / 2 for t in terms(one.lhs)}
        put = (Statement(one.lhs.xreplace(values), one.relation, one.rhs.xreplace(values)),)
        return super()._event(replace(said, relations=put), {**numbers, "lambda": sympify(0)})


def along(law: Any) -> Space:
    """On a line, at vectors that are all 1: one noise for all samples, paired with its sign."""
    values: dict[str, Any] = {"x": lambda *_: (1,), "e": lambda w, _: w, "hat": lambda w: (HALF if w > 0 else -HALF,)}
    values["other"] = lambda w: (-HALF if w > 0 else HALF,)
    inside: Any = {(name, "member"): lambda _: True for name in ("hat", "other")}
    return Space(law, values, {"data": lambda _: ()}, properties=inside)


SINGLE = {"d": 1, "sigma": 1, "delta": Rational(1, 10)}
NOISE_PAIRING = Entry(
    noise_pairing,
    {
        "eta": noise,
        "x": x,
        "index": i,
        "sigma": sigma,
        "d": d,
        "hat": hat,
        "other": other,
        "among": ENDS,
        "delta": delta,
    },
    (at(AlongNoise(), **MUCH), at(AlongNoise(), **FEW)),
    {
        "independent": at(along({-1: HALF, 1: HALF}), n=50, **SINGLE),
        "mean": at(along({1: 1}), n=50, **SINGLE),
        "sub-Gaussian": at(along({-5: HALF, 5: HALF}), n=1, **SINGLE),
        "dimension": at(AlongNoise(), n=50, **SINGLE),
        "0 < delta": at(AlongNoise(), n=1, **{**SINGLE, "delta": 0}),
        "delta < 1": at(AlongNoise(), n=1, **{**SINGLE, "delta": 3}),
        "0 <= sigma": at(AlongNoise(), n=1, **{**SINGLE, "sigma": -1}),
    },
    spare=("member", "member of other"),
)


@lemma("Hsu, Kakade and Zhang (2012), Theorem 1", title="Euclidean norm of sub-Gaussian noise times short vectors")
def noise_length(
    eta: Any, x: Any, index: Any, sigma: Any, radius: Any, delta: Any, given: Any = frozenset({"data"})
) -> Any:
    """The mean of independent sub-Gaussian noise times fixed vectors of at most this norm."""
    t = log(1 / delta)
    needs = [
        *noise_beside(x, eta, index, sigma, given),
        law(x, "norm", radius),
        always(lt(0, delta), lt(delta, 1), le(0, sigma)),
    ]
    bound = radius * sigma * sqrt((1 + 2 * sqrt(t) + 2 * t) / index.size)
    return needs, event(le(Norm(mean_vector(eta, x, index)), bound), failure=delta, given=given)


@dataclass(frozen=True)
class ShortNoise(Tails):
    """Normal noise of variance 1 at vectors of one length, which share out a number of orthogonal directions evenly."""

    directions: Any
    length: Any = 1

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        if isinstance(said.object, Family):
            return True
        true = {"mean": 0, "sub-Gaussian": 1, "norm": self.length}[said.property]
        relation = "==" if said.property == "mean" else "<="
        return compared(Statement(sympify(true), relation, said.parameters[0]), numbers)

    def above(self, term: Term, z: arb, numbers: Mapping[str, Any]) -> arb:
        """The squared norm, times the numbers of samples and of directions, is a chi-square number with as many degrees."""
        scale = numbers["n"] * sympify(self.directions) / sympify(self.length) ** 2
        return ChiSquare(self.directions).above(term, z**2 * as_ball(scale), numbers) if z > 0 else arb(1)


SHORT = {"n": 10**6, "c": 1, "sigma": 1}
ALONE = {"n": 1, "c": 1, "sigma": 1, "delta": Rational(1, 10)}
NOISE_LENGTH = Entry(
    noise_length,
    {"eta": noise, "x": x, "index": i, "sigma": sigma, "radius": c, "delta": delta},
    (at(ShortNoise(10**6), **SHORT, delta=exp(-Rational(1, 10**4))), at(ShortNoise(1), **SHORT, delta=exp(-5000))),
    {
        "independent": at(same({-1: HALF, 1: HALF}), **{**ALONE, "n": 50}),
        "mean": at(same({1: 1}), **{**ALONE, "n": 50}),
        "sub-Gaussian": at(same({-5: HALF, 5: HALF}), **ALONE),
        "norm": at(ShortNoise(1, 3), **ALONE),
        "0 < delta": at(ShortNoise(1), **{**ALONE, "delta": 0}),
        "delta < 1": at(ShortNoise(1), **{**ALONE, "delta": 3}),
        "0 <= sigma": at(ShortNoise(1), **{**ALONE, "sigma": -1}),
    },
    {
        "term 2*sqrt(log(1/delta))": "of a single direction 2 log(2/delta) is enough; what all together need is not known"
    },
)
