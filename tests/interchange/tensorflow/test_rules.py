"""The names and rules of an import, and what is refused: by small graphs that are written here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli import main
from blocks.interchange.tensorflow import schema
from tests.interchange.tensorflow.graphs import FLOAT, add, constant, function, graph, saved


def convert(target: Any, folder: Path, *options: str) -> tuple[int, blocks.Diagram]:
    path = saved(target, folder / "g.pb")
    status = main(["convert", path, str(folder / "g.gradblocks"), *options])
    return status, blocks.load(folder / "g.gradblocks")


def test_names_become_paths_and_equal_scopes_one_composite(tmp_path: Path) -> None:
    model = graph()
    add(model, "Placeholder", "x", dtype=FLOAT)
    for layer, before in (("layer_0", "x"), ("layer_1", "layer_0/add")):
        constant(model, f"{layer}/w", [[3.0 + (layer == "layer_1")] * 2] * 2)
        constant(model, f"{layer}/b", [1.0, 2.0])
        add(model, "MatMul", f"{layer}/mm", before, f"{layer}/w", T=FLOAT)
        add(model, "AddV2", f"{layer}/add", f"{layer}/mm:0", f"{layer}/b", T=FLOAT)
    add(model, "Identity", "a.b:c", "layer_1/add", T=FLOAT)
    add(model, "Identity", "a_b_c", "layer_1/add", T=FLOAT)
    add(model, "Identity", "layer_1", "layer_1/add", T=FLOAT)
    status, diagram = convert(model, tmp_path)
    assert status == 0 and [page.name for page in diagram.pages] == ["main"]
    page = diagram.page("main")
    assert {block.id: block.type for block in page.blocks} == {
        "x": "Placeholder", "layer_0": ":layer", "layer_1_2": ":layer", "a_b_c": "Identity",
        "a_b_c_2": "Identity", "layer_1": "Identity", "run": "ClientSession",
    }  # fmt: skip
    [definition] = diagram.composites
    assert [(value.name, value.sets) for value in definition.values] == [("w", ("w.val",))]
    assert page.block("layer_1_2").values == {"w": [[4.0, 4.0], [4.0, 4.0]]}
    results = blocks.Session(page).run(fetch=["layer_1_2/mm"], feed={"x": np.ones((1, 2), np.float32)})
    assert results["layer_1_2/mm.result_product"].tolist() == [[60.0, 60.0]]
    assert [str(wire.source) for wire in page.wires_into("run")] == ["a_b_c.output", "a_b_c_2.output", "layer_1.output"]


def test_a_function_is_taken_apart_where_it_is_called_once(tmp_path: Path) -> None:
    model = graph()
    add(model, "Placeholder", "x", dtype=FLOAT)
    add(function(model, "once", ["a"], {"r": "inner:y:0"}), "Square", "inner", "a", T=FLOAT)
    add(function(model, "often", ["a"], {"r": "deep/inner:y:0"}), "Exp", "deep/inner", "a", T=FLOAT)
    add(model, "PartitionedCall", "scope/call", "x", f="once")
    add(model, "PartitionedCall", "first", "scope/call", f="often")
    add(model, "StatefulPartitionedCall", "second", "first:0", f="often")
    _, diagram = convert(model, tmp_path)
    results = blocks.Session(diagram).run(
        fetch=["scope/inner", "first/deep/inner", "second/deep/inner"], feed={"x": np.float32(0.5)}
    )
    assert results["scope/inner.result_y"] == 0.25
    assert results["second/deep/inner.result_y"] == np.exp(results["first/deep/inner.result_y"])
    assert diagram.page("main").block("first").type == diagram.page("main").block("second").type == ":often"


def test_large_weights_lie_beside_the_diagram(tmp_path: Path) -> None:
    model = graph()
    constant(model, "a/small", np.arange(1024.0))
    for name in ("a/large", "a/Large", "con", "x<y"):
        constant(model, name, np.arange(1025.0))
    convert(model, tmp_path)
    names = {path.name for path in (tmp_path / "g.weights").iterdir()}
    assert names == {"a__large.npy", "a__Large_2.npy", "_con.npy", "x_y.npy"}
    assert np.load(tmp_path / "g.weights/a__large.npy")[-1] == 1024
    _, diagram = convert(model, tmp_path, "--trainable")
    assert {block.type for block in diagram.composite("a").blocks} == {"Variable"}


def test_what_is_not_known_is_named_kept_and_leaves_the_rest_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = graph()
    constant(model, "x", 2.0)
    add(model, "Frobnicate", "part/f", "x", "x", T=FLOAT)
    add(model, "Square", "after", "part/f:1", T=FLOAT)
    add(model, "Square", "beside", "x", T=FLOAT)
    status, diagram = convert(model, tmp_path)
    assert status == 0 and "g.pb: part/f: no block supports Frobnicate" in capsys.readouterr().err
    assert convert(model, tmp_path, "--strict")[0] == 1
    assert main(["check", str(tmp_path / "g.gradblocks")]) == 1
    assert blocks.Session(diagram).run(fetch=["beside"])["beside.result_y"] == 4
    main(["run", str(tmp_path / "g.gradblocks")])
    assert "beside.result_y: float32 []\n4." in capsys.readouterr().out


def test_a_variable_is_seen_after_the_updates_that_its_reader_waits_for(tmp_path: Path) -> None:
    model = graph()
    add(model, "VarHandleOp", "v", dtype=FLOAT)
    constant(model, "v/start", 1.0)
    add(model, "AssignVariableOp", "v/Assign", "v", "v/start", dtype=FLOAT)
    add(model, "ReadVariableOp", "before", "v", dtype=FLOAT)
    constant(model, "two", 2.0)
    add(model, "AssignAddVariableOp", "update", "v", "two", "^before", dtype=FLOAT)
    add(model, "ReadVariableOp", "after", "v", "^update", dtype=FLOAT)
    add(model, "NoOp", "train", "^after")
    add(model, "NoOp", "init", "^v/Assign")
    _, diagram = convert(model, tmp_path)
    assert {block.id for block in diagram.page("main").blocks} >= {"v", "before", "update", "after", "train"}
    assert not {"init", "v_2/Assign"} & {block.id for block in diagram.page("main").blocks}
    session = blocks.Session(diagram)
    assert session.evaluate("before")["before"] == 1
    results = session.run(fetch=["before", "after"])
    assert (results["before.result_output"], results["after.result_output"]) == (1, 3)


def _table(model: Any, fill: Any) -> None:
    """A table of words and numbers, what is found in it, and how many it has; ``fill`` fills it."""
    words = np.array([b"a", b"b", b"c"], object)
    add(model, "HashTableV2", "table", key_dtype=7, value_dtype=FLOAT)
    add(model, "Const", "keys", dtype=7, value=words)
    constant(model, "values", [1.0, 2.0, 3.0])
    fill(model)
    constant(model, "none", -1.0)
    add(model, "Placeholder", "x", dtype=7)
    add(model, "LookupTableFindV2", "find", "table", "x", "none", Tin=7, Tout=FLOAT)
    add(model, "LookupTableSizeV2", "size", "table")
    add(model, "Identity", "found", "find", T=FLOAT)
    add(model, "Identity", "count", "size", T=9)


def _filled_by_a_function(model: Any) -> None:
    init = function(model, "init", ["table", "keys", "values"], {})
    add(init, "LookupTableImportV2", "import", "table", "keys", "values", Tin=7, Tout=FLOAT)
    add(model, "StatefulPartitionedCall", "init_call", "table", "keys", "values", f="init")


def _filled_at_once(model: Any) -> None:
    add(model, "InitializeTableV2", "fill", "table", "keys", "values", Tkey=7, Tval=FLOAT)


def _filled_from_a_file(model: Any) -> None:
    """As TensorFlow 2 saves it: a variable that holds the file's name, and a function that reads it."""
    add(model, "Placeholder", "asset", dtype=7)
    add(model, "VarHandleOp", "v", dtype=7)
    add(model, "AssignVariableOp", "v/Assign", "v", "asset", dtype=7)
    add(model, "ReadVariableOp", "v/Read", "v", "^v/Assign", dtype=7)
    init = function(model, "init", ["table", "name"], {})
    node = add(init, "InitializeTableFromTextFileV2", "read", "table", "name")
    node.attr["key_index"].i, node.attr["value_index"].i, node.attr["delimiter"].s = 1, 0, b","
    add(model, "StatefulPartitionedCall", "init_call", "table", "v/Read", f="init")


def _model_folder(model: Any, folder: Path, asset: str = "words.txt") -> Path:
    """A SavedModel of a graph with a table, and the file that it may be filled from."""
    whole = schema.message("SavedModel")
    meta = whole.meta_graphs.add()
    meta.graph_def.CopyFrom(model)
    meta.asset_file_def.add(filename=asset.encode()).tensor_info.name = b"asset:0"
    signature = meta.signature_def["serving_default"]
    signature.inputs["x"].name, signature.inputs["x"].dtype = b"x:0", 7
    signature.inputs["x"].tensor_shape.dim.add(size=-1)
    for key, number in (("found", FLOAT), ("count", 9)):
        signature.outputs[key].name, signature.outputs[key].dtype = f"{key}:0".encode(), number
    (folder / "assets").mkdir(parents=True)
    (folder / "assets/words.txt").write_bytes(b"1,a\n2,b\r\n3,c\n")
    return Path(saved(whole, folder / "saved_model.pb")).parent


@pytest.mark.parametrize(
    ("fill", "form"),
    [
        (_filled_at_once, "graph"), (_filled_by_a_function, "graph"), (_filled_at_once, "saved"),
        (_filled_by_a_function, "saved"), (_filled_from_a_file, "saved"),
    ],
)  # fmt: skip
def test_a_table_is_filled_in_each_step_that_looks_into_it(fill: Any, form: str, tmp_path: Path) -> None:
    model = graph()
    _table(model, fill)
    page = "main"
    if form == "saved":
        page = "serving_default"
        folder = _model_folder(model, tmp_path / "m")
        assert main(["convert", str(folder), str(tmp_path / "g.gradblocks"), "--strict"]) == 0
        diagram = blocks.load(tmp_path / "g.gradblocks")
    else:
        diagram = convert(model, tmp_path)[1]
    session = blocks.Session(diagram.page(page))
    for _ in range(2):
        results = session.run(feed={"x": np.array([b"b", b"z"], object)})
        assert results["found.result_output"].tolist() == [2, -1] and results["count.result_output"] == 3


@pytest.mark.parametrize("asset", ["gone.txt", "../../secret.txt"])
def test_a_vocabulary_that_is_not_there_is_refused(
    asset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret.txt").write_text("1,a")
    model = graph()
    _table(model, _filled_from_a_file)
    folder = _model_folder(model, tmp_path / "m", asset)
    assert main(["convert", str(folder), str(tmp_path / "g.gradblocks")]) == 1
    error = capsys.readouterr().err
    assert "the vocabulary of" in error and asset in error and "Traceback" not in error


def test_tables_are_filled_before_they_are_looked_into_when_written(tmp_path: Path) -> None:
    model = graph()
    _table(model, _filled_at_once)
    convert(model, tmp_path)
    assert main(["convert", str(tmp_path / "g.gradblocks"), str(tmp_path / "out.pb")]) == 0
    nodes = {each.name: each for each in schema.read("GraphDef", (tmp_path / "out.pb").read_bytes(), "").node}
    [fill] = [each for each in nodes.values() if each.op == b"InitializeTableV2"]
    assert {*fill.attr} == {"Tkey", "Tval"}
    for op in (b"LookupTableFindV2", b"LookupTableSizeV2"):
        [node] = [each for each in nodes.values() if each.op == op]
        assert b"^" + fill.name in node.input


def _ring(model: Any) -> None:
    for name, other in (("f", "g"), ("g", "f")):
        add(function(model, name, ["a"], {"r": "c:output:0"}), "PartitionedCall", "c", "a", f=other)
    add(model, "Placeholder", "x", dtype=FLOAT)
    add(model, "PartitionedCall", "call", "x", f="f")


def _bomb(model: Any) -> None:
    add(model, "Placeholder", "x", dtype=FLOAT)
    for depth in range(40):
        inner = function(model, f"f{depth}", ["a"], {"r": "c9:output:0"})
        for i in range(10):
            before = f"c{i - 1}:output:0" if i else "a"
            op = "PartitionedCall" if depth < 39 else "Square"
            add(inner, op, f"c{i}", before, **({"f": f"f{depth + 1}"} if depth < 39 else {"T": FLOAT}))
    add(model, "PartitionedCall", "call", "x", f="f0")


def _huge(model: Any) -> None:
    for i in range(2):
        node = constant(model, f"c{i}", 1.0)
        del node.attr["value"].tensor.tensor_shape.dim[:]
        node.attr["value"].tensor.tensor_shape.dim.add(size=1 << 27)
        node.attr["value"].tensor.tensor_content = b""
        node.attr["value"].tensor.float_val.append(1.0)


def _many_strings(model: Any) -> None:
    """One string, repeated: each stands in the diagram."""
    node = constant(model, "c", 1.0)
    tensor = node.attr["value"].tensor
    tensor.dtype = node.attr["dtype"].type = 7
    tensor.tensor_content = b""
    tensor.string_val.append(b"x" * 1000)
    tensor.tensor_shape.dim.add(size=1_000_000)


def _cut_off(model: Any) -> None:
    node = constant(model, "c", [1.0, 2.0])
    node.attr["value"].tensor.tensor_content = b"\x00" * 7


def _missing(model: Any) -> None:
    add(model, "Square", "s", "nowhere:3", T=FLOAT)


def _twice(model: Any) -> None:
    constant(model, "c", 1.0)
    constant(model, "c", 2.0)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_ring, "a function calls itself: 'f' -> 'g' -> 'f'"),
        (_bomb, "more than 100,000 nodes"),
        (_huge, "memory limit"),
        (_many_strings, "memory limit"),
        (_cut_off, "damaged: 'c'"),
        (_missing, "'s' reads 'nowhere:3', which does not exist"),
        (_twice, "two nodes have the name 'c'"),
    ],
)
def test_a_model_that_is_wrong_or_hostile_is_refused_in_a_sentence(
    spoil: Any, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(model := graph())
    path = saved(model, tmp_path / "g.pb")
    assert main(["convert", path, str(tmp_path / "g.gradblocks")]) == 1
    message = capsys.readouterr().err
    assert said in message and message.startswith(path) and "Traceback" not in message
    assert [each.name for each in tmp_path.iterdir()] == ["g.pb"]


@pytest.mark.timeout(60)
def test_a_loop_whose_body_reads_itself_stays_a_frame(models: Path, tmp_path: Path) -> None:
    broken = schema.message("GraphDef")
    broken.ParseFromString((models / "frozen_recurrent" / "graph.pb").read_bytes())
    for node in broken.node:
        if node.op == b"Identity" and b"while" in node.name:
            node.input[0] = node.name
    (tmp_path / "graph.pb").write_bytes(broken.SerializeToString())
    main(["convert", str(tmp_path / "graph.pb"), str(tmp_path / "graph.gradblocks")])
    diagram = blocks.load(tmp_path / "graph.gradblocks")
    assert "NextIteration" in {block.type for page in (*diagram.pages, *diagram.composites) for block in page.blocks}


def test_names_lead_to_no_file_elsewhere(tmp_path: Path) -> None:
    model = graph()
    for name in ("../../up", "/abs", "C:\\w", "a/../../b", "x" * 400, "..", "A", "a"):
        constant(model, name, np.zeros(1025))
    (tmp_path / "in").mkdir()
    _, diagram = convert(model, tmp_path / "in")
    assert {each.name for each in tmp_path.iterdir()} == {"in"}
    assert {each.name for each in (tmp_path / "in").iterdir()} == {"g.pb", "g.gradblocks", "g.weights"}
    assert len(list((tmp_path / "in/g.weights").iterdir())) == 8
    assert blocks.Session(diagram).run(fetch=["A"])["A.result_output"].shape == (1025,)


def test_weights_are_moved_into_the_layers_that_read_them(tmp_path: Path) -> None:
    model = graph()
    add(model, "Placeholder", "x", dtype=FLOAT)
    for layer, before in (("one", "x"), ("two", "net/one/MatMul")):
        constant(model, f"{layer}/kernel", np.eye(2) * len(layer))
        add(model, "Identity", f"net/{layer}/MatMul/Read", f"{layer}/kernel", T=FLOAT)
        add(model, "MatMul", f"net/{layer}/MatMul", before, f"net/{layer}/MatMul/Read", T=FLOAT)
    constant(model, "shared/bias", [1.0, 2.0])
    add(model, "Relu", "net/two/Relu", "net/two/MatMul", T=FLOAT)
    add(model, "AddV2", "net/sum", "net/two/Relu", "shared/bias", T=FLOAT)
    add(model, "Mul", "y", "net/sum", "shared/bias", T=FLOAT)
    x = np.array([[1, 1]], np.float32)
    results: list[Any] = []
    for options in ([], ["--group-layers"]):
        _, diagram = convert(model, tmp_path, "--trainable", *options)
        session = blocks.Session(diagram)
        results.append(session.run(feed={"x": x})["y.result_z"].tolist())
    assert [*session.variables] == ["net/one/kernel", "net/two/kernel", "shared/bias"]
    assert {block.id for block in diagram.page("main").blocks} == {"x", "net", "shared", "y", "run"}
    assert results == [[[10, 22]], [[10, 22]]]


def test_items_of_a_list_are_gathered(tmp_path: Path) -> None:
    model = graph()
    add(model, "Placeholder", "x", dtype=FLOAT)
    for name, numbers in (("shape", [2]), ("which", [2, 0])):
        add(model, "Const", name, dtype=3, value=np.array(numbers, np.int32))
    add(model, "TensorListFromTensor", "list", "x", "shape", element_dtype=FLOAT, shape_type=3)
    add(model, "TensorListGather", "items", "list", "which", "shape", element_dtype=FLOAT)
    _, diagram = convert(model, tmp_path)
    found = blocks.Session(diagram).run(feed={"x": [[1, 2], [3, 4], [5, 6]]})
    assert found["items.result_output"].tolist() == [[5, 6], [1, 2]]


def test_what_only_one_branch_gives_is_not_fetched_in_each_step(tmp_path: Path) -> None:
    model = graph()
    add(model, "Placeholder", "x", dtype=FLOAT)
    add(model, "Placeholder", "yes", dtype=10)
    add(model, "Switch", "c/Switch", "yes", "yes", T=10)
    add(model, "Identity", "c/switch_t", "c/Switch:1", T=10)
    add(model, "Identity", "c/switch_f", "c/Switch", T=10)
    add(model, "Switch", "c/x", "x", "yes", T=FLOAT)
    add(model, "Square", "c/taken", "c/x:1", T=FLOAT)
    add(model, "Neg", "c/other", "c/x", T=FLOAT)
    add(model, "Merge", "c/Merge", "c/other", "c/taken", T=FLOAT)
    add(model, "Identity", "y", "c/Merge", T=FLOAT)
    _, diagram = convert(model, tmp_path)
    session = blocks.Session(diagram)
    assert [session.run(feed={"x": 3.0, "yes": yes})["y.result_output"] for yes in (True, False)] == [9, -3]


def _normalised(model: Any) -> None:
    """A layer with a weight and a bias of one number each, and a normalisation, as TensorFlow freezes them."""
    add(model, "Placeholder", "x", dtype=FLOAT)
    shapes = {"kernel": [[2.0]], "bias": [1.0], "gamma": [1.0], "beta": [0.5], "mean": [0.25], "variance": [4.0]}
    for name, array in shapes.items():
        constant(model, f"layer/{name}", array)
        add(model, "Identity", f"layer/{name}/read", f"layer/{name}", T=FLOAT)
    for name, array in (("epsilon", 0.001), ("offsets", [1.0, 2.0])):
        constant(model, f"layer/{name}", array)
    for op, name, *inputs in (
        ("MatMul", "mm", "x", "layer/kernel/read"), ("BiasAdd", "sum", "mm", "layer/bias/read"),
        ("AddV2", "wide", "layer/variance/read", "layer/epsilon"), ("Rsqrt", "root", "wide"),
        ("Mul", "scale", "root", "layer/gamma/read"), ("Mul", "scaled", "sum", "scale"),
        ("Mul", "moved", "layer/mean/read", "scale"), ("Sub", "shift", "layer/beta/read", "moved"),
        ("AddV2", "normal", "scaled", "shift"), ("AddV2", "y", "normal", "layer/offsets"),
    ):  # fmt: skip
        add(model, op, name, *inputs, T=FLOAT)


def test_what_was_a_variable_is_a_parameter_whatever_its_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = graph()
    _normalised(model)
    _, diagram = convert(model, tmp_path, "--trainable")
    want = ["layer/kernel", "layer/bias", "layer/gamma", "layer/beta"]
    assert sorted(blocks.Session(diagram).variables) == sorted(want)
    said = capsys.readouterr().err
    assert "layer/mean, layer/variance" in said and "not read as a weight): layer/offsets" in said
    _, diagram = convert(model, tmp_path, "--trainable", "--variables", "layer/b*")
    session = blocks.Session(diagram)
    trained = [each for each in session.elaboration.graph.nodes if each.type.variable and each.attrs["trainable"]]
    assert [each.block_name for each in trained] == ["layer/bias", "layer/beta"]
    options = ["--minimize", "y", "--learning-rate", "0.1", "--loss", "mean_squared_error"]
    assert convert(model, tmp_path)[0] == 0  # constants, of which the file says which are parameters
    assert main(["add-training", str(tmp_path / "g.gradblocks"), str(tmp_path / "t.gradblocks"), *options]) == 0
    assert sorted(blocks.Session(blocks.load(tmp_path / "t.gradblocks")).variables) == sorted(want)


def _two_signatures(folder: Path, op: str) -> Path:
    """A SavedModel with a variable and two signatures, the second of which computes something else with it."""
    model = graph()
    for signature, kind in (("serve", op), ("serving_default", "Square")):
        add(model, "Placeholder", f"{signature}_x", dtype=FLOAT)
        add(function(model, f"{signature}_function", ["a"], {"r": "result:y:0"}), kind, "result", "a", T=FLOAT)
        add(model, "PartitionedCall", f"{signature}_call", f"{signature}_x", f=f"{signature}_function")
    whole = schema.message("SavedModel")
    meta = whole.meta_graphs.add()
    meta.graph_def.CopyFrom(model)
    for key in ("serve", "serving_default"):
        signature = meta.signature_def[key]
        signature.inputs["x"].name, signature.inputs["x"].dtype = f"{key}_x:0".encode(), FLOAT
        signature.outputs["y"].name, signature.outputs["y"].dtype = f"{key}_call:0".encode(), FLOAT
    folder.mkdir()
    return Path(saved(whole, folder / "saved_model.pb")).parent


@pytest.mark.parametrize(("op", "pages"), [("Square", 1), ("Exp", 2)])
def test_the_default_signature_runs_and_an_equal_one_is_no_other_page(
    op: str, pages: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, target = _two_signatures(tmp_path / "m", op), tmp_path / "g.gradblocks"
    assert main(["convert", str(folder), str(target)]) == 0
    assert ("is the same as" in capsys.readouterr().err) == (pages == 1)
    assert [page.name for page in blocks.load(target).pages] == ["serving_default", "serve"][:pages]
    for each in (target, folder):  # a model runs as its diagram does
        assert main(["run", str(each), "--feed", "x=3.0"]) == 0
        result = capsys.readouterr()
        assert "9." in result.out and ("use --page" in result.err.lower()) == (pages == 2)
    assert main(["run", str(folder), "--quiet"]) == 1
    assert f"{folder}: page " in capsys.readouterr().err  # not the temporary file


def test_custom_gradients_that_are_not_carried_over_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = graph()
    add(model, "Placeholder", "x", dtype=FLOAT)
    inside = function(model, "inner", ["a"], {"r": "own:output:0"})
    add(inside, "Round", "round", "a", T=FLOAT)
    add(inside, "Identity", "own", "round:y:0", T=FLOAT).attr["_gradient_op_type"].s = b"CustomGradient-7"
    add(model, "PartitionedCall", "layer/call", "x", f="inner").attr["_gradient_op_type"].s = b"PartitionedCall-3"
    convert(model, tmp_path)
    said = capsys.readouterr().err
    assert "layer/own (CustomGradient-7)" in said and "PartitionedCall-3" not in said
