"""The options of every command, and the page that ``--help`` shows."""

from __future__ import annotations

import argparse
import difflib
from pathlib import Path
from typing import NoReturn

from boundcheck.cli.checked_words import UsageError, folder, formats, part_of, probability, whole
from boundcheck.cli.help_texts import COMMANDS, page_of

LEAST_REPEATS, MOST_REPEATS = 2, 10**7  # as in `boundcheck.checks.context`, which takes longer to import
MOST_JOBS = 1024
MOST_SEED = 2**63 - 1
SHELLS = ("bash", "zsh", "fish")


class _Parser(argparse.ArgumentParser):
    def parse_args(self, args=None, namespace=None):
        """As usual; an option that does not exist is met with its neighbour, before what is lacking is told."""
        known = [option for action in self._actions for option in action.option_strings if option.startswith("--")]
        for word in args or ():
            name = word.partition("=")[0]
            if name == "--":
                break
            if name.startswith("--") and name not in known:
                close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
                if close:
                    self.error(f"no option {name[:60]!r}; did you mean {close[0]!r}?")
        return super().parse_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{' '.join(message.split())}; '{self.prog} --help' lists the options")


def parser(command: str) -> argparse.ArgumentParser:
    """The options of one command."""
    made = _Parser(
        prog="boundcheck" if command == "check" else f"boundcheck {command}",
        description=COMMANDS[command],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=page_of(command),
        allow_abbrev=False,
    )
    if command == "check":
        made.add_argument("claims", nargs="+", metavar="CLAIM", help="a claim, a paper's key, 'all', or a .py file")
        made.add_argument(
            "--format", type=formats, default=("json", "pdf", "html"), help="of json,pdf,html,appendix (default: all but the last)"
        )
        made.add_argument("--paper", choices=("a4", "us-letter"), default="a4", help="page size of the PDF")
        made.add_argument("--fresh", action="store_true", help="settle again what the same program has settled before")
        _study_options(made)
    elif command in ("bound", "plan"):
        _point_options(made, command)
    elif command == "list":
        made.add_argument("named", nargs="?", metavar="PAPER", help="only this paper's claims")
        made.add_argument("--paper", help=argparse.SUPPRESS)  # the same, in longer words
        made.add_argument(
            "--severity",
            metavar="WORD",
            help="only what has to be changed so: 'rate', or 'condition..' for that and worse",
        )
    elif command == "show":
        made.add_argument("claim", metavar="CLAIM", help="a claim, a paper's key, or a .py file")
    elif command == "privacy":
        _privacy_options(made)
    elif command == "verify":
        made.add_argument("record", metavar="FILE.json", type=Path, help="a record, as 'check' writes it")
        made.add_argument(
            "--second-opinion",
            action="store_true",
            help="ask Coq too, where it is installed; it shares no code with the provers",
        )
    elif command == "compare":
        for name in ("before", "after"):
            made.add_argument(name, metavar=name.upper(), help="a record, a folder of records, or a digest")
    elif command == "merge":
        made.add_argument("folders", nargs="+", metavar="DIR", type=folder, help="--out folders of --shard runs")
    elif command == "report":
        made.add_argument("claims", nargs="*", metavar="CLAIM", help="a claim, a paper's key, 'theorems', or 'all' (default)")
        made.add_argument("--format", type=formats, default=("pdf", "html"), help="of pdf,html,appendix (default: the first two)")
        made.add_argument("--paper", choices=("a4", "us-letter"), default="a4", help="page size of the PDF")
    elif command == "new":
        made.add_argument("file", metavar="FILE.py", type=Path, help="must not exist yet")
    elif command == "completion":
        made.add_argument("shell", choices=SHELLS)
    if command in ("check", "list", "show", "compare", "merge", "report", "doctor"):
        made.add_argument("--out", type=folder, default=Path("reports"), help="folder of reports (default: reports)")
    if command != "completion":
        made.add_argument("--json", action="store_true", help="one JSON document on standard output")
    made.add_argument("-q", "--quiet", action="store_true", help="only errors, and no progress")
    made.add_argument("-v", "--verbose", action="store_true", help="all steps, whole sentences")
    return made


def _point_options(made: argparse.ArgumentParser, command: str) -> None:
    made.add_argument("claim", metavar="CLAIM", help="a claim, or a .py file")
    if command == "plan":
        needed = made.add_argument_group("required")
        needed.add_argument("--error", required=True, metavar="NUMBER", help="the target for the explicit bound")
    made.add_argument(
        "--set",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=NUMBER",
        help="the point, as in n=20000 delta=1/20",
    )
    made.add_argument("--part", help="only this part, such as coverage_ctl")
    if command == "plan":
        made.add_argument("--for", dest="parameter", default="n", metavar="NAME", help="what is asked for (default: n)")
        made.add_argument(
            "--seed", type=whole(0, MOST_SEED), default=20250521, help="of the simulation (default: 20250521)"
        )
        made.add_argument(
            "--repeats",
            type=whole(0, MOST_REPEATS),
            default=400,
            help="data sets of the simulation, 20/delta at least; 0 for none (default: 400)",
        )


def _privacy_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("question", choices=("gaussian", "noise", "table", "fit"), help="which epsilon, which noise, a CSV")
    made.add_argument("file", nargs="?", type=Path, metavar="FILE.csv", help="for 'table' and 'fit': columns epsilon, sigma, ...")
    made.add_argument("--sigma", metavar="NUMBER", help="noise over the bound of one unit's contribution")
    made.add_argument("--epsilon", metavar="NUMBER", help="for 'noise'")
    made.add_argument("--delta", metavar="NUMBER", help="in (0, 1)")
    made.add_argument("--steps", default="1", metavar="NUMBER", help="releases (default: 1)")
    made.add_argument("--sampling", default="1", metavar="NUMBER", help="Poisson rate, as 0.01 or 32/2500 (default: 1)")
    made.add_argument("--batch", metavar="B/N", help="batches of B of N records, in place of a rate")
    made.add_argument("--multipliers", action="store_true", help="for 'fit': no factor beside one unit's contribution")
    made.add_argument("--adjacency", default="add-remove", help="add-remove (default) or replace")
    made.add_argument("--unit", default="record", help="record (default), label, user or user-labels: whose data moves")
    made.add_argument("--effort", choices=("standard", "deep"), default="standard", help="within 1 %% or 0.1 %%")


def _study_options(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--budget", choices=("quick", "standard", "deep"), default="standard", help="effort (default: standard)"
    )
    made.add_argument("--seed", type=whole(0, MOST_SEED), default=20250521, help="default: 20250521")
    made.add_argument(
        "--repeats",
        type=whole(LEAST_REPEATS, MOST_REPEATS),
        default=None,
        metavar="N",
        help=f"replicates per regime, in place of the budget's, {LEAST_REPEATS} to {MOST_REPEATS:,}",
    )
    made.add_argument(
        "--jobs", type=whole(1, MOST_JOBS), default=None, help="workers (default: the cores of this machine)"
    )
    made.add_argument("--engine", default="auto", help="auto, threads, processes, dask:local or dask:tcp://HOST:PORT")
    made.add_argument(
        "--shard", type=part_of, metavar="i/N", help="compute this share of the replicates only, for 'boundcheck merge'"
    )
    made.add_argument(
        "--error-probability", type=probability, default=1e-3, help="of one claim's whole run (default: 0.001)"
    )
