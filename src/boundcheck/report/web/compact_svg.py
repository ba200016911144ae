"""The same drawing in half the bytes: a style once, no name that nothing points to, no group that holds nothing together."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

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
    pointed = {element.get(LINK, "")[1:] for element in root.iter()}
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
    for key, value in element.attrib.items():
        value = POINTED.sub(lambda found: f"url(#{short[found[1]]})", value)
        element.set(key, NUMBER.sub(_short, value) if key != "style" else value)
    if old in short:
        element.set("id", short[old])
    if link:
        element.set("href", f"#{short[link[1:]]}")
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
