"""One error probability for the whole run: how it is split, and how p-values share it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.interval import require_probability


@overload
def split(error_probability: float, parts: int) -> float: ...
@overload
def split(error_probability: float, parts: Mapping[str, float]) -> dict[str, float]: ...


def split(error_probability: float, parts: int | Mapping[str, float]) -> float | dict[str, float]:
    """Shares of the budget whose sum does not exceed it, in floating point too.

    Parameters
    ----------
    error_probability : float in (0, 1)
        Of the whole.
    parts : int ``>= 1``, or mapping from name to weight ``> 0``
        How many equal parts, or what each named part weighs.

    Returns
    -------
    share : float, or dict from name to float
        By the union bound, all parts hold together but for `error_probability`.

    Raises
    ------
    ValueError
        Where there is nothing to split over.
    """
    require_probability("error_probability", error_probability)
    cautious = error_probability * (1 - 1e-12)
    if isinstance(parts, Mapping):
        if not parts or not all(weight > 0 for weight in parts.values()):
            raise ValueError(f"every part needs a positive weight, got {dict(parts)}")
        total = sum(parts.values())
        return {name: cautious * weight / total for name, weight in parts.items()}
    if parts < 1:
        raise ValueError(f"parts must be at least 1, got {parts}")
    return error_probability if parts == 1 else cautious / parts


def holm(pvalues: Sequence[float] | NDArray) -> NDArray[np.float64]:
    r"""Adjusted p-values: to reject those below :math:`\alpha` errs with probability at most :math:`\alpha`.

    Errs at all, that is, over all tests together. Valid under any dependence between the tests.

    Parameters
    ----------
    pvalues : array_like of shape (m,), in [0, 1]

    Returns
    -------
    adjusted : ndarray of shape (m,), in [0, 1], in the order given

    Raises
    ------
    ValueError
        For a value that is no probability, nan included.

    Source
    ------
    Holm, Scandinavian Journal of Statistics 6 (1979) 65-70.
    """
    raw = np.asarray(pvalues, dtype=np.float64).ravel()
    if not np.all((raw >= 0) & (raw <= 1)):
        raise ValueError(f"p-values must lie in [0, 1], got {raw.tolist()}")
    order = np.argsort(raw, kind="stable")
    stepped = np.maximum.accumulate(raw[order] * np.arange(len(raw), 0, -1))
    adjusted = np.empty_like(raw)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
