r"""Mathematics as it is typed: LaTeX, read once as a tree from which pages, screens and provers take what they need.

A formula is a tuple of nodes. Scripts stand behind what they belong to, primes first, then what is below, then what is above, so
that the print of a letter is a run of nodes that can be looked for. Spellings of one thing are one thing: ``\leq`` and ``\le``,
``\bar`` and ``\overline``, ``\left( x \right)`` and ``(x)``. What is not known is refused, and never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias


class NotationError(ValueError):
    """What is typed is no mathematics that can be set, in one line."""


# Nodes.


@dataclass(frozen=True, slots=True)
class Sign:
    r"""One letter, number, relation or operator: ``x``, ``12.5``, ``\alpha``, ``\le``, ``+``, ``\quad``, or a prime."""

    said: str


@dataclass(frozen=True, slots=True)
class Word:
    r"""Upright letters: ``\mathrm{ref}``, ``\operatorname{TV}``, ``\text{ for }``."""

    said: str
    kind: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class Fraction:
    """One thing over another."""

    above: Nodes
    below: Nodes


@dataclass(frozen=True, slots=True)
class Root:
    """A root; of a square root the index is empty."""

    inside: Nodes
    index: Nodes = ()


@dataclass(frozen=True, slots=True)
class Bracket:
    r"""What stands between two brackets or bars: ``(``, ``[``, ``\{``, ``|``, ``\|``, ``\langle``, or ``.`` for none."""

    left: str
    inside: Nodes
    right: str


@dataclass(frozen=True, slots=True)
class Below:
    """What stands below the node before it."""

    inside: Nodes


@dataclass(frozen=True, slots=True)
class Above:
    """What stands above the node before it: a power, a star."""

    inside: Nodes


@dataclass(frozen=True, slots=True)
class Face:
    r"""An accent or an alphabet: ``\hat``, ``\mathcal``."""

    mark: str
    inside: Nodes


@dataclass(frozen=True, slots=True)
class Rows:
    r"""Cells in rows: ``\begin{cases}``."""

    kind: str
    rows: tuple[tuple[Nodes, ...], ...]


Node: TypeAlias = Sign | Word | Fraction | Root | Bracket | Below | Above | Face | Rows
Nodes: TypeAlias = tuple[Node, ...]
PRIME = Sign("'")

# Commands that are one sign, by what they look like.

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ",
    "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω",
}  # fmt: skip
RELATIONS = {
    "le": "≤", "ge": "≥", "ne": "≠", "approx": "≈", "sim": "∼", "simeq": "≃", "asymp": "≍", "propto": "∝", "equiv": "≡",
    "preceq": "⪯", "succeq": "⪰", "prec": "≺", "succ": "≻", "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆",
    "to": "→", "mapsto": "↦", "implies": "⟹", "iff": "⟺", "Rightarrow": "⇒", "Leftrightarrow": "⇔", "gets": "←", "lesssim": "≲",
    "gtrsim": "≳", "ll": "≪", "gg": "≫", "parallel": "∥", "perp": "⟂",
}  # fmt: skip
SIGNS = {
    "cdot": "⋅", "times": "×", "pm": "±", "infty": "∞", "mid": "∣", "ell": "ℓ", "top": "⊤", "bot": "⊥", "star": "⋆",
    "dagger": "†", "nabla": "∇", "partial": "∂", "cup": "∪", "cap": "∩", "setminus": "∖", "ldots": "…", "cdots": "⋯", "forall": "∀",
    "exists": "∃", "emptyset": "∅", "circ": "∘", "wedge": "∧", "vee": "∨", "otimes": "⊗", "oplus": "⊕", "angle": "∠", "hbar": "ℏ",
    "neg": "¬", "|": "‖", "%": "%", "#": "#", "&": "&", "_": "_", "$": "$",
}  # fmt: skip
OVER = {"sum": "∑", "prod": "∏", "int": "∫", "bigcup": "⋃", "bigcap": "⋂"}  # which reach as far as their term
FUNCTIONS = frozenset(
    "log ln exp sin cos tan sinh cosh tanh coth arctan arcsin arccos max min sup inf lim det dim arg argmin argmax Pr".split()
)
SPACES = {"quad": " ", "qquad": "  ", ",": " ", ";": " ", ":": " ", " ": " ", "!": ""}
LOOKS = {**GREEK, **RELATIONS, **SIGNS, **OVER}

SAME = {
    "epsilon": "varepsilon", "leq": "le", "geq": "ge", "neq": "ne", "rightarrow": "to", "longrightarrow": "to",
    "leftarrow": "gets", "Longleftrightarrow": "iff", "Longrightarrow": "implies", "smallsetminus": "setminus", "dots": "ldots",
    "land": "wedge", "lor": "vee", "lnot": "neg", "varnothing": "emptyset", "leqslant": "le", "geqslant": "ge",
}  # fmt: skip
TOKENS = {
    r"\lbrack": "[", r"\rbrack": "]", r"\lbrace": r"\{", r"\rbrace": r"\}", r"\vert": "|", r"\Vert": r"\|", r"\ast": "*",
    r"\colon": ":", r"\prime": "'", r"\slash": "/", r"\coloneqq": ":=", "≔": ":=",
}  # fmt: skip
FACES = {
    "hat": "hat", "widehat": "hat", "tilde": "tilde", "widetilde": "tilde", "bar": "overline", "overline": "overline",
    "underline": "underline", "mathbb": "mathbb", "mathcal": "mathcal", "mathbf": "mathbf", "boldsymbol": "mathbf", "dot": "dot",
    "vec": "vec", "mathfrak": "mathfrak", "underbrace": "underbrace", "bm": "mathbf",
}  # fmt: skip
UPRIGHT = {
    "mathrm": "mathrm", "mathsf": "mathrm", "mathit": "mathrm", "textrm": "text", "text": "text", "operatorname": "operatorname",
    "operatorname*": "operatorname", "letter": "letter", "textit": "text", "mathtt": "mathrm", "texttt": "text",
}  # fmt: skip
SIZES = frozenset("big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr middle limits nolimits displaystyle textstyle".split())
OPENING = {"(": ")", "[": "]", "\\{": "\\}", "\\langle": "\\rangle", "\\lceil": "\\rceil", "\\lfloor": "\\rfloor",
           "\\lVert": "\\rVert", "\\lvert": "\\rvert"}  # fmt: skip
CLOSING = frozenset(OPENING.values())
BARS = {"\\lVert": "\\|", "\\rVert": "\\|", "\\lvert": "|", "\\rvert": "|"}
ENVIRONMENTS = frozenset("cases aligned pmatrix bmatrix matrix".split())
PLAIN = frozenset("+-*/=<>()[],.;:!|'?~`@")  # signs of the keyboard
WAYS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "==": "=", "**": "^"}  # spellings of programs
_JOINS = frozenset({"pm", "cdot", "mid", "wedge", "vee"})
LONGEST = 4000
DEEPEST = 40
LETTERS = 5  # side by side from which on they are taken for a word

_TOKEN = re.compile(r":=|\\(?:operatorname\*|[A-Za-z]+)|\\.|\d+(?:\{,\}\d{3})*(?:\.\d+)?|\s+|.", re.DOTALL)
_WORDED = re.compile(
    r"\\(?:operatorname\*?|mathrm|mathsf|mathit|mathtt|letter|text(?:rm|it|tt)?|begin|end)\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}"
)
_RUN = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}")


@lru_cache(maxsize=20_000)
def parse(source: str) -> Nodes:
    r"""The tree of a formula.

    Parameters
    ----------
    source : str
        LaTeX, without dollars around it.

    Raises
    ------
    NotationError
        It is no mathematics of this notation; the message says which sign is to blame and what stands in its place.
    """
    if len(source) > LONGEST:
        raise NotationError(f"a formula of {len(source)} characters; {LONGEST} is the most")
    for way, sign in WAYS.items():
        if way in source:
            raise NotationError(f"{way!r} in {source!r:.80}; in LaTeX it is {sign}")
    return _Parser(source).whole()


def objection(source: object) -> str:
    """What is wrong with a formula, in one line; empty where it can be set."""
    if not isinstance(source, str):
        return f"a formula is text, this is {type(source).__name__}"
    try:
        parse(source)
    except NotationError as error:
        return str(error)
    return ""


class _Parser:
    """Takes what it reads from the front."""

    def __init__(self, source: str) -> None:
        self.source, self.place, self.depth = source, 0, 0
        self._spaced = [TOKENS.get(token, token) for token in _TOKEN.findall(source)]
        self.tokens = [token for token in self._spaced if not token.isspace()]

    def whole(self) -> Nodes:
        """The formula."""
        found = self.sequence(())
        if self.next:
            raise self.fault(f"{self.next!r} closes nothing")
        for run in _RUN.findall(_words_out(self.source)):
            if run in FUNCTIONS or run in GREEK or run in SAME or run in ("sqrt", "norm") or len(run) >= LETTERS:
                raise self.fault(rf"{run!r} is no letter; it is \{run} or \mathrm{{{run}}}" if run in {*FUNCTIONS, *GREEK} else
                                 rf"{run!r} is no letter; a word is \mathrm{{{run}}}")  # fmt: skip
        return found

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self) -> str:
        token = self.next
        if not token:
            raise self.fault("it ends too early")
        self.place += 1
        return token

    def fault(self, why: str) -> NotationError:
        return NotationError(f"{why}, in {self.source!r:.120}")

    def sequence(self, ends: tuple[str, ...]) -> Nodes:
        """Everything before one of `ends`, or before what closes nothing."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fault(f"brackets more than {DEEPEST} deep")
        made: list[Node] = []
        while self.next and self.next not in ends and self.next not in ("}", "\\right", "\\end", "&"):
            if self.next in CLOSING and not (ends and ends[0] == "}"):
                break
            if self.next == "\\\\" and "\\\\" in ends:
                break
            one = self.term()
            made += one
        self.depth -= 1
        return _barred(made)

    def term(self) -> Nodes:
        """One thing, with its scripts in their order."""
        base = self.atom() if self.next not in ("_", "^", "'") else ()
        primes, below, above = 0, None, None
        while self.next in ("_", "^", "'"):
            said = self.take()
            if said == "'":
                primes += 1
                continue
            inside = self.argument()
            if said == "^" and inside and all(node == PRIME for node in inside):
                primes += len(inside)
            elif (below if said == "_" else above) is not None:
                raise self.fault(f"two scripts {'below' if said == '_' else 'above'} one letter")
            elif said == "_":
                below = inside
            else:
                above = inside
        if primes or below is not None or above is not None:
            held = [node for node in base if not isinstance(node, Below | Above) and node != PRIME]
            if len(held) > 1 and not (len(held) == 2 and isinstance(held[1], Bracket) and isinstance(held[0], Sign | Word)):
                raise self.fault("a script at several letters in braces; brackets say what is meant")
            base = self.scripted(base, [PRIME] * primes, below, above)
        return base

    def scripted(self, base: Nodes, primes: list[Node], below: Nodes | None, above: Nodes | None) -> Nodes:
        """A base, which may have scripts in its braces, with further ones: primes, then below, then above."""
        end = len(base)
        while end and (isinstance(base[end - 1], Below | Above) or base[end - 1] == PRIME):
            end -= 1
        own = base[end:]
        lower = [node for node in own if isinstance(node, Below)] + ([Below(below)] if below is not None else [])
        upper = [node for node in own if isinstance(node, Above)] + ([Above(above)] if above is not None else [])
        if len(lower) > 1 or len(upper) > 1:
            raise self.fault("two scripts of one kind at one letter")
        return (*base[:end], *(node for node in own if node == PRIME), *primes, *lower, *upper)

    def argument(self) -> Nodes:
        """A group in braces, or one sign."""
        token = self.next
        if not token:
            raise self.fault("a command lacks its argument")
        if token[0].isdigit() and len(token) > 1:  # \frac12
            self.tokens[self.place] = token[1:]
            return (Sign(token[0]),)
        if token == "'":
            self.take()
            return (PRIME,)
        return self.atom()

    def group(self) -> Nodes:
        found = self.sequence(("}",))
        if self.next != "}":
            raise self.fault("a brace does not close")
        self.take()
        return found

    def atom(self) -> Nodes:
        token = self.take()
        if token == "{":
            return self.group()
        if token in OPENING:
            return (self.bracket(token),)
        if token == "'":
            return (PRIME,)
        if token.startswith("\\") and len(token) > 1:
            return self.command(token[1:])
        if token in CLOSING:
            raise self.fault(f"{token!r} closes nothing")
        if token[0].isdigit():
            return (Sign(token.replace("{,}", "")),)
        if (token.isascii() and token.isalpha()) or token in PLAIN or token == ":=":
            return (Sign(token),) if token != "~" else (Sign("\\ "),)
        if token == "%":
            raise self.fault("a bare % begins a comment in LaTeX; the sign is \\%")
        raise self.fault(f"{token!r} has no place in mathematics between dollars")

    def bracket(self, left: str) -> Bracket:
        inside = self.sequence(())
        right = self.next
        if right not in CLOSING:
            raise self.fault(f"{left!r} does not close")
        self.take()
        return Bracket(BARS.get(left, left), inside, BARS.get(right, right))

    def command(self, name: str) -> Nodes:
        name = SAME.get(name, name)
        if name in ("frac", "tfrac", "dfrac"):
            return (Fraction(self.argument(), self.argument()),)
        if name == "sqrt":
            index: Nodes = ()
            if self.next == "[":
                self.take()
                index = self.sequence(("]",))
                self.take()
            return (Root(self.argument(), index),)
        if name == "binom":
            return (Bracket("(", (Rows("matrix", ((self.argument(),), (self.argument(),))),), ")"),)
        if name in ("underset", "overset"):
            beside = self.argument()
            kind = Below if name == "underset" else Above
            return (*self.argument(), kind(beside))
        if name in UPRIGHT:
            return (Word(self.raw(), UPRIGHT[name]),)
        if name in FACES:
            return (Face(FACES[name], self.argument()),)
        if name == "left":
            left = self.take()
            inside = self.sequence(())
            if self.next != "\\right":
                raise self.fault(f"\\left{left} has no \\right")
            self.take()
            right = self.take()
            return (Bracket(BARS.get(left, left), inside, BARS.get(right, right)),)
        if name == "begin":
            return (self.rows(),)
        if name in SIZES:
            return ()
        if name in LOOKS or name in FUNCTIONS or name in SPACES:
            return (Sign("\\" + name),)
        if "\\" + name in CLOSING:
            raise self.fault(f"\\{name} closes nothing")
        raise self.fault(f"\\{name} is not known")

    def raw(self) -> str:
        """A word between braces, as it stands in the source, spaces included."""
        if self.take() != "{":
            return self.tokens[self.place - 1]
        count = self.place  # tokens without spaces; what is between them is found again in the source
        at, seen = 0, 0
        while seen < count:
            seen += not self._spaced[at].isspace()
            at += 1
        said, depth = "", 1
        while at < len(self._spaced):
            token = self._spaced[at]
            depth += (token == "{") - (token == "}")
            if not depth:
                break
            said += token if token not in ("{", "}") else ""
            self.place += not token.isspace()
            at += 1
        else:
            raise self.fault("a brace does not close")
        self.take()
        return re.sub(r"\\([ %#&_$,-])", r"\1", said)

    def rows(self) -> Rows:
        kind = self.raw()
        if kind not in ENVIRONMENTS:
            raise self.fault(f"\\begin{{{kind}}} is not known")
        rows: list[tuple[Nodes, ...]] = []
        cells: list[Nodes] = []
        while True:
            cells.append(self.sequence(("&", "\\\\", "\\end")))
            said = self.take()
            if said == "&":
                continue
            rows.append(tuple(cells))
            cells = []
            if said == "\\end":
                if self.raw() != kind:
                    raise self.fault(f"\\begin{{{kind}}} has no end")
                return Rows(kind, tuple(row for row in rows if any(row)))
            if said != "\\\\":
                raise self.fault(f"{said!r} in \\begin{{{kind}}}")


def _words_out(source: str) -> str:
    """A source without its words."""
    return _WORDED.sub(" ", source)


def _barred(made: list[Node]) -> Nodes:
    """Bars in even number on one level are the two sides of a norm or of a value without its sign."""
    for bar in ("\\|", "|"):
        places = [place for place, node in enumerate(made) if node == Sign(bar)]
        if not places or len(places) % 2:
            continue
        paired: list[Node] = []
        inner: list[Node] | None = None
        for node in made:
            if node != Sign(bar):
                (paired if inner is None else inner).append(node)
            elif inner is None:
                inner = []
            else:
                paired.append(Bracket(bar, tuple(inner), bar))
                inner = None
        made = paired
    return tuple(made)


def walk(nodes: Nodes) -> Iterator[Node]:
    """Every node of a tree, outer ones first."""
    for node in nodes:
        yield node
        for inside in parts(node):
            yield from walk(inside)


def parts(node: Node) -> tuple[Nodes, ...]:
    """What a node holds."""
    match node:
        case Fraction(above, below):
            return above, below
        case Root(inside, index):
            return inside, index
        case Bracket(_, inside, _) | Below(inside) | Above(inside) | Face(_, inside):
            return (inside,)
        case Rows(_, rows):
            return tuple(cell for row in rows for cell in row)
    return ()


# What formulas are made of.


def is_relation(node: Node) -> bool:
    """Whether a sign compares what stands on either side of it."""
    return isinstance(node, Sign) and (node.said in ("=", "<", ">", ":=") or node.said[1:] in RELATIONS)


def has_terms(nodes: Nodes) -> bool:
    """Whether there is a plus or a minus outside of all brackets."""
    return any(node in (Sign("+"), Sign("-"), Sign("\\pm")) for node in nodes)


def factors(nodes: Nodes) -> int:
    """Of how many factors a product consists; a slash counts as one."""
    count = 0
    before: Node | None = None
    for place, node in enumerate(nodes):
        call = isinstance(node, Bracket) and before is not None and called(before, node)
        raised = place + 1 < len(nodes) and isinstance(nodes[place + 1], Above)
        raised = raised and isinstance(before, Sign) and before.said[1:] not in FUNCTIONS
        call = call and not raised  # a product with a power, as far as can be seen
        count += not (call or isinstance(node, Below | Above) or node == PRIME)
        before = node if not isinstance(node, Below | Above) and node != PRIME else before
    return count


def called(before: Node, bracket: Bracket) -> bool:
    """Whether a bracket is the argument of what stands before it."""
    if isinstance(before, Word) or (isinstance(before, Sign) and before.said[1:] in FUNCTIONS):
        return True
    named = any(isinstance(node, Sign | Word) and not node.said[:1].isdecimal() for node in walk(bracket.inside))
    letter = isinstance(before, Face) or (isinstance(before, Sign) and not before.said[0].isdecimal())
    return bracket.left == "(" and letter and named and not has_terms(bracket.inside)


def of_function(nodes: Nodes, place: int) -> bool:
    """Whether a function is taken of what stands at a place: the logarithm of a quotient is no quotient."""
    while place and isinstance(nodes[place - 1], Below | Above):
        place -= 1
    before = nodes[place - 1] if place else None
    return isinstance(before, Sign) and before.said[1:] in FUNCTIONS


def ends(nodes: Nodes, place: int) -> bool:
    """Whether a product ends at a place."""
    if place == len(nodes):
        return True
    match nodes[place]:
        case Sign(said):
            name = said[1:]
            return said in tuple("+-=<>,.;:|)/") or name in RELATIONS or name in SPACES or name in _JOINS
        case Word(_, kind):
            return kind == "text"
    return False
