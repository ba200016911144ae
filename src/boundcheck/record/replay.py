"""Certificates of a record, replayed: no search, and what had to be trusted is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boundcheck.checks.row import Row
from boundcheck.checks.rows import NAMED
from boundcheck.prove import replay, without
from boundcheck.record.displayed_witness import misshown
from boundcheck.symbolic import decode, encode

_TURNED = {"PROVED": "REFUTED", "REFUTED": "PROVED"}  # of a quoted line that is said to be wrong

_KIND = {"PROVED": "proof", "REFUTED": "counterexample"}


def replay_all(what: str, settled: dict[str, Any], shape: str | None = None) -> Iterator[dict[str, Any]]:
    """Replay the certificates of one settled statement of a record.

    Parameters
    ----------
    what : str
        Place in the record.
    settled : dict
        With ``outcome``, ``certificate``, and the encoded statement under ``checked`` (or ``checked_parts``).
    shape : str, optional
        Of the statement, which says what outcomes and certificates it can have.

    Yields
    ------
    row : dict with ``what``, ``result`` (replayed, FAILED, exact, open, sampled, cited), ``trusted``, ``reason``
    """
    shape = shape or settled.get("shape") or "Inequality"
    outcome, certificate = settled["outcome"], settled.get("certificate")
    row_ = NAMED.get(shape)
    if row_ is None or outcome not in row_.outcomes:
        yield _row(what, "FAILED", f"the check of a {shape} never says {outcome}")
        return
    if certificate is None or certificate.get("engine") == "exact instance":
        yield _row(what, *_without(row_, outcome))
        return
    if certificate.get("comparisons") is not None:
        yield from _compared(what, settled, certificate["comparisons"], row_)
        return
    if settled.get("checked") is None:
        yield _row(what, "FAILED", "NOT replayed: the record has no statement that the certificate is for")
        return
    row = _replayed(what, certificate, settled["checked"])
    collapsed = row_.no_constant and outcome == "REFUTED"  # it is proved that no constant will do
    asked = "proof" if collapsed else _KIND.get(_TURNED[outcome] if row_.turned else outcome)
    if certificate.get("kind") != asked:
        row |= {"result": "FAILED", "reason": f"a certificate of another kind than {outcome} asks for"}
    elif not collapsed and row["result"] == "replayed":
        fault = misshown(settled, certificate, settled["checked"])
        row |= {"result": "FAILED", "reason": fault} if fault else {}
    yield row


def replay_constant(what: str, constant: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Replay the certificate of a claimed constant: a proof, or the point at which the claimed one is false."""
    certificate = constant["certificate"]
    row = _replayed(what, certificate, constant["checked"])
    if certificate.get("kind") != ("proof" if constant["settled"] == "proved" else "counterexample"):
        row |= {"result": "FAILED", "reason": f"a certificate of another kind than {constant['settled']!r} asks for"}
    elif row["result"] == "replayed":
        fault = misshown(constant, certificate, constant["checked"])
        row |= {"result": "FAILED", "reason": fault} if fault else {}
    yield row


# What a certificate has to be to carry the finding of a trial.
_KINDS = {"NEEDED": "counterexample", "NOT_NEEDED": "proof", "UNDEFINED": "undefined"}


def replay_trials(what: str, settled: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Replay what was found about each hypothesis of a proved statement of a record.

    Parameters
    ----------
    what : str
        Place in the record.
    settled : dict
        With the encoded statement under ``checked``, and ``trials``.

    Yields
    ------
    row : dict
        As `replay_all` does; hypotheses of which nothing is known are left out.
    """
    for trial in settled.get("trials") or ():
        place = f"{what}, without {trial['alt']}"
        if trial.get("certificate") is None:
            if trial["finding"] != "OPEN":
                yield _row(place, "FAILED", "NOT replayed: there is no certificate")
            continue
        weaker = without(decode(settled["checked"]), trial["left_out"])
        row = _replayed(place, trial["certificate"], encode(weaker))
        if trial["certificate"].get("kind") != _KINDS.get(trial["finding"]):
            row |= {"result": "FAILED", "reason": f"a certificate of another kind than {trial['finding']} asks for"}
        yield row


def _without(row: Row, outcome: str) -> tuple[str, str]:
    """The result for a statement without a certificate that could be replayed, and the reason."""
    if outcome in ("ASSUMED", "UNDECIDED"):
        return {"ASSUMED": "cited", "UNDECIDED": "open"}[outcome], ""
    if row.may_be_empty and outcome == "PROVED":
        return "exact", "an instance that asks for nothing"
    if outcome == "REFUTED" and row.evaluated:
        return "exact", "re-evaluated where the claim is installed"
    if outcome == "PROVED" or row.exact:
        return "FAILED", "NOT replayed: there is no certificate"
    return "sampled", ""


def _compared(
    what: str, settled: dict[str, Any], comparisons: list[dict[str, Any]], row_: Row
) -> Iterator[dict[str, Any]]:
    """The rows of a statement that is settled by several comparisons; the worst of them is its outcome.

    Of rates that outgrow each other every comparison has to be proved.
    """
    kinds = []
    grown = row_.no_constant and settled["outcome"] == "REFUTED"
    shown = settled.get("witness")
    found = shown is None
    for encoded, comparison in zip(settled.get("checked_parts") or (), comparisons, strict=True):
        certificate, place = comparison["certificate"], f"{what}, {comparison['what']}"
        kinds.append(certificate and certificate.get("kind"))
        if certificate is None:
            yield _row(place, "open", "")
            continue
        row = _replayed(place, certificate, encoded)
        if kinds[-1] not in _KIND.values():
            row |= {"result": "FAILED", "reason": f"a comparison has no certificate of kind {kinds[-1]!r}"}
        found = found or (kinds[-1] == "counterexample" and not misshown(settled, certificate, encoded))
        yield row
    nothing = not kinds and not row_.may_be_empty  # an instance may ask for nothing
    worst = "REFUTED" if "counterexample" in kinds else "UNDECIDED" if None in kinds or nothing else "PROVED"
    if grown:
        if worst != "PROVED" or not shown:
            yield _row(what, "FAILED", "growth beyond every constant is not proved by its comparisons")
        return
    if worst != settled["outcome"]:
        yield _row(what, "FAILED", f"its comparisons give {worst}, the record says {settled['outcome']}")
    elif not found or (shown is None) != (worst != "REFUTED"):
        yield _row(what, "FAILED", "the displayed witness is not the point of a certificate")


def _row(what: str, result: str, reason: str) -> dict[str, Any]:
    return {"what": what, "result": result, "trusted": [], "reason": reason}


def _replayed(what: str, certificate: dict[str, Any], encoded: Any) -> dict[str, Any]:
    result = replay(certificate, decode(encoded))
    return {
        "what": what,
        "result": "replayed" if result.ok else "FAILED",
        "trusted": list(result.trusted),
        "reason": "" if result.ok else result.reason,
    }
