"""The options of every command, their values with rules, the page that ``--help`` shows, and the exit codes."""

from __future__ import annotations

import argparse
import difflib
from pathlib import Path
from typing import NoReturn

# What the exit status of a command says.

REFUTED, USAGE, UNDECIDED, INTERNAL, INTERRUPTED = 1, 2, 3, 4, 130
SETTLED = (  # of a run that settles claims, in the words of --help, the README, the docs and the checklist
    "0 no more than a range has to be changed, 1 a condition, a rate or more, or it rests on a false result, 2 usage, "
    "3 nothing decided, 4 internal, 130 interrupted"
)
DISAGREEMENT = INTERNAL  # two checkers contradict each other: one of them is at fault, not the record


# Words of the command line as values, each refused with its rule.

class UsageError(Exception):
    """What the user wrote cannot be done; the message is one line with the way out."""


FULL = "pip install 'boundcheck[full]'"
OF_PAGES = ("typst", "matplotlib")  # libraries that draw pages


def needs(what: str, *modules: str) -> None:
    """Refuse what an installation without all libraries cannot do, before anything has been begun."""
    from importlib.util import find_spec

    if missing := [name for name in modules if find_spec(name) is None]:
        raise UsageError(f"{what} takes {' and '.join(missing)}, not installed here: {FULL}")


def whole(low: int, high: int):
    """Converter for whole numbers from `low` to `high`."""

    def convert(text: str) -> int:
        try:
            value = int(text) if text.isascii() else low - 1
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high:,}, got {text!r:.60}")
        return value

    return convert


def probability(text: str) -> float:
    """Converter for numbers in (0, 1)."""
    try:
        value = float(text) if text.isascii() else 0.0
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"must be a number in (0, 1), got {text!r:.60}")
    return value


def folder(text: str) -> Path:
    """Converter for folders; an empty word is a variable that was not set, and not the folder one is in."""
    if not text.strip():
        raise argparse.ArgumentTypeError(f"must name a folder, got {text!r:.60}; '.' is the one you are in")
    return Path(text)


def formats(text: str) -> tuple[str, ...]:
    """Converter for a comma-separated choice of report formats."""
    chosen = tuple(word.strip() for word in text.split(",") if word.strip())
    if not chosen or set(chosen) - {"json", "pdf", "html", "appendix"}:
        raise argparse.ArgumentTypeError(f"must name some of json, pdf, html and appendix, as in 'pdf,json', got {text!r:.60}")
    return chosen


def part_of(text: str) -> tuple[int, int]:
    """Converter for a share ``i/N``."""
    i, slash, of = text.partition("/")
    if not (
        slash and text.isascii() and i.isdecimal() and of.isdecimal() and len(text) < 20 and 1 <= int(i) <= int(of)
    ):
        raise argparse.ArgumentTypeError(f"must be i/N with 1 <= i <= N, as in 2/8, got {text!r:.60}")
    return int(i), int(of)


# What `--help` says: commands, examples, exit codes.

COMMANDS = {
    "check": "settle claims and write their reports (the default: 'boundcheck theorem_5_4')",
    "bound": "value of the printed and the explicit bound at a point, and which term dominates",
    "plan": "the smallest n (or epsilon, or largest alpha ...) at which the explicit bound meets a target",
    "list": "every claim, with its headline from the last report",
    "show": "statement, reading, assumptions and steps; computes nothing",
    "privacy": "which epsilon a noise gives, which noise an epsilon needs, whether a table of noise is right",
    "verify": "replay every certificate of a record, without search",
    "export": "the proofs of a record as a file for Coq, along their trees",
    "reproduce": "settle records again elsewhere, as each says that it was, and compare: PASS or FAIL with digest and seconds",
    "compare": "two records, folders or digests: the same verdicts, and which numbers moved",
    "merge": "put the results of several --shard runs into one folder",
    "report": "draw pages, PDFs, index and referee reports again from records alone",
    "site": "a folder with a page for every record, an index and the referee reports, which needs no server",
    "review": "a paper's review for a review form, from records alone; with the authors' answers, what is settled",
    "draft": "which displays of an author's LaTeX are read, the letters that lack, and pages to start from",
    "new": "write a claim file to start from, with one false step in it",
    "completion": "print a completion script for bash, zsh or fish",
    "mcp": "five tools for an assistant over stdio, each with a clock; or one call from the shell",
    "doctor": "versions, engines, and what is missing",
    "docs": "the pages of the documentation, one of them, or the lines with a word",
}
EXAMPLES = {
    "check": """\
  boundcheck theorem_5_4                     settle Theorem 5.4, write reports/unified/theorem_5_4.{json,pdf,html}
  boundcheck unified --budget quick          every claim of a paper, in a hurry
  boundcheck my_theorem.py                   your own claim file (it is code, and it is run)
  boundcheck my_theorem.md                   your own page, or a folder of pages (read, and never run)
  boundcheck paper.tex                       the statements of your own LaTeX (read, and never run)
  boundcheck bound theorem_5_4 --set n=20000 epsilon=1 d=10 alpha=0 delta=0.05 lam=1e-6 radius=1
  boundcheck plan theorem_5_4 --error 0.1 --set epsilon=1 d=10 alpha=0 delta=0.05 lam=1e-6 radius=1
  boundcheck verify reports/unified/theorem_5_4.json""",
    "bound": """\
  boundcheck bound theorem_5_4                             at the point of its figure
  boundcheck bound theorem_5_4 --at figure --set epsilon=0.5
  boundcheck bound theorem_5_4 --set n=20000 epsilon=1 d=10 alpha=0 delta=0.05 lam=1e-6 radius=1
  boundcheck bound theorem_5_4 --part coverage_ltc --json --set n=1e6 epsilon=1/2 d=10 alpha=0.001 delta=0.05 \\
      lam=1e-6 radius=1""",
    "plan": """\
  boundcheck plan theorem_5_4 --error 0.1 --set epsilon=1 d=10 alpha=0 delta=0.05 lam=1e-6 radius=1
  boundcheck plan theorem_5_4 --for epsilon --error 0.1 --set n=1e7 d=10 alpha=0 delta=0.05 lam=1e-6 radius=1
  boundcheck plan theorem_5_4 --for alpha --error 0.1 --set n=1e8 epsilon=1 d=10 delta=0.05 lam=1e-6 radius=1""",
    "list": """\
  boundcheck list
  boundcheck list unified
  boundcheck list unified --json
  boundcheck list --severity condition..     what has to be changed in a statement, the gravest first""",
    "show": """\
  boundcheck show theorem_5_4
  boundcheck show my_theorem.py
  boundcheck show my_theorem.md     also how each display was read, every bracket written
  boundcheck show theorem_5_4 --format md > theorem_5_4.md     its scalar lines as a page""",
    "privacy": """\
  boundcheck privacy gaussian --sigma 1 --sampling 0.01 --steps 1000 --delta 1e-5
  boundcheck privacy gaussian --sigma 1 --sampling 0.01 --steps 1000 --delta 1e-5 --adjacency replace --unit user
  boundcheck privacy gaussian --sigma 1 --batch 10/1000 --steps 1000 --delta 1e-5 --adjacency replace
  boundcheck privacy noise --epsilon 3 --sampling 0.05 --steps 500 --delta 1e-5
  boundcheck privacy noise --epsilon 3 --batch 50/1000 --steps 500 --delta 1e-5 --adjacency replace
  boundcheck privacy table printed.csv --delta 1e-5 --steps 500 --sampling 0.05
  boundcheck privacy fit printed.csv --delta 1e-5 --steps 500,1000 --sampling 0.05,0.1 --adjacency add-remove,replace
  boundcheck privacy account releases.toml --plot curves.svg""",
    "verify": """\
  boundcheck verify reports/unified/theorem_5_4.json""",
    "export": """\
  boundcheck export reports/unified/theorem_5_4.json --to coq --out theorem_5_4.v""",
    "merge": """\
  boundcheck theorem_5_4 --shard 1/2 --out one      on one machine
  boundcheck theorem_5_4 --shard 2/2 --out two      on another
  boundcheck merge one two --out reports            then, with both folders at hand
  boundcheck theorem_5_4                            finds what both have computed""",
    "reproduce": """\
  boundcheck reproduce theorem_5_4
  boundcheck reproduce unified               every record of a paper
  boundcheck reproduce all --json""",
    "docs": """\
  boundcheck docs                            the pages
  boundcheck docs how-to-read-a-verdict
  boundcheck docs supported                  lines with a word""",
    "site": """\
  boundcheck site public
  boundcheck site public --out other/reports""",
    "compare": """\
  boundcheck compare reports other/reports
  boundcheck compare reports/unified/theorem_5_4.json other/theorem_5_4.json -v
  boundcheck compare 1f0c2a9b other/theorem_5_4.json     a digest stands for the record in --out that has it""",
    "report": """\
  boundcheck report                          after copying records from elsewhere into reports/
  boundcheck report theorem_5_4 --format html
  boundcheck report --out examples/reports --paper us-letter""",
    "review": """\
  boundcheck review unified
  boundcheck review unified --out review.md
  boundcheck review unified --answers answers.toml     ids in brackets: [ID] answer = "accepted" or "disputed", because = "..."
""",
    "draft": """\
  boundcheck draft paper.tex
  boundcheck draft paper.tex --out pages     also a page for each statement, guessed letters in comments""",
    "new": """\
  boundcheck new my_theorem.md     a page, which is data
  boundcheck new my_theorem.py     a claim file, which is code
  boundcheck new boundcheck.sty    macros that print nothing, for your own LaTeX
  boundcheck my_theorem.md""",
    "completion": """\
  boundcheck completion bash >> ~/.bashrc
  boundcheck completion zsh > ~/.zfunc/_boundcheck
  boundcheck completion fish > ~/.config/fish/completions/boundcheck.fish""",
    "mcp": """\
  boundcheck mcp
  boundcheck mcp --call settle_statement    one call: a JSON object on standard input""",
    "doctor": """\
  boundcheck doctor --json""",
}
STATUS = {
    "check": SETTLED,
    "plan": "0 an answer for some part, 2 usage, 3 no value meets the target, 4 internal",
    "verify": "0 every certificate replayed, 1 some failed or the record disagrees with them, 2 no readable record, "
    "4 the second checker disagrees, or internal",
    "privacy": "0 answered, 1 some cell of a table has too little noise, 2 usage, 4 internal",
    "compare": "0 the same, 1 the same verdicts and other numbers, 2 usage, 3 other verdicts or other claims, 4 internal",
    "reproduce": "0 all the same, 1 the same verdicts and other numbers, 2 usage, 3 other verdicts, 4 internal",
    "report": "0 all drawn, 2 some record could not be read, 4 internal",
    "doctor": "0 all there, 2 usage, 4 something needed is missing",
}


def page_of(command: str) -> str:
    blocks = []
    if command == "check":
        rows = "\n".join(f"  {name:11}{words}" for name, words in COMMANDS.items())
        blocks.append(f"commands ('boundcheck COMMAND --help' explains each):\n{rows}")
    blocks.append(f"examples:\n{EXAMPLES[command]}")
    blocks.append(f"exit status: {STATUS.get(command, '0 done, 2 usage, 4 internal')}")
    return "\n\n".join(blocks)


# The options of every command, and the page that ``--help`` shows.

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
        of_check = "a claim, a paper's key, 'all', a page (.md), a folder of pages, LaTeX (.tex), or a .py file"
        made.add_argument("claims", nargs="+", metavar="CLAIM", help=of_check)
        made.add_argument(
            "--format", type=formats, default=("json", "pdf", "html"), help="of json,pdf,html,appendix (default: all but the last)"
        )
        made.add_argument("--paper", choices=("a4", "us-letter"), default="a4", help="page size of the PDF")
        made.add_argument(
            "--baseline", type=folder, metavar="DIR", help="earlier reports: tell what got worse, exit status 1 where something did"
        )
        made.add_argument("--sarif", type=Path, metavar="FILE", help="also write what is not proved as SARIF, with files and lines")
        made.add_argument(
            "--fresh",
            action="store_true",
            help="settle again what the same program has settled before, and search again for what records prove",
        )
        made.add_argument(
            "--second-opinion",
            action="store_true",
            help="ask a second program about every proof and counterexample, and say in the record how many it has checked",
        )
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
        made.add_argument("claim", metavar="CLAIM", help="a claim, a paper's key, a page (.md), or a .py file")
        made.add_argument(
            "--format", choices=("text", "md", "tex"), default="text", help="md, tex: one claim as a page (default: text)"
        )
    elif command == "privacy":
        _privacy_options(made)
    elif command == "verify":
        made.add_argument("record", metavar="FILE.json", type=Path, help="a record, as 'check' writes it")
        of_record = "the claim file of the record; it is code, and it is run; or its page, which is read"
        made.add_argument("--claim", metavar="FILE", type=Path, help=of_record)
        made.add_argument(
            "--again",
            action="store_true",
            help="also run the claim again with the record's budget and seed, and compare all that it measured",
        )
        made.add_argument(
            "--second-opinion",
            action="store_true",
            help="ask the checker of the package too, which shares no code with the provers, and Coq, where it is installed",
        )
    elif command == "export":
        made.add_argument("record", metavar="FILE.json", type=Path, help="a record, as 'check' writes it")
        made.add_argument("--to", choices=("coq",), default="coq", help="for which program (default: coq)")
        made.add_argument("--out", type=Path, metavar="FILE.v", help="write the file there, in place of standard output")
    elif command == "compare":
        for name in ("before", "after"):
            made.add_argument(name, metavar=name.upper(), help="a record, a folder of records, or a digest")
    elif command == "reproduce":
        of_record = "a claim, a paper's key, 'all', or the file of your own claim, with a record in --out"
        made.add_argument("claims", nargs="+", metavar="CLAIM", help=of_record)
        _workers(made)
    elif command == "docs":
        made.add_argument("page", nargs="?", metavar="WORD", help="a page's name, or a word to look for")
    elif command == "site":
        made.add_argument("site", metavar="DIR", type=folder, help="where the site is written")
    elif command == "merge":
        made.add_argument("folders", nargs="+", metavar="DIR", type=folder, help="--out folders of --shard runs")
    elif command == "report":
        made.add_argument("claims", nargs="*", metavar="CLAIM", help="a claim, a paper's key, 'theorems', or 'all' (default)")
        made.add_argument("--format", type=formats, default=("pdf", "html"), help="of pdf,html,appendix (default: the first two)")
        made.add_argument("--paper", choices=("a4", "us-letter"), default="a4", help="page size of the PDF")
    elif command == "review":
        made.add_argument("named", metavar="PAPER", help="a paper's key")
        made.add_argument("--out", type=Path, metavar="FILE.md", help="write the review there, in place of standard output")
        made.add_argument("--records", type=folder, default=Path("reports"), help="folder of reports (default: reports)")
        made.add_argument("--answers", type=Path, metavar="FILE.toml", help="the authors' answers, by id")
    elif command == "draft":
        made.add_argument("file", metavar="FILE.tex", type=Path, help="an author's LaTeX; it is read, and never run")
        made.add_argument("--out", metavar="DIR", type=folder, help="write a page for each statement there")
    elif command == "new":
        made.add_argument("file", metavar="FILE", type=Path, help="ends in .md (a page) or .py, and must not exist yet")
    elif command == "mcp":
        made.add_argument("--call", metavar="TOOL", help="answer one call: a JSON object on standard input")
        made.add_argument("--seconds", type=whole(1, 600), default=120, help="the clock of that call (default: 120)")
    elif command == "completion":
        made.add_argument("shell", choices=SHELLS)
        made.add_argument("--names", metavar="CLAIM", help="print the parts and the letters of a claim, which the scripts ask for")
    if command in ("check", "list", "show", "compare", "merge", "report", "reproduce", "site", "doctor"):
        made.add_argument("--out", type=folder, default=Path("reports"), help="folder of reports (default: reports)")
    if command not in ("completion", "export", "mcp"):
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
    if command == "bound":
        of_figure = "letters that --set does not give have the values of the figure; so have all without --set"
        made.add_argument("--at", choices=("figure",), help=of_figure)
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
    asks = "which epsilon, which noise, a CSV, a file of releases"
    made.add_argument("question", choices=("gaussian", "noise", "table", "fit", "account"), help=asks)
    made.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="'table', 'fit': a CSV with epsilon, sigma, ...; 'account': a TOML file"
    )
    made.add_argument("--plot", type=Path, metavar="FILE.svg", help="for 'account': draw profile and trade-off")
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
    _workers(made)
    made.add_argument(
        "--shard", type=part_of, metavar="i/N", help="compute this share of the replicates only, for 'boundcheck merge'"
    )
    made.add_argument(
        "--error-probability", type=probability, default=1e-3, help="of one claim's whole run (default: 0.001)"
    )


def _workers(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--jobs", type=whole(1, MOST_JOBS), default=None, help="workers (default: the cores of this machine)"
    )
    made.add_argument("--engine", default="auto", help="auto, threads, processes, dask:local or dask:tcp://HOST:PORT")
