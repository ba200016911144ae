"""Remark 3.2: randomized response."""

import sympy
from sympy import Ge, Gt, Le, diff, exp

from boundcheck.claims import Claim, Identity, Inequality, PrivacyGuarantee, Source, Step
from boundcheck.privacy import LABEL_REPLACED
from boundcheck.symbolic import sigmoid

from . import PAPER
from .definition_3_1 import law
from .notation import LETTERS, domain, epsilon

f, share = sympy.symbols("f share", real=True)
POSITIVE = domain(epsilon)

CLAIM = Claim(
    source=Source(PAPER, "Remark 3.2", "Section 3", kind="remark"),
    words=r"Randomized response keeps binary labels binary and is $\varepsilon$-private; $\varepsilon$ sets the probability that it flips "
    "a label, which is",
    displays={"": 1 - sigmoid(epsilon)},
    letters=LETTERS | {"share": "p"},
    parts={
        "flip": Identity(1 - sigmoid(epsilon), 1 / (exp(epsilon) + 1), POSITIVE),
        "label_privacy": PrivacyGuarantee(law(sigmoid(epsilon)), ((0, 1), (1, 0)), epsilon, sympy.Integer(0), POSITIVE, adjacency=str(LABEL_REPLACED))
    },
    steps=(
        Step("flip", "Remark 3.2", Identity(1 - sigmoid(epsilon), 1 / (exp(epsilon) + 1), POSITIVE)),
        Step("fewest_flips", "Remark 3.2",
            Inequality(1 - sigmoid(epsilon), f, (*POSITIVE, Ge(f, 0), Le(f, 1), Le(1 - f, exp(epsilon) * f))),
            because=r"No $\varepsilon$-private binary randomizer that treats both labels alike flips them with a smaller probability $f$."),
        Step("controllable", "Remark 3.2",
            Inequality(diff(1 - sigmoid(epsilon), epsilon), sympy.Integer(0), POSITIVE, strict=True),
            because=r"The noise falls strictly as $\varepsilon$ grows."),
        Step("mean", "Remark 3.2",
            Identity(share * sigmoid(epsilon) + (1 - share) * (1 - sigmoid(epsilon)) - sympy.Rational(1, 2),
                (2 * sigmoid(epsilon) - 1) * (share - sympy.Rational(1, 2)),
                (*POSITIVE, Ge(share, 0), Le(share, 1))),
            because=r"The distance of a share $p$ of ones from 1/2 shrinks by the factor $2 \sigma(\varepsilon) - 1$, which is $1/c(\varepsilon)$."),
        Step("more_than_half", "Remark 3.2",
            Inequality(sympy.Rational(1, 2), sigmoid(epsilon), (Gt(epsilon, 0),), strict=True)),
    ),
)
