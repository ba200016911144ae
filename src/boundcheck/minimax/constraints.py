"""What a procedure has to keep private, as it enters a lower bound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .certified import number_of, value_of


@dataclass(frozen=True)
class Local:
    r"""Every draw is seen only through an :math:`\varepsilon`-locally private channel.

    Parameters
    ----------
    epsilon : exact number, ``> 0``
    interactive : bool
        The channel may be chosen in view of earlier reports; every draw is seen once. Where it may not, bounds by
        divergence gain up to a factor of 2; those of bits are the same.
    """

    epsilon: Any
    interactive: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", number_of("epsilon", self.epsilon, above=0))


@dataclass(frozen=True)
class Users:
    r"""The output is :math:`(\varepsilon, \delta)`-private when all data of one user are replaced.

    Parameters
    ----------
    epsilon, delta : exact numbers
        ``epsilon > 0``, ``0 <= delta < 1``.
    users : int, ``>= 1``
        The family that comes with it is the data of one user.
    """

    epsilon: Any
    delta: Any
    users: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", number_of("epsilon", self.epsilon, above=0))
        object.__setattr__(self, "delta", number_of("delta", self.delta, least=0))
        if not value_of(self.delta) < 1:
            raise ValueError(f"delta {self.delta}: must be below 1")
        if not isinstance(self.users, int) or self.users < 1:
            raise ValueError(f"users {self.users!r}: must be a whole number, 1 or more")


Privacy = Local | Users | None
