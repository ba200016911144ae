"""The page of one result, and witnesses as code."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
import sympy
from least import least, of

from boundcheck.record.types import read, typed_record
from boundcheck.report.text.words import found_at
from boundcheck.report.web.result import page, snippet
from boundcheck.symbolic import Statement, encode
from boundcheck.verdict.result import (
    Paper,
    RestsOn,
)
from boundcheck.verdict.statements import Step, Witness

# The page of a result: everything is in it, everything can be linked to, nothing is fetched for it or run by what it shows.

VOID = {"meta", "input", "br"}


class Page(HTMLParser):
    """Tags with attributes, texts outside style and script; every tag has to be closed."""

    def __init__(self, source):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []
        self.letters = len(re.findall(r"<math><mi>[^<>&]</mi></math>", source))
        self.feed(source)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.texts.append(data)

    def found(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


HOSTILE = '</title></script><script>alert(1)</script>" onload="x() &amp; #read("/etc/passwd") \x00\u202e\ud800 ]$a$'


SAMPLE = typed_record(json.loads((Path(__file__).parents[2] / "sample_record.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def drawn():
    return Page(page(SAMPLE, argument="# X\n\n## first\n\nBy $a^2$.\n"))


def test_every_address_within_the_page_leads_somewhere(drawn):
    ids = [attributes["id"] for _, attributes in drawn.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    inside = [a["href"][1:] for a in drawn.found("a") if a["href"].startswith("#")]
    inside += [b["data-copies"] for b in drawn.found("button") if "data-copies" in b]
    assert inside
    assert set(inside) <= set(ids)


def test_nothing_is_fetched(drawn):
    for tag, attributes in drawn.tags:
        assert "src" not in attributes, tag
        assert tag not in ("link", "iframe", "object", "embed", "base")
    addresses = {a["href"].partition("/")[0] for a in drawn.found("a") if "://" in a["href"]}
    assert addresses <= {"https:"}
    (policy,) = [m["content"] for m in drawn.found("meta") if m.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")


def test_false_steps_are_open_and_sound_ones_folded(drawn, record):
    steps = [d for d in drawn.found("details") if d.get("class") == "step"]
    assert len(steps) == len(record["steps"])
    for shown, step in zip(steps, record["steps"], strict=True):
        assert ("open" in shown) is (step["outcome"] in ("REFUTED", "UNDECIDED"))


def test_the_sentence_and_every_fault_are_there(drawn, record):
    text = " ".join(drawn.texts)
    assert record["printed"] in text
    assert sum(tag == "article" for tag, _ in drawn.tags) == len(record["faults"])


def test_who_listens_hears_every_formula_and_figure(drawn):
    inline = [a for a in drawn.found("math") if "displaystyle" not in a and a.get("display") != "block"]
    assert sum("alttext" not in a for a in inline) == drawn.letters
    assert all(a.get("aria-label") for a in drawn.found("svg"))
    assert all(a.get("aria-label") or "data-copies" in a or a.get("id") == "unfold" for a in drawn.found("button"))


def test_levels_of_headings_are_not_skipped(drawn):
    levels = [int(tag[1]) for tag, _ in drawn.tags if tag in ("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below - above <= 1 for above, below in pairwise(levels))


def test_texts_are_only_texts(record, everywhere):
    made = Page(page(typed_record(everywhere(record, HOSTILE))))
    kinds = [dict(attributes).get("type") for tag, attributes in made.tags if tag == "script"]
    assert kinds.count(None) == 1
    assert set(kinds) <= {None, "application/json"}


def test_the_least_record_has_a_page():
    assert "Every step is proved." in " ".join(Page(page(of())).texts)


def test_a_page_does_not_know_how_long_anything_took():
    assert page(msgspec.structs.replace(SAMPLE, elapsed_seconds=1e6)) == page(SAMPLE)  # figures are drawn once


@pytest.mark.parametrize("venue", ["", "A venue"])
def test_the_source_line_leaves_no_gap_for_what_is_not_known(venue):
    for ref in ("arXiv:2505.15694", ""):
        paper = least(Paper, key="k", title="A title", authors=("A. Author",), venue=venue, ref=ref)
        source = page(msgspec.structs.replace(SAMPLE, paper=paper)).partition('<p class="source">')[2].partition("</p>")[0]
        words = "".join(piece.partition(">")[2] or piece for piece in source.split("<"))
        expected = ["A. Author", "A title", *filter(None, (venue, ref))]
        assert words.startswith(". ".join(expected) + ". "), words
        assert not {". .", "..", " ."} & {words[i : i + size] for size in (2, 3) for i in range(len(words))}


def test_a_venue_that_says_where_a_paper_is_kept_says_it_alone():
    assert found_at(least(Paper, venue="Proceedings, PMLR 267", ref="PMLR 267")) == ""
    assert found_at(least(Paper, venue="Proceedings", ref="PMLR 267")) == "PMLR 267"
    assert found_at(least(Paper)) == ""


def test_nothing_is_called_false_where_no_fault_was_found():
    sound = page(msgspec.structs.replace(SAMPLE, faults=(), rests_on=(least(RestsOn, claim="k/lemma_1", printed="Lemma 1"),)))
    assert "What it rests on" in sound
    assert "False on the page" not in sound


# Python for a witness: run, it prints the sides that the record has.

REPORTS = Path(__file__).parents[3] / "reports"
a, b = sympy.symbols("a lambda")


def ran(code):
    names = {}
    exec(code, names)
    return names


def code_of(lhs, rhs, point, left=None, right=None):
    """Of a step that says that one side is at most the other, with a witness."""
    return snippet(least(Step, checked=encode(Statement(lhs, "<=", rhs))), Witness(point=point, lhs=left, rhs=right))


def test_both_sides_are_exact():
    code = code_of(a / 3 + b, sympy.Rational(1, 3), {"a": "1/2", "lambda": "log(3)"}, "1.26528", "1/3")
    found = ran(code.replace("print(", "shown = ("))
    assert found["left"] == sympy.Rational(1, 6) + sympy.log(3)
    assert found["right"] == sympy.Rational(1, 3)
    assert "lambda_ = log" in code
    assert code.endswith("# the paper says: left <= right")


def test_a_letter_that_stays_open_is_declared():
    code = code_of(a, b, {"a": "1/(100*C)", "lambda": "2*C"}, "1/(100*C)", "2*C")
    assert ran(code.replace("print(", "shown = ("))["left"] == 1 / (100 * sympy.Symbol("C", positive=True))


@pytest.mark.parametrize("value", ["__import__('os')", "a.b", "x[0]", "open('f')", "1 if a else 2", "", "'text'*2"])
def test_what_is_no_arithmetic_gives_no_code(value):
    assert code_of(a, b, {"a": value, "lambda": "1"}, "1", "1") == ""


def test_without_all_letters_or_a_statement_there_is_none():
    assert code_of(a, b, {"a": "1"}) == ""
    assert code_of(a, a, {"a": "1"}, "1", "2") == ""  # sides of something else
    assert snippet(least(Step), Witness(point={"a": "1"})) == ""
    assert snippet(least(Step, checked=encode(Statement(a, "<=", b))), None) == ""


def test_a_point_at_which_a_side_has_no_value_gives_no_code():
    undefined = sympy.Mul(sympy.Pow(a, 2, evaluate=False), sympy.Pow(a, -1, evaluate=False), evaluate=False)
    assert code_of(undefined, a, {"a": "0"}, "nan", "0") == ""
    assert code_of(undefined, a, {"a": "0"}, "0", "0") == ""


def witnesses():
    for path in sorted(REPORTS.glob("*/*.json")):
        record = read(path)
        repairs = (step.repair for step in record.steps if step.repair)
        for settled in (*record.steps, *repairs, *record.parts.values()):
            if code := snippet(settled, settled.witness):
                yield path, code, settled.witness


def test_every_witness_of_the_committed_records_evaluates_to_its_sides():
    count = 0
    for path, code, witness in witnesses():
        found = ran(code.replace("print(", "shown = ("))
        for side, told in (("left", witness.lhs), ("right", witness.rhs)):
            recorded = sympy.sympify(told, locals={"C": sympy.Symbol("C", positive=True)})
            gap = sympy.sympify(found[side]) - recorded
            values = {s: sympy.Rational(7, 3) for s in gap.free_symbols}
            assert abs(sympy.N(gap.xreplace(values))) < 1e-5 * (1 + abs(sympy.N(recorded.xreplace(values)))), path
        count += 1
    assert count > 50
