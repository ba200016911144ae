"""Rules that change letters: reciprocals, powers, distances, an order without loss of generality; and intermediate claims."""

from __future__ import annotations

import itertools
from typing import Any

from sympy import Expr, Rational, Symbol

from boundcheck.symbolic.encode import decode

from .calculus import affine_part, real
from .model import model
from .results import Inapplicable
from .sequent import NOT_REAL, Atom, Sequent, conditions, one_by_one

Node = dict[str, Any]
_HIGHEST = 12


def _letter(data: Any) -> Symbol:
    letter = real(decode(data))
    if not isinstance(letter, Symbol):
        raise Inapplicable("a letter is expected")
    return letter


def _put(sequent: Sequent, swap: dict[Symbol, Expr], *more: Atom) -> Sequent:
    """Return the sequent with letters replaced, and with what is known of the new ones."""
    given = [*more, *(Atom(h.expr.xreplace(swap), h.relation) for h in sequent.given)]
    claim = Atom(sequent.claim.expr.xreplace(swap), sequent.claim.relation)
    if any(a.expr.has(*NOT_REAL) for a in (*given, claim)):
        raise Inapplicable("not a real number after the change")
    return Sequent(tuple(dict.fromkeys(given)), claim)


def invert(sequent: Sequent, node: Node) -> list[Sequent]:
    """A positive letter is the reciprocal of a positive letter, called the same."""
    x = _letter(node["var"])
    return [sequent.claims(x, ">"), _put(sequent, {x: 1 / x}, Atom(x, ">"))]


def lift(sequent: Sequent, node: Node) -> list[Sequent]:
    """A letter that is not negative is a power of one that is not negative, called the same."""
    x, k, strict = _letter(node["var"]), node["power"], node.get("strict", False)
    if not isinstance(k, int) or isinstance(k, bool) or not 2 <= k <= _HIGHEST:
        raise Inapplicable("the power must be a small integer")
    known = Atom(x, ">" if strict else ">=")
    bounds = (_root_of_bound(h, x, k) for h in sequent.given)
    return [sequent.claims(x, known.relation), _put(sequent, {x: x**k}, known, *(b for b in bounds if b is not None))]


def _root_of_bound(h: Atom, x: Symbol, k: int) -> Atom | None:
    """Return what a rational bound on ``x^k`` says of x, both not negative."""
    parts = affine_part(h.expr, x) if h.expr.free_symbols == {x} and h.relation in (">=", ">") else None
    if parts is None or not all(isinstance(part, Rational) for part in parts) or parts[0] == 0:
        return None
    end = -parts[1] / parts[0]
    if end < 0 or (end == 0 and parts[0] > 0):
        return None
    root = end ** Rational(1, k)
    return Atom(x - root if parts[0] > 0 else root - x, h.relation)


def stretch(sequent: Sequent, node: Node) -> list[Sequent]:
    """A letter is a multiple, not by 0, of a letter called the same."""
    x, by = _letter(node["var"]), real(decode(node["by"]))
    if by.has(x):
        raise Inapplicable("the factor moves with the letter")
    goals, known = one_by_one(sequent, conditions(by))
    return [*goals, known.claims(by, "!="), _put(known, {x: by * x}, Atom(by, "!="))]


def shift(sequent: Sequent, node: Node) -> list[Sequent]:
    """A letter that is at least something else is that plus a letter that is not negative, called the same."""
    x, base = _letter(node["var"]), real(decode(node["base"]))
    if base.has(x):
        raise Inapplicable("what is added moves with the letter")
    above = [sequent.claims(c.expr, c.relation) for c in conditions(base)]
    return [*above, sequent.claims(x - base, ">="), _put(sequent, {x: base + x}, Atom(x, ">="))]


def order(sequent: Sequent, node: Node) -> list[Sequent]:
    """Letters that may change places are in order; of those that may only rotate, the first is the least."""
    letters = [_letter(item) for item in node["letters"]]
    if len(set(letters)) != len(letters) or len(letters) < 2:
        raise Inapplicable("needs different letters")
    if node["rotate"]:
        moves = [dict(zip(letters, letters[1:] + letters[:1], strict=True))]
        known = [Atom(other - letters[0], ">=") for other in letters[1:]]
    else:
        pairs = list(itertools.pairwise(letters))
        moves = [{a: b, b: a} for a, b in pairs]
        known = [Atom(b - a, ">=") for a, b in pairs]
    for move in moves:
        _require_invariant(sequent, move)
    return [sequent.assume(*known)]


def _require_invariant(sequent: Sequent, move: dict[Symbol, Symbol]) -> None:
    """Refuse a change of places that changes the hypotheses or the claim."""
    moved = {Atom(h.expr.xreplace(move), h.relation) for h in sequent.given}
    if moved != set(sequent.given):
        raise Inapplicable("the hypotheses are not symmetric")
    gap = sequent.claim.expr - sequent.claim.expr.xreplace(move)
    if gap != 0 and model(sequent.claims(gap, "==")).num != 0:
        raise Inapplicable("the claim is not symmetric")


def replace(sequent: Sequent, node: Node) -> list[Sequent]:
    """A letter that equals something in the others is replaced by it everywhere."""
    x, value = _letter(node["var"]), real(decode(node["by"]))
    if value.has(x):
        raise Inapplicable("what replaces the letter contains it")
    goals, known = one_by_one(sequent, conditions(value))
    return [*goals, known.claims(x - value, "=="), _put(known, {x: value})]


def cut(sequent: Sequent, node: Node) -> list[Sequent]:
    """An intermediate claim, and what follows with it."""
    lemma, relation = real(decode(node["lemma"])), node["relation"]
    if relation not in (">=", ">", "==", "!="):
        raise Inapplicable("the relation is unknown")
    goals, known = one_by_one(sequent, conditions(lemma))
    return [*goals, known.claims(lemma, relation), known.assume(Atom(lemma, relation))]
