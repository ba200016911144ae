"""Definition 3.4: the orders of corruption and privacy."""

from fractions import Fraction
from itertools import product
from math import floor

import sympy
from sympy import Eq, Ge, Le

from boundcheck.claims import Claim, Definition, Identity, Inequality, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, c_epsilon, domain, epsilon
from .quantities import debiased_label, private_mean

y, y_bar, y_tilde, z_i, m_0, m_1 = sympy.symbols("y y_bar y_tilde z_i m_0 m_1", real=True)
POSITIVE = domain(epsilon)


def binary(*labels):
    """Each of the labels is 0 or 1."""
    return tuple(Eq(label * (1 - label), 0) for label in labels)


def largest_shift(order, n, alpha, odds):
    """By how much the mean de-biased label can be moved: all raw labels, all corruptions, the coins in expectation.

    `odds` is e^epsilon. Under LTC the adversary sees the coins' outcome and raises as many zeros as it may.
    """
    keep, c = Fraction(odds, odds + 1), Fraction(odds + 1, odds - 1)
    budget, worst = floor(alpha * n), Fraction(0)
    for raw in product((0, 1), repeat=n):
        if order.lower() == "ctl":
            shift = Fraction(min(budget, n - sum(raw)), n)
        else:
            shift = Fraction(0)
            for turned in product((0, 1), repeat=n):
                weight = Fraction(1)
                for coin in turned:
                    weight *= 1 - keep if coin else keep
                zeros = sum(1 for label, coin in zip(raw, turned, strict=True) if label == coin)
                shift += weight * c * Fraction(min(budget, zeros), n)
        worst = max(worst, shift)
    return float(worst)


CLAIM = Claim(
    source=Source(PAPER, "Definition 3.4", "Section 3", kind="definition"),
    words="CTL: labels are corrupted, then privatised. LTC: labels are privatised, then corrupted.",
    displays={
        "CTL": r"y \to \bar{y} \to z = R(\bar{y})",
        "LTC": r"y \to \tilde{y} = R(y) \to z",
    },
    letters=LETTERS | {"z_i": "z"},
    parts={
        "largest_shift": Definition(
            r"largest expected shift of the mean de-biased label, by enumeration; odds is $e^\varepsilon$",
            largest_shift,
            tuple(
                {"order": order, "n": 4, "alpha": Fraction(1, 4), "odds": odds}
                for order in ("CTL", "LTC")
                for odds in (3, 2)
            ),
        )
    },
    steps=(
        Step("ctl_worth", "Definition 3.4, CTL",
            Inequality((m_1 - m_0) ** 2, sympy.Integer(1),
                (*POSITIVE, Eq(m_0, private_mean(y)), Eq(m_1, private_mean(y_bar)), *binary(y, y_bar))),
            display=r"|\mathbb{E}[c(\varepsilon)(z + \sigma(\varepsilon) - 1) \mid \bar{y}] - \mathbb{E}[c(\varepsilon)(z + \sigma(\varepsilon) - 1) \mid y]| \le 1",
            form="translation", because="$m_0$ and $m_1$ are the expectations for $y$ and for the corrupted label: a label corrupted before the coin moves the de-biased label by at most 1 in the mean."),
        Step("ltc_worth", "Definition 3.4, LTC",
            Inequality(
                (debiased_label(z_i) - debiased_label(y_tilde)) ** 2, c_epsilon**2, (*POSITIVE, *binary(z_i, y_tilde))
            ),
            because=r"A label corrupted after the coin moves the de-biased label by at most $c(\varepsilon)$."),
        Step("ltc_attained", "Definition 3.4, LTC",
            Identity(debiased_label(sympy.Integer(1)) - debiased_label(sympy.Integer(0)), c_epsilon, POSITIVE)),
        Step("privacy_of_ctl", "Definition 3.4, CTL",
            Inequality(y_bar * sigmoid(epsilon) + (1 - y_bar) * (1 - sigmoid(epsilon)),
                sympy.exp(epsilon) * (y * sigmoid(epsilon) + (1 - y) * (1 - sigmoid(epsilon))),
                (*POSITIVE, Ge(y, 0), Le(y, 1), Ge(y_bar, 0), Le(y_bar, 1))),
            because=r"Both sides are probabilities of $z = 1$, the right one times $e^\varepsilon$: what the adversary does to a label "
            r"before the coin leaves their ratio at most $e^\varepsilon$. For $z = 0$ put $1 - y$ for $y$."),
    ),
    not_covered=("adversaries whose choice for one person depends on another person's private coin, as to privacy",),
)
