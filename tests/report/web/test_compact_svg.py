"""A drawing in fewer bytes still shows all of its marks, and shares no name with another on its page."""

import re

import pytest

from boundcheck.report.figures import chart
from boundcheck.report.web.elements import compact


@pytest.fixture(scope="module")
def drawn():
    with chart.figure(2.0) as figure:
        axes = figure.subplots()
        axes.plot([1, 2, 3], [1, 4, 2], **chart.EXPLICIT, label="seen")
        axes.fill_between([1, 2, 3], [0, 1, 0], hatch="//")
        return chart.svg(figure)


def test_every_word_and_every_mark_is_kept(drawn):
    short = compact(drawn, "figure-3")
    for mark in ("<text ", "<use ", "<pattern "):
        assert short.count(mark) == drawn.count(mark) > 0
    painted = [style for style in re.findall(r'<path [^>]*style="([^"]*)"', drawn) if style != "fill: none"]
    assert len(re.findall(r'<path [^>]*class="', short)) == len(painted)
    assert len(short) < 0.7 * len(drawn)


def test_what_is_pointed_to_is_there_once_and_is_its_own(drawn):
    short, other = compact(drawn, "figure-3"), compact(drawn, "figure-4")
    named = re.findall(r' id="([^"]*)"', short)
    pointed = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]*)"', short))
    assert sorted(a or b for a, b in pointed) == sorted(named)
    assert not set(named) & set(re.findall(r' id="([^"]*)"', other))


def test_every_class_has_its_rule(drawn):
    short = compact(drawn, "figure-3")
    rules = set(re.findall(r"\.([\w-]+)\{", short))
    assert rules == set(re.findall(r' class="([^"]*)"', short))


def test_a_link_out_of_the_drawing_leads_where_it_led():
    with chart.figure(2.0) as figure:
        axes = figure.subplots()
        axes.text(0.5, 0.5, "Theorem 5.4", url="unified/theorem_5_4.html")
        drawn = chart.svg(figure)
    short = compact(drawn, "figure-3")
    assert '<a href="unified/theorem_5_4.html">' in short
    assert "_blank" not in short
