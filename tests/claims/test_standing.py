"""Names of results, and points in words."""

import pytest

from boundcheck.claims.at_point import at, only_the_point
from boundcheck.claims.standing import is_result, kind, numbers, plural, stands, within


@pytest.mark.parametrize(
    ("name", "word", "order", "verb"),
    [
        ("Theorem 5.4", "Theorem", [(5, ""), (4, "")], "holds"),
        ("Claim E.10", "Claim", [(0, "E"), (10, "")], "holds"),
        ("Equations (1) to (4)", "Equation", [(1, ""), (4, "")], "hold"),
        ("Appendix G", "Appendix", [(0, "G")], "is consistent"),
        ("Appendices A and B", "Appendix", [(0, "A"), (0, "B")], "are consistent"),
        ("Section 4, remarks", "Section", [(4, "")], "are consistent"),
        ("Definitions 2.1 and 2.2", "Definition", [(2, ""), (1, ""), (2, ""), (2, "")], "are well defined"),
        ("Tableau 3", "Tableau", [(3, "")], "holds"),
        ("", "", [], "holds"),
    ],
)
def test_a_name_says_what_it_names(name, word, order, verb):
    assert (kind(name), numbers(name), stands(name)) == (word, order, verb)


def test_words_that_end_in_s_are_not_all_plural():
    assert not any(map(plural, ("Analysis 1", "Loss", "Radius")))


def test_a_text_that_only_names_the_point_is_seen():
    witness = {"point": {"x": "1/2", "n": "3"}, "text": "at $x = 1/2$, $n = 3$"}
    assert at(witness["point"]) == "at x = 1/2, n = 3"
    assert only_the_point(witness)
    assert not only_the_point(witness | {"text": "at x = 1/2"})
    assert not only_the_point({"point": {}, "text": "at "})
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
