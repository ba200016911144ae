"""Appendix G: the gap in earlier work."""

import sympy
from sympy import Ge, Gt, Le, Rational, exp

from boundcheck.claims import Claim, Disputed, Identity, Inequality, Reading, Source, Step

from . import PAPER
from .notation import LETTERS, gamma, radius

z = sympy.Symbol("z", real=True)
WEIGHT = 1 / (exp(-z / 2) + exp(z / 2)) ** 2  # of one sample, z = <theta, x>; o = +-1 makes no difference
IN_BALL = (Gt(radius, 0), Le(z, radius), Ge(z, -radius))
QUOTED = Inequality(-WEIGHT, -Rational(1, 4))
MENDED = Inequality(-WEIGHT, -gamma, IN_BALL)

CLAIM = Claim(
    source=Source(PAPER, "Appendix G", "Appendix G; it quotes Mandal et al. (2024), Lemma 3.2", kind="appendix"),
    words=r"The paper says that a quoted inequality has the wrong direction, and that $\gamma$ in place of one quarter mends it. The Hessian "
    "of the log-likelihood is bounded, for all parameters, by minus a quarter of the covariance; per sample, at the logit $z$",
    displays={"": r"-\frac{1}{(e^{-z/2} + e^{z/2})^2} \le -\frac{1}{4}"},
    letters=LETTERS,
    readings=(Reading("literal", r"the quoted inequality has the wrong direction, per sample; with $\gamma$, for logits up to $B'$, it has the right one"),),
    parts={"wrong_direction": Disputed(QUOTED, "Mandal et al. (2024), Lemma 3.2"), "mended": MENDED},
    steps=(
        Step("used_bound", "Appendix G, after the display",
            Inequality(sympy.Integer(2), exp(-z / 2) + exp(z / 2)),
            because="The fact that the earlier proof invokes is true."),
        Step("quoted", "Appendix G, the display",
            Disputed(QUOTED, "Mandal et al. (2024), Lemma 3.2"),
            display=r"-\frac{1}{N} \sum_n \frac{1}{(e^{-z_n/2} + e^{z_n/2})^2} x_n x_n^\top \preceq -\frac{1}{4 N} \sum_n x_n x_n^\top",
            form="reduction", because="Per sample, $z$ the logit; with one sample that is not 0 the matrix statement is this one. Not a line of "
            "this paper: it is quoted there as the error of earlier work, and it is one."),
        Step("reverse", "Appendix G, after the display",
            Inequality(-Rational(1, 4), -WEIGHT),
            because="What follows from the fact: the inequality the other way round."),
        Step("largest_factor", "Appendix G, last sentence",
            Identity(gamma, 1 / (exp(-radius / 2) + exp(radius / 2)) ** 2, (Gt(radius, 0),)),
            because=r"At the end of the ball the weight is $\gamma$ itself, so no larger factor will do."),
    ),
)
