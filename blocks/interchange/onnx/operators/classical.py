"""Operators of ``ai.onnx.ml``: scaling, linear models, support vector machines and trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import BOOL, FLOAT, INT64
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.interchange.importing.model_graph import ModelGraph
from blocks.interchange.onnx.operators.table import operator
from blocks.interchange.onnx.site import Site
from blocks.interchange.onnx.values import Val, give, pin

DOMAIN = "ai.onnx.ml"
_MOST_PATHS = 1 << 24
"""How many pairs of a node and a leaf of a tree a model may have, each tree counted as the largest: 64 MiB."""
_MODES = {
    "BRANCH_LEQ": "LessEqual", "BRANCH_LT": "Less", "BRANCH_GTE": "GreaterEqual", "BRANCH_GT": "Greater",
    "BRANCH_EQ": "Equal", "BRANCH_NEQ": "NotEqual",
}  # fmt: skip


@operator(f"{DOMAIN}.Scaler")
def _scaler(site: Site) -> Val:
    x = site.cast(site.input(0), FLOAT)
    offset, scale = (site.const(site.numbers(name) or [default], name, FLOAT) for name, default in
                     (("offset", 0.0), ("scale", 1.0)))  # fmt: skip
    return site("Multiply", x=site("Subtract", x=x, y=offset), y=scale)


@operator(f"{DOMAIN}.Binarizer")
def _binarizer(site: Site) -> Val:
    x = site.input(0)
    return site.cast(site("Greater", x=x, y=site.scalar(site.number("threshold"), x)), x.dtype)


@operator(f"{DOMAIN}.ArrayFeatureExtractor")
def _extractor(site: Site) -> Val:
    x = site.input(0)
    indices = site.reshape(site.input(1), [-1])
    taken = site("GatherV2", params=x, indices=indices, axis=-1)
    return site.reshape(taken, [1, -1]) if x.rank == 1 else taken


@operator(f"{DOMAIN}.ZipMap")
def _zip_map(site: Site) -> Val:
    """Return the tensor of probabilities, because a diagram has no dictionaries."""
    return site("Identity", input=site.input(0))


@operator(f"{DOMAIN}.LabelEncoder")
def _label_encoder(site: Site) -> Val:
    x = site.input(0)
    keys, values = _entries(site, "keys"), _entries(site, "values")
    if len(keys) != len(values) or not len(keys):
        raise DiagramError("the operator must have one value per key")
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
def _imputer(site: Site) -> Val:
    x = site.input(0)
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
        raise DiagramError(f"norm {kind!r} is not supported")
    empty = site("Equal", x=size, y=0.0)
    return site("RealDiv", x=x, y=site("SelectV2", condition=empty, t=site("OnesLike", x=size), e=size))


@operator(f"{DOMAIN}.LinearRegressor")
def _linear_regressor(site: Site) -> Val:
    return _after(site, _linear(site, max(site.whole("targets", 1), 1)))


@operator(f"{DOMAIN}.LinearClassifier")
def _linear_classifier(site: Site) -> Sequence[Val]:
    labels = _labels(site, "classlabels_ints", "classlabels_strings")
    if len(labels) < 2 or len(site.numbers("intercepts")) not in (0, len(labels)):
        raise DiagramError("the operator does not have values for each class")
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


@operator(f"{DOMAIN}.SVMRegressor")
def _vector_regressor(site: Site) -> Val:
    weights = np.array(site.numbers("coefficients"), np.float32)
    count = site.whole("n_supports")
    x = site.cast(site.input(0), FLOAT)
    if count:
        similar = _similarity(site, x, np.array(site.numbers("support_vectors"), np.float32).reshape(count, -1))
        scores = site("MatMul", a=similar, b=site.const(weights.reshape(-1, 1), "coefficients"))
    else:
        scores = _similarity(site, x, weights.reshape(1, -1))
    scores = site("Add", x=scores, y=site.const(site.numbers("rho")[:1], "rho", FLOAT))
    if site.whole("one_class"):
        inside = site("Greater", x=scores, y=0.0)
        return site("SelectV2", condition=inside, t=site("OnesLike", x=scores), e=site.const(-1.0, "outside", FLOAT))
    return _after(site, scores)


@operator(f"{DOMAIN}.SVMClassifier")
def _vector_classifier(site: Site) -> Sequence[Val]:
    labels = _labels(site, "classlabels_ints", "classlabels_strings")
    counts, rho = site.wholes("vectors_per_class"), site.numbers("rho")
    weights = np.array(site.numbers("coefficients"), np.float32)
    classes = len(labels)
    x = site.cast(site.input(0), FLOAT)
    if not counts:
        scores = site("Add", x=_similarity(site, x, weights.reshape(classes, -1)), y=site.const(rho[:1], "rho", FLOAT))
        return _chosen(site, scores, labels), _after(site, scores)
    pairs = [(i, j) for i in range(classes) for j in range(i + 1, classes)]
    if len(counts) != classes or len(rho) != len(pairs) or classes < 2:
        raise DiagramError("the operator does not have values for each class")
    vectors = np.array(site.numbers("support_vectors"), np.float32).reshape(sum(counts), -1)
    weights = weights.reshape(classes - 1, sum(counts))
    of = np.repeat(np.arange(classes), counts)
    columns = [np.where(of == i, weights[j - 1], np.where(of == j, weights[i], 0)) for i, j in pairs]
    each = site.const(np.stack(columns, axis=1), "coefficients", FLOAT)
    scores = site("MatMul", a=_similarity(site, x, vectors), b=each)
    scores = site("Add", x=scores, y=site.const(rho, "rho", FLOAT))
    votes = [np.eye(classes, dtype=np.float32)[[pair[side] for pair in pairs]] for side in (0, 1)]
    first = site.cast(site("Greater", x=scores, y=0.0), FLOAT)
    # What has no vote for the first of a pair has one for the second.
    counted = site("Add", x=site("MatMul", a=first, b=site.const(votes[0] - votes[1], "votes")),
                   y=site.const(votes[1].sum(axis=0), "others", FLOAT))  # fmt: skip
    label = _chosen(site, counted, labels)
    if site.numbers("prob_a"):
        return label, _after(site, _shares(site, scores, pairs))
    if classes == 2:
        scores = site("Concat", values=[site("Negate", x=scores), scores], axis=-1)
    return label, _after(site, scores)


def _similarity(site: Site, x: Val, vectors: Array) -> Val:
    kind = site.word("kernel_type", "LINEAR")
    gamma, offset, degree = (*site.numbers("kernel_params"), 0.0, 0.0, 0.0)[:3]
    if kind == "RBF":
        apart = site("Subtract", x=site("ExpandDims", input=x, axis=1), y=site.const(vectors, "vectors", FLOAT))
        distance = site("Sum", input=site("Square", x=apart), axis=[-1])
        return site("Exp", x=site("Multiply", x=distance, y=-gamma))
    products = site("MatMul", a=x, b=site.const(vectors.T, "vectors", FLOAT))
    if kind == "LINEAR":
        return products
    scaled = site("Add", x=site("Multiply", x=products, y=gamma), y=offset)
    if kind == "POLY":
        return site("Pow", x=scaled, y=degree)
    if kind == "SIGMOID":
        return site("Tanh", x=scaled)
    raise DiagramError(f"kernel_type {kind!r} is not supported")


def _shares(site: Site, scores: Val, pairs: Sequence[tuple[int, int]]) -> Val:
    """Return [n, classes] the probability of each class, from those of pairs.

    Source: Wu, Lin and Weng, "Probability estimates for multi-class classification by pairwise coupling", 2004, second
    method, with the number of iterations and the tolerance of LIBSVM.
    """
    count = max(j for _, j in pairs) + 1
    scale, offset = (site.const(site.numbers(name), name, FLOAT) for name in ("prob_a", "prob_b"))
    slopes = site("Add", x=site("Multiply", x=scores, y=scale), y=offset)
    share = site("ClipByValue", t=site("Sigmoid", x=site("Negate", x=slopes)), clip_value_min=1e-7,
                 clip_value_max=1 - 1e-7)  # fmt: skip
    signs, begin = np.zeros((len(pairs), count * count), np.float32), np.zeros(count * count, np.float32)
    for at, (i, j) in enumerate(pairs):
        signs[at, i * count + j], signs[at, j * count + i], begin[j * count + i] = 1, -1, 1
    flat = site("Add", x=site("MatMul", a=share, b=site.const(signs, "pairs")), y=site.const(begin, "begin"))
    of_pairs = site("Reshape", tensor=flat, shape=[-1, count, count])
    turned = site("Transpose", x=of_pairs, perm=[0, 2, 1])
    own = site("Sum", input=site("Square", x=turned), axis=[-1], keep_dims=True)
    own = site("Multiply", x=own, y=site.const(np.eye(count, dtype=np.float32), "diagonal"))
    matrix = site("Subtract", "matrix", x=own, y=site("Multiply", x=turned, y=of_pairs))
    equal = site.const(np.full(count, 1 / count, np.float32), "equal")
    start = site("Add", "start", x=site("Multiply", x=site("Sum", input=own, axis=[-1]), y=0.0), y=equal)
    body, test = _coupling_round(site, count)
    wires = [
        ("p", start),
        ("matrix", matrix),
        ("go", site.const(True, "go", BOOL)),
        ("round", site.const(0, "round", INT64)),
    ]
    outputs = [("p", FLOAT, (None, count))]
    return site.with_bodies("While", {}, wires, outputs, {"condition": test, "body": body}, "loop")[0]


def _coupling_round(site: Site, count: int) -> tuple[ModelGraph, ModelGraph]:
    body, test = ModelGraph("coupling"), ModelGraph("coupling_goes_on")
    do, ask = site.inside(body), site.inside(test)
    p = before = pin(body, site.scope, "p", FLOAT, (None, count))
    matrix = pin(body, site.scope, "matrix", FLOAT, (None, count, count))

    def times(a: Val, b: Val | float) -> Val:
        return do("Multiply", x=a, y=b)

    def plus(a: Val, b: Val | float) -> Val:
        return do("Add", x=a, y=b)

    def over(a: Val, b: Val) -> Val:
        return do("RealDiv", x=a, y=b)

    def dot(a: Val, b: Val) -> Val:
        return do("Sum", input=times(a, b), axis=[-1], keep_dims=True)

    forces = do("Sum", input=times(matrix, do("ExpandDims", input=p, axis=1)), axis=[-1])
    whole = dot(p, forces)
    errors = do("Abs", x=do("Subtract", x=forces, y=whole))
    is_open = do("GreaterEqual", x=do("Max", input=errors, axis=[-1], keep_dims=True), y=0.005 / count)
    for t in range(count):
        here = do.const(np.eye(count, dtype=np.float32)[t], f"is_{t}")
        row = do("GatherV2", params=matrix, indices=t, axis=1)
        own, force = dot(row, here), dot(forces, here)
        step = over(do("Subtract", x=whole, y=force), own)
        size = plus(step, 1.0)
        gain = times(step, plus(times(step, own), times(force, 2.0)))
        whole = over(plus(whole, gain), do("Square", x=size))
        forces = over(plus(forces, times(step, row)), size)
        p = over(plus(p, times(step, here)), size)
    give(body, "p", do("SelectV2", condition=is_open, t=p, e=before))
    pin(body, site.scope, "go", BOOL, ())
    give(body, "go", do("Any", input=is_open, axis=[0, 1]))
    give(body, "round", plus(pin(body, site.scope, "round", INT64, ()), 1))
    in_time = ask("Less", x=pin(test, site.scope, "round", INT64, ()), y=max(100, count))
    give(test, "goes_on", ask("LogicalAnd", x=in_time, y=pin(test, site.scope, "go", BOOL, ())))
    return body, test


@operator(f"{DOMAIN}.TreeEnsembleRegressor")
def _tree_regressor(site: Site) -> Val:
    kind = site.word("aggregate_function", "SUM")
    if kind not in ("SUM", "AVERAGE"):
        raise DiagramError(f"aggregate_function {kind!r} is not supported")
    return _after(site, _trees(site, "target", max(site.whole("n_targets", 1), 1), average=kind == "AVERAGE"))


@operator(f"{DOMAIN}.TreeEnsembleClassifier")
def _tree_classifier(site: Site) -> Sequence[Val]:
    labels = _labels(site, "classlabels_int64s", "classlabels_strings")
    classes = set(site.wholes("class_ids"))
    if len(labels) == 2 and classes == {0}:
        return _one_of_two(site, labels)
    if len(classes) < 2:
        raise DiagramError("the operator does not have values for at least two classes")
    scores = _trees(site, "class", len(labels), average=False)
    return _chosen(site, scores, labels), _after(site, scores)


def _one_of_two(site: Site, labels: list[int] | list[str]) -> Sequence[Val]:
    base = site.numbers("base_values")
    score = _trees(site, "class", 1, average=False)
    is_share = min(site.numbers("class_weights"), default=0.0) >= 0 and min(base, default=0.0) >= 0
    other = site("Subtract", x=1.0, y=score) if is_share else site("Negate", x=score)
    both = site("Concat", values=[other, score], axis=-1)
    return _chosen(site, both, labels), _after(site, both)


def _linear(site: Site, count: int) -> Val:
    weights = np.array(site.numbers("coefficients"), np.float32)
    if not weights.size or weights.size % count:
        raise DiagramError("the number of coefficients does not match the number of targets")
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


def _labels(site: Site, numbers: str, texts: str) -> list[int] | list[str]:
    return site.wholes(numbers) or site.words(texts)


def _chosen(site: Site, scores: Val, labels: list[int] | list[str]) -> Val:
    best = site("ArgMax", input=scores, dimension=-1)
    if isinstance(labels[0], int):
        names = site.const(labels, "labels", INT64)
    else:
        names = site.const(np.array([str(each).encode() for each in labels], np.object_), "labels")
    return site("GatherV2", "label", params=names, indices=best, axis=0)


class _Forest(NamedTuple):
    """The trees of a model as tensors, padded to the largest tree.

    Attributes:
        features: [trees, nodes] the feature that each inner node compares.
        bounds: [trees, nodes] the value to compare with.
        modes: [trees, nodes] the kind of comparison.
        missing: [trees, nodes] whether a missing feature goes the way of a comparison that holds.
        paths: [trees, nodes, leaves] 1 if the leaf needs the node's comparison to hold, -1 if to fail, otherwise 0.
        held: [trees, leaves] the number of comparisons that hold on the way to a leaf; -1 if there is no leaf.
        values: [trees, leaves, targets] the addends of each leaf.
    """

    features: Array
    bounds: Array
    modes: Array
    missing: Array
    paths: Array
    held: Array
    values: Array


def _trees(site: Site, what: str, count: int, *, average: bool) -> Val:
    """Return [n, targets] the sums over the leaves that are reached.

    All comparisons are made at once. A leaf is reached if all those hold that lead to it, and no other on its way.
    """
    forest = _forest(site, what, count)
    x = site.cast(site.input(0), FLOAT)
    features = site("GatherV2", "features", params=x, indices=site.const(forest.features, dtype=INT64), axis=-1)
    holds = site.cast(_holds(site, forest, features), FLOAT)
    met = site("Einsum", inputs=[holds, site.const(forest.paths, "paths", FLOAT)], equation="nti,til->ntl")
    reached = site.cast(site("Equal", x=met, y=site.const(forest.held, "held", FLOAT)), FLOAT)
    values = forest.values / len(forest.values) if average else forest.values
    result = site("Einsum", inputs=[reached, site.const(values, "leaves", FLOAT)], equation="ntl,tlk->nk")
    base = site.numbers("base_values")
    return site("Add", x=result, y=site.const(base, "base_values", FLOAT)) if base else result


def _holds(site: Site, forest: _Forest, features: Val) -> Val:
    """Return [n, trees, nodes] whether a comparison holds, or a missing value goes the same way."""
    result: Val | None = None
    for mode in sorted({*forest.modes.ravel().tolist()}):
        if mode not in _MODES:
            raise DiagramError(f"node mode {mode!r} is not supported")
        holds = site(_MODES[mode], f"holds_{mode}", x=features, y=site.const(forest.bounds, "bounds", FLOAT))
        here = site.const(forest.modes == mode, f"is_{mode}")
        result = holds if result is None else site("SelectV2", condition=here, t=holds, e=result)
    assert result is not None
    if not forest.missing.any():
        return result
    lost = site("LogicalAnd", x=site("IsNan", x=features), y=site.const(forest.missing, "missing"))
    return site("LogicalOr", "holds", x=result, y=lost)


def _forest(site: Site, what: str, count: int) -> _Forest:
    nodes = list(zip(site.wholes("nodes_treeids"), site.wholes("nodes_nodeids"), strict=True))
    columns = (
        site.words("nodes_modes"), site.wholes("nodes_truenodeids"), site.wholes("nodes_falsenodeids"),
        site.wholes("nodes_featureids"), site.numbers("nodes_values"),
        site.wholes("nodes_missing_value_tracks_true") or [0] * len(nodes),
    )  # fmt: skip
    parts = dict(zip(nodes, zip(*columns, strict=True), strict=True))
    trees = {tree: i for i, tree in enumerate(dict.fromkeys(tree for tree, _ in nodes))}
    inner: list[dict[int, int]] = [{} for _ in trees]  # by tree, nodes and their indices
    leaves: list[dict[int, int]] = [{} for _ in trees]
    for tree, node in parts:
        same = (leaves if parts[tree, node][0] == "LEAF" else inner)[trees[tree]]
        same[node] = len(same)
    most, widest = max(1, *map(len, inner)), max(1, *map(len, leaves))
    if len(parts) != len(nodes) or len(trees) * most * widest > _MOST_PATHS:
        raise DiagramError("the trees are too large or damaged")
    features, bounds = np.zeros((len(trees), most), np.int64), np.zeros((len(trees), most), np.float32)
    modes, missing = np.full((len(trees), most), "BRANCH_LEQ", object), np.zeros((len(trees), most), bool)
    above: dict[tuple[int, int], tuple[int, int]] = {}
    for (tree, node), (mode, yes, no, feature, bound, lost) in parts.items():
        if mode == "LEAF":
            continue
        at = trees[tree], inner[trees[tree]][node]
        features[at], bounds[at], modes[at], missing[at] = feature, bound, mode, lost
        for side, child in ((1, yes), (-1, no)):
            if (tree, child) not in parts or (tree, child) in above:
                raise DiagramError("the nodes do not form trees")
            above[tree, child] = node, side
    paths = np.zeros((len(trees), most, widest), np.float32)
    held = np.full((len(trees), widest), -1, np.float32)
    for tree, i in trees.items():
        for leaf, column in leaves[i].items():
            node, steps = leaf, 0
            while (tree, node) in above:
                node, side = above[tree, node]
                paths[i, inner[i][node], column] = side
                steps += 1
                if steps > most:
                    raise DiagramError("the nodes do not form trees")
            held[i, column] = (paths[i, :, column] > 0).sum()
    values = np.zeros((len(trees), widest, count), np.float32)
    prefix = f"{what}_"
    weights = zip(*(site.wholes(f"{prefix}{each}") for each in ("treeids", "nodeids", "ids")),
                  site.numbers(f"{prefix}weights"), strict=True)  # fmt: skip
    for tree, node, target, weight in weights:
        values[trees[tree], leaves[trees[tree]][node], target] += weight
    return _Forest(features, bounds, modes, missing, paths, held, values)
