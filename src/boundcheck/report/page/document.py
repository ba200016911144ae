"""A record as the document that the template lays out, in full or on a few pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boundcheck.claims.fields import shapes_with
from boundcheck.record.schema import check, timeless
from boundcheck.report.figures import measurements
from boundcheck.report.page.appendix import appendix
from boundcheck.report.page.front import certainty, claimed, faulty, opening, parts, readings
from boundcheck.report.page.measured import bounds, measured, rivals
from boundcheck.report.page.paragraphs import bullets, code, figure, heading, pairs, para, table
from boundcheck.report.page.steps import WHOLE, derivations, graph, gravest, steps, tally
from boundcheck.report.text.letters import letters, plain, words
from boundcheck.report.text.prose import named, opened, prose, sentence_runs, typed
from boundcheck.report.text.words import all_printable, decimals, excluded, finite, headline_text, headline_word, span

# The report of a result on a few pages: what stands, what has to change, how far measurements lie below the bound.

OPEN = ("REFUTED", "UNDECIDED")
ALONG = ("n", "t", "T", "m")  # how many samples or rounds there are, in the order of preference
FOLLOWS = {
    "TIGHT": "follows the printed rate",
    "LOOSE": "falls behind the printed rate",
    "GROWS": "outgrows the printed rate",
    "TRANSIENT": "steeper here, but within the proved constant",
}


def short(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict]:
    """Blocks of the report; everything else is in its appendix."""
    return [
        *opening(record, known),
        *claimed(record, known),
        *comparison_figure(record, known),
        *faulty(record, known, gravest(record, known)),
        *parts(record, known),
        *untold(record, known),
        *rivalled(record, known),
        *certainty(record, known)[1:],
        *proof(record, known),
        *powers(record, known),
        *uncovered(record, known),
        *again(record),
    ]


def comparison_figure(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict]:
    """Measured against bound at several sample sizes, with intervals; else the bound over n, else cell by cell."""
    every = [(name, part) for name, part in (record.get("parts") or {}).items() if not excluded(part)]
    for letter in ALONG:
        for name, part in every:
            for row in part.get("exponents") or []:
                if row.get("parameter") == letter and len(measurements.drawable(row.get("points") or [])) > 2:
                    drawn = measurements.along(letter, row["points"], known, rate=part.get("shape") in shapes_with("of_rate"))
                    power = f"measured power {decimals(row.get('measured'))}, printed {decimals(row.get('printed'))}"
                    caption = f"{prose(words(name, known))}: measured error and bounds against {plain(letter, known)}; {power}."
                    return figure(drawn, caption)
    for name, part in every:
        if any(finite(cell.get("quantile")) is not None for cell in part.get("slack") or []):
            drawn_blocks = [
                block for block in bounds(prose(words(name, known)), part, known) if block["kind"] == "figure"
            ]
            if drawn_blocks:
                return drawn_blocks[:1]
    for name, part in every:
        drawn = measurements.cells(part.get("slack") or [], known) if part.get("slack") else None
        if drawn:
            return figure(drawn, f"{prose(words(name, known))}: measured error and bounds in every setting.")
    return []


def rivalled(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict]:
    """Who wins where, for every part that ranks methods."""
    found = [(name, part.get("separation") or {}) for name, part in (record.get("parts") or {}).items()]
    drawn = [rivals(prose(words(name, known)), ranked, known) for name, ranked in found if "methods" in ranked]
    return [heading("Comparison with other methods"), *(block for blocks in drawn for block in blocks)] if any(drawn) else []


def proof(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict]:
    """How the steps fared, and those that are false or open."""
    found = record.get("steps") or []
    linked = derivations(record, known, whole=False)
    if not found:
        return linked
    told = para(f"{tally(found)} {WHOLE}")
    blocks = [heading("The proof"), *graph(record, known), told, *linked]
    (listed,) = (block for block in steps(record, known) if block["kind"] == "steps")
    shown = [row for row in listed["steps"] if row["outcome"] in OPEN]
    return [*blocks, listed | {"steps": shown}] if shown else blocks


def powers(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict]:
    """Measured and printed powers of each parameter."""
    rows = [
        [
            named(str(row["parameter"]), known),
            decimals(row.get("printed")),
            decimals(row.get("measured")),
            span(row.get("low"), row.get("high"), decimals),
            FOLLOWS.get(str(row.get("finding")), "not clear from this run") + small_values(row),
        ]
        for part in (record.get("parts") or {}).values()
        for row in part.get("exponents") or []
    ]
    header = ["Parameter", "Printed power", "Measured", "Interval", "The error"]
    caption = "Printed power: the slope of the printed rate over the range measured, on logarithmic axes."
    made = table("l1 r r r l2", header, rows, caption, tight=True)
    return [heading("How the error moves with each parameter"), made] if rows else []


def small_values(row: Mapping[str, Any]) -> str:
    """Of an error that falls behind with the larger exponent, or outgrows with the smaller one: as the parameter falls."""
    measured, printed = finite(row.get("measured")), finite(row.get("printed"))
    if measured is None or printed is None or row.get("finding") not in ("LOOSE", "GROWS"):
        return ""
    return " for small values" if (measured > printed) == (row["finding"] == "LOOSE") else ""


def untold(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict]:
    """The false methods that the samples do not tell from the true one; how many they do stands at a glance."""
    found = [
        f"{', '.join(map(typed, survivors))} ({prose(words(name, known))})"
        for name, part in (record.get("parts") or {}).items()
        if part.get("outcome") != "REFUTED" and (survivors := (part.get("mutants") or {}).get("survivors"))
    ]
    return [para(f"False versions that the samples do not tell from the true one: {'; '.join(found)}.")] if found else []


def uncovered(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict]:
    """What nobody looked at."""
    found = record.get("not_covered") or []
    return [heading("Not covered"), bullets([sentence_runs(text, known) for text in found])] if found else []


def again(record: Mapping[str, Any]) -> list[dict]:
    """How to get this again, and where the rest is; version, seed and digest stand at the foot of each page."""
    rows: list[tuple[Any, Any]] = [
        ("Run it again", code(record.get("reproduce") or f"python -m boundcheck {record['claim']}")),
        ("Every step and setting", code(f"python -m boundcheck report {record['claim']} --format html,appendix")),
    ]
    return [heading("How to get this again"), pairs(rows, small=True)]


# A record as the document that the template lays out: words and pictures, no decisions left.

PAPERS = ("a4", "us-letter")


def document(record: Mapping, paper: str = "a4", *, behind: bool = False) -> dict:
    """What `report.typ` draws.

    Parameters
    ----------
    record : mapping
        Of schema 4; optional keys may be missing.
    paper : {"a4", "us-letter"}
    behind : bool
        The appendix, in place of the report.

    Returns
    -------
    document : dict
        Plain data, every text drawable. It does not depend on how long anything took.

    Raises
    ------
    RecordError
        The record is not one, or a formula in it is more than a formula.
    """
    check(record)
    if paper not in PAPERS:
        raise ValueError(f"paper is one of {', '.join(PAPERS)}, not {paper!r}")
    plain = timeless(record)
    known = letters(plain)
    printed, title = plain.get("printed") or plain["claim"], plain.get("title") or ""
    source = plain.get("paper") or {}
    names = [str(name) for name in source.get("authors") or []]
    authors = ", ".join(names) if len(names) <= 3 else f"{names[0]} et al."
    cited = ", ".join(str(x) for x in (authors, source.get("title"), source.get("venue"), source.get("year")) if x)
    where = ". ".join(dict.fromkeys(str(x) for x in (cited, plain.get("where")) if x))
    return all_printable(
        {
            "title": ("Appendix to " if behind else "") + (f"{printed}: {prose(title, known)}" if title else printed),
            "description": opened(headline_text(plain), printed, known),
            "overline": [code(plain["claim"]), "  ", where],
            "running": printed,
            "footer": ", ".join(
                [
                    *([f"boundcheck {version}"] if (version := _version(plain)) else []),
                    *(f"{key} {plain[key]}" for key in ("budget", "seed", "digest") if plain.get(key) is not None),
                ]
            ),
            "outcome": plain["headline"]["outcome"],
            "word": headline_word(plain)
            + (f" ({name.lower()})" if (name := plain["headline"]["severity"]) != "NONE" else ""),
            "paper": paper,
            "blocks": _appendix(plain, known) if behind else short(plain, known),
        }
    )


def _version(record: Mapping) -> str:
    return str(((record.get("environment") or {}).get("versions") or {}).get("boundcheck") or "")


def _appendix(record: Mapping, known: Mapping) -> list[dict]:
    """Everything that the report leaves out."""
    return [
        *readings(record, known),
        *steps(record, known),
        *measured(record, known),
        *appendix(record, known),
    ]
