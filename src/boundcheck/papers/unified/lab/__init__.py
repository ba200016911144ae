"""The lab of the paper: worlds by name, and what its results have in common when they are put to the test."""
