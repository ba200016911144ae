"""Exact tools on SymPy expressions: statements, encodings, values at a point, exponents."""

from .conditions import broken
from .encode import decode, encode, fingerprint
from .evaluate import enclosure, number
from .functions import bernoulli_kl, sigmoid, total_variation
from .statement import Conjunction, Equivalence, Statement

__all__ = [
    "Conjunction",
    "Equivalence",
    "Statement",
    "bernoulli_kl",
    "broken",
    "decode",
    "enclosure",
    "encode",
    "fingerprint",
    "number",
    "sigmoid",
    "total_variation",
]
