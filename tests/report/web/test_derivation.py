"""LaTeX of the derivations as Typst: all of it is read, and what is not known is refused."""

from pathlib import Path

import pytest

from boundcheck.report.web.derivation import UnknownLatexError, derivation, typst

FILES = sorted((Path(__file__).parents[3] / "derivations").glob("*/*.md"))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\frac\gamma2\|\Delta\|^2", 'frac(gamma, 2) class("normal", bar.v.double) Delta class("normal", bar.v.double) ^(2)'),
        (r"\frac12", "frac(1, 2)"),
        (r"\left[0, 1\right)", "[ 0 \\, 1 )"),
        (r"\operatorname{sigmoid}{\left(x \right)}", '"sigmoid" ( x )'),
        (r"\hat\theta_{\mathrm{true}}", 'hat(theta) _("true")'),
        (r"fD + 4", "f D + 4"),
        (r"|x| \mid y", 'class("normal", bar.v) x class("normal", bar.v) bar.v y'),
        (r"h(\bar r)", "h ( overline(r) )"),
    ],
)
def test_formulas(latex, expected):
    assert typst(latex) == expected


@pytest.mark.parametrize("latex", [r"\input{x}", r"\frac{1", "a}", r"\sqrt"])
def test_what_is_not_known_is_refused(latex):
    with pytest.raises(UnknownLatexError):
        typst(latex)


def typed(value):
    if isinstance(value, dict):
        yield from ([value["code"]] if "\\" in str(value.get("code", "")) else [])
        for item in value.values():
            yield from typed(item)
    elif isinstance(value, list):
        for item in value:
            yield from typed(item)


def test_every_formula_of_every_derivation_can_be_set():
    blocks = [block for path in FILES for block in derivation(path.read_text(encoding="utf-8"))]
    assert list(typed(blocks)) == []


def test_one_that_cannot_be_set_is_shown_as_typed():
    blocks = derivation("# T\n\n## step_one\n\nBy $\\input{x}$ and $a^2$.\n\n```python\nassert 1 < 2\n```\n")
    assert [block["kind"] for block in blocks] == ["heading", "para", "code"]
    assert blocks[0]["text"] == "step one"
    assert {"code": "\\input{x}"} in blocks[1]["runs"]


def test_the_name_of_a_step_reads_as_its_heading():
    heading, para = derivation("# T\n\n## first_order\n\nBy `theorem_5_7` and `first_order`, see `a/b.py`.\n")
    assert heading["text"] == "first order"
    assert [run for run in para["runs"] if isinstance(run, dict)] == [
        {"strong": ["Theorem 5.7"]}, {"strong": ["first order"]}, {"code": "a/b.py"}
    ]  # fmt: skip
