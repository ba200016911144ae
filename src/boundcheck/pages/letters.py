r"""Letters, declared before anything is read: their printed forms, kinds, and what they abbreviate.

A form is one letter with an accent or alphabet, primes, a subscript, and a star or a word above: ``\hat\theta_1``, ``x'``,
``\pi^\star``, ``n_{\mathrm{eff}}``. Spellings of one print are one form: ``x_1`` and ``x_{1}``, ``\text`` and ``\mathrm``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from .tokens import SPACES, Place, Refused, Token, group, printed, tokens
from .trees import NUMBER, Tree, indices

GREEK = frozenset(
    r"""\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \vartheta \iota \kappa \lambda \mu \nu \xi \pi \rho
    \sigma \tau \upsilon \phi \varphi \chi \psi \omega \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon \Phi \Psi \Omega
    \ell""".split()
)
FONTS = {
    "\\mathrm": "\\mathrm", "\\text": "\\mathrm", "\\textrm": "\\mathrm", "\\operatorname": "\\mathrm", "\\mathsf": "\\mathsf",
    "\\mathcal": "\\mathcal", "\\mathbf": "\\mathbf", "\\boldsymbol": "\\mathbf", "\\mathfrak": "\\mathfrak",
}  # fmt: skip
WORDS = frozenset({"\\mathrm"})  # which may hold several letters
ACCENTS = {
    "\\hat": "\\hat", "\\widehat": "\\hat", "\\tilde": "\\tilde", "\\widetilde": "\\tilde", "\\bar": "\\overline",
    "\\overline": "\\overline", "\\dot": "\\dot", "\\vec": "\\vec", "\\underline": "\\underline",
}  # fmt: skip
STARS = {"*": "*", "\\ast": "*", "\\star": "\\star", "\\dagger": "\\dagger"}
SCRIPTED = frozenset({"\\max", "\\min"})  # which stand in subscripts
# Upright words that print an operator or a number: a letter that is printed so would say something else than it is.
OPERATORS = frozenset(
    """log ln lg exp sin cos tan sinh cosh tanh coth min max sup inf lim det tr arg argmin argmax mod gcd sgn sign var cov pr e i
    d""".split()
)
KINDS = {
    "real": "a real number",
    "integer": "a whole number",
    "constant": "e or \\pi",
    "function": "an abbreviation with arguments",
    "vector": "with its dimension, as \\in \\mathbb{R}^d",
    "matrix": "with its size, as \\in \\mathbb{R}^{d \\times d}",
    "identity": "the identity matrix, with its size",
    "family": "a number for each index, as x_i with 1 \\le i \\le n",
    "random": "a random number for each index, as X_i with 1 \\le i \\le n, and the letters that its law depends on; "
    "without an index one number, or with \\in j a value of an index",
    "fixed": "the same of what nothing random moves",
    "logistic": "the logistic function",
}
DRAWN = frozenset({"random", "fixed"})
SHAPED = frozenset({"vector", "matrix", "identity"})
CONSTANTS = frozenset({"e", "\\pi"})
MOST = 200  # letters of a page


@dataclass(frozen=True)
class Letter:
    """One declared letter.

    Parameters
    ----------
    form : str
        Its printed form, as `name` writes it.
    kind : str
        One of `KINDS`.
    meaning : str
    arguments : tuple of str
        Of a function: the forms of its arguments, in whose terms `equals` is.
    equals : Tree, optional
        What it abbreviates; put in its place when a formula is read.
    at : Place
    shape : tuple of two str
        Rows and columns of a vector or a matrix, by the forms of their dimensions.
    over : tuple of tuples of str and two Tree
        Of a family: its indices, and from where to where each runs.
    on : tuple of str
        Of what is drawn: the letters that its law depends on.
    within : str
        Of what is drawn and is a value of an index: that index.
    introduced : bool
        Whether the text introduces it, as ``Let $c = x + y$.``
    """

    form: str
    kind: str
    meaning: str
    at: Place
    arguments: tuple[str, ...] = ()
    equals: Tree | None = None
    shape: tuple[str, str] = NUMBER
    over: tuple[tuple[str, Tree, Tree], ...] = ()
    on: tuple[str, ...] = ()
    within: str = ""
    introduced: bool = False


@dataclass
class Letters:
    """The letters of a page, in their order."""

    held: dict[str, Letter] = field(default_factory=dict)
    running: dict[str, tuple[Tree, Tree]] = field(
        default_factory=dict
    )  # indices, while a formula is read in which they run

    def add(self, letter: Letter) -> None:
        """One more; `Refused` where its form is taken."""
        if letter.form in self.held:
            raise Refused(f"{letter.form} is declared twice", letter.at, way_out="keep one of the two")
        if any(one.equals is not None and letter.form in indices(one.equals) for one in self.held.values()):
            raise Refused(
                f"{letter.form} is an index of an abbreviation above",
                letter.at,
                way_out="call one of the two otherwise",
            )
        if len(self.held) >= MOST:
            raise Refused(f"more than {MOST} letters", letter.at, way_out="split the page")
        if letter.form in self.ranges():
            raise Refused(
                f"{letter.form} is the index of a family above", letter.at, way_out="call one of the two otherwise"
            )
        for one, other in ((letter, held) for held in self.held.values()):
            family, member = (one, other) if one.over else (other, one)
            if family.over and member.form.startswith(f"{family.form}_"):
                rule = f"{member.form} beside the family {family.form}"
                raise Refused(rule, letter.at, way_out="call one of the two otherwise")
        self.held[letter.form] = letter

    @contextmanager
    def run(self, index: str, low: Tree, high: Tree) -> Iterator[None]:
        """While an index runs between these ends."""
        before = dict(self.running)
        self.running[index] = (low, high)
        try:
            yield
        finally:
            self.running = before

    def ranges(self, *kinds: str) -> dict[str, tuple[Tree, Tree]]:
        """The indices of families, of some kinds or of all, and where they run."""
        held = (one for one in self.held.values() if not kinds or one.kind in kinds)
        return {index: (low, high) for one in held for index, low, high in one.over}

    def get(self, form: str) -> Letter | None:
        """The letter that is printed so."""
        return self.held.get(form)

    def near(self, base: str) -> list[str]:
        """Declared forms with the same base."""
        return [form for form in self.held if form.startswith(base)][:3]


def begins(token: Token) -> bool:
    """Whether a token begins a letter."""
    return (
        (token.kind == "sign" and token.text.isalpha())
        or token.text in GREEK
        or token.text in FONTS
        or token.text in ACCENTS
    )


def base(found: Sequence[Token], i: int, above: int = 0) -> tuple[str, int]:
    """The letter at `i` without its scripts, and what stands behind it; `above` accents stand over it."""
    token = found[i]
    if above > 2:
        raise Refused("more than two accents", token.at, way_out="call the letter something else")
    if token.text in ACCENTS:
        inside, end = group(found, i + 1, token)
        if len(inside) == 1 and inside[0].text in {*ACCENTS, *FONTS} and end == i + 2:  # \hat\mathcal{L}
            form, end = base(found, i + 1, above + 1)
            return f"{ACCENTS[token.text]}{{{form}}}", end
        if not inside or not begins(inside[0]):
            raise Refused(
                f"{token.text} over {printed(inside)!r}", token.at, way_out="an accent stands over one letter"
            )
        form, last = base(inside, 0, above + 1)
        if last != len(inside):
            raise Refused(
                f"{token.text} over {printed(inside)!r}", token.at, way_out="an accent stands over one letter"
            )
        return f"{ACCENTS[token.text]}{{{form}}}", end
    if token.text in FONTS:
        if i + 1 < len(found) and found[i + 1].text == "*":
            raise Refused(f"{token.text}*", token.at, way_out="leave out the star")
        inside, end = group(found, i + 1, token)
        word = "".join(one.text for one in inside)
        if not word.isalpha() or not word.isascii() or any(one.gap for one in inside[1:]):
            raise Refused(
                f"{token.text}{{{printed(inside)}}} is no letter", token.at, way_out="words stand outside of formulas"
            )
        font = FONTS[token.text]
        if len(word) > 1 and font not in WORDS:
            raise Refused(
                f"{token.text}{{{word}}}", token.at, [f"one letter {word}", "a product"], f"\\mathrm{{{word}}}"
            )
        return f"{font}{{{word}}}", end
    return token.text, i + 1


def script(inside: Sequence[Token], of: Token) -> str:
    """A subscript as a part of a form."""
    made = []
    i = 0
    kept = [token for token in inside if token.text not in SPACES]
    if [token.text for token in kept] == ["+"]:  # what comes next
        return "+"
    while i < len(kept):
        token = kept[i]
        if begins(token):
            form, i = base(kept, i)
            if i + 1 < len(kept) and kept[i].text == "^" and kept[i + 1].text in STARS:  # j^*
                form, i = name(form, 0, "", STARS[kept[i + 1].text]), i + 2
            made.append(form)
        elif token.kind == "number" or token.text in STARS or token.text in {",", *SCRIPTED}:
            made.append(STARS.get(token.text, token.text))
            i += 1
        else:
            raise Refused(
                f"{printed(inside)!r} as a subscript", of.at, way_out="a subscript holds letters, digits and commas"
            )
    if not made:
        raise Refused("an empty subscript", of.at, way_out="delete it")
    return " ".join(made)


def star(inside: Sequence[Token]) -> str:
    """What a superscript adds to a letter's form: a star, a dagger, a word; empty where it is none of these."""
    kept = [token for token in inside if token.text not in SPACES]
    if len(kept) == 1 and kept[0].text in STARS:
        return STARS[kept[0].text]
    if kept and FONTS.get(kept[0].text) == "\\mathrm":
        form, end = base(kept, 0)
        return form if end == len(kept) and len(form) > len("\\mathrm{x}") else ""
    return ""


def name(stem: str, primes: int, below: str, above: str) -> str:
    """The form with these scripts."""
    return f"{stem}{chr(39) * primes}{f'_{{{below}}}' if below else ''}{f'^{{{above}}}' if above else ''}"


def form_of(source: str, at: Place) -> str:
    """The form of a letter that is written alone, as in a declaration.

    Raises
    ------
    Refused
        It is no letter, or it prints a number, an operator, or a power of another letter.
    """
    found = [token for token in tokens(source, at) if token.text not in SPACES]
    if not found or not begins(found[0]):
        raise Refused(
            f"{source.strip()!r} is no letter", at, way_out=r"a letter is x, \alpha, \hat\theta_1, \mathrm{word}"
        )
    stem, i = base(found, 0)
    word = stem.removeprefix("\\mathrm{").removesuffix("}") if stem.startswith("\\mathrm{") else ""
    if word.lower() in OPERATORS:
        raise Refused(f"{stem} prints an operator or a number", at, way_out="call the letter something else")
    primes, below, above = 0, "", ""
    while i < len(found):
        token = found[i]
        if token.text == "'":
            primes, i = primes + 1, i + 1
        elif token.text in ("_", "^"):
            inside, i = group(found, i + 1, token)
            if token.text == "_" and not below:
                below = script(inside, token)
            elif [one.text for one in inside] == ["\\prime"]:
                primes += 1
            elif token.text == "^" and not above and star(inside):
                above = star(inside)
            else:
                readings = [f"the letter {source.strip()}", f"{stem} to the power {printed(inside)}"]
                raise Refused(
                    f"{source.strip()!r} as a letter", at, readings, "give it a subscript, a prime or a star instead"
                )
        else:
            readings = [f"one letter {source.strip()}", "a product"]
            raise Refused(
                f"{source.strip()!r} is more than one letter", at, readings, r"\mathrm{word}, or commas between letters"
            )
    return name(stem, primes, below, above)


def symbol_names(forms: Iterable[str]) -> dict[str, str]:
    """A plain name for each form, no two alike: ``theta_hat_1`` is none of ours, ``hat_theta_1`` is."""
    made: dict[str, str] = {}
    for form in forms:
        plain = form.replace("'", "_prime").replace("*", "_star")
        for command in ("\\mathrm", "\\mathcal", "\\mathsf", "\\mathbf", "\\mathfrak"):
            plain = plain.replace(command, "" if command == "\\mathrm" else command[5:] + "_")
        words = "".join(char if char.isalnum() and char.isascii() else "_" for char in plain).split("_")
        stem = "_".join(word for word in words if word) or "letter"
        called, k = stem, 2
        while called in made.values():
            called, k = f"{stem}_{k}", k + 1
        made[form] = called
    return made
