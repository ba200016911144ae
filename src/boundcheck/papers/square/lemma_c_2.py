"""Lemma C.2: error of implicit rewards."""

import sympy
from sympy import Abs, Add, Ge, Gt, Integer, Le, Max, Min, Mul, exp

from boundcheck.claims import (
    By,
    Claim,
    Fault,
    Identity,
    Inequality,
    KeyFinding,
    Reading,
    Repair,
    Source,
    Step,
    total,
)
from boundcheck.symbolic import sigmoid

from . import PAPER, lemma_b_1, lemma_c_3
from .lab import implicit_errors
from .notation import C_EPSILON, LETTERS, alpha, beta, domain, epsilon, reward_bound, zeta
from .proofs.gap_derivation import of_errors
from .proofs.self_play import phi
from .quantities import NAMES, OF_ERRORS, ORDERS, composed, generalization, root_error, squared

R = reward_bound
d_star, r, r_2, u, w, z, x, y, g = sympy.symbols("d_star r r_2 u w z x y g", real=True)
LOCAL_MODEL = "Appendix C, proof of Lemma C.2, local model"
WITHIN = (Ge(d_star, -R), Le(d_star, R), Gt(R, 0))
FOUR = Fault("c_2_factor_four", "missing factor", words="a function is twice a probability less 1, so the squared error of functions is four times that of probabilities")
CONSTANT = {"ctl": 512, "ltc": 512, "central": 1024}


def printed(order):
    """The display of one order."""
    return exp(4 * R) * total(generalization(order))


SLOPE = 2 * exp(2 * reward_bound)  # half of what Lemma C.3 gives at 2R, at most


def explicit(order, slope=SLOPE, **changes):
    """The squared error of least squares times the square of the slope."""
    terms = {**root_error(order), **changes}
    if order == "central":
        return slope**2 * squared(order, terms)
    return (slope * total(terms)) ** 2


LABS = {order: implicit_errors.lab(order) for order in ORDERS}


def bound(order):
    """The display with its constant: 4 e^(4R) times the error of least squares."""
    small = (Le(alpha * C_EPSILON, 1),) if order == "ltc" else ()
    return LABS[order].bound(
        printed=printed(order), explicit=explicit(order), constant=Integer(CONSTANT[order]), trivial=9 * R**2, failure=zeta, given=small
    )


def clip(value, size):
    """The value, cut at plus and minus `size`."""
    return Max(Min(value, size), -size)


BOUNDS = {order: bound(order) for order in ORDERS}

CLAIM = Claim(
    source=Source(PAPER, "Lemma C.2", "Appendix C", kind="lemma"),
    words=r"Under the conditions of Theorem C.1, with probability at least $1 - \zeta$",
    displays={NAMES[order]: (r"\operatorname{err}_{\mathrm{stat}}^2 \le C \cdot \left( {} \right)", printed(order)) for order in ORDERS},
    letters=LETTERS | {"d_star": r"\Delta^\star"},
    readings=(Reading("literal", r"with probability at least $1 - \zeta$, which the lemma does not say and its proof and Theorem 3.5 do"),),
    parts={**BOUNDS, "rates": LABS["ctl"].rates(BOUNDS["ctl"])},
    derivations={order: of_errors(order, BOUNDS[order], SLOPE) for order in ORDERS},
    steps=(
        Step("implicit_class", LOCAL_MODEL, Inequality((u - w) ** 2, (u - w) * (phi(u) - phi(w)), (Gt(u, 0), Gt(w, 0))),
            because="The link function rises, by at least the difference of its arguments: another policy has another implicit reward."),
        Step("same_difference", LOCAL_MODEL, Identity(Add(beta * phi(u) + g, Mul(-1, beta * phi(w) + g, evaluate=False), evaluate=False), beta * phi(u) - beta * phi(w), (Gt(u, 0), Gt(w, 0))),
            form="reduction", display=r"\tilde{r}^\star(x, a) - \tilde{r}^\star(x, b) = r^\star(x, a) - r^\star(x, b)", because="The number per prompt cancels."),
        Step("clip_is_idle", LOCAL_MODEL, Identity(clip(d_star, 2 * R), d_star, WITHIN),
            form="translation", display=r"\operatorname{clip}_{2 R_{\mathrm{max}}}[r^\star(x, a) - r^\star(x, b)] = r^\star(x, a) - r^\star(x, b)", because="Differences of true rewards lie within $R$."),
        Step("realizable", "Eq. (9)", Identity(2 * (exp(r) / (exp(r) + exp(r_2))) - 1, 2 * sigmoid(r - r_2) - 1),
            form="translation", display=r"\mathbb{E}[2 y_i - 1 \mid u_i] = 2 \sigma(r^\star(x_i, a_i^1) - r^\star(x_i, a_i^0)) - 1", because="The Bradley-Terry probability on the left."),
        Step("values", LOCAL_MODEL, Inequality((2 * sigmoid(z) - 1) ** 2, Integer(1)), because=r"$h$ is $2 \sigma(z) - 1$ at a clipped logit $z$."),
        *(Step(f"least_squares_{order}", f"Appendix C, proof of Lemma C.2, {NAMES[order]}", By(lemma_b_1, part=order)) for order in ORDERS),
        Step("error_of_probabilities", LOCAL_MODEL, Identity(((2 * x - 1) - (2 * y - 1)) ** 2, (x - y) ** 2, (Ge(x, 0), Le(x, 1), Ge(y, 0), Le(y, 1))),
            form="translation", display=r"\mathbb{E}[(\hat{h}(u) - h^*(u))^2] = \mathbb{E}_{\pi_{\mathrm{ref}}, \pi_{\mathrm{ref}}}[(\sigma(\operatorname{clip}[\hat{\Delta}]) - \sigma(\operatorname{clip}[\Delta^\star]))^2]",
            because="$x$ and $y$ are the two probabilities; $h$ is twice a probability less 1, so the left side is four times the right one.",
            repair=Repair(Identity(((2 * x - 1) - (2 * y - 1)) ** 2, 4 * (x - y) ** 2), "the right side needs a factor 4, which carries over to the bound"),
            fault=FOUR),
        Step("mean_value", LOCAL_MODEL, By(lemma_c_3, part="lemma", reward_bound=2 * R, given=(Gt(R, 0), Le(Abs(lemma_c_3.z), 2 * R), Le(Abs(lemma_c_3.other), 2 * R))), because=r"For logits within $2R$. Lemma C.3 is stated for $R \ge 1$ and holds for all $R > 0$."),
        Step("exponential", "Lemma C.2", Inequality(exp(-2 * R) + 2 + exp(2 * R), 4 * exp(2 * R), domain(reward_bound)),
            because=r"Squared, and with the factor 1/4 from $h$ to probabilities: $\operatorname{err}_{\mathrm{stat}}^2$ is at most $4 e^{4R}$ times the error of least squares."),
        *(composed(f"composed_{order}", f"Lemma C.2, {NAMES[order]}", BOUNDS[order], order, (*OF_ERRORS, *domain(reward_bound))) for order in ORDERS),
        Step("same_law", "Appendix C, central model", Identity(exp(-epsilon * (x + y) / 8), exp(-epsilon * x / 8) * exp(-epsilon * y / 8)),
            form="translation", display=r"P(r) \propto \exp\left( -\frac{\varepsilon}{8} L(r) \right)", because="The law over policies is that over their implicit rewards, since another policy has another one; loss by loss."),
    ),
    findings=(
        KeyFinding("The bounds of the lemma stay as they are, with another constant", ("exponential", "composed_ctl", "composed_ltc", "composed_central"), weight="little", fault=FOUR),
    ),
    not_covered=("the mean value theorem itself", r"under LTC, $\alpha c(\varepsilon)$ above 1, where the least-squares error is at most $4 \le 4 \alpha c(\varepsilon)$"),
)  # fmt: skip

