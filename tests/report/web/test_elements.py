"""Tables and equations that stay readable in a narrow window."""

from boundcheck.report.page.paragraphs import para, table
from boundcheck.report.text.letters import symbol
from boundcheck.report.web.elements import Drawing
from boundcheck.report.web.mathml import Mathematics

LONG = "a sentence of many words that no narrow column should have to hold"


def drawn(block):
    return Drawing(Mathematics(block)).block(block)


def test_rows_of_sentences_name_their_columns_and_rows_of_numbers_do_not():
    made = drawn(table("l1 l1", ["What is wrong", "Repair"], [[LONG, LONG]], "Why."))
    assert made.startswith('<p class="caption" id="table-1-caption">Why.</p><div class="wide wordy"')
    assert 'data-title="Repair"' in made
    assert "data-title" not in drawn(table("l r", ["What", "How much"], [[LONG, "3"]]))
    assert "data-title" in drawn(table("l l l l1", ["A", "B", "C", "Why"], [["a", "b", "c", LONG]]))
    assert "data-title" not in drawn(table("l l r l1", ["A", "B", "C", "Why"], [["a", "b", "3", LONG]]))


def test_no_line_ends_within_an_equation():
    made = drawn(para(symbol("n", {}), "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}5,000 and more"))
    assert made.endswith("</math>\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}5,000</span> and more</p>")
    assert made.count('class="whole"') == 1
    assert "whole" not in drawn(para(symbol("n", {}), " grows"))


def test_no_line_begins_with_a_comma():
    made = drawn(para(symbol("n", {}), ", ", symbol("m", {}), " and more"))
    assert made.startswith('<p><span class="whole"><math><mi>n</mi></math>,</span> <math>')
