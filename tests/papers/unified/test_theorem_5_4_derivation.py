"""Theorem 5.4 is derived, order by order; with a false link it is not."""

from dataclasses import replace

import pytest
from sympy import Rational

from boundcheck.calculus import Norm, always, event, law, le
from boundcheck.checks.derived import derived
from boundcheck.papers.unified import theorem_5_4
from boundcheck.papers.unified.notation import alpha, c_epsilon, delta, gamma, lam, radius
from boundcheck.papers.unified.proofs.estimate import CORRUPTED, DESIGN, LABELS
from boundcheck.rlhf.estimators import l2_error

CLAIM = theorem_5_4.CLAIM
PARTS = {f"coverage_{order}": part for order, part in theorem_5_4.BOUNDS.items()}
PARTS["coverage_ltc@sharper"] = theorem_5_4.SHARPER
CTL, LTC, CLC = (CLAIM.derivations[f"coverage_{order}"] for order in theorem_5_4.BOUNDS)


def found(key, derivation=None, **changes):
    derivations = {key: derivation or CLAIM.derivations[key]}
    return derived(replace(PARTS[key], **changes), key, replace(CLAIM, derivations=derivations))


@pytest.mark.parametrize("key", PARTS)
def test_it_is_closed_about_what_the_simulation_returns_and_replays(key):
    answer = found(key)
    assert (answer.fact, answer.link) == ("", "")
    assert answer.holds
    assert answer.world == "linear world"
    assert derived(PARTS[key], key, CLAIM, answer.proofs) == answer
    assert all(one.place or one.sort == "definition" for one in answer.assumptions)
    assert not any(one.sort == "granted" for one in answer.assumptions)
    assert any("Hsu, Kakade and Zhang" in one for one in answer.cited)
    assert any("Claim E.2" in one for one in answer.cited) == (key != "coverage_ltc@sharper")


def of(true, name, **changes):
    """A derivation with one fact changed."""
    assert any(f.name == name for f in true.facts)
    return replace(true, facts=tuple(replace(f, **changes) if f.name == name else f for f in true.facts))


def objects(true, name, **changes):
    """A derivation with a lemma of other objects."""
    (one,) = [f for f in true.facts if f.name == name]
    return of(true, name, rule=one.rule.lemma(**{**dict(one.rule.objects), **changes}))


def assuming(true, name, said):
    """A derivation with another law in place of one."""
    return replace(true, assumptions={**true.assumptions, name: replace(true.assumptions[name], says=said)})


def without(true, name):
    """A derivation without one assumption."""
    kept = {label: a for label, a in true.assumptions.items() if label != name}
    assert len(kept) < len(true.assumptions)
    facts = tuple(replace(f, by=tuple(b for b in f.by if b != name)) for f in true.facts)
    return replace(true, assumptions=kept, facts=facts)


def line(true, name):
    """The one relation that a fact states."""
    (one,) = [f for f in true.facts if f.name == name]
    return one.says.relations[0]


RIDGE, SIZE = line(CTL, "ridge"), line(CTL, "gradient").lhs
FORM = SIZE.args[1]
PLANTED = {
    # a constant
    "C = 1 for 2": ("coverage_ctl", CTL, {"constant": 1}, "statement"),
    "half the radius in the ridge": (
        "coverage_ctl",
        of(CTL, "ridge", says=always(le(RIDGE.lhs, RIDGE.rhs - 3 * gamma * lam * radius**2))),
        {},
        "ridge",
    ),
    "a quarter of the coins' width": (
        "coverage_ctl",
        objects(CTL, "coins: noise", sigma=c_epsilon / 4),
        {},
        "coins: noise",
    ),
    "LTC at CTL's price": (
        "coverage_ltc",
        objects(LTC, "b: change", size=Rational(1)),
        {},
        "b: change",
    ),
    # an exponent
    "alpha for its root": ("coverage_ctl", objects(CTL, "b: change", share=alpha**2), {}, "b: change"),
    # a dropped hypothesis
    "coins that are not independent": ("coverage_ctl", without(CTL, "independent coins"), {}, "coins: noise"),
    "any number of changes": ("coverage_ctl", without(CTL, "share of b"), {}, "b: change"),
    "features of any norm": ("coverage_ltc", without(LTC, "features"), {}, "unit"),
    "no truth in the ball": ("coverage_ctl", without(CTL, "truth in the ball"), {}, "true norm"),
    "labels of another mean": ("coverage_ltc", without(LTC, "labels"), {}, "mean"),
    # a swapped norm
    "the error in the Euclidean norm": ("coverage_ctl", replace(CTL, error=Norm(CTL.error.args[0])), {}, "statement"),
    "the norm for its dual": (
        "coverage_ctl",
        of(CTL, "ridge", says=always(le(RIDGE.lhs, RIDGE.rhs.subs(SIZE, Norm(SIZE.args[0], FORM.args[0]))))),
        {},
        "ridge",
    ),
    # failures that do not add up
    "all of delta for each noise": (
        "coverage_ctl",
        of(objects(CTL, "coins: noise", delta=delta), "coins: noise", says=None),
        {},
        "gradient",
    ),
    "half of the failure": ("coverage_clc", CLC, {"failure": delta / 2}, "statement"),
    # what is fixed too early
    "coins that the adversary foresees": (
        "coverage_ctl",
        assuming(
            CTL, "independent coins", law(CTL.assumptions["independent coins"].says.object, "independent", given=DESIGN)
        ),
        {},
        "coins: noise",
    ),
    "an event given what the adversary saw": (
        "coverage_ctl",
        of(CTL, "gradient", says=event(line(CTL, "gradient"), failure=delta, given=CORRUPTED)),
        {},
        "gradient",
    ),
    "label and coin independent of the adversary who saw them": (
        "coverage_ltc",
        objects(LTC, "labels and coins: noise", given=LABELS | {"adversary", "coins"}),
        {},
        "labels and coins: noise",
    ),
}


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_falsehood_is_found(case):
    key, derivation, changes, at = PLANTED[case]
    answer = found(key, derivation, **changes)
    assert not answer.closed
    assert answer.fact == at


def test_another_error_of_the_run_does_not_hold():
    answer = found("coverage_ctl", replace(CTL, measured=l2_error))
    assert answer.closed
    assert not answer.holds
    assert "another function" in answer.link
