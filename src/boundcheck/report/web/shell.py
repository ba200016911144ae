"""The document around a page: nothing is fetched, and only what stands in the file runs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from boundcheck.report.web.script import SCRIPT
from boundcheck.report.web.style import STYLE

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)


def shell(title: str, description: str, bar: Sequence[tuple[str, str]], body: str, footer: str) -> str:
    """A whole HTML document.

    Parameters
    ----------
    title, description : str
        Plain texts.
    bar : sequence of (address, words)
        Links that stay in sight.
    body, footer : str
        HTML.
    """
    links = "".join(f'<a href="{escape(address)}">{escape(words)}</a>' for address, words in bar)
    return (
        "".join(
            [
                '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
                f'<meta name="description" content="{escape(description)}">',
                f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
                '<a class="skip" href="#main">To the text</a>',
                f'<nav class="bar" aria-label="Sections">{links}</nav>',
                f'<main id="main">{body}</main><footer>{footer}</footer><script>{SCRIPT}</script></body></html>\n',
            ]
        )
        .encode("utf-8", "replace")
        .decode()
    )
