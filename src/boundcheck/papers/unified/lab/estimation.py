"""Where the results on Algorithm 1 are put to the test: linear worlds in rows, the error given."""

from functools import partial

from .rows import Rows
from .worlds import experiment


def _place(order, row, *, usual, spectrum, late):
    values = {"corrupted": 0.0, **usual, **row.changes}
    values.setdefault(spectrum, 1 / values["d"])
    corrupted = values.pop("corrupted")
    return {**order.spread(corrupted, values.pop("late", late * corrupted)), **values}


def _run(order, row, point, *, error):
    shares = tuple(point[share.name] for share in order.shares)
    return experiment(order, row.setting, error=error, shares=shares, estimator=row.estimator)


def estimation(error, *, usual, spectrum, late=0.5, **rows):
    """The lab of an error: settings are ``"features truth adversary"``.

    Parameters
    ----------
    error : callable
        ``(fit, data, **point) -> ndarray of shape (repeats,)``.
    usual : dict
        What a point has if its row says nothing else; a row says how much is `corrupted`, and how much of it `late`.
    spectrum : str
        The letter of an eigenvalue of the covariance, ``1/d`` if a row says nothing else.
    late : float in [0, 1]
        Which part of the corruption comes after privatisation under CLC, if a row does not name its share.
    rows
        The fields of `Rows`.
    """
    return Rows(partial(_place, usual=usual, spectrum=spectrum, late=late), partial(_run, error=error), **rows)
