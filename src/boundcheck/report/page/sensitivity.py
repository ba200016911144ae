"""Which changes of a bound the study would have noticed, letter by letter."""

from collections import Counter
from collections.abc import Mapping, Sequence

from boundcheck.report.page.paragraphs import table
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import symbol
from boundcheck.report.text.numbers import shown
from boundcheck.report.text.prose import typed
from boundcheck.report.text.words import setting

CHANGES = ("dropped", "rooted", "squared", "turned")
LONG = 40  # characters of a term that stands on its own line, where it may end
PRINTED = {"dropped": "left out", "rooted": "under a root", "squared": "squared", "turned": "inverted"}


def versions(part: Mapping) -> Mapping:
    """The false versions that were made from a part's bound: ``total``, ``killed`` and ``rows``; empty where there are none."""
    return (part.get("evidence") or {}).get("variants") or {}


def counted(part: Mapping) -> str:
    """How many of them died, in words; empty where there are none."""
    made = versions(part)
    return f"{shown(made['killed'])} of {shown(made['total'])} with one change in the formula" if made.get("total") else ""


def sensitivity(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """One row a letter, one column a change: refuted, or how far the bound so changed still is from what was measured."""
    found = versions(part)
    rows = found.get("rows") or []
    if not rows or part.get("outcome") == "REFUTED":  # a version of what is false itself shows nothing
        return []
    letters = list(dict.fromkeys(row["subject"] for row in rows if row["subject"]))
    by = {(row["subject"], row["change"]): _fate(row) for row in rows if row["subject"]}
    cells = [[symbol(letter, known), *(by.get((letter, change), "–") for change in CHANGES)] for letter in letters]
    places = Counter(_summand(row) for row in rows if not row["subject"] and not row.get("name"))
    cells += [[_whole(row, places[_summand(row)]), _fate(row), "", "", ""] for row in rows if not row["subject"]]
    lead = (
        f"{name}: of {found['total']} false version{'' if found['total'] == 1 else 's'} made from the bound itself, "
        f"one change each, samples refute "
        f"{found['killed']}. Elsewhere: measured quantile over the changed bound; – where the change makes it no smaller."
        f"{_drawn_for_it(part, rows, known)}"
    )
    return [table("l l l l l", ["Letter", *(PRINTED[change] for change in CHANGES)], cells, lead, tight=True)]


def _drawn_for_it(part: Mapping, rows: Sequence[Mapping], known: Mapping) -> str:
    """The settings that show a change best and are not among those that the part is measured in."""
    measured = [cell.get("name") for cell in part.get("slack") or []]
    others = list(dict.fromkeys(row["regime"] for row in rows if row["regime"] not in measured)) if measured else []
    told = ", ".join(f"'{typed(setting(name), known)}'" for name in others)
    return f" Some settings are drawn for these alone: {told}." if told else ""


def _summand(row: Mapping) -> str:
    """A summand that was left out, as a word that tells it from others."""
    return str((row.get("summand") or {}).get("alt") or "")


def _whole(row: Mapping, places: int) -> list | str:
    """What was changed where no letter was; a summand may stand in several places of the bound, and is left out of one."""
    if row["change"] == "halved":
        return "the bound halved"
    summand = row.get("summand") or {}
    if row.get("name"):
        return f"without the {row['name']} term"
    told = formula(summand, "summand", block=len(_summand(row)) > LONG) or _summand(row) or "a term"
    return ["without ", told, *([f" in one of its {places} places"] if places > 1 else [])]


def _fate(row: Mapping) -> str:
    return "refuted" if row["killed"] else "not seen" if row.get("ratio") is None else shown(row["ratio"], 2)
