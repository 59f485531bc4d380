"""Pairing with an assistant: the local socket that it joins, and its proposals, which the user accepts or rejects."""

from __future__ import annotations

import hmac
import json
import os
import secrets
import sys
from collections import deque
from contextlib import suppress
from functools import partial, reduce
from itertools import count
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QRectF, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.core.document import HistoryEntry
from app.language import mark, plural, tr
from app.window.actions.comparing import Comparing
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError, UsageError
from blocks.base.files import write_atomically
from blocks.base.locks import FileLock
from blocks.base.terminal import printable
from blocks.document.changes import Group
from blocks.document.data import Document, Json, is_list, is_object
from blocks.document.journal import from_json
from blocks.document.merging.between import changes_between
from blocks.document.merging.conflicts import conflicts_in
from blocks.document.merging.diff import Entry, differences
from blocks.document.merging.merge import merge
from blocks.document.model import Diagram
from blocks.door.diagrams import SUFFIX
from blocks.door.pairing import HEAD, MOST, address, packed, pair_folder, token_file

PAIRING = ("pair.accept", "pair.reject", "pair.accept_all", "pair.flip")
"""The commands in the menu of the status bar."""
_STRANGER = 4096
"""The largest number of bytes of the first message of a connection."""
_PATIENCE = 5000
"""Milliseconds within which a connection must send its token."""
_MOST_STRANGERS = 8
_LONGEST = 40
"""Characters of an assistant's name."""
_KEPT = 8
"""Snapshots that a proposal can be based on."""


class _Snapshot(NamedTuple):
    """A state of a diagram that an assistant has read."""

    number: int
    tab: DiagramTab
    revision: int
    document: Document


class _Proposal:
    """An edit that waits for the user, or the last one that was decided."""

    def __init__(self, number: int, base: _Snapshot, proposed: Document) -> None:
        self.number, self.base, self.proposed = number, base, proposed
        self.decision, self.message, self.merged = "open", "", False

    def result(self) -> Document | None:
        """Return the diagram with the proposal and all later edits of the user; None if they conflict."""
        diagram = self.base.tab.document.diagram
        if diagram.revision == self.base.revision:
            return self.proposed
        ours = diagram.document
        merged = merge(self.base.document, ours, self.proposed)
        return merged.document if len(merged.conflicts) == len(conflicts_in(ours)) else None


class Pairing(WindowPart):
    """The socket, the assistant that has joined it, and its proposal.

    Signals:
        changed: pairing began or ended, an assistant came or went, a proposal came or was decided.

    Attributes:
        client: the name of the assistant; empty if none has joined.
        accepts_all: whether proposals are accepted without asking, until pairing ends.
    """

    changed = Signal()

    def __init__(self, desk: WindowProtocol, comparing: Comparing) -> None:
        super().__init__(desk)
        self._comparing = comparing
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)
        self._lock: FileLock | None = None
        self._token = ""
        self._peer: QLocalSocket | None = None
        self._snapshots: deque[_Snapshot] = deque(maxlen=_KEPT)
        self._numbers = count(1)
        self._proposal: _Proposal | None = None
        self._accepted: list[HistoryEntry] = []
        self._shown: tuple[int, int] | None = None
        self.client, self.accepts_all = "", False

    @property
    def is_on(self) -> bool:
        return self._server.isListening()

    @property
    def has_proposal(self) -> bool:
        return self._proposal is not None and self._proposal.decision == "open"

    # Begin and end

    def flip(self) -> None:
        if self.is_on:
            self.close()
            self._desk.say(tr("Pairing ended"))
            return
        more = mark(
            "An assistant that uses the server `gradblocks mcp --editor` can then read the open diagrams and propose "
            "edits. You accept or reject each edit. Pairing ends when you close the window."
        )
        if self._desk.ask.sure(tr("Pair with an assistant?"), tr(more), tr("Pair")):
            self._begin()
            self._desk.say(tr("Waiting for an assistant. Start it with the server `gradblocks mcp --editor`"))

    def flip_all(self) -> None:
        self.accepts_all = not self.accepts_all
        if self.accepts_all and self.has_proposal:
            self.accept()

    def _begin(self) -> None:
        folder = pair_folder()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.chmod(0o700)
            lock = FileLock(folder / "lock")
            if not lock.take():
                hint = tr("end pairing in that window first")
                raise UsageError(tr("another window is paired with an assistant"), hint=hint)
            self._lock, self._token = lock, secrets.token_hex(32)
            QLocalServer.removeServer(address())  # what a crash left
            write_atomically(token_file(), self._token.encode())
            token_file().chmod(0o600)
            if not self._server.listen(address()):
                raise OSError(0, self._server.errorString())
            if sys.platform != "win32":
                Path(address()).chmod(0o600)
        except OSError as error:
            self.close()
            raise DiagramError(tr("pairing cannot begin: {why}", why=error.strerror or str(error))) from None
        self.changed.emit()

    def close(self) -> None:
        """End pairing; an open proposal is dropped."""
        if self._lock is None:
            return
        self._server.close()
        for each in self._server.findChildren(QLocalSocket):
            each.abort()
        self._decide("rejected", "The user ended pairing.")
        with suppress(OSError):
            token_file().unlink()
        self._lock.release()
        self._lock, self._token, self._peer, self.client, self.accepts_all = None, "", None, "", False
        self._snapshots.clear()
        self._accepted.clear()
        self.changed.emit()

    # Messages

    def _meet(self) -> None:
        while self._server.hasPendingConnections():
            link = self._server.nextPendingConnection()
            if len(self._server.findChildren(QLocalSocket)) > _MOST_STRANGERS:
                link.abort()
                link.deleteLater()
                continue
            link.setReadBufferSize(MOST + HEAD)
            link.readyRead.connect(partial(self._read, link))
            link.disconnected.connect(partial(self._part, link))
            QTimer.singleShot(_PATIENCE, link, partial(self._end_stranger, link))
            self._read(link)

    def _end_stranger(self, link: QLocalSocket) -> None:
        if link is not self._peer:
            link.abort()

    def _part(self, link: QLocalSocket) -> None:
        link.deleteLater()
        if link is self._peer:
            self._desk.say(tr("{name} disconnected", name=self.client))
            self._peer, self.client = None, ""
            self.changed.emit()

    def _read(self, link: QLocalSocket) -> None:
        """Answer a message; end the connection of a client that breaks the rules, or does not read the answers."""
        size = int.from_bytes(bytes(link.peek(HEAD).data()), "big")
        if link.bytesAvailable() < HEAD:
            return
        if size > (MOST if link is self._peer else _STRANGER) or link.bytesToWrite():
            link.abort()
        elif link.bytesAvailable() >= HEAD + size:
            data = bytes(link.read(HEAD + size).data())[HEAD:]
            answer = None if link.bytesAvailable() else self._answer(link, data)
            if answer is None:
                link.abort()
            else:
                link.write(packed(answer))
                link.flush()

    def _answer(self, link: QLocalSocket, data: bytes) -> dict[str, Json] | None:
        """Return the answer to a message; None if it breaks the rules."""
        try:
            message: Json = json.loads(data)
        except (ValueError, RecursionError):
            return None
        if not is_object(message):
            return None
        try:
            return self._acted(message) if link is self._peer else self._greeted(link, message)
        except DiagramError as error:
            return {"error": error.message, "hint": error.hint}

    def _greeted(self, link: QLocalSocket, message: dict[str, Json]) -> dict[str, Json] | None:
        token, name = message.get("token"), message.get("client")
        if type(token) is not str or not hmac.compare_digest(token.encode(errors="replace"), self._token.encode()):
            return None
        if self._peer is not None:
            raise UsageError(f"another assistant is connected to the editor: {self.client}")
        shown = printable(name)[:_LONGEST].strip() if type(name) is str else ""
        self._peer, self.client = link, shown or tr("Assistant")
        self._desk.say(tr("{name} connected", name=self.client))
        self.changed.emit()
        return {}

    def _acted(self, message: dict[str, Json]) -> dict[str, Json] | None:
        match message:
            case {"ask": "hello"}:
                return {}
            case {"ask": "read", "file": str(file), "known": known} if is_list(known):
                return self._look(file, known)
            case {"ask": "propose", "snapshot": int(number), "changes": changes} if is_list(changes):
                return self._propose(self._known(number), changes)
            case {"ask": "decision", "proposal": int(number)}:
                return self._decision(number)
            case {"ask": "undo", "snapshot": int(number)}:
                return self._undo(self._known(number).tab)
            case _:
                return None

    def _look(self, file: str, known: list[Json]) -> dict[str, Json]:
        """Return the open diagram with a path, or the one in front; its text only if the assistant does not know it."""
        front, tabs = self._desk.tab, self._desk.tabs.diagrams()
        ordered = [*filter(None, [front]), *tabs]
        tab = next((each for each in ordered if _path(each) == file), None) if file else front
        if tab is None:
            if file:
                return {"path": None}
            raise UsageError("no diagram is open in the editor")
        diagram = tab.document.diagram
        seen = next((s for s in self._snapshots if s.tab is tab and s.revision == diagram.revision), None)
        if seen is None:
            seen = _Snapshot(next(self._numbers), tab, diagram.revision, diagram.document)
            self._snapshots.append(seen)
        text: dict[str, Json] = {} if seen.number in known else {"text": diagram.dumps()}
        return {"path": _path(tab), "snapshot": seen.number, **text}

    def _known(self, number: int) -> _Snapshot:
        seen = next((each for each in self._snapshots if each.number == number), None)
        if seen is None or seen.tab not in self._desk.tabs.diagrams():
            raise UsageError("the diagram was closed, or changed since", hint="read it again")
        return seen

    # Proposals

    def _propose(self, base: _Snapshot, changes: list[Json]) -> dict[str, Json]:
        if self.has_proposal:
            hint = "wait until the user has accepted or rejected it"
            raise UsageError("another proposal waits for the user", hint=hint)
        diagram = Diagram(base.document)
        for each in changes:
            diagram.apply(from_json(each))
        self._proposal = _Proposal(next(self._numbers), base, diagram.document)
        if self.accepts_all:
            self.accept()
        else:
            self._present(self._proposal)
        return {"proposal": self._proposal.number}

    def _present(self, proposal: _Proposal) -> None:
        tab = proposal.base.tab
        entries = self.follow()
        self._desk.say(tr("{name} proposes a change to {title}", name=self.client, title=tab.title))
        if tab is self._desk.tab:
            names = [each.page for each in entries if each.page is not None and tab.document.canvas(each.page)]
            if names and tab.page_name not in names:
                tab.show_page(names[0])
            self._comparing.follow(tab)
            if tab.page_name and (added := [item.rect for item in tab.scene.comparison.coming[0]]):
                tab.view.reveal(reduce(QRectF.united, added))
        self.changed.emit()

    def follow(self) -> list[Entry]:
        """Show the proposal as it would change the diagram now; return the changes if they are new."""
        proposal = self._proposal
        if proposal is None or proposal.decision != "open":
            return []
        tab = proposal.base.tab
        if tab not in self._desk.tabs.diagrams():
            self._decide("rejected", "The user closed the diagram.")
            return []
        diagram = tab.document.diagram
        state = proposal.number, diagram.revision
        if state == self._shown:
            return []
        self._shown, result = state, proposal.result()
        then = proposal.proposed if result is None else result
        self._comparing.propose(tab, self.client, then)
        entries = differences(diagram.document, then)
        text = plural(len(entries), "{name} proposes {n} change.", "{name} proposes {n:,} changes.", name=self.client)
        if result is None:
            text += " " + tr("It conflicts with your last edit. Undo that edit to accept the proposal.")
        else:
            text += " " + tr("The Changes panel lists them.")
        tab.proposal.say(text, tr("Accept"), self.accept, tr("Reject"), self.reject)
        return entries

    def accept(self) -> None:
        proposal = self._proposal
        if proposal is None or proposal.decision != "open":
            return
        tab, result = proposal.base.tab, proposal.result()
        if result is None:
            self._decide("refused", "The user has edited the same place since. Read the diagram again.")
            self._desk.warn(tr("The proposal conflicts with your edits and was not applied"))
            return
        document = tab.document
        changes = changes_between(document.diagram.document, result)
        proposal.merged = document.diagram.revision != proposal.base.revision
        try:
            document.end_gesture()
            if changes:
                document.do(Group(tuple(changes)), tr("Edit by {name}", name=self.client), follow=False)
                document.end_gesture()
                self._accepted.append(document.history.entries[-1])
        except DiagramError as error:
            self._decide("refused", sentence_of(error))
            self._desk.warn(sentence_of(error))
            return
        self._decide("accepted")
        self._desk.say(tr("Accepted. Use Undo to revert this change"))

    def reject(self) -> None:
        self._decide("rejected")

    def _decide(self, decision: str, message: str = "") -> None:
        proposal = self._proposal
        if proposal is None or proposal.decision != "open":
            return
        proposal.decision, proposal.message = decision, message
        tab = proposal.base.tab
        if tab in self._desk.tabs.diagrams():
            tab.proposal.hide()
            self._comparing.propose(tab, "", None)
        self.changed.emit()

    def _decision(self, number: int) -> dict[str, Json]:
        proposal = self._proposal
        if proposal is None or proposal.number != number:
            raise UsageError("there is no such proposal")
        return {"decision": proposal.decision, "message": proposal.message, "merged": proposal.merged}

    def _undo(self, tab: DiagramTab) -> dict[str, Json]:
        history = tab.document.history
        newest = history.entries[history.position - 1] if history.position else None
        if newest is None or all(each is not newest for each in self._accepted):
            raise UsageError("the newest edit is not one of yours, so it was not undone")
        tab.document.undo()
        self._desk.say(tr("Undone: {text}", text=newest.text))
        return {}


def _path(tab: DiagramTab) -> str:
    """Return the real path of a diagram; for one without a file, a path that does not exist."""
    path = tab.document.path
    if path is None:
        path = (tab.document.beside or pair_folder() / "unsaved") / f"{tab.file_name}{SUFFIX}"
    return os.path.realpath(path)
