"""A hard instance of a lower bound, in words that the check can derive a bound from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Integer

from .fields import Word
from .kinds import Expression

ONE, NOTHING = Integer(1), Integer(0)


@dataclass(frozen=True)
class HardLogits(Word):
    """Labels of unknown logits: every coordinate of a parameter is `half` or its negative, every combination is possible.

    The loss is the Euclidean distance of an estimate, and the risk its mean. From this the check itself derives what
    no method beats (`boundcheck.minimax.logits`); a line of the proof says that the printed bound lies below it.

    Parameters
    ----------
    half : sympy.Expr, ``>= 0``
        Half the distance of the two values of a coordinate.
    logit : sympy.Expr, ``>= 0``
        A label that speaks of a coordinate has the logit `logit` where the coordinate is `half`, and its negative else.
    labels : sympy.Expr, ``>= 0``
        How many labels speak of one coordinate (in the mean over coordinates); with `users`, how many of each user.
    coordinates : sympy.Expr, a whole number ``>= 1``
    epsilon : sympy.Expr, optional
        Every label is seen through an epsilon-private channel; with `users`, see there.
    delta : sympy.Expr, ``>= 0``
        For `users`.
    users : sympy.Expr, optional
        So many users have `labels` labels of every coordinate each, and a release is (epsilon, delta)-private when all
        labels of one user are replaced.
    """

    half: Expression
    logit: Expression
    labels: Expression
    coordinates: Expression = ONE
    epsilon: Expression | None = None
    delta: Expression = NOTHING
    users: Expression | None = None

    def disagreements(self) -> Iterator[tuple[str, Any]]:
        """Users without a level of privacy, and a failure probability without users."""
        if self.users is not None and self.epsilon is None:
            yield "users", "goes with epsilon, the level of privacy of a user"
        if self.delta != 0 and self.users is None:
            yield "delta", "goes with users; a private channel of a label has none here"
