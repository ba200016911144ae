"""Numbers, and signs that fonts can print."""

import math
import sys
import unicodedata

import pytest
import typst

from boundcheck.report.text.words import (
    BREAK,
    all_printable,
    decimals,
    exact,
    number,
    percent,
    positive,
    printable,
    ratio,
    shown,
    span,
    times,
)

# Numbers in print.

SHOWN = [
    (0.123456, "0.123"), (12345.6, "12,346"), (1200, "1,200"), (1.0, "1"), (0.5, "0.500"), (-0.25, "−0.250"),
    (1.5e-7, "1.5×10⁻⁷"), (2e9, "2×10⁹"), (10**9, "10⁹"), (0, "0"), (0.0, "0"), (None, "–"), (True, "yes"),
    ("inf", "∞"), ("-inf", "−∞"), ("nan", "undefined"), (math.inf, "∞"), (math.nan, "undefined"),
    ("-1/8", "−1/8"),
    ("a-b", "a-b"), (0.9996, "1.000"),
]  # fmt: skip
EXACT = [
    (0.5, "0.5"),
    (0.05, "0.05"),
    (1e-6, "10⁻⁶"),
    (6400, "6,400"),
    (6400.0, "6,400"),
    ("1/3", "1/3"),
    ("0.375000000000000", "0.375"),
    ("inf", "∞"),
    (-2.5, "−2.5"),
]


@pytest.mark.parametrize(("value", "text"), SHOWN)
def test_shown(value, text):
    assert shown(value) == text


@pytest.mark.parametrize(("value", "text"), EXACT)
def test_exact(value, text):
    assert exact(value) == text


def test_exact_numbers_that_would_fill_a_page_are_rounded():
    assert exact(f"{10**400 + 1}/{3 * 10**400}") == "≈ 0.333333"
    assert exact(f"-{10**40}/{3 * 10**46}") == "≈ −3.33333×10⁻⁷"
    assert exact("a long text that is no number at all") == "a long text that is no number at all"


def test_the_rest():
    assert decimals(-0.498) == "−0.50"
    assert decimals("nan") == "undefined"
    assert span(0.1, 0.2, decimals) == "0.10 to 0.20"
    assert span(None, None) == "–"
    assert (percent(0.1), percent(0), percent(None), percent(0.00791)) == ("10 %", "0 %", "–", "0.79 %")
    assert (times(27.3), times(None)) == ("×27", "–")


def test_limits_are_rounded_to_their_safe_side():
    assert (shown(1.997, side="down"), shown(1.997, side="up"), shown(1.997)) == ("1.99", "2", "2.00")
    assert (shown(0.1, side="up"), shown(0.07, side="down"), shown(12345.2, side="up")) == ("0.100", "0.0700", "12,346")
    assert (shown(-0.12345, side="down"), shown(1.51e-7, 2, side="up")) == ("−0.124", "1.6×10⁻⁷")
    assert (percent(0.00791, side="up"), percent(0.00799, side="down"), percent(0.07, side="up")) == (
        "0.80 %", "0.79 %", "7 %",
    )  # fmt: skip
    assert span(0.1234, 0.5671) == "0.123 to 0.568"
    assert span(-0.5012, -0.4988, decimals) == "−0.51 to −0.49"
    assert shown("inf", side="up") == shown(math.inf, side="up") == "∞"


@pytest.mark.parametrize("value", [None, True, "word", "1/0", [], {}, ""])
def test_no_number_is_no_number(value):
    assert number(value) is None
    assert ratio(value, 1) is ratio(1, value) is None


def test_words_are_numbers():
    assert number("inf") == math.inf
    assert number("-3/4") == -0.75
    assert positive("inf") is positive(0) is positive(-1) is None
    assert ratio(3, "1/2") == 6


@pytest.mark.parametrize("value", [10**400, -(10**400), 1e300, 1e-300])
def test_numbers_beyond_what_a_figure_can_hold(value):
    assert "10" in shown(value)
    assert positive(value) is None
    assert "10" in exact(value)


def test_a_column_of_decimals_gives_way_to_powers():
    assert decimals(1e12) == "10¹²"
    assert decimals(0.5) == "0.50"


# Whatever is written can be printed, and what cannot be drawn is numbered.

PAGE = b"""#set text(font: ("Libertinus Serif", "DejaVu Sans Mono"), fallback: false)
#set document(title: "t")
#sys.inputs.text
#strong(sys.inputs.text)
#emph(sys.inputs.text)
#strong(emph(sys.inputs.text))"""


def drawn(text: str) -> bytes:
    compiler = typst.Compiler(PAGE, ignore_system_fonts=True)
    return compiler.compile(format="pdf", pdf_standards=["a-2a", "ua-1"], sys_inputs={"text": text}, timestamp=0)


def test_characters_from_all_of_unicode_can_be_set():
    codes = [*range(0x3000), *range(0x3000, sys.maxunicode + 1, 53), *range(0x1D400, 0x1D800)]
    seen = {part for code in codes for part in printable(chr(code))}
    assert drawn(" ".join(sorted(seen)))


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("𝜃 ℝ", "θ ℝ"),
        ("😀", "[U+1F600]"),
        ("张", "[U+5F20]"),
        ("a\nb", "a b"),
        ("\x00", "[U+0000]"),
        ("\u202ex", "x"),
    ],
)
def test_undrawable_characters_are_named(written, printed):
    found = printable(written)
    assert found == printed


def test_long_words_can_break_and_lose_nothing():
    assert BREAK in printable("x" * 100)
    assert printable("x" * 100).replace(BREAK, "") == "x" * 100
    assert printable("a short line") == "a short line"


def test_sources_are_left_alone():
    assert all_printable({"typst": "😀", "alt": ["\x00"]}) == {"typst": "😀", "alt": ["[U+0000]"]}
    assert all_printable({"latex": "x" * 99}) == {"latex": "x" * 99}
    assert unicodedata.category("\u200b") == "Cf"


@pytest.mark.parametrize("written", ["a^2 norm(x) 1 − δ", "e^(−2), 2^k"])
def test_nothing_is_read_as_mathematics_here(written):
    assert all_printable([{"muted": written}, {"code": written}]) == [{"muted": written}, {"code": written}]


def test_a_formula_in_pieces_is_a_source_too():
    whole = {"pieces": [["overline(phi)_(pi^*)^(a + b + c + d + e)"]]}
    assert all_printable(whole) == whole
