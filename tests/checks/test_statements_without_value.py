"""What has no value somewhere on its own stated domain is at fault, with the point; what its symbols assume is in sight."""

import pytest
from aloud import phrase
from sympy import IndexedBase, Pow, Sum, Symbol, exp, log, sqrt, symbols

from boundcheck.checks import formulas, used_results
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.claims import Disputed, Identity, Inequality, Letter
from boundcheck.prove import replay
from boundcheck.record.build import given_of
from boundcheck.record.replay import misshown, replay_all
from boundcheck.symbolic import Statement, encode
from boundcheck.verdict import Outcome, facts
from boundcheck.verdict.statements import Settled, Witness

x = symbols("x", real=True)
n, i, j = symbols("n i j", integer=True)
term = IndexedBase("x")
positive = Symbol("C", positive=True)
ROOT = Identity(Pow(sqrt(x - 2), 2, evaluate=False), x - 2, (x > 0,))


def context(definitions=None, parameters=()):
    return Context("test", "test", BUDGETS["quick"], 0, 1e-4, None, None, definitions or {}, parameters)


@pytest.mark.parametrize(
    ("shape", "where"),
    [
        (ROOT, {"x": "1"}),
        (Inequality(0, Sum(1 / j**2, (j, 0, n)), (n >= 0,)), {"n": "1"}),
        (Inequality(n / 2, Sum(1, (j, 1, n / 2)), (n >= 2,)), {"n": "3"}),
        (Inequality(-1, exp(log(term[1], evaluate=False), evaluate=False)), {"x[1]": "0"}),
    ],
    ids=str,
)
def test_a_formula_without_value_on_its_domain_is_refuted_with_the_point(shape, where):
    found = formulas.check(shape, context())
    assert found.outcome is Outcome.REFUTED
    assert phrase(found.fact).startswith("no value at ")
    assert found.witness.point == where
    assert "undefined" in (found.witness.lhs, found.witness.rhs)
    assert replay(found.certificate, found.statement).ok
    witness, checked = found.witness, encode(found.statement)
    settled = Settled(
        outcome="REFUTED",
        fact=found.fact,
        method=found.method,
        witness=witness,
        certificate=found.certificate,
        trusted=found.trusted,
        checked=checked,
    )
    (row,) = replay_all("step", settled)
    assert row.result == "replayed"
    assert not misshown(witness, found.certificate, checked, found.fact)
    assert misshown(Witness(point=where, lhs="7", rhs="7", text=witness.text), found.certificate, checked)
    assert misshown(witness, found.certificate, checked, facts.NoValueAt({"x": "another"}, "no value"))


def test_with_the_missing_condition_it_is_proved():
    assert formulas.check(Identity(ROOT.lhs, ROOT.rhs, (x >= 2,)), context()).outcome is Outcome.PROVED
    assert formulas.check(Inequality(0, Sum(1 / j**2, (j, 1, n)), (n >= 1,)), context()).outcome is Outcome.PROVED


def test_an_abbreviation_does_not_simplify_what_was_written():
    c = Symbol("c", real=True)
    written = Identity(Pow(sqrt(x - c), 2, evaluate=False), x - c, (x > 0,))
    found = formulas.check(written, context({c: 2 * x - 1}))
    assert found.outcome is Outcome.REFUTED
    assert phrase(found.fact).startswith("no value")


def test_what_a_symbol_assumes_is_among_the_conditions_that_are_shown_and_checked():
    shape = Identity(sqrt(positive**2), positive)  # SymPy makes it C = C, which needs that C is positive
    found = formulas.check(shape, context())
    assert found.outcome is Outcome.PROVED
    plain = Symbol("C", real=True)
    assert encode(found.statement) == encode(Statement(plain, "==", plain, (plain > 0,)))
    assert given_of(shape, {})["latex"] == "C > 0"
    assert formulas.check(Inequality(x, positive), context()).outcome is Outcome.REFUTED


def test_a_letter_that_is_declared_an_integer_ends_a_sum():
    m = Symbol("m", real=True)
    shape = Identity(Sum(1, (j, 1, m)), m, (m >= 1,))
    assert formulas.check(shape, context()).outcome is Outcome.REFUTED
    whole = Letter(m, "how many", m >= 1, (1, 10), integer=True)
    assert formulas.check(shape, context(parameters=(whole,))).outcome is Outcome.PROVED
    off = Identity(Sum(1, (j, 1, m)), m + 1, (m >= 1,))
    assert formulas.check(off, context(parameters=(whole,))).outcome is Outcome.REFUTED


def test_a_quote_without_value_is_not_shown_to_be_false():
    assert used_results.check_disputed(Disputed(ROOT, "others"), context()).outcome is Outcome.UNDECIDED
    false = Identity(x**2, x)
    assert used_results.check_disputed(Disputed(false, "others"), context()).outcome is Outcome.PROVED
