"""The referee report of one paper: PDF and Markdown from the same blocks."""

from __future__ import annotations

from collections.abc import Sequence

from boundcheck.claims import Severity
from boundcheck.report.page.document import PAPERS
from boundcheck.report.page.paragraphs import code
from boundcheck.report.pdf import compiled
from boundcheck.report.referee.across import Record, severity, weight
from boundcheck.report.referee.markdown import markdown
from boundcheck.report.referee.page import blocks
from boundcheck.report.text.glyphs import all_printable


def document(records: Sequence[Record], paper: str = "a4") -> dict:
    """What `report.typ` draws: the records are those of one paper, and at least one."""
    if not records:
        raise ValueError("a referee report needs the record of at least one result")
    if paper not in PAPERS:
        raise ValueError(f"paper is one of {', '.join(PAPERS)}, not {paper!r}")
    source = records[0]["paper"]
    names = [str(name) for name in source.get("authors") or []]
    authors = ", ".join(names) if len(names) <= 3 else f"{names[0]} et al."
    cited = ", ".join(str(x) for x in (authors, source.get("venue"), source.get("year"), source.get("ref")) if x)
    standing = sum(severity(record["headline"]) is Severity.NONE for record in records)
    worst = max(records, key=lambda record: weight(severity(record["headline"])))
    budgets = sorted({str(record.get("budget")) for record in records})
    return all_printable(
        {
            "title": title(records),
            "description": "What was checked, and what has to change.",
            "overline": [code(source["key"]), "  ", cited],
            "running": str(source.get("title") or source["key"]),
            "footer": f"{len(records)} results, budget {', '.join(budgets)}",
            "outcome": worst["headline"]["outcome"],
            "word": f"{standing} of {len(records)} stand as printed",
            "paper": paper,
            "blocks": blocks(records),
        }
    )


def title(records: Sequence[Record]) -> str:
    """The report's title."""
    source = records[0]["paper"]
    return f"{source.get('title') or source['key']}: what was checked, what has to change"


def to_pdf(records: Sequence[Record], *, paper: str = "a4") -> bytes:
    """The report as a tagged PDF, the same bytes for the same records."""
    return compiled(document(records, paper))


def to_markdown(records: Sequence[Record]) -> str:
    """The report for a review form."""
    drawn = document(records)
    return markdown(drawn["title"], drawn["blocks"])
