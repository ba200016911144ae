"""Letters of the proof of Lemma B.1: one sample, and sums over the samples."""

import sympy
from sympy import E, Eq, Ge, Le, Mul

from boundcheck.claims import Fault

from ...notation import c_epsilon

PLACE = "Appendix B, proof of Lemma B.1"
# One line of the page for the slips of these displays, and one for their constants.
SLIPS = Fault("b_1_slips", "misprint", PLACE + ", LTC and cDP",
    r"(a) the sum over $i$ before the last expectation (LTC and cDP); (b) 2 before the label; (c) $y'_i$ for $y_i$, with the name of the standard part under the second brace; (d) the mean of one term, without the sum")
ORDER = Fault("b_1_signs_of_order", "missing factor", PLACE + ", CTL and cDP",
    r"$\lesssim$ should stand for $\le$ in two places: before $c(\varepsilon)^2$ under CTL, and before $\ln(|\mathcal{H}|/\zeta)/\varepsilon$ under cDP, where the constant is 8, since the loss has range 4")

# One sample: values of h and h*, the labels y', y-bar, y-tilde, z', and the mean of the bad label.
h, s, y, y_bar, y_tilde, z, bad, bad_2, raw = sympy.symbols("h s y y_bar y_tilde z bad bad_2 raw", real=True)
# Sums over the samples: of E[(h - h*)^2], of U, of E[U], of the corrupted part of E[U]; log(1/zeta).
X, U, M, T, L, step, size, t_one = sympy.symbols("X U M T L step size t_one", real=True)
M_1, M_2, spread = sympy.symbols("M_1 M_2 spread", real=True)
# Two features u and v: probability of the first under rho' and under rho, squared errors there, and a bound of the mean under rho'.
law, other, first, second, top = sympy.symbols("law other first second top", real=True)

LETTERS = {
    "h": "h(u)", "s": "h^*(u)", "y": "y'", "z": "z'", "bad": "b", "bad_2": "b_2",
    "U": "S_U", "M": "M_U", "L": r"\Lambda", "step": r"\eta", "size": "R", "t_one": "T_1",
    "M_1": "m_1", "M_2": "m_2", "spread": "v", "raw": "y_i",
    "law": r"\rho'_u", "other": r"\rho_u", "first": "e_u", "second": "e_v", "top": "E",
}  # fmt: skip

FUNCTIONS = (Ge(h, -1), Le(h, 1), Ge(s, -1), Le(s, 1))
BAD = (Ge(bad, -1), Le(bad, 1))


def sign(label):
    """A label is 1 or -1."""
    return Eq(label**2, 1)


def plain(*factors):
    """A product as it stands on the page."""
    return Mul(*factors, evaluate=False)


FACTOR = 8 * (E - 2) * (1 + c_epsilon) ** 2  # of log(1/zeta), with eta one over it
NOISE = FACTOR * L


def expected(value, mean, label):
    """Mean over a label of +1 or -1 with this mean."""
    return (1 + mean) / 2 * value.subs(label, 1) + (1 - mean) / 2 * value.subs(label, -1)


