"""Documented errors of published theory, and papers as pages: what is found, how fast, and how that compares with what is known.

``errata.py settle [ID ...]`` settles the pages and claims of ``derivations/errata`` into ``build/errata``, two at a time, those
with a corrected form also together with it, and the pages of the papers of ``derivations/papers.csv``.
``errata.py`` reads these records, prints the tables and writes ``bench/errata.json`` and ``bench/papers.json``. What is found is
read from the records and from nothing else; what is known stands in ``answers.csv`` and ``papers.csv``, and is compared here only.
"""

from __future__ import annotations

import csv
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import boundcheck
from boundcheck.api.checking import named
from boundcheck.claims import Claim, Reading

HERE = Path(__file__).resolve().parent
DERIVATIONS = HERE.parent / "derivations"
ERRATA = DERIVATIONS / "errata"
BUILD = HERE.parent / "build" / "errata"
SECONDS = 120  # for one page or claim
WORKERS = 2
#: What a record says of the letters, the worst first, and the word for it here.
OUTCOMES = {
    "false": "false",
    "undecided": "open",
    "empty": "empty",
    "supported": "supported",
    "cited": "supported",
    "true": "holds",
}
SEVERITIES = ("FALSE", "EMPTY", "RATE", "CONDITION", "OPEN", "RANGE", "READING", "PROOF", "MISPRINT", "NONE")

Row = dict[str, Any]


def table(name: str, folder: Path = ERRATA) -> list[dict[str, str]]:
    """The rows of a CSV of the folder; none where it is not there."""
    path = folder / name
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def settle(kind: str, file: str, corrected: str) -> str:
    """Settle one page or claim, alone or with its corrected form; past the limit it has no record, which is open.

    Parameters
    ----------
    kind : str
        ``"own"`` or ``"mended"`` of a row, else the folder of a paper.
    file, corrected : str
        Names in the folder; the second one is empty but for ``"mended"``.
    """
    record = BUILD / kind / f"{Path(file).stem}.json"
    record.parent.mkdir(parents=True, exist_ok=True)
    record.unlink(missing_ok=True)
    folder = ERRATA if kind in ("own", "mended") else DERIVATIONS / kind
    claim: Any = (f"own/{Path(file).stem}", together(file, corrected)) if corrected else folder / file
    try:
        took = within(lambda: boundcheck.check(claim).save(record))
    except Exception as error:  # of one of many: it has no record, and the others go on
        return f"{kind}/{file} {error!r}"
    record.with_suffix(".seconds").write_text(json.dumps({"seconds": took}), encoding="utf-8")
    return f"{kind}/{file} {took} s"


def within(work: Callable[[], Any]) -> float:
    """Do some work, for so long at most; the seconds that it took."""
    signal.signal(signal.SIGALRM, _late)
    started = time.monotonic()
    signal.alarm(SECONDS)
    try:
        work()
    except TimeoutError:
        pass
    finally:
        signal.alarm(0)
    return round(time.monotonic() - started, 1)


def _late(*_: Any) -> None:
    raise TimeoutError(f"not settled in {SECONDS} s")


def together(file: str, corrected: str) -> Claim:
    """One claim of a statement and its corrected form, the latter as a repair: how much has to be changed is then computed."""
    _, claim, _ = named(str(ERRATA / file))
    _, mended, _ = named(str(ERRATA / corrected))
    parts = {key: {"literal": shape, "corrected": mended.parts[key]} for key, shape in claim.parts.items()}
    own = {letter.symbol for letter in claim.letters.letters}
    letters = (*claim.letters.letters, *(one for one in mended.letters.letters if one.symbol not in own))
    readings = (*claim.readings, Reading("corrected", "the corrected form", repair=True))
    return replace(claim, parts=parts, letters=letters, readings=readings)


def tasks(entries: Iterable[Mapping[str, str]], pages: Iterable[Mapping[str, str]]) -> list[tuple[str, str, str]]:
    """What has to be settled: each page and claim, each with its corrected form, and each page of a paper."""
    made = []
    for entry in entries:
        made += [("own", file, "") for file in (entry["encoded"] + " " + entry["corrected"]).split()]
        made += [("mended", file, corrected) for file, corrected in corrections(entry).items()]
    return made + [(page["folder"], page["page"], "") for page in pages if page["page"]]


def found(file: str, folder: str = "own") -> tuple[str, str]:
    """The outcome of a page or claim and its severity, by its record; open where it has none."""
    record = BUILD / folder / f"{Path(file).stem}.json"
    if not record.exists():
        return "open", "OPEN"
    headline = json.loads(record.read_text(encoding="utf-8"))["headline"]
    return OUTCOMES[headline["literal"]["value"]], headline["severity"]


def seconds(file: str, folder: str = "own") -> float:
    """How long it took."""
    path = BUILD / folder / f"{Path(file).stem}.seconds"
    return json.loads(path.read_text(encoding="utf-8"))["seconds"] if path.exists() else 0.0


def worst(pairs: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """Of several pages or claims of one row: false if one is, and the severest of those."""
    order = list(dict.fromkeys(OUTCOMES.values()))
    return min(pairs, key=lambda pair: (order.index(pair[0]), SEVERITIES.index(pair[1])))


def corrections(entry: Mapping[str, str]) -> dict[str, str]:
    """The corrected form of each page or claim of a row that has one."""
    forms = {file.replace("_corrected.", "."): file for file in entry["corrected"].split()}
    return {file: forms[file] for file in entry["encoded"].split() if file in forms}


def row(entry: Mapping[str, str]) -> Row:
    """What stands in the table of one statement."""
    files = entry["encoded"].split()
    base: Row = {"id": entry["id"], "paper": entry["paper"], "place": entry["place"]}
    own = bool(entry.get("foretold"))
    if not files:
        return base | {"outcome": entry["state"], "why": entry["why"]}
    outcome, severity = worst(map(found, files))
    corrected = entry["corrected"].split()
    forms = corrections(entry)
    with_them = worst(found(file, "mended" if file in forms else "own") for file in files)[1]
    return base | {
        "encoded": files,
        "blind": not own and not entry.get("not_blind"),
        "foretold": own,
        "outcome": outcome,
        "severity": severity,
        "severity_with_corrected": with_them,
        "seconds": round(sum(map(seconds, files)), 1),
        "corrected": {file: found(file)[0] for file in corrected},
    }


def compared(rows: Iterable[Row], answers: Mapping[str, Mapping[str, str]], group: str = "blind") -> dict[str, Any]:
    """Recall, precision and severity, of the rows of a group that have an answer.

    A row is ``"blind"`` if it was encoded before its answer was seen, ``"foretold"`` if its answer was committed before its
    first run. Corrected forms are those of all rows.
    """
    rows = list(rows)
    known = [(one, answers[one["id"]]) for one in rows if one.get(group) and one["id"] in answers]
    false = [(one, answer) for one, answer in known if answer["literal"] == "false"]
    true = [(one, answer) for one, answer in known if answer["literal"] == "true"]
    caught = [(one, answer) for one, answer in false if one["outcome"] == "false"]
    charged = [one["id"] for one, _ in true if one["outcome"] == "false"]
    told = [pair for pair in [*caught, *((o, a) for o, a in true if o["outcome"] != "open")] if pair[1]["severity"]]
    right = [one["id"] for one, answer in told if one["severity"] in answer["severity"].split("|")]
    mended = [one["id"] for one, answer in told if one["severity_with_corrected"] in answer["severity"].split("|")]
    corrected = [(file, said) for one in rows for file, said in one.get("corrected", {}).items()]
    return {
        "false": len(false),
        "caught": len(caught),
        "missed": [one["id"] for one, _ in false if one["outcome"] != "false"],
        "true": len(true),
        "charged": charged,
        "severity_told": len(told),
        "severity_right": len(right),
        "severity_right_with_corrected": len(mended),
        "severity_other": {
            o["id"]: [o["severity"], o["severity_with_corrected"], a["severity"]]
            for o, a in told
            if o["id"] not in {*right, *mended}
        },
        "corrected_forms": len(corrected),
        "corrected_charged": [file for file, said in corrected if said == "false"],
    }


def share(part: int, whole: int) -> str:
    """A share in words."""
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "none"


def of_papers() -> dict[str, Any]:
    """What is found on each page of the papers, beside what is known where a proof checked by machine says it."""
    pages = []
    for entry in table("papers.csv", DERIVATIONS):
        base: Row = {name: entry[name] for name in ("folder", "page", "result", "source")}
        if entry["page"]:
            outcome, severity = found(entry["page"], entry["folder"])
            base |= {"outcome": outcome, "severity": severity, "known": entry["known"]}
            base["seconds"] = seconds(entry["page"], entry["folder"])
        pages.append(base)
    known = [one for one in pages if one.get("known")]
    return {
        "pages": pages,
        "outcomes": dict(Counter(one.get("outcome", one["source"]) for one in pages)),
        "faults": sum(one["known"] == "false" for one in known),
        "faults_found": sum(one["known"] == "false" and one["outcome"] in ("false", "empty") for one in known),
        "sound": sum(one["known"] == "true" for one in known),
        "sound_charged": [
            one["page"] for one in known if one["known"] == "true" and one["outcome"] in ("false", "empty")
        ],
    }


def shown(group: str, totals: Mapping[str, Any]) -> None:
    """Print what was counted of a group of rows."""
    caught, charged, told, right = (totals[k] for k in ("caught", "charged", "severity_told", "severity_right"))
    print(f"{group}: recall {share(caught, totals['false'])}, missed: {', '.join(totals['missed']) or 'none'}")
    print(
        f"  precision {share(caught, caught + len(charged))}; charged {charged or 'none'} of {totals['true']} true rows"
    )
    print(f"  severity right {share(right, told)}, with corrected forms {totals['severity_right_with_corrected']}")
    print(f"  other: {totals['severity_other']}")
    print(f"  corrected forms charged: {totals['corrected_charged'] or 'none'} of {totals['corrected_forms']}")


def main(words: list[str]) -> None:
    """Settle, or print and keep the tables."""
    entries = table("rows.csv")
    if words[:1] == ["settle"]:
        chosen = [entry for entry in entries if not words[1:] or entry["id"] in words[1:]]
        pages = [] if words[1:] else table("papers.csv", DERIVATIONS)
        with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
            for done in pool.map(settle, *zip(*tasks(chosen, pages), strict=True)):
                print(done, flush=True)
        return
    rows = [row(entry) for entry in entries]
    answers = {answer["id"]: answer for answer in table("answers.csv")}
    for one in rows:
        mark = "" if one.get("blind", True) else "  foretold" if one["foretold"] else "  not blind"
        print(
            f"{one['id']:5}{one['outcome']:20}{one.get('severity', ''):11}{one.get('seconds', ''):>7}{mark}  {one['paper']}"
        )
    result: dict[str, Any] = {"rows": rows}
    if answers:
        result["compared"] = compared(rows, answers)
        result["foretold"] = compared(rows, answers, "foretold")
        for group, name in (("blind", "compared"), ("foretold", "foretold")):
            shown(group, result[name])
    papers = of_papers()
    for one in papers["pages"]:
        print(f"{one['folder']:30}{one['page']:32}{one.get('outcome', one['source'])}")
    print({name: papers[name] for name in papers if name != "pages"})
    for name, made in (("errata", result), ("papers", papers)):
        (HERE / f"{name}.json").write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
