"""A server in a folder, and a client of it."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

from tests.cli.conftest import ROOT, command

__all__ = ["command"]


class Connected:
    """A client that is connected."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that succeeds, and return its answer."""
        result = await self.result(tool, arguments)
        assert not result.is_error, result.structured_content
        return result.structured_content or {}

    async def refused(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that refuses, and return the error."""
        result = await self.result(tool, arguments)
        assert result.is_error and result.structured_content is not None, result
        return result.structured_content["error"]

    async def result(self, tool: str, arguments: dict[str, Any]) -> CallToolResult:
        return await self.client.call_tool(tool, arguments)


@asynccontextmanager
async def connected(folder: Path, *options: str) -> AsyncGenerator[Connected]:
    """Start a server for a folder, and connect to it."""
    environment = {
        name: os.environ[name]
        for name in ("HOME", "PYTHONPATH", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
        if name in os.environ
    }
    path = os.pathsep.join([str(ROOT), environment.get("PYTHONPATH", "")])
    server = StdioServerParameters(command=sys.executable, args=["-m", "blocks.cli", "mcp", str(folder), *options],
                                   env={**environment, "PYTHONPATH": path})  # fmt: skip
    async with Client(server, read_timeout_seconds=120) as client:
        yield Connected(client)


Session = Callable[[Callable[[Connected], Awaitable[None]]], None]


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Runs a function with a client of a server for ``tmp_path / "here"``."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "here").mkdir()

    def run(talk: Callable[[Connected], Awaitable[None]]) -> None:
        async def whole() -> None:
            async with connected(tmp_path / "here") as client:
                await talk(client)

        anyio.run(whole)

    return run
