"""Le Cam: two hypotheses that no test tells apart."""

from __future__ import annotations

from typing import Any

import sympy

from ..symbolic.exact_values import precision
from .answers import LowerBound
from .arguments import written
from .certified import BITS, below, number_of, times, value_of
from .constraints import Privacy, Users
from .families import Family
from .testing_error import best_reach, error_sum, windowed
from .thinned import Thinned


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
    with precision(BITS):
        arguments = {
            "family": family,
            "separation": number_of("separation", separation, above=0),
            **looked_at(family, privacy),
        }
        value, parts, why = evaluate(**arguments)
        return LowerBound(below(value), "Le Cam", why, parts, certificate("le_cam", arguments, below(value)))


def evaluate(family: Any, separation: sympy.Expr, privacy: Privacy, windows: Any, reach: Any) -> tuple:
    """The bound at the working precision, without search: value, parts, and what it rests on."""
    errors, why = error_sum(family, privacy, windows, reach)
    return times(value_of(separation), errors) / 2, {"sum of errors": below(errors)}, why


def looked_at(family: Any, privacy: Privacy) -> dict[str, Any]:
    """What a search chooses: the counts that are summed, and the users that may be replaced."""
    reach = best_reach(family, privacy) if isinstance(privacy, Users) else None
    return {"privacy": privacy, "windows": windowed(family, privacy), "reach": reach}


def certificate(method: str, arguments: dict[str, Any], *values: Any) -> dict:
    """Plain JSON data from which `replay` evaluates the number again."""
    return {
        "method": method,
        "arguments": {k: written(v) for k, v in arguments.items()},
        "values": [str(v) for v in values],
    }
