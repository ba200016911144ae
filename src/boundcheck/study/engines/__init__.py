"""Blocks of replicates on threads, processes, or other machines."""
