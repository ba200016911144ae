"""The displayed steps of Appendix E.2, and why the dimension is not needed."""

import sympy
from sympy import Eq, Ge, Gt, Le, Rational, log

from boundcheck.claims import Assumption, By, Identity, Inequality, Step

from ..notation import d, delta, domain, kappa, lam, n
from .vectors import a_, b_, e_, g_, many, over

ACTIONS_FROM_SFT = Assumption("actions_from_sft", r"both actions of a comparison are drawn from $\pi_{\mathrm{sft}}$, independently given the state",
    r"the print names the law of the states only; with other data the denominator of $\kappa$ is another matrix")
BOTH_EVENTS = Assumption("both_events", "(5) and Lemma H.1 hold; each may fail, so the result holds with probability at least 1 minus the "
    "sum of the two",
    r"the corollary names no probability; Theorem 6.1 absorbs a factor 2 of $\delta$ in its constant")

width, w, m, a, h, k = sympy.symbols("width w m a h k", real=True)
j, s, m_ = sympy.Symbol("j", integer=True), sympy.IndexedBase("s", real=True), sympy.IndexedBase("m_", real=True)
v = sympy.IndexedBase("v", real=True)
WHERE = "Appendix E.2, "

# In an eigenbasis of the population's second moment: s are its eigenvalues, v the difference of feature means. The last
# condition is (8) along u = (Sigma + lambda I)^(-1) v, with the step mean_squared.
NORM = sympy.Sum(v[j] ** 2 / (s[j] + lam), (j, 1, d))
SEEN = sympy.Sum(s[j] * v[j] ** 2 / (s[j] + lam) ** 2, (j, 1, d))
COVERED = (*domain(d, lam, kappa), Ge(s[j], 0), Le(NORM**2, kappa * SEEN))

# uᵀ v, uᵀ B u and vᵀ B⁻¹ v in an eigenbasis of B.
ALONG, FORM, INVERSE = over(e_[j] * g_[j]), over(b_[j] * e_[j] ** 2), over(g_[j] ** 2 / b_[j])
SMALLER_INVERSE = By("antitone", letters={"a": ALONG, "w": FORM, "k": INVERSE},
    given=(Gt(b_[j], 0), Ge(many, 1), Eq(h, ALONG), Le(FORM, h)), says=Inequality(h, INVERSE))


def steps(printed, sharper, least_ridge):
    """All steps, in the order of the page."""
    return (
        Step("mean_of_differences", WHERE + "first display",
            Identity(over(a_[j] * (w - b_[j])), w * over(a_[j]) - over(a_[j] * b_[j]), (Ge(many, 1),)),
            display=r"\mathbb{E}_s[\phi(s, \pi^\dagger(s)) - \phi(s, \pi_{\mathrm{ref}}(s))] = \mathbb{E}[\phi(s, a) - \phi(s, a')]",
            form="reduction", because="In one state, along one coordinate: $w$ is that of the feature of an action $a$, $b$ that of an action $a'$, and $a$ its probability under the "
            "reference, of sum 1, whatever $a$ is. The mean over $a$ is then the difference of the means."),
        Step("inverse", WHERE + "(a) and (b)",
            Inequality(2 * ALONG - FORM, INVERSE, (Gt(b_[j], 0), Ge(many, 1))),
            display=r"2 \langle u, v\rangle - u^\top B u \le v^\top B^{-1} v",
            form="reduction", because="For every $u$, in an eigenbasis of $B$, with eigenvalues $b$ and the coordinates $e$ and $g$ of $u$ and $v$; if $B$ is singular, and $v$ in its range, the basis is one of the range."),
        Step("antitone", WHERE + "(a) and (b)",
            Inequality(h, k, (Eq(h, a), Le(w, h), Le(2 * a - w, k))),
            display=r"A \succeq B \quad \Rightarrow \quad v^\top A^{-1} v \le v^\top B^{-1} v",
            form="translation", because=r"$h$ is the left side. With $u = A^{-1} v$ both $\langle u, v\rangle$ and $u^\top A u$ are $h$, and $u^\top B u$, called $w$, is at most $h$."),
        Step("ridge_for_differences", WHERE + "(a)",
            Inequality(
                least_ridge(delta) / 4, Rational(11, 2) * d * log(n / delta) / n, (*domain(delta), Ge(d, 2), Ge(n, 2))
            ),
            display=r"\frac{22}{n} \ln\left( \frac{2 d}{\delta} \right) \le 22 \frac{d}{n} \ln\left( \frac{n}{\delta} \right)",
            because=r"Lemma H.1 for differences, of norm at most 2, over 4: $\Omega$ stands for the constant 22, for $n \ge 2$."),
        Step("step_a", WHERE + "(a)",
            SMALLER_INVERSE,
            display=r"\|v\|_{(\hat{\Sigma} + \lambda I)^{-1}}^2 \le 3 \|v\|_{(\Sigma_{\pi_{\mathrm{sft}}, \pi_{\mathrm{sft}}}^{\mathrm{diff}} + \lambda I)^{-1}}^2",
            form="translation", because=r"The two steps before with $A = \hat{\Sigma} + \lambda I$ and $B$ a third of the population's ridge covariance, by the left half of Lemma H.1.", assumes=(ACTIONS_FROM_SFT, BOTH_EVENTS)),
        Step("step_b", WHERE + "(b)",
            SMALLER_INVERSE,
            display=r"\|v\|_{(\Sigma_{\pi_{\mathrm{sft}}, \pi_{\mathrm{sft}}}^{\mathrm{diff}} + \lambda I)^{-1}}^2 \le \kappa \|v\|_{(\Sigma_{\pi^\dagger, \pi_{\mathrm{ref}}}^{\mathrm{diff}})^{-1}}^2",
            form="translation", because=r"Likewise with the form of the comparator and the reference over $\kappa$ for $B$. The definition (8) says that the form of the comparator and the reference is at most $\kappa$ times that of the SFT "
            "policy; if it is singular the inverse is that on its range, in which $v$ lies."),
        Step("step_c", WHERE + "(c)",
            Inequality(2 * m * a - m**2, a**2),
            display=r"\|\mathbb{E} \psi\|_{M^{-1}}^2 \le \mathbb{E} \|\psi\|_{M^{-1}}^2",
            form="reduction", because="Jensen's inequality, coordinate by coordinate in the whitened space: $a$ is a coordinate of the difference, $m$ its mean. "
            r"The line holds for every outcome; its mean over outcomes is $m^2 \le E$ $a^2$."),
        Step("step_d", WHERE + "(d)",
            Identity(sympy.Sum(s[j] / m_[j], (j, 1, d)), d, (Eq(s[j], m_[j]), Gt(m_[j], 0), Ge(d, 1))),
            display=r"\mathbb{E}[\psi^\top (\mathbb{E} \psi \psi^\top)^{-1} \psi] = \operatorname{trace}(I) = d",
            form="reduction", because="In an eigenbasis of the second moment: $m_j$ is an eigenvalue, $s_j$ the mean square of the $j$-th coordinate, which is "
            "that eigenvalue. If the matrix is singular the inverse is that on its range, and the trace is its rank, at most $d$."),
        Step("root", WHERE + "last line",
            Inequality(2 * width * h, printed(width),
                (Ge(width, 0), Ge(h, 0), Ge(kappa, 0), Ge(d, 1), Le(h**2, 3 * kappa * d))),
            because=r"$h$ is the norm in (6), the square of which (a) to (d) bound by $3 \kappa d$."),
        Step("mean_squared", "improvement: d is not needed",
            Inequality(2 * m * a - m**2, a**2),
            display=r"(\mathbb{E} \psi)(\mathbb{E} \psi)^\top \preceq \mathbb{E}[\psi \psi^\top] = \Sigma_{\pi^\dagger, \pi_{\mathrm{ref}}}^{\mathrm{diff}} \preceq \kappa \Sigma_{\pi_{\mathrm{sft}}, \pi_{\mathrm{sft}}}^{\mathrm{diff}}",
            form="reduction", because="Along every direction, for every outcome: $a$ is the difference's coordinate there and $m$ its mean; the mean over outcomes "
            r"is $m^2 \le E$ $a^2$. No inverse of a singular matrix occurs."),
        Step("without_d", "improvement: d is not needed",
            Inequality(h, kappa, (Ge(h, 0), Ge(kappa, 0), Le(h**2, kappa * k), Ge(k, 0), Le(k, h))),
            display=r"\|\mathbb{E} \psi\|_{(\Sigma_{\pi_{\mathrm{sft}}, \pi_{\mathrm{sft}}}^{\mathrm{diff}} + \lambda I)^{-1}}^2 \le \kappa",
            form="translation", because=r"$h$ is the left side. With $u = (\Sigma + \lambda I)^{-1} \mathbb{E} \psi$ and $k = u^\top \Sigma u$: $h = \langle u, \mathbb{E} \psi\rangle$, so $h^2 \le \kappa k$ by the step before, and $k \le h$."),
        Step("whole", "improvement: d is not needed",
            By("without_d", letters={"h": NORM, "k": SEEN}, given=COVERED, says=Inequality(NORM, kappa)),
            display=r"\|\mathbb{E} \psi\|_{(\Sigma_{\pi_{\mathrm{sft}}, \pi_{\mathrm{sft}}}^{\mathrm{diff}} + \lambda I)^{-1}}^2 \le \kappa",
            form="reduction", because="In an eigenbasis of the second moment, with its eigenvalues $s_j$: (8) along one direction is all that enters.",
            settles=("norm", "norm_without_d")),
        Step("sharper_bound", "improvement: d is not needed",
            Inequality(sharper(width), printed(width), (Ge(width, 0), Ge(kappa, 0), Ge(d, 1))),
            because=r"$2 \sqrt{3} \Gamma \sqrt{\kappa}$ holds, and is at most the printed bound."),
    )
