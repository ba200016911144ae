"""How well two hypotheses can be told apart under a privacy constraint: bounds on the sum of the two errors."""

from __future__ import annotations

import math
from typing import Any

from flint import arb, fmpq

from ..symbolic.balls import ball
from ..symbolic.exact_values import as_arb
from . import laws
from .bayes import affinity
from .certified import larger, smaller, times, total, value_of
from .channels import randomized_response
from .constraints import Local, Privacy, Users
from .contractions import BITS_CONSTANT, EPSILON, GENERAL_CONSTANT
from .count_laws import binomials
from .families import MOST_COUNTS, Family
from .thinned import Thinned

GARBLED = (
    "every locally private channel on a bit is randomized response, garbled; so is every protocol of such channels"
)
CONTRACTED = "divergence by total variation under local privacy, and its strong data processing inequality"
COUPLED = "group privacy along a coupling that replaces a binomial number of users"


def observed(family: Family | Thinned, privacy: Privacy) -> Family | Thinned:
    """What the best test sees, where that is a family again."""
    if isinstance(privacy, Local) and (isinstance(family, Thinned) or family.only_bits):
        return family.through(randomized_response(privacy.epsilon))
    if isinstance(privacy, Users) and isinstance(family, Family):
        return family.times(privacy.users)
    if isinstance(privacy, Users):
        raise ValueError("users' privacy: of a plain Family, the data of one user")
    return family


def windowed(family: Family | Thinned, privacy: Privacy) -> tuple | None:
    """The windows through which `error_sum` is to look at what is observed; None where there are none."""
    if isinstance(family, Thinned) or (isinstance(privacy, Local) and not family.only_bits):
        return None
    seen = observed(family, privacy)
    assert isinstance(seen, Family)
    return seen.windows if seen.windowed else seen.within().windows


def error_sum(family: Family | Thinned, privacy: Privacy, windows: tuple | None, reach: int | None) -> tuple[Any, str]:
    """A lower bound on the sum of the two errors of every test, and what it rests on."""
    if isinstance(privacy, Local) and isinstance(family, Family) and not family.only_bits:
        return from_divergence(divergence_under(family, privacy)), CONTRACTED
    seen = observed(family, privacy)
    if windows is not None and isinstance(seen, Family):
        seen = seen.seen_through(windows)
    why = GARBLED if isinstance(privacy, Local) else "total variation, summed over counts"
    if not isinstance(privacy, Users):
        return affinity(seen)[0], why
    assert isinstance(family, Family)
    assert isinstance(seen, Family)
    coupled = coupled_error(family, privacy, reach or 0)
    if seen.counts > MOST_COUNTS:
        return coupled, COUPLED
    plain = affinity(seen)[0]
    return larger(plain, coupled), f"{COUPLED}, or {why}, whichever is larger"


def from_divergence(divergence: Any) -> Any:
    """The sum of two errors is at least this where KL one way is at most `divergence`.

    Source
    ------
    Bretagnolle and Huber 1979, ``TV <= sqrt(1 - exp(-KL))``; Pinsker, ``TV <= sqrt(KL/2)``.
    """
    there = as_arb(divergence).max(arb(0))
    return larger(1 - (1 - (-there).exp()).nonnegative_part().sqrt(), 1 - (there / 2).sqrt())


def divergence_under(family: Family, privacy: Local) -> Any:
    """An upper bound on the smaller of the two divergences of all reports, whatever the private channels."""
    epsilon = value_of(privacy.epsilon)
    half = (as_arb(epsilon) / 2).tanh()
    by_variation, forward, backward = [], [], []
    for group in family.groups:
        p, q = (law.values() for law in group.laws)
        apart = as_arb(laws.total_variation(p, q))
        constant = BITS_CONSTANT if group.outcomes == 2 else GENERAL_CONSTANT
        chi = as_arb(ball(constant, {EPSILON.name: epsilon})) * apart * apart
        # KL <= ln(1 + chi2) draw by draw; the two ways together are at most chi, but under laws of their own
        by_variation.append(group.draws * ((1 + chi).log() if privacy.interactive else (1 + chi).log().min(chi / 2)))
        forward.append(_contracted(group.draws * half * half, p, q))
        backward.append(_contracted(group.draws * half * half, q, p))
    best = as_arb(total(by_variation))
    for way in (forward, backward):
        if all(x is not None for x in way):
            best = best.min(as_arb(total(way)))
    return best


def _contracted(share: Any, p: list, q: list) -> Any:
    try:
        return share * as_arb(laws.kl(p, q))
    except ValueError:
        return None  # infinite


def coupled_error(family: Family, privacy: Users, reach: int) -> Any:
    r"""The errors add up to :math:`2(1 - P - \delta_k)/(1 + e^{k\varepsilon})`, P the chance that over `reach` users differ.

    The users' data are coupled one by one, best possible: each differs with probability TV, so the number that does is binomial.
    :math:`\delta_k = \delta (e^{k\varepsilon} - 1)/(e^{\varepsilon} - 1)` is group privacy's.
    """
    differs = smaller(1 - affinity(family)[0], fmpq(1))
    few = _at_most(differs, privacy.users, reach)
    step, group = as_arb(value_of(privacy.epsilon)).exp(), (as_arb(value_of(privacy.epsilon)) * reach).exp()
    lost = times(value_of(privacy.delta), (group - 1) / (step - 1))
    return 2 * larger(as_arb(few) - lost, fmpq(0)) / (1 + group)


def _at_most(p: Any, n: int, k: int) -> Any:
    """A lower bound on P(Binomial(n, p) <= k)."""
    if k >= n:
        return fmpq(1)
    if isinstance(p, arb):
        p = arb(p.upper())
        if not (p < 1):
            return fmpq(0)
    mean = float(p) * n
    low = max(0, math.floor(min(mean, k) - 14 * math.sqrt(mean + 1) - 20))
    return total(binomials([1 - p, p], n, low, k))


def best_reach(family: Family, privacy: Users) -> int:
    """The number of users that `coupled_error` lets be replaced, by a search on floats; any number is sound."""
    import numpy as np
    from scipy.stats import binom

    t = min(1.0, float(as_arb(1 - affinity(family)[0]).mid()))
    epsilon, delta, n = float(privacy.epsilon), float(privacy.delta), privacy.users
    top = min(n, math.ceil(n * t + 12 * math.sqrt(n * t + 1) + 10), 1 + int(600 / epsilon))
    k = np.arange(top + 1)
    inside = binom.cdf(k, n, t) - delta * np.expm1(k * epsilon) / math.expm1(epsilon)
    return int(np.argmax(np.round(np.maximum(inside, 0) / (1 + np.exp(k * epsilon)), 12)))
