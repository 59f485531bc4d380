"""Writes ``numbers.npz``: what the layers, losses and steps of Keras and TensorFlow give, and their gradients.

``python -m tests.layers.make_numbers`` with TensorFlow 2.21, which the project does not need otherwise. All is in
double precision; what goes in can be said in single precision, too. Heads are of a size whose root is a whole number:
Keras has 1 / sqrt(size) in single precision.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from blocks.base.types import Array

keras: Any = import_module("keras")
tf: Any = import_module("tensorflow")
Values: TypeAlias = dict[str, Any]
Call: TypeAlias = Callable[[Values, Values], Values]

FILE = Path(__file__).with_name("numbers.npz")
keras.backend.set_floatx("float64")
rng = np.random.default_rng(7)
arrays: dict[str, Any] = {}


def draw(*shape: int, least: float = -1.5, most: float = 1.5) -> Array:
    return np.round(rng.uniform(least, most, shape) * 256) / 256


def case(name: str, about: dict[str, Any], inputs: dict[str, Any], weights: dict[str, Any], call: Call) -> None:
    """Keep what ``call(inputs, weights)`` gives, and the gradient of its weighted sum by all that it is given.

    Args:
        name: the case.
        about: the composite as ``type``, and its ``values``.
        inputs: what is wired to its pins.
        weights: what its variables begin with, by their paths.
        call: gives the outputs by name, and perhaps new values of variables as ``then``.
    """
    given = {key: tf.Variable(value, dtype=tf.float64) for key, value in inputs.items()}
    held = {key: tf.Variable(value, dtype=tf.float64) for key, value in weights.items()}
    with tf.GradientTape() as tape:
        outputs = call(given, held)
        then = outputs.pop("then", {})
        factors = {key: draw(*value.shape) for key, value in outputs.items()}
        loss = tf.add_n([tf.reduce_sum(value * factors[key]) for key, value in outputs.items()])
    sources = {**{f"in|{k}": v for k, v in given.items()}, **{f"weight|{k}": v for k, v in held.items()}}
    gradients = tape.gradient(loss, sources)
    kinds = {"in": inputs, "weight": weights, "out": outputs, "factor": factors, "then": then}
    arrays[f"{name}|about"] = json.dumps(about)
    for kind, values in kinds.items():
        arrays.update({f"{name}|{kind}|{key}": np.asarray(value) for key, value in values.items()})
    for key, value in gradients.items():
        if value is not None:
            arrays[f"{name}|gradient|{key.partition('|')[2]}"] = value.numpy()


def with_weights(layer: Any, weights: list[Any], *given: Any, **options: Any) -> Any:
    """What a layer gives with these weights, differentiable by them."""
    layer(*given, **options)
    variables = [each.value for each in layer.weights]
    assert [tuple(each.shape) for each in variables] == [tuple(each.shape) for each in weights]
    with keras.StatelessScope(state_mapping=list(zip(layer.weights, weights, strict=True))) as scope:
        result = layer(*given, **options)
    return result, [scope.get_current_value(each) for each in layer.weights]


def dense(x: Any, w: dict[str, Any], at: str, **options: Any) -> Any:
    units = w[f"{at}W"].shape[-1]
    return with_weights(keras.layers.Dense(units, **options), [w[f"{at}W"], w[f"{at}b"]], x)[0]


def dense_weights(at: str, inputs: int, units: int) -> dict[str, Any]:
    return {f"{at}W": draw(inputs, units), f"{at}b": draw(units)}


case(
    "Dense",
    {"values": {"units": 3}},
    {"x": draw(4, 5)},
    dense_weights("", 5, 3),
    lambda i, w: {"y": dense(i["x"], w, "")},
)
case(
    "Dense of sequences",
    {"type": "Dense", "values": {"units": 3, "slope": 0.0}},
    {"x": draw(2, 4, 5)},
    dense_weights("", 5, 3),
    lambda i, w: {"y": dense(i["x"], w, "", activation="relu")},
)


def conv(x: Any, w: dict[str, Any], at: str, **options: Any) -> Any:
    *size, _, filters = w[f"{at}W"].shape
    layer = keras.layers.Conv2D(filters, size, **options)
    return with_weights(layer, [w[f"{at}W"], w[f"{at}b"]], x)[0]


def conv_weights(at: str, *shape: int) -> dict[str, Any]:
    return {f"{at}W": draw(*shape), f"{at}b": draw(shape[-1])}


case(
    "Conv",
    {"values": {"filters": 3, "size": [3, 2], "slope": 0.0}},
    {"x": draw(2, 4, 5, 2)},
    conv_weights("", 3, 2, 2, 3),
    lambda i, w: {"y": conv(i["x"], w, "", padding="same", activation="relu")},
)
case(
    "Conv with strides",
    {"type": "Conv", "values": {"filters": 2, "strides": [1, 2, 2, 1], "padding": "VALID"}},
    {"x": draw(1, 7, 6, 3)},
    conv_weights("", 3, 3, 3, 2),
    lambda i, w: {"y": conv(i["x"], w, "", strides=2)},
)

NORM = ("learnt/gamma", "learnt/beta", "mean/average", "variance/average")


def norm(x: Any, w: dict[str, Any], at: str, training: bool) -> Any:
    y, after = with_weights(keras.layers.BatchNormalization(), [w[at + each] for each in NORM], x, training=training)
    return {"y": y, "then": {at + each: after[i] for i, each in enumerate(NORM) if i > 1}}


def norm_weights(at: str, features: int) -> dict[str, Any]:
    return {at + each: draw(features, least=0.25) for each in NORM}


case("BatchNorm", {}, {"x": draw(6, 3)}, norm_weights("", 3), lambda i, w: norm(i["x"], w, "", True))
case(
    "BatchNorm of images",
    {"type": "BatchNorm"},
    {"x": draw(2, 3, 2, 4)},
    norm_weights("", 4),
    lambda i, w: norm(i["x"], w, "", True),
)
case(
    "BatchNorm in use",
    {"type": "BatchNorm", "values": {"training": False}},
    {"x": draw(6, 3)},
    norm_weights("", 3),
    lambda i, w: norm(i["x"], w, "", False),
)


def layer_norm(x: Any, w: dict[str, Any], at: str) -> Any:
    return with_weights(keras.layers.LayerNormalization(), [w[f"{at}gamma"], w[f"{at}beta"]], x)[0]


def layer_norm_weights(at: str, features: int) -> dict[str, Any]:
    return {f"{at}gamma": draw(features), f"{at}beta": draw(features)}


case(
    "LayerNorm",
    {},
    {"x": draw(2, 3, 5)},
    layer_norm_weights("learnt/", 5),
    lambda i, w: {"y": layer_norm(i["x"], w, "learnt/")},
)


def dropout(i: dict[str, Any], _w: Any) -> Any:
    return {"y": tf.where(i["uniform.output"] >= 0.25, i["x"] / 0.75, 0.0)}


case(
    "Dropout",
    {"values": {"rate": 0.25}, "fed": ["uniform.output"]},
    {"x": draw(4, 5), "uniform.output": draw(4, 5, least=0.0, most=0.996)},
    {},
    dropout,
)
case(
    "Dropout in use",
    {"type": "Dropout", "values": {"training": False}},
    {"x": draw(3, 2)},
    {},
    lambda i, w: {"y": i["x"] * 1.0},
)


def lstm(i: Values, w: Values) -> Values:
    (h, (_, c)), _ = with_weights(keras.layers.LSTMCell(4), lstm_weights(w), i["x"], [i["h"], i["c"]])
    return {"h": h, "c": c}


def lstm_weights(w: Values) -> list[Any]:
    return [w["weights/W"], w["weights/U"], w["weights/b"]]


def gru(i: Values, w: Values) -> Values:
    layer = keras.layers.GRUCell(4, reset_after=True)
    layer.build((None, i["x"].shape[-1]))
    return {"h": with_weights(layer, gru_weights(w), i["x"], [i["h"]])[0][0]}


def gru_weights(w: Values) -> list[Any]:
    return [w["weights/W"], w["weights/U"], tf.stack([w["weights/b"], w["weights/d"]])]


def sequences(layer: Any, weights: list[Any], x: Any, states: list[Any]) -> Values:
    """What a recurrent layer makes of [time, batch, inputs]."""
    given = tf.transpose(x, [1, 0, 2])
    (y, *after), _ = with_weights(layer, weights, given, initial_state=states)
    return {"y": tf.transpose(y, [1, 0, 2]), **dict(zip("hc", after, strict=False))}


STATES = {"x": draw(3, 2), "h": draw(3, 4), "c": draw(3, 4)}
LSTM = {"weights/W": draw(2, 16), "weights/U": draw(4, 16), "weights/b": draw(16)}
GRU = {"weights/W": draw(2, 12), "weights/U": draw(4, 12), "weights/b": draw(12), "weights/d": draw(12)}
case("LSTMCell", {"values": {"units": 4}}, STATES, LSTM, lstm)
case("GRUCell", {"values": {"units": 4}}, {"x": STATES["x"], "h": STATES["h"]}, GRU, gru)
WHOLE = {"return_sequences": True, "return_state": True}
case(
    "LSTM",
    {"values": {"units": 4}},
    {**STATES, "x": draw(5, 3, 2)},
    LSTM,
    lambda i, w: sequences(keras.layers.LSTM(4, **WHOLE), lstm_weights(w), i["x"], [i["h"], i["c"]]),
)
case(
    "GRU",
    {"values": {"units": 4}},
    {"x": draw(5, 3, 2)},
    GRU,
    lambda i, w: sequences(
        keras.layers.GRU(4, reset_after=True, **WHOLE), gru_weights(w), i["x"], [tf.zeros([3, 4], tf.float64)]
    ),
)


def attention(i: dict[str, Any], _w: Any) -> Any:
    scores = tf.matmul(i["q"], i["k"], transpose_b=True) / np.sqrt(i["q"].shape[-1])
    weights = tf.nn.softmax(scores + i.get("mask", 0.0))
    return {"y": tf.matmul(weights, i["v"]), "weights": weights}


case("Attention", {}, {"q": draw(2, 3, 4), "k": draw(2, 5, 4), "v": draw(2, 5, 2)}, {}, attention)
CAUSAL = np.triu(np.full((3, 3), -1e9), 1)
case(
    "Attention with a mask",
    {"type": "Attention"},
    {"q": draw(1, 2, 3, 4), "k": draw(1, 2, 3, 4), "v": draw(1, 2, 3, 4), "mask": CAUSAL},
    {},
    attention,
)
PARTS = ("queries/dense/", "keys/dense/", "values/dense/")


def heads(x: Any, context: Any, w: dict[str, Any], at: str) -> Any:
    weights: list[Any] = []
    units = w[f"{at}out/W"].shape[0]
    for part in PARTS:
        weights += [tf.reshape(w[f"{at}{part}W"], [-1, 2, units // 2]), tf.reshape(w[f"{at}{part}b"], [2, units // 2])]
    # Keras has them in the order of queries, keys, values.
    weights += [tf.reshape(w[f"{at}out/W"], [2, units // 2, units]), w[f"{at}out/b"]]
    layer = keras.layers.MultiHeadAttention(2, units // 2)
    (y, scores), _ = with_weights(layer, weights, x, context, return_attention_scores=True)
    return {"y": y, "weights": scores}


def heads_weights(at: str, features: int, units: int) -> dict[str, Any]:
    parts = [dense_weights(f"{at}{part}", features, units) for part in PARTS]
    return {key: value for each in (*parts, dense_weights(f"{at}out/", units, units)) for key, value in each.items()}


case(
    "MultiHeadAttention",
    {"values": {"units": 8, "heads": 2}},
    {"x": draw(2, 3, 8), "context": draw(2, 4, 8)},
    heads_weights("", 8, 8),
    lambda i, w: heads(i["x"], i["context"], w, ""),
)


def encoder(i: dict[str, Any], w: dict[str, Any]) -> Any:
    x = i["x"]
    x = layer_norm(x + heads(x, x, w, "attention/")["y"], w, "norm1/learnt/")
    inner = dense(x, w, "inner/", activation="relu")
    return {"y": layer_norm(x + dense(inner, w, "outer/"), w, "norm2/learnt/")}


case(
    "TransformerEncoder",
    {"values": {"units": 8, "heads": 2, "hidden": 7, "training": False}},
    {"x": draw(2, 3, 8)},
    {
        **heads_weights("attention/", 8, 8),
        **layer_norm_weights("norm1/learnt/", 8),
        **dense_weights("inner/", 8, 7),
        **dense_weights("outer/", 7, 8),
        **layer_norm_weights("norm2/learnt/", 8),
    },
    encoder,
)


def residual(i: dict[str, Any], w: dict[str, Any]) -> Any:
    first = norm(conv(i["x"], w, "conv1/", padding="same"), w, "norm1/", True)
    second = norm(conv(tf.nn.relu(first["y"]), w, "conv2/", padding="same"), w, "norm2/", True)
    return {"y": tf.nn.relu(i["x"] + second["y"]), "then": {**first["then"], **second["then"]}}


case(
    "Residual",
    {"values": {"filters": 2}},
    {"x": draw(2, 4, 3, 2)},
    {
        **conv_weights("conv1/", 3, 3, 2, 2),
        **norm_weights("norm1/", 2),
        **conv_weights("conv2/", 3, 3, 2, 2),
        **norm_weights("norm2/", 2),
    },
    residual,
)


def loss(
    name: str,
    function: Callable[[Any, Any], Any],
    y: str,
    target: str,
    given: dict[str, Any],
    values: dict[str, Any] | None = None,
) -> None:
    case(name, {"values": values or {}}, given, {}, lambda i, w: {"loss": tf.reduce_mean(function(i[target], i[y]))})


def shares(*shape: int) -> Array:
    """Probabilities, rows that sum to 1."""
    counts = rng.multinomial(251, np.full(shape[-1], 1 / shape[-1]), shape[:-1]) + 5 / shape[-1]
    return counts / 256


losses = keras.losses
loss("MeanSquaredError", losses.mean_squared_error, "y", "target", {"y": draw(3, 4), "target": draw(3, 4)})
loss(
    "SoftmaxCrossEntropy",
    lambda target, logits: losses.categorical_crossentropy(target, logits, from_logits=True),
    "logits",
    "target",
    {"logits": draw(3, 5), "target": shares(3, 5)},
)
loss(
    "BinaryCrossEntropy",
    lambda target, logits: losses.binary_crossentropy(target, logits, from_logits=True),
    "logits",
    "target",
    {"logits": draw(3, 2) * 4, "target": np.array([[0.0, 1.0], [1.0, 0.25], [0.0, 1.0]])},
)
loss(
    "Huber",
    lambda target, y: losses.huber(target, y, delta=0.5),
    "y",
    "target",
    {"y": draw(3, 4), "target": draw(3, 4)},
    {"delta": 0.5},
)
loss("Hinge", losses.hinge, "y", "target", {"y": draw(3, 4), "target": np.where(draw(3, 4) > 0, 1.0, -1.0)})
loss("KLDivergence", losses.kl_divergence, "q", "p", {"p": shares(3, 4), "q": shares(3, 4)})


def steps(name: str, values: dict[str, Any], numbers: Any) -> None:
    """Keep what something gives in the steps 0, 1, 2 and so on."""
    arrays[f"{name}|about"] = json.dumps({"values": values})
    arrays[f"{name}|steps"] = np.array([float(each) for each in numbers])


def adam_w() -> None:
    weight, gradients = draw(2, 3), draw(4, 2, 3)
    held = keras.Variable(weight)
    optimizer = keras.optimizers.AdamW(learning_rate=0.125, weight_decay=0.0625, beta_1=0.75, beta_2=0.875)
    after: list[Any] = []
    for gradient in gradients:
        optimizer.apply([tf.constant(gradient)], [held])
        after.append(held.numpy())
    about = {"rate": 0.125, "decay": 0.0625, "beta1": 0.75, "beta2": 0.875}
    arrays["AdamW|about"] = json.dumps({"values": about})
    arrays.update({"AdamW|weight": weight, "AdamW|gradients": gradients, "AdamW|steps": np.array(after)})


adam_w()
schedules, NUMBERS = keras.optimizers.schedules, range(12)
steps(
    "ExponentialDecay",
    {"start": 0.5, "factor": 0.75, "steps": 4.0},
    map(schedules.ExponentialDecay(np.float64(0.5), 4, 0.75), NUMBERS),
)
steps(
    "ExponentialDecay stairs",
    {"start": 0.5, "factor": 0.75, "steps": 4.0, "stairs": True},
    map(schedules.ExponentialDecay(np.float64(0.5), 4, 0.75, staircase=True), NUMBERS),
)
steps(
    "CosineDecay",
    {"start": 0.5, "steps": 8.0, "least": 0.125},
    map(schedules.CosineDecay(np.float64(0.5), 8, alpha=0.125), NUMBERS),
)
steps(
    "PolynomialDecay",
    {"start": 0.5, "end": 0.0625, "steps": 8.0, "power": 2.0},
    map(schedules.PolynomialDecay(np.float64(0.5), 8, 0.0625, 2.0), NUMBERS),
)
warm = schedules.CosineDecay(0.0, 1e9, warmup_target=0.5, warmup_steps=8)
steps("WarmUp", {"rate": 0.5, "steps": 8.0}, [warm(number) for number in range(8)])


def plain(name: str, x: Array, function: Callable[[Any], Any], **values: Any) -> None:
    """A composite without weights that takes x and gives y."""
    case(name, {"values": values}, {"x": x}, {}, lambda given, _: {"y": function(given["x"])})


def turned(x: Any) -> Any:
    """Rotary embeddings by complex numbers: features i and i + size / 2 are one."""
    time, size = int(x.shape[-2]), int(x.shape[-1])
    one, two = tf.split(x, 2, -1)
    angles: Array = np.outer(np.arange(time), 100.0 ** (-2 * np.arange(size // 2) / size))
    result = tf.complex(one, two) * tf.exp(tf.complex(angles * 0, angles))
    return tf.concat([tf.math.real(result), tf.math.imag(result)], -1)


plain("Gelu", draw(3, 4), lambda x: x * (1 + tf.math.erf(x / np.sqrt(2))) / 2)  # tf.nn's has a constant in single
plain("Swish", draw(3, 4), tf.nn.silu)
plain("HardSwish", draw(3, 4) * 3, lambda x: x * tf.nn.relu6(x + 3) / 6)
plain("LogSumExp", draw(3, 4) * 20, lambda x: tf.reduce_logsumexp(x, -1, keepdims=True))
plain("Erfcinv", draw(3, 4, least=0.05, most=1.95), tf.math.erfcinv)
plain("RepeatElements", draw(2, 3, 2), lambda x: tf.repeat(x, 3, axis=1), times=3, axis=1)
plain("RotaryEmbedding", draw(2, 3, 6), turned, base=100.0)
for name, groups, values in (("InstanceNorm", -1, {}), ("GroupNorm", 2, {"groups": 2})):
    learnt = {"learnt/gamma": draw(4), "learnt/beta": draw(4)}
    layer = keras.layers.GroupNormalization(groups=groups, epsilon=0.001)

    def normalised(given: Values, w: Values, layer: Any = layer) -> Values:
        return {"y": with_weights(layer, [w["learnt/gamma"], w["learnt/beta"]], given["x"])[0]}

    case(name, {"values": values}, {"x": draw(2, 3, 2, 4)}, learnt, normalised)
np.savez_compressed(FILE, **arrays)
