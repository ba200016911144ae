"""The headline is the weakest word that is true; "unknown" is never rounded up."""

from dataclasses import replace

import pytest
import sympy

from boundcheck.claims import (
    Claim,
    Evidence,
    Headline,
    HighProbabilityBound,
    Inequality,
    Outcome,
    Paper,
    PartVerdict,
    Reading,
    Regime,
    Simulation,
    Source,
    StepVerdict,
)
from boundcheck.settle.headline import conclude, mended, word
from boundcheck.symbolic import Statement

PAPER = Paper("p", "t", ("a",), "v", 2020, "r")
PROVED, REFUTED, UNDECIDED, ASSUMED, SUPPORTED = (
    Outcome.PROVED, Outcome.REFUTED, Outcome.UNDECIDED, Outcome.ASSUMED, Outcome.SUPPORTED,
)  # fmt: skip


def claim(readings=(Reading("literal", "as printed"),)):
    return Claim(Source(PAPER, "Theorem 1", "p. 1"), "t", "w", {}, (), {}, readings=readings)


def step(outcome, repair=None, label="s"):
    return StepVerdict(label, Evidence(outcome, "why"), None if repair is None else Evidence(repair, "mended"))


def part(outcome, reading="literal", **data):
    return PartVerdict("bound", reading, Evidence(outcome, "because", data=data))


@pytest.mark.parametrize(
    ("parts", "steps", "expected"),
    [
        ([], [], Headline.NOTHING_TO_CHECK),
        ([SUPPORTED], [(PROVED, None), (ASSUMED, None)], Headline.HOLDS),
        ([SUPPORTED], [(PROVED, None), (REFUTED, PROVED)], Headline.HOLDS_REPAIRED),
        ([SUPPORTED], [(PROVED, None), (REFUTED, UNDECIDED)], Headline.SUPPORTED),
        ([SUPPORTED], [(PROVED, None), (REFUTED, None)], Headline.SUPPORTED),
        ([SUPPORTED], [(UNDECIDED, None)], Headline.SUPPORTED),
        ([SUPPORTED], [], Headline.SUPPORTED),
        ([PROVED], [], Headline.HOLDS),
        ([PROVED, ASSUMED], [], Headline.SUPPORTED),
        ([REFUTED], [(PROVED, None)], Headline.REFUTED),
        ([UNDECIDED], [(PROVED, None)], Headline.UNDECIDED),
        ([], [(PROVED, None)], Headline.HOLDS),
        ([], [(ASSUMED, None)], Headline.NOTHING_TO_CHECK),
        ([ASSUMED], [], Headline.NOTHING_TO_CHECK),
        ([ASSUMED], [(ASSUMED, None)], Headline.NOTHING_TO_CHECK),
        ([], [(UNDECIDED, None)], Headline.UNDECIDED),
    ],
)
def test_word(parts, steps, expected):
    assert word([part(o) for o in parts], tuple(step(*s) for s in steps)) is expected


def test_a_repair_counts_only_for_a_refuted_step():
    assert mended(step(UNDECIDED, PROVED)) is UNDECIDED
    assert mended(step(REFUTED, SUPPORTED)) is SUPPORTED


def test_the_favourable_reading_leads_and_the_literal_one_is_told():
    readings = (Reading("literal", "word by word"), Reading("fair", "as meant"))
    verdict = conclude("p/x", claim(readings), (part(REFUTED), part(SUPPORTED, "fair")), (step(PROVED),))
    assert verdict.headline is Headline.HOLDS_REPAIRED
    assert "as meant" in verdict.text
    assert "false as printed" in verdict.literal


def test_a_repair_cannot_carry_the_headline():
    readings = (Reading("literal", "word by word"), Reading("mended", "with a 1 added", repair=True))
    verdict = conclude("p/x", claim(readings), (part(REFUTED), part(SUPPORTED, "mended")), (step(PROVED),))
    assert verdict.headline is Headline.REFUTED
    assert "with a 1 added" in verdict.text


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
    assert verdict.headline is Headline.SUPPORTED
    assert "No sample contradicts the explicit version of Theorem 1." in verdict.text
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
    assert "Beyond the page (HOLDS): the root suffices." in verdict.text


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
    kind = Reading("kind", "with the t")
    verdict = conclude("p/x", claim((doubtful, kind)), (part(REFUTED), part(SUPPORTED, "kind")), (step(PROVED),))
    assert "would be false" in verdict.literal


def test_a_step_that_hangs_on_a_lost_symbol_is_named_with_it():
    doubtful = replace(step(REFUTED, PROVED, "eq"), doubt="one exponent")
    alone = conclude("p/x", claim(), (part(SUPPORTED),), (doubtful,)).text
    assert "false as the text at hand has it (eq, which hangs on one exponent)" in alone
    both = conclude("p/x", claim(), (part(SUPPORTED),), (step(REFUTED, PROVED), doubtful)).text
    assert "false as printed (s, eq, which hangs on one exponent)" in both


n, delta, x = (sympy.Symbol(name, real=True) for name in ("n", "delta", "x"))


def sampled(bound=1 / sympy.sqrt(n)):
    regime = Regime("r", Simulation(lambda rng, repeats, **point: rng.random(repeats)), {"n": 10, "delta": 0.1})
    return replace(
        claim(), parts={"bound": HighProbabilityBound.of(bound, failure=delta, trivial=1, regimes=(regime,))}
    )


def proved(lhs, rhs, label="s"):
    return StepVerdict(label, Evidence(PROVED, "why", data={"statement": Statement(lhs, "<=", rhs)}))


def test_a_proof_of_something_else_does_not_carry_a_sampled_bound():
    for steps in ((proved(0, 1),), (proved(0, x**2),), (step(ASSUMED),)):
        verdict = conclude("p/x", sampled(), (part(SUPPORTED),), steps)
        assert verdict.headline is Headline.SUPPORTED
        assert "no listed step speaks of the bound" in verdict.text


def test_a_step_in_a_letter_of_the_bound_speaks_of_it():
    for bound, lhs in ((1 / sympy.sqrt(n), n), (sympy.Rational(1, 2), sympy.Rational(1, 2))):
        verdict = conclude("p/x", sampled(bound), (part(SUPPORTED),), (proved(0, 1), proved(0, lhs)))
        assert verdict.headline is Headline.HOLDS
        assert "no listed step" not in verdict.text


def test_two_equal_sides_speak_of_nothing():
    bound = 1 / sympy.sqrt(n)
    verdict = conclude("p/x", sampled(bound), (part(SUPPORTED),), (proved(n, n),))
    assert verdict.headline is Headline.SUPPORTED
    assert conclude("p/x", sampled(bound), (part(SUPPORTED),), (proved(n, n + 1),)).headline is Headline.HOLDS


def test_false_steps_are_not_called_open():
    steps = (step(UNDECIDED, label="gap"), step(REFUTED, label="slip"))
    text = conclude("p/x", sampled(), (part(UNDECIDED),), steps).text
    assert text.endswith("; open: bound, gap; false: slip."), text


def test_letters_are_compared_with_definitions_expanded():
    one = replace(sampled(), definitions={n: x**2})
    assert conclude("p/x", one, (part(SUPPORTED),), (proved(0, x**2),)).headline is Headline.HOLDS


def test_a_mended_step_speaks_of_the_bound():
    mended_step = replace(step(REFUTED), repair=proved(0, n).evidence)
    assert conclude("p/x", sampled(), (part(SUPPORTED),), (mended_step,)).headline is Headline.HOLDS_REPAIRED


def test_a_refutation_names_the_part_where_there_are_several():
    second = PartVerdict("second", "literal", Evidence(REFUTED, "false at x = 1"))
    text = conclude("p/x", claim(), (part(SUPPORTED), second), ()).text
    assert text == "Theorem 1 is false as printed. In second: false at x = 1."
    assert conclude("p/x", claim(), (second,), ()).text == "Theorem 1 is false as printed. False at x = 1."


def test_without_samples_nothing_is_said_of_them():
    verdict = conclude("p/x", claim(), (part(PROVED),), (step(REFUTED),))
    assert verdict.headline is Headline.SUPPORTED
    assert "No sample" not in verdict.text
    assert verdict.text == "Every part of Theorem 1 is proved or cited, though not every step is; false: s."


def test_an_open_step_may_speak_of_the_bound():
    text = conclude("p/x", sampled(), (part(SUPPORTED),), (proved(0, 1), step(UNDECIDED, label="gap"))).text
    assert text == "No sample contradicts Theorem 1; not proved: gap."


def test_what_survives_earns_no_more_than_its_proof():
    readings = (Reading("literal", "word by word"), Reading("mended", "with a 1 added", repair=True))
    one = replace(sampled(), readings=readings)
    one = replace(one, parts={"bound": {"literal": one.parts["bound"], "mended": one.parts["bound"]}})
    text = conclude("p/x", one, (part(REFUTED), part(SUPPORTED, "mended")), (proved(0, 1),)).text
    assert "What survives (SUPPORTED): with a 1 added." in text


def test_a_false_formula_is_told_with_its_sides():
    x, radius = sympy.symbols("x radius")
    witness = {"point": {"x": "1"}, "lhs": "-0.19661193", "rhs": "-0.25000"}
    found = Evidence(REFUTED, "false at x = 1", witness=witness)
    shown = replace(claim(), parts={"bound": Inequality(-x, -1)})
    verdict = conclude("p/x", shown, (PartVerdict("bound", "literal", found),), ())
    assert "False at x = 1: the left side of -x <= -1 is -0.196612, the right side -0.25." in verdict.text
    named = replace(claim(), parts={"bound": Inequality(-radius, -1)})
    verdict = conclude("p/x", named, (PartVerdict("bound", "literal", found),), ())
    assert "printed. False at x = 1: the left side is -0.196612, the right side -0.25." in verdict.text


def test_one_reason_is_told_once():
    parts = tuple(PartVerdict(n, "literal", Evidence(REFUTED, "No constant will do.")) for n in ("a", "b"))
    assert conclude("p/x", claim(), parts, ()).text.endswith("printed. In a and b: no constant will do.")


@pytest.mark.parametrize(
    ("name", "verb"), [("Equations (1) to (4)", "hold"), ("Section 4, remarks", "hold"), ("Theorem 5", "holds"),
                       ("Section 3, analysis", "holds"), ("gamma", "holds")],
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
