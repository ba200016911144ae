"""The papers that were checked, as BibTeX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

ARXIV = "arXiv:"
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "&%$#_"} | {"{": "", "}": "", "\\": ""})


def bibtex(records: Iterable[Mapping[str, Any]]) -> str:
    """An entry for each paper, by key.

    Parameters
    ----------
    records : iterable of mapping
        As `boundcheck.record.load` returns them.
    """
    papers = {
        str(record["paper"]["key"]): record["paper"] for record in records if (record.get("paper") or {}).get("key")
    }
    return "\n".join(_entry(key, papers[key]) for key in sorted(papers))


def _entry(key: str, paper: Mapping[str, Any]) -> str:
    ref = str(paper.get("ref") or "")
    fields = {
        "title": f"{{{_plain(paper.get('title') or key)}}}",
        "author": " and ".join(map(_plain, paper.get("authors") or [])),
        "booktitle": _plain(paper.get("venue") or ""),
        "year": str(paper.get("year") or ""),
        "eprint": ref.removeprefix(ARXIV) if ref.startswith(ARXIV) else "",
        "archiveprefix": "arXiv" if ref.startswith(ARXIV) else "",
    }
    kind = "inproceedings" if fields["booktitle"] else "misc"
    rows = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@{kind}{{{key},\n{rows}}}\n"


def _plain(text: Any) -> str:
    return str(text).translate(ESCAPED)
