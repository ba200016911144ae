"""What the exit status of a command says."""

REFUTED, USAGE, UNDECIDED, INTERNAL, INTERRUPTED = 1, 2, 3, 4, 130
DISAGREEMENT = INTERNAL  # two checkers contradict each other: one of them is at fault, not the record
