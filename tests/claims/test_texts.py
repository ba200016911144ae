"""Marks of texts, and how a sentence says that a result stands."""

import pytest

from boundcheck.claims.texts import (
    begins_with_a_word,
    first_sentence,
    has_proof,
    is_result,
    numbers,
    objection,
    pieces,
    plain,
    plural,
    stands,
    within,
)
from boundcheck.verdict import at, only_the_point
from boundcheck.verdict.statements import Witness

# Where the mathematics of a text is: its marks say it.

def test_marks_say_what_a_text_is_made_of():
    text = r"with $\alpha \le 1/2$, by `step_a`"
    assert list(pieces(text)) == [
        ("words", "with "), ("mathematics", r"\alpha \le 1/2"), ("words", ", by "), ("name", "step_a"),
    ]  # fmt: skip
    assert plain(text) == r"with \alpha \le 1/2, by step_a"
    assert list(pieces("")) == []


@pytest.mark.parametrize("text", ["it costs 5$", "a `tick", "$a$ and $"])
def test_marks_that_do_not_pair_are_words_and_are_refused(text):
    assert list(pieces(text)) == [("words", text)]
    assert plain(text) == text
    assert "without its other one" in objection(text)


@pytest.mark.parametrize(
    "text",
    ["", "words alone, as 1 - delta",
     r"for $\lambda \ge c (d/n) \ln(n/\delta)$, by `ridge`", "from $n$ = {bound[from]:,} on", r"at $x = {it[x]:g}$"],
)
def test_what_can_be_set(text):
    assert not objection(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("at $alpha = 1$", "'alpha' is no letter"),
        ("at $x <= 1$", "'<='"),
        (r"at $\sqrt{n$", "does not close"),
        (r"at $\foo$", "is not known"),
        ("at $x ≤ 1$", "'≤' has no place"),
        ("50 $%$", "comment"),
    ],
)
def test_what_cannot_be_set_is_refused_with_what_stands_in_its_place(text, wrong):
    assert wrong in objection(text)


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("a bound", True), ("the bound", True), ("sub-Gaussian noise", True), ("`ridge` and more", True), ("$a$ is small", False),
        ("The bound", False), ("i.i.d. rows", False), ("x is no word", False), ("2 of 3", False), ("χPO", False), ("", False),
    ],
)  # fmt: skip
def test_a_small_word_that_begins_a_text(text, begins):
    assert begins_with_a_word(text) is begins


def test_a_sentence_ends_before_words_and_before_letters():
    assert first_sentence("It holds. With $C = 2$.") == ("It holds.", "With $C = 2$.")
    assert first_sentence("It holds. $C$ is 2.") == ("It holds.", "$C$ is 2.")
    assert first_sentence("By Eq. (3) of App. B it holds.") == ("By Eq. (3) of App. B it holds.", "")


# Names of results, and points in words.

@pytest.mark.parametrize(
    ("name", "kind", "order", "verb"),
    [
        ("Theorem 5.4", "theorem", [(5, ""), (4, "")], "holds"),
        ("Claim E.10", "claim", [(0, "E"), (10, "")], "holds"),
        ("Equations (1) to (4)", "equation", [(1, ""), (4, "")], "hold"),
        ("Appendix G", "appendix", [(0, "G")], "is consistent"),
        ("Appendices A and B", "appendix", [(0, "A"), (0, "B")], "are consistent"),
        ("Section 4, remarks", "section", [(4, "")], "are consistent"),
        ("Definitions 2.1 and 2.2", "definition", [(2, ""), (1, ""), (2, ""), (2, "")], "are well defined"),
        ("Definition 3", "theorem", [(3, "")], "holds"),
        ("Tableau 3", "table", [(3, "")], "is consistent"),
        ("", "", [], "holds"),
    ],
)
def test_the_kind_of_a_result_gives_the_verb_and_its_name_the_number(name, kind, order, verb):
    assert (numbers(name), stands(kind, name)) == (order, verb)


def test_only_what_comes_with_a_proof_has_lines_of_one():
    assert has_proof("lemma")
    assert not has_proof("definition")
    assert not has_proof("Lemma 1")


def test_words_that_end_in_s_are_not_all_plural():
    assert not any(map(plural, ("Analysis 1", "Loss", "Radius")))


def test_a_text_that_only_names_the_point_is_seen():
    point = {"x": "1/2", "n": "3", "world": "two_states"}
    witness = Witness(point=point, text=at(point))
    assert at(point) == r"at $\letter{x} = \frac{1}{2}$, $\letter{n} = 3$, $\letter{world}$ = two_states"
    assert only_the_point(witness)
    assert not only_the_point(Witness(point=point, text=r"at $x = \frac{1}{2}$"))
    assert not only_the_point(Witness(point={}, text="at "))
    assert not only_the_point(None)


@pytest.mark.parametrize(
    ("where", "place"),
    [("Lemma 1, proof, Eq. (3)", "proof, Eq. (3)"), ("Lemma 1", ""), ("Lemma 12, Eq. (3)", "Lemma 12, Eq. (3)")],
)
def test_a_place_within_a_result(where, place):
    assert within(where, "Lemma 1") == place


@pytest.mark.parametrize(
    ("name", "result"),
    [("Lemma B.1", True), ("Theorem 5.4", True), ("Lemma B.1, proof", False), ("Eq. (3)", False), ("Lemma", False)],
)
def test_a_numbered_result_and_no_more(name, result):
    assert is_result(name) is result
