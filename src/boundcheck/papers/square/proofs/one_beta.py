r"""One beta does not serve both orders: what CTL asks of it and what LTC asks of it cannot be had together.

One prompt, three actions: two common ones of probability (1 - q)/2 and a lure of probability q; R = 1, V = 2, n without end.

* CTL, bad labels like clean ones: the best policy for the true reward is returned, and its bias is of order beta.
* LTC, bad labels all 1 on the pair of common actions: with s = c(epsilon) alpha they pay for a reward that takes the lure,
  seen in a share 2q of s^2/10, to be better than the rest. Its policy loses q times the lure's ratio, of order s^2/beta.

With the printed rates K sqrt(alpha) and K sqrt(s), K any constant times kappa, no beta is left where s^(3/2) exceeds
400 K^2 sqrt(alpha); a and r are the roots of alpha and s.
"""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Rational, log

from boundcheck.claims import Fault, Identity, Inequality, Step

from ..notation import alpha, beta, c_epsilon, domain, epsilon
from .self_play import phi

WHERE = "Section 3.1.2, without knowledge of the setting"
p, q, u, v, w, s, K, a, r = sympy.symbols("p q u v w s K a r", real=True)
LETTERS = {
    "p": r"\pi_{\mathrm{ref}}(a)", "a": r"\sqrt{\alpha}", "r": r"\sqrt{s}",
}  # fmt: skip
ADAPTIVE = Fault("adaptive", "quantifier", where="Contribution 3; Section 3.1.2, first sentence",
    words=r"the claim of adaptivity fails for the tuned algorithm: $\beta$ of Theorem 3.5 depends on the order and on $\alpha$, and one $\beta$ for both orders does not give both rates")  # fmt: skip
SMALL = (Ge(K, 1), Gt(a, 0), Ge(r, a), Lt(4 * K * a, 1), Lt(2 * K * r, 1))
LITERAL = Inequality(r**3, 400 * K**2 * a, SMALL)
COMMON = (Gt(p, 0), Le(p, Rational(1, 2)))


def bias():
    """What the policy of the true reward loses under CTL."""
    return (
        Step("bias_under_ctl", WHERE, Inequality(beta / 5, beta * (phi(Rational(3, 2)) - phi(v)) * (1 - 3 * p / 2), (*domain(beta), Gt(v, 0), Le(v, 1), *COMMON)),
            because=r"The true reward is $\beta (\phi(3/2) - \phi(v))$ for one common action and 0 for the two others, so that the best policy has the ratios 3/2 and $v$. Another policy in the class is not returned for large $n$. The common action is the one that the bad labels of LTC do not favour, so that one class serves for both orders."),
        Step("bias_of_large_beta", WHERE, Inequality(Rational(1, 4), 1 - p * w, (Gt(w, 0), Le(w, Rational(3, 2)), *COMMON)),
            because="Where that reward is above $R = 1$, a reward of 1 has a smaller ratio $w$."),
    )  # fmt: skip


def lure():
    """What the policy of a lured reward loses under LTC, and that it is returned."""
    return (
        Step("pull_on_the_common_pair", WHERE, Identity(s * (s - 2 * c_epsilon * ((1 - alpha) * 0 + alpha * 1)), -(s**2), (Eq(s, c_epsilon * alpha), *domain(epsilon))),
            because=r"Excess loss of the value $s$ against the truth 0, at the mean $\alpha$ of the private labels."),
        Step("lure_is_returned", WHERE, Inequality((1 - q) ** 2 / 2 * -(s**2) + 2 * q * (1 - q) * 4, Integer(0), (Eq(q, s**2 / 20), Gt(s, 0), Le(s, Rational(1, 2))), strict=True),
            because="The common pair is seen in a share $(1 - q)^2/2$, the lure in $2 q (1 - q)$, where the excess is at most 4; bad labels are like clean ones there. So for large $n$ the lured reward has the smaller loss."),
        Step("lured_reward_is_bounded", WHERE, Inequality(Rational(1, 2) + log((1 + s) / (1 - s)), Integer(2), (Gt(s, 0), Le(s, Rational(1, 2)))),
            because=r"The lure is 1/2 above the one common action, which is $2 \operatorname{artanh}(s)$ above the other: all within $V = 2$ and the clip at 2."),
        Step("link_from_above", WHERE, Inequality(phi(u), 2 * u - 1, (Gt(u, 0),))),
        Step("link_of_the_common", WHERE, Inequality(-Rational(1, 5), phi(w), (Ge(w, Rational(1, 2)),)),
            because="While the lure has less than half of the mass, the better of the common actions has a ratio of 1/2 at least."),
        Step("ratio_of_the_lure", WHERE, Inequality(1 / (4 * beta), u, (*domain(beta), Le(1 / (2 * beta) - Rational(1, 5), 2 * u - 1))),
            because=r"By the two steps before. The common actions have the true reward 1, the lure 0, so the gap is $q u$, at least $s^2/(80 \beta)$, or 1/2."),
    )  # fmt: skip


def together():
    """What both orders ask of one beta."""
    return (
        Step("both_orders", WHERE, Inequality(s**2, 400 * K**2 * a * r, (*domain(beta), Ge(K, 1), Ge(a, 0), Ge(r, 0), Le(beta / 5, K * a), Le(s**2 / (80 * beta), K * r))),
            because=r"The two gaps within $K \sqrt{\alpha}$, below 1/4, and $K \sqrt{s}$, below 1/2; divided by $\sqrt{s}$ this is the part adaptive, literal."),
        Step("for_every_constant", WHERE, Inequality(400 * K**2 * a, r**3, (Ge(K, 1), Eq(r, 1 / (4 * K)), Eq(a, r**3 / (401 * K**2))), strict=True),
            because=r"So for every constant there are $\alpha$ and $c(\varepsilon) = s/\alpha$ at which no $\beta$ serves; for large $n$ the noise is below the other term, and $K$ is twice the constant times $\kappa$."),
    )  # fmt: skip


def steps():
    """CTL, LTC, and both."""
    return (*bias(), *lure(), *together())
