"""Fano: a finite packing about which the data carry too little information."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb, fmpq
from sympy import S

from ..symbolic.balls import ball
from ..symbolic.exact_values import as_arb, precision
from . import laws
from .answers import LowerBound
from .certified import BITS, above, below, number_of, times, total, value_of
from .channels import mixed
from .constraints import Local, Privacy, Users
from .contractions import BITS_CONSTANT, EPSILON, GENERAL_CONSTANT
from .families import Family
from .testing_error import CONTRACTED, GARBLED, observed, windowed
from .two_points import certificate


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
    if packing.hypotheses < 3:
        raise ValueError(f"a packing of {packing.hypotheses}: Fano takes 3 or more; two are Le Cam's")
    if isinstance(privacy, Users):
        raise ValueError("privacy: users' privacy is not in Fano's inequality; take assouad or le_cam")
    with precision(BITS):
        arguments: dict[str, Any] = {
            "packing": packing,
            "separation": number_of("separation", separation, above=0),
            "privacy": privacy,
            "windows": windowed(packing, privacy),
        }
        know, _ = information(packing, privacy, arguments["windows"])
        arguments["error"] = S(_largest_error(know, packing.hypotheses))
        value, parts, why = evaluate(**arguments)
        return LowerBound(below(value), "Fano", why, parts, certificate("fano", arguments, below(value)))


def evaluate(packing: Any, separation: Any, privacy: Any, windows: Any, error: Any) -> tuple:
    """The bound, after one inequality: a smaller error than `error` would contradict Fano's."""
    know, why = information(packing, privacy, windows)
    p, size = value_of(error), packing.hypotheses
    if not (0 <= p <= 1 - fmpq(1, size)) or not (p == 0 or _doubt(p, size) <= arb(size).log() - know):
        raise ArithmeticError(f"error {error}: Fano's inequality does not exclude a smaller one")
    parts = {"information": above(know), "least error": below(p)}
    return times(value_of(separation), p), parts, why


def information(packing: Family, privacy: Privacy, windows: Any) -> tuple[arb, str]:
    """An upper bound on the information between hypothesis and data, in nats, and what it rests on."""
    if isinstance(privacy, Local) and not packing.only_bits:
        return _contracted(packing, privacy), CONTRACTED
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


def _contracted(packing: Family, privacy: Local) -> arb:
    size = packing.hypotheses
    epsilon = value_of(privacy.epsilon)
    half = (as_arb(epsilon) / 2).tanh()
    parts = []
    for group in packing.groups:
        rows = [law.values() for law in group.laws]
        mean = mixed([fmpq(1, size)] * size, rows)
        strong = half * half * as_arb(total(laws.kl(row, mean) for row in rows)) / size
        apart = [laws.total_variation(p, q) for i, p in enumerate(rows) for q in rows[i + 1 :]]
        constant = as_arb(ball(BITS_CONSTANT if group.outcomes == 2 else GENERAL_CONSTANT, {EPSILON.name: epsilon}))
        # I <= mean of KL over ordered pairs of hypotheses; both ways together are at most chi2 where channels are fixed, and
        # one way at most ln(1 + chi2) where they follow earlier reports, whose law depends on the hypothesis
        pairs = [constant * as_arb(x * x) for x in apart]
        both = [2 * (1 + chi).log() if privacy.interactive else (2 * (1 + chi).log()).min(chi) for chi in pairs]
        by_variation = as_arb(total(both)) / size**2
        parts.append(group.draws * strong.min(by_variation))
    return as_arb(total(parts))


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
