"""The rules of proof: each turns a sequent into sequents that imply it, or closes it, or refuses.

The prover searches for a tree of rules; a certificate is that tree, and replay applies the same functions again. A rule
computes its subgoals itself, so a forged certificate cannot bring its own.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sympy import Add, Expr, Min, Rational, S, Symbol

from boundcheck.symbolic.encode import decode, encode

from . import boxes, calculus, changes, estimates, lemmas, smt, transforms
from .calculus import real
from .generators import factors, used
from .model import model
from .results import Inapplicable
from .sequent import Atom, Sequent, branch_node, conditions, pieces

Node = dict[str, Any]
Z3_VARIANTS = {
    "light": (False, ("exponents",)),
    "logs": (False, ("exponents", "groups")),
    "sums": (False, ("exponents", "monomials", "groups")),
    "full": (True, ("exponents", "link", "groups")),
    "wide": (True, ("exponents", "link", "single", "monomials")),
    "tangents": (True, ("exponents", "link", "tangents")),
}


def given(sequent: Sequent, node: Node) -> list[Sequent]:
    """The claim is one of the hypotheses, or follows from one by weakening its relation."""
    claim = sequent.claim
    weaker = {">=": (">=", ">", "=="), ">": (">",), "==": ("==",), "!=": ("!=", ">")}[claim.relation]
    if any(h.expr == claim.expr and h.relation in weaker for h in sequent.given):
        return []
    raise Inapplicable("not among the hypotheses")


def cases(sequent: Sequent, node: Node) -> list[Sequent]:
    """Both branches of the first |u|, min or max."""
    found = branch_node(sequent)
    if found is None:
        raise Inapplicable("nothing to branch on")
    first, second = _branches(found)
    result = []
    for value, sign in (first, second):
        atoms = tuple(
            p
            for h in (*sequent.given, Atom(sign, ">="))
            for p in pieces(Atom(h.expr.xreplace({found: value}), h.relation))
        )
        claim = Atom(sequent.claim.expr.xreplace({found: value}), sequent.claim.relation)
        result.append(Sequent(tuple(dict.fromkeys(atoms)), claim))
    return result


def _branches(node: Expr) -> tuple[tuple[Expr, Expr], tuple[Expr, Expr]]:
    if len(node.args) == 1:
        u = node.args[0]
        return (u, u), (-u, -u)
    a, *others = sorted(node.args, key=str)
    b = node.func(*others)
    return ((a, b - a), (b, a - b)) if isinstance(node, Min) else ((a, a - b), (b, b - a))


def clear(sequent: Sequent, node: Node) -> list[Sequent]:
    """Denominators and all factors of known sign go; an identity or a constant is settled."""
    m = model(sequent)
    outcome = m.split()
    if outcome is None:
        return []
    rest, assumed = outcome
    atoms = (Atom(m.expr(f), r) for f, r in assumed)
    return [sequent.claims(m.expr(rest), sequent.claim.relation).assume(*atoms)]


def polynomial(sequent: Sequent, node: Node) -> list[Sequent]:
    """Z3 refutes the negated claim among the facts of a variant; the emitted text is part of the certificate."""
    text = emitted(sequent, node["variant"])
    if node.get("smt2", text) != text:
        raise Inapplicable("the recorded SMT-LIB text is not that of the statement")
    if smt.check(text, int(node["rlimit"])) != "unsat":
        raise Inapplicable("the solver does not refute the negation")
    node["smt2"] = text
    return []


def emitted(sequent: Sequent, variant: str) -> str:
    """Return the SMT-LIB text of a sequent."""
    m = model(sequent)
    everything, kinds = Z3_VARIANTS[variant]
    facts = m.signs.facts
    claim = m.times_sign(m.num, m.den)
    start = used(claim) | _log_parts(m, claim)
    if not start:  # the claim is a constant: the hypotheses must exclude each other
        start = set(range(len(m.field.generators)))
    reach = lemmas.closure(m.field, start, facts, all_facts=everything)
    return lemmas.text(m.field, facts, (claim, sequent.claim.relation), reach, kinds, everything=everything)


def proposed(sequent: Sequent) -> dict[str, Fraction]:
    """Return a point at which the polynomial facts hold and the claim does not: a proposal, never a proof."""
    try:
        values = smt.model(emitted(sequent, "full"), 300_000)
        generators = enumerate(model(sequent).field.generators)
        return {str(g.expr): values[f"v{i}"] for i, g in generators if g.kind == "symbol" and f"v{i}" in values}
    except Inapplicable:
        return {}


def _log_parts(m: Any, claim: Any) -> set[int]:
    parts: set[int] = set()
    for i in used(claim):
        gen = m.field.generators[i]
        if gen.kind == "log":
            parts |= used(gen.num) | used(gen.den)
    return parts


def sides(sequent: Sequent, node: Node) -> list[Sequent]:
    """An equality from two inequalities."""
    if sequent.claim.relation != "==":
        raise Inapplicable("not an equality")
    return [sequent.claims(sequent.claim.expr, ">="), sequent.claims(-sequent.claim.expr, ">=")]


def apart(sequent: Sequent, node: Node) -> list[Sequent]:
    """Something is not 0 because it is positive, or negative."""
    if sequent.claim.relation != "!=" or node["sign"] not in (1, -1):
        raise Inapplicable("not a claim that something differs from 0")
    return [sequent.claims(node["sign"] * sequent.claim.expr, ">")]


def contradiction(sequent: Sequent, node: Node) -> list[Sequent]:
    """The hypotheses exclude each other."""
    return [sequent.claims(S.NegativeOne, ">=")]


def sign(sequent: Sequent, node: Node) -> list[Sequent]:
    """Three cases, by the sign of an expression that is defined wherever the hypotheses hold."""
    on = real(decode(node["on"]))
    m = model(sequent)
    m.field.normal(on)
    if any(c not in sequent.given for c in conditions(on)):
        raise Inapplicable("the expression may be undefined")
    return [sequent.assume(Atom(on, ">")), sequent.assume(Atom(-on, ">")), sequent.assume(Atom(on, "=="))]


def factor(sequent: Sequent, node: Node) -> list[Sequent]:
    """Three cases, by the sign of one irreducible factor of the claim."""
    m = model(sequent)
    on = m.expr(factors(m.num)[1][node["index"]][0])
    vanishing = sequent.claims(S.Zero, sequent.claim.relation).assume(Atom(on, "=="))
    return [sequent.assume(Atom(on, ">")), sequent.assume(Atom(-on, ">")), vanishing]


def scale(sequent: Sequent, node: Node) -> list[Sequent]:
    """The claim divided by something positive."""
    by = real(decode(node["by"]))
    positive = [sequent.claims(c.expr, c.relation) for c in conditions(by)]
    quotient = Add(*(term / by for term in Add.make_args(sequent.claim.expr)))
    return [*positive, sequent.claims(by, ">"), sequent.claims(quotient, sequent.claim.relation)]


def split(sequent: Sequent, node: Node) -> list[Sequent]:
    """Two cases, on either side of a rational value of one symbol."""
    symbol, at = real(decode(node["var"])), decode(node["at"])
    if not isinstance(symbol, Symbol) or not isinstance(at, Rational):
        raise Inapplicable("a symbol is split at a rational")
    return [sequent.assume(Atom(at - symbol, ">=")), sequent.assume(Atom(symbol - at, ">="))]


def balls(sequent: Sequent, node: Node) -> list[Sequent]:
    """Every box of a subdivision that covers the domain is settled by ball arithmetic."""
    boxes.check(sequent, node)
    return []


RULES: dict[str, Callable[[Sequent, Node], list[Sequent]]] = {
    rule.__name__: rule
    for rule in (given, cases, clear, polynomial, sides, apart, contradiction, sign, factor, scale, split, balls)
}
RULES |= {
    rule.__name__: rule
    for rule in (
        calculus.monotone,
        calculus.concave,
        transforms.addends,
        transforms.contrapose,
        changes.invert,
        changes.lift,
        changes.shift,
        changes.stretch,
        changes.order,
        changes.cut,
        estimates.far,
        estimates.stirling,
        changes.replace,
        transforms.logarithm,
        transforms.rescale,
        transforms.square,
        transforms.substitute,
        transforms.tidy,
    )
}


def apply(sequent: Sequent, node: Node) -> list[Sequent]:
    """Return the subgoals of a node of a proof tree."""
    rule = RULES.get(node.get("rule", ""))
    if rule is None:
        raise Inapplicable(f"rule {node.get('rule')!r}: unknown")
    try:
        return rule(sequent, node)
    except (KeyError, IndexError, TypeError, ValueError, ArithmeticError, AttributeError) as wrong:
        raise Inapplicable(f"rule {node.get('rule')}: {wrong}") from wrong


def verify(sequent: Sequent, node: Node, depth: int = 0) -> None:
    """Check a whole proof tree; Inapplicable says where it breaks."""
    if depth > 40:
        raise Inapplicable("the tree is too deep")
    goals = apply(sequent, node)
    children = node.get("then", [])
    if len(goals) != len(children):
        raise Inapplicable(f"rule {node['rule']}: {len(goals)} subgoals, {len(children)} proofs")
    for goal, child in zip(goals, children, strict=True):
        verify(goal, child, depth + 1)


def names(node: Node) -> set[str]:
    """Return the rules that a tree uses."""
    return {node["rule"]}.union(*(names(child) for child in node.get("then", [])))


__all__ = ["RULES", "Node", "apply", "encode", "names", "verify"]
