"""The index of all reports: one HTML file that needs nothing else, on a screen or on paper."""

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import get_args
from urllib.parse import quote

from boundcheck.claims.texts import plain
from boundcheck.report.figures.measurements import spark
from boundcheck.report.page.steps import worst_first
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import in_html, prose
from boundcheck.report.text.words import (
    CHANGES,
    MEANINGS,
    WORST_FIRST,
    found_at,
    headline_word,
    literally,
    news_in_words,
    weight,
)
from boundcheck.report.web.elements import badge, severity_label
from boundcheck.report.web.shell import BADGES, COLOURS
from boundcheck.verdict.result import Headline, Record
from boundcheck.words import headlines

# Style and script of the index, kept inside it so that the file travels alone.

PAGE = """
*{box-sizing:border-box}
body{margin:0 auto;max-width:68rem;padding:1.5rem 1rem 3rem;color:var(--ink);background:var(--paper);
font:1rem/1.5 "Libertinus Serif",Charter,"Bitstream Charter",Georgia,serif}
h1{font-size:1.7rem;margin:0}h2{font-size:1.2rem;margin:2.2rem 0 .1rem}
a{color:var(--blue)}
p{margin:.2rem 0}sub,sup{font-size:.75em;line-height:0}code{font:.85em ui-monospace,"DejaVu Sans Mono",Menlo,monospace}
.lead,.source,.literal{color:var(--muted)}.source{font-size:.92rem}
ul{list-style:none;margin:0;padding:0}.tally{display:none;flex-wrap:wrap;gap:.4rem 1.2rem;margin:.6rem 0}
.faults{margin:.3rem 0;font-size:.92rem}
.controls{position:sticky;top:0;z-index:1;background:var(--paper);border-bottom:1px solid var(--line);padding:.6rem 0;
display:flex;flex-wrap:wrap;gap:.4rem 1.5rem;align-items:center}
.controls fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1rem}
.controls legend{float:left;color:var(--muted);padding:0;margin-right:.8rem}
input[type=search]{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:4px;
padding:.25rem .5rem;width:16rem;max-width:100%}
#shown{color:var(--muted);margin:0 0 0 auto}
.claims{border-top:1px solid var(--ink);margin-top:.6rem}
.claim{display:grid;grid-template-columns:9.5rem 13rem 1fr;gap:0 1rem;padding:.3rem 0;border-bottom:1px solid var(--line);
align-items:baseline}
.claim[hidden],.paper[hidden]{display:none}.claim:target{background:var(--panel)}
.name{margin:0;font-weight:700;font-size:1rem}.what{overflow-wrap:anywhere;min-width:0}
summary{cursor:pointer}details>div{padding:.2rem 0 .8rem}
.links a{color:var(--blue);margin-right:.9rem}.spark{display:block;max-width:100%}.slack{font-size:.85rem;color:var(--muted)}
.spark .base{stroke:var(--line);stroke-width:1}.spark .bound{stroke:var(--ink);stroke-width:1.5}
.spark circle{fill:var(--blue);fill-opacity:.55}.spark .above{stroke:var(--red);stroke-width:2;fill:none}
.problems{border:2px solid var(--red);padding:.2rem 1rem .8rem;margin:1rem 0;overflow-wrap:anywhere}.problems h2{margin-top:.6rem}
footer{margin-top:2.5rem;color:var(--muted);font-size:.92rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem}
dd{margin:0}button{font:inherit}.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
@media (max-width:44rem){.claim{grid-template-columns:1fr}.controls{position:static}
#shown{margin:0}input[type=search]{width:100%}.search{width:100%}.links a{display:inline-block;padding:.35rem 0}}
@media print{body{max-width:none;padding:0;font-size:10pt}.controls,.none{display:none}.tally{display:flex}
.claim,.badge{break-inside:avoid}h2{break-after:avoid}
.links a{color:inherit}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
"""
STYLE = COLOURS + BADGES + PAGE

SCRIPT = """
(() => {
  const search = document.getElementById('search');
  if (!search) return;
  const boxes = [...document.querySelectorAll('input[name=severity]')];
  const claims = [...document.querySelectorAll('.claim')];
  const papers = [...document.querySelectorAll('.paper')];
  const shown = document.getElementById('shown');
  const none = document.querySelector('.none');
  const address = new URL(location.href);
  const filter = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const wanted = new Set(boxes.filter(box => box.checked).map(box => box.value));
    let count = 0;
    for (const claim of claims) {
      const {severity, text} = claim.dataset;
      const fits = wanted.has(severity) && words.every(word => text.includes(word));
      claim.hidden = !fits;
      count += fits;
    }
    for (const paper of papers) paper.hidden = !paper.querySelector('.claim:not([hidden])');
    shown.textContent = count === claims.length ? '' : count + ' of ' + claims.length;
    none.hidden = count > 0;
    const left = boxes.filter(box => !box.checked).map(box => box.value).join(' ');
    for (const [name, value] of [['search', search.value.trim()], ['without', left]])
      value ? address.searchParams.set(name, value) : address.searchParams.delete(name);
    address.hash = location.hash;
    try { history.replaceState(null, '', address); } catch { /* a sandbox */ }
  };
  const open = () => {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const more = named && named.querySelector('details');
    if (more) { more.open = true; named.scrollIntoView(); }
  };
  document.getElementById('reset').addEventListener('click', () => {
    search.value = '';
    for (const box of boxes) box.checked = true;
    filter();
  });
  search.value = address.searchParams.get('search') || '';
  const without = (address.searchParams.get('without') || '').split(' ');
  for (const box of boxes) box.checked = !without.includes(box.value);
  search.addEventListener('input', filter);
  for (const box of boxes) box.addEventListener('change', filter);
  addEventListener('hashchange', open);
  filter();
  open();
})();
"""


# The index of all reports: one HTML file that needs nothing else, on a phone, on paper, or read aloud.

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'"
DOTS = "one simulated setting each, on a logarithmic scale; the upright line is the bound, dots left of it stayed below"


def index(records: Iterable[Record], path: str | Path, *, problems: Sequence[str] = ()) -> Path:
    """Write the index.

    Parameters
    ----------
    records : iterable of Record
        Their reports stand beside the index, at their ids.
    path : str or Path
        Of the HTML file, usually ``reports/index.html``.
    problems : sequence of str, optional
        One line for each record that could not be read; they are shown, not swallowed.

    Returns
    -------
    path : Path
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page(records, problems, beside=path.parent), encoding="utf-8", errors="replace")
    return path


def page(records: Iterable[Record], problems: Sequence[str] = (), beside: Path | None = None) -> str:
    """The index as text; with `beside`, links are made only to files that are there."""
    papers: dict[str, list[Record]] = {}
    for record in records:
        papers.setdefault(record.paper.key, []).append(record)
    every = [record for group in papers.values() for record in group]
    counts: Counter[str] = Counter(record.headline.severity for record in every)
    sections = "".join(_paper(key, papers[key], beside) for key in sorted(papers))
    trouble = "".join(f"<li>{escape(line)}</li>" for line in problems)
    return "".join(
        [
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            f"<title>boundcheck reports</title><style>{STYLE}</style></head><body>",
            '<header><h1>boundcheck reports</h1><p class="lead">',
            f"{_count(len(every), 'claim')} from {_count(len(papers), 'paper')}.</p>",
            f'<ul class="tally">{_tally(counts)}</ul></header>',
            f'<section class="problems"><h2>Could not be read</h2><ul>{trouble}</ul></section>' if trouble else "",
            _controls(counts)
            if every
            else '<p class="lead">No reports yet: run <code>python -m boundcheck theorem_5_4</code>.</p>',
            f"<main>{sections}</main>",
            '<p class="none" hidden>Nothing fits. <button type="button" id="reset">Show all</button></p>',
            f"<footer>{_legend(counts)}</footer><script>{SCRIPT}</script></body></html>\n",
        ]
    )


def _paper(key: str, records: list[Record], beside: Path | None) -> str:
    paper = records[0].paper
    named = ", ".join(paper.authors)
    rest = ", ".join(str(part) for part in (paper.venue, paper.year, found_at(paper)) if part)
    line = "".join(f"{part}. " for part in (named, rest) if part)
    cards = "".join(
        _claim(record, beside) for record in sorted(records, key=_order)
    )
    return (
        f'<section class="paper"><h2>{escape(paper.title)}</h2>'
        f'<p class="source"><code>{escape(key)}</code> {escape(line)}{_referee_links(key, beside)}</p>'
        f'<ul class="claims">{cards}</ul></section>'
    )


def _claim(record: Record, beside: Path | None) -> str:
    claim, printed, headline = record.claim, record.printed, record.headline
    known, text = letters(record), headlines.headline(record)
    heard = " ".join(
        (claim, printed, plain(record.title), prose(record.title, known), prose(text, known), plain(text), *record.parts)
    ).lower()
    said = f"<p>{in_html(text, known)}</p>"
    said += f'<p class="literal">Read literally: {in_html(literally(record), known)}</p>' if literally(record) else ""
    if record.faults:
        rows = "".join(
            f"<li>{severity_label(fault.severity)} {in_html(fault.where or fault.id, known)}"
            f"{escape(': ' + fault.kind if fault.kind else '')}</li>"
            for fault in worst_first(record.faults)
        )
        said += f'<ul class="faults">{rows}</ul>'
    said += "".join(
        f'<p class="literal">Beyond the page: {in_html(news_in_words(news), known)}</p>'
        for news in headline.news
    )
    page = f"{claim}.html"
    name = escape(printed)
    if beside is None or _there(beside / page):
        name = f'<a href="{quote(f"./{page}", safe="/.")}">{name}</a>'
    return (
        f'<li class="claim" id="{escape(claim)}" data-severity="{headline.severity}" '
        f'data-text="{escape(heard)}">'
        f'<h3 class="name">{name}</h3><div>{badge(headline.outcome, headline_word(record))} '
        f"{severity_label(headline.severity)}</div>"
        f'<details class="what"><summary>{in_html(record.title, known)}</summary>'
        f"<div>{said}{spark(record)}{_links(claim, printed, beside)}</div></details></li>"
    )


def _referee_links(key: str, beside: Path | None) -> str:
    """Links to the referee report of a paper, in the forms that are there."""
    kinds = [kind for kind in ("html", "pdf", "md") if beside is not None and _there(beside / f"{key}.{kind}")]
    links = ", ".join(f'<a href="{quote(f"./{key}.{kind}", safe="/.")}">{kind.upper()}</a>' for kind in kinds)
    if beside is not None and "html" in kinds and 'id="map"' in (beside / f"{key}.html").read_text(encoding="utf-8"):
        links += f', <a href="{quote(f"./{key}.html", safe="/.")}#map">map</a>'
    return f"Referee report: {links}." if links else ""


def _there(path: Path) -> bool:
    """Whether a file is there; a name that no file can have is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def _links(claim: str, printed: str, beside: Path | None) -> str:
    kinds = [kind for kind in ("html", "pdf", "json") if beside is None or (beside / f"{claim}.{kind}").is_file()]
    links = "".join(
        f'<a href="{quote(f"./{claim}.{kind}", safe="/.")}">{kind.upper()}'
        f'<span class="unseen"> of {escape(printed)}, {escape(claim)}</span></a>'
        for kind in kinds
    )
    return f'<p class="links">{links}</p>' if links else ""


def _controls(counts: Counter) -> str:
    boxes = "".join(
        f'<label><input type="checkbox" name="severity" value="{outcome}" checked> '
        f"{severity_label(outcome)} {counts[outcome]}</label>"
        for outcome in WORST_FIRST
        if counts[outcome]
    )
    return (
        '<form class="controls" role="search" onsubmit="return false"><label class="search">Search '
        '<input type="search" id="search" placeholder="theorem 5.4, minimax, …" autocomplete="off"></label>'
        f"<fieldset><legend>Show</legend>{boxes}</fieldset>"
        '<p id="shown" role="status" aria-live="polite"></p></form>'
    )


def _tally(counts: Counter) -> str:
    return "".join(f"<li>{severity_label(name)} {counts[name]}</li>" for name in WORST_FIRST if counts[name])


def _legend(counts: Counter) -> str:
    words = "".join(f"<dt>{severity_label(s)}</dt><dd>change {CHANGES[s]}</dd>" for s in WORST_FIRST if counts[s])
    words += "".join(f"<dt>{badge(o)}</dt><dd>{MEANINGS[o]}</dd>" for o in get_args(Headline))
    return f"<h2>How to read this</h2><dl>{words}<dt>Dots</dt><dd>{DOTS}</dd></dl>" if counts else ""


def _order(record: Record) -> list:
    """Theorems in the order of their numbers, 5.10 after 5.4, then all else, what weighs most first."""
    words = "".join(c if c.isalnum() else " " for c in record.claim).replace("_", " ").split()
    place = [(word.isdigit(), int(word) if word.isdigit() and word.isascii() else 0, word) for word in words]
    return [record.kind != "theorem", 0 if record.kind == "theorem" else weight(record), place]


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
