"""Algorithm 1: private pessimistic RLHF."""

import sympy
from sympy import Eq, Gt, Le, Lt, exp, log, sqrt, tanh

from boundcheck.claims import By, Claim, Identity, Inequality, Reading, Source, Step

from . import PAPER, definition_3_2, faults, lemma_a_7
from .notation import LETTERS, beta, domain, epsilon
from .quantities import private

p, q, x, b, g, z, w, D, u = sympy.symbols("p q x b g z w D u", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Algorithm 1", "Section 4.1", kind="algorithm"),
    words="From pairs with private labels: the most likely reward, less a bonus, and the Gibbs policy of what is left,",
    displays={
        "line 2": r"\bar{r} \in \arg \max_{r \in \mathcal{F}} \sum_i \ln \tilde{P}_r(z_i \mid s_i, a_i^1, a_i^2)",
        "(10)": r"\Gamma_n(s, a) = \sqrt{D_{\mathcal{F}}^2((s, a); \pi_{\mathrm{ref}}) \frac{c e^B}{(2 \alpha - 1)^2} \left( \frac{\ln\left( \frac{\mathcal{N}_{\mathcal{F}}(\tau)}{\delta} \right)}{n} + \tau \right)}",
        "line 4": r"\hat{\pi}(a|s) \propto \pi_{\mathrm{ref}}(a|s) \exp(\beta (\bar{r} - \Gamma_n)(s, a))",
    },
    letters=LETTERS | {"D": "D^2", "u": r"\Gamma_n^2"},
    readings=(
        Reading("literal", "with $D^2$ as printed in Definition 3.2, so that $u$, the squared bonus, is $D^2$ times a number $x$, and $D^2$ is 0", fault=faults.OFFSET),
        Reading("policy", "with the reference policy's mean as the offset in $D^2$, here at an action of probability $p$ among two",
                support="the display after Lemma B.1, and the event of Theorem 4.2"),
    ),
    parts={
        "bonus": {
            "literal": Inequality(sympy.Integer(0), u, (Gt(x, 0), Eq(u, D * x), Eq(D, (g - b) ** 2), Eq(g, b)), strict=True),
            "policy": Inequality(sympy.Integer(0), u, (Gt(x, 0), Gt(p, 0), Lt(p, 1), Eq(u, definition_3_2.odds(p) * x)), strict=True),
        }
    },
    steps=(
        Step("model", "Eq. (8)", Identity(private(x), (1 + tanh(epsilon / 2) * tanh(x / 2)) / 2, domain(epsilon)),
            because="The probability of the label 1 at a difference $x$ of rewards."),
        Step("both_labels", "Eq. (8)", Identity(private(x) + private(-x), sympy.Integer(1), domain(epsilon)),
            form="translation", display=r"\sum_{z \in \{-1, 1\}} \tilde{P}_{r^*}(z) = 1", because="The label $-1$ has the probability of the label 1 at $-x$."),
        Step("same_policy", "line 4", By(lemma_a_7, given=(Gt(p, 0), Gt(z, 0), Eq(w, exp(-beta * b) * z))),
            because="Nor does the policy that is returned."),
        Step("likelihood_of_the_truth", "line 2", Inequality(q * log(p / q) + (1 - q) * log((1 - p) / (1 - q)), sympy.Integer(0), (Gt(p, 0), Lt(p, 1), Gt(q, 0), Lt(q, 1))),
            form="translation", display=r"\mathbb{E}_z \ln \tilde{P}_r(z) \le \mathbb{E}_z \ln \tilde{P}_{r^*}(z)",
            because=r"$p$ under a reward $r$, $q$ under the true one: in the mean the truth is the most likely member, whatever $\varepsilon$ is."),
        Step("constant_bonus", "line 3", Identity(definition_3_2.odds(p), definition_3_2.odds(1 - p), (Eq(p, sympy.Rational(1, 2)),)),
            because="With two equally likely actions the bonus is the same at both, and by Lemma A.7 pessimism changes nothing."),
        Step("rare_actions_pay", "line 3", Inequality(sqrt(definition_3_2.odds(p)), sqrt(definition_3_2.odds(q)), (Gt(q, 0), Le(q, p), Lt(p, 1))),
            because="The bonus grows as an action becomes rare in the data."),
    ),
    not_covered=(r"the bonus needs $B$, $\varepsilon$, $n$, $\delta$ and the covering number; the experiments of Section 6 do not say how it was computed",),
)
