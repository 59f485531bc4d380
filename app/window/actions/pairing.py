"""Pairing with an assistant: the local socket that it joins, and its proposals, which the user accepts or rejects."""

from __future__ import annotations

import hmac
import os
import secrets
import sys
from collections import deque
from functools import partial, reduce
from itertools import count
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QRectF, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.core.document import HistoryEntry
from app.window.actions.comparing import Comparing
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import write_atomically
from blocks.base.language import mark, plural, tr
from blocks.base.locks import FileLock
from blocks.base.terminal import printable
from blocks.document.changes import Group
from blocks.document.data import Document, Json, is_list
from blocks.document.decoding import Faults
from blocks.document.journal import from_json
from blocks.document.merging.between import changes_between
from blocks.document.merging.conflicts import conflicts_in
from blocks.document.merging.diff import Entry, differences
from blocks.document.merging.merge import merge
from blocks.document.model import Diagram
from blocks.document.strict_json import parse
from blocks.door.diagrams import SUFFIX
from blocks.door.pairing import MOST, UNDECIDED, address, packed, pair_folder, token_file

_STRANGER, _LONGEST, _KEPT = 4096, 40, 8
"""Bytes of the first message, characters of an assistant's name, and snapshots that a proposal can be based on."""
_LATER = "The user has not decided yet. Read the diagram later to see whether it has changed."
_ABOUT = mark(
    "An assistant that uses the server `gradblocks mcp --editor` can then read the open diagrams and propose edits. "
    "You accept or reject each edit. Pairing ends when you close the window."
)


class _Snapshot(NamedTuple):
    """A state of a diagram that an assistant has read, or proposes."""

    number: int
    tab: DiagramTab
    revision: int
    document: Document
    base: Document

    def result(self) -> Document | None:
        """Return the diagram with a proposal and the edits of the user since; None if they conflict."""
        now = self.tab.document.diagram
        if now.revision == self.revision:
            return self.document
        merged = merge(self.base, now.document, self.document)
        return merged.document if len(merged.conflicts) == len(conflicts_in(now.document)) else None


class Pairing(WindowPart):
    """The socket, the assistant that has joined it (``client``; empty: none), and the proposal that waits."""

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
        self._numbers = count(secrets.randbelow(1 << 50))  # a server may know those of an earlier window
        self.proposal: _Snapshot | None = None
        self._decided: dict[str, Json] = {}
        self._accepted: list[HistoryEntry] = []
        self._shown: tuple[int, int] | None = None
        self.client, self._name, self.accepts_all = "", "", False

    @property
    def is_on(self) -> bool:
        return self._server.isListening()

    def flip(self) -> None:
        if self.is_on:
            self.close()
        elif self._desk.ask.sure(tr("Pair with an assistant?"), tr(_ABOUT), tr("Pair")):
            self._begin()

    def _begin(self) -> None:
        try:
            pair_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
            pair_folder().chmod(0o700)
            lock = FileLock(pair_folder() / "lock")
            if not lock.take():
                raise UsageError(tr("another window is paired: end pairing there first"))
            self._lock, self._token = lock, secrets.token_hex(32)
            QLocalServer.removeServer(address())  # a crash may have left one
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
        if self._lock is None:
            return
        self._decide("rejected", "The user ended pairing.")
        self._server.close()
        for each in self._server.findChildren(QLocalSocket):
            each.abort()
        token_file().unlink(missing_ok=True)
        self._lock.release()
        self._lock, self.accepts_all = None, False
        self.changed.emit()

    # Messages

    def _meet(self) -> None:
        while self._server.hasPendingConnections():
            link = self._server.nextPendingConnection()
            link.setReadBufferSize(MOST + 4)
            link.readyRead.connect(partial(self._read, link))
            link.disconnected.connect(partial(self._part, link))
            self._read(link)

    def _part(self, link: QLocalSocket) -> None:
        link.deleteLater()
        if link is self._peer:
            self._peer, self.client = None, ""
            self.changed.emit()

    def _read(self, link: QLocalSocket) -> None:
        """Answer a message; end the connection of a client that breaks the rules, or does not read the answers."""
        head, there = bytes(link.peek(4).data()), link.bytesAvailable()
        size = 4 + int.from_bytes(head, "big")
        if there < 4:
            return
        if there > size or size > (MOST if link is self._peer else _STRANGER) or link.bytesToWrite():
            link.abort()
        elif there == size:
            answer = self._answer(link, bytes(link.read(size).data())[4:])
            if answer is None:
                link.abort()
            else:
                link.write(packed(answer))
                link.flush()

    def _answer(self, link: QLocalSocket, data: bytes) -> dict[str, Json] | None:
        """Return the answer to a message; None if it breaks the rules."""
        try:
            match parse(data, faults := Faults()):
                case _ if faults.errors:
                    return None
                case {"token": str(token), "client": str(name)}:
                    known = hmac.compare_digest(token.encode(errors="replace"), self._token.encode())
                    return self._greeted(link, name) if known else None
                case _ if link is not self._peer:
                    return None
                case {"ask": "read", "file": str(file), "known": known} if is_list(known):
                    return self._look(file, known)
                case {"ask": "propose", "snapshot": int(number), "changes": changes} if is_list(changes):
                    return self._propose(self._known(number), changes)
                case {"ask": "decision", "proposal": int(number)}:
                    waits = self.proposal is not None and number == self.proposal.number
                    return {"decision": UNDECIDED, "message": _LATER} if waits else self._decided
                case {"ask": "undo", "snapshot": int(number)}:
                    return self._undo(self._known(number).tab)
                case _:
                    return None
        except FileError:  # no JSON
            return None
        except DiagramError as error:
            return {"error": error.message, "hint": error.hint}

    def _greeted(self, link: QLocalSocket, name: str) -> dict[str, Json]:
        if self._peer is not None:
            raise UsageError(f"another assistant is connected to the editor: {self.client}")
        self._peer, self._name = link, printable(name)[:_LONGEST].strip() or tr("Assistant")
        self.client = self._name
        self.changed.emit()
        return {}

    def _look(self, file: str, known: list[Json]) -> dict[str, Json]:
        """Return the open diagram with a path, or the one in front; its text only if the assistant does not know it."""
        tabs = [each for each in (self._desk.tab, *self._desk.tabs.diagrams()) if each is not None]
        tab = next((each for each in tabs if _path(each) == file), None) if file else self._desk.tab
        if tab is None:
            if file:
                return {}
            raise UsageError("no diagram is open in the editor")
        diagram = tab.document.diagram
        seen = next((s for s in self._snapshots if s.tab is tab and s.revision == diagram.revision), None)
        if seen is None:
            seen = _Snapshot(next(self._numbers), tab, diagram.revision, diagram.document, diagram.document)
            self._snapshots.append(seen)
        text: dict[str, Json] = {} if seen.number in known else {"text": diagram.dumps()}
        return {"path": _path(tab), "snapshot": seen.number, **text}

    def _known(self, number: int) -> _Snapshot:
        for each in self._snapshots:
            if each.number == number and each.tab in self._desk.tabs.diagrams():
                return each
        raise UsageError("the diagram was closed, or changed since", hint="read it again")

    def _undo(self, tab: DiagramTab) -> dict[str, Json]:
        history = tab.document.history
        newest = history.entries[history.position - 1] if history.position else None
        if newest is None or all(each is not newest for each in self._accepted):
            raise UsageError("the newest edit is not one of yours, so it was not undone")
        tab.document.undo()
        self._desk.say(tr("Undone: {text}", text=newest.text))
        return {}

    # Proposals

    def _propose(self, base: _Snapshot, changes: list[Json]) -> dict[str, Json]:
        if self.proposal is not None:
            raise UsageError("another proposal waits for the user", hint="wait until it is accepted or rejected")
        diagram, tab = Diagram(base.document), base.tab
        for each in changes:
            diagram.apply(from_json(each))
        self.proposal = proposal = base._replace(number=next(self._numbers), document=diagram.document)
        if self.accepts_all:
            self.accept()
            return {"proposal": proposal.number}
        entries = self.follow()
        self._desk.say(tr("{name} proposes a change to {title}", name=self._name, title=tab.title))
        if tab is self._desk.tab:
            names = [each.page for each in entries if each.page is not None and tab.document.canvas(each.page)]
            if names and tab.page_name not in names:
                tab.show_page(names[0])
            self._comparing.follow(tab)
            if tab.page_name and (added := [item.rect for item in tab.scene.comparison.coming[0]]):
                tab.view.reveal(reduce(QRectF.united, added))
        self.changed.emit()
        return {"proposal": proposal.number}

    def follow(self) -> list[Entry]:
        """Show the proposal as it would change the diagram now; return the changes if they are new."""
        proposal, shown = self.proposal, self._shown
        if proposal is None:
            return []
        tab, diagram = proposal.tab, proposal.tab.document.diagram
        if tab not in self._desk.tabs.diagrams():
            self._decide("rejected", "The user closed the diagram.")
        self._shown = proposal.number, diagram.revision
        if self._shown == shown or self.proposal is None:
            return []
        result = proposal.result()
        then = proposal.document if result is None else result
        self._comparing.propose(tab, self._name, then)
        entries = differences(diagram.document, then)
        text = plural(len(entries), "{name} proposes {n} change.", "{name} proposes {n:,} changes.", name=self._name)
        more = mark("The Changes panel lists them.")
        if result is None:
            more = mark("It conflicts with your last edit. Undo that edit to accept the proposal.")
        tab.proposal.say(
            f"{text} {tr(more)}", tr("Accept"), partial(self._desk.guard, self.accept), tr("Reject"), self.reject
        )
        return entries

    def flip_all(self) -> None:
        self.accepts_all = not self.accepts_all
        if self.accepts_all:
            self.accept()

    def accept(self) -> None:
        proposal = self.proposal
        if proposal is None:
            return
        document, result = proposal.tab.document, proposal.result()
        text = tr("Edit by {name}", name=self._name)
        try:
            if result is None:
                raise UsageError(tr("the proposal conflicts with your edits, so it was not applied"))
            if changes := changes_between(document.diagram.document, result):
                document.do(Group(tuple(changes)), text, follow=False)
                self._accepted.append(document.history.entries[-1])
        except DiagramError as error:
            self._decide("refused", sentence_of(error))
            self._desk.warn(sentence_of(error))
            return
        self._decide("accepted")
        self._desk.say(tr("Done: {text}. Use Undo to revert this change", text=text))

    def reject(self) -> None:
        self._decide("rejected", "The user rejected the proposal, so nothing was changed.")

    def _decide(self, decision: str, message: str = "") -> None:
        proposal, self.proposal = self.proposal, None
        if proposal is None:
            return
        self._decided = {"decision": decision, "message": message}
        if proposal.tab in self._desk.tabs.diagrams():
            proposal.tab.proposal.hide()
            self._comparing.propose(proposal.tab, "", None)
        self.changed.emit()


def _path(tab: DiagramTab) -> str:
    """Return the real path of a diagram; for one without a file, a path that does not exist."""
    unsaved = (tab.document.beside or pair_folder() / "unsaved") / f"{tab.file_name}{SUFFIX}"
    return os.path.realpath(tab.document.path or unsaved)
