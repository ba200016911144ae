"""Pages with the truth beside them: true ones hold, false ones fall at a point, and what says more than is checked is refused."""

import pytest

import boundcheck
from boundcheck.pages import Refused, read_text
from boundcheck.verdict import Headline

LETTERS = """---
letters: |
  x, y | real
  p | real | \\in (0, 1) | chance
  n | integer | \\ge 1
  k | integer | 0 \\le k \\le n
  e | constant
---
"""


def page(statement, proof="", front=LETTERS):
    proved = f"\n:::{{prf:proof}}\n{proof}\n:::\n" if proof else ""
    return f"{front}\nA text.\n\n:::{{prf:theorem}}\n{statement}\n:::\n{proved}"


def given(text):
    claim = read_text(text).claim
    return [str(condition) for part in claim.parts.values() for condition in part.given]


def steps(text):
    return {step.label: [str(condition) for condition in step.statement.given] for step in read_text(text).claim.steps}


HYPOTHESES = {
    "For all $x < y, y < 1$, $$ x \\le 1 $$": ["x < y", "y < 1"],
    "$$ x^2 \\ge 0 $$": [],
    "$$ p \\le 1 $$": ["0 < p", "p < 1"],
    "For all $x \\ge 1$,\n$$ x^2 \\ge x. $$": ["1 <= x"],
    "Let $x \\ge 1$. Then\n\n$$ x^2 \\ge x $$": ["1 <= x"],
    "Let $x \\ge 1$ and $y \\ge 2$.\n$$ x y \\ge 2 $$": ["1 <= x", "2 <= y"],
    "$$ x^2 \\ge x $$\nfor all $x \\ge 1$.": ["1 <= x"],
    "If $x \\ge 1$, then we have $$ x^2 \\ge x. $$": ["1 <= x"],
    "$$ x^2 \\ge x \\quad \\text{if } x \\ge 1 $$": ["1 <= x"],
    "For all $x$ and $y$, $$ x^2 + y^2 \\ge 0 $$": [],
    "Suppose that $x, y \\in [0, 1)$. $$ x y \\le 1 $$": ["0 <= x", "x < 1", "0 <= y", "y < 1"],
    "$$ k \\le n $$": ["1 <= n", "0 <= k", "k <= n"],
    "Let $c = x^2 + 1$. Then $$ c \\ge 1. $$": [],
    "Let $c = x + y$ and $x \\ge 1$. $$ c \\ge y $$": ["1 <= x"],
    "By the triangle inequality, $$ |x + y| \\le |x| + |y| $$": [],
    "By Cauchy-Schwarz for $x \\ge 1$, $$ x \\ge 1 $$": ["1 <= x"],
}


@pytest.mark.parametrize("statement", HYPOTHESES)
def test_hypotheses_are_those_of_the_text(statement):
    assert given(page(statement)) == HYPOTHESES[statement]


MORE = [
    "For all $0 < x, y < 1$, $$ x y \\le 1 $$",
    "$$ x y \\le 1 \\quad \\text{for all } 0 < x, y < 1 $$",
    "$$ x^2 \\ge 0 $$?",
    "With probability at least $1 - p$, $$ x \\le 1 $$",
    "There is an $x$ such that $$ x \\le 1 $$",
    "For some $x \\ge 0$, $$ x \\le 1 $$",
    "For all but finitely many $n$, $$ n \\le 1 $$",
    "It is not true that $$ x \\le 1 $$",
    "$$ x \\le 1 $$ is false.",
    "Suppose that $$ x \\le 1. $$",
    "If $x \\ge 0$ and $$ x \\le 1 $$",
    "If $$ x \\le 1, $$ then $$ x \\le 2. $$",
    "$$ x^2 \\ge 0 $$ This is tight.",
    "$$ x^2 \\ge 0 $$ and $x \\le 1$.",
    "$$ x^2 \\ge 0 $$ (it-is-proved)",
    "For $x$, $y \\ge 0$, $$ x^2 y \\ge 0 $$",
    "Let $x$ be positive. $$ x > 0 $$",
    "This is proved. $$ x^2 \\ge 0 $$",
    "$x^2 \\ge 0$ for all $x$.",
    "The bound $$ x^2 \\ge 0 $$ has been verified.",
    "$$ x^2 \\ge 0 $$ \\[ x \\le 1 \\]",
    "Let $q \\ge 0$. $$ x^2 \\ge 0 $$",
    "Let $q = x = 1$. $$ q \\ge 0 $$",
    "Let $q = x, x \\ge 1$. $$ q \\ge 0 $$",
    "Let $q = q + 1$. $$ q \\ge 0 $$",
    "Let $q = 1$. $$ q \\ge 0. $$ Let $q = 2$. $$ q \\ge 2 $$",
    "$$ q \\ge 0. $$ Let $q = 2$.",
    "Suppose $q = 1$. $$ q \\ge 0 $$",
    "Let $e = 1$. $$ e x \\ge x - 1 $$",
    "Let $\\mathrm{true} = 1$. $$ x^2 \\ge 0 $$",
    "By Lemma 2, $$ x^2 \\ge 0 $$",
    "By Jensen's inequality and convexity, $$ x^2 \\ge 0 $$",
    "By assumption, $$ x \\ge 0 $$",
    "For all $x \\approx 0$, $$ x^2 \\ge 0 $$",
    "$$ x^3 \\ge 0. $$ Assume $x \\ge 0$.",
    "Let $x \\le 2$. $$ x^3 \\le 8. $$ Let $y \\ge 0$.",
]


@pytest.mark.parametrize("statement", MORE)
def test_a_statement_that_says_more_than_is_checked_is_refused(statement):
    with pytest.raises(Refused):
        read_text(page(statement))


TRUE = "$$ x^2 \\ge 0 $$"
UNREAD = [
    "Without loss of generality the first is larger.\n\n$$ x \\ge y $$ (larger)",
    "Setting $x$ to $2$.\n\n$$ x \\ge 1 $$ (set)",
    "Write x for a positive number.\n\n$$ x \\ge 0 $$ (positive)",
    "Suppose $x \\ge 1$, which is fine. $$ x \\ge 0 $$",
    "Suppose that x is positive. Then $$ x > 0 $$",
    "In the first case x is positive. $$ x > 0 $$",
    "Since $x \\ge 0$ this is so. $$ x^2 \\ge 0 $$",
    "It remains to show $$ x^2 \\ge 0. $$",
    "It is wrong that: $$ x^2 < 0 $$",
    "By [](#nowhere), $$ x^2 \\ge 0 $$",
    "By [](#later), $$ x^2 \\ge 0 $$ $$ x \\le x + 1 $$ (later)",
    "$$ x^2 \\ge 0 $$ (one) $$ x^2 \\ge 0 $$ (one)",
    "Suppose $x \\le 3$. $$ x^2 \\ge 0. $$ Suppose $x \\ge 2$. $$ x^2 \\ge 4. $$",
    "$$ x^3 \\ge 0. $$ Suppose $x \\ge 0$. This is easy.",
]


@pytest.mark.parametrize("proof", UNREAD)
def test_words_of_a_proof_that_might_be_conditions_are_refused(proof):
    with pytest.raises(Refused):
        read_text(page(TRUE, proof))


RANGED = {
    ("For all $x \\ge 1$, $$ x \\ge 1 $$", "$$ x^2 \\ge x $$ (a)"): ["1 <= x"],
    ("Let $x \\ge 1$. $$ x \\ge 1 $$", "If $y \\ge 0$, $$ x + y \\ge 1 $$ (a)"): ["1 <= x", "0 <= y"],
    ("$$ x \\ge 1 \\quad \\text{for } x \\ge 1 $$", "For all $x \\ge 2$, $$ x^2 \\ge x $$ (a)"): ["1 <= x", "2 <= x"],
    ("For all $n \\ge 3$, $$ n \\ge 2 $$", "$$ n^2 \\ge n $$ (a)"): ["1 <= n", "3 <= n"],
    ("For all $x \\ge 1$, $$ x \\ge 1 $$", "For all $x \\ge 0$, $$ x^2 \\ge 0 $$ (a)"): "anew",
    ("For all $x \\ge 1$, $$ x \\ge 1 $$", "For $x$, $$ x^2 \\ge 0 $$ (a)"): "anew",
    ("For all $x \\ge 1$, $$ x \\ge 1 $$", "$$ x^2 \\ge 0 \\quad \\text{for all } x \\ge 0 $$ (a)"): "anew",
    ("For all $x \\ge 1$, $$ x \\ge 1 $$", "$$ x^2 \\ge 0 \\quad \\text{if } x \\ge 0 $$ (a)"): ["1 <= x", "0 <= x"],
    ("For all $p \\ge 0$, $$ p \\ge 0 $$", ""): "anew",
    ("For all $x \\ge 1$, $$ x^2 \\ge x $$ for all $x \\ge 0$.", ""): "anew",
    ("For all $x \\ge 1$, $$ x^2 \\ge x \\quad \\text{for all } x \\ge 0 $$", ""): "anew",
    ("For all $p \\in \\mathbb{R}$, $$ p \\ge 0 $$", ""): "anew",
    ("For all $p \\in [0, 1]$, $$ p \\ge 0 $$", ""): "anew",
    ("For all $p \\in (0, 1)$, $$ p \\ge 0 $$", ""): None,
    ("For all $p$, $$ p \\ge 0 $$", ""): None,
    ("For all $k \\ge 2$, $$ k \\ge 2 $$", ""): "anew",
    (
        "For all $x \\ge 1$, $$ x \\ge 1. $$ For all $x \\le 1$, $$ x \\le 1 $$",
        "$$ x^2 \\ge 0 $$",
    ): "under some of them",
}


@pytest.mark.parametrize(("statement", "proof"), RANGED)
def test_a_proof_is_under_the_conditions_of_its_statement_and_no_range_is_given_twice(statement, proof):
    expected = RANGED[statement, proof]
    if isinstance(expected, str):
        with pytest.raises(Refused, match=expected):
            read_text(page(statement, proof))
    else:
        assert steps(page(statement, proof)) == ({"a": expected} if expected else {})


SEVERAL = {
    "If $x \\ge 1$, $$ x^2 \\ge x. $$ (a)\n$$ n^2 \\ge n $$ (b)": {"a": ["1 <= x"], "b": ["1 <= n"]},
    "If $x \\ge 1$, $$ x^2 \\ge x, $$ (a)\n$$ n^2 \\ge n $$ (b)": {"a": ["1 <= x"], "b": ["1 <= n", "1 <= x"]},
    "If $x \\ge 1$, $$ x^2 \\ge x $$ (a)\nThen $$ n^2 \\ge n $$ (b)": {"a": ["1 <= x"], "b": ["1 <= n"]},
    "$$ n^2 \\ge n $$ (a)\n$$ n^3 \\ge n $$ (b)": {"a": ["1 <= n"], "b": ["1 <= n"]},
    "If $x \\ge 1$, $$ x^2 \\ge x $$ (a)\n$$ n^2 \\ge n $$ (b)": "without it",
    "$$ x^2 \\ge x, $$ (a)\n$$ n^2 \\ge n $$ (b)\nif $x \\ge 1$.": "of the last alone",
}


@pytest.mark.parametrize("proof", SEVERAL)
def test_a_condition_is_of_the_displays_of_its_sentence(proof):
    expected = SEVERAL[proof]
    if isinstance(expected, str):
        with pytest.raises(Refused, match=expected):
            read_text(page(TRUE, proof))
    else:
        assert steps(page(TRUE, proof)) == expected


def test_a_hypothesis_of_a_sentence_ends_with_it_and_one_of_its_own_lasts():
    proof = "If $x \\ge 1$, $$ x^2 \\ge x. $$ (a)\nThe rest is a remark on $x$. $$ x^2 \\ge 0. $$ (b)\n"
    proof += "Let $y \\ge 2$. By [](#a), $$ y \\ge 1 $$ (c)"
    assert steps(page(TRUE, proof)) == {"a": ["1 <= x"], "b": [], "c": ["2 <= y"]}


CARRIED = [
    "For all $x \\ge 1$, $$ x^2 \\ge x. $$ Moreover, $$ x^3 \\ge x. $$",
    "For all $x \\ge 1$, $$ x^2 \\ge x. $$\n\nHence $$ x^3 \\ge x. $$",
    "For all $x \\ge 1$, $$ x^2 \\ge x. $$ $$ x^3 \\ge x. $$",
    "$$ x^2 \\ge x \\quad \\text{for all } x \\ge 1. $$ We have $$ x^3 \\ge x. $$",
    "If $x \\ge 1$, $$ x^2 \\ge x. $$ Then $$ y^2 \\ge 0. $$ Also $$ x^3 \\ge x. $$",
]


@pytest.mark.parametrize("statement", CARRIED)
def test_a_range_that_may_be_carried_from_the_sentence_before_is_refused_with_both_readings(statement):
    with pytest.raises(Refused, match="behind a sentence that gives it a range") as caught:
        read_text(page(statement))
    assert len(caught.value.readings) == 2


NOT_CARRIED = [
    "For all $x \\ge 1$, $$ x^2 \\ge x. $$ Moreover, $$ y^2 \\ge 0. $$",
    "For all $x \\ge 1$, $$ x^2 \\ge x. $$ Moreover, for all $x \\ge 2$, $$ x^2 \\ge 2 x. $$",
    "For all $x \\ge 1$, $$ x^2 \\ge x. $$\n\n$$ x^2 \\ge 0. $$",
    "For all $x$ and $y$, $$ x^2 \\ge 0. $$ Moreover, $$ y^2 \\ge 0. $$",
    "Let $x \\ge 1$. $$ x^2 \\ge x. $$ Moreover, $$ x^3 \\ge x. $$",
]


@pytest.mark.parametrize("statement", NOT_CARRIED)
def test_a_range_that_is_said_again_or_of_another_letter_is_none_to_carry(statement):
    assert read_text(page(statement)).lines


FRONT = {
    "title: Proved by boundcheck\n": "title",
    "title: ✓ Holds\n": "title",
    "math: \\le\n": "front matter",
    "letters: x\n": "one line",
    "letters: |\n  1 | real\n": "no letter",
    "letters: |\n  \\mathrm{log} | real\n": "operator",
    "letters: |\n  x | positive\n": "kind",
    "letters: |\n  x | real | > 0 | it is proved\n": "meaning",
    "letters: |\n  x | real\n  x | real\n": "twice",
    "letters: |\n  f | function | = x\n": "function",
    "letters: |\n  c | constant\n": "constant",
    "letters: |\n  e | real\n": "reads as a number",
    "letters: |\n  y | real\n  x | real | y \\ge 0\n": "another letter",
    "letters: |\n  f(y) | function | = 1\n": "does not depend on y",
    "letters: |\n  f(y) | function | = g(y)\n  g(y) | function | = y\n": "not declared",
    "letters: |\n  x | real | = z\n": "not declared",
    "letters: |\n  x | real | \\ge 0 | a | b\n": "columns",
}


@pytest.mark.parametrize("front", FRONT)
def test_front_matter_is_letters_and_a_plain_title(front):
    with pytest.raises(Refused, match=FRONT[front]):
        read_text(page(TRUE, front=f"---\n{front}---\n"))


ALL = {
    "\\renewcommand{\\le}{\\ge}\n": "macros",
    "$\\def\\le{\\ge}$\n": "macros",
    "```{include} other.md\n```\n": "directive",
    "```python\nprint(1)\n```\n": "directive",
    "$$ 0 = 1 $$\n": "outside",
    "\\begin{align} 0 = 1 \\end{align}\n": "outside",
    "a\u202eb\n": "does not show",
    ":::{prf:theorem}\n$$ x = x $$\n:::\n": "second statement",
    ":::{prf:proof}\n": "not closed",
}


@pytest.mark.parametrize("line", ALL)
def test_what_a_page_may_not_hold(line):
    with pytest.raises(Refused, match=ALL[line]):
        read_text(page(TRUE) + "\n" + line)


@pytest.mark.parametrize(
    "around", ["Throughout we\nassume that $x \\ge 5$.", "<!--", '<div style="display: none">', "</div>"]
)
def test_no_condition_stands_around_a_statement_and_nothing_hides_it(around):
    with pytest.raises(Refused, match=r"outside of statement|may hide"):
        read_text(page(TRUE).replace("A text.", around))
    read_text(page(TRUE).replace("A text.", "Let us see.\n\nIn the paper $x \\ge 5$, and $y <x$."))


@pytest.mark.parametrize("name", ["For some x only", "Proved by Gauss"])
def test_what_stands_beside_the_name_of_a_statement_says_nothing_more(name):
    found = page(TRUE, front=LETTERS.replace("letters:", "title: Squares\nletters:"))
    assert read_text(found.replace("{prf:theorem}", "{prf:theorem} Squares")).claim.title == "Squares"
    with pytest.raises(Refused):
        read_text(found.replace("{prf:theorem}", f"{{prf:theorem}} {name}"))


def test_labels_that_come_out_the_same_are_refused_and_no_display_is_lost():
    with pytest.raises(Refused, match="second time"):
        read_text(page("$$ x \\ge 1 $$ (eq:a)\n\n$$ x^2 \\ge 0 $$ (eq.a)"))
    assert len(steps(page(TRUE, "$$ x^2 \\ge 0 $$ $$ y^2 \\ge 0 $$"))) == 2


@pytest.mark.parametrize(("letter", "display"), [("m", "\\sum_{i=1}^{n} i s = s^2"), ("i", "s \\le i")])
def test_an_index_of_an_abbreviation_is_that_of_nothing_else(letter, display):
    lines = ["n | integer | \\ge 1", "s | real | = \\sum_{i=1}^{n} i", f"{letter} | real"]
    with pytest.raises(Refused, match="call one of the two"):
        read_text(page(f"$$ {display} $$", front="\n  ".join(["---\nletters: |", *lines]) + "\n---\n"))


SHORT = (
    "x | real\n  m | integer | \\ge 1\n  x_i | real\n  f(m) | function | = m!\n  g(x) | function | = \\sum_{i=1}^{3} x"
)


@pytest.mark.parametrize("display", ["f(x) \\ge 1", "g(x_i) = 3 x_i"])
def test_an_abbreviation_is_of_what_its_letters_are(display):
    front = f"---\nletters: |\n  {SHORT}\n---\n"
    read_text(page("$$ f(m + 1) \\ge 1, g(x) = 3 x $$", front=front))
    with pytest.raises(Refused, match=r"whole number|member of a family"):
        read_text(page(f"$$ {display} $$", front=front))


@pytest.mark.parametrize("text", ["", "x", "---\n", "---\n---\n", "---\n---\n:::{prf:theorem}\n:::\n", "a" * 300_000])
def test_a_page_that_is_none(text):
    with pytest.raises(Refused):
        read_text(text)


GROWING = "".join(f"  a_{{{k + 1}}} | real | = a_{{{k}}} + a_{{{k}}}\n" for k in range(100))


def test_abbreviations_do_not_grow_without_end():
    with pytest.raises(Refused, match="stand for more"):
        read_text(page("$$ a_{99} \\ge 0 $$", front=f"---\nletters: |\n  a_{{0}} | real\n{GROWING}---\n"))


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [("$$ \\sum_{i=1}^{k} i \\le n^2 $$", ""), ("$$ \\sum_{i=2}^{k-1} i \\le n^2 $$", "range"), ("$$ \\binom{n}{k} \\ge 1 $$", ""),
     ("$$ \\binom{k}{n} \\le 1 $$", "choose more"), ("$$ (k - 1)! \\ge 1 $$", "negative"),
     ("$$ \\sum_{i=1}^n \\sum_{j=1}^{i} j \\ge 1 $$", ""),
     ("$$ \\sum_{i=1}^n \\sum_{j=i+2}^{n} j \\ge 0 $$", "range")],
)  # fmt: skip
def test_a_range_that_may_be_empty_is_refused(statement, wrong):
    if wrong:
        with pytest.raises(Refused, match=wrong):
            read_text(page(statement))
    else:
        read_text(page(statement))


def verdict(statement, proof="", front=LETTERS):
    return boundcheck.check(("own/page", read_text(page(statement, proof, front)).claim), budget="quick")


HOLD = [
    "For all $x \\ge 0$, $$ \\frac{1}{1 + x} \\le 1. $$",
    "$$ \\sum_{i=1}^{n} i = \\frac{n(n+1)}{2} $$",
    "$$ |x + y| \\le |x| + |y| $$",
    "$$ 1 + x \\le e^x $$",
]
FALSE = {
    "$$ \\frac{1}{1 + x} \\le 1 $$": "x",
    "$$ \\sum_{i=1}^{n} i \\le n $$": "n",
    "$$ \\frac{x}{x} = 1 $$": "x",
    "$$ \\sqrt{x^2} = x $$": "x",
}


@pytest.mark.parametrize("statement", HOLD)
def test_a_true_page_holds(statement):
    assert verdict(statement).headline is Headline.HOLDS


@pytest.mark.parametrize("statement", FALSE)
def test_a_false_page_is_refuted_at_a_point(statement):
    found = verdict(statement)
    assert found.headline is Headline.REFUTED
    assert f" {FALSE[statement]} = " in found.text


def test_a_false_line_of_a_proof_is_named():
    found = verdict("$$ x^2 \\ge 0 $$", "$$ x^2 \\ge 0 $$ (right)\n$$ x^2 \\ge x $$ (wrong)")
    assert {step.label: step.evidence.outcome.name for step in found.steps} == {"right": "PROVED", "wrong": "REFUTED"}


def test_hypotheses_that_contradict_each_other_prove_nothing():
    assert verdict("For all $x \\ge 1$, $x \\le 0$, $$ 0 = 1 $$").headline is not Headline.HOLDS


def test_all_letters_that_lack_are_named_at_once():
    with pytest.raises(Refused, match=r"a is not declared.*further ones that are not: b, c_\{1\}, \\pi$"):
        read_text(page("$$ a x \\le b + c_1 + \\pi $$"))


def test_a_citation_in_words_is_told_how_to_link():
    with pytest.raises(Refused, match=r"link what is cited, as 'By \[Lemma 2\]\(lemma_2.md#label\)"):
        read_text(page(TRUE, "By Lemma 2, $$ x^2 \\ge 0. $$"))
