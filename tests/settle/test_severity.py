"""What a reader has to change: one case for every row of the table, and what may not happen."""

from dataclasses import replace

import pytest
import sympy
from spoken import conclude

from boundcheck.claims import By, Claim, Fault, Identity, Inequality, Paper, Reading, Repair, Source, Step
from boundcheck.verdict import Evidence, Headline, Outcome, PartVerdict, Severity, StepVerdict, facts
from boundcheck.verdict.statements import Witness

x = sympy.Symbol("x", real=True)
PROVED, REFUTED, UNDECIDED, SUPPORTED = Outcome.PROVED, Outcome.REFUTED, Outcome.UNDECIDED, Outcome.SUPPORTED
WITNESS = Witness(point={"x": "1"}, lhs="2", rhs="1", text="at x = 1")
SOURCE = Source(Paper("p", "t"), "Theorem 1", "p. 1")
LITERAL = Reading("literal", "word by word")


def claim(*readings, steps=(), **rest):
    return Claim(SOURCE, readings=(LITERAL, *readings), steps=steps, **rest)


def evidence(outcome):
    return Evidence(
        outcome,
        facts.Words("false at x = 1" if outcome is REFUTED else "so"),
        witness=WITNESS if outcome is REFUTED else None,
    )


def part(outcome, reading="literal", name="bound", **facts):
    return PartVerdict(name, reading, evidence(outcome), **{"settled_by": "s", **facts})


def step(label="s", outcome=PROVED, repair=None):
    return StepVerdict(label, evidence(outcome), None if repair is None else evidence(repair))


def slip(label="slip", **fields):
    return Step(label, "(7)", Inequality(x, x - 1), repair=Repair(Inequality(x, x + 1), "plus"), **fields)


SOUND = (step(),)


def weight(one, parts, steps=SOUND):
    return conclude("p/x", one, tuple(parts), tuple(steps)).severity


OTHER = {
    "MISPRINT": (Reading("other", "with the other sign", misprint="(8)"), {}),
    "READING": (Reading("other", "the radius is of the truth too", support="Section 2"), {}),
    "RANGE": (Reading("other", "for delta at most 1/2", repair=True), {"within": True}),
    "CONDITION": (Reading("other", "with a 1 added", repair=True), {"same_rate": True}),
    "RATE": (Reading("other", "with the root", repair=True), {"same_rate": False}),
}


@pytest.mark.parametrize("expected", OTHER)
def test_a_false_statement_is_as_far_from_the_page_as_what_survives(expected):
    reading, facts = OTHER[expected]
    for outcome, word in ((PROVED, Headline.HOLDS_REPAIRED), (SUPPORTED, Headline.SUPPORTED)):
        found = conclude("p/x", claim(reading), (part(REFUTED), part(outcome, "other", **facts)), (step(),))
        assert found.severity == expected
        assert found.headline is (Headline.REFUTED if expected in ("CONDITION", "RATE") else word)
    assert found.literal.value == "false"
    assert found.literal.witness == WITNESS
    assert reading.words in found.text


def test_nothing_survives():
    assert weight(claim(), [part(REFUTED)]) is Severity.FALSE
    mended = Reading("other", "mended", repair=True)
    assert weight(claim(mended), [part(REFUTED), part(REFUTED, "other")]) is Severity.FALSE
    assert weight(claim(mended), [part(REFUTED), part(UNDECIDED, "other")]) is Severity.FALSE


def test_the_nearest_of_several_survivors_counts():
    readings = (OTHER["RATE"][0], Reading("near", "as meant", support="Section 2"))
    parts = [part(REFUTED), part(SUPPORTED, "other", same_rate=False), part(SUPPORTED, "near")]
    assert weight(claim(*readings), parts) is Severity.READING


def test_an_empty_reading_carries_nothing():
    empty = evidence(PROVED)
    kind = Reading("other", "as meant", support="Section 2")
    found = conclude("p/x", claim(kind), (part(REFUTED), part(SUPPORTED, "other", empty=empty)), (step(),))
    assert found.severity is Severity.EMPTY
    assert found.headline is Headline.REFUTED
    alone = conclude("p/x", claim(), (part(SUPPORTED, empty=empty),), (step(),))
    assert alone.severity is Severity.EMPTY
    assert "vacuous" in alone.text


def test_a_formula_that_stands_on_the_working_range_is_a_matter_of_range():
    assert weight(claim(), [part(REFUTED, working=evidence(PROVED))]) is Severity.RANGE
    assert weight(claim(), [part(REFUTED, working=evidence(UNDECIDED))]) is Severity.FALSE
    assert conclude("p/x", claim(), (part(REFUTED, working=evidence(PROVED)),), SOUND).headline is Headline.HOLDS_REPAIRED


@pytest.mark.parametrize(
    ("fields", "repair", "expected"),
    [
        ({}, PROVED, "PROOF"),
        ({"misprint": "(8)"}, PROVED, "MISPRINT"),
        ({"misprint": "(8)"}, UNDECIDED, "PROOF"),
        ({}, REFUTED, "PROOF"),
    ],
)
def test_a_false_step(fields, repair, expected):
    one = claim(steps=(Step("s", "(1)", Inequality(x, x + 1)), slip(**fields)))
    assert weight(one, [part(SUPPORTED)], [step(), step("slip", REFUTED, repair)]) == expected


@pytest.mark.parametrize("parts", [[], [part(UNDECIDED)]])
def test_a_false_step_without_a_repair_leaves_open_what_nothing_else_supports(parts):
    one = claim(steps=(slip(),))
    assert weight(one, parts, [step("slip", REFUTED, UNDECIDED)]) is Severity.OPEN


def test_the_worst_counts_and_what_is_certainly_false_goes_before_what_is_open():
    mended = OTHER["CONDITION"][0]
    second = [part(UNDECIDED, name="second")]
    false = [part(REFUTED), part(SUPPORTED, "other", same_rate=True)]
    assert weight(claim(mended), [*false, *second]) is Severity.CONDITION
    assert weight(claim(), second) is Severity.OPEN
    assert weight(claim(mended), [part(SUPPORTED), *second]) is Severity.OPEN


def test_a_supported_reading_that_is_open_leaves_open_how_much_it_matters():
    kind = Reading("other", "as meant", support="Section 2")
    assert weight(claim(kind), [part(REFUTED), part(UNDECIDED, "other")]) is Severity.OPEN


def test_a_reading_under_which_another_part_is_false_saves_nothing():
    kind = Reading("other", "as meant", support="Section 2")
    parts = [part(REFUTED), part(SUPPORTED, "other"), part(SUPPORTED, name="second"), part(REFUTED, "other", "second")]
    assert weight(claim(kind), parts) is Severity.FALSE


def test_a_reading_under_which_another_part_is_open_carries_no_headline():
    kind = Reading("other", "as meant", support="Section 2")
    parts = (part(REFUTED), part(PROVED, "other"), part(SUPPORTED, name="second"), part(UNDECIDED, "other", "second"))
    found = conclude("p/x", claim(kind), parts, SOUND)
    assert (found.severity, found.headline) == (Severity.OPEN, Headline.UNDECIDED)
    assert found.text.endswith("How much that matters is open. Read as: as meant; so.")
    decided = (*parts[:3], part(SUPPORTED, "other", "second"))
    assert weight(claim(kind), decided) is Severity.READING
    another = Reading("near", "as meant too", support="Section 3")
    assert weight(claim(kind, another), (*parts, part(PROVED, "near"))) is Severity.READING


def test_one_line_is_one_fault_whatever_it_touches():
    line = Fault("eq_7", "missing factor", "(7)", "the 2 is lost")
    one = claim(
        OTHER["CONDITION"][0], steps=(slip(fault=line), slip("again", fault=line), slip("other")), faults={"bound": line}
    )
    steps = [step(label, REFUTED, PROVED) for label in ("slip", "again", "other")]
    found = conclude("p/x", one, (part(REFUTED), part(SUPPORTED, "other", same_rate=True)), tuple(steps)).faults
    assert [(fault.id, fault.severity) for fault in found] == [("eq_7", "CONDITION"), ("p/x: other", "PROOF")]
    assert (found[0].touches.parts, found[0].touches.steps) == (("bound",), ("slip", "again"))
    assert (found[0].kind, found[0].where, found[0].fact) == ("missing factor", "(7)", facts.Words("the 2 is lost"))
    assert found[1].repair == "plus"


def ids(one, parts, labels):
    steps = tuple(step(label, REFUTED, PROVED) for label in labels)
    return {fault.id for fault in conclude("p/x", one, tuple(parts), steps).faults}


def test_an_id_depends_on_no_neighbour_no_sentence_and_no_order():
    line, held = Fault("eq_7", "direction", words="the 2 is lost"), [part(REFUTED), part(REFUTED, name="second")]
    before = ids(claim(steps=(slip(fault=line), slip("other"))), held, ["slip", "other"])
    assert before == {"eq_7", "p/x: other", "p/x: bound", "p/x: second"}
    reworded = replace(line, words="a factor is missing", where="Eq. (7), right side")
    more = claim(steps=(slip("new"), slip("other"), slip(fault=reworded)))
    assert ids(more, held[::-1], ["new", "other", "slip"]) == before | {"p/x: new"}


def test_a_part_and_a_step_of_one_name_are_two_faults_unless_one_settles_the_other():
    parts = {"bound": Inequality(x, x - 1)}
    assert ids(claim(steps=(slip("bound"),), parts=parts), [part(REFUTED)], ["bound"]) == {"p/x: bound", "p/x: bound (step)"}
    one = claim(steps=(slip("bound", settles=("bound",)),), parts=parts)
    assert ids(one, [part(REFUTED)], ["bound"]) == {"p/x: bound"}


def test_a_fault_that_nothing_false_names_is_not_reported():
    one = claim(steps=(slip(fault=Fault("eq_7", "direction")),))
    assert conclude("p/x", one, (part(SUPPORTED),), (step("slip"),)).faults == ()


def test_faults_have_kinds_of_their_own_where_they_can_be_told():
    steps = (slip(misprint="(8)"), Step("use", "(9)", By("slip")))
    found = conclude("p/x", claim(steps=steps), (), (step("slip", REFUTED, PROVED), step("use", REFUTED))).faults
    assert [fault.kind for fault in found] == ["misprint", "misused reference"]


def test_a_claim_that_calls_a_line_of_others_wrong_is_not_charged_with_it():
    held = replace(part(PROVED), shape="Disputed")
    verdict = conclude("p/x", claim(), (held,), ())
    assert (verdict.headline, verdict.severity, verdict.faults) == (Headline.HOLDS, Severity.NONE, ())


def test_severities_have_an_order_and_are_no_booleans():
    assert Severity.RATE.reaches(Severity.CONDITION)
    assert not Severity.RANGE.reaches(Severity.CONDITION)
    assert not Severity.OPEN.reaches(Severity.CONDITION)
    assert Severity.RATE == "RATE"
    with pytest.raises(TypeError):
        bool(Severity.NONE)


@pytest.mark.parametrize(
    ("printed", "mended", "outcome", "expected"),
    [
        (Identity((x + 1) ** 2, x**2 + x + 1), Identity((x + 1) ** 2, x**2 + 2 * x + 1), PROVED, "MISPRINT"),
        (Identity((x + 1) ** 2, x**2 + x + 1), Identity((x + 1) ** 2, x**2 + 2 * x + 1), SUPPORTED, "CONDITION"),
        (Identity((x + 1) ** 2, x**2 + x + 1), Identity(x**2 + 3 * x - 1, x**2 + 3 * x - 1), PROVED, "CONDITION"),
        (Identity((x + 1) ** 2, x), Identity((x + 1) ** 2, x * (x + 2) + 1), PROVED, "CONDITION"),
        (Inequality((x + 1) ** 2, x**2 + x + 1), Inequality((x + 1) ** 2, x**2 + 2 * x + 1), PROVED, "CONDITION"),
    ],
    ids=("one symbol", "not proved", "no side in common", "more than a symbol", "a bound"),
)
def test_an_equation_says_itself_what_is_meant(printed, mended, outcome, expected):
    repair = Reading("other", "with two of them", repair=True)
    one = replace(claim(repair), parts={"bound": {"literal": printed, "other": mended}})
    assert weight(one, [part(REFUTED), part(outcome, "other")]) == expected
