"""Corollary 4.4: suboptimality and the relative condition number."""

from fractions import Fraction
from math import isqrt
from math import sqrt as float_sqrt

import numpy as np
import sympy
from sympy import Eq, Ge, Gt, Le, Rational, log, sqrt

from boundcheck.claims import Assumption, By, Claim, Identity, Inequality, InstanceInequality, Source, Step

from . import PAPER, definition_4_3, lemma_h_1, proposition_4_2
from .notation import LETTERS, d, delta, domain, kappa, lam, n
from .proofs import vectors
from .proofs.vectors import a_, b_, e_, g_, many, over

width, w, m, a, h, k = sympy.symbols("width w m a h k", real=True)
j, s, m_ = sympy.Symbol("j", integer=True), sympy.IndexedBase("s", real=True), sympy.IndexedBase("m_", real=True)
v = sympy.IndexedBase("v", real=True)

LONGEST = 2  # of differences of features
WHERE = "Appendix E.2, "


def printed(width):
    """The claimed bound."""
    return 2 * sqrt(3) * width * sqrt(d * kappa)


def sharper(width):
    """The same without the dimension, which the same steps give."""
    return 2 * sqrt(3) * width * sqrt(kappa)


def least_ridge(failure):
    """The ridge weight of Lemma H.1 for features of norm at most 2."""
    return lemma_h_1.least_ridge(LONGEST, failure)


# Instances: one state, three actions, two dimensions; the sample's ridge covariance is a third of the population's.
DIMENSION = 6 + 3 * 3 + 1


def _root_above(x):
    """A square root, from above and within 1e-12 where `x` is a fraction."""
    if isinstance(x, Fraction):
        return Fraction(isqrt(x.numerator * 10**24 // x.denominator) + 1, 10**12)
    return float_sqrt(max(x, 0.0))


def instance(vector):
    """Features in the unit disc, three policies, a ridge."""
    rows = np.reshape(vector[:6], (3, 2))
    features = rows * (2 / (1 + (rows * rows).sum(axis=1)))[:, None]
    weights = np.reshape(vector[6:15], (3, 3)) ** 2 + Fraction(1, 1000)
    sft, comparator, reference = weights / weights.sum(axis=1)[:, None]
    gaps = features[:, None, :] - features[None, :, :]

    def moment(first, second):
        joint = first[:, None] * second[None, :]
        return [[(joint * gaps[..., i] * gaps[..., j]).sum() for j in range(2)] for i in range(2)]

    return {
        "above": moment(comparator, reference),
        "below": moment(sft, sft),
        "v": [((comparator - reference) * features[:, i]).sum() for i in range(2)],
        "lam": vector[15] * vector[15] + Fraction(1, 10**6),
    }


def condition_number(above, below):
    """Largest generalized eigenvalue of two-by-two forms, from above."""
    lower = below[0][0] * below[1][1] - below[0][1] ** 2
    upper = above[0][0] * above[1][1] - above[0][1] ** 2
    middle = above[0][0] * below[1][1] + above[1][1] * below[0][0] - 2 * above[0][1] * below[0][1]
    if lower <= 0:
        return 10**30
    return (middle + _root_above(middle**2 - 4 * upper * lower)) / (2 * lower)


def left(case):
    """Square of the norm of v in the inverse of the population's ridge covariance."""
    x, y, z = case["below"][0][0] + case["lam"], case["below"][0][1], case["below"][1][1] + case["lam"]
    one, two = case["v"]
    return (z * one * one - 2 * y * one * two + x * two * two) / (x * z - y * y)


def right(case):
    """kappa d, d = 2."""
    return 2 * condition_number(case["above"], case["below"])


def right_without_d(case):
    """kappa alone."""
    return condition_number(case["above"], case["below"])


# In an eigenbasis of the population's second moment: s are its eigenvalues, v the difference of feature means. The last
# condition is (8) along u = (Sigma + lambda I)^(-1) v, with the step mean_squared.
NORM = sympy.Sum(v[j] ** 2 / (s[j] + lam), (j, 1, d))
SEEN = sympy.Sum(s[j] * v[j] ** 2 / (s[j] + lam) ** 2, (j, 1, d))
COVERED = (*domain("d", "lam", "kappa"), Ge(s[j], 0), Le(NORM**2, kappa * SEEN))


def letters(case):
    """The numbers of these conditions, in floats."""
    values, basis = np.linalg.eigh(np.array(case["below"], dtype=float))
    return {"d": 2, "lam": case["lam"], "kappa": condition_number(case["above"], case["below"]), "s": np.maximum(values, 0.0),
            "v": np.array(case["v"], dtype=float) @ basis}  # fmt: skip


# uᵀ v, uᵀ B u and vᵀ B⁻¹ v in an eigenbasis of B.
ALONG, FORM, INVERSE = over(e_[j] * g_[j]), over(b_[j] * e_[j] ** 2), over(g_[j] ** 2 / b_[j])
SMALLER_INVERSE = By("antitone", letters={"a": ALONG, "w": FORM, "k": INVERSE},
    given=(Gt(b_[j], 0), Ge(many, 1), Eq(h, ALONG), Le(FORM, h)), says=Inequality(h, INVERSE))

WORDS = "square of the norm of the difference of feature means, over 3 and against "

CLAIM = Claim(
    source=Source(PAPER, "Corollary 4.4", "Section 4.1; proof in Appendix E.2"),
    words="For lambda at least a constant times (d/n) ln(n/delta) and a finite relative condition number, (6) implies",
    displays={"": 'SubOpt(hat(pi), pi^dagger) <= 2 sqrt(3) Gamma(n, d, delta, lambda) sqrt(d kappa(pi^dagger, pi_"ref"))'},
    letters=LETTERS | vectors.LETTERS | {"width": "Gamma"},
    parts={
        "norm": InstanceInequality(WORDS + "kappa d", DIMENSION, instance, left, right, COVERED, letters),
        "norm_without_d": InstanceInequality(WORDS + "kappa", DIMENSION, instance, left, right_without_d, COVERED, letters),
    },
    uses=(definition_4_3, lemma_h_1, proposition_4_2),
    steps=(
        Step("mean_of_differences", WHERE + "first display",
            Identity(over(a_[j] * (w - b_[j])), w * over(a_[j]) - over(a_[j] * b_[j]), (Ge(many, 1),)),
            display='EE_s [phi(s, pi^dagger (s)) - phi(s, pi_"ref" (s))] = EE[phi(s, a) - phi(s, a\')]',
            reduction="In one state, along one coordinate: w is that of the feature of an action a, b that of an action a', and a its probability under the reference, "
            "of sum 1, whatever a is. The mean over a is then the difference of the means."),
        Step("inverse", WHERE + "(a) and (b)",
            Inequality(2 * ALONG - FORM, INVERSE, (Gt(b_[j], 0), Ge(many, 1))),
            display="2 chevron.l u, v chevron.r - u^top B u <= v^top B^(-1) v",
            reduction="For every u, in an eigenbasis of B, with eigenvalues b and the coordinates e and g of u and v; if B is singular, and v in its range, the basis is one of the range."),
        Step("antitone", WHERE + "(a) and (b)",
            Inequality(h, k, (Eq(h, a), Le(w, h), Le(2 * a - w, k))),
            display="A succ.eq B quad => quad v^top A^(-1) v <= v^top B^(-1) v",
            reduction="h is the left side. With u = A^(-1) v both ⟨u, v⟩ and uᵀ A u are h, and uᵀ B u, called w, is at most h."),
        Step("ridge_for_differences", WHERE + "(a)",
            Inequality(
                least_ridge(delta) / 4, Rational(11, 2) * d * log(n / delta) / n, (*domain("delta"), Ge(d, 2), Ge(n, 2))
            ),
            display='22/n ln((2 d)/delta) <= 22 d/n ln(n/delta)',
            reduction="Lemma H.1 for differences, of norm at most 2, over 4: Omega stands for the constant 22, for n >= 2."),
        Step("step_a", WHERE + "(a)",
            SMALLER_INVERSE,
            display='norm(v)^2_((hat(Sigma) + lambda I)^(-1)) <= 3 norm(v)^2_((Sigma^"diff"_(pi_"sft", pi_"sft") + lambda I)^(-1))',
            reduction="The two steps before with A = Σ̂ + λ I and B a third of the population's ridge covariance, by the left half of Lemma H.1."),
        Step("step_b", WHERE + "(b)",
            SMALLER_INVERSE,
            display='norm(v)^2_((Sigma^"diff"_(pi_"sft", pi_"sft") + lambda I)^(-1)) <= kappa norm(v)^2_((Sigma^"diff"_(pi^dagger, pi_"ref"))^(-1))',
            reduction="Likewise with the form of the comparator and the reference over kappa for B. The definition (8) says that the form of the comparator and the reference is at most kappa times that of the SFT policy; "
            "if it is singular the inverse is that on its range, in which v lies."),
        Step("step_c", WHERE + "(c)",
            Inequality(2 * m * a - m**2, a**2),
            display="norm(EE psi)^2_(M^(-1)) <= EE norm(psi)^2_(M^(-1))",
            reduction="Jensen's inequality, coordinate by coordinate in the whitened space: a is a coordinate of the difference, m its mean. The "
            "line holds for every outcome; its mean over outcomes is m^2 <= E a^2."),
        Step("step_d", WHERE + "(d)",
            Identity(sympy.Sum(s[j] / m_[j], (j, 1, d)), d, (Eq(s[j], m_[j]), Gt(m_[j], 0), Ge(d, 1))),
            display='EE[psi^top (EE psi psi^top)^(-1) psi] = "trace"(I) = d',
            reduction="In an eigenbasis of the second moment: m_j is an eigenvalue, s_j the mean square of the j-th coordinate, which is that "
            "eigenvalue. If the matrix is singular the inverse is that on its range, and the trace is its rank, at most d."),
        Step("root", WHERE + "last line",
            Inequality(2 * width * h, printed(width),
                (Ge(width, 0), Ge(h, 0), Ge(kappa, 0), Ge(d, 1), Le(h**2, 3 * kappa * d))),
            reduction="h is the norm in (6), the square of which (a) to (d) bound by 3 kappa d."),
        Step("mean_squared", "improvement: d is not needed",
            Inequality(2 * m * a - m**2, a**2),
            display='(EE psi)(EE psi)^top prec.eq EE[psi psi^top] = Sigma^"diff"_(pi^dagger, pi_"ref") prec.eq kappa Sigma^"diff"_(pi_"sft", pi_"sft")',
            reduction="Along every direction, for every outcome: a is the difference's coordinate there and m its mean; the mean over outcomes is "
            "m^2 <= E a^2. No inverse of a singular matrix occurs."),
        Step("without_d", "improvement: d is not needed",
            Inequality(h, kappa, (Ge(h, 0), Ge(kappa, 0), Le(h**2, kappa * k), Ge(k, 0), Le(k, h))),
            display='norm(EE psi)^2_((Sigma^"diff"_(pi_"sft", pi_"sft") + lambda I)^(-1)) <= kappa',
            reduction="h is the left side. With u = (Σ + λ I)⁻¹ E ψ and k = uᵀ Σ u: h = ⟨u, E ψ⟩, so h² <= κ k by the step before, and k <= h."),
        Step("whole", "improvement: d is not needed",
            By("without_d", letters={"h": NORM, "k": SEEN}, given=COVERED, says=Inequality(NORM, kappa)),
            display='norm(EE psi)^2_((Sigma^"diff"_(pi_"sft", pi_"sft") + lambda I)^(-1)) <= kappa',
            reduction="In an eigenbasis of the second moment, with its eigenvalues s_j: (8) along one direction is all that enters.",
            settles=("norm", "norm_without_d")),
        Step("sharper_bound", "improvement: d is not needed",
            Inequality(sharper(width), printed(width), (Ge(width, 0), Ge(kappa, 0), Ge(d, 1))),
            reduction="2 sqrt(3) Gamma sqrt(kappa) holds, and is at most the printed bound."),
    ),
    assumptions=(
        Assumption("actions_from_sft", "both actions of a comparison are drawn from π_sft, independently given the state", ("step_a",),
                   "the print names the law of the states only; with other data the denominator of kappa is another matrix"),
        Assumption("both_events", "(5) and Lemma H.1 hold; each may fail, so the result holds with probability at least 1 minus the "
                   "sum of the two", ("step_a",), "the corollary names no probability; Theorem 6.1 absorbs a factor 2 of delta in its constant"),
    ),
    not_covered=("the instances have one state, three actions and two dimensions; the steps have any number",),
)
