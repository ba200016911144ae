"""The page of one result for a browser: everything that its record says, in one file."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from boundcheck.claims.sentence_edges import first_sentence
from boundcheck.record.schema import check, timeless
from boundcheck.report.page.appendix import assumptions, certificates, parameters, provenance
from boundcheck.report.page.front import certainty, claimed, parts, readings
from boundcheck.report.page.hypotheses import hypotheses
from boundcheck.report.page.measured import CELLS, of_part, tightest, title
from boundcheck.report.page.paragraphs import bullets
from boundcheck.report.page.proof_pictures import graph
from boundcheck.report.page.steps import WHOLE, steps, tally
from boundcheck.report.text.letters import letters, words
from boundcheck.report.text.numbers import finite
from boundcheck.report.text.prose import prose, runs, sentence_runs
from boundcheck.report.text.words import CHANGES, WORDS, found_at, headline_word, literally, news_in_words
from boundcheck.report.web.derivation import derivation
from boundcheck.report.web.elements import Drawing, badge, copied, severity_label, slug
from boundcheck.report.web.false_lines import entries, faults
from boundcheck.report.web.mathml import Mathematics
from boundcheck.report.web.proof import proof
from boundcheck.report.web.shell import shell

FOLDED = ("Parameters", "Assumptions", "Hypotheses", "Certificates")


def page(record: Mapping[str, Any], *, beside: Path | None = None, argument: str = "") -> str:
    """The page of a record.

    Parameters
    ----------
    record : mapping
        Of schema 4; optional keys may be missing.
    beside : Path, optional
        Folder of reports; with it, links are made to files that are there.
    argument : str, optional
        The derivation, in Markdown.
    """
    check(record)
    plain = timeless(record)
    known = letters(plain)
    drawn = _drawn(plain, known)
    drawn["derivation"] = derivation(argument, known)
    draw = Drawing(Mathematics(drawn))
    printed = str(plain.get("printed") or plain["claim"])
    name = f"{printed}: {prose(plain.get('title'), known)}" if plain.get("title") else printed
    sections = [(anchor, words, body) for anchor, words, body in _sections(draw, drawn, plain) if body]
    bar = [(_index(plain), "All results"), *((f"#{anchor}", words) for anchor, words, _ in sections)]
    body = _head(draw, drawn, plain, name) + "".join(
        _section(anchor, words, body, folded=words in FOLDED or words == "Derivation")
        for anchor, words, body in sections
    )
    version = ((plain.get("environment") or {}).get("versions") or {}).get("boundcheck", "")
    mark = f"boundcheck {escape(version)}; digest <code>{escape(str(plain.get('digest') or 'none'))}</code>"
    footer = f"<p>{mark}</p>{_files(plain, beside)}"
    return shell(name, prose(plain["headline"].get("text"), known), bar, body, footer)


def _drawn(record: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """All that is drawn, as blocks and runs."""
    headline = record["headline"]
    name = record.get("printed") or record["claim"]
    first, rest = first_sentence(str(headline.get("text") or ""))
    body = {
        key: found[1:] if found and found[0]["kind"] == "heading" else found
        for key, found in {
            "Statement": [*claimed(record, known), *readings(record, known)],
            "Parts": [*parts(record, known), *certainty(record, known)[1:]],
            "Parameters": parameters(record, known),
            "Assumptions": assumptions(record),
            "Hypotheses": hypotheses(record, known),
            "Certificates": certificates(record),
            "provenance": provenance(record, again=False),
            "proof": [block for block in steps(record, known) if block["kind"] == "steps"],
        }.items()
    }
    return {
        "lead": sentence_runs(first, known, name),
        "beside": sentence_runs(rest, known),
        "literal": runs(literally(record), known) if literally(record) else [],
        "news": [sentence_runs(news_in_words(news), known) for news in headline.get("news") or []],
        "faults": entries(record, known),
        "graph": graph(record, known),
        "measured": [
            (key, prose(words(key, known)), _addressed(of_part(key, part, known), record, key, part))
            for key, part in (record.get("parts") or {}).items()
        ],
        "open": [bullets([sentence_runs(text, known) for text in record["not_covered"]])] if record.get("not_covered") else [],
        **body,
    }


def _addressed(blocks: list[dict], record: Mapping[str, Any], key: str, part: Mapping[str, Any]) -> list[dict]:
    """The same blocks; tables have names of their part's, and the cells commands that compute their bounds."""
    every = [cell for cell in part.get("slack") or [] if isinstance(cell, Mapping)]
    for block in (block for block in blocks if block["kind"] == "formulas"):
        block["rows"] = [
            [name, value | {"block": True} if "typst" in value else value] for name, value in block["rows"]
        ]
    for place, block in enumerate(block for block in blocks if block["kind"] == "table"):
        cells = block["header"] == CELLS
        block["name"] = f"{'cell' if cells else f'table-{place + 1}'}-{slug(key)}"
        if cells and not str(record["claim"]).startswith("own/"):
            block["commands"] = [_command(record, key, cell) for cell in tightest(every)]
    return blocks


def _command(record: Mapping[str, Any], key: str, cell: Mapping[str, Any]) -> str:
    point = cell.get("point") or {}
    values = " ".join(f"{name}={value}" for name, value in point.items() if finite(value) is not None)
    return f"python -m boundcheck bound {record['claim']} --part {key} --set {values}" if values else ""


def _head(draw: Drawing, drawn: Mapping[str, Any], record: Mapping[str, Any], name: str) -> str:
    """Title, badge, the sentence, and what has to change."""
    source, headline = record.get("paper") or {}, record["headline"]
    authors = ", ".join(map(str, source.get("authors") or []))
    place = ", ".join(str(source[key]) for key in ("venue", "year") if source.get(key))
    ref = found_at(source)
    link = (
        f'<a href="https://arxiv.org/abs/{quote(ref[6:])}">{escape(ref)}</a>' if ref.startswith("arXiv:") else escape(ref)
    )
    where = draw.run(prose(record["where"])) if record.get("where") else ""
    cited = map(escape, (authors, str(source.get("title") or ""), place))
    line = ". ".join(words.rstrip(".") for words in (*cited, link, where) if words)
    severity = severity_label(headline["severity"]) if headline["severity"] != "NONE" else ""
    lines = [
        f'<p class="source">{line}{"." if line else ""}</p><h1>{draw.run(name)}</h1>',
        f'<p class="names" id="verdict">{badge(headline["outcome"], headline_word(record))} {severity}'
        f"<span>to be changed: {CHANGES[headline['severity']]}</span></p>",
        f'<div class="lead">{draw.run(drawn["lead"]) or "No reason was recorded."}</div>',
    ]
    lines += [f'<div class="para">{draw.run(drawn["beside"])}</div>'] if drawn["beside"] else []
    lines += (
        [f'<div class="para"><span class="muted">Read literally:</span> {draw.run(drawn["literal"])}</div>']
        if drawn["literal"]
        else []
    )
    lines += [
        f'<div class="para"><span class="muted">Beyond the page:</span> {draw.run(news)}</div>'
        for news in drawn["news"]
    ]
    return "".join(lines)


def _sections(draw: Drawing, drawn: Mapping[str, Any], record: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Address, name and body of each."""
    known_steps = record.get("steps") or []
    measured = "".join(
        f'<h3 id="part-{slug(key)}">{draw.run(called)}</h3>{draw.blocks(blocks)}'
        for key, called, blocks in drawn["measured"]
    )
    lines = (
        f"<p>{escape(tally(known_steps))} {escape(WHOLE)}</p>"
        if known_steps
        else ""
    )
    lines += draw.blocks(drawn["graph"])
    lines += "".join(proof(draw, block, known_steps) for block in drawn["proof"])
    first = "False on the page" if drawn["faults"] else "What it rests on"
    named = [
        ("faults", first, faults(draw, drawn["faults"], record) + _rests(record)),
        ("statement", "Statement", draw.blocks(drawn["Statement"])),
        ("parts", "At a glance", draw.blocks(drawn["Parts"])),
        ("proof", "Proof", lines),
        ("measured", title(record), measured),
        ("not-covered", "Not covered", draw.blocks(drawn["open"])),
    ]
    named += [(slug(key), key, draw.blocks(drawn[key])) for key in FOLDED]
    named += [("derivation", "Derivation", draw.blocks(drawn["derivation"]))]
    return [*named, ("reproduce", "Reproduce", _commands(record) + draw.blocks(drawn["provenance"]))]


def _section(anchor: str, words: str, body: str, *, folded: bool) -> str:
    if folded:
        return f'<details class="section" id="{anchor}"><summary><h2>{escape(words)}</h2></summary><div>{body}</div></details>'
    return f'<section id="{anchor}" aria-labelledby="{anchor}-title"><h2 id="{anchor}-title">{escape(words)}</h2>{body}</section>'


def _rests(record: Mapping[str, Any]) -> str:
    """How the results fared that this one rests on, with links to where they stand in the index."""
    rows = [
        f'<a href="{_up(record)}index.html#{quote(rest["claim"])}">{escape(rest.get("printed") or rest["claim"])}</a> '
        f"({WORDS[rest['outcome']].lower()}{'' if rest['severity'] == 'NONE' else ', ' + rest['severity'].lower()})"
        for rest in record.get("rests_on") or []
    ]
    return f'<p><span class="muted">Rests on:</span> {"; ".join(rows)}.</p>' if rows else ""


def _commands(record: Mapping[str, Any]) -> str:
    """What to type to get this again, and to replay its certificates."""
    again = record.get("reproduce") or f"python -m boundcheck {record['claim']}"
    verify = f"python -m boundcheck verify reports/{record['claim']}.json"
    return (
        "<p>This record again, with all that was measured:</p>"
        + copied(str(again), "the command that gives this record again", "command-again")
        + "<p>Its certificates replayed, without any search:</p>"
        + copied(verify, "the command that replays the certificates", "command-verify")
    )


def _up(record: Mapping[str, Any]) -> str:
    """From the folder of the page to the folder of reports."""
    return "../" * str(record["claim"]).count("/") or "./"


def _index(record: Mapping[str, Any]) -> str:
    return f"{_up(record)}index.html#{quote(str(record['claim']))}"


def _files(record: Mapping[str, Any], beside: Path | None) -> str:
    """Links to what lies beside the page."""
    stem = str(record["claim"]).rpartition("/")[2]
    kinds = [kind for kind in ("pdf", "json") if beside is None or (beside / f"{record['claim']}.{kind}").is_file()]
    links = ", ".join(f'<a href="{quote(stem)}.{kind}">{kind.upper()}</a>' for kind in kinds)
    return f"<p>The same as {links}.</p>" if links else ""
