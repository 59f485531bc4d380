"""Examples of blocks that join, name and run the parts of a page, and of displays."""

from __future__ import annotations

from typing import NamedTuple

from blocks.document.data import Json

Blocks = dict[str, tuple[str, dict[str, Json]]]
"""Id to block type and values, in the order in which they are run."""

FLOATS: Json = ["DT_FLOAT"]


class Scene(NamedTuple):
    """Blocks, and their wires as text: ``x.output>y.x``, separated by spaces."""

    blocks: Blocks
    wires: str = ""


def const(value: Json, dtype: str = "") -> tuple[str, dict[str, Json]]:
    return "Const", {"val": value, **({"dtype": dtype} if dtype else {})}


def core() -> dict[str, Scene]:
    return {
        "Tensor": Scene({"t": ("Tensor", {"initvalues": [1, 2, 3]}), "x": ("Input", {})}, "t.output>x.initvalues"),
        "Input": Scene({"x": ("Input", {"initvalues": [1, 2, 3]}), "y": ("Square", {})}, "x.input>y.x"),
        "InputList": Scene(
            {
                "a": const([[1.0, 2.0]]),
                "b": const([[3.0, 4.0]]),
                "all": ("InputList", {}),
                "joined": ("Concat", {"axis": 0}),
            },
            "a.output>all.outputlist b.output>all.outputlist all.output>joined.values",
        ),
        "Operation": Scene(
            {
                "w": ("Variable", {"initvalues": 0.0}),
                "add": ("AssignAdd", {"value": 1.0}),
                "operation": ("Operation", {}),
                "session": ("ClientSession", {}),
            },
            "w.ref>add.ref add.output_ref>operation.operation operation.output>session.run_outputs"
            " w.ref>session.fetch_outputs",
        ),
        "Output": Scene(
            {"x": const([3.0, 1.0, 2.0]), "top": ("TopK", {"k": 2}), "places": ("Output", {"index": 1})},
            "x.output>top.input top.values>places.output",
        ),
        "Status": Scene(
            {"x": const(1.0), "session": ("ClientSession", {}), "status": ("Status", {})},
            "x.output>session.fetch_outputs session.status>status.status",
        ),
        "Scope": Scene(
            {"layer": ("Scope", {"name": "layer"}), "x": const([1.0, -2.0]), "y": ("Relu", {})},
            "x.output>y.features layer.scope>y.scope",
        ),
        "AddSymbolicGradients": Scene(
            {"x": const([1.0, 2.0, 3.0]), "loss": ("L2Loss", {}), "gradient": ("AddSymbolicGradients", {})},
            "x.output>loss.t loss.output>gradient.outputs x.output>gradient.inputs",
        ),
        "Minimize": Scene(
            {
                "w": ("Variable", {"initvalues": [3.0, -1.0]}),
                "loss": ("L2Loss", {}),
                "train": ("Minimize", {"learning_rate": 0.1, "optimizer": "Adam"}),
            },
            "w.ref>loss.t loss.output>train.loss",
        ),
        "GradientContract": Scene(
            {
                "w": ("Variable", {"initvalues": [1.0, 2.0]}),
                "teacher": ("Square", {}),
                "held": ("StopGradient", {}),
                "error": ("SquaredDifference", {}),
                "contract": ("GradientContract", {"why": "the teacher is given"}),
            },
            "w.ref>teacher.x teacher.y>held.input w.ref>error.x held.output>error.y error.z>contract.loss"
            " w.ref>contract.reaches teacher.y>contract.must_not_reach",
        ),
        "ClientSession Input_Initializer FeedType Placeholder": Scene(
            {
                "x": ("Placeholder", {"dtype": "DT_FLOAT", "shape": [3]}),
                "y": ("Square", {}),
                "value": ("Input_Initializer", {"t": [1.0, 2.0, 3.0]}),
                "feed": ("FeedType", {}),
                "session": ("ClientSession", {}),
            },
            "x.output>y.x x.output>feed.input value.output>feed.initializer y.y>session.fetch_outputs"
            " feed.output>session.inputs",
        ),
        "NoOp": Scene(
            {"nothing": ("NoOp", {}), "session": ("ClientSession", {})}, "nothing.operation>session.run_outputs"
        ),
        "ControlTrigger": Scene(
            {"nothing": ("ControlTrigger", {}), "session": ("ClientSession", {})},
            "nothing.operation>session.run_outputs",
        ),
        "TemporaryVariable DestroyTemporaryVariable": Scene(
            {
                "t": ("TemporaryVariable", {"shape": [2], "dtype": "DT_FLOAT", "var_name": "sum"}),
                "set": ("Assign", {"value": [1.0, 2.0]}),
                "end": ("DestroyTemporaryVariable", {"var_name": "sum"}),
            },
            "t.ref>set.ref set.output_ref>end.ref",
        ),
    }


_MATRIX: Json = [[0.0, 0.5, 1.0], [0.5, 1.0, 0.5], [1.0, 0.5, 0.0]]
_SHOWN: dict[str, tuple[str, dict[str, Json]]] = {
    "NumberDisplay": const(3.1416),
    "TableDisplay": const(_MATRIX),
    "HeatMapDisplay": const(_MATRIX),
    "ImageDisplay": const(_MATRIX),
    "HistogramDisplay": ("RandomNormal", {"shape": [1000], "dtype": "DT_FLOAT"}),
    "TrendDisplay": ("RandomNormal", {"shape": [], "dtype": "DT_FLOAT"}),
    "ScatterDisplay": ("RandomNormal", {"shape": [200, 2], "dtype": "DT_FLOAT"}),
}
"""What the examples of the displays show."""


def displays() -> dict[str, Scene]:
    scenes = {
        name: Scene({"x": source, "shown": (name, {})}, "x.output>shown.input") for name, source in _SHOWN.items()
    }
    scenes["ConfusionMatrixDisplay"] = Scene(
        {
            "labels": const([0, 1, 2, 2, 1, 0, 2, 1]),
            "scores": const([[3.0, 1.0, 0.0], [0.0, 2.0, 1.0], [0.0, 2.0, 1.0], [1.0, 0.0, 4.0],
                             [0.0, 3.0, 1.0], [2.0, 0.0, 1.0], [0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]),
            "shown": ("ConfusionMatrixDisplay", {"classes": ["cat", "dog", "owl"]}),
        },
        "labels.output>shown.input scores.output>shown.predictions",
    )  # fmt: skip
    return scenes


def composites() -> dict[str, Scene]:
    """Return the composites that the blocks of `running` run, by name."""
    x: Blocks = {"x": ("InputPin", {})}
    return {
        "Half": Scene(
            {**x, "half": ("Multiply", {"y": 0.5}), "out": ("OutputPin", {"name": "x"})},
            "x.output>half.x half.z>out.input",
        ),
        "Square": Scene(
            {**x, "square": ("Square", {}), "out": ("OutputPin", {"name": "x"})}, "x.output>square.x square.y>out.input"
        ),
        "Large": Scene(
            {**x, "large": ("Greater", {"y": 1.0}), "out": ("OutputPin", {"name": "is_large"})},
            "x.output>large.x large.z>out.input",
        ),
        "Roots": Scene(
            {**x, "root": ("Sqrt", {}), "out": ("OutputPin", {"name": "root"})}, "x.output>root.x root.y>out.input"
        ),
        "Total": Scene(
            {**x, "total": ("InputPin", {}), "sum": ("Add", {}), "out": ("OutputPin", {"name": "total"})},
            "x.output>sum.x total.output>sum.y sum.z>out.input",
        ),
    }


def running() -> dict[str, Scene]:
    """Return examples of the blocks that need composites."""
    x, each = const(8.0), const([1.0, 4.0, 9.0])
    instance = Scene({"x": x, "half": (":Half", {})}, "x.output>half.x")
    return {
        "Abort": Scene(
            {"x": x, "never": ("Abort", {"error_msg": "stop"}), "session": ("ClientSession", {})},
            "x.output>session.fetch_outputs",
        ),
        "InputPin": instance,
        "OutputPin": instance,
        "Repeat": Scene({"x": x, "halves": ("Repeat", {"body": ":Half", "times": 3})}, "x.output>halves.x"),
        "Map": Scene({"x": each, "roots": ("Map", {"body": ":Roots", "over": ["x"]})}, "x.output>roots.x"),
        "Scan": Scene(
            {"x": each, "zero": const(0.0), "sums": ("Scan", {"body": ":Total", "over": ["x"]})},
            "x.output>sums.x zero.output>sums.total",
        ),
        "While": Scene({"x": x, "halves": ("While", {"condition": ":Large", "body": ":Half"})}, "x.output>halves.x"),
        "Cond": Scene(
            {"x": x, "is_large": ("Greater", {"y": 1.0}), "smaller": ("Cond", {"then": ":Half", "else": ":Square"})},
            "x.output>is_large.x is_large.z>smaller.predicate x.output>smaller.x",
        ),
    }
