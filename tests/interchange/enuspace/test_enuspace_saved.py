"""Whole pages of enuSpace's form open complete, and running them gives the results that they recorded.

The pages are ours, with TensorFlow's numbers (`make_saved`); those of the original program are tried by
``tests/originals``, where they are at hand.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from blocks.interchange.enuspace.convert import import_file
from blocks.run.session import Session
from tests.interchange.enuspace.elements import assert_complete, assert_pins_are_known
from tests.interchange.enuspace.pages import SAVED, values, wires
from tests.interchange.enuspace.recorded import agree, imported, recorded_results

PAGES = sorted(SAVED.glob("*.svg"))
every_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)


@every_page
def test_every_block_wire_and_pin_is_there(path: Path) -> None:
    assert_complete(path)
    assert_pins_are_known(path)


@pytest.mark.parametrize(
    ("name", "steps", "count"),
    [("line_fit", 28, 10), ("two_layers", 11, 16), ("one_hot", 1, 2), ("softmax_batch", 1, 11), ("filters", 1, 9)],
)
def test_recorded_results(name: str, steps: int, count: int, tmp_path: Path) -> None:
    path = SAVED / f"{name}.svg"
    results = Session(imported(path, {}, tmp_path)).run(steps=steps)
    recorded = recorded_results(path)
    assert len(recorded) == count
    agree(results, recorded, list(recorded), 1e-5 if name == "two_layers" else 1e-6)  # 6 digits in generation 4


def test_each_page_has_its_test() -> None:
    assert [path.stem for path in PAGES] == ["filters", "line_fit", "one_hot", "softmax_batch", "two_layers"]


def test_large_values_go_to_files() -> None:
    result = import_file(SAVED / "softmax_batch.svg")
    [(file, pictures)] = result.files.items()  # the weights are small enough to stand in the diagram
    assert values(result, "ID_IMAGE") == {"initvalues": {"file": file}, "dtype": "DT_FLOAT", "shape": [30, 49]}
    saved = np.frombuffer((SAVED / "softmax_batch.dat").read_bytes(), "<f4", 30 * 49).reshape(30, 49)
    np.testing.assert_array_equal(pictures, saved)


def test_displays_show_what_the_page_binds_them_to() -> None:
    maps = import_file(SAVED / "softmax_batch.svg")
    assert values(maps, "ID_MAP2") == {"minimum": -1.0, "maximum": 1.0, "columns": 7, "part": [2]}
    assert {"ID_W.result_ref -> ID_MAP2.input", "ID_IMAGE.result_ref -> ID_PICTURE.input"} <= set(wires(maps))
    trend = import_file(SAVED / "two_layers.svg")
    assert [b.id for b in trend.diagram.pages[0].blocks if b.type == "TrendDisplay"] == ["ID_TREND"]
    bound = [each for each in wires(trend) if each.endswith("-> ID_TREND.input")]
    assert bound == ["ID_OUT.result_y -> ID_TREND.input", "ID_COST.result_output -> ID_TREND.input"]
    number = import_file(SAVED / "filters.svg").diagram.pages[0]
    [shown] = [block for block in number.blocks if block.type == "NumberDisplay"]
    assert [str(wire) for wire in number.wires if wire.target.block == shown.id] == [
        f"ID_BEST.result_output -> {shown.id}.input"
    ]


def test_a_page_with_notes_and_literals() -> None:
    result = import_file(SAVED / "line_fit.svg")
    assert result.diagram.pages[0].notes[0].text == "The slope\nof a line"
    assert values(result, "ID_W") == {"initvalues": [40.0], "dtype": "DT_DOUBLE", "shape": [1]}
    assert values(result, "ID_COST") == {"axis": 0, "keep_dims": True}
    assert values(result, "ID_STEP") == {"x": 0.01}
