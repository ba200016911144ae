"""Brackets for epsilon at a given delta: what is guaranteed, and what is certainly not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .adjacency import Adjacency, Change
from .ends import End, ExactEnd, below
from .exact import Number, exact, outward
from .finite_laws import FinitePair
from .gaussian import _bisected
from .gridded import GRID, TARGET, Effort, Found, both_ends, upper_end
from .lattice import LatticePair
from .mechanisms import AnyPair, Composition, GridPair, Mechanism
from .pairs import GaussianPair, LaplacePair

_DIGITS = 7
_LEAST_DELTA, _LEAST_NOISE = 1e-30, 0.05


@dataclass(frozen=True)
class EpsilonBracket:
    """The least epsilon at which a mechanism is (epsilon, delta)-private lies in [low, high].

    Attributes
    ----------
    mechanism : Composition
    adjacency : Adjacency
    delta : Fraction
    low, high : float
        ``high`` is a guarantee. ``low`` is a violation if `attained`: some neighbours are told apart better than any
        smaller epsilon allows; otherwise it bounds only what this way of accounting can give.
    low_end : End or None
        None where low is 0, which needs no proof.
    high_ends : tuple of End
        One for each way round.
    attained : bool
        The dominating pairs are attained by neighbours of the mechanism.
    """

    mechanism: Composition
    adjacency: Adjacency
    delta: Fraction
    low: float
    high: float
    low_end: End | None
    high_ends: tuple[End, ...]
    attained: bool

    @property
    def relative_width(self) -> float:
        """How far the ends are apart, as a part of epsilon."""
        return 0.0 if self.high == 0 else (self.high - self.low) / self.high

    def replay(self) -> bool:
        """Whether both ends still hold, computed again from what they carry, without any search."""
        ends = (*self.high_ends, *((self.low_end,) if self.low_end else ()))
        return (self.low == 0 or self.low_end is not None) and all(end.replay() for end in ends)

    def __str__(self) -> str:
        low = "violated below" if self.attained else "this accounting gives no less than"
        return (
            f"{self.mechanism}, {self.adjacency}, delta = {float(self.delta):.6g}: "
            f"epsilon = {self.high:.7g} is guaranteed, {low} {self.low:.7g}"
        )


def epsilon_bracket(
    mechanism: Mechanism | Composition, delta: Number, adjacency: Adjacency, *, effort: Effort = "standard"
) -> EpsilonBracket:
    """Bracket the least epsilon at which the mechanism is (epsilon, delta)-private.

    Parameters
    ----------
    mechanism : Mechanism or Composition
    delta : number in (0, 1)
    adjacency : Adjacency
        Whose data moves, and how: an added or removed unit is tried both ways round, and a replaced one moves a sum
        of contributions twice as far.
    effort : {"standard", "deep"}
        Aim at a bracket no wider than 1 % or 0.1 % of epsilon.

    Returns
    -------
    bracket : EpsilonBracket
    """
    level = exact("delta", delta, above=0, below=1)
    if effort not in TARGET:
        raise ValueError(f"effort: must be one of {', '.join(TARGET)}, got {effort!r}")
    whole = mechanism if isinstance(mechanism, Composition) else Composition(((mechanism, 1),))
    if (sides := _attained(whole, adjacency.change)) is not None:
        return _two_pairs(whole, level, adjacency, effort, sides)
    ways = _ways(adjacency.change)
    found: list[Found] = []
    for way in ways:
        found.append(_one_way(whole.pairs(way), level, effort, max((f[0] for f in found), default=0.0)))
    low, high = max(f[0] for f in found), max(f[1] for f in found)
    low_end = next((f[2] for f in found if f[0] == low), None)
    attained = all(pair.attained for way in ways for pair, _ in whole.pairs(way))
    return EpsilonBracket(
        whole, adjacency, level, low, high, low_end if low else None, tuple(f[3] for f in found), attained
    )


Sides = list[tuple[tuple[AnyPair, int], ...]]


def _attained(whole: Composition, change: Change) -> Sides | None:
    """What neighbours attain, either way round, where that is not the pair that stands for all of them."""
    both = [whole.attained_pairs(change, way) for way in (Change.REMOVED, Change.ADDED)]
    return [pairs for pairs in both if pairs is not None] or None


def _two_pairs(
    whole: Composition, level: Fraction, adjacency: Adjacency, effort: Effort, sides: Sides
) -> EpsilonBracket:
    """The low end by what neighbours attain, the high end by what stands for all of them."""
    found = [_one_way(pairs, level, effort, 0.0) for pairs in sides]
    low, _, low_end, _ = max(found, key=lambda f: f[0])
    if all(len(pairs) == 1 and pairs[0][1] == 1 for pairs in sides):  # one release: the profile itself is attained
        high, ends = max(f[1] for f in found), tuple(f[3] for f in found)
    else:
        gridded = tuple((pair, t) for pair, t in whole.pairs(adjacency.change) if not isinstance(pair, LatticePair))
        assert len(gridded) == len(whole.pairs(adjacency.change)), "a law on a lattice is one pair"
        high, end = upper_end(gridded, level, effort)
        ends = (end,)
    return EpsilonBracket(whole, adjacency, level, low, high, low_end if low else None, ends, True)


def _ways(change: Change) -> tuple[Change, ...]:
    return (Change.REMOVED, Change.ADDED) if change is Change.ADDED_OR_REMOVED else (change,)


def _one_way(steps: tuple[tuple[AnyPair, int], ...], delta: Fraction, effort: Effort, elsewhere: float) -> Found:
    """The bracket of one way round; no finer than needed where the other way is certainly worse."""
    if len(steps) == 1 and steps[0][1] == 1:
        return _closed_form(steps[0][0], delta)
    gridded = tuple((pair, t) for pair, t in steps if not isinstance(pair, LatticePair))
    assert len(gridded) == len(steps), "a law on a lattice is one pair"
    _within_reach(gridded, delta)
    fineness = GRID[effort]
    best: Found | None = None
    for _ in range(6):
        try:
            found = both_ends(gridded, delta, effort, fineness, best)
        except ArithmeticError:
            if best is None:
                raise
            break
        first, best = best is None, found if best is None else _meet(best, found)
        if best[1] <= elsewhere or best[1] - best[0] <= TARGET[effort] * best[1]:
            break
        if first and all(isinstance(pair, GaussianPair | LaplacePair) for pair, _ in gridded):
            continue  # the first law shows where the grid has to be fine
        width = (best[1] - best[0]) / best[1]
        # the width goes like h squared, or hardly less
        fineness *= min(0.5, max(1 / 16, (0.7 * TARGET[effort] / width) ** 0.6))
    assert best is not None
    return best


def _within_reach(steps: tuple[tuple[GridPair, int], ...], delta: Fraction) -> None:
    """Refuse what the grid cannot hold; closed forms have no such limits."""
    if delta < _LEAST_DELTA:
        raise ValueError(
            f"delta: must be at least {_LEAST_DELTA:.0e} with sampling or several mechanisms, got {float(delta):.6g}"
        )
    for pair, _ in steps:
        if isinstance(pair, GaussianPair) and pair.variance < _LEAST_NOISE**2:
            raise ValueError(f"noise multiplier: must be at least {_LEAST_NOISE} with sampling or several mechanisms")


def _meet(one: Found, other: Found) -> Found:
    low, high = max(one, other, key=lambda f: f[0]), min(one, other, key=lambda f: f[1])
    return low[0], high[1], low[2], high[3]


def _closed_form(pair: AnyPair, delta: Fraction) -> Found:
    zero = Fraction(0)
    if below(pair, zero, delta):
        return 0.0, 0.0, None, ExactEnd(pair, zero, delta, True)
    if isinstance(pair, FinitePair | LatticePair) and below(pair, Fraction(10**6), delta) is False:
        raise ArithmeticError(f"no epsilon below 1,000,000 is guaranteed at a delta of {float(delta):.6g}")
    found = _bisected(lambda epsilon: below(pair, epsilon, delta), 1.0, 10)
    low, high = outward(float(found.low), float(found.high), _DIGITS)
    return low, high, ExactEnd(pair, Fraction(low), delta, False), ExactEnd(pair, Fraction(high), delta, True)
