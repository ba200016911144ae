"""Privacy accounting with certificates: what is guaranteed, what is certainly violated, and by which adjacency."""

from .above_threshold import AboveThreshold
from .accountant import EpsilonBracket, epsilon_bracket
from .adjacency import (
    LABEL_REPLACED,
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    USER_ADDED_OR_REMOVED,
    USER_LABELS_REPLACED,
    USER_REPLACED,
    Adjacency,
    Change,
    Unit,
)
from .audit_power import detection_probability, epsilon_seen, runs_needed
from .audited_pairs import Audit, AuditedPair
from .auditing import audit, audited_pair
from .best_test import PrivateTest, best_private_test
from .customary import customary_epsilon, customary_multiplier
from .finite_laws import FinitePair, product, repeated_response
from .fixed_batches import FixedBatches
from .gaussian import Enclosure, gaussian_delta, gaussian_epsilon, gaussian_mu, gaussian_multiplier
from .mechanisms import Composition, Gaussian, Guaranteed, Laplace, RandomizedResponse
from .noise_needed import NoiseBracket, noise_bracket
from .noise_tables import JudgedCell, Settings, fitted, judged_cell
from .one_run import OneRunAudit, audit_one_run, one_run_detection, one_run_epsilon_seen, one_run_p_value
from .renyi import renyi_divergence, renyi_epsilon, renyi_multiplier, zero_concentrated, zero_concentrated_epsilon
from .selection import selection_law, selection_pair
from .table_fits import PrintedCell, TableFit, table_fit

__all__ = [
    "LABEL_REPLACED",
    "RECORD_ADDED_OR_REMOVED",
    "RECORD_REPLACED",
    "USER_ADDED_OR_REMOVED",
    "USER_LABELS_REPLACED",
    "USER_REPLACED",
    "AboveThreshold",
    "Adjacency",
    "Audit",
    "AuditedPair",
    "Change",
    "Composition",
    "Enclosure",
    "EpsilonBracket",
    "FinitePair",
    "FixedBatches",
    "Gaussian",
    "Guaranteed",
    "JudgedCell",
    "Laplace",
    "NoiseBracket",
    "OneRunAudit",
    "PrintedCell",
    "PrivateTest",
    "RandomizedResponse",
    "Settings",
    "TableFit",
    "Unit",
    "audit",
    "audit_one_run",
    "audited_pair",
    "best_private_test",
    "customary_epsilon",
    "customary_multiplier",
    "detection_probability",
    "epsilon_bracket",
    "epsilon_seen",
    "fitted",
    "gaussian_delta",
    "gaussian_epsilon",
    "gaussian_mu",
    "gaussian_multiplier",
    "judged_cell",
    "noise_bracket",
    "one_run_detection",
    "one_run_epsilon_seen",
    "one_run_p_value",
    "product",
    "renyi_divergence",
    "renyi_epsilon",
    "renyi_multiplier",
    "repeated_response",
    "runs_needed",
    "selection_law",
    "selection_pair",
    "table_fit",
    "zero_concentrated",
    "zero_concentrated_epsilon",
]
