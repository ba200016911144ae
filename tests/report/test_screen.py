"""The verdict in a terminal of any width."""

import io

import pytest
from rich.console import Console
from tests.report import filled

from boundcheck.record.types import typed_record
from boundcheck.report import screen


@pytest.fixture
def whole(record):
    return typed_record(record)


def seen(record, width=100, **keywords) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    screen.summary(record, console, **keywords)
    return console.file.getvalue()


def test_the_screen_says_what_matters(whole):
    said = seen(whole, report="reports/unified/theorem_5_4.pdf")
    for expected in (
        "Theorem 5.4", "✓ Holds, repaired", "Read literally:", "✗ Refuted",
        "false at a = −1, b = 0", "repaired: proved", "the 6 tightest of 18 settings", "n = 6,400, ε = 4",
        "probability at most 0.001", "0.764", "Not covered: The value of the universal constant C;",
        "Report: reports/unified/theorem_5_4.pdf",
    ):  # fmt: skip
        assert expected in " ".join(said.split()), expected


@pytest.mark.parametrize("width", [20, 80, 200])
def test_no_line_is_wider_than_the_terminal(whole, width):
    assert max(map(len, seen(whole, width).splitlines())) <= width


def test_a_terminal_without_the_signs_gets_others(whole):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    screen.summary(whole, Console(file=stream, width=100, color_system=None), report="x.pdf")
    stream.flush()
    said = stream.buffer.getvalue().decode("ascii")
    assert "+ Holds, repaired" in said
    assert "x Refuted" in said
    assert "n = 6,400, epsilon = 4" in said
    assert "Report: x.pdf" in said


FALSE = {"point": {"x": "1/2"}, "left": "", "right": "", "relation": "<="}


def part(**changes):
    settled = {"outcome": "SUPPORTED", "method": "exact binomial interval", "summary": "0 of 9 exceed it"}
    measured = {"slack", "mutants", "vacuity"} & changes.keys()
    return {"shape": "HighProbabilityBound" if measured else "Inequality"} | settled | changes


def least(**given):
    headline = {"outcome": "HOLDS", "severity": "NONE", "text": "Every step is proved."}
    return filled.record(headline=headline, **given)


def with_parts(**parts):
    return least(parts=parts)


def test_a_claim_without_steps_has_its_parts_in_a_table():
    said = seen(with_parts(bound=part(), law=part(outcome="PROVED", method="finite law", summary="exact")))
    assert "Part" in said
    assert "bound   ◐ Supported   exact binomial interval; 0 of 9 exceed it" in said
    assert "law     ✓ Proved" in said


def test_survivors_are_named_and_counted():
    mutants = {"killed": 2, "total": 3, "survivors": ["doubled"]}
    said = seen(with_parts(bound=part(mutants=mutants)))
    assert "2 of 3 false versions of the bound refuted; not told apart: doubled" in said
    one = {"killed": 1, "total": 1, "survivors": []}
    assert "1 of 1 false version of the bound refuted" in seen(with_parts(bound=part(mutants=one)))
    assert "false version" not in seen(with_parts(bound=part(mutants={"killed": 0, "total": 0, "survivors": []})))


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (1234, "informative from n = 1,234 on, vacuous below"),
        (None, "at d = 2: vacuous for every n"),
        (1, None),
    ],
)
def test_where_a_bound_says_nothing(start, words):
    said = seen(with_parts(bound=part(vacuity={"says_something_from": start, "at": {"d": 2}})))
    assert words in said if words else "says" not in said


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"intervals": [[5, 498583]]}, "at d = 2: informative: n = 5 to 498,583; looked at up to n = 10¹⁵"),
        ({"intervals": [[5, 9], [20, 20]], "undecided": [[10, 12]]}, "informative: n = 5 to 9, 20; not decided elsewhere"),
        ({"intervals": [], "undecided": [[10, 12]]}, "informative: not decided"),
    ],
)
def test_where_a_bound_says_something_in_between(more, words):
    assert words in seen(with_parts(bound=part(vacuity={"says_something_from": None, "at": {"d": 2}, **more})))


def test_findings_are_short_and_those_of_the_page_alone_stay_there():
    findings = [{"kind": "LOOSE", "text": "0.03 to 0.3 (very private)"},
                {"kind": "EVALUATED", "text": "long"},
                {"kind": "CONSTANT", "text": "the claimed constant 2 is refuted: at n = 1 it is 3"}]  # fmt: skip
    said = seen(with_parts(bound=part(findings=findings)))
    assert "0.03 to 0.3 (very private)" in said
    assert "the claimed constant 2 is refuted: at n = 1 it is 3" in said
    assert "long" not in said


def test_the_regimes_in_which_a_bound_says_nothing_are_named():
    speaks = {"is": "Informative", "at": {"d": 2}, "start": 5, "inside": [], "undecided": []}
    found = [{"kind": "VACUOUS", "fact": speaks}, {"kind": "VACUOUS", "text": "exceeds it in: small"}]
    said = seen(
        with_parts(bound=part(vacuity={"says_something_from": 5}, findings=found))
    )
    assert "exceeds it in: small" in said
    assert "below the trivial one" not in said


def test_a_witness_is_told_once():
    witness = {"point": {"eps": "-1"}, "lhs": "0.7311", "rhs": "0.09894"}
    compared = {"comparisons": [{"what": "0 against 1, outputs (1,)", "certificate": {"kind": "counterexample"}}]}
    false = part(outcome="REFUTED", method="", summary="one is false at eps = -1", witness=witness, certificate=compared)
    said = seen(with_parts(law=false))
    assert said.count("false at") == 1
    assert "(0 against 1, outputs (1,))" in said


@pytest.mark.parametrize(
    ("shape", "sides", "words"),
    [("Inequality", ("2.5", "2"), "false at x = 1/2: 2.5 > 2"),
     ("Identity", ("2.5", "2"), "false at x = 1/2: 2.5 ≠ 2"),
     ("Inequality", ("2.00000001", "2.00000000"), "false at x = 1/2: 2.00000001 > 2"),
     ("Inequality", ("-1e300", "-1e301"), "> −10³⁰¹"),
     ("Inequality", ("undefined", ""), "false at x = 1/2")],
)  # fmt: skip
def test_a_witness_shows_both_sides(shape, sides, words):
    witness = {"point": {"x": "1/2"}, "lhs": sides[0], "rhs": sides[1]}
    false = part(outcome="REFUTED", shape=shape, method="", fact={"is": "FalseAt", **FALSE}, witness=witness)
    said = seen(with_parts(bound=false))
    assert words in "\n".join(line.rstrip() for line in said.splitlines()) + "\n"


def test_the_dot_has_a_legend_where_it_is_used():
    cell = {
        "name": "a",
        "quantile": 1.0,
        "bound": 2.0,
        "violations": 0,
        "repeats": 9,
        "allowed": 0.05,
        "point": {"n": 1},
    }
    assert "● the bound is at most half" in seen(with_parts(bound=part(slack=[cell | {"biting": True}])))
    assert "●" not in seen(with_parts(bound=part(slack=[cell | {"biting": False}])))


def test_hostile_parts_do_no_harm(hostile):
    part_ = part(summary=hostile, method=hostile, mutants={"killed": 0, "total": 1, "survivors": [hostile]},
                 findings=[{"kind": "LOOSE", "text": hostile}],
                 witness={"point": {hostile: hostile}, "lhs": hostile, "rhs": hostile})  # fmt: skip
    assert "1 false version" in seen(with_parts(**{"x" + hostile: part_}))


def test_the_least_record_is_enough():
    assert seen(least()).splitlines() [-2:] == ["toy/lemma_1  ✓ Holds  in under a second", "Read as: Every step is proved."]


def test_markup_of_the_console_is_not_obeyed(record, everywhere):
    for text in ("[red]x[/nosuch]", "[link=a]"):
        assert text in seen(typed_record(everywhere(record, text)))


def test_an_open_step_says_what_was_tried():
    step = {
        "label": "tail",
        "outcome": "UNDECIDED",
        "method": "",
        "summary": "tried: 7 methods; a longer search may decide",
    }
    assert "tried: 7 methods" in seen(least(steps=[step]))


@pytest.mark.parametrize(("left", "right", "words"), [("0.2", "0.4", "0.2 < 0.4"), ("0.4", "0.2", "0.4 > 0.2")])
def test_the_sides_of_a_witness_stand_in_their_order(left, right, words):
    witness = {"point": {"x": "1"}, "lhs": left, "rhs": right}
    step = {"label": "tail", "outcome": "REFUTED", "method": "certified point", "witness": witness}
    assert words in seen(least(steps=[step]))


def test_the_verdict_and_what_has_to_change_come_last(whole):
    lines = [line for line in seen(whole).splitlines() if line.strip()]
    assert lines[-1].startswith("What has to change: ")
    assert any(line.startswith("Theorem 5.4  ✓ Holds, repaired  in ") for line in lines[-12:])


def test_sound_steps_are_one_line_until_all_are_asked_for(whole):
    proved = [step.label for step in whole.steps if step.outcome == "PROVED"]
    brief, every = seen(whole), seen(whole, every=True)
    assert "Sound steps: " in brief
    assert "Sound steps: " not in every
    for label in proved:
        assert f"\n{label.replace('_', ' ')}  " not in brief
    assert sum("✓ Proved" in line for line in every.splitlines()) >= len(proved)


def test_a_false_line_is_told_in_full(whole):
    said = " ".join(seen(whole).split())
    for fault in whole.faults:
        assert "Mended: " in said or not fault.repair
