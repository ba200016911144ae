"""The rules of proof: each turns a sequent into sequents that imply it, changes of letter and of scale included."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import Add, Expr, Min, Rational, S, Symbol, exp, expand_log, log

from boundcheck.symbolic.encode import decode

from . import calculus, points, polynomial_form, smt
from .calculus import affine_part, real
from .field import ONE, factors, used
from .polynomial_form import model
from .results import Inapplicable
from .sequent import NOT_REAL, Atom, Sequent, branch_node, conditions, one_by_one, pieces
from .smt import OutOfTime

# Rules that change letters: reciprocals, powers, distances, an order without loss of generality; and intermediate claims.

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


# Rules that change the variable or the scale of a claim: logarithms, squares, what hypotheses determine.


def logarithm(sequent: Sequent, node: Node) -> list[Sequent]:
    """Compare logarithms: a - b >= 0 from log a - log b >= 0, both positive."""
    left, right, goals = _two_sides(sequent, node, ">")
    positive = sequent.assume(Atom(left, ">"), Atom(right, ">"))
    return [*goals, positive.claims(log(left) - log(right), sequent.claim.relation)]


def square(sequent: Sequent, node: Node) -> list[Sequent]:
    """Compare squares: a - b >= 0 from a^2 - b^2 >= 0, neither negative."""
    left, right, goals = _two_sides(sequent, node, ">=")
    known = sequent.assume(Atom(left, ">="), Atom(right, ">="))
    return [*goals, known.claims(left**2 - right**2, sequent.claim.relation)]


def contrapose(sequent: Sequent, node: Node) -> list[Sequent]:
    """Where the claim fails, a hypothesis fails: which is the same, the other way round."""
    index, claim = node["hypothesis"], sequent.claim
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(sequent.given):
        raise Inapplicable("no such hypothesis")
    h = sequent.given[index]
    opposite = {">=": ">", ">": ">="}
    if h.relation not in opposite or claim.relation not in opposite:
        raise Inapplicable("not two inequalities")
    others = tuple(g for g in sequent.given if g != h)
    return [Sequent(others, Atom(-h.expr, opposite[h.relation])).assume(Atom(-claim.expr, opposite[claim.relation]))]


def addends(sequent: Sequent, node: Node) -> list[Sequent]:
    """A sum of parts that are not negative; of a strict claim the first part is positive."""
    parts = [real(decode(part)) for part in node["parts"]]
    if sequent.claim.relation not in (">=", ">") or len(parts) < 2:
        raise Inapplicable("not an inequality in several parts")
    defined = dict.fromkeys(c for part in parts for c in conditions(part))
    goals = [sequent.claims(c.expr, c.relation) for c in defined]
    goals.append(sequent.claims(Add(sequent.claim.expr, *(-part for part in parts)), "=="))
    goals.append(sequent.claims(parts[0], sequent.claim.relation))
    return goals + [sequent.claims(part, ">=") for part in parts[1:]]


def _two_sides(sequent: Sequent, node: Node, sign: str) -> tuple[Expr, Expr, list[Sequent]]:
    left, right = real(decode(node["left"])), real(decode(node["right"]))
    if sequent.claim.relation not in (">=", ">"):
        raise Inapplicable("not an inequality")
    goals = []
    for side in (left, right):
        goals += [sequent.claims(c.expr, c.relation) for c in conditions(side)]
    goals.append(sequent.claims(sequent.claim.expr - left + right, "=="))
    goals += [sequent.claims(side, sign) for side in (left, right)]
    return left, right, goals


def rescale(sequent: Sequent, node: Node) -> list[Sequent]:
    """A positive symbol x is written exp(-y), y a real number of its own: logarithms of x become sums."""
    x = real(decode(node["var"]))
    if not isinstance(x, Symbol):
        raise Inapplicable("a symbol is written in another scale")
    taken = {s.name for a in (*sequent.given, sequent.claim) for s in a.expr.free_symbols}
    y = Symbol(f"{x}_log", real=True)
    if y.name in taken:
        raise Inapplicable(f"{y}: a letter of the statement")

    def moved(a: Atom) -> Atom:
        return Atom(_apart(a.expr.xreplace({x: exp(-y)})), a.relation)

    given = tuple(dict.fromkeys((*map(moved, sequent.given), *_bounds_of(sequent, x, y))))
    return [sequent.claims(x, ">"), Sequent(given, moved(sequent.claim))]


def _bounds_of(sequent: Sequent, x: Symbol, y: Symbol) -> Iterator[Atom]:
    """What x < a and x > a say of y, for positive numbers a; the logarithm keeps the order."""
    for h in sequent.given:
        if h.relation not in (">", ">="):
            continue
        for sign in (1, -1):
            bound = sign * (x - h.expr * sign)
            if isinstance(bound, Rational) and bound * sign > 0:
                yield Atom(sign * (-y - log(bound * sign)), h.relation)


def _apart(expr: Expr) -> Expr:
    """Logarithms of a positive number times an exponential, taken apart."""
    return expr.replace(lambda e: isinstance(e, log), lambda e: expand_log(e))


def substitute(sequent: Sequent, node: Node) -> list[Sequent]:
    """A hypothesis that determines a symbol is used up, the symbol replaced everywhere."""
    for h in sequent.given:
        if h.relation != "==":
            continue
        for x in sorted(h.expr.free_symbols, key=str):
            parts = affine_part(h.expr, x)
            if parts is None or not isinstance(parts[0], Rational) or parts[0] == 0:
                continue
            swap = {x: -parts[1] / parts[0]}
            moved = (Atom(g.expr.xreplace(swap), g.relation) for g in sequent.given if g is not h)
            claim = Atom(sequent.claim.expr.xreplace(swap), sequent.claim.relation)
            return [Sequent(tuple(dict.fromkeys(moved)), claim)]
    raise Inapplicable("no hypothesis determines a symbol")


def tidy(sequent: Sequent, node: Node) -> list[Sequent]:
    """Hypotheses that are products lose the factors of known sign."""
    tidied = _tidied(sequent)
    if tidied is None:
        raise Inapplicable("nothing to tidy")
    return [tidied]


@lru_cache(maxsize=5_000)
def _tidied(sequent: Sequent) -> Sequent | None:
    """The sequent with simpler hypotheses, None where there are none: a search asks whether there are, and then for them."""
    m = model(sequent)
    simpler = [_simpler(m, h) for h in sequent.given]
    if not any(simpler):
        return None
    # every new hypothesis follows from the old ones, so nothing is assumed that was not
    given = (h if other is None else other for h, other in zip(sequent.given, simpler, strict=True))
    return Sequent(tuple(dict.fromkeys(given)), sequent.claim)


def _simpler(m: Any, h: Atom) -> Atom | None:
    try:
        num, den = m.field.normal(h.expr)
    except OutOfTime:
        raise  # what has no simpler form is remembered, what was not looked at to the end is not
    except Inapplicable:
        return None
    if num == 0:
        return None
    content, up = factors(num)
    extra, down = factors(den)
    if len(up) + len(down) < 2:
        return None
    sign = 1 if content * extra > 0 else -1
    rest, dropped = ONE, 0
    for f, k in [*up, *((f, k) for f, k in down)]:
        known = m.signs.of(f)
        if known:
            sign, dropped = sign * known ** abs(k), dropped + 1
        else:
            rest *= f ** (k if h.relation in (">=", ">") else 1)
    if not dropped or rest.is_constant():
        return None
    return Atom(m.expr(rest * sign), h.relation)


# The rules of proof: each turns a sequent into sequents that imply it, or closes it, or refuses.
#
# The prover searches for a tree of rules; a certificate is that tree, and replay applies the same functions again. A rule
# computes its subgoals itself, so a forged certificate cannot bring its own.

_PROPOSING = 5.0  # seconds; the solver's counter does not see what algebraic numbers cost
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
    reach = polynomial_form.closure(m.field, start, facts, all_facts=everything)
    return polynomial_form.text(m.field, facts, (claim, sequent.claim.relation), reach, kinds, everything=everything)


def proposed(sequent: Sequent) -> dict[str, Fraction]:
    """Return a point at which the polynomial facts hold and the claim does not: a proposal, never a proof."""
    try:
        with smt.limited(_PROPOSING):
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
    points.check(sequent, node)
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
        addends,
        contrapose,
        invert,
        lift,
        shift,
        stretch,
        order,
        cut,
        calculus.far,
        calculus.stirling,
        replace,
        logarithm,
        rescale,
        square,
        substitute,
        tidy,
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
