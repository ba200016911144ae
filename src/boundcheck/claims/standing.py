"""The name of a result, read in one place: what it is, its numbers, and how a sentence says that it stands."""

from __future__ import annotations

_DEFINED = frozenset({"Definition", "Assumption", "Algorithm", "Mechanism"})
_CONSISTENT = frozenset({"Section", "Appendix", "Table", "Figure"})
_RESULTS = frozenset(
    {"Theorem", "Lemma", "Proposition", "Corollary", "Claim", "Remark", "Definition", "Algorithm", "Assumption"}
)
_WITH_PROOF = frozenset({"Theorem", "Lemma", "Proposition", "Corollary", "Claim", "Fact"})
_NOT_PLURAL = frozenset("siu")  # before the last letter: loss, basis, radius


def kind(name: str) -> str:
    """The first word of a name without the s of a plural: *Theorem* of *Theorems 6.1 and 6.3*."""
    word = ""
    for sign in name:
        if not (sign.isalnum() or sign == "_"):
            break
        word += sign
    return "Appendix" if word == "Appendices" else word.removesuffix("s")


def is_result(name: str) -> bool:
    """Whether a place is a numbered result and no more: *Lemma B.1*, and neither *Lemma B.1, proof* nor *Eq. (3)*."""
    word, _, number = name.partition(" ")
    return word in _RESULTS and number[-1:].isdecimal() and all(sign.isdecimal() or sign == "." for sign in number[1:])


def aside(where: str) -> str:
    """A place after what is told of it, in brackets unless it is in brackets itself."""
    return (f", in {where}" if where.startswith("(") else f" ({where})") if where else ""


def within(where: str, own: str) -> str:
    """A place on the page without the result in which it is: *Lemma 1, proof, Eq. (3)* in *Lemma 1* is *proof, Eq. (3)*."""
    if where != own and not where.startswith((f"{own},", f"{own};", f"{own} ")):
        return where
    return where.removeprefix(own).lstrip(" ,;:")


def plural(name: str) -> bool:
    """Whether a name is that of several things: *Equations (1) to (4)*, *Section 4, remarks*, *Definition 2 and Remark 3*."""
    first, last = name.partition(" ")[0], name.rpartition(", ")[2].partition(" ")[0]
    return any(other[:1].isupper() for other in name.split(" and ")[1:]) or any(
        len(word) > 2 and word.isalpha() and word[-1] == "s" and word[-2] not in _NOT_PLURAL for word in (first, last)
    )


def numbers(name: str) -> list[tuple[int, str]]:
    """By what names of one kind are put in order: their numbers, and single capital letters before them."""
    found: list[tuple[int, str]] = []
    word = ""
    for sign, after in zip(name, f"{name[1:]} ", strict=False):
        word = word + sign if sign.isdecimal() else ""
        if word and not after.isdecimal():
            found.append((int(word), ""))
        elif sign.isascii() and sign.isupper() and not (after.isalnum() or after == "_"):
            found.append((0, sign))
    return found


def has_proof(name: str) -> bool:
    """Whether a result of this name comes with a proof, so that its lines are lines of that."""
    return kind(name) in _WITH_PROOF


def adjective(name: str) -> str:
    """``well defined`` or ``consistent`` for what asserts no theorem; empty for what holds."""
    if kind(name) in _DEFINED:
        return "well defined"
    return "consistent" if kind(name) in _CONSISTENT else ""


def stands(name: str) -> str:
    """The verb of a result that stands."""
    said = adjective(name)
    if said:
        return f"{'are' if plural(name) else 'is'} {said}"
    return "hold" if plural(name) else "holds"
