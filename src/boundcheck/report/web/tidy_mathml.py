"""MathML as browsers set it best: what Typst writes, with accents, primes and brackets that their fonts place well."""

from __future__ import annotations

import re
import unicodedata

ITALIC = re.compile("<mi>([\U0001d434-\U0001d467\U0001d6e2-\U0001d71b])</mi>")  # a letter alone is italic anyway
ACCENTS = {"\u0302": "\u02c6", "\u0303": "\u02dc"}  # the marks that combine are drawn to the left of their letter
ACCENT = re.compile("<mo>([\u0302\u0303])</mo></mover>")
BAR = re.compile(r'<mover accent="true">((?:(?!</?mover).)*)<mo>\u0304</mo></mover>')
PRIME = re.compile(r"<msup>(<mi>[^<]*</mi>)<mo>′</mo></msup>")  # most fonts have it raised already
BRACKET = re.compile(r"<mo>([()\[\]])</mo>")
TALL = re.compile(r"<(?:mfrac|msqrt|mroot|munder|munderover|mtable|msubsup)\b|displaystyle")


def tidied(mathml: str) -> str:
    """The same formula."""
    mathml = ITALIC.sub(lambda found: f"<mi>{unicodedata.normalize('NFKC', found[1])}</mi>", mathml)
    mathml = ACCENT.sub(lambda found: f"<mo>{ACCENTS[found[1]]}</mo></mover>", mathml)
    mathml = BAR.sub(r"<mover>\1<mo>‾</mo></mover>", mathml)  # as an accent it lies on its letter
    mathml = PRIME.sub(r'<mrow>\1<mo lspace="0em" rspace="0em">′</mo></mrow>', mathml)
    return _brackets(mathml)


def _brackets(mathml: str) -> str:
    """Those around a line of text keep its height: a browser that stretches them sets them apart."""
    opened, flat = [], set()
    for found in BRACKET.finditer(mathml):
        if found[1] in "([":
            opened.append(found)
        elif opened:
            first = opened.pop()
            if not TALL.search(mathml, first.end(), found.start()):
                flat |= {first.start(), found.start()}
    return BRACKET.sub(
        lambda found: f'<mo stretchy="false">{found[1]}</mo>' if found.start() in flat else found[0], mathml
    )
