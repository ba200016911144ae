"""A headline is the least of its parts, and what is displayed is what is proved: what is false, or says nothing, does not hold.

Sampled parts err with probability 1e-3 at most in a run; the seed is fixed.
"""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from least import least
from msgspec.structs import replace as replaced
from msgspec.structs import replace as with_field
from spoken import Spoken, conclude
from sympy import Eq, Integer, Rational, exp, log, sqrt, symbols

import boundcheck
from boundcheck.claims import (
    By,
    Cited,
    Claim,
    Definition,
    ExpectationBound,
    HighProbabilityBound,
    Inequality,
    Paper,
    Reading,
    Regime,
    Repair,
    Separation,
    Simulation,
    Source,
    Step,
)
from boundcheck.claims.paper import KINDS
from boundcheck.cli.check import status
from boundcheck.loading import registry
from boundcheck.record.conclusion import concluded
from boundcheck.settle.completeness import carries
from boundcheck.settle.settle import Run, Settled, defines, settle
from boundcheck.verdict import Headline, Outcome, Severity
from boundcheck.verdict.result import RestsOn

n, delta, t, x, y, epsilon = symbols("n delta t x y epsilon", real=True)
TRUE = Step("true", "line 1", Inequality(x, x + 1))
PAPER = Paper("own", "t", year=2020)


def zeros(rng, repeats, **point):
    return np.zeros(repeats)


def half_means(rng, repeats, *, n, **point):
    """About half the mean size of the mean of n signs, which is 1/2 at n = 1."""
    return np.full(repeats, 0.5 if n == 1 else 0.4 / np.sqrt(n))


def nearly_one(rng, repeats, **point):
    return 1 + rng.random(repeats) / 100


def a_fifth_more(rng, repeats, **point):
    return 1.2 * nearly_one(rng, repeats)


def checked(**fields):
    return boundcheck.check(Claim(**fields), budget="quick")


def at(*sizes):
    return tuple(Regime(f"n = {size}", Simulation(zeros), {"n": size, "delta": 0.1}) for size in sizes)


@pytest.mark.parametrize("rate", [2, 1000, Rational(1, 10)])
def test_a_tail_that_is_at_most_delta_from_the_bound_on_settles_nothing(rate):
    """Of Hoeffding's bound with any K in the place of 2 that line is true: it is about its own formula."""
    width = sqrt(log(1 / delta) / (rate * n))
    bound = HighProbabilityBound.of(width, failure=delta, trivial=1, regimes=at(10, 100))
    domain = (t >= width, n >= 1, delta > 0, delta < 1)
    line = Step("tail", "last", Inequality(exp(-rate * n * t**2), delta, domain), settles="bound")
    found = checked(parts={"bound": bound}, steps=(line,))
    assert found.steps[0].evidence.outcome is Outcome.PROVED
    assert [part.settled_by for part in found.parts] == [""]
    assert (found.headline, found.verdict.literal.value) == (Headline.SUPPORTED, "supported")
    ending = "The one checked line is proved; that they give the theorem was read, not checked."
    assert found.text == f"No sample contradicts claim. {ending}"


def test_a_matrix_chernoff_bound_with_8_5_for_2_does_not_hold():
    """Lemma H.3 of a paper, smaller than it is by a tenth in its bound and in the line of its tail."""
    claim = registry.load("unified/lemma_h_3")
    part = claim.parts["least_eigenvalue"]
    small = part.printed.subs(2, Rational(8, 5))
    assert small != part.printed
    tail = next(step for step in claim.steps if step.label == "tail")
    s = symbols("s", real=True)
    said = tail.statement
    line = Inequality(
        said.lhs.subs(s**2 / 2, s**2 * Rational(5, 8)), said.rhs, tuple(c.xreplace({part.printed: small}) for c in said.given)
    )
    places = (replace(part.regimes[0], experiment=Simulation(zeros)),)
    bound = HighProbabilityBound.of(small, failure=delta, trivial=1, regimes=places)
    false = replace(claim, parts={"least_eigenvalue": bound}, steps=(replace(tail, statement=line),))
    found = boundcheck.check(false, budget="quick")
    assert [step.evidence.outcome for step in found.steps] == [Outcome.PROVED]
    assert found.headline is Headline.SUPPORTED


def test_an_expectation_that_is_false_at_one_observation_does_not_hold_by_a_smaller_one():
    """E[error] = 1/2 at n = 1, and 49/100 is less."""

    printed = 49 / (100 * sqrt(n))
    places = tuple(Regime(f"n = {size}", Simulation(half_means), {"n": size}) for size in (4, 9))
    bound = ExpectationBound(printed, Integer(1), places, given=(n >= 1,))
    line = Step("composed", "last", Inequality(2 / (5 * sqrt(n)), printed, (n >= 1,)), settles="bound")
    found = checked(parts={"bound": bound}, steps=(line,))
    assert found.steps[0].evidence.outcome is Outcome.PROVED
    assert (found.headline, found.parts[0].settled_by) == (Headline.SUPPORTED, "")


def test_a_separation_by_any_power_does_not_hold_by_a_smaller_one():
    """Errors of which one is 1.2 times the other at every epsilon, called worse by epsilon^-10."""

    printed = epsilon**-10
    errors = Simulation(nearly_one), Simulation(a_fifth_more)
    swept = "epsilon", "epsilon", (0.1, 0.2, 0.4), 1 / epsilon
    apart = Separation(*errors, *swept, Rational(1, 10), {"n": 100}, of="rate", printed=printed)
    line = Step("composed", "last", Inequality(printed / 2, printed, (epsilon > 0,)), settles="apart")
    found = checked(parts={"apart": apart}, steps=(line,))
    assert found.steps[0].evidence.outcome is Outcome.PROVED
    assert found.headline is not Headline.HOLDS
    assert found.parts[0].settled_by == ""


def test_what_is_cited_is_not_proved_by_a_line_beside_it():
    found = checked(parts={"bound": Cited("P = NP", "folklore")}, steps=(TRUE,))
    assert (found.headline, found.verdict.literal.value) == (Headline.NOTHING_TO_CHECK, "cited")
    assert found.text == "claim is cited, and nothing of it is checked here; 1 line beside it is proved."


def test_what_is_cited_beside_a_part_that_is_proved_leaves_the_whole_supported():
    found = checked(parts={"bound": Cited("P = NP", "folklore"), "other": Inequality(x, x + 1)}, steps=(TRUE,))
    assert found.headline is Headline.SUPPORTED
    assert "Cited and not checked: bound." in found.text


def test_what_says_nothing_beside_a_part_that_is_proved_leaves_the_whole_supported():
    beside = checked(parts={"bound": Inequality(x, x), "other": Inequality(x, x + 1)})
    assert beside.headline is Headline.SUPPORTED
    assert "bound is vacuous: one expression stands on both sides." in beside.text


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (Inequality(x * (y + 1), (1 + y) * x), "one expression stands on both sides"),
        (Inequality(x**2, y, (x**2 <= y,)), "what it states is among its own conditions"),
        (Inequality(x, y, (2 * x < 2 * y,)), "what it states is among its own conditions"),
        (Inequality(x - y, 0, (Eq(x, y),)), "what it states is among its own conditions"),
        (Inequality(x**2, x, (x >= 1, x <= 1)), "its conditions leave one point, x = 1"),
        (Inequality(x * y, 6, (Eq(x, 2), Eq(y, 3))), "its conditions leave one point, x = 2, y = 3"),
    ],
)
def test_what_is_its_own_condition_or_speaks_of_one_point_is_empty_and_says_so(statement, why):
    found = checked(parts={"bound": statement}, steps=(TRUE,))
    assert (found.headline, found.severity) == (Headline.NOTHING_TO_CHECK, Severity.NONE)
    assert found.text == f"claim is vacuous as it is stated here: {why}; 1 line beside it is proved."


@pytest.mark.parametrize(
    "statement",
    [
        Inequality(x**2, y, (x <= y, x >= 0, y <= 1)),
        Inequality(x, y, (x <= y / 2, y >= 0)),
        Inequality(x**2, x, (x >= 0, x <= 1)),
        Inequality(Integer(1), Integer(2)),
    ],
)
def test_what_has_conditions_of_its_own_is_not_empty(statement):
    assert checked(parts={"bound": statement}).headline is Headline.HOLDS


# One claim for each headline, and for each way in which a word could hang on a name.
_READINGS = (Reading("literal", "as printed"), Reading("meant", "as meant", support="page 3"))
CLAIMS = {
    "holds": Claim(parts={"bound": Inequality(x, x + 1)}, steps=(TRUE,)),
    "repaired": Claim(
        parts={"bound": Inequality(x, x + 1)},
        steps=(Step("slip", "line 2", Inequality(x, x - 1), repair=Repair(Inequality(x, x + 1), "plus")),),
    ),
    "read": Claim(
        readings=_READINGS, parts={"bound": {"literal": Inequality(x, x - 1), "meant": Inequality(x, x + 1)}}, steps=(TRUE,)
    ),
    "evaluated": Claim(parts={"bound": Definition("the best constant", lambda k: 1, ({"k": 1}, {"k": 2}))}, steps=(TRUE,)),
    "sampled": Claim(parts={"bound": HighProbabilityBound.of(1 / n, failure=delta, trivial=1, regimes=at(10))}),
    "cited": Claim(parts={"bound": Cited("the tangent", "a book")}),
    "lines": Claim(steps=(TRUE,)),
    "false": Claim(parts={"bound": Inequality(x, x - 1)}),
    "false line": Claim(steps=(Step("slip", "line 2", Inequality(x, x - 1)),)),
    "empty": Claim(parts={"bound": Inequality(x, y, (x <= y,))}),
}
NAMES = ("Theorem 2.1", "Definition 2.1", "Table of rates", "Lemma", "", "Sections 4 and 5", "Claim is well defined")


@pytest.mark.parametrize("which", CLAIMS)
def test_neither_the_name_nor_the_kind_of_a_result_moves_its_verdict(which):
    """Settled once; concluded again under every name and of every kind, from the verdict and from its record."""
    one = replace(CLAIMS[which], source=Source(PAPER, "Theorem 1", "p. 1"))
    found = boundcheck.check(one, budget="quick")
    due = found.headline, found.severity, found.verdict.literal.value
    for name in NAMES:
        for kind in KINDS:
            called = replace(one, source=Source(PAPER, name, "p. 1", kind))
            again = conclude("own/x", called, found.parts, found.steps, found.verdict.rests_on)
            assert (again.headline, again.severity, again.literal.value) == due
            assert name in again.text
            record = replaced(found.record, printed=name, kind=kind)
            for beside in (called, None):
                recorded = concluded(record, beside)
                assert (recorded.headline, recorded.severity) == due[:2]


def test_the_kind_of_a_result_is_heard_in_its_words():
    found = boundcheck.check(replace(CLAIMS["holds"], source=Source(PAPER, "Result 1", "p. 1")), budget="quick")
    said = {}
    for kind in ("theorem", "definition", "table"):
        called = replace(CLAIMS["holds"], source=Source(PAPER, "Result 1", "p. 1", kind))
        said[kind] = conclude("own/x", called, found.parts, found.steps).text.partition(":")[0]
    assert said == {"theorem": "Result 1 holds", "definition": "Result 1 is well defined", "table": "Result 1 is consistent"}


def settled(claim, **used):
    run = Run("quick", 1, 1e-3, cells=None, search=None)
    return Spoken(claim, settle("p/x", claim, run, used, Settled([], [])))


def named(printed, **fields):
    return Claim(Source(PAPER, printed, "p. 1"), **fields)


WITH_X = (Regime("n = 10", Simulation(zeros), {"n": 10, "x": 1, "delta": 0.1}),)
MENDED = named(
    "Theorem 2",
    readings=(Reading("literal", "as printed"), Reading("mended", "with 4 for 2", repair=True)),
    parts={
        "bound": {
            "literal": HighProbabilityBound.of(2 * x / n, failure=delta, trivial=9, regimes=WITH_X),
            "mended": HighProbabilityBound.of(4 * x / n, failure=delta, trivial=9, regimes=WITH_X),
        },
        "line": {"literal": Inequality(x, x - 1), "mended": Inequality(x, x + 1)},
    },
)


def test_what_rests_on_a_false_result_is_conditional_with_the_repaired_instance():
    """The repaired bound is told in the letters of the line that uses it."""
    user = named(
        "Corollary 3", parts={"bound": Inequality(y, y + 1)}, steps=(Step("use", "p. 2", By(MENDED, "bound", x=y**2)),), uses=("a",)
    )
    verdict = settled(user, a=replace(MENDED, title="Filled in"))
    assert (verdict.headline, verdict.severity) == (Headline.CONDITIONAL, Severity.NONE)
    assert verdict.text == (
        "Corollary 3 follows from Theorem 2, which is false as printed; with the repaired Theorem 2 it reads: "
        "with 4 for 2; `bound` at most $\\frac{4 y^2}{n}$."
    )
    assert verdict.literal.value == "supported"


def test_what_rests_on_a_conditional_result_is_conditional_and_on_a_supported_one_supported():
    false = named("Lemma 1", parts={"bound": Inequality(x, x - 1)})
    middle = named("Lemma 2", parts={"bound": Inequality(x, x + 1)}, uses=("a",))
    last = named("Theorem 3", parts={"bound": Inequality(x, x + 1)}, uses=("b",))
    verdict = settled(last, a=false, b=middle)
    assert (verdict.headline, verdict.rests_on[0].outcome) == (Headline.CONDITIONAL, Headline.CONDITIONAL)
    assert verdict.text == "Theorem 3 follows from Lemma 2, which hangs on a result that is false as printed."
    lines = named("Lemma 2", steps=(TRUE,))
    verdict = settled(last, b=lines)
    assert (verdict.headline, verdict.rests_on[0].outcome) == (Headline.SUPPORTED, Headline.SUPPORTED)
    assert verdict.text.endswith("It rests on results that are not proved: Lemma 2.")
    sound = named("Lemma 2", parts={"bound": Inequality(x, x + 1)})
    assert settled(last, b=sound).headline is Headline.HOLDS


def test_what_is_false_itself_is_not_conditional():
    false = named("Lemma 1", parts={"bound": Inequality(x, x - 1)})
    user = named("Theorem 3", parts={"bound": Inequality(x, x - 2)}, uses=("a",))
    assert settled(user, a=false).headline is Headline.REFUTED


def test_a_run_with_a_result_that_hangs_on_a_false_one_does_not_exit_with_0():
    rest = least(RestsOn, claim="p/y", outcome="REFUTED", severity="FALSE", printed="Theorem 2")
    one = named("Theorem 3", parts={"bound": Inequality(x, x + 1)})
    verdict = conclude("p/x", one, settled(CLAIMS["holds"]).parts, (), (rest,))
    headline = SimpleNamespace(outcome=verdict.headline.value, severity=verdict.severity.name)
    assert status([SimpleNamespace(headline=headline)]) == 1


SHOWN = {
    "1 = 2": False,  # another relation
    r"x \le z": False,  # a letter that the formula lacks
    r"x \le x + 1 \le x + 2": False,  # two relations
    "x < x + 1": False,  # a strict one
    r"\inf_z x \le x + 1": False,
    r"x \le x + 1": True,
    r"x \le 1 + x": True,
    r"x \le x - 1": False,  # another number
    r"x + 1 \ge x": True,
    "x": True,  # states nothing
}


@pytest.mark.parametrize("display", SHOWN)
def test_what_is_displayed_is_what_is_proved(display):
    found = checked(parts={"bound": Inequality(x, x + 1)}, displays={"bound": display})
    assert (found.headline is Headline.HOLDS) is SHOWN[display]
    assert [shown.proved_as for shown in found.record.statement.displays] == [SHOWN[display]]
    if not SHOWN[display]:
        assert found.headline is Headline.SUPPORTED
        assert found.text.endswith("That this gives the theorem as displayed was read, not checked.")
    again = concluded(found.record, None)
    assert (again.headline, again.facts) == (found.headline, concluded(found.record, Claim(**fields_of(display))).facts)


def fields_of(display):
    return {"parts": {"bound": Inequality(x, x + 1)}, "displays": {"bound": display}, "source": Source(PAPER, "claim", "")}


def test_a_rewriting_and_a_restated_assumption_are_marked_and_are_no_proof():
    steps = (
        TRUE,
        Step("same", "line 2", Inequality(x * (y + 1), (1 + y) * x)),
        Step("given", "line 3", Inequality(x, y, (x <= y,))),
        Step("expanded", "line 4", Inequality((x + 1) ** 2, x**2 + 2 * x + 1)),
    )
    found = checked(parts={"bound": Inequality(x, x + 1)}, steps=steps)
    assert [step.mark for step in found.steps] == ["step", "rewriting", "restated", "step"]
    assert "both checked lines are proved" in found.text
    ours = checked(parts={"bound": Inequality(x, x + 1)}, steps=(TRUE, replace(steps[3], ours=True)))
    assert "the one checked line is proved" in ours.text
    alone = checked(parts={"bound": HighProbabilityBound.of(1 / n, failure=delta, trivial=1, regimes=at(10))}, steps=steps[1:3])
    assert "No proof was checked." in alone.text


def test_a_false_line_of_ours_charges_nothing_and_is_told():
    slip = Step("slip", "line 2", Inequality(x, x - 1))
    page = checked(parts={"bound": Inequality(x, x + 1)}, steps=(TRUE, slip))
    assert (page.severity, len(page.verdict.faults)) == (Severity.PROOF, 1)
    found = checked(parts={"bound": Inequality(x, x + 1)}, steps=(TRUE, replace(slip, ours=True)))
    assert (found.headline, found.severity, found.verdict.faults) == (Headline.SUPPORTED, Severity.NONE, ())
    assert "False, and not on the page: line 2." in found.text


def test_a_line_that_no_display_of_its_paper_names_is_ours():
    from boundcheck.claims import PageDisplay

    shown = PageDisplay("eq_1", "Theorem 1", "line 1", "line", latex="x \\le x + 1", checked=("claim/true",))
    other = Step("other", "line 2", Inequality(x, x - 1))
    for displays, ours in (((), [False, False]), ((shown,), [False, True])):
        source = Source(replace(PAPER, displays=displays), "claim", "p. 1")
        found = checked(source=source, parts={"bound": Inequality(x, x + 1)}, steps=(TRUE, other))
        assert [step.ours for step in found.steps] == ours
        assert found.severity is (Severity.NONE if displays else Severity.PROOF)


def test_a_false_line_without_repair_under_a_supported_bound_is_named_and_decides_nothing_else():
    bound = HighProbabilityBound.of(1 / n, failure=delta, trivial=1, regimes=at(10))
    slip = Step("slip", "line 2", Inequality(x, x - 1))
    found = checked(source=Source(PAPER, "Theorem 1", "p. 1"), parts={"bound": bound}, steps=(TRUE, slip))
    assert (found.headline, found.severity) == (Headline.SUPPORTED, Severity.PROOF)
    assert found.text == (
        "No sample contradicts Theorem 1. 1 of 2 checked lines is proved; that they give the theorem was read, not checked. "
        "One line of its proof is false as printed, and no proved repair is known: line 2, at x = 0."
    )
    assert status([found.record]) == 0


def test_a_definition_that_is_evaluated_at_points_is_no_result_to_be_proved():
    used = least(RestsOn, claim="p/d", outcome="SUPPORTED", severity="NONE", printed="Definition 1", defines=True)
    assert carries(used)
    assert not carries(with_field(used, defines=False))
    assert not carries(with_field(used, severity="PROOF"))
    assert not carries(with_field(used, outcome="UNDECIDED"))
    bound = Claim(parts={"it": Inequality(x, x + 1)}, source=Source(PAPER, "Definition 1", "", "definition"))
    assert defines(bound)
    assert not defines(replace(bound, source=Source(PAPER, "Definition 1", "", "lemma")))
