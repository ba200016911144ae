"""Definition 2.3 with Remark 2.4: the orders of corruption and local privacy."""

from fractions import Fraction

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, exp

from boundcheck.claims import Claim, Definition, Identity, Inequality, Source, Step

from . import PAPER
from .notation import HALF, LETTERS, alpha, c_epsilon, domain, epsilon
from .quantities import FLIP, KEEP

h, b, b_2 = sympy.symbols("h b b_2", real=True)
alpha_1, alpha_2 = sympy.symbols("alpha_1 alpha_2", real=True)
MEANS = (Ge(h, -1), Le(h, 1), Ge(b, -1), Le(b, 1))
CTL = ((1 - alpha) * h + alpha * b) / c_epsilon
LTC = (1 - alpha) * h / c_epsilon + alpha * b
BOTH = (1 - alpha_2) * ((1 - alpha_1) * h + alpha_1 * b) / c_epsilon + alpha_2 * b_2
SHARES = (Ge(alpha_1, 0), Le(alpha_1, HALF), Ge(alpha_2, 0), Le(alpha_2, HALF))


def up(mean):
    """Probability of the label 1 of a label of +1 and -1 with this mean."""
    return (1 + mean) / 2


def coin(chance):
    """Probability of the label 1 after randomized response."""
    return KEEP * chance + FLIP * (1 - chance)


def shift(order, odds, share):
    """How far bad labels of +1 move the mean of a de-biased label from -1; odds is e^epsilon."""
    c = (odds + 1) / (odds - 1)
    return share * (1 + (c if order == "LTC" else 1))


CLAIM = Claim(
    source=Source(PAPER, "Definition 2.3 and Remark 2.4", "Section 2.3", kind="definition"),
    words="CTL: labels are corrupted, then privatised. LTC: labels are privatised, then corrupted. Without one of the two, and with corruption on both sides",
    displays={"CTL": r"y \to \bar{y} \to z = \mathcal{R}(\bar{y})", "LTC": r"y \to \tilde{y} = \mathcal{R}(y) \to z"},
    letters=LETTERS | {"h": "h^*"},
    parts={
        "shift": Definition(
            "largest shift of the mean of a de-biased label", shift,
            tuple({"order": order, "odds": Fraction(odds), "share": Fraction(1, 10)} for order in ("CTL", "LTC") for odds in (2, 3)),
        )
    },
    steps=(
        Step("ctl_law", "Definition 2.3, CTL", Identity(coin((1 - alpha) * up(h) + alpha * up(b)), up(CTL), domain(epsilon)),
            because="Probability of $z = 1$: Huber's mixture, then the coin; $h^*$ and $b$ are the means of clean and bad labels."),
        Step("ltc_law", "Definition 2.3, LTC", Identity((1 - alpha) * coin(up(h)) + alpha * up(b), up(LTC), domain(epsilon)),
            because="Probability of $z = 1$: the coin, then Huber's mixture."),
        Step("privacy_only", "Remark 2.4", Identity(CTL, LTC, (*domain(epsilon), Eq(alpha, 0))), because=r"For $\alpha = 0$ the two settings are one."),
        Step("corruption_only", "Remark 2.4", Identity(c_epsilon - 1, 2 / (exp(epsilon) - 1), domain(epsilon)),
            because=r"The factor tends to 1 as $\varepsilon$ grows, and both laws to Huber's mixture."),
        Step("ctl_shift", "Definition 2.3, CTL", Inequality((c_epsilon * CTL - h) ** 2, (2 * alpha) ** 2, (*domain(epsilon, alpha), *MEANS)),
            because=r"Bad labels move the mean of a de-biased label by $2 \alpha$ at most."),
        Step("ltc_shift", "Definition 2.3, LTC", Inequality((c_epsilon * LTC - h) ** 2, ((1 + c_epsilon) * alpha) ** 2, (*domain(epsilon, alpha), *MEANS)),
            because=r"By $(1 + c(\varepsilon)) \alpha$ at most, which all bad labels 1 and $h^* = -1$ attain."),
        Step("both_sides", "Remark 2.4, second sentence",
            Inequality((c_epsilon * BOTH - h) ** 2, (2 * alpha_1 + (1 + c_epsilon) * alpha_2) ** 2, (*domain(epsilon), *MEANS, *SHARES, Ge(b_2, -1), Le(b_2, 1))),
            because="Corruption before and after: the shifts of the two settings add up, so the sum of the two bounds serves."),
        Step("privacy_of_ctl", "Definition 2.3, CTL",
            Inequality(up(h / c_epsilon), exp(epsilon) * up(b / c_epsilon), (*domain(epsilon), *MEANS)),
            because=r"Whatever happens to a label before the coin, what comes out is $\varepsilon$-LDP."),
        Step("privacy_of_ltc", "Definition 2.3, LTC",
            Inequality((1 - alpha) * up(h / c_epsilon) + alpha * up(b), exp(epsilon) * ((1 - alpha) * up(b_2 / c_epsilon) + alpha * up(b)),
                (*domain(epsilon, alpha), *MEANS, Ge(b_2, -1), Le(b_2, 1))),
            because="$h^*$ and $b_2$ are any two clean labels here, the bad law is the same for both."),
        Step("order_matters", "Definition 2.3", Inequality(Integer(1), c_epsilon, (Gt(epsilon, 0),), strict=True),
            because="The weight of a late bad label in a de-biased mean against that of an early one."),
    ),
)  # fmt: skip
