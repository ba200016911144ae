"""Certificates of a record, replayed without a search, and the witnesses that it displays."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from boundcheck.checks.context import Row
from boundcheck.checks.derived import derived
from boundcheck.checks.rows import NAMED
from boundcheck.claims import Claim
from boundcheck.prove import replay, without
from boundcheck.prove.kernel.points import NO_VALUE, decimals
from boundcheck.prove.kernel.reading import displayed
from boundcheck.record.build import derived_of
from boundcheck.settle.settle import key, statements
from boundcheck.symbolic import Equivalence, decode, encode
from boundcheck.symbolic.balls import Undefined, Unsure, as_arb, ball, rational
from boundcheck.verdict import at

# Whether the witness that a record displays is the point of its certificate, with the sides at that point.

_BITS = (128, 512, 2560)  # with which the sides of a witness are computed
_FEWEST = 6  # digits of a displayed side; with fewer it has to agree to the letter


def misshown(settled: dict[str, Any], certificate: dict[str, Any], encoded: Any) -> str:
    """How the displayed witness differs from the point of the certificate; empty where it is that point."""
    witness = settled.get("witness")
    word = {"counterexample": "false", "undefined": "no value"}.get(str(certificate.get("kind")))
    if word is None:
        return "a witness is shown beside a proof" if witness else ""
    if not witness or dict(witness["point"]) != certificate["point"]:
        return "the displayed witness is not the point of the certificate"
    where = at(certificate["point"])
    if witness.get("text") != where or ("summary" in settled and f"{word} {where}" not in settled["summary"]):
        return "the words name another point than the certificate"
    if not _same_sides(encoded, certificate["point"], (witness["lhs"], witness["rhs"])):
        return "the displayed sides are not those at the point of the certificate"
    return ""


def _same_sides(encoded: Any, point: dict[str, str], shown: tuple[str, str]) -> bool:
    """Whether the sides of a relation at a point are those shown; of several relations, those of one of them."""
    goal = displayed(decode(encoded))
    goals = (*goal.left, *goal.right) if isinstance(goal, Equivalence) else getattr(goal, "parts", (goal,))
    return any(
        all(_same_side(side, point, text) for side, text in zip((each.lhs, each.rhs), shown, strict=True))
        for each in goals
    )


def _same_side(expression: Any, point: dict[str, str], shown: str) -> bool:
    env = {name: rational(Fraction(value)) for name, value in point.items()}
    for bits in _BITS:
        with ctx.workprec(bits):
            try:
                value = ball(expression, env)
            except Unsure:
                continue
            except (Undefined, KeyError):
                return shown == NO_VALUE
            if decimals(value) == shown or _close(as_arb(value), shown):
                return True
    return False


def _close(value: Any, shown: str) -> bool:
    """Whether a decimal of enough digits is a value up to two units of its last place."""
    try:
        _, digits, exponent = Decimal(shown).as_tuple()
    except (InvalidOperation, ValueError):
        return False
    if len(digits) < _FEWEST or not isinstance(exponent, int):
        return False
    return bool(abs(value - arb(shown)) <= arb(f"2e{exponent}"))


# Certificates of a record, replayed: no search, and what had to be trusted is said.

_TURNED = {"PROVED": "REFUTED", "REFUTED": "PROVED"}  # of a quoted line that is said to be wrong

# What a certificate has to be to carry an outcome: what has no value somewhere on its domain is at fault as what is false.
_KIND = {"PROVED": ("proof",), "REFUTED": ("counterexample", "undefined")}


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
    if (points := row_.of_record(settled)) is not None:
        yield from (_row(f"{what}, {place}", "FAILED" if fault else "replayed", fault) for place, fault in points)
        return
    if certificate is None and settled.get("trusted"):
        yield _row(what, "FAILED", "it trusts something, and has no certificate")
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
    if row["result"] == "replayed" and list(settled.get("trusted") or ()) != row["trusted"]:
        row |= {"result": "FAILED", "reason": "what it trusts is not what the record shows"}
    asked = ("proof",) if collapsed else _KIND.get(_TURNED[outcome] if row_.turned else outcome, ())
    if row_.turned and certificate.get("kind") == "undefined":
        asked = ()  # a quoted line without a value is not shown to be false
    if certificate.get("kind") not in asked:
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


def replay_derivations(record: dict[str, Any], claim: Claim | None) -> Iterator[dict[str, Any]]:
    """Check the derivations of a record again, the closed ones by their certificates alone; they are those of its claim."""
    stated = {} if claim is None else {key(name, reading): s for name, reading, s in statements(claim)}
    for place, part in record["parts"].items():
        kept = derived_of(part.get("derivation"))
        what = f"derivation of part {place}"
        if claim is None:
            if kept is not None:
                yield _row(what, "FAILED", "NOT replayed: its claim, whose facts it has, is not installed")
            continue
        certificate = kept.certificate if kept is not None and kept.closed else None
        again = derived(stated[place], place, claim, certificate) if place in stated else None
        if again != kept:
            yield _row(what, "FAILED", "the installed claim gives another one, or it has a link that does not replay")
        elif kept is not None:
            yield _row(what, "replayed" if kept.closed else "open", "" if kept.closed else kept.link)


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
        place = f"{what}, without ${trial['latex']}$"
        if trial.get("certificate") is None:
            if trial["finding"] != "OPEN":
                yield _row(place, "FAILED", "NOT replayed: there is no certificate")
            elif trial.get("witness") or trial.get("trusted"):
                yield _row(place, "FAILED", "nothing is known, and a point is shown or something trusted")
            continue
        weaker = without(decode(settled["checked"]), trial["left_out"])
        row = _replayed(place, trial["certificate"], encode(weaker))
        told = row["result"] == "replayed"
        if told and list(trial.get("trusted") or ()) != ([] if trial["finding"] == "UNDEFINED" else row["trusted"]):
            row |= {"result": "FAILED", "reason": "what it trusts is not what the record shows"}
        elif told and trial["finding"] == "UNDEFINED":
            if (trial.get("witness") or {}).get("point") != trial["certificate"]["point"]:
                row |= {"result": "FAILED", "reason": "the displayed witness is not the point of the certificate"}
        elif told:
            witness = trial.get("witness") and {**trial["witness"], "text": at(trial["witness"]["point"])}
            fault = misshown({"witness": witness}, trial["certificate"], encode(weaker))
            row |= {"result": "FAILED", "reason": fault} if fault else {}
        if trial["certificate"].get("kind") != _KINDS.get(trial["finding"]):
            row |= {"result": "FAILED", "reason": f"a certificate of another kind than {trial['finding']} asks for"}
        yield row


def _without(row: Row, outcome: str) -> tuple[str, str]:
    """The result for a statement without a certificate that could be replayed, and the reason."""
    if outcome in ("ASSUMED", "UNDECIDED"):
        return {"ASSUMED": "cited", "UNDECIDED": "open"}[outcome], ""
    if row.may_be_empty and outcome == "PROVED":
        return "exact", "an instance that asks for nothing"
    if outcome in row.evaluated:
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
    kinds, trusted = [], set()
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
        trusted |= {*row["trusted"]}
        if kinds[-1] not in (*_KIND["PROVED"], *_KIND["REFUTED"]):
            row |= {"result": "FAILED", "reason": f"a comparison has no certificate of kind {kinds[-1]!r}"}
        found = found or (kinds[-1] in _KIND["REFUTED"] and not misshown(settled, certificate, encoded))
        yield row
    if set(settled.get("trusted") or ()) - trusted:
        yield _row(what, "FAILED", "what it trusts is not what the record shows")
    nothing = not kinds and not row_.may_be_empty  # an instance may ask for nothing
    worst = "REFUTED" if set(_KIND["REFUTED"]) & set(kinds) else "UNDECIDED" if None in kinds or nothing else "PROVED"
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
