"""Earlier names on the command line: each works, and one line on standard error has the name of today."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command, write
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
    done = command("blocks", "Parameter")
    assert done.out == command("blocks", "Control").out and "Control" in done.err


@pytest.mark.parametrize(
    ("given", "old", "new"),
    [
        ("run FILE --fetch loss --rounds", "--rounds", "--iterations"),
        ("run FILE --gradients loss --cut w.ref", "--cut", "--stop-at"),
        ("check FILE --gradient loss --cut=w.ref", "--cut", "--stop-at"),
        ("check FILE --gradient loss --lift sg", "--lift", "--ignore-stop"),
        ("check FILE --formula loss --by w", "--by", "--wrt"),
        ("sweep FILE --of loss", "--of", "--metric"),
        ("add-training FILE --of loss --learning-rate 0.5", "--of", "--minimize"),
        ("add-training FILE --minimize loss --rate 0.5", "--rate", "--learning-rate"),
        ("train FILE --minimize loss --learning-rate 0.5", "train", "add-training"),
    ],
)
def test_an_earlier_option_or_command(command: Command, tmp_path: Path, given: str, old: str, new: str) -> None:
    blocks: list[dict[str, object]] = [
        {"id": "w", "type": "Variable", "values": {"initvalues": [3.0, -1.0]}},
        {"id": "sg", "type": "StopGradient"},
        {"id": "loss", "type": "L2Loss"},
    ]
    file = write(tmp_path / "page.gradblocks", blocks, [["w.ref", "sg.input"], ["w.ref", "loss.t"]])
    words = [str(file) if word == "FILE" else word for word in given.split()]
    done = command(*words)
    assert done.status == 0
    [note] = [line for line in done.errors if line.startswith("note: ")]
    assert note.endswith(new) and f"{old} is now called" in note
    renewed = command(*[new + word.removeprefix(old) if word.partition("=")[0] == old else word for word in words])
    assert (renewed.status, renewed.out, len(renewed.errors)) == (0, done.out, len(done.errors) - 1)
    listed = command(*(["--help"] if old == "train" else [words[0], "--help-all"])).out.split()
    assert old not in listed and new in listed
