"""Write the pages in ``saved/``: pages of enuSpace's form whose result pins hold what TensorFlow computed.

``python -m tests.interchange.enuspace.make_saved`` needs TensorFlow, which the tests themselves do not. The pages are
ours; those that the original program saved are not part of the project.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.interchange.enuspace.pages import pin, text, use, wire, write_page

SAVED = Path(__file__).with_name("saved")
KINDS = {"float64": "double", "float32": "float", "int32": "int", "bool": "bool"}
_IN_TEXT = 100  # more elements than that are saved in the file beside the page


class SavedPage:
    """A page under construction, with the numbers that its blocks showed when it was saved."""

    def __init__(self, name: str, braces: bool = False) -> None:
        """Begin a page; ``braces`` is how the later generation (4.x) writes lists."""
        self._name = name
        self._braces = braces
        self._items: list[str] = []
        self._data = b""
        self._count = 0

    def block(self, name: str, kind: str, values: Mapping[str, Any], results: Mapping[str, Any]) -> None:
        """A block; texts are typed in, arrays are saved with their shape, and so are results [any shape]."""
        pins = [self._pin(key, value) for key, value in values.items()]
        pins += [self._pin(f"result_{key}", value) for key, value in results.items()]
        at = (200.0 * (self._count % 5), 160.0 * (self._count // 5))
        self._count += 1
        self._items.append(use(name, kind, *pins, at=at))

    def wires(self, *ends: str) -> None:
        """Wires, each as ``"A.output > B.x"``."""
        self._items += [wire(*each.split(" > ")) for each in ends]

    def add(self, *items: str) -> None:
        """Other elements, as they stand in the file."""
        self._items += items

    def write(self) -> None:
        """Write the page, and its data where it has large arrays."""
        write_page(SAVED, self._items, f"{self._name}.svg")
        if self._data:
            (SAVED / f"{self._name}.dat").write_bytes(self._data)

    def _pin(self, name: str, value: Any) -> str:
        if isinstance(value, str):
            return pin(name, value, v4=self._braces)
        array = np.asarray(value)
        kind = KINDS[array.dtype.name]
        shape = "".join(f"[{size}]" for size in array.shape)
        if array.size > _IN_TEXT:
            position = len(self._data)
            self._data += array.astype(array.dtype.newbyteorder("<")).tobytes()
            return pin(name, "", kind, shape, at=position, v4=self._braces)
        form = ("%g" if self._braces else "%.6f") if array.dtype.kind == "f" else "%d"
        numbers = [form % number for number in array.ravel()]
        listed = "{" + ",".join(numbers) + "}" if self._braces and array.ndim else ";".join(numbers)
        return pin(name, listed, kind, shape, v4=self._braces)


def trend(name: str, series: Mapping[str, str]) -> str:
    """A trend whose series show elements of results."""
    inner = "".join(
        f'<pg-trendseries id="{title}" variable="{variable}"></pg-trendseries>' for title, variable in series.items()
    )
    return (
        f'<pg-trend id="{name}" transform="translate(900.00,40.00) rotate(0.00)" x="0" y="0" width="300" height="200"'
        f' duration="60" yview-min="0" yview-max="2">{inner}</pg-trend>'
    )


def heat_map(name: str) -> str:
    """A heat map of 7 x 7 cells, filled by the script of the page."""
    return (
        f'<pg-trend-contour id="{name}" transform="translate(900.00,300.00) rotate(90.00)" x="0" y="0" width="70"'
        f' height="70" subdivision="7,7" minElevation="-1" maxElevation="1"></pg-trend-contour>'
    )


def line_fit(tf: Any) -> None:
    """A line through five points, its slope by the gradient block and Assign: 28 steps in double precision."""
    x, y, w = np.arange(1.0, 6.0), 2.5 * np.arange(1.0, 6.0), tf.Variable([40.0], dtype=tf.float64)

    def train() -> Sequence[Any]:
        with tf.GradientTape() as tape:
            product = x * w
            error = product - y
            square = error * error
            cost = tf.reduce_mean(square, axis=0, keepdims=True)
        step = 0.01 * tape.gradient(cost, w)
        w.assign(w - step)
        return product, error, square, cost, step

    for _ in range(27):
        train()
    before = w.numpy()
    product, error, square, cost, step = train()
    page = SavedPage("line_fit")
    page.block(
        "ID_X", "Variable", {"initvalues": "{1.0,2.0,3.0,4.0,5.0}", "dtype": "DT_DOUBLE", "shape": "{5}"}, {"ref": x}
    )
    page.block(
        "ID_Y", "Variable", {"initvalues": "{2.5,5.0,7.5,10.0,12.5}", "dtype": "DT_DOUBLE", "shape": "{5}"}, {"ref": y}
    )
    page.block("ID_W", "Variable", {"initvalues": "{40}", "dtype": "DT_DOUBLE", "shape": "{1}"}, {"ref": before})
    page.block("ID_HYPO", "Multiply", {"x": "", "y": ""}, {"z": product})
    page.block("ID_ERROR", "Subtract", {"x": "", "y": ""}, {"z": error})
    page.block("ID_SQUARE", "Square", {"x": ""}, {"y": square})
    page.block("ID_COST", "Mean", {"input": "", "axis": "0", "attrs": "keep_dims_ =true;"}, {"output": cost})
    page.block("ID_GRAD", "AddSymbolicGradients", {"outputs": "", "inputs": "", "grad_outputs": ""}, {})
    page.block("ID_STEP", "Multiply", {"x": "0.01", "y": ""}, {"z": step})
    page.block("ID_NEW", "Subtract", {"x": "", "y": ""}, {"z": w})
    page.block("ID_ASSIGN", "Assign", {"ref": "", "value": "", "attrs": "validate_shape_ = true;"}, {"output_ref": w})
    page.block("ID_RUN", "ClientSession", {"device": "/cpu:0", "SHOW_DEBUG": "TRUE"}, {})
    page.wires(
        "ID_X.ref > ID_HYPO.x", "ID_W.ref > ID_HYPO.y", "ID_HYPO.z > ID_ERROR.x", "ID_Y.ref > ID_ERROR.y",
        "ID_ERROR.z > ID_SQUARE.x", "ID_SQUARE.y > ID_COST.input", "ID_COST.output > ID_GRAD.outputs",
        "ID_W.ref > ID_GRAD.inputs", "ID_GRAD.grad_outputs[0] > ID_STEP.y", "ID_W.ref > ID_NEW.x",
        "ID_STEP.z > ID_NEW.y", "ID_NEW.z > ID_ASSIGN.value", "ID_W.ref > ID_ASSIGN.ref",
        "ID_COST.output > ID_RUN.fetch_outputs", "ID_ASSIGN.output_ref > ID_RUN.fetch_outputs",
    )  # fmt: skip
    page.add(text("The slope\nof a line", (40, -60)))
    page.write()


def two_layers(tf: Any) -> None:
    """Two layers learn exclusive or by momentum: 11 steps in single precision, in the form of generation 4."""
    inputs = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.float32)
    wanted = np.array([[0], [1], [1], [0]], np.float32)
    first = tf.Variable([[0.5, -0.25, 0.75], [-0.5, 0.625, 0.125]])
    second = tf.Variable([[0.25], [0.5], [-0.75]])
    slots = [np.zeros((2, 3), np.float32), np.zeros((3, 1), np.float32)]

    def train() -> Sequence[Any]:
        with tf.GradientTape() as tape:
            sums = tf.matmul(inputs, first)
            hidden = tf.tanh(sums)
            scores = tf.matmul(hidden, second)
            output = tf.sigmoid(scores)
            error = output - wanted
            cost = tf.nn.l2_loss(error)
        gradients = tape.gradient(cost, [first, second])
        for variable, slot, gradient in zip((first, second), slots, gradients, strict=True):
            slot[:] = 0.9 * slot + gradient.numpy()
            variable.assign_sub(0.5 * slot)
        return sums, hidden, scores, output, error, cost

    for _ in range(10):
        train()
    before = [first.numpy(), second.numpy(), *(slot.copy() for slot in slots)]
    sums, hidden, scores, output, error, cost = train()
    page = SavedPage("two_layers", braces=True)
    page.block("ID_IN", "Const_ex", {"val": inputs, "dtype": "DT_FLOAT"}, {"output": inputs})
    page.block("ID_WANT", "Const_ex", {"val": wanted, "dtype": "DT_FLOAT"}, {"output": wanted})
    starts = {
        "ID_W1": ("{{0.5f,-0.25f,0.75f},{-0.5f,0.625f,0.125f}}", "{2,3}"),
        "ID_W2": ("{{0.25f},{0.5f},{-0.75f}}", "{3,1}"),
        "ID_M1": ("{{0.0f,0.0f,0.0f},{0.0f,0.0f,0.0f}}", "{2,3}"), "ID_M2": ("{{0.0f},{0.0f},{0.0f}}", "{3,1}"),
    }  # fmt: skip
    for (name, (start, shape)), value in zip(starts.items(), before, strict=True):
        page.block(name, "Variable", {"initvalues": start, "shape": shape, "dtype": "DT_FLOAT"}, {"ref": value})
    page.block("ID_SUM1", "MatMul", {"a": "", "b": "", "attrs": "transpose_a_ = false;"}, {"product": sums})
    page.block("ID_TANH", "Tanh", {"x": ""}, {"y": hidden})
    page.block("ID_SUM2", "MatMul", {"a": "", "b": ""}, {"product": scores})
    page.block("ID_OUT", "Sigmoid", {"x": ""}, {"y": output})
    page.block("ID_ERROR", "Subtract", {"x": "", "y": ""}, {"z": error})
    page.block("ID_COST", "L2Loss", {"t": ""}, {"output": cost})
    page.block("ID_GRAD", "AddSymbolicGradients", {"outputs": "", "inputs": "", "grad_outputs": ""}, {})
    rate, momentum = np.float32(0.5), np.float32(0.9)
    page.block("ID_RATE", "Const", {"val": rate}, {"output": rate})
    page.block("ID_KEEP", "Const", {"val": momentum}, {"output": momentum})
    page.block("ID_APPLY1", "ApplyMomentum", {"attrs": "use_locking_ = false;"}, {"out": first})
    page.block("ID_APPLY2", "ApplyMomentum", {"attrs": "use_locking_ = false;"}, {"out": second})
    page.block("ID_RUN", "ClientSession", {"device": "/cpu:0"}, {})
    page.wires(
        "ID_IN.output > ID_SUM1.a", "ID_W1.ref > ID_SUM1.b", "ID_SUM1.product > ID_TANH.x", "ID_TANH.y > ID_SUM2.a",
        "ID_W2.ref > ID_SUM2.b", "ID_SUM2.product > ID_OUT.x", "ID_OUT.y > ID_ERROR.x", "ID_WANT.output > ID_ERROR.y",
        "ID_ERROR.z > ID_COST.t", "ID_COST.output > ID_GRAD.outputs", "ID_W1.ref > ID_GRAD.inputs",
        "ID_W2.ref > ID_GRAD.inputs",
        *(wire for layer in "12" for wire in (
            f"ID_W{layer}.ref > ID_APPLY{layer}.var", f"ID_M{layer}.ref > ID_APPLY{layer}.accum",
            f"ID_RATE.output > ID_APPLY{layer}.lr", f"ID_GRAD.grad_outputs[{int(layer) - 1}] > ID_APPLY{layer}.grad",
            f"ID_KEEP.output > ID_APPLY{layer}.momentum", f"ID_APPLY{layer}.out > ID_RUN.fetch_outputs")),
        "ID_COST.output > ID_RUN.fetch_outputs",
    )  # fmt: skip
    page.add(
        trend(
            "ID_TREND",
            {"zero": "ID_OUT.result_y[0][0]", "one": "ID_OUT.result_y[1][0]", "cost": "ID_COST.result_output"},
        )
    )
    page.write()


def one_hot(tf: Any) -> None:
    """Thirty classes as rows of twelve: a result of integers that is saved in binary."""
    classes = np.arange(30, dtype=np.int32) * 7 % 12
    page = SavedPage("one_hot")
    page.block("ID_RUN", "ClientSession", {"device": "/gpu:0", "SHOW_DEBUG": "TRUE"}, {})
    literals = {"indices": "", "depth": "12", "on_value": "1", "off_value": "0", "attrs": "axis_=-1"}
    page.block("ID_HOT", "OneHot", literals, {"output": tf.one_hot(classes, 12, 1, 0, dtype=tf.int32)})
    page.block("ID_CLASSES", "Const", {"val": classes}, {"output": classes})
    page.wires("ID_HOT.output > ID_RUN.fetch_outputs", "ID_CLASSES.output > ID_HOT.indices")
    page.write()


def softmax_batch(tf: Any) -> None:
    """A step of a softmax regression on 30 pictures of 7 x 7 dots: large variables in binary, heat maps by script."""
    rng = np.random.default_rng(20261123)
    pictures = rng.random((30, 49)).astype(np.float32)
    labels = np.eye(4, dtype=np.float32)[rng.integers(0, 4, 30)]
    weights = (0.25 * rng.standard_normal((4, 49))).astype(np.float32)
    bias = np.array([0.125, -0.25, 0.5, 0.0], np.float32)
    w, b = tf.Variable(weights), tf.Variable(bias)
    with tf.GradientTape() as tape:
        product = tf.matmul(pictures, w, transpose_b=True)
        logits = product + b
        loss = tf.nn.softmax_cross_entropy_with_logits(labels, logits)
        cost = tf.reduce_mean(loss, axis=0)
    by_w, by_b = tape.gradient(cost, [w, b])
    after = w - 0.5 * by_w, b - 0.5 * by_b
    page = SavedPage("softmax_batch")
    page.block("ID_IMAGE", "Variable", {"initvalues": pictures}, {"ref": pictures})
    page.block("ID_LABEL", "Const", {"val": labels}, {"output": labels})
    page.block("ID_W", "Variable", {"initvalues": weights}, {"ref": weights})
    page.block("ID_B", "Variable", {"initvalues": bias}, {"ref": bias})
    page.block("ID_SUM", "MatMul", {"attrs": "transpose_a_=false;transpose_b_ = true"}, {"product": product})
    page.block("ID_LOGITS", "Add", {"x": "", "y": ""}, {"z": logits})
    page.block("ID_LOSS", "SoftmaxCrossEntropyWithLogits", {"features": "", "labels": ""}, {"loss": loss})
    page.block("ID_COST", "Mean", {"input": "", "axis": "0"}, {"output": cost})
    page.block("ID_GRAD", "AddSymbolicGradients", {"outputs": "", "inputs": "", "grad_outputs": ""}, {})
    page.block("ID_RATE", "Const", {"val": np.float32(0.5)}, {"output": np.float32(0.5)})
    page.block("ID_NEW_W", "ApplyGradientDescent", {"attrs": "use_locking_ = false;"}, {"out": after[0]})
    page.block("ID_NEW_B", "ApplyGradientDescent", {"attrs": "use_locking_ = false;"}, {"out": after[1]})
    page.block("ID_RUN", "ClientSession", {"device": "/cpu:0"}, {})
    page.wires(
        "ID_IMAGE.ref > ID_SUM.a", "ID_W.ref > ID_SUM.b", "ID_SUM.product > ID_LOGITS.x", "ID_B.ref > ID_LOGITS.y",
        "ID_LOGITS.z > ID_LOSS.features", "ID_LABEL.output > ID_LOSS.labels", "ID_LOSS.loss > ID_COST.input",
        "ID_COST.output > ID_GRAD.outputs", "ID_W.ref > ID_GRAD.inputs", "ID_B.ref > ID_GRAD.inputs",
        "ID_W.ref > ID_NEW_W.var", "ID_B.ref > ID_NEW_B.var", "ID_RATE.output > ID_NEW_W.alpha",
        "ID_RATE.output > ID_NEW_B.alpha", "ID_GRAD.grad_outputs[0] > ID_NEW_W.delta",
        "ID_GRAD.grad_outputs[1] > ID_NEW_B.delta", "ID_NEW_W.out > ID_RUN.fetch_outputs",
        "ID_NEW_B.out > ID_RUN.fetch_outputs", "ID_COST.output > ID_RUN.fetch_outputs",
    )  # fmt: skip
    page.add(heat_map("ID_MAP0"), heat_map("ID_MAP2"), heat_map("ID_PICTURE"))
    cells = [
        ("ID_MAP0", "ID_W.result_ref[0]"),
        ("ID_MAP2", "ID_W.result_ref[2]"),
        ("ID_PICTURE", "ID_IMAGE.result_ref[5]"),
    ]
    fills = "\n".join(f"{display}.data[i][j] = {source}[i*7+j]" for display, source in cells)
    page.add(f"<script><![CDATA[function _ontask()\nfor i=0,6,1 do\nfor j=0,6,1 do\n{fills}\nend\nend\nend]]></script>")
    page.write()


def filters(tf: Any) -> None:
    """Filters, maxima and scores of one picture of 8 x 8 dots, with a text that shows the best score."""
    rng = np.random.default_rng(1123)
    picture = rng.standard_normal((1, 8, 8, 2)).astype(np.float32)
    kernel = rng.standard_normal((3, 3, 2, 4)).round(3).astype(np.float32)  # saved as text
    weights = rng.standard_normal((64, 3)).astype(np.float32)
    shape = np.array([1, 64], np.int32)
    convolved = tf.nn.conv2d(picture, kernel, 1, "SAME")
    positive = tf.nn.relu(convolved)
    pooled = tf.nn.max_pool2d(positive, 2, 2, "SAME")
    flat = tf.reshape(pooled, shape)
    scores = tf.matmul(flat, weights)
    page = SavedPage("filters")
    page.block("ID_PICTURE", "Const", {"val": picture}, {"output": picture})
    page.block("ID_KERNEL", "Variable", {"initvalues": kernel}, {"ref": kernel})
    page.block("ID_WEIGHTS", "Variable", {"initvalues": weights}, {"ref": weights})
    page.block(
        "ID_CONV",
        "Conv2D",
        {"strides": "{1,1,1,1}", "padding": "SAME", "attrs": "use_cudnn_on_gpu_=false;"},
        {"output": convolved},
    )
    page.block("ID_RELU", "Relu", {"features": ""}, {"activations": positive})
    pooling = {"ksize": "{1,2,2,1}", "strides": "{1,2,2,1}", "padding": "SAME"}
    page.block("ID_POOL", "MaxPool", pooling, {"output": pooled})
    page.block("ID_FLAT", "Reshape", {"shape": "{1,64}"}, {"output": flat})
    page.block("ID_SCORE", "MatMul", {}, {"product": scores})
    page.block("ID_BEST", "Max", {"input": "", "axis": "1"}, {"output": tf.reduce_max(scores, 1)})
    page.block("ID_RUN", "ClientSession", {"device": "/cpu:0"}, {})
    page.wires(
        "ID_PICTURE.output > ID_CONV.input", "ID_KERNEL.ref > ID_CONV.filter", "ID_CONV.output > ID_RELU.features",
        "ID_RELU.activations > ID_POOL.input", "ID_POOL.output > ID_FLAT.tensor", "ID_FLAT.output > ID_SCORE.a",
        "ID_WEIGHTS.ref > ID_SCORE.b", "ID_SCORE.product > ID_BEST.input", "ID_BEST.output > ID_RUN.fetch_outputs",
    )  # fmt: skip
    page.add(text("0.0", (900, 40), script='text = string.format("%4.4f", ID_BEST.result_output[0])'))
    page.write()


def main(pages: Sequence[Any] = (line_fit, two_layers, one_hot, softmax_batch, filters)) -> None:
    """Write all pages."""
    import tensorflow as tf  # pyright: ignore[reportMissingImports, reportMissingModuleSource]

    SAVED.mkdir(exist_ok=True)
    for page in pages:
        page(tf)


if __name__ == "__main__":
    main()
