"""K-RR: its probabilities and its factor, and what splitting into pairs does to the likelihood."""

import sympy
from sympy import Eq, Ge, Gt, Le, exp

from boundcheck.claims import Fault, Identity, Inequality, Repair, Step

from ..notation import C_EPSILON, K, domain, epsilon, feature_bound, n
from ..quantities import FLIP, KEEP

LETTERS = {"p": "p_l", "q": "p_j", "total": "Z"}
p, q, r_1, r_2, g, h, total = sympy.symbols("p q r_1 r_2 g h total", real=True)

KEEP_K = exp(epsilon) / (exp(epsilon) + K - 1)
WRONG_K = 1 / (exp(epsilon) + K - 1)
C_K = (exp(epsilon) + K - 1) / (exp(epsilon) - 1)
POSITIVE = (*domain(epsilon), Ge(K, 2))
# The largest ratio of the chances of one output under two labels; of the other order it is 1/e^epsilon, or 1.
PRIVATE = Identity(KEEP_K, sympy.Mul(exp(epsilon), WRONG_K, evaluate=False), POSITIVE)
TWO_ARMS = (*domain(epsilon), Eq(K, 2))
PAIR = ((exp(epsilon) - 1) * p + 1) / ((exp(epsilon) - 1) * (p + q) + 2)


def steps():
    """For two arms, for K of them, and for pairs."""
    return (
        Step("two_arms_model", "Section 4, Plackett-Luce model",
             Identity(exp(r_1) / (exp(r_1) + exp(r_2)), 1 / (1 + exp(-(r_1 - r_2)))),
             because="For $K = 2$, with the rewards $r_1$ and $r_2$ of the two actions: the model (1)."),
        Step("two_arms_keep", "Section 4, K-RR", Identity(KEEP_K, KEEP, TWO_ARMS)),
        Step("two_arms_wrong", "Section 4, K-RR", Identity(WRONG_K, FLIP, TWO_ARMS)),
        Step("total", "Section 4, K-RR", Identity(KEEP_K + WRONG_K, sympy.Integer(1), POSITIVE),
            display=r"\mathbb{P}[\tilde{y} = y] = \frac{e^\varepsilon}{e^\varepsilon + K - 1}\text{ and } \mathbb{P}[\tilde{y} \ne y] = \frac{1}{e^\varepsilon + K - 1}",
            form="interpretation", because="The second probability as printed is that of the event that the label changes, so that the two add up to 1.",
            repair=Repair(Identity(KEEP_K + (K - 1) * WRONG_K, sympy.Integer(1), POSITIVE),
                r"$1/(e^\varepsilon + K - 1)$ is the probability of each wrong label, of which there are $K - 1$",
                r"\mathbb{P}[\tilde{y} = y] = \frac{e^\varepsilon}{e^\varepsilon + K - 1}\text{ and } \mathbb{P}[\tilde{y} = l] = \frac{1}{e^\varepsilon + K - 1}"),
            misprint=r"the words probability distribution, and the factor $(e^\varepsilon + K - 1)/(e^\varepsilon - 1)$ that follows from it",
            fault=Fault("k_rr_total", "misprint", words="the probability of one particular wrong label stands for that of all wrong labels together"),),
        Step("ratio", "Section 4, K-RR", PRIVATE,
             because="The largest ratio of two labels' probabilities of one output, for every $K$."),
        Step("unbiased", "Section 4, 'a new gradient estimate'",
            Identity(
                C_K * (KEEP_K * g + WRONG_K * h - WRONG_K * (g + h)), g, POSITIVE
            ),
            because="$g$ is the gradient at the true label, $h$ the sum of those at the wrong ones; what is subtracted is "
            r"the sum over all $K$ labels, divided by $e^\varepsilon + K - 1$."),
        Step("two_arms_factor", "Section 4, factor", Identity(C_K, C_EPSILON, TWO_ARMS)),
        Step("gradient_bound", "Section 4, factor",
            Inequality(C_K * (2 * feature_bound + K * 2 * feature_bound * WRONG_K), 6 * feature_bound * C_K,
                (*POSITIVE, Gt(feature_bound, 0))),
            because="Each plain cross-entropy gradient is at most $2L$ long, so $G$ of Appendix B is that of two arms with "
            "the new factor."),
        Step("pairs", "remark of ours on splitting into pairs",
            Identity(K - 1 + (K - 1) * (K - 2) / 2, K * (K - 1) / 2, (Ge(K, 2),)),
            display=r"(K - 1) + \frac{(K - 1)(K - 2)}{2} = \frac{K(K - 1)}{2}",
            because="A label names the winner of $K$ actions: it decides the $K - 1$ pairs with the winner, and leaves the "
            "$(K - 1) (K - 2)/2$ pairs of the others open, of which there is none for $K = 2$ only. The page runs MLE or "
            "SGD on all $K(K - 1)/2$ pairs. All of them are decided if the feedback is a full ranking; $K$-RR on $K$ labels "
            "does not cover rankings."),
        Step("two_arms_covariance", "Section 4, sample covariance",
            Identity(2 / (K * (K - 1) * n), 1 / n, (*domain(n), Eq(K, 2))),
            because="The weight of a pair; for $K = 2$ the matrix is that of Theorem 3.2."),
        Step("pair_likelihood", "Section 4, splitting into pairs",
            Identity(
                p / (p + q), exp(r_1) / (exp(r_1) + exp(r_2)), (Eq(p, exp(r_1) / total), Eq(q, exp(r_2) / total), Gt(total, 0))
            ),
            because="Two of $K$ actions, $l$ and $j$, have the rewards $r_1$ and $r_2$; $Z$ is the sum of $e^r$ over all of them. "
            "Given that the winner is one of them, it is $l$ with the probability that the pair alone would give."),
        Step("pair_after_privacy", "Section 4, splitting into pairs",
            Identity(PAIR,
                (1 + (exp(epsilon) - 1) * (p + q)) / (2 + (exp(epsilon) - 1) * (p + q)) * (p / (p + q))
                + 1 / (2 + (exp(epsilon) - 1) * (p + q)) * (q / (p + q)),
                (*domain(epsilon), Gt(p, 0), Gt(q, 0), Le(p + q, 1))),
            because="Given that the private label is one of two actions, of probabilities $p_l$ and $p_j$: binary randomized response, "
            r"but with $1 + (e^\varepsilon - 1) (p_l + p_j)$ in place of $e^\varepsilon$, so (3) at $\varepsilon$ is not the "
            "likelihood of the pairs."),
    )
