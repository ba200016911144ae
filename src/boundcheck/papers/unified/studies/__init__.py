"""Where bounds are put to the test: regimes, mutants and sweeps, a module per claim."""
