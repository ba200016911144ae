"""Definition 5.1: private and robust parameter estimation."""

import sympy
from sympy import Eq, Ge, Gt, Le

from boundcheck.claims import Claim, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS, radius

x, y = sympy.symbols("x y", real=True)
theta_1, theta_2, x_1, x_2 = sympy.symbols("theta_1 theta_2 x_1 x_2", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Definition 5.1", "Section 5", kind="definition"),
    words="Features of norm at most 1; the truth lies in the ball of radius $B'$ and is orthogonal to the vector of ones.",
    displays={"": r"\|x_i\| \le 1, \quad \theta_{\mathrm{true}} \in \Theta_{B'} = \{\theta : \langle1, \theta\rangle = 0, \|\theta\| \le B'\}"},
    letters=LETTERS,
    parts={},
    steps=(
        Step("one_dimension", "Definition 5.1",
            Identity(theta_1, sympy.Integer(0), (Eq(1 * theta_1, 0),)),
            display=r"d = 1 \quad \Rightarrow \quad \Theta_{B'} = \{0\}",
            form="translation", because=r"By definition: with one coordinate, $\theta_1$ is itself the inner product with the vector of ones. The estimate is then the "
            "truth, and every bound holds."),
        Step("bounded_logits", "used in Appendix E.4",
            Inequality((theta_1 * x_1 + theta_2 * x_2) ** 2, radius**2,
                (
                    Le(theta_1**2 + theta_2**2, radius**2),
                    Le(x_1**2 + x_2**2, 1),
                    Ge(radius, 0),
                )),
            display=r"|\langle\theta, x_i\rangle| \le B'",
            form="reduction", because=r"In the plane that $\theta$ and $x_i$ span."),
        Step("diameter", "used in Appendix E.4",
            Inequality((theta_1 - x) ** 2 + (theta_2 - y) ** 2, 4 * radius**2,
                (Le(theta_1**2 + theta_2**2, radius**2), Le(x**2 + y**2, radius**2), Gt(radius, 0))),
            display=r"\|\hat{\theta} - \theta_{\mathrm{true}}\|^2 \le 4 B'^2",
            form="reduction", because=r"In the plane that the two parameters span, with the coordinates $(\theta_1, \theta_2)$ and $(x, y)$."),
    ),
)
