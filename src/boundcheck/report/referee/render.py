"""The referee report of one paper: PDF, Markdown and a page for a browser from the same blocks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from boundcheck.claims import Severity
from boundcheck.report.page.document import PAPERS
from boundcheck.report.page.paragraphs import badge, code, heading, table
from boundcheck.report.pdf import compiled
from boundcheck.report.referee.across import Record, in_order, severity
from boundcheck.report.referee.markdown import markdown
from boundcheck.report.referee.page import blocks
from boundcheck.report.text.glyphs import all_printable
from boundcheck.report.text.words import CHANGES, found_at
from boundcheck.report.web.elements import Drawing
from boundcheck.report.web.mathml import Mathematics
from boundcheck.report.web.shell import shell


def document(records: Sequence[Record], paper: str = "a4") -> dict:
    """What `report.typ` draws: the records are those of one paper, and at least one."""
    if not records:
        raise ValueError("a referee report needs the record of at least one result")
    if paper not in PAPERS:
        raise ValueError(f"paper is one of {', '.join(PAPERS)}, not {paper!r}")
    source = records[0]["paper"]
    names = [str(name) for name in source.get("authors") or []]
    authors = ", ".join(names) if len(names) <= 3 else f"{names[0]} et al."
    cited = ", ".join(str(x) for x in (authors, source.get("venue"), source.get("year"), found_at(source)) if x)
    standing = sum(severity(record["headline"]) is Severity.NONE for record in records)
    outcomes = {record["headline"]["outcome"] for record in records}
    mended = "REFUTED" if "REFUTED" in outcomes else "HOLDS_REPAIRED"  # no tick where something has to change
    budgets = sorted({str(record.get("budget")) for record in records})
    return all_printable(
        {
            "title": title(records),
            "description": "What was checked, and what has to change.",
            "overline": [code(source["key"]), "  ", cited],
            "running": str(source.get("title") or source["key"]),
            "footer": f"{len(records)} results, budget {', '.join(budgets)}",
            "outcome": mended if standing < len(records) else worst(outcomes),
            "word": f"{standing} of {len(records)} stand as printed",
            "paper": paper,
            "blocks": blocks(records),
        }
    )


def worst(outcomes: Collection[str]) -> str:
    """The outcome that says least in favour."""
    return next((name for name in ("REFUTED", "UNDECIDED", "SUPPORTED", "HOLDS_REPAIRED") if name in outcomes), "HOLDS")


def title(records: Sequence[Record]) -> str:
    """The report's title."""
    source = records[0]["paper"]
    return f"{source.get('title') or source['key']} – what was checked, what has to change"


def to_pdf(records: Sequence[Record], *, paper: str = "a4") -> bytes:
    """The report as a tagged PDF, the same bytes for the same records."""
    return compiled(document(records, paper))


def to_markdown(records: Sequence[Record]) -> str:
    """The report for a review form."""
    drawn = document(records)
    return markdown(drawn["title"], drawn["blocks"])


def to_html(records: Sequence[Record]) -> str:
    """The report as a page that needs nothing else, with links to where its results stand in the index."""
    if not records:
        raise ValueError("a referee report needs the record of at least one result")
    drawn = [*blocks(records), *results(records)]
    name, key = title(records), str(records[0]["paper"]["key"])
    source = records[0]["paper"]
    cited = ", ".join(
        str(x)
        for x in (*(source.get("authors") or []), source.get("venue"), source.get("year"), found_at(source))
        if x
    )
    body = f'<p class="source">{escape(cited)}</p><h1>{escape(name)}</h1>'
    body += Drawing(Mathematics(drawn)).blocks(drawn, deepest=2)
    bar = [("index.html", "All results"), (f"{key}.pdf", "PDF"), (f"{key}.md", "Markdown")]
    return shell(name, "What was checked, and what has to change.", bar, body, "")


def results(records: Sequence[Record]) -> list[dict]:
    """Every result with its verdict, the heaviest first."""
    rows = [
        [
            {"link": str(record.get("printed") or record["claim"]), "href": f"index.html#{record['claim']}"},
            badge(record["headline"]["outcome"]),
            CHANGES[record["headline"]["severity"]],
        ]
        for record in in_order(records)
    ]
    return [heading("All results", numbered=False), table("l1 l l2", ["Result", "Verdict", "To be changed"], rows)]
