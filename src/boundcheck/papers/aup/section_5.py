r"""Section 5: a loss that is convex, and users that are kept within $4 \tau$."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Rational, diff, log, sqrt

from boundcheck.claims import Claim, Fault, Identity, Inequality, Reading, Repair, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .faults import SIGN
from .notation import LETTERS, domain, feature_bound, m, tau
from .proofs.descent import batch

C, D, E, a, b, c, g, h, p, s, u, v, w, x, z = sympy.symbols("C D E a b c g h p s u v w x z", real=True)
WHERE = "Section 5"
CURVED = (Gt(p, 0), Lt(p, 1), Eq(D, p * (1 - p)), Gt(s, Rational(1, 2)), Lt(s, 1))
CONVEX = Fault("loss_is_convex", "non sequitur", "Section 5, first paragraph", r"the loss (1) is called non-convex; its second derivative is $(2 \sigma(\varepsilon/m) - 1) \sigma' > 0$, as C.1 has it")
KEPT = Fault("kept_radius", "missing factor", "Section 5, after Definition 3", r"users that are kept need not lie within $\tau$ of a point; they lie within $4 \tau$ of one another")

CLAIM = Claim(
    source=Source(PAPER, "Section 5", "Section 5", kind="section"),
    words="Why another algorithm than randomized response, what clipping and what removal of outliers leave to be hidden",
    displays={"loss": r"l(\theta; z) = [\mathbf{1}(y_z = 1) \log p_{z, 1} + \mathbf{1}(y_z = 0) \log p_{z, 0}]"},
    letters=LETTERS | {"batch": r"\tilde{n}", "D": r"\sigma'", "E": r"\sigma''", "a": "g_i", "b": "g_j", "c": "g_k", "g": r"\|g\|", "h": r"\|g'\|", "p": r"\sigma(u)", "s": r"\sigma(\varepsilon/m)",
        "u": r"\theta^\top x", "v": r"\theta^{*\top} x"},
    readings=(Reading("literal", r"'aggregated gradients' are the sum over users, whose sensitivity is of the order of $\tau$; the mean of line 14 has it over $\tilde{n}$"),),
    parts={
        "clipped_mean": Inequality((g + h) / batch, 2 * C / batch, (Gt(C, 0), Ge(batch, 2), Ge(g, 0), Le(g, C), Ge(h, 0), Le(h, C))),
        "kept_sum": Inequality((a - b) ** 2, (4 * tau) ** 2, (*domain(tau), Le(a - c, 2 * tau), Ge(a - c, -2 * tau), Le(b - c, 2 * tau), Ge(b - c, -2 * tau))),
    },
    steps=(
        Step("not_convex", f"{WHERE}, 'due to the non-convexity of the loss'", Inequality(s * D - (1 - s) * D, Integer(0), CURVED, strict=True),
            display=r"\frac{\partial^2}{\partial u^2} [-s \log \sigma(u) + (1 - s) \log(1 - \sigma(u))] < 0", form="reduction",
            because=r"Both $-\ln \sigma(u)$ and $-\ln(1 - \sigma(u))$ have the second derivative $\sigma'(u)$; a private label of 1, "
            "that of 0 likewise. Not convex would take a negative second derivative somewhere. It is a proper convex "
            "problem, which Newton's method solves to any precision; that an exact minimiser is out of reach is no reason "
            "for another algorithm.",
            repair=Repair(Inequality(Integer(0), s * D - (1 - s) * D, CURVED), r"the loss (1) is convex in $\theta$, and strongly so where C.1 says"), fault=CONVEX),
        Step("second_derivative", "(1), C.1", Identity(diff(-log(sigmoid(u)), u, 2), sigmoid(u) * (1 - sigmoid(u))), because="The one fact behind the step before."),
        Step("sign_of_the_loss", f"{WHERE}, loss", Inequality(Integer(0), (u - v) * (sigmoid(v) - sigmoid(u)), (Ge(u, v),)),
            display=r"\langle\nabla \mathbb{E}[l(\theta)], \theta - \theta^*\rangle \ge 0", form="reduction",
            because=r"For one row with label 1 of probability $\sigma(v)$: the gradient of the printed loss is $\sigma(v) - \sigma(u)$, and line 16 goes against it, away from the truth.",
            repair=Repair(Inequality(Integer(0), (u - v) * (sigmoid(u) - sigmoid(v)), (Ge(u, v),)), "a minus before the loss"),
            misprint="(1) and the loss of B.3 have the minus", fault=SIGN),
        Step("clipping_uses_concentration_nowhere", f"{WHERE}, 'does not leverage'", Inequality((a + b) ** 2 / 4, (2 * feature_bound) ** 2, (*domain(feature_bound), Le(a**2, (2 * feature_bound) ** 2), Le(b**2, (2 * feature_bound) ** 2))),
            display=r"\|g_{t, i}\| \le 2 L", form="reduction", because="Two labels, along a direction; so with any number. An average gradient is no longer than $2L$, and label changes alone move it by $2L$ at most: a clipping radius of $2L$ never clips."),
        Step("kept_within_tau", rf"{WHERE}, 'a $\tau$-concentrated subset of users'", Inequality((a - x) ** 2, tau**2, (*domain(tau), Le(a - c, 2 * tau), Ge(a - c, -2 * tau), Le(c - x, tau), Ge(c - x, -tau))),
            display=r"\|g_{t, i} - x\| \le \tau", form="special case",
            because=r"A user is kept for agreeing within $2 \tau$ with most; $c$ is one of these, within $\tau$ of the centre $x$. With "
            r"90 % of the users at $x$, 5 % at $x - 2 \tau$ and 5 % at $x + 2 \tau$ the score is $0.815 \tilde{n}$, the batch "
            r"passes, all are kept, and no ball of radius below $2 \tau$ holds them. It costs a constant, which the $O$ of the "
            "sensitivity has room for.",
            repair=Repair(Inequality((a - x) ** 2, (3 * tau) ** 2, (*domain(tau), Le(a - c, 2 * tau), Ge(a - c, -2 * tau), Le(c - x, tau), Ge(c - x, -tau))), r"a radius of $3 \tau$ around the centre, and $4 \tau$ between two users"),
            fault=KEPT),
        Step("example_passes", "derivation", Inequality(Rational(4, 5), Rational(9, 10) ** 2 + 2 * Rational(1, 20) ** 2 + x, (Ge(x, 0),)), because=r"The score of the example over $\tilde{n}$, from the pairs within each of the three places."),
        Step("spread_of_averages", rf"{WHERE}, 'which is $\tilde{{O}}(1/\sqrt{{m}})$'", Inequality(w / m**2, (2 * feature_bound / sqrt(m)) ** 2, (*domain(m, feature_bound), Ge(w, 0), Le(w, m * (2 * feature_bound) ** 2))),
            because="$w$ is the sum of the variances of $m$ independent gradients of norm at most $2L$, and their average has $w/m^2$: users with one law of labels are that close to one another."),
        Step("tastes", rf"{WHERE}, 'which is $\tilde{{O}}(1/\sqrt{{m}})$'", Inequality(g, h, (Ge(g, 0), Le(g + x, h), Ge(x, 0))),
            because=r"$g$ is how far the means of two users' gradients are apart, for tastes that differ, and $x$ what chance adds or takes: as $m$ grows $h$ tends to $g$, and not to 0. Then no $\tau$ of order $1/\sqrt{m}$ passes."),
        Step("noise_beats_clipping_from", f"{WHERE}, 'significantly smaller noise'", Inequality(11 * tau, z * tau, (*domain(tau), Ge(z**2, 8 * (1 + log(2 * 90 * 10**5))), Gt(z, 0))),
            because=r"Line 15 has $z \tau$ where clipping at $C$ has $C$, before both are multiplied by a $\sigma$ over $\tilde{n}$; $z$ is at least 11 at $\varepsilon \ge 1$, $T \ge 90$ and $\delta/2 = 5 \cdot 10^{-6}$. The noise is smaller only for $\tau$ below $C/11$, in theory for $m$ above 121 times a squared logarithm if $C$ is $4L$."),
    ),
    not_covered=(r"the formula for $\sigma$ after PrivacyAccount: see Theorem 3", "line numbers in the text, which are one more or less than those of Algorithm 2"),
)  # fmt: skip
