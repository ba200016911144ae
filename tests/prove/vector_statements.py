"""Statements about vectors of any dimension: true ones, and false versions of them."""

from sympy import Abs, Identity, MatrixSymbol, Rational, exp, sqrt, symbols

from boundcheck.symbolic import Inner, Norm, Statement, definite, loewner, ones, vectors

d, n = symbols("d n", integer=True, positive=True)
u, v, w, x, y, p, q, g, theta, truth, delta, grad, noise, changes = vectors(
    "u v w x y p q g theta truth Delta grad noise changes", d
)
s, b = vectors("s b", n)
A, B, S, V, K = (MatrixSymbol(name, d, d) for name in "ABSVK")
W, X = MatrixSymbol("W", n, n), MatrixSymbol("X", n, d)
m, lam, gamma, mu, L, r, radius, alpha, zeta, D = symbols("m lambda gamma mu L r radius alpha zeta D", positive=True)
c, at_theta, at_truth = symbols("c at_theta at_truth", real=True)
MORE, LESS = Rational(41, 40), Rational(40, 41)  # by two and a half in a hundred


def le(lhs, rhs):
    return Statement(lhs, "<=", rhs)


def eq(lhs, rhs):
    return Statement(lhs, "==", rhs)


IN_BALL = (eq(p, r / Norm(x) * x), le(r, Norm(x)), le(Norm(y), r))
PROJECTED = (le(Inner(x - p, q - p), 0), le(Inner(y - q, p - q), 0))
COCOERCIVE = (le(mu * L * Norm(x) ** 2 + Norm(g) ** 2, (mu + L) * Inner(g, x)), le(mu, L))
STEP = (*COCOERCIVE, eq(y, x - 2 / (mu + L) * g))
RIDGE = (definite(A), loewner(0, S), eq(A, S + lam * Identity(d)))
CURVED = (*RIDGE, le(gamma * Inner(delta, S * delta), -Inner(grad, delta)), le(Norm(delta), 2 * radius))
DATA = (definite(A), eq(A, X.T * X / n + lam * Identity(d)))
ORDERED = (definite(A), definite(B), loewner(A, B))
RANK_ONE = (definite(A), definite(V), eq(V, A + x * x.T))
CONVEX = (le(at_truth + Inner(g, delta) + gamma * Norm(delta) ** 2, at_theta), le(at_theta, at_truth))

TRUE = {
    "Cauchy-Schwarz": (le(Abs(Inner(u, v)), Norm(u) * Norm(v)), ()),
    "triangle": (le(Norm(u + v), Norm(u) + Norm(v)), ()),
    "triangle of three": (le(Norm(u + v + w), Norm(u) + Norm(v) + Norm(w)), ()),
    "reverse triangle": (le(Abs(Norm(u) - Norm(v)), Norm(u - v)), ()),
    "Young": (le(Inner(u, v), m / 2 * Norm(u) ** 2 + Norm(v) ** 2 / (2 * m)), ()),
    "parallelogram": (eq(Norm(u + v) ** 2 + Norm(u - v) ** 2, 2 * Norm(u) ** 2 + 2 * Norm(v) ** 2), ()),
    "projections are not expansive": (le(Norm(p - q), Norm(x - y)), PROJECTED),
    "obtuse angle at a ball": (le(Inner(x - p, y - p), 0), IN_BALL),
    "first order at a minimiser": (le(gamma * Norm(delta) ** 2, -Inner(g, delta)), CONVEX),
    "self-normalised": (le(Abs(Inner(u, v)), Norm(u, A.I) * Norm(v, A)), (definite(A),)),
    "bias of ridge": (le(Norm(lam * A.I * theta, A), sqrt(lam) * Norm(theta)), RIDGE),
    "Jensen over samples": (le((Inner(ones(n), s) / n) ** 2, Inner(s, s) / n), ()),
    "Cauchy-Schwarz over samples": (le(Abs(Inner(s, X * u) / n), Norm(s) * Norm(X * u) / n), ()),
    "gradient step": (le((mu + L) * Norm(y), (L - mu) * Norm(x)), STEP),
    "ridge step of Theorem 5.4": (
        le(gamma * Norm(delta, A) ** 2, Norm(grad, A.I) * Norm(delta, A) + 4 * gamma * lam * radius**2),
        CURVED,
    ),
    "Theorem 5.4 solved": (le(gamma * Norm(delta, A), Norm(grad, A.I) + 2 * gamma * radius * sqrt(lam)), CURVED),
    "gradient in parts": (
        le(Norm(grad, A.I), Norm(noise, A.I) + Norm(changes, A.I)),
        (definite(A), eq(grad, noise + changes)),
    ),
    "Claim E.2": (le(Norm(X.T * b / n, A.I), zeta * sqrt(alpha)), (*DATA, le(Inner(b, b), alpha * n * zeta**2))),
    "error of ridge": (
        le(Norm(theta - truth, A), Norm(X.T * b / n, A.I) + sqrt(lam) * Norm(truth)),
        (*DATA, eq(A * theta, X.T * (X * truth + b) / n)),
    ),
    "order of norms": (le(Norm(u, A), Norm(u, B)), ORDERED),
    "order of dual norms": (le(Norm(u, B.I), Norm(u, A.I)), ORDERED),
    "order of inverses": (loewner(B.I, A.I), ORDERED),
    "least eigenvalue": (le(Norm(u, A.I), Norm(u) / sqrt(lam)), (definite(A), loewner(lam * Identity(d), A))),
    "slopes": (
        le(gamma * Norm(X * delta) ** 2, Inner(g, delta)),
        (eq(g, X.T * W * X * delta), loewner(gamma * Identity(n), W)),
    ),
    "mean minimises": (le(Norm(s - Inner(ones(n), s) / n * ones(n)), Norm(s - c * ones(n))), ()),
    "rank one": (le(Norm(x, V.I) ** 2, 1), RANK_ONE),
    "Sherman-Morrison": (eq(Norm(x, V.I) ** 2 * (1 + Norm(x, A.I) ** 2), Norm(x, A.I) ** 2), RANK_ONE),
    "equation claimed": (eq(p - q, 2 * u), (eq(p, u + v), eq(q, v - u))),
    "a letter for a norm": (le(D**2, 2 * Norm(u) ** 2 + 2 * Norm(v) ** 2), (eq(D, Norm(u - v)),)),
    "a letter with exponentials": (
        le(gamma * Norm(delta), Norm(g)),
        (eq(gamma, 1 / (2 + exp(radius) + exp(-radius))), le(gamma * Norm(delta) ** 2, -Inner(g, delta))),
    ),
}

FALSE = {
    "Cauchy-Schwarz": (le(Abs(Inner(u, v)), LESS * Norm(u) * Norm(v)), ()),
    "triangle": (le(Norm(u + v), LESS * (Norm(u) + Norm(v))), ()),
    "triangle of three": (le(Norm(u + v + w), Norm(u) + Norm(v) + LESS * Norm(w)), ()),
    "reverse triangle": (le(Abs(Norm(u) - Norm(v)), LESS * Norm(u - v)), ()),
    "Young": (le(Inner(u, v), LESS * m / 2 * Norm(u) ** 2 + Norm(v) ** 2 / (2 * m)), ()),
    "Young, exponent": (le(Inner(u, v), m**2 / 2 * Norm(u) ** 2 + Norm(v) ** 2 / (2 * m)), ()),
    "parallelogram": (eq(Norm(u + v) ** 2 + Norm(u - v) ** 2, 2 * Norm(u) ** 2 + 2 * MORE * Norm(v) ** 2), ()),
    "projections": (le(Norm(p - q), LESS * Norm(x - y)), PROJECTED),
    "projections, one condition": (le(Norm(p - q), Norm(x - y)), PROJECTED[:1]),
    "obtuse angle, any y": (le(Inner(x - p, y - p), 0), IN_BALL[:2]),
    "obtuse angle, larger ball": (le(Inner(x - p, y - p), 0), (*IN_BALL[:2], le(Norm(y), MORE * r))),
    "first order": (le(MORE * gamma * Norm(delta) ** 2, -Inner(g, delta)), CONVEX),
    "first order, no minimiser": (le(gamma * Norm(delta) ** 2, -Inner(g, delta)), CONVEX[:1]),
    "self-normalised": (le(Abs(Inner(u, v)), LESS * Norm(u, A.I) * Norm(v, A)), (definite(A),)),
    "self-normalised, one norm": (le(Abs(Inner(u, v)), Norm(u, A) * Norm(v, A)), (definite(A),)),
    "bias of ridge": (le(Norm(lam * A.I * theta, A), LESS * sqrt(lam) * Norm(theta)), RIDGE),
    "bias of ridge, exponent": (le(Norm(lam * A.I * theta, A), lam * Norm(theta)), RIDGE),
    "Jensen over samples": (le((Inner(ones(n), s) / n) ** 2, LESS * Inner(s, s) / n), ()),
    "Cauchy-Schwarz over samples": (le(Abs(Inner(s, X * u) / n), LESS * Norm(s) * Norm(X * u) / n), ()),
    "gradient step": (le((mu + L) * Norm(y), LESS * (L - mu) * Norm(x)), STEP),
    "gradient step, longer": (
        le((mu + L) * Norm(y), (L - mu) * Norm(x)),
        (*COCOERCIVE, eq(y, x - 2 * MORE / (mu + L) * g)),
    ),
    "ridge step of Theorem 5.4": (
        le(gamma * Norm(delta, A) ** 2, Norm(grad, A.I) * Norm(delta, A) + 4 * LESS * gamma * lam * radius**2),
        CURVED,
    ),
    "ridge step, gradient": (
        le(gamma * Norm(delta, A) ** 2, LESS * Norm(grad, A.I) * Norm(delta, A) + 4 * gamma * lam * radius**2),
        CURVED,
    ),
    "ridge step, no ball": (
        le(gamma * Norm(delta, A) ** 2, Norm(grad, A.I) * Norm(delta, A) + 4 * gamma * lam * radius**2),
        CURVED[:-1],
    ),
    "Claim E.2": (le(Norm(X.T * b / n, A.I), LESS * zeta * sqrt(alpha)), (*DATA, le(Inner(b, b), alpha * n * zeta**2))),
    "order of norms": (le(Norm(u, A), LESS * Norm(u, B)), ORDERED),
    "order of dual norms, reversed": (le(Norm(u, A.I), Norm(u, B.I)), ORDERED),
    "order of squares": (le(Norm(A * u), Norm(B * u)), ORDERED),
    "mean minimises": (le(Norm(s - Inner(ones(n), s) / n * ones(n)), LESS * Norm(s - c * ones(n))), ()),
    "rank one": (le(Norm(x, V.I) ** 2, LESS), RANK_ONE),
    "not symmetric": (eq(Inner(u, K * v), Inner(v, K * u)), ()),
    "equality in two dimensions": (le(Norm(u) * Norm(v), Abs(Inner(u, v))), ()),
    "matrices commute": (eq(Inner(u, A * B * v), Inner(u, B * A * v)), ORDERED[:2]),
}
