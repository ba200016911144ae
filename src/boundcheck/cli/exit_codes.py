"""What the exit status of a command says."""

REFUTED, USAGE, UNDECIDED, INTERNAL, INTERRUPTED = 1, 2, 3, 4, 130
