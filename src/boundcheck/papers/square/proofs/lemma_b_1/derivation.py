"""Lemma B.1 under local privacy, from what the page assumes to its bound: the second proof, for all members at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Integer, Min, Rational, log, sqrt

from boundcheck.calculus import (
    Assumed,
    Average,
    Averaged,
    Choice,
    Definition,
    Derivation,
    Expected,
    Family,
    ForAll,
    Granted,
    Index,
    World,
    always,
    eq,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.concentration import (
    average_product,
    hoeffding_lemma,
    lower_tail,
    non_negative,
    second_moment_by_mean,
    weighted_noise,
)
from boundcheck.lemmas.martingales import expectation_of, range_of
from boundcheck.lemmas.privacy import drawn_score
from boundcheck.lemmas.samples import bounded_by

from ...lab.needles import Regression
from ...notation import alpha, c_epsilon, epsilon, members, n, zeta
from ...quantities import SHIFT

CLASS, LABELS, METHOD = "Section 5, the class", "Definition 2.1; Algorithm 1, line 2", "Lemma B.1, least squares; realizability"
DESIGN = frozenset({"design"})
DRAWN = DESIGN | {"labels"}

i, j = Index("i", n), Index("j", members)
D = family("D", "member j minus the truth, at feature i", (i, j), DESIGN)
R = family("R", "mean square of member j minus the truth", (j,))
truth = family("s", "the truth at feature i", (i,), DESIGN)(i)
of_labels = (i, n, alpha, epsilon)
bias = family("b", "by how much bad labels move the mean of debiased label i", of_labels, DESIGN)(i)
noise = family("w", "debiased label i minus its mean", of_labels, DRAWN)(i)
k = quantity("k", "the member of least loss", (n, members, alpha, epsilon), DRAWN, range=members)
W = quantity("W", "sqrt(2 ln(2|H|/zeta)/n)", (n, members, zeta))
# In the central model a member is drawn, with weights of its loss.
V = quantity("V", "sqrt(2 ln(3|H|/zeta)/n)", (n, members, zeta))
G = quantity("G", "8 ln(3|H|/zeta)/(n epsilon)", (n, members, zeta, epsilon))
drawn = quantity("k", "the member that is drawn", (n, members, alpha, epsilon), DRAWN | {"coins"}, range=members)
best = quantity("j_star", "the member that is the truth", (n, members), range=members)
PARTS = {"ctl": (2, c_epsilon, W), "ltc": (2, c_epsilon, W), "central": (3, Integer(1), V)}


def derivation(order: str, part: HighProbabilityBound) -> Derivation:
    """The bound of an order; its explicit version, constant and rate are what the last lines say."""
    explicit, printed = part.explicit, part.constant * part.printed
    k = CHOSEN[order]
    stated = event(*(le(R(k), bound) for bound in dict.fromkeys((explicit, printed))), failure=zeta)
    assumptions, facts, root = least_squares(order, D, R, k)
    facts = (
        *facts,
        fact("squared", event(le(R(k), root**2), failure=zeta), by="both"),
        *in_letters(order, root, part_squared(explicit)),
        fact("bound", event(le(R(k), explicit), failure=zeta), by=("squared", "in letters", *(("its error",) if isinstance(explicit, Min) else ()))),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )  # fmt: skip
    worlds = (World("needles", laws_of(assumptions), Regression),)
    return Derivation((), assumptions, facts, stated, R(k), worlds, Regression(order))


def laws_of(assumptions: Mapping[str, Any]) -> tuple[Any, ...]:
    """The laws among assumptions."""
    return tuple(a.says for a in assumptions.values() if isinstance(a, Assumed))


def least_squares(order: str, D: Any, R: Any, k: Any) -> tuple[dict[str, Any], tuple[Any, ...], Any]:
    """What is assumed of least squares over the members D with the errors R, the lines to the root of the error of k, and its bound."""
    events, size, W = PARTS[order]
    shift, failure, own = SHIFT[order], zeta / (events * members), D(i, k)
    low, high = -size - truth - bias, size - truth - bias
    error, seen = R(k), Average(own**2, i)
    confidence = log(events * members / zeta)
    moved, drawn = Average(own * bias, i), Average(own * noise, i)
    on_sample, root = 2 * shift + 2 * c_epsilon * W, 2 * shift + 2 * (1 + c_epsilon) * W
    if order == "central":
        on_sample, root = 2 * shift + W + sqrt(W**2 + G), 2 * shift + 3 * W + sqrt(W**2 + G)
    assumptions: dict[str, Any] = {
        "range": Assumed(law(D(i), "bounded", -2, 2), CLASS),
        "features": Assumed(law(Family(D(i) ** 2, i), "independent"), CLASS),
        "mean square": Assumed(law(D(i) ** 2, "mean", R(j)), CLASS),
        "two values": Assumed(law(noise, "bounded", low, high, given=DESIGN), LABELS),
        "mean": Assumed(law(noise, "mean", 0, given=DESIGN), LABELS),
        "independent": Assumed(law(Family(noise, i), "independent", given=DESIGN), LABELS),
        "bad labels": Assumed(law(bias, "bounded", -shift, shift), LABELS),
        "W": Definition(W, sqrt(2 * confidence / n)),
        **(_mechanism(D, k) if order == "central" else _minimiser(D, k)),
    }
    facts = (
        fact("values", range_of(D=D(i), low=-2, high=2), by="range"),
        fact("square", always(le(0, D(i) ** 2), le(D(i) ** 2, 4)), by="values"),
        fact("range of the square", bounded_by(X=D(i) ** 2, low=0, high=4), by="square"),
        fact("never negative", non_negative(Y=D(i) ** 2), by=()),
        fact("second moment", second_moment_by_mean(X=D(i) ** 2, high=4, mu=R(j)), by=("range of the square", "mean square")),
        fact("mean of the square", expectation_of(D=D(i) ** 2, mean=R(j)), by="mean square"),
        fact("expected", Expected(), by=("square", "range of the square")),
        fact("errors", always(le(0, R(j)), le(R(j), 4)), by=("expected", "mean of the square")),
        fact("width", le(0, W), by="W"),
        fact("short", lower_tail(X=D(i) ** 2, index=i, mu=R(j), q=4 * R(j), delta=failure),
             by=("features", "never negative", "mean square", "second moment")),
        fact("in the width", le(sqrt(8 * R(j) * confidence / n), 2 * W * sqrt(R(j))), by=("W", "errors")),
        fact("short of it", event(le(R(j) - Average(D(i) ** 2, i), 2 * W * sqrt(R(j))), failure=failure), by=("short", "in the width")),
        fact("no member is short", ForAll(j), by="short of it"),
        fact("short, the chosen one", Choice(j, k), by="no member is short"),
        fact("tail", hoeffding_lemma(X=noise, low=low, high=high, given=DESIGN), law(noise, "sub-Gaussian", size**2, given=DESIGN), by="two values"),
        fact("noise", weighted_noise(eta=noise, weights=Family(D(i), i), sigma=size, delta=failure, given=DESIGN),
             by=("independent", "mean", "tail")),
        fact("noise in the width", event(le(Average(D(i) * noise, i), size * W * sqrt(Average(D(i) ** 2, i))), failure=failure, given=DESIGN),
             by=("noise", "W")),
        fact("noise of all members", ForAll(j), by="noise in the width"),
        fact("noise, the chosen one", Choice(j, k), by="noise of all members"),
        fact("its square", Choice(j, k), by="square"),
        fact("its error", Choice(j, k), by="errors"),
        fact("its mean square", Averaged(i), by="its square"),
        fact("bias", range_of(D=bias, low=-shift, high=shift), by="bad labels"),
        fact("squared bias", le(bias**2, shift**2), by="bias"),
        fact("mean squared bias", Averaged(i), by="squared bias"),
        fact("product", average_product(one=Family(own, i), other=Family(bias, i)), by=()),
        fact("moved", le(moved, shift * sqrt(seen)), by=("product", "mean squared bias", "its mean square")),
        *(_drawn(D, k, seen, moved, drawn) if order == "central" else _least(seen, moved, drawn, shift, on_sample)),
        fact("root", event(le(sqrt(error), sqrt(seen) + 2 * W), failure=zeta / events), by=("short, the chosen one", "its mean square", "width")),
        fact("both", event(le(sqrt(error), root), failure=zeta), by=("root", "root on the sample")),
    )  # fmt: skip
    return assumptions, facts, root


def _least(seen: Any, moved: Any, noisy: Any, shift: Any, on_sample: Any) -> tuple[Any, ...]:
    """The member of least loss: it is not worse than the truth."""
    return (
        fact("not worse", le(seen, 2 * moved + 2 * noisy), by="least squares"),
        fact("on the sample", event(le(seen, (2 * shift + 2 * c_epsilon * W) * sqrt(seen)), failure=zeta / 2), by=("not worse", "moved", "noise, the chosen one")),
        fact("root on the sample", event(le(sqrt(seen), on_sample), failure=zeta / 2), by=("on the sample", "width")),
    )  # fmt: skip


def _loss(D: Any, member: Any) -> Any:
    """The loss of a member, over n."""
    return Average((D(i, member) - bias - noise) ** 2, i)


def _minimiser(D: Any, k: Any) -> dict[str, Any]:
    """What is assumed of least squares, and of the class."""
    return {"least squares": Granted(always(le(_loss(D, k), Average((bias + noise) ** 2, i))), METHOD)}


def _mechanism(D: Any, k: Any) -> dict[str, Any]:
    """What is assumed of the exponential mechanism, and of the class."""
    return {
        "mechanism": Assumed(law(k, "exponential mechanism", Family(-n * _loss(D, j), j), epsilon / 8, given=DRAWN), "Algorithm 2, line 3"),
        "realizable": Granted(always(eq(D(i, best), 0)), "Lemma B.1, realizability"),
        "G": Definition(G, 8 * log(3 * members / zeta) / (n * epsilon)),
    }  # fmt: skip


def _drawn(D: Any, k: Any, seen: Any, moved: Any, noisy: Any) -> tuple[Any, ...]:
    """The member that the exponential mechanism draws: it is not much worse than the truth."""
    shift = SHIFT["central"]
    return (
        fact("utility", drawn_score(chosen=k, scores=Family(-n * _loss(D, j), j), rate=epsilon / 8, delta=zeta / 3, given=DRAWN), by="mechanism"),
        fact("utility against the truth", Choice(j, best), by="utility"),
        fact("loss of the truth", eq((D(i, best) - bias - noise) ** 2, (bias + noise) ** 2), by="realizable"),
        fact("mean loss of the truth", Averaged(i), by="loss of the truth"),
        fact("not much worse", event(le(_loss(D, k), Average((bias + noise) ** 2, i) + G), failure=zeta / 3, given=DRAWN), by=("utility against the truth", "mean loss of the truth", "G")),
        fact("on the sample", event(le(seen, 2 * (shift + V) * sqrt(seen) + G), failure=2 * zeta / 3), by=("not much worse", "moved", "noise, the chosen one")),
        fact("sign of G", le(0, G), by="G"),
        fact("root on the sample", event(le(sqrt(seen), 2 * shift + V + sqrt(V**2 + G)), failure=2 * zeta / 3), by=("on the sample", "width", "sign of G")),
    )  # fmt: skip


def in_letters(order: str, root: Any, most: Any) -> tuple[Any, ...]:
    """That the square of the root of the error is at most this."""
    if order != "central":
        return (fact("in letters", le(root**2, most), by="W"),)
    return (*_widths(order)[:3], fact("in letters", le(root**2, most), by=("square of W", "G in letters", "width", "sign of G")))


def root_in_letters(order: str, root: Any, most: Any) -> tuple[Any, ...]:
    """That the root of the error is at most this."""
    widths = _widths(order)
    return (*widths, fact("root in letters", le(root, most), by=widths[-1].name))


def _widths(order: str) -> tuple[Any, ...]:
    """The widths, in letters; the last line is of their roots."""
    complexity = log(members / zeta)
    if order != "central":
        return (fact("W in letters", le(W, 2 * sqrt(complexity / n)), by="W"),)
    noise, mechanism = sqrt(21 * complexity / n), sqrt(21 * complexity / n) / sqrt(epsilon)
    return (
        fact("complexity", le(log(3 * members / zeta), Rational(517, 200) * complexity), by=()),
        fact("square of W", le(V**2, Rational(517, 100) * complexity / n), by=("W", "complexity")),
        fact("G in letters", le(G, Rational(517, 25) * complexity / (n * epsilon)), by=("G", "complexity")),
        fact("root of the sum", le(sqrt(V**2 + G), V + sqrt(G)), by=("width", "sign of G")),
        fact("root of W", le(V, noise / 2), by=("square of W", "width")),
        fact("root of G", le(sqrt(G), mechanism), by=("G in letters", "sign of G")),
        fact("roots", le(3 * V + sqrt(V**2 + G), 2 * noise + mechanism), by=("root of the sum", "root of W", "root of G")),
    )  # fmt: skip


CHOSEN = {"ctl": k, "ltc": k, "central": drawn}


def part_squared(explicit):
    """The square in the explicit version, which under LTC is cut at 4."""
    return next(arg for arg in explicit.args if arg != Integer(4)) if isinstance(explicit, Min) else explicit
