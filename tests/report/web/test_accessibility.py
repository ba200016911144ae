"""Pages can be read aloud, by keyboard, and by eyes that see little contrast; every check is shown a page that fails it."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from boundcheck.record.types import typed_record
from boundcheck.report.referee.page import to_html
from boundcheck.report.web import index, shell
from boundcheck.report.web.result import page

SAMPLE = typed_record(json.loads((Path(__file__).parents[2] / "sample_record.json").read_text(encoding="utf-8")))
VOID = {"meta", "link", "input", "br", "hr", "img", "path", "circle", "line", "use", "rect"}
PAGES = {"result": lambda: page(SAMPLE), "index": lambda: index.page([SAMPLE]), "referee": lambda: to_html([SAMPLE])}


class Element:
    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent, self.inside = tag, dict(attributes), parent, []

    def every(self, *tags):
        for one in self.inside:
            if isinstance(one, Element):
                if not tags or one.tag in tags:
                    yield one
                yield from one.every(*tags)

    def text(self):
        if self.attributes.get("aria-hidden") == "true":
            return ""
        return "".join(one if isinstance(one, str) else one.text() for one in self.inside).strip()

    def name(self):
        """What is read aloud for it."""
        label = self.attributes.get("aria-label") or self.text() or self.attributes.get("title", "")
        return label or next((one.text() for one in self.every("title")), "")

    def within(self, *tags):
        at = self.parent
        while at is not None and at.tag not in tags:
            at = at.parent
        return at


class Tree(HTMLParser):
    def __init__(self, source):
        super().__init__()
        self.root = self.at = Element("root", [], None)
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        made = Element(tag, attrs, self.at)
        self.at.inside.append(made)
        if tag not in VOID:
            self.at = made

    def handle_startendtag(self, tag, attrs):
        self.at.inside.append(Element(tag, attrs, self.at))

    def handle_endtag(self, tag):
        if tag not in VOID and self.at.tag == tag:
            self.at = self.at.parent

    def handle_data(self, data):
        self.at.inside.append(data)


def faults(source):
    """What a reader with a keyboard or a screen reader would stumble over, one line each."""
    root = Tree(source).root
    ids = [one.attributes["id"] for one in root.every() if "id" in one.attributes]
    yield from (f"id twice: {name}" for name in {name for name in ids if ids.count(name) > 1})
    if not next(root.every("html")).attributes.get("lang"):
        yield "no language"
    if not any(one.text() for one in root.every("title") if one.parent.tag == "head"):
        yield "no title"
    yield from _landmarks(root)
    yield from _headings(root)
    yield from _names(root, ids)
    yield from _tables(root)
    yield from _keyboard(root)


def _landmarks(root):
    for tag in ("main", "footer"):
        if len(list(root.every(tag))) != 1:
            yield f"{tag} does not stand once"
    named = [(one.tag, one.attributes.get("aria-label")) for one in root.every("nav")]
    yield from (f"nav without a name of its own: {name}" for name in named if not name[1] or named.count(name) > 1)


def _headings(root):
    levels = [int(one.tag[1]) for one in root.every("h1", "h2", "h3", "h4", "h5", "h6")]
    if levels.count(1) != 1 or levels[:1] != [1]:
        yield f"first heading levels {levels[:3]}"
    for before, after in pairwise(levels):
        if after > before + 1:
            yield f"a heading of level {after} after one of level {before}"
    yield from (f"an empty {one.tag}" for one in root.every("h1", "h2", "h3", "h4", "h5", "h6") if not one.text())


def _names(root, ids):
    for one in root.every("a", "button", "summary", "fieldset"):
        if one.tag != "fieldset" and not one.name():
            yield f"{one.tag} without a name"
        if one.tag == "fieldset" and not any(inside.tag == "legend" for inside in one.every("legend")):
            yield "fieldset without a legend"
    for one in root.every("input"):
        if not (one.within("label") or one.attributes.get("aria-label")):
            yield "input without a label"
    for one in root.every():
        role, label = one.attributes.get("role"), one.attributes.get("aria-label")
        if (role in ("img", "group", "math") or one.tag == "svg") and not (label or one.name()):
            yield f"{one.tag} with role {role} without a name"
        for wanted in (one.attributes.get("aria-labelledby") or "").split():
            if wanted not in ids:
                yield f"named by {wanted}, which is not there"
        href = one.attributes.get("href", "") if one.tag == "a" else ""
        if href.startswith("#") and href[1:] not in ids:
            yield f"link to {href}, which is not there"


def _tables(root):
    for one in root.every("table"):
        heads = list(one.every("th"))
        if not heads or not all(head.attributes.get("scope") for head in heads):
            yield "table without scoped headers"
        many = {len(list(row.every("td", "th"))) for row in one.every("tr")}
        if len(many) > 1:
            yield f"table with rows of {sorted(many)} cells"


def _keyboard(root):
    order = [one for one in root.every("a", "button", "input", "summary") if one.attributes.get("tabindex") != "-1"]
    if any(int(one.attributes.get("tabindex") or 0) > 0 for one in root.every()):
        yield "an order of its own for the keyboard"
    skip = next(root.every("nav"), None)
    if skip is not None and order and order[0].attributes.get("href") != "#main":
        yield "no link past the bar"
    for one in root.every("details"):
        first = [inside for inside in one.inside if isinstance(inside, Element)][:1]
        if not first or first[0].tag != "summary":
            yield "details without a summary"


@pytest.mark.parametrize("name", PAGES)
def test_nothing_stands_in_the_way_of_a_reader(name):
    assert list(faults(PAGES[name]())) == []


GOOD = (
    '<html lang="en"><head><title>t</title></head><body><a href="#main">skip</a><nav aria-label="Sections"></nav>'
    '<main id="main"><h1>a</h1>{}</main><footer>f</footer></body></html>'
)
BAD = {
    "<h3>b</h3>": "a heading of level 3 after one of level 1",
    "<h1>b</h1>": "first heading levels [1, 1]",
    "<h2> </h2>": "an empty h2",
    '<a href="x"></a>': "a without a name",
    '<button><span aria-hidden="true">x</span></button>': "button without a name",
    "<input>": "input without a label",
    "<fieldset>x</fieldset>": "fieldset without a legend",
    '<svg role="img"></svg>': "svg with role img without a name",
    '<p id="main">b</p>': "id twice: main",
    '<a href="#nowhere">b</a>': "link to #nowhere, which is not there",
    '<p aria-labelledby="nowhere">b</p>': "named by nowhere, which is not there",
    "<table><tr><th>a</th></tr></table>": "table without scoped headers",
    '<table><tr><th scope="col">a</th></tr><tr><td>1</td><td>2</td></tr></table>': "table with rows of [1, 2] cells",
    '<p tabindex="2">b</p>': "an order of its own for the keyboard",
    "<details>b</details>": "details without a summary",
    '<nav aria-label="Sections"></nav>': "nav without a name of its own: ('nav', 'Sections')",
    "<footer>b</footer>": "footer does not stand once",
}


@pytest.mark.parametrize("slip", BAD)
def test_every_check_sees_its_fault(slip):
    assert list(faults(GOOD.format(""))) == []
    assert BAD[slip] in list(faults(GOOD.format(slip)))


def test_a_page_without_language_title_and_way_past_the_bar_is_seen():
    found = list(faults('<html><body><nav aria-label="n"></nav><a href="x">x</a><main><h1>a</h1></main></body></html>'))
    assert {"no language", "no title", "footer does not stand once", "no link past the bar"} <= set(found)


def luminance(colour):
    """Relative luminance of ``#rrggbb``, as WCAG 2.2 defines it."""
    full = colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
    parts = [int(full[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def palettes(source):
    """Of each mode the colours by their names."""
    for mode in re.findall(r":root\{([^}]*)\}", source):
        yield dict(re.findall(r"--(\w+):(#[0-9a-f]{3,6})", mode))


TEXT = ("ink", "muted", "green", "red", "blue", "amber")
PAIRS = [*((text, ground) for text in TEXT for ground in ("paper", "panel")), ("onfill", "red"), ("green", "palegreen"),
    ("blue", "paleblue"), ("ink", "paleblue"), ("muted", "paleblue"), ("rust", "paper")]  # fmt: skip


@pytest.mark.parametrize("source", [shell.STYLE, index.STYLE], ids=["page", "index"])
def test_text_stands_out_in_every_mode(source):
    modes = list(palettes(source))
    assert len(modes) >= 2
    for mode in modes:
        for text, ground in PAIRS:
            if text in mode:
                assert contrast(mode[text], mode[ground]) >= 4.5, (text, ground, mode[text], mode[ground])


def test_every_link_has_a_colour_of_the_palette():
    for source in (shell.STYLE, index.STYLE):
        assert re.search(r"(?:^|[}\n])a\{color:var\(--blue\)", source)


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#0000ee", "#161c23") < 2  # what a link without a colour has in the dark
