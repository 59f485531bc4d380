"""The pairing of an MCP server with an open editor: the address, the token, the messages, and the side of the server.

The editor listens on a local socket that only its user can open. A message is a JSON object after its length in four
bytes. The server asks, and the editor answers at once, so the decision of the user is polled.
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
from io import BufferedRWPair
from pathlib import Path
from typing import Any

from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import UNSAVED, read_named
from blocks.base.locks import state_folder
from blocks.document.data import Json
from blocks.door.editing import changed, edit, undo

MOST = 64 << 20
"""The largest number of bytes of a message to the editor; an answer may have four times as many."""
UNDECIDED = "no decision yet"
DECISION, _PATIENCE, _POLL = 45.0, 20.0, 0.1
"""Seconds that an edit waits for the user (clients wait at least 60 for a tool), and that the editor may take."""


def pair_folder() -> Path:
    return state_folder() / "pair"


def token_file() -> Path:
    return pair_folder() / "token"


def address() -> str:
    """Return the path of the socket, or the name of the pipe on Windows."""
    path = str(pair_folder() / "socket")
    name = rf"\\.\pipe\gradblocks-{hashlib.sha256(os.fsencode(path)).hexdigest()[:32]}"
    return name if sys.platform == "win32" else path


def packed(message: Mapping[str, Json]) -> bytes:
    data = json.dumps(message).encode()
    return len(data).to_bytes(4, "big") + data


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
        self._link: BufferedRWPair | None = None
        self._snapshots: dict[str, int] = {}

    def greet(self) -> None:
        """Connect if an editor is paired, so that it shows the name of the assistant."""
        with suppress(DiagramError):
            self._ask("decision", proposal=0)

    def look(self, file: str) -> str | None:
        """Return the path of a diagram in the editor, whose unsaved content is then read instead of the file.

        Args:
            file: the diagram; empty: the one in front; raises DiagramError if there is none.

        Returns:
            None if the editor does not have the file open.
        """
        if not (file or self.is_on):
            raise UsageError("expected a file: the diagram to work on")
        if not self.is_on or "\0" in file:
            return None
        real, told = os.path.realpath(file) if file else "", dict[str, Any]()
        with suppress(*([DiagramError] if file else [])):
            told = self._ask("read", file=real, known=[*self._snapshots.values()])
            if told and "text" not in told and told["path"] not in UNSAVED:  # it was saved with another name
                told = self._ask("read", file=real, known=[])
        if not told:
            self._snapshots.pop(real, None)
            UNSAVED.pop(real, None)
            return None
        if "text" in told:
            UNSAVED[told["path"]] = told["text"].encode()
        self._snapshots[told["path"]] = told["snapshot"]
        return told["path"]

    def edit(self, path: str, given: Json, *, base: str | None, dry_run: bool) -> dict[str, Any]:
        """Edit a file, or propose the edit to the user if the editor has it open; then the answer has the decision."""
        snapshot = self._snapshots.get(path)
        answer = edit(path, given, base=base, dry_run=dry_run or snapshot is not None)
        if snapshot is None or dry_run or not answer["changes"]:
            return answer
        before = UNSAVED[path]
        number = self._ask("propose", snapshot=snapshot, changes=answer["changes"])["proposal"]
        end = time.monotonic() + DECISION
        while (told := self._ask("decision", proposal=number))["decision"] == UNDECIDED and time.monotonic() < end:
            self._turn.wait(_POLL)
        now = self._since(path, before)
        if told["decision"] != "accepted":
            return {**now, **told}
        same = now["revision"] == answer["revision"]  # otherwise the user has edited the diagram, too
        return {**(answer if same else now), "ids": answer["ids"], "dropped": answer["dropped"], **told}

    def undo(self, path: str) -> dict[str, Any]:
        """Undo the last edit of a file, or the last accepted one in the editor if it is the newest there."""
        if path not in self._snapshots:
            return undo(path)
        before = UNSAVED[path]
        self._ask("undo", snapshot=self._snapshots[path])
        return self._since(path, before)

    def _since(self, path: str, before: bytes) -> dict[str, Any]:
        self.look(path)
        return changed(path, before, UNSAVED.get(path, before))

    def _ask(self, verb: str, **given: Any) -> dict[str, Any]:
        """Send a message and return the answer; raise DiagramError if the editor refuses, or there is none."""
        with self._talk:
            for is_new in (self._link is None, True):
                try:
                    if self._link is None:
                        self._link = _connected()
                        _exchange(self._link, {"token": read_named(token_file(), 256).decode(), "client": self.client})
                    return _exchange(self._link, {"ask": verb, **given})
                except (OSError, ValueError, FileError):
                    self._link = None
                    if is_new:  # an old connection may be to an editor that was closed since
                        break
            hint = "choose Help > Pair with an assistant... in the editor"
            raise UsageError("no editor is paired with this server", hint=hint)


def _connected() -> BufferedRWPair:
    if sys.platform == "win32":
        raw = open(address(), "r+b", buffering=0)  # noqa: SIM115
    else:
        with socket.socket(socket.AF_UNIX) as link:
            link.settimeout(_PATIENCE)
            link.connect(address())
            raw = link.makefile("rwb", buffering=0)
    return BufferedRWPair(raw, raw)


def _exchange(link: BufferedRWPair, message: Mapping[str, Json]) -> dict[str, Any]:
    data = packed(message)
    if len(data) > MOST:
        raise DiagramError(f"the edit has more than {MOST:,} bytes, the limit of a proposal")
    link.write(data)
    link.flush()
    told = json.loads(link.read(min(int.from_bytes(link.read(4), "big"), 4 * MOST)))
    if "error" in told:
        raise DiagramError(told["error"], hint=told["hint"])
    return told
