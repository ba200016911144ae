"""What a check from Python gives back."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from boundcheck.claims import Headline, PartVerdict, Severity, StepVerdict, Verdict
from boundcheck.claims.marks import plain
from boundcheck.record import dumps

COLOURS = {"HOLDS": "#1a7f37", "HOLDS_REPAIRED": "#1a7f37", "SUPPORTED": "#0969da", "REFUTED": "#b42318"}


@dataclass(frozen=True)
class Checked:
    """What `check` returns: the verdict, and the record from which every report is drawn.

    Parameters
    ----------
    verdict : Verdict
    record : dict
        Plain data, as in ``reports/<paper>/<claim>.json``.
    """

    verdict: Verdict
    record: dict[str, Any]

    def __bool__(self) -> bool:
        raise TypeError("a verdict is no boolean; compare its headline with Headline.HOLDS and its siblings")

    @property
    def severity(self) -> Severity:
        """What a reader of the page has to change."""
        return self.verdict.severity

    @property
    def headline(self) -> Headline:
        """The weakest word that is true of the printed statement."""
        return self.verdict.headline

    @property
    def text(self) -> str:
        """The sentence that a reviewer quotes."""
        return self.verdict.text

    @property
    def parts(self) -> tuple[PartVerdict, ...]:
        """What the claim asserts, settled."""
        return self.verdict.parts

    @property
    def steps(self) -> tuple[StepVerdict, ...]:
        """Why, step by step."""
        return self.verdict.steps

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the record to a name in ``.json``, the report to one in ``.pdf``; returns the path."""
        path = Path(path)
        if path.suffix not in (".json", ".pdf"):
            raise ValueError(f"{str(path)!r}: a name ends in .json for the record, or in .pdf for the report")
        if not path.parent.is_dir():
            raise FileNotFoundError(f"there is no folder {str(path.parent)!r}; make it first, or give another")
        if path.suffix == ".pdf":
            from boundcheck.report import pdf

            path.write_bytes(pdf.to_bytes(self.record))
        else:
            path.write_text(dumps(self.record), encoding="utf-8")
        return path

    def __repr__(self) -> str:
        return f"<{self.headline.value}: {self.text}>"

    def _repr_html_(self) -> str:
        settled = [*((s.label, s.evidence) for s in self.steps), *((p.name, p.evidence) for p in self.parts)]
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{evidence.outcome.name}</td>"
            f'<td style="text-align:left">{escape(plain(evidence.summary))}</td></tr>'
            for name, evidence in settled
        )
        colour = COLOURS.get(self.headline.value, "#6e5494")
        return (
            f'<p><b style="color:{colour}">{self.headline.value}</b> {escape(plain(self.text))}</p>'
            f"<table><thead><tr><th>step or part</th><th>outcome</th><th></th></tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )
