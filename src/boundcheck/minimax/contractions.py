r"""What local privacy does to distances: sharp constants, the lines that prove them, and channels that attain them.

A channel is :math:`\varepsilon`-locally private where no report is more than :math:`E = e^\varepsilon` times as likely
under one input as under another. ``M1, M2`` are the laws of the report for input laws ``P1, P2``. Mixtures of rows are
as private as rows, and :math:`M_1 - M_2 = \mathrm{TV}(P_1, P_2)\,(A - B)` with mixtures ``A, B`` (Jordan), so that each
constant follows from one line about two or three numbers within a factor ``E`` of each other; `steps` are these lines.

Granted from the literature: a contraction coefficient of total variation is attained by two inputs (Dobrushin 1956); so are those
of chi-square and of Kullback and Leibler's divergence, which coincide (Choi, Ruskai, Seneta 1994; Ordentlich, Polyanskiy 2020).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from sympy import Expr, Max, Min, S, Symbol, exp, log, sinh, tanh

from boundcheck.symbolic.statement import Statement

from . import families
from .families import Channel, Law, bernoulli, randomized_response

EPSILON = Symbol("epsilon", positive=True)
E = Symbol("E", positive=True)  # exp(epsilon)
_a, _b, _s, _t, _q, _x, _m1, _m2, _u = sympy.symbols("a b s t q x m1 m2 u", positive=True)

BITS_CONSTANT = 4 * sinh(EPSILON / 2) ** 2
GENERAL_CONSTANT = (exp(EPSILON) - 1) ** 2 * Max(exp(-EPSILON), 2 / (exp(EPSILON) + 2))
CLASSICAL = Min(4, exp(2 * EPSILON)) * (exp(EPSILON) - 1) ** 2  # Duchi, Jordan, Wainwright 2013, Theorem 1


@dataclass(frozen=True)
class Exhibit:
    """A channel and two input laws on which a constant is attained, or nearly."""

    channel: Channel
    first: Law
    second: Law


@dataclass(frozen=True)
class Contraction:
    """``output <= constant(epsilon) * input`` for every private channel and all input laws.

    Parameters
    ----------
    name, says : str
    constant : sympy.Expr in `EPSILON`
        The smallest that holds for every channel; see `exhibit`.
    classical : sympy.Expr, optional
        What is usually quoted in its place.
    steps : mapping of str to Statement
        The lines on which it rests, in ``E = exp(epsilon)`` where they are algebra; the tests prove them.
    output, input : callable
        ``(probabilities, probabilities) -> number``.
    exhibit : callable
        ``(epsilon, nearness) -> Exhibit``; the ratio misses the constant by a share of the order of `nearness`.
    """

    name: str
    says: str
    constant: Expr
    steps: dict[str, Statement]
    output: Callable[..., Any]
    input: Callable[..., Any]
    exhibit: Callable[[Any, Fraction], Exhibit]
    classical: Expr | None = None

    @property
    def factor(self) -> Expr:
        """By how much the classical constant is too large; 1 where there is none."""
        return S.One if self.classical is None else self.classical / self.constant

    def ratio(self, channel: Channel, first: Law, second: Law) -> Any:
        """Output over input distance on an example: a rational or a ball at the working precision."""
        given = self.input(first.values(), second.values())
        return self.output(channel.through(first).values(), channel.through(second).values()) / given


def _within(a: Expr, b: Expr) -> tuple:
    return (a <= E * b, b <= E * a)


_HEXAGON = (_s <= E, _t <= E, 1 <= E * _s, 1 <= E * _t, *_within(_s, _t))
_BIT = {
    "one report, two rows: s is their ratio": Statement((_s - 1) ** 2, "<=", (E - 1) ** 2 / E * _s, (_s <= E, 1 <= E * _s)),
    "mixtures of the rows": Statement(1 / (_q * _a + (1 - _q) * _b), "<=", _q / _a + (1 - _q) / _b, (_q <= 1,)),
    "the constant": Statement((exp(EPSILON) - 1) ** 2 / exp(EPSILON), "==", BITS_CONSTANT),
}  # fmt: skip
# s and t are A and B over M2 at one report; both sides are averaged over M2, under which s and t have mean 1
_GENERAL = {
    "one report, three mixtures, E <= 2": Statement(
        (_s - _t) ** 2, "<=", (E - 1) ** 2 / E * (_s + _t - 1), (*_HEXAGON, 1 <= E, E <= 2)
    ),
    "one report, three mixtures, E >= 2": Statement(
        (_s - _t) ** 2, "<=", E * (E - 1) / (E + 2) * (_s + _t - 2 / E), (*_HEXAGON, 2 <= E)
    ),
    "the average for E >= 2": Statement(E * (E - 1) / (E + 2) * (2 - 2 / E), "==", 2 * (E - 1) ** 2 / (E + 2)),
}
_DIVERGENCE = {
    "one report of the symmetrised divergence": Statement(
        (_m1 - _m2) * log(_m1 / _m2), "<=", (_m1 - _m2) ** 2 * (1 / _m1 + 1 / _m2) / 2
    )
}
_BELOW_CLASSICAL = {"the classical constant is larger": Statement(GENERAL_CONSTANT, "<=", CLASSICAL)}


def _chord(s: Expr) -> Expr:
    def value(u: Expr) -> Expr:
        return (u - 1) ** 2 / (_q * u + 1 - _q)

    return value(E) * (s - 1 / E) / (E - 1 / E) + value(1 / E) * (E - s) / (E - 1 / E)


_CHORD_AT_ONE = _q * (1 - _q) * (E - 1) ** 2 / ((_q * E + 1 - _q) * (_q + (1 - _q) * E))
_STRONG = {
    "one report is below the chord": Statement(
        (_s - 1) ** 2 / (_q * _s + 1 - _q), "<=", _chord(_s), (_q <= 1, _s <= E, 1 <= E * _s, E > 1)
    ),
    "the chord's average": Statement(_q * (1 - _q) * _chord(S.One), "==", _CHORD_AT_ONE, (_q <= 1, E > 1)),
    "the worst weight is one half": Statement(_CHORD_AT_ONE, "<=", ((E - 1) / (E + 1)) ** 2, (_q <= 1, E >= 1)),
}


def _apart(epsilon: Any, nearness: Fraction) -> Exhibit:
    return Exhibit(randomized_response(epsilon), bernoulli(1), bernoulli(0))


def _rare(epsilon: Any, nearness: Fraction) -> Exhibit:
    """Two rare inputs told apart in front of a third that nearly everybody has; for E <= 2 two inputs do as well."""
    rare = nearness / (2 + 2 * Fraction(int(sympy.ceiling(exp(sympy.sympify(epsilon))))))
    if bool(exp(sympy.sympify(epsilon)) <= 2):
        return Exhibit(randomized_response(epsilon), bernoulli(rare), bernoulli(0))
    return Exhibit(randomized_response(epsilon, 3), Law((1 - rare, rare, 0)), Law((1 - rare, 0, rare)))


def _rare_bit(epsilon: Any, nearness: Fraction) -> Exhibit:
    rare = nearness / (2 + 2 * Fraction(int(sympy.ceiling(exp(sympy.sympify(epsilon))))))
    return Exhibit(randomized_response(epsilon), bernoulli(rare), bernoulli(0))


def _even(epsilon: Any, nearness: Fraction) -> Exhibit:
    half = Fraction(1, 2)
    return Exhibit(randomized_response(epsilon), bernoulli(half + nearness / 4), bernoulli(half))


def _squared_variation(p: list[Any], q: list[Any]) -> Any:
    apart = families.total_variation(p, q)
    return apart * apart


TOTAL_VARIATION = Contraction(
    "total variation",
    "TV(M1, M2) <= tanh(epsilon/2) TV(P1, P2)",
    tanh(EPSILON / 2),
    {
        "the best event": Statement(_a - _b, "<=", (E - 1) / (E + 1), (_a <= E * _b, 1 - _b <= E * (1 - _a), _a <= 1, _b <= 1)),
        "the constant": Statement((exp(EPSILON) - 1) / (exp(EPSILON) + 1), "==", tanh(EPSILON / 2)),
    },
    families.total_variation, families.total_variation, _apart,
)  # fmt: skip
CHI_SQUARE_OF_BITS = Contraction(
    "chi-square by total variation, bits",
    "chi2(M1 | M2) <= 4 sinh(epsilon/2)^2 TV(P1, P2)^2 where the input is a bit",
    BITS_CONSTANT, _BIT, families.chi_square, _squared_variation, _apart,
)  # fmt: skip
CHI_SQUARE = Contraction(
    "chi-square by total variation",
    "chi2(M1 | M2) <= (E - 1)^2 max(1/E, 2/(E + 2)) TV(P1, P2)^2, E = exp(epsilon)",
    GENERAL_CONSTANT, _GENERAL, families.chi_square, _squared_variation, _rare,
)  # fmt: skip
DIVERGENCE_OF_BITS = Contraction(
    "symmetrised divergence by total variation, bits",
    "KL(M1 | M2) + KL(M2 | M1) <= 4 sinh(epsilon/2)^2 TV(P1, P2)^2 where the input is a bit",
    BITS_CONSTANT, {**_BIT, **_DIVERGENCE}, families.symmetric_kl, _squared_variation, _rare_bit, CLASSICAL,
)  # fmt: skip
DIVERGENCE = Contraction(
    "symmetrised divergence by total variation",
    "KL(M1 | M2) + KL(M2 | M1) <= (E - 1)^2 max(1/E, 2/(E + 2)) TV(P1, P2)^2, E = exp(epsilon)",
    GENERAL_CONSTANT, {**_GENERAL, **_DIVERGENCE, **_BELOW_CLASSICAL}, families.symmetric_kl, _squared_variation, _rare, CLASSICAL,
)  # fmt: skip
STRONG_CHI_SQUARE = Contraction(
    "strong data processing, chi-square",
    "chi2(M1 | M2) <= tanh(epsilon/2)^2 chi2(P1 | P2)",
    tanh(EPSILON / 2) ** 2, _STRONG, families.chi_square, families.chi_square, _even,
)  # fmt: skip
STRONG_DIVERGENCE = Contraction(
    "strong data processing, divergence",
    "KL(M1 | M2) <= tanh(epsilon/2)^2 KL(P1 | P2)",
    tanh(EPSILON / 2) ** 2, _STRONG, families.kl, families.kl, _even,
)  # fmt: skip

CONTRACTIONS = (
    TOTAL_VARIATION,
    CHI_SQUARE_OF_BITS,
    CHI_SQUARE,
    DIVERGENCE_OF_BITS,
    DIVERGENCE,
    STRONG_CHI_SQUARE,
    STRONG_DIVERGENCE,
)

# Every private channel on a bit is randomized response, garbled: where a, b are its rows at one report and k = E/(E + 1),
# the reports after answers 1 and 0 have u = (k a - (1 - k) b)/(2k - 1) and the same with a, b exchanged.
GARBLING = {
    "weights are not negative": Statement(E / (E + 1) * _a, ">=", 1 / (E + 1) * _b, (*_within(_a, _b), E > 1)),
    "answer 1 gives the row back": Statement(
        (E * (E * _a - _b) + (E * _b - _a)) / ((E + 1) * (E - 1)), "==", _a, (E > 1,)
    ),
}
