"""Newton's method on a ball for a batch of convex losses, safeguarded so that every replicate converges."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boundcheck.rlhf.estimators.ball import minimise_on_ball, norm
from boundcheck.rlhf.estimators.losses import Loss

#: Largest norm of the gradient of the Lagrangian at an accepted minimiser.
TOLERANCE = 1e-10


class Minimum(NamedTuple):
    """Minimisers ``(m, R)``, norms of the Lagrangian's gradient ``(R,)``, whether the ball binds ``(R,)``."""

    beta: np.ndarray
    residual: np.ndarray
    binds: np.ndarray


def stationarity(beta: np.ndarray, gradient: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray]:
    r"""Norm of :math:`g + \mu\beta`, :math:`\mu \ge 0` the multiplier of the ball, and whether it binds.

    Parameters
    ----------
    beta, gradient : ndarray of shape (m, R)
    radius : float

    Returns
    -------
    residual, binds : ndarray of shape (R,)
    """
    inward = np.einsum("mr,mr->r", beta, gradient)
    multiplier = np.where(norm(beta) >= radius * (1 - 1e-13), np.maximum(0.0, -inward / radius**2), 0.0)
    residual = norm(gradient + multiplier * beta)
    return residual, multiplier * radius > TOLERANCE


def minimise(loss: Loss, start: np.ndarray, radius: float, *, most: int = 300) -> Minimum:
    r"""Minimise every loss over :math:`\|\beta\| \le B`.

    Each step minimises the quadratic model over the ball exactly. A step whose slope at the end is above
    half of the slope at the start (in absolute value) went too far: it is halved until the loss falls by a
    fixed share of what the slope promises, and from then on the Hessian of this data set gets a ridge in
    proportion to its residual. For losses whose third derivative is bounded by the second, as here, that
    converges linearly from anywhere, and quadratically near the end, however flat the loss is. Close to the
    end the Hessian is not renewed as long as every step divides the residuals by twenty.

    Parameters
    ----------
    loss : Loss
    start : ndarray of shape (m, R)
    radius : float, ``> 0``; ``inf`` for no ball
    most : int
        Steps at most; whoever needs more is returned with its residual.

    Returns
    -------
    minimum : Minimum

    Source
    ------
    Doikov (2023), "Minimizing quasi-self-concordant functions by gradient regularization of Newton method".
    """
    m, repeats = start.shape
    final = Minimum(np.zeros((m, repeats)), np.full(repeats, np.inf), np.zeros(repeats, dtype=bool))
    if m == 0:
        return final._replace(residual=np.zeros(repeats))
    keep, diagonal = np.arange(repeats), np.arange(m)
    point = start * np.minimum(1.0, radius / np.maximum(norm(start), 1e-300))
    caution, last = np.zeros(repeats), np.full(repeats, np.inf)
    gradient, hessian = loss.derivatives(point, keep)
    for step in range(most):
        residual, binds = stationarity(point, gradient, radius)
        final.beta[:, keep], final.residual[keep], final.binds[keep] = point, residual, binds
        going = np.flatnonzero(~(residual <= (0.1 * TOLERANCE if step < 15 else TOLERANCE)))
        if not going.size:
            break
        if len(going) < len(keep):
            keep, point, caution, last = keep[going], point[:, going], caution[going], last[going]
            residual, gradient, hessian = residual[going], gradient[:, going], hessian[:, :, going]
        # The smaller ridges are of the size of rounding: directions without data must not divide by zero.
        hessian[diagonal, diagonal] += 1e-15 * m * np.einsum("iir->r", hessian) + (caution + 1e-12) * residual
        model = np.einsum("ijr,jr->ir", hessian, point) - gradient
        move = minimise_on_ball(hessian, model, radius) - point
        slope = np.einsum("mr,mr->r", gradient, move)
        new = point + move
        if ((residual > 1e-3) | (residual > 0.05 * last) | (caution > 0)).any():
            new_gradient, hessian = loss.derivatives(new, keep)
        else:
            new_gradient = loss.gradients(new, keep)
        too_far = np.einsum("mr,mr->r", new_gradient, move) > 0.5 * np.abs(slope)
        caution = np.where(too_far, np.maximum(1.0, 4 * caution), np.where(caution > 0.1, caution / 4, 0.0))
        if too_far.any():
            far = np.flatnonzero(too_far)
            new[:, far] = _shortened(loss, point[:, far], move[:, far], slope[far], keep[far])
            new_gradient[:, far], hessian[:, :, far] = loss.derivatives(new[:, far], keep[far])
        point, last, gradient = new, residual, new_gradient
    return final


def _shortened(loss: Loss, point: np.ndarray, move: np.ndarray, slope: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """Halve the steps until the loss falls enough (Armijo)."""
    before = loss.values(point, keep)
    rounding = 1e-15 * (1 + np.abs(before))
    share = np.ones(len(keep))
    for _halving in range(40):
        after = loss.values(point + share * move, keep)
        short = ~(after <= before + 1e-4 * share * slope + rounding)
        if not short.any():
            break
        share[short] *= 0.5
    return point + share * move
