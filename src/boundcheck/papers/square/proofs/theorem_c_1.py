"""The meta theorem: the proof that the page leaves to its source, and the printed choice of beta."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Max, Min, log, sqrt

from boundcheck.claims import Assumption, By, Fault, Identity, Inequality, Repair, Step

from ..notation import beta, coverage, domain, range_bound, reward_bound
from ..quantities import META, PRINTED_META
from .self_play import divergence, phi

BOUNDED_REWARD = Assumption("bounded_reward", r"rewards lie in $[0, R]$, differences of implicit rewards within $V \ge R$")
OWN_REWARD = Assumption("own_reward", "the policy is the best one for its implicit reward, which every policy is")

V, R, C = range_bound, reward_bound, coverage
LINE, PROOF = "Theorem C.1", "Theorem C.1, proof"

# One pair of actions: difference of implicit rewards, of rewards; err_stat; values and divergences; one ratio.
D, D_star, e, x, b_star, b_hat = sympy.symbols("D D_star e x b_star b_hat", real=True)
J_star, J_hat, I_star, I_hat, G_star, G_hat, own = sympy.symbols("J_star J_hat I_star I_hat G_star G_hat own", real=True)
u, w, p, e_other, kl_star = sympy.symbols("u w p e_other kl_star", real=True)

LETTERS = {
    "D": r"\hat{\Delta}", "D_star": r"\Delta^\star", "J_star": r"J(\pi^\star)", "J_hat": r"J(\hat{\pi})",
    "I_star": r"\hat{J}(\pi^\star)", "I_hat": r"\hat{J}(\hat{\pi})", "G_star": r"D(\pi^\star)", "G_hat": r"D(\hat{\pi})",
    "b_star": r"T^\star", "b_hat": r"\hat{T}", "own": r"\mathcal{C}^{\hat{\pi}}", "kl_star": r"D_{\mathrm{KL}}(\pi^\star)", "e_other": "x'",
}  # fmt: skip

OUTCOME = Fault("c_1_beta", "quantifier", where="Theorem C.1", words=r"$\beta$ is defined through $\operatorname{err}_{\mathrm{stat}}$ of the output, which depends on $\beta$")
# At a beta that is the printed one for the error of its own output; and for a bound of that error.
AT_THE_OUTCOME = Inequality(2 * x * sqrt(C) + beta * C + 2 * x**2 / beta, PRINTED_META * x * sqrt(C), (Gt(x, 0), Eq(beta, sqrt(2 / C) * x), *domain(coverage)))
AT_A_BOUND = Inequality(x * sqrt(C) + beta * C + x**2 / (2 * beta), META * e_other * sqrt(C),
    (Ge(x, 0), Le(x, e_other), Gt(e_other, 0), Eq(beta, sqrt(2 / C) * e_other), *domain(coverage)))  # fmt: skip
POSITIVE = domain(reward_bound, range_bound, coverage, beta)

# What holds of every policy with its implicit reward, and of every comparator; x is V/R times err_stat.
OF_EVERY_POLICY = (
    Ge(x, 0), Ge(own, 1), Le(I_star - beta * G_star, I_hat - beta * G_hat), Le(J_star - I_star, sqrt(C) * x), Le(I_hat - J_hat, sqrt(own) * x),
    Ge(G_hat, (own - 1) / 2), Le(G_star, (C - 1) / 2 + kl_star), Le(kl_star, C / 2), Ge(C, 1), Gt(beta, 0),
)  # fmt: skip


def clip(value, size):
    """The value, cut at plus and minus `size`."""
    return Max(Min(value, size), -size)


def meta(error, weight=beta, factors=(2, 1, 2)):
    """Right side of the theorem, with the printed factors of its three terms."""
    scaled = range_bound * error / reward_bound
    return {
        "coverage": factors[0] * scaled * sqrt(coverage),
        "bias": factors[1] * weight * coverage,
        "own": factors[2] * scaled**2 / weight,
    }


def divergences():
    """What the regulariser pays at the comparator and at the learned policy."""
    return (
        Step("divergence_and_coverage", "after Definition 3.4", Identity(p**2 / u, 2 * ((p / u - 1) ** 2 * u / 2) + 2 * p - u, (Gt(u, 0),)),
            form="reduction", display=r"\mathcal{C}^\pi = 2 D_{\chi^2}(\pi \| \pi_{\mathrm{ref}}) + 1",
            because="One action with probability $p$ under the policy and $u$ under the reference; summed over the actions, $2p - u$ gives 1."),
        Step("kl_below_log_coverage", PROOF, Inequality(log(C), C / 2, domain(coverage)),
            because="The first inequality is Jensen's: the divergence is the mean of the logarithm of the ratio whose mean is the coefficient."),
        Step("comparator_pays", PROOF, Inequality((C - 1) / 2 + kl_star + Integer(1) / 2, C, (*domain(coverage), Le(kl_star, log(C)))),
            form="translation", display=r"\beta (D_{\chi^2} + D_{\mathrm{KL}})(\pi^\star \| \pi_{\mathrm{ref}}) + \beta/2 \le \beta \mathcal{C}^{\pi^\star}",
            because=r"The $\chi^2$ part is $(C - 1)/2$, the KL part at most $\ln C$."),
        Step("learned_gains", PROOF,
            Inequality(sqrt(own) * x - beta * (own - 1) / 2, x**2 / (2 * beta) + beta / 2, (Ge(own, 1), Ge(x, 0), *domain(beta))),
            because=r"The divergence of the learned policy pays for its own coverage: $\sqrt{C'} x \le \beta C'/2 + x^2/(2 \beta)$."),
    )  # fmt: skip


def translation():
    """From values to differences of rewards, and past the clipping."""
    small = (Ge(D_star, -R), Le(D_star, R), Ge(D, -V), Le(D, V), Ge(V, R), Gt(R, 0))
    clipped = clip(D, 2 * R) - D_star
    return (
        Step("implicit_optimality", PROOF,
            Inequality(phi(w) * (u - w), divergence(u) - divergence(w), (Gt(u, 0), Gt(w, 0))),
            form="translation", display=r"\hat{J}(\pi) - \beta D(\pi) \le \hat{J}(\hat{\pi}) - \beta D(\hat{\pi})",
            because="Per unit of the reference, for any policy with ratio $u$: the learned policy, with ratio $w$, is the best for its own implicit "
            r"reward, since the regulariser is convex with slope $\phi$.", assumes=OWN_REWARD),
        Step("decomposition", PROOF,
            Inequality(J_star - J_hat, b_star + b_hat + beta * G_star - beta * G_hat,
                (Eq(b_star, J_star - I_star), Eq(b_hat, I_hat - J_hat), Le(I_star - beta * G_star, I_hat - beta * G_hat))),
            form="translation", display=r"J(\pi^\star) - J(\hat{\pi}) \le \mathbb{E}_{\pi^\star}[r^\star - \hat{r}] + \mathbb{E}_{\hat{\pi}}[\hat{r} - r^\star] + \beta D(\pi^\star) - \beta D(\hat{\pi})",
            because="A second action from the reference policy on both sides turns rewards into differences."),
        Step("clipping", PROOF, Inequality((D - D_star) ** 2, (V / R) ** 2 * clipped**2, small),
            form="translation", display=r"|\hat{\Delta} - \Delta^\star| \le \frac{V_{\mathrm{max}}}{R_{\mathrm{max}}} |\operatorname{clip}_{2 R_{\mathrm{max}}}[\hat{\Delta}] - \Delta^\star|",
            because="Differences of rewards lie in $[-R, R]$, implicit ones in $[-V, V]$. The page's source has $2V/R$ here.", assumes=BOUNDED_REWARD),
        Step("meta_without_beta", PROOF,
            Inequality(J_star - J_hat, sqrt(C) * x + beta * C + x**2 / (2 * beta),
                (Le(J_star - J_hat, sqrt(C) * x + b_hat + beta * G_star - beta * G_hat),
                    Le(b_hat - beta * G_hat, x**2 / (2 * beta) + beta / 2), Le(G_star + Integer(1) / 2, C), *domain(coverage, beta))),
            because=r"$x$ is $V/R$ times $\operatorname{err}_{\mathrm{stat}}$; Cauchy-Schwarz bounds the comparator's part by $\sqrt{C} x$."),
        Step("meta_theorem", LINE,
            Inequality(sqrt(C) * e**2 + beta * C + e**4 / (2 * beta), 2 * e**2 * sqrt(C) + beta * C + 2 * e**4 / beta, POSITIVE),
            form="strengthening", display=r"J(\pi^\star) - J(\hat{\pi}) \le \frac{2 V_{\mathrm{max}}}{R_{\mathrm{max}}} \sqrt{\mathcal{C}^{\pi^\star} \operatorname{err}_{\mathrm{stat}}^2} + \beta \mathcal{C}^{\pi^\star} + 2 \beta^{-1} \frac{V_{\mathrm{max}}^2 \operatorname{err}_{\mathrm{stat}}^2}{R_{\mathrm{max}}^2}",
            because=r"What is proved has the factors 1, 1 and 1/2 in place of 2, 1 and 2; $e^2$ is $V/R$ times $\operatorname{err}_{\mathrm{stat}}$."),
        Step("whole", LINE,
            By("meta_without_beta", letters={"b_hat": I_hat - J_hat}, given=OF_EVERY_POLICY, says=Inequality(J_star - J_hat, sqrt(C) * x + beta * C + x**2 / (2 * beta))),
            form="translation", display=r"J(\pi^\star) - J(\hat{\pi}) \le \frac{V_{\mathrm{max}}}{R_{\mathrm{max}}} \sqrt{\mathcal{C}^{\pi^\star} \operatorname{err}_{\mathrm{stat}}^2} + \beta \mathcal{C}^{\pi^\star} + \frac{V_{\mathrm{max}}^2 \operatorname{err}_{\mathrm{stat}}^2}{2 \beta R_{\mathrm{max}}^2}",
            because="Under what the lines before say of every policy, reward and reference: the learned policy is the best for its own implicit reward, Cauchy-Schwarz bounds "
            "what the two rewards differ by under either policy, and the divergences lie by the coverage as displayed.", settles=("any_policy", "realizable_policy")),
    )  # fmt: skip


def choice():
    """The printed beta, the constant it gives, and what it may depend on."""
    best = sqrt(2 / C) * x
    given = (Gt(x, 0), *domain(coverage))
    return (
        Step("printed_beta", LINE, Identity(2 * x * sqrt(C) + best * C + 2 * x**2 / best, PRINTED_META * x * sqrt(C), given),
            because=r"The three terms of the line before at this $\beta$; $x$ is $V/R$ times the root of $\operatorname{err}_{\mathrm{stat}}^2$."),
        Step("printed_beta_is_best", LINE,
            Inequality(PRINTED_META * x * sqrt(C), 2 * x * sqrt(C) + beta * C + 2 * x**2 / beta, (*given, Gt(beta, 0))),
            because=r"No other $\beta$ makes the printed right side smaller."),
        Step("sharper_at_printed_beta", LINE, Identity(sqrt(C) * x + best * C + x**2 / (2 * best), META * x * sqrt(C), given),
            because=r"$1 + \sqrt{2} + 1/(2 \sqrt{2})$, about 2.77, in place of $2 + 2 \sqrt{2}$, about 4.83."),
        Step("beta_of_the_outcome", LINE,
            Identity(best, sqrt(2 / C) * e_other, (Gt(x, 0), Gt(e_other, 0), *domain(coverage))),
            form="translation", display=r"\beta = \sqrt{\frac{2}{\mathcal{C}^{\pi^\star}}} \frac{V_{\mathrm{max}} \operatorname{err}_{\mathrm{stat}}}{R_{\mathrm{max}}}",
            because=r"On two data sets $V/R$ times $\operatorname{err}_{\mathrm{stat}}$ has two values, $x$ and $x'$, "
            r"and one $\beta$ cannot equal both right sides.",
            repair=Repair(AT_A_BOUND,
                r"the upper bound of Lemma C.2 in place of $\operatorname{err}_{\mathrm{stat}}$; the conclusion is the same",
                r"\beta = \sqrt{\frac{2}{\mathcal{C}^{\pi^\star}}} \frac{V_{\mathrm{max}} e}{R_{\mathrm{max}}}, \quad \operatorname{err}_{\mathrm{stat}} \le e"),
            fault=OUTCOME),
        Step("gap_without_error", LINE, Inequality(Integer(0), beta * (phi(w) - phi(2 - w)) * (1 - w / 2), (*domain(beta), Gt(w, 1), Lt(w, 2)), strict=True),
            because=r"Two equally likely actions, the true reward $\beta (\phi(w) - \phi(2 - w))$ for one and 0 for the other, and the class of the policy that is best for it at $\beta$, with ratios "
            r"$w$ and $2 - w$: its error is 0, and its gap to the better action is not, for any $\beta > 0$. So the printed value would be 0, which $\beta$ may not be."),
    )  # fmt: skip


def steps():
    """All steps in the order of the argument."""
    return (*divergences(), *translation(), *choice())


