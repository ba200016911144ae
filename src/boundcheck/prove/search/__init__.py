"""What looks for a proof or a counterexample; it may be wrong, since the kernel checks all that it finds."""
