"""Replicates: a grid of cells becomes seeded replicates in a results store, on any number of workers."""

from boundcheck.study.cell import Block, Cell, Experiment, blocks_of, generator, shard, spawn_key
from boundcheck.study.executors import open_executor
from boundcheck.study.replicates import Failure, Replicates, digest, stored
from boundcheck.study.run import Ahead, Progress, Silent, fill, run
from boundcheck.study.store import Store, StoreError, StudyError, merge
from boundcheck.study.worst_case import Axis, Choice, Objective, SearchResult, Visit, confirm, search

__all__ = [
    "Ahead",
    "Axis",
    "Block",
    "Cell",
    "Choice",
    "Experiment",
    "Failure",
    "Objective",
    "Progress",
    "Replicates",
    "SearchResult",
    "Silent",
    "Store",
    "StoreError",
    "StudyError",
    "Visit",
    "blocks_of",
    "confirm",
    "digest",
    "fill",
    "generator",
    "merge",
    "open_executor",
    "run",
    "search",
    "shard",
    "spawn_key",
    "stored",
]
