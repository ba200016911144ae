"""Labels of unknown logits: what no method beats, as a formula, and a label after randomized response."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Abs, Ge, Gt, Le, Lt, S, exp, log, sqrt, symbols, tanh

from boundcheck.symbolic.statement import Statement

# A label of a known logit after randomized response, in letters: how far it leans, and what tells two of them apart.


def leaning(h: Any) -> Any:
    """How far a label of the logit h leans to one side: twice its probability, less 1."""
    return (exp(h) - 1) / (exp(h) + 1)


def divergence(x: Any, c: Any) -> Any:
    """That of a private label which leans to one side by x/c from one that leans as far to the other."""
    return x / c * log((c + x) / (c - x))


# What no method beats on labels of unknown logits, as a formula for every size of the data.
#
# Le Cam's two points for every coordinate, which Assouad sums: of a coordinate that is :math:`h` or :math:`-h` the two mean
# distances add up to :math:`2h(1 - TV)` at least, and the Euclidean norm of k distances is at least their sum over
# :math:`\sqrt k`. Total variation is at most the root of a quarter of the two divergences added, which add up over
# independent labels; for labels of the logits :math:`\pm\ell` they are :math:`2\ell\tanh(\ell/2) \le \ell^2` each. Seen through
# an epsilon-private channel they are :math:`\tanh^2(\epsilon/2)` times that at most (`contractions`). Where users are
# private, users are replaced one by one, and a release of two neighbouring data sets differs by
# :math:`\eta = (e^\epsilon - 1 + 2\delta)/(e^\epsilon + 1)` in total variation at most. How labels are shared out does not
# matter: the root is concave, so that the mean over coordinates is largest where all have the same number.
#
# Sources: Le Cam 1973; Assouad 1983; Tsybakov 2009, 2.4 and 2.7; Duchi, Jordan, Wainwright 2013; `LINES` are put to the provers
# by the tests.

_c, _h, _s, _t, _x = symbols("c h s t x", real=True)
_a, _b, _delta, _epsilon = symbols("a b delta epsilon", real=True)


def least_risk(
    half: sympy.Expr,
    logit: sympy.Expr,
    labels: sympy.Expr,
    *,
    coordinates: sympy.Expr = S.One,
    epsilon: sympy.Expr | None = None,
    delta: sympy.Expr = S.Zero,
    users: sympy.Expr | None = None,
) -> sympy.Expr:
    r"""A lower bound of the largest mean Euclidean distance of any method.

    Parameters
    ----------
    half, logit, labels, coordinates, epsilon, delta, users : sympy.Expr
        As in `boundcheck.claims.HardLogits`, whose logit is its feature times `half`; not negative, `epsilon` positive,
        `coordinates` a whole number.

    Returns
    -------
    bound : sympy.Expr
        :math:`\sqrt k\, h\,(1 - TV)`, with what bounds TV from above; it may be negative, and says nothing there.
    """
    told = logit * sqrt(labels) / 2
    if users is not None:
        told *= users * user_level(epsilon, delta)
    elif epsilon is not None:
        told *= user_level(epsilon, S.Zero)
    return sqrt(coordinates) * half * (1 - told)


def user_level(epsilon: Any, delta: Any) -> sympy.Expr:
    r"""The largest total variation of the releases of two neighbouring data sets; :math:`\tanh(\epsilon/2)` without delta."""
    return (exp(epsilon) - 1 + 2 * delta) / (exp(epsilon) + 1)


_LEVEL = (Gt(_epsilon, 0), Ge(_delta, 0), Le(_delta, 1))
LINES = {
    "two values": Statement(2 * _h, "<=", Abs(_t - _h) + Abs(_t + _h), (Gt(_h, 0),)),
    "norm": Statement(2 * _s * Abs(_x) - _s**2, "<=", _x**2, ()),
    "divergence of one label": Statement(_h * tanh(_h / 2), "<=", _h**2 / 2, (Ge(_h, 0),)),
    "root": Statement(2 * _s * _x - _s**2, "<=", _x**2, ()),
    "through randomized response": Statement(
        log((_c + _x) / (_c - _x)), "<=", log((1 + _x) / (1 - _x)) / _c, (Ge(_c, 1), Ge(_x, 0), Lt(_x, 1))
    ),
    "neighbours": Statement(
        _a - _b,
        "<=",
        user_level(_epsilon, _delta),
        (
            *_LEVEL, Ge(_a, 0), Le(_b, 1), Le(_a, exp(_epsilon) * _b + _delta), Le(1 - _b, exp(_epsilon) * (1 - _a) + _delta),
        ),
    ),
}  # fmt: skip
"""What the formula rests on, line by line, besides the theorems that the head names."""
