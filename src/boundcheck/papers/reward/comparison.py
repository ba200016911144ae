"""The comparison of SGD-RR with MLE-RR, and of their bounds with the non-private one."""

from sympy import Gt, Le, Symbol, diff, exp, sqrt

from boundcheck.claims import Claim, Identity, Inequality, Reading, Separation, Source, Step
from boundcheck.estimators.private_likelihood import mle_rr
from boundcheck.symbolic import sigmoid

from . import PAPER
from .instances import stream
from .notation import LETTERS, PARAMETERS, c_epsilon, d, delta, domain, epsilon, feature_bound, kappa, radius
from .quantities import DEFINITIONS, GAMMA, PRIVACY_FACTOR, private_probability, z

c, a, slope = (Symbol(name, real=True) for name in ("c", "a", "slope"))
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
            "are ordered the other way: MLE-RR is the efficient one, and at a single |logit| both pay the same price for privacy "
            "(step same_price)"),
    ),
    parts={"improves": {"literal": ESTIMATORS, "bounds": BOUNDS}},
    steps=(
        Step("same_price", "Section 4, cost of privacy",
            Identity(
                VARIANCE * c_epsilon**2 / CURVATURE,  # SGD-RR: variance of its gradient against that of plain labels
                CURVATURE * VARIANCE / (CURVATURE / c_epsilon) ** 2,  # MLE-RR: Fisher informations
                EPSILON,
            ),
            reduction="Asymptotic variance with privacy over that without, at a logit z: the two estimators lose the same."),
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
