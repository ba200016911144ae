"""A review is drawn from records; ids stay when sentences and neighbours change; an accepted fault leaves the weaknesses."""

from copy import deepcopy

import pytest
from tests.report.referee.test_referee import RECORDS, fault, result

from boundcheck.cli.options import UsageError, parser
from boundcheck.cli.review import answers_of, main
from boundcheck.report.referee.review import Answer, faults_of, review
from boundcheck.report.text.latex import latex, marked_up


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


def test_accepted_is_settled_and_disputed_stays_with_both_reasons():
    settled = review(RECORDS, {"line": Answer("accepted", "We add the root.")})
    assert "[`line`]" not in section(settled, "Weaknesses")
    assert "We add the root." in section(settled, "Settled by the authors' answers")
    kept = section(review(RECORDS, {"line": Answer("disputed", "It is there.")}), "Weaknesses")
    assert "It is there." in kept
    assert "a root is missing" in kept.lower()


def test_records_are_left_as_they_are():
    before = deepcopy(RECORDS)
    review(RECORDS)
    assert before == RECORDS


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
def test_the_committed_records_make_a_review(paper, capsys):
    assert main(parser("review").parse_args([paper])) == 0
    told = capsys.readouterr().out
    assert "## Summary" in told
    assert told.count("$") % 2 == 0


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("sqrt(alpha) <= 1e-06", r"\sqrt{\alpha } \le 10^{-6}"),
        ("e^(2 B)", "e^{2 B}"),
        ("pi_sft", r"\pi_{\mathrm{sft}}"),
        ("norm(Delta)^2", r"\|\Delta \|^{2}"),
        ("n~", r"\tilde{n}"),
    ],
)
def test_mathematics_is_latex(typed, set_):
    assert latex(typed) == set_


def test_a_letter_of_the_language_is_no_parameter_of_ours():
    assert latex("ell(x)", {"ell": "ell^star (x)", "n_samples": "n"}) == r"\ell (x)"


def test_words_stay_words():
    assert marked_up("at $beta$ it holds", {}) == r"at $\beta$ it holds"
