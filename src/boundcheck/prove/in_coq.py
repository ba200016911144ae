"""Proof objects as text for Coq, one lemma for each sequent, along the tree: ``boundcheck export RECORD --to coq``.

The text needs Coq with Coquelicot and Interval. Nothing in it is taken on trust: what a rule of the checker says becomes a lemma
of the preamble, an identity is left to ``field``, an inequality to ``lra`` with the facts that the object names, a box to
``interval``. A proof may fail there for want of a tactic; it cannot become one of something false.

Terms have values everywhere in Coq, as they have for the checker; that those of a statement are inside of their domains is part
of the theorem.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

from boundcheck import checker
from boundcheck.checker import ANY, MINUS, PLUS, TERMS, WEAK, Atom, Context, Group, Node, Poly, Signs, Term, Wrong

from .kernel.results import Inapplicable
from .objects import proof_object

# What a rule of the checker says, proved once.
PREAMBLE = Path(__file__).with_name("preamble.v").read_text(encoding="utf-8")

Lines = list[str]
_RELATIONS = {">=": "0 <= {}", ">": "0 < {}", "==": "{} = 0", "!=": "{} <> 0"}
_PRINTED = {"<=": "<=", "<": "<", ">=": ">=", ">": ">", "==": "=", "!=": "<>"}


def fraction(value: Fraction) -> str:
    text = f"{abs(value.numerator)}" if value.denominator == 1 else f"({abs(value.numerator)} / {value.denominator})"
    return f"(- {text})" if value < 0 else text


class Names:
    """How letters are called, and the parts of exponents that exponentials are powers of."""

    def __init__(self) -> None:
        self.letters: dict[str, str] = {}
        self.parts: dict[int, int] = {}  # of a generator: the denominator of the exponents in which it occurs

    def letter(self, name: str) -> str:
        return self.letters.setdefault(name, f"v{len(self.letters)}")

    def term(self, t: Term) -> str:
        head, *args = TERMS[t]
        if head == "q":
            return fraction(args[0])
        if head == "x":
            return self.letter(args[0])
        if head == "pi":
            return "PI"
        if head == "^":
            return self.power(args[0], args[1])
        if head in ("+", "*"):
            return "(" + f" {head} ".join(map(self.term, args)) + ")"
        if head in ("min", "max"):
            inner = self.term(args[0])
            for other in args[1:]:
                inner = f"(R{head} {inner} {self.term(other)})"
            return inner
        if head in ("exp", "log", "abs"):
            return f"({'exp' if head == 'exp' else 'ln' if head == 'log' else 'Rabs'} {self.term(args[0])})"
        raise Wrong(f"{head} is not written for Coq")

    def power(self, base: Term, exponent: Term) -> str:
        value = checker.rational(exponent)
        if value is None:
            return f"(exp ({self.term(exponent)} * ln {self.term(base)}))"
        inner = self.term(base)
        if value.denominator > 1:
            inner = self.root(inner, value.denominator)
        return whole_power(inner, value.numerator)

    @staticmethod
    def root(inner: str, q: int) -> str:
        return f"(sqrt {inner})" if q == 2 else f"(root {q} {inner})"

    def generator(self, i: int) -> str:
        kind, *rest = checker.GENERATORS[i]
        if kind == "exp":
            m, den = rest
            part = self.poly({m: Fraction(1, self.parts.get(i, 1))})
            return f"(exp {part if not den else f'({part} * / {self.denominator(den)})'})"
        if kind == "root":
            return self.root(self.poly(dict(rest[1])), rest[0])
        if kind in ("log", "abs"):
            return f"({'ln' if kind == 'log' else 'Rabs'} {self.poly(dict(rest[0]))})"
        if kind in ("x", "pi"):
            return "PI" if kind == "pi" else self.letter(rest[0])
        if kind in ("min", "max"):
            first, *others = (self.fraction((dict(num), den)) for num, den in rest[0])
            for other in others:
                first = f"(R{kind} {first} {other})"
            return first
        if kind == "some":
            return self.term(rest[0])
        head, exponent, key, den = rest
        inner = self.fraction((dict(key), den))
        if head != "^":
            return f"({'ln' if head == 'log' else 'Rabs'} {inner})"
        inner = self.root(inner, exponent.denominator) if exponent.denominator > 1 else inner
        return whole_power(inner, exponent.numerator)

    def monomial(self, m: tuple, c: Fraction = Fraction(1)) -> str:
        parts = [] if c == 1 and m else [fraction(c)]
        for i, k in m:
            if checker.GENERATORS[i][0] == "exp":
                d = self.parts.get(i, 1)
                if (Fraction(k) * d).denominator > 1:
                    self.parts[i] = d = math.lcm(d, Fraction(k).denominator)
                k = int(Fraction(k) * d)
            parts.append(whole_power(self.generator(i), int(k)))
        return parts[0] if len(parts) == 1 else f"({' * '.join(parts)})"

    def poly(self, poly: Poly) -> str:
        parts = [self.monomial(m, c) for m, c in sorted(poly.items())]
        return "0" if not parts else parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"

    def denominator(self, den: tuple) -> str:
        parts = [whole_power(self.poly(dict(key)), k) for key, k in den]
        return parts[0] if len(parts) == 1 else f"({' * '.join(parts)})"

    def fraction(self, f: tuple) -> str:
        num, den = f
        return f"({self.poly(num)} * / {self.denominator(den)})" if den else self.poly(num)

    def atom(self, a: Atom) -> str:
        return _RELATIONS[a[0]].format(self.term(a[1]))


def whole_power(inner: str, k: int) -> str:
    text = inner if abs(k) == 1 else f"({inner} ^ {abs(k)})"
    return f"(/ {text})" if k < 0 else text


def counted(lemma: str, n: int) -> str:
    return f"{lemma}_1" if abs(n) == 1 else f"{lemma} {abs(n)}"


class Look:
    """Tactics that say in Coq why a context of the checker sees something; each leaves its goal as one goal."""

    def __init__(self, names: Names, context: Context, known: list[tuple[Atom, str]]):
        self.names, self.context = names, context
        self.done: set = set()
        self.out: Lines = []
        self.equations: dict[Term, str] = {}  # of terms with other normal forms
        self.squares: dict[int, str] = {}
        for a, name in sorted(known, key=lambda pair: (checker.size(pair[0][1]), pair[0])):
            try:
                self.fact(a, name)
            except Wrong:
                continue

    def equal(self, t: Term, f: tuple) -> str:
        """Say that a term is its normal form; return the tactics that rewrite a goal so, and back."""
        text, value = self.names.term(t), self.names.fraction(f)
        how = self.rewrites(t)
        return "" if text == value else self.say(f"{text} = {value}", f"{how}{self.field()}")

    def say(self, statement: str, how: str, name: str = "") -> str:
        name = name or f"L{len(self.out)}_"
        self.out.append(f"assert ({name} : {statement}) by ({how})")
        return name

    # ---- identities

    def inner(self, t: Term) -> list[Term]:
        """Return the largest functions in a term that `field` knows nothing of."""
        head, *args = TERMS[t]
        value = checker.rational(args[1]) if head == "^" else None
        if head in ("exp", "log", "abs", "min", "max") or (head == "^" and value is None):
            return [t]
        if head == "^" and value is not None and value.denominator > 1:
            return [checker.power(args[0], Fraction(1, value.denominator))]
        return [u for a in checker.children(t) for u in self.inner(a)]

    def rewrites(self, t: Term) -> str:
        """Return what brings the functions in a term to their normal forms."""
        found = [self.equations[u] for u in dict.fromkeys(self.inner(t)) if self.equation(u)]
        return "".join(f"rewrite {name}; " for name in dict.fromkeys(found))

    def field(self) -> str:
        by = f" [{' '.join(self.squares.values())}]" if self.squares else ""
        return f"(first [reflexivity | lra | ring{by} | field{by}; not_0])"

    def nonzero(self, t: Term) -> None:
        """Say that what stands below a line in a term is not 0."""
        head, *args = TERMS[t]
        for a in checker.children(t):
            self.nonzero(a)
        value = checker.rational(args[1]) if head == "^" else None
        if value is not None and value < 0:
            self.not_zero(args[0])

    def not_zero(self, base: Term) -> None:
        if ("!=", base) in self.done or checker.rational(base) is not None:
            return
        self.done.add(("!=", base))
        num, den = self.context.normal(base)
        if 0 in self.context.signs(num):
            return
        self.below(den)
        how = self.rewrites(base)
        text = self.names.fraction((num, den))
        if text != self.names.term(base):
            self.sign(num, "!=")
            equal = self.say(f"{self.names.term(base)} = {text}", f"{how}{self.field()}")
            self.say(f"{self.names.term(base)} <> 0", f"rewrite {equal}; not_0")
        else:
            self.sign(num, "!=")

    def below(self, den: tuple) -> None:
        for key, _ in den:
            signs = self.context.signs(dict(key))
            self.sign(dict(key), ">" if signs == PLUS else "!=")

    def equation(self, u: Term) -> bool:
        """Say what a function is in normal form; whether that is another term."""
        if u in self.equations:
            return bool(self.equations[u])
        self.equations[u] = ""
        num, den = self.context.normal(u)
        text, other = self.names.term(u), self.names.fraction((num, den))
        self.generators(num, *(dict(key) for key, _ in den))
        if text == other:
            return False
        head, *args = TERMS[u]
        self.below(den)
        how = ""
        if head == "exp":
            self.nonzero(args[0])
            how = self.exponential(self.context.normal(args[0]), text, self.names.term(args[0]), self.rewrites(args[0]))
        elif head == "log":
            self.nonzero(args[0])
            how = self.logarithm(args[0], other)
        elif head == "^" and checker.rational(args[1]) is not None:
            self.nonzero(args[0])
            how = self.square_root(args[0], (num, den), checker.rational(args[1]))
        elif head == "^":
            base, exponent = args
            full = checker.times(exponent, checker.term("log", base))
            self.nonzero(full)
            how = self.exponential(self.context.normal(full), text, self.names.term(full), self.rewrites(full))
        elif head == "abs":
            self.nonzero(args[0])
            how = self.absolute(args[0], (num, den))
        else:
            how = self.extreme(head, args)
        self.equations[u] = self.say(f"{text} = {other}", how)
        return True

    def exponential(self, f: tuple, text: str, argument: str, how: str) -> str:
        """As a product of exponentials of monomials, each with its power."""
        pieces, parts = [], []
        self.below(f[1])
        for m, c in sorted(f[0].items()):
            n, den = checker._cancelled(m, f[1])
            inner = self.names.monomial(n, c)
            piece = f"({inner} * / {self.names.denominator(den)})" if den else inner
            lemma = f"(first [ring | {self.field()}])"
            if not den and len(n) == 1 and n[0][1] == 1 and checker.GENERATORS[n[0][0]][0] == "log":
                base = dict(checker.GENERATORS[n[0][0]][1])
                self.sign(base, ">")
                inside = self.names.poly(base)
                if c.denominator == 2:
                    self.generators(base)
                    root = self.context.power((base, ()), Fraction(1, 2))
                    if root is None:
                        raise Wrong("a root")
                    self.generators(root[0])
                    halves = counted("exp_times" if c > 0 else "exp_over", c.numerator)
                    side = f"{halves} (ln {inside} / 2) {piece} ltac:(cbn; field)"
                    pieces.append(piece)
                    end = self.names.fraction(root)
                    parts.append(
                        self.say(
                            f"exp {piece} = {whole_power(end, c.numerator)}",
                            f"rewrite ({side}); rewrite (exp_of_half_ln {inside}) by positive; "
                            f"replace (sqrt {inside}) with {end} by "
                            f"(symmetry; apply sqrt_lem_1; [weak | weak | {self.field()}]); reflexivity",
                        )
                    )
                    continue
                if c.denominator > 2:
                    raise Wrong("a root of an exponential")
                name = "exp_of_ln" if c > 0 else "exp_of_ln_over"
                parts.append(
                    self.say(
                        f"exp {piece} = {whole_power(inside, c.numerator)}",
                        f"apply ({counted(name, c.numerator)} {inside}); [positive | cbn; field]",
                    )
                )
            else:
                i = checker.generator("exp", n, den)
                exponent = c if c.denominator > 1 else int(c)
                power = self.names.monomial(((i, exponent),))
                whole = int(c * self.names.parts.get(i, 1))
                unit = self.names.generator(i).removeprefix("(exp ")[:-1]
                if f"(exp {piece})" == power:
                    pieces.append(piece)
                    continue
                name = "exp_times" if c > 0 else "exp_over"
                parts.append(self.say(f"exp {piece} = {power}", f"apply ({counted(name, whole)} {unit}); cbn; {lemma}"))
            pieces.append(piece)
        if not pieces:
            return f"replace {argument} with 0 by ({how}{self.field()}); apply exp_0"
        total = pieces[0] if len(pieces) == 1 else f"({' + '.join(pieces)})"
        split = "".join("rewrite exp_plus; " for _ in pieces[1:])
        each = "".join(f"rewrite {name}; " for name in parts)
        return f"replace ({text}) with (exp {total}) by (f_equal; symmetry; {how}{self.field()}); {split}{each}{self.field()}"

    def logarithm(self, argument: Term, other: str) -> str:
        """As a sum over factors."""
        f = self.context.normal(argument)
        text, rewrites = self.names.term(argument), self.rewrites(argument)
        c, found = self.context.parts(f)
        parts: list[str] = []
        factors: list[str] = []
        unknown = False
        self.below(f[1])
        for poly, k in found:
            signs = self.context.signs(poly)
            if signs == MINUS:
                poly, c = checker.add({}, poly, -1), c * (-1) ** abs(int(k))
            elif signs != PLUS:
                unknown = True
                continue
            self.sign(poly, ">")
            proof, base = "", self.names.poly(poly)
            if len(poly) == 1:
                ((m, _),) = poly.items()
                if len(m) == 1 and m[0][1] == 1 and checker.GENERATORS[m[0][0]][0] == "exp":
                    i = m[0][0]
                    base, proof = self.names.generator(i), "apply LN_exp"
                    k = Fraction(k) * self.names.parts.get(i, 1)
                elif len(m) == 1 and m[0][1] == 1 and checker.GENERATORS[m[0][0]][0] == "root":
                    _, q, under = checker.GENERATORS[m[0][0]]
                    self.sign(dict(under), ">")
                    inside = self.context.log((dict(under), ()))
                    if q != 2 or inside is None or len(under) == 1:
                        raise Wrong("a logarithm of a root")
                    proof = "apply LN_sqrt, LN_self; positive"
            proof = proof or "apply LN_self; positive"
            if abs(k) != 1:
                proof = f"apply (LN_pow {abs(int(k))}); {proof}"
            if k < 0:
                proof = f"apply LN_inv; {proof}"
            factors.append(whole_power(base, int(k)))
            parts.append(proof)
        if unknown or c < 0:
            return f"f_equal; {rewrites}{self.field()}"
        primes = [(p, k) for p, k in checker.primes(c.numerator)] + [(p, -k) for p, k in checker.primes(c.denominator)]
        for p, k in primes:
            proof = "apply LN_self; lra"
            if abs(k) != 1:
                proof = f"apply (LN_pow {abs(k)}); {proof}"
            if k < 0:
                proof = f"apply LN_inv; {proof}"
            factors.append(whole_power(str(p), k))
            parts.append(proof)
        if not parts:
            return f"replace {text} with 1 by ({rewrites}{self.field()}); apply ln_1"
        product = factors[-1]
        for factor in reversed(factors[:-1]):
            product = f"({factor} * {product})"
        proof = parts[-1]
        for part in reversed(parts[:-1]):
            proof = f"apply LN_mult; [{part} | {proof}]"
        return (
            f"apply (fun H => proj2 (A := 0 < {text}) H); change (LN {text} {other}); "
            f"eapply (LN_is {product}); [{proof} | {rewrites}{self.field()} | cbn; {self.field()}]"
        )

    def square_root(self, base: Term, f: tuple, exponent: Fraction | None) -> str:
        if exponent != Fraction(1, 2):
            raise Wrong("a root of another kind")
        self.below(f[1])
        num, den = self.context.normal(base)
        self.below(den)
        how = self.rewrites(base)
        self.sign(num, ">=")
        value = self.names.fraction((num, den))
        self.sign(f[0], ">=")
        return (
            f"replace {self.names.term(base)} with {value} by (symmetry; {how}{self.field()}); "
            f"apply sqrt_lem_1; [weak | weak | {self.field()}]"
        )

    def absolute(self, argument: Term, f: tuple) -> str:
        num, den = self.context.normal(argument)
        self.below(den)
        how = self.rewrites(argument)
        value = self.names.fraction((num, den))
        replace = f"replace {self.names.term(argument)} with {value} by (symmetry; {how}{self.field()})"
        signs = self.context.fraction_signs((num, den))
        if signs <= WEAK:
            self.sign(num, ">=")
            return f"{replace}; apply Rabs_pos_eq; weak"
        if signs <= Signs((-1, 0)):
            self.sign(checker.add({}, num, -1), ">=")
            return f"{replace}; rewrite <- Rabs_Ropp, Rabs_pos_eq; [{self.field()} | first [weak | lra]]"
        c, _, poly = checker.split(num)
        body = self.names.poly(poly)
        return (
            f"{replace}; replace {value} with ({fraction(c)} * {body}) by ring; rewrite Rabs_mult; "
            f"rewrite (Rabs_pos_eq {fraction(abs(c))}) || rewrite (Rabs_left {fraction(c)}); try lra; ring"
        )

    def extreme(self, head: str, args: list[Term]) -> str:
        for a in args:
            self.rewrites(a)
        how = "".join(self.rewrites(a) for a in args)
        return f"{how}unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); lra"

    # ---- signs

    def fact(self, a: Atom, name: str) -> None:
        """Say of a hypothesis what is known of its polynomial."""
        relation, t = a
        poly, _ = self.context.cleared(a, strip=False)
        if not set(poly) - {()}:
            return
        self.nonzero(t)
        num, den = self.context.normal(t)
        self.below(den)
        self.generators(poly)
        equal = self.equal(t, (num, den))
        if self.names.poly(poly) != self.names.term(t):
            self.say(
                _RELATIONS[relation].format(self.names.poly(poly)),
                self.transferred(name, equal, poly, num, den, relation),
            )
        short = self.context.stripped(poly)
        if short != poly and set(short) - {()}:
            self.say(
                _RELATIONS[relation].format(self.names.poly(short)),
                self.transferred(name, equal, short, num, den, relation),
            )

    def _ratio(self, poly: Poly, num: Poly) -> str:
        first, second = checker.split(poly), checker.split(num)
        if first[2] != second[2]:
            raise Wrong("another polynomial")
        m = checker.joined(first[1], tuple((i, -k) for i, k in second[1]))
        return self.names.monomial(m, first[0] / second[0])

    def transferred(self, name: str, equal: str, poly: Poly, num: Poly, den: tuple, relation: str) -> str:
        back = f"rewrite <- {equal}; " if equal else ""
        if poly == num and not den:
            return f"{back}exact {name}"
        by = ""
        if len(poly) and checker.split(poly)[2] == checker.split(num)[2]:
            try:
                odd = [(key, k) for key, k in den]
                by = (
                    f"({self._ratio(poly, num)} * {self.names.denominator(tuple(odd))})"
                    if odd
                    else self._ratio(poly, num)
                )
            except Wrong:
                by = ""
        if not by:
            # a denominator of unknown sign: multiplied by its square
            extra = [key for key, k in den if k % 2 and len(self.context.signs(dict(key))) > 1]
            by = f"({self.names.denominator(den)} * {' * '.join(self.names.poly(dict(key)) for key in extra) or 1})"
        text, f = self.names.poly(poly), self.names.fraction((num, den))
        by_sign = {"==": "", "!=": f"assert (K_ : {by} <> 0) by not_0; "}.get(
            relation, f"assert (K_ : 0 < {by}) by (first [positive | timeout 3 nra]); "
        )
        move = f"{by_sign}replace {text} with ({by} * {f}) by ({self.field()}); {back}"
        end = {
            ">": f"apply Rmult_lt_0_compat; [exact K_ | exact {name}]",
            ">=": f"apply Rmult_le_pos; [left; exact K_ | exact {name}]",
            "==": f"rewrite {name}; ring",
            "!=": f"apply Rmult_integral_contrapositive_currified; [exact K_ | exact {name}]",
        }
        return move + end[relation]

    def generators(self, *polys: Poly) -> None:
        """Say what is known of the generators of polynomials."""
        for i in sorted({i for poly in polys for m in poly for i, _ in m}):
            if ("g", i) in self.done:
                continue
            self.done.add(("g", i))
            kind, *rest = checker.GENERATORS[i]
            text = self.names.generator(i)
            self.generators({tuple((j, 1) for j in checker.inside(i)): Fraction(1)})
            if kind == "exp":
                self.below(rest[1])
                self.say(f"0 < {text}", "apply exp_pos")
            elif kind == "pi":
                self.say("0 < PI", "apply PI_RGT_0")
                self.say("3 < PI < 4", "split; interval")
            elif kind == "root" and rest[0] == 2:
                under = dict(rest[1])
                self.say(f"0 <= {text}", "apply sqrt_pos")
                signs = self.context.signs(under)
                if signs <= WEAK:
                    self.sign(under, ">" if signs == PLUS else ">=")
                    self.squares[i] = self.say(f"{text} ^ 2 = {self.names.poly(under)}", "apply pow2_sqrt; weak")
                    if signs == PLUS:
                        self.say(f"0 < {text}", "apply sqrt_lt_R0; positive")
            elif kind == "abs":
                self.say(f"0 <= {text}", "apply Rabs_pos")
            elif kind == "log":
                signs = self.context.generator_signs(i)
                if checker.is_number(i):
                    self.say(f"0 < {text}" if signs == PLUS else f"{text} < 0", "interval")
                elif signs <= WEAK and signs != ANY:
                    argument = checker.add(dict(rest[0]), checker.UNIT, -1)
                    if self.context.signs(argument) <= WEAK:
                        self.sign(argument, ">" if signs == PLUS else ">=")
                        end = "apply ln_increasing; lra" if signs == PLUS else "apply ln_grows; lra"
                        self.say(f"0 {'<' if signs == PLUS else '<='} {text}", f"rewrite <- ln_1; {end}")
                elif signs <= Signs((-1, 0)):
                    argument = checker.add(dict(checker.UNIT), dict(rest[0]), -1)
                    if self.context.signs(argument) <= WEAK and self.context.signs(dict(rest[0])) == PLUS:
                        self.sign(argument, ">" if signs == MINUS else ">=")
                        end = "apply ln_increasing; lra" if signs == MINUS else "apply ln_grows; lra"
                        self.say(f"{text} {'<' if signs == MINUS else '<='} 0", f"rewrite <- ln_1; {end}")

    def sign(self, poly: Poly, relation: str) -> None:
        """Say that a polynomial has a relation to 0, if the context sees that."""
        key = checker.key_of(poly), relation
        if key in self.done or not poly:
            return
        self.done.add(key)
        if self.context.signs(poly) <= checker.OF[relation]:
            self.generators(poly)
            self.say(_RELATIONS[relation].format(self.names.poly(poly)), self.why(poly, relation))

    def why(self, poly: Poly, relation: str) -> str:
        """Return a tactic for the sign of a polynomial that a context sees."""
        context, names = self.context, self.names
        text = names.poly(poly)
        plain = {">": "positive", ">=": "weak", "!=": "not_0", "==": "zero"}[relation]
        if context._bounded(poly) <= checker.OF[relation]:
            return f"first [lra | solve [{plain}] | solve [timeout 2 nra]]"
        if all(checker.is_number(i) for m in poly for i, _ in m):
            return (
                f"first [interval | {plain}]"
                if relation != "!="
                else "first [apply Rgt_not_eq; interval | apply Rlt_not_eq; interval]"
            )
        c, content, primitive = checker.split(poly)
        inner = context.primitive_signs(primitive)
        found = checker.sign_product(Signs((checker.sign_of(c),)), context.monomial_signs(content))
        if checker.sign_product(found, inner) <= checker.OF[relation] and (content or abs(c) != 1):
            factors: list[Poly] = [checker.single(i, k) for i, k in content] + (
                [primitive] if primitive != checker.UNIT else []
            )
            minus, parts = c < 0, [fraction(abs(c))]
            for factor in factors:
                signs = context.signs(factor)
                if signs <= Signs((-1, 0)):
                    factor, minus, signs = checker.add({}, factor, -1), not minus, Signs(-s for s in signs)
                parts.append(names.poly(factor))
                wanted = ">" if signs == PLUS else ">=" if signs <= WEAK else "!="
                self.sign(factor, wanted)
            product = " * ".join(parts)
            return f"replace {text} with ({'- ' if minus and relation != '!=' else ''}({product})) by {self.field()}; {plain}"
        hinted = next(
            (
                (hint, quotient)
                for hint in context.hints
                if hint != primitive
                and (quotient := checker.divided(primitive, hint)) is not None
                and checker.sign_product(
                    found, checker.sign_product(context.primitive_signs(hint), context.signs(quotient))
                )
                <= checker.OF[relation]
            ),
            None,
        )
        if hinted is not None:
            hint, quotient = hinted
            quotient = checker.multiply(quotient, {content: c})
            for sign in (1, -1):
                h, q = (hint, quotient) if sign == 1 else (checker.add({}, hint, -1), checker.add({}, quotient, -1))
                if context.signs(h) <= WEAK or (relation == "!=" and sign == 1):
                    for part in (h, q):
                        signs = context.signs(part)
                        self.sign(part, ">" if signs == PLUS else ">=" if signs <= WEAK else "!=")
                    return f"replace {text} with ({names.poly(h)} * {names.poly(q)}) by {self.field()}; {plain}"
        if relation == "!=":
            for wanted, p in ((">", poly), (">", checker.add({}, poly, -1))):
                if context.signs(p) == PLUS:
                    self.sign(p, wanted)
                    return "lra"
            return "not_0"
        for m, k in poly.items():  # term by term
            one = {m: k}
            signs = context.signs(one)
            if len(poly) > 1 and m and signs <= WEAK:
                self.sign(one, ">" if signs == PLUS else ">=")
        return f"first [lra | {plain}]"

    def shown(self, a: Atom) -> str:
        """Return a tactic for an atom that the context sees."""
        relation, t = a
        poly, _ = self.context.cleared(a)
        if self.context.absurd and not self.context.signs(poly) <= checker.OF[relation]:
            return "exfalso; first [lra | timeout 5 nra]"
        self.nonzero(t)
        num, den = self.context.normal(t)
        self.below(den)
        value = self.names.fraction((num, den))
        equal = self.equal(t, (num, den))
        turn = f"rewrite {equal}; " if equal else ""
        if not num:
            return f"{turn}{'ring' if relation == '==' else 'lra'}"
        sign = 1
        for key, k in den:
            signs = self.context.signs(dict(key))
            if k % 2 and signs == MINUS:
                sign = -sign
                self.sign(checker.add({}, dict(key), -1), ">")
            elif k % 2 and signs != PLUS and relation in (">", ">="):
                raise Wrong("a denominator of unknown sign")
        if relation == "==":
            self.sign(num, relation)
            return f"{turn}zero"
        if sign == 1:
            self.sign(num, relation)
            below = f" * / {self.names.denominator(den)}" if den else ""
            plain = {">": "positive", ">=": "weak", "!=": "not_0"}[relation]
            return f"{turn}{plain}" if below else f"{turn}assumption"
        up = checker.add({}, num, -1)
        self.sign(up, relation)
        plain = {">": "positive", ">=": "weak", "!=": "not_0"}[relation]
        denominator = " * ".join(
            whole_power(
                self.names.poly(
                    checker.add({}, dict(key), -1) if self.context.signs(dict(key)) == MINUS else dict(key)
                ),
                k,
            )
            for key, k in den
        )
        return f"{turn}replace {value} with ({self.names.poly(up)} * / ({denominator})) by ({self.field()}); {plain}"

    def tactic(self, last: str) -> str:
        return "; ".join([*self.out, last])


class Goal:
    """Points at which some atoms hold, as the checker's group of them, each by a name in the proof that is written."""

    def __init__(self, names: Names, known: list[tuple[Atom, str]], lines: Lines, count: list[int]):
        self.names, self.lines, self.count = names, lines, count
        self.known: dict[Atom, str] = {}
        for a, name in known:
            self.known.setdefault(a, name)

    def fresh(self) -> str:
        self.count[0] += 1
        return f"K{self.count[0]}"

    def split(self, known: list[tuple[Atom, str]]) -> Goal:
        return Goal(self.names, [*self.known.items(), *known], self.lines, self.count)

    def have(self, a: Atom, tactic: str) -> str:
        name = self.fresh()
        self.lines.append(f"assert ({name} : {self.names.atom(a)}) by ({tactic}).")
        self.known.setdefault(a, name)
        return name

    def context(self, hints: tuple[Term, ...] = ()) -> Context:
        return Context(tuple(self.known), hints) if hints else checker._context(tuple(self.known))

    def settles(self, a: Atom, hints: tuple[Term, ...] = ()) -> bool:
        return Group(tuple(self.known)).settles(a, hints)

    def need(self, a: Atom, hints: tuple[Term, ...] = ()) -> str:
        """Write why an atom holds, as the group of the checker sees it, and return its name."""
        if a in self.known:
            return self.known[a]
        if not self.settles(a, hints):
            raise Wrong("not settled")
        relation, t = a
        context = self.context(hints)
        if relation == "==" and not context.settles(a):
            low, high = self.need((">=", t), hints), self.need((">=", checker.negative(t)), hints)
            return self.have(a, f"clear - {low} {high}; lra")
        return self.have(a, self.why(a, context))

    def why(self, a: Atom, context: Context) -> str:
        names = self.names
        try:
            for _ in range(4):  # until the parts of exponents are known
                before = dict(names.parts)
                look = Look(names, context, list(self.known.items()))
                last = look.shown(a)
                text = look.tactic(last)
                if before == names.parts:
                    break
        except Wrong as wrong:
            text = f"fail (* {wrong} *)"
        return f"first [assumption | solve [timeout 2 lra] | {text} | solve [timeout 4 nra]]"


class Writer:
    """Writes an object as lemmas, each sequent once."""

    def __init__(self, data: dict, whole: frozenset[str], names: Names, name: str):
        self.terms = checker.read_terms(data["terms"])
        self.name = name
        self.names = names
        self.whole = whole
        self.lemmas: Lines = []
        self.places: dict[str, tuple[str, tuple[str, ...]]] = {}
        for t in self.terms:
            for name in sorted(checker.letters(t)):
                names.letter(name)

    def variables(self) -> list[str]:
        return list(self.names.letters.values())

    def integers(self, node: Node) -> frozenset[str]:
        """Return the letters of which the proof uses that they are integers."""
        found: frozenset[str] = frozenset().union(*map(self.integers, node.then))
        if any(row[0] == "round" for step in node.data.get("steps", ()) for row in step["facts"]):
            found |= self.whole
        return found

    def lemma(self, node: Node) -> tuple[str, tuple[str, ...]]:
        """Write the lemma of a sequent after those that it is derived from; return its name and its integers."""
        key = json.dumps(node.data, sort_keys=True)
        if key in self.places:
            return self.places[key]
        rule = getattr(self, f"_{node.data['by']}")
        integers = tuple(sorted(self.integers(node)))
        lines: Lines = []
        goal = Goal(self.names, [(a, f"H{i}") for i, a in enumerate(node.given)], lines, [0])
        rule(node, goal)
        name = f"{self.name}_{len(self.places)}"
        variables = self.variables()
        arrows = "".join(f"(exists z : Z, {self.names.letter(x)} = IZR z) -> " for x in integers)
        arrows += "".join(f"{self.names.atom(a)} -> " for a in node.given)
        intros = " ".join(
            [*variables, *(f"W_{self.names.letter(x)}" for x in integers), *(f"H{i}" for i in range(len(node.given)))]
        )
        head = f"Lemma {name} : forall {' '.join(variables)} : R, " if variables else f"Lemma {name} : "
        begin = f"  intros {intros}.\n" if intros else ""
        body = "".join(f"  {line}\n" for line in lines)
        self.lemmas.append(f"{head}{arrows}{self.names.atom(node.claim)}.\nProof.\n{begin}{body}Qed.\n")
        self.places[key] = name, integers
        return self.places[key]

    def call(self, node: Node, goal: Goal, swap: dict[Term, Term] | None = None, hints: tuple[Term, ...] = ()) -> None:
        """Use the lemma of a sequent whose hypotheses hold."""
        name, integers = self.lemma(node)
        swap = swap or {}
        values = [self.names.term(swap.get(checker.letter(x), checker.letter(x))) for x in self.names.letters]
        facts = [goal.need((r, checker.put(t, swap)), hints) for r, t in node.given]
        whole = [f"W_{self.names.letter(x)}" for x in integers]
        claim = node.claim[0], checker.put(node.claim[1], swap)
        goal.have(claim, f"exact ({' '.join([name, *values, *whole, *facts])})")

    def premises(self, node: Node, goals: list[Goal]) -> None:
        """As the checker takes premises: wherever their hypotheses hold; written in the first such goal."""
        for child in node.then:
            for goal in goals:
                if all(goal.settles(h) for h in child.given):
                    self.call(child, goal)

    # ---- rules

    def _derive(self, node: Node, goal: Goal) -> None:
        self.premises(node, [goal])
        for step in node.data.get("steps", ()):
            self.combined(node, step, goal)
        goal.lines.append(f"exact {goal.need(node.claim, node.hints)}.")

    def combined(self, node: Node, step: dict, goal: Goal) -> None:
        claim = node.atom(step["fact"])
        context = goal.context()
        group = Group(tuple(goal.known))
        for _ in range(4):
            before = dict(self.names.parts)
            denied = [("not", claim)] if any(row[0] == "not" or -1 in row[1:] for row in step["facts"]) else []
            look = Look(self.names, context, list(goal.known.items()))
            facts = [self.fact(node, row, group, look, claim) for row in step["facts"]]
            relations = [checker.fact(node, row, group, context, claim, self.whole) for row in step["facts"]]
            for _, places in step.get("sum", ()):
                if len(places) > 1:
                    strict = all(relations[i][1] == ">" for i in places)
                    lemma = "Rmult_lt_0_compat" if strict else "Rmult_le_pos"
                    proofs = [
                        f"(Rlt_le _ _ {facts[i]})" if relations[i][1] == ">" and not strict else facts[i]
                        for i in places
                    ]
                    text, proof = self.names.poly(relations[places[-1]][0]), proofs[-1]
                    for i, each in zip(reversed(places[:-1]), reversed(proofs[:-1]), strict=True):
                        text, proof = f"({self.names.poly(relations[i][0])} * {text})", f"({lemma} _ _ {each} {proof})"
                    look.say(f"0 {'<' if strict else '<='} {text}", f"exact {proof}")
            for by, place in step.get("equations", ()):
                num, _ = context.normal(node.term(by))
                look.generators(num)
                look.say(
                    f"{self.names.poly(num)} * {self.names.poly(relations[place][0])} = 0",
                    f"rewrite {facts[place]}; ring",
                )
            if before == self.names.parts:
                break
        last = self.contradiction(step, relations, look)
        inside = "; ".join([*look.out, last])
        relation, t = claim
        opposite = {
            ">=": f"0 < {self.names.term(checker.negative(t))}",
            ">": f"0 <= {self.names.term(checker.negative(t))}",
            "!=": f"{self.names.term(t)} = 0",
        }
        if denied:
            begin = {
                ">=": "apply Rnot_lt_le; intro N0_",
                ">": "apply Rnot_le_lt; intro N0_",
                "!=": "intro N0_",
            }[relation]
            turn = f"assert (N_ : {opposite[relation]}) by lra"
            goal.have(claim, f"first [solve [timeout 2 lra] | {begin}; {turn}; {inside}]")
        else:
            goal.have(claim, f"exfalso; {inside}")

    def contradiction(self, step: dict, relations: list, look: Look) -> str:
        """Return the tactic that adds up what was said."""
        if not look.squares:
            return "lra"
        total: Lines = []
        for c, places in step.get("sum", ()):
            text = fraction(Fraction(c))
            for i in places:
                text += f" * {self.names.poly(relations[i][0])}"
            total.append(f"({text})")
        for by, place in step.get("equations", ()):
            num, _ = look.context.normal(self.terms[by])
            total.append(f"({self.names.poly(num)} * {self.names.poly(relations[place][0])})")
        poly: Poly = {}
        for c, places in step.get("sum", ()):
            product = dict(checker.UNIT)
            for i in places:
                product = checker.multiply(product, relations[i][0])
            poly = checker.add(poly, product, Fraction(c))
        for by, place in step.get("equations", ()):
            num, _ = look.context.normal(self.terms[by])
            poly = checker.add(poly, checker.multiply(num, relations[place][0]))
        end = poly.get((), Fraction(0))
        text = " + ".join(total)
        return f"first [lra | assert (Z_ : {text} = {fraction(end)}) by {look.field()}; lra]"

    def fact(self, node: Node, row: list, group: Group, look: Look, claim: Atom) -> str:
        """Write a fact of a combination; return its name."""
        kind, *rest = row
        poly, relation = checker.fact(node, row, group, look.context, claim, self.whole)
        statement = _RELATIONS[relation].format(self.names.poly(poly))
        look.generators(poly)
        known = list(group.known)
        if kind in ("not", "h"):
            a = checker.negation(claim) if kind == "not" else known[rest[0]]
            return self.moved(look, a, poly, relation, "N_" if kind == "not" else "", statement)
        if kind == "square":
            num, _ = look.context.normal(node.term(rest[0]))
            look.generators(num)
            text = self.names.poly(num)
            return look.say(
                statement,
                f"replace {self.names.poly(poly)} with ({text} * {text}) by {look.field()}; apply (Rle_0_sqr {text})",
            )
        if kind == "sees":
            a = node.atom(rest)
            return self.moved(look, a, poly, relation, None, statement)
        if kind == "exp":
            t = node.term(rest[0])
            a = (">=", checker.minus(checker.term("exp", t), checker.plus(checker.number(1), t)))
            base = look.say(self.names.atom(a), f"pose proof (exp_ineq1_le {self.names.term(t)}); lra")
            return self.moved(look, a, poly, relation, base, statement)
        if kind == "log":
            t = node.term(rest[0])
            positive = self.seen(look, (">", t))
            a = (">=", checker.minus(checker.minus(t, checker.number(1)), checker.term("log", t)))
            base = look.say(self.names.atom(a), f"pose proof (above_tangent {self.names.term(t)} {positive}); lra")
            return self.moved(look, a, poly, relation, base, statement)
        if kind == "order":
            (r, t), v = known[rest[0]], node.term(rest[1])
            positive = self.seen(look, (">", v))
            a = (r, checker.minus(checker.term("log", checker.plus(v, t)), checker.term("log", v)))
            one, two = self.names.term(v), self.names.term(checker.plus(v, t))
            lemma = f"pose proof (ln_grows {one} {two})" if r == ">=" else f"pose proof (ln_increasing {one} {two})"
            base = look.say(self.names.atom(a), f"{lemma}; pose proof {positive}; lra")
            return self.moved(look, a, poly, relation, base, statement)
        if kind == "grow":
            c, *places = rest
            atoms = [known[i] if i >= 0 else checker.negation(claim) for i in places]
            relations = {r for r, _ in atoms}
            r = ">=" if ">=" in relations else atoms[0][0]
            inner = checker.times(checker.number(c), *(t for _, t in atoms))
            a = (r, checker.minus(checker.term("exp", inner), checker.number(1)))
            text = self.names.term(inner)
            if r == "==":
                how = f"replace {text} with 0 by lra; rewrite exp_0; ring"
            elif r == ">=":
                how = f"assert (0 <= {text}) by weak; pose proof (exp_grows 0 {text}) as G_; rewrite exp_0 in G_; lra"
            else:
                how = f"assert (0 < {text}) by positive; pose proof (exp_increasing 0 {text}) as G_; rewrite exp_0 in G_; lra"
            return self.moved(look, a, poly, relation, look.say(self.names.atom(a), how), statement)
        if kind == "part":
            t = node.term(rest[0])
            head, *args = TERMS[t]
            if head == "abs":
                a = (">=", checker.minus(t, args[0] if rest[1] == 0 else checker.negative(args[0])))
                under = self.names.term(args[0])
                how = f"pose proof (Rle_abs {under}); pose proof (Rle_abs (- {under})) as G_; rewrite Rabs_Ropp in G_; lra"
            else:
                gap = checker.minus(t, args[rest[1]])
                a = (">=", gap if head == "max" else checker.negative(gap))
                how = "unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); lra"
            return self.moved(look, a, poly, relation, look.say(self.names.atom(a), how), statement)
        if kind == "round":
            before, _ = look.context.cleared(known[rest[0]], strip=False)
            base = self.moved(
                look,
                known[rest[0]],
                before,
                known[rest[0]][0],
                "",
                _RELATIONS[known[rest[0]][0]].format(self.names.poly(before)),
            )
            return look.say(statement, self.rounding(poly, base, statement))
        raise Wrong(f"the fact {kind} is not written for Coq")

    def rounding(self, poly: Poly, base: str, statement: str) -> str:
        """Return a tactic for an inequality between integers."""
        used = sorted({checker.GENERATORS[i][1] for m in poly for i, _ in m})
        opened = "; ".join(
            f"destruct W_{self.names.letter(x)} as [z{k} Z{k}_]; rewrite Z{k}_ in *" for k, x in enumerate(used)
        )
        integer = " + ".join(
            f"({int(c)} * {f'z{used.index(checker.GENERATORS[m[0][0]][1])}' if m else '1'})"
            for m, c in sorted(poly.items())
        )
        return (
            f"{opened}; assert (Q_ : (0 <= {integer})%Z) by (apply Z.lt_succ_r, lt_IZR; unfold Z.succ; "
            f"repeat rewrite ?plus_IZR, ?mult_IZR; first [lra | fail]) || idtac; "
            f"apply IZR_le in Q_; repeat rewrite ?plus_IZR, ?mult_IZR in Q_; lra"
        )

    def seen(self, look: Look, a: Atom) -> str:
        last = look.shown(a)
        return look.say(self.names.atom(a), f"first [assumption | {last}]")

    def moved(self, look: Look, a: Atom, poly: Poly, relation: str, name: str | None, statement: str) -> str:
        """Say of an atom that holds what its polynomial is."""
        if name is None:
            name = self.seen(look, a)
        t = a[1]
        look.nonzero(t)
        num, den = look.context.normal(t)
        look.below(den)
        base = name or look.say(self.names.atom(a), "assumption")
        equal = look.equal(t, (num, den))
        if a[0] == "!=" and relation == ">":
            plain, _ = look.context.cleared(a)
            first = look.say(f"{self.names.poly(plain)} <> 0", look.transferred(base, equal, plain, num, den, "!="))
            return look.say(
                statement,
                f"replace {self.names.poly(poly)} with ({self.names.poly(plain)} * {self.names.poly(plain)}) by {look.field()}; "
                f"apply Rlt_0_sqr; exact {first}",
            )
        return look.say(statement, look.transferred(base, equal, poly, num, den, relation))

    def _solver(self, node: Node, goal: Goal) -> None:
        goal.have(node.claim, "first [lra | timeout 10 nra]")
        goal.lines.append(f"exact {goal.need(node.claim)}.")

    def _cases(self, node: Node, goal: Goal) -> None:
        t = node.term(node.data["on"])
        text, weak = self.names.term(t), node.data.get("weak", False)
        pairs = [(">=", t), (">=", checker.negative(t))] if weak else [(">", t), (">", checker.negative(t)), ("==", t)]
        orders = " \\/ ".join(self.names.atom(a) for a in pairs)
        name = goal.fresh()
        how = f"destruct (Rle_or_lt 0 {text}); [left | right]; lra"
        if not weak:
            how = f"destruct (Rtotal_order 0 {text}) as [?|[?|?]]; [left | right; right | right; left]; lra"
        goal.lines.append(f"assert ({name} : {orders}) by ({how}).")
        holds = goal.fresh()
        goal.lines.append(f"destruct {name} as [{holds}|{holds if weak else f'[{holds}|{holds}]'}].")
        for a in pairs:
            inner = goal.split([(a, holds)])
            inner.lines = []
            self.premises(node, [inner])
            last = inner.need(node.claim, (*node.hints, t))
            goal.lines.append("{ " + "\n  ".join(inner.lines) + f"\n  exact {last}. }}")

    def _equal(self, node: Node, goal: Goal) -> None:
        x, t = node.term(node.data["var"]), node.term(node.data["value"])
        swap = {x: t}
        moved_given = {(r, checker.put(h, swap)): (r, h) for r, h in node.given}
        children = list(node.then)
        # as the checker does: two groups, in the order of the premises
        other = Goal(self.names, [], goal.lines, goal.count)
        waiting: list[Node] = []
        equation = ("==", checker.minus(x, t))
        for child in children:
            if all(goal.settles(h) for h in child.given):
                self.call(child, goal)
            waiting.append(child)
        proof = goal.need(equation)
        equal = goal.fresh()
        goal.lines.append(f"assert ({equal} : {self.names.term(x)} = {self.names.term(t)}) by (clear - {proof}; lra).")
        for new, old in moved_given.items():
            if new == old:
                other.known.setdefault(new, goal.known[old])
            elif new not in other.known:
                other.have(
                    new,
                    f"rewrite <- {equal}; exact {goal.known[old]}"
                    if new == old
                    else f"pose proof {goal.known[old]} as M_; rewrite {equal} in M_; exact M_",
                )
        for child in waiting:
            if all(other.settles(h) for h in child.given):
                self.call(child, other)
        last = other.need((node.claim[0], checker.put(node.claim[1], swap)), node.hints)
        goal.lines.append(
            f"rewrite {equal}; exact {last}."
            if (node.claim[1] != checker.put(node.claim[1], swap))
            else f"exact {last}."
        )

    def _special(self, node: Node, goal: Goal) -> None:
        *sides, last = node.then
        swap = {node.term(x): node.term(t) for x, t in node.data["map"]}
        for child in sides:
            if all(goal.settles(h) for h in child.given):
                self.call(child, goal)
        self.call(last, goal, swap, node.hints)
        goal.lines.append(f"exact {goal.need(node.claim, node.hints)}.")

    def _boxes(self, node: Node, goal: Goal) -> None:
        context = goal.context()
        for name in sorted(checker.letters(node.claim[1])):
            entry = context.bounds[checker.key_of(checker.single(checker.generator("x", name)))]
            for a in (
                (">=", checker.minus(checker.letter(name), checker.number(entry[0]))),
                (">=", checker.minus(checker.number(entry[2]), checker.letter(name))),
            ):
                if goal.settles(a):
                    goal.need(a)
            x = self.names.letter(name)
            bound = goal.fresh()
            goal.lines.append(f"assert ({bound} : {fraction(entry[0])} <= {x} <= {fraction(entry[2])}) by lra.")
        letters_ = [self.names.letter(x) for x in sorted(checker.letters(node.claim[1]))]
        cut = ", ".join(f"i_bisect {x}" for x in letters_)
        goal.have(
            node.claim,
            f"interval with ({cut}, i_depth 20) || interval with ({cut}, i_autodiff {letters_[0]}, i_depth 20)",
        )
        goal.lines.append(f"exact {goal.need(node.claim)}.")

    # ---- along a letter

    def _monotone(self, node: Node, goal: Goal) -> None:
        x, end, f = node.letter(node.data["var"]), node.term(node.data["at"]), node.claim
        strictly = bool(node.data.get("strict", False))
        base = checker.along(node, x)
        v, a = self.names.letter(x), self.names.term(end)
        away = checker.minus(checker.letter(x), end)
        around = Goal(self.names, [(h, goal.known[h]) for h in base], goal.lines, goal.count)
        self.premises(node, [around])
        if strictly:
            self.premises(node, [goal])
            goal.need(("!=", away))
        start = self.at_end(around, base, x, f, end, ">=" if strictly else f[0])
        slope = checker.derivative(f[1], x)
        function, derived = (f"(fun {v} : R => {self.names.term(t)})" for t in (f[1], slope))
        order = goal.fresh()
        goal.lines.append(f"destruct (Rtotal_order {v} {a}) as [{order}|[{order}|{order}]].")
        blocks: list[Lines] = []
        for right in (False, True):
            lines: Lines = [f"rename {v} into {v}_."]
            lemma = ("rises" if right else "falls") + ("_strictly" if strictly else "")
            span = f"{a} < {v} <= {v}_" if right else f"{v}_ <= {v} < {a}"
            gap = away if right else checker.negative(away)
            wanted = (">" if strictly else ">=", slope if right else checker.negative(slope))
            way = self.on_the_way(node, goal, base, x, span, [(">", gap)], [(f[1], slope)], wanted, lines)
            smooth, grown = goal.fresh(), goal.fresh()
            lines.append(f"assert ({smooth} : continuity_pt {function} {a}) by (continuous; {_SIDES}).")
            lines.append(
                f"assert ({grown} : {function} {a} {'<' if strictly else '<='} {function} {v}_) by ("
                f"apply ({lemma} {function} {derived} {a} {v}_); "
                f"[lra | {_taken(way)} | exact {smooth} | {_taken(way)}])."
            )
            lines.append(f"cbv beta in {grown}; pose proof {start}; lra.")
            blocks.append(lines)
        blocks.insert(1, ["exfalso; lra." if strictly else f"rewrite {order}; exact {start}."])
        goal.lines += ["{ " + "\n  ".join(lines) + " }" for lines in blocks]

    def _concave(self, node: Node, goal: Goal) -> None:
        x, f = node.letter(node.data["var"]), node.claim
        low, high = node.term(node.data["low"]), node.term(node.data["high"])
        base = checker.along(node, x)
        v, a, b = self.names.letter(x), self.names.term(low), self.names.term(high)
        around = Goal(self.names, [(h, goal.known[h]) for h in base], goal.lines, goal.count)
        self.premises(node, [around])
        inside = [(">", checker.minus(checker.letter(x), low)), (">", checker.minus(high, checker.letter(x)))]
        for _, t in inside:
            around.need((">=", t))
        starts = [self.at_end(around, base, x, f, end, f[0]) for end in (low, high)]
        slope = checker.derivative(f[1], x)
        bend = checker.derivative(slope, x)
        functions = [f"(fun {v} : R => {self.names.term(t)})" for t in (f[1], slope, bend)]
        left, right = goal.fresh(), goal.fresh()
        goal.lines.append(f"destruct (Req_dec {v} {a}) as [{left}|{left}]; [rewrite {left}; exact {starts[0]} |].")
        goal.lines.append(f"destruct (Req_dec {v} {b}) as [{right}|{right}]; [rewrite {right}; exact {starts[1]} |].")
        goal.lines.append(f"rename {v} into {v}_.")
        pairs, wanted = [(f[1], slope), (slope, bend)], (">=", checker.negative(bend))
        way = self.on_the_way(node, goal, base, x, f"{a} < {v} < {b}", inside, pairs, wanted, goal.lines)
        ends = []
        for end in (a, b):
            ends.append(goal.fresh())
            goal.lines.append(f"assert ({ends[-1]} : continuity_pt {functions[0]} {end}) by (continuous; {_SIDES}).")
        found = goal.fresh()
        goal.lines.append(
            f"pose proof (bends {' '.join(functions)} {a} {b} {v}_) as {found}; cbv beta in {found}; "
            f"apply {found}; try lra; try assumption; try ({_taken(way)}); split; assumption."
        )

    def on_the_way(
        self,
        node: Node,
        goal: Goal,
        base: tuple,
        x: str,
        span: str,
        more: list[Atom],
        pairs: list,
        wanted: Atom,
        lines: Lines,
    ) -> str:
        """Write what holds at every point on the way: derivatives, and a claim; the letter at hand is called with a dash."""
        v = self.names.letter(x)
        body: Lines = [f"intros {v} T_."]
        deeper = Goal(self.names, [], body, goal.count)
        for h in base:
            if x in checker.letters(h[1]):
                deeper.have(h, "first [lra | timeout 4 nra]")
            else:
                deeper.known[h] = goal.known[h]
        for h in more:
            deeper.have(h, "lra")
        self.premises(node, [deeper])
        for r, c in checker.conditions(pairs[0][0], frozenset()):
            deeper.need((">" if r == ">=" and x in checker.letters(c) else r, c))
        last = deeper.need(wanted, node.hints)
        slopes = [f"DL (fun {v} : R => {self.names.term(f)}) {v} {self.names.term(slope)}" for f, slope in pairs]
        counts = "cbv [pred Nat.pred Z.of_nat Pos.of_succ_nat Pos.succ]"
        how = f"eapply D_is; [derive; {_SIDES} | {counts}; first [ring | field; not_0]]"
        body += [f"split; [{how} |]." for _ in pairs]
        body.append(f"exact {last}.")
        name = goal.fresh()
        both = " /\\ ".join([*slopes, self.names.atom(wanted)])
        lines.append(f"assert ({name} : forall {v} : R, {span} -> {both}).")
        lines.append("{ " + "\n  ".join(body) + " }")
        return name

    def at_end(self, goal: Goal, base: tuple[Atom, ...], x: str, f: Atom, end: Term, relation: str) -> str:
        """Write what holds at an end; return the name of the claim there."""
        swap = {checker.letter(x): end}
        for r, t in base:
            if x in checker.letters(t):
                goal.need(("==" if r == "==" else ">=", checker.put(t, swap)))
        for r, t in checker.conditions(f[1], frozenset()):
            goal.need((r, checker.put(t, swap)))
        return goal.need((relation, checker.put(f[1], swap)))


def _taken(way: str) -> str:
    return f"intros t_ U_; pose proof ({way} t_ U_) as M_; cbv beta; decompose [and] M_; first [assumption | lra]"


_SIDES = "cbv beta; try assumption; try lra; try not_0; try positive; try weak"


def exported(encoded: list, data: dict, name: str = "statement") -> str:
    """Return the text of an object's lemmas and of the theorem that its statement is, without the preamble."""
    statement = checker.lettered_statement(encoded)
    if statement.goal[0] == "iff":
        raise Wrong("an equivalence is not written for Coq")
    if statement.counted:  # the checker looks at one summand, of which a theorem would be another statement
        raise Wrong("a sum over a symbolic range is not written for Coq")
    whole = frozenset(statement.whole)
    names = Names()
    for letter_ in sorted(statement.letters()):
        names.letter(letter_)
    for r in (*statement.relations(), *statement.given):
        for side in r[1:]:
            faithful(side, whole)
    before: dict = {}
    while True:
        writer = Writer(data, whole, names, name)
        lines: Lines = []
        base = checker.domain_of(statement)
        given = [f"{names.term(r[1])} {_PRINTED[r[0]]} {names.term(r[2])}" for r in statement.given]
        goal = Goal(names, [], lines, [0])
        printed = {checker.as_atom(r): f"P{i}" for i, r in enumerate(statement.given)}
        domain = [a for a in base if a not in printed]
        for i, a in enumerate(domain):
            goal.known[a] = f"D{i}"
        for a, p in printed.items():
            goal.have(a, f"clear - {p}; {'intro; apply ' + p + '; lra' if a[0] == '!=' else 'lra'}")
        nodes = [Node(each, writer.terms) for each in data["goals"]]
        integers = tuple(sorted(frozenset().union(*map(writer.integers, nodes))))
        for node in nodes:
            if all(goal.settles(h) for h in node.given):
                writer.call(node, goal)
        claims, proofs = [], []
        for r in statement.relations():
            for c in checker._conditions_of(r, whole):
                proofs.append(f"exact {goal.need(c)}")
                claims.append(names.atom(c))
                for node in nodes:
                    if node.claim not in goal.known and all(goal.settles(h) for h in node.given):
                        writer.call(node, goal)
        for r in statement.relations():
            last = goal.need(checker.as_atom(r))
            proofs.append(f"clear - {last}; {'intro; apply ' + last + '; lra' if r[0] == '!=' else 'lra'}")
            claims.append(f"{names.term(r[1])} {_PRINTED[r[0]]} {names.term(r[2])}")
        if before == names.parts:
            break
        before = dict(names.parts)
    variables = list(names.letters.values())
    quantified = f"forall {' '.join(variables)} : R, " if variables else ""
    arrows = "".join(f"(exists z : Z, {names.letter(x)} = IZR z) -> " for x in integers)
    arrows += "".join(f"{names.atom(a)} -> " for a in domain) + "".join(f"{g} -> " for g in given)
    intros = " ".join(
        [
            *variables,
            *(f"W_{names.letter(x)}" for x in integers),
            *(f"D{i}" for i in range(len(domain))),
            *printed.values(),
        ]
    )
    called = ", ".join(f"{v} = {k}" for k, v in names.letters.items())
    steps = "".join(f"  {line}\n" for line in lines)
    ends = "".join(f"  {'split; [' + p + ' |].' if i < len(proofs) - 1 else p + '.'}\n" for i, p in enumerate(proofs))
    both = " /\\ ".join(claims)
    comment = f"(* {called} *)\n" if called else ""
    return (
        "\n".join(writer.lemmas)
        + f"\n{comment}Theorem {name} : {quantified}{arrows}{both}.\nProof.\n"
        + (f"  intros {intros}.\n" if intros else "")
        + f"{steps}{ends}Qed.\n"
    )


def faithful(t: Term, whole: frozenset[str]) -> None:
    """Raise Wrong for a term whose value in Coq may be another one where the statement has one."""
    head, *args = TERMS[t]
    for a in checker.children(t):
        faithful(a, whole)
    if head == "^" and checker.rational(args[1]) is None and checker.is_whole(args[1], whole):
        value = checker.rational(args[0])
        if TERMS[args[0]][0] != "exp" and (value is None or value <= 0):
            raise Wrong("a power with a whole exponent whose base may not be positive")


def exports(record: dict, seconds: float = 3.0) -> str:
    """Return a text for Coq with a theorem for each proof of a record that can be written, and why others are not, in comments.

    Parameters
    ----------
    record : dict
        As plain data.
    seconds : float
        For the multipliers of one leaf, at most about.
    """
    parts: Lines = [PREAMBLE]
    seen: set[str] = set()
    for place, encoded, certificate in checker.certificates(record):
        mark = checker.mark(encoded)
        if certificate["kind"] != "proof" or mark in seen:
            continue
        seen.add(mark)
        where = place.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
        try:
            data = json.loads(json.dumps(proof_object(encoded, certificate, seconds)))
            open_ = checker.proof(encoded, data)
            parts.append(f"(* {where}{'; a leaf of it is only claimed by a solver' if open_ else ''} *)")
            parts.append(exported(encoded, data, f"statement_{len(seen)}"))
        except REFUSALS as wrong:
            why = " ".join(str(wrong).split())[:120].replace("*)", "* )").replace('"', "'")
            parts.append(f"(* {where}: not written, {why} *)")
    return "\n".join(parts)


REFUSALS = (
    Wrong,
    Inapplicable,
    checker.Unsure,
    checker.Undefined,
    LookupError,
    ValueError,
    TypeError,
    ArithmeticError,
    RecursionError,
)
