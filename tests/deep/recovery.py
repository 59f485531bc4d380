"""The part ``recovery``: the real window, killed while it is worked in; all edits but one at most come back."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from app.core.document import Document
from app.core.recovery.journal import begin_again, find, replay
from app.window.start import make_application
from tests.deep.finding import Finding, foreign
from tests.deep.windows import STATE, TOLD, print_of

CASES = 5
"""Kills in a task."""


def run(seed: int, number: int) -> list[Finding]:
    """A task: so many windows, killed after some edits."""
    if sys.platform == "win32":
        return []
    make_application()
    rng = random.Random(f"recovery/{seed}/{number}")
    with tempfile.TemporaryDirectory() as folder:
        kills = [[str(Path(folder) / str(i)), rng.randrange(1, 30), rng.random() * 0.02, i % 2] for i in range(CASES)]
        command = [sys.executable, "-m", "tests.deep.windows", json.dumps(kills), str(rng.randrange(1 << 30))]
        done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
        if done.returncode:
            return [{"kind": "crash", "text": done.stderr[-1500:], "where": f"exit status {done.returncode}"}]
        try:
            return [each for home, *_ in kills for each in lost(Path(str(home)))]
        except Exception as error:
            return [foreign(error)]


def lost(home: Path) -> list[Finding]:
    """What is missing of the work of a window that was killed."""
    *_, (how, last), (doing, name) = _told(home)
    recovered = find(home / STATE / "journals")
    if len(recovered) > 1:
        return [{"kind": "lost", "text": f"{len(recovered)} journals of one document"}]
    if not recovered:
        # Nothing is modified, or was no longer after what was done last.
        is_right = how == "saved" or (doing == "doing" and name in ("file.save", "edit.undo", "edit.redo"))
        return [] if is_right else [{"kind": "lost", "text": f"all edits, before {name}: there is no journal"}]
    document = Document(begin_again(recovered[0]))
    *edits, newest = recovered[0].edits
    replayed = replay(document, edits)
    prints = [print_of(document.diagram.dumps())]
    replayed += replay(document, [newest])
    prints.append(print_of(document.diagram.dumps()))
    if replayed <= len(edits):
        return [{"kind": "lost", "text": f"only {replayed} of {len(edits) + 1} edits could be made again"}]
    if last not in prints[0 if doing == "doing" else 1 :]:
        return [{"kind": "lost", "text": f"not what it was before {name}"}]
    return []


def _told(home: Path) -> list[tuple[str, str]]:
    """What a window told: pairs of words; a last pair says what it was doing, if it was."""
    lines = (home / TOLD).read_text().split("\n")[:-1]
    pairs = [(first, rest) for first, _, rest in (line.partition(" ") for line in lines)]
    ended = [pair for pair in pairs if pair[0] != "doing"]
    return [*ended, pairs[-1] if pairs[-1][0] == "doing" else ("", "the end")]
