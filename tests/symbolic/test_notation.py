"""LaTeX as a tree: spellings of one thing are one, and what is no mathematics is refused in one line."""

import re
from pathlib import Path

import pytest

from boundcheck.symbolic.notation import (
    PRIME,
    Above,
    Below,
    Bracket,
    Face,
    Fraction,
    NotationError,
    Root,
    Sign,
    Word,
    factors,
    objection,
    parse,
    walk,
)

x, n, two = Sign("x"), Sign("n"), Sign("2")


@pytest.mark.parametrize(
    ("source", "nodes"),
    [
        ("x_n^2", (x, Below((n,)), Above((two,)))),
        (r"\frac12", (Fraction((Sign("1"),), (two,)),)),
        (r"\sqrt[3]{x}", (Root((x,), (Sign("3"),)),)),
        (r"\sqrt x", (Root((x,)),)),
        ("x'_n", (x, PRIME, Below((n,)))),
        (r"\hat\theta_n", (Face("hat", (Sign(r"\theta"),)), Below((n,)))),
        (r"{\hat\theta}_n", (Face("hat", (Sign(r"\theta"),)), Below((n,)))),
        (r"\mathrm{ref}", (Word("ref", "mathrm"),)),
        (r"[0, 1/2)", (Bracket("[", (Sign("0"), Sign(","), Sign("1"), Sign("/"), two), ")"),)),
        (r"|x| n", (Bracket("|", (x,), "|"), n)),
        (r"P(n|x)", (Sign("P"), Bracket("(", (n, Sign("|"), x), ")"))),
        ("1{,}000", (Sign("1000"),)),
        ("x_12", (x, Below((Sign("1"),)), two)),
        (r"\text{ for }x", (Word(" for ", "text"), x)),
        (r"c(x)^2", (Sign("c"), Bracket("(", (x,), ")"), Above((two,)))),
    ],
)
def test_the_tree_of_a_formula(source, nodes):
    assert parse(source) == nodes


@pytest.mark.parametrize(
    "spellings",
    [
        (r"x \le 1", r"x \leq 1", r"x\leqslant1"),
        (r"\left( x \right)", "(x)", r"\bigl(x\bigr)"),
        (r"\|x\|", r"\left\| x \right\|", r"\lVert x \rVert", r"\Vert x\Vert"),
        (r"\bar x", r"\overline{x}"),
        (r"\tilde x", r"\widetilde x"),
        (r"\epsilon", r"\varepsilon"),
        ("x_i'", "x'_i", r"x^\prime_i", r"x_i^{\prime}"),
        (r"\tfrac12", r"\frac{1}{2}", r"\dfrac 1 2"),
        (r"\operatorname{TV}", r"\mathrm{TV}"),
        ("{x_n}^2", "x_n^2", "x^2_n"),
        (r"{c(x)}^2", "c(x)^2"),
    ],
)
def test_spellings_of_one_thing_are_one(spellings):
    assert len({parse(one) for one in spellings}) == 1


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("alpha <= 1/2", r"in LaTeX it is \le"),
        ("alpha", r"it is \alpha or \mathrm{alpha}"),
        ("sqrt(n)", "is no letter"),
        ("max(x, n)", r"it is \max"),
        ("radius", r"a word is \mathrm{radius}"),
        (r"\foo", "not known"),
        (r"\frac{1}", "lacks its argument"),
        ("(x", "does not close"),
        ("x)", "closes nothing"),
        ("{x", "does not close"),
        (r"\left( x", r"has no \right"),
        ("50 %", "begins a comment"),
        ("x_1_2", "closes nothing|two scripts"),
        ("x^2^3", "two scripts"),
        ("{x^2}^3", "two scripts"),
        ("{x + n}^2", "several letters"),
        ("α", "no place"),
        ("#eval", "no place"),
        ('"x"', "no place"),
        ("x $ n", "no place"),
        ("(" * 50 + ")" * 50, "deep"),
        ("x" * 5000, "characters"),
        (r"\begin{tikzpicture}x\end{tikzpicture}", "not known"),
        (r"\input{file}", "not known"),
    ],
)
def test_what_is_no_mathematics_is_refused_in_one_line(source, why):
    with pytest.raises(NotationError, match=re.compile(why.replace("\\", "\\\\").replace("{", r"\{").replace("}", r"\}"))) as found:
        parse(source)
    assert "\n" not in str(found.value)
    assert objection(source) == str(found.value)


def test_what_is_no_text_is_no_formula():
    assert "int" in objection(3)


def test_the_derivations_are_of_this_notation():
    for file in Path("derivations").rglob("*.md"):
        text = re.sub(r"```.*?```|`[^`\n]*`", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for found in re.finditer(r"\$\$(.+?)\$\$|\$([^$]+)\$", text, re.DOTALL):
            assert objection(found[1] or found[2]) == "", file


@pytest.mark.parametrize(
    ("source", "many"),
    [("n d", 2), (r"c(\varepsilon)", 1), ("n(1 - x)", 2), (r"\ln(n)", 1), ("S(C)^2", 2), ("x_1^2", 1), ("3(x)", 2)],
)
def test_of_how_many_factors_a_product_consists(source, many):
    assert factors(parse(source)) == many


def test_every_node_is_met():
    assert sum(node == x for node in walk(parse(r"\frac{x}{\sqrt[x]{x}} \hat{x}_x^x (x) \begin{cases} x & x \end{cases}"))) == 9
