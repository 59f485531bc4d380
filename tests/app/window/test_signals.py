"""The editor is told to end: by Ctrl+C, by a system that shuts down, by a terminal that closes."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

from app.core.recovery.journal import find
from blocks.base.locks import lock_of_file
from tests.app.window.processes import Editor
from tests.app.window.test_files import TWO_BLOCKS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

EDITS = 3
EDITING = f"""
    import signal
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # who runs the tests may have it ignored
    for _ in range({EDITS}):
        window().tab.tools.add("Negate")
    asking = False

    def look():
        nonlocal asking
        if QApplication.activeModalWidget() and not asking:
            asking = True
            say("asking")

    repeat(look)
    say("done")
"""


@pytest.fixture
def diagram(tmp_path: Path) -> Path:
    path = tmp_path / "two.gradblocks"
    path.write_text(json.dumps(TWO_BLOCKS))
    return path


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP), (signal.SIGINT, 130)],
)
def test_what_was_not_saved_comes_back(tmp_path: Path, diagram: Path, number: int, status: int) -> None:
    """At Ctrl+C it asks; the second one ends it, whatever keeps it from asking."""
    before = diagram.read_bytes()
    with Editor(tmp_path, diagram, EDITING) as editor:
        assert editor.line() == "done"
        editor.process.send_signal(number)
        if number == signal.SIGINT:
            assert editor.line() == "asking"
            editor.process.send_signal(number)
        assert editor.finish() == ("", "")
        assert editor.process.returncode == status
    assert diagram.read_bytes() == before
    state = tmp_path / "state" / "gradblocks"
    [recovered] = find(state / "journals")
    assert (recovered.file, recovered.edit_count) == (diagram, EDITS)
    lock = lock_of_file(state / "locks", diagram)
    assert lock.take()
    lock.release()


def test_ctrl_c_closes_it_where_everything_is_saved(tmp_path: Path, diagram: Path) -> None:
    with Editor(tmp_path, diagram, 'say("done")') as editor:
        assert editor.line() == "done"
        editor.process.send_signal(signal.SIGINT)
        assert editor.finish() == ("", "")
        assert editor.process.returncode == 0
