"""The proof of Lemma B.1: the page's displays in order, then the sharper version, then what cannot be improved."""

from .letters import LETTERS, C
from .needed import GROUNDS, INSTANCE, LIKELY, LIMITS, WRONG
from .page import STEP_1, STEP_2, STEP_3, STEP_4
from .sharper import SHARPER, WHERE_THE_PRINT_STANDS, WITH_TWO_B

__all__ = ["GROUNDS", "INSTANCE", "LETTERS", "LIKELY", "STEPS", "WHERE_THE_PRINT_STANDS", "WITH_TWO_B", "WRONG", "C"]

STEPS = STEP_1 + STEP_2 + STEP_3 + STEP_4 + SHARPER + LIMITS
