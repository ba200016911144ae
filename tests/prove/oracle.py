"""A second opinion: statements evaluated at rational points by mpmath at 60 digits."""

from fractions import Fraction

import mpmath
import sympy

from boundcheck.symbolic import Conjunction, Equivalence, Statement, sigmoid
from boundcheck.symbolic.statement import flatten_all, read

DIGITS = 60


def value(expr, env):
    """Return the real value of an expression, by mpmath's own functions; ValueError where it has none."""
    if expr.is_Rational:
        return mpmath.mpf(int(expr.p)) / int(expr.q)
    if expr is sympy.pi:
        return mpmath.pi()
    if expr is sympy.E:
        return mpmath.e()
    if isinstance(expr, (sympy.Symbol, sympy.Indexed)):
        return env[str(expr)]
    if isinstance(expr, sympy.Sum):
        index, low, high = expr.limits[0]
        ks = range(int(value(low, env)), int(value(high, env)) + 1)
        return mpmath.fsum(value(expr.function.xreplace({index: sympy.Integer(k)}), env) for k in ks)
    args = [value(arg, env) for arg in expr.args]
    if isinstance(expr, sympy.Add):
        return mpmath.fsum(args)
    if isinstance(expr, sympy.Mul):
        return mpmath.fprod(args)
    if isinstance(expr, sympy.Pow):
        whole = expr.exp.is_integer and args[1] == int(args[1])
        if (args[0] == 0 and args[1] < 0) or (args[0] < 0 and not whole):
            raise ValueError(f"{expr} is not real")
        return args[0] ** (int(args[1]) if whole else args[1])
    if isinstance(expr, (sympy.Min, sympy.Max)):
        return min(args) if isinstance(expr, sympy.Min) else max(args)
    if isinstance(expr, sympy.binomial):
        return mpmath.binomial(*args)
    if isinstance(expr, sympy.polygamma):
        return mpmath.polygamma(int(args[0]), args[1])
    if isinstance(expr, (sympy.log, sympy.gamma, sympy.loggamma)) and args[0] <= 0:
        raise ValueError(f"{expr} is not real")
    return FUNCTIONS[type(expr)](args[0])


FUNCTIONS = {
    sympy.exp: mpmath.exp,
    sympy.log: mpmath.log,
    sympy.Abs: abs,
    sympy.sinh: mpmath.sinh,
    sympy.cosh: mpmath.cosh,
    sympy.tanh: mpmath.tanh,
    sympy.coth: mpmath.coth,
    sigmoid: lambda z: 1 / (1 + mpmath.exp(-z)),
    sympy.erf: mpmath.erf,
    sympy.erfc: mpmath.erfc,
    sympy.gamma: mpmath.gamma,
    sympy.loggamma: mpmath.loggamma,
    sympy.factorial: mpmath.factorial,
}


def difference(statement, point, digits):
    """Return rhs - lhs, evaluated with so many digits."""
    with mpmath.workdps(digits):
        env = {name: mpmath.mpf(v.numerator) / v.denominator for name, v in point.items()}
        return value(statement.rhs, env) - value(statement.lhs, env)


def holds(statement, point):
    """Return whether a relation holds; a difference that shrinks as digits are added counts as 0."""
    gap, finer = difference(statement, point, DIGITS), difference(statement, point, 2 * DIGITS)
    if abs(gap - finer) > abs(finer) / 1000:
        gap = mpmath.mpf(0)
    return {
        "<=": gap >= 0,
        "<": gap > 0,
        ">=": gap <= 0,
        ">": gap < 0,
        "==": gap == 0,
        "!=": gap != 0,
    }[statement.relation]


def true_at(goal, point):
    """Return whether a goal of any shape holds."""
    if isinstance(goal, Statement):
        return holds(goal, point)
    if isinstance(goal, Conjunction):
        return all(holds(s, point) for s in goal.parts)
    assert isinstance(goal, Equivalence)
    return all(holds(s, point) for s in goal.left) == all(holds(s, point) for s in goal.right)


def on_every_term(hypothesis, point):
    """Return a hypothesis on a term ``x[i]`` once for each of the terms that a point has."""
    terms = hypothesis.lhs.atoms(sympy.Indexed) | hypothesis.rhs.atoms(sympy.Indexed)
    if not terms or hypothesis.lhs.has(sympy.Sum) or hypothesis.rhs.has(sympy.Sum):
        return [hypothesis]
    places = sorted({name[name.index("[") :] for name in point if "[" in name})
    (index,) = {s for t in terms for s in t.indices[0].free_symbols}
    values = [{index: sympy.Integer(place[1:-1])} for place in places]
    return [Statement(hypothesis.lhs.xreplace(at), hypothesis.relation, hypothesis.rhs.xreplace(at)) for at in values]


def fails(goal, given, point):
    """Return whether the point satisfies the hypotheses and violates the goal."""
    claim, hypotheses = read(goal, given)
    exact = {name: Fraction(v) for name, v in point.items()}
    try:
        given = [one for h in flatten_all(hypotheses) for one in on_every_term(h, exact)]
        return all(holds(h, exact) for h in given) and not true_at(claim, exact)
    except (ValueError, ZeroDivisionError):
        return False
