"""Algorithm 3: iterative Square χPO."""

import sympy
from sympy import Add, Eq, Ge, Gt, Integer, Le, Mul, Ne, log

from boundcheck.claims import Claim, Definition, Fault, Identity, Inequality, KeyFinding, Repair, Source, Step

from . import PAPER
from .notation import LETTERS, beta, c_epsilon, domain, epsilon, eta
from .proofs.self_play import bregman, divergence, phi
from .quantities import FLIP, KEEP

P, ell, z, g, g_b, lam, u, v, w, u_b, v_b, p_1, l_1, l_2, x = sympy.symbols(
    "P ell z g g_b lambda u v w u_b v_b p_1 l_1 l_2 x", real=True
)
ARGUMENTS = Fault("algorithm_3_arguments", "algorithm line", where="Algorithm 3, (10) and line 6",
    words=r"$\ell(x, a^0, a^1)$ is fitted to labels that are 1 when $a^1$ is preferred: the fit is the negative of the preference, so that self-play minimises it")  # fmt: skip
FOOTNOTE = Fault("footnote_2", "non sequitur", words="a gradient that does not depend on $p$ contributes all the same: that of the last term is the second term of (8)")
RATIOS = tuple(Gt(letter, 0) for letter in (u, v, u_b, v_b))
PLACE = {"P": r"P^\star(a^1 \succ a^0)", "ell": r"\ell^\star(x, a^1, a^0)", "z": r"\bar{z}", "g": "g_a",
    "u": "u_a", "v": "v_a", "p_1": r"\pi(b)", "l_1": r"\ell_1", "l_2": r"\ell_2"}  # fmt: skip
PRIVATE = KEEP * P + FLIP * (1 - P)  # probability of the private label 1
MEAN = c_epsilon * (2 * PRIVATE - 1)


def learned(sign):
    """Value against the best reply of what exact self-play learns in a game, from a model with this sign."""
    import numpy as np

    from boundcheck.rlhf.games import SelfPlay, antisymmetric, duality_gap

    table = antisymmetric((0.8, 0.5, 0.3), actions=3)  # the first action beats the two others
    behaviour = np.full((1, 3), 1 / 3)
    policy = SelfPlay(0.05, 0.05).average(sign * table, behaviour, 400)
    return round(float(duality_gap(np.ones(1), table, policy)), 4)


def step_condition(ratio, past, gain):
    """First-order condition of the exact step, per unit of beta."""
    return (1 + 1 / eta) * beta * phi(ratio) - beta / eta * phi(past) - gain


CLAIM = Claim(
    source=Source(PAPER, "Algorithm 3", "Section 4 and Appendix D, Eqs. (8), (10), (11); footnote 2", kind="algorithm"),
    words="A preference model by least squares or by the exponential mechanism, then mirror descent against the current policy",
    displays={
        "(8)": r"\left( 1 + \frac{1}{\eta} \right) \beta h_\pi(x, a, b) - \frac{\beta}{\eta} h_{\pi'}(x, a, b)",
        "(10)": r"\operatorname{argmin}_{\ell \in \mathcal{L}} \sum_i (\ell(x_i, a_i^0, a_i^1) - c(\varepsilon) \bar{z}_i)^2",
    },
    letters=LETTERS | PLACE,
    parts={
        "sign_of_the_model": Definition("duality gap of exact self-play with the model and with its negative, which (10) as printed fits", learned, ({"sign": 1.0}, {"sign": -1.0})),
        "step": Identity(step_condition(u, v, g) - step_condition(u_b, v_b, g_b),
            (1 + 1 / eta) * beta * (phi(u) - phi(u_b)) - beta / eta * (phi(v) - phi(v_b)) - (g - g_b), (*RATIOS, *domain(beta, eta))),
    },
    steps=(
        Step("labels_of_the_model", "Eq. (10)", Identity(MEAN, -ell, (Eq(ell, 2 * P - 1), Ge(P, 0), Le(P, 1), *domain(epsilon))),
            form="translation", display=r"\mathbb{E}[c(\varepsilon) \bar{z}_i] = \ell^\star(x_i, a_i^0, a_i^1)",
            because=r"Labels are 1 when $a^1$ is preferred, so $2 P(a^1 \succ a^0) - 1$ is fitted, which Section 2.1 calls $\ell(x, a^1, a^0)$, the negative of $\ell(x, a^0, a^1)$.",
            repair=Repair(Identity(MEAN, ell, (Eq(ell, 2 * P - 1), Ge(P, 0), Le(P, 1), *domain(epsilon))),
                r"$\ell(x_i, a_i^1, a_i^0)$ in (10) and in line 6"),
            misprint=r"the definition of $\ell(x, a^1, a^0)$ in Section 2.1", fault=ARGUMENTS),
        Step("bradley_terry_instance", "Section 4, (i)", Identity((ell - c_epsilon * z) ** 2, ell**2 - 2 * c_epsilon * ell * z + c_epsilon**2 * z**2, domain(epsilon)),
            because=r"The loss of Algorithm 1 with $2 \sigma - 1$ for ell."),
        Step("sensitivity", "line 6", Inequality((l_1 - x) ** 2 - (l_2 - z) ** 2, Integer(4), (*(c for value in (l_1, l_2) for c in (Ge(value, -1), Le(value, 1))), Eq(x**2, 1), Eq(z**2, 1))),
            form="reduction", display=r"|L(\ell; \mathcal{D}) - L(\ell; \mathcal{D}')| \le 4", because=r"As for Algorithm 2: the mechanism is $\varepsilon$-DP, and the policy step does not see the labels again."),
        Step("slope_of_bregman", "after Assumption 4.2", Identity(Add(u - 1, log(u) + 1, Mul(-1, phi(v), evaluate=False), evaluate=False), phi(u) - phi(v), RATIOS[:2]),
            form="reduction", display=r"\nabla_p B(p, \pi) = \nabla F(p) - \nabla F(\pi)", because="Per action and per unit of the reference."),
        Step("footnote_2", "footnote 2", Identity(phi(u) - phi(v) - (phi(u_b) - phi(v_b)), phi(u) - phi(u_b), RATIOS),
            form="translation", display=r"\text{the last term in } B(p, q)\text{ will not contribute}",
            because="Differences of the gradient of $B$ between two actions, with the last term on the left and without it on the right. The gradient of that term does not depend on $p$, and still differs from action to action.",
            repair=Repair(Identity(bregman(u, v) - bregman(w, v), divergence(u) - divergence(w) - phi(v) * (u - w), (*RATIOS[:2], Gt(w, 0))),
                "it is the middle term, $F(q)$, that does not contribute; the last one gives the second term of (8)", r"\text{the middle term in } B(p, q)\text{ will not contribute}"),
            fault=FOOTNOTE),
        Step("step_eight", "Eq. (8)",
            Identity((1 + 1 / eta) * beta * (phi(u) - phi(u_b)) - beta / eta * (phi(v) - phi(v_b)), g - g_b,
                (*RATIOS, *domain(beta, eta), Eq((1 + 1 / eta) * beta * phi(u), g + beta / eta * phi(v) - lam), Eq((1 + 1 / eta) * beta * phi(u_b), g_b + beta / eta * phi(v_b) - lam))),
            form="translation", display=r"f_{\pi, \pi'}(x, a, b) = \hat{r}(x, a) - \hat{r}(x, b)", because=r"At the exact step; $\lambda$ is the normaliser of the state, the same for both actions."),
        Step("target_range", "Eq. (11)", Inequality((g - g_b) ** 2, Integer(4), (Ge(g, -1), Le(g, 1), Ge(g_b, -1), Le(g_b, 1))), because=r"So a clip at 4 leaves the target alone, and $V_{\max} \ge 2$ is what realizability needs."),
        Step("sampled_opponent", "line 10", Identity(p_1 * l_1 + (1 - p_1) * l_2, l_2 + p_1 * (l_1 - l_2)),
            form="reduction", display=r"\mathbb{E}_{b_t}[\hat{\ell}(x, a, b_t)] = \hat{\ell}(x, a, \pi^t)", because="Two opponents' actions: a drawn opponent is right in the mean. Assumption 4.2 speaks of the step against "
            "the mean, line 10 of the step against the draw: that the minimiser of (11) is in the class is a further "
            "assumption."),
        Step("extremum_of_the_step", "Assumption 4.2", Inequality(divergence(w) - divergence(u) + phi(w) * (u - w), Integer(0), (Gt(u, 0), Gt(w, 0), Ne(u, w)), strict=True),
            form="reduction", display=r"\mathbb{E}_{a \sim p}[\ell] - \mathcal{R}_x(p) < \mathbb{E}_{a \sim p^*}[\ell] - \mathcal{R}_x(p^*)", because=r"Per unit of the reference and of $\beta (1 + 1/\eta)$: the objective at any policy, of ratio $u$, less that at the stationary one, of ratio $w$; so that one is the largest."),
        Step("minimizer_of_the_step", "Assumption 4.2", Inequality(Integer(0), divergence(w) - divergence(u) + phi(w) * (u - w), (Gt(u, 0), Gt(w, 0))),
            form="translation", display=r"\text{the minimizer of the objective } E - \mathcal{R}, \quad p \in \Delta(\mathcal{X})",
            because="The words ask for the least value, the display for the largest; it also writes laws of actions as laws of prompts.",
            repair=Repair(Inequality(divergence(w) - divergence(u) + phi(w) * (u - w), Integer(0), (Gt(u, 0), Gt(w, 0))), "the maximizer, over laws of actions"),
            misprint="argmax in the display, and the law of a", fault=Fault("assumption_4_2_words", "misprint", where="Assumption 4.2",
                words="the text asks for the minimizer and the display for the argmax; the display also writes prompts for actions")),
    ),
    findings=(KeyFinding("With the sign as printed exact self-play ends at a duality gap of {sign_of_the_model[1]} in a game of three actions, with the other sign at {sign_of_the_model[0]}", ("sign_of_the_model",), weight="much", fault=ARGUMENTS),
        KeyFinding("(8) itself is right", ("step_eight",), weight="little", fault=FOOTNOTE),),
    not_covered=("the regression (11) on a finite sample of prompts", "whether the bound of Theorem D.1 survives when the class lacks the steps against drawn opponents"),
)  # fmt: skip
