"""The headline follows severity; "unknown" is never rounded up, and without a complete proof nothing holds."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
import sympy

from boundcheck.claims import (
    Claim,
    Evidence,
    Fault,
    Headline,
    HighProbabilityBound,
    Inequality,
    Outcome,
    Paper,
    PartVerdict,
    Reading,
    Regime,
    Repair,
    RestsOn,
    Scaling,
    Severity,
    Simulation,
    Source,
    Step,
    StepVerdict,
    Sweep,
)
from boundcheck.settle.headline import conclude
from boundcheck.settle.holding import settled_lines
from boundcheck.settle.reasons import formula_of

PAPER = Paper("p", "t", ("a",), "v", 2020, "r")
PROVED, REFUTED, UNDECIDED, ASSUMED, SUPPORTED = (
    Outcome.PROVED, Outcome.REFUTED, Outcome.UNDECIDED, Outcome.ASSUMED, Outcome.SUPPORTED,
)  # fmt: skip
x = sympy.Symbol("x", real=True)


def claim(readings=(Reading("literal", "as printed"),), **rest):
    return Claim(Source(PAPER, "Theorem 1", "p. 1"), "t", "w", {}, (), {}, readings=readings, **rest)


def step(outcome, repair=None, label="s"):
    return StepVerdict(label, Evidence(outcome, "why"), None if repair is None else Evidence(repair, "mended"))


def part(outcome, reading="literal", settled_by="s", **data):
    return PartVerdict("bound", reading, Evidence(outcome, "because", data=data), settled_by=settled_by)


@pytest.mark.parametrize(
    ("parts", "steps", "expected", "severity"),
    [
        ([], [], Headline.NOTHING_TO_CHECK, "NONE"),
        ([SUPPORTED], [(PROVED, None), (ASSUMED, None)], Headline.HOLDS, "NONE"),
        ([SUPPORTED], [(PROVED, None), (REFUTED, PROVED)], Headline.HOLDS_REPAIRED, "PROOF"),
        ([SUPPORTED], [(PROVED, None), (REFUTED, UNDECIDED)], Headline.UNDECIDED, "OPEN"),
        ([SUPPORTED], [(PROVED, None), (REFUTED, None)], Headline.UNDECIDED, "OPEN"),
        ([PROVED], [(PROVED, None), (REFUTED, None)], Headline.SUPPORTED, "PROOF"),
        ([SUPPORTED], [(UNDECIDED, None)], Headline.SUPPORTED, "NONE"),
        ([SUPPORTED], [], Headline.SUPPORTED, "NONE"),
        ([PROVED], [], Headline.HOLDS, "NONE"),
        ([PROVED, ASSUMED], [], Headline.SUPPORTED, "NONE"),
        ([REFUTED], [(PROVED, None)], Headline.REFUTED, "FALSE"),
        ([UNDECIDED], [(PROVED, None)], Headline.UNDECIDED, "OPEN"),
        ([], [(PROVED, None)], Headline.HOLDS, "NONE"),
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


def test_without_a_step_that_settles_it_a_sampled_bound_does_not_hold():
    verdict = conclude("p/x", claim(), (part(SUPPORTED, settled_by=""),), (step(PROVED),))
    assert verdict.headline is Headline.SUPPORTED
    assert verdict.literal.value == "supported"
    assert "; its statement is sampled, and no line of a proof gives it." in verdict.text


def test_a_measurement_needs_no_step():
    measured = replace(part(SUPPORTED, settled_by=""), name="who_wins", shape="Separation")
    assert conclude("p/x", claim(), (part(SUPPORTED), measured), (step(PROVED),)).headline is Headline.HOLDS


def case(label="s"):
    return Step(label, "p. 1", Inequality(x, x + 1), scope="special case", special="one dimension")


def test_a_special_case_makes_nothing_hold():
    verdict = conclude("p/x", claim(steps=(case(),)), (part(SUPPORTED),), (step(PROVED),))
    assert verdict.headline is Headline.SUPPORTED
    assert "proved in a special case only: p. 1" in verdict.text


@pytest.mark.parametrize(("used", "headline"), [("HOLDS_REPAIRED", "HOLDS"), ("SUPPORTED", "SUPPORTED"), ("REFUTED", "SUPPORTED")])
def test_a_result_is_no_better_proved_than_what_it_rests_on(used, headline):
    rest = RestsOn("p/y", Headline(used), Severity.PROOF)
    verdict = conclude("p/x", claim(), (part(SUPPORTED),), (step(PROVED),), (rest,))
    assert verdict.headline == headline
    assert verdict.rests_on == (rest,)


def test_a_reading_that_the_page_supports_leads_and_the_literal_one_is_told():
    readings = (Reading("literal", "word by word"), Reading("fair", "as meant", support="Section 2"))
    verdict = conclude("p/x", claim(readings), (part(REFUTED), part(SUPPORTED, "fair")), (step(PROVED),))
    assert (verdict.headline, verdict.severity) == (Headline.HOLDS_REPAIRED, Severity.READING)
    assert "Read as: as meant (Section 2)." in verdict.text
    assert "false as printed" in verdict.literal.text
    assert verdict.literal.value == "false"


def test_a_repair_cannot_carry_the_headline():
    for repair in (True, False):  # a reading that nothing on the page supports is one in all but name
        readings = (Reading("literal", "word by word"), Reading("mended", "with a 1 added", repair=repair))
        verdict = conclude("p/x", claim(readings), (part(REFUTED), part(SUPPORTED, "mended")), (step(PROVED),))
        assert (verdict.headline, verdict.severity) == (Headline.REFUTED, Severity.CONDITION)
        assert "What survives, proved: with a 1 added." in verdict.text


def quoted(**constant):
    return conclude("p/x", claim(), (part(SUPPORTED, constant=constant, repeats=10),), (step(PROVED),))


def test_the_constant_is_quoted_with_its_reserve():
    assert (
        "holds with C = 2 (at the points of this run):" in quoted(upper="2", reserve="at the points of this run").text
    )
    assert "holds with C = 2:" in quoted(upper="2", reserve="").text
    assert "holds:" in quoted(upper="1", reserve="", settled="equal").text


def test_the_largest_of_several_constants_is_quoted():
    parts = tuple(replace(part(SUPPORTED, constant={"upper": c}), name=c) for c in ("sqrt(2)", "1.4", "4/3", "1e-5"))
    assert "holds with C = sqrt(2):" in conclude("p/x", claim(), parts, (step(PROVED),)).text


def test_a_refuted_constant_is_told_and_nothing_holds_with_it():
    verdict = quoted(upper=None, settled="refuted", by="the claimed constant 2 is refuted: at n = 1 it is 3")
    assert (verdict.headline, verdict.severity) == (Headline.UNDECIDED, Severity.OPEN)
    assert "No sample contradicts the explicit version of Theorem 1, which" in verdict.text
    assert "The claimed constant 2 is refuted: at n = 1 it is 3." in verdict.text
    assert "C = 2" not in verdict.text


def test_a_refuted_constant_of_a_repair_leaves_the_page_alone():
    readings = (Reading("literal", "word by word"), Reading("sharper", "the root suffices", repair=True))
    refuted = part(SUPPORTED, "sharper", constant={"upper": None, "settled": "refuted", "by": "no"})
    assert conclude("p/x", claim(readings), (part(SUPPORTED), refuted), (step(PROVED),)).headline is Headline.HOLDS


def test_open_steps_are_named():
    verdict = conclude("p/x", claim(), (part(SUPPORTED),), (step(PROVED), step(UNDECIDED, label="gap")))
    assert verdict.headline is Headline.SUPPORTED
    assert "gap" in verdict.text


def test_what_sharpens_a_result_is_told_beside_it():
    readings = (Reading("literal", "word by word"), Reading("sharper", "the root suffices", repair=True))
    verdict = conclude("p/x", claim(readings), (part(SUPPORTED), part(SUPPORTED, "sharper")), (step(PROVED),))
    assert verdict.headline is Headline.HOLDS
    assert list(map(str, verdict.news)) == ["the root suffices (HOLDS)"]


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
    assert "would be false" in verdict.literal.text
    assert verdict.severity is Severity.MISPRINT


def false_line(label, where, words="", **more):
    fault = Fault(label, "missing factor", where, words) if words else None
    return Step(label, where, Inequality(x + 1, x), repair=Repair(Inequality(x, x + 1), "x + 1"), fault=fault, **more)


def test_a_false_line_is_told_by_what_is_wrong_and_where():
    lines = (false_line("eq_20", "Eq. (20)", "4 stands for 8"), false_line("last", "last line"))
    at_one = Evidence(REFUTED, "false at x = 1", witness={"text": "at x = 1"})
    found = (step(REFUTED, PROVED, "eq_20"), replace(step(REFUTED, PROVED, "last"), evidence=at_one))
    text = conclude("p/x", claim(steps=lines[:1]), (part(SUPPORTED),), found[:1]).text
    assert text.endswith("One line of its proof is false as printed, and mended: 4 stands for 8 (Eq. (20)).")
    text = conclude("p/x", claim(steps=lines), (part(SUPPORTED),), found).text
    assert text.endswith("Two lines of its proof are false as printed, and mended: 4 stands for 8 (Eq. (20)); last line, at x = 1.")
    assert "eq_20" not in text


def test_misprints_are_told_last_and_a_line_without_repair_as_such():
    lines = (false_line("a", "line 1", "t for s", misprint="line 2"), replace(false_line("b", "line 3", "no end"), repair=None))
    found = (step(REFUTED, PROVED, "a"), step(REFUTED, None, "b"))
    text = conclude("p/x", claim(steps=lines), (part(PROVED),), found).text
    assert "is false as printed, and no proved repair is known: no end (line 3). Misprint: t for s (line 1)." in text


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
    met = {"bound": {"literal": Inequality(x**2 + 1, 0 * x), "fair": Inequality(0 * x, x**2)}}
    one = replace(claim(readings), parts=met)
    verdict = conclude("p/x", one, (part(REFUTED), part(SUPPORTED, "fair")), (step(PROVED),))
    assert verdict.literal.value == "empty"
    often = replace(one, parts={"bound": {"literal": Inequality(x**2, 1 + 0 * x), "fair": met["bound"]["fair"]}})
    called = conclude("p/x", often, (part(REFUTED), part(SUPPORTED, "fair")), (step(PROVED),))
    assert called.literal.value == "false"  # what the kind of a line says does not make it so
    told = "As printed hardly anything meets what Theorem 1 assumes. No class is so small (Assumption 1)."
    assert verdict.literal.text.startswith(told)
    assert (verdict.severity, verdict.headline) == (Severity.READING, Headline.HOLDS_REPAIRED)
    false = replace(none, kind="range")
    readings = (replace(readings[0], fault=false), readings[1])
    assert conclude("p/x", claim(readings), (part(REFUTED), part(SUPPORTED, "fair")), (step(PROVED),)).literal.value == "false"


def test_a_refutation_names_the_part_where_there_are_several():
    second = PartVerdict("second", "literal", Evidence(REFUTED, "false at x = 1"))
    text = conclude("p/x", claim(), (part(SUPPORTED), second), ()).text
    assert text == "Theorem 1 is false as printed. In second: false at x = 1."
    assert conclude("p/x", claim(), (second,), ()).text == "Theorem 1 is false as printed. False at x = 1."


def test_without_samples_nothing_is_said_of_them():
    verdict = conclude("p/x", claim(), (part(PROVED),), (step(REFUTED),))
    assert verdict.headline is Headline.SUPPORTED
    assert verdict.text == "Every part of Theorem 1 is proved or cited."


def test_a_false_formula_is_told_with_its_sides():
    x, radius = sympy.symbols("x radius")
    witness = {"point": {"x": "1"}, "lhs": "-0.19661193", "rhs": "-0.25000"}
    found = Evidence(REFUTED, "false at x = 1", witness=witness, bare=True)
    part = PartVerdict("bound", "literal", found, shape="Inequality", formula=formula_of(Inequality(-x, -1)))
    verdict = conclude("p/x", claim(), (part,), ())
    assert "False at x = 1: the left side of -x <= -1 is -0.196612, the right side -0.25." in verdict.text
    assert formula_of(Inequality(-radius, -1)) == ""
    verdict = conclude("p/x", claim(), (replace(part, formula=""),), ())
    assert "printed. False at x = 1: the left side is -0.196612, the right side -0.25." in verdict.text


def test_one_reason_is_told_once():
    parts = tuple(PartVerdict(n, "literal", Evidence(REFUTED, "No constant will do.")) for n in ("a", "b"))
    assert conclude("p/x", claim(), parts, ()).text.endswith("printed. In a and b: no constant will do.")


@pytest.mark.parametrize(
    ("name", "verb"), [("Equations (1) to (4)", "hold"), ("Section 4, remarks", "are consistent"),
                       ("Theorem 5", "holds"), ("Definition 3.1", "is well defined"),
                       ("Section 3, analysis", "is consistent"), ("gamma", "holds"),
                       ("Definition 2.3 and Remark 2.4", "are well defined"),
                       ("Section 4, Equations (9) to (12)", "are consistent")],
)  # fmt: skip
def test_the_verb_has_the_number_of_its_name(name, verb):
    named = replace(claim(), source=Source(PAPER, name, "p. 1"))
    assert f"{name} {verb}:" in conclude("p/x", named, (part(SUPPORTED),), (step(PROVED),)).text


def test_what_is_open_is_told_where_it_is_all_there_is():
    open_ = PartVerdict("bound", "literal", Evidence(UNDECIDED, "12 seeds would decide it"))
    assert (
        conclude("p/x", claim(), (open_,), ()).text
        == "Theorem 1 is neither proved nor refuted: 12 seeds would decide it."
    )
    two = (open_, replace(open_, name="rate"))
    assert conclude("p/x", claim(), two, ()).text == "Theorem 1 is neither proved nor refuted; open: bound, rate."


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({}, "holds with C = 2: "),
        ({"low": 1.9979},
         "holds with C = 2 (an instance asks for 1.99; none was found where the bound is at most half the trivial one): "),
        ({"low": 1.9979, "where_it_bites": {"low": 1.9979}},
         "holds with C = 2 (an instance asks for 1.99 where the bound is at most half the trivial one): "),
        ({"low": 1.9979, "where_it_bites": {"low": 0.5559}},
         "with C = 2 (an instance asks for 0.555 where the bound is at most half the trivial one, and one for 1.99 beyond): "),
    ],
)  # fmt: skip
def test_what_an_instance_asks_of_the_constant_is_said(found, told):
    constant = {"upper": "2", "settled": "step", **found}
    verdict = conclude("p/t", claim(), (part(SUPPORTED, constant=constant),), (step(PROVED),))
    assert told in verdict.text


def test_a_rate_that_was_followed_on_a_range_holds_only_beside_a_settled_bound_of_that_rate():
    def experiment(rng, repeats, **point):
        return rng.random(repeats)

    fields = {"explicit": 1 / x, "trivial": sympy.Integer(1), "failure": sympy.Rational(1, 2)}
    rates = Scaling(1 / x, sweeps=(Sweep("x", "x", (1, 10), x, "large", Simulation(experiment), {}),), **fields)
    regimes = (Regime("only", Simulation(experiment), {"x": 1}),)
    rate = replace(part(SUPPORTED, settled_by=""), name="rate", shape="Scaling")

    def concluded(printed, *found):
        bound = HighProbabilityBound(printed, constant=sympy.Integer(1), regimes=regimes, **fields)
        return conclude("p/t", replace(claim(), parts={"rate": rates, "bound": bound}), (*found, rate), (step(PROVED),))

    alone = concluded(1 / x)
    assert (alone.headline, alone.severity) == (Headline.SUPPORTED, Severity.NONE)
    assert alone.text.endswith("; its statement is sampled, and no line of a proof gives it.")
    both = concluded(1 / x, part(SUPPORTED, settled_by=""))
    assert both.text.endswith("; its statements '`bound`' and '`rate`' are sampled, and no line of a proof gives them.")
    assert concluded(2 / x, part(SUPPORTED)).headline is Headline.HOLDS
    assert concluded(2 / x**2, part(SUPPORTED)).headline is Headline.SUPPORTED
    assert concluded(1 / x, part(PROVED, settled_by="")).headline is Headline.SUPPORTED
    assert concluded(1 / x, part(SUPPORTED, settled_by="")).headline is Headline.SUPPORTED
    assert conclude("p/t", SimpleNamespace(**vars(claim())), (part(SUPPORTED), rate), (step(PROVED),)).headline is Headline.HOLDS


def test_what_is_better_than_printed_is_not_asked_for_the_exponents_of_another_reading():
    def experiment(rng, repeats, **point):
        return rng.random(repeats)

    fields = {"explicit": 1 / x, "trivial": sympy.Integer(1), "failure": sympy.Rational(1, 2)}
    rates = Scaling(1 / x, sweeps=(Sweep("x", "x", (1, 10), x, "large", Simulation(experiment), {}),), **fields)
    regimes = (Regime("only", Simulation(experiment), {"x": 1}),)
    bounds = {name: HighProbabilityBound(rate, constant=sympy.Integer(1), regimes=regimes, **fields)
              for name, rate in (("literal", 1 / x), ("better", 1 / x**2))}  # fmt: skip
    readings = (Reading("literal", "as printed"), Reading("better", "a smaller rate", repair=True))
    own = replace(claim(), parts={"bound": bounds, "rate": rates}, readings=readings)
    rate = replace(part(SUPPORTED, settled_by=""), name="rate", shape="Scaling")

    def news(settled_by):
        found = (part(SUPPORTED), replace(part(SUPPORTED, settled_by=settled_by), reading="better"), rate)
        return [each.outcome for each in conclude("p/t", own, found, (step(PROVED),)).news]

    assert news("line") == [Headline.HOLDS]
    assert news("") == [Headline.SUPPORTED]


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ((30, 0, 2, 1), "all 30 checked lines are proved, 2 of them (one line of the page) after mending"),
        ((30, 0, 3, 2), "all 30 checked lines are proved, 3 of them (2 lines of the page) after mending"),
        ((60, 4, 6, 6), "of 64 checked lines 60 are proved, 6 of them after mending, 4 cited"),
    ],
)
def test_lines_that_are_checked_twice_are_counted_once_as_lines_of_the_page(counts, told):
    assert settled_lines(*counts) == told
