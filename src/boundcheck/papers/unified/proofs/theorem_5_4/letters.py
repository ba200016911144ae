"""What the lines of Appendix E.4 share: letters, the norms of gradient and distance, and how a sum stays as it is written."""

import sympy

from ...notation import domain
from .. import vectors

D = sympy.Symbol("D", real=True)

WHERE = "Appendix E.4, "
EPSILON = domain("epsilon")
GRADIENT = 'norm(nabla tilde(L)(theta_"true"))_((hat(Sigma) + lambda I)^(-1))'
DELTA_NORM = "norm(Delta)_(hat(Sigma) + lambda I)"
LETTERS = vectors.LETTERS | {
    "theta_x": "theta^top x_i", "share": "q", "loss_0": "tilde(L)_0", "loss_1": "tilde(L)_1",
    "slope": "chevron.l nabla tilde(L)_0, Delta chevron.r",
}


def as_written(*terms):
    """The sum as it stands on the page: SymPy would cancel the terms that the step adds and subtracts."""
    return sympy.Add(*terms, evaluate=False)
