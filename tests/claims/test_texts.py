"""Marks of texts, and how a sentence says that a result stands."""

import pytest

from boundcheck.claims.texts import has_proof, is_result, marked, numbers, pieces, plain, plural, stands, within
from boundcheck.verdict import at, only_the_point

# Where the mathematics of a text is: said by marks, or recognised once.

def test_marks_say_what_a_text_is_made_of():
    text = "with $alpha <= 1/2$, by `step_a`"
    assert list(pieces(text)) == [
        ("words", "with "), ("mathematics", "alpha <= 1/2"), ("words", ", by "), ("name", "step_a"),
    ]  # fmt: skip
    assert plain(text) == "with alpha <= 1/2, by step_a"
    assert list(pieces("")) == []


@pytest.mark.parametrize("text", ["it costs 5$", "a `tick", "$a$ and $"])
def test_marks_that_do_not_pair_are_words(text):
    assert list(pieces(text)) == [("words", text)]
    assert plain(text) == text


def test_marks_that_a_text_has_are_kept():
    text = marked("for $n$ and delta, by `step` and a $bare word$")
    assert text == "for $n$ and $delta$, by `step` and a $bare word$"
    assert marked(text) == text
    assert marked("it costs 5$ for delta") == "it costs 5$ for delta"


@pytest.mark.parametrize(
    ("typed", "held"),
    [
        ("alpha <= 1e-06, lambda > 3e2.", "$alpha <= 1e-06$, $lambda > 3e2$."),
        ("with probability at least 1 - delta", "with probability at least $1 - delta$"),
        ("c(epsilon)/(4 gamma m^2) itself", "$c(epsilon)/(4 gamma m^2)$ itself"),
        ("1/((e^epsilon - 1)^2 n) is claimed", "$1/((e^epsilon - 1)^2 n)$ is claimed"),
        ("log(|Pi|/zeta)/beta^2; then", "$log(|Pi|/zeta)/beta^2$; then"),
        ("in [-B, B],", "in $[-B, B]$,"),
        ("2 beta B for a beta, (1 - alpha) n of A", "$2 beta B$ for a $beta$, $(1 - alpha) n$ of A"),
        ("norm(v)_2^2 >= d", "$norm(v)_2^2 >= d$"),
        ("d/sqrt(mn) of it", "$d/sqrt(mn)$ of it"),
        ("(epsilon, delta)-DP", "$(epsilon, delta)$-DP"),
        ("sqrt(least eigenvalue + lambda)", "$sqrt$(least eigenvalue + $lambda$)"),
        ("theta* and pi*(s), n~", "$theta*$ and $pi*(s)$, $n~$"),
        ("at radius = 1, c_epsilon and the radius", "at $radius = 1$, $c_epsilon$ and the radius"),
        ("by the steps ridge and step_a, in claim_e_1", "by the steps `ridge` and `step_a`, in `claim_e_1`"),
    ],
)
def test_what_can_only_be_mathematics_is_recognised(typed, held):
    assert marked(typed, ["radius", "c_epsilon"], ["step_a", "claim_e_1"], ["ridge", "step_a"]) == held
    assert plain(held) == typed


@pytest.mark.parametrize(
    "text",
    ["the log likelihood, a log scale", "gamma_dropped, strong_convexity, alphabet, metadata", "unified/claim_e_1",
     "sub-Gaussian, arXiv 1505-2, n = 3 of I", "1,500,000 repeats", "the ridge is a step", ""],
)  # fmt: skip
def test_words_stay_words(text):
    assert marked(text, ["ridge"], ["step_a"], ["ridge"]) == text


def test_every_text_comes_back_from_its_marks():
    for text in ("a_(", "((((", "[[x]", "|Pi|", "^^", "1e", "sqrt(", "log log", "-", "x^-", "'" * 9, "e^(e^(e^(x)))", "\n\t"):
        assert plain(marked(text)) == text


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
