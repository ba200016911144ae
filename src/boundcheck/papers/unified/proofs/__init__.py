"""The displayed steps of the longer proofs, a module per claim."""
