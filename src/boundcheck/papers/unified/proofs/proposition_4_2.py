"""The displayed steps of Appendix E.1."""

import sympy
from sympy import Ge, Gt, IndexedBase, Le, Sum, Symbol, exp

from boundcheck.claims import Assumption, By, Identity, Inequality, Step
from boundcheck.symbolic import sigmoid

from . import vectors

LINEAR_REWARD = Assumption("linear_reward", "Assumption 4.1: linear reward, features of norm at most 1, a parameter in the ball of radius $B$")
EVENT = Assumption("event", "(5) holds on the data at hand; the conclusion then holds for all comparators at once")
MAXIMISER = Assumption("maximiser", "the argmax is over policies among which the comparator is")

r_0, r_1 = sympy.symbols("r_0 r_1", real=True)
J_d, J_h, J_r, hat_d, hat_h = sympy.symbols("J_d J_h J_r hat_d hat_h", real=True)
mid_d, T_1, T_2, T_3, T_4, T_5, D, width, norm = sympy.symbols("mid_d T_1 T_2 T_3 T_4 T_5 D width norm", real=True)
a_1, a_2, b_1, b_2, t_1, t_2 = sympy.symbols("a_1 a_2 b_1 b_2 t_1 t_2", real=True)

d = Symbol("d", real=True)
A, B, T, S, R, P, X, Y = sympy.symbols("A B T S R P X Y", real=True)
j = Symbol("j", integer=True)
a, b, t, v, p, x, y = (IndexedBase(name, real=True) for name in ("a", "b", "t", "v", "p", "x", "y"))

WHERE = "Appendix E.1, "
IN_BALL = (Le(a_1**2 + a_2**2, 1), Le(b_1**2 + b_2**2, 1))
THEIRS = {
    "J_d": r"J(\pi^\dagger)", "J_h": r"J(\hat{\pi})", "J_r": r"J(\pi_{\mathrm{ref}})", "hat_d": r"\hat{J}(\pi^\dagger)", "hat_h": r"\hat{J}(\hat{\pi})",
    "T_1": r"\mathcal{T}_1", "T_2": r"\mathcal{T}_2", "T_3": r"\mathcal{T}_3", "T_4": r"\mathcal{T}_4", "T_5": r"\mathcal{T}_5", "width": r"\Gamma",
    "mid_d": r"\Delta(\hat{\theta})", "norm": r"\|v\|",
}


def as_written(*terms):
    """The sum as it stands on the page."""
    return sympy.Add(*terms, evaluate=False)


def minus(term):
    """The term, subtracted as a whole."""
    return sympy.Mul(-1, term, evaluate=False)


def over(term):
    """The sum over the coordinates."""
    return Sum(term, (j, 1, d))


# Mean features a and b of the best and of the greedy policy, the estimate v, the truth v + t, D its distance.
GREEDY = (Ge(d, 1), Gt(D, 0), Le(over(a[j] ** 2), 1), Le(over(b[j] ** 2), 1), Le(over(t[j] ** 2), D**2), Le(over((a[j] - b[j]) * v[j]), 0))
# The difference of mean features in coordinates p where the ridge covariance is the identity, its norm; the truth less the
# estimate, and the estimate less the parameter that is worst for the comparator, in the dual ones, x and y.
PESSIMISTIC = (
    Ge(d, 1), Gt(width, 0), Gt(norm, 0), Le(over(p[j] ** 2), norm**2), Le(over(x[j] ** 2), width**2), Le(over(y[j] ** 2), width**2),
    Le(hat_d, hat_h), Le(hat_h, J_h - J_r), Le(J_d - J_r - hat_d, over(p[j] * (x[j] + y[j]))),
)  # fmt: skip


def steps(greedy_bound, pessimistic_bound):
    """All steps, in the order of the page."""
    return (
        Step("logistic_labels", "Eq. (1) and Eq. (3)",
            Identity(exp(r_1) / (exp(r_0) + exp(r_1)), sigmoid(r_1 - r_0)),
            because="$r_0$, $r_1$ are the rewards of the two actions; $x_i$ is the difference of their features.", assumes=LINEAR_REWARD),
        Step("length_of_differences", "Proposition 4.2, $x_i$",
            Inequality((a_1 - b_1) ** 2 + (a_2 - b_2) ** 2, sympy.Integer(4), IN_BALL),
            display=r"\|\phi(s, a) - \phi(s, a')\| \le 2",
            form="reduction", because=r"In the plane of the two features. Section 5 then takes $\|x_i\| \le 1$ for simplicity; its radius "
            "$B'$ is twice that of the reward."),
        Step("decomposition", WHERE + "first display",
            Identity(J_d - J_h, as_written(J_d - hat_d, hat_d - hat_h, hat_h - J_h)),
            because=r"The three differences are $\mathcal{T}_1$, $\mathcal{T}_2$ and $\mathcal{T}_3$ of the page; $\hat{J}$ is the value that each "
            r"algorithm maximises, for $\eta = 0$ the one under the estimate."),
        Step("greedy_choice", WHERE + r"$\eta = 0$", Inequality(hat_d - hat_h, sympy.Integer(0), (Le(hat_d, hat_h),)), display=r"\mathcal{T}_2 \le 0",
            form="translation", because="The greedy policy maximises the value under the estimate.", assumes=MAXIMISER),
        Step("mean_in_ball", WHERE + r"$\eta = 0$",
            Inequality(vectors.over(vectors.a_[vectors.j] * vectors.e_[vectors.j]), vectors.over(vectors.a_[vectors.j]),
                (Ge(vectors.a_[vectors.j], 0), Le(vectors.e_[vectors.j], 1), Ge(vectors.many, 1))),
            display=r"\|\mathbb{E} \phi(s, a)\| \le 1",
            form="reduction", because="Along any unit vector: $e$ is the component of a feature of norm at most 1, a the probability of its state and action, of sum 1. The norm is the "
            "largest component of the mean.", assumes=LINEAR_REWARD),
        Step("greedy_terms", WHERE + r"$\eta = 0$, bounds of $\mathcal{T}_1$ and $\mathcal{T}_3$",
            Inequality((a_1 * t_1 + a_2 * t_2) ** 2, t_1**2 + t_2**2, (Le(a_1**2 + a_2**2, 1),)),
            display=r"|\mathcal{T}_1| \le \|\hat{\theta} - \theta^\star\|_2",
            form="reduction", because=r"In the plane of the feature mean and the difference $(t_1, t_2)$ of the parameters; here $\theta^\star$ is $\theta_{\mathrm{true}}$."),
        Step("greedy_bound", "Eq. (4)",
            Inequality(T_1 + T_2 + T_3, greedy_bound(D), (Le(T_1, D), Le(T_2, 0), Le(T_3, D))),
            because="$D$ is the distance of the estimate from the truth."),
        Step("greedy_coordinates", "Eq. (4) at once",
            Inequality(over((a[j] - b[j]) * t[j]), D / 2 * over(a[j] ** 2) + D / 2 * over(b[j] ** 2) + over(t[j] ** 2) / D, GREEDY[:2]),
            because="$a$ and $b$ are the mean features of the best and of the greedy policy, $t$ the truth less the estimate."),
        Step("greedy_sum", "Eq. (4) at once",
            Inequality(S + T, greedy_bound(D),
                (Gt(D, 0), Le(S, D / 2 * A + D / 2 * B + R / D), Le(A, 1), Le(B, 1), Le(R, D**2), Le(T, 0))),
            because="$S$ is the left side of the step before, A, $B$ and $R$ the sums on its right; $T$ is the gap under the estimate, "
            "which the greedy policy makes at most 0."),
        Step("greedy_whole", "Eq. (4)",
            By("greedy_sum", letters={"S": over((a[j] - b[j]) * t[j]), "T": over((a[j] - b[j]) * v[j]), "A": over(a[j] ** 2),
                                      "B": over(b[j] ** 2), "R": over(t[j] ** 2)},
               given=GREEDY, says=Inequality(over((a[j] - b[j]) * t[j]) + over((a[j] - b[j]) * v[j]), greedy_bound(D))),
            display=r"\operatorname{SubOpt}(\hat{\pi}, \pi^\star) = \langle\mathbb{E} \phi(s, \pi^\star(s)) - \mathbb{E} \phi(s, \hat{\pi}(s)), \theta_{\mathrm{true}}\rangle \le 2 \|\hat{\theta} - \theta_{\mathrm{true}}\|_2",
            form="translation", because="Under the hypotheses of the proposition alone, in any dimension.",
            settles=("greedy",)),
        Step("reference_cancels", WHERE + r"$\eta = 1$, second line",
            Identity(J_d - J_h, as_written(J_d - J_r, minus(J_h - J_r)))),
        Step("step_a", WHERE + r"$\eta = 1$, (a)",
            Inequality(
                as_written(J_d - J_r, minus(J_h - J_r)), as_written(J_d - J_r, -hat_d, hat_h, minus(J_h - J_r)), (Le(hat_d, hat_h),)
            ),
            because=r"$\hat{J}$ is the pessimistic value, which the policy maximises.", assumes=MAXIMISER),
        Step("step_b", WHERE + r"$\eta = 1$, (b)",
            Inequality(as_written(J_d - J_r, -hat_d, hat_h, minus(J_h - J_r)), as_written(J_d - J_r, -hat_d), (Le(hat_h, J_h - J_r),)),
            because="The truth lies in the confidence set on the event (5), so the minimum is at most its value.", assumes=EVENT),
        Step("split", WHERE + r"$\eta = 1$, last line",
            Identity(as_written(J_d - J_r, -hat_d), as_written(J_d - J_r, minus(mid_d), mid_d - hat_d)),
            because=r"$\Delta(\hat{\theta})$ is the gap of the values of $\pi^\dagger$ and $\pi_{\mathrm{ref}}$ under the estimate; the difference up to it is $\mathcal{T}_4$, the one after it $\mathcal{T}_5$."),
        vectors.cauchy_schwarz("dual_norms", WHERE + r"bounds of $\mathcal{T}_4$ and $\mathcal{T}_5$",
            r"|\langle v, \theta - \hat{\theta}\rangle| \le \|v\|_{(\hat{\Sigma} + \lambda I)^{-1}} \|\theta - \hat{\theta}\|_{\hat{\Sigma} + \lambda I}",
            "In coordinates where the ridge covariance is the identity: $a$ is $v$ or its negative, $b$ the difference of the parameters."),
        Step("pessimistic_bound", "Eq. (6)",
            Inequality(
                T_4 + T_5, pessimistic_bound(width, norm), (Le(T_4, width * norm), Le(T_5, width * norm))
            ),
            because=r"$v$ is the difference of the feature means of $\pi^\dagger$ and $\pi_{\mathrm{ref}}$."),
        Step("pessimistic_coordinates", "Eq. (6) at once",
            Inequality(over(p[j] * (x[j] + y[j])),
                width / norm * over(p[j] ** 2) + norm / (2 * width) * over(x[j] ** 2) + norm / (2 * width) * over(y[j] ** 2), PESSIMISTIC[:3]),
            because="In coordinates where the ridge covariance is the identity: $p$ is $v$, $x$ the truth less the estimate, $y$ the estimate "
            r"less the parameter of the set that is worst for $\pi^\dagger$."),
        Step("pessimistic_sum", "Eq. (6) at once",
            Inequality(J_d - J_h, pessimistic_bound(width, norm),
                (Gt(width, 0), Gt(norm, 0), Le(S, width / norm * P + norm / (2 * width) * X + norm / (2 * width) * Y), Le(P, norm**2),
                 Le(X, width**2), Le(Y, width**2), Le(hat_d, hat_h), Le(hat_h, J_h - J_r), Le(J_d - J_r - hat_d, S))),
            because="$S$ is the left side of the step before, $P$, $X$ and $Y$ the sums on its right."),
        Step("pessimistic_whole", "Eq. (6)",
            By("pessimistic_sum", letters={"S": over(p[j] * (x[j] + y[j])), "P": over(p[j] ** 2), "X": over(x[j] ** 2), "Y": over(y[j] ** 2)},
               given=PESSIMISTIC, says=Inequality(J_d - J_h, pessimistic_bound(width, norm))),
            display=r"\operatorname{SubOpt}(\hat{\pi}, \pi^\dagger) \le 2 \Gamma \|v\|_{(\hat{\Sigma} + \lambda I)^{-1}}",
            form="translation", because="Under the hypotheses of the proposition alone, in any dimension: the policy maximises the pessimistic value, and the truth "
            "lies in the set.",
            settles=("pessimistic",)),
    )
