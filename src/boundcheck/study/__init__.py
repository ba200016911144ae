"""Replicates: a grid of cells becomes seeded replicates in a results store, on any number of workers."""

from boundcheck.study.blocks import Block, blocks_of, generator, shard, spawn_key
from boundcheck.study.cell import Cell, Experiment
from boundcheck.study.engines.executors import open_executor
from boundcheck.study.errors import StoreError, StudyError
from boundcheck.study.progress import Progress, Silent
from boundcheck.study.replicates import Failure, Replicates, digest
from boundcheck.study.run import fill, run
from boundcheck.study.store.gather import stored
from boundcheck.study.store.kept import Answers
from boundcheck.study.store.store import Store
from boundcheck.study.store.union import merge
from boundcheck.study.worst.space import Axis, Choice
from boundcheck.study.worst.visits import Objective, Visit
from boundcheck.study.worst.worst_case import SearchResult, confirm, search

__all__ = [
    "Answers",
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
