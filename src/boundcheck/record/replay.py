"""Certificates of a record, replayed without a search, and the witnesses that it displays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Literal

import msgspec
from flint import arb, ctx

from boundcheck.checks.context import Check, Compared, Formula
from boundcheck.checks.derived import derived
from boundcheck.checks.shapes import NAMED
from boundcheck.claims import Claim
from boundcheck.prove import replay, without
from boundcheck.prove.kernel.certificates import vectors_at
from boundcheck.prove.kernel.points import NO_VALUE, decimals
from boundcheck.prove.kernel.reading import displayed
from boundcheck.settle.settle import key, statements
from boundcheck.symbolic import Equivalence, decode, encode
from boundcheck.symbolic.balls import Undefined, Unsure, as_arb, ball, rational
from boundcheck.symbolic.inner_products import has_vectors
from boundcheck.verdict import at
from boundcheck.verdict.facts import Fact, FalseAt, NoValueAt
from boundcheck.verdict.result import Record
from boundcheck.verdict.shapes import Constant, Part, PerTerm
from boundcheck.verdict.statements import Repair, Settled, Step, Trial, Witness
from boundcheck.verdict.values import Certificate, Exact


@dataclass(frozen=True)
class Replay:
    """What became of one certificate, or of something else that a record says.

    Parameters
    ----------
    what : str
        Its place in the record.
    result : str
    reason : str
        Empty where there is nothing to say.
    trusted : tuple of str
        Packages with their versions.
    """

    what: str
    result: Literal[
        "replayed", "FAILED", "exact", "open", "sampled", "cited", "differs", "taken", "the same", "agreed", "disagrees",
        "no answer",
    ]  # fmt: skip
    reason: str = ""
    trusted: tuple[str, ...] = ()

    def failing(self, reason: str) -> Replay:
        """The same, failed for a reason; as it is without one."""
        return replace(self, result="FAILED", reason=reason) if reason else self


# Whether the witness that a record displays is the point of its certificate, with the sides at that point.

_BITS = (128, 512, 2560)  # with which the sides of a witness are computed
_FEWEST = 6  # digits of a displayed side; with fewer it has to agree to the letter


def misshown(witness: Witness | None, certificate: Certificate, encoded: Any, fact: Fact | None = None) -> str:
    """How the displayed witness differs from the point of the certificate; empty where it is that point.

    A fact, where there is one, has to name the point, too.
    """
    word = {"counterexample": "false", "undefined": "no value"}.get(str(certificate.get("kind")))
    if word is None:
        return "a witness is shown beside a proof" if witness is not None else ""
    if witness is None or dict(witness.point) != certificate["point"]:
        return "the displayed witness is not the point of the certificate"
    where = at(certificate["point"])
    if witness.text != where or (fact is not None and certificate["point"] not in _points(fact)):
        return "the words name another point than the certificate"
    if not _same_sides(encoded, certificate["point"], (witness.lhs, witness.rhs)):
        return "the displayed sides are not those at the point of the certificate"
    return ""


def _points(fact: Fact) -> Iterator[Exact]:
    """The points that a fact names, itself or in what it is about."""
    if isinstance(fact, FalseAt | NoValueAt):
        yield fact.point
    elif isinstance(inner := getattr(fact, "fact", None), Fact):
        yield from _points(inner)


def _same_sides(encoded: Any, point: Exact, shown: tuple[str | None, str | None]) -> bool:
    """Whether the sides of a relation at a point are those shown; of several relations, those of one of them."""
    statement = decode(encoded)
    if has_vectors(statement):
        fails = vectors_at(statement, point)
        sides = zip((fails.lhs, fails.rhs), shown, strict=True) if fails is not None else ()
        return fails is not None and all(_same_side(side, {}, text) for side, text in sides)
    goal = displayed(statement)
    goals = (*goal.left, *goal.right) if isinstance(goal, Equivalence) else getattr(goal, "parts", (goal,))
    return any(
        all(_same_side(side, point, text) for side, text in zip((each.lhs, each.rhs), shown, strict=True))
        for each in goals
    )


def _same_side(expression: Any, point: Exact, shown: str | None) -> bool:
    env = {name: rational(Fraction(value)) for name, value in point.items()}
    for bits in _BITS:
        with ctx.workprec(bits):
            try:
                value = ball(expression, env)
            except Unsure:
                continue
            except (Undefined, KeyError):
                return shown == NO_VALUE
            if shown is not None and (decimals(value) == shown or _close(as_arb(value), shown)):
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


def shape_of(settled: Settled) -> str:
    """The shape of what was settled; what stands beside a part is an inequality."""
    return settled.shape if isinstance(settled, Part | Step | Repair) else "Inequality"


def replay_all(what: str, settled: Settled) -> Iterator[Replay]:
    """Replay the certificates of one settled statement of a record.

    Parameters
    ----------
    what : str
        Place in the record.
    settled : Settled
        Its shape says what outcomes and certificates it can have.
    """
    outcome, certificate = settled.outcome, settled.certificate
    check = NAMED.get(shape_of(settled))
    if check is None or outcome not in check.outcomes:
        yield Replay(what, "FAILED", f"the check of a {shape_of(settled)} never says {outcome}")
        return
    if isinstance(settled, Part) and (points := check.certified(settled)) is not None:
        yield from (Replay(f"{what}, {place}", "FAILED" if fault else "replayed", fault) for place, fault in points)
        return
    if certificate is None and settled.trusted:
        yield Replay(what, "FAILED", "it trusts something, and has no certificate")
        return
    if certificate is None or certificate.get("engine") == "exact instance":
        yield _without(what, check, outcome)
        return
    if certificate.get("comparisons") is not None:
        yield from _compared(what, settled, certificate["comparisons"], check)
        return
    if settled.checked is None:
        yield Replay(what, "FAILED", "NOT replayed: the record has no statement that the certificate is for")
        return
    found = _replayed(what, certificate, settled.checked)
    collapsed = check.no_constant and outcome == "REFUTED"  # it is proved that no constant will do
    if found.result == "replayed" and settled.trusted != found.trusted:
        found = found.failing("what it trusts is not what the record shows")
    asked = ("proof",) if collapsed else _KIND.get(_TURNED[outcome] if check.turned else outcome, ())
    if check.turned and certificate.get("kind") == "undefined":
        asked = ()  # a quoted line without a value is not shown to be false
    if certificate.get("kind") not in asked:
        found = found.failing(f"a certificate of another kind than {outcome} asks for")
    elif not collapsed and found.result == "replayed":
        found = found.failing(misshown(settled.witness, certificate, settled.checked, settled.fact))
    yield found


def replay_constant(what: str, constant: Constant | PerTerm) -> Iterator[Replay]:
    """Replay the certificate of a claimed constant: a proof, or the point at which the claimed one is false."""
    certificate = constant.certificate
    if certificate is None:
        return
    found = _replayed(what, certificate, constant.checked)
    if certificate.get("kind") != ("proof" if constant.settled == "proved" else "counterexample"):
        found = found.failing(f"a certificate of another kind than {constant.settled!r} asks for")
    elif found.result == "replayed":
        witness = constant.witness if isinstance(constant, Constant) else None
        found = found.failing(misshown(witness, certificate, constant.checked))
    yield found


def replay_derivations(record: Record, claim: Claim | None) -> Iterator[Replay]:
    """Check the derivations of a record again, the closed ones by their certificates alone; they are those of its claim."""
    stated = {} if claim is None else {key(name, reading): s for name, reading, s in statements(claim)}
    for place, part in record.parts.items():
        kept = part.derivation
        what = f"derivation of part {place}"
        if claim is None:
            if kept is not None:
                yield Replay(what, "FAILED", "NOT replayed: its claim, whose facts it has, is not installed")
            continue
        certificate = kept.proofs if kept is not None and kept.closed else None
        again = derived(stated[place], place, claim, certificate) if place in stated else None
        if again != kept:
            yield Replay(what, "FAILED", "the installed claim gives another one, or it has a link that does not replay")
        elif kept is not None:
            yield Replay(what, "replayed" if kept.closed else "open", "" if kept.closed else kept.link)


# What a certificate has to be to carry the finding of a trial.
_KINDS = {"NEEDED": "counterexample", "NOT_NEEDED": "proof", "UNDEFINED": "undefined"}


def replay_trials(what: str, trials: Sequence[Trial], checked: Any) -> Iterator[Replay]:
    """Replay what was found about each hypothesis of a proved statement of a record.

    Parameters
    ----------
    what : str
        Place in the record.
    trials : sequence of Trial
        Those of which nothing is known are left out.
    checked : encoded statement
    """
    for trial in trials:
        place, certificate = f"{what}, without ${trial.latex}$", trial.certificate
        if certificate is None:
            if trial.finding != "OPEN":
                yield Replay(place, "FAILED", "NOT replayed: there is no certificate")
            elif trial.witness is not None or trial.trusted:
                yield Replay(place, "FAILED", "nothing is known, and a point is shown or something trusted")
            continue
        weaker = encode(without(decode(checked), trial.left_out))
        found = _replayed(place, certificate, weaker)
        replayed, undefined, witness = found.result == "replayed", trial.finding == "UNDEFINED", trial.witness
        if replayed and trial.trusted != (() if undefined else found.trusted):
            found = found.failing("what it trusts is not what the record shows")
        elif replayed and undefined:
            if witness is None or dict(witness.point) != certificate["point"]:
                found = found.failing("the displayed witness is not the point of the certificate")
        elif replayed:
            named = None if witness is None else msgspec.structs.replace(witness, text=at(witness.point))
            found = found.failing(misshown(named, certificate, weaker))
        if certificate.get("kind") != _KINDS.get(trial.finding):
            found = found.failing(f"a certificate of another kind than {trial.finding} asks for")
        yield found


def _without(what: str, check: Check, outcome: str) -> Replay:
    """What becomes of a statement without a certificate that could be replayed."""
    if outcome in ("ASSUMED", "UNDECIDED"):
        return Replay(what, "cited" if outcome == "ASSUMED" else "open")
    if check.may_be_empty and outcome == "PROVED":
        return Replay(what, "exact", "an instance that asks for nothing")
    if outcome in check.evaluated:
        return Replay(what, "exact", "re-evaluated where the claim is installed")
    if outcome == "PROVED" or isinstance(check, Formula | Compared):
        return Replay(what, "FAILED", "NOT replayed: there is no certificate")
    return Replay(what, "sampled")


def _compared(what: str, settled: Settled, comparisons: Sequence[dict[str, Any]], check: Check) -> Iterator[Replay]:
    """What becomes of a statement that is settled by several comparisons; the worst of them is its outcome.

    Of rates that outgrow each other every comparison has to be proved.
    """
    kinds, trusted = [], set()
    grown = check.no_constant and settled.outcome == "REFUTED"
    shown = settled.witness
    found = shown is None
    for encoded, comparison in zip(settled.checked_parts, comparisons, strict=True):
        certificate, place = comparison["certificate"], f"{what}, {comparison['what']}"
        kinds.append(certificate and certificate.get("kind"))
        if certificate is None:
            yield Replay(place, "open")
            continue
        one = _replayed(place, certificate, encoded)
        trusted |= {*one.trusted}
        if kinds[-1] not in (*_KIND["PROVED"], *_KIND["REFUTED"]):
            one = one.failing(f"a comparison has no certificate of kind {kinds[-1]!r}")
        found = found or (kinds[-1] in _KIND["REFUTED"] and not misshown(shown, certificate, encoded, settled.fact))
        yield one
    if set(settled.trusted) - trusted:
        yield Replay(what, "FAILED", "what it trusts is not what the record shows")
    nothing = not kinds and not check.may_be_empty  # an instance may ask for nothing
    worst = "REFUTED" if set(_KIND["REFUTED"]) & set(kinds) else "UNDECIDED" if None in kinds or nothing else "PROVED"
    if grown:
        if worst != "PROVED" or shown is None:
            yield Replay(what, "FAILED", "growth beyond every constant is not proved by its comparisons")
        return
    if worst != settled.outcome:
        yield Replay(what, "FAILED", f"its comparisons give {worst}, the record says {settled.outcome}")
    elif not found or (shown is None) != (worst != "REFUTED"):
        yield Replay(what, "FAILED", "the displayed witness is not the point of a certificate")


def _replayed(what: str, certificate: Certificate, encoded: Any) -> Replay:
    result = replay(dict(certificate), decode(encoded))
    return Replay(what, "replayed" if result.ok else "FAILED", "" if result.ok else result.reason, tuple(result.trusted))
