"""Whatever is written can be printed, and what cannot be drawn is numbered."""

import sys
import unicodedata

import pytest
import typst

from boundcheck.report.text.glyphs import BREAK, all_printable, printable

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
    assert unicodedata.category("\u200b") == "Cf"


@pytest.mark.parametrize("written", ["a^2 norm(x) 1 − δ", "e^(−2), 2^k"])
def test_nothing_is_read_as_mathematics_here(written):
    assert all_printable([{"muted": written}, {"code": written}]) == [{"muted": written}, {"code": written}]


def test_a_formula_in_pieces_is_a_source_too():
    whole = {"pieces": [["overline(phi)_(pi^*)^(a + b + c + d + e)"]]}
    assert all_printable(whole) == whole
