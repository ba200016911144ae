"""What a run could have missed: by chance, in a search, and how small a fault it would have seen."""

from collections.abc import Iterator, Mapping

from boundcheck.report.text.letters import letters, words
from boundcheck.report.text.numbers import exact, shown

SEARCHED = "{} {} supported by a search, which may miss a violation"
COMPARED = (
    "The printed means and standard deviations were compared by Welch's test, at 5 % after Holm's correction for all "
    "differences of a part; nothing was simulated"
)


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
