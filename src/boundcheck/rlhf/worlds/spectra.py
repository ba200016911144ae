"""Covariance spectra, given as numbers or as a power law that makes sense in every dimension."""

from __future__ import annotations

import numpy as np


def spectrum_in(d: int, spectrum: tuple[float, ...] | float) -> np.ndarray:
    r"""Eigenvalues of sum 1.

    Parameters
    ----------
    d : int
    spectrum : tuple of `d` floats, ``>= 0``, or float
        The eigenvalues up to a factor; or the exponent ``a`` of :math:`i^{-a}`, 0 for a flat spectrum.

    Returns
    -------
    eigenvalues : ndarray of shape (d,)
    """
    if isinstance(spectrum, tuple):
        values = np.asarray(spectrum, dtype=float)
        if values.shape != (d,):
            raise ValueError(f"spectrum has {values.size} eigenvalues, d is {d}; give one per dimension")
    else:
        values = np.arange(1.0, d + 1) ** -float(spectrum)
    if (values < 0).any() or not 0 < values.sum() < np.inf:
        raise ValueError("a spectrum has no negative eigenvalue and a positive, finite sum")
    return values / values.sum()
