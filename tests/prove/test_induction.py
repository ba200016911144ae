"""Sums with a symbolic number of terms: proved by induction, refuted by few terms; and plans that must not pass."""

import copy
import json

import pytest
from sympy import IndexedBase, Rational, Sum, Symbol, log, sqrt, symbols

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.prove.kernel import sums
from boundcheck.prove.kernel.reading import displayed, reading
from boundcheck.prove.kernel.results import Inapplicable
from boundcheck.prove.search.series import antiderivative
from boundcheck.symbolic import Statement, encode
from boundcheck.symbolic.statement import read

t, g, x, c, i = symbols("t g x c i")
n = Symbol("n", integer=True, positive=True)
m = Symbol("m", integer=True, nonnegative=True)
UNIT = (g >= 0, g < 1)


def total(term, last=n, first=1):
    """Return a sum over t."""
    return Sum(term, (t, first, last))


TRUE = [
    (total(1 / sqrt(t)) <= 2 * sqrt(n), ()),
    (total(1 / sqrt(t)) >= 2 * sqrt(n + 1) - 2, ()),
    (total(1 / t) >= log(n + 1), ()),
    (total(1 / t) <= 1 + log(n), ()),
    (total(1 / t**2) <= 2 - 1 / n, ()),
    (total(1 / t**2) < 2, ()),
    (total(g**t, m, 0) <= 1 / (1 - g), UNIT),
    (total(t * g**t) <= g / (1 - g) ** 2, UNIT),
    (total(log(t)) >= n * log(n) - n, ()),
    (Statement(total(t**3), "==", (n * (n + 1) / 2) ** 2), ()),
    (sqrt(n) / (2 * c) + c / 2 * total(1 / sqrt(t)) <= sqrt(n) * (1 / (2 * c) + c), (c > 0,)),
    (m + 1 <= 2**m, ()),
]
FALSE = [
    (total(1 / sqrt(t)) <= Rational(19, 10) * sqrt(n), ()),
    (total(1 / sqrt(t)) >= 2 * sqrt(n + 1) - Rational(9, 5), ()),
    (total(1 / t) <= log(n) + Rational(99, 100), ()),
    (total(1 / t**2) <= Rational(8, 5), ()),
    (total(g**t, m, 0) <= Rational(99, 100) / (1 - g), UNIT),
    (total(log(t)) >= n * log(n) - Rational(9, 10) * n, ()),
    (Statement(total(t**2), "==", n * (n + 1) * (2 * n + 2) / 6), ()),
    (total(IndexedBase("x")[t]) <= n - 1, (IndexedBase("x")[t] <= 1,)),
    (m + 2 <= 2**m, ()),
]


@pytest.mark.parametrize(("goal", "given"), TRUE, ids=str)
def test_true_sums(goal, given):
    answer = prove(goal, given)
    assert isinstance(answer, Proved)
    assert replay(json.loads(json.dumps(answer.certificate)), goal, given).ok


@pytest.mark.parametrize(("goal", "given"), FALSE, ids=str)
def test_false_sums(goal, given):
    answer = prove(goal, given)
    assert isinstance(answer, Refuted)
    certificate = json.loads(json.dumps(answer.certificate))
    assert replay(certificate, goal, given).ok
    assert dict(answer.witness) == certificate["point"]


def forged(goal, given, bounds, start=1):
    """Return the goals that a plan of bounds leaves."""
    claim, hypotheses = read(goal, given)
    plan = {"kind": "bounds", "from": start, "bounds": [[0, r, encode(b)] for r, b in bounds]}
    return [str(s.claim) for s in sums.goals(claim, hypotheses, plan)[0]]


def test_a_bound_leaves_its_first_value_and_its_step():
    left = forged(total(1 / t) <= 1 + log(n), (), [("<=", 1 + log(Symbol("n", real=True)))])
    assert "log(n) - log(n - 1) - 1/n >= 0" in left
    assert "0 >= 0" in left  # the first value
    assert "n - 1 >= 0" in left  # the letter begins where the induction does
    assert "-sum 0 + log(n) + 1 >= 0" in left


def test_a_false_bound_leaves_a_false_step_or_a_false_first_value():
    for bound in (log(Symbol("n", real=True)), Rational(3, 2) - 0 * t, Symbol("n", real=True) / 2):
        goal = total(1 / t) <= 1 + log(n)
        claim, hypotheses = read(goal)
        plan = {"kind": "bounds", "from": 1, "bounds": [[0, "<=", encode(bound)]]}
        certificate = {"format": 1, "kind": "proof", "fingerprint": reading(goal).print, "satisfiable": {"n": "1"}}
        sequents = reading(claim, hypotheses, plan).sequents
        trees = [{"rule": "clear"} for _ in sequents]
        assert not replay({**certificate, "plan": plan, "proofs": trees}, goal).ok


def test_hypotheses_on_the_letter_are_not_used_for_its_other_values():
    """With n == 7 among the hypotheses the step would hold for n = 7 alone."""
    claim, hypotheses = read(total(1 / t) <= 1 + log(n), (n <= 7, g <= 1))
    bounds = [[0, "<=", encode(1 + log(Symbol("n", real=True)))]]
    sequents = sums.goals(claim, hypotheses, {"kind": "bounds", "from": 1, "bounds": bounds})[0]
    step = next(s for s in sequents if "log(n - 1)" in str(s.claim))
    given = set(map(str, step.given))
    assert "7 - n >= 0" not in given
    assert {"1 - g >= 0", "n - 2 >= 0"} == given


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (total(1 / (t + n)) <= 1, ()),  # the summand moves with the end
        (total(1 / t, n**2) <= 5, ()),
        (total(1 / t, n, x) <= 5, ()),
        (total(1 / t) <= 1 + log(n), (t <= 1,)),
    ],
)
def test_sums_that_no_plan_is_for(goal, given):
    with pytest.raises(Inapplicable):
        forged(goal, given, [("<=", 1 + log(n))])


def test_an_empty_sum_is_0_and_a_range_that_runs_backwards_is_refused():
    assert "0 >= 0" in forged(total(1 / t, n - 1) <= n, (), [("<=", Symbol("n", real=True) - 1)])
    with pytest.raises(Inapplicable):
        forged(total(1 / t, n - 2) <= n, (), [("<=", Symbol("n", real=True) - 1)])


def test_single_values_are_those_of_an_integer_and_cover_all():
    plan = {"kind": "values", "letter": "m", "from": 0, "count": 1}
    read_so = reading(m + 1 <= 2**m, (), plan)
    claims = [str(s) for s in read_so.sequents]
    assert "m >= 0 |- m >= 0" in claims
    assert "m >= 0, m - 1 >= 0 |- 2**m - m - 1 >= 0" in claims
    with pytest.raises(Inapplicable):
        reading(x + 1 <= 2**x, (x >= 0,), {**plan, "letter": "x"})
    for broken in ({**plan, "count": 0}, {**plan, "from": True}, {**plan, "from": "0"}, {**plan, "kind": "luck"}):
        with pytest.raises(Inapplicable):
            reading(m + 1 <= 2**m, (), broken)


def test_a_real_letter_is_not_looked_at_in_integers():
    assert isinstance(prove(2**x >= x + 1, (x >= 0,)), Refuted)


def test_a_certificate_without_its_plan_or_with_another_one_is_refused():
    goal = total(1 / t) <= 1 + log(n)
    certificate = prove(goal).certificate
    assert replay(certificate, goal).ok
    bare = {k: v for k, v in certificate.items() if k != "plan"}
    assert not replay(bare, goal).ok
    other = copy.deepcopy(certificate)
    other["plan"]["bounds"][0][2] = encode(log(Symbol("n", real=True)))
    assert not replay(other, goal).ok
    late = copy.deepcopy(certificate)
    late["plan"]["from"] = 2
    assert not replay(late, goal).ok
    assert not replay(certificate, total(1 / t) <= 1).ok


def test_a_number_of_terms_refutes_only_where_the_hypotheses_hold():
    goal = total(1 / t) <= 1
    certificate = prove(goal).certificate
    assert certificate["instance"] == ["n"]
    assert not replay({**certificate, "point": {"n": "1"}}, goal).ok
    assert not replay({**certificate, "point": {"n": "5/2"}}, goal).ok
    assert not replay({**certificate, "point": {"n": "0"}}, goal).ok  # positive by assumption
    mark = prove(total(1 / t) <= 1, (n >= 9,)).certificate["fingerprint"]
    assert not replay({**certificate, "fingerprint": mark}, goal, (n >= 9,)).ok


def test_an_instance_leaves_the_index_alone():
    sum_of = Statement(Sum(t * n, (t, 1, n)), "<=", n)
    assert str(sums.instance(sum_of, "n", 3)) == "Sum(3*t, (t, 1, 3)) <= 3"
    shadow = Statement(Sum(n, (n, 1, t)), "<=", n)
    assert str(sums.instance(shadow, "n", 3).lhs) == "Sum(n, (n, 1, t))"


def test_what_is_shown_of_a_sum_is_the_sum():
    assert displayed(Statement(total(1 / t), "<=", total(1 / t, n + 1))).lhs.has(Sum)


@pytest.mark.parametrize("f", [1 / sqrt(t), 1 / t, 1 / t**2, t, log(t), 3 / (2 * t + 1), t**2 + 1])
def test_antiderivatives_against_the_slope(f):
    whole = antiderivative(f, t)
    assert abs(float((whole.diff(t) - f).subs(t, Rational(7, 3)))) < 1e-12


def test_what_has_no_antiderivative_here():
    assert antiderivative(1 / (1 + t**2), t) is None


def test_a_letter_with_the_name_of_a_sum_is_not_taken_for_it():
    stolen = Symbol("sum 0", real=True)
    with pytest.raises(Inapplicable):
        forged(Statement(stolen + total(1 / t), "<=", 1 + log(n)), (), [("<=", 1 + log(Symbol("n", real=True)))])
    assert not isinstance(prove(Statement(stolen, "<=", 1 + log(n) + 0 * total(1 / t)), (stolen <= 100,)), Proved)
