"""Which changes of a bound the study would have noticed, letter by letter."""

from collections.abc import Mapping

from boundcheck.report.page.paragraphs import table
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import symbol
from boundcheck.report.text.numbers import shown

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
    cells += [[_whole(row), _fate(row), "", "", ""] for row in rows if not row["subject"]]
    lead = (
        f"{name}: of {found['total']} false version{'' if found['total'] == 1 else 's'} made from the bound itself, "
        f"one change each, samples refute "
        f"{found['killed']}. Elsewhere: measured quantile over the changed bound; – where the change makes it no smaller."
    )
    return [table("l l l l l", ["Letter", *(PRINTED[change] for change in CHANGES)], cells, lead, tight=True)]


def _whole(row: Mapping) -> list | str:
    """What was changed where no letter was."""
    if row["change"] == "halved":
        return "the bound halved"
    summand = row.get("summand") or {}
    if row.get("name"):
        return f"without the {row['name']} term"
    alone = len(str(summand.get("alt") or "")) > LONG
    return ["without ", formula(summand, "summand", block=alone) or summand.get("alt") or "a term"]


def _fate(row: Mapping) -> str:
    return "refuted" if row["killed"] else "not seen" if row.get("ratio") is None else shown(row["ratio"], 2)
