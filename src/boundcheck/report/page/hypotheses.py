"""Which hypotheses the steps need: each was left out, and the provers were asked again."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from boundcheck.report.page.paragraphs import Runs, heading, muted, para, strong, table
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import NBSP, letters, symbol, words
from boundcheck.report.text.numbers import exact
from boundcheck.report.text.prose import prose, typed

MOST_LETTERS = 9  # of a witness in print
FINDINGS = {
    "NEEDED": "{} needed, since the step is false without {}",
    "NOT_NEEDED": "{} not needed",
    "UNDEFINED": "{0} needed for both sides to be defined",
    "OPEN": "{} not decided",
}


def hypotheses(record: Mapping, known: Mapping) -> list[dict]:
    """A row for each step of which a hypothesis can go, or is needed at a witness."""
    found = list(tried(record))
    single = [trial for one in found for trial in one.trials if len(trial["left_out"]) == 1]
    if not single:
        return []
    rows = []
    for one in found:
        free = _free(one.trials, one.at)
        needed = _needed(one.trials, one.at, known)
        if free or needed:
            rows.append([strong(one.called(known)), free or "–", needed or "–"])
    counts = Counter(trial["finding"] for trial in single)
    steps = "one proved step" if len(found) == 1 else f"{len(found)} proved steps"
    if len(single) == 1:
        lead = f"The one hypothesis of {steps} was left out: {_alone(single[0])}."
    else:
        lead = f"Each of the {len(single)} hypotheses of {steps} was left out, the others kept: {_tally(counts)}."
    blocks = [heading("Which hypotheses the steps need"), para(lead)]
    header = ["Step", "True without", "False without, at a point that the others admit"]
    return [*blocks, table("l l2 l3", header, rows, tight=True)] if rows else blocks


@dataclass(frozen=True)
class Tried:
    """A step, or its repair, with what became of it without hypotheses; `at` is its place in the record."""

    at: str
    label: str
    repaired: bool
    trials: list[Mapping]

    def called(self, known: Mapping) -> str:
        """The step in words, repaired or not."""
        return prose(words(self.label, known)) + (", repaired" if self.repaired else "")


def tried(record: Mapping) -> Iterator[Tried]:
    """Every step of which some hypothesis was left out."""
    for place, step in enumerate(record.get("steps") or []):
        label = str(step.get("label") or f"step {place + 1}")
        for at, settled in ((f"steps[{place}]", step), (f"steps[{place}].repair", step.get("repair") or {})):
            trials = [t for t in settled.get("trials") or [] if isinstance(t, Mapping) and t.get("left_out")]
            if trials:
                yield Tried(at, label, settled is not step, trials)


def dropped(record: Mapping, steps: list[str]) -> Runs:
    """What is known of an assumption whose steps are named: which of their hypotheses can go and which cannot."""
    said: list = []
    known = letters(record)
    for one in tried(record):
        if one.label in steps:
            single = [t for t in one.trials if len(t["left_out"]) == 1]
            told = [
                [word, *_listed([_shown(t, one.at) for t in single if t.get("finding") == finding])]
                for finding, word in (("NEEDED", "false without "), ("NOT_NEEDED", "true without "))
                if any(t.get("finding") == finding for t in single)
            ]
            said += [" ", muted("The step "), one.called(known), muted(" is "), *_joined(told, ", "), "."] if told else []
    return ["Not tried as such.", *said] if said else []


def _free(trials: list[Mapping], at: str) -> list:
    single = [t for t in trials if t.get("finding") == "NOT_NEEDED" and len(t["left_out"]) == 1]
    if not single:
        return []
    runs = _listed([_shown(t, at) for t in single])
    if len(single) > 1:
        together = any(t.get("finding") == "NOT_NEEDED" for t in trials if len(t["left_out"]) > 1)
        runs.append(muted(", also all at once" if together else ", one at a time"))
    return runs


def _needed(trials: list[Mapping], at: str, known: Mapping) -> list:
    runs: list = []
    for trial in trials:
        if trial.get("finding") == "NEEDED" and len(trial["left_out"]) == 1:
            runs += ["; " if runs else "", _shown(trial, at), *_point(trial.get("witness"), known)]
    return runs


def _point(witness: Any, known: Mapping) -> list:
    values = list(((witness or {}).get("point") or {}).items())
    if not values or len(values) > MOST_LETTERS:
        return [muted(" at a point in the record")] if values else []
    runs: list = []
    for name, value in values:
        runs += [", " if runs else " at ", symbol(str(name), known), f"{NBSP}={NBSP}{typed(exact(value))}"]
    return [muted(*runs)]


def _shown(trial: Mapping, at: str) -> Any:
    alt = str(trial.get("alt") or "a hypothesis")
    return formula({"typst": trial.get("typst"), "alt": alt}, f"{at}.trials") or alt


def _listed(shown: list) -> list:
    return _joined([[each] for each in shown], ", ")


def _joined(groups: list[list], between: str) -> list:
    return [run for place, group in enumerate(groups) for run in ([between] if place else []) + group]


def _alone(trial: Mapping) -> str:
    """What became of the only hypothesis that was left out."""
    return {
        "NEEDED": "it is needed, since the step is false without it",
        "NOT_NEEDED": "it is not needed",
        "UNDEFINED": "without it a side of the step is not defined everywhere",
    }.get(str(trial.get("finding")), "whether it is needed was not decided")


def _tally(counts: Counter) -> str:
    said = []
    for finding, told in FINDINGS.items():
        if number := counts[finding]:
            be, it = ("is", "it") if number == 1 else ("are", "them")
            rest = "of them" if number == sum(counts.values()) else "other" if number == 1 else "others"
            said.append(told.format(f"{number} {be}", it, number, rest))
    return "; ".join(said) if said else "nothing was found out"
