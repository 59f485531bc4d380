"""A folder in which a saving is tried over and over, killed or failing, and what must be there afterwards."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from app.core.document import Document
from app.core.recovery.journal import begin_again, find, replay
from tests.reliability.savings import SAVINGS


class Trapper:
    """The process with the traps."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.reliability.traps"]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, text=True)

    def ask(self, name: str, folder: Path, **more: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"saving": name, "folder": str(folder), **more}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


class Ground:
    """A folder in which a saving is tried over and over, and what is there before and after it."""

    def __init__(self, name: str, folder: Path, trapper: Trapper) -> None:
        self.name, self.saving, self.trapper = name, SAVINGS[name], trapper
        self.start, self.work = folder / "start", folder / "work"
        self.start.mkdir()
        self.saving.begin(self.start)
        self.old = contents(self.start)
        self.fresh()
        assert self.ask()["status"] == 0
        self.new = contents(self.work)

    def fresh(self) -> None:
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.start, self.work)

    def ask(self, **trap: Any) -> dict[str, Any]:
        return self.trapper.ask(self.name, self.work, **trap)

    def try_at(self, **trap: Any) -> dict[str, Any]:
        """Save with a trap: each file is the old or the new one, and after the next save nothing else is left."""
        self.fresh()
        answer = self.ask(**trap)
        now = contents(self.work)
        for file in self.saving.files:
            assert now[file] in (self.old.get(file), self.new[file]), (trap, file)
        assert all(now[file] == data for file, data in self.old.items() if file not in self.saving.files), trap
        if self.name == "journal":
            self.nothing_lost()
        else:
            assert self.ask()["status"] == 0, trap
            assert contents(self.work) == self.new, trap
        return answer

    def kill_at(self, name: str, number: int) -> bool:
        """Save, killed at a call of the system; returns whether it came to that."""
        inject = f"inject={name}:signal=SIGKILL:when={number}"
        return self.try_at(strace=["-e", f"trace={name}", "-e", inject])["status"] == -9

    def nothing_lost(self) -> None:
        """All edits that were told are in the journal."""
        told = self.work / "told"
        edit_count = len(told.read_text().splitlines()) if told.exists() else 0
        recovered = find(self.work / "journals")
        assert bool(recovered) >= bool(edit_count)
        for one in recovered:
            document = Document(begin_again(one))
            assert replay(document, one.edits) == len(one.edits)
            assert edit_count <= len(one.edits) <= edit_count + 1


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder; where the name of one is drawn by lot, only its kind."""
    files = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    return {name: data for name, data in files.items() if not name.startswith(("journals/", "told"))}
