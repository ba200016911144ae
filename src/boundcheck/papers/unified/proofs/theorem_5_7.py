"""The displayed steps of Appendix E.5, for CTL, LTC and CLC."""

import sympy
from sympy import Ge, Gt, Integer, Le, Lt, Rational, exp, log, sqrt

from boundcheck.claims import Assumption, Identity, Inequality, Step, within_constant

from .. import claim_e_3, claim_e_4
from ..notation import C_EPSILON, HALF, c_epsilon, d, delta, domain, epsilon, gamma, n, radius, xi
from ..orders import CLC, CTL, LTC, ORDERS
from ..quantities import debiased_label
from . import logistic, vectors
from .both_events import UNION
from .logistic import EPSILON, SLOPE, y

COVERAGE = Assumption("coverage", r"Assumption 5.6: the population covariance has least eigenvalue at least $\xi$")
BOUNDED_FEATURES = Assumption("bounded_features", r"$\|x_i\| \le 1$; then $\xi \le 1/d$")

t, q, m = sympy.symbols("t q m", real=True)
D, N, g, r, s, w, least = sympy.symbols("D N g r s w least", real=True)

WHERE = "Appendix E.5, "
GRADIENT = r"\|\nabla \tilde{L}(\theta_{\mathrm{true}})\|_2"


def distance():
    """From the norm of the gradient to that of the error, with the least eigenvalue of the sample."""
    return (
        logistic.strong_convexity(WHERE + "first display, first inequality",
            "As in (20): all features equal to one unit vector, $z_0$ and $z_1$ the logits of the truth and the estimate.",
            r"the inner product of the gradients' difference with $\Delta$ is at least $\gamma \|\Delta\|_{\hat{\Sigma}}^2$, and at "
            "most the right end of the display, since the estimate minimises over a convex set; no constant is lost"),
        *vectors.minimiser(WHERE + "used by the mended first display"),
        logistic.minimality(WHERE + "first display, second inequality", "The estimate minimises, so its loss is at most that of the truth."),
        vectors.cauchy_schwarz("cauchy_schwarz", WHERE + "first display, third inequality",
            rf"-{SLOPE} \le {GRADIENT} \|\Delta\|_2", r"$a$ is the negative of the gradient, $b$ is $\Delta$."),
        Step("chernoff_as_printed", WHERE + "after (25)",
            Inequality(
                log(d) - n * xi / 8, log(delta), (*domain(delta, xi), Ge(d, 1), Ge(n, 8 * log(d / delta) / xi))
            ),
            display=r"\mathbb{P}\{\lambda_{\min}(\hat{\Sigma}) \le \frac{\xi}{2}\} \le d e^{-n \xi/8} \le \delta",
            form="reduction", because=r"Lemma H.3 with $H = 1$, $\mu_{\min} = n \xi$ and the fraction 1/2, as logarithms. All of $\delta$ is spent here, "
            r"and the bound (25) may fail with $\delta$ as well; the next step finds room for both."),
        Step("chernoff", WHERE + "after (25)",
            Inequality(d * (delta / d) ** Rational(9, 4), delta / 2, (*domain(delta), Ge(d, 2))),
            because=r"Lemma H.3 at the fraction 1/4 of $\xi$: $d \exp(-(9/32) n \xi)$ at the least $n$ is at most $\delta/2$. For $d = 1$ the parameter is 0."),
        Step("two_events", WHERE + "after (25)", UNION,
            display=r"\mathbb{P}(\text{least eigenvalue and (25)}) \ge 1 - \delta",
            because=r"Half of $\delta$ for the eigenvalue; under CTL and CLC a quarter for each of the two sums of noise, under LTC a half for "
            "its one."),
        Step("least_eigenvalue", WHERE + "before (26)",
            Inequality(
                gamma * least * D**2, g * D, (Ge(least, 0), Ge(s, least * D**2), Le(gamma * s, g * D), Gt(radius, 0))
            ),
            display=r"\frac{\gamma \xi}{2} \|\Delta\|_2^2 \le g \|\Delta\|_2",
            form="strengthening", because=r"$s$ is the square of $\Delta$ in the norm of the sample covariance, whose least eigenvalue is at least $\mu$.", assumes=COVERAGE),
        Step("divide", "Eq. (26)",
            Inequality(D, g / (gamma * least),
                (Gt(radius, 0), Gt(least, 0), Ge(D, 0), Ge(g, 0), Le(gamma * least * D**2, g * D))),
            display=r"\|\Delta\|_2 \le \frac{2}{\gamma \xi} g",
            form="strengthening", because=r"For any $\mu$; $\mu = \xi/2$ on the page, and with $\xi/4$ in its place the factor is 4."),
    )


def gradient():
    """The norm of the gradient under CTL, LTC and CLC."""
    ctl, ltc, clc = (f"{WHERE}{order.name}" for order in ORDERS)

    def noise(order, constant, because, display=""):
        return Step(f"{order}_noise", f"{WHERE}{order.name}",
            Inequality(order.noise(claim_e_3.explicit, delta / 2), constant * claim_e_3.printed(c_epsilon, delta), (*EPSILON, *domain(n, delta))),
            display=display, form="translation" if display else "", because=because)

    def corruption(order, because):
        return logistic.corruption(order, f"{WHERE}{order.name}", claim_e_4.bound, lambda cost, share: cost * share,
            r"\mathcal{T}_{\mathrm{corruption}} \le " + order.latex("SHARE"), because)

    return (
        logistic.rewrite(CTL, ctl),
        logistic.coins(ctl, "'The same process as before': the coins depend on nothing that the adversary saw."),
        logistic.labels(ctl),
        logistic.two_values("sub_gaussian", ctl,
            r"A zero-mean variable with two values at distance $w$ is sub-Gaussian with parameter $w/2$; $w$ is $c(\varepsilon)$ for private labels and 1 for plain ones."),
        noise(CTL, 4, r"Claim E.3 for each of the two sums, with $\delta/4$, under CTL and CLC: $C_1 = 4$.",
            r"\mathcal{T}_{\mathrm{privacy}} + \mathcal{T}_{\mathrm{standard}} \le C_1 c(\varepsilon) \sqrt{\frac{1 + \ln\left( \frac{1}{\delta} \right)}{n}}"),
        corruption(CTL, r"The bound of Claim E.4 with $\zeta = 1$."),
        logistic.rewrite(LTC, ltc),
        logistic.coin_and_label(ltc, "The mean over the label and the coin."),
        noise(LTC, 2, r"Claim E.3 with the parameter $c(\varepsilon)/2$ and $\delta/2$."),
        corruption(LTC, r"The bound of Claim E.4 with $\zeta = c(\varepsilon)$."),
        logistic.rewrite(CLC, clc),
        corruption(CLC, "The bounds of Claim E.4 for the two corruptions, added."),
    )


def against(order, constant, confidence):
    """The explicit version against `constant` times the displayed rate, in print; N is the noise."""
    corrupted = order.latex("SHARE")
    rate = rf"\frac{{{corrupted}}}{{\gamma \xi}} + \frac{{c(\varepsilon)}}{{\gamma \xi}} \sqrt{{\frac{{{confidence}}}{{n}}}}"
    return rf"\frac{{4}}{{\gamma \xi}} ({corrupted} + N) \le {constant} \left( {rate} \right)"


def composed(name, where, bound, order, confidence, reading, because, *given):
    """The explicit version against the rate with that confidence."""
    return Step(f"{name}_{order}", where, within_constant(bound, *domain(n, epsilon, delta, radius, xi, *order.shares), *given),
        display=against(order, bound.constant, confidence), form="translation", settles=(f"coverage_{order}{reading}",), because=because)


def steps(bound, moderate):
    """All steps, in the order of the page; the last ones refute the literal reading and go beyond the page."""
    return (
        *distance(),
        *gradient(),
        *(composed("constant", f"{WHERE}last line", stated := bound(order), order, r"1 + \ln(1/\delta)", "@mended",
            rf"$N$ is the sum of Claim E.3's bounds for the noise; $C = {stated.constant}$ times the rate with $1 + \ln(1/\delta)$.") for order in ORDERS),
        *(composed("moderate", r"Theorem 5.7, for $\delta$ at most 1/2", stated := moderate(order), order, r"\ln(1/\delta)", "@moderate",
            rf"$N$ as before; the printed rate holds with $C = {stated.constant}$. Since $\ln(1/\delta)$ is at least ln 2, $1 + \ln(1/\delta)$ is at most $(1 + 1/\ln 2) \ln(1/\delta)$.", Le(delta, HALF)) for order in ORDERS),
        *collapse(),
        *sharper(),
    )


def collapse():
    where = "Theorem 5.7, literal"
    return (
        Step("collapse_fold", where,
            Identity(debiased_label(1 - y), 1 - debiased_label(y), EPSILON),
            because="Parameters of sum 0 give the rows $e_1$ and $e_2$ opposite logits: a label $y$ at $e_2$ is a label $1 - y$ at $e_1$, "
            "before and after de-biasing, so all 23 labels are labels of one logit."),
        Step("collapse_odd", where,
            Inequality(Rational(1, 23**2), (C_EPSILON.subs(epsilon, log(3)) * (m / 23 + Rational(3, 4) - 1) - HALF) ** 2,
                (Ge((m - 11) * (m - 12), 0),)),
            display=r"\left| \frac{1}{23} \sum_i c(\varepsilon)(z_i + \sigma(\varepsilon) - 1) - \frac{1}{2} \right| \ge \frac{1}{23}",
            form="translation", because="$m$ of the 23 private labels are ones: an integer is not strictly between 11 and 12."),
        Step("collapse_logit", where,
            Inequality(16 * (q - HALF) ** 2, log(q / (1 - q)) ** 2, (Gt(q, 0), Lt(q, 1))),
            display=r"|\text{logit } q| \ge 4 \left| q - \frac{1}{2} \right|",
            form="translation", because="The logit has a derivative of 4 at least. Where the de-biased share leaves the range of the ball the estimate is at "
            "its boundary, at the distance 1 from the truth."),
        Step("collapse_size", where,
            Inequality(8 * log(2 / delta) / HALF, Integer(23), (Ge(delta, exp(-Rational(1, 400))), Lt(delta, 1))),
            display=r"\frac{8}{\xi} \ln\left( \frac{d}{\delta} \right) \le n \quad \text{at } d = 2, \xi = \frac{1}{2}, n = 23",
            form="translation", because=r"The printed condition on $n$, where both rows have probability 1/2; $\delta$ is $\exp(-1/(400 C^2))$, $C$ at least 1."),
    )


def sharper():
    where = "improvement of the noise term"
    return (
        Step("corruption_apart", where,
            Inequality(r, 2 * N / (gamma * sqrt(xi)) + 4 * w / (gamma * xi),
                (Le(gamma * D**2, N * D + w * r), Le(sqrt(s) * r, D), Ge(s, xi / 4), Ge(D, 0), Ge(N, 0), Ge(w, 0), Ge(r, 0),
                 Gt(xi, 0), Gt(radius, 0))),
            display=r"\|\Delta\|_2 \le \frac{2 N}{\gamma \sqrt{\xi}} + \frac{4 \zeta \alpha}{\gamma \xi}",
            form="translation", because=r"$D$ is the norm of $\Delta$ in the sample covariance, $r$ its Euclidean norm, $s$ the least eigenvalue of that covariance. Claim "
            r"E.4 bounds the inner product of $\Delta$ with the corrupted part of the gradient by $w r$, $w = \zeta \alpha$, and Claim E.1 as "
            r"$\lambda$ tends to 0 that with the noise by $N D$: $\gamma D^2 \le N D + w r \le (N + w/\sqrt{s}) D$. The corruption term stays "
            "what it was."),
        Step("noise_by_theorem_5_4", where,
            Inequality(sqrt((d + t) / xi), sqrt(1 + t) / xi, (Ge(t, 0), Ge(d, 1), Gt(xi, 0), Le(d * xi, 1))),
            display=r"\frac{1}{\sqrt{\xi}} \sqrt{\frac{d + \ln\left( \frac{1}{\delta} \right)}{n}} \le \frac{1}{\xi} \sqrt{\frac{1 + \ln\left( \frac{1}{\delta} \right)}{n}}",
            form="translation", because=r"$N$ is of the order of Theorem 5.4's noise term, $c(\varepsilon) \sqrt{(d + \ln(1/\delta))/n}$. Since $d \xi$ $\le$ "
            r"trace $\le$ 1 it is, over $\sqrt{\xi}$, never larger than the mended term, and smaller by $\sqrt{d \xi}$ where $d$ "
            "dominates.", assumes=BOUNDED_FEATURES),
    )
