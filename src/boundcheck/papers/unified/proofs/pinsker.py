"""Pinsker's inequality for two laws on any finite number of outcomes: per outcome, then summed."""

import sympy
from sympy import Abs, Ge, Gt, IndexedBase, Le, Sum, log

from boundcheck.claims import By, Inequality, Step

p, q, mu = sympy.symbols("p q mu", real=True)
j, pairs = sympy.symbols("j pairs", integer=True)
p_, q_ = IndexedBase("p_", real=True), IndexedBase("q_", real=True)


def over(term):
    """The sum over the outcomes."""
    return Sum(term, (j, 1, pairs))


LAWS = (Gt(p_[j], 0), Gt(q_[j], 0))
APART, KL = over(Abs(p_[j] - q_[j])), over(p_[j] * log(p_[j] / q_[j]))


def split(kl, first, second):
    """What bounds the sum of abs(p - q) for every mu > 0; the laws add up to `first` and `second`."""
    return 2 * mu / 3 * second + mu / 3 * first + kl / (2 * mu) - first / (2 * mu) + second / (2 * mu)


def _each(p, q, *given):
    return Inequality(3 * (p - q) ** 2, (4 * q + 2 * p) * (p * log(p / q) - p + q), given)


EACH = _each(p_[j], q_[j])


def pinsker(where, first, second, outcome):
    """The three steps; `first` and `second` are the two laws in print."""
    return (
        Step("pinsker", where,
            _each(p, q, Gt(p, 0), Gt(q, 0)),
            display=rf"3 ({first} - {second})^2 \le (4 {second} + 2 {first}) ({first} \ln({first}/{second}) - {first} + {second})", form="translation",
            because=f"Pinsker's inequality, first per {outcome}: $p$ and $q$ are its probabilities under the two laws."),
        Step("pinsker_each", where,
            By("pinsker", letters={"p": p_[j], "q": q_[j]}, given=LAWS, says=EACH)),
        Step("pinsker_sum", where,
            Inequality(APART, split(KL, over(p_[j]), over(q_[j])), (*LAWS, Ge(pairs, 1), Gt(mu, 0), Le(EACH.lhs, EACH.rhs))),
            display=rf"\operatorname{{TV}}({first}, {second}) \le \sqrt{{\frac{{1}}{{2}} \operatorname{{KL}}({first}, {second})}}", form="reduction",
            because=rf"For any number of {outcome}s, by the step before: as $p$ and $q$ sum to 1, twice TV is at most $\mu + \operatorname{{KL}}/(2 \mu)$, for every $\mu > 0$, and so at most the root of 2 KL."),
    )
