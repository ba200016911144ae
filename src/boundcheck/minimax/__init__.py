"""A minimax bench: lower bounds on the risk of every method, with numbers that are certified and replay without search.

Contractions under local privacy with sharp constants; Le Cam, Assouad and Fano with total variation and information summed over
counts; the exact Bayes risk; and what refutes a claimed lower bound. It knows no paper.
"""

from .contractions import CONTRACTIONS, GARBLING, Contraction, Exhibit
from .exact_numbers import LowerBound, Replayed, RiskBracket
from .families import Channel, Family, Group, Law, Local, Thinned, Users, bernoulli, randomized_response, spread
from .losses import Divergence, Finite, Loss, Squared, absolute, zero_one
from .methods import assouad, assouad_mixtures, euclidean, fano, le_cam, separation
from .refutation import Comparison, below_upper_bound, compared, meets
from .replay import replay
from .risks import MinimaxRisk, bayes_actions, bayes_risk, method_risk, minimax_risk, rule_risk, worst_squared_risk

__all__ = [
    "CONTRACTIONS",
    "GARBLING",
    "Channel",
    "Comparison",
    "Contraction",
    "Divergence",
    "Exhibit",
    "Family",
    "Finite",
    "Group",
    "Law",
    "Local",
    "Loss",
    "LowerBound",
    "MinimaxRisk",
    "Replayed",
    "RiskBracket",
    "Squared",
    "Thinned",
    "Users",
    "absolute",
    "assouad",
    "assouad_mixtures",
    "bayes_actions",
    "bayes_risk",
    "below_upper_bound",
    "bernoulli",
    "compared",
    "euclidean",
    "fano",
    "le_cam",
    "meets",
    "method_risk",
    "minimax_risk",
    "randomized_response",
    "replay",
    "rule_risk",
    "separation",
    "spread",
    "worst_squared_risk",
    "zero_one",
]
