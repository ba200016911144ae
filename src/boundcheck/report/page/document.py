"""A record as the document that the template lays out, in full or on a few pages."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from boundcheck.claims.fields import shapes_with
from boundcheck.report.figures import measurements
from boundcheck.report.page.appendix import appendix
from boundcheck.report.page.front import certainty, claimed, faulty, opening, parts, readings
from boundcheck.report.page.measured import bounds, measured, rivals
from boundcheck.report.page.paragraphs import bullets, code, figure, heading, is_of, pairs, para, table
from boundcheck.report.page.steps import WHOLE, derivations, graph, gravest, lines_of, steps, tally
from boundcheck.report.parts import exponents_of, keeps_rate, mutants_of, named_by, regimes_of
from boundcheck.report.text.letters import letters, plain, words
from boundcheck.report.text.prose import named, opened, prose, sentence_runs
from boundcheck.report.text.words import all_printable, decimals, excluded, finite, headline_word, span
from boundcheck.verdict.result import (
    Record,
)
from boundcheck.verdict.shapes import (
    Exponent,
    RankingPart,
)
from boundcheck.words import headlines

# The report of a result on a few pages: what stands, what has to change, how far measurements lie below the bound.

OPEN = ("REFUTED", "UNDECIDED")
ALONG = ("n", "t", "T", "m")  # how many samples or rounds there are, in the order of preference
FOLLOWS = {
    "TIGHT": "follows the printed rate",  # or keeps near it, where the intervals tell its power from the printed one
    "LOOSE": "falls behind the printed rate",
    "GROWS": "outgrows the printed rate",
    "TRANSIENT": "steeper here, but within the proved constant",
}


def short(record: Record, known: Mapping[str, str]) -> list[dict]:
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


def comparison_figure(record: Record, known: Mapping[str, str]) -> list[dict]:
    """Measured against bound at several sample sizes, with intervals; else the bound over n, else cell by cell."""
    every = [(name, part) for name, part in record.parts.items() if not excluded(part)]
    for letter in ALONG:
        for name, part in every:
            for row in exponents_of(part):
                if named_by(row, letter) and len(measurements.drawable(row.points)) > 2:
                    drawn = measurements.along(letter, row.points, known, rate=part.shape in shapes_with("of_rate"))
                    power = f"measured power {decimals(row.measured)}, printed {decimals(row.printed)}"
                    caption = f"{prose(words(name, known))}: measured error and bounds against {plain(letter, known)}; {power}."
                    return figure(drawn, caption)
    for name, part in every:
        sampled = any(finite(cell.quantile) is not None for cell in regimes_of(part))
        beside = bounds(prose(words(name, known)), part, known) if sampled else []
        if pictures := [block for block in beside if is_of(block, "figure")]:
            return pictures[:1]
    for name, part in every:
        if drawn := measurements.cells(regimes_of(part), known):
            return figure(drawn, f"{prose(words(name, known))}: measured error and bounds in every setting.")
    return []


def rivalled(record: Record, known: Mapping[str, str]) -> list[dict]:
    """Who wins where, for every part that ranks methods."""
    found = [(name, part.separation) for name, part in record.parts.items() if isinstance(part, RankingPart)]
    drawn = [rivals(prose(words(name, known)), ranked, known) for name, ranked in found]
    return [heading("Comparison with other methods"), *(block for blocks in drawn for block in blocks)] if any(drawn) else []


def proof(record: Record, known: Mapping[str, str]) -> list[dict]:
    """How the steps fared, and those that are false or open."""
    found = record.steps
    linked = derivations(record, known, whole=False)
    if not found:
        return linked
    told = para(f"{tally(found)} {WHOLE}")
    blocks = [heading("The proof"), *graph(record, known), told, *linked]
    shown = [line for line in lines_of(record, known) if line.outcome in OPEN]
    return [*blocks, {"kind": "steps", "steps": shown}] if shown else blocks


def powers(record: Record, known: Mapping[str, str]) -> list[dict]:
    """Measured and printed powers of each parameter."""
    rows = [
        [
            named(row.parameter, known),
            decimals(row.printed),
            decimals(row.measured),
            span(row.low, row.high, decimals),
            "keeps near the printed rate over this range" if row.finding == "TIGHT" and not keeps_rate(row)
            else FOLLOWS.get(row.finding, "not clear from this run") + small_values(row),
        ]
        for part in record.parts.values()
        for row in exponents_of(part)
    ]
    header = ["Parameter", "Printed power", "Measured", "Interval", "The error"]
    caption = "Printed power: the slope of the printed rate over the range measured, on logarithmic axes."
    made = table("l1 r r r l2", header, rows, caption, tight=True)
    return [heading("How the error moves with each parameter"), made] if rows else []


def small_values(row: Exponent) -> str:
    """Of an error that falls behind with the larger exponent, or outgrows with the smaller one: as the parameter falls."""
    measured, printed = finite(row.measured), finite(row.printed)
    if measured is None or printed is None or row.finding not in ("LOOSE", "GROWS"):
        return ""
    return " for small values" if (measured > printed) == (row.finding == "LOOSE") else ""


def untold(record: Record, known: Mapping[str, str]) -> list[dict]:
    """The false methods that the samples do not tell from the true one; how many they do stands at a glance."""
    found = [
        f"{', '.join(map(prose, listed.survivors))} ({prose(words(name, known))})"
        for name, part in record.parts.items()
        if part.outcome != "REFUTED" and (listed := mutants_of(part)) and listed.survivors
    ]
    return [para(f"False versions that the samples do not tell from the true one: {'; '.join(found)}.")] if found else []


def uncovered(record: Record, known: Mapping[str, str]) -> list[dict]:
    """What nobody looked at."""
    found = record.not_covered
    return [heading("Not covered"), bullets([sentence_runs(text, known) for text in found])] if found else []


def again(record: Record) -> list[dict]:
    """How to get this again, and where the rest is; version, seed and digest stand at the foot of each page."""
    rows = [
        ("Run it again", code(record.reproduce)),
        ("Every step and setting", code(f"python -m boundcheck report {record.claim} --format html,appendix")),
    ]
    return [heading("How to get this again"), pairs(rows, small=True)]


# A record as the document that the template lays out: words and pictures, no decisions left.

PAPERS = ("a4", "us-letter")


def document(record: Record, paper: str = "a4", *, behind: bool = False) -> dict:
    """What `report.typ` draws.

    Parameters
    ----------
    record : Record
    paper : {"a4", "us-letter"}
    behind : bool
        The appendix, in place of the report.

    Returns
    -------
    document : dict
        Plain data, every text drawable. It does not depend on how long anything took.

    """
    if paper not in PAPERS:
        raise ValueError(f"paper is one of {', '.join(PAPERS)}, not {paper!r}")
    known, source, severity = letters(record), record.paper, record.headline.severity
    authors = ", ".join(source.authors) if len(source.authors) <= 3 else f"{source.authors[0]} et al."
    cited = ", ".join(str(x) for x in (authors, source.title, source.venue, source.year) if x)
    where = ". ".join(dict.fromkeys(x for x in (cited, record.where) if x))
    footer = [f"boundcheck {version}"] if (version := version_of(record)) else []
    footer += [f"budget {record.budget}", f"seed {record.seed}", *([f"digest {record.digest}"] if record.digest else [])]
    drawn: dict = msgspec.to_builtins(
        {
            "title": ("Appendix to " if behind else "") + titled(record, known),
            "description": opened(headlines.headline(record), record.printed, known),
            "overline": [code(record.claim), "  ", where],
            "running": record.printed,
            "footer": ", ".join(footer),
            "outcome": record.headline.outcome,
            "word": headline_word(record) + (f" ({severity.lower()})" if severity != "NONE" else ""),
            "paper": paper,
            "blocks": _appendix(record, known) if behind else short(record, known),
        }
    )
    return all_printable(drawn)


def version_of(record: Record) -> str:
    """Of the program that made the record."""
    return record.environment.versions.get("boundcheck", "")


def titled(record: Record, known: Mapping[str, str]) -> str:
    """Its name on the page, and what it is about."""
    name = record.printed or record.claim
    return f"{name}: {prose(record.title, known)}" if record.title else name


def _appendix(record: Record, known: Mapping[str, str]) -> list[dict]:
    """Everything that the report leaves out."""
    return [
        *readings(record, known),
        *steps(record, known),
        *measured(record, known),
        *appendix(record, known),
    ]
