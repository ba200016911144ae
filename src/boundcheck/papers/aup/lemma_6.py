"""Lemma 6: Assouad's lemma."""

import sympy
from sympy import Abs, Ge, Gt, Le, Min

from boundcheck.claims import Assumption, Claim, Definition, Fault, Identity, Inequality, Reading, Repair, Source, Step

from . import PAPER
from .lab.cubes import COORDINATES, CUBES, distance, mixture, share_of_risk
from .notation import LETTERS

TRIANGLE = Assumption("triangle", "(ii) holds between members of the cube and estimates",
    "a loss that is 0 between an estimate and every member has risk 0, whatever happens on the cube; the page's pseudo-metrics and squared norms are no such losses")

A, T, N, H, a, b, r, p, q, u, v, w, x = sympy.symbols("A T N H a b r p q u v w x", real=True)
WHERE, OURS = "Lemma 6", "derivation; the page cites the lemma"
UNIT = (Ge(x, 0), Le(x, 1), Ge(p, 0), Ge(q, 0))
SUBSCRIPT = Fault("second_mixture", "misprint", f"{WHERE}, the two mixtures", "both mixtures are called $P_{+i}$")


def assouad(laws):
    """The bound for the squared distance of members of ``{1, -1}^d``, of which tau is 2 and alpha is 2."""
    return sum(1 - distance(mixture(laws, i, 1), mixture(laws, i, -1)) for i in range(COORDINATES)) / 2


def small_cube(cube):
    """The bound over the exact risk on a listed cube."""
    return share_of_risk(assouad, CUBES[cube])


CLAIM = Claim(
    source=Source(PAPER, "Lemma 6", "Appendix C.5", kind="lemma"),
    words=r"For laws indexed by the corners of a cube in $d$ dimensions whose parameters are at least $2 \tau$ apart for every coordinate in which they differ, and a loss with the $\alpha$-triangle inequality",
    displays={"": r"R(\mathcal{P}, \rho) \ge \frac{\tau}{2 \alpha} \sum_{i = 1}^d (1 - \|P_{+i} - P_{-i}\|_{\mathrm{TV}})"},
    letters=LETTERS | {
        "A": r"\alpha", "T": r"\tau", "N": r"|\mathcal{E}_d|", "H": r"\sum_i \mathbf{1}(\hat{e}_i \ne e_i)", "a": r"\rho(\hat{e}, \hat{\theta})", "b": r"\rho(e, \hat{\theta})",
        "r": r"\rho(\hat{e}, e)", "u": r"\sum_{e_i = 1} P_e", "v": r"\sum_{e_i = -1} P_e", "w": r"\operatorname{TV}",
    },
    readings=(Reading("literal", r"$\rho$ is the pseudo-metric of B.4, or a loss whose inequality (ii) holds for estimates as well as on the cube; the second mixture, over $e_i = -1$, is $P_{-i}$"),),
    parts={
        "bound": Inequality(T / (2 * A) * (1 - w), T / A * r, (Gt(A, 0), Ge(T, 0), Ge(2 * r, 1 - w))),
        "cube": Definition("the bound over the exact Bayes risk of the squared distance on a cube of two coordinates", small_cube, tuple({"cube": i} for i in range(len(CUBES)))),
    },
    steps=(
        Step("alpha", f"{WHERE}, (ii) at $w = v$", Inequality(sympy.Integer(1), A, (Gt(r, 0), Le(r, A * r))),
            because=r"$\alpha > 0$ is printed; two different parameters make it at least 1."),
        Step("second_mixture", f"{WHERE}, the two mixtures", Identity((2 / N * u + 2 / N * u) / 2, (u + v) / N, (Gt(N, 0),)),
            display=r"P_{+i} := \frac{2}{|\mathcal{E}_d|} \sum_{e_i = 1} P_e\text{ and } P_{+i} := \frac{2}{|\mathcal{E}_d|} \sum_{e_i = -1} P_e", form="reduction",
            because="The mean over the cube is the mean of the two mixtures. With one letter for both it is not. Printed so "
            "in both texts that were read.",
            repair=Repair(Identity((2 / N * u + 2 / N * v) / 2, (u + v) / N, (Gt(N, 0),)), "the second one is $P_{-i}$",
                r"P_{+i} := \frac{2}{|\mathcal{E}_d|} \sum_{e_i = 1} P_e\text{ and } P_{-i} := \frac{2}{|\mathcal{E}_d|} \sum_{e_i = -1} P_e"),
            misprint="the bound, three lines below, has $P_{+i} - P_{-i}$", fault=SUBSCRIPT),
        Step("nearest", OURS, Inequality(r, 2 * A * b, (Gt(A, 0), Ge(a, 0), Ge(b, 0), Le(r, A * (a + b)), Le(a, b))),
            because=r"From an estimate go to the nearest parameter of the cube, $\hat{e}$. This takes (ii) at the estimate, where the page lists members of the cube only.", assumes=TRIANGLE),
        Step("wrong_coordinates", OURS, Inequality(T / A * H, b, (Gt(A, 0), Ge(H, 0), Le(2 * T * H, r), Le(r, 2 * A * b))),
            because=r"So the loss is at least $\tau/\alpha$ for every coordinate in which $\hat{e}$ is wrong."),
        Step("test", OURS, Inequality(Min(p, q), p * x + q * (1 - x), UNIT), because="At one outcome: a test that says $e_i = -1$ with probability $x$ errs by the smaller of two masses at least."),
        Step("affinity", OURS, Identity(Min(p, q), (p + q - Abs(p - q)) / 2, (Ge(p, 0), Ge(q, 0))),
            because=r"Summed over outcomes: the minima of two laws add up to $1 - \operatorname{TV}$."),
        Step("worst_above_mean", OURS, Inequality((u + v) / 2, w, (Le(u, w), Le(v, w))), because="The worst member costs no less than the mean over the cube, coordinate by coordinate."),
        Step("bound", WHERE, Inequality(T / (2 * A) * (1 - w), T / A * r, (Gt(A, 0), Ge(T, 0), Ge(2 * r, 1 - w))),
            because=r"One coordinate of the sum; $r$ is the mean of the two errors of the test that the estimate makes, at least half of $1 - \operatorname{TV}$."),
        Step("negative_tau", rf"{WHERE}, '$\tau \in R$'", Inequality(T / (2 * A) * (1 - w), sympy.Integer(0), (Gt(A, 0), Le(T, 0), Le(w, 1))), because=r"Where $\tau$ is not positive the bound says nothing, so it stands."),
        Step("twice_for_squares", OURS, Inequality(Min(p, q) / 2, p * q / (p + q), (Gt(p, 0), Gt(q, 0))),
            because=r"For the squared norm a coordinate can be treated by itself: two values $2 \Delta$ apart cost $4 \Delta^2 p q/(p + q)$ at an outcome, at least $2 \Delta^2 \min(p, q)$; the lemma, with $\tau = 2 \Delta^2$ and $\alpha = 2$, gives half of that."),
    ),
)  # fmt: skip
