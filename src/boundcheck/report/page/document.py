"""A record as the document that the template lays out: words and pictures, no decisions left."""

from collections.abc import Mapping

from boundcheck.record.schema import check, timeless
from boundcheck.report.page.appendix import appendix
from boundcheck.report.page.front import readings
from boundcheck.report.page.measured import measured
from boundcheck.report.page.paragraphs import code
from boundcheck.report.page.short import short
from boundcheck.report.page.steps import steps
from boundcheck.report.text.glyphs import all_printable
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import opened, prose
from boundcheck.report.text.words import headline_word

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
            "description": opened(plain["headline"].get("text"), printed, known),
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
