r"""The exponential mechanism on finitely many candidates: its law, in balls.

Source
------
McSherry and Talwar, FOCS 2007.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb

from boundcheck.symbolic.exact_values import precision

from .exact import Number, ball, exact
from .finite_laws import FinitePair


def selection_law(scores: Sequence[Number], epsilon: Number, sensitivity: Number = 1) -> tuple[arb, ...]:
    r"""Probabilities :math:`\propto e^{\varepsilon s / 2\Delta}` of the candidates.

    Parameters
    ----------
    scores : sequence of numbers
    epsilon : number, ``>= 0``
        Guaranteed for scores that move by at most `sensitivity` between neighbours.
    sensitivity : number, ``> 0``
    """
    rate = exact("epsilon", epsilon, least=0) / (2 * exact("sensitivity", sensitivity, above=0))
    values = [exact("score", score) for score in scores]
    with precision(192):
        weights = [ball(rate * (value - max(values))).exp() for value in values]
        total = sum(weights, arb(0))
        return tuple(weight / total for weight in weights)


def selection_pair(
    scores: Sequence[Number], others: Sequence[Number], epsilon: Number, sensitivity: Number = 1
) -> FinitePair:
    """The laws on two neighbours with these scores."""
    return FinitePair(selection_law(scores, epsilon, sensitivity), selection_law(others, epsilon, sensitivity))
