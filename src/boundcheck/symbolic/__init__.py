"""Exact tools on SymPy expressions: statements, encodings, values at a point, exponents."""

from .encode import decode, encode, fingerprint
from .evaluate import broken, enclosure, number
from .functions import bernoulli_kl, sigmoid, total_variation
from .inner_products import Inner, Norm, definite, loewner, ones, vectors
from .statement import Conjunction, Equivalence, Statement

__all__ = [
    "Conjunction",
    "Equivalence",
    "Inner",
    "Norm",
    "Statement",
    "bernoulli_kl",
    "broken",
    "decode",
    "definite",
    "enclosure",
    "encode",
    "fingerprint",
    "loewner",
    "number",
    "ones",
    "sigmoid",
    "total_variation",
    "vectors",
]
