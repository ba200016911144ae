"""What stands behind: parameters, assumptions used, certificates, and how to get all this again."""

import hashlib
import json
from collections.abc import Mapping

from boundcheck.report.page.paragraphs import Runs, code, heading, pairs, para, strong, table
from boundcheck.report.page.steps import dropped, hypotheses
from boundcheck.report.parts import constant_of
from boundcheck.report.text.letters import in_words, letters, symbol, words
from boundcheck.report.text.prose import argued, prose, sentence_runs
from boundcheck.report.text.typst import formula
from boundcheck.report.text.words import exact, found_at, shown
from boundcheck.verdict.result import (
    Assumption,
    ErrorProbability,
    Record,
)
from boundcheck.verdict.statements import Repair, Step
from boundcheck.verdict.values import Certificate

UNNAMED = ("no library",)


def appendix(record: Record, known: Mapping[str, str]) -> list[dict]:
    """Blocks of everything after the measurements."""
    needs = [*assumptions(record), *hypotheses(record, known)]
    return [*parameters(record, known), *needs, *provenance(record), *certificates(record)]


def parameters(record: Record, known: Mapping[str, str]) -> list[dict]:
    """Letters, words, domains."""
    rows = []
    for place, item in enumerate(record.parameters):
        domain = formula(item.domain, f"parameters[{place}].domain")
        said = [domain or "", *([", whole number"] if item.integer else [])]
        rows.append([symbol(item.name, known), code(item.name), prose(item.meaning), said])
    header = ["Letter", "Name here", "Meaning", "Domain"]
    return [heading("Parameters"), table("l l l1 l", header, rows, tight=True)] if rows else []


def assumptions(record: Record) -> list[dict]:
    """Which assumptions the steps really used, and what happens without each."""
    rows, known = [], letters(record)
    for item in record.assumptions:
        used = ", ".join(prose(words(label, known)) for label in item.used_by) or "no step"
        says = sentence_runs(argued(item.text, known), known)
        rows.append([strong(in_words(item.label)), says, used, _without(item, record, known)])
    uses = ", ".join(f"{used.claim} ({used.printed})" for used in record.uses)
    blocks = [table("l l3 l2 l3", ["Assumption", "Says", "Used by", "When it is dropped"], rows)] if rows else []
    blocks += [para("Results used: ", uses, ".")] if uses else []
    return [heading("Assumptions used"), *blocks] if blocks else []


def _without(item: Assumption, record: Record, known: Mapping[str, str]) -> Runs:
    """What happens without an assumption: as its claim says, else as far as the hypotheses of its steps tell."""
    if item.dropped:
        return sentence_runs(argued(item.dropped, known), known)
    return dropped(record, item.used_by) or "Not tried."


def certificates(record: Record) -> list[dict]:
    """Who vouches for each settled step; the certificates themselves are in the record."""
    found, known = [], letters(record)
    for step in record.steps:
        name = prose(words(step.label, known))
        for label, item in ((name, step), (f"{name}, repaired", step.repair)):
            if item and item.certificate:
                trusted = item.trusted or step.trusted or UNNAMED
                found.append((label, engine(item), fingerprint(item.certificate), ", ".join(trusted)))
    for name, part in record.parts.items():
        constant = constant_of(part)
        if constant and constant.certificate is not None:
            how = constant.method or ", ".join(rules(constant.certificate)) or "–"
            rests = ", ".join(constant.trusted or UNNAMED)
            found.append((f"constant of {prose(words(name, known))}", how, fingerprint(constant.certificate), rests))
    if not found:
        return []
    bases = list(dict.fromkeys(base for *_, base in found))
    marks = {base: "abcdefghijklmnopqrstuvwxyz"[place % 26] for place, base in enumerate(bases)}
    several = len(bases) > 1
    rows = [[label, how, code(mark), *([marks[base]] if several else [])] for label, how, mark, base in found]
    rests = "; ".join(f"{marks[base]}: {base}" if several else base for base in bases)
    command = f"python -m boundcheck verify reports/{record.claim}.json"
    header = ["Step", "Engine and rules", "Fingerprint", *(["Rests on"] if several else [])]
    base = f"What each rests on, by its letter: {rests}." if several else f"They rest on {rests}."
    return [
        heading("Certificates"),
        para("Each can be replayed without search: ", code(command), f". {base}"),
        table("l l1 l c" if several else "l l1 l", header, rows, tight=True),
    ]


def rules(certificate: Certificate) -> list[str]:
    """What the proofs of a certificate use, each rule once."""
    match certificate:
        case {"proofs": proofs}:
            return list(dict.fromkeys(rule for proof in proofs if (rule := str(proof.get("rule") or ""))))
    return []


def engine(item: Step | Repair) -> str:
    match item.certificate:
        case {"engine": name}:
            return str(name).replace("+", ", ")
    return (item.method or "–").replace("+", ", ")


def fingerprint(certificate: Certificate) -> str:
    """The certificate's own, or a hash of it."""
    match certificate:
        case {"fingerprint": own}:
            return str(own)[:16]
    text = json.dumps(certificate, sort_keys=True, ensure_ascii=True)
    return hashlib.blake2b(text.encode("ascii"), digest_size=8).hexdigest()


def _risk(risk: ErrorProbability) -> str:
    total = exact(risk.total)
    return total if risk.checks == 1 else f"{total} in all, {shown(risk.each)} for each of the checks"


def provenance(record: Record, *, again: bool = True) -> list[dict]:
    """Everything that is needed to get the same bytes again; the command only with `again`, where it stands nowhere else."""
    paper, environment, risk = record.paper, record.environment, record.error_probability
    source = ", ".join(str(said) for said in (paper.title, paper.venue, paper.year, found_at(paper)) if said)
    rows: list = [
        ["Run it again", code(record.reproduce) if again else None],
        ["Paper", ", ".join(paper.authors) + (": " if paper.authors else "") + source],
        ["Place", None if record.where in (source, paper.title) else record.where],
        ["Budget, seed", f"{record.budget}, {record.seed}"],
        ["Error probability", _risk(risk) if risk.checks else None],
        ["Python", f"{environment.python}, {environment.platform}"],
        ["Versions", ", ".join(f"{name} {version}" for name, version in sorted(environment.versions.items()))],
        ["Digest", code(record.digest) if again and record.digest else None],
    ]
    return [heading("Provenance"), pairs(rows, small=True)]
