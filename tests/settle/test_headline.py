"""Headlines, and the false lines in them."""

from dataclasses import replace

import pytest
import sympy
from least import least
from msgspec.structs import replace as replaced
from spoken import conclude

from boundcheck.claims import (
    Claim,
    Fault,
    HighProbabilityBound,
    Inequality,
    KeyFinding,
    Letter,
    Paper,
    Reading,
    Regime,
    Repair,
    Scaling,
    Simulation,
    Source,
    Step,
    Sweep,
)
from boundcheck.cli.check import status
from boundcheck.cli.options import UNDECIDED as OPEN
from boundcheck.record.types import typed_record
from boundcheck.verdict import Evidence, Headline, Outcome, PartVerdict, Severity, StepVerdict, facts, shapes
from boundcheck.verdict.conclusions import Tally
from boundcheck.verdict.result import RestsOn
from boundcheck.verdict.statements import Witness

# The headline follows severity and is the least of its parts; "unknown" is never rounded up.

PAPER = Paper("p", "t", ("a",), "v", 2020, "r")
PROVED, REFUTED, UNDECIDED, ASSUMED, SUPPORTED = (
    Outcome.PROVED, Outcome.REFUTED, Outcome.UNDECIDED, Outcome.ASSUMED, Outcome.SUPPORTED,
)  # fmt: skip
x = sympy.Symbol("x", real=True)


def claim(readings=(Reading("literal", "as printed"),), **rest):
    return Claim(Source(PAPER, "Theorem 1", "p. 1"), "t", "w", {}, (), {}, readings=readings, **rest)


def step(outcome, repair=None, label="s"):
    return StepVerdict(
        label,
        Evidence(outcome, facts.Words("why")),
        None if repair is None else Evidence(repair, facts.Words("mended")),
    )


def part(outcome, reading="literal", settled_by="s", **found):
    evidence = Evidence(outcome, facts.Words("because"), found=shapes.Found(**found))
    return PartVerdict("bound", reading, evidence, settled_by=settled_by)


@pytest.mark.parametrize(
    ("parts", "steps", "expected", "severity"),
    [
        ([], [], Headline.NOTHING_TO_CHECK, "NONE"),
        ([SUPPORTED], [(PROVED, None), (ASSUMED, None)], Headline.SUPPORTED, "NONE"),
        ([SUPPORTED], [(PROVED, None), (REFUTED, PROVED)], Headline.SUPPORTED, "PROOF"),
        ([SUPPORTED], [(PROVED, None), (REFUTED, UNDECIDED)], Headline.SUPPORTED, "PROOF"),
        ([SUPPORTED], [(PROVED, None), (REFUTED, None)], Headline.SUPPORTED, "PROOF"),
        ([PROVED], [(PROVED, None), (ASSUMED, None)], Headline.HOLDS, "NONE"),
        ([PROVED], [(PROVED, None), (REFUTED, PROVED)], Headline.HOLDS_REPAIRED, "PROOF"),
        ([PROVED], [(PROVED, None), (REFUTED, None)], Headline.SUPPORTED, "PROOF"),
        ([PROVED], [(UNDECIDED, None)], Headline.SUPPORTED, "NONE"),
        ([PROVED, SUPPORTED], [(PROVED, None)], Headline.SUPPORTED, "NONE"),
        ([PROVED, UNDECIDED], [(PROVED, None)], Headline.UNDECIDED, "OPEN"),
        ([SUPPORTED], [(UNDECIDED, None)], Headline.SUPPORTED, "NONE"),
        ([SUPPORTED], [], Headline.SUPPORTED, "NONE"),
        ([PROVED], [], Headline.HOLDS, "NONE"),
        ([PROVED, ASSUMED], [], Headline.SUPPORTED, "NONE"),
        ([REFUTED], [(PROVED, None)], Headline.REFUTED, "FALSE"),
        ([UNDECIDED], [(PROVED, None)], Headline.UNDECIDED, "OPEN"),
        ([], [(PROVED, None)], Headline.SUPPORTED, "NONE"),
        ([ASSUMED], [(PROVED, None)], Headline.NOTHING_TO_CHECK, "NONE"),
        ([], [(ASSUMED, None)], Headline.NOTHING_TO_CHECK, "NONE"),
        ([ASSUMED], [], Headline.NOTHING_TO_CHECK, "NONE"),
        ([ASSUMED], [(ASSUMED, None)], Headline.NOTHING_TO_CHECK, "NONE"),
        ([], [(UNDECIDED, None)], Headline.UNDECIDED, "OPEN"),
        ([], [(REFUTED, None)], Headline.UNDECIDED, "OPEN"),
    ],
)
def test_word(parts, steps, expected, severity):
    found = tuple(replace(part(o), name=str(place)) for place, o in enumerate(parts))
    verdict = conclude("p/x", claim(), found, tuple(step(*s) for s in steps))
    assert verdict.headline is expected
    assert verdict.severity == severity


def test_no_step_makes_a_sampled_bound_hold():
    """A line that ties the explicit version to the printed one says what the constant is, and nothing of the errors."""
    for settled_by in ("", "s"):
        verdict = conclude("p/x", claim(), (part(SUPPORTED, settled_by=settled_by),), (step(PROVED),))
        assert verdict.headline is Headline.SUPPORTED
        assert verdict.literal.value == "supported"
        assert verdict.text.endswith("The one checked line is proved; that they give the theorem was read, not checked.")


def test_a_measurement_is_the_least_of_its_result():
    measured = replace(part(SUPPORTED, settled_by=""), name="who_wins", shape="Separation")
    verdict = conclude("p/x", claim(), (part(PROVED), measured), (step(PROVED),))
    assert verdict.headline is Headline.SUPPORTED
    assert conclude("p/x", claim(), (part(PROVED),), (step(PROVED),)).headline is Headline.HOLDS


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ([PROVED], "The one checked line is proved;"),
        ([PROVED, (REFUTED, PROVED)], "Both checked lines are proved, 1 of them after repair;"),
        ([PROVED, ASSUMED], "Of 2 checked lines 1 is proved and 1 cited;"),
        ([PROVED, UNDECIDED], "Not proved: l1. 1 of 2 checked lines is proved;"),
        ([PROVED, REFUTED], "1 of 2 checked lines is proved;"),
        ([UNDECIDED, REFUTED], "No line is proved;"),
    ],
)
def test_how_the_lines_of_a_sampled_bound_fare(found, told):
    steps = tuple(step(*(each if isinstance(each, tuple) else (each,)), label=f"l{place}") for place, each in enumerate(found))
    text = conclude("p/x", claim(), (part(SUPPORTED),), steps).text
    assert f" {told} that they give the theorem was read, not checked." in text


def test_a_false_line_beside_what_is_cited_is_told():
    one = claim(steps=(false_line("eq", "(3)", "t for s"),))
    text = conclude("p/x", one, (part(ASSUMED),), (step(REFUTED, PROVED, "eq"),)).text
    assert text == (
        "Each formula that stands for Theorem 1 is cited. Cited and not checked: `bound`. "
        "One line of its proof is false as printed, and repaired: t for s, in (3)."
    )


def test_what_has_no_formula_is_checked_by_its_lines_alone():
    assert conclude("p/x", claim(), (), (step(PROVED),)).text == (
        "Theorem 1 is checked by its lines alone. The one checked line is proved; that they give the theorem was read, not checked."
    )


def test_the_headline_says_where_a_bound_was_sampled_and_for_what_it_is_stated():
    n, delta, eta = sympy.symbols("n delta eta")
    letters = (
        Letter(eta, "", eta > 0, (1, 5)),
        Letter(n, "", n >= 1, (1, 9), integer=True),
        Letter(delta, "", delta > 0, (0.1, 1)),
    )
    tested = {"n": [100, 10_000], "delta": [0.05], "eta": [1, 2, 3, 4, 5], "unknown": [1]}
    places = (Regime("a", Simulation(print), {"n": 100}),)
    bound = HighProbabilityBound.of(eta / n, failure=delta, trivial=2, regimes=places)
    one = replace(claim(), letters=letters, parts={"bound": bound})
    text = conclude("p/x", one, (part(SUPPORTED, evidence=shapes.OfBound(tested_at=tested)),), (step(PROVED),)).text
    at = (
        r"at $\letter{n}$ = 100, 10,000; $\letter{eta}$ = 1 to 5 (5 values); $\letter{delta}$ = $0.05$ "
        r"(stated for $n \ge 1$, $\eta > 0$, $\delta > 0$)"
    )
    assert text.startswith(f"No sample contradicts Theorem 1 {at}. The one checked line is proved;")


def case(label="s"):
    return Step(label, "p. 1", Inequality(x, x + 1), scope="special case", special="one dimension")


def test_a_special_case_makes_nothing_hold():
    verdict = conclude("p/x", claim(steps=(case(),)), (part(SUPPORTED),), (step(PROVED),))
    assert verdict.headline is Headline.SUPPORTED
    assert "Proved in a special case only: p. 1" in verdict.text


@pytest.mark.parametrize(
    ("used", "headline"),
    [
        ("HOLDS", "HOLDS"),
        ("HOLDS_REPAIRED", "HOLDS"),
        ("NOTHING_TO_CHECK", "HOLDS"),
        ("SUPPORTED", "SUPPORTED"),
        ("UNDECIDED", "SUPPORTED"),
        ("CONDITIONAL", "CONDITIONAL"),
        ("REFUTED", "CONDITIONAL"),
    ],
)
def test_a_result_is_no_better_proved_than_what_it_rests_on(used, headline):
    rest = least(RestsOn, claim="p/y", outcome=used, severity="PROOF")
    verdict = conclude("p/x", claim(), (part(PROVED),), (step(PROVED),), (rest,))
    assert verdict.headline == headline
    assert verdict.rests_on == (rest,)
    sampled = conclude("p/x", claim(), (part(SUPPORTED),), (step(PROVED),), (rest,))
    assert sampled.headline == ("SUPPORTED" if headline == "HOLDS" else headline)


def test_what_hangs_on_a_false_result_reads_otherwise_with_that_mended():
    reads = "with 4 for 2; `bound` at most $4/n$"
    false = least(RestsOn, claim="p/y", outcome="REFUTED", severity="CONDITION", printed="Theorem 2", reads=reads)
    verdict = conclude("p/x", claim(), (part(PROVED),), (step(PROVED),), (false,))
    assert verdict.text == (
        "Theorem 1 follows from Theorem 2, which is false as printed; with the repaired Theorem 2 it reads: "
        "with 4 for 2; `bound` at most $4/n$."
    )
    assert (verdict.severity, verdict.literal.value) == (Severity.NONE, "supported")
    hanging = least(RestsOn, claim="p/z", outcome="CONDITIONAL", severity="NONE", printed="Lemma 3")
    text = conclude("p/x", claim(), (part(PROVED),), (step(PROVED),), (hanging,)).text
    assert text == "Theorem 1 follows from Lemma 3, which hangs on a result that is false as printed."


def test_a_reading_that_the_page_supports_leads_and_the_literal_one_is_told():
    readings = (Reading("literal", "word by word"), Reading("fair", "as meant", support="Section 2"))
    sampled = conclude("p/x", claim(readings), (part(REFUTED), part(SUPPORTED, "fair")), (step(PROVED),))
    assert (sampled.headline, sampled.severity) == (Headline.SUPPORTED, Severity.READING)
    verdict = conclude("p/x", claim(readings), (part(REFUTED), part(PROVED, "fair")), (step(PROVED),))
    assert (verdict.headline, verdict.severity) == (Headline.HOLDS_REPAIRED, Severity.READING)
    assert "Read as: as meant (Section 2)." in verdict.text
    assert "false as printed" in verdict.literally
    assert verdict.literal.value == "false"


def test_a_repair_cannot_carry_the_headline():
    for repair in (True, False):  # a reading that nothing on the page supports is one in all but name
        readings = (Reading("literal", "word by word"), Reading("mended", "with a 1 added", repair=repair))
        verdict = conclude("p/x", claim(readings), (part(REFUTED), part(SUPPORTED, "mended")), (step(PROVED),))
        assert (verdict.headline, verdict.severity) == (Headline.REFUTED, Severity.CONDITION)
        assert "What survives, not contradicted by samples: with a 1 added." in verdict.text
        proved = conclude("p/x", claim(readings), (part(REFUTED), part(PROVED, "mended")), (step(PROVED),))
        assert "What survives, proved: with a 1 added." in proved.text


def quoted(**constant):
    return conclude("p/x", claim(), (part(SUPPORTED, constant=least(shapes.Constant, **constant)),), (step(PROVED),))


def test_the_constant_is_quoted_with_its_reserve():
    bounded = "No sample contradicts Theorem 1"
    points, step_ = (facts.ConstantSettled(how=how, constant="2") for how in ("points", "step"))
    reserve = "at the points of this run; not proved beyond them"
    assert f"{bounded} with our constant $C = 2$ ({reserve})." in quoted(upper="2", by=points).text
    assert f"{bounded} with our constant $C = 2$." in quoted(upper="2", by=step_).text
    assert f"{bounded}." in quoted(upper="1", settled="equal").text


def test_the_largest_of_several_constants_is_quoted():
    known = [least(shapes.Constant, upper=c) for c in ("sqrt(2)", "1.4", "4/3", "1e-5")]
    parts = tuple(replace(part(SUPPORTED, constant=c), name=c.upper) for c in known)
    assert r"with our constant $C = \sqrt{2}$." in conclude("p/x", claim(), parts, (step(PROVED),)).text


def test_a_refuted_constant_is_told_and_nothing_holds_with_it():
    too_small = facts.ConstantSettled(how="refuted", constant="2", at={"n": "1"}, left="3", right="2")
    verdict = quoted(upper=None, settled="refuted", by=too_small)
    assert (verdict.headline, verdict.severity) == (Headline.UNDECIDED, Severity.OPEN)
    assert "No sample contradicts the explicit version of Theorem 1, which" in verdict.text
    assert r"refuted: at $\letter{n} = 1$ the explicit version is $3$, and $2$ times the printed rate $2$." in verdict.text
    assert "C = 2" not in verdict.text


def test_a_refuted_constant_of_a_repair_leaves_the_page_alone():
    readings = (Reading("literal", "word by word"), Reading("sharper", "the root suffices", repair=True))
    refuted = part(SUPPORTED, "sharper", constant=least(shapes.Constant, settled="refuted"))
    assert conclude("p/x", claim(readings), (part(PROVED), refuted), (step(PROVED),)).headline is Headline.HOLDS


def test_open_steps_are_named():
    verdict = conclude("p/x", claim(), (part(SUPPORTED),), (step(PROVED), step(UNDECIDED, label="gap")))
    assert verdict.headline is Headline.SUPPORTED
    assert "gap" in verdict.text


def test_what_sharpens_a_result_is_told_beside_it():
    readings = (Reading("literal", "word by word"), Reading("sharper", "the root suffices", repair=True))
    verdict = conclude("p/x", claim(readings), (part(PROVED), part(PROVED, "sharper")), (step(PROVED),))
    assert verdict.headline is Headline.HOLDS
    assert list(map(str, verdict.news)) == ["the root suffices (HOLDS)"]
    sampled = conclude("p/x", claim(readings), (part(PROVED), part(SUPPORTED, "sharper")), (step(PROVED),))
    assert list(map(str, sampled.news)) == ["the root suffices (SUPPORTED)"]


def test_a_refuted_repair_is_no_survivor():
    readings = (Reading("literal", "word by word"), Reading("mended", "with a 1 added", repair=True))
    verdict = conclude("p/x", claim(readings), (part(REFUTED), part(REFUTED, "mended")), (step(PROVED),))
    assert "with a 1 added" not in verdict.text


def test_a_reading_that_hangs_on_a_lost_symbol_calls_nothing_false_as_printed():
    doubtful = Reading("literal", "as the copy has it", doubt="one t that the conversion may have lost")
    verdict = conclude("p/x", claim((doubtful,)), (part(REFUTED),), ())
    assert verdict.headline is Headline.REFUTED
    assert "false as printed" not in verdict.text
    assert "one t that the conversion may have lost" in verdict.text
    kind = Reading("kind", "with the t", support="the line before")
    verdict = conclude("p/x", claim((doubtful, kind)), (part(REFUTED), part(SUPPORTED, "kind")), (step(PROVED),))
    assert "would be false" in verdict.literally
    assert verdict.severity is Severity.MISPRINT


def false_line(label, where, words="", **more):
    fault = Fault(label, "missing factor", where, words) if words else None
    return Step(label, where, Inequality(x + 1, x), repair=Repair(Inequality(x, x + 1), "x + 1"), fault=fault, **more)


def test_a_false_line_is_told_by_what_is_wrong_and_where():
    lines = (false_line("eq_20", "Eq. (20)", "4 stands for 8"), false_line("last", "last line"))
    at_one = Evidence(REFUTED, facts.Words("false at x = 1"), witness=Witness(point={}, text="at x = 1"))
    found = (step(REFUTED, PROVED, "eq_20"), replace(step(REFUTED, PROVED, "last"), evidence=at_one))
    text = conclude("p/x", claim(steps=lines[:1]), (part(SUPPORTED),), found[:1]).text
    assert text.endswith("One line of its proof is false as printed, and repaired: 4 stands for 8 (Eq. (20)).")
    text = conclude("p/x", claim(steps=lines), (part(SUPPORTED),), found).text
    assert text.endswith("are false as printed, and repaired: 4 stands for 8 (Eq. (20)); last line, at x = 1.")
    assert "eq_20" not in text


def test_misprints_are_told_last_and_a_line_without_repair_as_such():
    lines = (false_line("a", "line 1", "t for s", misprint="line 2"), replace(false_line("b", "line 3", "no end"), repair=None))
    found = (step(REFUTED, PROVED, "a"), step(REFUTED, None, "b"))
    text = conclude("p/x", claim(steps=lines), (part(PROVED),), found).text
    assert "is false as printed, and no proved repair is known: no end (line 3). Typo: t for s (line 1)." in text


def test_of_many_false_lines_the_first_few_are_told():
    lines = tuple(false_line(f"l{place}", f"line {place}", f"slip {place}") for place in range(6))
    found = tuple(step(REFUTED, PROVED, line.label) for line in lines)
    assert "slip 2 (line 2); and 3 more." in conclude("p/x", claim(steps=lines), (part(SUPPORTED),), found).text


def test_a_step_that_hangs_on_a_lost_symbol_is_told_with_it():
    doubtful = replace(step(REFUTED, PROVED, "eq"), doubt="one exponent")
    text = conclude("p/x", claim(steps=(false_line("eq", "line 3", "t for s"),)), (part(SUPPORTED),), (doubtful,)).text
    assert text.endswith("One line of its proof is false as read: t for s (line 3), which hangs on one exponent.")


def test_a_statement_whose_assumption_nothing_meets_is_said_to_be_met_by_hardly_anything():
    none = Fault("assumption", "empty assumption", "Assumption 1", "no class is so small")
    readings = (Reading("literal", "as printed", fault=none), Reading("fair", "as meant", support="Section 2"))
    met = {"bound": {"literal": Inequality(x**2 + 1, 0 * x), "fair": Inequality(-(x**2), 0 * x)}}
    one = replace(claim(readings), parts=met)
    verdict = conclude("p/x", one, (part(REFUTED), part(PROVED, "fair")), (step(PROVED),))
    assert verdict.literal.value == "empty"
    often = replace(one, parts={"bound": {"literal": Inequality(x**2, 1 + 0 * x), "fair": met["bound"]["fair"]}})
    called = conclude("p/x", often, (part(REFUTED), part(SUPPORTED, "fair")), (step(PROVED),))
    assert called.literal.value == "false"  # what the kind of a line says does not make it so
    told = "As printed hardly anything meets what Theorem 1 assumes. No class is so small (Assumption 1)."
    assert verdict.literally.startswith(told)
    assert (verdict.severity, verdict.headline) == (Severity.READING, Headline.HOLDS_REPAIRED)
    false = replace(none, kind="range")
    readings = (replace(readings[0], fault=false), readings[1])
    assert conclude("p/x", claim(readings), (part(REFUTED), part(SUPPORTED, "fair")), (step(PROVED),)).literal.value == "false"


def test_a_refutation_names_the_part_where_there_are_several():
    second = PartVerdict("second", "literal", Evidence(REFUTED, facts.Words("false at x = 1")))
    text = conclude("p/x", claim(), (part(SUPPORTED), second), ()).text
    assert text == "Theorem 1 is false as printed. In second: false at x = 1."
    assert conclude("p/x", claim(), (second,), ()).text == "Theorem 1 is false as printed. False at x = 1."


def test_without_samples_nothing_is_said_of_them():
    verdict = conclude("p/x", claim(), (part(PROVED),), (step(REFUTED),))
    assert verdict.headline is Headline.SUPPORTED
    assert verdict.text == "Each formula that stands for Theorem 1 is proved."


def test_a_false_formula_is_told_with_its_sides():
    x = sympy.Symbol("x")
    witness = Witness(point={"x": "1"}, lhs="-0.19661193", rhs="-0.25000")
    found = Evidence(REFUTED, facts.FalseAt(witness.point, witness.lhs, witness.rhs, "<="), witness=witness)
    part = PartVerdict("bound", "literal", found, shape="Inequality")
    one = replace(claim(), parts={"bound": Inequality(-x, -1)})
    verdict = conclude("p/x", one, (part,), ())
    assert r"False at $\letter{x} = 1$: the left side of $-x \le -1$ is -0.196612, the right side -0.25." in verdict.text
    verdict = conclude("p/x", claim(), (part,), ())
    assert r"printed. False at $\letter{x} = 1$: the left side is -0.196612, the right side -0.25." in verdict.text


def test_one_reason_is_told_once():
    parts = tuple(PartVerdict(n, "literal", Evidence(REFUTED, facts.Words("No constant will do."))) for n in ("a", "b"))
    assert conclude("p/x", claim(), parts, ()).text.endswith("printed. In a and b: no constant will do.")


@pytest.mark.parametrize(
    ("name", "kind", "verb"),
    [("Equations (1) to (4)", "equation", "hold"), ("Section 4, remarks", "section", "are consistent"),
     ("Theorem 5", "theorem", "holds"), ("Definition 3.1", "definition", "is well defined"),
     ("Section 3, analysis", "section", "is consistent"), ("gamma", "fact", "holds"),
     ("Definition 2.3 and Remark 2.4", "definition", "are well defined"),
     ("Section 4, Equations (9) to (12)", "section", "are consistent")],
)  # fmt: skip
def test_the_verb_is_that_of_its_kind_and_has_the_number_of_its_name(name, kind, verb):
    named = replace(claim(), source=Source(PAPER, name, "p. 1", kind))
    assert f"{name} {verb}:" in conclude("p/x", named, (part(PROVED),), (step(PROVED),)).text


def test_what_is_open_is_told_where_it_is_all_there_is():
    open_ = PartVerdict("bound", "literal", Evidence(UNDECIDED, facts.Words("12 seeds would decide it")))
    assert (
        conclude("p/x", claim(), (open_,), ()).text
        == "Theorem 1 is neither proved nor refuted: 12 seeds would decide it."
    )
    two = (open_, replace(open_, name="rate"))
    assert conclude("p/x", claim(), two, ()).text == "Theorem 1 is neither proved nor refuted; open: bound, rate."


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({}, "with our constant $C = 2$. "),
        ({"low": 1.9979},
         "with our constant $C = 2$ (a constant below 1.99 is impossible; no such instance was found "
             "where the bound is at most half the trivial one). "),
        ({"low": 1.9979, "where_it_bites": least(shapes.WorstFound, low=1.9979)},
         "with our constant $C = 2$ (a constant below 1.99 is impossible where the bound is at most half the trivial one). "),
        ({"low": 1.9979, "where_it_bites": least(shapes.WorstFound, low=0.5559)},
         "with our constant $C = 2$ (a constant below 0.555 is impossible where the bound is at most half the trivial one, "
         "below 1.99 elsewhere). "),
    ],
)  # fmt: skip
def test_what_an_instance_asks_of_the_constant_is_said(found, told):
    constant = least(shapes.Constant, upper="2", settled="step", **found)
    verdict = conclude("p/t", claim(), (part(SUPPORTED, constant=constant),), (step(PROVED),))
    assert told in verdict.text


def test_a_rate_that_was_followed_on_a_range_does_not_hold_beside_any_bound():
    """Neither a bound of that rate that is proved, nor one that a line settles, says what the errors do beyond the range."""
    rate = replace(part(SUPPORTED, settled_by=""), name="rate", shape="Scaling")
    for bound in (part(PROVED), part(SUPPORTED)):
        verdict = conclude("p/t", claim(), (bound, rate), (step(PROVED),))
        assert (verdict.headline, verdict.severity) == (Headline.SUPPORTED, Severity.NONE)
        assert verdict.text.startswith("No sample contradicts Theorem 1")


def test_what_is_better_than_printed_is_not_asked_for_the_exponents_of_another_reading():
    def experiment(rng, repeats, **point):
        return rng.random(repeats)

    rates = Scaling(
        1 / x, 1 / x, sympy.Integer(1), sympy.Rational(1, 2), (Sweep("x", "x", (1, 10), x, "large", Simulation(experiment), {}),)
    )
    bounds = {"literal": Inequality(x, x + 2), "better": Inequality(x, x + 1)}
    readings = (Reading("literal", "as printed"), Reading("better", "a smaller bound", repair=True))
    own = replace(claim(), parts={"bound": bounds, "rate": rates}, readings=readings)
    rate = replace(part(SUPPORTED, settled_by=""), name="rate", shape="Scaling")

    def news(outcome):
        found = (part(PROVED), replace(part(outcome), reading="better"), rate)
        return [each.outcome for each in conclude("p/t", own, found, (step(PROVED),)).news]

    assert news(PROVED) == [Headline.HOLDS]
    assert news(SUPPORTED) == [Headline.SUPPORTED]


def test_lines_that_are_checked_twice_are_counted_once_as_lines_of_the_page():
    """Two steps with one fault, and a third with its own."""
    same = Fault("one", "missing factor", "(3)", "t for s")
    lines = (*(replace(false_line(label, "(3)"), fault=same) for label in "ab"), false_line("c", "(4)", "s for t"))
    verdict = conclude("p/x", claim(steps=lines), (part(PROVED),), tuple(step(REFUTED, PROVED, line.label) for line in lines))
    (tally,) = (fact for fact in verdict.facts if isinstance(fact, Tally))
    assert tally == Tally(checked=3, proved=3, cited=0, repaired=3, repaired_lines=2)
    assert "all 3 checked lines are proved, 3 of them (2 lines of the page) after repair." in verdict.text


# A line of the page that is proved false is decided, whatever becomes of the statement that it should prove.

CLAIM = Claim(Source(PAPER, "Theorem 1", "p. 1"), "t", "w", {}, (), {}, readings=(Reading("literal", "as printed"),))
BOUND = PartVerdict("bound", "literal", Evidence(Outcome.SUPPORTED, facts.Words("no sample contradicts it")))


@pytest.mark.parametrize("repair", [None, Evidence(Outcome.UNDECIDED, facts.Words("not proved"))])
@pytest.mark.parametrize("others", [(), (StepVerdict("other", Evidence(Outcome.PROVED, facts.Words("normal form")), None),)])
def test_a_false_line_under_a_supported_bound_is_not_undecided(repair, others, record):
    false = StepVerdict("slip", Evidence(Outcome.REFUTED, facts.Words("false at x = 1")), repair)
    found = conclude("p/x", CLAIM, (BOUND,), (*others, false))
    assert found.severity is not Severity.NONE
    assert found.headline is not Headline.UNDECIDED
    whole = typed_record(record)
    headline = replaced(whole.headline, outcome=found.headline.name, severity=found.severity.name)
    assert status([replaced(whole, headline=headline)]) != OPEN


def test_what_is_derived_has_a_proof_also_without_lines_of_the_page():
    """No line is checked, and of two parts one is derived: no proof was checked of the other one alone."""
    derived = least(shapes.Derivation, closed=True, holds=True)
    linked, other = replace(BOUND, derived=derived), replace(BOUND, name="rates")
    told = conclude("p/x", CLAIM, (linked, other), ()).text
    assert told.endswith("Derived from what the page assumes: `bound`. Of `rates` no proof was checked.")
    of_another_run = replace(BOUND, derived=replaced(derived, holds=False, link="in the regime far the error is another function"))
    for first in (BOUND, of_another_run):
        assert "No proof was checked." in conclude("p/x", CLAIM, (first, other), ()).text


# What a reader has to know beside the lines is told where all that it comes from stands, with the numbers of its sources.

RUNS = {"evidence": least(shapes.OfDefinition, values=tuple(least(shapes.Value, value=v) for v in ("0.16", "0.99")))}
LINE = Fault("line_3", "missing factor", words="a factor is missing")


def found(finding, outcome, data=RUNS):
    line = Inequality(x, x + 1)
    source, steps = Source(PAPER, "Theorem 1", "p. 1"), (Step("s", "p. 2", line),)
    stated = Claim(source, parts={"bound": line}, steps=steps, findings=(finding,))
    return conclude("p/c", stated, (part(SUPPORTED, **data),), (step(outcome),))


def test_a_finding_has_the_numbers_of_its_sources_and_says_whether_it_is_proved():
    told = found(KeyFinding("a run ends with probability {bound[1]}", ("bound", "s"), weight="much"), PROVED).findings
    assert [(f.text, f.where, f.weight, f.proved) for f in told] == [("a run ends with probability 0.99", "p. 1", "much", False)]
    assert found(KeyFinding("it is inert", ("s",)), PROVED).findings[0].proved


@pytest.mark.parametrize("outcome", [REFUTED, UNDECIDED, ASSUMED])
def test_a_finding_whose_source_does_not_stand_is_not_told(outcome):
    assert found(KeyFinding("it is inert", ("s",)), outcome).findings == ()
    assert found(KeyFinding("1/4 in place of 1", ("s",), weight="better"), outcome).news == ()


def test_what_is_better_than_printed_is_news_and_holds_where_it_is_proved():
    assert [(n.text, n.outcome) for n in found(KeyFinding("1/4 in place of 1", ("s",), weight="better"), PROVED).news] == [
        ("1/4 in place of 1", Headline.HOLDS)
    ]


def test_that_a_false_line_costs_little_is_proved_or_not_said():
    little = KeyFinding("a factor of 2", ("s",), weight="little", fault=LINE)
    assert [f.fault for f in found(little, PROVED).findings] == ["line_3"]
    assert found(little, SUPPORTED).findings == ()
    with pytest.raises(ValueError, match="name it as `fault`"):
        KeyFinding("a factor of 2", ("s",), weight="little")


def test_a_finding_names_steps_and_parts_that_are_there():
    with pytest.raises(ValueError, match="no step or part is called 'other'"):
        claim(findings=(KeyFinding("it is inert", ("other",)),))
    with pytest.raises(ValueError, match="is empty"):
        KeyFinding("it is inert", ())


def test_where_a_bound_begins_and_the_last_error_of_a_method_are_numbers_of_a_finding():
    bound = {"vacuity": least(shapes.Vacuity, says_something_from=1574847, at={"members": 2})}
    many = KeyFinding("{bound[members]} policies, {bound[from]:,} labels", ("bound",))
    assert found(many, PROVED, bound).findings[0].text == "2 policies, 1,574,847 labels"
    points = tuple(least(shapes.MethodPoint, quantile=q) for q in (0.5, 0.0102))
    ranked = {"separation": least(shapes.Ranks, methods=(least(shapes.Method, name="two rounds", points=points),))}
    assert found(KeyFinding("{bound[two rounds]:.2g}", ("bound",)), PROVED, ranked).findings[0].text == "0.01"


def test_a_finding_whose_number_is_not_there_is_not_told():
    assert found(KeyFinding("{bound[from]:,} labels", ("bound",)), PROVED, {}).findings == ()
