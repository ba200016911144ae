"""Certificates of a record, replayed: no search, and what had to be trusted is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boundcheck.prove import replay, without
from boundcheck.symbolic import decode, encode


def replay_all(what: str, settled: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Replay the certificates of one settled statement of a record.

    Parameters
    ----------
    what : str
        Place in the record.
    settled : dict
        With ``outcome``, ``certificate``, and the encoded statement under ``checked`` (or ``checked_parts``).

    Yields
    ------
    row : dict with ``what``, ``result`` (replayed, FAILED, sampled, cited), ``trusted``, ``reason``
    """
    certificate = settled.get("certificate")
    if certificate is None:
        kind = {"ASSUMED": "cited", "UNDECIDED": "open"}.get(settled["outcome"], "sampled")
        yield {"what": what, "result": kind, "trusted": [], "reason": ""}
        return
    if certificate.get("comparisons") is not None:
        for encoded, comparison in zip(settled["checked_parts"], certificate["comparisons"], strict=True):
            if comparison["certificate"] is None:
                yield {"what": f"{what}, {comparison['what']}", "result": "open", "trusted": [], "reason": ""}
                continue
            yield _replayed(f"{what}, {comparison['what']}", comparison["certificate"], encoded)
        return
    if settled.get("checked") is None:
        yield {"what": what, "result": "exact", "trusted": [], "reason": "re-evaluated where the claim is installed"}
        return
    yield _replayed(what, certificate, settled["checked"])


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
        if trial.get("certificate") is None:
            continue
        weaker = without(decode(settled["checked"]), trial["left_out"])
        row = _replayed(f"{what}, without {trial['alt']}", trial["certificate"], encode(weaker))
        if trial["certificate"].get("kind") != _KINDS.get(trial["finding"]):
            row |= {"result": "FAILED", "reason": f"a certificate of another kind than {trial['finding']} asks for"}
        yield row


def _replayed(what: str, certificate: dict[str, Any], encoded: Any) -> dict[str, Any]:
    result = replay(certificate, decode(encoded))
    return {
        "what": what,
        "result": "replayed" if result.ok else "FAILED",
        "trusted": list(result.trusted),
        "reason": "" if result.ok else result.reason,
    }
