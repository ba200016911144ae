"""A formula may draw mathematics and nothing else."""

import pytest
import typst

from boundcheck.report import RecordError
from boundcheck.report.formula import formula, pure

REFUSED = [
    '#read("a")', 'std.read("a")', "a #h(1em) b", "$ x $", "a // hidden", "a /* hidden */", 'an "open text',
    "std",
    '"text" + "', "(" * 50, "x" * 5000, "\x00", "a\ud800", '"\\\\" #x "', "#", '\\"#x"',
]  # fmt: skip
ALLOWED = [
    "a + b", "[0, 1/2)", 'theta_"true"', r"1\/2", r"\# \$ \"", '"# and $ and // and std"', "hat(theta)", "x'",
    "norm(x)_(A)", 'cases(a & "if" x, b & "otherwise")', "stdev_1 \"\"".replace("stdev", "sigma"),
]  # fmt: skip


@pytest.mark.parametrize("source", REFUSED)
def test_more_than_mathematics_is_refused(source):
    with pytest.raises(RecordError, match="here"):
        pure(source, "here")


@pytest.mark.parametrize("source", ALLOWED)
def test_mathematics_passes_and_sets(source):
    page = b'#set page(height: auto)\n#math.equation(eval(sys.inputs.m, mode: "math"))'
    assert typst.Compiler(page, ignore_system_fonts=True).compile(
        format="svg", sys_inputs={"m": pure(source)}
    )


def test_a_formula_carries_its_text():
    assert formula({"typst": "x", "alt": "", "text": "ex"}) == {"typst": "x", "alt": "ex", "block": False}
    assert formula({"typst": "x"}, block=True) == {"typst": "x", "alt": "x", "block": True}
    assert formula({"typst": ""}) is formula(None) is formula({"alt": "x"}) is None


def test_a_formula_is_text():
    with pytest.raises(RecordError, match=r"steps\[3\]: a formula is text, this is int"):
        formula({"typst": 3}, "steps[3]")
