"""The words: what a paper states, and what it is put to. Frozen, picklable, without numerics."""

from .bounds import (
    Collapse,
    ExpectationLowerBound,
    FiniteLaw,
    HighProbabilityBound,
    Paths,
    ProbabilityLowerBound,
    RegretBound,
    UniformBound,
    WidthBound,
    Widths,
)
from .claim import Assumption, By, Claim, Fault, KeyFinding, Reading, Repair, Step
from .exact_laws import CountsTable, InstanceInequality, PrivacyGuarantee, ReportedTable, in_turn, repeated, subsampled
from .experiment import Axis, Choice, Experiment, Mutant, Regime, Simulation, Sweep
from .fields import Malformed, each, total
from .first_order import FirstOrderBound
from .formulas import ByDefinition, Cited, Definition, Disputed, Identity, Inequality, SameUpToConstant, within_constant
from .lab import Bench, Lab
from .laws import EveryLaw
from .letters import Letter, Notation
from .paper import UNPRINTED, PageDisplay, Paper, Source, inventory
from .privacy import AccountedGuarantee, AuditedGuarantee, Neighbours, RecomputedTable
from .rates import Ranking, Scaling, Separation
from .risks import ExpectationBound, FamilyLowerBound, HardLogits, MinimaxLowerBound

__all__ = [
    "UNPRINTED",
    "AccountedGuarantee",
    "Assumption",
    "AuditedGuarantee",
    "Axis",
    "Bench",
    "By",
    "ByDefinition",
    "Choice",
    "Cited",
    "Claim",
    "Collapse",
    "CountsTable",
    "Definition",
    "Disputed",
    "EveryLaw",
    "ExpectationBound",
    "ExpectationLowerBound",
    "Experiment",
    "FamilyLowerBound",
    "Fault",
    "FiniteLaw",
    "FirstOrderBound",
    "HardLogits",
    "HighProbabilityBound",
    "Identity",
    "Inequality",
    "InstanceInequality",
    "KeyFinding",
    "Lab",
    "Letter",
    "Malformed",
    "MinimaxLowerBound",
    "Mutant",
    "Neighbours",
    "Notation",
    "PageDisplay",
    "Paper",
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
    "SameUpToConstant",
    "Scaling",
    "Separation",
    "Simulation",
    "Source",
    "Step",
    "Sweep",
    "UniformBound",
    "WidthBound",
    "Widths",
    "each",
    "in_turn",
    "inventory",
    "repeated",
    "subsampled",
    "total",
    "within_constant",
]
