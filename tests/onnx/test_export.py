"""What is exported of a page, under which names, and what is said about the rest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.document.data import id_fault, name_fault
from blocks.document.file import load, loads
from blocks.document.model import Diagram
from blocks.interchange.export_onnx import to_onnx
from blocks.run.session import Session
from tests.run.test_loops import counting_loop

pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra `test` brings it")

EXAMPLES = Path(__file__).parents[2] / "assets" / "examples"


def diagram_of(blocks: Sequence[dict[str, Any]], *wires: str) -> Diagram:
    content = {"name": "main", "blocks": blocks, "wires": [wire.split(" > ") for wire in wires]}
    return loads(json.dumps({"format": "gradblocks/1", "title": "T", "pages": [content]}))


def block(id: str, type: str, **values: Any) -> dict[str, Any]:
    return {"id": id, "type": type, "at": [0, 0], "values": values}


def linear(*more: dict[str, Any], wires: Sequence[str] = ()) -> Diagram:
    """y = x w, for any number of rows."""
    return diagram_of(
        [
            block("x", "Placeholder", dtype="DT_FLOAT", shape=[None, 2]),
            block("w", "Variable", initvalues=[[3.0], [5.0]]),
            block("y", "MatMul"),
            *more,
        ],
        "x.output > y.a", "w.ref > y.b", *wires,
    )  # fmt: skip


def test_names_dtypes_and_shapes_are_those_of_the_page() -> None:
    from tests.onnx.running import checked, run

    exported = to_onnx(linear())
    model = checked(exported)
    assert (exported.inputs, exported.outputs) == (["x"], ["y.product"])
    [given] = model.graph.input
    sizes = given.type.tensor_type.shape.dim
    assert given.type.tensor_type.elem_type == 1  # float, as ONNX counts
    assert [size.HasField("dim_value") for size in sizes] == [False, True] and sizes[1].dim_value == 2
    assert [each.name for each in model.graph.initializer] == ["w"]
    assert (model.opset_import[0].version, model.ir_version) == (18, 8)
    for rows, wanted in (([[1.0, 2.0]], [[13.0]]), ([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [[3.0], [5.0], [8.0]])):
        assert run(exported, {"x": np.array(rows, np.float32)})["y.product"].tolist() == wanted
    assert exported.report == ["input: x, float32[?,2]", "output: y.product, float32[?,1]"]


def test_a_session_gives_the_values_that_it_has_learnt() -> None:
    from tests.onnx.running import run

    diagram = linear(block("new_w", "AssignAdd", value=[[1.0], [1.0]]), wires=["w.ref > new_w.ref"])
    session = Session(diagram)
    session.run(fetch=["new_w"], steps=2)
    given = {"x": np.array([[1.0, 2.0]], np.float32)}
    assert run(to_onnx(session), given)["y.product"].tolist() == [[19.0]]  # 5 + 2 * 7
    assert run(to_onnx(diagram), given)["y.product"].tolist() == [[13.0]]


def test_training_is_left_out_and_said() -> None:
    diagram = linear(
        block("loss", "L2Loss"),
        block("grad", "AddSymbolicGradients"),
        block("train", "ApplyGradientDescent", alpha=0.1),
        wires=["y.product > loss.t", "loss.output > grad.outputs", "w.ref > grad.inputs", "w.ref > train.var",
               "grad.grad_outputs[0] > train.delta"],
    )  # fmt: skip
    exported = to_onnx(diagram)
    assert exported.outputs == ["loss.output"]
    text = "left out: page 'main', block 'train': ApplyGradientDescent changes a variable, which is part of training"
    assert text in exported.report


def test_a_page_with_a_session_gives_what_it_fetches() -> None:
    diagram = linear(
        block("z", "Negate"), block("other", "Exp"), block("train", "AssignAdd", value=[[1.0], [1.0]]),
        block("s", "ClientSession"),
        wires=["y.product > z.x", "y.product > other.x", "w.ref > train.ref", "z.y > s.fetch_outputs",
               "train.output_ref > s.fetch_outputs"],
    )  # fmt: skip
    assert to_onnx(diagram).outputs == ["z.y"]


def test_stop_gradient_is_an_identity() -> None:
    from tests.onnx.running import checked

    model = checked(to_onnx(linear(block("sg", "StopGradient"), wires=["y.product > sg.input"])))
    assert [(node.op_type, list(node.output)) for node in model.graph.node][-1] == ("Identity", ["sg.output"])


def test_what_a_block_waits_for_is_left_out_unless_it_fails() -> None:
    from tests.onnx.running import run

    wires = ["nothing.operation > scope.control_dependencies", "scope.scope > z.scope", "y.product > z.x"]
    exported = to_onnx(linear(block("nothing", "NoOp"), block("scope", "Scope"), block("z", "Negate"), wires=wires))
    assert run(exported, {"x": np.array([[1.0, 2.0]], np.float32)})["z.y"].tolist() == [[-13.0]]
    fails = linear(block("nothing", "Abort"), block("scope", "Scope"), block("z", "Negate"), wires=wires)
    with pytest.raises(RunError, match=r"'nothing'.* this block cannot be exported to ONNX: Abort"):
        to_onnx(fails)


def test_what_is_needed_and_has_no_form_is_named() -> None:
    diagram = linear(
        block("noise", "RandomNormal", shape=[1], dtype="DT_FLOAT"), block("z", "Add"),
        wires=["y.product > z.x", "noise.output > z.y"],
    )  # fmt: skip
    with pytest.raises(RunError) as caught:
        to_onnx(diagram)
    [error] = caught.value.errors
    assert (error.page, error.block) == ("main", "noise")
    assert error.message == "this block cannot be exported to ONNX: RandomNormal draws random numbers"
    # What is not needed is only left out.
    exported = to_onnx(diagram, ["y"])
    assert exported.outputs == ["y.product"]
    assert "left out: page 'main', block 'noise': RandomNormal draws random numbers" in exported.report
    assert to_onnx(diagram, inputs=["noise"]).inputs == ["noise", "x"]


def test_what_comes_from_a_queue_can_be_an_input() -> None:
    from tests.onnx.running import run

    diagram = load(EXAMPLES / "digits_evaluation.gradblocks")
    with pytest.raises(RunError, match="reads or writes outside the step"):
        to_onnx(diagram)
    diagram = diagram_of(
        [block("q", "FIFOQueue", component_types=["DT_FLOAT"]),
         block("next", "QueueDequeue", component_types=["DT_FLOAT"]), block("y", "Square")],
        "q.handle > next.handle", "next.components[0] > y.x",
    )  # fmt: skip
    exported = to_onnx(diagram, ["y"], {"next.components[0]": (None,)})
    assert run(exported, {"next.components[0]": np.array([2.0, 3.0], np.float32)})["y.y"].tolist() == [4.0, 9.0]


@pytest.mark.parametrize(
    "name",
    ["a_times_b", "adversarial_example", "basic", "detached_target", "em_step", "gan_step", "gradient_descent",
     "gradient_descent_three_ways", "stable_softmax", "xor"],
)  # fmt: skip
def test_examples(name: str) -> None:
    from tests.onnx.running import checked, run

    session = Session(load(EXAMPLES / f"{name}.gradblocks"))
    exported = to_onnx(session)
    checked(exported)
    wanted = Session(load(EXAMPLES / f"{name}.gradblocks")).run()
    for output, value in run(exported, {}).items():
        element, _, pin = output.partition(".")
        expected = wanted[f"{element}.result_{pin}"]
        np.testing.assert_allclose(value, expected, rtol=2e-5, atol=1e-6, err_msg=output)


def test_too_much_for_one_file_is_refused_before_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    from blocks.compile.onnx import lower

    monkeypatch.setattr(lower, "LARGEST", 4)
    with pytest.raises(DiagramError, match="the limit of an ONNX file"):
        to_onnx(linear())


def test_names_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UsageError, match="'nothing'"):
        to_onnx(linear(), ["nothing"])
    with pytest.raises(UsageError, match="'nothing'"):
        to_onnx(linear(), inputs=["nothing"])


def test_an_input_needs_its_number_of_axes() -> None:
    diagram = diagram_of([block("x", "Placeholder", dtype="DT_FLOAT"), block("y", "Exp")], "x.output > y.x")
    with pytest.raises(DiagramError, match="needs a known number of axes") as caught:
        to_onnx(diagram)
    assert caught.value.block == "x"


def test_a_fault_of_the_page_is_that_of_the_model() -> None:
    diagram = linear(block("z", "MatMul"), wires=["y.product > z.a"])
    with pytest.raises(RunError) as caught:
        to_onnx(diagram, ["z"])
    assert caught.value.block == "z"
    assert any(line.startswith("left out: page 'main', block 'z'") for line in to_onnx(diagram).report)


def test_a_placeholder_with_a_default_need_not_be_given() -> None:
    from tests.onnx.running import checked, run

    diagram = diagram_of(
        [block("bias", "Variable", initvalues=[1.0, 2.0]), block("x", "PlaceholderWithDefault", shape=[2]),
         block("y", "Negate")],
        "bias.ref > x.input", "x.output > y.x",
    )  # fmt: skip
    exported = to_onnx(diagram)
    model = checked(exported)
    assert [each.name for each in model.graph.input] == ["x"] == [each.name for each in model.graph.initializer]
    assert exported.report[0] == "input: x, float32[2], optional"
    assert run(exported, {})["y.y"].tolist() == [-1, -2]
    assert run(exported, {"x": np.array([5.0, 7.0], np.float32)})["y.y"].tolist() == [-5, -7]


def forked(*more: dict[str, Any], wires: Sequence[str] = ()) -> Diagram:
    """``m = table[place] if p else -x``."""
    return diagram_of(
        [
            block("p", "Placeholder", dtype="DT_BOOL", shape=[]), block("x", "Placeholder", dtype="DT_INT32", shape=[]),
            block("fork", "Switch"), block("yes", "Gather", params=[10, 20, 30]), block("no", "Negate"),
            block("m", "Merge"), *more,
        ],
        "x.output > fork.data", "p.output > fork.pred", "fork.output_true > yes.indices", "fork.output_false > no.x",
        "no.y > m.inputs", "yes.output > m.inputs", *wires,
    )  # fmt: skip


def test_a_branch_is_an_if_that_computes_the_side_that_is_taken_alone() -> None:
    from tests.onnx.running import checked, run

    exported = to_onnx(forked(), ["m"])
    model = checked(exported)
    [each] = [node for node in model.graph.node if node.op_type == "If"]
    inner = {part.op_type for side in each.attribute for part in side.g.node}
    assert {"Gather", "Neg"} <= inner and not {"Gather", "Neg"} & {node.op_type for node in model.graph.node}
    # On the side that is not taken 9 lies outside of the table.
    for side, x, wanted, index in ((True, 2, 30, 1), (False, 9, -9, 0)):
        results = run(exported, {"p": np.array(side), "x": np.array(x, np.int32)})
        assert (results["m.output"], results["m.value_index"]) == (wanted, index)


@pytest.mark.parametrize("outer", [True, False])
@pytest.mark.parametrize("inner", [True, False])
def test_a_branch_inside_a_branch(outer: bool, inner: bool) -> None:
    from tests.onnx.running import checked, run

    more = [block("q", "Placeholder", dtype="DT_BOOL", shape=[]), block("second", "Switch"), block("a", "Square"),
            block("b", "Abs"), block("both", "Merge"), block("all", "Merge"), block("end", "Add", y=1)]  # fmt: skip
    wires = ["no.y > second.data", "q.output > second.pred", "second.output_true > a.x", "second.output_false > b.x",
             "a.y > both.inputs", "b.y > both.inputs", "both.output > all.inputs", "yes.output > all.inputs",
             "all.output > end.x"]  # fmt: skip
    diagram = forked(*more, wires=wires)
    exported = to_onnx(diagram, ["end"])
    checked(exported)
    given = {"p": np.array(outer), "q": np.array(inner), "x": np.array(2, np.int32)}
    wanted = Session(diagram).run(["end"], {name: value.item() for name, value in given.items()})
    assert run(exported, given)["end.z"] == wanted["end.result_z"] == (31 if outer else 5 if inner else 3)


def test_what_is_alive_on_one_side_only_and_loops_are_named() -> None:
    with pytest.raises(RunError, match="Negate has a value only if its branch is taken") as caught:
        to_onnx(forked(), ["no"])
    assert caught.value.errors[0].block == "no"
    page = Diagram().add_page("main")
    counting_loop(page, 3, fixed=False)
    with pytest.raises(RunError, match="part of a loop of single blocks") as caught:
        to_onnx(page, ["leave.output_false"])
    assert caught.value.errors[0].block == "i"


HOSTILE = ['"', "'", "\\", "a\nb", "a\rb", "\u2028", "\u202e", "</graph>", "{0}", "%s", "x" * 3000, "\x1b[31m",
           "é", "e\u0301", "𝐢𝐟", "\x7f", "a:0", "a/b", "../x", "Identity", "page", "y.product", "1", " "]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_names_and_titles_are_kept_letter_by_letter(text: str) -> None:
    from tests.onnx.running import checked, run

    content = {
        "name": text if name_fault(text) is None else "page",
        "blocks": [block(text, "Placeholder", dtype="DT_FLOAT", shape=[1]), block("_y", "Exp")],
        "wires": [[f"{text}.output", "_y.x"]],
        "notes": [{"at": [0, 0], "text": text}],
    }
    try:
        diagram = loads(json.dumps({"format": "gradblocks/1", "title": text, "pages": [content]}))
    except DiagramError:
        assert id_fault(text) is not None
        return
    exported = to_onnx(diagram)
    model = checked(exported)
    assert exported.inputs == [text] and model.graph.doc_string == content["name"]
    assert run(exported, {text: np.zeros(1, np.float32)})["_y.y"].tolist() == [1]


@pytest.mark.parametrize(
    ("dtype", "type_", "pin", "reason"),
    [
        ("DT_COMPLEX64", "Tanh", "x", "Tanh works on complex64"),
        ("DT_STRING", "EncodeBase64", "input", "an input that works on string"),
    ],
)
def test_what_runtimes_do_not_compute_is_refused_with_block_and_reason(
    dtype: str, type_: str, pin: str, reason: str
) -> None:
    page = diagram_of([block("x", "Placeholder", dtype=dtype, shape=[1]), block("y", type_)], f"x.output > y.{pin}")
    with pytest.raises(RunError) as caught:
        to_onnx(page, ["y"])
    assert f"this block cannot be exported to ONNX: {reason}" in [error.message for error in caught.value.errors]
    assert all(error.block and error.hint for error in caught.value.errors)


@pytest.mark.parametrize("name", ["em_step", "gan_step", "xor", "detached_target", "gradient_descent"])
def test_a_model_carries_no_initializer_that_nothing_reads(name: str) -> None:
    import onnx

    model = onnx.load_from_string(to_onnx(load(EXAMPLES / f"{name}.gradblocks").pages[0]).data)
    graph: Any = model.graph
    read = {each for node in graph.node for each in node.input} | {each.name for each in graph.output}
    assert graph.initializer
    assert [each.name for each in graph.initializer if each.name not in read] == []


def test_a_copy_of_a_variable_is_that_variable() -> None:
    """With an Identity between, onnxruntime's own changes to the model leave an operator without what it reads."""
    from tests.onnx.running import run

    diagram = diagram_of(
        [
            block("v", "Variable", initvalues=[4.0]),
            block("scale", "Variable", initvalues=[3.0]),
            block("read", "Identity"),
            block("root", "Rsqrt"),
            block("y", "Multiply"),
        ],
        "scale.ref > read.input", "v.ref > root.x", "root.y > y.x", "read.output > y.y",
    )  # fmt: skip
    assert run(to_onnx(diagram), {}, optimized=True)["y.z"].tolist() == [1.5]
    assert run(to_onnx(diagram, ["read"]), {}, optimized=True)["read.output"].tolist() == [3]


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("padding", ["SAME", "VALID", "EXPLICIT"])
def test_images_of_any_size_are_made_larger_and_convolved(padding: str, data_format: str) -> None:
    from tests.onnx.running import run

    is_last = data_format == "NHWC"
    size, steps = ([None, None, None, 2], [1, 2, 2, 1]) if is_last else ([None, 2, None, None], [1, 1, 2, 2])
    pads = {"explicit_paddings": [0, 0, 1, 1, 1, 0, 0, 0] if is_last else [0, 0, 0, 0, 1, 1, 1, 0]}
    layout = {"data_format": data_format, "strides": steps, "padding": padding} | (
        pads if padding == "EXPLICIT" else {}
    )
    numbers = np.random.default_rng(3)
    filter, images = numbers.normal(size=(3, 3, 4, 2)), numbers.normal(size=(2, 7, 8, 4))
    diagram = diagram_of(
        [
            block("images", "Placeholder", dtype="DT_FLOAT", shape=[None, *[4 if n == 2 else n for n in size[1:]]]),
            block("filter", "Variable", initvalues=filter.tolist()),
            block("small", "Conv2D", **layout),
            block("sizes", "Shape"),
            block("large", "Conv2DBackpropInput", **layout),
            block("again", "Conv2D", **layout),
        ],
        "images.output > small.input", "filter.ref > small.filter", "images.output > sizes.input",
        "sizes.output > large.input_sizes", "filter.ref > large.filter", "small.output > large.out_backprop",
        "large.output > again.input", "filter.ref > again.filter",
    )  # fmt: skip
    given = np.asarray(images if is_last else images.transpose(0, 3, 1, 2), np.float32)
    wanted = Session(diagram).run(feed={"images": given})
    for name, value in run(to_onnx(diagram, ["large", "again"]), {"images": given}).items():
        np.testing.assert_allclose(value, wanted[name.replace(".", ".result_")], rtol=1e-5, atol=1e-5)
