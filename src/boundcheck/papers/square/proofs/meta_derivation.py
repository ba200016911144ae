"""Theorem C.1 from what the page assumes: the gap of a policy, by the error of its implicit reward and what its divergence pays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sympy import Abs, Integer, Max, Min, Symbol, exp, log, sqrt

from boundcheck.calculus import (
    Assumed,
    Definition,
    Derivation,
    Expectation,
    Expected,
    Granted,
    World,
    always,
    eq,
    fact,
    law,
    le,
    quantity,
)
from boundcheck.claims import InstanceInequality
from boundcheck.lemmas.concentration import bound_of_square, expected_product, mean_of_square
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.martingales import mean_product, range_of

from ..notation import beta, coverage, range_bound, reward_bound
from .lemma_b_1.derivation import laws_of

REWARDS, BOUNDED, COVERED, POLICIES = "Section 2", "Assumption 3.3", "Definition 3.4", "policies sum to one"
FIRST, SECOND = frozenset({"state", "first action"}), frozenset({"state", "second action"})
PAIR = FIRST | SECOND
V, R_MAX, C = range_bound, reward_bound, coverage


@dataclass(frozen=True)
class Policy:
    """A policy, or each one of a class, beside a comparator: what they are on a new state with two actions of the reference policy.

    Parameters
    ----------
    world : letters on which the laws of rewards and policies depend
    members : what counts the policies of a class, if it is one
    weight : that of the regulariser
    """

    world: tuple[Symbol, ...]
    members: tuple[Symbol, ...] = ()
    weight: Any = beta

    def own(self, name: str, words: str, sources: Iterable[Any] = ()) -> Any:
        """A quantity of the policy."""
        return quantity(name, words, (*self.members, *self.world), sources)

    def common(self, name: str, words: str, sources: Iterable[Any]) -> Any:
        """A quantity that is the same for all policies."""
        return quantity(name, words, self.world, sources)

    @cached_property
    def comparator(self) -> Any:
        return self.common("u", "ratio of the comparator to the reference policy, at the first action", FIRST)

    @cached_property
    def ratio(self) -> Any:
        return self.own("w", "ratio of the policy to the reference policy, at the first action", FIRST)

    @cached_property
    def ln(self) -> Any:
        return self.own("l", "logarithm of this ratio", FIRST)

    @cached_property
    def phi(self) -> Any:
        return self.own("f", "phi of this ratio", FIRST)

    @cached_property
    def reward(self) -> Any:
        return self.common("r", "reward of the first action", FIRST)

    @cached_property
    def beyond(self) -> Any:
        return self.own("y", "implicit reward less the reward, at the second action", SECOND)

    @cached_property
    def truth(self) -> Any:
        return self.common("Delta_star", "difference of the rewards", PAIR)

    @cached_property
    def guess(self) -> Any:
        return self.own("Delta", "difference of the implicit rewards of the policy", PAIR)

    @cached_property
    def wrong(self) -> Any:
        return self.own("e", "by how much it misses the difference of rewards", PAIR)

    @cached_property
    def short(self) -> Any:
        return self.own("z", "by how much its clipped difference misses the difference of rewards", PAIR)

    @cached_property
    def missed(self) -> Any:
        return self.own("S", "mean square of what it misses")

    @cached_property
    def coverage(self) -> Any:
        return self.own("own", "coverage of the policy")

    @cached_property
    def gap(self) -> Any:
        return self.own("gap", "suboptimality of the policy")

    @property
    def cut(self) -> Any:
        """Its difference of implicit rewards, cut at twice the bound of the rewards."""
        return Max(Min(self.guess, 2 * R_MAX), -2 * R_MAX)

    @cached_property
    def means(self) -> dict[str, Any]:
        """What has a mean: the rewards are bounded, and so are the ratios of the policies; that of the comparator has a mean square."""
        u, w, e = self.comparator, self.ratio, self.wrong
        found = {f"{a.kind.name} {b.kind.name}": a * b for a in (u, w) for b in (e, self.phi, self.beyond, self.reward)}
        return found | {"u": u, "u squared": u**2, "w squared": w**2, "e squared": e**2}

    def integrable(self, means: dict[str, Any]) -> dict[str, Any]:
        """These means, as assumptions."""
        return {f"mean of {name}": Assumed(law(x, "integrable"), f"{BOUNDED}; {COVERED}") for name, x in means.items()}

    @property
    def other(self) -> Any:
        return self.common("t", "reward of the second action", SECOND)

    def rewards(self) -> dict[str, Any]:
        """What the page assumes of the rewards, and what the differences are."""
        return {
            "rewards": Assumed(law(self.reward, "bounded", 0, R_MAX), REWARDS),
            "rewards of the other": Assumed(law(self.other, "bounded", 0, R_MAX), REWARDS),
            "Delta star": Definition(self.truth, self.reward - self.other),
            "z": Definition(self.short, self.cut - self.truth),
        }

    def differences(self) -> tuple[Any, ...]:
        """The lines from these to the range of the difference of rewards."""
        return (
            fact("of rewards", range_of(D=self.reward, low=0, high=R_MAX), by="rewards"),
            fact("of the other", range_of(D=self.other, low=0, high=R_MAX), by="rewards of the other"),
            fact("true difference", always(le(-R_MAX, self.truth), le(self.truth, R_MAX)), by=("of rewards", "of the other", "Delta star")),
        )  # fmt: skip

    def assumptions(self) -> dict[str, Any]:
        """What the page assumes of the policy and of the comparator, and what the letters are."""
        u, w = self.comparator, self.ratio
        q = self.own("q", "root of this ratio over the coverage", FIRST)
        implicit = self.own("g", "beta phi of the ratio of the policy, at the second action", SECOND)
        return {
            **self.rewards(),
            "comparator": Assumed(law(u, "mean", 1, given=SECOND), POLICIES),
            "policies": Assumed(law(w, "mean", 1, given=SECOND), POLICIES),
            "positive": Granted(always(le(0, u)), POLICIES),
            "coverage": Assumed(law(u, "second moment", C), COVERED),
            "implicit rewards": Assumed(law(self.guess, "bounded", -V, V), BOUNDED),
            "V above R": Granted(always(le(R_MAX, V)), BOUNDED),
            **self.integrable(self.means),
            "w": Definition(w, exp(self.ln)),
            "f": Definition(self.phi, w + self.ln),
            "y": Definition(self.beyond, implicit - self.other),
            "q": Definition(q, exp((self.ln - log(C)) / 2)),
            "Delta": Definition(self.guess, self.weight * self.phi - implicit),
            "e": Definition(self.wrong, self.guess - self.truth),
            "S": Definition(self.missed, Expectation(self.wrong**2)),
            "own": Definition(self.coverage, Expectation(w**2)),
            "gap": Definition(self.gap, Expectation(u * self.reward) - Expectation(w * self.reward)),
        }

    def facts(self) -> tuple[Any, ...]:
        """From these to the meta theorem; they cite a line `weight`, that the weight is positive."""
        u, w, f, ln, e, y, r = self.comparator, self.ratio, self.phi, self.ln, self.wrong, self.beyond, self.reward
        q = self.own("q", "root of this ratio over the coverage", FIRST)
        gap, own, missed, b = self.gap, self.coverage, self.missed, self.weight
        under = Expectation(u * f) - Expectation(w * f)
        means = [f"mean of {name}" for name in self.means]
        return (
            *self.differences(),
            fact("of implicit rewards", range_of(D=self.guess, low=-V, high=V), by="implicit rewards"),
            fact("unclipped", le(e**2, (V / R_MAX) ** 2 * self.short**2), by=("true difference", "of implicit rewards", "V above R", "e", "z")),
            # the second action
            fact("sum of the comparator", mean_product(X=u, factor=Integer(1), mean=Integer(1), given=SECOND), by=("comparator", "mean of u")),
            fact("comparator, second action", mean_product(X=u, factor=y, mean=Integer(1), given=SECOND), by=("comparator", "mean of u y")),
            fact("policy, second action", mean_product(X=w, factor=y, mean=Integer(1), given=SECOND), by=("policies", "mean of w y")),
            fact("missed", eq(u * e - w * e, b * u * f - b * w * f - u * y + w * y - u * r + w * r), by=("e", "Delta", "Delta star", "y")),
            fact("missed in the mean", Expected(), by=("missed", *means)),
            fact("decomposed", eq(gap, b * under - Expectation(u * e) + Expectation(w * e)),
                 by=("gap", "missed in the mean", "comparator, second action", "policy, second action")),
            # what the regulariser pays
            fact("half of the logarithm", le((ln - log(C)) / 2, q - 1), by="q"),
            fact("square of q", eq(w, C * q**2), by=("q", "w")),
            fact("entropy", le(w, w * ln + 1), by="w"),
            fact("cross entropy", le(u * (ln - log(C)), u**2 / C + w - 2 * u), by=("half of the logarithm", "square of q", "positive")),
            fact("logarithms", le(u * ln - w * ln, u**2 / C + u * log(C) + 1 - 2 * u), by=("cross entropy", "entropy")),
            fact("squares of the ratios", le(u * w - w**2, (u**2 - w**2) / 2), by=()),
            fact("split", eq(u * f - w * f, u * w - w**2 + u * ln - w * ln), by="f"),
            fact("divergences", le(u * f - w * f, (u**2 - w**2) / 2 + u**2 / C + u * log(C) + 1 - 2 * u), by=("logarithms", "squares of the ratios", "split")),
            fact("mean divergences", Expected(), by=("divergences", *means)),
            fact("comparator's coverage", mean_of_square(X=u, v=C), by="coverage"),
            fact("its share", le(Expectation(u**2) / C, 1), by="comparator's coverage"),
            fact("its logarithm", le(log(C), C / 2), by=()),
            fact("regulariser", le(under, C - own / 2),
                 by=("mean divergences", "sum of the comparator", "comparator's coverage", "its share", "its logarithm", "own")),
            # the two policies
            fact("mean square of w", le(Expectation(w**2), own), by="own"),
            fact("mean square of e", le(Expectation(e**2), missed), by="S"),
            fact("policy's coverage", bound_of_square(X=w, v=own), by=("mean square of w", "mean of w squared")),
            fact("misses", bound_of_square(X=e, v=missed), by=("mean square of e", "mean of e squared")),
            fact("under the comparator", expected_product(X=u, Y=e, v=C, w=missed), by=("coverage", "misses")),
            fact("under the policy", expected_product(X=w, Y=e, v=own, w=missed), by=("policy's coverage", "misses")),
            fact("squares", always(le(0, e**2), le(0, w**2)), by=()),
            fact("mean squares", Expected(), by=("squares", *means)),
            fact("signs", always(le(0, missed), le(0, own)), by=("mean squares", "S", "own")),
            fact("comparator misses", le(-Expectation(u * e), sqrt(C) * sqrt(missed)), by=("under the comparator", "signs")),
            fact("policy misses", le(Expectation(w * e), sqrt(own) * sqrt(missed)), by=("under the policy", "signs")),
            fact("three terms", le(gap, b * (C - own / 2) + sqrt(C) * sqrt(missed) + sqrt(own) * sqrt(missed)),
                 by=("decomposed", "regulariser", "comparator misses", "policy misses", "weight")),
            fact("own coverage", le(sqrt(own) * sqrt(missed), b * own / 2 + missed / (2 * b)), by=("weight", "signs")),
            fact("meta", le(gap, b * C + sqrt(C) * sqrt(missed) + missed / (2 * b)), by=("three terms", "own coverage")),
        )  # fmt: skip


def derivation(part: InstanceInequality, factors: tuple[int, Any, Any]) -> Derivation:
    """The meta theorem of one policy, with these factors of its three terms, about what an instance computes."""
    policy = Policy((R_MAX, V, C, beta))
    square = policy.own("m", "mean square of what the clipped difference of implicit rewards misses")
    err = policy.own("err", "root of this mean square")
    short, x = policy.short, V / R_MAX * err
    first, second, third = factors
    stated = always(le(policy.gap, first * x * sqrt(C) + second * beta * C + third * x**2 / beta))
    means = {"clipped squared": short**2}
    assumptions = {
        **policy.assumptions(),
        **policy.integrable(means),
        "m": Definition(square, Expectation(short**2)),
        "err": Definition(err, sqrt(Abs(square))),  # the root of what is not negative, which is shown below
    }
    facts = (
        fact("weight", lt(0, beta), by=()),
        *policy.facts(),
        fact("clipped", Expected(), by=("unclipped", "mean of e squared", "mean of clipped squared")),
        fact("square of the clipped", le(0, short**2), by=()),
        fact("its mean", Expected(), by=("square of the clipped", "mean of clipped squared")),
        fact("sign of m", le(0, square), by=("its mean", "m")),
        fact("square of err", eq(err**2, square), by=("err", "sign of m")),
        fact("sign of err", le(0, err), by="err"),
        fact("error of rewards", le(policy.missed, x**2), by=("clipped", "m", "S", "square of err")),
        fact("sign", le(0, x), by=("sign of err", "V above R")),
        fact("root", le(sqrt(policy.missed), x), by=("error of rewards", "sign", "signs")),
        fact("theorem", stated, by=("meta", "error of rewards", "root", "sign", "weight")),
    )  # fmt: skip
    worlds = (World("instances", laws_of(assumptions), part.instance),)
    return Derivation((), assumptions, facts, stated, policy.gap, worlds, part.instance)
