"""High-probability bounds: coverage, the constant, collapse, vacuity."""
