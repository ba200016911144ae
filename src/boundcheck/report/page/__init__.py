"""The pages of a report, block by block."""
