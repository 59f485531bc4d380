"""Import of pages that enuSpace saved."""

from __future__ import annotations

import pytest

from blocks.interchange.enuspace.convert import import_file
from tests.interchange.enuspace.elements import assert_complete, assert_pins_are_known, elements
from tests.interchange.enuspace.pages import values, wires
from tests.interchange.enuspace.recorded import recorded_results
from tests.originals.pages import PAGES

COMPLETE = ["basic", "one_hot", "gradient_descent_xw_sub", "gradient_descent_xw_apply"]
LARGE = ["Xor", "mnistTrain_SoftMax100", "convolution_eval"]


@pytest.mark.parametrize("name", COMPLETE + LARGE)
def test_every_block_and_wire_is_there(name: str) -> None:
    assert_complete(PAGES / f"{name}.svg")


@pytest.mark.parametrize(
    ("name", "trends", "maps", "numbers", "unbound", "texts"),
    [
        ("Xor", ["ID_1eP3BL0", "ID_1eP5lS5"], 0, 0, 0, 0),
        # Ten images, ten weights, ten weights with bias; the legend shows no result. Ten biases, and the counter.
        ("mnistTrain_SoftMax100", ["ID_1eLfp30"], 30, 11, 1, 10),
        # Two images, ten weights; label and prediction twice each, accuracy.
        ("convolution_eval", [], 12, 5, 0, 5),
    ],
)
def test_displays_become_display_blocks_with_their_bindings(
    name: str, trends: list[str], maps: int, numbers: int, unbound: int, texts: int
) -> None:
    result = import_file(PAGES / f"{name}.svg")
    page = result.diagram.pages[0]
    kinds = {
        kind: [block for block in page.blocks if block.type == f"{kind}Display"]
        for kind in ("Trend", "HeatMap", "Number")
    }
    assert [block.id for block in kinds["Trend"]] == trends
    assert (len(kinds["HeatMap"]), len(kinds["Number"])) == (maps, numbers)
    bound = {wire.target.block for wire in page.wires}
    assert all(block.id in bound for blocks in kinds.values() for block in blocks)
    assert sum("no result fills it" in line.text for line in result.report) == unbound
    assert len(page.notes) == sum(1 for _ in elements(PAGES / f"{name}.svg", "text")) - texts


def test_a_heat_map_shows_the_row_that_its_script_fills_it_with() -> None:
    result = import_file(PAGES / "mnistTrain_SoftMax100.svg")
    assert values(result, "ID_TRAIN_W3") == {"minimum": -1.0, "maximum": 1.0, "columns": 28, "part": [3]}
    assert "ID_TRAIN_W.result_ref -> ID_TRAIN_W3.input" in wires(result)
    assert values(result, "ID_TRAIN_B4") == {"digits": 7, "part": [0, 4]}


@pytest.mark.parametrize("name", COMPLETE)
def test_the_small_pages_need_no_report(name: str) -> None:
    result = import_file(PAGES / f"{name}.svg")
    assert [str(line) for line in result.report if "of its text are not converted" not in line.text] == []
    assert not result.files


@pytest.mark.parametrize("name", COMPLETE + LARGE)
def test_every_pin_of_the_pages_is_known(name: str) -> None:
    assert_pins_are_known(PAGES / f"{name}.svg")


def test_basic() -> None:
    result = import_file(PAGES / "basic.svg")
    assert values(result, "ID_A") == {"val": [[3.0, 2.0], [-1.0, 0.0]], "dtype": "DT_DOUBLE"}
    assert values(result, "ID_B") == {"val": [[3.0, 5.0]], "dtype": "DT_DOUBLE"}
    assert values(result, "ID_MUL") == {"transpose_a": False, "transpose_b": True}
    assert result.diagram.pages[0].notes[0].text.startswith("// tensorflow/cc/example/example.cc\n\n#include")
    exported = import_file(PAGES / "basic.json")
    assert sorted(wires(exported)) == sorted(wires(result))
    for block in result.diagram.pages[0].blocks:
        ours = exported.diagram.pages[0].block(block.id)
        assert (ours.type, ours.values) == (block.type, block.values)


def test_gradient_descent() -> None:
    result = import_file(PAGES / "gradient_descent_xw_sub.svg")
    assert values(result, "ID_X") == {"initvalues": [1.0, 2.0, 3.0], "dtype": "DT_DOUBLE", "shape": [3]}
    assert values(result, "ID_W") == {"initvalues": [100.0], "dtype": "DT_DOUBLE", "shape": [1]}
    assert values(result, "ID_COST") == {"axis": 0, "keep_dims": True}
    assert values(result, "ID_1dwexz20") == {"x": 0.1}
    rate = values(import_file(PAGES / "gradient_descent_xw_apply.svg"), "ID_1eRwjD0")
    assert rate == {"val": 0.0001, "dtype": "DT_DOUBLE"}


def test_large_values_go_to_files() -> None:
    result = import_file(PAGES / "mnistTrain_SoftMax100.svg")
    shapes = {name: (array.shape, array.dtype.name) for name, array in result.files.items()}
    assert shapes == {
        "mnistTrain_SoftMax100_ID_TRAIN_W_initvalues.npy": ((10, 784), "float32"),
        "mnistTrain_SoftMax100_ID_IMAGE_initvalues.npy": ((100, 784), "float32"),
    }
    assert values(result, "ID_IMAGE") == {
        "initvalues": {"file": "mnistTrain_SoftMax100_ID_IMAGE_initvalues.npy"},
        "dtype": "DT_FLOAT",
        "shape": [100, 784],
    }


@pytest.mark.parametrize(
    ("name", "count"),
    [("basic", 3), ("gradient_descent_xw_sub", 12), ("gradient_descent_xw_apply", 11), ("Xor", 45), ("one_hot", 2)],
)
def test_recorded_results(name: str, count: int) -> None:
    results = recorded_results(PAGES / f"{name}.svg")
    assert len(results) == count
    if name == "basic":
        assert results["ID_MUL.result_product"] == ([19.0, -3.0], "DT_DOUBLE", (2, 1), 6, None)
    if name == "one_hot":
        assert results["ID_1eWhmG40.result_output"].dtype == "DT_INT32"
        assert sum(results["ID_1eWhmG40.result_output"].values) == 100
