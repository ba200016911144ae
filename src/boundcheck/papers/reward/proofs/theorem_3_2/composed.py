"""The constant of Theorem 3.2: the explicit version against the printed rate, as one composed inequality."""

from sympy import Ge, Gt, Le, Rational, log, sqrt, symbols

from boundcheck.claims import By, Inequality, Step, within_constant

from ...notation import LOW_PRIVACY, d, delta, domain, epsilon, feature_bound, lam, n, radius
from ...quantities import EVERY_EPSILON, PRIVACY_FACTOR

a, b, f, q, r, root = symbols("a b f q r root", real=True)

WIDTH = sqrt(d) + sqrt(2 * log(2 / delta))
RATE = sqrt((d + log(1 / delta)) / n)
SHARE = Rational(35, 16)  # what 16 times it is the constant; the least is 2.177, as d = 1 and delta tends to 1
POSITIVE = (Gt(a, 0), Gt(f, 0), Gt(root, 0), Ge(q, 0), Ge(r, 0))
STATED = domain(n, d, epsilon, delta, lam, radius, feature_bound)


def letters(factor):
    """What the letters of the step product stand for; `factor` is what is printed before the root."""
    return {"a": EVERY_EPSILON, "b": factor, "f": WIDTH, "root": sqrt(n), "q": RATE, "r": radius * sqrt(lam)}


def composed(appendix, every_epsilon):
    """The two factors apart, their product, and its two instances."""
    constant = appendix.constant
    return (
        Step("factor", "the constant",
            Inequality(EVERY_EPSILON, PRIVACY_FACTOR, (*domain(epsilon, feature_bound, radius), *LOW_PRIVACY)),
            display=r"\frac{c(\varepsilon)}{4 \gamma m^2} \le \frac{e^{\varepsilon + L B} + 1}{e^{\varepsilon - 2 L B} - 1}",
            form="translation", because="$m$ is that of `slope_everywhere`; no constant is lost, and none is to be had as $L B$ tends to 0."),
        Step("confidence", "the constant",
            Inequality(WIDTH, SHARE * sqrt(n) * RATE, domain(n, d, delta)),
            display=r"\sqrt{d} + \sqrt{2 \ln\left( \frac{2}{\delta} \right)} \le \frac{35}{16} \sqrt{d + \ln\left( \frac{1}{\delta} \right)}",
            because=r"Times $4 c(\varepsilon)/(\gamma m^2 \sqrt{n})$ the left side is the noise term of the explicit version."),
        Step("product", "the constant",
            Inequality(16 * a * f / root + 2 * r, constant * (b * q + r), (Le(a, b), Le(f, SHARE * root * q), *POSITIVE)),
            because="$a$ and $b$ are the two sides of the step `factor`, $f$ the left side of confidence, $q$ the printed root, $r$ "
            r"the ridge term $\sqrt{\lambda} B$."),
        Step("whole", "Theorem 3.2",
            By("product", letters=letters(PRIVACY_FACTOR), given=(*STATED, *LOW_PRIVACY),
               says=within_constant(appendix)),
            because="The explicit version against the printed rate.",
            settles=("coverage@appendix", "rates")),
        Step("whole_every_epsilon", r"the reading every $\varepsilon$",
            By("product", letters=letters(EVERY_EPSILON), given=STATED,
               says=within_constant(every_epsilon)),
            because=r"The same with $c(\varepsilon)/(4 \gamma m^2)$ itself in the rate.",
            settles=("coverage@every_epsilon",)),
    )
