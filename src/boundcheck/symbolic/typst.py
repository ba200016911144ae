"""SymPy expressions as Typst mathematics, in the shape in which they were written, letters and brackets included."""

import re
from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.printing.precedence import PRECEDENCE, precedence_traditional
from sympy.printing.printer import Printer

# Letters of a formula in Typst: Greek, accented, with something below.

GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta",
    "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega",
}  # fmt: skip
SPELLED = {"lam": "lambda", "eps": "epsilon", "hbar": "planck.reduce"}
ACCENTS = {"hat": "hat", "tilde": "tilde", "bar": "overline"}


def letter(name: str, letters: Mapping[str, str] | None = None) -> str:
    """Typst for a symbol's name: `letters` first, then Greek, single letters, subscripts, words.

    Parameters
    ----------
    name : str
        Such as ``"epsilon"``, ``"x_1"``, ``"theta_hat"``, ``"B'"``.
    letters : mapping, optional
        Names that have a letter of their own.

    Returns
    -------
    source : str
    """
    if letters and name in letters:
        return letters[name]
    if name.isdigit():
        return name
    stem, _, below = name.partition("_")
    bare = stem.rstrip("'0123456789")
    tail = stem[len(bare) :]
    digits, primes = tail.rstrip("'"), "'" * tail.count("'")
    if bare in GREEK or bare in SPELLED:
        head = SPELLED.get(bare, bare)
    elif len(bare) == 1 and bare.isalpha():
        head = bare
    else:
        head = quoted(bare)
        if below and not below.isdigit():
            return quoted(name.replace("_", " "))
    if below in ACCENTS:
        return f"{ACCENTS[below]}({head})"
    subscript = ", ".join(part for part in (digits, letter(below, letters) if below else "") if part)
    return head + (f"_({subscript})" if subscript else "") + primes


def quoted(text: str) -> str:
    """`text` as upright letters, whatever it contains."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# How tightly the print of a letter binds: one that is a formula, as θᵀx or 1 + r, needs brackets as a factor or a base.

OPEN = {"(": ")", "[": "]", "chevron.l": "chevron.r", "paren.l": "paren.r", "bracket.l": "bracket.r"}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\\.|[A-Za-z]+(?:\.[a-z.]+)*|\s+|.', re.DOTALL)
SUMS = frozenset({"+", "-"})
OVER = frozenset({r"\/", "slash", "sum", "product", "integral"})  # loosest in a product
HEADS = frozenset({"norm", "abs", "hat", "tilde", "overline", "cal", "bb", "bold", "op", "upright"})


def binds(source: str) -> int:
    """The precedence of a letter's print, as SymPy counts them.

    Parameters
    ----------
    source : str
        Typst, such as ``"theta^top x"``.

    Returns
    -------
    level : int
        ``PRECEDENCE["Atom"]`` for one letter with whatever stands above and below it, unless that is a power.
    """
    level, before, spaced = PRECEDENCE["Atom"], "", False
    closing: list[str] = []
    for token in TOKEN.findall(source):
        if closing and token == closing[-1]:
            closing.pop()
            spaced = False
        elif token in OPEN:
            if not closing and token == "(" and before.isalpha() and before not in HEADS and not spaced:
                level = min(level, PRECEDENCE["Pow"])  # a function: its power would be read as that of its argument
            if not closing and spaced and before:
                level = min(level, PRECEDENCE["Mul"])
            closing.append(OPEN[token])
        elif closing:
            pass
        elif token.isspace():
            spaced = True
            continue
        elif token in SUMS:
            return PRECEDENCE["Add"]
        elif token in OVER:
            level = min(level, PRECEDENCE["Mul"] - 1)
        elif token == "^":
            level = min(level, PRECEDENCE["Pow"])
        elif spaced and before:
            level = min(level, PRECEDENCE["Mul"])
        if token not in "_^":
            spaced = False
        before = token
    return level


# SymPy expressions as Typst mathematics, in the shape in which they were written.

# ruff: noqa: N802, N815  (SymPy calls a printer's methods after its classes)


NAMED = {  # SymPy's name of a function -> Typst
    "log": "ln", "sin": "sin", "cos": "cos", "tan": "tan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh",
    "coth": "coth", "atan": "arctan", "asin": "arcsin", "acos": "arccos", "gamma": "Gamma", "zeta": "zeta",
    "Min": "min", "Max": "max", "sigmoid": "sigma", "floor": "floor", "ceiling": "ceil", "binomial": "binom",
    "atanh": 'op("artanh")', "asinh": 'op("arsinh")', "acosh": 'op("arcosh")', "sech": "sech", "csch": "csch",
    "erf": 'op("erf")', "erfc": 'op("erfc")', "sign": 'op("sign")', "loggamma": "ln Gamma", "KL": 'op("KL")',
    "TV": 'op("TV")', "H": "H", "Tr": 'op("tr")',
}  # fmt: skip
CONSTANTS = {
    "Infinity": "infinity", "NegativeInfinity": "-infinity", "Pi": "pi", "Exp1": "e", "EulerGamma": "gamma", "ImaginaryUnit": "i",
    "EmptySet": "nothing", "Integers": "ZZ", "Naturals": "NN",
    "BooleanTrue": '"true"', "BooleanFalse": '"false"',
}  # fmt: skip
LONG = 12  # operations in a sum behind which a root would be lost
RELATIONS = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class UnknownNodeError(TypeError):
    """The expression holds something that has no agreed way of being printed."""


def typst(expr: Any, letters: Mapping[str, str] | None = None) -> str:
    """Typst mathematics for a SymPy expression.

    Parameters
    ----------
    expr : sympy.Basic
        Sums and products built with ``evaluate=False`` keep the order in which they were written.
    letters : mapping of str to str, optional
        Typst for names of symbols and functions, as ``{"radius": "B'"}``.

    Returns
    -------
    source : str
        Goes between dollars, or into ``eval(mode: "math")``.

    Raises
    ------
    UnknownNodeError
        Rather than print something that might be wrong.
    """
    return _TypstPrinter(letters or {}).doprint(sp.sympify(expr))


class _TypstPrinter(Printer):
    printmethod = "_typst"

    def __init__(self, letters: Mapping[str, str]):
        super().__init__()
        self.letters = letters

    def emptyPrinter(self, expr):
        name = type(expr).__name__
        if name not in CONSTANTS:
            raise UnknownNodeError(f"no Typst for {name}: {expr!s:.80}")
        return CONSTANTS[name]

    def _within(self, expr, level, strict=True):
        """`expr` in brackets unless it binds more tightly than `level`."""
        inner = self._print(expr)
        own = binds(inner) if expr.is_Symbol else precedence_traditional(expr)
        loose = own < level or (strict and own == level)
        return f"({inner})" if loose or (inner.startswith("-") and level > PRECEDENCE["Add"]) else inner

    # numbers and names

    def _print_Symbol(self, expr):
        return letter(expr.name, self.letters)

    _print_Dummy = _print_Symbol

    def _print_Indexed(self, expr):
        below = ", ".join(self._print(index) for index in expr.indices)
        return f"{letter(str(expr.base.label), self.letters)}_({below})"

    def _print_Integer(self, expr):
        return str(expr.p)

    def _print_Rational(self, expr):
        return f"{'-' if expr.p < 0 else ''}frac({abs(expr.p)}, {expr.q})"

    def _print_Float(self, expr):
        mantissa, _, exponent = f"{float(expr)!r}".partition("e")
        return f"{mantissa} dot 10^({int(exponent)})" if exponent else mantissa.removesuffix(".0")

    # sums, products, powers

    def _print_Add(self, expr):
        terms = expr.args if _as_written(expr) else expr.as_ordered_terms()
        source = ""
        for term in terms:
            part = self._print(term)
            if precedence_traditional(term) < PRECEDENCE["Add"] or (source and isinstance(term, sp.Add)):
                part = f"({part})"
            if source:
                source += f" - {part[1:].lstrip()}" if part.startswith("-") else f" + {part}"
            else:
                source = part
        return source

    def _print_Mul(self, expr):
        factors = expr.args if _as_written(expr) else sorted(expr.as_ordered_factors(), key=_rank)
        numbers = [factor for factor in factors if factor.is_Number]
        if len(numbers) == 1:  # nobody writes a number behind its letters
            factors = (*numbers, *(factor for factor in factors if not factor.is_Number))
        sign = ""
        over: list[sp.Expr] = []
        under: list[sp.Expr] = []
        for factor in factors:
            if isinstance(factor, sp.Rational):
                if factor < 0 and not sign and not over:
                    sign, factor = "-", -factor
                elif factor < 0:
                    over.append(factor)
                    continue
                if factor.p != 1:
                    over.append(sp.Integer(factor.p))
                if factor.q != 1:
                    under.append(sp.Integer(factor.q))
            elif _below_the_line(factor):
                under.append(sp.Pow(factor.base, -factor.exp, evaluate=factor.exp == -1))
            else:
                over.append(factor)
        under.sort(key=lambda factor: not factor.is_Number)
        if not under and len(over) == 1 and sign:
            return sign + self._within(over[0], PRECEDENCE["Mul"])
        if not under:
            return sign + self._factors(over)
        roots = [factor for factor in over if _tall_root(factor)]
        if roots and len(roots) < len(over):  # beside the fraction, where it stays large
            over = [factor for factor in over if not _tall_root(factor)]
            return f"{sign}frac({self._factors(over)}, {self._factors(under)}) {self._factors(roots)}"
        return f"{sign}frac({self._factors(over)}, {self._factors(under)})"

    def _factors(self, factors):
        if not factors:
            return "1"
        if len(factors) == 1:
            return self._print(factors[0])
        source = ""
        for place, factor in enumerate(factors):
            part = self._within(factor, PRECEDENCE["Mul"], strict=isinstance(factor, sp.Mul))
            swallows = isinstance(factor, sp.Sum | sp.Product | sp.Integral | sp.Derivative | sp.Piecewise)
            if swallows and (place < len(factors) - 1 or isinstance(factor, sp.Piecewise)):
                part = f"({part})"
            number = part[0].isdigit() or isinstance(factor, sp.Rational)
            source += f" dot {part}" if source and number else f" {part}" if source else part
        return source

    def _print_Pow(self, expr):
        base, exponent = expr.base, expr.exp
        if exponent.is_Rational and exponent < 0 and base.is_commutative:
            return f"frac(1, {self._print(sp.Pow(base, -exponent, evaluate=exponent == -1))})"
        if exponent.is_Rational and exponent.p == 1 and exponent.q > 1:
            inner = self._print(base)
            return f"sqrt({inner})" if exponent.q == 2 else f"root({exponent.q}, {inner})"
        function = isinstance(base, sp.Function) and type(base).__name__ not in ("Abs", "norm")
        inner = self._print(base) if not function else f"({self._print(base)})"
        if not function:
            inner = self._within(base, PRECEDENCE["Pow"])
        if exponent.is_Rational and exponent.q != 1:
            return f"{inner}^({exponent.p}\\/{exponent.q})"
        return f"{inner}^({self._print(exponent)})"

    def _print_exp(self, expr):
        return f"e^({self._print(expr.args[0])})"

    # functions

    def _print_Function(self, expr):
        name = type(expr).__name__
        if name == "norm":
            inner, *below = map(self._print, expr.args)
            return f"norm({inner})" + (f"_({', '.join(below)})" if below else "")
        if name in self.letters:
            head = self.letters[name]
        elif name in NAMED:
            head = NAMED[name]
        elif isinstance(expr, AppliedUndef):
            head = letter(name) if not letter(name).startswith('"') else f"op({quoted(name)})"
        else:
            raise UnknownNodeError(f"no Typst for the function {name}")
        return f"{head}({', '.join(map(self._print, expr.args))})"

    _print_Min = _print_Max = _print_Function

    def _print_Abs(self, expr):
        return f"abs({self._print(expr.args[0])})"

    def _print_factorial(self, expr):
        return self._within(expr.args[0], PRECEDENCE["Func"]) + "!"

    def _print_polygamma(self, expr):
        order, inner = expr.args
        above = "'" * int(order) if order in (0, 1, 2, 3) else f"^(({self._print(order)}))"
        return f"psi{above}({self._print(inner)})"

    def _print_Derivative(self, expr):
        inner = expr.expr
        if len(expr.variable_count) == 1 and isinstance(inner, sp.Function) and len(inner.args) == 1:
            variable, order = expr.variable_count[0]
            if inner.args[0] == variable and order in (1, 2, 3):
                head, _, rest = self._print(inner).partition("(")
                if not head.startswith("op"):
                    return f"{head}{chr(39) * int(order)}({rest}"
        mark = "partial" if len(expr.expr.free_symbols) > 1 else "dif"
        total = sum(order for _, order in expr.variable_count)
        below = " ".join(
            f"{mark} {self._print(v)}" + (f"^({self._print(k)})" if k != 1 else "") for v, k in expr.variable_count
        )
        above = mark + (f"^({self._print(sp.sympify(total))})" if total != 1 else "")
        return f"frac({above}, {below}) {self._within(inner, PRECEDENCE['Mul'])}"

    def _over(self, sign, expr):
        source = ""
        for variable, *ends in expr.limits:
            if len(ends) != 2:
                raise UnknownNodeError(f"no Typst for limits {expr.limits}")
            low, high = map(self._print, ends)
            equals = f"{self._print(variable)} = " if sign != "integral" else ""
            source += f"{sign}_({equals}{low})^({high}) "
        return source + self._within(expr.function, PRECEDENCE["Mul"], strict=False)

    def _print_Sum(self, expr):
        return self._over("sum", expr)

    def _print_Product(self, expr):
        return self._over("product", expr)

    def _print_Integral(self, expr):
        return self._over("integral", expr) + "".join(f" dif {self._print(v)}" for v, *_ in expr.limits)

    def _print_Piecewise(self, expr):
        rows = []
        for value, condition in expr.args:
            when = '"otherwise"' if condition == sp.true else f'"if" {self._print(condition)}'
            rows.append(f"{self._print(value)} & {when}")
        return f"cases({', '.join(rows)})"

    # relations, logic, sets

    def _print_Relational(self, expr):
        return f"{self._print(expr.lhs)} {RELATIONS[expr.rel_op]} {self._print(expr.rhs)}"

    def _joined(self, word, expr):
        return f" {word} ".join(
            f"({self._print(arg)})" if isinstance(arg, sp.And | sp.Or) else self._print(arg) for arg in expr.args
        )

    def _print_And(self, expr):
        return self._joined("and", expr)

    def _print_Or(self, expr):
        return self._joined("or", expr)

    def _print_Not(self, expr):
        return f"not ({self._print(expr.args[0])})"

    def _print_Contains(self, expr):
        return f"{self._print(expr.args[0])} in {self._print(expr.args[1])}"

    def _print_Interval(self, expr):
        if expr == sp.S.Reals:
            return "RR"
        left = "paren.l" if expr.left_open else "bracket.l"
        right = "paren.r" if expr.right_open else "bracket.r"
        return f"{left} {self._print(expr.start)} comma {self._print(expr.end)} {right}"

    def _print_FiniteSet(self, expr):
        return "brace.l " + " comma ".join(map(self._print, expr.args)) + " brace.r"


def _as_written(expr):
    """Whether evaluation would have changed a sum or product; then its order is the author's."""
    return expr.func(*expr.args).args != expr.args


def _tall_root(factor):
    """A square root of a sum or a fraction."""
    root = isinstance(factor, sp.Pow) and factor.exp == sp.Rational(1, 2)
    return root and (bool(factor.base.atoms(sp.Add)) or sp.fraction(factor.base)[1] != 1)


def _rank(factor):
    """Numbers and their roots, letters, anything, roots, a long sum: the order in which products are usually printed."""
    if isinstance(factor, sp.Pow) and factor.exp.is_Rational and factor.exp.q != 1:
        return 0 if factor.base.is_Number else 3
    if isinstance(factor, sp.Add) and sp.count_ops(factor) > LONG:
        return 4
    letter_or_power = factor.is_Symbol or (isinstance(factor, sp.Pow) and factor.base.is_Symbol)
    return 0 if factor.is_Number else 1 if letter_or_power else 2


def _below_the_line(factor):
    return isinstance(factor, sp.Pow) and factor.is_commutative and factor.exp.is_Rational and factor.exp.is_negative
