"""Processes killed at random moments of their work: the journal has all edits but the last one at most."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.core.recovery.journal import begin_again, find, replay

ROOT = Path(__file__).resolve().parents[3]
KILLS = 200
SEED = 20261121
# One process makes many that begin at once: each edits on and on, and writes the number of each edit it has made.
_WORK = """
import os, random, signal, sys, time
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.core.recovery import journal as journals
from app.core.document import Document
from app.core.recovery.journal import Journal
from blocks.document.changes import AddBlocks, SetValue
from blocks.document.data import Block
from blocks.document.file import load

def work(folder, file, told, seed):
    if seed % 3 == 0:
        journals._LONG = 10_000  # it is written anew every few edits
    application = QCoreApplication([])
    chance = random.Random(seed)
    document = Document(load(file)) if file else Document.new()
    journal = Journal(document, folder, "untitled")
    document.do(AddBlocks("main", ((0, Block("counter", "Const")),)), "Add")
    for number in range(1, 10**9):
        document.do(SetValue("main", "counter", "val", number), "Count")
        os.write(told, b"%d\\n" % number)
        if chance.random() < 0.2:
            document.do(AddBlocks("main", ((0, Block(f"b{number}", "Const", values={"val": [0.5] * 2000})),)), "Add")
        if number % 50 == 0:
            application.processEvents()

folder, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)
for kill in range(kills):
    here = folder / str(kill)
    here.mkdir()
    file = None
    if kill % 2:
        file = here / "saved.gradblocks"
        Document.new().save(file)
    told = os.open(here / "told", os.O_WRONLY | os.O_CREAT)
    child = os.fork()
    if not child:
        work(here / "journals", file, told, seed + kill)
    os.close(told)
    wanted = chance.randrange(1, 60)
    while (here / "told").read_bytes().count(b"\\n") < wanted:
        time.sleep(0.0005)
    time.sleep(chance.random() * 0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
def test_after_a_kill_at_any_moment_at_most_the_last_edit_is_lost(qtbot: QtBot, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", _WORK, str(tmp_path), str(KILLS), str(SEED)]
    subprocess.run(command, env=environment, check=True)
    edits = 0
    for kill in range(KILLS):
        here = tmp_path / str(kill)
        count = int((here / "told").read_text().split("\n")[-2])
        [recovered] = find(here / "journals")
        document = Document(begin_again(recovered))
        assert replay(document, recovered.edits) == len(recovered.edits)
        kept = document.page("main")
        numbers = [block.values["val"] for block in kept.blocks if block.id == "counter"]
        assert numbers[0] in (count, count + 1)  # one may have been made and not told any more
        assert document.path == (here / "saved.gradblocks" if kill % 2 else None)
        edits += count
    assert edits > 10 * KILLS
