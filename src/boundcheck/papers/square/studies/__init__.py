"""The results put to the test: regimes, mutants, sweeps."""
