"""Policies with exponential weights, of features or of rewards, and what their values differ by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Rational, exp, log, sqrt, sympify

from boundcheck.calculus import (
    Average,
    Family,
    Index,
    Inner,
    Missing,
    Norm,
    always,
    event,
    family,
    law,
    le,
    lemma,
    letter,
    quantity,
    vector,
    vectors,
)  # fmt: skip

from .concentration import HALF
from .entry import Entry, at, lt
from .models import Space

n, reach, span, kappa, s = map(letter, ("n", "r", "l", "kappa", "s"))
i = Index("i", n)
x = vectors("x", "vector i", (i,), {"data"})(i)
w, best, chosen, theta, step = (
    vector(name, "a vector", (), {"data"}) for name in ("w", "best", "chosen", "theta", "step")
)
V = quantity("V", "a mean square", (), {"data"})
DATA = frozenset({"data"})
FEATURES = "the features"


@lemma("Taylor; Zhou, Wu and Orabona (2025), Appendix E.3", title="values of two log-linear policies")
def log_linear_values(
    w: Any,
    best: Any,
    chosen: Any,
    theta: Any,
    step: Any,
    scale: Any,
    features: Any,
    x: Any,
    value: Any,
    reach: Any,
    span: Any,
    kappa: Any,
    known: Any,
) -> Any:
    """Along w the mean features of two log-linear policies differ by at most half of w's span times a deviation of their step."""
    needs = [
        law(best, "mean feature", theta, features, given=known),
        law(chosen, "mean feature", theta + scale * step, features, given=known),
        law(features, "apart", span),
        law(x, "condition number", features, kappa),
        law(value, "mean square", x, step, given=known),
        always(le(Norm(w), reach), lt(0, scale)),
    ]
    return needs, always(le(0, value), le(Inner(w, best - chosen), reach * span / 2 * scale * sqrt(kappa * value / 2)))


def two_actions(
    low: Any,
    high: Any,
    *,
    w: Any = 1,
    far: Any = 1,
    seen: Any = 1,
    claimed: Any = (0, 0),
    value: Any = None,
    scale: Any = 1,
) -> Space:
    """One state, two actions of a line at the distance `far`, policies at two parameters, and data of one length.

    Parameters
    ----------
    low, high : parameters of the policy that is chosen and of the best one
    claimed : what is added to the two mean features
    value : of the mean square, where it is another one than the true
    scale : how often the step is taken
    """
    features = tuple(far * side for side in (HALF, -HALF))

    def mean(parameter: Any) -> Any:
        first, second = (exp(parameter * f) for f in features)
        return (first * features[0] + second * features[1]) / (first + second)

    step = sympify(low - high) / scale
    square = seen**2 * step**2
    own = {"best": mean(high) + claimed[0], "chosen": mean(low) + claimed[1], "w": w, "theta": high, "step": step}
    values: dict[str, Callable[..., Any]] = {name: lambda _, v=v: (sympify(v),) for name, v in own.items()}
    values |= {"x": lambda *_: (seen,), "V": lambda _: square if value is None else value}
    laws: dict[tuple[str, str], Callable[..., bool]] = {
        ("best", "mean feature"): lambda *_: claimed[0] == 0,
        ("chosen", "mean feature"): lambda *_: claimed[1] == 0,
        (FEATURES, "apart"): lambda most: bool(far <= most),
        ("x(i)", "condition number"): lambda _, times: bool(far**2 / 2 <= times * seen**2),
        ("V", "mean square"): lambda *_: value in (None, square),
    }
    return Space({0: 1}, values, properties=laws)


SHORT = Rational(1, 100)
NEAR = (-SHORT / 2, SHORT / 2)
LINE = {"n": 1, "r": 1, "l": 1, "kappa": HALF, "s": 1}
LOG_LINEAR_VALUES = Entry(
    log_linear_values,
    {
        "w": w, "best": best, "chosen": chosen, "theta": theta, "step": step, "scale": s, "features": FEATURES, "x": x,
        "value": V, "reach": reach, "span": span, "kappa": kappa, "known": DATA,
    },
    (at(two_actions(*NEAR), **LINE),),
    {
        "mean feature": at(two_actions(*NEAR, claimed=(1, 0)), **LINE),
        "mean feature of chosen": at(two_actions(*NEAR, claimed=(0, -1)), **LINE),
        "apart": at(two_actions(*NEAR, far=2), **LINE | {"kappa": 2}),
        "condition number": at(two_actions(*NEAR, seen=HALF), **LINE),
        "mean square": at(two_actions(*NEAR, value=0), **LINE),
        "|w| <= r": at(two_actions(*NEAR, w=2), **LINE),
        "0 < s": at(two_actions(*NEAR, scale=-1), **LINE | {"s": -1}),
    },
)  # fmt: skip

# ---- policies of rewards ---------------------------------------------------------------------------------------------

beta, failure, N = map(letter, ("beta", "failure", "N"))
a = Index("a", N)
best_weight = family("w", "weight of the best policy at pair a", (a,))(a)
truth = family("r", "reward at pair a", (a,))(a)
told, offset, width = (
    family(name, words, (a,), {"data"})(a)
    for name, words in (("g", "reward of the policy at pair a"), ("b", "offset at pair a"), ("h", "width at pair a"))
)
lost = quantity("S", "shortfall of the policy", (), {"data"})


def _of_one_index(*families: Any) -> tuple[Any, ...]:
    """Their members and the index that they share."""
    indices = {one.index for one in families}
    if len(indices) != 1:
        raise Missing(f"{', '.join(one.name for one in families)} do not share an index")
    return (*(one.member for one in families), indices.pop())


def _exponential(value: Any, told: Any, truth: Any, offset: Any, beta: Any) -> list[Any]:
    """A policy with the weights of a reward, and what it falls short of."""
    return [law(value, "shortfall", told, truth, beta), law(offset, "of the state"), always(lt(0, beta))]


@lemma("Zhao and others (2025), Lemma 2.16, with half the factor", title="shortfall of a pessimistic policy")
def pessimistic_shortfall(
    value: Any, told: Any, truth: Any, offset: Any, width: Any, weights: Any, beta: Any, failure: Any
) -> Any:
    """A policy whose reward, up to offsets, is nowhere above the true one falls short by half of beta times the mean square gap."""
    g, r, b, h, w, index = _of_one_index(told, truth, offset, width, weights)
    needs = [
        *_exponential(value, told, truth, offset, beta),
        law(weights, "policy weights", truth, beta),
        event(le(g - b, r), le(r - g + b, h), failure=failure, every=(index,)),
    ]
    return needs, event(le(value, beta / 2 * Average(w * h**2, index)), failure=failure)


def bandit(
    chance: Any,
    gap: Any,
    rate: Any = 1,
    *,
    best: Any = 0,
    off: Any = (0, 0),
    claimed: Any = 0,
    own: bool = False,
    weight: Any = 1,
    allowed: Any = None,
) -> Space:
    """One state, of whose two actions the first has this chance; the true reward of the second is 0, as the policy is told.

    Parameters
    ----------
    off : offsets of the two actions
    best : reward at the first action, where the policy's is off by `gap`
    claimed : what is added to the shortfall
    own : whether the weights are those of the policy, and not of the best one
    weight : what the weights of the best policy are multiplied by
    allowed : width at the first action, where it is not the gap
    """
    chances, rate = (sympify(chance), 1 - sympify(chance)), sympify(rate)
    rewards = (sympify(best), sympify(0))
    heard = (rewards[0] + gap, sympify(0))
    gaps = (sympify(gap), sympify(0))

    def tilted(reward: Any) -> list[Any]:
        weights = [p * exp(rate * g) for p, g in zip(chances, reward, strict=True)]
        return [x / sum(weights) for x in weights]

    policy, ideal = tilted(heard), tilted(rewards)
    short = sum(q * log(q / p) for q, p in zip(policy, ideal, strict=True)) / rate + claimed
    widths = [abs(g - b) for b, g in zip(off, gaps, strict=True)]
    if allowed is not None:
        widths[0] = sympify(allowed)
    values: dict[str, Callable[..., Any]] = {
        "w": lambda _, k: 2 * weight * (policy if own else ideal)[k - 1],
        "r": lambda _, k: rewards[k - 1],
        "g": lambda _, k: heard[k - 1],
        "b": lambda _, k: sympify(off[k - 1]),
        "h": lambda _, k: widths[k - 1],
        "S": lambda _: short,
    }
    laws: dict[tuple[str, str], Callable[..., bool]] = {
        ("S", "shortfall"): lambda *_: claimed == 0,
        (Family(offset, a).name, "of the state"): lambda *_: off[0] == off[1],
        (Family(told, a).name, "of the state"): lambda *_: heard[0] == heard[1],
        (Family(best_weight, a).name, "policy weights"): lambda *_: weight == 1,
    }
    return Space({0: 1}, values, properties=laws)


@lemma("Zhao and others (2025), Lemma A.1, with half the factor", title="shortfall of an optimistic policy")
def optimistic_shortfall(
    value: Any, told: Any, truth: Any, offset: Any, width: Any, weights: Any, beta: Any, failure: Any, every: Any = ()
) -> Any:
    """A policy whose reward, up to offsets, is nowhere below the true one falls short by half of beta times its mean square gap."""
    g, r, b, h, w, index = _of_one_index(told, truth, offset, width, weights)
    needs = [
        *_exponential(value, told, truth, offset, beta),
        law(weights, "policy weights", told, beta),
        event(le(r, g - b), le(g - b - r, h), failure=failure, every=(index, *every)),
    ]
    return needs, event(le(value, beta / 2 * Average(w * h**2, index)), failure=failure, every=every)


@lemma("Hoeffding (1963), Section 4", title="shortfall of the reference policy")
def reference_shortfall(value: Any, told: Any, truth: Any, high: Any, beta: Any) -> Any:
    """The reference policy falls short by at most an eighth of beta times the squared range of the rewards."""
    needs = [*_exponential(value, told, truth, told, beta), law(truth.member, "bounded", 0, high)]
    return needs, always(le(value, beta * high**2 / 8))


SELDOM = Rational(1, 1000)
USUAL = {"N": 2, "beta": 1, "failure": SELDOM}
POLICY = {"value": lost, "told": Family(told, a), "truth": Family(truth, a), "offset": Family(offset, a), "beta": beta}
PESSIMISTIC_SHORTFALL = Entry(
    pessimistic_shortfall,
    POLICY | {"width": Family(width, a), "weights": Family(best_weight, a), "failure": failure},
    (at(bandit(SELDOM, -SHORT), **USUAL),),
    {
        "shortfall": at(bandit(SELDOM, -SHORT, claimed=1), **USUAL),
        "of the state": at(bandit(HALF, -1, off=(-1, 0)), **USUAL),
        "policy weights": at(bandit(HALF, -1, weight=0), **USUAL),
        "0 < beta": at(bandit(HALF, -1, -1), **USUAL | {"beta": -1}),
        f"with probability at least 1 - (failure): {le(told - offset, truth)} and {le(truth - told + offset, width)} for all a": at(
            bandit(HALF, -1, allowed=0), **USUAL
        ),
    },
)
OPTIMISTIC_SHORTFALL = Entry(
    optimistic_shortfall,
    POLICY | {"width": Family(width, a), "weights": Family(best_weight, a), "failure": failure},
    (at(bandit(SELDOM, SHORT, own=True), **USUAL),),
    {
        "shortfall": at(bandit(SELDOM, SHORT, own=True, claimed=1), **USUAL),
        "of the state": at(bandit(HALF, 1, own=True, off=(1, 0)), **USUAL),
        "policy weights": at(bandit(HALF, 1, weight=0), **USUAL),
        "0 < beta": at(bandit(HALF, 1, -1, own=True), **USUAL | {"beta": -1}),
        f"with probability at least 1 - (failure): {le(truth, told - offset)} and {le(told - offset - truth, width)} for all a": at(
            bandit(HALF, 1, own=True, allowed=0), **USUAL
        ),
    },
)
high = letter("high")
UNHEARD = {"N": 2, "beta": 1, "high": SHORT}
REFERENCE_SHORTFALL = Entry(
    reference_shortfall,
    {name: POLICY[name] for name in ("value", "told", "truth", "beta")} | {"high": high},
    (at(bandit(HALF, -SHORT, best=SHORT), **UNHEARD),),
    {
        "shortfall": at(bandit(HALF, -SHORT, best=SHORT, claimed=1), **UNHEARD),
        "of the state": at(bandit(HALF, -1, best=SHORT), **UNHEARD),
        "0 < beta": at(bandit(HALF, -SHORT, -1, best=SHORT), **UNHEARD | {"beta": -1}),
        "bounded": at(bandit(HALF, -1, best=1), **UNHEARD),
    },
)
