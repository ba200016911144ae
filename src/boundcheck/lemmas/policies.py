"""Policies with weights exp(product of a parameter and features), and what their values differ by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Rational, exp, sqrt, sympify

from boundcheck.calculus import Index, Inner, Norm, always, law, le, lemma, letter, quantity, vector, vectors

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
