"""The words: what a paper states, and what a verdict says. Frozen, picklable, without numerics."""

from .accounted import AccountedGuarantee
from .at_least import ExpectationLowerBound, ProbabilityLowerBound
from .audited import AuditedGuarantee, Neighbours
from .by import By
from .claim import Assumption, Claim, Reading, Repair, Step
from .composed import within_constant
from .counted import CountsTable
from .evidence import Evidence, Finding
from .exact_laws import InstanceInequality, PrivacyGuarantee, ReportedTable
from .experiment import Axis, Choice, Experiment, Mutant, Regime, Simulation, Sweep
from .fault import Fault
from .fields import Malformed
from .growth_rates import Scaling, Separation
from .hard_instance import HardLogits
from .kinds import each, total
from .lab import Lab
from .letter import Letter
from .mean_risk import ExpectationBound, MinimaxLowerBound
from .no_constant import Collapse, FiniteLaw
from .notation import Notation
from .on_family import FamilyLowerBound
from .outcomes import Headline, Outcome, Severity
from .paper import UNPRINTED, Paper, Source
from .probability_bound import HighProbabilityBound
from .rankings import Ranking
from .recomputed import RecomputedTable
from .releases import in_turn, repeated, subsampled
from .rounds import Paths, RegretBound, UniformBound
from .scalar import ByDefinition, Cited, Definition, Disputed, Identity, Inequality, SameUpToConstant
from .settled_statements import PartVerdict, StepVerdict, Trial
from .verdict import AsPrinted, FoundFault, News, RestsOn, Verdict
from .widths import WidthBound, Widths

__all__ = [
    "UNPRINTED",
    "AccountedGuarantee",
    "AsPrinted",
    "Assumption",
    "AuditedGuarantee",
    "Axis",
    "By",
    "ByDefinition",
    "Choice",
    "Cited",
    "Claim",
    "Collapse",
    "CountsTable",
    "Definition",
    "Disputed",
    "Evidence",
    "ExpectationBound",
    "ExpectationLowerBound",
    "Experiment",
    "FamilyLowerBound",
    "Fault",
    "Finding",
    "FiniteLaw",
    "FoundFault",
    "HardLogits",
    "Headline",
    "HighProbabilityBound",
    "Identity",
    "Inequality",
    "InstanceInequality",
    "Lab",
    "Letter",
    "Malformed",
    "MinimaxLowerBound",
    "Mutant",
    "Neighbours",
    "News",
    "Notation",
    "Outcome",
    "Paper",
    "PartVerdict",
    "Paths",
    "PrivacyGuarantee",
    "ProbabilityLowerBound",
    "Ranking",
    "Reading",
    "RecomputedTable",
    "Regime",
    "RegretBound",
    "Repair",
    "ReportedTable",
    "RestsOn",
    "SameUpToConstant",
    "Scaling",
    "Separation",
    "Severity",
    "Simulation",
    "Source",
    "Step",
    "StepVerdict",
    "Sweep",
    "Trial",
    "UniformBound",
    "Verdict",
    "WidthBound",
    "Widths",
    "each",
    "in_turn",
    "repeated",
    "subsampled",
    "total",
    "within_constant",
]
