"""Names of results, and points in words."""

import pytest

from boundcheck.claims.at_point import at, only_the_point
from boundcheck.claims.standing import kind, numbers, plural, stands


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
    witness = {"point": {"x": "1/2", "n": "3"}}
    assert at(witness["point"]) == "at x = 1/2, n = 3"
    assert only_the_point("false at x = 1/2, n = 3, with the stated domain x > 0", witness)
    assert only_the_point("At x = 1/2, n = 3", witness)
    assert not only_the_point("false at x = 1/2", witness)
    assert not only_the_point("false at an exact instance: 2 exceeds 1", witness)
    assert not only_the_point("false at ", {"point": {}})
    assert not only_the_point("at x", None)
