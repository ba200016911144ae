"""Definition 3.4: concentrability by density ratios."""

import sympy
from sympy import Ge, Gt, Le, Lt, exp

from boundcheck.claims import Claim, Definition, Inequality, Source, Step

from . import PAPER
from .lab import small_classes
from .notation import ANY_KEEP, beta, bound, domain

p, q, c, u, w = sympy.symbols("p q c u w", real=True)
PLACES = tuple({"name": name} for name in small_classes.CLASSES)

CLAIM = Claim(
    source=Source(PAPER, "Definition 3.4", "Section 3.1", kind="definition"),
    words="For a class of policies, and for the best policy alone,",
    displays={
        "all policies": r"C^\Pi = \sup_{\pi \in \Pi, s, a} \frac{\pi(a|s)}{\pi_{\mathrm{ref}}(a|s)}",
        "one policy": r"C^{\pi^*} = \sup_{s, a} \frac{\pi^*(a|s)}{\pi_{\mathrm{ref}}(a|s)}",
    },
    letters=ANY_KEEP | {"p": r"\pi_{\mathrm{ref}}", "q": r"\pi^*"},
    parts={
        "one_policy": Definition("largest ratio of the best policy", small_classes.density, PLACES),
        "all_policies": Definition("largest ratio over all policies", small_classes.density_of_all, PLACES),
    },
    steps=(
        Step("one_below_all", "Definition 3.4", Inequality(q / p, 1 / p, (Gt(p, 0), Le(p, 1), Ge(q, 0), Le(q, 1))),
            because="The class of all policies; for any class that holds the best policy it is so by definition."),
        Step("at_least_one", "Definition 3.4", Inequality(sympy.Integer(1), c, (Gt(p, 0), Lt(p, 1), Gt(q, 0), Lt(q, 1), Le(q / p, c), Le((1 - q) / (1 - p), c))),
            because="Two laws of the same two actions cannot both be below."),
        Step("at_most_from_the_temperature", "Definition 3.4 with (5)",
            Inequality(exp(beta * u) / w, exp(beta * bound), (*domain(beta, bound), Le(u, bound), Ge(w, 1))),
            form="reduction", display=r"C^{\pi^*} \le e^{\beta B}",
            because="$u$ is a reward, $w$ the normaliser, at least 1 since rewards are at least 0: for Gibbs policies of rewards in $[0, B]$ the ratio "
            "is finite whatever the reference policy is."),
    ),
    not_covered=("actions that neither policy takes, of ratio 0/0, are left out",),
)
