"""Writes ``models.zip``: models as TensorFlow and Keras write them, and what each of their nodes gives there.

``python -m tests.interchange.tensorflow.make_models`` with TensorFlow 2.21, which the project does not need otherwise.
In the archive lie the models in folders of their names, and ``NAME.npz`` for each: ``PAGE|in|KEY`` is what an input
was given, ``PAGE|PATH|PIN`` what a node gave; ``PAGE|result|KEY`` is what the signature gave when TensorFlow ran the
model itself.
"""

# TensorFlow is not there where this is checked.
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from blocks.interchange.tensorflow import convert, schema
from blocks.interchange.tensorflow.convert import GraphImporter
from blocks.interchange.tensorflow.custom_gradients import SavedGradients
from blocks.interchange.tensorflow.files import read_model
from blocks.interchange.tensorflow.operations import Operation
from blocks.interchange.tensorflow.translation import Translation

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
tf: Any = import_module("tensorflow")
keras: Any = import_module("keras")
tf1: Any = tf.compat.v1
layers: Any = keras.layers
HOME = Path(__file__).parent
INPUTS = {"n": np.int32(4)}


def frozen_mlp(path: Path) -> None:
    model = keras.Sequential(
        [keras.Input((40,)), layers.Dense(30, activation="relu"), layers.Dense(30), layers.Dense(3)]
    )
    freeze = import_module("tensorflow.python.framework.convert_to_constants").convert_variables_to_constants_v2
    function = tf.function(model).get_concrete_function(tf.TensorSpec([None, 40], name="x"))
    path.mkdir()
    (path / "graph.pb").write_bytes(freeze(function).graph.as_graph_def().SerializeToString())


def cnn(path: Path) -> None:
    keras.Sequential(
        [
            keras.Input((8, 8, 3)), layers.Conv2D(4, 3, padding="same"), layers.BatchNormalization(), layers.ReLU(),
            layers.MaxPooling2D(), layers.DepthwiseConv2D(3), layers.LayerNormalization(), layers.Activation("gelu"),
            layers.GlobalAveragePooling2D(), layers.Dropout(0.2), layers.Dense(4, activation="softmax"),
        ]
    ).export(str(path), verbose=False)  # fmt: skip


def recurrent(path: Path) -> None:
    keras.Sequential(
        [keras.Input((6, 4)), layers.LSTM(5, return_sequences=True), layers.GRU(3, go_backwards=True), layers.Dense(2)]
    ).export(str(path), verbose=False)


def attention(path: Path) -> None:
    words = keras.Input((7,), dtype="int32")
    x = layers.Embedding(20, 8)(words)
    x = layers.LayerNormalization()(layers.Add()([x, layers.MultiHeadAttention(2, 4)(x, x)]))
    y = layers.Dense(3)(layers.GlobalAveragePooling1D()(x))
    keras.Model(words, y).export(str(path), verbose=False)


def module(path: Path) -> None:
    class Linear(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w = tf.Variable(tf.random.stateless_normal([3, 2], [1, 2]), name="w")
            self.b = tf.Variable(tf.zeros([2]), name="b")
            self.m = tf.Variable(tf.zeros([3, 2]), name="m", trainable=False)
            self.step = tf.Variable(0, dtype=tf.int64, name="step", trainable=False)

        def predict(self, x: Any) -> Any:
            return {"y": tf.nn.relu(x @ self.w + self.b)}

        def train(self, x: Any, y: Any) -> Any:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(x @ self.w + self.b - y))
            dw, db = tape.gradient(loss, [self.w, self.b])
            self.m.assign(0.9 * self.m + dw)
            self.w.assign_sub(0.1 * self.m)
            self.b.assign_sub(0.1 * db)
            self.step.assign_add(1)
            return {"loss": loss, "step": self.step.read_value()}

        def flow(self, n: Any, x: Any) -> Any:
            _, x = tf.while_loop(lambda i, _: i < n, lambda i, x: (i + 1, x * 1.5 + self.b + 1.0), [0, x])
            y = tf.cond(tf.reduce_sum(x) > 10.0, lambda: tf.sqrt(tf.abs(x)), lambda: x @ self.w[:2])
            return {"x": x, "y": y}

        @tf.function
        def helper(self, x: Any) -> Any:
            return tf.tanh(x @ self.w[:2])

        def twice(self, x: Any) -> Any:
            return {"o": self.helper(self.helper(x))}

    linear = Linear()
    x, y = (tf.TensorSpec([None, size], tf.float32, name) for size, name in ((3, "x"), (2, "y")))
    row, count = tf.TensorSpec([1, 2], tf.float32, "x"), tf.TensorSpec([], tf.int32, "n")
    signatures = {
        "serving_default": tf.function(linear.predict, [x]),
        "train": tf.function(linear.train, [x, y]),
        "flow": tf.function(linear.flow, [count, row]),
        "twice": tf.function(linear.twice, [row]),
    }
    tf.saved_model.save(linear, str(path), signatures=signatures)


def adam(path: Path) -> None:
    class Trained(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = keras.Sequential([keras.Input((4,)), layers.Dense(5, activation="tanh"), layers.Dense(3)])
            self.optimizer = keras.optimizers.Adam(0.01)
            self.optimizer.build(self.model.trainable_variables)

        def train(self, x: Any, labels: Any) -> Any:
            with tf.GradientTape() as tape:
                logits = self.model(x)
                loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
            weights = self.model.trainable_variables
            self.optimizer.apply(tape.gradient(loss, weights), weights)
            return {"loss": loss}

    trained = Trained()
    specs = [tf.TensorSpec([8, 4], tf.float32, "x"), tf.TensorSpec([8], tf.int32, "labels")]
    tf.saved_model.save(trained, str(path), signatures={"train": tf.function(trained.train, specs)})


def loop_gradients(path: Path) -> None:
    class Recurrent(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w = tf.Variable(np.random.default_rng(0).normal(scale=0.5, size=(3, 3)).astype(np.float32))

        def train(self, xs: Any) -> Any:
            with tf.GradientTape() as tape:
                h, kept = tf.zeros([1, 3]), tf.TensorArray(tf.float32, 5)
                for i in tf.range(5):
                    h = tf.tanh(h @ self.w + xs[i])
                    kept = kept.write(i, h)
                loss = tf.reduce_sum(kept.stack() ** 2)
            by_w = tape.gradient(loss, self.w)
            self.w.assign_sub(0.1 * by_w)
            return {"loss": loss, "by_w": by_w}

        def grown(self, x: Any) -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x
                while tf.reduce_sum(y) < 10.0:
                    y = tf.abs(y) * 1.5 + tf.sin(y) ** 2 + 0.1
                loss = tf.reduce_sum(y)
            return {"loss": loss, "by_x": tape.gradient(loss, x)}

    recurrent = Recurrent()
    specs = {"train": tf.TensorSpec([5, 3], tf.float32, "xs"), "grown": tf.TensorSpec([None, 2], tf.float32, "x")}
    signatures = {name: tf.function(getattr(recurrent, name), [spec]) for name, spec in specs.items()}
    tf.saved_model.save(recurrent, str(path), signatures=signatures)


def version_1(path: Path) -> None:
    tf1.disable_control_flow_v2()
    with tf.Graph().as_default(), tf1.Session() as session:
        x = tf1.placeholder(tf.float32, [None, 4], "x")
        with tf1.variable_scope("layer"):
            start = tf1.random_normal_initializer(seed=3)
            w = tf1.get_variable("w", [4, 4], initializer=start, use_resource=False)
            b = tf1.get_variable("b", [4], initializer=tf1.zeros_initializer(), use_resource=True)
            h = tf.nn.relu(tf.matmul(x, w) + b)
        _, y = tf1.while_loop(lambda i, _: i < 5, lambda i, h: (i + 1, tf.tanh(tf.matmul(h, w))), [0, h], name="loop")
        y = tf1.cond(tf.reduce_sum(y) > 0, lambda: y * 2.0, lambda: y - 1.0, name="branch")
        tf.reduce_mean(tf.square(y), name="out")
        loss = tf.reduce_mean(tf.square(h), name="loss")
        tf1.train.MomentumOptimizer(0.1, 0.9).minimize(loss, name="train")
        saver = tf1.train.Saver()
        session.run(tf1.global_variables_initializer())
        saver.save(session, str(path / "model"), write_meta_graph=False)
        tf.io.write_graph(session.graph, str(path), "graph.pb", as_text=False)
        tf.io.write_graph(session.graph, str(path), "graph.pbtxt")
    tf1.enable_control_flow_v2()


def version_1_arrays(path: Path) -> None:
    """Loops that fill and read tensor arrays, frozen: what a recurrent network of TensorFlow 1 is."""
    tf1.disable_control_flow_v2()
    with tf.Graph().as_default() as graph, tf1.Session() as session:
        x = tf1.placeholder(tf.float32, [None, 5, 3], "x")
        steps = tf1.placeholder(tf.int32, [], "n")
        w, u = (tf1.get_variable(each, [size, 8], initializer=seeded(each)) for each, size in (("w", 3), ("u", 4)))
        items = tf.TensorArray(tf.float32, 5).unstack(tf.transpose(x, [1, 0, 2]))

        def cell(t: Any, h: Any, written: Any) -> Any:
            gate, new = tf.split(items.read(t) @ w + h @ u, 2, 1)
            h = tf1.cond(tf.reduce_sum(h) > 3.0, lambda: tf.sigmoid(gate) * h, lambda: tf.sigmoid(gate) * tf.tanh(new))
            return t + 1, h, written.write(t, h)

        start = [0, tf.zeros([tf.shape(x)[0], 4]), tf.TensorArray(tf.float32, 5)]
        _, h, written = tf1.while_loop(lambda t, *_: t < 5, cell, start, name="cells")
        ys = tf.transpose(written.stack(), [1, 0, 2], name="ys")

        def times(i: Any, h: Any) -> Any:
            _, h = tf1.while_loop(lambda j, _: j < 2, lambda j, h: (j + 1, tf.sin(h) * 1.5), [0, h], name="inner")
            return i + 1, h + 0.1

        _, h = tf1.while_loop(lambda i, _: i < steps, times, [0, h], name="outer")
        _, grown = tf1.while_loop(
            lambda i, _: i < 3, lambda i, g: (i + 1, tf.concat([g, g[-1:] * 0.5], 0)), [0, h],
            shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, 4])], name="grow",
        )  # fmt: skip
        tf.identity(grown, "grown")
        total = tf.foldl(lambda a, each: a * 0.5 + each, tf.transpose(x, [1, 0, 2]), name="fold")
        tf.identity(total, "total")
        session.run(tf1.global_variables_initializer())
        frozen = tf1.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["ys", "grown", "total"])
        given = np.random.default_rng(7).normal(size=[2, 5, 3]).astype(np.float32)
        gradients = session.run(tf1.gradients(tf.reduce_sum(tf.square(ys)), [w, u]), {x: given})
    path.mkdir()
    (path / "graph.pb").write_bytes(frozen.SerializeToString())
    np.savez(path / "gradients.npz", x=given, w=gradients[0], u=gradients[1])
    tf1.enable_control_flow_v2()


def seeded(name: str) -> Any:
    """First values that are the same each time."""
    return tf1.random_normal_initializer(seed=len(name) + ord(name[0]))


def frozen_recurrent(path: Path) -> None:
    """Recurrent layers of Keras, frozen: the functions of their loops are taken apart."""
    model = keras.Sequential(
        [
            keras.Input((6, 4)), layers.Bidirectional(layers.LSTM(3, return_sequences=True)), layers.GRU(4),
            layers.Dense(2),
        ]
    )  # fmt: skip
    freeze = import_module("tensorflow.python.framework.convert_to_constants").convert_variables_to_constants_v2
    function = tf.function(model).get_concrete_function(tf.TensorSpec([None, 6, 4], name="x"))
    path.mkdir()
    (path / "graph.pb").write_bytes(freeze(function).graph.as_graph_def().SerializeToString())


def words(path: Path) -> None:
    """A vocabulary, and what Keras makes of texts with it; each lookup can be asked for by itself."""
    table = layers.TextVectorization(vocabulary=["a", "dog", "see"], output_sequence_length=4)
    keras.Sequential(
        [keras.Input((1,), dtype="string"), table, layers.Embedding(6, 3), layers.GlobalAveragePooling1D()]
    ).export(str(path), verbose=False)


def lists(path: Path) -> None:
    """Loops that fill lists of a length that nobody knows, and what else is not there by the operator's own name."""

    class Lists(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.twins = [tf.Variable([1.0, 2.0, 3.0], name="same"), tf.Variable([40.0, 50.0, 60.0], name="same")]

        def grown(self, x: Any, n: Any) -> Any:
            written, s = tf.TensorArray(tf.float32, 0, dynamic_size=True), tf.zeros([3])
            for i in tf.range(n):
                if tf.reduce_sum(s) > 2.0:
                    s = s * 0.3
                else:
                    s = s + tf.gather(x, i % 4)
                written = written.write(i, s)
                if tf.reduce_max(s) > 3.0:
                    break
            return {"y": written.stack()}

        def sized(self, x: Any, n: Any) -> Any:
            written, i = tf.TensorArray(tf.float32, 2 * n + 1, element_shape=[None]), 0
            while i < n:
                written = written.write(2 * i, x[i % 4] + tf.cast(i, tf.float32))
                i += 1
            for k in tf.range(n + 1):
                if k % 2 == 1 or k == n:
                    written = written.write(tf.minimum(2 * k - 1, 2 * n), x[0])
            return {"y": written.read(0), "z": written.size()}

        def others(self, logits: Any, images: Any) -> Any:
            labels, sizes = tf.constant([[1, 2], [0, 1]]), tf.constant([6, 5])
            loss = tf.nn.ctc_loss(labels, logits, [2, 2], sizes, blank_index=3)
            first, second = self.twins
            clear = tf.image.adjust_contrast(images, 1.3)
            return {"loss": loss, "clear": clear, "twins": first - second}

    lists = Lists()
    x, count = tf.TensorSpec([4, 3], tf.float32, "x"), tf.TensorSpec([], tf.int32, "n")
    logits, images = tf.TensorSpec([6, 2, 4], name="logits"), tf.TensorSpec([2, 4, 4, 3], name="images")
    signatures = {
        "grown": tf.function(lists.grown, [x, count]),
        "sized": tf.function(lists.sized, [x, count]),
        "others": tf.function(lists.others, [logits, images]),
    }
    tf.saved_model.save(lists, str(path), signatures=signatures)


def version_1_parts(path: Path) -> None:
    """Variables of TensorFlow 1 in parts, with their moving averages, as a checkpoint has them."""
    with tf.Graph().as_default(), tf1.Session() as session:
        x = tf1.placeholder(tf.float32, [None, 5], "x")
        parts = tf1.fixed_size_partitioner(2)
        start = tf1.random_normal_initializer(seed=3)
        w = tf1.get_variable("w", [5, 4], initializer=start, partitioner=parts, use_resource=False)
        b = tf1.get_variable("b", [4], initializer=tf1.zeros_initializer(), use_resource=True)
        tf1.train.ExponentialMovingAverage(0.9).apply([b])
        tf.nn.relu(tf.matmul(x, w) + b, name="y")
        saver = tf1.train.Saver()
        session.run(tf1.global_variables_initializer())
        saver.save(session, str(path / "model"), write_meta_graph=False)
        tf.io.write_graph(session.graph, str(path), "graph.pb", as_text=False)


def version_1_gradients(path: Path) -> None:
    """Loops of TensorFlow 1 with the loops of their gradients, which keep on stacks what each round computed."""
    tf1.disable_control_flow_v2()
    with tf.Graph().as_default(), tf1.Session() as session:
        x = tf1.placeholder(tf.float32, [None, 4, 3], "x")
        w = tf1.get_variable("w", [3], initializer=seeded("w"))
        u = tf1.get_variable("u", [3, 3], initializer=seeded("u"))
        items = tf.TensorArray(tf.float32, 4).unstack(tf.transpose(x, [1, 0, 2]))

        def cell(t: Any, h: Any, written: Any) -> Any:
            h = tf.tanh(items.read(t) * w + h @ u)
            h = tf1.cond(tf.reduce_sum(h) > 0.0, lambda: tf.tanh(h @ u), lambda: h * 0.9 + w)
            return t + 1, h, written.write(t, h)

        start = [0, tf.zeros([tf.shape(x)[0], 3]), tf.TensorArray(tf.float32, 4)]
        _, h, written = tf1.while_loop(lambda t, *_: t < tf.shape(x)[1], cell, start, name="cells")
        _, far = tf1.while_loop(
            lambda i, y: tf.reduce_sum(y * y) < 20.0, lambda i, y: (i + 1, y * (1.3 + w * w) + 0.1), [0, h], name="far"
        )

        def times(i: Any, y: Any) -> Any:
            _, z = tf1.while_loop(lambda j, _: j < 2, lambda j, z: (j + 1, tf.tanh(z * w)), [0, y], name="inner")
            return i + 1, z * y

        _, deep = tf1.while_loop(lambda i, _: i < 3, times, [0, h], name="outer")
        scanned = tf1.scan(lambda a, each: a * 0.5 + each * w, x[0])
        parts = [tf.square(written.stack()), far, deep, scanned]
        loss = tf.add_n([tf.reduce_sum(each) for each in parts], name="loss")
        tf.identity(tf1.gradients(loss, x)[0], "dx")
        tf1.train.GradientDescentOptimizer(0.01).minimize(loss, name="train")
        saver = tf1.train.Saver()
        session.run(tf1.global_variables_initializer())
        saver.save(session, str(path / "model"), write_meta_graph=False)
        tf.io.write_graph(session.graph, str(path), "graph.pb", as_text=False)
    tf1.enable_control_flow_v2()


MODELS = {
    each.__name__: each
    for each in (
        frozen_mlp, cnn, recurrent, attention, module, adam, version_1, loop_gradients, version_1_arrays,
        frozen_recurrent, words, lists, version_1_parts, version_1_gradients,
    )
}  # fmt: skip


def numbers(name: str, path: Path) -> dict[str, Any]:
    """What each node of a model gives."""
    source = path / "graph.pb" if (path / "graph.pb").is_file() else path
    model = read_model(str(source))
    shown = {where for where in GraphImporter(model, trainable=False).build(name).paths.values()}
    importer = GraphImporter(model, trainable=False)
    # TensorFlow runs frames as they are, and an IdentityN with a custom gradient.
    with mock.patch.object(convert, "with_loops", list), mock.patch.object(SavedGradients, "find", return_value=None):
        result = importer.build(name)
    numbers: dict[str, Any] = {}
    for translation in importer.translations:
        numbers.update(_page(model, importer, translation, result.paths))
    for key in [each for each in numbers if each.split("|")[1] not in ("in", "result")]:
        if tuple(key.split("|")[:2]) not in shown:
            del numbers[key]
    if model.meta is not None:
        numbers.update(_signatures(path, numbers))
    return numbers


def _page(model: Any, importer: Any, translation: Translation, paths: Any) -> dict[str, Any]:
    page = translation.graph.name
    operations = _all(translation)
    names = {each: f"n{i}" for i, each in enumerate(operations)}
    graph = schema.message("GraphDef")
    graph.versions.CopyFrom(model.graph.versions)
    graph.library.CopyFrom(model.graph.library)
    for each in operations:
        node = graph.node.add(name=names[each].encode(), op=each.op.encode())
        for key in {*each.attr} - {"_class"}:
            node.attr[key].CopyFrom(each.attr[key])
        node.input.extend(f"{names[value.operation]}:{value.index}".encode() for value in each.inputs)
        node.input.extend(f"^{names[wait]}".encode() for wait in each.control)
    results: dict[str, Any] = {}
    rng = np.random.default_rng(5)
    with tf.Graph().as_default() as run, tf1.Session(graph=run) as session:
        definition = tf1.GraphDef.FromString(graph.SerializeToString())
        tf1.import_graph_def(definition, name="")
        feeds: dict[Any, Any] = {}
        given = translation._instead.items()  # pyright: ignore[reportPrivateUsage]
        for each in operations:
            tensor = next(iter(run.get_operation_by_name(names[each]).outputs), None)
            if each.op == "Placeholder":
                key = next((ref.node.path[0] for value, ref in given if value.operation is each), each.name)
                feeds[tensor] = results[f"{page}|in|{key}"] = INPUTS.get(key, _drawn(rng, tensor))
            first = importer.first_values(each).get("initvalues") if each.op in ("VarHandleOp", "VariableV2") else None
            if first is not None and each.op == "VarHandleOp":
                session.run(tf1.raw_ops.AssignVariableOp(resource=tensor, value=tf.constant(first.array)))
            elif first is not None:
                session.run(tf1.raw_ops.Assign(ref=tensor, value=tf.constant(first.array)))
        wanted: dict[str, Any] = {}
        for operation, produced in translation.results():
            if operation.op.startswith("TensorArray"):  # the flow is no number of the model
                continue
            outputs = run.get_operation_by_name(names[operation]).outputs
            for place, tensor in enumerate(outputs):
                ref = produced.output(place)
                if ref is None or tensor.dtype in (tf.resource, tf.variant) or tensor.dtype.name.endswith("_ref"):
                    continue
                index = "" if ref.index is None else f"[{ref.index}]"
                wanted[f"{page}|{paths[ref.node][1]}|{ref.pin}{index}"] = tensor
        results.update(_run(session, wanted, feeds))
    return results


def trained(path: Path) -> dict[str, Any]:
    """How 20 steps of gradient descent go with the weights of `frozen_mlp`, and the weights after them."""
    graph = tf1.GraphDef.FromString((path / "graph.pb").read_bytes())
    names = [each.name for each in graph.node if each.op == "Const" and each.attr["value"].tensor.tensor_shape.dim]
    values = [tf.make_ndarray(each.attr["value"].tensor) for each in graph.node if each.name in names]
    weights = [tf.Variable(each) for each in values]
    rng = np.random.default_rng(5)
    x, labels = rng.normal(size=(6, 40)).astype(np.float32), rng.integers(0, 3, 6).astype(np.int32)
    losses: list[float] = []

    def model(*variables: Any) -> Any:
        taken = dict(zip(names, variables, strict=True))
        given = {f"{name}:0": value for name, value in taken.items()}
        [y] = tf.graph_util.import_graph_def(graph, {**given, "x:0": x}, ["sequential_1/dense_2_1/BiasAdd:0"])
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, y))

    step = tf.function(model)
    for _ in range(20):
        with tf.GradientTape() as tape:
            loss = step(*weights)
        losses.append(loss.numpy())
        for weight, gradient in zip(weights, tape.gradient(loss, weights), strict=True):
            weight.assign_sub(0.1 * gradient)
    after = {f"after|{name}": weight.numpy() for name, weight in zip(names, weights, strict=True)}
    return {"x": x, "labels": labels, "losses": np.array(losses), **after}


def _drawn(rng: np.random.Generator, tensor: Any) -> Any:
    shape = [2 if size is None else size for size in tensor.shape.as_list()]
    if tensor.dtype == tf.string:
        return rng.choice(np.array([b"see a dog", b"dog", b"a b see"], object), shape)
    dtype = tensor.dtype.as_numpy_dtype
    return rng.normal(size=shape).astype(dtype) if tensor.dtype.is_floating else rng.integers(0, 3, shape).astype(dtype)


def _run(session: Any, wanted: dict[str, Any], feeds: Any) -> dict[str, Any]:
    """All at once, as updates change what is read; in a graph with the older loops what can be fetched, one by one."""
    try:
        return session.run(wanted, feeds)
    except tf.errors.OpError:
        results: dict[str, Any] = {}
        for name, tensor in wanted.items():
            try:
                results[name] = session.run(tensor, feeds)
            except tf.errors.OpError:  # inside of a loop, or of a branch that was not taken
                continue
        return results


def _all(translation: Translation) -> list[Operation]:
    operations: dict[Operation, None] = {}
    stack = [operation for operation, _ in translation.results()]
    while stack:
        each = stack.pop()
        if each not in operations:
            operations[each] = None
            stack += [*(value.operation for value in each.inputs), *each.control]
    return list(operations)


def _signatures(path: Path, values: dict[str, Any]) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for page in tf.saved_model.load(str(path)).signatures:
        # Each from the weights of the file, as others may change them.
        function = tf.saved_model.load(str(path)).signatures[page]
        begin = f"{page}|in|"
        given = {key.removeprefix(begin): tf.constant(value) for key, value in values.items() if key.startswith(begin)}
        if not given:
            continue
        results.update({f"{page}|result|{key}": value.numpy() for key, value in function(**given).items()})
    return results


def main() -> None:
    """Make all, or those that are named; the others stay as they are."""
    archive = HOME / "models.zip"
    wanted = sys.argv[1:] or list(MODELS)
    kept: dict[str, bytes] = {}
    if archive.is_file():
        with zipfile.ZipFile(archive) as old:
            kept = {each: old.read(each) for each in old.namelist()}
    with (
        tempfile.TemporaryDirectory() as folder,
        zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out,
    ):
        for name, data in kept.items():
            if re.split(r"[./]", name)[0] not in (*wanted, *(["trained"] if frozen_mlp.__name__ in wanted else [])):
                out.writestr(name, data)
        for name in wanted:
            _write(name, Path(folder, name), out)


def _write(name: str, path: Path, out: zipfile.ZipFile) -> None:
    keras.utils.set_random_seed(7)
    MODELS[name](path)
    for junk in ("fingerprint.pb", "assets"):
        shutil.rmtree(path / junk, ignore_errors=True)
        (path / junk).unlink(missing_ok=True)
    for file in sorted(path.rglob("*")):
        if file.is_file():
            out.write(file, f"{name}/{file.relative_to(path)}")
    values = {key: np.asarray(value) for key, value in numbers(name, path).items()}
    values = {key: each.astype(bytes) if each.dtype == object else each for key, each in values.items()}
    np.savez_compressed(path.parent / f"{name}.npz", **values)
    out.write(path.parent / f"{name}.npz", f"{name}.npz")
    if name == frozen_mlp.__name__:
        np.savez_compressed(path.parent / "trained.npz", **trained(path))
        out.write(path.parent / "trained.npz", "trained.npz")
    sys.stdout.write(f"{name}: {len(values)} values\n")


if __name__ == "__main__":
    main()
