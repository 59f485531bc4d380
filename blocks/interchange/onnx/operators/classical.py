"""Operators of ``ai.onnx.ml``: scaling, encoders and linear models."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from blocks.base.dtypes import FLOAT, INT64
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.interchange.onnx.site import Site, operator
from blocks.interchange.onnx.values import Val

DOMAIN = "ai.onnx.ml"


@operator(f"{DOMAIN}.Scaler")
def _scaler(site: Site) -> Val:
    x = site.cast(site.input(0), FLOAT)
    offset, scale = (site.const(site.numbers(name) or [default], name, FLOAT) for name, default in
                     (("offset", 0.0), ("scale", 1.0)))  # fmt: skip
    return site("Multiply", x=site("Subtract", x=x, y=offset), y=scale)


@operator(f"{DOMAIN}.Binarizer")
def _binarizer(site: Site, x: Val) -> Val:
    return site.cast(site("Greater", x=x, y=site.scalar(site.number("threshold"), x)), x.dtype)


@operator(f"{DOMAIN}.ArrayFeatureExtractor")
def _extractor(site: Site, x: Val) -> Val:
    indices = site.reshape(site.input(1), [-1])
    taken = site("GatherV2", params=x, indices=indices, axis=-1)
    return site.reshape(taken, [1, -1]) if x.rank == 1 else taken


@operator(f"{DOMAIN}.ZipMap")
def _zip_map(site: Site) -> Val:
    """Return the tensor of probabilities, because a diagram has no dictionaries."""
    return site("Identity", input=site.input(0))


@operator(f"{DOMAIN}.LabelEncoder")
def _label_encoder(site: Site, x: Val) -> Val:
    keys, values = _entries(site, "keys"), _entries(site, "values")
    if len(keys) != len(values) or not len(keys):
        raise DiagramError(f"the operator needs one value per key, got {len(keys)} keys and {len(values)} values")
    row = site("ExpandDims", input=x, axis=-1)
    same = site("Equal", x=row, y=site.const(keys, "keys", x.dtype))
    if keys.dtype.kind == "f" and np.isnan(keys).any():
        both = site("LogicalAnd", x=site("IsNan", x=row), y=site.const(np.isnan(keys), "no_number"))
        same = site("LogicalOr", x=same, y=both)
    index = site("ArgMax", input=site.cast(same, INT64), dimension=-1)
    shown = site.const(values, "values")
    value = site("GatherV2", params=shown, indices=index, axis=0)
    other = np.full((), _otherwise(site, values), values.dtype)
    known = site("Any", input=same, axis=[-1])
    return site("SelectV2", condition=known, t=value, e=site.const(other, "default", shown.dtype))


def _entries(site: Site, what: str) -> Array:
    if site.has(f"{what}_tensor"):
        weight = site.tensor(f"{what}_tensor")
        assert weight is not None
        return np.asarray(weight.array).reshape(-1)
    if site.has(f"{what}_strings"):
        return np.array([each.encode() for each in site.words(f"{what}_strings")], np.object_)
    if site.has(f"{what}_int64s"):
        return np.array(site.wholes(f"{what}_int64s"), np.int64)
    return np.array(site.numbers(f"{what}_floats"), np.float32)


def _otherwise(site: Site, values: Array) -> object:
    weight = site.tensor("default_tensor") if site.has("default_tensor") else None
    if weight is not None:
        return np.asarray(weight.array).reshape(-1)[0]
    if values.dtype.kind == "O":
        return site.word("default_string", "_Unused").encode()
    return site.whole("default_int64", -1) if values.dtype.kind in "iu" else site.number("default_float", -0.0)


@operator(f"{DOMAIN}.Imputer")
def _imputer(site: Site, x: Val) -> Val:
    if site.has("imputed_value_floats"):
        missing, values = site.number("replaced_value_float"), site.numbers("imputed_value_floats")
        lost = site("IsNan", x=x) if np.isnan(missing) else site("Equal", x=x, y=missing)
    else:
        values = site.wholes("imputed_value_int64s")
        lost = site("Equal", x=x, y=site.whole("replaced_value_int64"))
    rows = site("BroadcastTo", input=site.const(values, "values", x.dtype), shape=site("Shape", input=x))
    return site("SelectV2", condition=lost, t=rows, e=x)


@operator(f"{DOMAIN}.Normalizer")
def _normalizer(site: Site) -> Val:
    x = site.cast(site.input(0), FLOAT)
    kind = site.word("norm", "MAX")
    if kind == "MAX":
        size = site("Max", input=x, axis=[-1], keep_dims=True)
    elif kind == "L1":
        size = site("Sum", input=site("Abs", x=x), axis=[-1], keep_dims=True)
    elif kind == "L2":
        size = site("Sqrt", x=site("Sum", input=site("Square", x=x), axis=[-1], keep_dims=True))
    else:
        raise DiagramError(f"the norm {kind!r} is not supported")
    empty = site("Equal", x=size, y=0.0)
    return site("RealDiv", x=x, y=site("SelectV2", condition=empty, t=site("OnesLike", x=size), e=size))


@operator(f"{DOMAIN}.LinearRegressor")
def _linear_regressor(site: Site) -> Val:
    return _after(site, _linear(site, max(site.whole("targets", 1), 1)))


@operator(f"{DOMAIN}.LinearClassifier")
def _linear_classifier(site: Site) -> Sequence[Val]:
    labels = site.wholes("classlabels_ints") or site.words("classlabels_strings")
    if len(labels) < 2 or len(site.numbers("intercepts")) not in (0, len(labels)):
        raise DiagramError(f"the operator needs at least 2 labels and as many intercepts, got {len(labels)} labels")
    scores = _linear(site, len(labels))
    return _chosen(site, scores, labels), _after(site, scores)


@operator(f"{DOMAIN}.OneHotEncoder")
def _one_hot(site: Site) -> Val:
    texts, numbers = site.words("cats_strings"), site.wholes("cats_int64s")
    if not site.whole("zeros", 1):
        raise DiagramError("zeros=0 is not supported: no block can fail for an unknown category")
    x = site("ExpandDims", input=site.input(0), axis=-1)
    if texts:
        known = site.const(np.array([each.encode() for each in texts], np.object_), "categories")
    else:
        x, known = site.cast(x, INT64), site.const(numbers, "categories", INT64)
    return site.cast(site("Equal", x=x, y=known), FLOAT)


def _linear(site: Site, count: int) -> Val:
    weights = np.array(site.numbers("coefficients"), np.float32)
    if not weights.size or weights.size % count:
        raise DiagramError(f"the {weights.size} coefficients cannot be divided evenly among {count} outputs")
    x = site.cast(site.input(0), FLOAT)
    result = site("MatMul", a=x, b=site.parameter(weights.reshape(count, -1).T, "coefficients"))
    offsets = site.numbers("intercepts")
    return site("Add", x=result, y=site.parameter(offsets, "intercepts", FLOAT)) if offsets else result


def _after(site: Site, scores: Val) -> Val:
    kind = site.word("post_transform", "NONE")
    if kind == "NONE":
        return scores
    if kind == "LOGISTIC":
        return site("Sigmoid", x=scores)
    if kind == "SOFTMAX":
        return site("Softmax", logits=scores)
    raise DiagramError(f"post_transform {kind!r} is not supported")


def _chosen(site: Site, scores: Val, labels: list[int] | list[str]) -> Val:
    best = site("ArgMax", input=scores, dimension=-1)
    if isinstance(labels[0], int):
        names = site.const(labels, "labels", INT64)
    else:
        names = site.const(np.array([str(each).encode() for each in labels], np.object_), "labels")
    return site("GatherV2", "label", params=names, indices=best, axis=0)
