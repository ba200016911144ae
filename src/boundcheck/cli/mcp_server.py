"""The server of ``boundcheck mcp``: the five tools as the official SDK offers them."""

from __future__ import annotations

from typing import Any

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

from boundcheck.cli.mcp import AT_ONCE, in_a_process

INSTRUCTIONS = (
    "Settles displayed inequalities and identities by proof or by a point at which they fail. Declare every letter; write "
    "the display as it is printed; never weaken it. A status of open or failed says nothing about whether a line is true. "
    "Say that a line is proved or refuted only where a line of the answer has that outcome, and quote read_as."
)


def server() -> MCPServer:
    """The server, with its tools."""
    made = MCPServer("boundcheck", instructions=INSTRUCTIONS, log_level="ERROR")
    running = anyio.CapacityLimiter(AT_ONCE)
    alike: dict[str, Any] = {
        "annotations": ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
        "structured_output": True,
    }

    async def call(tool: str, given: dict[str, Any], seconds: float) -> dict[str, Any]:
        async with running:
            return await in_a_process(
                tool, {name: value for name, value in given.items() if value is not None}, seconds
            )

    @made.tool(**alike)
    async def settle_statement(
        letters: list[str], display: str, given: list[str] | None = None, seconds: float = 60
    ) -> dict[str, Any]:
        r"""Prove or refute one display.

        letters: a row each, "n | integer | \\ge 1 | sample size", "x | real | \\in (0, 1)", "e | constant".
        display: LaTeX without dollars, as "\\log(1 + x) \\le x". given: conditions, as "x \\le \\frac{1}{n}".
        """
        return await call("settle_statement", {"letters": letters, "display": display, "given": given}, seconds)

    @made.tool(**alike)
    async def settle_page(page: str, format: str = "md", seconds: float = 120) -> dict[str, Any]:
        """Settle every display of a page: Markdown with front matter (md), or LaTeX with boundcheck.sty (tex)."""
        return await call("settle_page", {"page": page, "format": format}, seconds)

    @made.tool(**alike)
    async def evaluate_bound(
        claim: str, point: dict[str, str], part: str | None = None, seconds: float = 60
    ) -> dict[str, Any]:
        """The printed, explicit and trivial bound of a built-in result, as "unified/theorem_5_4", at {"n": "20000", ...}."""
        return await call("evaluate_bound", {"claim": claim, "point": point, "part": part}, seconds)

    @made.tool(**alike)
    async def account_privacy(
        question: str,
        delta: str,
        sigma: str | None = None,
        epsilon: str | None = None,
        steps: str = "1",
        sampling: str = "1",
        adjacency: str = "add-remove",
        unit: str = "record",
        seconds: float = 60,
    ) -> dict[str, Any]:
        """Question "gaussian": which epsilon a noise multiplier sigma gives; "noise": which multiplier an epsilon needs."""
        given = {"question": question, "delta": delta, "sigma": sigma, "epsilon": epsilon, "steps": steps}
        return await call(
            "account_privacy", {**given, "sampling": sampling, "adjacency": adjacency, "unit": unit}, seconds
        )

    @made.tool(**alike)
    async def explain_verdict(
        word: str | None = None, page: str | None = None, line: str | None = None, seconds: float = 120
    ) -> dict[str, Any]:
        """What a verdict word promises; or, given a page and the label of a line, why its verdict is what it is, settled anew."""
        return await call("explain_verdict", {"word": word, "page": page, "line": line}, seconds)

    return made
