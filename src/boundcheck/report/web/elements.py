"""The blocks of a page as HTML: the same that the PDF is laid out from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from html import escape
from typing import Any

from boundcheck.report.page.paragraphs import length
from boundcheck.report.text.words import LOOKS, MARKS, WORDS
from boundcheck.report.web.drawing import inline
from boundcheck.report.web.mathml import Mathematics

# n = 5: no line ends within an equation, and none before a comma
WHOLE = re.compile(r"(?<!\"whole\">)<math(?:(?!</math>).)*</math>(?:[,.;:)]+|(?:\u00a0[^ \u00a0<\n]+)+)")
SENTENCE = 60  # characters of a cell that is more than a few words
TAG = re.compile(r"<[^>]*>")
SIDES = {"l": "", "r": ' class="r"', "c": ' class="c"'}


class Drawing:
    """Blocks and runs of one page.

    Parameters
    ----------
    mathematics : Mathematics
        Of all that will be drawn.
    """

    def __init__(self, mathematics: Mathematics):
        self._mathematics = mathematics
        self._figures = self._tables = 0

    def blocks(self, blocks: Any, *, deepest: int = 3) -> str:
        """Several, one below the other; `deepest` is the level of a heading of the page's first level."""
        return "".join(self.block(block, deepest) for block in blocks)

    def block(self, block: Mapping[str, Any], level: int = 3) -> str:
        """One block.

        Raises
        ------
        ValueError
            There is no form for its kind.
        """
        draw = getattr(self, f"_{block['kind']}", None)
        if draw is None:
            raise ValueError(f"a block of kind {block['kind']!r} has no form in HTML")
        return draw(block, level) if block["kind"] in ("heading", "beside") else draw(block)

    def run(self, runs: Any) -> str:
        """A text with what stands in it."""
        if isinstance(runs, str):
            return escape(clean(runs))
        if isinstance(runs, list | tuple):
            return WHOLE.sub(r'<span class="whole">\g<0></span>', "".join(map(self.run, runs)))
        if "typst" in runs or "fault" in runs:
            return self._mathematics.of(runs)
        if "badge" in runs:
            return badge(runs["badge"], runs.get("word") or "")
        if "code" in runs:
            return f"<code>{escape(runs['code'])}</code>"
        if "strong" in runs:
            return f"<strong>{self.run(runs['strong'])}</strong>"
        if "muted" in runs:
            return f'<span class="muted">{self.run(runs["muted"])}</span>'
        if "tag" in runs:
            return f'<span class="tag">{escape(runs["tag"])}</span>'
        if "link" in runs:
            return f'<a href="{escape(runs["href"])}">{self.run(runs["link"])}</a>'
        return ""

    def _heading(self, block: Mapping[str, Any], level: int) -> str:
        at = min(6, level + block["level"] - 1)
        return f"<h{at}>{self.run(block['text'])}</h{at}>"

    def _lead(self, block: Mapping[str, Any]) -> str:
        return f'<p class="lead">{self.run(block["runs"])}</p>'

    def _para(self, block: Mapping[str, Any]) -> str:
        body = self.run(block["runs"])
        return f'<div class="para">{body}</div>' if '<div class="display"' in body else f"<p>{body}</p>"

    def _bullets(self, block: Mapping[str, Any]) -> str:
        return f'<ul class="bullets">{"".join(f"<li><div>{self.run(item)}</div></li>" for item in block["items"])}</ul>'

    def _table(self, block: Mapping[str, Any]) -> str:
        self._tables += 1
        name = block.get("name") or f"table-{self._tables}"
        sides = [SIDES[side] for side in block["align"]]
        titles = [self.run(cell) for cell in block["header"]]
        wordy = _wordy(block)
        head = "".join(
            f'<th scope="col"{side}>{title}</th>' for side, title in zip(sides, titles, strict=True)
        )
        commands = block.get("commands") or [""] * len(block["rows"])
        rows = "".join(
            f'<tr id="{name}-{place}"{_command(command)}>'
            + "".join(
                f"<td{side}{_entitled(title) if wordy else ''}>{self.run(cell)}</td>"
                for side, title, cell in zip(sides, titles, row, strict=True)
            )
            + "</tr>"
            for place, (row, command) in enumerate(zip(block["rows"], commands, strict=True), 1)
        )
        caption = f'<p class="caption" id="{name}-caption">{self.run(block["caption"])}</p>' if block.get("caption") else ""
        about = f' aria-describedby="{name}-caption"' if caption else ""
        return (
            f'{caption}<div class="wide{" wordy" if wordy else ""}" tabindex="0" role="group" aria-label="table">'
            f'<table id="{name}"{about}>'
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    def _pairs(self, block: Mapping[str, Any]) -> str:
        title = f'<p class="of-pairs"><strong>{self.run(block["title"])}</strong></p>' if block.get("title") else ""
        rows = "".join(f"<dt>{self.run(name)}</dt><dd>{self.run(value)}</dd>" for name, value in block["rows"])
        return f'{title}<dl class="pairs">{rows}</dl>' if rows else title

    def _beside(self, block: Mapping[str, Any], level: int) -> str:
        left, right = (self.blocks(block[side], deepest=level) for side in ("left", "right"))
        return f'<div class="beside"><div>{left}</div><div>{right}</div></div>'

    def _figure(self, block: Mapping[str, Any]) -> str:
        self._figures += 1
        name = f"figure-{self._figures}"
        caption = f"<figcaption>{self.run(block['caption'])}</figcaption>" if block.get("caption") else ""
        return f'<figure id="{name}"><div class="drawn">{inline(block["svg"], block["alt"], name)}</div>{caption}</figure>'

    def _formulas(self, block: Mapping[str, Any]) -> str:
        rows = "".join(f"<dt>{self.run(name)}</dt><dd>{self.run(value)}</dd>" for name, value in block["rows"] if value)
        return f'<dl class="formulas">{rows}</dl>'

    def _code(self, block: Mapping[str, Any]) -> str:
        return f'<pre tabindex="0"><code>{escape(block["text"])}</code></pre>'

    def _formula(self, block: Mapping[str, Any]) -> str:
        return self.run(block["formula"])

    def _statement(self, block: Mapping[str, Any]) -> str:
        shown = "".join(
            (f'<p class="label">{escape(d["label"])}</p>' if d["label"] else "") + self.run(d["formula"])
            for d in block["displays"]
        )
        where = ", ".join(self.run(d) for d in block["definitions"])
        where = f'<p class="where">where {where}.</p>' if where else ""
        words = f"<p><strong>{self.run(block['title'])}.</strong> {self.run(block['words'])}</p>"
        return f'<div class="statement">{words}{shown}{where}</div>'


def badge(outcome: str, word: str = "") -> str:
    """An outcome as a word with a mark; its class gives it a shape too."""
    mark = f'<span aria-hidden="true">{MARKS[outcome]}</span>'
    return f'<span class="badge {outcome.lower()}">{mark} {escape(word or WORDS[outcome])}</span>'


def severity_label(severity: str) -> str:
    """A severity as a word; its class gives it a colour."""
    return f'<span class="badge {LOOKS[severity]}">{severity.lower()}</span>'


def clean(text: str) -> str:
    """Without what no page shows: controls, halves of pairs, marks that turn the direction of the text."""
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs", "Cn", "Co", "Cf"))


def slug(name: str) -> str:
    """A name as an anchor: ``claim_e_1/noise`` is ``claim-e-1-noise``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "x"


def copied(text: str, what: str, name: str) -> str:
    """Code with a button that copies it."""
    return (
        f'<div class="copied"><pre id="{name}" tabindex="0"><code>{escape(text)}</code></pre>'
        f'<button type="button" class="copy" data-copies="{name}">Copy<span class="unseen"> {escape(what)}</span></button></div>'
    )


def _wordy(block: Mapping[str, Any]) -> bool:
    """Whether the rows of a table are paragraphs, which a narrow window shows one below the other."""
    columns = zip(*block["rows"], strict=True)
    long = sum(max(map(length, column)) > SENTENCE for column in columns)
    return long > 1 or (long == 1 and len(block["header"]) > 3 and "r" not in block["align"])


def _entitled(title: str) -> str:
    return f' data-title="{escape(TAG.sub("", title), quote=True)}"'


def _command(command: str) -> str:
    return f' data-command="{escape(command)}"' if command else ""
