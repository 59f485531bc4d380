"""How well pages can be followed, as numbers: what crosses, bends, overlaps, and how long the wires are.

``python -m tests.app.layouts > tests/app/layouts.txt`` writes the table down, which `test_layouts` holds.
"""

from __future__ import annotations

import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from app.canvas.hit_test import box_of
from app.canvas.items import WireItem
from app.canvas.scene import PageScene
from app.canvas.wires.wire_router import times_hidden
from app.core.document import Document
from app.core.verbs import auto_layout
from app.window.documents.reading import read_import, read_model
from blocks.base.types import Array
from blocks.cli.examples import example_texts
from blocks.document.file import loads
from blocks.document.model import Diagram, lay_out_pages
from tests.models.build import MODELS, diagram

TESTS = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_suffix(".txt")
ONNX = "encoder gru lenet lstm_dynamo mlp resnet_dynamo unet".split()[0], "all"):
                sums.setdefault((group, state), []).append(found)
    for (group, state), each in sorted(sums.items()):
        yield _line(f"total {group}", state, _sum(each))


def read() -> dict[tuple[str, str], Judged]:
    """The table as it was written down: by the names of lines, and by ``is`` or ``laid out``."""
    found: dict[tuple[str, str], Judged] = {}
    for line in TABLE.read_text().splitlines()[1:]:
        numbers = line.split()[-len(COLUMNS) :]
        title = line[:_TITLE].strip()
        found[title, line[_TITLE + 1 : _TITLE + 9].strip()] = Judged(*map(int, numbers))
    return found


def _line(title: str, state: str, numbers: Judged) -> str:
    return f"{title:{_TITLE}} {state:8} {' '.join(f'{each:9}' for each in numbers)}"


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from app.window.start import make_application

    _application = make_application()
    sys.stdout.write("".join(f"{line}\n" for line in lines()))
