"""The PDF: reproducible, accessible, searchable, and proof against what it prints."""

import io
import json
import re
import unicodedata
from pathlib import Path
from typing import get_args

import pypdf
import pytest
from least import least, of

from boundcheck.claims.texts import plain
from boundcheck.record import RecordError
from boundcheck.record.types import read, typed_record
from boundcheck.report import pdf
from boundcheck.report.figures import chart
from boundcheck.verdict.facts import Words
from boundcheck.verdict.result import (
    Paper,
)
from boundcheck.verdict.shapes import (
    AnyPart,
    HighProbabilityBoundPart,
    InequalityPart,
    Method,
    RankingPart,
    Ranks,
    Regime,
)
from boundcheck.verdict.statements import Compared, Step
from boundcheck.words import headlines

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def sample():
    return typed_record(json.loads((ROOT / "tests" / "sample_record.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def made(sample):
    """The sample's report, made once."""
    return pdf.to_bytes(sample)


@pytest.fixture(scope="module")
def behind(sample):
    """The sample's appendix, made once."""
    return pdf.to_bytes(sample, behind=True)


def reader(content: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(content))


def text(content: bytes) -> str:
    joined = "\n".join(page.extract_text() for page in reader(content).pages)
    return re.sub(r"\s+", " ", joined)


def tagged(content: bytes) -> list[tuple[str, str | None]]:
    """Kind and alternative text of every element of the structure tree."""
    found = []

    def walk(node):
        node = node.get_object()
        if isinstance(node, list):
            for kid in node:
                walk(kid)
        elif isinstance(node, dict):
            if "/S" in node:
                found.append((node["/S"], node.get("/Alt")))
            if "/K" in node:
                walk(node["/K"])

    walk(reader(content).trailer["/Root"]["/StructTreeRoot"])
    return found


def test_times_leave_no_trace(record, made):
    record["elapsed_seconds"] = 12345.678
    for step in record["steps"]:
        step["seconds"] = 98.7654
    again = pdf.to_bytes(typed_record(record))
    assert again == made
    record["seed"] += 1
    assert pdf.to_bytes(typed_record(record)) != made


def test_it_is_tagged_for_those_who_listen(made):
    root = reader(made).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    metadata = root["/Metadata"].get_data().decode()
    assert "pdfuaid:part" in metadata
    assert "pdfaid:part" in metadata
    assert reader(made).metadata.title == "Theorem 5.4: Estimation error of Algorithm 1 in the data norm"


def test_every_formula_and_figure_has_a_text(made, behind, record):
    found = tagged(made) + tagged(behind)
    kinds = [kind for kind, _ in found]
    for kind, alt in found:
        if kind in ("/Formula", "/Figure"):
            assert alt, kind
    assert kinds.count("/Formula") > len(record["steps"]) + len(record["statement"]["displays"])
    assert kinds.count("/Figure") >= 8
    assert kinds.count("/TH") > 20
    assert "/H1" in kinds


def test_every_font_is_inside(made):
    fonts = {}
    for page in reader(made).pages:
        for font in (page["/Resources"].get("/Font") or {}).values():
            font = font.get_object()
            below = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
            fonts[font["/BaseFont"]] = below["/FontDescriptor"]
    assert fonts
    for name, descriptor in fonts.items():
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor), name
        assert re.search("Libertinus|NewCM|NewComputerModern|DejaVuSansMono", name)


def test_page_one_and_two_answer(made, record):
    pages = " ".join(page.extract_text() for page in reader(made).pages[:2])
    first = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", pages))  # 𝑛 is n
    for said in (
        *map(plain, headlines.sentences(typed_record(record))), *headlines.powers(typed_record(record)),
        "Holds, repaired", "What has to change", "Figure 1",
    ):  # fmt: skip
        assert unicodedata.normalize("NFKC", said) in first, said


def test_it_is_short():
    for name in ("unified/theorem_5_4", "kl/lemma_b_1"):  # a usual one, and the one with the most false lines
        record = read(ROOT / f"reports/{name}.json")
        assert 2 <= len(reader(pdf.to_bytes(record)).pages) <= 5, name


def test_the_rest_is_there_and_searchable(made, behind, record):
    said = text(made) + text(behind)
    for expected in (
        "Repaired",
        "Rests on: Claim E.1 (holds, repaired; to be changed: a step of the proof)",
        "False lines of the paper", "missing factor", "False at", "curved",
        "the left side is −1/8, the right side −1/4", "Hsu, Kakade, Zhang", "coverage LTC",
        "Norm 2 breaks step curvature", "9f31c2d07ab4e655", "Run it again",
        record["reproduce"],
        "sympy 1.14.0", record["digest"], "10,800 replicates", "error and bounds against the sample size",
    ):  # fmt: skip
        assert expected in said, expected


def test_paper_sizes():
    def size(content):
        return tuple(round(float(side)) for side in reader(content).pages[0].mediabox[2:])

    assert size(pdf.to_bytes(of())) == (595, 842)
    assert size(pdf.to_bytes(of(), paper="us-letter")) == (612, 792)
    with pytest.raises(ValueError, match="paper is one of a4, us-letter, not 'a3'"):
        pdf.to_bytes(of(), paper="a3")


def test_hostile_texts_are_printed_not_obeyed(record, everywhere, hostile):
    part = record["parts"]["coverage_ctl"]
    part |= {"vacuity": None, "slack": part["slack"][:2]}
    rates = record["parts"]["coverage_ctl_rates"]
    rates |= {"exponents": rates["exponents"][1:2]}
    few = record | {"parts": {"composition": part, "rates": rates}}
    attacked = everywhere(few, hostile)
    assert reader(pdf.to_bytes(typed_record(attacked))).pages
    harmless = pdf.to_bytes(of(f"Before {hostile} after"))
    assert "Before" in text(harmless)
    assert "after" in text(harmless)
    if hostile.startswith("#read"):
        assert hostile in text(harmless)


@pytest.mark.parametrize(
    "outcome", ["HOLDS", "HOLDS_REPAIRED", "SUPPORTED", "UNDECIDED", "NOTHING_TO_CHECK", "REFUTED"]
)
def test_the_least_record_makes_a_report(outcome):
    assert "every step is proved." in text(pdf.to_bytes(of(outcome=outcome)))


def test_the_least_of_every_shape_makes_a_report():
    parts = {shape.__name__: least(shape) for shape in get_args(AnyPart)}
    parts["RankingPart"] = least(RankingPart, separation=least(Ranks, methods=(least(Method),)))
    assert pdf.to_bytes(of(parts=parts, steps=(least(Step),)), behind=True)


@pytest.mark.parametrize("source", ["nosuchletter", '#read("x")', r"\frac{a}", "x <= y"])
def test_a_faulty_formula_is_printed_as_typed_and_told(source):
    broken = of(steps=(least(Step, label="s", statement=least(Compared, latex=source)),))
    said = text(pdf.to_bytes(broken, behind=True))
    assert "cannot be set" in said
    assert source.replace(" ", "") in said.replace(" ", "")
    (fault,) = pdf.faults(broken)
    assert fault.startswith("steps[0].statement: ")
    assert "\n" not in fault


def test_the_sample_has_no_faults(sample):
    assert pdf.faults(sample) == []


def test_a_figure_that_is_left_blank_is_drawn_by_who_asks_next():
    @chart.kept
    def drawn(width):
        with chart.figure(1.0, width) as figure:
            figure.text(0.5, 0.5, "word")
            return {"svg": chart.svg(figure)}

    with chart.left_blank():
        assert drawn(1.25) == {"svg": ""}
    assert "word" in drawn(1.25)["svg"]


def test_render_writes_whole_files_only(tmp_path, monkeypatch):
    path = tmp_path / "a" / "b" / "r.pdf"
    assert pdf.render(of(), path) == path
    good = path.read_bytes()
    assert good == pdf.to_bytes(of())
    monkeypatch.setattr(pdf, "document", lambda *_, **__: {"blocks": []})
    with pytest.raises(RecordError, match="the report of toy/lemma_1 could not be set"):
        pdf.render(of(), path)
    assert path.read_bytes() == good
    assert [p.name for p in path.parent.iterdir()] == ["r.pdf"]


def test_nothing_measured_is_not_announced_and_a_place_is_named_once():
    proved = least(InequalityPart, fact=Words("true"), reading="literal")
    alone = of(parts={"bound": proved}, paper=least(Paper, key="own", title="mine.py"), where="mine.py")
    printed = text(pdf.to_bytes(alone, behind=True))
    assert "Measured against the bound" not in printed
    assert "What each part rests on" in printed
    assert printed.startswith("toy/lemma_1 mine.py Appendix to toy/lemma_1 ")
    cell = least(Regime, name="a", quantile=1.0, bound=2.0, repeats=9, allowed=0.05, point={"n": 1})
    sampled = of(parts={"bound": least(HighProbabilityBoundPart, slack=(cell,))})
    assert "Measured against the bound" in text(pdf.to_bytes(sampled, behind=True))


@pytest.mark.parametrize(
    ("plain", "close", "chosen"),
    [
        ((3, 0.1), (2, 0.9), "yes"),
        ((3, 0.1), (3, 0.05), "no"),  # saves nothing
        ((3, 0.6), (2, 0.9), "no"),  # a page of its own
        ((1, 0.1), (1, 0.1), "no"),
    ],
)
def test_a_last_page_with_little_on_it_is_saved_by_setting_all_closer(monkeypatch, plain, close, chosen):
    class Compiler:
        def __init__(self, *_, **__):
            pass

        def compile(self, *, sys_inputs, **_):
            return sys_inputs.get("close", "no")

    monkeypatch.setattr(pdf, "_end", lambda inputs, _: close if "close" in inputs else plain)
    monkeypatch.setattr("typst.Compiler", Compiler)
    assert pdf.compiled({"blocks": []}) == chosen
