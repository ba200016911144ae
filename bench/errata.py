"""Documented errors of published theory: what is found in each, how fast, and how that compares with what is known.

``errata.py settle [ID ...]`` settles the pages and claims of ``derivations/errata``, one after the other, into ``build/errata``;
those with a corrected form also together with it (``errata.py mend FILE CORRECTED``).
``errata.py`` reads these records, prints the table and writes ``bench/errata.json``. What a row is found to be is read from the
records and from nothing else; what is known of it stands in ``derivations/errata/answers.csv``, and is compared here only.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import boundcheck
from boundcheck.api.checking import named
from boundcheck.claims import Claim, Reading

HERE = Path(__file__).resolve().parent
ERRATA = HERE.parent / "derivations" / "errata"
BUILD = HERE.parent / "build" / "errata"
SECONDS = 300  # for one page or claim
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


def table(name: str) -> list[dict[str, str]]:
    """The rows of a CSV of the folder; none where it is not there."""
    path = ERRATA / name
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def settle(file: str) -> None:
    """Settle one page or claim; how long it took stands beside its record, and a run past the limit leaves none."""
    record = BUILD / "own" / f"{Path(file).stem}.json"
    record.unlink(missing_ok=True)
    took = {"seconds": within("-m", "boundcheck", str(ERRATA / file), "--format", "json", "-q", "--out", str(BUILD))}
    record.parent.mkdir(parents=True, exist_ok=True)
    record.with_suffix(".seconds").write_text(json.dumps(took), encoding="utf-8")


def within(*arguments: str) -> float:
    """Run Python with these arguments, for so long at most; the seconds that it took."""
    started = time.monotonic()
    try:
        subprocess.run([sys.executable, *arguments], timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        print(f"not settled in {SECONDS} s: {' '.join(arguments)}")
    return round(time.monotonic() - started, 1)


def together(file: str, corrected: str) -> Claim:
    """One claim of a statement and its corrected form, the latter as a repair: how much has to be changed is then computed."""
    _, claim, _ = named(str(ERRATA / file))
    _, mended, _ = named(str(ERRATA / corrected))
    parts = {key: {"literal": shape, "corrected": mended.parts[key]} for key, shape in claim.parts.items()}
    own = {letter.symbol for letter in claim.letters.letters}
    letters = (*claim.letters.letters, *(one for one in mended.letters.letters if one.symbol not in own))
    readings = (*claim.readings, Reading("corrected", "the corrected form", repair=True))
    return replace(claim, parts=parts, letters=letters, readings=readings)


def mend(file: str, corrected: str) -> None:
    """Settle a statement together with its corrected form."""
    name = Path(file).stem
    boundcheck.check((f"own/{name}", together(file, corrected))).save(BUILD / "mended" / f"{name}.json")


def found(file: str, folder: str = "own") -> tuple[str, str]:
    """The outcome of a page or claim and its severity, by its record; open where it has none."""
    record = BUILD / folder / f"{Path(file).stem}.json"
    if not record.exists():
        return "open", "OPEN"
    headline = json.loads(record.read_text(encoding="utf-8"))["headline"]
    return OUTCOMES[headline["literal"]["value"]], headline["severity"]


def seconds(file: str) -> float:
    """How long it took."""
    path = BUILD / "own" / f"{Path(file).stem}.seconds"
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
    if not files:
        return base | {"outcome": entry["state"], "why": entry["why"]}
    outcome, severity = worst(map(found, files))
    corrected = entry["corrected"].split()
    forms = corrections(entry)
    with_them = worst(found(file, "mended" if file in forms else "own") for file in files)[1]
    return base | {
        "encoded": files,
        "blind": not entry.get("not_blind"),
        "outcome": outcome,
        "severity": severity,
        "severity_with_corrected": with_them,
        "seconds": round(sum(map(seconds, files)), 1),
        "corrected": {file: found(file)[0] for file in corrected},
    }


def compared(rows: Iterable[Row], answers: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Recall, precision and severity, of rows that were encoded before the answers were seen and have one."""
    known = [(one, answers[one["id"]]) for one in rows if one.get("blind") and one["id"] in answers]
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


def main(words: list[str]) -> None:
    """Settle, or print and keep the table."""
    entries = table("rows.csv")
    if words[:1] == ["settle"]:
        for entry in entries:
            if not words[1:] or entry["id"] in words[1:]:
                for file in (entry["encoded"] + " " + entry["corrected"]).split():
                    settle(file)
                for file, corrected in corrections(entry).items():
                    (BUILD / "mended").mkdir(parents=True, exist_ok=True)
                    (BUILD / "mended" / f"{Path(file).stem}.json").unlink(missing_ok=True)
                    within(str(HERE / "errata.py"), "mend", file, corrected)
        return
    if words[:1] == ["mend"]:
        mend(*words[1:])
        return
    rows = [row(entry) for entry in entries]
    answers = {answer["id"]: answer for answer in table("answers.csv")}
    for one in rows:
        mark = "" if one.get("blind", True) else "  not blind"
        print(
            f"{one['id']:5}{one['outcome']:20}{one.get('severity', ''):11}{one.get('seconds', ''):>7}{mark}  {one['paper']}"
        )
    result: dict[str, Any] = {"rows": rows}
    if answers:
        result["compared"] = totals = compared(rows, answers)
        caught, charged = totals["caught"], totals["charged"]
        told, right = totals["severity_told"], totals["severity_right"]
        print(f"recall {share(caught, totals['false'])}, missed: {', '.join(totals['missed']) or 'none'}")
        print(
            f"precision {share(caught, caught + len(charged))}; charged {charged or 'none'} of {totals['true']} true rows"
        )
        print(f"severity right {share(right, told)}, with corrected forms {totals['severity_right_with_corrected']}")
        print(f"other: {totals['severity_other']}")
        print(f"corrected forms charged: {totals['corrected_charged'] or 'none'} of {totals['corrected_forms']}")
    (HERE / "errata.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
