"""Theorem 6, display by display (Appendix C.5), with its constants."""

import sympy
from sympy import Eq, Ge, Gt, Le, Mul, Pow, Rational, exp, sqrt

from boundcheck.claims import Assumption, Cited, Fault, Identity, Inequality, Repair, Step

from .. import lemma_7
from ..faults import DIFFERENCE, LONGER, SHORT
from ..lab.couplings import least_number, printed_number
from ..notation import d, delta, domain, epsilon, feature_bound, m, n

TWO_NORMS = Assumption("two_norms", "rows have Euclidean norm at most $L$ in the first component and largest coordinate at most 1 in the second",
    r"with coordinates up to 1 and no more the first term is $\sqrt{d/(n m)}$, not $d/\sqrt{n m}$")

C, D, F, R, r, t, u, v, x, w, apart, gap, mean, needed, ratio, first, second = sympy.symbols("C D F R r t u v x w apart gap mean needed ratio first second", real=True)
LETTERS = {
    "a": r"\phi(s, a^1)", "b": r"\phi(s, a^0)", "F": r"\|X\|_F", "t": r"\Delta x_{k, j, i}", "u": "u_i", "v": "v_i", "x": "x_{k, j, i}", "w": r"\operatorname{TV}", "apart": r"\tau", "gap": r"\Delta", "needed": r"\mathbb{E}[f(X)] - \mathbb{E}[f(Y)]", "ratio": r"\alpha", "mean": r"\frac{1}{d 2^d} \sum_{i, e} \|P_e^n - P_{\bar{e}^i}^n\|_{\mathrm{TV}}^2",
    "first": r"\mathbb{E}[\|\hat{\theta} - \theta\|]", "second": r"\mathbb{E}[\|\hat{\theta} - \theta\|^2]",
}  # fmt: skip
PLAIN, PRIVATE = "Appendix C.5, non-private component", "Appendix C.5, private component"
SIZE = domain(n, m, d)
LEVEL = domain(epsilon, delta)
HALF = Rational(1, 2)
CHOSEN = Rational(4, 100) / (sqrt(m) * n * (epsilon + delta))
FIRST_MOMENT = Fault("first_moment", "non sequitur", "Theorem 6, end of the proof", r"the proof bounds $\mathbb{E}[\|\hat{\theta} - \theta^*\|^2]$ from below, the theorem $\mathbb{E}[\|\hat{\theta} - \theta^*\|]$: $\mathbb{E}[\|\cdot\|^2] \ge c^2$ does not give $\mathbb{E}[\|\cdot\|] \ge c$")
EQUATION = Fault("frobenius_equation", "misprint", f"{PLAIN}, 'in terms of the Frobenius norm'", "an upper bound is written with the sign of equality")
REFERENCE = Fault("lemma_6_for_lemma_7", "misused reference", f"{PRIVATE}, 'applying Lemma 6'", "'Lemma 6' should be 'Lemma 7', whose bound this is")
MIXTURES = Fault("coupled_mixtures", "non sequitur", f"{PRIVATE}, 'maximal coupling'", "mixtures of products are coupled as if they were products of mixtures")
LEAST, STATED = (Rational(x.numerator, x.denominator) for x in (least_number(), printed_number()))


def plain():
    """Assouad without privacy."""
    return (
        Step("separation", f"{PLAIN}, second display", Identity((gap * u - gap * v) ** 2, 4 * gap**2, (Eq(u, 1), Eq(v, -1))),
            display=r"\|\theta_u - \theta_v\|_2^2 = 4 \Delta^2 \sum_i 1(u_i \ne v_i)", form="special case", because=r"One coordinate in which they differ; $\tau = 2 \Delta^2$."),
        Step("two_triangle", PLAIN, Inequality((u - v) ** 2, 2 * ((u - r) ** 2 + (v - r) ** 2)),
            display=r"\|u - v\|^2 \le 2 (\|u - r\|^2 + \|v - r\|^2)", form="reduction", because=r"One coordinate; $\alpha = 2$."),
        Step("assouad_constant", PLAIN, Identity(d * apart / (2 * ratio), d * gap**2 / 2, (Ge(d, 1), Eq(apart, 2 * gap**2), Eq(ratio, 2))),
            because=r"With $\tau = 2 \Delta^2$ and $\alpha = 2$, as above."),
        Step("assouad", "Lemma 6, Corollary 2", Cited(r"the minimax risk is at least $\tau/(2 \alpha)$ times the sum over coordinates of $1 - \operatorname{TV}$ of the two mixtures", "Assouad (1983); Acharya, Sun, Zhang (2021)"),
            because="Both mixtures carry the subscript +$i$ in print; the second, over $e_i = -1$, is $P_{-i}$, as the bound itself has it."),
        Step("pinsker", PLAIN, Inequality(w**2, (R + r) / 4, (Le(w**2, R / 2), Le(w**2, r / 2))), display=r"\operatorname{TV}^2 \le \frac{1}{4} (\operatorname{KL}(P \| Q) + \operatorname{KL}(Q \| P))", form="translation",
            because="Pinsker's inequality both ways, added; $R$ and $r$ are the two divergences."),
        Step("flipped_coordinate", PLAIN, Identity(Mul(gap**2 / 4, Pow(2 * x, 2, evaluate=False), evaluate=False), gap**2 * x**2), because=r"Fact 1 at a flipped coordinate: the logits differ by $2 \Delta x_i$."),
        Step("frobenius", f"{PLAIN}, 'in terms of the Frobenius norm'", Identity(((exp(t) - 1) / (exp(t) + 1)) ** 2, t**2, (Ge(t, 0),)),
            display=r"\frac{1}{d 2^d} \sum_{i, e} \|P_e^n - P_{\bar{e}^i}^n\|_{\mathrm{TV}}^2 = \frac{\Delta^2}{d} \frac{1}{2^d} \sum_e \|X\|_F^2", form="special case",
            because="One user with one label in one dimension: labels of two opposite logits have the distance tanh of half of one, and not that logit.",
            repair=Repair(Inequality(((exp(t) - 1) / (exp(t) + 1)) ** 2, t**2, (Ge(t, 0),)), "at most, in place of equal"),
            misprint="the display before it is an upper bound, and the text after it says 'using this bound'", fault=EQUATION),
        Step("in_the_norm", f"{PLAIN}, seventh display", Inequality(d * gap**2 / 2 * (1 - sqrt(gap**2 / d * F**2)), d * gap**2 / 2 * (1 - sqrt(mean)), (Ge(d, 1), Ge(mean, 0), Ge(F, 0), Le(mean, gap**2 / d * F**2))),
            because=r"The mean of the squared distances is at most $\Delta^2/d$ times the square of the norm of $X$."),
        Step("choice", f"{PLAIN}, 'we set'",
            Identity(d * gap**2 / 2 * (1 - sqrt(gap**2 / d * F**2)), d**2 / (16 * F**2), (*SIZE, Gt(F, 0), Gt(gap, 0), Eq(gap, sqrt(d) / (2 * F))))),
        Step("normalised", PLAIN, Identity(d**2 / (16 * F**2), Mul(d / (m * n), 1 / (16 * F**2 / (d * m * n)), evaluate=False), (*SIZE, Gt(F, 0)))),
        Step("norm_of_rows", f"{PLAIN}, 'given the assumption'", SHORT,
            display=r"\|x\| \le L", form="special case", because="Two features of norm $L$ in opposite directions, on a line.", repair=LONGER, fault=DIFFERENCE),
        Step("bounded_rows", f"{PLAIN}, last display", Inequality(d**2 / (16 * feature_bound**2 * m * n), d**2 / (16 * F**2), (*SIZE, *domain(feature_bound), Gt(F, 0), Le(F**2, m * n * feature_bound**2))),
            display=r"\frac{d^2}{16 \|X\|_F^2} \ge \frac{1}{16} \cdot \frac{d}{L^2} \cdot \frac{d}{m n}", because="For rows of norm at most $L$; with $2L$, as mended in the step before, a factor 4 and no rate is lost.", assumes=TWO_NORMS),
    )  # fmt: skip


def private():
    """Assouad under privacy of users."""
    return (
        Step("private_assouad", "Lemma 7", Cited(r"with couplings of expected Hamming distance $D$ the risk is at least $d \tau/(2 \alpha) (0.9 e^{-10 \varepsilon D} - 10 D \delta)$", "Acharya, Sun, Zhang (2021), Theorem 3"),
            because="As derived under Lemma 7."),
        Step("applied_lemma", f"{PRIVATE}, 'applying Lemma 6'", Inequality(lemma_7.PRINTED, 1 - w, (*lemma_7.EXPECTED, Ge(w, 0), Le(w, 1), Le(w, D))),
            display=r"1 - \|P_{+i} - P_{-i}\|_{\mathrm{TV}} \ge 0.9 e^{-10 \varepsilon D} - 10 D \delta", form="interpretation",
            because="What it would take for the bound to follow from Lemma 6, coordinate by coordinate: laws at distance 1 "
            "say that it does not. It is Lemma 7 that has this bound.",
            repair=Repair(lemma_7.SUM_OF_ERRORS.statement, "Lemma 7 in place of Lemma 6"), fault=REFERENCE),
        Step("linearised", f"{PRIVATE}, second display",
            Inequality(Rational(9, 10) - 10 * D * (epsilon + delta), Rational(9, 10) * exp(-10 * epsilon * D) - 10 * D * delta, (*LEVEL, Ge(D, 0)))),
        Step("user_distance", f"{PRIVATE}, Pinsker",
            Inequality(w**2, m * gap**2, (*domain(m), Le(w**2, R / 4), Le(R, m * (2 * gap * x) ** 2), Le(x**2, 1))), display=r"\operatorname{TV}(P_e, P_{\bar{e}^i})^2 \le m \Delta^2", form="reduction",
            because="$R$ is the sum of the divergences of one user's $m$ labels both ways; print has the same direction twice. The norm is now that of the largest "
            r"coordinate: a row with $\|x\| \le 1$, as the first component has it up to $L$, has no larger one.", assumes=TWO_NORMS),
        Step("coupled_mixtures", f"{PRIVATE}, 'maximal coupling'", Inequality(needed, STATED, (Eq(needed, LEAST),)),
            display=r"\mathbb{E}[d_{\mathrm{Ham}}(X, Y)] = n \|P_{+i} - P_{-i}\|_{\mathrm{TV}}", form="special case",
            because=r"The left side, of the function $f$ that is told next, is at most the least mean number of users that differ in a coupling of the mixtures, which are what Lemma 7 asks for. Two users with three labels each, all rows (1/2, 1) and $\Delta = 2 \ln 2$: the right side is "
            "328/729. Whether all six labels have two ones or more, and whether they have five or more, are two indicators whose sum $f$ one user moves by 1 at most; its means under the mixtures differ by 0.5298. Users of a mixture are not independent: what one has tells of the "
            "member that was drawn.",
            repair=Repair(Inequality((n * u + n * v) / 2, n * w, (*domain(n), Le(u, w), Le(v, w))), "draw $e$ first, and couple each user of $P_e$ with one of its flip: the mean number of users that differ is at most $n$ times the largest TV of $P_e$ and its flip, which is how the next display ends",
                r"\mathbb{E}[d_{\mathrm{Ham}}(X, Y)] \le n \max_e \|P_e - P_{\bar{e}^i}\|_{\mathrm{TV}}"),
            fault=MIXTURES),
        Step("hamming", f"{PRIVATE}, $D$", Inequality(n * w, sqrt(m) * n * gap, (*domain(n, m), Ge(w, 0), Ge(gap, 0), Le(w**2, m * gap**2))),
            because="The users of $P_e$ and of its flip are coupled one by one, and $e$ is drawn first. As mended in the step before; an inequality is all that is used."),
        Step("with_distance", f"{PRIVATE}, seventh display", Identity(Rational(9, 10) - 10 * D * (epsilon + delta), Rational(9, 10) - 10 * sqrt(m) * n * gap * (epsilon + delta), (*domain(n, m), *LEVEL, Eq(D, sqrt(m) * n * gap))),
            because=r"$D$ is $\sqrt{m} n \Delta$; $d \Delta^2/2$ stands before both."),
        Step("private_choice", f"{PRIVATE}, 'we select'",
            Identity(d * gap**2 / 2 * (Rational(9, 10) - 10 * sqrt(m) * n * gap * (epsilon + delta)), d / (2500 * m * n**2 * (epsilon + delta) ** 2), (*SIZE, *LEVEL, Eq(gap, CHOSEN))),
            because="So $c = 1/2500$ will do."),
        Step("spread_rows", "derivation: rows of norm at most 1",
            Identity(d * gap**2 / 2 * (Rational(9, 10) - 10 * sqrt(m / d) * n * gap * (epsilon + delta)), d**2 / (2500 * m * n**2 * (epsilon + delta) ** 2), (*SIZE, *LEVEL, Eq(gap, sqrt(d) * CHOSEN))),
            because=r"Where every user has $m/d$ rows along each coordinate the distance of a flip is $\Delta \sqrt{m/d}$, and the private term is "
            r"$d/(\sqrt{m} n (\varepsilon + \delta))$: larger by $\sqrt{d}$ than the printed one under $\|x\| \le 1$, which the first component assumes up to $L$. This design has "
            r"$m \ge d$."),
    )  # fmt: skip


def moments():
    """From the second moment, which C.5 bounds, to the first, which the theorem states."""
    return (
        Step("to_first_moment", "Theorem 6; last line of its proof",
            Inequality(C * r, first, (Gt(C, 0), Gt(r, 0), Ge(first, 0), Le(first**2, second), Le(r**2, second))),
            display=r"\mathbb{E}[\|\hat{\theta} - \theta^*\|^2] \ge r^2 \Rightarrow \mathbb{E}[\|\hat{\theta} - \theta^*\|] \ge C r", form="interpretation",
            because="C.5 bounds the second moment from below, the theorem speaks of the first; Jensen's inequality goes the other way.",
            repair=Repair(Inequality(r**2 / D, first, (Gt(D, 0), Gt(r, 0), Ge(first, 0), Le(second, D * first), Le(r**2, second))),
                r"estimates are projected on the cube $[-\Delta, \Delta]^d$, which holds all hypotheses; this only lessens errors, which are then at most $D = 2 \Delta \sqrt{d}$"),
            fault=FIRST_MOMENT),
        Step("projected_plain", "derivation", Identity(d * gap**2 / 4 / (2 * gap * sqrt(d)), d / (16 * F), (*SIZE, Gt(F, 0), Gt(gap, 0), Eq(gap, sqrt(d) / (2 * F)))),
            because=r"The first moment without privacy: $d/(16 F)$, $F$ the Frobenius norm of $X$, which is at least $d/(16 L \sqrt{m n})$."),
        Step("projected_private", "derivation", Identity(d * gap**2 / 4 / (2 * gap * sqrt(d)), sqrt(d) / (200 * sqrt(m) * n * (epsilon + delta)), (*SIZE, *LEVEL, Eq(gap, CHOSEN))),
            because=r"The first moment with privacy: $\sqrt{d}/(200 \sqrt{m} n (\varepsilon + \delta))$."),
        Step("both_terms", "Theorem 6", Inequality((u + v) / 2, sympy.Max(u, v), (Ge(u, 0), Ge(v, 0))), because="Where both terms bound the risk from below, half their sum does."),
    )  # fmt: skip


def steps():
    """All of the proof."""
    return plain() + private() + moments()
