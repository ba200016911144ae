"""Remark 4.7: coverage is necessary; where upper and lower bound part."""

import sympy
from sympy import Ge, Le, exp, log

from boundcheck.claims import Claim, Identity, Inequality, Reading, Source, Step

from . import PAPER, definition_3_2, theorem_4_2, theorem_4_5
from .notation import ANY_KEEP, concentrability

q, u, S, K, x = sympy.symbols("q u S K x", real=True)
RARE = 1 / concentrability  # the reference policy's at the action that is looked for
COVERAGE = q * definition_3_2.odds(RARE) + (1 - q) * definition_3_2.odds(1 - RARE)  # of a state of the hard family
FAMILY = (Ge(concentrability, 2), Ge(q, 0), Le(q, 1))
GIVEN = (*FAMILY, Ge(q, sympy.Rational(1, 4)))

CLAIM = Claim(
    source=Source(PAPER, "Remark 4.7", "Section 4.2", kind="remark"),
    words="Both bounds, if they stand, grow with the concentrability of the best policy for a fixed number of states; they differ in the number of states and in $B$.",
    displays={"lower bound": r"\beta C^* \frac{\ln N}{(e^\varepsilon - 1)^2 n}", "upper bound": r"\beta D_{\pi^*}^2 \frac{e^B}{(2 \alpha - 1)^2} \frac{\ln(N/\delta)}{n}"},
    letters=ANY_KEEP | {"q": r"\pi^*"},
    readings=(Reading("literal", "necessary: the lower bound grows with $C^*$ at the rate of the upper bound's $D^2$, for a fixed number of states"),),
    parts={"necessary": Inequality(concentrability / 8, COVERAGE, GIVEN)},
    uses=(definition_3_2, theorem_4_2, theorem_4_5),
    steps=(
        Step("one_state", "hard family of Theorem 4.5", Identity(COVERAGE, q * (concentrability - 1) + (1 - q) / (concentrability - 1), FAMILY)),
        Step("at_most", "hard family of Theorem 4.5", Inequality(COVERAGE, concentrability, FAMILY),
            because="For one state $D^2$ and $C^*$ are of one order where the best policy takes the action with a fixed probability, as it does on the hard family (about 1/2)."),
        Step("half", "hard family of Theorem 4.5", Inequality(sympy.Rational(1, 4), exp(-u) / (1 + exp(-u)), (Ge(u, 0), Le(u, 1))),
            because=r"$u$ is $\beta$ a: from $n = S C^* \beta^2/(e^\varepsilon - 1)^2$ on, where the first term of the minimum is the smaller one."),
        Step("states_count_twice", "hard family of Theorem 4.5",
            Inequality(S * concentrability / 8 * S * log(2), S * COVERAGE * S * log(2), (*FAMILY, Ge(q, sympy.Rational(1, 4)), Ge(S, 1))),
            form="translation", display=r"D_{\pi^*}^2 \ln N \ge \frac{C^* S}{8} \cdot S \ln 2",
            because=r"Members that differ in one of $S$ states make $D^2 S$ times that of a state (Definition 3.2, `states_add_up`), and $\ln N$ is $S \ln 2$: on the lower bound's own family the upper bound has "
            r"$S^2$ where the lower one has $S$. The two match in $n$ and $\beta$, and in $\varepsilon$ up to 1; not in the number of states, and not in $B$."),
        Step("quotient_in_b", "both bounds", Inequality(x, x * exp(K), (Ge(x, 0), Ge(K, 0))),
            because="$K$ stands for $B$, or $2 B$ as Lemma B.1 needs: the lower bound has no such factor."),
    ),
    not_covered=(
        "that the bounds themselves stand: these are Theorems 4.2 and 4.5, on which the remark rests; the part compares their two coefficients on the hard family",
        "the cited result on coverage without privacy",
    ),
)
