"""Whole files: no more memory than they need, and none that are larger than a result may be."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import blocks
from blocks.base.budget import Memory
from blocks.base.dtypes import INT64, STRING
from blocks.base.errors import DiagramError, RunError
from blocks.library.lookup.lines import LINE_NUMBER, WHOLE_LINE, read_entries
from blocks.run.files import Folders
from blocks.run.steps.step_context import StepStreams

MEMORY = 1 << 40
"""More than a machine has."""


def session(folder: Path, type_: str, memory: int) -> blocks.Session:
    """A page that reads the file ``f``."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    if type_ == "ReadFile":
        page.add(type_, id="it", filename="f")
    else:
        counts: dict[str, Any] = {"num_true": 1, "num_sampled": 1, "range_max": 2}
        page.add(type_, id="it", true_classes=[[0]], unique=True, vocab_file="f", **counts)
    diagram.save(folder / "d.gradblocks")
    return blocks.Session(diagram, memory=memory)


@pytest.mark.parametrize("type_", ["ReadFile", "FixedUnigramCandidateSampler"])
def test_a_small_file_takes_little_memory_whatever_the_limit(tmp_path: Path, type_: str) -> None:
    (tmp_path / "f").write_bytes(b"a,1\nb,2\n")
    new_session = session(tmp_path, type_, MEMORY)
    new_session.run()
    tracemalloc.start()
    try:
        new_session.run()
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("type_", "pin"), [("ReadFile", "filename"), ("FixedUnigramCandidateSampler", "vocab_file")])
def test_a_file_larger_than_the_limit_is_refused(tmp_path: Path, type_: str, pin: str) -> None:
    (tmp_path / "f").write_bytes(b"a,1\nb,2\n" * 1000)
    with pytest.raises(RunError, match="8,000 bytes; the limit is 7,999") as caught:
        session(tmp_path, type_, 7999).run()
    assert (caught.value.block, caught.value.pin) == ("it", pin)


def test_a_line_of_a_table_is_read_as_far_as_it_may_be_long(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"a" * (8 << 20))
    memory = Memory(1 << 20, 1 << 20)
    context = StepStreams(0, 0, files=Folders(tmp_path), memory=memory).context("table")
    tracemalloc.start()
    try:
        with pytest.raises(DiagramError, match="the limit is"):
            read_entries(context, "f", (WHOLE_LINE, LINE_NUMBER), (STRING, INT64), -1, "\t", 0)
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
