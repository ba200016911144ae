"""What `--help` says: commands, examples, exit codes."""

from __future__ import annotations

COMMANDS = {
    "check": "settle claims and write their reports (the default: 'boundcheck theorem_5_4')",
    "bound": "value of the printed and the explicit bound at a point, and which term dominates",
    "plan": "the smallest n (or epsilon, or largest alpha ...) at which the explicit bound meets a target",
    "list": "every claim, with its headline from the last report",
    "show": "statement, reading, assumptions and steps; computes nothing",
    "privacy": "which epsilon a noise gives, which noise an epsilon needs, whether a table of noise is right",
    "verify": "replay every certificate of a record, without search",
    "compare": "two records, folders or digests: the same verdicts, and which numbers moved",
    "merge": "put the results of several --shard runs into one folder",
    "report": "draw pages, PDFs, index and referee reports again from records alone",
    "new": "write a claim file to start from, with one false step in it",
    "completion": "print a completion script for bash, zsh or fish",
    "doctor": "versions, engines, and what is missing",
}
EXAMPLES = {
    "check": """\
  boundcheck theorem_5_4                     settle Theorem 5.4, write reports/unified/theorem_5_4.{json,pdf,html}
  boundcheck unified --budget quick          every claim of a paper, in a hurry
  boundcheck my_theorem.py                   your own claim file (it is code, and it is run)
  boundcheck bound theorem_5_4 --set n=20000 epsilon=1 d=10 alpha=0 delta=0.05 lam=1e-6 radius=1
  boundcheck plan theorem_5_4 --error 0.1 --set epsilon=1 d=10 alpha=0 delta=0.05 lam=1e-6 radius=1
  boundcheck verify reports/unified/theorem_5_4.json""",
    "bound": """\
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
  boundcheck show my_theorem.py""",
    "privacy": """\
  boundcheck privacy gaussian --sigma 1 --sampling 0.01 --steps 1000 --delta 1e-5
  boundcheck privacy gaussian --sigma 1 --sampling 0.01 --steps 1000 --delta 1e-5 --adjacency replace --unit user
  boundcheck privacy gaussian --sigma 1 --batch 10/1000 --steps 1000 --delta 1e-5 --adjacency replace
  boundcheck privacy noise --epsilon 3 --sampling 0.05 --steps 500 --delta 1e-5
  boundcheck privacy noise --epsilon 3 --batch 50/1000 --steps 500 --delta 1e-5 --adjacency replace
  boundcheck privacy table printed.csv --delta 1e-5 --steps 500 --sampling 0.05
  boundcheck privacy fit printed.csv --delta 1e-5 --steps 500,1000 --sampling 0.05,0.1 --adjacency add-remove,replace""",
    "verify": """\
  boundcheck verify reports/unified/theorem_5_4.json""",
    "merge": """\
  boundcheck theorem_5_4 --shard 1/2 --out one      on one machine
  boundcheck theorem_5_4 --shard 2/2 --out two      on another
  boundcheck merge one two --out reports            then, with both folders at hand
  boundcheck theorem_5_4                            finds what both have computed""",
    "compare": """\
  boundcheck compare reports other/reports
  boundcheck compare reports/unified/theorem_5_4.json other/theorem_5_4.json -v
  boundcheck compare 1f0c2a9b other/theorem_5_4.json     a digest stands for the record in --out that has it""",
    "report": """\
  boundcheck report                          after copying records from elsewhere into reports/
  boundcheck report theorem_5_4 --format html
  boundcheck report --out examples/reports --paper us-letter""",
    "new": """\
  boundcheck new my_theorem.py
  boundcheck my_theorem.py""",
    "completion": """\
  boundcheck completion bash >> ~/.bashrc
  boundcheck completion zsh > ~/.zfunc/_boundcheck
  boundcheck completion fish > ~/.config/fish/completions/boundcheck.fish""",
    "doctor": """\
  boundcheck doctor --json""",
}
STATUS = {
    "check": "0 no printed statement refuted, 1 some refuted, 2 usage, 3 nothing decided, 4 internal, 130 interrupted",
    "plan": "0 an answer for some part, 2 usage, 3 no value meets the target, 4 internal",
    "verify": "0 every certificate replayed, 1 some failed or the record disagrees with them, 2 no readable record, "
    "4 the second checker disagrees, or internal",
    "privacy": "0 answered, 1 some cell of a table has too little noise, 2 usage, 4 internal",
    "compare": "0 the same, 1 the same verdicts and other numbers, 2 usage, 3 other verdicts or other claims, 4 internal",
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
