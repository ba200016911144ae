"""The norm of a standard normal vector in k dimensions: sqrt(k) + w is exceeded with probability at most e^(-w^2/2).

    P(norm >= R + w)  <=  e^(-s (R + w)^2) E e^(s norm^2)  =  e^(-s (R + w)^2) (1 - 2 s)^(-k/2),   R^2 = k.
"""

import sympy
from sympy import Eq, Ge, Gt, Integer, Lt, Rational, exp, log, sqrt

from boundcheck.claims import Identity, Inequality, Step

tilt, normal, root, beyond, hit, size, square = sympy.symbols("tilt normal root beyond hit size square", real=True)
LETTERS = {
    "tilt": "s", "normal": "z", "root": r"\sqrt{d - 1}", "beyond": "w", "hit": r"\mathbf{1}_A", "size": r"\|Z\|^2", "square": r"(\sqrt{d - 1} + w)^2",
}  # fmt: skip
BEST = Eq(tilt, (1 - root**2 / (root + beyond) ** 2) / 2)
POSITIVE = (Gt(root, 0), Ge(beyond, 0), BEST)


def steps(where):
    """Chernoff's bound for a sum of squares, in d - 1 dimensions."""
    return (
        Step("square_of_a_normal", where,
            Identity(exp(tilt * normal**2) * exp(-(normal**2) / 2), exp(-((sqrt(1 - 2 * tilt) * normal) ** 2) / 2), (Lt(tilt, Rational(1, 2)),)),
            display=r"\mathbb{E} e^{s z^2} = (1 - 2 s)^{-1/2}", form="reduction", because=r"With $\sqrt{1 - 2s} z$ as the new variable the density integrates to 1; coordinates are independent."),
        Step("norm_tail", where,
            Inequality(hit, exp(tilt * (size - square)), (Ge(tilt, 0), Eq(hit * (1 - hit), 0), Ge(hit * (size - square), 0))),
            display=r"\mathrm{P}(\|Z\| \ge \sqrt{d - 1} + w) \le e^{-s (\sqrt{d - 1} + w)^2} \mathbb{E} e^{s \|Z\|^2}", form="reduction", because="Outcome by outcome; then the mean."),
        Step("tilt_is_small", where, Inequality(2 * tilt, Integer(1), POSITIVE, strict=True), because=r"$s$ is half of $1 - (d - 1)/(\sqrt{d - 1} + w)^2$, and not negative."),
        Step("noise_norm", where, Inequality(-(root**2) / 2 * log(1 - 2 * tilt) - tilt * (root + beyond) ** 2, -(beyond**2) / 2, POSITIVE),
            because=r"So the norm of a standard normal vector in $d - 1$ dimensions exceeds $\sqrt{d - 1} + w$ with probability at most $\exp(-w^2/2)$, as it does by the theorem of Borell and of Tsirelson, Ibragimov and Sudakov."),
    )  # fmt: skip
