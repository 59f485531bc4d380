"""Pairing with an assistant: a client on the local socket, and the client of the SDK over `gradblocks mcp --editor`."""

from __future__ import annotations

import json
import os
import socket
import stat
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import AddBlocks, RemoveBlocks, RemoveItems, SetValue
from blocks.document.data import Block
from blocks.document.file import loads
from blocks.document.journal import to_json
from blocks.door.pairing import DECISION, MOST, UNDECIDED, address, packed, pair_folder, token_file
from tests.app.window.hands import Answers, click, front, open_window, press, settle
from tests.app.window.test_files import TWO_BLOCKS
from tests.mcp.conftest import Connected, connected

CTRL = Qt.KeyboardModifier.ControlModifier
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the client of the test uses a socket of Unix")
LINKS: list[socket.socket] = []
ADD = to_json(AddBlocks("main", ((2, Block("new", "Tanh", (400.0, 0.0))),)))


class Peer:
    """A client of the socket, which lets the window go on while it waits. Without a name, it does not greet."""

    def __init__(self, qtbot: QtBot, name: str = "Robot", token: str | None = None) -> None:
        self.link = socket.socket(socket.AF_UNIX)
        LINKS.append(self.link)
        self.link.connect(address())
        self.link.setblocking(False)
        self._qtbot = qtbot
        given = token_file().read_text() if token is None else token
        self.greeting = self.ask(token=given, client=name) if name else None

    def send(self, data: bytes) -> None:
        def sent() -> bool:
            nonlocal data
            try:
                data = data[self.link.send(data) :]
            except BlockingIOError:
                return False
            except OSError:
                data = b""
            return not data

        settle(self._qtbot, sent)

    def received(self) -> dict[str, Any] | None:
        """The next message; None if the window has closed the connection."""
        data, closed = b"", False

        def came() -> bool:
            nonlocal data, closed
            try:
                more = self.link.recv(1 << 16)
                data, closed = data + more, not more
            except BlockingIOError:
                pass
            except OSError:
                closed = True
            return closed or (len(data) >= 4 and len(data) >= 4 + int.from_bytes(data[:4], "big"))

        settle(self._qtbot, came)
        return None if closed else json.loads(data[4:])

    def ask(self, **message: Any) -> dict[str, Any] | None:
        self.send(packed(message))
        return self.received()

    def told(self, **message: Any) -> dict[str, Any]:
        answer = self.ask(**message)
        assert answer is not None
        return answer

    def read(self) -> dict[str, Any]:
        return self.told(ask="read", file="", known=[])

    def propose(self, *changes: Any) -> int:
        told = self.told(ask="propose", snapshot=self.read()["snapshot"], changes=list(changes))
        return told["proposal"]

    def decision(self, number: int) -> str:
        return self.told(ask="decision", proposal=number)["decision"]


@pytest.fixture
def paired(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[MainWindow, Answers]]:
    """A window with a diagram that waits for an assistant."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "s"))
    (tmp_path / "two.gradblocks").write_text(json.dumps(TWO_BLOCKS))
    window, answers = open_window(qtbot)
    window.files.load(tmp_path / "two.gradblocks")
    window.commands.trigger("pair.flip")
    assert not window.pairing.is_on and not pair_folder().exists()  # it asks first
    answers.yes = True
    window.commands.trigger("pair.flip")
    yield window, answers
    window.pairing.close()
    while LINKS:
        LINKS.pop().close()


def ids(tab: DiagramTab) -> list[str]:
    return [block.id for block in tab.page.blocks]


def test_proposals_are_drawn_and_accepted_or_rejected(qtbot: QtBot, paired: tuple[MainWindow, Answers]) -> None:
    window, tab = paired[0], front(paired[0])
    for path, mode in ((pair_folder(), 0o700), (token_file(), 0o600), (Path(address()), 0o600)):
        assert stat.S_IMODE(os.stat(path).st_mode) == mode, path
    assert window.status.pairing.text() == "Waiting for an assistant"
    peer = Peer(qtbot, name="Robot\n<b>")
    settle(qtbot, lambda: "Robot" in window.status.pairing.text() and "\n" not in window.status.pairing.text())
    tab.document.do(SetValue("main", "A", "val", [[1.0]]), "Set")
    read = peer.read()
    assert read["path"] == str(tab.document.path) and loads(read["text"]).page("main").block("A").values["val"] == [
        [1.0]
    ]
    assert "text" not in peer.told(ask="read", file=read["path"], known=[read["snapshot"]])
    assert peer.told(ask="read", file="/other.gradblocks", known=[]) == {}

    unwire = to_json(RemoveItems("main", "wires", (0,)))
    change = to_json(SetValue("main", "A", "val", [[2.0]]))
    number = peer.propose(ADD, change, unwire, to_json(RemoveBlocks("main", ("n",))))
    settle(qtbot, lambda: tab.proposal.isVisible() and tab.scene.comparison.face is not None)
    face, (blocks, _) = tab.scene.comparison.face, tab.scene.comparison.coming
    assert face is not None and dict(face.blocks) == {"A": "changed", "n": "removed"}
    assert [item.id for item in blocks] == ["new"] and ids(tab) == ["A", "n"]
    assert peer.decision(number) == UNDECIDED
    busy = peer.told(ask="propose", snapshot=peer.read()["snapshot"], changes=[ADD])
    assert "another proposal" in busy["error"]
    tab.grab()
    click(tab.proposal.dismiss)
    assert peer.decision(number) == "rejected" and ids(tab) == ["A", "n"]
    settle(qtbot, lambda: tab.scene.comparison.face is None and not tab.proposal.isVisible())

    entries = len(tab.document.history.entries)
    number = peer.propose(ADD)
    click(tab.proposal.act)
    assert peer.decision(number) == "accepted" and ids(tab) == ["A", "n", "new"]
    assert len(tab.document.history.entries) == entries + 1
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert ids(tab) == ["A", "n"]
    assert "not one of yours" in peer.told(ask="undo", snapshot=read["snapshot"])["error"]

    window.commands.trigger("pair.accept_all")
    assert peer.decision(peer.propose(ADD)) == "accepted" and ids(tab) == ["A", "n", "new"]
    assert peer.told(ask="undo", snapshot=read["snapshot"]) == {} and ids(tab) == ["A", "n"]
    window.close_front()
    assert "no diagram" in peer.read()["error"]
    window.commands.trigger("pair.flip")
    assert peer.received() is None and not token_file().exists() and not Path(address()).exists()


def test_a_stale_proposal_is_merged_or_refused(qtbot: QtBot, paired: tuple[MainWindow, Answers]) -> None:
    window, tab = paired[0], front(paired[0])
    peer = Peer(qtbot)
    number = peer.propose(to_json(SetValue("main", "A", "val", [[2.0]])))
    tab.document.do(AddBlocks("main", ((2, Block("mine", "Tanh")),)), "Add")
    window.refresh()
    click(tab.proposal.act)
    assert peer.decision(number) == "accepted"
    assert ids(tab) == ["A", "n", "mine"] and tab.page.blocks[0].values["val"] == [[2.0]]
    number = peer.propose(to_json(SetValue("main", "A", "val", [[3.0]])))
    tab.document.do(SetValue("main", "A", "val", [[4.0]]), "Set")
    window.refresh()
    assert "conflict" in tab.proposal.label.text()
    window.commands.trigger("pair.accept")
    assert (
        tab.document.history.undo_text == "Set"
        and peer.decision(number) == "refused"
        and tab.page.blocks[0].values["val"] == [[4.0]]
    )
    assert "conflicts" not in tab.document.diagram.extra
    old = peer.read()["snapshot"]
    for value in range(9):  # only the last states are known
        tab.document.do(SetValue("main", "A", "val", [[float(value)]]), "Set")
        peer.read()
    assert "changed since" in peer.told(ask="propose", snapshot=old, changes=[ADD])["error"]


def test_what_breaks_the_rules_is_cut_off(qtbot: QtBot, paired: tuple[MainWindow, Answers]) -> None:
    window, tab = paired[0], front(paired[0])
    assert Peer(qtbot, token="0" * 64).greeting is None
    assert Peer(qtbot, token="\ud800").greeting is None
    garbage = (
        b"\xff" * 100, b"GET / HTTP/1.1\r\n\r\n", packed({}), packed({"token": 1}), b"\0\0\0\2[]", b"\0\0\0\0",
        (MOST + 1).to_bytes(4, "big"), b"\0\0\x0f\0" + b"[" * 0xF00, packed({"ask": "read", "file": ""}),
    )  # fmt: skip
    for data in garbage:
        stranger = Peer(qtbot, name="")
        stranger.send(data)
        assert stranger.received() is None, data
    good = (MOST + 1).to_bytes(4, "big"), b"\0\0\0\1x", packed({"ask": "what"}), packed({"ask": "propose"}), \
        b"\0\x01\0\0" + b"[" * (1 << 16), packed({"ask": "decision", "proposal": 0}) * 2  # fmt: skip
    for data in good:
        peer = Peer(qtbot)
        assert peer.greeting == {}
        assert "another assistant" in (Peer(qtbot).greeting or {})["error"]
        peer.send(data)
        assert peer.received() is None, data
        settle(qtbot, lambda: not window.pairing.client)
    peer = Peer(qtbot)
    snapshot, change = peer.read()["snapshot"], to_json(SetValue("main", "A", "val", 1.0))
    peer.send(packed({"ask": "propose", "snapshot": snapshot, "changes": [{**change, "value": float("nan")}]}))
    assert peer.received() is None  # a diagram cannot hold it
    settle(qtbot, lambda: not window.pairing.client)
    peer = Peer(qtbot)
    wrong: list[Any] = [
        {}, [], {"change": "add blocks"}, {**ADD, "page": "nowhere"}, {**ADD, "items": [[99, {"id": "x"}]]},
        to_json(SetValue("main", "nobody", "val", 1)),
    ]  # fmt: skip
    for change in wrong:
        assert peer.told(ask="propose", snapshot=snapshot, changes=[change])["error"], change
    other, answers = open_window(qtbot)
    answers.yes = True
    other.commands.trigger("pair.flip")
    assert not other.pairing.is_on and "another window" in other.status.message.text() and window.pairing.is_on
    # A client that never reads: the window keeps one answer of it, and goes on.
    tab.document.do(SetValue("main", "A", "val", [[0.5] * 1000] * 1000), "Set")
    for _ in range(3):
        peer.send(packed({"ask": "read", "file": "", "known": []}))
        QApplication.processEvents()
    settle(qtbot, lambda: not window.pairing.client)
    window.close()
    assert not Path(address()).exists()


def test_the_sdk_client_works_on_the_unsaved_diagram(
    qtbot: QtBot, paired: tuple[MainWindow, Answers], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, tab = paired[0], front(paired[0])
    tab.document.do(SetValue("main", "A", "val", [[1.0, 2.0]]), "Set")
    (tmp_path / "here").mkdir()
    wanted: list[str] = []
    talked(qtbot, tmp_path / "here", lambda call: conversation(call, window, wanted),
           lambda: [window.commands.trigger(wanted.pop()) for _ in wanted[:]])  # fmt: skip
    assert ids(tab) == ["A", "n"] and not tab.proposal.isVisible()
    settle(qtbot, lambda: not window.pairing.client)
    assert DECISION < 60
    window.pairing.close()

    async def alone(call: Connected) -> None:
        error = await call.refused("read")
        assert "no editor" in error["message"] and "Pair" in error["hint"]

    talked(qtbot, tmp_path / "here", alone, lambda: None)


def talked(qtbot: QtBot, folder: Path, talk: Callable[[Connected], Awaitable[None]], act: Callable[[], object]) -> None:
    """Talk with a server that joins the editor in a thread, while the window goes on and acts."""
    errors: list[BaseException] = []

    async def whole() -> None:
        async with connected(folder, "--editor") as call:
            await talk(call)

    def run() -> None:
        try:
            anyio.run(whole)
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    settle(qtbot, lambda: (act(), not thread.is_alive())[1])
    for error in errors:
        raise error


async def conversation(call: Connected, window: MainWindow, wanted: list[str]) -> None:
    with anyio.fail_after(60):
        while not window.pairing.client:  # before the first tool
            await anyio.sleep(0.05)
    read = await call("read")
    assert read["blocks"]["A"]["values"]["val"] == [[1.0, 2.0]]
    assert (await call("open"))["counts"] == {"main": {"blocks": 2, "wires": 1}}
    assert [each["name"] for each in (await call("find", type="Negate"))["blocks"]] == ["n"]
    assert (await call("explain", block="n"))["shape"] == [1, 2]
    assert (await call("check"))["errors"] == []
    assert (await call("run", values=True))["results"]["n.result_y"]["data"] == [[-1.0, -2.0]]
    assert (await call.result("show", {})).content[0].type == "image"
    operations = [{"op": "add_block", "type": "Tanh", "id": "new"}, {"op": "wire", "from": "n.y", "to": "new.x"}]

    async def edited(command: str) -> dict[str, Any]:
        answers: list[dict[str, Any]] = []

        async def edit() -> None:
            answers.append(await call("edit", operations=operations, base=read["revision"]))

        with anyio.fail_after(60):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(edit)
                while window.pairing.proposal is None:
                    await anyio.sleep(0.05)
                assert (await call("read"))["revision"] == read["revision"]  # while the edit waits
                wanted.append(command)
        return answers[0]

    assert (await edited("pair.reject"))["decision"] == "rejected"
    accepted = await edited("pair.accept")
    assert (accepted["decision"], accepted["ids"]) == ("accepted", ["new"])
    assert accepted["blocks"]["new"]["inputs"]["x"]["from"].startswith("n.")
    assert (await call("read"))["revision"] == accepted["revision"]
    assert (await call("undo"))["revision"] == read["revision"]
    assert "not one of yours" in (await call.refused("undo"))["message"]
