"""What the provers answer."""

from __future__ import annotations

from dataclasses import dataclass, field


class _Answer:
    def __bool__(self):
        raise TypeError(f"{type(self).__name__} is not a boolean: ask isinstance(answer, Proved) or Refuted")


@dataclass(frozen=True, eq=True)
class Proved(_Answer):
    """True on the whole stated domain.

    Attributes
    ----------
    engine : str
        The rules of the proof, e.g. ``"calculus+z3"``.
    trusted : tuple of str
        The software the proof rests on, with versions.
    certificate : dict
        Plain JSON data for `replay`.
    tried : tuple of str
    """

    engine: str
    trusted: tuple[str, ...]
    certificate: dict = field(repr=False)
    tried: tuple[str, ...] = ()


@dataclass(frozen=True)
class Refuted(_Answer):
    """False at `witness`, an exact rational point of the stated domain.

    Attributes
    ----------
    engine : str
    witness : dict of str to str
        Exact rationals in lowest terms, by name of the symbol.
    lhs, rhs : str
        Decimal values of the two sides there, every printed digit correct up to one in the last place.
    margin : str
        By how much, at least, the statement fails there; "0" for a strict inequality that is an equality.
    certificate : dict
    tried : tuple of str
    trusted : tuple of str
    """

    engine: str
    witness: dict[str, str]
    lhs: str
    rhs: str
    margin: str
    certificate: dict = field(repr=False)
    tried: tuple[str, ...] = ()
    trusted: tuple[str, ...] = ()


@dataclass(frozen=True)
class NotDefined(_Answer):
    """One side has no value at `point`, which satisfies the hypotheses.

    Attributes
    ----------
    point : dict of str to str
        Exact rationals, by name of the symbol.
    certificate : dict
    left : tuple of str
        Where, and what it takes, in words.
    tried : tuple of str
    lhs, rhs : str
        Decimal values of the two sides there, "undefined" of one that has none.
    """

    point: dict[str, str]
    certificate: dict = field(repr=False)
    left: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    lhs: str = ""
    rhs: str = ""


@dataclass(frozen=True)
class Unknown(_Answer):
    """Neither proved nor refuted; `left` says which goals or boxes remained."""

    tried: tuple[str, ...]
    left: tuple[str, ...]
    certificate: dict = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Replay(_Answer):
    """Outcome of checking a certificate against a statement, without any search."""

    ok: bool
    trusted: tuple[str, ...]
    reason: str


class Inapplicable(Exception):
    """A rule does not apply, or its check failed."""
