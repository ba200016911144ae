"""What rooms that still take a record as plain data need of it; it goes with the last of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from boundcheck.claims.texts import adjective
from boundcheck.report.figures.measurements import MOST_LETTERS
from boundcheck.report.page import measured
from boundcheck.report.page.front import COMPARED, SEARCHED
from boundcheck.report.text import typst as formulas
from boundcheck.report.text.letters import Letters, in_words, plain_point, shared, words
from boundcheck.report.text.prose import prose
from boundcheck.report.text.words import WORDS, WORST_FIRST, exact, finite, label, setting, shown
from boundcheck.verdict.shapes import (
    Ranks,
)
from boundcheck.verdict.statements import (
    Extended,
)


def formula(display: Any, at: str = "formula", *, block: bool = False, tall: bool = False) -> dict | None:
    """As of `boundcheck.report.text.formulas`."""
    return formulas.formula(display.get("latex"), at, block=block, tall=tall)


def rivals(name: str, found: Mapping, known: Mapping[str, str], height: float = 3.6) -> list[dict]:
    """As of `boundcheck.report.page.measured`."""
    return measured.rivals(name, msgspec.convert(found, Ranks, dec_hook=lambda kind, value: Extended(value)), known, height)


def letters(record: Mapping) -> Letters:
    """Typst for each parameter's name, as its record gives it, and its steps and parts in words."""
    given = [item for item in record.get("parameters") or [] if isinstance(item, Mapping)]
    # what letters of worlds stand for is not in `parameters`
    own = record.get("letters") or {}
    latex = {str(name): str(source) for name, source in own.items()} if isinstance(own, Mapping) else {}
    latex |= {item["name"]: item["latex"] for item in given if item.get("name") and item.get("latex")}
    return Letters(latex, names(record))


def names(record: Mapping) -> dict[str, str]:
    """Steps, parts and the results that are used, in words: ``claim_e_1/ctl_noise`` is *CTL noise of Claim E.1*."""
    printed = {}
    for used in record.get("uses") or []:
        printed[used["claim"].rpartition("/")[2]] = printed[used["claim"]] = used["printed"]
    printed |= {str(rest["claim"]): str(rest["printed"]) for rest in record.get("rests_on") or [] if rest.get("printed")}
    steps = [str(step["label"]) for step in record.get("steps") or [] if step.get("label")]
    every = [*steps, *map(str, record.get("parts") or {}), *(label.rpartition("/")[2] for label in steps)]
    said = printed | {name: in_words(name, printed) for name in every}
    return {name: told for name, told in said.items() if told != name}


def shown_outcome(settled: Mapping) -> str:
    """The badge of a line: what is shown is called proved only where that was proved, and something was left to prove."""
    if settled["outcome"] != "PROVED":
        return str(settled["outcome"])
    marked = {"rewriting": "REWRITING", "restated": "RESTATED"}.get(settled.get("mark") or "")
    return marked or ("FORM" if settled.get("differs") else "PROVED")


def excluded(part: Mapping) -> bool:
    """Whether an instance excludes every constant of a part: it has no explicit version, and what was drawn is none."""
    settled = (part.get("constant") or {}).get("settled")
    return part.get("outcome") == "REFUTED" and settled == "excluded"


def headline_word(record: Mapping) -> str:
    """The word of a headline; what asserts no theorem is well defined or consistent."""
    found = record["headline"]["outcome"]
    said = adjective(str(record["kind"]))
    if said and found in ("HOLDS", "HOLDS_REPAIRED"):
        return said.capitalize() + (", repaired" if found == "HOLDS_REPAIRED" else "")
    return WORDS[found]


def literally(record: Mapping) -> str:
    """What the letters of the page give, where another reading carries the headline."""
    return str((record["headline"].get("literal") or {}).get("text") or "")


def news_in_words(news: Mapping) -> str:
    """What is better than printed, and what it earns."""
    earned = WORDS.get(str(news.get("outcome")), "").lower()
    return f"{news['text']} ({earned})" if earned else str(news["text"])


def weight(record: Mapping) -> int:
    """Place of a record where the gravest comes first."""
    return WORST_FIRST.index(record["headline"]["severity"])


def found_at(paper: Mapping[str, Any]) -> str:
    """Where a paper is kept; empty if the name of its venue says so."""
    ref = str(paper.get("ref") or "")
    return "" if ref in str(paper.get("venue") or "") else ref


def from_one_on(vacuity: Mapping) -> float | None:
    """The size from which on the bound is below the trivial one, where it is so from one on and nowhere below."""
    return finite(vacuity.get("says_something_from"))


def nowhere(vacuity: Mapping) -> bool:
    """Whether it is decided for every size that was looked at, and at none the bound says anything."""
    return from_one_on(vacuity) is None and not vacuity.get("intervals") and not vacuity.get("undecided")


def sizes(vacuity: Mapping, digits: int = 2) -> str:
    """The stretches of sizes at which the bound says something, and those of which it is not known; rounded inwards."""
    told = []
    for low, high in vacuity.get("intervals") or []:
        ends = (shown(float(low), digits, side="up"), shown(float(high), digits, side="down"))
        told.append(ends[0] if low == high else " to ".join(ends))
    words = [f"n = {', '.join(told)}"] if told else []
    if vacuity.get("undecided"):
        words.append("not decided elsewhere" if told else "not decided")
    return "; ".join(words)


def chance(record: Mapping) -> Iterator[str]:
    """Sentences, as they are typed; none for a record that does not say."""
    risk = record.get("error_probability") or {}
    parts: Mapping = record.get("parts") or {}
    compared = [name for name, part in parts.items() if part.get("shape") == "ReportedTable"]
    sampled = bool(risk.get("checks")) and len(compared) < max(len(parts), 1)
    if sampled:
        said = str(risk.get("text") or f"{exact(risk.get('total'))}, over {shown(risk['checks'])} sampled checks")
        yield said if "probability" in said else f"Error probability: {said}"
    if compared:
        yield COMPARED
    called = letters(record)
    searched = [words(name, called) for name, part in parts.items() if _by_search(part)]
    if not sampled and risk and not compared:
        yield "Nothing was sampled" if searched else "Nothing was sampled: no verdict in this report rests on chance"
    if searched:
        listed = " and ".join(filter(None, (", ".join(searched[:-1]), searched[-1])))
        yield SEARCHED.format(listed, "is" if len(searched) == 1 else "are")
    if record.get("detectable"):
        yield str(record["detectable"])


def _by_search(part: Mapping) -> bool:
    """Whether no more than a search over instances stands behind a part."""
    return part.get("shape") == "InstanceInequality" and part.get("outcome") == "SUPPORTED"


def versions(part: Mapping) -> Mapping:
    """The false versions that were made from a part's bound: ``total``, ``killed`` and ``rows``; empty where there are none."""
    return (part.get("evidence") or {}).get("variants") or {}


def counted(part: Mapping) -> str:
    """How many of them died, in words; empty where there are none."""
    made = versions(part)
    return f"{shown(made['killed'])} of {shown(made['total'])} with one change in the formula" if made.get("total") else ""


def needed(part: Mapping) -> str:
    """What the constant must be at least: where the bound bites, and beside it on the whole domain where that is more."""
    constant = part.get("constant") or {}
    whole, biting = _least(constant), _least(constant.get("where_it_bites") or {})
    if whole is None:
        return "–"
    if biting is None:
        return f"≥ {shown(whole, side='down')}, where the bound says little"
    first, second = (f"≥ {shown(least, side='down')}" for least in (biting, whole))
    return first if first == second else f"{first} ({second[2:]} anywhere)"


def _least(found: Mapping) -> Any:
    """The lower end of a measured ratio."""
    return found.get("low") if found.get("low") is not None else found.get("smallest_surviving")


def by_name(slack: Sequence[Mapping]) -> bool:
    """Whether cells are better told apart by their names than by their points."""
    points = [s.get("point") or {} for s in slack]
    same = shared(points)
    names = [s.get("name") for s in slack]
    return all(names) and len(set(names)) == len(names) and max(len(set(p) - same) for p in points) > MOST_LETTERS


def labels(slack: Sequence[Mapping], known: Mapping) -> list[str]:
    """What tells the cells apart, a dot before those in which the bound is at most half the trivial one."""
    if not slack:
        return []
    same = shared([s.get("point") or {} for s in slack])
    short = not by_name(slack)
    names = [prose(setting(str(s.get("name") or ""))) for s in slack]
    told = [(short and plain_point(s.get("point") or {}, known, same)) or name for s, name in zip(slack, names, strict=True)]
    return [("●\N{NO-BREAK SPACE}" if s.get("biting") else "") + label(name) for s, name in zip(slack, told, strict=True)]
