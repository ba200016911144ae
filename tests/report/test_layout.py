"""Nothing stands over anything else, beside the page, or alone at its foot."""

import io
from pathlib import Path

import pypdf
import pytest
from least import least, of

from boundcheck.record.types import read
from boundcheck.report import pdf
from boundcheck.verdict.statements import Compared, Repair, Step

REPORTS = Path(__file__).parents[2] / "reports"
RIGHT, FOOT, HEADING = 595.3 - 62.3, 56, 10.8  # points: the edges of the text, and the size of the smallest heading
WIDE = " + ".join(rf"c(\varepsilon) \sigma(z_{{{place}}})^{{{place}}}" for place in range(12)) + r" \le 1"


def wide(source, repair=None):
    statement = least(Compared, latex=source)
    return of(steps=(least(Step, label="wide", statement=statement, repair=repair),))


def pages(content):
    """Of each page the pieces of text: left edge, height, size."""
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        found = []

        def note(said, around, within, _, size, found=found):
            if said.strip():
                x, y = within[4], within[5]
                left = x * around[0] + y * around[2] + around[4]
                height = x * around[1] + y * around[3] + around[5]
                found.append((left, height, abs(size * within[0] * around[0]), said))

        page.extract_text(visitor_text=note)
        yield [one for one in found if one[-1].strip(" .,;:")]  # marks at the end of a line hang over its edge


def committed():
    return [pytest.param(REPORTS / f"{name}.json", id=name) for name in (
        "unified/algorithm_1", "unified/definition_3_4", "unified/definition_5_1", "unified/proposition_4_6",
        "reward/assumption_4_3", "reward/k_wise", "reward/comparison",
    )]  # fmt: skip


@pytest.mark.parametrize("path", committed())
def test_reports_have_no_faults_of_layout(path):
    record = read(path)
    assert pdf.overfull(record) == []
    for place, found in enumerate(pages(pdf.to_bytes(record)), 1):
        assert max(left for left, *_ in found) < RIGHT, f"page {place} runs over its right edge"
        above = [piece for piece in found if piece[1] > FOOT]
        lowest = min(height for _, height, *_ in above)
        last = [(size, said) for _, height, size, said in above if height < lowest + 2]
        assert max(size for size, _ in last) < HEADING, f"page {place} ends in a heading: {last}"


def test_a_wide_formula_ends_its_lines_at_its_signs():
    made = wide(WIDE, repair=least(Repair, statement=least(Compared, latex=WIDE + " + 2")))
    assert pdf.overfull(made) == []
    for found in pages(pdf.to_bytes(made)):
        assert max(left for left, *_ in found) < RIGHT


def test_a_formula_without_a_place_to_break_is_told():
    made = wide(r"\sqrt{" + WIDE.replace(r" \le 1", "") * 4 + "}")
    assert pdf.overfull(made) == ["steps[0].statement"]


def test_a_formula_that_cannot_be_set_in_pieces_is_set_whole():
    made = wide("(a + b)_x + " + WIDE)
    assert pdf.faults(made) == []
    assert pdf.to_bytes(made)
