"""Checks theorems about private and robust RLHF, step by step and sample by sample."""
