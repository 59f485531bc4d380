"""The answers of MCP tools: JSON objects without large tensors, also for whatever goes wrong in a call."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Mapping
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import ValidationError

from blocks.base.errors import DiagramError, UsageError
from blocks.cli.output import internal_error
from blocks.document.data import Json, is_list, is_object
from blocks.door.answers import refusal_json
from blocks.door.pairing import OpenEditor
from blocks.library.similar import closest

MOST_ELEMENTS = 1000
_MOST_FAULTS = 5


class Server(MCPServer[Any]):
    """A server whose tools raise nothing: an error is an answer with the key ``error``.

    Attributes:
        known: the arguments of each tool.
    """

    def __init__(self, instructions: str, editor: OpenEditor) -> None:
        super().__init__("gradblocks", instructions=instructions, log_level="WARNING")
        self.known: dict[str, list[str]] = {}
        self._editor = editor
        self.middleware.append(self._meet)

    async def _meet(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Give the editor the name of the client once that is known."""
        result = await call_next(ctx)
        given = ctx.session.client_params
        if given is not None and not self._editor.client:
            self._editor.client = given.client_info.name or "?"
            threading.Thread(target=self._editor.greet, daemon=True).start()
        return result

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult:
        try:
            if name not in self.known:
                raise UsageError(f"there is no tool {name!r}", hint=closest(name, [*self.known], "tools"))
            for each in arguments.keys() - self.known[name]:
                hint = closest(each, self.known[name], "arguments")
                raise UsageError(f"{name} has no argument {each!r}", hint=hint)
            result = await super().call_tool(name, arguments, context)
            assert isinstance(result, CallToolResult)
            return result
        except ToolError as error:
            return refused(name, _reason(error.__cause__ or error))
        except DiagramError as error:
            return refused(name, error)


def _reason(cause: BaseException) -> DiagramError:
    if isinstance(cause, DiagramError):
        return cause
    if isinstance(cause, ValidationError):
        faults = cause.errors(include_url=False, include_input=False)[:_MOST_FAULTS]
        return UsageError("; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in faults))
    return DiagramError(internal_error(cause).removeprefix("gradblocks: "))


def refused(name: str, error: DiagramError) -> CallToolResult:
    return result_of({"format": f"gradblocks-{name}/1", "error": refusal_json(error)})


def result_of(members: Mapping[str, Any]) -> CallToolResult:
    # Lone surrogates, which documents may have, cannot be sent.
    text = json.dumps(_elided({**members}), ensure_ascii=False).encode(errors="replace").decode()
    content = json.loads(text)
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=content, is_error="error" in content
    )


def with_error(told: dict[str, Any]) -> dict[str, Any]:
    """Return the output of a command, with its first error as that of a refusal."""
    [first, *_] = told["errors"]
    place = {"block": first["block"], "pin": first["pin"], "hint": None}
    return {**told, "error": {"operation": None, "message": first["message"], **place}}


def _elided(value: Json) -> Json:
    """Return JSON in which tensors with many elements are ``{"elided": shape}``."""
    if is_object(value):
        return {key: _elided(each) for key, each in value.items()}
    shape, first = list[int](), value
    while is_list(first) and first:
        shape.append(len(first))
        first = first[0]
    if isinstance(first, (int, float)) and math.prod(shape) > MOST_ELEMENTS:
        return {"elided": shape}
    return [_elided(each) for each in value] if is_list(value) else value
