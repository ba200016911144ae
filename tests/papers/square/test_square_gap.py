"""Lemma C.2 and Theorems C.1, 3.5 and 3.7 are derived, and nothing that is false of them is."""

from dataclasses import replace

import pytest
from sympy import Rational, exp

from boundcheck.calculus import Assumed, Open, Prover, always, check, event, law, le
from boundcheck.calculus.sabotage import leading_to
from boundcheck.checks.derived import derived, of_statement
from boundcheck.papers.square import lemma_b_1, lemma_c_2, theorem_3_5, theorem_3_7, theorem_c_1
from boundcheck.papers.square.lab import implicit_rewards
from boundcheck.papers.square.lab.alignment import Alignment
from boundcheck.papers.square.notation import coverage, epsilon, zeta
from boundcheck.papers.square.proofs.gap_derivation import member
from boundcheck.papers.square.proofs.lemma_b_1.derivation import DRAWN
from boundcheck.papers.square.proofs.meta_derivation import FIRST, derivation

PROVER = Prover(seconds=0.5)
SHARPER = theorem_c_1.VERSIONS["any_policy"]["sharper"]
META = theorem_c_1.CLAIM.derivations["any_policy@sharper"]
LTC = theorem_3_5.CLAIM.derivations["ltc@sharper"]
CENTRAL = lemma_b_1.CLAIM.derivations["central"]
PARTS = {
    "C.1": (META, SHARPER, theorem_c_1.CLAIM),
    "3.5": (LTC, theorem_3_5.READINGS["ltc"]["sharper"], theorem_3_5.CLAIM),
    "B.1": (CENTRAL, lemma_b_1.BOUNDS["central"], lemma_b_1.CLAIM),
    "C.2": (lemma_c_2.CLAIM.derivations["ctl"], lemma_c_2.BOUNDS["ctl"], lemma_c_2.CLAIM),
}


@pytest.fixture(scope="module")
def proved():
    """The derivation of the sharper meta theorem, with its certificate."""
    answer = derived(SHARPER, "any_policy@sharper", theorem_c_1.CLAIM)
    assert (answer.fact, answer.link) == ("", "")
    return answer


def test_the_meta_theorem_is_closed_about_what_an_instance_computes_and_replays(proved):
    assert proved.holds
    assert proved.world == "instances"
    assert derived(SHARPER, "any_policy@sharper", theorem_c_1.CLAIM, proved.proofs) == proved


@pytest.mark.parametrize(
    ("part", "link"),
    [
        (replace(SHARPER, rhs=lambda case: 0.9 * implicit_rewards.sharper(case)), "not seen to be the inequality"),
        (replace(SHARPER, lhs=lambda case: 2 * case["gap"]), "not seen to be the inequality"),
        (replace(SHARPER, letters=lambda case: {**case, "err": case["err"] / 2}), "not seen to be the inequality"),
        (replace(SHARPER, instance=implicit_rewards.realizable), "the instances are others"),
    ],
    ids=["a smaller right side", "a larger gap", "half of the error", "other instances"],
)
def test_another_inequality_over_instances_does_not_hold(proved, part, link):
    answer = derived(part, "any_policy@sharper", theorem_c_1.CLAIM, proved.proofs)
    assert answer.closed
    assert not answer.holds
    assert link in answer.link


def test_what_instances_are_said_to_keep_is_not_taken_for_granted():
    stated = of_statement(SHARPER, META, theorem_c_1.CLAIM)
    assert SHARPER.given
    assert {s.name for one in stated.domain for s in (one.lhs - one.rhs).free_symbols} <= {
        p.name for p in theorem_c_1.CLAIM.parameters
    }


def of(case, name, **changes):
    """A derivation with one fact changed."""
    true = PARTS[case][0]
    assert any(f.name == name for f in true.facts)
    return replace(true, facts=tuple(replace(f, **changes) if f.name == name else f for f in true.facts))


def objects(case, name, **changes):
    """A derivation with a lemma of other objects, and what it then says."""
    (one,) = [f for f in PARTS[case][0].facts if f.name == name]
    return of(case, name, rule=one.rule.lemma(**{**dict(one.rule.objects), **changes}), says=None)


def without(case, name):
    true = PARTS[case][0]
    assert name in true.assumptions
    kept = {label: a for label, a in true.assumptions.items() if label != name}
    facts = tuple(replace(f, by=tuple(b for b in f.by if b != name)) for f in true.facts)
    return replace(true, assumptions=kept, facts=facts)


def said(case, name):
    (one,) = [f.says for f in PARTS[case][0].facts if f.name == name]
    return one


LOGARITHM, THREE, OWN = (said("C.1", name).relations[0] for name in ("its logarithm", "three terms", "regulariser"))
SLOPE, UTILITY = said("3.5", "one exponential").relations[1], said("B.1", "not much worse").relations
TERMS = [(Rational(20, 21), 1, Rational(1, 2)), (1, Rational(20, 21), Rational(1, 2)), (1, 1, Rational(10, 21))]
PLANTED = {
    "policies of any mass": ("C.1", without("C.1", "policies"), "policy, second action"),
    "a second action that is the first": ("C.1", objects("C.1", "policy, second action", given=FIRST), "policy, second action"),
    "half of the coverage": ("C.1", objects("C.1", "comparator's coverage", v=coverage / 2), "comparator's coverage"),
    "a comparator of any coverage": ("C.1", without("C.1", "coverage"), "comparator's coverage"),
    "implicit rewards of any size": ("C.1", without("C.1", "implicit rewards"), "of implicit rewards"),
    "a range below that of rewards": ("C.1", without("C.1", "V above R"), "unclipped"),
    "a third of the logarithm": ("C.1", of("C.1", "its logarithm", says=always(le(LOGARITHM.lhs, coverage / 3))), "its logarithm"),
    "a divergence that pays twice": ("C.1", of("C.1", "regulariser", says=always(le(OWN.lhs, OWN.rhs - coverage))), "regulariser"),
    "half of the errors": ("C.1", of("C.1", "three terms", says=always(le(THREE.lhs, THREE.rhs / 2))), "three terms"),
    "no exponential": ("3.5", of("3.5", "one exponential", says=always(le(SLOPE.lhs, 1))), "one exponential"),
    "rewards of any size": ("C.2", without("C.2", "rewards"), "of rewards"),
    "another difference of rewards": ("C.2", without("C.2", "Delta star"), "true difference"),
    "twice the rate of the mechanism": ("B.1", objects("B.1", "utility", rate=epsilon / 4), "utility"),
    "a mechanism of its own": ("B.1", without("B.1", "mechanism"), "utility"),
    "a class without the truth": ("B.1", without("B.1", "realizable"), "loss of the truth"),
    "a mechanism that fails less": (
        "B.1", of("B.1", "not much worse", says=event(*UTILITY, failure=zeta / 4, given=DRAWN)), "not much worse",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_falsehood_is_found(case):
    name, false, at = PLANTED[case]
    _, part, claim = PARTS[name]
    answer = check(leading_to(of_statement(part, false, claim), at), PROVER)
    assert isinstance(answer, Open)
    assert answer.fact == at


@pytest.mark.parametrize("factors", TERMS)
def test_the_meta_theorem_with_a_smaller_factor_is_not_derived(proved, factors):
    """Each of its three terms; what leads there is taken from the certificate."""
    false = of_statement(SHARPER, derivation(SHARPER, factors), theorem_c_1.CLAIM)
    prover = Prover({**proved.proofs["proofs"]})
    answer = check(false, prover, {label: tuple(cited) for label, cited in proved.proofs["by"].items()})
    assert isinstance(answer, Open)
    assert answer.fact == "theorem"


def test_the_runs_of_the_derivation_are_those_of_the_theorem():
    for claim in (theorem_3_5.CLAIM, theorem_3_7.CLAIM):
        for one in claim.derivations.values():
            assert all(isinstance(run, Alignment) and run.method == "square" and run.measure == "gap" for run in one.measured)
            assert [w.draws for w in one.worlds] == [Alignment]


def test_every_law_has_its_place():
    assert all(a.place for d, *_ in PARTS.values() for a in d.assumptions.values() if isinstance(a, Assumed))
    assert law(member.comparator, "second moment", coverage) in [a.says for a in LTC.assumptions.values() if isinstance(a, Assumed)]
    assert exp(member.ln) in [getattr(a, "rhs", None) for a in LTC.assumptions.values()]
