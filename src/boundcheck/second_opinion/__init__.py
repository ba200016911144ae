"""A second opinion on scalar statements, from a checker that shares no code with the provers, SymPy or Z3.

It reads the encoded statement of a record, nothing else, and asks Coq with coq-interval. Both are optional.
"""

from .coq import Opinion, available, opinion

__all__ = ["Opinion", "available", "opinion"]
