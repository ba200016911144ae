"""The comparison of SGD-RR with MLE-RR, and of their bounds with the non-private one."""

from sympy import Ge, Gt, Le, diff, exp, sqrt, symbols

from boundcheck.claims import Claim, Identity, Inequality, Reading, Separation, Source, Step
from boundcheck.estimators.private_likelihood import mle_rr
from boundcheck.symbolic import sigmoid

from . import PAPER
from .instances import stream
from .notation import LETTERS, PARAMETERS, c_epsilon, d, delta, domain, epsilon, feature_bound, kappa, lam, n, radius
from .quantities import DEFINITIONS, GAMMA, PRIVACY_FACTOR, private_probability, z

C, a, b, c, f, u, v, factor, share, slope = symbols("C a b c f u v factor share slope", real=True)
EPSILON = domain("epsilon")
FACTOR = (exp(epsilon) * exp(c) + 1) / (exp(epsilon) * exp(-2 * c) - 1)  # Theorem 3.2, c = LB
VARIANCE = private_probability(1) * private_probability(0)
CURVATURE = diff(sigmoid(z), z)

POINT = {"n": 20_000, "d": 2, "radius": 3.0, "feature_bound": 0.5, "kappa": 0.5, "delta": 0.05}
ESTIMATORS = Separation(
    easier=stream("one_hot", "half"),
    harder=stream("one_hot", "half", estimator=mle_rr),
    parameter="c(epsilon)",
    moves="epsilon",
    values=(3.1, 3.5, 4.0, 5.0, 6.0, 8.0),
    scale=c_epsilon,
    printed=PRIVACY_FACTOR / c_epsilon,
    failure=delta,
    point=POINT,
)
BOUNDS = Inequality(c_epsilon, FACTOR, (Gt(c, 0), Gt(epsilon, 2 * c)))

CLAIM = Claim(
    source=Source(PAPER, "Section 4, remarks", "'Cost of privacy' and 'Comparison with Zhu et al.'; Section 3, before (6)"),
    title="SGD-RR against MLE-RR",
    words="SGD-RR improves over the privacy cost of MLE-RR and has a lesser estimation error; with L of order sqrt(d) its "
    "error depends on d as that of the non-private estimator does. The two privacy factors are",
    displays={"SGD-RR": c_epsilon, "MLE-RR": PRIVACY_FACTOR},
    parameters=tuple(PARAMETERS[name] for name in ("epsilon", "radius", "feature_bound")),
    definitions=DEFINITIONS,
    letters=LETTERS | {"c": "L B", "z": "x^top theta^*"},
    readings=(
        Reading("literal", "the errors of the two estimators on the same data, where both theorems apply: the sentence that SGD achieves a lesser estimation error"),
        Reading("bounds",
            "the factors in the two bounds, which is what the remark on the cost of privacy speaks of. The errors of the estimators "
            "are ordered the other way: MLE-RR is the efficient one, and pays no more for privacy (steps same_price, where all "
            "logits have one absolute value, and price_in_mixture)"),
    ),
    parts={"improves": {"literal": ESTIMATORS, "bounds": BOUNDS}},
    not_covered=(
        "the error of order sqrt(d/n)/gamma of Zhu et al. (2023), which is taken from the page",
        "what the page says of Cai et al. (2023): an additive cost, the central model, the tabular setting",
    ),
    steps=(
        Step("same_price", "Section 4, cost of privacy",
            Identity(
                VARIANCE * c_epsilon**2 / CURVATURE,  # SGD-RR: variance of its gradient against that of plain labels
                CURVATURE * VARIANCE / (CURVATURE / c_epsilon) ** 2,  # MLE-RR: Fisher informations
                EPSILON,
            ),
            reduction="Asymptotic variance with privacy over that without, when the logits of all samples have one absolute value: "
            "the two estimators then lose the same."),
        Step("price_in_mixture", "Section 4, cost of privacy",
            Inequality((share * a + (1 - share) * b) ** 2,
                (share * a**2 / u + (1 - share) * b**2 / v) * (share * u + (1 - share) * v),
                (Ge(share, 0), Le(share, 1), Gt(u, 0), Gt(v, 0))),
            display="EE[sigma'] c^2/EE[sigma'^2\\/v] <= c^2 EE[v]/EE[sigma']",
            reduction="Samples with logits of two sizes, in the parts share and 1 - share, in one direction; a and b are the "
            "curvatures sigma', u and v the variances of a private label. MLE-RR, on the left, never loses more than SGD-RR."),
        Step("price_at_zero", "Section 4, cost of privacy",
            Identity((VARIANCE * c_epsilon**2 / CURVATURE).subs(z, 0), c_epsilon**2, EPSILON),
            reduction="At z = 0 the price of both is c(epsilon)."),
        Step("price_elsewhere", "Section 4, cost of privacy",
            Inequality(c_epsilon**2, VARIANCE * c_epsilon**2 / CURVATURE, EPSILON),
            reduction="Elsewhere it is larger."),
        Step("step_size_price", "Section 4, cost of privacy",
            Inequality(1 / slope**2, 1 / (a**2 * (2 * slope / a - 1)), (Gt(a, 0), Gt(slope, a / 2))),
            reduction="With steps 1/(a t) and curvature `slope` the last iterate's variance is the right side times that of "
            "one gradient over t; that of the maximum likelihood is the left side. They agree only for a = slope."),
        Step("cost_of_mle_rr", "Section 3, cost of privacy", Inequality(exp(3 * c), FACTOR, (Gt(c, 0), Gt(epsilon, 2 * c))),
            reduction="The page's cost is the printed factor, against the order sqrt(d/n) without privacy. It stays above exp(3LB) for "
            "every epsilon, so it is not the cost of privacy alone: it contains what is 1/gamma in the non-private bound."),
        Step("cost_over_gamma", "Section 3, cost of privacy",
            Inequality(c_epsilon / 4, FACTOR / (2 + exp(-2 * c) + exp(2 * c)), (Gt(c, 0), Gt(epsilon, 2 * c))),
            display="c(epsilon)/4 <= gamma dot (e^(epsilon + L B) + 1)/(e^(epsilon - 2 L B) - 1)",
            reduction="The same against the order sqrt(d/n)/gamma that Section 4 gives: at least a quarter of c(epsilon)."),
        Step("lesser_bound", "Section 3, after Corollary 3.3, 'a lesser estimation error'",
            Inequality(C * f / sqrt(n), factor / sqrt(lam) + radius,
                (Ge(C, 1), Gt(f, 0), Gt(radius, 0), Gt(lam, 0), Ge(factor, 0), Ge(n, (C * f / radius) ** 2))),
            reduction="The bounds in the Euclidean norm: f/sqrt(n) is the rate of Theorem 4.4, factor the first term of Corollary 3.3 "
            "before 1/sqrt(lambda). The latter never falls below B, so from some n on the former is smaller."),
        Step("root_n", "Abstract; Section 5",
            Inequality(factor / sqrt(n) + 2 * sqrt(lam) * radius, (factor + 2 * radius) / sqrt(n),
                (Ge(n, 1), Gt(lam, 0), Le(lam, 1 / n), Gt(radius, 0), Ge(factor, 0))),
            reduction="MLE-RR reaches 1/sqrt(n) in the norm of the data if lambda is at most 1/n; for a fixed lambda the ridge term "
            "stays, and in the Euclidean norm it stays for every lambda. SGD-RR: Theorem 4.4."),
        Step("same_gamma", "Section 4, comparison with Zhu et al.",
            Identity(feature_bound / (GAMMA * kappa) * c_epsilon / (1 / GAMMA), feature_bound * c_epsilon / kappa,
                domain("epsilon", "feature_bound", "radius", "kappa")),
            display="L/(gamma kappa) c(epsilon) dot gamma = L/kappa c(epsilon)",
            reduction="The rate of Theorem 4.4 over the non-private one of order 1/gamma: gamma drops out."),
        Step("coverage_price", "Section 4, comparison with Zhu et al.",
            Inequality(feature_bound * c_epsilon / (GAMMA * b), feature_bound * c_epsilon / (GAMMA * a),
                (*domain("epsilon", "feature_bound", "radius"), Gt(a, 0), Ge(b, a))),
            reduction="Less coverage, a larger bound: a and b are two values of kappa."),
        Step("dimension", "Section 4, comparison with Zhu et al.",
            Identity((feature_bound / (GAMMA * kappa)).subs(feature_bound, sqrt(d)),
                sqrt(d) * (2 + exp(-2 * sqrt(d) * radius) + exp(2 * sqrt(d) * radius)) / kappa,
                domain("d", "kappa", "radius")),
            display="L/(gamma kappa) = sqrt(d)/(gamma kappa) quad (L = sqrt(d))",
            reduction="The factor sqrt(d) is there; gamma moves with L too and is exponentially small in sqrt(d) B, in both "
            "papers' bounds."),
        Step("bounded_features", "Section 4, comparison with Zhu et al.",
            Inequality(d / (4 * feature_bound), feature_bound / kappa,
                (*domain("d", "feature_bound", "kappa"), Le(kappa, 4 * feature_bound**2 / d))),
            reduction="Coverage costs at least d: with L fixed the bound grows like d, not like sqrt(d)."),
    ),
)
