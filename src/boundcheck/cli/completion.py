"""``boundcheck completion bash``: what the shell needs to finish words; drawn from the parsers themselves."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from boundcheck.cli.options import COMMANDS, parser
from boundcheck.loading import registry

BASH = """\
_boundcheck() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" command="${{COMP_WORDS[1]}}" words
    case "$command" in
{cases}
        *) words="{default}" ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && words="{commands} {claims} $words"
    COMPREPLY=( $(compgen -W "$words" -- "$word") $(compgen -f -- "$word") )
}}
complete -o filenames -F _boundcheck boundcheck
"""


def main(options: argparse.Namespace) -> int:
    """Print the script."""
    if not options.quiet:
        print({"bash": bash, "zsh": zsh, "fish": fish}[options.shell](), end="")
    return 0


def flags(command: str) -> Iterator[tuple[str, str]]:
    """The options of a command, each with its help."""
    for action in parser(command)._actions:
        for name in action.option_strings:
            yield name, (action.help or "").replace("%", "")


def names() -> list[str]:
    """What a claim may be called."""
    known = registry.ids()
    return sorted({*known, *map(registry.called, known), *(i.split("/")[0] for i in known), "all"})


def bash() -> str:
    """Script for bash; sourced from ``~/.bashrc``."""
    cases = [
        f'        {command}) words="{" ".join(name for name, _ in flags(command))} {_claims(command)}" ;;'
        for command in COMMANDS
        if command != "check"
    ]
    default = " ".join(name for name, _ in flags("check")) + " " + " ".join(names())
    return BASH.format(cases="\n".join(cases), default=default, commands=" ".join(COMMANDS), claims=" ".join(names()))


def zsh() -> str:
    """Script for zsh, which runs the one of bash; to be sourced or put into ``$fpath`` as ``_boundcheck``."""
    return "#compdef boundcheck\nautoload -U +X bashcompinit && bashcompinit\n" + bash()


def fish() -> str:
    """Script for fish."""
    first = "not __fish_seen_subcommand_from " + " ".join(COMMANDS)
    lines = [f"complete -c boundcheck -n '{first}' -a {name} -d {_quoted(words)}" for name, words in COMMANDS.items()]
    lines += [f"complete -c boundcheck -n '{first}' -a '{' '.join(names())}'"]
    for command in COMMANDS:
        seen = first if command == "check" else f"__fish_seen_subcommand_from {command}"
        for name, words in flags(command):
            kind = f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
            lines.append(f"complete -c boundcheck -n '{seen}' {kind} -d {_quoted(words)}")
        if _claims(command):
            lines.append(f"complete -c boundcheck -n '{seen}' -a '{_claims(command)}'")
    return "\n".join(lines) + "\n"


def _claims(command: str) -> str:
    if command == "completion":
        return "bash zsh fish"
    return " ".join(names()) if command in ("bound", "plan", "show") else ""


def _quoted(words: str) -> str:
    return "'" + words.replace("'", "\\'") + "'"
