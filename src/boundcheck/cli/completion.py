"""``boundcheck completion bash``: what the shell needs to finish words; drawn from the parsers themselves."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from boundcheck.cli.options import COMMANDS, parser
from boundcheck.loading import registry
from boundcheck.verdict import Severity

BASH = """\
_boundcheck() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" command="${{COMP_WORDS[1]}}" words at
    local claims="{claims}" papers="{papers}"
    for (( at=COMP_CWORD-1; at > 1; at-- )); do [[ "${{COMP_WORDS[at]}}" == -* ]] && break; done
    case "${{COMP_WORDS[at]}}" in
        --part|--set)
            [ "$command ${{COMP_WORDS[2]}}" = "$_boundcheck_known" ] || {{
                _boundcheck_known="$command ${{COMP_WORDS[2]}}"
                _boundcheck_names="$(boundcheck completion bash --names "${{COMP_WORDS[2]}}" 2>/dev/null)"; }}
            words="$(sed -n "s/^${{COMP_WORDS[at]}} //p" <<< "$_boundcheck_names")"
            compopt -o nospace 2>/dev/null
            COMPREPLY=( $(compgen -W "$words" -- "$word") ); return ;;
    esac
    case "$command $before" in
{choices}
    esac
    case "$command" in
{cases}
        *) words="{default} $claims" ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && words="{commands} $claims $words"
    COMPREPLY=( $(compgen -W "$words" -- "$word") $(compgen -f -- "$word") )
}}
complete -o filenames -F _boundcheck boundcheck
"""
CHOSEN = 'COMPREPLY=( $(compgen -W "{}" -- "$word") ); return ;;'
OF_CLAIMS = ("bound", "plan", "show", "report", "reproduce")  # commands whose words are names of claims
OF_PAPERS = ("list", "review")


def main(options: argparse.Namespace) -> int:
    """Print the script, or the parts and letters of a claim."""
    if options.names is not None:
        for option, found in named(options.names).items():
            print(option, *found)
    elif not options.quiet:
        print({"bash": bash, "zsh": zsh, "fish": fish}[options.shell](), end="")
    return 0


def named(name: str) -> dict[str, list[str]]:
    """What may follow ``--part`` and ``--set`` of a claim."""
    from boundcheck import planning
    from boundcheck.cli.bound import one

    bounds = planning.bounds_of(*one(name))
    return {
        "--part": list(dict.fromkeys(bound.part for bound in bounds)),
        "--set": [f"{letter}=" for letter in sorted({letter for bound in bounds for letter in bound.accepted})],
    }


def flags(command: str) -> Iterator[tuple[str, str]]:
    """The options of a command, each with its help."""
    for action in parser(command)._actions:
        for name in action.option_strings:
            yield name, (action.help or "").replace("%", "")


def choices(command: str) -> Iterator[tuple[str, list[str]]]:
    """The options of a command that take one of a few words, and these words."""
    for action in parser(command)._actions:
        words = [str(word) for word in action.choices or ()]
        if "--severity" in action.option_strings:
            words = [word for name in Severity.__members__ for word in (name.lower(), f"{name.lower()}..")]
        for name in action.option_strings if words else ():
            yield name, words


def positional(command: str) -> list[str]:
    """The few words with which a command may begin."""
    return [str(word) for action in parser(command)._actions if not action.option_strings for word in action.choices or ()]


def names() -> list[str]:
    """What a claim may be called."""
    known = registry.ids()
    return sorted({*known, *map(registry.called, known), *papers(), "all"})


def papers() -> list[str]:
    """The keys of papers."""
    return sorted({claim_id.split("/")[0] for claim_id in registry.ids()})


def bash() -> str:
    """Script for bash; sourced from ``~/.bashrc``."""
    cases = [
        f'        {command}) words="{" ".join([*(name for name, _ in flags(command)), *positional(command)])}{_more(command)}" ;;'
        for command in COMMANDS
        if command != "check"
    ]
    chosen = [
        f'        {"*" if command == "check" else command}" {option}") {CHOSEN.format(" ".join(words))}'
        for command in sorted(COMMANDS, key=lambda name: name == "check")  # whose name nobody types, and so the last
        for option, words in choices(command)
    ]
    return BASH.format(
        cases="\n".join(cases), choices="\n".join(chosen), default=" ".join(name for name, _ in flags("check")),
        commands=" ".join(COMMANDS), claims=" ".join(names()), papers=" ".join(papers()),
    )  # fmt: skip


def _more(command: str) -> str:
    return " $claims" if command in OF_CLAIMS else " $papers" if command in OF_PAPERS else ""


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
        told = dict(choices(command))
        for name, words in flags(command):
            kind = f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
            few = f" -x -a '{' '.join(told[name])}'" if name in told else ""
            lines.append(f"complete -c boundcheck -n '{seen}' {kind}{few} -d {_quoted(words)}")
        after = [*positional(command), *(names() if command in OF_CLAIMS else papers() if command in OF_PAPERS else [])]
        if after:
            lines.append(f"complete -c boundcheck -n '{seen}' -a '{' '.join(after)}'")
    return "\n".join(lines) + "\n"


def _quoted(words: str) -> str:
    return "'" + words.replace("'", "\\'") + "'"
