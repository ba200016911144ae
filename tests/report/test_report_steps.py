"""Steps: the repaired formula as the page would have it, and witnesses in mathematics."""

from boundcheck.report.page.steps import steps, tally, witness


def said(runs):
    return "".join(run if isinstance(run, str) else run["alt"] for run in runs).replace("\u00a0", " ")


def test_a_witness_shows_both_sides_as_mathematics():
    runs = witness({"point": {"n": "73", "delta": "exp(-1/2)"}, "lhs": "1", "rhs": "C*sqrt(2)"}, {})
    assert said(runs) == "at n = 73, delta = exp(-1/2): the left side is 1, the right side C*sqrt(2)."
    assert [run["typst"] for run in runs if isinstance(run, dict)] == ["n", "delta", "e^(-1\\/2)", "C sqrt(2)"]


def test_a_long_side_is_a_display_and_no_full_stop_follows_it():
    long = "C*(" + " + ".join(f"a_{place}*b**{place}" for place in range(2, 12)) + ")"
    runs = witness({"point": {"n": "3"}, "lhs": "1", "rhs": long, "text": "for a fixed n, it fails"}, {})
    assert runs[-2]["block"]
    assert runs[-1] == "For a fixed n, it fails."


def test_an_empty_side_is_not_printed():
    found = {"point": {"rows": "(1, 0), (0, 1)"}, "lhs": "undefined", "rhs": "", "text": "least eigenvalue of the mean"}
    expected = "at rows = (1, 0), (0, 1): the value is undefined (least eigenvalue of the mean)."
    assert said(witness(found, {})) == expected
    assert said(witness({"point": {"n": "1"}, "lhs": "", "rhs": None}, {})) == "at n = 1."
    assert witness({"lhs": "", "rhs": ""}, {}) is None


def test_a_repair_shows_its_own_display_and_what_was_checked():
    display = {"typst": "t (a - b) <= 2 L B", "alt": "t*(a - b) <= 2*L*B"}
    step = {
        "label": "logit_range",
        "outcome": "REFUTED",
        "statement": display | {"printed": "theta^top x_i <= L B"},
        "repair": {"outcome": "PROVED", "statement": display | {"printed": "theta^top x_i <= 2 L B"}},
    }
    (row,) = steps({"steps": [step]}, {})[-1]["steps"]
    assert row["formula"]["typst"] == "theta^top x_i <= L B"
    assert row["repair"]["formula"]["typst"] == "theta^top x_i <= 2 L B"
    assert row["repair"]["checked"]["typst"] == "t (a - b) <= 2 L B"


def test_two_checked_lines_of_one_fault_are_one_line_of_the_page():
    repaired = {"outcome": "REFUTED", "repair": {"outcome": "PROVED"}}
    one = [repaired | {"label": name, "fault": {"id": "eq_20"}} for name in ("a", "b")]
    assert ", 2 of them, one line of the page, after mending, as they are false as printed" in tally(one)
    two = [row | {"fault": {"id": row["label"]}} for row in one]
    assert ", 2 of them after mending, as they are false as printed" in tally(two)


def test_an_instance_says_what_its_letters_stand_for_as_mathematics():
    long = {"typst": "a = " + " + ".join("bcdefghijklmnopqrs"), "alt": "a = " + " + ".join("bcdefghijklmnopqrs")}
    used = {"step": "product", "letters": [{"typst": "x = L B", "alt": "x = feature_bound*radius"}, long]}
    step = {"label": "whole", "outcome": "PROVED", "mark": "by", "statement": {"text": "by product"}, "instance_of": used}
    (row,) = steps({"steps": [step]}, {})[-1]["steps"]
    assert said(row["note"]).startswith("An instance of another result. By product with x = feature_bound*radius")
    assert [run["block"] for run in row["note"] if isinstance(run, dict)] == [False, True]
