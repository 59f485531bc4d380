"""Earlier names on the command line: each works, and one line on standard error has the name of today."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Command
from tests.document.test_earlier_names import NEW, OLD


def test_the_command_line_notes_each_name_once(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "old.gradblocks"
    file.write_text(OLD)
    done = command("run", file, "--set", "train.rate=0.5", "--set", "step/train.rate=0.5", "--steps", 3, "--fetch", "w")
    notes = [line for line in done.errors if "now called" in line]
    assert done.status == 0 and len(notes) == 3
    assert sum("learning_rate" in line for line in notes) == 1
    done = command("sweep", file, "--set", "train.rate=1.0", "--set", "train.learning_rate=2.0", "--of", "loss")
    assert done.status == 2 and "train.learning_rate" in done.errors[-1]
    assert command("fmt", file).out == NEW
