"""The pairing of an MCP server with an open editor: the address, the token, the messages, and the side of the server.

The editor listens on a local socket that only its user can open. A message is a JSON object after its length in four
bytes. The server asks, and the editor answers at once: a decision of the user is polled.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from io import RawIOBase
from pathlib import Path
from typing import Any

from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import UNSAVED, read_named
from blocks.base.locks import state_folder
from blocks.document.data import Json
from blocks.door.editing import changed, edit, undo

MOST = 64 << 20
"""The largest number of bytes of a message to the editor."""
HEAD = 4
"""The number of bytes that contain the length of a message."""
_MOST_TEXT = 4 * MOST
"""The largest number of bytes of an answer, which may contain a diagram as a JSON string."""
_PATIENCE, _POLL = 20.0, 0.1
DECISION = 45.0
"""Seconds that an edit waits for the user. Clients wait at least 60 seconds for a tool."""
COMMAND = "Help > Pair with an assistant..."


def pair_folder() -> Path:
    return state_folder() / "pair"


def token_file() -> Path:
    return pair_folder() / "token"


def address() -> str:
    """Return the path of the socket, or the name of the pipe on Windows."""
    path = str(pair_folder() / "socket")
    if sys.platform != "win32":
        return path
    return rf"\\.\pipe\gradblocks-{hashlib.sha256(os.fsencode(path)).hexdigest()[:32]}"


def packed(message: Mapping[str, Json]) -> bytes:
    data = json.dumps(message).encode()
    return len(data).to_bytes(HEAD, "big") + data


class OpenEditor:
    """The paired editor, from the side of the server. The connection is made when it is needed.

    Args:
        lock: the lock of the server's tools, which is released while an edit waits for the user.
        is_on: whether the server was asked to join an editor; otherwise, all diagrams are files.

    Attributes:
        client: the name of the assistant, which the editor shows.
    """

    def __init__(self, lock: threading.Lock, *, is_on: bool) -> None:
        self.client, self.is_on = "", is_on
        self._turn, self._talk = threading.Condition(lock), threading.Lock()
        self._link: RawIOBase | None = None
        self._snapshots: dict[str, int] = {}

    def greet(self) -> None:
        """Connect if an editor is paired, so that it shows the name of the assistant."""
        with suppress(DiagramError):
            self._ask("hello")

    def look(self, file: str) -> str | None:
        """Return the path of the diagram in the editor, whose unsaved content is then read instead of the file.

        Args:
            file: the diagram; empty: the one in front.

        Returns:
            None if the editor does not have the file open.

        Raises:
            DiagramError: ``file`` is empty, and no diagram is open in a paired editor.
        """
        if not self.is_on:
            if not file:
                raise UsageError("expected a file: the diagram to work on")
            return None
        real = os.path.realpath(file) if file else ""
        told: dict[str, Any] = {}
        try:
            told = self._ask("read", file=real, known=[*self._snapshots.values()])
        except DiagramError:
            if not file:
                raise
        path = told.get("path")
        if path is None:
            self._snapshots.pop(real, None)
            UNSAVED.pop(real, None)
            return None
        if "text" in told:
            UNSAVED[path] = told["text"].encode()
        self._snapshots[path] = told["snapshot"]
        return path

    def edit(self, path: str, given: Json, *, base: str | None, dry_run: bool) -> dict[str, Any]:
        """Edit a file, or propose the edit to the user if the editor has it open; then the answer has the decision."""
        snapshot = self._snapshots.get(path)
        answer = edit(path, given, base=base, dry_run=dry_run or snapshot is not None)
        if snapshot is None or dry_run or not answer["changes"]:
            return answer
        before = UNSAVED[path]
        number = self._ask("propose", snapshot=snapshot, changes=answer["changes"])["proposal"]
        end = time.monotonic() + DECISION
        while (told := self._ask("decision", proposal=number))["decision"] == "open" and time.monotonic() < end:
            self._turn.wait(_POLL)
        decision = "no decision yet" if told["decision"] == "open" else told["decision"]
        self.look(path)
        if decision != "accepted":
            now = changed(path, before, UNSAVED.get(path, before))
            return {**now, "decision": decision, "message": told["message"] or _SENTENCES[decision]}
        merged = changed(path, before, UNSAVED.get(path, before)) if told["merged"] else answer
        return {**merged, "ids": answer["ids"], "decision": decision, "merged": told["merged"]}

    def undo(self, path: str) -> dict[str, Any]:
        """Undo the last edit of a file, or the last accepted one in the editor if it is the newest there."""
        if path not in self._snapshots:
            return undo(path)
        before = UNSAVED[path]
        self._ask("undo", snapshot=self._snapshots[path])
        self.look(path)
        return changed(path, before, UNSAVED[path])

    def _ask(self, verb: str, **given: Any) -> dict[str, Any]:
        with self._talk:
            for is_new in (self._link is None, True):
                try:
                    if self._link is None:
                        self._link = _connected()
                        self._exchange({"token": read_named(token_file(), 1 << 10).decode(), "client": self.client})
                    return self._exchange({"ask": verb, **given})
                except (OSError, ValueError, FileError):  # for an old connection: the editor may have been restarted
                    if self._link is not None:
                        self._link.close()
                    self._link = None
                    if is_new:
                        break
            raise UsageError("no editor is paired with this server", hint=f"choose {COMMAND} in the editor")

    def _exchange(self, message: Mapping[str, Json]) -> dict[str, Any]:
        """Send a message and return the answer; raise DiagramError if the editor refuses."""
        link = self._link
        assert link is not None
        data = memoryview(packed(message))
        if len(data) > MOST + HEAD:
            raise DiagramError(f"the edit has more than {MOST:,} bytes, the limit of a proposal")
        while data:
            data = data[link.write(data) or 0 :]
        size = int.from_bytes(_read(link, HEAD), "big")
        if size > _MOST_TEXT:
            raise ValueError("the answer is too long")
        told = json.loads(_read(link, size))
        if "error" in told:
            raise DiagramError(told["error"], hint=told["hint"])
        return told


_SENTENCES = {
    "rejected": "The user rejected the proposal. Nothing was changed.",
    "no decision yet": "The user has not decided yet. Read the diagram later to see whether it has changed.",
}


def _connected() -> RawIOBase:
    if sys.platform == "win32":
        return open(address(), "r+b", buffering=0)
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(_PATIENCE)
        link.connect(address())
        return link.makefile("rwb", buffering=0)


def _read(link: RawIOBase, size: int) -> bytes:
    parts, left = list[bytes](), size
    while left:
        part = link.read(left)
        if not part:
            raise ValueError("the editor closed the connection")
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
