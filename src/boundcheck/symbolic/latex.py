r"""SymPy expressions as LaTeX, in the shape in which they were written, letters and brackets included."""

import ast
import math
import re
from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.printing.precedence import PRECEDENCE, precedence_traditional
from sympy.printing.printer import Printer

from .functions import is_matrix
from .notation import (
    GREEK,
    OVER,
    PRIME,
    Above,
    Below,
    Bracket,
    Fraction,
    Root,
    Sign,
    Word,
    has_terms,
    is_relation,
    parse,
)
from .statement import Statement

# Letters of a formula: Greek, accented, with something below.

SPELLED = {"lam": "lambda", "eps": "varepsilon", "epsilon": "varepsilon", "hbar": "hbar"}
ACCENTS = {"hat": "hat", "tilde": "tilde", "bar": "bar"}
NAMES = GREEK.keys() | SPELLED.keys()  # of Greek letters


def letter(name: str, letters: Mapping[str, str] | None = None) -> str:
    """LaTeX for a symbol's name: `letters` first, then Greek, single letters, subscripts, words.

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
    if bare in NAMES:
        head = "\\" + SPELLED.get(bare, bare)
    elif len(bare) == 1 and bare.isalpha():
        head = bare
    else:
        head = upright(bare)
        if below and not below.isdigit():
            return upright(name.replace("_", " "))
    if below in ACCENTS:
        return rf"\{ACCENTS[below]}{{{head}}}"
    subscript = ", ".join(part for part in (digits, letter(below, letters) if below else "") if part)
    return head + (f"_{braced(subscript)}" if subscript else "") + primes


def upright(text: str) -> str:
    """`text` as upright letters, whatever it contains."""
    escaped = "".join(rf"\{sign}" if sign in "%#&_$" else sign for sign in text if sign not in "{}\\")
    return rf"\mathrm{{{escaped}}}" if " " not in escaped else rf"\text{{{escaped}}}"


def braced(source: str) -> str:
    """In braces, but for a single sign, which needs none."""
    return source if len(source) == 1 else f"{{{source}}}"


def round_brackets(source: str) -> str:
    """In brackets that are as high as what stands between them."""
    return rf"\left( {source} \right)" if _tall(source) else f"({source})"


def _tall(source: str) -> bool:
    return any(command in source for command in (r"\frac", r"\sum", r"\prod", r"\int", r"\begin", r"\left"))


def bars(bar: str, source: str) -> str:
    """Between bars."""
    return rf"\left{bar} {source} \right{bar}" if _tall(source) or "|" in source else f"{bar}{source}{bar}"


# How tightly the print of a letter binds: one that is a formula, as θᵀx or 1 + r, needs brackets as a factor or a base.


def binds(source: str) -> int:
    r"""The precedence of a letter's print, as SymPy counts them.

    Parameters
    ----------
    source : str
        LaTeX, such as ``r"\theta^\top x"``.

    Returns
    -------
    level : int
        ``PRECEDENCE["Atom"]`` for one letter with whatever stands above and below it, unless that is a power.
    """
    nodes = parse(source)
    if has_terms(nodes) or any(map(is_relation, nodes)):
        return PRECEDENCE["Add"]
    level, bases = PRECEDENCE["Atom"], 0
    for place, node in enumerate(nodes):
        if isinstance(node, Sign) and (node.said == "/" or node.said[1:] in OVER):
            return PRECEDENCE["Mul"] - 1  # loosest in a product
        call = isinstance(node, Bracket) and node.left in "([" and place > 0
        named = place > 0 and isinstance(nodes[place - 1], Word)  # as TV(p, q), or E[X]
        if isinstance(node, Above | Fraction | Root) or (isinstance(node, Bracket) and call and node.left == "(" and not named):
            level = min(level, PRECEDENCE["Pow"])  # of a function: its power would be read as that of its argument
        bases += not (isinstance(node, Below | Above) or node == PRIME or call)
    return PRECEDENCE["Mul"] if bases > 1 else level


# SymPy expressions, in the shape in which they were written.
#
# SymPy's own printer of LaTeX evaluates no brackets of a letter whose print is a sum, orders what was written in another order,
# and prints what it does not know; of this one nothing is inherited from it.

# ruff: noqa: N802, N815  (SymPy calls a printer's methods after its classes)


NAMED = {  # SymPy's name of a function -> LaTeX
    "log": r"\ln", "sin": r"\sin", "cos": r"\cos", "tan": r"\tan", "sinh": r"\sinh", "cosh": r"\cosh", "tanh": r"\tanh",
    "coth": r"\coth", "atan": r"\arctan", "asin": r"\arcsin", "acos": r"\arccos", "gamma": r"\Gamma", "zeta": r"\zeta",
    "Min": r"\min", "Max": r"\max", "sigmoid": r"\sigma", "loggamma": r"\ln \Gamma", 
    "sech": r"\operatorname{sech}", "csch": r"\operatorname{csch}",
    "atanh": r"\operatorname{artanh}", "asinh": r"\operatorname{arsinh}", "acosh": r"\operatorname{arcosh}",
    "erf": r"\operatorname{erf}", "erfc": r"\operatorname{erfc}", "sign": r"\operatorname{sign}", "KL": r"\operatorname{KL}",
    "TV": r"\operatorname{TV}", "H": "H", "Tr": r"\operatorname{tr}",
}  # fmt: skip
RAISED = frozenset({"cosh", "sinh", "tanh", "coth", "log", "sigmoid"})  # functions whose power stands behind their name
ENDS = {"floor": (r"\lfloor", r"\rfloor"), "ceiling": (r"\lceil", r"\rceil")}
CONSTANTS = {
    "Infinity": r"\infty", "NegativeInfinity": r"-\infty", "Pi": r"\pi", "Exp1": "e", "EulerGamma": r"\gamma", "ImaginaryUnit": "i",
    "EmptySet": r"\emptyset", "Integers": r"\mathbb{Z}", "Naturals": r"\mathbb{N}",
    "BooleanTrue": r"\text{true}", "BooleanFalse": r"\text{false}",
}  # fmt: skip
LONG = 12  # operations in a sum behind which a root would be lost
ORDERS = {"<": r"\prec", "<=": r"\preceq", ">": r"\succ", ">=": r"\succeq", "!=": r"\ne"}  # of matrices
RELATIONS = {"==": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}


class UnknownNodeError(TypeError):
    """The expression holds something that has no agreed way of being printed."""


def latex(expr: Any, letters: Mapping[str, str] | None = None) -> str:
    """LaTeX for a SymPy expression.

    Parameters
    ----------
    expr : sympy.Basic or Statement
        Sums and products built with ``evaluate=False`` keep the order in which they were written.
    letters : mapping of str to str, optional
        LaTeX for names of symbols and functions, as ``{"radius": "B'"}``.

    Returns
    -------
    source : str
        Goes between dollars.

    Raises
    ------
    UnknownNodeError
        Rather than print something that might be wrong.
    """
    printer = _LatexPrinter(letters or {})
    if isinstance(expr, Statement):
        ordered = expr.relation != "==" and is_matrix(expr.lhs)
        sign = (ORDERS if ordered else RELATIONS)[expr.relation]
        return f"{printer.doprint(expr.lhs)} {sign} {printer.doprint(expr.rhs)}"
    return printer.doprint(sp.sympify(expr))


def set_in(expr: sp.Basic, letters: Mapping[str, str]) -> str:
    """The same; upright, as it is called, where it has no print."""
    try:
        return latex(expr, letters)
    except UnknownNodeError:
        return upright(str(expr))


class _LatexPrinter(Printer):
    printmethod = "_written"

    def __init__(self, letters: Mapping[str, str]):
        super().__init__()
        self.letters = letters

    def emptyPrinter(self, expr):
        name = type(expr).__name__
        if name not in CONSTANTS:
            raise UnknownNodeError(f"no print for {name}: {expr!s:.80}")
        return CONSTANTS[name]

    def _within(self, expr, level, strict=True):
        """`expr` in brackets unless it binds more tightly than `level`."""
        inner = self._print(expr)
        own = binds(inner) if expr.is_Symbol else precedence_traditional(expr)
        loose = own < level or (strict and own == level)
        return round_brackets(inner) if loose or (inner.startswith("-") and level > PRECEDENCE["Add"]) else inner

    # numbers and names

    def _print_Symbol(self, expr):
        return letter(expr.name, self.letters)

    _print_Dummy = _print_Symbol

    def _print_Indexed(self, expr):
        below = ", ".join(self._print(index) for index in expr.indices)
        return f"{letter(str(expr.base.label), self.letters)}_{braced(below)}"

    def _print_Integer(self, expr):
        return str(expr.p)

    def _print_Rational(self, expr):
        return rf"{'-' if expr.p < 0 else ''}\frac{{{abs(expr.p)}}}{{{expr.q}}}"

    def _print_Float(self, expr):
        mantissa, _, exponent = f"{float(expr)!r}".partition("e")
        power = f"10^{braced(str(int(exponent or 0)))}"
        if mantissa == "1" and exponent:
            return power
        return rf"{mantissa} \cdot {power}" if exponent else mantissa.removesuffix(".0")

    # sums, products, powers

    def _print_Add(self, expr):
        terms = expr.args if _as_written(expr) else expr.as_ordered_terms()
        source = ""
        for term in terms:
            part = self._print(term)
            if precedence_traditional(term) < PRECEDENCE["Add"] or (source and isinstance(term, sp.Add)):
                part = round_brackets(part)
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
            return rf"{sign}\frac{{{self._factors(over)}}}{{{self._factors(under)}}} {self._factors(roots)}"
        return rf"{sign}\frac{{{self._factors(over)}}}{{{self._factors(under)}}}"

    def _factors(self, factors):
        if not factors:
            return "1"
        factors = _one_root(factors)
        if len(factors) == 1:
            return self._print(factors[0])
        source = ""
        for place, factor in enumerate(factors):
            part = self._within(factor, PRECEDENCE["Mul"], strict=isinstance(factor, sp.Mul))
            swallows = isinstance(factor, sp.Sum | sp.Product | sp.Integral | sp.Derivative | sp.Piecewise)
            if swallows and (place < len(factors) - 1 or isinstance(factor, sp.Piecewise)):
                part = round_brackets(part)
            number = part[0].isdigit() or isinstance(factor, sp.Rational)
            source += rf" \cdot {part}" if source and number else f" {part}" if source else part
        return source

    def _print_Pow(self, expr):
        base, exponent = expr.base, expr.exp
        if exponent.is_Rational and exponent < 0 and base.is_commutative:
            return rf"\frac{{1}}{{{self._print(sp.Pow(base, -exponent, evaluate=exponent == -1))}}}"
        if exponent.is_Rational and exponent.p == 1 and exponent.q > 1:
            inner = self._print(base)
            return rf"\sqrt{{{inner}}}" if exponent.q == 2 else rf"\sqrt[{exponent.q}]{{{inner}}}"
        function = isinstance(base, sp.Function) and type(base).__name__ not in ("Abs", "norm")
        name = type(base).__name__
        if function and name in RAISED and name not in self.letters and exponent.is_Integer and exponent > 1:
            return f"{NAMED[name]}^{braced(str(exponent))}{round_brackets(', '.join(map(self._print, base.args)))}"
        if base.is_Symbol and exponent.is_Integer and exponent > 1:
            head, bracket, argument = self._print(base).partition("(")
            if head in (r"\sigma", r"\ln") and binds(head + bracket + argument) == PRECEDENCE["Pow"]:
                return f"{head}^{braced(str(exponent))}({argument}"
        inner = round_brackets(self._print(base)) if function else self._within(base, PRECEDENCE["Pow"])
        if exponent.is_Rational and exponent.q != 1:
            return f"{inner}^{{{exponent.p}/{exponent.q}}}"
        return f"{inner}^{braced(self._print(exponent))}"

    def _print_exp(self, expr):
        return f"e^{braced(self._print(expr.args[0]))}"

    # functions

    def _print_Function(self, expr):
        name = type(expr).__name__
        if name == "norm":
            inner, *below = map(self._print, expr.args)
            return bars(r"\|", inner) + (f"_{braced(', '.join(below))}" if below else "")
        if name in ENDS:
            return f" {self._print(expr.args[0])} ".join(ENDS[name])
        if name in self.letters:
            head = self.letters[name]
        elif name in NAMED:
            head = NAMED[name]
        elif isinstance(expr, AppliedUndef):
            head = letter(name) if not letter(name).startswith((r"\mathrm", r"\text")) else rf"\operatorname{{{name}}}"
        else:
            raise UnknownNodeError(f"no print for the function {name}")
        return head + round_brackets(", ".join(map(self._print, expr.args)))

    _print_Min = _print_Max = _print_Function

    def _print_Abs(self, expr):
        return bars("|", self._print(expr.args[0]))

    def _print_binomial(self, expr):
        above, below = map(self._print, expr.args)
        return rf"\binom{{{above}}}{{{below}}}"

    def _print_factorial(self, expr):
        return self._within(expr.args[0], PRECEDENCE["Func"]) + "!"

    def _print_polygamma(self, expr):
        order, inner = expr.args
        above = "'" * int(order) if order in (0, 1, 2, 3) else f"^{{({self._print(order)})}}"
        return rf"\psi{above}{round_brackets(self._print(inner))}"

    def _print_Derivative(self, expr):
        inner = expr.expr
        if len(expr.variable_count) == 1 and isinstance(inner, sp.Function) and len(inner.args) == 1:
            variable, order = expr.variable_count[0]
            if inner.args[0] == variable and order in (1, 2, 3):
                head, bracket, rest = self._print(inner).partition(r"\left(" if r"\left(" in self._print(inner) else "(")
                if not head.startswith(r"\operatorname"):
                    return f"{head}{chr(39) * int(order)}{bracket}{rest}"
        mark = r"\partial" if len(expr.expr.free_symbols) > 1 else r"\mathrm{d}"
        total = sum(order for _, order in expr.variable_count)
        below = " ".join(
            f"{mark} {self._print(v)}" + (f"^{braced(self._print(k))}" if k != 1 else "") for v, k in expr.variable_count
        )
        above = mark + (f"^{braced(self._print(sp.sympify(total)))}" if total != 1 else "")
        return rf"\frac{{{above}}}{{{below}}} {self._within(inner, PRECEDENCE['Mul'])}"

    def _over(self, sign, expr):
        source = ""
        for variable, *ends in expr.limits:
            if len(ends) != 2:
                raise UnknownNodeError(f"no print for limits {expr.limits}")
            low, high = map(self._print, ends)
            equals = f"{self._print(variable)} = " if sign != r"\int" else ""
            source += f"{sign}_{{{equals}{low}}}^{braced(high)} "
        return source + self._within(expr.function, PRECEDENCE["Mul"], strict=False)

    def _print_Sum(self, expr):
        return self._over(r"\sum", expr)

    def _print_Product(self, expr):
        return self._over(r"\prod", expr)

    def _print_Integral(self, expr):
        return self._over(r"\int", expr) + "".join(rf" \mathrm{{d}} {self._print(v)}" for v, *_ in expr.limits)

    def _print_Piecewise(self, expr):
        rows = []
        for value, condition in expr.args:
            when = r"\text{otherwise}" if condition == sp.true else rf"\text{{if }} {self._print(condition)}"
            rows.append(f"{self._print(value)} & {when}")
        return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"

    # vectors and matrices

    def _print_MatrixSymbol(self, expr):
        return letter(expr.name, self.letters)

    def _print_Identity(self, expr):
        return "I"

    def _print_ZeroMatrix(self, expr):
        return "0"

    def _print_OneMatrix(self, expr):
        return r"\mathbf{1}"

    def _print_Transpose(self, expr):
        return rf"{self._within(expr.arg, PRECEDENCE['Pow'])}^\top"

    def _print_Inverse(self, expr):
        return f"{self._within(expr.arg, PRECEDENCE['Pow'])}^{{-1}}"

    def _print_MatAdd(self, expr):
        parts = list(map(self._print, expr.args))
        return "".join([parts[0], *(f" - {part[1:].lstrip()}" if part.startswith("-") else f" + {part}" for part in parts[1:])])

    def _print_MatMul(self, expr):
        scale, factors = expr.as_coeff_matrices()
        inside = [self._within(factor, PRECEDENCE["Mul"], strict=False) for factor in factors]
        if scale == -1 or scale == 1:
            return ("-" if scale == -1 else "") + " ".join(inside)
        return " ".join([self._within(scale, PRECEDENCE["Mul"], strict=False), *inside])

    def _print_Inner(self, expr):
        return rf"\langle {', '.join(map(self._print, expr.args))} \rangle"

    def _print_Norm(self, expr):
        inside, weight = expr.args
        below = "" if isinstance(weight, sp.Identity) else f"_{braced(self._print(weight))}"
        return rf"\left\| {self._print(inside)} \right\|{below}"

    # relations, logic, sets

    def _print_Relational(self, expr):
        return f"{self._print(expr.lhs)} {RELATIONS[expr.rel_op]} {self._print(expr.rhs)}"

    def _joined(self, word, expr):
        return f" {word} ".join(
            round_brackets(self._print(arg)) if isinstance(arg, sp.And | sp.Or) else self._print(arg) for arg in expr.args
        )

    def _print_And(self, expr):
        return self._joined(r"\wedge", expr)

    def _print_Or(self, expr):
        return self._joined(r"\vee", expr)

    def _print_Not(self, expr):
        return r"\neg " + round_brackets(self._print(expr.args[0]))

    def _print_Contains(self, expr):
        return rf"{self._print(expr.args[0])} \in {self._print(expr.args[1])}"

    def _print_Interval(self, expr):
        if expr == sp.S.Reals:
            return r"\mathbb{R}"
        left, right = "(" if expr.left_open else "[", ")" if expr.right_open else "]"
        return f"{left}{self._print(expr.start)}, {self._print(expr.end)}{right}"

    def _print_FiniteSet(self, expr):
        return r"\{" + ", ".join(map(self._print, expr.args)) + r"\}"


def _as_written(expr):
    """Whether evaluation would have changed a sum or product; then its order is the author's."""
    return expr.func(*expr.args).args != expr.args


def _one_root(factors):
    """Factors, in place of the root of a number and the root behind it one root of their product."""
    made: list[sp.Expr] = []
    for factor in factors:
        before = made[-1] if made else None
        half = isinstance(factor, sp.Pow) and factor.exp == sp.Rational(1, 2)
        if half and isinstance(before, sp.Pow) and before.exp == sp.Rational(1, 2) and before.base.is_Integer:
            under = sp.Mul(before.base, *sp.Mul.make_args(factor.base), evaluate=False)
            made[-1] = sp.Pow(under, factor.exp, evaluate=False)
        else:
            made.append(factor)
    return made


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


# Numbers and small expressions that a record holds as text, as mathematics: read, never evaluated.

_ROUND = 10_000  # the least whole number that is looked at for a power of ten or two
_MANY = 30  # digits of a number in print
_LARGEST = 1_000  # characters of what is read
_COMPARED: dict[type, Any] = {ast.Lt: sp.Lt, ast.LtE: sp.Le, ast.Gt: sp.Gt, ast.GtE: sp.Ge, ast.Eq: sp.Eq, ast.NotEq: sp.Ne}
_CONSTANTS = {"E": sp.E, "pi": sp.pi, "oo": sp.oo}
_NAMES = ("exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "coth", "floor", "ceiling")
_FUNCTIONS = {name: getattr(sp, name) for name in _NAMES} | {"ln": sp.log}


def latex_of(text: str, letters: Mapping[str, str] | None = None) -> str:
    r"""LaTeX of an exact value, or a relation, that is kept as text: ``"C*sqrt(n)/2"`` as ``r"\frac{C \sqrt{n}}{2}"``.

    Parameters
    ----------
    text : str
        As SymPy prints it.
    letters : mapping of str to str, optional
        LaTeX of the letters in it.

    Returns
    -------
    source : str
        Empty where the text is anything but arithmetic: a name of several letters that nobody declared is a word.
    """
    if len(text) > _LARGEST:
        return ""
    try:
        with sp.evaluate(False):
            found = _read(ast.parse(text.strip().replace("^", "**"), mode="eval").body, letters or {})
        return latex(found, letters)
    except (_NoValueError, SyntaxError, ValueError, RecursionError, MemoryError, UnknownNodeError):
        return ""


class _ByName(dict[str, str]):
    """A print for every name, by which it is found again."""

    def __bool__(self) -> bool:
        return True

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str)

    def __missing__(self, name: str) -> str:
        return rf"\letter{{{name}}}"


BY_NAME: Mapping[str, str] = _ByName()  # letters of who does not know how they are printed; `lettered` puts their prints


def lettered(source: str, prints: Mapping[str, str]) -> str:
    r"""A formula, or a text with formulas, with letters for their names: ``\letter{radius}`` as ``B'``.

    A letter whose print is a formula is put in brackets.
    """

    def one(found: re.Match[str]) -> str:
        shown = letter(found[1], prints)
        return shown if binds(shown) >= PRECEDENCE["Pow"] else f"({shown})"

    return _NAMED_LETTER.sub(one, source) if r"\letter{" in source else source


_NAMED_LETTER = re.compile(r"\\letter\{([^{}]*)\}")


class _NoValueError(ValueError):
    pass


def _read(node: ast.expr, letters: Mapping[str, str]) -> sp.Expr:
    match node:
        case ast.Constant(value=bool() | complex()):
            raise _NoValueError
        case ast.Constant(value=int() as number):
            return _round(number)
        case ast.Constant(value=float() as number):
            return sp.Float(number)
        case ast.Name(id=name) if name in _CONSTANTS and name not in letters:
            return _CONSTANTS[name]
        case ast.Name(id=name) if name in letters or not letter(name).startswith((r"\mathrm", r"\text")):
            return sp.Symbol(name)
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in _COMPARED:
            return _COMPARED[type(sign)](_read(left, letters), _read(right, letters))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return sp.Mul(-1, _read(inner, letters))
        case ast.BinOp(left=ast.UnaryOp(op=ast.USub(), operand=inner), op=ast.Mult() | ast.Div() as sign, right=right):
            return sp.Mul(-1, *sp.Mul.make_args(_read(ast.BinOp(inner, sign, right), letters)))
        case ast.BinOp(left=ast.Constant(value=int() as above), op=ast.Div(), right=ast.Constant(value=int() as below)) if below:
            return sp.Rational(above, below)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return sp.Mul(*sp.Mul.make_args(_read(left, letters)), sp.Pow(_read(right, letters), -1))
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return sp.Add(_read(left, letters), sp.Mul(-1, _read(right, letters)))
        case ast.BinOp(left=left, op=ast.Mult(), right=right):  # a b c is one product, and no (a b) c
            return sp.Mul(*sp.Mul.make_args(_read(left, letters)), _read(right, letters))
        case ast.BinOp(left=left, op=ast.Add() | ast.Pow() as sign, right=right):
            built = {ast.Add: sp.Add, ast.Pow: sp.Pow}[type(sign)]
            return built(_read(left, letters), _read(right, letters))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if args:
            inside = [_read(arg, letters) for arg in args]
            if name in _FUNCTIONS and len(args) == 1:
                return _FUNCTIONS[name](*inside)
            if name in ("Abs", "abs") and len(args) == 1:
                return sp.Abs(*inside, evaluate=False)
            if name in ("Min", "Max") or (name in ("Eq", "Ne") and len(args) == 2):
                return getattr(sp, name)(*inside, evaluate=False)
            if name in ("sigmoid", "c") or name in letters:
                return sp.Function(name)(*inside)
    raise _NoValueError


def _round(number: int) -> sp.Expr:
    """A whole number; a power of ten or two as one."""
    if number >= _ROUND:
        for base in (10, 2):
            power = round(math.log(number, base))
            if base**power == number:
                return sp.Pow(base, power)
    if len(str(number)) > _MANY:
        raise _NoValueError
    return sp.Integer(number)
