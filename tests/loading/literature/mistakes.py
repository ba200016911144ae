"""What goes wrong beside the bound: proofs of something else, misquotes, repairs that mend nothing, ranges, strict signs."""

from sympy import Le, Lt, Rational, cosh, exp, log, sqrt, symbols

from boundcheck.claims import (
    Cited,
    Claim,
    HighProbabilityBound,
    Inequality,
    InstanceInequality,
    Letter,
    Regime,
    Repair,
    Simulation,
    Step,
)

from .concentration import coins, hoeffding, one_sided, two_sided
from .letters import N, delta, n

s, x, y = symbols("s x y", real=True)
MOMENT = {"moment": Inequality(cosh(s), exp(s**2))}


def irrelevant_proof(inside):
    """The step is true, of the letters of the bound, and shows nothing about it."""
    return hoeffding(inside, Step("line", "line 1", Inequality(log(1 / delta), 1 / delta, (delta > 0,))))


def misquoted_citation(divisor):
    quote = Cited("the moment bound of a coin", "Hoeffding (1963)", Inequality(cosh(s), exp(s**2 / divisor)))
    weaken = Step("weaken", "line 2", Inequality(exp(s**2 / 2), exp(s**2)))
    return Claim(title="A moment bound", parts=MOMENT, steps=(Step("lemma", "line 1", quote), weaken))


def false_repair(divisor):
    mended = Repair(Inequality(cosh(s), exp(s**2 / divisor)), "another divisor")
    lemma = Step("lemma", "line 1", Inequality(cosh(s), exp(s**2 / 4)), repair=mended)
    return Claim(title="A moment bound", parts=MOMENT, steps=(lemma,))


def false_quantile(domain):
    """The constant 1 between sqrt(ln(2/delta)/(2n)) and sqrt(ln(1/delta)/n)."""
    letter = Letter(delta, "failure", (delta > 0, domain), (1e-3, 0.3))
    bound = HighProbabilityBound(
        printed=sqrt(one_sided / n),
        explicit=sqrt(two_sided / (2 * n)),
        constant=1,
        trivial=Rational(1, 2),
        failure=delta,
        regimes=(Regime("coins", Simulation(coins), {"n": 1000, "delta": 0.05}, biting=True),),
    )
    return Claim(title="A rate", parts={"bound": bound}, letters=(N, letter))


def strict(is_strict):
    return Inequality(sqrt(x * y), (x + y) / 2, (x >= 0, y >= 0), strict=is_strict)


def pair(vector):
    return {"u": vector[:3], "v": vector[3:]}


def inner(case):
    return sum(abs(a * b) for a, b in zip(case["u"], case["v"], strict=True))


def norms(case):
    return sum(map(abs, case["u"])) * sum(map(abs, case["v"]))


def half_norms(case):
    return norms(case) / 2


VERSIONS = {
    "irrelevant_proof": (irrelevant_proof(two_sided), irrelevant_proof(one_sided)),
    "misquoted_citation": (misquoted_citation(2), misquoted_citation(4)),
    "false_repair": (false_repair(2), false_repair(3)),
    "false_quantile": (false_quantile(Le(delta, Rational(1, 2))), false_quantile(Lt(delta, 1))),
    "strict": (strict(False), strict(True)),
    "cauchy_schwarz": (
        InstanceInequality("inner products and l1 norms", 6, pair, inner, norms),
        InstanceInequality("inner products and l1 norms", 6, pair, inner, half_norms),
    ),
}
