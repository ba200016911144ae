"""A record as a PDF: tagged, searchable, fonts inside, the same bytes for the same record."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boundcheck.report.document import document
from boundcheck.report.record import RecordError

STANDARDS: Any = [
    "a-2a",
    "ua-1",
]  # archival and accessible; both refuse a formula or a figure without its text
EPOCH = 1577836800  # of every report: a PDF that knew when it was made would never be the same twice
TEMPLATE = Path(__file__).with_name("report.typ")


def render(record: Mapping, path: str | Path, *, paper: str = "a4") -> Path:
    """Write the report of a record.

    Parameters
    ----------
    record : mapping
        As `boundcheck.report.load` returns it.
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


def to_bytes(record: Mapping, *, paper: str = "a4") -> bytes:
    """The report of a record; times of the run have no influence on it.

    Raises
    ------
    RecordError
        The record is broken, or one of its formulas is; the message says which.
    """
    import typst

    drawn = document(record, paper)
    compiler = typst.Compiler(TEMPLATE, root=TEMPLATE.parent, ignore_system_fonts=True)
    try:
        made: Any = compiler.compile(
            format="pdf", pdf_standards=STANDARDS, timestamp=EPOCH, sys_inputs={"data": json.dumps(drawn)}
        )
        return made
    except typst.TypstError as error:
        raise RecordError(_blame(drawn, error)) from error


def _blame(drawn: dict, error) -> str:
    """The formula that Typst cannot read, if it is one of them."""
    import typst

    said = " ".join(str(error).split())
    for made in _formulas(drawn):
        source = '#set page(height: auto)\n#math.equation(eval(sys.inputs.formula, mode: "math"))'
        try:
            typst.Compiler(source.encode(), ignore_system_fonts=True).compile(
                format="svg", sys_inputs={"formula": made["typst"]}
            )
        except typst.TypstError as reason:
            return f"formula {made['typst']!r:.120} cannot be set: {' '.join(str(reason).split())}"
    return f"the report could not be set: {said}"


def _formulas(value):
    if isinstance(value, dict):
        if "typst" in value:
            yield value
        for item in value.values():
            yield from _formulas(item)
    elif isinstance(value, list):
        for item in value:
            yield from _formulas(item)
