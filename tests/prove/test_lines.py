"""Relations between functions of sums over a letter's range: lines, squares of terms, and certificates of other lines."""

import copy

import pytest
import sympy
from sympy import Eq, IndexedBase, Rational, Sum, exp, log, sqrt, symbols

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.prove.kernel.sums import terms_of
from boundcheck.symbolic import Statement

n, i, j = symbols("n i j", integer=True)
p, q = symbols("p q", real=True)
x, y = IndexedBase("x"), IndexedBase("y")
FROM_ONE, POSITIVE = (n >= 1,), (n >= 1, x[i] > 0, y[i] > 0)
LAWS = (*POSITIVE, Eq(Sum(x[i], (i, 1, n)), 1), Eq(Sum(y[i], (i, 1, n)), 1))


def total(term):
    return Sum(term, (i, 1, n))


def at_most(left, right):
    return Statement(left, "<=", right)


JENSEN = at_most(total(log(x[i])) / n, log(total(x[i]) / n))
SCHWARZ = at_most(total(x[i] * y[i]) ** 2, total(x[i] ** 2) * total(y[i] ** 2))
DIVERGENCE = total(x[i] * log(x[i] / y[i]))

TRUE = {
    "Jensen": (JENSEN, (n >= 1, x[i] > 0)),
    "Cauchy and Schwarz": (SCHWARZ, FROM_ONE),
    "Minkowski": (at_most(sqrt(total((x[i] + y[i]) ** 2)), sqrt(total(x[i] ** 2)) + sqrt(total(y[i] ** 2))), FROM_ONE),
    "log-sum": (at_most(total(x[i]) * log(total(x[i]) / total(y[i])), DIVERGENCE), POSITIVE),
    "no divergence is negative": (at_most(0, DIVERGENCE), LAWS),
    "entropy": (at_most(-total(x[i] * log(x[i])), log(n)), (n >= 1, x[i] > 0, LAWS[3])),
    "norms": (at_most(sqrt(total(x[i] ** 2)), total(x[i])), (n >= 1, x[i] >= 0)),
    "exponentials": (at_most(total(x[i]) / n, log(total(exp(x[i])) / n)), FROM_ONE),
    "power means": (at_most((total(x[i]) / n) ** p, total(x[i] ** p) / n), (n >= 1, x[i] > 0, p >= 1)),
}
FALSE = {
    "Jensen, turned round": (at_most(log(total(x[i]) / n), total(log(x[i])) / n), (n >= 1, x[i] > 0)),
    "Cauchy and Schwarz, a little less": (
        at_most(SCHWARZ.lhs, Rational(99, 100) * total(x[i] ** 2) * total(y[i] ** 2)),
        FROM_ONE,
    ),
    "norms, turned round": (at_most(total(x[i]), sqrt(total(x[i] ** 2))), (n >= 1, x[i] >= 0)),
    "half of the entropy": (at_most(-total(x[i] * log(x[i])), log(n) / 2), (n >= 1, x[i] > 0, LAWS[3])),
    "of no terms": (at_most(1, total(x[i])), (n >= 0, x[i] >= 1)),
    "without a law": (at_most(0, DIVERGENCE), POSITIVE),
    "norms of any sign": (at_most(sqrt(total(x[i] ** 2)), total(x[i])), FROM_ONE),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_one_is_proved_and_replays(name):
    goal, given = TRUE[name]
    answer = prove(goal, given)
    assert isinstance(answer, Proved), answer
    assert answer.engine.startswith("lines")
    assert replay(answer.certificate, goal, given).ok


@pytest.mark.parametrize("name", FALSE)
def test_a_false_one_is_refuted(name):
    answer = prove(*FALSE[name])
    assert isinstance(answer, Refuted), answer


def altered(certificate):
    """Yield certificates that say a little more, or other things, than they may."""
    plan = certificate["plan"]
    for k in range(len(plan["lines"])):
        for m in range(len(plan["lines"][k])):
            yield {
                **plan,
                "lines": [
                    [["q", "7"] if (a, b) == (k, m) else w for b, w in enumerate(line)]
                    for a, line in enumerate(plan["lines"])
                ],
            }
    yield (
        {**plan, "lines": [*plan["lines"], [["q", "-1"], *(["q", "0"] for _ in plan["lines"][0][1:])]]}
        if plan["lines"]
        else {}
    )
    yield {**plan, "signs": [[0, ">"], [1, ">"]]}
    yield {**plan, "squares": [[-1, -1, 0]]}
    yield {**plan, "squares": [[0, 1, 2], [0, 1, 0]]}
    yield {**plan, "kind": "bounds"}
    yield {}


@pytest.mark.parametrize("name", ["Jensen", "Cauchy and Schwarz", "no divergence is negative"])
def test_other_lines_do_not_replay(name):
    goal, given = TRUE[name]
    certificate = prove(goal, given).certificate
    for plan in altered(certificate):
        assert not replay({**copy.deepcopy(certificate), "plan": plan}, goal, given).ok, plan


def test_a_certificate_is_of_its_statement():
    goal, given = TRUE["Cauchy and Schwarz"]
    certificate = prove(goal, given).certificate
    for other in (FALSE["Cauchy and Schwarz, a little less"][0], Statement(goal.rhs, "<=", goal.lhs)):
        assert not replay(certificate, other, given).ok
    assert not replay({**certificate, "satisfiable": {"n": "1"}}, goal, (*given, x[i] > 0)).ok


def test_what_is_no_sum_over_one_range_is_refused():
    from boundcheck.prove.kernel.results import Inapplicable

    for left in (
        Sum(x[i], (i, 1, n)) * Sum(x[i], (i, 1, n + 1)),
        Sum(x[i], (i, 1, n)) + x[j],
        Sum(x[i + 1], (i, 1, n)) + x[i],
    ):
        with pytest.raises(Inapplicable):
            terms_of(Statement(left, "<=", sympy.Integer(1)), ())
