"""The index: everything is in it, nothing is run by it, nothing is fetched for it."""

from html.parser import HTMLParser

import msgspec
import pytest
from least import least, of

from boundcheck.record.types import plain, typed_record
from boundcheck.report.figures.measurements import spark
from boundcheck.report.web import index
from boundcheck.verdict.conclusions import HoldsUnder
from boundcheck.verdict.result import (
    Conclusion,
    Reading,
)

VOID = {"meta", "input", "br"}


class Page(HTMLParser):
    """Tags with their attributes, texts outside style and script, and whether every tag is closed."""

    def __init__(self, source):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []
        self.feed(source)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID and tag not in ("circle", "line", "path"):
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


SEVERITY = {"REFUTED": "RATE", "HOLDS": "NONE", "SUPPORTED": "NONE"}


def said(text):
    return typed_record(plain(of(text)))


@pytest.fixture
def records(record):
    made, sample = [], typed_record(record)
    for claim, outcome in [
        ("unified/theorem_5_10", "REFUTED"),
        ("unified/theorem_5_4", "HOLDS"),
        ("kl/lemma_1", "SUPPORTED"),
    ]:
        key, printed = claim.split("/")
        headline = least(Conclusion, outcome=outcome, severity=SEVERITY[outcome], facts=(HoldsUnder(reading="in the test"),))
        paper = msgspec.structs.replace(sample.paper, key=key)
        readings = (least(Reading, name="in the test", text=f"about {claim}."),)
        changed = {"claim": claim, "printed": printed, "headline": headline, "paper": paper, "readings": readings}
        made.append(msgspec.structs.replace(sample, **changed))
    return made


def test_every_claim_is_there_theorems_by_number_and_then_the_gravest(records):
    page = Page(index.page(records))
    claims = [a for a in page.found("li") if a.get("class") == "claim"]
    assert [a["id"] for a in claims] == ["kl/lemma_1", "unified/theorem_5_4", "unified/theorem_5_10"]
    assert [a["data-severity"] for a in claims] == ["NONE", "NONE", "RATE"]
    others = [msgspec.structs.replace(record, kind="remark") for record in records]
    later = [a["id"] for a in Page(index.page(others)).found("li") if a.get("class") == "claim"]
    assert later == ["kl/lemma_1", "unified/theorem_5_10", "unified/theorem_5_4"]
    assert {"Read as: about kl/lemma_1.", "Read as: about unified/theorem_5_4."} <= set(page.texts)
    assert len(page.found("svg")) == 3
    assert {a["value"] for a in page.found("input") if a["type"] == "checkbox"} == {"NONE", "RATE"}


def test_search_finds_what_was_typed_and_what_is_printed():
    page = Page(index.page([said(r"for $\alpha \le 1$")]))
    (claim,) = (a for a in page.found("li") if a.get("class") == "claim")
    assert "for α ≤ 1" in claim["data-text"]
    assert r"for \alpha \le 1" in claim["data-text"]


def test_it_needs_nothing_else(records):
    source = index.page(records)
    page = Page(source)
    assert not page.found("link")
    assert not page.found("img")
    assert not any("src" in attributes for _, attributes in page.tags)
    assert "http://" not in source
    assert "https://" not in source


def test_links_lead_to_files_that_exist(records, tmp_path):
    (tmp_path / "kl").mkdir()
    (tmp_path / "kl" / "lemma_1.pdf").write_bytes(b"")
    path = index.index(records, tmp_path / "index.html")
    assert [a["href"] for a in Page(path.read_text(encoding="utf-8")).found("a")] == ["./kl/lemma_1.pdf"]
    assert len(Page(index.page(records)).found("a")) == 12


def test_hostile_texts_stay_texts(record, everywhere, hostile, tmp_path):
    attacked = typed_record(everywhere(record, hostile))
    page = Page(index.index([attacked], tmp_path / "i.html", problems=[hostile]).read_text(encoding="utf-8"))
    assert len(page.found("script")) == 1
    assert not any(name.startswith("on") and tag != "form" for tag, attributes in page.tags for name in attributes)


def test_what_could_not_be_read_is_said(records):
    assert "kl/x.json: older schema" in Page(index.page(records, ["kl/x.json: older schema"])).texts
    assert "Could not be read" not in Page(index.page(records)).texts


def test_an_empty_index_says_what_to_do():
    assert any("No reports yet" in text for text in Page(index.page([])).texts)


def test_sparks_show_which_side_of_the_bound(record):
    assert spark(of()) == ""
    assert "27" in spark(typed_record(record))
    assert "above" not in spark(typed_record(record))
    record["parts"]["coverage_ctl"]["slack"][0]["quantile"] = 1000.0
    assert 'class="above"' in spark(typed_record(record))
    assert "the error is above it" in spark(typed_record(record))


def test_a_refuted_reading_has_no_dots_beside_a_result_that_holds(record):
    assert record["headline"]["outcome"] != "REFUTED"
    for part in record["parts"].values():
        part["outcome"] = "REFUTED"
    assert spark(typed_record(record)) == ""
    record["headline"]["outcome"] = "REFUTED"
    assert spark(typed_record(record)) != ""


def test_letters_have_what_stands_below_them():
    shown = index.page([said(r"$\eta_t$ is $10^6$ $\Sigma_D$ in `step_a` <b>")])
    assert "η<sub>t</sub> is 10<sup>6</sup> Σ<sub>D</sub> in step_a &lt;b&gt;" in shown


def test_exponents_stand_above():
    shown = index.page([said(r"a share $e^{-3 \beta}/4$ and $e^\varepsilon$, $2^k$")])
    assert "e<sup>−3 β</sup>/4 and e<sup>ε</sup>, 2<sup>k</sup>" in shown
