"""The steps of the longer proofs."""
