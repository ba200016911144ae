"""Lemma C.2: in-sample error of least squares."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Rational, log

from boundcheck.claims import Assumption, Claim, Identity, Inequality, KeyFinding, Reading, Repair, Source, Step

from . import PAPER, faults, lemma_a_1
from .lab import regression
from .notation import ANY_KEEP, delta, domain, rounds, size
from .proofs import least_squares

REALIZABLE = Assumption("realizable", "the truth lies in the class", "without it no bound of this kind holds: the step `outside`")

h, z, t, f, S, X, L, width = sympy.symbols("h z t f S X L width", real=True)


def printed(width, confidence):
    """Eight times the variance proxy; `confidence` is ln(T N/delta) in print."""
    return 8 * width**2 * confidence


ANYTIME = log((size - 1) / delta)  # for all t at once, without T
UNION = log(rounds * size / delta)
TENTH = Rational(1, 10)  # noise and twice the failure probability of the example
UNIT = 1  # labels in {-1, 1}: Lemma C.1

BOUND = regression.lab(printed, ANYTIME).bound(
    printed=printed(UNIT, UNION), explicit=printed(UNIT, ANYTIME), constant=Integer(1), trivial=rounds * 4, failure=delta,
    given=(Ge(size, 2), Ge(rounds, 1)),
)  # fmt: skip

CLAIM = Claim(
    source=Source(PAPER, "Lemma C.2", "Appendix C; Zhao et al. (2025a), Zhang (2023), Ye et al. (2023)", kind="lemma"),
    words=r"For conditionally $\sigma$-sub-Gaussian noise and a finite class, with probability at least $1 - \delta$, for all $t$ up to $T$. "
    r"Put to samples for labels in {$-1$, 1}, whose $\sigma$ is 1",
    displays={
        "": (r"\sum_{i \le t} (\hat{h}_t(x_i) - h^*(x_i))^2 \le {}", printed(width, UNION)),
        "without T": (r"\sum_{i \le t} (\hat{h}_t(x_i) - h^*(x_i))^2 \le {}", printed(width, ANYTIME)),
    },
    letters=ANY_KEEP | {"width": r"\sigma"},
    readings=(
        Reading("literal", r"the truth is any function; here the class holds the constant 0 alone, and the truth is the constant $f$, so that the error over $T$ samples is $T f^2$, whatever the noise is", fault=faults.MEMBER),
        Reading("member", "the truth is a member of the class", support="Assumption 3.8, under which Theorem 5.2 uses the lemma for the class of private means"),
    ),
    parts={
        "in_sample": {
            "literal": Inequality(rounds * f**2, printed(width, log(rounds / delta)), (*domain(rounds, delta), Eq(f, 1), Eq(width, TENTH), Eq(delta, TENTH / 2))),
            "member": BOUND,
        }
    },
    derivations={"in_sample@member": least_squares.derivation(BOUND, regression.Regression, regression.Regression())},
    steps=(
        Step("minimiser", "proof of Lemma C.2", Identity((f - z) ** 2 - (h - z) ** 2, (f - h) ** 2 - 2 * (f - h) * (z - h)),
            form="reduction", display=r"\sum_i (\hat{h}_t - z_i)^2 \le \sum_i (h^* - z_i)^2 \quad \Leftrightarrow \quad \sum_i (\hat{h}_t - h^*)^2 \le 2 \sum_i (\hat{h}_t - h^*)(z_i - h^*)",
            because="Per sample: $f$ is the minimiser's value, $h$ the truth's.", assumes=REALIZABLE),
        Step("for_one_member", "proof of Lemma C.2",
            Inequality(S, t * width**2 * X / 2 + lemma_a_1.price(L) / t, (Gt(t, 0), Le(t * S - t**2 * width**2 * X / 2, L))),
            because=r"Lemma A.1 for the sum $S$ of $f$ times noise, $X$ the sum of $f^2$, at any $t$: all times at once, and no factor $T$. $L$ is $\ln((N - 1)/\delta)$, "
            "for all members but the truth."),
        Step("choice", "proof of Lemma C.2",
            Inequality(X, 8 * width**2 * L, (Gt(width, 0), Ge(L, 0), Ge(X, 0), Eq(t, 1 / (2 * width**2)), Le(X, 2 * (t * width**2 * X / 2 + L / t)))),
            because=r"At $t = 1/(2 \sigma^2)$, which makes the constant 8 least: $2 L/(t (1 - \sigma^2 t))$ is smallest there."),
        Step("least_constant", "proof of Lemma C.2", Inequality(Integer(8), 2 / (t * (1 - t)), (Gt(t, 0), Lt(t, 1))), because=r"With $\sigma = 1$."),
        Step("below_the_print", "Lemma C.2", Inequality(printed(UNIT, ANYTIME), printed(UNIT, UNION), (*domain(rounds, delta), Ge(size, 2))),
            settles=("in_sample@member",), because="The factor $T$ under the logarithm is not needed: the bound is anytime."),
        Step("outside", "Lemma C.2", Inequality(printed(width, log(rounds / delta)), rounds * f**2, (*domain(rounds, delta), Gt(width, 0), Eq(width**2, f**2 / (8 * log(rounds / delta)))), strict=False),
            because=r"A class that holds 0 alone, where the truth is $f$: noise that is absent has every variance proxy, and from $\sigma^2 = f^2/(8 \ln(T/\delta))$ down the error $T f^2$ is above the bound."),
        Step("names", "Lemma C.2, conclusion", Inequality(X, printed(width, log(rounds * size / delta)), (*domain(rounds, size, delta), Gt(width, 0), Ge(h, 2), Le(X, printed(width, log((h - 1) / delta))))),
            display=r"\sum_{i \le t} (\hat{h}_t(x_i) - h^*(x_i))^2 \le 8 \sigma^2 \ln \frac{T N_{\mathcal{F}}}{\delta}", form="reduction",
            because=r"$X$ is the sum, $h$ the number of members of the class $H$ of the lemma, for which the proof gives $X$ at most $8 \sigma^2 \ln((h - 1)/\delta)$. The page writes $N_F$, which the lemma does not have, and calls the estimator by two letters.",
            repair=Repair(Inequality(X, printed(width, log(rounds * h / delta)), (*domain(rounds, delta), Gt(width, 0), Ge(h, 2), Le(X, printed(width, log((h - 1) / delta))))),
                "$N_F$ is $N_H$, the cardinality of the lemma's class", r"\sum_{i \le t} (\hat{h}_t(x_i) - h^*(x_i))^2 \le 8 \sigma^2 \ln \frac{T N_{\mathcal{H}}}{\delta}"),
            misprint="the lemma's second sentence, which calls the cardinality $N_H$", fault=faults.NAMES),
        Step("one_member", "Lemma C.2", Inequality(Integer(0), printed(width, log(rounds / delta)), domain(rounds, delta)),
            because="A class of one member makes no error."),
    ),
    findings=(
        KeyFinding("Where the paper uses the lemma, Assumption 3.8 says so, and for a member of the class the lemma stands", ("for_one_member", "choice", "below_the_print"), weight="little", fault=faults.MEMBER),
        KeyFinding("Without the factor $T$ in the logarithm, for all $t$ at once", ("for_one_member", "choice", "below_the_print"), weight="better"),
    ),
)
