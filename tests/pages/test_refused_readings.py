"""Pages that a reader and the parser could take for two things, and conditions that stand where nothing reads them."""

import pytest

from boundcheck.loading import BrokenClaim
from boundcheck.loading.own_files import with_cited
from boundcheck.pages import Refused, latex, read_text

SQUARE = "$$ x^2 \\ge 0 $$"


def page(statement, letters="x, y | real", around="", name="", proof=""):
    rows = "\n".join(f"  {row}" for row in letters.split("; "))
    proved = f"\n:::{{prf:proof}}\n{proof}\n:::\n" if proof else ""
    return f"---\ntitle: A page\nletters: |\n{rows}\n---\n\n{around}\n\n:::{{prf:lemma}} {name}\n{statement}\n:::\n{proved}"


@pytest.mark.parametrize(
    ("letters", "statement"),
    [
        ("x | real", "Let $f = x^2$. Then $$ f(x+1) - f(x) = x^2 $$"),
        ("x | real", "Let $f = x^2$. Then $$ f (2) = 2 x^2 $$"),
        ("x | real; f | real | = x^2", "$$ f\\left(x+1\\right) = x^3 + x^2 $$"),
        ("x | real; f | real | = x^2", "$$ f^2(x) = x^5 $$"),
    ],
)
def test_a_bracket_behind_an_abbreviation_may_hold_an_argument(letters, statement):
    with pytest.raises(Refused, match="abbreviates a formula"):
        read_text(page(statement, letters))


def test_a_product_of_an_abbreviation_is_read_where_it_is_seen_to_be_one():
    read_text(page("Let $f = x^2$. Then $$ f \\cdot (x+1) = x^3 + x^2 $$"))
    read_text(page("$$ t (4 - t) \\le 4 $$", "x | real; t | real | = 2 - 2 x"))


@pytest.mark.parametrize(
    "formula", ["exp(x)", "exp x", "2 log x", "l o g x", "max(a)", "xlog(x)", "ln(x)", "tr(x)", "e^{log x}"]
)
def test_letters_that_spell_an_operator_are_no_product(formula):
    letters = "a, g, l, m, n, o, p, r, t, x | real; e | constant"
    with pytest.raises(Refused, match="letters that spell"):
        read_text(page(f"$$ {formula} \\le 3 p x^2 $$", letters))
    read_text(page("$$ a x p r t = p r t x a $$", letters))


@pytest.mark.parametrize(
    "statement",
    [
        "Let $x \\le y$. For all $y \\in [0, 1]$, $$ x \\le 1 $$",
        "Let $0 \\le x \\le y$. For all $y \\in [0, 1]$, $$ x^2 \\le x $$",
    ],
)
def test_a_letter_that_a_condition_ties_is_not_quantified_anew(statement):
    with pytest.raises(Refused, match="which has one already"):
        read_text(page(statement))
    read_text(page(statement.replace("For all", "If")))


@pytest.mark.parametrize(("one", "other"), [("x", "\\mathrm{x}"), ("\\theta^*", "\\theta_*")])
def test_an_instance_tells_its_letters_apart(one, other):
    given = f"By [L](l3.md#eq) with ${one} = a$ and ${other} = b$, $$ b \\le a $$"
    with pytest.raises(Refused, match="told apart by their print alone"):
        read_text(page("$$ a^2 \\ge 0 $$", "a, b | real", proof=given))
    read_text(page("$$ a^2 \\ge 0 $$", "a, b | real", proof=given.replace(other, "z")))


@pytest.mark.parametrize(
    "around",
    [
        "For all $x \\ge 1$ the lemma below speaks.",
        "Here $x \\ge 1$.",
        "If $x \\ge 1$ all is well.",
        "When $x \\ge 1$ this is used.",
        "Provided $x \\ge 1$.",
        "We require $x \\ge 1$.",
        "We take $x = 1$.",
        "It is false that:",
        "The following is not so:",
    ],
)
def test_what_stands_around_a_statement_neither_restricts_nor_denies_it(around):
    with pytest.raises(Refused, match="outside of statement"):
        read_text(page(SQUARE, around=around))


@pytest.mark.parametrize(
    "around", ["In the paper $x \\ge 5$.", "For $d = 1$ this is another claim.", "The set $A$ is not empty."]
)
def test_what_says_nothing_of_a_statement_may_stand_around_it(around):
    read_text(page(SQUARE, around=around))


@pytest.mark.parametrize("name", ["x above one", "for x above one", "wrong for x below 1", "Squares of x"])
def test_the_name_of_a_statement_is_no_condition(name):
    with pytest.raises(Refused, match="beside the name"):
        read_text(page(SQUARE, name=name))


@pytest.mark.parametrize(
    "proof",
    [
        "By [the case where x is one](hb.md), we have $$ x^2 \\ge 0 $$",
        "By [the case of $x \\ge 1$](hb.md), we have $$ x^2 \\ge 0 $$",
        "Write $y$ for $x^2$. $$ x^2 \\ge 0 $$",
        "Henceforth $x$ exceeds one.\n\n$$ x^2 \\ge 0 $$",
    ],
)
def test_no_condition_hides_in_a_proof(proof):
    with pytest.raises(Refused):
        read_text(page(SQUARE, proof=proof))


@pytest.mark.parametrize(
    ("tag", "short"), [("for $x \\ge 1$", False), ("for large x", False), ("3.1", True), ("$\\star$", True)]
)
def test_a_tag_is_a_short_word_or_a_number(tag, short):
    body = f"\\begin{{lemma}}\\label{{a}}\n\\[ x^2 \\ge 0 \\tag{{{tag}}} \\]\n\\end{{lemma}}"
    head = "\\documentclass{article}\\usepackage{boundcheck}\n\\newtheorem{lemma}{Lemma}\n\\bcletter{x}{real}{}{}"
    text = f"{head}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    if short:
        assert latex.read_paper(latex.paper(text, "paper"))[0]
    else:
        with pytest.raises(Refused, match="a tag that is more"):
            latex.paper(text, "paper")


def test_an_instance_of_a_page_of_which_an_abbreviation_shares_a_name_is_refused(tmp_path):
    other, here = tmp_path / "other.md", tmp_path / "here.md"
    letters = "y | real | \\ge 1; \\mathrm{x} | real | = y^2; x | real | \\ge 1"
    other.write_text(page("$$ x y \\ge 1 $$ (eq)", letters))
    here.write_text(
        page(
            "$$ a^2 \\ge a $$",
            "a | real | \\ge 1",
            proof="By [O](other.md#eq) with $x = a$ and $y = a$, $$ a^2 \\ge 1 $$",
        )
    )
    with pytest.raises(BrokenClaim, match="named like x"):
        with_cited(here)
    other.write_text(page("$$ x y \\ge 1 $$ (eq)", letters.replace("\\mathrm{x}", "z")))
    assert "own/other" in with_cited(here)
