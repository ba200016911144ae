"""From epsilon = 4LB + 1/2 on, where the likelihood is strongly convex: the chain of Appendix A, with the least curvature as it is."""

from sympy import Ge, Gt, Le, Rational, exp, log, sqrt, symbols

from boundcheck.claims import By, Inequality, Step, within_constant

from ...notation import c_epsilon, d, delta, domain, epsilon, feature_bound, lam, n, radius
from ...quantities import PRIVACY_FACTOR, z
from .curvature import ALPHA_ONE, ALPHA_ZERO
from .letters import DELTA_NORM, EPSILON, REACH, V_ONE, V_ZERO, c

D, a, b, f, q, r, t, x = symbols("D a b f q r t x", real=True)

WHERE = "the chain of Appendix A with $c = 2L B$"
CONVEX = (Ge(epsilon, 4 * feature_bound * radius + Rational(1, 2)),)
CONSTANT = Rational(11, 3)  # 9/4 times the root of 131/50 is 3.642; what the chain asks for is 3.626, near epsilon = 4LB + 1/2 and LB = 0.13
PRICE, WIDTH = Rational(9, 4), Rational(131, 50)
STATED = (*domain(n, d, epsilon, delta, lam, radius, feature_bound), *CONVEX)


def _slope(logit):
    return exp(logit) / (1 + exp(logit)) ** 2


def least(c):
    """The least curvature of a label's loss over logits of at most c."""
    return _slope(c) - _slope(epsilon - c)


SCALE = 1 / (2 * c_epsilon * least(REACH))


def quadratic(t):
    """What Hsu, Kakade and Zhang have for a quadratic form of trace d and norm 1."""
    return d + 2 * sqrt(d * t) + 2 * t


# The noise term with every constant: the scores are sub-Gaussian with the parameter 1/(2 c(epsilon)).
NOISE = SCALE * sqrt(quadratic(log(1 / delta))) / sqrt(n)


def convex(bound):
    """Curvature, width of the scores, the inequality solved, and the constant."""
    reach = (Ge(z, -c), Le(z, c), Gt(c, 0), Gt(epsilon, 2 * c))
    return (
        Step("least_curvature_one", WHERE, Inequality(least(c), ALPHA_ONE, reach), display=r"\sigma'(c) - \sigma'(\varepsilon - c) \le \alpha_{1, i}",
            form="translation", because=r"Per sample: $\sigma'$ is even and falls in $|z|$, so that $\sigma'(z)$ is at least $\sigma'(c)$ and the other term at most $\sigma'(\varepsilon - c)$."),
        Step("least_curvature_zero", WHERE, Inequality(least(c), ALPHA_ZERO, reach), display=r"\sigma'(c) - \sigma'(\varepsilon - c) \le \alpha_{0, i}", form="translation"),
        Step("score_width", WHERE, Inequality(V_ONE - V_ZERO, 1 / c_epsilon, EPSILON),
            because=r"The two values of a score are at most $1/c(\varepsilon)$ apart: by the step `sub_gaussian` it is sub-Gaussian with half of that. The "
            r"page has $\sigma$, which is larger by a power of $e^c$."),
        Step("convex_solve", WHERE,
            Inequality(D, f / a + 2 * radius * sqrt(lam),
                (Le(a * D**2, f * D + 4 * lam * a * radius**2), Ge(D, 0), Ge(f, 0), Gt(a, 0), Gt(lam, 0), Gt(radius, 0))),
            display=DELTA_NORM + r" \le \frac{f}{\alpha} + 2 \sqrt{\lambda} B",
            form="translation", because="By the steps `gradient_inequality`, `ridge` and `ridge_plugged`, which speak of any lower bound of the curvature; here it is $a$, $f$ bounds the gradient."),
        Step("convex_factor", WHERE,
            Inequality(1 / (2 * c_epsilon * least(2 * x)), PRICE * ((exp(epsilon + x) + 1) / (exp(epsilon - 2 * x) - 1)),
                (Gt(x, 0), Ge(epsilon, 4 * x + Rational(1, 2)), *EPSILON)),
            display=r"\frac{1}{2 c(\varepsilon) (\sigma'(2 L B) - \sigma'(\varepsilon - 2 L B))} \le \frac{9}{4} \cdot \frac{e^{\varepsilon + L B} + 1}{e^{\varepsilon - 2 L B} - 1}",
            form="translation", because=r"$x$ is $L B$. The largest quotient is 2.2404, near $L B = 0.13$; it is 2 as $L B$ tends to 0, and below 2.001 from $\varepsilon = 4L B + 1$ on."),
        Step("convex_price", WHERE,
            By("convex_factor", letters={"x": feature_bound * radius}, given=(*domain(epsilon, feature_bound, radius), *CONVEX),
               says=Inequality(SCALE, PRICE * PRIVACY_FACTOR))),
        Step("convex_confidence", WHERE,
            Inequality(quadratic(t), WIDTH * (d + t), (Ge(d, 1), Ge(t, 0))), because=r"$t = \ln(1/\delta)$."),
        Step("convex_product", WHERE,
            Inequality(a * f + 2 * r, CONSTANT * (b * q + r),
                (Le(a, PRICE * b), Le(f**2, WIDTH * q**2), Ge(f, 0), Ge(q, 0), Ge(r, 0), Gt(a, 0), Gt(b, 0))),
            because="$a$ and $b$ are the two sides of `convex_factor`, $f^2$ and $q^2$ those of `convex_confidence` over $n$, $r$ is the ridge term."),
        Step("whole_convex", r"from $\varepsilon = 4L B + 1/2$ on",
            By("convex_product",
               letters={"a": SCALE, "b": PRIVACY_FACTOR, "f": sqrt(quadratic(log(1 / delta))) / sqrt(n), "q": sqrt((d + log(1 / delta)) / n), "r": radius * sqrt(lam)},
               given=STATED, says=within_constant(bound)),
            because="The explicit version against the printed rate.",
            settles=("coverage@convex",)),
    )
