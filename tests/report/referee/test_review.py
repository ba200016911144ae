"""A review is drawn from records; ids stay when sentences and neighbours change; an accepted fault leaves the weaknesses."""

import pytest
import sympy
from tests.report.referee.test_referee import RECORDS, WITNESS, fault, result

from boundcheck.claims.fields import shapes_with
from boundcheck.cli.options import UsageError, parser
from boundcheck.cli.review import answers_of, main
from boundcheck.report.referee.review import MOST_WORDS, Answer, faults_of, review, set_for_mathjax, words
from boundcheck.symbolic import Statement, encode

ALPHA = sympy.Symbol("alpha", real=True)


def section(text, name):
    return text.partition(f"## {name}\n")[2].partition("\n## ")[0]


def test_sections_are_numbered_and_carry_ids():
    told = review(RECORDS)
    assert "**W1.**" in section(told, "Weaknesses")
    assert "[`line`]" in section(told, "Weaknesses")
    assert "[`sign`]" in section(told, "Minor points")
    assert "Section 5" in section(told, "Questions to the authors")
    assert "Settled" not in told


def test_ids_stay_when_a_fault_is_added_or_a_sentence_reworded():
    before = list(faults_of([result("Theorem 2", "CONDITION", [fault("toy/theorem_2: gap", "CONDITION")])]))
    worded = fault("toy/theorem_2: gap", "CONDITION", text="said otherwise", repair="another")
    more = faults_of([result("Theorem 2", "RATE", [fault("new", "RATE"), worded])])
    assert before == ["toy-theorem_2.gap"]
    assert before[0] in more
    assert len(more) == 2


def test_two_faults_of_one_id_are_refused():
    one, other = fault("toy/theorem_2: gap", "CONDITION"), fault("toy theorem_2: gap", "PROOF", text="another line")
    with pytest.raises(ValueError, match="rename one of them") as error:
        faults_of([result("Theorem 2", "CONDITION", [one, other])])
    assert "\n" not in str(error.value)


def test_ids_stay_when_parts_are_reordered():
    some = [fault("a", "CONDITION"), fault("b", "PROOF", text="a sign", repair="a minus")]
    assert set(faults_of([result("Theorem 2", "CONDITION", some)])) == set(
        faults_of([result("Theorem 2", "CONDITION", some[::-1])])
    )


def test_accepted_is_settled_and_disputed_stays_with_both_reasons():
    settled = review(RECORDS, {"line": Answer("accepted", "We add the root.")})
    assert "[`line`]" not in section(settled, "Weaknesses")
    assert "We add the root." in section(settled, "Settled by the authors' answers")
    kept = section(review(RECORDS, {"line": Answer("disputed", "It is there.")}), "Weaknesses")
    assert "It is there." in kept
    assert kept.count("a root is missing") + kept.count("A root is missing") == 1  # our reason is not the charge again
    assert r"Our reason: at $\alpha = \frac{1}{4}$, the two sides are $0.500 \text{ and } 0.250$." in kept


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('[other]\nanswer = "accepted"\nbecause = "x"', "no fault 'other'"),
        (
            '[line]\nanswer = "accepted"\nbecause = "x"\n[line]\nanswer = "disputed"\nbecause = "y"',
            "no readable answers",
        ),
        ('[line]\nanswer = "maybe"\nbecause = "x"', "'maybe'"),
        ('[line]\nanswer = "accepted"', "needs answer"),
        ('[line]\nanswer = "accepted"\nbecause = " "', "no reason"),
    ],
)
def test_answers_that_say_nothing_are_refused(tmp_path, written, told):
    path = tmp_path / "answers.toml"
    path.write_text(written)
    with pytest.raises(UsageError, match=told) as error:
        answers_of(path, ["line"])
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("paper", ["aup", "kl", "reward", "square", "unified"])
def test_the_committed_records_make_a_review_of_the_length_of_a_review(paper, capsys):
    assert main(parser("review").parse_args([paper])) == 0
    told = capsys.readouterr().out
    assert "## Summary" in told
    assert told.count("$") % 2 == 0
    assert 500 <= words(told) <= MOST_WORDS == 1350


def test_a_weakness_shows_the_inequality_with_the_numbers_of_both_sides():
    alone = section(
        review([result("Theorem 2", "CONDITION", [fault("line", "CONDITION", witness=WITNESS)])]), "Weaknesses"
    )
    assert "Counterexample" not in alone  # numbers of an inequality that nobody sees
    step = {
        "label": "line",
        "outcome": "REFUTED",
        "statement": {"latex": r"2 \alpha \le \alpha"},
        "checked": encode(Statement(2 * ALPHA, "<=", ALPHA)),
    }
    charged = fault("line", "CONDITION", witness=WITNESS) | {"printed": "line"}
    shown = section(review([result("Theorem 2", "CONDITION", [charged], steps=[step])]), "Weaknesses")
    assert r"at $\alpha = \frac{1}{4}$ the inequality $2 \alpha \le \alpha$ is $0.500 \le 0.250$." in shown


def test_findings_stand_among_weaknesses_or_remarks_by_weight():
    found = [
        {"text": text, "weight": weight, "fault": about, "proved": True, "where": ""}
        for text, weight, about in (
            ("No user is an outlier", "much", ""),
            ("One round is enough", "some", ""),
            ("A factor of 3 at most", "some", "line"),
        )
    ]
    told = review([result("Theorem 2", "CONDITION", [fault("line", "CONDITION")], findings=found)])
    assert "No user is an outlier." in section(told, "Weaknesses")
    assert "One round is enough." in section(told, "Minor points")
    assert "A factor of 3 at most." in section(told, "Weaknesses")  # what its fault means
    assert section(told, "Weaknesses").count("**W") == 1  # of one result all together


def test_minor_points_have_a_line_each_and_the_least_are_counted():
    slips = [fault(f"s{i}", "MISPRINT", f"line {i}", text=f"n for 2n, {'and so on ' * 12}") for i in range(60)]
    short = section(review([result("Lemma 1", "MISPRINT", slips[:2])]), "Minor points")
    assert "**Lemma 1, line 1**: n for 2n" in short
    assert "[`s1`]" in short
    told = review([result("Lemma 1", "MISPRINT", slips)])
    assert " typos more are listed" in section(told, "Minor points")
    assert words(told) <= MOST_WORDS
    assert "[`s59`]" in review([result("Lemma 1", "MISPRINT", slips)], {"s59": Answer("disputed", "No.")})


def test_false_statements_are_never_counted_away():
    slips = [fault(f"s{i}", "MISPRINT", f"line {i}", text="a sign " * 30) for i in range(60)]
    grave = [fault(f"g{i}", "CONDITION", f"Eq. ({i})", text=f"it fails at {i}", repair="") for i in range(9)]
    told = review([result("Theorem 2", "CONDITION", [*grave, *slips])])
    assert all(f"[`g{i}`]" in told for i in range(9))


def test_what_a_table_leaves_open_is_a_question():
    parts = {"table": {"shape": next(iter(shapes_with("tabular"))), "outcome": "UNDECIDED"}}
    table = result("Table 1", "OPEN", parts=parts, not_covered=["win rates per seed"])
    assert "Not given: win rates per seed. Could it be added?" in section(review([table]), "Questions to the authors")


@pytest.mark.parametrize(
    ("latex", "safe"),
    [(r"\|x\|_{\Sigma}", r"\Vert x\Vert _ {\Sigma}"), (r"C^* \in \{1, 2\}", r"C^\ast \in \lbrace 1, 2\rbrace"),
     ("n = 1,574,847", "n = 1{,}574{,}847"), ("a_1 < b_{2}", r"a_1 \lt b_{2}"), (r"(1, 234)\,x", "(1, 234) x")],
)  # fmt: skip
def test_mathematics_passes_a_reader_of_markdown_unchanged(latex, safe):
    assert set_for_mathjax(f"*so* ${latex}$ and `a_*`") == f"*so* ${safe}$ and `a_*`"


def test_what_a_privacy_guarantee_lacks_is_noise_and_not_a_rate():
    charged = fault("line", "RATE") | {"touches": {"parts": ["private"], "steps": []}}
    parts = {"private": {"shape": "AccountedGuarantee", "outcome": "REFUTED"}}
    told = review([result("Theorem 3", "RATE", [charged], parts=parts)])
    assert "The stated privacy guarantee is false" in section(told, "Weaknesses")
    assert "Theorem 3 (W1) is false as stated: the guarantee needs other noise" in told
    assert "False as stated; it holds with another rate." in review([result("Theorem 3", "RATE", [fault("line", "RATE")])])
