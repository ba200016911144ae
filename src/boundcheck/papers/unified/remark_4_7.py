"""Remark 4.7: suboptimality by the largest implicit reward."""

import sympy
from sympy import Ge, Gt, Le, Lt, Rational, log, sqrt

from boundcheck.claims import By, Claim, Inequality, InstanceInequality, Reading, Source, Step

from . import PAPER, proposition_4_6
from .lab import one_direction as study
from .notation import LETTERS, ball, beta, kappa
from .proofs import proposition_4_6 as chain
from .proposition_4_6 import FACTOR, WORDS, logit

C, h, p, q, s, span, largest, width, size, distance = sympy.symbols("C h p q s span largest width size distance", real=True)

# Two actions, beta = 1: the implicit rewards ln(p/s), ln((1-p)/(1-s)) of the best policy; q is the returned one.
REWARDS = log(p / s), log((1 - p) / (1 - s))
GAIN = (REWARDS[0] - REWARDS[1]) * (p - q)
# kappa over the class times the square of the width is half the squared gap of the logits, for any pi_sft.
RATE = (logit(p) - logit(q)) / sqrt(2)

# The step whole of Proposition 4.6, where rₘₐₓ takes the place of beta B.
THEIRS = next(step for step in proposition_4_6.CLAIM.steps if step.label == "whole")
WHOLE = tuple(condition.subs(ball, largest / beta) for condition in chain.WHOLE)

# A policy that is surer than pi_sft, which is sure itself: the largest reward is small, its range is not.
SURE = {s: 1 - h, p: 1 - h**2, q: Rational(1, 2)}
SHORT = log((1 - h**2) / (1 - h))


def along(expression):
    """`expression` for the family of sure policies."""
    return expression.subs(SURE)


CLAIM = Claim(
    source=Source(PAPER, "Remark 4.7", "Section 4.2", kind="remark"),
    words=r"With $r_{\max}$ the maximum of the implicit reward, for some universal constant $c$",
    displays={"": r"\operatorname{SubOpt}(\hat{\pi}, \pi^\star) \le c \sqrt{\kappa_\Pi} \frac{r_{\max}}{\beta} \Gamma(n, d, \delta, \lambda)"},
    letters=LETTERS
    | chain.LETTERS
    | {"largest": r"r_{\max}", "width": r"\Gamma", "span": r"(r_{\max} - r_{\min})", "size": "L"}
    | {"distance": r"\|\hat{\theta}' - \theta^\star\|_{\hat{\Sigma} + \lambda I}"},
    readings=(
        Reading("literal", r"$r_{\max}$ is the largest value of $\beta \ln(\pi^\star/\pi_{\mathrm{sft}})$, with its sign. It is refuted with two actions, "
                r"where $\pi_{\mathrm{sft}}$ takes the first with probability $1 - h$, for $\Gamma$ in the limit of large $n$ and small "
                r"$\lambda$; there the bound fails by a factor above 2, so it fails for large $n$ at admissible ridges too",
                fault=chain.RADIUS),
        Reading("absolute", r"$r_{\max}$ bounds the absolute value of the implicit reward, as a bound on rewards usually does",
                support=r"Section 7, $\gamma = \Theta(\exp(r_{\max}))$, where it bounds the logits"),
    ),
    parts={
        "bound": {
            "literal": Inequality(
                along(GAIN), C * SHORT * along(RATE), (Ge(C, 1), Gt(h, 0), Le(h, 1 / (8 * C)))
            ),
            "absolute": InstanceInequality(WORDS + r"the bound with $c = \sqrt{3/2}$ and the largest absolute value of the implicit reward",
                study.DIMENSION, study.instance, study.suboptimality, study.by_reward, WHOLE, study.reward_letters),
        }
    },
    steps=(
        Step("sure_gain", "Remark 4.7, literal",
            Inequality(log(1 / h), along(REWARDS[0] - REWARDS[1]), (Gt(h, 0), Lt(h, 1))),
            because=r"$\pi_{\mathrm{sft}}$ takes the first action with probability $1 - h$, the best policy with $1 - h^2$, the "
            r"returned one with 1/2: the difference of the two implicit rewards is $\ln((1 + h)/h)$."),
        Step("sure_reward", "Remark 4.7, literal", Inequality(SHORT, h, (Gt(h, 0), Lt(h, 1))),
             because=r"The larger implicit reward is $\ln(1 + h)$; the other one is negative."),
        Step("sure_gap", "Remark 4.7, literal", Inequality(along(logit(p) - logit(q)), 2 * log(1 / h), (Gt(h, 0), Lt(h, 1)))),
        Step("every_constant", "Remark 4.7, literal",
            Inequality(C * h * 2 * size / sqrt(2), size * (Rational(1, 2) - h**2),
                (Ge(C, 1), Gt(h, 0), Le(h, 1 / (8 * C)), Gt(size, 0)),
                strict=True),
            because=r"With $L = \ln(1/h)$: by the three steps before, for every constant $C$ the bound fails at $h = 1/(8 C)$, in the "
            r"limit of $n$ to infinity and $\lambda$ to 0."),
        Step("room", "Remark 4.7, literal",
            Inequality(2 * C * h * 2 * size / sqrt(2), size * (Rational(1, 2) - h**2),
                (Ge(C, 1), Gt(h, 0), Le(h, 1 / (8 * C)), Gt(size, 0)),
                strict=True),
            because=r"Twice the bound still fails. For finite $n \Gamma$ exceeds its limit by a factor that tends to 1 with probability tending to "
            r"1, since the ridge $(d/n) \ln(n/\delta)$ tends to 0; for large $n$ it is below 2."),
        Step("rewrite", "Remark 4.7",
            Inequality(sqrt(3) * span / (2 * sqrt(2)) * sqrt(kappa) * distance, sqrt(Rational(3, 8)) * sqrt(kappa) * span / beta * width,
                       (Le(beta * distance, width), Gt(beta, 0), Ge(kappa, 0), Ge(span, 0))),
            because="The left side is where the chain of Proposition 4.6 stands before its last line, with the span of the reward; (13) "
            r"bounds $\beta$ times the distance by $\Gamma$."),
        Step("span_by_size", "Remark 4.7",
            Inequality(sqrt(Rational(3, 8)) * span, sqrt(Rational(3, 2)) * largest, (Le(span, 2 * largest), Ge(span, 0))),
            because=r"So $c = \sqrt{3/2}$, $r_{\max}$ being the largest absolute value; with the span $r_{\max} - r_{\min}$ in its place $c = \sqrt{3/8}$."),
        Step("whole", "Remark 4.7",
            By(THEIRS, letters={"ball": largest / beta}, given=WHOLE,
               says=Inequality(chain.GAIN, FACTOR * sqrt(kappa) * (largest / beta) * width)),
            display=r"\operatorname{SubOpt}(\hat{\pi}, \pi^\star) \le \frac{\sqrt{3}}{\sqrt{2}} \sqrt{\kappa_\Pi} \frac{r_{\max}}{\beta} \Gamma(n, d, \delta, \lambda)",
            form="translation", because=r"The chain of Proposition 4.6 for the implicit reward itself, which is within $r_{\max}$ of 0: for any number of states and actions.",
            settles=("bound@absolute",)),
    ),
    not_covered=("infinitely many states or actions",),
)
