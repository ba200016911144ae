"""The map of a paper: every result as a node, an arrow for each use, and the false lines that travel along them.

It is drawn once, as SVG whose nodes are links: without scripts they lead to the results' pages. With the script a node that is
chosen shows what it rests on, and arrows of the keyboard walk along the uses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

from boundcheck.claims.texts import is_result, within
from boundcheck.report.figures.results import LABELS, layers, placed
from boundcheck.report.referee.across import by_place, called, false_lines, flows
from boundcheck.report.referee.front import group
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import in_html, prose
from boundcheck.report.text.words import CHANGES, headline_word
from boundcheck.report.web.elements import badge, slug
from boundcheck.verdict import Severity
from boundcheck.verdict.result import Record
from boundcheck.words import headlines

WIDE, ROW, HIGH, LINE = 860, 62, 26, 15  # of the drawing, between two rows, of a box with one line, and of a further line
LETTER, MOST, ASIDE = 6.4, 17, 7  # of a name: width of a letter, most of them in a line, space beside it
IN_A_ROW = 7  # of the results that no arrow joins

SCRIPT = "{" + (Path(__file__).parents[1] / "web" / "paper_map.js").read_text(encoding="utf-8") + "}"  # its names are its own

STYLE = """
.map svg{display:block;width:100%;min-width:44rem;height:auto}.map text{font-size:13px;fill:var(--ink)!important;text-anchor:middle}
.map a{cursor:pointer;text-decoration:none;outline:none}.map rect{fill:var(--paper);stroke-width:1.6;stroke:var(--muted)}
.map .of-stands rect{stroke:var(--green)}.map .of-unproved rect{stroke:var(--teal)}.map .of-proof rect{stroke:var(--blue)}
.map .of-wording rect{stroke:var(--purple);stroke-width:2.4}
.map .of-statement rect{stroke:var(--red);fill:var(--panel);stroke-width:3}
.map .of-conditional rect{stroke:var(--amber);stroke-dasharray:6 3;stroke-width:2.2}.map .of-open rect{stroke-dasharray:2 3}
.map .use path{fill:none;stroke:var(--muted);stroke-width:1}.map .use .head{fill:var(--muted);stroke:none}
.map .use.carries path{stroke:var(--rust);stroke-width:2}.map .use.carries .head{fill:var(--rust);stroke:none}
.map a:focus-visible rect,.map a:hover rect{stroke-width:4}.map a.chosen rect{fill:var(--paleblue);stroke-width:4}
.map .chosen-one a,.map .chosen-one .use{opacity:.22}.map .chosen-one .near{opacity:1}.map .use{transition:opacity .1s}
.map .key{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:.3rem 0;font-size:.92rem}
.map .key svg{display:inline-block;width:1.9rem;min-width:0;height:.95rem;vertical-align:-.1rem;margin-right:.35rem}
.map .told{border-left:4px solid var(--line);padding:.1rem 0 .1rem 1rem;margin:.6rem 0;min-height:2rem}.map .told p{margin:.25rem 0}
@media print{.map .told{display:none}.map svg{min-width:0}}
"""


def paper_map(records: Sequence[Record], pages: Mapping[str, str]) -> str:
    """The map as an element of a page; nothing where no result uses another.

    Parameters
    ----------
    records : sequence of Record
        Of one paper.
    pages : mapping of str to str
        The address of each result's page, by claim.
    """
    ordered = by_place(records)
    ids = {record.claim: record for record in ordered}
    uses = {record.claim: [each.claim for each in record.rests_on if each.claim in ids] for record in ordered}
    joined = {claim for claim, below in uses.items() if below} | {used for below in uses.values() for used in below}
    if not joined:
        return ""
    rows = layers({claim: below for claim, below in uses.items() if claim in joined})
    level = {claim: place for place, row in enumerate(rows) for claim in row}
    arrows = [(claim, used) for claim, below in uses.items() for used in below if level[used] < level[claim]]
    at = {node: (WIDE * x, ROW * (len(rows) - y + 0.5)) for node, (x, y) in placed(rows, arrows).items()}
    alone = [claim for claim in uses if claim not in joined]
    top = ROW * len(rows) + (LINE if alone else 0)
    for place, claim in enumerate(alone):
        below, across = divmod(place, IN_A_ROW)
        at[claim,] = (WIDE * (across + 0.5) / IN_A_ROW, top + ROW * (below + 0.5))
    tall = max(y for _, y in at.values()) + ROW / 2
    carried = flows(records)
    lines = {claim: wrapped(called(record)) for claim, record in ids.items()}
    wide = {claim: max(map(len, lines[claim])) * LETTER + 2 * ASIDE for claim in ids}
    left = min(0.0, *(at[claim,][0] - wide[claim] / 2 - 2 for claim in ids))
    right = max(float(WIDE), *(at[claim,][0] + wide[claim] / 2 + 2 for claim in ids))
    half = {claim: (HIGH + LINE * (len(lines[claim]) - 1)) / 2 for claim in ids}
    drawn = []
    for claim, used in arrows:
        between = [at[claim, used, str(row)] for row in range(level[claim] - 1, level[used], -1)]
        (x, y), (to, end) = at[claim,], at[used,]
        way = [(x, y - half[claim]), *between, (to, end + half[used] + 6)]
        carries = " carries" if (claim, used) in carried else ""
        drawn.append(
            f'<g class="use{carries}" data-from="{escape(claim)}" data-to="{escape(used)}"><path d="{curve(way)}"/>'
            f'<path class="head" d="M{to:.1f} {end + half[used]:.1f}l-3.5 8h7z"/></g>'
        )
    rule = f'<path d="M{left:.0f} {top - 4}H{right:.0f}" stroke="var(--line)"/>' if alone else ""
    groups = {claim: group(record, records) for claim, record in ids.items()}
    for claim, record in ids.items():
        size = (wide[claim], 2 * half[claim])
        drawn.append(_node(record, lines[claim], at[claim,], size, groups[claim], pages[claim]))
    told = "".join(_panel(record, ids, uses, records, pages[claim]) for claim, record in ids.items())
    key = "".join(f"<span>{_sample(found)}{LABELS[found]}</span>" for found in LABELS if found in groups.values())
    if carried.intersection(arrows):
        key += '<span><svg viewBox="0 0 30 15" aria-hidden="true"><g class="use carries"><path d="M2 7H22"/>'
        key += '<path class="head" d="M30 7l-9-4v8z"/></g></svg>leads to a statement that has to change</span>'
    how = (
        "An arrow leads to what a result uses. Choose a result to see all that it rests on; choose it again, or press Enter, "
        "for its page. Arrow keys walk along the uses, Escape shows the whole map again."
    )
    box = f"{left:.0f} 0 {right - left:.0f} {tall:.0f}"
    return (
        f'<figure class="map" id="map"><div class="key">{key}</div><div class="drawn">'
        f'<svg viewBox="{box}" role="group" aria-label="Map of the results">{rule}{"".join(drawn)}</svg></div>'
        f'<figcaption>{how}</figcaption><div class="told" role="status" aria-live="polite" hidden></div>'
        f"<template>{told}</template></figure>"
    )


def wrapped(name: str) -> list[str]:
    """A name in lines that fit a box."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > MOST:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def curve(way: Sequence[tuple[float, float]]) -> str:
    """A line through points that is upright in each of them, so that it passes between the boxes of a row."""
    (x, y), *_ = way
    path = f"M{x:.1f} {y:.1f}"
    for (x, y), (to, end) in pairwise(way):
        middle = (y + end) / 2
        path += f"C{x:.1f} {middle:.1f} {to:.1f} {middle:.1f} {to:.1f} {end:.1f}"
    return path


def _node(
    record: Record, lines: Sequence[str], at: tuple[float, float], size: tuple[float, float], found: str, href: str
) -> str:
    (x, y), (wide, tall) = at, size
    said = " ".join(
        f'<tspan x="{x:.1f}" y="{y + 4.5 + LINE * (place - (len(lines) - 1) / 2):.1f}">{escape(line)}</tspan>'
        for place, line in enumerate(lines)
    )
    name = f"{called(record)}: {headline_word(record)}, to be changed: {CHANGES[record.headline.severity]}"
    return (
        f'<a href="{escape(href)}" id="map-{slug(record.claim)}" class="of-{found}" data-claim="{escape(record.claim)}" '
        f'aria-label="{escape(name)}"><rect x="{x - wide / 2:.1f}" y="{y - tall / 2:.1f}" width="{wide:.1f}" height="{tall:.1f}" '
        f'rx="4"/><text>{said}</text></a>'
    )


def _sample(found: str) -> str:
    box = f'<g class="of-{found}"><rect x="2" y="2" width="26" height="11" rx="3"/></g>'
    return f'<svg viewBox="0 0 30 15" aria-hidden="true">{box}</svg>'


def _panel(
    record: Record, ids: Mapping[str, Record], uses: Mapping[str, Sequence[str]], records: Sequence[Record], href: str
) -> str:
    """What is said of a result once it is chosen."""
    users = [claim for claim, below in uses.items() if record.claim in below]
    said = [
        f'<p><a href="{escape(href)}"><strong>{escape(called(record))}</strong></a> '
        f"{badge(record.headline.outcome, headline_word(record))} "
        f"to be changed: {CHANGES[record.headline.severity]}</p>",
        f"<p>{in_html(headlines.lead_and_rest(record)[0], letters(record))}</p>",
    ]
    said += [
        f'<p><span class="muted">{words}:</span> {escape(", ".join(called(ids[claim]) for claim in names))}.</p>'
        for words, names in (("Uses", uses[record.claim]), ("Is used by", users))
        if names
    ]
    if found := _from_below(record, records):
        words = "Statements to change that it shares or rests on"
        said.append(f'<p><span class="muted">{words}:</span> {escape("; ".join(found))}.</p>')
    return f'<div data-of="{escape(record.claim)}">{"".join(said)}</div>'


def _from_below(record: Record, records: Sequence[Record]) -> list[str]:
    """False lines of other results that change what this one says, with where they stand."""
    found = []
    for line in false_lines(records):
        owner = called(line.record)
        if called(record) not in line.touches or owner == called(record) or not line.severity.reaches(Severity.READING):
            continue
        where = prose(within(line.fault.where, owner), letters(line.record))
        told = where and not owner.startswith(where) and not is_result(where)
        found.append(f"{owner}, {where}" if told else owner)
    return list(dict.fromkeys(found))
