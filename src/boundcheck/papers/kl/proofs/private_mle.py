"""Lemma B.1 from what the page assumes to its bound: the most likely member, through its neighbour in the net."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, cosh, exp, log, sqrt, tanh

from boundcheck.calculus import (
    Assumed,
    Choice,
    Definition,
    Derivation,
    Expectation,
    Expected,
    Fact,
    ForAll,
    Granted,
    Index,
    Past,
    Summed,
    Total,
    World,
    always,
    eq,
    event,
    fact,
    family,
    law,
    le,
    letter,
    quantity,
)
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.martingales import expectation_of, log_moments, range_of
from boundcheck.lemmas.samples import bounded_by

from ..notation import bound, delta, epsilon, n, size, tau
from ..quantities import PRICE

PAIRS, LABELS = "Section 3.1, offline data", "Eq. (7), with Assumption 3.7"
REWARDS, NET, METHOD = "Assumption 3.8", "Definition 3.9", "Algorithm 1, line 2; Assumption 3.8"
DATA = frozenset({"pairs", "labels"})
FRESH = DATA | {"fresh pair"}
COMPLEX = n, size, epsilon, tau  # on which the estimate depends

k = Index("k", n, 0)
PAST = frozenset({Past("pairs", k), Past("labels", k)})
SHOWN = frozenset({Past("pairs", k + 1), Past("labels", k)})
T = family("T", "the truth's difference at pair k", (k,), {Past("pairs", k + 1)})(k)
H = family("H", "the estimate minus the truth, in differences at pair k", (k, *COMPLEX), DATA)(k)
z = family("z", "private label k", (k, epsilon), {Past("labels", k + 1)})(k)
near = quantity("near", "the member of the net next to the estimate", COMPLEX, DATA, range=size)
true = family("q", "mean of private label k under the truth", (k, epsilon), {Past("pairs", k + 1)})(k)
found = family("r", "mean of private label k under the estimate", (k, *COMPLEX), DATA)(k)
V = quantity("V", "mean square of the centred error of the estimate, over states and the policy's actions", COMPLEX, DATA)
first, second = (quantity(f"c_{i}", f"centred error of the estimate at action {i} of a new pair", COMPLEX, FRESH) for i in (1, 2))

class Members:
    """The members of the net, or those of a finite class other than the truth, by number.

    Attributes
    ----------
    j : Index
    G : member j minus the truth, in differences at pair k
    own : mean of private label k under member j
    R : mean square of member j minus the truth, in differences
    """

    def __init__(self, count: Expr):
        self.j = Index("j", count)
        self.G = family("G", "member j minus the truth, in differences at pair k", (k, self.j), {Past("pairs", k + 1)})
        self.own = family("p", "mean of private label k under member j", (k, self.j, epsilon), {Past("pairs", k + 1)})
        self.R = family("R", "mean square of member j minus the truth, in differences", (self.j,))

    def assumed(self) -> dict[str, Assumed]:
        """The laws of their pairs, and of the labels."""
        G, j, gained = self.G(k, self.j), self.j, gain(self.own(k, self.j))
        return {
            "truth in range": Assumed(law(T, "bounded", -bound, bound), REWARDS),
            "members in range": Assumed(law(T + G, "bounded", -bound, bound), REWARDS),
            "pairs": Assumed(law(G**2, "mean", self.R(j), given=PAST), PAIRS),
            "labels": Assumed(law(z, "mean", true, given=SHOWN), LABELS),
            "size of a label": Assumed(law(z, "bounded", -1, 1), LABELS),
            "gains": Assumed(law(gained, "integrable"), LABELS),
            "moments": Assumed(law(exp(gained), "integrable"), LABELS),
        }

    def defined(self) -> dict[str, Definition | Granted]:
        """The letters of their labels, which are -1 or 1."""
        return {
            "K": Definition(K, PRICE),
            "p": Definition(self.own(k, self.j), SHARE * tanh((T + self.G(k, self.j)) / 2)),
            "q": Definition(true, SHARE * tanh(T / 2)),
            "two labels": Granted(always(eq(z**2, 1)), LABELS),
        }


# Letters of the proof: two differences and two means of labels; by how much cosh((x + y)/2), cosh((x - y)/2) and cosh B
# exceed 1, 1 and their product; the squared share; a point and a distance.
K = quantity("K", "one over the least information of a private label about a difference", (bound, epsilon))
x, y, a, b, more, above, room, m, t, c = map(letter, ("x", "y", "a", "b", "more", "above", "room", "m", "t", "c"))
LETTERS_OF_THE_PROOF = (
    x >= -bound, x <= bound, y >= -bound, y <= bound, a > -1, a < 1, b > -1, b < 1,
    more >= 0, above >= 0, room >= 0, m > 0, m <= 1, c >= 0,
)  # fmt: skip

SHARE = tanh(epsilon / 2)
STEEP = tanh(epsilon / 4)  # the most that the logarithm of a private label's probability gains per unit


def chances(mean: Expr) -> Expr:
    """Twice the probability of private label k, where this is its mean."""
    return 1 + z * mean


def gain(mean: Expr) -> Expr:
    """Half of what the log-likelihood of label k gains over the truth."""
    return (log(chances(mean)) - log(chances(true))) / 2


def affinity(a: Expr, b: Expr) -> Expr:
    """Of two laws on {-1, 1} with these means."""
    return (sqrt((1 + a) * (1 + b)) + sqrt((1 - a) * (1 - b))) / 2


def chord(a: Expr, b: Expr) -> Expr:
    """What one minus their affinity is at least."""
    return (a - b) ** 2 / (2 * (4 - (a + b) ** 2))


OF_NET = Members(size)
j, G, own, R = OF_NET.j, OF_NET.G, OF_NET.own, OF_NET.R
new = family("N", "member j of the net minus the truth, in differences at a new pair", (j,), {"fresh pair"})
ASSUMED = {
    **OF_NET.assumed(),
    "new pair in range": Assumed(law(new(j), "bounded", -2 * bound, 2 * bound), REWARDS),
    "new pair": Assumed(law(new(j) ** 2, "mean", R(j), given=DATA), PAIRS),
    "first action": Assumed(law(first**2, "mean", V, given=DATA), PAIRS),
    "second action": Assumed(law(second**2, "mean", V, given=DATA), PAIRS),
    "actions apart": Assumed(law(first * second, "mean", 0, given=DATA), PAIRS),
    "first square": Assumed(law(first**2, "integrable"), REWARDS),
    "second square": Assumed(law(second**2, "integrable"), REWARDS),
    "product": Assumed(law(first * second, "integrable"), REWARDS),
}
ASSUMPTIONS: dict[str, Any] = {
    **ASSUMED,
    **OF_NET.defined(),
    "r": Definition(found, SHARE * tanh((T + H) / 2)),
    "net": Granted(always(le(H - G(k, near), 2 * tau), le(G(k, near) - H, 2 * tau)), NET),
    "net, new pair": Granted(always(le(first - second - new(near), 2 * tau), le(new(near) - first + second, 2 * tau)), NET),
    "most likely": Granted(always(le(0, Total(gain(found), k, n))), METHOD),
}  # fmt: skip


def separation(of: Members) -> tuple[Fact, ...]:
    """At differences in [-B, B] the chord of the means of their private labels is at least their squared distance over 8 K."""
    j, G, own = of.j, of.G, of.own
    one, other, X, Y = cosh((x + y) / 2), cosh((x - y) / 2), 1 + more, 1 + above
    top, p = X * Y + room, own(k, j)

    def least(Y: Expr, top: Expr, m: Expr) -> Expr:
        return (Y - 1) / (2 * (1 + top) + (1 + top) ** 2 * (1 - m) / m)

    def in_cosh(X: Expr, Y: Expr, m: Expr) -> Expr:
        return m * (Y**2 - 1) / (2 * ((X + Y) ** 2 - m * (X**2 - 1)))

    here = in_cosh(cosh((2 * T + G(k, j)) / 2), cosh(G(k, j) / 2), SHARE**2)
    return (
        fact("up", le((a - b) ** 2 / (2 * (2 + a + b)), (sqrt(1 + a) - sqrt(1 + b)) ** 2), by=()),
        fact("down", le((a - b) ** 2 / (2 * (2 - a - b)), (sqrt(1 - a) - sqrt(1 - b)) ** 2), by=()),
        fact("chord", le(affinity(a, b) + chord(a, b), 1), by=("up", "down")),
        fact("worst at the end", le(least(Y, top, m), in_cosh(X, Y, m)), by=()),
        fact("first cosh", le(0, one - 1), by=()),
        fact("second cosh", le(0, other - 1), by=()),
        fact("room", le(0, cosh(bound) - one * other), by=()),
        fact("share", always(lt(0, SHARE**2), le(SHARE**2, 1)), by=()),
        fact("worst, first", Choice(more, one - 1), by=("worst at the end", "first cosh")),
        fact("worst, second", Choice(above, other - 1), by=("worst, first", "second cosh")),
        fact("worst, both", Choice(room, cosh(bound) - one * other), by=("worst, second", "room")),
        fact("worst here", Choice(m, SHARE**2), by=("worst, both", "share")),
        fact("curve", le(t**2 / 2, cosh(t) - 1), by=()),
        fact("arc", Choice(t, (x - y) / 2), le((x - y) ** 2 / 8, other - 1), by="curve"),
        fact("positive price", lt(0, K), by="K"),
        fact("arc over the price", le((x - y) ** 2 / (8 * K), (other - 1) / K), by=("arc", "positive price")),
        fact("information at the end", eq((other - 1) / K, least(other, cosh(bound), SHARE**2)), by="K"),
        fact("in two letters", le((x - y) ** 2 / (8 * K), in_cosh(one, other, SHARE**2)),
             by=("arc over the price", "information at the end", "worst here")),
        fact("truth", range_of(D=T, low=-bound, high=bound), by="truth in range"),
        fact("member", range_of(D=T + G(k, j), low=-bound, high=bound), by="members in range"),
        fact("in one letter", Choice(x, T + G(k, j)), by=("in two letters", "member")),
        fact("at a pair", Choice(y, T), by=("in one letter", "truth")),
        fact("in cosh", eq(chord(p, true), here), by=("p", "q")),
        fact("separation", le(G(k, j) ** 2 / (8 * K), chord(p, true)), by=("at a pair", "in cosh")),
    )  # fmt: skip


def ratios(of: Members) -> tuple[Fact, ...]:
    """The likelihood ratio of each member to the truth, and of all at once."""
    j, G, own, R = of.j, of.G, of.own, of.R
    p, q = own(k, j), true
    up, down = sqrt(1 + p) / sqrt(1 + q), sqrt(1 - p) / sqrt(1 - q)
    gained = gain(p)
    moment, drop = Expectation(exp(gained), PAST), -R(j) / (8 * K)
    return (
        fact("p in range", always(lt(-1, p), lt(p, 1)), by="p"),
        fact("q in range", always(lt(-1, q), lt(q, 1)), by="q"),
        fact("two values", le(sqrt(chances(p)) / sqrt(chances(q)), (up + down) / 2 + z * (up - down) / 2), by=("p in range", "q in range", "two labels")),
        fact("mean of a label", expectation_of(D=z, mean=q, given=SHOWN), by="labels"),
        fact("given the pair", Expected(SHOWN), by=("two values", "moments", "size of a label")),
        fact("Hellinger", eq((up + down) / 2 + q * (up - down) / 2, affinity(p, q)), by=("p in range", "q in range")),
        fact("chord, member", Choice(a, p), by=("chord", "p in range")),
        fact("chord here", Choice(b, q), by=("chord, member", "q in range")),
        fact("apart", le(affinity(p, q), 1 - G(k, j) ** 2 / (8 * K)), by=("chord here", "separation")),
        fact("moment given the pair", le(Expectation(exp(gained), SHOWN), 1 - G(k, j) ** 2 / (8 * K)),
             by=("given the pair", "mean of a label", "Hellinger", "apart")),
        fact("square", always(le(0, G(k, j) ** 2), le(G(k, j) ** 2, 4 * bound**2)), by=("truth", "member")),
        fact("range of the square", bounded_by(X=G(k, j) ** 2, low=0, high=4 * bound**2), by="square"),
        fact("over pairs", Expected(PAST), by=("moment given the pair", "moments", "range of the square")),
        fact("mean square", expectation_of(D=G(k, j) ** 2, mean=R(j), given=PAST), by="pairs"),
        fact("moment", le(moment, exp(drop)), by=("over pairs", "mean square")),
        fact("one member", log_moments(D=gained, index=k, a=drop, delta=delta / j.size), by=("moment", "gains"), because="Lemma A.1"),
        fact("all members", ForAll(j), by="one member"),
    )  # fmt: skip


def likelihood() -> tuple[Fact, ...]:
    """By how much the likelihood of the estimate can be above that of its neighbour in the net, and what that says of the latter."""
    G_near = G(k, near)
    mirrored, neighbour = z * (T + H), z * (T + G_near)

    def probability(point: Expr) -> Expr:
        return log(1 + SHARE * tanh(point / 2))

    return (
        fact("the neighbour", Choice(j, near), by="all members"),
        fact("steep", le(probability(t + c) - probability(t), STEEP * c), by=(), because="Lemma A.2, sharpened"),
        fact("monotone", le(probability(t), probability(t + c)), by=()),
        fact("odd", eq(SHARE * tanh(z * t / 2), z * SHARE * tanh(t / 2)), by="two labels"),
        fact("neighbour's logit", Choice(t, neighbour), by="steep"),
        fact("steep here", Choice(c, 2 * tau), by="neighbour's logit"),
        fact("logits", le(0, neighbour + 2 * tau - mirrored), by=("net", "two labels")),
        fact("estimate's logit", Choice(t, mirrored), by="monotone"),
        fact("monotone here", Choice(c, neighbour + 2 * tau - mirrored), by=("estimate's logit", "logits")),
        fact("odd, estimate", Choice(t, T + H), by="odd"),
        fact("odd, neighbour", Choice(t, T + G_near), by="odd"),
        fact("neighbour's mean", Choice(j, near), by="p"),
        fact("estimate's chance", eq(z * found, SHARE * tanh(mirrored / 2)), by=("odd, estimate", "r")),
        fact("neighbour's chance", eq(z * own(k, near), SHARE * tanh(neighbour / 2)), by=("odd, neighbour", "neighbour's mean")),
        fact("log-chances", le(probability(mirrored) - probability(neighbour), 2 * STEEP * tau), by=("steep here", "monotone here")),
        fact("its sign", lt(-1, z * found), by="estimate's chance"),
        fact("neighbour's sign", lt(-1, z * own(k, near)), by="neighbour's chance"),
        fact("label by label", le(log(chances(found)) - log(chances(own(k, near))), 2 * STEEP * tau),
             by=("log-chances", "estimate's chance", "neighbour's chance", "its sign", "neighbour's sign")),
        fact("sum", Summed(k, n), by="label by label"),
        fact("neighbour's error", event(le(R(near), 8 * K * (log(size / delta) / n + STEEP * tau)), failure=delta),
             by=("the neighbour", "sum", "most likely", "positive price")),
    )  # fmt: skip


def centred() -> tuple[Fact, ...]:
    """The mean square of the centred error, by that of the neighbour at a new pair."""
    moved = first - second
    return (
        fact("new differences", range_of(D=new(j), low=-2 * bound, high=2 * bound), by="new pair in range"),
        fact("the neighbour's differences", Choice(j, near), by="new differences"),
        fact("new square", always(le(0, new(near) ** 2), le(new(near) ** 2, 4 * bound**2)), by="the neighbour's differences"),
        fact("range of the new square", bounded_by(X=new(near) ** 2, low=0, high=4 * bound**2), by="new square"),
        fact("through the net", le(moved**2, 2 * new(near) ** 2 + 8 * tau**2), by="net, new pair"),
        fact("over a new pair", Expected(DATA), by=("through the net", "first square", "second square", "product", "range of the new square")),
        fact("first mean", expectation_of(D=first**2, mean=V, given=DATA), by="first action"),
        fact("second mean", expectation_of(D=second**2, mean=V, given=DATA), by="second action"),
        fact("cross mean", expectation_of(D=first * second, mean=Integer(0), given=DATA), by="actions apart"),
        fact("new mean", expectation_of(D=new(j) ** 2, mean=R(j), given=DATA), by="new pair"),
        fact("the neighbour's mean square", Choice(j, near), by="new mean"),
        fact("variance", le(V, R(near) + 4 * tau**2),
             by=("over a new pair", "first mean", "second mean", "cross mean", "the neighbour's mean square")),
    )  # fmt: skip


ERROR = 8 * PRICE * (log(size / delta) / n + STEEP * tau) + 4 * tau**2
FACTS = (
    *separation(OF_NET),
    *ratios(OF_NET),
    *likelihood(),
    *centred(),
    fact("error", event(le(V, ERROR), failure=delta), by=("neighbour's error", "variance", "K")),
)


def derivation(part: HighProbabilityBound, draws: Any, measured: tuple[Any, ...]) -> Derivation:
    """The bound of the mean squared error; its explicit version, constant and rate are what the last lines say."""
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(*(le(V, one) for one in dict.fromkeys((explicit, printed))), failure=delta)
    facts = (
        *FACTS,
        fact("bound", event(le(V, explicit), failure=delta), by="error"),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )
    worlds = (World("pairs of two actions", tuple(one.says for one in ASSUMED.values()), draws),)
    return Derivation(LETTERS_OF_THE_PROOF, ASSUMPTIONS, facts, stated, V, worlds, measured)
