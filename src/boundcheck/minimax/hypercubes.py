"""Assouad: a hypercube of hypotheses whose coordinates have to be told apart one by one."""

from __future__ import annotations

from typing import Any

import sympy
from flint import fmpq
from sympy import Rational

from ..symbolic.exact_values import precision
from .answers import LowerBound
from .certified import BITS, below, exact, number_of, smaller, times, total, value_of
from .constraints import Local, Privacy, Users
from .families import Family
from .testing_error import error_sum, observed
from .thinned import Thinned
from .two_points import certificate, looked_at


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
    if not isinstance(dimension, int) or dimension < 1:
        raise ValueError(f"dimension {dimension!r}: must be a whole number, 1 or more")
    with precision(BITS):
        arguments = {
            "coordinate": coordinate,
            "dimension": dimension,
            "separation": number_of("separation", separation, above=0),
            **looked_at(coordinate, privacy),
        }
        value, parts, why = evaluate(**arguments)
        return LowerBound(below(value), "Assouad", why, parts, certificate("assouad", arguments, below(value)))


def evaluate(coordinate: Any, dimension: int, separation: Any, privacy: Any, windows: Any, reach: Any) -> tuple:
    """The bound at the working precision, without search."""
    errors, why = error_sum(coordinate, privacy, windows, reach)
    return times(value_of(separation) * dimension, errors) / 2, {"sum of errors": below(errors)}, why


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
    if cube.hypotheses & (cube.hypotheses - 1) or cube.hypotheses < 2:
        raise ValueError(f"a cube has 2, 4, 8, ... hypotheses, got {cube.hypotheses}")
    if isinstance(privacy, Users) or (privacy is not None and not cube.only_bits):
        raise ValueError("privacy: mixtures are summed exactly, which takes None, or Local with draws that are bits")
    with precision(BITS):
        seen = observed(cube, privacy)
        assert isinstance(seen, Family)
        windows = (seen if seen.windowed else seen.within()).windows
        arguments = {
            "cube": cube,
            "separation": number_of("separation", separation, above=0),
            "privacy": privacy,
            "windows": windows,
        }
        value, parts, why = evaluate_mixtures(**arguments)
        return LowerBound(below(value), "Assouad", why, parts, certificate("assouad_mixtures", arguments, below(value)))


def evaluate_mixtures(cube: Any, separation: Any, privacy: Any, windows: Any) -> tuple:
    """The bound at the working precision, without search."""
    size = cube.hypotheses
    dimension = size.bit_length() - 1
    common: list[Any] = [fmpq(0)] * dimension
    seen = observed(cube, privacy)
    assert isinstance(seen, Family)
    for row in seen.seen_through(windows).probabilities():
        for j in range(dimension):
            up = total(p for i, p in enumerate(row) if i >> j & 1)
            down = total(p for i, p in enumerate(row) if not i >> j & 1)
            common[j] = total((common[j], smaller(up, down)))
    errors = total(common) * fmpq(2, size)
    parts = {f"sum of errors, coordinate {j}": below(c * fmpq(2, size)) for j, c in enumerate(common)}
    return times(value_of(separation), errors) / 2, parts, "total variation of mixtures, summed over counts"


def euclidean(step: Any, dimension: int) -> sympy.Expr:
    """The separation for the Euclidean norm itself: by Cauchy and Schwarz it is at least ``l1`` over the root of `dimension`."""
    return 2 * number_of("step", step, above=0) / sympy.Integer(dimension) ** Rational(1, 2)
