"""Letters of the proof, and the conditions of its composed steps.

In an eigenbasis of Sigma + lambda I, with eigenvalues s_i: v is the mean feature of the best policy, x the truth less the estimate, y the
estimate less the parameter of the set that is worst for the best policy; size is the norm of v in the inverse.
"""

from sympy import Ge, Gt, IndexedBase, Le, Sum, symbols

from boundcheck.claims import Assumption

from ...notation import LOW_PRIVACY, d, delta, domain, epsilon, feature_bound, lam, n, radius
from ...quantities import size

CONFIDENCE_SET = Assumption("confidence_set", r"$\theta^*$ is within $f$ of the estimate: Theorem 3.2, for $\varepsilon > 2L B$",
    r"the gap is then at most $(2 e + f) L/\sqrt{\text{least eigenvalue} + \lambda}$, with $e$ the error of the "
    "estimate (step `greedy_too`)")

WHERE = "Section 3, after (6)"
pess_best, pess_chosen, true_best, true_chosen = symbols("pess_best pess_chosen true_best true_chosen", real=True)
f, k, m, S, V, X, Y = symbols("f k m S V X Y", real=True)
i, many = symbols("i many", integer=True)
p, q, s, t, v, w, x_, y_ = (IndexedBase(name, real=True) for name in ("p", "q", "s", "t", "v", "w", "x_", "y_"))


def over(term):
    """A sum over actions, coordinates or estimates."""
    return Sum(term, (i, 1, many))


GAP = true_best - true_chosen
PESSIMISTIC = (
    Ge(many, 1), Gt(f, 0), Gt(s[i], 0), Le(over(s[i] * x_[i] ** 2), f**2), Le(over(s[i] * y_[i] ** 2), f**2),
    Le(pess_best, pess_chosen), Le(pess_chosen, true_chosen), Le(true_best - pess_best, over(v[i] * (x_[i] + y_[i]))),
)  # fmt: skip
BEST = (*PESSIMISTIC, Gt(size, 0), Le(over(v[i] ** 2 / s[i]), size**2))
LONGEST = (*PESSIMISTIC, Gt(m, 0), Ge(s[i], m), Gt(feature_bound, 0), Le(over(v[i] ** 2), feature_bound**2))
SUMS = {"S": over(v[i] * (x_[i] + y_[i])), "X": over(s[i] * x_[i] ** 2), "Y": over(s[i] * y_[i] ** 2)}
STATED = (*domain(n, d, epsilon, delta, lam, radius, feature_bound), *LOW_PRIVACY)
