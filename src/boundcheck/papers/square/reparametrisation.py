"""The reparametrisation of Section 3.1.2: the implicit reward of a policy."""

import sympy
from sympy import Add, Ge, Gt, Integer, Le, Mul, exp, log

from boundcheck.claims import Assumption, Claim, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS, beta, domain
from .proofs.self_play import divergence, phi

FULL_SUPPORT = Assumption("full_support", "the reference policy takes every action with positive probability")

u, v, w, r, r_2, top, k = sympy.symbols("u v w r r_2 top k", real=True)
RATIOS = (Gt(u, 0), Gt(w, 0))
whole = (v - 1) ** 2  # a divergence without its half

CLAIM = Claim(
    source=Source(PAPER, "Section 3.1.2, reparametrisation", "Assumption 3.2 and the display after it; Section 2.2", kind="section"),
    words=r"The best policy of the mixed $\chi^2$ objective for a reward gives the reward back, up to a number per prompt",
    displays={"": r"r^\star(x, a) = \beta \phi\left( \frac{\pi_\beta^\star(a \mid x)}{\pi_{\mathrm{ref}}(a \mid x)} \right) + Z(x), \quad \phi(u) = u + \log u"},
    letters=LETTERS | {"top": "b"},
    parts={"optimal": Inequality(phi(w) * (u - w), divergence(u) - divergence(w), RATIOS)},
    steps=(
        Step("slope", "the display", Identity(Add(u - 1, log(u) + 1, evaluate=False), phi(u), (Gt(u, 0),)),
            form="reduction", display=r"\frac{d}{d u} \left[ \frac{1}{2} (u - 1)^2 + u \log u \right] = \phi(u)", because="The derivative of the regulariser per unit of the reference stands on the left."),
        Step("half_is_needed", "the display", Identity(Add(whole.diff(v), 1 + log(v), Mul(-1, phi(v), evaluate=False), evaluate=False), v - 1, (Gt(v, 0),)),
            because=r"Without the half in the divergence the slope is $2u - 1 + \ln u$, which differs from $\phi$ by $u - 1$: not a number per prompt. The page's $C = 2D + 1$ has the half as well."),
        Step("rises", "existence", Inequality(Integer(1), 1 + 1 / u, (Gt(u, 0),)), form="reduction", display=r"\phi'(u) \ge 1",
            because="The link function rises, so every difference of rewards belongs to one ratio of ratios."),
        Step("low_end", "existence", Inequality(phi(exp(-k)), 1 - k, (Ge(k, 0),)), because="It goes to minus infinity at 0: every reward difference is reached by a positive policy.", assumes=FULL_SUPPORT),
        Step("high_end", "existence", Inequality(k, phi(k), (Ge(k, 1),)), because="And to infinity with $u$. So the normaliser exists, by continuity, and is unique."),
        Step("difference", "Assumption 3.3", Identity((beta * phi(u) + top) - (beta * phi(w) + top), beta * (phi(u) - phi(w)), (*RATIOS,)),
            because="The number per prompt cancels in differences."),
        Step("realized_difference", "Assumption 3.3",
            Inequality((r - r_2) ** 2, top**2, (Ge(r, 0), Le(r, top), Ge(r_2, 0), Le(r_2, top))),
            because=r"Differences of the true reward lie within $R_{\max}$; so $V_{\max} \ge R_{\max}$ is needed as soon as they do."),
        Step("optimality_in_the_mean", "Assumption 3.2", Inequality(beta * phi(w) * (u - w), beta * (divergence(u) - divergence(w)), (*RATIOS, *domain(beta))),
            because=r"The reward at the best policy is $\beta \phi(w) + Z$; the numbers $Z$ sum to 0 against differences of policies, so no policy does better."),
        Step("unique", "Assumption 3.2", Inequality((u - w) ** 2 / 2, divergence(u) - divergence(w) - phi(w) * (u - w), RATIOS), because="The objective is strongly concave, so the best policy is unique."),
    ),
)  # fmt: skip
