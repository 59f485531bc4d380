"""``gradblocks example``: the order of the list, and examples that come with files."""

from __future__ import annotations

from pathlib import Path

import pytest

from blocks.cli.examples import example_files, example_texts
from tests.cli.conftest import Command


def test_easy_ones_come_first(command: Command) -> None:
    names = [line.split()[0] for line in command("example").out.splitlines()]
    assert names == list(example_texts())
    assert sorted(names) == sorted(set(names))
    places = [names.index(name) for name in ("a_times_b", "basic", "xor", "digits_training", "small_cnn", "em_step")]
    assert places == sorted(places)


def test_an_example_is_written_with_the_files_that_it_reads(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    for name in ("digits_training", "digits_evaluation", "basic"):
        done = command("example", name, "--to", folder)
        assert (done.status, done.out, done.err) == (0, "", "")
        assert (folder / f"{name}.gradblocks").read_text("utf-8") == example_texts()[name]
    assert example_files("basic") == {}
    assert (folder / "data" / "test-images.idx3-ubyte").read_bytes()[:4] == b"\0\0\x08\x03"
    assert command("run", folder / "digits_training.gradblocks", "--steps", 2, "--json").status == 0
    assert command("run", folder / "digits_evaluation.gradblocks", "--json").status == 0


def test_what_is_there_is_kept(command: Command, tmp_path: Path) -> None:
    mine = tmp_path / "data" / "train-labels.idx1-ubyte"
    mine.parent.mkdir()
    mine.write_bytes(b"mine")
    done = command("example", "digits_training", "--to", tmp_path)
    assert done.status == 0 and str(mine) in done.err and len(done.errors) == 1
    assert mine.read_bytes() == b"mine"
    mine.unlink()
    assert command("example", "digits_training", "--to", tmp_path) == (0, "", "")


@pytest.mark.parametrize("name", ["file", "a\0b"])
def test_a_folder_that_cannot_be_made_is_told(command: Command, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    done = command("example", "basic", "--to", tmp_path / name)
    assert (done.status, done.out, len(done.errors)) == (1, "", 1)
    assert "the folder cannot be created" in done.err
