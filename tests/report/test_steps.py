"""Steps and the hypotheses that they need."""

import json

import msgspec
from least import least, of
from tests.report.filled import filled
from tests.report.filled import record as filled_record

from boundcheck.record.types import plain, typed_record
from boundcheck.report.page.appendix import assumptions
from boundcheck.report.page.steps import derivations, dropped, hypotheses, lines_of, tally, way, witness
from boundcheck.verdict.result import (
    Assumption,
)
from boundcheck.verdict.shapes import DerivedFact
from boundcheck.verdict.statements import Compared, FaultIdentity, Formula, InstanceOf, Repair, Step, Trial, Witness

# Steps: the repaired formula as the page would have it, and witnesses in mathematics.

def said(runs):
    return "".join(run if isinstance(run, str) else run["alt"] for run in runs).replace("\u00a0", " ")


def test_a_witness_shows_both_sides_as_mathematics():
    runs = witness(Witness(point={"n": "73", "delta": "exp(-1/2)"}, lhs="1", rhs="C*sqrt(2)"), {})
    assert said(runs) == "at n = 73, δ = e^(−1/2): the left side is 1, the right side √2 C."
    assert [run["latex"] for run in runs if isinstance(run, dict)] == ["n", r"\delta", r"e^{-\frac{1}{2}}", r"\sqrt{2} C"]


def test_a_long_side_is_a_display_and_no_full_stop_follows_it():
    long = "C*(" + " + ".join(f"a_{place}*b**{place}" for place in range(2, 12)) + ")"
    runs = witness(Witness(point={"n": "3"}, lhs="1", rhs=long, text="for a fixed n, it fails"), {})
    assert runs[-2]["block"]
    assert runs[-1] == "For a fixed n, it fails."


def test_an_empty_side_is_not_printed():
    found = Witness(point={"rows": "(1, 0), (0, 1)"}, lhs="undefined", rhs="", text="least eigenvalue of the mean")
    expected = "at rows = (1, 0), (0, 1): the value is undefined (least eigenvalue of the mean)."
    assert said(witness(found, {})) == expected
    assert said(witness(Witness(point={"n": "1"}, lhs=""), {})) == "at n = 1."
    assert witness(Witness(point={}, lhs="", rhs=""), {}) is None


def test_a_repair_shows_its_own_display_and_what_was_checked():
    display = Compared(latex=r"t (a - b) \le 2 L B", text="", printed=r"\theta^\top x_i \le L B")
    mended = least(Repair, statement=msgspec.structs.replace(display, printed=r"\theta^\top x_i \le 2 L B"))
    step = least(Step, label="logit_range", outcome="REFUTED", statement=display, repair=mended)
    (row,) = lines_of(of(steps=(step,)), {})
    assert row.formula["latex"] == r"\theta^\top x_i \le L B"
    assert row.repair.formula["latex"] == r"\theta^\top x_i \le 2 L B"
    assert row.repair.checked["latex"] == r"t (a - b) \le 2 L B"


def test_two_checked_lines_of_one_fault_are_one_line_of_the_page():
    repaired = least(Step, outcome="REFUTED", repair=least(Repair))
    one = [
        msgspec.structs.replace(repaired, label=name, fault=least(FaultIdentity, id="eq_20")) for name in ("a", "b")
    ]
    assert "; 2 of them, one line of the paper, only after correction, since as printed they are false" in tally(one)
    two = [msgspec.structs.replace(row, fault=least(FaultIdentity, id=row.label)) for row in one]
    assert "; 2 of them only after correction, since as printed they are false" in tally(two)


def test_an_instance_says_what_its_letters_stand_for_as_mathematics():
    long = "a = " + " + ".join("bcdefghijklmnopqrs")
    letters = (Formula(latex="x = L B"), Formula(latex=long))
    used = InstanceOf(step="product", letters=letters)
    step = least(Step, label="whole", mark="by", statement=least(Compared, text="by product"), instance_of=used)
    (row,) = lines_of(of(steps=(step,)), {})
    assert said(row.note).startswith("An instance of another result. By product with x = L B")
    assert [run["block"] for run in row.note if isinstance(run, dict)] == [False, True]


# The table of hypotheses: what can go, what is needed and where, and nothing where nothing was tried.

def text(blocks):
    return json.dumps(blocks, ensure_ascii=False)


def test_a_row_for_each_step_with_something_to_say(record):
    _, lead, table = hypotheses(typed_record(record), {})
    assert "Each of the 5 assumptions of 2 proved steps" in text(lead)
    assert "1 is needed" in text(lead)
    assert "2 are not needed" in text(lead)
    assert "1 is needed for both sides to be defined" in text(lead)
    assert "1 is not decided" in text(lead)
    (row,) = table["rows"]  # the other step has only an open and an undefined one
    assert row[0] == {"strong": ["curvature"]}
    assert "also all at once" in text(row[1])
    assert "|z| ≤ c" in text(row[2])


def test_one_at_a_time_where_both_cannot_go(record):
    record["steps"][0]["trials"][3]["finding"] = "NEEDED"
    *_, table = hypotheses(typed_record(record), {})
    assert "one at a time" in text(table["rows"][0][1])
    assert text(table["rows"]).count("c > 0") == 3  # typst, latex and alt, once


def test_a_record_without_trials_has_no_table():
    untried = of(steps=(least(Step, label="curvature"),))
    assert hypotheses(untried, {}) == []
    assert dropped(untried, ["curvature"]) == []


def test_nothing_found_is_a_sentence_without_a_table(record):
    for trial in record["steps"][0]["trials"]:
        trial["finding"] = "OPEN"
    assert [block["kind"] for block in hypotheses(typed_record(record), {})] == ["heading", "para"]


def test_an_assumption_says_what_its_steps_need(record):
    said = text(next(block for block in assumptions(typed_record(record)) if block["kind"] == "table")["rows"][-1])
    assert "Not tried as such." in said
    assert "false without" in said
    assert "true without" in said


def test_a_point_of_many_letters_stays_in_the_record():
    point = Witness(point={f"x_{place}": "1" for place in range(40)})
    trial = least(Trial, left_out=(0,), latex="x", witness=point)
    assert "at a point in the record" in text(hypotheses(of(steps=(least(Step, trials=(trial,)),)), {}))


def test_assumptions_and_steps_stand_in_words():
    granted = Assumption(label="confidence_set", text="it holds", used_by=(), dropped="more is lost (step greedy_too)")
    record = of(steps=(least(Step, label="greedy_too"),), assumptions=(granted,))
    said = str(assumptions(typed_record(plain(record))))
    assert "confidence set" in said
    assert "step greedy too" in said


def derived(*facts):
    """Facts as ``name<other,other`` in their order."""
    made = [(name, tuple(filter(None, below.split(",")))) for name, _, below in (fact.partition("<") for fact in facts)]
    return [filled(DerivedFact, name=name, says=name, rule="follows", by=below) for name, below in made]


def test_the_way_of_a_proof_is_where_its_longest_chain_meets_others():
    facts = derived("a", "b", "c<a,b", "d<c", "aside", "e<d,aside", "end<e")
    assert [fact.name for fact in way(facts)] == ["c", "e", "end"]
    assert [fact.name for fact in way(facts, most=2)] == ["e", "end"]
    assert way([]) == []


def test_parts_that_share_facts_show_them_once_and_their_endings_folded():
    def part(*facts):
        return {"shape": "Identity", "derivation": {"closed": True, "holds": True, "facts": derived(*facts)}}

    two = filled_record(parts={"first": part("a", "b<a", "one<b,a"), "second": part("a", "b<a", "two<b")})
    blocks = derivations(two, {})
    folds = {block["title"]: [row[0] for row in block["blocks"][-1]["rows"]] for block in blocks if block["kind"] == "fold"}
    assert folds == {
        "What all 2 have in common: 2 facts": [{"strong": ["a"]}, {"strong": ["b"]}],
        "To first: 1 fact of its own": [{"strong": ["one"]}],
        "To second: 1 fact of its own": [{"strong": ["two"]}],
    }
    alone = derivations(filled_record(parts={"first": part("a", "one<a")}), {})
    assert [block["title"] for block in alone if block["kind"] == "fold"] == ["All 2 facts"]
    assert derivations(filled_record(), {}) == []
