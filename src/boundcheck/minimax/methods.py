"""Le Cam, Assouad and Fano: two hypotheses, a hypercube, a packing, and how well they can be told apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from flint import arb, ctx, fmpq
from sympy import Rational, S

from boundcheck.symbolic.balls import as_arb, ball

from . import families
from .certificates import StatedBound
from .contractions import BITS_CONSTANT, EPSILON, GENERAL_CONSTANT
from .exact_numbers import (
    BITS,
    LowerBound,
    above,
    below,
    binomials,
    exact,
    larger,
    number_of,
    only,
    smaller,
    times,
    total,
    value_of,
    whole,
)
from .families import MOST_COUNTS, Family, Local, Privacy, Thinned, Users, mixed, randomized_response
from .losses import affinity

# How well two hypotheses can be told apart under a privacy constraint: bounds on the sum of the two errors.

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


def refuse_untestable(family: Any, privacy: Any, windows: Any, reach: Any) -> None:
    """Raise where these are no two hypotheses, no constraint, or no choice of counts and of users for them."""
    only("family", family, Family, Thinned)
    only("privacy", privacy, Local, Users, type(None))
    if family.hypotheses != 2:
        raise ValueError(f"two hypotheses are understood, got {family.hypotheses}")
    refuse_unseen(family, privacy, windows)
    if isinstance(privacy, Users) and whole("reach", reach) > privacy.users:
        raise ValueError(f"reach {reach}: there are {privacy.users} users")
    if not isinstance(privacy, Users) and reach is not None:
        raise ValueError(f"reach {reach}: is for users' privacy")


def refuse_unseen(family: Family | Thinned, privacy: Privacy, windows: Any) -> None:
    """Raise where `windows` are none for what is observed."""
    if (windows is None) is not (windowed(family, privacy) is None):
        raise ValueError(f"windows {windows!r}: one for each group, where counts are summed, and none elsewhere")
    if windows is not None:
        seen = observed(family, privacy)
        assert isinstance(seen, Family)
        seen.seen_through(windows)


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
        apart = as_arb(families.total_variation(p, q))
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
        return share * as_arb(families.kl(p, q))
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


# Le Cam: two hypotheses that no test tells apart.


def le_cam(family: Family | Thinned, separation: Any, privacy: Privacy = None) -> LowerBound:
    r"""Two points: :math:`\inf \sup E L \ge \tfrac{\Delta}{2} (1 - \mathrm{TV})`.

    Parameters
    ----------
    family : Family or Thinned
        Of two hypotheses; under `Users`, the data of one user.
    separation : exact number, ``> 0``
        :math:`\Delta`: no action has losses under the two hypotheses that add up to less. For ``|estimate - theta|`` it is the
        distance of the two values, for the square half the squared distance.
    privacy : Local, Users, optional

    Returns
    -------
    bound : LowerBound
        On the larger of the two risks. Total variation is summed over counts: of the data, or of randomized response's
        reports where bits are kept locally private; otherwise it is bounded by a contraction or a coupling.

    Source
    ------
    Le Cam 1973; Yu 1997, Lemma 1; under (epsilon, delta) by group privacy as in Acharya, Sun, Zhang 2021, Theorem 2.
    """
    return TwoPoints(family, separation, privacy, **looked_at(family, privacy)).bound()


@dataclass(frozen=True)
class TwoPoints(StatedBound):
    """What `le_cam` says; `windows` are the counts that are summed, `reach` is how many users group privacy replaces."""

    family: Family | Thinned
    separation: Any
    privacy: Privacy
    windows: Any
    reach: int | None
    name, title, witness = "le_cam", "Le Cam", ("windows", "reach")

    def validate(self) -> None:
        self.set_exactly("separation", number_of("separation", self.separation, above=0))
        refuse_untestable(self.family, self.privacy, self.windows, self.reach)

    def evaluate(self) -> tuple:
        errors, why = error_sum(self.family, self.privacy, self.windows, self.reach)
        return times(value_of(self.separation), errors) / 2, {"sum of errors": below(errors)}, why


def looked_at(family: Any, privacy: Privacy) -> dict[str, Any]:
    """What a search chooses: the counts that are summed, and the users that may be replaced."""
    only("family", family, Family, Thinned)
    with ctx.workprec(BITS):
        reach = best_reach(family, privacy) if isinstance(privacy, Users) else None
        return {"windows": windowed(family, privacy), "reach": reach}


# Assouad: a hypercube of hypotheses whose coordinates have to be told apart one by one.


def separation(loss: str, step: Any) -> sympy.Expr:
    r"""What each coordinate of an estimate costs at least, summed over its two values, where :math:`\theta_v = \theta_0 + h v`.

    Parameters
    ----------
    loss : {"hamming", "l1", "squared l2"}
        Wrong coordinates; the sum of ``|theta - estimate|``; the sum of its squares. For a loss with
        ``loss >= 2 tau * hamming`` and an alpha-triangle inequality it is ``tau/alpha``, which is written down directly.
    step : exact number, ``> 0``
        ``h``.
    """
    found = number_of("step", step, above=0)
    known = {"hamming": exact(1), "l1": 2 * found, "squared l2": 2 * found**2}
    if loss not in known:
        raise ValueError(f"loss {loss!r}: must be one of {', '.join(known)}")
    return known[loss]


def assouad(coordinate: Family | Thinned, dimension: int, separation: Any, privacy: Privacy = None) -> LowerBound:
    r"""Coordinates with data of their own: :math:`\inf \sup E \sum_j L_j \ge \tfrac{d \Delta}{2} (1 - \mathrm{TV})`.

    Parameters
    ----------
    coordinate : Family or Thinned
        The two hypotheses of one coordinate. All coordinates are alike; the data of the others say nothing about this one.
    dimension : int, ``>= 1``
    separation : exact number, ``> 0``
        :math:`\Delta`: see `separation`, and `euclidean` for the norm itself.
    privacy : Local, Users, optional

    Source
    ------
    Assouad 1983; Yu 1997, Lemma 2, whose mixtures are here products, so that a pair that differs in one coordinate is enough.
    """
    return Cube(coordinate, dimension, separation, privacy, **looked_at(coordinate, privacy)).bound()


@dataclass(frozen=True)
class Cube(StatedBound):
    """What `assouad` says; `windows` and `reach` as for two points."""

    coordinate: Family | Thinned
    dimension: int
    separation: Any
    privacy: Privacy
    windows: Any
    reach: int | None
    name, title, witness = "assouad", "Assouad", ("windows", "reach")

    def validate(self) -> None:
        whole("dimension", self.dimension, 1)
        self.set_exactly("separation", number_of("separation", self.separation, above=0))
        refuse_untestable(self.coordinate, self.privacy, self.windows, self.reach)

    def evaluate(self) -> tuple:
        errors, why = error_sum(self.coordinate, self.privacy, self.windows, self.reach)
        value = times(value_of(self.separation) * self.dimension, errors) / 2
        return value, {"sum of errors": below(errors)}, why


def assouad_mixtures(cube: Family, separation: Any, privacy: Local | None = None) -> LowerBound:
    r"""Any hypercube, by its mixtures: :math:`\tfrac{\Delta}{2} \sum_j (1 - \mathrm{TV}(P_{+j}, P_{-j}))`.

    Parameters
    ----------
    cube : Family
        :math:`2^d` hypotheses in the order of binary numbers: coordinate ``j`` of hypothesis ``i`` is up where bit ``j`` of
        ``i`` is 1.
    separation : exact number, ``> 0``
    privacy : Local, optional
        Of draws that are bits: mixtures of what randomized response reports.

    Source
    ------
    Yu 1997, Lemma 2.
    """
    refuse_no_cube(cube, privacy)
    with ctx.workprec(BITS):
        seen = observed(cube, privacy)
        assert isinstance(seen, Family)
        windows = (seen if seen.windowed else seen.within()).windows
    return Mixtures(cube, separation, privacy, windows).bound()


def refuse_no_cube(cube: Any, privacy: Any) -> None:
    """Raise where hypotheses are no cube, or are seen in a way in which mixtures are not summed."""
    only("cube", cube, Family)
    only("privacy", privacy, Local, Users, type(None))
    if cube.hypotheses & (cube.hypotheses - 1) or cube.hypotheses < 2:
        raise ValueError(f"a cube has 2, 4, 8, ... hypotheses, got {cube.hypotheses}")
    if isinstance(privacy, Users) or (privacy is not None and not cube.only_bits):
        raise ValueError("privacy: mixtures are summed exactly, which takes None, or Local with draws that are bits")


@dataclass(frozen=True)
class Mixtures(StatedBound):
    """What `assouad_mixtures` says; `windows` are the counts that are summed."""

    cube: Family
    separation: Any
    privacy: Local | None
    windows: Any
    name, title, witness = "assouad_mixtures", "Assouad", ("windows",)

    def validate(self) -> None:
        self.set_exactly("separation", number_of("separation", self.separation, above=0))
        refuse_no_cube(self.cube, self.privacy)
        refuse_unseen(self.cube, self.privacy, self.windows)

    def evaluate(self) -> tuple:
        size = self.cube.hypotheses
        dimension = size.bit_length() - 1
        common: list[Any] = [fmpq(0)] * dimension
        seen = observed(self.cube, self.privacy)
        assert isinstance(seen, Family)
        for row in seen.seen_through(self.windows).probabilities():
            for j in range(dimension):
                up = total(p for i, p in enumerate(row) if i >> j & 1)
                down = total(p for i, p in enumerate(row) if not i >> j & 1)
                common[j] = total((common[j], smaller(up, down)))
        errors = total(common) * fmpq(2, size)
        parts = {f"sum of errors, coordinate {j}": below(c * fmpq(2, size)) for j, c in enumerate(common)}
        return times(value_of(self.separation), errors) / 2, parts, "total variation of mixtures, summed over counts"


def euclidean(step: Any, dimension: int) -> sympy.Expr:
    """The separation for the Euclidean norm itself: by Cauchy and Schwarz it is at least ``l1`` over the root of `dimension`."""
    return 2 * number_of("step", step, above=0) / sympy.Integer(dimension) ** Rational(1, 2)


# Fano: a finite packing about which the data carry too little information.


def fano(packing: Family, separation: Any, privacy: Privacy = None) -> LowerBound:
    r"""Packings: :math:`\inf \sup E L \ge \Delta\, p`, with the least error :math:`p` that Fano's inequality leaves.

    Parameters
    ----------
    packing : Family
        Three or more hypotheses, of equal weight; the information is exact where counts are summed.
    separation : exact number, ``> 0``
        :math:`\Delta`: every action loses at least that under all hypotheses but one. Half the least distance, for a metric.
    privacy : Local, optional
        Draws that are bits go through randomized response; others through a contraction.

    Source
    ------
    Fano 1961: ``h(p) + p ln(N - 1) >= ln N - I``, kept as it is; ``1 - (I + ln 2)/ln N`` is weaker.
    """
    refuse_no_packing(packing, privacy)
    with ctx.workprec(BITS):
        windows = windowed(packing, privacy)
        know, _ = information(packing, privacy, windows)
        error = S(_largest_error(know, packing.hypotheses))
    return Packing(packing, separation, privacy, windows, error).bound()


def refuse_no_packing(packing: Any, privacy: Any) -> None:
    """Raise where hypotheses are none for Fano's inequality, or the constraint is none that it takes."""
    only("packing", packing, Family)
    only("privacy", privacy, Local, Users, type(None))
    if packing.hypotheses < 3:
        raise ValueError(f"a packing of {packing.hypotheses}: Fano takes 3 or more; two are Le Cam's")
    if isinstance(privacy, Users):
        raise ValueError("privacy: users' privacy is not in Fano's inequality; take assouad or le_cam")


@dataclass(frozen=True)
class Packing(StatedBound):
    """What `fano` says; `windows` are the counts that are summed, and a smaller `error` would contradict the inequality."""

    packing: Family
    separation: Any
    privacy: Privacy
    windows: Any
    error: Any
    name, title, witness = "fano", "Fano", ("windows", "error")

    def validate(self) -> None:
        self.set_exactly("separation", number_of("separation", self.separation, above=0))
        self.set_exactly("error", number_of("error", self.error, least=0))
        refuse_no_packing(self.packing, self.privacy)
        refuse_unseen(self.packing, self.privacy, self.windows)

    def evaluate(self) -> tuple:
        know, why = information(self.packing, self.privacy, self.windows)
        p, size = value_of(self.error), self.packing.hypotheses
        if not (0 <= p <= 1 - fmpq(1, size)) or not (p == 0 or _doubt(p, size) <= arb(size).log() - know):
            raise ArithmeticError(f"error {self.error}: Fano's inequality does not exclude a smaller one")
        parts = {"information": above(know), "least error": below(p)}
        return times(value_of(self.separation), p), parts, why


def information(packing: Family, privacy: Privacy, windows: Any) -> tuple[arb, str]:
    """An upper bound on the information between hypothesis and data, in nats, and what it rests on."""
    if isinstance(privacy, Local) and not packing.only_bits:
        return _contracted_packing(packing, privacy), CONTRACTED
    seen = observed(packing, privacy)
    assert isinstance(seen, Family)
    seen = seen.seen_through(windows)
    size = seen.hypotheses
    parts, mass = [], []
    for row in seen.probabilities():
        mean = total(row) / size
        mass.append(mean)
        parts += [as_arb(p) * as_arb(p / mean).log() for p in row if not (isinstance(p, fmpq) and p == 0)]
    # a count that is left out adds at most ln N times its probability
    left = (1 - as_arb(total(mass))).max(arb(0)) if seen.windowed else arb(0)
    know = as_arb(total(parts)) / size + left * arb(size).log()
    return know.max(arb(0)), GARBLED if privacy else "information, summed over counts"


def _contracted_packing(packing: Family, privacy: Local) -> arb:
    size = packing.hypotheses
    epsilon = value_of(privacy.epsilon)
    half = (as_arb(epsilon) / 2).tanh()
    parts = []  # of each group: by what is left of its information, and by the distances of its laws
    for group in packing.groups:
        rows = [law.values() for law in group.laws]
        mean = mixed([fmpq(1, size)] * size, rows)
        strong = half * half * as_arb(total(families.kl(row, mean) for row in rows)) / size
        apart = [families.total_variation(p, q) for i, p in enumerate(rows) for q in rows[i + 1 :]]
        constant = as_arb(ball(BITS_CONSTANT if group.outcomes == 2 else GENERAL_CONSTANT, {EPSILON.name: epsilon}))
        # I <= mean of KL over ordered pairs of hypotheses; both ways together are at most chi2 where channels are fixed, and
        # one way at most ln(1 + chi2) where they follow earlier reports, whose law depends on the hypothesis
        pairs = [constant * as_arb(x * x) for x in apart]
        both = [2 * (1 + chi).log() if privacy.interactive else (2 * (1 + chi).log()).min(chi) for chi in pairs]
        by_variation = as_arb(total(both)) / size**2
        parts.append((group.draws * strong, group.draws * by_variation))
    if privacy.interactive:
        # the mean over pairs is one over pairs of equal weight, which hypotheses do not have in view of earlier reports: it
        # bounds the information of all reports together, and not what one group adds to that of another
        return as_arb(total(strong for strong, _ in parts)).min(as_arb(total(pairs for _, pairs in parts)))
    return as_arb(total(strong.min(pairs) for strong, pairs in parts))  # reports are independent given the hypothesis


def _doubt(p: Any, size: int) -> arb:
    """The right side of Fano's inequality; it increases in p up to 1 - 1/size."""
    there = as_arb(p)
    return -there * there.log() - (1 - there) * (1 - there).log() + there * arb(size - 1).log()


def _largest_error(know: arb, size: int) -> Fraction:
    low, high = 0, 2**60
    room = arb(size).log() - know
    top = Fraction(size - 1, size)
    while high - low > 1:
        middle = (low + high) // 2
        share = top * Fraction(middle, 2**60)
        low, high = (middle, high) if _doubt(fmpq(share.numerator, share.denominator), size) <= room else (low, middle)
    return top * Fraction(low, 2**60)
