"""The lower bound for every fixed design, with every constant, and what the display of Theorem 2 lacks."""

import sympy
from sympy import Abs, Eq, Ge, Gt, Le, Max, Mul, Rational, exp, sqrt

from boundcheck.claims import Assumption, By, Fault, Identity, Inequality, Step

from .. import fact_1, lemma_7
from ..notation import d, delta, domain, epsilon, feature_bound, gamma, kappa, m, n, radius

DESIGN = Assumption("design", "features are fixed and known; the labels of all users are independent given the parameter")
LARGE = Assumption("large", "the hypotheses lie in the ball: twice the bound is at most $B$",
    "then the bound may exceed $B$, which the error of the estimate 0 does not")

C, D, F, R, b, c, q, r, s, t, u, v, w, x, y, z, gap, row, eta = sympy.symbols("C D F R b c q r s t u v w x y z gap row eta", real=True)
LETTERS = {
    "F": r"\|X\|_F", "q": r"\min(p, q)", "t": r"\hat{\theta}_i", "w": r"\operatorname{TV}",
    "gap": r"\Delta", "row": "R_x",
}  # fmt: skip
OURS, WHERE = "derivation: every fixed design", "Theorem 2"
SIZE = domain(n, m, d)
LEVEL = domain(epsilon, delta)
SCALE = (Gt(gap, 0), Gt(row, 0))
ETA = lemma_7.ETA

PRINTED = d / sqrt(n * m) + sqrt(d) / (sqrt(m) * n * epsilon)
APPENDIX = d / sqrt(n * m) + sqrt(d) / (sqrt(m) * n * (epsilon + delta))
# On the subspace of parameters of sum 0 there are d - 1 directions; rows are differences of features of norm L.
EXPLICIT = (d - 1) / (4 * feature_bound * sqrt(m)) * Max(1 / sqrt(n), 1 / (n * ETA))
PLAIN_GAP = sqrt(d - 1) / (2 * feature_bound * sqrt(n * m))
PRIVATE_GAP = sqrt(d - 1) / (ETA * n * 2 * feature_bound * sqrt(m))
DELTA_LEFT_OUT = Fault("delta_left_out", "missing factor", "Theorem 2, (3)", r"the second term has $\varepsilon$ where Theorem 6, the formal version of this informal statement, has $\varepsilon + \delta$: at a small $\varepsilon$ users who are sampled with probability $\delta$ do better")


def _first_moment(step, told):
    """The bound at a distance of the hypotheses, where rows of norm 2L tell so much of a coordinate."""
    return sqrt(d - 1) * step * (1 - told * 2 * feature_bound / (2 * sqrt(d - 1)))


def display():
    """The printed statement beside the one of the appendix."""
    return (
        Step("sampled_users", r"derivation: $\delta$ without $\varepsilon$",
            Inequality(delta * x + (1 - delta) * z, delta * y + (1 - delta) * z + delta, (*domain(delta), Ge(x, 0), Le(x, 1), Ge(y, 0), Le(y, 1), Ge(z, 0))),
            because=r"The non-private estimate from users who are taken with probability $\delta$ each is $(0, \delta)$-private: $x$, $y$ and $z$ are the probabilities of an event with one user's labels, with others, and without her."),
        Step("sampled_users_win", r"derivation: $\delta$ without $\varepsilon$",
            Inequality(C * d / sqrt(delta * n * m), c * sqrt(d) / (sqrt(m) * n * epsilon), (*SIZE, *LEVEL, Gt(C, 0), Gt(c, 0), Le(epsilon, c * sqrt(delta) / (C * sqrt(d * n))))),
            because=r"Their error is of order $d/\sqrt{\delta n m}$, as Theorem 1 without privacy has it. Where $\varepsilon$ is far below $\sqrt{\delta/(d n)}$ it lies under the printed second term, whatever its constant $c$: no restriction to large $n$ alone saves the display."),
    )  # fmt: skip


def first_moment():
    """Assouad for the norm itself, coordinate by coordinate in any orthonormal basis of the parameters' space."""
    return (
        Step("two_values", OURS, Inequality(2 * gap, Abs(t - gap) + Abs(t + gap), (Gt(gap, 0),)), because=r"Hypotheses are $\theta_e = \Delta U e$, with $e$ of $d$ entries 1 or $-1$ and $U$ an orthonormal basis; $t$ is a coordinate of the estimate in it."),
        Step("common_mass", OURS, Inequality(2 * gap * q, u * x + v * y, (Gt(gap, 0), Ge(q, 0), Ge(u, 0), Ge(v, 0), Ge(u + v, 2 * gap), Ge(x, q), Ge(y, q))),
            because=r"At one release, with masses $x$ and $y$ under the two hypotheses and errors $u$ and $v$: summed, the two risks add up to $2 \Delta$ times the least sum of errors of a test of the release."),
        Step("sum_norm", OURS, Inequality(2 * r * Abs(x) - r**2, x**2), because=r"$r$ is the mean of the coordinates' sizes: summed, $\|v\|_2^2 \ge d r^2$, so $\|v\|_2 \ge \|v\|_1/\sqrt{d}$."),
        Step("risk", OURS, Identity(Mul(d * gap * s, 1 / sqrt(d), evaluate=False), sqrt(d) * gap * s, (Ge(d, 1), *SCALE)),
            because=r"Half of $2 \Delta s$ for every coordinate, $s$ the mean of the sums of errors over the coordinates: $E E \|\hat{\theta} - \theta\|_2 \ge \sqrt{d} \Delta s$. A first moment from the start: neither the 2-triangle inequality nor a projection is needed."),
    )  # fmt: skip


def plain():
    """Without privacy."""
    return (
        Step("divergence", OURS, By(fact_1.SHARPER, a=z - gap * x, b=z + gap * x, given=(Gt(gap, 0), Ge(x, 0)), says=Inequality((fact_1.P_A - fact_1.P_B).subs({fact_1.a: z - gap * x, fact_1.b: z + gap * x}) * (2 * gap * x), gap**2 * x**2, (Gt(gap, 0), Ge(x, 0)))),
            display=r"\operatorname{kl}(p \| p') + \operatorname{kl}(p' \| p) \le \Delta^2 x_i^2", form="translation", because="Fact 1 with its own constant, 1/4, at a flipped coordinate, in which a row has the entry $x_i$.", assumes=DESIGN),
        Step("distance", OURS, Inequality(w, gap * F / 2, (*SCALE, Ge(w, 0), Ge(F, 0), Le(w**2, R / 4), Le(R, gap**2 * F**2))), because="Pinsker's inequality both ways; $F$ is the norm of the $i$-th column."),
        Step("columns", OURS, Inequality(2 * r * x - r**2, x**2), because=r"$r$ is the mean of the columns' norms: with $F$ the Frobenius norm of $X$ their mean is at most $F/\sqrt{d}$, and the mean distance at most $\Delta F/(2 \sqrt{d})$."),
        Step("plain_choice", OURS,
            Identity(sqrt(d) * gap * (1 - gap * row * sqrt(n * m) / (2 * sqrt(d))), d / (2 * row * sqrt(n * m)), (*SIZE, Gt(row, 0), Eq(gap, sqrt(d) / (row * sqrt(n * m))))),
            because=r"The Frobenius norm of $X$ is at most $R_x \sqrt{n m}$, $R_x$ the largest norm of a row. The first moment is at least $d/(2 R_x \sqrt{n m})$, eight times what C.5 gives after mending."),
        Step("one_coordinate", "derivation: one-hot rows", Identity(sqrt(d) / sqrt(n * m) / 2, (gap * (1 - gap * sqrt(n * m / d) / 2)).subs(gap, sqrt(d) / sqrt(n * m)), SIZE), settles=("one_coordinate",),
            because=r"Where every coordinate has $n m/d$ rows of norm 1: $\Delta (1 - \operatorname{TV})$ for one coordinate, TV at most $\Delta \sqrt{n m/d}/2$."),
    )  # fmt: skip


def private():
    """With privacy: the distance of two releases is at most eta for each user that differs."""
    return (
        Step("user", OURS, Inequality(w, gap * y / 2, (*SCALE, Ge(w, 0), Ge(y, 0), Le(w**2, R / 4), Le(R, gap**2 * y**2))), because="One user's $m$ labels; $y$ is the norm of the $i$-th column of her rows.", assumes=DESIGN),
        Step("users_differ", OURS, Inequality(x / sqrt(d), row * sqrt(m) / sqrt(d), (*SIZE, Gt(row, 0), Ge(x, 0), Le(x**2, m * row**2))),
            because=r"The mean over coordinates of a user's columns' norms is at most the norm of her rows over $\sqrt{d}$, as above: users are coupled one by one, so $D$, in the mean over coordinates, is at most $n \Delta R_x \sqrt{m}/(2 \sqrt{d})$."),
        Step("contraction", OURS, By(lemma_7.LINEAR, given=lemma_7.LINEAR.statement.given), because=r"Lemma 7 in its linear form: the sum of errors is at least $1 - \eta D$. Being linear, it takes the mean over coordinates."),
        Step("private_choice", OURS,
            Identity(sqrt(d) * gap * (1 - eta * n * gap * row * sqrt(m) / (2 * sqrt(d))), d / (2 * row * eta * n * sqrt(m)), (*SIZE, Gt(row, 0), Gt(eta, 0), Eq(gap, sqrt(d) / (eta * n * row * sqrt(m))))),
            because=r"The first moment is at least $d/(2 R_x \eta \sqrt{m} n)$: $d$ where the page has $\sqrt{d}$, for every design whose rows have norm at most $R_x$. The page's hypothesis is that coordinates are at most 1, so $R_x = \sqrt{d}$."),
        Step("coordinates_up_to_one", OURS, Identity(d / (2 * row * eta * n * sqrt(m)), sqrt(d) / (2 * eta * n * sqrt(m)), (*SIZE, Gt(eta, 0), Eq(row, sqrt(d)))),
            because=r"The printed second term, from the page's own condition on rows. Under that condition the first term is $\sqrt{d/(n m)}$ and not $d/\sqrt{n m}$: one normalisation does not give both printed terms, $\|x\| \le L$ gives more."),
    )  # fmt: skip


def together():
    """Both, in the subspace of the paper, beside the displays and the paper's upper bound."""
    given = (*SIZE, *LEVEL, *domain(feature_bound))
    return (
        Step("inside", OURS, Inequality(gap * sqrt(d - 1), radius, (Gt(gap, 0), Ge(d, 2), *domain(radius), Eq(gap, sqrt(d - 1) * u), Le((d - 1) * u, radius))),
            because=r"'Large enough': hypotheses lie in the ball where twice the bound is at most $B$. $u$ is $1/(R_x \sqrt{n m})$, or $1/(R_x \eta \sqrt{m} n)$.", assumes=LARGE),
        Step("directions", OURS, Inequality(d / 2, d - 1, (Ge(d, 2),)), because="Parameters of sum 0 have $d - 1$ directions; $U$ is a basis of them, and rows get no longer in it."),
        Step("level", OURS, Inequality((exp(epsilon) - 1 + 2 * delta) / (exp(epsilon) + 1), epsilon + delta, LEVEL)),
        Step("explicit", "Theorems 2 and 6", Inequality(d / (16 * feature_bound) * (1 / sqrt(n * m) + 1 / (sqrt(m) * n * (epsilon + delta))), (d - 1) / (4 * feature_bound * sqrt(m)) * Max(1 / sqrt(n), 1 / (n * eta)),
                (*given, Gt(eta, 0), Le(eta, epsilon + delta))),
            because="Rows are differences of features, so $R_x = 2L$. The right side is what is proved for every design."),
        Step("every_design", OURS, Inequality(EXPLICIT, Max(_first_moment(PLAIN_GAP, PLAIN_GAP * sqrt(n * m)), _first_moment(PRIVATE_GAP, ETA * n * PRIVATE_GAP * sqrt(m))), (*given,)), settles=("methods",),
            because=r"The two choices of $\Delta$, in $d - 1$ directions, for rows of norm at most $2L$: $\sqrt{d - 1} \Delta$ (1 - loss), where the loss is what the data, or the release, tell of one coordinate."),
        Step("constant", "Theorem 6", Inequality(APPENDIX, d * (1 / sqrt(n * m) + 1 / (sqrt(m) * n * (epsilon + delta))), (*SIZE, *LEVEL)), because=r"So the printed rate has the constant $1/(16 L)$, and $\sqrt{d}$ to spare in its second term."),
        Step("upper_bound_of_theorem_1", "Theorem 1 against Theorem 2",
            Inequality((d - 1) / (4 * feature_bound * sqrt(m)) * (1 / sqrt(n) + 1 / (n * eta)), u / (gamma * sqrt(kappa)) * sqrt(d / (n * m)) * 2,
                (*given, *domain(kappa), Gt(gamma, 0), Le(gamma, Rational(1, 4)), Le((d - 1) * kappa, 4 * feature_bound**2), Gt(eta, 0), Ge(u, 1), Ge(u * eta * sqrt(n), 1))),
            because=r"Randomized response, with $\kappa$ for the least eigenvalue and $u$ for $c(\varepsilon/m)$: twice its rate lies above the sum of both terms. $u \eta \ge 1$ holds always: $c(\varepsilon/m)$ is at least $\coth(\varepsilon/2)$, and $\eta$ at least $\tanh(\varepsilon/2)$."),
        Step("upper_bound_of_theorem_4", "Theorem 4 against Theorem 2",
            Inequality((d - 1) / (4 * feature_bound * sqrt(m)) * (1 / sqrt(n) + 1 / (n * eta)), feature_bound / (kappa * gamma) * (1 / sqrt(m * n) + sqrt(d) / (sqrt(m) * n * epsilon)),
                (*given, *domain(kappa), Gt(gamma, 0), Le(gamma, Rational(1, 4)), Le((d - 1) * kappa, 4 * feature_bound**2), Gt(eta, 0), Ge(eta * 4, epsilon))),
            because=r"The printed rate of Theorem 4, with constant 1 and without logarithms, lies above the lower bound: $\kappa$ is at most $4 L^2/(d - 1)$. $4 \eta \ge \varepsilon$ holds up to $\varepsilon = 3.8$. At the best $\kappa$ its private term is $\sqrt{d}$ larger than the lower one."),
    )  # fmt: skip


STEPS = display() + first_moment() + plain() + private() + together()
