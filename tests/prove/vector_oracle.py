"""A second opinion on statements about vectors: random rational vectors, matrices and numbers, evaluated by NumPy."""

import functools
from fractions import Fraction

import numpy as np
import sympy
from sympy.matrices.expressions import Inverse, MatAdd, MatMul, MatPow, Transpose

from boundcheck.symbolic import Inner, Norm
from boundcheck.symbolic.inner_products import dimensions_of, is_matrix, nodes, symbols_of
from boundcheck.symbolic.statement import read

SLACK = 1e-9  # of the size of the sides
FLOOR = 1e-9  # sides that cancel to rounding errors, which another processor rounds otherwise, tell nothing


def matrix(expr, env):
    if isinstance(expr, sympy.MatrixSymbol):
        return env[expr.name]
    size = [1 if k == 1 else env[k.name] for k in expr.shape]
    if isinstance(expr, sympy.Identity):
        return np.eye(size[0])
    if isinstance(expr, sympy.ZeroMatrix):
        return np.zeros(size)
    if isinstance(expr, sympy.OneMatrix):
        return np.ones(size)
    if isinstance(expr, Transpose):
        return matrix(expr.args[0], env).T
    if isinstance(expr, MatAdd):
        return sum(matrix(arg, env) for arg in expr.args)
    if isinstance(expr, (Inverse, MatPow)):
        return np.linalg.matrix_power(matrix(expr.args[0], env), int(expr.args[1]))
    assert isinstance(expr, MatMul)
    scale = float(np.prod([number(arg, env) for arg in expr.args if not is_matrix(arg)]))
    return scale * functools.reduce(np.matmul, [matrix(arg, env) for arg in expr.args if is_matrix(arg)])


def number(expr, env):
    if isinstance(expr, Inner):
        return float((matrix(expr.args[0], env) * matrix(expr.args[1], env)).sum())
    if isinstance(expr, Norm):
        u, weight = (matrix(arg, env) for arg in expr.args)
        return float(np.sqrt(max(0.0, (u * (weight @ u)).sum())))
    if isinstance(expr, sympy.Symbol):
        return float(env[expr.name])
    if not expr.args:
        return float(expr)
    args = [number(arg, env) for arg in expr.args]
    if isinstance(expr, sympy.Add):
        return sum(args)
    if isinstance(expr, sympy.Mul):
        return float(np.prod(args))
    if isinstance(expr, sympy.Pow):
        return float(np.float64(args[0]) ** args[1])
    return {sympy.Abs: abs, sympy.exp: np.exp}[type(expr)](*args)


def gap(s, env):
    """By how much a relation holds, as a share of the size of its sides; negative where it does not."""
    if is_matrix(s.lhs):
        left, right = matrix(s.lhs, env), matrix(s.rhs, env)
        size = 1 + np.abs(left).max() + np.abs(right).max()
        if s.relation == "==":
            return -np.abs(left - right).max() / size
        return np.linalg.eigvalsh(right - left).min() / size
    left, right = number(s.lhs, env), number(s.rhs, env)
    size = abs(left) + abs(right) + FLOOR
    signed = {"<=": right - left, "<": right - left, ">=": left - right, ">": left - right, "==": -abs(left - right)}
    return signed[s.relation] / size


NEAR = (1.0, 1.0, 41 / 40, 40 / 41)  # so that what is false by a little is met


def draw(rng, hypotheses, sizes, letters, matrices):
    """Return values for everything that a statement names; equations with one letter on their left are carried out."""
    env = {name: int(rng.integers(1, 4)) for name in sizes}
    for letter in letters:
        if letter.name not in env:
            value = rng.integers(1, 9) / rng.integers(1, 9) * rng.choice(NEAR)
            env[letter.name] = value if letter.is_positive else value * rng.choice([-1, 0, 1])
    compared = {
        e.name for s in hypotheses if s.relation != "==" for e in (s.lhs, s.rhs) if isinstance(e, sympy.MatrixSymbol)
    }
    above = {s.rhs.name: s.relation for s in hypotheses if isinstance(s.lhs, sympy.ZeroMatrix)}
    for letter in matrices:
        rows, columns = (1 if k == 1 else env[k.name] for k in letter.shape)
        M = 2.0 ** rng.integers(-2, 3) * rng.choice(NEAR) * rng.integers(-2, 3, (rows, columns))
        if letter.name in above:
            M = M @ M.T + (np.eye(rows) / 4 if above[letter.name] == "<" else 0)
        elif letter.name in compared:
            M = M + M.T
        env[letter.name] = M
    for s in hypotheses:
        if s.relation == "<=" and {type(s.lhs), type(s.rhs)} == {sympy.MatrixSymbol}:
            more = rng.integers(-2, 3, env[s.lhs.name].shape)
            env[s.rhs.name] = env[s.lhs.name] + more @ more.T
        elif s.relation == "==" and isinstance(s.lhs, sympy.MatrixSymbol):
            env[s.lhs.name] = matrix(s.rhs, env)
        elif s.relation == "==" and isinstance(s.lhs, sympy.Symbol):
            env[s.lhs.name] = number(s.rhs, env)
        elif s.relation == "==" and isinstance(s.lhs, MatMul) and len(s.lhs.args) == 2:  # the normal equations
            env[s.lhs.args[1].name] = np.linalg.solve(matrix(s.lhs.args[0], env), matrix(s.rhs, env))
    return env


def violated_at(goal, given, witness):
    """Whether a witness, as the provers write it, satisfies the hypotheses and violates the claim."""
    claim, hypotheses = read(goal, given)
    sides = [side for s in (claim, *hypotheses) for side in (s.lhs, s.rhs)]
    names = {e.name: e for side in sides for e in nodes(side) if isinstance(e, sympy.MatrixSymbol)}
    env = {}
    for name, text in witness.items():
        rows = [[float(Fraction(x)) for x in row.split(",")] for row in text.strip("()").split(";")]
        if name not in names:
            env[name] = rows[0][0]
        else:
            env[name] = np.array(rows).T if names[name].shape[1] == 1 else np.array(rows)
    env |= {k.name: int(env[k.name]) for k in dimensions_of(sides)}
    for s in hypotheses:  # a letter that only names something has no value of its own in a witness
        if s.relation == "==" and isinstance(s.lhs, sympy.Symbol) and s.lhs.name not in env:
            env[s.lhs.name] = number(s.rhs, env)
    return all(gap(h, env) >= -SLACK for h in hypotheses) and gap(claim, env) < -SLACK


def violation(goal, given, draws, seed):
    """Return values at which the hypotheses hold and the claim fails clearly, and how many met the hypotheses."""
    rng = np.random.default_rng(seed)
    claim, hypotheses = read(goal, given)
    sides = [side for s in (claim, *hypotheses) for side in (s.lhs, s.rhs)]
    sizes, letters = [k.name for k in dimensions_of(sides)], symbols_of(sides)
    matrices = sorted({e for side in sides for e in nodes(side) if isinstance(e, sympy.MatrixSymbol)}, key=str)
    met = 0
    for _ in range(draws):
        with np.errstate(all="ignore"):
            env = draw(rng, hypotheses, sizes, letters, matrices)
            if not all(gap(h, env) >= -SLACK for h in hypotheses):  # what is no number is not met either
                continue
            met += 1
            if gap(claim, env) < -1e-6:
                return env, met
    return None, met
