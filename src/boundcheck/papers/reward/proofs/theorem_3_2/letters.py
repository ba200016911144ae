"""What the steps of Appendix A share: c bounds the logits, LOWER is the page's gamma, FACTOR its last display."""

from sympy import Symbol, exp

from ...notation import domain, epsilon, feature_bound, radius
from ...quantities import z

c = Symbol("c", real=True)
u, q = exp(-z), exp(-epsilon)

EPSILON = domain(epsilon)
BOUNDS = domain(feature_bound, radius)
REACH = 2 * feature_bound * radius  # what bounds the logits: x is a difference of two features

V_ONE = u / (1 + u) - q * u / (1 + q * u)
V_ZERO = u / (1 + u) - u / (q + u)
LOWER = (exp(epsilon) - 1) * (exp(epsilon) * exp(-2 * c) - 1) / (
    exp(c) * (1 + exp(c)) ** 2 * (exp(epsilon) * exp(c) + 1) ** 2
)
FACTOR = (exp(epsilon) * exp(c) + 1) / (exp(epsilon) * exp(-2 * c) - 1)
DROPPED = exp(4 * c) * (1 + exp(c))  # sigma over gamma is this times FACTOR

WHERE = "Appendix A, "
DELTA_NORM = r"\|\Delta\|_{\Sigma_{\mathcal{D}} + \lambda I}"
GRADIENT = r"\|\nabla l_{\mathcal{D}, \varepsilon}(\theta)\|_{(\Sigma_{\mathcal{D}} + \lambda I)^{-1}}"
