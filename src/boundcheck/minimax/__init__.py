"""A minimax bench: lower bounds on the risk of every method, with numbers that are certified and replay without search.

Contractions under local privacy with sharp constants; Le Cam, Assouad and Fano with total variation and information summed over
counts; the exact Bayes risk; and what refutes a claimed lower bound. It knows no paper.
"""

from .answers import LowerBound, Replayed, RiskBracket
from .bernstein import worst_squared_risk
from .channels import Channel, randomized_response
from .constraints import Local, Users
from .contractions import CONTRACTIONS, GARBLING, Contraction, Exhibit
from .families import Family, Group
from .hypercubes import assouad, assouad_mixtures, euclidean, separation
from .laws import Law, bernoulli
from .packings import fano
from .posterior_losses import Divergence, Finite, Loss, Squared, absolute, zero_one
from .refutation import Comparison, below_upper_bound, compared, meets
from .replaying import replay
from .risks import bayes_actions, bayes_risk, method_risk
from .thinned import Thinned, spread
from .two_points import le_cam
from .unfavourable import MinimaxRisk, minimax_risk

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
    "separation",
    "spread",
    "worst_squared_risk",
    "zero_one",
]
