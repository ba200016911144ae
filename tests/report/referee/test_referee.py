"""The referee report of a paper: each false line once, in order of weight, nothing that the records do not say."""

import io
from pathlib import Path

import pytest
import sympy
from msgspec.structs import replace
from pypdf import PdfReader
from tests.report import filled

from boundcheck.record import read
from boundcheck.report.page.paragraphs import bullets, escaped, markdown, table
from boundcheck.report.referee import page
from boundcheck.report.referee.across import (
    by_place,
    called,
    conditional,
    count,
    false_lines,
    in_order,
    standing,
    tightest,
)
from boundcheck.report.referee.front import violated
from boundcheck.report.referee.page import badge_of, document, listed, tally, to_html, to_markdown, to_pdf
from boundcheck.report.referee.tables import best, by_consequence, each_result_first, explained, ordinary, other_faults
from boundcheck.symbolic import Statement, encode
from boundcheck.verdict import Severity, at
from boundcheck.verdict.conclusions import Missing, Unstated
from boundcheck.verdict.shapes import HighProbabilityBoundPart, Ranks
from boundcheck.verdict.statements import Witness

REPORTS = Path(__file__).parents[3] / "reports"
PAPER = {"key": "toy", "title": "Toys", "authors": ["A", "B"], "venue": "V", "year": 2020, "ref": "arXiv:0000.00000"}


def result(name, severity="NONE", faults=(), rests=(), news=(), parts=None, steps=(), **more):
    outcome = {"NONE": "HOLDS", "OPEN": "UNDECIDED"}.get(severity)
    outcome = outcome or ("REFUTED" if Severity[severity].reaches(Severity.CONDITION) else "HOLDS_REPAIRED")
    return filled.record(**{
        "claim": f"toy/{name.lower().replace(' ', '_')}",
        "printed": name,
        "kind": name.partition(" ")[0].lower(),
        "paper": PAPER,
        "headline": {"outcome": outcome, "severity": severity, "text": f"{name} is settled.", "news": list(news)},
        "faults": list(faults),
        "rests_on": [{"claim": f"toy/{rest}"} for rest in rests],
        "parts": parts or {},
        "steps": list(steps),
        "parameters": [{"name": "alpha", "latex": r"\alpha"}],
        "error_probability": {"total": 1e-3, "checks": 1},
        "seed": 7,
        "budget": "standard",
        **more,
    })  # fmt: skip


def fault(name, severity, where="Eq. (1)", text="a root is missing", repair="with the root", witness=None):
    return {"id": name, "where": where, "severity": severity, "text": text, "repair": repair, "witness": witness}


WITNESS = {"point": {"alpha": "1/4"}, "lhs": "0.5", "rhs": "0.25"}
RECORDS = [
    result("Lemma 1", "PROOF", [fault("line", "PROOF")]),
    result(
        "Theorem 2",
        "CONDITION",
        [fault("line", "CONDITION", witness=WITNESS)],
        ["lemma_1"],
        [{"text": "the root of d is not needed", "outcome": "HOLDS"}],
    ),
    result("Corollary 3", rests=["theorem_2"]),
    result("Remark 4", "MISPRINT", [fault("sign", "MISPRINT", "line 3", repair="a minus sign")]),
    result("Section 5", "OPEN"),
]


def test_a_line_is_told_once_with_its_worst_weight_and_all_that_it_touches():
    lines = false_lines(RECORDS)
    assert [line.severity.name for line in lines] == ["CONDITION", "MISPRINT"]
    assert set(lines[0].touches) == {"Lemma 1", "Theorem 2", "Corollary 3"}
    assert lines[1].touches == ("Remark 4",)


def test_what_stands_and_what_has_to_change():
    text = to_markdown(RECORDS)
    first, rule, rest = text.partition("\n---\n")
    assert "Theorem 2 is false as stated: A root is missing (the correction is known by tests only); no fault" in first
    assert "no fault was found in 1 of 4 other results." in first
    assert "| **Theorem 2** | is false as stated, and holds with another condition or constant |" in first
    assert rule
    assert "| no fault was found: 1 tests only | 1 | Corollary 3 |" in rest
    assert "| stands, a step of its proof repaired | 1 | Lemma 1 |" in rest
    assert "| could not be decided | 1 | Section 5 |" in rest
    assert (
        rest.index("Variants that hold")
        < rest.index("Typos")
        < rest.index("Questions")
        < rest.index("Coverage")
    )
    assert "the root of d is not needed" in text.lower()
    assert "A root is missing" in first
    assert "**Theorem 2**, Eq. (1) (condition), an example: At" in rest  # page one told the rest of it


def test_what_rests_on_a_false_result_does_not_stand():
    hanging = result("Remark 6", rests=["theorem_2"])
    hanging = replace(hanging, headline=replace(hanging.headline, outcome="CONDITIONAL"))
    assert [called(each) for each in standing([*RECORDS, hanging])] == ["Corollary 3"]
    assert [called(each) for each in conditional([*RECORDS, hanging])] == ["Remark 6"]
    assert "| rests on a result that is false as printed | 1 | Remark 6 |" in to_markdown([*RECORDS, hanging])


def test_theorems_are_counted_first():
    assert tally(RECORDS) == "1 theorem: 1 false as stated"
    assert tally(RECORDS[2:3]) == "1 result: 1 without a fault that was found"
    assert document(RECORDS)["title"] == "Toys"


def test_a_paper_without_faults_says_so():
    assert "Nothing beyond typos was found." in to_markdown([RECORDS[2]])


def test_lines_are_counted_by_what_they_are():
    steps = [
        {"outcome": "PROVED", "mark": "step", "scope": "page"},
        {"outcome": "PROVED", "mark": "step", "scope": "special case"},
        {"outcome": "PROVED", "mark": "definition"},
        {"outcome": "REFUTED", "mark": "step", "scope": "page"},
        {"outcome": "ASSUMED", "mark": "step", "cited": "Hsu et al. 2012"},
        {"outcome": "PROVED", "mark": "step", "ours": True},
        {"outcome": "PROVED", "mark": "rewriting", "ours": True},
        {"outcome": "REFUTED", "mark": "step", "ours": True},
    ]
    found = count([result("Lemma 1", steps=steps)])
    assert (found.results, found.ours, found.proved) == (1, 2, 1)  # a rewriting is no proof
    assert "Hsu et al. 2012" in to_markdown([result("Lemma 1", steps=steps)])


def test_tightness_counts_only_where_the_bound_says_something():
    slack = [{"quantile": 0.9, "bound": 1.0, "biting": False}, {"quantile": 0.2, "bound": 1.0, "biting": True}]
    assert tightest(filled.filled(HighProbabilityBoundPart, slack=slack)) == pytest.approx(0.2)
    assert tightest(filled.filled(HighProbabilityBoundPart, slack=slack[:1])) is None


def test_the_same_bytes_and_every_text_in_the_pdf():
    first = to_pdf(RECORDS)
    assert first == to_pdf(RECORDS)
    pages = PdfReader(io.BytesIO(first)).pages
    assert len(pages) <= 3
    text = " ".join(page.extract_text() for page in pages)
    assert "Theorem 2" in text


@pytest.mark.parametrize("paper", ["unified", "kl", "square", "reward", "aup"])
def test_every_report_has_at_most_three_pages_and_nothing_is_lost_in_the_browser(paper):
    records = [read(path) for path in sorted((REPORTS / paper).glob("*.json"))]
    first, *others = [" ".join(each.extract_text().split()) for each in PdfReader(io.BytesIO(to_pdf(records))).pages]
    assert len(others) < page.PAGES
    assert "The graph of the paper" in first
    assert "What matters most" in first
    assert ("See the list below." in first) <= (", instead: " in " ".join(others))
    assert "What the bounds say in numbers" in " ".join(others)
    assert "Informative at" in first
    assert "the full list" not in to_markdown(records)
    whole = to_html(records)
    assert all(record.claim in whole for record in records)


def test_a_long_list_is_cut_to_its_first_items_and_says_how_many_are_left():
    many = [result(f"Lemma {i}", "PROOF", [fault(f"f{i}", "PROOF", text=f"b{i} " * 60)]) for i in range(60)]
    pages = PdfReader(io.BytesIO(to_pdf(many))).pages
    assert len(pages) <= page.PAGES
    assert "more: toy.html" in " ".join(" ".join(each.extract_text().split()) for each in pages)
    text = to_markdown(many)
    assert all(f" b{i} b{i}" in text for i in range(60))
    cut = listed("Faults", [["a"], ["b"], ["c"], ["d"]], 2, "toy.html")[1]["items"]
    assert cut == [["a"], ["b"], ["2 more: ", {"link": "toy.html", "href": "toy.html"}, ", 'Faults'."]]
    assert len(listed("Faults", [["a"], ["b"], ["c"]], 2, "toy.html")[1]["items"]) == 3  # to say so takes as much room
    assert listed("Faults", [], 2, "toy.html") == []


def test_the_words_in_brackets_are_explained():
    heavy = [result(f"Theorem {i}", "READING", [fault(f"t{i}", "READING", text=f"sign {i}")]) for i in range(11)]
    text = to_markdown([*heavy, result("Lemma 1", "PROOF", [fault("line", "PROOF", text="no end")])])
    assert "* **Theorem 9**, Eq. (1) (wording): Sign 9. Instead: as above, at Theorem 8." in text
    assert "* **Lemma 1**, Eq. (1) (proof): No end." in text
    assert "proof: a step of the proof is false" in text


def test_theorems_of_an_appendix_come_after_the_others():
    names = ["Theorem C.1", "Theorem 4.4", "Theorem 3.5", "Lemma 2", "Corollary B.2"]
    ordered = ["Theorem 3.5", "Theorem 4.4", "Theorem C.1", "Corollary B.2", "Lemma 2"]
    assert [called(each) for each in by_place(result(name) for name in names)] == ordered


def test_a_case_that_has_no_room_on_page_one_is_told_in_full_where_nothing_is_left_out():
    said = {"point": {"alpha": "1/4"}, "lhs": "C", "rhs": "sqrt(C)", "text": "with two members of the class it is C"}
    record = result("Theorem 2", "CONDITION", [fault("a", "CONDITION", witness=said)])
    assert "two members" in to_markdown([record]).partition("\n---\n")[2]
    assert "two members" not in markdown("", document([record], most=9)["blocks"])


def test_every_item_below_the_line_leads_to_its_result():
    heavy = [result(f"Theorem {i}", "READING", [fault(f"t{i}", "READING", text=f"sign {i}")]) for i in range(11)]
    items = other_faults(false_lines(heavy))
    assert [item[0]["href"] for item in items] == [f"index.html#toy/theorem_{item[0]['link'][8:]}" for item in items]


def test_no_record_no_report():
    with pytest.raises(ValueError, match="at least one result"):
        document([])


def test_texts_are_no_markdown():
    assert escaped("_b * [x](y) <script> `c`") == r"\_b \* [x\](y) \<script> \`c\`"
    assert escaped("x_i in [0, 1] < 2 and θ*") == "x_i in [0, 1] < 2 and θ∗"  # nothing there is a mark
    with pytest.raises(ValueError, match="no form"):
        markdown("t", [{"kind": "beside"}])


def row_of(*records):
    """The items of the faults, in full."""
    lines = [line for line in false_lines(in_order(records)) if line.severity is not Severity.MISPRINT]
    return markdown("", [bullets(other_faults(lines))]).splitlines()[2:]


def test_extreme_values_are_called_so_and_an_ordinary_point_is_preferred():
    corner = {"point": {"alpha": "1/100000"}, "lhs": "0.5", "rhs": "0.25"}
    record = result("Theorem 2", "CONDITION", [fault("a", "CONDITION", witness=corner) | {"printed": "bound"}])
    said = markdown("", [{"kind": "para", "runs": violated(false_lines([record])[0])}]).replace("\u00a0", " ")
    assert said.strip() == "#"  # extreme values tell little
    checked = encode(Statement(sympy.Symbol("alpha", real=True), "<=", sympy.Integer(1)))
    shown = {"compared": {"latex": r"\sqrt{\alpha} \le \alpha"}}
    parts = {"bound": {"shape": "Inequality", "outcome": "REFUTED", "working": {"witness": WITNESS}, "relation": shown}}
    parts["bound"] |= {"checked": checked}
    record = result("Theorem 2", "CONDITION", [fault("a", "CONDITION", witness=corner) | {"printed": "bound"}], parts=parts)
    said = markdown("", [{"kind": "para", "runs": violated(false_lines([record])[0])}]).replace("\u00a0", " ")
    assert "At $\\alpha$ = 1/4, $\\sqrt{\\alpha} \\le \\alpha$ says 0.500 ≤ 0.250." in said
    share = result("Theorem 2", parameters=[{"name": "delta", "domain": "delta > 0, delta < 1"}])
    assert ordinary(Witness(point={"delta": "1/100000"}), share)
    assert not ordinary(Witness(point={"delta": "9999/10000"}), share)
    assert not ordinary(Witness(point={"n": "10000000"}), share)


def test_two_parts_that_fail_in_one_way_are_one_row():
    twice = [fault("ctl", "CONDITION"), fault("ltc", "CONDITION")]
    assert len(row_of(result("Theorem 2", "CONDITION", twice))) == 1
    apart = [fault("ctl", "CONDITION"), fault("ltc", "CONDITION", repair="another root")]
    assert len(row_of(result("Theorem 2", "CONDITION", apart))) == 2


def test_the_point_is_said_once_and_with_the_line_that_fails():
    false = fault("line", "PROOF", text=at(WITNESS["point"]), witness=WITNESS | {"text": at(WITNESS["point"])})
    step = {
        "label": "line",
        "outcome": "REFUTED",
        "because": "One label.",
        "statement": {"latex": r"\sqrt{\alpha} \le \alpha"},
    }
    false |= {"printed": "line", "fact": {"is": "FalseAt", "point": WITNESS["point"]}}
    (row,) = row_of(result("Lemma 1", "PROOF", [false], steps=[step]))
    said = row.replace("\u00a0", " ")
    assert r"One label. $\sqrt{\alpha} \le \alpha$ fails. At $\alpha$ = 1/4: left side 0.500, right side 0.250." in said
    assert row.count("1/4") == 1


def test_a_sentence_stands_for_a_point_and_a_long_point_is_left_out():
    long = {"point": {"alpha": "+".join(f"{i}*C" for i in range(40))}, "lhs": "1", "rhs": "C"}
    (row,) = row_of(result("Lemma 1", "PROOF", [fault("line", "PROOF", witness=long)]))
    assert "39" not in row
    said = {**WITNESS, "text": "one label is wrong with probability 1/4"}
    (row,) = row_of(result("Lemma 1", "PROOF", [fault("line", "PROOF", witness=said)]))
    assert "One label is wrong with probability 1/4: 0.500 against 0.250." in row


def test_steps_are_named_by_their_places_and_the_result_itself_is_left_out():
    told = fault("line", "PROOF", where="Lemma 1, last line", repair="twice the sum (steps `unroll` and `sum`).")
    steps = [
        {"label": name, "outcome": "PROVED", "where": f"Eq. ({at})"} for at, name in enumerate(("unroll", "sum"), 1)
    ]
    (row,) = row_of(result("Lemma 1", "PROOF", [told], steps=steps))
    assert row.startswith("* **Lemma 1**, last line (proof): ")
    assert "twice the sum (steps of Eq. (1) and of Eq. (2))." in row


def test_steps_that_only_the_records_name_are_lines():
    steps = [{"label": name, "outcome": "PROVED"} for name in ("unroll", "unroll_sum")]
    told = "the step size is 1, as the steps `unroll` and `unroll_sum` give it, and by the step `unroll` nothing is lost"
    (row,) = row_of(result("Lemma 1", "PROOF", [fault("line", "PROOF", repair=told)], steps=steps))
    assert (
        "as the steps of a further line and of a further line give it, and by the step of a further line nothing is lost."
        in row
    )


def test_what_is_open_comes_last_and_theorems_come_first():
    faults = {"Lemma 1": "PROOF", "Theorem 9": "PROOF", "Theorem 2": "OPEN"}
    rows = row_of(*(result(name, kind, [fault(name, kind)]) for name, kind in faults.items()))
    assert [row.split("**")[1] for row in rows] == ["Theorem 9", "Lemma 1", "Theorem 2"]


def test_bounds_of_lemmas_are_no_main_results_unless_there_is_nothing_else():
    bound = {
        "shape": "HighProbabilityBound",
        "outcome": "SUPPORTED",
        "reading": "literal",
        "constant": {"upper": "2"},
        "vacuity": {"says_something_from": 100},
    }
    theorem = result("Theorem 2", parts={"error_ctl": bound, "error_ctl@sharper": bound})
    lemma = result("Lemma 1", parts={"error": bound})
    text = to_markdown([theorem, lemma])
    assert "| **Theorem 2** | 2 |   | n = 100 |" in text or "| **Theorem 2** | 2 | n = 100 |" in text
    assert "as repaired" not in text
    assert "**Lemma 1** | 2" not in text
    assert "**Lemma 1** | 2" in to_markdown([lemma])
    assert "–" not in text.partition("\n---\n")[2]  # below the line


def test_a_table_that_is_read_in_two_ways_says_which():
    parts = {
        name: {
            "shape": "ReportedTable",
            "outcome": "UNDECIDED",
            "reading": reading,
            "fact": {"is": "DifferencesShown", "shown": shown, "rows": 4, "level": "5"},
            "evidence": {"rows": [{"comparison": "A beats B", "p (Holm)": 0.2249}, {"comparison": "C beats D", "p (Holm)": 1e-6}]},
        }
        for name, reading, shown in (("rows", "literal", 4), ("rows@shares", "shares", 0))
    }
    readings = [{"name": "literal", "text": "in points"}, {"name": "shares", "text": "in shares"}]
    text = to_markdown([result("Table 1", "OPEN", parts=parts, readings=readings)])
    assert "**Table 1** (if in points): 4 of the 4" in text
    assert "**Table 1** (if in shares): None of the 4" in text
    assert "p-values, adjusted by Holm: A beats B, 0.22; C beats D, 10⁻⁶" in text.replace("P-values", "p-values")
    assert "0 to 4 of the 4 differences in Table 1 are significant, depending on how its spreads are read" in text
    assert "| experiments, not run again | 1 | Table 1 |" in text  # counts add up


def test_what_is_better_is_said_with_how_sure_it_is():
    told = [
        {"text": "the root is not needed", "outcome": "HOLDS"},
        {"text": "half of it will do", "outcome": "SUPPORTED"},
    ]
    text = to_markdown([result("Theorem 2", news=told)])
    assert "The root is not needed. (Proved, modulo cited results.)" in text
    assert "Half of it will do. (Its proof was not checked as a whole.)" in text
    assert text.index("---") < text.index("Possible improvements") < text.index("The root") < text.index("Half of it")


def test_a_result_without_parts_is_no_table():
    assert "| could not be decided | 1 | Section 5 |" in to_markdown([RECORDS[4]])
    assert "**Section 5**:" in to_markdown([RECORDS[4]])


@pytest.mark.parametrize(
    ("kind", "words"),
    [("RANGE", "working range"), ("EMPTY", "every valid form of this bound is vacuous"), ("RATE", "none known")],
)
def test_a_line_without_a_repair_says_what_that_means(kind, words):
    assert words in to_markdown([result("Theorem 1", kind, [fault("slip", kind) | {"repair": ""}])])


def shown_of(point, statement="", because="", names=("alpha",)):
    """The row of a line whose fault has words and a point in letters that the paper may not have."""
    false = fault("line", "PROOF", witness={"point": point, "lhs": "0.5", "rhs": "0.25"}) | {"printed": "line"}
    step = {
        "label": "line",
        "outcome": "REFUTED",
        "because": because,
        "statement": {"latex": statement},
        "checked": encode(Statement(sympy.Add(*sympy.symbols(names, real=True)), "<=", sympy.Integer(1))),
    }
    (row,) = row_of(result("Lemma 1", "PROOF", [false], steps=[step]))
    return row.replace("\u00a0", " ")


def test_of_each_result_the_gravest_line_comes_first():
    many = [fault(f"t{i}", "READING", f"line {i}", f"sign {i}") for i in range(5)]
    grave = result("Lemma 1", "CONDITION", [fault("g", "CONDITION", text="a radius")])
    two, three = result("Theorem 2", "READING", many), result("Theorem 3", "READING", [fault("u", "READING")])
    lines = by_consequence(false_lines([two, three, grave]))
    assert [called(line.record) for line in each_result_first(lines)] == ["Lemma 1", "Theorem 2", "Theorem 3", *["Theorem 2"] * 4]


def test_a_symbol_that_makes_a_theorem_false_stands_among_the_faults():
    def told(kind, **touches):
        slip = fault("step", "MISPRINT", text="a step is constant", repair="1/t") | {"printed": "bound", "touches": touches}
        return to_markdown([result(f"{kind} 2", "MISPRINT", [slip])])

    assert "**Theorem 2**, Eq. (1) (typo)" in told("Theorem", parts=["bound"]).partition("\n---\n")[0]
    assert "## Typos" not in told("Theorem", parts=["bound"])
    assert all("## Typos" in text for text in (told("Theorem", steps=["line"]), told("Remark", parts=["bound"])))


def test_letters_of_a_case_are_the_papers_or_spoken_of():
    record = result("Theorem 2", "CONDITION", [fault("a", "CONDITION")], letters={"alpha": r"\alpha", "agree": "f_t", "q": "q"})
    (line,) = false_lines([record])
    assert explained(line, ["alpha", "C", "agree"], "")
    assert not explained(line, ["q"], "of the share of wrong labels")
    assert explained(line, ["q"], "$q$ is the share of wrong labels")


def test_a_case_is_told_in_letters_that_a_reader_of_the_paper_knows():
    assert "At $\\alpha$ = 1/4: 0.500 against 0.250" in shown_of({"alpha": "1/4"})
    assert "0.500" not in shown_of({"q": "1/4"}, r"q \le 1", names=("q",))  # says nothing by itself
    assert "0.500" not in shown_of({"q": "1/4"}, r"q^2 \le q/2", names=("q",))  # q is nothing that the paper has
    both = shown_of({"alpha": "1/4"}, r"\alpha^2 \le \alpha/2")
    assert "In symbols: $\\alpha^2 \\le \\alpha/2$. At $\\alpha$ = 1/4: left side 0.500, right side 0.250" in both
    assert "0.500" not in shown_of({"alpha": "1/4"}, r"\alpha + s \le 1", names=("alpha", "s"))  # of s no value is told
    explained = shown_of({"q": "1/4"}, names=("q",), because="q is the share of labels that are wrong")
    assert "q is the share of labels that are wrong. At $q$ = 1/4: 0.500 against 0.250" in explained
    long = shown_of(
        {"alpha": "1/4"}, r"\alpha^2 \le \alpha/2", because="One label is wrong. " + "The rest is right. " * 20
    )
    assert "One label is wrong. In symbols: $\\alpha^2 \\le \\alpha/2$. At $\\alpha$ = 1/4: left side 0.500" in long


def test_a_line_is_told_by_the_first_of_its_results_and_again_where_only_another_is_mended():
    both = [
        result("Theorem 7", "PROOF", [fault("line", "PROOF")]),
        result("Theorem 4", "PROOF", [fault("line", "PROOF")]),
    ]
    (line,) = false_lines(both)
    assert (line.record.printed, line.touches) == ("Theorem 4", ("Theorem 4", "Theorem 7"))
    lost = result("Corollary 3", "EMPTY", [fault("line", "EMPTY", where="Theorem 2") | {"repair": ""}])
    worst, mended = row_of(lost, result("Theorem 2", "READING", [fault("line", "READING", where="Theorem 2")]))
    assert worst.startswith("* **Corollary 3**, by Theorem 2 (vacuous): A root is missing. None: every valid form")
    assert mended.startswith("* **Theorem 2** (wording): A root is missing. Instead: with the root.")


def test_from_where_a_bound_says_something_is_told_with_its_parameters():
    part = {
        "shape": "HighProbabilityBound", "reading": "literal", "outcome": "SUPPORTED", "summary": "seen",
        "constant": {"upper": "2"}, "vacuity": {"says_something_from": 1234, "at": {"alpha": 0.25, "hidden": 3.0}},
    }  # fmt: skip
    text = to_markdown([result("Theorem 1", parts={"bound": part})]).replace("\u00a0", " ")
    assert "| n = 1,234 |" in text
    assert "Informative at Theorem 1 $\\alpha$ = 0.25." in text


def test_a_reading_that_the_page_itself_excludes_has_no_row_among_the_tables():
    compared = {"shape": "ReportedTable", "outcome": "SUPPORTED", "evidence": {}}
    excluded = {"shape": "Inequality", "reading": "points", "outcome": "REFUTED", "summary": "too small"}
    parts = {
        "means@points": compared | {"reading": "points", "summary": "2 of 2 differ"},
        "means@shares": compared | {"reading": "shares", "summary": "0 of 2 differ"},
    }
    both, left = (
        to_markdown([result("Table 1", parts=parts | more, readings=[{"name": "shares", "text": "in shares"}])])
        for more in ({}, {"spread@points": excluded})
    )
    assert "2 of 2 differ" in both
    assert "2 of 2 differ" not in left
    assert "0 of 2 differ" in left


def test_what_the_theorems_leave_out_is_told_once_and_only_of_one():
    left = [["it depends", "a second case"], ["it depends"], ["of a lemma"]]
    names = ("Theorem 1", "Theorem 2", "Lemma 3")
    text = to_markdown([result(name, not_covered=said) for name, said in zip(names, left, strict=True)])
    assert "* Limits of the check: **Theorem 1**: a second case." in text
    assert "it depends" not in text
    assert "of a lemma" not in text


def test_who_has_the_least_error_is_told_in_stretches():
    def curve(name, *errors, ranked=True):
        points = [{"value": 10.0**k, "quantile": error} for k, error in enumerate(errors)]
        return {"name": name, "points": points, "ranked": ranked}

    methods = [curve("one", 1, 2, 3), curve("two", 4, 3, 2), curve("free", 0, 0, 0, ranked=False)]
    told = best(filled.filled(Ranks, parameter="m", methods=methods), {})
    assert (
        told
        == "Least error: one for m from 1 to 10 (1 to 2), then two at m = 100 (2). At m = 100 the errors are: one 3; two 2; free 0."
    )


def test_a_repair_of_two_lines_is_told_once():
    lines = [fault("one", "PROOF", "line 1"), fault("two", "PROOF", "line 2", "no end")]
    first, second = row_of(result("Lemma 1", "PROOF", lines))
    assert first.endswith("Instead: with the root.")
    assert second.endswith("Instead: as above, at Lemma 1.")
    short = other_faults(false_lines([result("Lemma 1", "PROOF", lines)]), short=True)
    assert "as above" not in markdown("", [bullets(short)])  # the item above may have had no room for it


def test_a_place_keeps_its_number():
    (row,) = row_of(result("Section 6", "PROOF", [fault("x", "PROOF", "Section 6.2, last line")]))
    assert row.startswith("* **Section 6**, Section 6.2, last line (proof): ")


def test_a_misprint_is_told_with_what_is_meant():
    slip = fault("sign", "MISPRINT", "line 3", "the loss is printed without its minus", "a minus before it")
    text = to_markdown([result("Remark 4", "MISPRINT", [slip])])
    assert "line 3: The loss is printed without its minus. Should read: a minus before it." in text
    slip = fault("end", "MISPRINT", "line 3", "(0, 1] stands for [0, 1]", "[0, 1]")
    assert "Should read" not in to_markdown([result("Remark 4", "MISPRINT", [slip])])  # it was said


def test_the_page_is_counted_in_one_unit_and_theorems_come_first(monkeypatch):
    """Of 3 false displays 1 slip would be a second number beside the first, of which nobody knows how they lie to each other."""
    alone = "".join(map(str, page.checked(RECORDS)))
    assert alone.startswith("Checked: 1 theorem and 4 other results. 2 lines of the paper are false as printed.")
    monkeypatch.setattr(page, "coverage", lambda records: {"a": 1, "b": 2, "c": 3})
    monkeypatch.setattr(page, "counted", lambda covered: {"false": 3})
    said = "".join(map(str, page.checked(RECORDS)))
    assert said.startswith("Checked: 1 theorem and 4 other results. Of 3 displays and claims of the paper: 3 false. One fault")
    assert "lines of the paper are false" not in said


def finding(text, weight="some", fault="", proved=True):
    return {"text": text, "where": "p. 1", "weight": weight, "of": ["s"], "proved": proved, "fault": fault}


def test_a_finding_is_told_once_and_the_weightiest_on_page_one():
    findings = [finding("the page needs more labels"), finding("the adaptive part is inert", "much", proved=False)]
    record = result("Theorem 2", "CONDITION", [fault("a", "CONDITION")], findings=findings)
    first, _, rest = to_markdown([record]).partition("\n---\n")
    assert "The adaptive part is inert (computed or measured)." in first
    assert "inert" not in rest
    assert "The page needs more labels. (Proved.)" in rest


def test_how_much_a_false_line_costs_stands_in_its_item_and_what_costs_little_comes_last():
    first, second = (
        fault("a", "CONDITION", text="a factor is missing"),
        fault("b", "READING", text="an offset is missing"),
    )
    record = result("Theorem 2", "CONDITION", [first, second])
    assert ["condition" in row for row in row_of(record)] == [True, False]
    rows = row_of(result("Theorem 2", "CONDITION", [first, second], findings=[finding("it costs a factor of 2", "little", "a")]))
    assert ["condition" in row for row in rows] == [False, True]
    assert "A factor is missing. It costs a factor of 2." in rows[1]


def test_what_a_line_touches_is_named_in_full_and_only_used_where_nothing_is_lost():
    users = [result(f"Lemma {i}", rests=["theorem_2"]) for i in range(7)]
    users.append(result("Section 3, end", rests=["theorem_2"], claim="toy/section_3"))
    (harmless,) = row_of(result("Theorem 2", "PROOF", [fault("a", "PROOF")]), *users)
    (harmful,) = row_of(result("Theorem 2", "RATE", [fault("a", "RATE")]), *users)
    assert harmless.endswith("Used in: Section 3, end; " + "; ".join(f"Lemma {i}" for i in range(7)) + ".")
    assert "Also affects Section 3, end; Lemma 0" in harmful
    twice = row_of(result("Theorem 2", "PROOF", [fault("a", "PROOF"), fault("b", "PROOF", text="a sign")]), *users)
    assert ["Used in" in row for row in twice] == [True, False]


def test_a_result_whose_display_our_copy_lacks_is_not_judged_and_counted_apart():
    readings = [{"name": "literal", "text": "it is lost", "literal": True}, {"name": "proof", "text": "the bound of the proof"}]
    missing = result("Theorem 2", "OPEN", readings=readings)
    missing = replace(missing, headline=replace(missing.headline, facts=(Unstated(readings=(("proof", False),)),)))
    text = to_markdown([missing, RECORDS[2]])
    assert "Theorem 2 is not judged: a display is missing from the copy we read" in text
    assert "We checked in its place: the bound of the proof. Is that what is printed?" in text
    assert tally([missing]) == "1 theorem: 1 not judged"


def test_what_lacks_for_a_proof_is_told():
    unproved = result("Theorem 2")
    lacking = (Missing(what="used result", of=("Lemma 1",)),)
    unproved = replace(unproved, headline=replace(unproved.headline, outcome="SUPPORTED", facts=lacking))
    text = to_markdown([unproved])
    assert "* That the checked lines together give the result was judged by reading: **Theorem 2**." in text
    alone = replace(unproved, headline=replace(unproved.headline, facts=(Missing(what="no proof"),)))
    assert "* **Theorem 2** (tests only): no proof was checked." in to_markdown([alone])


def test_a_rate_that_is_not_the_printed_one_is_told_with_what_is_wrong():
    text = to_markdown([result("Theorem 2", "RATE", [fault("a", "RATE", text="the slope is not squared")])])
    assert "Theorem 2 is false as stated: the slope is not squared (the correction is known by tests only)." in text


def test_a_bar_of_a_formula_ends_no_cell_of_a_table():
    said = markdown("t", [table("l", ["x"], [[{"latex": r"\|x\| + |y|"}]])])
    assert r"| $\Vert{}x\Vert{} + \vert{}y\vert{}$ |" in said


def test_only_a_statement_beyond_repair_has_a_cross():
    assert badge_of(RECORDS) == "CONDITIONAL"
    assert badge_of([RECORDS[0], RECORDS[3]]) == "HOLDS_REPAIRED"
    assert badge_of([result("Theorem 2", "FALSE", [fault("a", "FALSE")])]) == "REFUTED"
    read = result("Theorem 2", "READING", [fault("a", "READING")])
    assert badge_of([read]) == "CONDITIONAL"  # false as literally stated: no tick, and no small correction
    assert tally([read]) == "1 theorem: 1 with the wording changed"
