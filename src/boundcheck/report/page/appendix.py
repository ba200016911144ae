"""What stands behind: parameters, assumptions used, certificates, and how to get all this again."""

import hashlib
import json
from collections.abc import Mapping

from boundcheck.report.page.paragraphs import Runs, code, heading, pairs, para, strong, table
from boundcheck.report.page.steps import dropped, hypotheses
from boundcheck.report.text.formulas import formula
from boundcheck.report.text.letters import in_words, letters, symbol, words
from boundcheck.report.text.prose import argued, prose, sentence_runs
from boundcheck.report.text.words import exact, found_at, shown


def appendix(record: Mapping, known: Mapping) -> list[dict]:
    """Blocks of everything after the measurements."""
    needs = [*assumptions(record), *hypotheses(record, known)]
    return [*parameters(record, known), *needs, *provenance(record), *certificates(record)]


def parameters(record: Mapping, known: Mapping) -> list[dict]:
    """Letters, words, domains."""
    rows = []
    for place, item in enumerate(record.get("parameters") or []):
        domain = formula(
            {"typst": item.get("domain_typst"), "alt": item.get("domain")},
            f"parameters[{place}].domain_typst",
        )
        rows.append(
            [
                symbol(item["name"], known),
                code(item["name"]),
                prose(item.get("meaning")),
                [domain or item.get("domain") or "", *([", whole number"] if item.get("integer") is True else [])],
            ]
        )
    return (
        [
            heading("Parameters"),
            table("l l l1 l", ["Letter", "Name here", "Meaning", "Domain"], rows, tight=True),
        ]
        if rows
        else []
    )


def assumptions(record: Mapping) -> list[dict]:
    """Which assumptions the steps really used, and what happens without each."""
    rows, known = [], letters(record)
    for item in record.get("assumptions") or []:
        used = ", ".join(prose(words(label, known)) for label in item.get("used_by") or []) or "no step"
        rows.append(
            [
                strong(in_words(str(item.get("label", "")))),
                sentence_runs(argued(item.get("text"), known), known),
                used,
                _without(item, record, known),
            ]
        )
    uses = ", ".join(f"{used['claim']} ({used['printed']})" for used in record.get("uses") or [])
    blocks = [table("l l3 l2 l3", ["Assumption", "Says", "Used by", "When it is dropped"], rows)] if rows else []
    blocks += [para("Results used: ", uses, ".")] if uses else []
    return [heading("Assumptions used"), *blocks] if blocks else []


def _without(item: Mapping, record: Mapping, known: Mapping) -> Runs:
    """What happens without an assumption: as its claim says, else as far as the hypotheses of its steps tell."""
    if item.get("dropped"):
        return sentence_runs(argued(item["dropped"], known), known)
    return dropped(record, [str(label) for label in item.get("used_by") or []]) or "Not tried."


def certificates(record: Mapping) -> list[dict]:
    """Who vouches for each settled step; the certificates themselves are in the record."""
    found, known = [], letters(record)
    for step in record.get("steps") or []:
        name = prose(words(step.get("label"), known))
        for label, item in ((name, step), (f"{name}, repaired", step.get("repair"))):
            if item and item.get("certificate"):
                trusted = item.get("trusted") or step.get("trusted") or ["no library that is named"]
                found.append((str(label), engine(item), fingerprint(item["certificate"]), ", ".join(map(str, trusted))))
    for name, part in (record.get("parts") or {}).items():
        certificate = (part.get("constant") or {}).get("certificate")
        if isinstance(certificate, Mapping):
            constant = part["constant"]
            rests = ", ".join(map(str, constant.get("trusted") or ["no library that is named"]))
            how = constant.get("method") or ", ".join(rules(certificate)) or "–"
            found.append((f"constant of {prose(words(name, known))}", str(how), fingerprint(certificate), rests))
    if not found:
        return []
    bases = list(dict.fromkeys(base for *_, base in found))
    marks = {base: "abcdefghijklmnopqrstuvwxyz"[place % 26] for place, base in enumerate(bases)}
    several = len(bases) > 1
    rows = [[label, how, code(mark), *([marks[base]] if several else [])] for label, how, mark, base in found]
    rests = "; ".join(f"{marks[base]}: {base}" if several else base for base in bases)
    command = f"python -m boundcheck verify reports/{record['claim']}.json"
    header = ["Step", "Engine and rules", "Fingerprint", *(["Rests on"] if several else [])]
    base = f"What each rests on, by its letter: {rests}." if several else f"They rest on {rests}."
    return [
        heading("Certificates"),
        para("Each can be replayed without search: ", code(command), f". {base}"),
        table("l l1 l c" if several else "l l1 l", header, rows, tight=True),
    ]


def rules(certificate: Mapping) -> list[str]:
    """What the proofs of a certificate use, each rule once."""
    proofs = [proof for proof in certificate.get("proofs") or [] if isinstance(proof, Mapping)]
    return list(dict.fromkeys(str(proof["rule"]) for proof in proofs if proof.get("rule")))


def engine(item: Mapping) -> str:
    certificate = item["certificate"]
    named = certificate.get("engine") if isinstance(certificate, Mapping) else None
    return str(named or item.get("method") or "–").replace("+", ", ")


def fingerprint(certificate) -> str:
    """The certificate's own, or a hash of it."""
    if isinstance(certificate, Mapping) and isinstance(certificate.get("fingerprint"), str):
        return certificate["fingerprint"][:16]
    if isinstance(certificate, str) and len(certificate) <= 24:
        return certificate
    text = json.dumps(certificate, sort_keys=True, ensure_ascii=True)
    return hashlib.blake2b(text.encode("ascii"), digest_size=8).hexdigest()


def _risk(risk: Mapping) -> str:
    total, checks = exact(risk.get("total")), risk.get("checks")
    return total if checks == 1 else f"{total} in all, {shown(risk.get('each'))} for each of the checks"


def provenance(record: Mapping, *, again: bool = True) -> list[dict]:
    """Everything that is needed to get the same bytes again; the command only with `again`, where it stands nowhere else."""
    paper = record.get("paper") or {}
    environment = record.get("environment") or {}
    versions = ", ".join(f"{name} {version}" for name, version in sorted((environment.get("versions") or {}).items()))
    cited = (*(paper.get(key) for key in ("title", "venue", "year")), found_at(paper))
    source = ", ".join(str(said) for said in cited if said)
    risk = record.get("error_probability") or {}
    command = code(record.get("reproduce") or f"python -m boundcheck {record['claim']}")
    rows: list = [
        ["Run it again", command if again else None],
        [
            "Paper",
            ", ".join(map(str, paper.get("authors") or [])) + (": " if paper.get("authors") else "") + source,
        ],
        ["Place", None if record.get("where") in (source, paper.get("title")) else record.get("where")],
        [
            "Budget, seed",
            ", ".join(str(record[key]) for key in ("budget", "seed") if record.get(key) is not None),
        ],
        [
            "Error probability",
            _risk(risk) if risk.get("checks") else None,
        ],
        [
            "Python",
            ", ".join(str(environment[key]) for key in ("python", "platform") if environment.get(key)),
        ],
        ["Versions", versions],
        ["Digest", code(record["digest"]) if again and record.get("digest") else None],
    ]
    return [heading("Provenance"), pairs(rows, small=True)]
