"""A record as a PDF: tagged, searchable, fonts inside, the same bytes for the same record."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boundcheck.record.schema import RecordError
from boundcheck.report.figures.chart import left_blank
from boundcheck.report.page.document import document
from boundcheck.report.text.typst import faults_of
from boundcheck.verdict.result import (
    Record,
)

STANDARDS: Any = [
    "a-2a",
    "ua-1",
]  # archival and accessible; both refuse a formula or a figure without its text
EPOCH = 1577836800  # of every report: a PDF that knew when it was made would never be the same twice
TEMPLATE = Path(__file__).with_name("report.typ")
NEARLY_EMPTY = 0.3  # of the height of a last page


def render(record: Record, path: str | Path, *, paper: str = "a4") -> Path:
    """Write the report of a record.

    Parameters
    ----------
    record : Record
    path : str or Path
        Of the PDF; folders on the way are made, and an older report is replaced in one stroke.
    paper : {"a4", "us-letter"}

    Returns
    -------
    path : Path
    """
    path = Path(path)
    made = to_bytes(record, paper=paper)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(made)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return path


def to_bytes(record: Record, *, paper: str = "a4", behind: bool = False) -> bytes:
    """The report of a record, or its appendix (`behind`); times of the run have no influence on it.

    Raises
    ------
    RecordError
        It could not be set. A broken formula is no reason to go without a report: it is marked there.
    """
    import typst

    try:
        return compiled(document(record, paper, behind=behind))
    except typst.TypstError as error:
        said = " ".join(str(error).split())
        raise RecordError(f"the report of {record.claim} could not be set: {said}") from error


def faults(record: Record) -> list[str]:
    """One line for each formula that cannot be set, and is printed as it was typed; empty if all is well."""
    with left_blank():
        return list(dict.fromkeys([*faults_of(document(record)), *faults_of(document(record, behind=True))]))


def overfull(record: Record) -> list[str]:
    """Where in the record a formula stands that has no room even on several lines and much smaller; empty if all have."""
    import typst

    options: Any = {"root": TEMPLATE.parent, "ignore_system_fonts": True}
    found: list[str] = []
    for behind in (False, True):
        inputs = {"data": json.dumps(document(record, behind=behind))}
        found += json.loads(typst.query(TEMPLATE, "<overfull>", field="value", sys_inputs=inputs, **options))
    return list(dict.fromkeys(found))


def pages(drawn: Mapping, *, alone: bool = True) -> int:
    """How many pages `compiled` needs; of what is not `alone`, since more follows it, as it is set where nothing is saved."""
    options: Any = {"root": TEMPLATE.parent, "ignore_system_fonts": True}
    plain = {"data": json.dumps(drawn)}
    last, used = _end(plain, options)
    closer, _ = _end(plain | {"close": "yes"}, options) if alone and last > 1 and used < NEARLY_EMPTY else (last, used)
    return min(last, closer)


def compiled(drawn: Mapping) -> Any:
    """The PDF; set a little closer where that saves a last page that is nearly empty."""
    import typst

    options: Any = {"root": TEMPLATE.parent, "ignore_system_fonts": True}
    compiler = typst.Compiler(TEMPLATE, **options)

    def made(inputs: dict[str, str]) -> Any:
        return compiler.compile(format="pdf", pdf_standards=STANDARDS, timestamp=EPOCH, sys_inputs=inputs)

    plain = {"data": json.dumps(drawn)}
    closer = plain | {"close": "yes"}
    page = made(plain)  # what cannot be set is told here
    last, used = _end(plain, options)
    saved = last > 1 and used < NEARLY_EMPTY and _end(closer, options)[0] < last
    return made(closer) if saved else page


def _end(inputs: Mapping[str, str], options: Mapping[str, Any]) -> tuple[int, float]:
    """The number of the last page, and how much of it is used."""
    import typst

    (end,) = json.loads(typst.query(TEMPLATE, "<end>", field="value", sys_inputs=dict(inputs), **options))
    return end["page"], end["used"]
