"""Words, numbers, letters and formulas of every report."""
