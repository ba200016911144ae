"""The blocks of a page as HTML, with formulas as MathML and figures as SVG that is small and has the colours of the page."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import msgspec

from boundcheck.report.figures import chart
from boundcheck.report.page.front import Display
from boundcheck.report.page.paragraphs import Runs, length
from boundcheck.report.text.words import LOOKS, MARKS, WORDS

# MathML as browsers set it best: what Typst writes, with accents, primes and brackets that their fonts place well.

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


# Formulas as MathML: Typst sets all of a page in one go, from the same sources as the PDF.

TEMPLATE = Path(__file__).parents[1] / "mathml.typ"
SECTION = re.compile(r'<section id="(\d+)">(.*?)</section>', re.DOTALL)
SPACE = re.compile(r"(?<=\")0?(\.\d\d)\d+em")
OVERLINE = re.compile(r"(?<![\w.])overline\(")  # Typst leaves the line away in MathML, and an accent not
LETTER = re.compile(r"<math><mi>[^<>&]</mi></math>")  # it is read aloud as what it is
Source = tuple[str, bool]  # Typst, and whether it stands on its own line


class Mathematics:
    """MathML of all formulas of a document.

    Parameters
    ----------
    drawn : nested lists and dicts
        What holds the formulas.
    """

    def __init__(self, drawn: Any):
        self._made = _rendered(drawn)

    def of(self, formula: Mapping[str, Any]) -> str:
        """A formula as HTML; a long display may end its lines at relations and signs."""
        match formula:
            case {"fault": source, "why": why}:
                return f'<code class="fault" title="{escape(why)}">{escape(source)}</code>'
            case {"block": True, "alt": alt}:
                parts = (self._made[source] for source in _of_one(formula))
                shown = " ".join(part.replace(' display="block"', ' displaystyle="true"', 1) for part in parts)
                return f'<div class="display" role="math" aria-label="{escape(alt)}">{shown}</div>'
            case {"typst": source, "alt": alt}:
                made = self._made[source, False]
                return made if LETTER.fullmatch(made) else made.replace("<math", f'<math alttext="{escape(alt)}"', 1)
        raise ValueError(f"{formula!r:.80} is no formula")


def _rendered(drawn: Any) -> dict[Source, str]:
    import typst

    sources = sorted(set(_sources(drawn)))
    if not sources:
        return {}
    compiler = typst.Compiler(TEMPLATE, root=TEMPLATE.parent, ignore_system_fonts=True)
    rows = [[OVERLINE.sub("macron(", source), "formula", block] for source, block in sources]
    page: Any = compiler.compile(format="html", sys_inputs={"formulas": json.dumps(rows)})
    made = {int(place): tidied(SPACE.sub(r"\1em", body)) for place, body in SECTION.findall(page.decode())}
    return {source: made[place] for place, source in enumerate(sources)}


def _sources(value: Any) -> Iterator[Source]:
    """Every formula of nested lists and dicts, a display in its pieces."""
    if isinstance(value, msgspec.Struct):
        value = [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, Mapping):
        yield from _of_one(value)
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from _sources(item)


def _of_one(value: Mapping[str, Any]) -> Iterator[Source]:
    match value:
        case {"block": True, "pieces": pieces}:
            yield from ((part, True) for side in pieces for part in side)
        case {"typst": source, "block": block}:
            yield source, bool(block)


# The same drawing in half the bytes: a style once, no name that nothing points to, no group that holds nothing together.

SVG = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}href"
POINTED = re.compile(r"url\(#([^)]+)\)")
UNTURNED = re.compile(r"rotate\(-?0(?:\.0+)? [^)]*\)")
NUMBER = re.compile(r"\d+\.\d+")
ALONE = ("clip-path", "transform", "style", "id", "class", "opacity")  # what a group may say about all that it holds
ElementTree.register_namespace("", SVG)


def compact(svg: str, name: str) -> str:
    """A drawing as it looks, without what nobody sees.

    Parameters
    ----------
    svg : str
        As `boundcheck.report.figures.chart.svg` makes it.
    name : str
        That no other drawing of the page has; ids and classes begin with it.
    """
    name = name.replace("figure-", "f")
    root = ElementTree.fromstring(svg[svg.index("<svg") :])
    pointed = {link[1:] for element in root.iter() if (link := element.get(LINK, "")).startswith("#")}
    for element in root.iter():
        pointed.update(found for value in element.attrib.values() for found in POINTED.findall(value))
    classes: dict[str, str] = {}
    short = {old: f"{name}-{place}" for place, old in enumerate(sorted(pointed - {""}), 1)}
    _strip(root, frozenset(short))
    for element in root.iter():
        _rename(element, short)
        _restyle(element, classes, name)
    rules = "".join(f".{known}{{{style}}}" for style, known in classes.items())
    sheet = ElementTree.Element(f"{{{SVG}}}style")
    sheet.text = rules
    root.insert(0, sheet)
    text = ElementTree.tostring(root, encoding="unicode", short_empty_elements=True)
    return text.replace(" />", "/>").replace(f' xmlns="{SVG}"', "", 1)


def _rename(element: Element, short: dict[str, str]) -> None:
    """Short ids where something points, none elsewhere."""
    old = element.attrib.pop("id", "")
    link = element.attrib.pop(LINK, "")
    element.attrib.pop("target", "")
    for key, value in element.attrib.items():
        value = POINTED.sub(lambda found: f"url(#{short[found[1]]})", value)
        element.set(key, NUMBER.sub(_short, value) if key != "style" else value)
    if old in short:
        element.set("id", short[old])
    if link:
        element.set("href", f"#{short[link[1:]]}" if link.startswith("#") else link)
    if "d" in element.attrib:
        element.set("d", re.sub(r" ?([A-Za-z]) ?", r"\1", element.attrib["d"]).strip())
    if UNTURNED.fullmatch(element.get("transform", "")):
        del element.attrib["transform"]


def _short(found: re.Match[str]) -> str:
    """A hundredth of a point is seen by nobody."""
    return f"{float(found[0]):.2f}".rstrip("0").rstrip(".")


def _restyle(element: Element, classes: dict[str, str], name: str) -> None:
    """A class in place of a style."""
    if style := element.attrib.pop("style", ""):
        said = (part.strip().replace(": ", ":") for part in NUMBER.sub(_short, style).split(";"))
        tidy = ";".join(part for part in said if part and not part.startswith("font-family:"))  # the page's own
        element.set("class", classes.setdefault(tidy, f"{name}-s{len(classes)}"))


def _strip(element: Element, pointed: frozenset[str]) -> None:
    """Groups that say nothing give way to what they hold; empty ones, what is not painted, and old sheets go."""
    kept: list[Element] = []
    for child in element:
        _strip(child, pointed)
        if child.get("id") not in pointed:
            child.attrib.pop("id", None)
        child.tail = None if child.tag != f"{{{SVG}}}tspan" else child.tail
        bare = not any(key in child.attrib for key in ALONE)
        unseen = child.get("style") == "fill: none" and "id" not in child.attrib
        if child.tag in (f"{{{SVG}}}g", f"{{{SVG}}}defs") and not len(child):
            continue
        if child.tag.endswith(("}style", "}metadata")) or unseen:
            continue
        if child.tag == f"{{{SVG}}}g" and bare:
            kept += list(child)
        else:
            kept.append(child)
    if not element.tag.endswith(("}text", "}tspan")):
        element.text = None
    element[:] = kept


# A figure within a page: its colours are the page's, so that it can be read in the dark, and its ids its own.

COLOURS = {
    chart.INK: "var(--ink)",
    chart.MUTED: "var(--muted)",
    chart.GRID: "var(--line)",
    chart.BLUE: "var(--blue)",
    chart.RUST: "var(--rust)",
    chart.SLATE: "var(--muted)",
    chart.GREEN: "var(--green)",
    chart.PURPLE: "var(--purple)",
    chart.AMBER: "var(--amber)",
    chart.TEAL: "var(--teal)",
    "#eceff2": "var(--panel)",
    "#ffffff": "var(--paper)",
}
PAINTED = re.compile("|".join(COLOURS))


def inline(svg: str, alt: str, name: str) -> str:
    """The drawing as an element of a page.

    Parameters
    ----------
    svg : str
        As `boundcheck.report.figures.chart.svg` makes it.
    alt : str
        For those who listen.
    name : str
        That no other drawing of the page has.
    """
    body = PAINTED.sub(lambda found: COLOURS[found.group()], compact(svg, name))
    return body.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1).strip()


# The blocks of a page as HTML: the same that the PDF is laid out from.

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
        """One block: its kind names how it is drawn, its fields are what is drawn.

        Raises
        ------
        ValueError
            There is no form for its kind.
        """
        fields = dict(block)
        kind = fields.pop("kind")
        draw = getattr(self, f"_{kind}", None)
        if draw is None:
            raise ValueError(f"a block of kind {kind!r} has no form in HTML")
        return draw(**fields, below=level) if kind in ("heading", "beside", "fold") else draw(**fields)

    def run(self, runs: Any) -> str:
        """A text with what stands in it."""
        if isinstance(runs, str):
            return escape(clean(runs))
        if isinstance(runs, list | tuple):
            return WHOLE.sub(r'<span class="whole">\g<0></span>', "".join(map(self.run, runs)))
        match runs:
            case {"typst": _} | {"fault": _}:
                return self._mathematics.of(runs)
            case {"badge": outcome, "word": word}:
                return badge(outcome, word or "")
            case {"code": code}:
                return f"<code>{escape(code)}</code>"
            case {"strong": inside}:
                return f"<strong>{self.run(inside)}</strong>"
            case {"muted": inside}:
                return f'<span class="muted">{self.run(inside)}</span>'
            case {"tag": word}:
                return f'<span class="tag">{escape(word)}</span>'
            case {"link": words, "href": href}:
                return f'<a href="{escape(href)}">{self.run(words)}</a>'
        return ""

    def _heading(self, text: str, level: int, numbered: bool, below: int) -> str:
        at = min(6, below + level - 1)
        return f"<h{at}>{self.run(text)}</h{at}>"

    def _lead(self, runs: Runs) -> str:
        return f'<p class="lead">{self.run(runs)}</p>'

    def _below(self) -> str:
        return "<hr>"

    def _para(self, runs: Runs) -> str:
        body = self.run(runs)
        return f'<div class="para">{body}</div>' if '<div class="display"' in body else f"<p>{body}</p>"

    def _bullets(self, items: Sequence[Runs]) -> str:
        return f'<ul class="bullets">{"".join(f"<li><div>{self.run(item)}</div></li>" for item in items)}</ul>'

    def _table(
        self,
        align: Sequence[str],
        header: Sequence[Runs],
        rows: Sequence[Sequence[Runs]],
        caption: Runs = None,
        *,
        name: str = "",
        commands: Sequence[str] = (),
        **_: Any,  # widths, and how it stands on paper
    ) -> str:
        self._tables += 1
        name = name or f"table-{self._tables}"
        sides = [SIDES[side] for side in align]
        titles = [self.run(cell) for cell in header]
        wordy = _wordy(align, rows)
        head = "".join(
            f'<th scope="col"{side}>{title}</th>' for side, title in zip(sides, titles, strict=True)
        )
        body = "".join(
            f'<tr id="{name}-{place}"{_command(command)}>'
            + "".join(
                f"<td{side}{_entitled(title) if wordy else ''}>{self.run(cell)}</td>"
                for side, title, cell in zip(sides, titles, row, strict=True)
            )
            + "</tr>"
            for place, (row, command) in enumerate(zip(rows, commands or [""] * len(rows), strict=True), 1)
        )
        above = f'<p class="caption" id="{name}-caption">{self.run(caption)}</p>' if caption else ""
        about = f' aria-describedby="{name}-caption"' if caption else ""
        return (
            f'{above}<div class="wide{" wordy" if wordy else ""}" tabindex="0" role="group" aria-label="table">'
            f'<table id="{name}"{about}>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _fold(self, title: Runs, blocks: Sequence[Mapping[str, Any]], below: int) -> str:
        return f"<details><summary>{self.run(title)}</summary><div>{self.blocks(blocks, deepest=below)}</div></details>"

    def _pairs(self, rows: Sequence[Sequence[Runs]], title: str, **_: Any) -> str:
        above = f'<p class="of-pairs"><strong>{self.run(title)}</strong></p>' if title else ""
        body = "".join(f"<dt>{self.run(name)}</dt><dd>{self.run(value)}</dd>" for name, value in rows)
        return f'{above}<dl class="pairs">{body}</dl>' if body else above

    def _beside(self, left: Any, right: Any, below: int) -> str:
        first, second = (self.blocks(side, deepest=below) for side in (left, right))
        return f'<div class="beside"><div>{first}</div><div>{second}</div></div>'

    def _figure(self, svg: str, alt: str, caption: Runs, **_: Any) -> str:
        self._figures += 1
        name = f"figure-{self._figures}"
        below = f"<figcaption>{self.run(caption)}</figcaption>" if caption else ""
        return f'<figure id="{name}"><div class="drawn">{inline(svg, alt, name)}</div>{below}</figure>'

    def _formulas(self, rows: Sequence[Sequence[Runs]]) -> str:
        body = "".join(f"<dt>{self.run(name)}</dt><dd>{self.run(value)}</dd>" for name, value in rows if value)
        return f'<dl class="formulas">{body}</dl>'

    def _code(self, text: str) -> str:
        return f'<pre tabindex="0"><code>{escape(text)}</code></pre>'

    def _statement(self, title: str, words: Runs, displays: Sequence[Display], definitions: Sequence[Runs]) -> str:
        shown = "".join(
            (f'<p class="label">{escape(display.label)}</p>' if display.label else "") + self.run(display.formula)
            for display in displays
        )
        where = ", ".join(map(self.run, definitions))
        where = f'<p class="where">where {where}.</p>' if where else ""
        return f'<div class="statement"><p><strong>{self.run(title)}.</strong> {self.run(words)}</p>{shown}{where}</div>'


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


def _wordy(align: Sequence[str], rows: Sequence[Sequence[Runs]]) -> bool:
    """Whether the rows of a table are paragraphs, which a narrow window shows one below the other."""
    long = sum(max(map(length, column)) > SENTENCE for column in zip(*rows, strict=True))
    return long > 1 or (long == 1 and len(align) > 3 and "r" not in align)


def _entitled(title: str) -> str:
    return f' data-title="{escape(TAG.sub("", title), quote=True)}"'


def _command(command: str) -> str:
    return f' data-command="{escape(command)}"' if command else ""
