"""Theorem 5.7 is derived in the readings that stand, and what is false of it is not."""

from dataclasses import replace

import pytest
from sympy import Rational

from boundcheck.calculus import Granted, Open, Prover, always, check, event, law, le
from boundcheck.calculus.sabotage import leading_to
from boundcheck.checks.derived import of_statement
from boundcheck.papers.unified import theorem_5_7, theorem_6_1, theorem_6_2, theorem_6_3
from boundcheck.papers.unified.lab.pessimism import suboptimality
from boundcheck.papers.unified.notation import ball, c_epsilon, d, delta, radius, xi
from boundcheck.papers.unified.orders import LTC
from boundcheck.papers.unified.proofs.coverage import UNSEEN
from boundcheck.papers.unified.proofs.estimate import x

CLAIM, PART = theorem_5_7.CLAIM, theorem_5_7.bound(LTC)
KEY = "coverage_ltc@mended"
TRUE = CLAIM.derivations[KEY]
PROVER = Prover(seconds=0.5)


def found(true=TRUE, **changes):
    """What becomes of a derivation of a part with these fields."""
    return check(of_statement(replace(PART, **changes), true, CLAIM), PROVER)


def test_the_bound_on_the_sample_is_derived():
    """All but the last lines; the whole is closed in the record, and replayed with it."""
    answer = found(leading_to(TRUE, "least eigenvalue"))
    assert isinstance(answer, Open)
    assert answer.fact == "statement"
    assert not any(isinstance(one, Granted) for one in TRUE.assumptions.values())


def of_name(name):
    (one,) = [f for f in TRUE.facts if f.name == name]
    return one


def of(name, true=TRUE, **changes):
    """A derivation with one fact changed."""
    assert any(f.name == name for f in true.facts)
    return replace(true, facts=tuple(replace(f, **changes) if f.name == name else f for f in true.facts))


def objects(name, **changes):
    """A derivation with a lemma of other objects."""
    one = of_name(name)
    return of(name, rule=one.rule.lemma(**{**dict(one.rule.objects), **changes}))


def without(name):
    """A derivation without one assumption."""
    kept = {label: a for label, a in TRUE.assumptions.items() if label != name}
    facts = tuple(replace(f, by=tuple(b for b in f.by if b != name)) for f in TRUE.facts)
    return replace(TRUE, assumptions=kept, facts=facts)


COVERAGE = TRUE.assumptions["coverage"]
WIDER = law(x, "covering", COVERAGE.says.parameters[0], xi, 4 * d)
(QUARTER,) = (f.says.relations[0] for f in TRUE.facts if f.name == "quarter")
PLANTED = {
    "a population's eigenvalue for the sample's": (objects("least eigenvalue", eta=UNSEEN / 10), "least eigenvalue"),
    "twice the coverage": (objects("least eigenvalue", xi=2 * xi), "least eigenvalue"),
    "coverage of nothing": (without("coverage"), "least eigenvalue"),
    "features that depend on each other": (without("independent features"), "least eigenvalue"),
    "features of any norm": (without("features"), "unit"),
    "labels that are not independent": (without("independent"), "labels and coins: noise"),
    "half of the coins' width": (objects("labels and coins: noise", sigma=c_epsilon / 4), "labels and coins: noise"),
    "a plain label's price of corruption": (objects("b: change", size=Rational(1)), "b: change"),
    "coverage in a larger space": (
        replace(TRUE, assumptions={**TRUE.assumptions, "coverage": replace(COVERAGE, says=WIDER)}),
        "least eigenvalue",
    ),
    "a tenth of the least eigenvalue more": (
        of("quarter", says=event(le(Rational(11, 10) * QUARTER.lhs, QUARTER.rhs), failure=delta / 2)), "quarter",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_falsehood_is_found(case):
    false, at = PLANTED[case]
    answer = found(leading_to(false, at))
    assert isinstance(answer, Open)
    assert answer.fact == at


def test_half_of_the_failure_is_not_derived():
    half = of("least eigenvalue", says=replace(of_name("least eigenvalue").says, failure=delta / 8))
    answer = found(leading_to(half, "least eigenvalue"))
    assert isinstance(answer, Open)
    assert "failures of the union" in answer.link


def test_a_policy_of_another_kind_is_another_function():
    true = theorem_6_2.CLAIM.derivations["end_to_end_ltc@mended"]
    assert suboptimality("two_states") not in true.measured
    assert all(not one.pessimistic for one in true.measured)
    assert all(one.pessimistic for one in theorem_6_1.CLAIM.derivations["end_to_end_ctl"].measured)


def test_the_width_that_algorithm_2_is_told_is_that_of_its_derivation():
    for order, key in ((LTC, "end_to_end_ltc@chosen_radius"), (LTC, "end_to_end_ltc@sharper")):
        version = theorem_6_1.theorem_5_4.sharper if key.endswith("sharper") else theorem_6_1.theorem_5_4.explicit
        told = theorem_6_1.total(theorem_6_1.width(order, version))
        named = theorem_6_1.CLAIM.derivations[key].assumptions["Gamma"].rhs
        assert (told - named).subs({ball: 2, radius: 4}).simplify() == 0


@pytest.mark.parametrize("name", ["noise in the rate", "corruption in the rate", "ridge in the rate"])
def test_a_term_of_the_sharper_bound_is_not_below_that_of_the_rate_alone(name):
    """Of Theorem 6.3 under LTC: the ridge is false without the constant, and the other two with a tenth of the rate."""
    claim = theorem_6_3.CLAIM
    true = claim.derivations["end_to_end_ltc@sharper"]
    (line,) = (f for f in true.facts if f.name == name)
    (said,) = line.says.relations
    false = replace(line, says=always(le(said.lhs, said.rhs / (10 if name == "ridge in the rate" else 100))))
    changed = replace(true, facts=tuple(false if f.name == name else f for f in true.facts))
    part = claim.parts["end_to_end_ltc"]["sharper"]
    for one, at in ((true, "statement"), (changed, name)):
        answer = check(of_statement(part, leading_to(one, name), claim), PROVER)
        assert isinstance(answer, Open)
        assert answer.fact == at
