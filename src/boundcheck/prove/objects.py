"""Proof objects: a certificate with every sequent written out and a reason at each leaf, for `boundcheck.checker`.

An object is made by walking the rules of the kernel along a certificate's tree. What a rule of the kernel asks the solver
on the way, the sign of a factor say, becomes a sequent of its own here. The search for multipliers may be wrong: the checker
looks at everything again. What no reason is found for is marked with the rule `solver`, and the object says so.

``python -m boundcheck.prove.objects RECORD.json`` writes the objects of the proofs of a record, by the name of the statement.
"""

from __future__ import annotations

import copy
import hashlib
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import sympy
from sympy import Abs, Add, Expr, Indexed, Max, Min, Mul, Pow, Rational, Symbol

from boundcheck import checker
from boundcheck.checker import Atom, Group, Term, Wrong
from boundcheck.symbolic.encode import decode
from boundcheck.symbolic.functions import sigmoid

from .kernel import calculus, rules
from .kernel.field import factors
from .kernel.polynomial_form import model
from .kernel.reading import reading
from .kernel.results import Inapplicable
from .kernel.sequent import NOT_REAL, Sequent
from .kernel.sequent import Atom as Condition
from .search import cores, multipliers
from .search.door import version

_FUNCTIONS: dict[Any, str] = {
    sympy.exp: "exp",
    sympy.log: "log",
    Abs: "abs",
    sigmoid: "sigmoid",
    sympy.sinh: "sinh",
    sympy.cosh: "cosh",
    sympy.tanh: "tanh",
    sympy.coth: "coth",
    Add: "+",
    Mul: "*",
    Max: "max",
    Min: "min",
}


@dataclass
class Step:
    """A sequent, the rule that gives it, and the steps it is derived from."""

    given: tuple[Atom, ...]
    claim: Atom
    by: str
    then: list[Step] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)


def written(expr: Expr) -> Term:
    """Return the checker's term of an expression."""
    if isinstance(expr, Rational):
        return checker.number(Fraction(int(expr.p), int(expr.q)))
    if isinstance(expr, (Symbol, Indexed)):
        return checker.letter(str(expr))
    if expr is sympy.pi:
        return checker.built("pi", [])
    if expr is sympy.E:
        return checker.built("e", [])
    if isinstance(expr, Pow):
        return checker.built("^", [written(expr.base), written(expr.exp)])
    head = _FUNCTIONS.get(type(expr))
    if head is None:
        raise Wrong(f"{type(expr).__name__} has no term")
    args = sorted(expr.args, key=str) if head in ("min", "max") else expr.args
    return checker.built(head, [written(arg) for arg in args])


def atom(a: Condition) -> Atom:
    return a.relation, written(a.expr)


def atoms(sequent: Sequent) -> tuple[Atom, ...]:
    """Return the hypotheses; one that is no real relation is not used."""
    return tuple(dict.fromkeys(atom(h) for h in sequent.given if not h.expr.has(*NOT_REAL)))


class Maker:
    """Makes the object of one statement; what has been proved once under the same hypotheses is not looked for again."""

    def __init__(self, whole: frozenset[str], point: dict[str, Fraction], seconds: float = 3.0):
        self.whole, self.point, self.seconds = whole, point, seconds
        self.found: dict[tuple, Step] = {}

    def sides(self, given: Iterable[Atom], t: Term) -> tuple[Term, ...]:
        """Return a term and its opposite; without the one that is negative at the point at hand, where that is admissible."""
        both = (t, checker.negative(t))
        zero = checker.number(0)
        try:
            if all(checker.holds((r, h, zero), self.point, self.whole) is True for r, h in given):
                signs = [checker.holds((">=", side, zero), self.point, self.whole) for side in both]
                return tuple(side for side, sign in zip(both, signs, strict=True) if sign is not False)
        except (Wrong, checker.Undefined, checker.Unsure):
            pass
        return both

    # ---- leaves

    def leaf(self, given: Iterable[Atom], claim: Atom, why: str = "a leaf", text: str = "") -> Step:
        """Return a step that proves a claim from hypotheses alone, by a solver if by nothing else."""
        given = tuple(dict.fromkeys(given))
        key = given, claim
        if key not in self.found:
            self.found[key] = self._leaf(given, claim) or Step(
                given, claim, "solver", data={"why": why, **({"smt2": text} if text else {})}
            )
        return self.found[key]

    def fails(self, given: Iterable[Atom], claim: Atom) -> bool:
        """Whether the point at hand is one at which the hypotheses hold and the claim does not."""
        zero = checker.number(0)
        try:
            if checker.holds((*claim, zero), self.point, self.whole) is not False:
                return False
            return all(checker.holds((r, h, zero), self.point, self.whole) is True for r, h in given)
        except (Wrong, checker.Undefined, checker.Unsure):
            return False

    def _leaf(self, given: tuple[Atom, ...], claim: Atom) -> Step | None:
        group = Group(given)
        if group.settles(claim):
            return Step(given, claim, "derive")
        hints = _in_logarithms(group, claim)
        data: dict[str, Any] = {"hints": list(hints)} if hints else {}
        if hints and group.settles(claim, hints):
            return Step(given, claim, "derive", data=data)
        if self.fails(given, claim):
            return None
        if lemmas := self.inside(group, claim):
            last = self.leaf((*given, *(lemma.claim for lemma in lemmas)), claim)
            return None if last.by == "solver" else Step(given, claim, "derive", [*lemmas, last])
        wanted = [claim] if claim[0] != "==" else [(">=", claim[1]), (">=", checker.negative(claim[1]))]
        steps: list[dict] = []
        for each in wanted:
            if group.settles(each):
                continue
            one = cores.step(list(given), each, self.whole, self.seconds, hints)
            if one is None:
                steps = []
                break
            steps.append(one)
        if steps:
            return Step(given, claim, "derive", data={"steps": steps, **data})
        if claim[0] == "!=":  # positive, or negative
            for side in self.sides(given, claim[1]):
                one = cores.step(list(given), (">", side), self.whole, self.seconds)
                if one is not None:
                    return Step(given, claim, "derive", data={"steps": [one]})
        found = self._factored(given, claim)
        if found is None and (lemmas := self.apart(given)):
            known = (*given, *(lemma.claim for lemma in lemmas))
            last = self.leaf(known, claim)
            if last.by != "solver":
                found = Step(given, claim, "derive", [*lemmas, last])
        return found

    def inside(self, group: Group, claim: Atom) -> list[Step]:
        """Return that parts of a claim are in their domains, where that takes more than a look."""
        found: list[Step] = []
        for c in checker.conditions(claim[1], self.whole):
            if c[1] != claim[1] and not group.settles(c):
                lemma = self.leaf(tuple(group.known), c, why="a domain")
                if lemma.by != "solver":
                    found.append(lemma)
                    group.take(c)
        return found

    def apart(self, given: Iterable[Atom]) -> list[Step]:
        """Return the signs of what the hypotheses only say not to be 0."""
        found: list[Step] = []
        group = Group(tuple(given))
        for relation, t in tuple(group.known) if group.known else ():
            if relation != "!=" or group.settles((">", t)) or group.settles((">", checker.negative(t))):
                continue
            plain = tuple(a for a in group.known if a != (relation, t))
            for side in self.sides(plain, t):
                one = cores.step(list(plain), (">", side), self.whole, self.seconds)
                if one is not None:
                    found.append(Step(plain, (">", side), "derive", data={"steps": [one]}))
                    group.take((">", side))
                    break
        return found

    def _factored(self, given: tuple[Atom, ...], claim: Atom) -> Step | None:
        """The factors of a claim, each of a sign of its own."""
        group = Group(given)
        try:
            parts = multipliers.factors(group.context().cleared(claim)[0])
        except Wrong:
            return None
        hints = [multipliers.term_of(part) for part in parts]
        lemmas: list[Step] = []
        for t in dict.fromkeys(hints):
            if group.settles((">", t)) or group.settles((">", checker.negative(t))):
                continue
            for relation in (">", ">=") if claim[0] == ">=" else (">",):
                for side in self.sides(given, t):
                    found = self.leaf(given, (relation, side))
                    if found.by != "solver":
                        lemmas.append(found)
                        group.take((relation, side))
                        break
                else:
                    continue
                break
        if hints and group.settles(claim, tuple(hints)):
            return Step(given, claim, "derive", lemmas, {"hints": hints})
        return None

    # ---- premises

    def fitted(self, groups: list[tuple[Atom, ...]], children: list[Step]) -> list[Step]:
        """Return the children, each after what of its hypotheses does not follow at once in the group it fits best."""
        result: list[Step] = []
        known = [Group(g) for g in groups]
        for child in children:
            missing = [[h for h in child.given if not g.settles(h)] for g in known]
            best = min(range(len(known)), key=lambda i: len(missing[i]))
            for h in missing[best]:
                lemma = self.leaf(known[best].known, h, why="a hypothesis")
                result.append(lemma)
                known[best].take(h)
            result.append(child)
            for g in known:
                if all(g.settles(h) for h in child.given):
                    g.take(child.claim)
        return result

    def through(self, swaps: list, given: tuple[Atom, ...], claim: Atom, children: list[Step]) -> Step:
        """Return a step for a claim with letters that the kernel has replaced."""
        if not swaps:
            group = Group(given)
            if group.settles(claim):
                return Step(given, claim, "derive")
            for child in children:
                if child.claim == claim or (Group((*given, child.claim)).settles(claim)):
                    return self.derived(given, claim, self.fitted([given], [child]))
            return self.derived(given, claim, self.fitted([given], children))
        (x, value), *rest = swaps
        moved = tuple((r, checker.put(t, {x: value})) for r, t in given)
        inner = self.through(rest, moved, (claim[0], checker.put(claim[1], {x: value})), children)
        lemma = self.leaf(given, ("==", checker.minus(x, value)))
        lemmas = [lemma] if lemma.by != "derive" or lemma.data or lemma.then else []
        return Step(given, claim, "equal", [*lemmas, inner], {"var": x, "value": value})

    # ---- rules

    def step(self, sequent: Sequent, node: dict) -> Step:
        """Return the step of a node of a certificate's tree."""
        goals = rules.apply(sequent, dict(node))
        children = [self.step(goal, child) for goal, child in zip(goals, node.get("then", []), strict=True)]
        given, claim, name = atoms(sequent), atom(sequent.claim), node["rule"]
        build = getattr(self, f"_{name}", self._plainly)
        return build(sequent, node, given, claim, children)

    def _plainly(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        """What follows from the children as it stands, or by multipliers."""
        return self.derived(given, claim, self.fitted([given], children))

    def derived(self, given: tuple, claim: Atom, then: list[Step], hints: tuple[Term, ...] = (), why: str = "a step") -> Step:
        group = Group(given)
        for child in then:
            group.use(_as_node(child))
        if group.settles(claim, hints):
            return Step(given, claim, "derive", then, {"hints": list(hints)} if hints else {})
        last = self.leaf(group.known, claim, why=why)
        if last.by == "derive":
            return Step(given, claim, "derive", [*then, *last.then], last.data)
        return Step(given, claim, "derive", [*then, last])

    def _polynomial(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        return self.leaf(given, claim, text=node.get("smt2", ""))

    def _clear(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        m = model(sequent)
        group = Group(given)
        if group.settles(claim):
            return Step(given, claim, "derive")
        outcome = m.split()
        assumed = [] if outcome is None else [written(m.expr(f)) for f, r in outcome[1]]
        hints: list[Term] = []
        lemmas: list[Step] = []
        parts = [f for poly in (m.num, m.den) if poly != 0 for f, _ in factors(poly)[1]]
        for f in parts:
            t = written(m.expr(f))
            hints.append(t)
            sign = m.signs.of(f)
            if sign:
                a = (">", t if sign > 0 else checker.negative(t))
            elif t in assumed and m.signs.not_negative(f):
                a = (">=", t)
            else:
                continue
            if not group.settles(a):
                lemmas.append(self.leaf(given, a, why="a sign"))
        return self._over(given, claim, assumed, lemmas, children, tuple(dict.fromkeys(hints)))

    def _over(
        self, given: tuple, claim: Atom, assumed: list[Term], lemmas: list[Step], children: list[Step], hints: tuple
    ) -> Step:
        """By cases, whether what is assumed not to vanish does."""
        if not assumed:
            return self.derived(given, claim, [*lemmas, *self.fitted([given], children)], hints)
        t, *rest = assumed
        inner = [
            self._over((*given, a), claim, rest, lemmas, children, hints) for a in ((">", t), (">", checker.negative(t)))
        ]
        return Step(given, claim, "cases", [*lemmas, *inner], {"on": t, "hints": list(hints)})

    def _tidy(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        m = model(sequent)
        lemmas: list[Step] = []
        hints: list[Term] = []
        (child,) = children
        group = Group(given)
        for h in sequent.given:
            try:
                num, den = m.field.normal(h.expr)
            except Inapplicable:
                continue
            if num == 0 or (group.settles(atom(h)) and atom(h) in child.given):
                continue
            for f in [f for poly in (num, den) for f, _ in factors(poly)[1]]:
                sign, t = m.signs.of(f), written(m.expr(f))
                hints.append(t)
                a: Atom = (">", t if sign > 0 else checker.negative(t))
                if sign and not group.settles(a):
                    lemmas.append(self.leaf(given, a, why="a sign"))
                    group.take(a)
        hints = list(dict.fromkeys(hints))
        then = list(lemmas)
        for needed in child.given:
            if not group.settles(needed):
                if group.settles(needed, tuple(hints)):
                    then.append(Step(tuple(group.known), needed, "derive", data={"hints": hints}))
                else:
                    then.append(self.leaf(group.known, needed, why="a hypothesis"))
                group.take(needed)
        return self.derived(given, claim, [*then, child])

    def _cases(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        found = rules.branch_node(sequent)
        (_, sign), _ = rules._branches(found)
        return self._split_on(written(sign), True, given, claim, children)

    def _split_on(self, t: Term, weak: bool, given: tuple, claim: Atom, children: list[Step]) -> Step:
        below = checker.negative(t)
        pairs = [(">=", t), (">=", below)] if weak else [(">", t), (">", below), ("==", t)]
        then = self.fitted([(*given, a) for a in pairs], children)
        return Step(given, claim, "cases", then, {"on": t, "weak": weak})

    def _sign(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        return self._split_on(written(calculus.real(decode(node["on"]))), False, given, claim, children)

    def _factor(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        m = model(sequent)
        on = m.expr(factors(m.num)[1][node["index"]][0])
        return self._split_on(written(on), False, given, claim, children)

    def _split(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        return self._split_on(written(decode(node["at"]) - calculus.real(decode(node["var"]))), True, given, claim, children)

    def _scale(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        by = written(calculus.real(decode(node["by"])))
        return self.derived(given, claim, self.fitted([given], children), (by,))

    def _substitute(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        for h in sequent.given:
            for x in sorted(h.expr.free_symbols, key=str) if h.relation == "==" else ():
                parts = calculus.affine_part(h.expr, x)
                if parts is not None and isinstance(parts[0], Rational) and parts[0] != 0:
                    return self._equal(x, -parts[1] / parts[0], given, claim, children)
        raise Inapplicable("no hypothesis determines a symbol")

    def _replace(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        x, value = calculus.real(decode(node["var"])), calculus.real(decode(node["by"]))
        return self._equal(x, value, given, claim, children)

    def _equal(self, x: Expr, value: Expr, given: tuple, claim: Atom, children: list[Step]) -> Step:
        swap = {written(x): written(value)}
        moved = tuple((r, checker.put(t, swap)) for r, t in given)
        then = self.fitted([given, moved], children)
        return Step(given, claim, "equal", then, {"var": written(x), "value": written(value)})

    def _monotone(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        x, at = written(decode(node["var"])), written(calculus.real(decode(node["at"])))
        data = {"var": x, "at": at, "strict": bool(node.get("strict", False))}
        step = Step(given, claim, "monotone", [], data)
        base = checker.along(_as_node(step), checker.TERMS[x][1])
        away = checker.minus(x, at)
        groups = [base, (*base, (">", away)), (*base, (">", checker.negative(away))), given]
        step.then = self.fitted(groups, children)
        return step

    def _concave(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        x = written(decode(node["var"]))
        low, high = (written(calculus.real(decode(node[end]))) for end in ("low", "high"))
        step = Step(given, claim, "concave", [], {"var": x, "low": low, "high": high})
        base = checker.along(_as_node(step), checker.TERMS[x][1])
        inside = ((">", checker.minus(x, low)), (">", checker.minus(high, x)))
        step.then = self.fitted([base, (*base, *inside)], children)
        return step

    def _balls(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        step = Step(given, claim, "boxes", [], {"tree": ""})
        try:
            judge = checker.Boxes(_as_node(step))
        except Wrong:
            return self.leaf(given, claim, why="boxes")
        stack, tree = [judge.domain], []
        while stack:
            checker.Interval.bits = 64
            box = stack.pop()
            if judge.settled(box):
                tree.append("+")
            elif len(tree) > 40_000:
                return self.leaf(given, claim, why="boxes")
            else:
                i = max(range(len(box)), key=lambda j: box[j][1] - box[j][0])
                tree.append(str(i))
                stack += reversed(checker.halves(box, i))
        step.data["tree"] = "".join(tree)
        return step

    def _moved(self, x: Term, value: Term, given: tuple, claim: Atom, children: list[Step]) -> Step:
        *sides, last = children
        group = Group(given)
        then = self.fitted([given], sides)
        for side in then:
            group.use(_as_node(side))
        for relation, t in last.given:
            wanted = relation, checker.put(t, {x: value})
            if not group.settles(wanted):
                then.append(self.leaf(group.known, wanted, why="a hypothesis"))
                group.take(wanted)
        return Step(given, claim, "special", [*then, last], {"map": [(x, value)]})

    def _rescale(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        x = calculus.real(decode(node["var"]))
        value = checker.negative(checker.term("log", written(x)))
        return self._moved(checker.letter(f"{x}_log"), value, given, claim, children)

    def _invert(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        x = written(calculus.real(decode(node["var"])))
        return self._moved(x, checker.power(x, -1), given, claim, children)

    def _lift(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        x = written(calculus.real(decode(node["var"])))
        return self._moved(x, checker.power(x, Fraction(1, node["power"])), given, claim, children)

    def _stretch(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        x, by = written(calculus.real(decode(node["var"]))), written(calculus.real(decode(node["by"])))
        return self._moved(x, checker.times(x, checker.power(by, -1)), given, claim, children)

    def _shift(self, sequent: Sequent, node: dict, given: tuple, claim: Atom, children: list[Step]) -> Step:
        x, base = written(calculus.real(decode(node["var"]))), written(calculus.real(decode(node["base"])))
        return self._moved(x, checker.minus(x, base), given, claim, children)


def _in_logarithms(group: Group, claim: Atom) -> tuple[Term, ...]:
    """Return factors of what stands in the logarithms of a claim."""
    context = group.context()
    found: dict[tuple, Term] = {}
    try:
        num, _ = context.normal(claim[1])
        for i in sorted({i for m in num for i, _ in m}):
            if checker.GENERATORS[i][0] == "log":
                parts = cores.powers(dict(checker.GENERATORS[i][1]))
                for p, _ in parts if len(parts) > 1 or any(k > 1 for _, k in parts) else ():
                    found.setdefault(checker.key_of(p), multipliers.term_of(p))
    except Wrong:
        pass
    return tuple(found.values())


def _as_node(step: Step) -> checker.Node:
    """Return what the checker sees of a step's sequent."""
    node = object.__new__(checker.Node)
    node.given, node.claim = step.given, step.claim
    return node


def proof_object(encoded: list, certificate: dict[str, Any], seconds: float = 3.0) -> dict[str, Any]:
    """Return the object of a proved statement of a record, as plain data.

    Parameters
    ----------
    encoded : list
        The statement, as a record has it.
    certificate : dict
        Of a proof.
    seconds : float
        For the multipliers of one leaf, at most about.
    """
    statement = decode(encoded)
    read = reading(statement, (), certificate.get("plan"))
    point = {name: Fraction(value) for name, value in certificate["satisfiable"].items()}
    maker = Maker(read.whole, point, seconds)
    printed = checker.lettered_statement(encoded)
    children = [maker.step(s, tree) for s, tree in zip(read.sequents, certificate["proofs"], strict=True)]
    swaps = definitions(printed, read)
    if not swaps:
        base = (*checker.domain_of(printed), *map(checker.as_atom, printed.within))
        goals = maker.fitted([base], children)
        group = Group(base)
        for goal in goals:
            group.use(_as_node(goal))
        if not all(group.settles(checker.as_atom(r)) for r in printed.relations()):
            goals += maker.apart(group.known)
        for r in printed.relations():
            for needed in checker._conditions_of(r, read.whole):
                if not group.settles(needed) and (lemma := maker.leaf(group.known, needed)).by != "solver":
                    goals.append(lemma)
                    group.take(needed)
        return plain(goals, certificate["satisfiable"])
    known, goals = checker.domain_of(printed), []
    for r in printed.relations():
        for needed in (*checker._conditions_of(r, read.whole), checker.as_atom(r)):
            if not Group(known).settles(needed):
                goals.append(maker.through(swaps, known, needed, children))
                known = (*known, needed)
    return plain(goals, certificate["satisfiable"])


def definitions(printed: checker.Statement, read: Any) -> list[tuple[Term, Term]]:
    """Return the letters that the kernel has replaced, each with the term that a hypothesis makes it."""
    left = copy.copy(printed)
    kept = {str(s) for s in read.symbols}
    swaps: list[tuple[Term, Term]] = []
    while gone := sorted(left.letters() - kept - left.whole):
        for name in gone:
            found = checker.defined(left, name)
            if found is not None:
                swaps.append((checker.letter(name), found))
                break
        else:
            break
    return swaps


class Table:
    """The terms of an object, each once."""

    def __init__(self):
        self.rows: list[list] = []
        self.places: dict[Term, int] = {}

    def place(self, t: Term) -> int:
        if t not in self.places:
            row = checker.TERMS[t]
            named = row[0] in ("q", "x")
            entry = [row[0], str(row[1])] if named else [row[0], *(self.place(a) for a in checker.children(t))]
            self.places[t] = len(self.rows)
            self.rows.append(entry)
        return self.places[t]


def plain(goals: list[Step], point: dict[str, str]) -> dict[str, Any]:
    """Return steps as plain data with a table of terms."""
    table = Table()

    def flat(a: Atom) -> list:
        return [a[0], table.place(a[1])]

    def step(s: Step) -> dict[str, Any]:
        data = dict(s.data)
        for key in ("on", "var", "value", "at", "low", "high"):
            if key in data:
                data[key] = table.place(data[key])
        if "hints" in data:
            data["hints"] = [table.place(t) for t in data["hints"]]
        if "map" in data:
            data["map"] = [[table.place(t) for t in pair] for pair in data["map"]]
        if "steps" in data:
            data["steps"] = [combination(c) for c in data["steps"]]
        found = {"h": [flat(a) for a in s.given], "c": flat(s.claim), "by": s.by, **data}
        return found | ({"then": [step(child) for child in s.then]} if s.then else {})

    def combination(c: dict) -> dict:
        found: dict[str, Any] = {"fact": flat(c["fact"]), "facts": [row(r) for r in c["facts"]]}
        if "sum" in c:
            found["sum"] = [[w, list(places)] for w, places in c["sum"]]
        if "equations" in c:
            found["equations"] = [[table.place(t), i] for t, i in c["equations"]]
        return found

    def row(r: tuple) -> list:
        kind, *rest = r
        if kind == "sees":
            return [kind, rest[0], table.place(rest[1])]
        if kind in ("exp", "log", "part", "square"):
            return [kind, table.place(rest[0]), *rest[1:]]
        return [kind, rest[0], table.place(rest[1])] if kind == "order" else list(r)

    return {"goals": [step(goal) for goal in goals], "satisfiable": dict(point), "terms": table.rows}


def unchecked(encoded: list, certificate: dict[str, Any], seconds: float = 3.0) -> str:
    """Return "" where the checker accepts a certificate, the object of a proof being made for it; else why it does not.

    Parameters
    ----------
    encoded : list
        The statement, as a record has it.
    certificate : dict
    seconds : float
        For the multipliers of one leaf, at most about.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
    objects = {}
    if certificate.get("kind") == "proof":
        try:
            made = json.loads(json.dumps(proof_object(encoded, certificate, seconds)))
        except (Wrong, Inapplicable, LookupError, ValueError, TypeError, ArithmeticError, RecursionError) as wrong:
            return f"no proof object: {' '.join(str(wrong).split())[:120]}"
        objects[checker.mark(encoded)] = made
    return checker.verdict(encoded, certificate, objects)


@cache
def program() -> str:
    """Fingerprint of the checker, and of the provers, which write what it reads."""
    return hashlib.sha256(Path(checker.__file__).read_bytes() + version().encode()).hexdigest()


def objects_of(record: dict[str, Any], seconds: float = 3.0) -> dict[str, dict]:
    """Return the objects of the proofs of a record, by the names that the checker gives to their statements."""
    found: dict[str, dict] = {}
    for _, encoded, certificate in checker.certificates(record):
        if certificate["kind"] == "proof" and checker.mark(encoded) not in found:
            try:
                found[checker.mark(encoded)] = proof_object(encoded, certificate, seconds)
            except (Wrong, Inapplicable):  # it has something that the checker's terms do not say
                continue
    return found


if __name__ == "__main__":
    print(json.dumps(objects_of(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), separators=(",", ":")))
