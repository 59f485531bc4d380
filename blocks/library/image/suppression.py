"""All versions of non-maximum suppression, which keeps the best of overlapping boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, HALF
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, pin_error, require_scalar, scalar
from blocks.library.declare import block
from blocks.library.image.shared import formed, same_count

_LOWEST = float(np.finfo(np.float32).min)
_REAL = (HALF, FLOAT)

Overlaps = Callable[[int, Array], Array]
"""How much a chosen box overlaps others, by their numbers."""


def _overlaps(boxes: Array) -> Overlaps:
    """Return intersection over union of two boxes; it is 0 if one has no area."""
    edges = [np.ascontiguousarray(boxes[:, i]) for i in range(4)]
    top, bottom = np.minimum(edges[0], edges[2]), np.maximum(edges[0], edges[2])
    left, right = np.minimum(edges[1], edges[3]), np.maximum(edges[1], edges[3])
    area = (bottom - top) * (right - left)

    def overlap(best: int, others: Array) -> Array:
        high = np.minimum(bottom[best], bottom[others]) - np.maximum(top[best], top[others])
        wide = np.minimum(right[best], right[others]) - np.maximum(left[best], left[others])
        shared = np.maximum(high, 0) * np.maximum(wide, 0)
        theirs = area[others]
        with np.errstate(invalid="ignore", divide="ignore"):
            result = shared / (area[best] + theirs - shared)
        return np.where((theirs > 0) & (area[best] > 0), result, 0)

    return overlap


def _chosen(scores: Array, overlaps: Overlaps, most: int, limit: float, least: float) -> tuple[Array, Array]:
    """Return the indices and scores of boxes above ``least``, best first.

    A box that overlaps a better one by more than the limit is left out. Of equal scores the first is the better.
    """
    rest = np.argsort(-scores, kind="stable")
    rest = rest[scores[rest] > least]
    result: list[int] = []
    while rest.size and len(result) < most:
        best, rest = int(rest[0]), rest[1:]
        result.append(best)
        rest = rest[~(overlaps(best, rest) > limit)]
    return np.array(result, np.int32), scores[result]


def _softly_chosen(scores: Array, overlaps: Overlaps, most: int, least: float, sigma: float) -> tuple[Array, Array]:
    """Choose as `_chosen` does, but overlapping boxes' scores decay by exp(-overlap^2 / (2 sigma))."""
    left, kind = scores.copy(), scores.dtype.type
    rest = np.flatnonzero(left > least)
    result: list[int] = []
    while rest.size and len(result) < most:
        index = int(left[rest].argmax())
        best, rest = int(rest[index]), np.delete(rest, index)
        result.append(best)
        left[rest] *= np.exp(kind(-0.5 / sigma) * np.square(overlaps(best, rest)).astype(scores.dtype))
        rest = rest[left[rest] > least]
    return np.array(result, np.int32), left[result]


def _boxes_and_scores(call: Call) -> None:
    """Check that boxes have one score each, and that the number of wanted boxes is a scalar."""
    formed(call, "boxes", (None, 4), "[count, 4]")
    formed(call, "scores", (None,), "a vector with one score per box")
    same_count(call, "boxes", "scores")
    scalar(call, "max_output_size", 0)


def _require_part(call: Call, pin: str) -> None:
    require_scalar(call, pin)
    value = call.value(pin)
    if value is not None and not 0 <= float(value) <= 1:
        raise DiagramError(f"{pin}: expected 0 to 1, got {float(value):g}", pin=pin)


_BOXES = {
    "boxes": [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.9], [0.0, 2.0, 1.0, 3.0]],
    "scores": [0.8, 0.9, 0.3],
    "max_output_size": 3,
    "selected_indices": [1, 2],
}


@block(
    "boxes: float, scores: float, max_output_size: int32 -> selected_indices: int32",
    not_differentiable="the output is integer indices",
    example=_BOXES,
)
def NonMaxSuppression(boxes: Array, scores: Array, max_output_size: Array, *, iou_threshold: float = 0.5) -> Array:
    """Select boxes by non-maximum suppression (NMS): keep high scores, drop boxes that overlap a kept one.

    The overlap is the intersection over union (IoU) of two boxes.

    Source: TensorFlow's documentation of tf.image.non_max_suppression.

    Args:
        boxes: [n, 4] the boxes, each as two opposite corners, [y1, x1, y2, x2].
        scores: [n] the score of each box. Of equal scores, the first wins. Boxes with score NaN are dropped.
        max_output_size: [] the maximum number of boxes to select.
        iou_threshold: the largest allowed overlap (IoU) with a selected box, 0 ... 1.

    Returns:
        selected_indices: [k] the indices of the selected boxes, by descending score.
    """
    chosen, _ = _chosen(scores, _overlaps(boxes), int(max_output_size), float(np.float32(iou_threshold)), _LOWEST)
    return chosen


def _check(attrs: dict[str, Any]) -> None:
    expect(attrs, "iou_threshold", 0 <= attrs["iou_threshold"] <= 1, "from 0 to 1")


NonMaxSuppression.prepare = _check


@NonMaxSuppression.shape
def _(call: Call) -> Shape:
    _boxes_and_scores(call)
    return (None,)


_EXAMPLE: dict[str, Any] = {**_BOXES, "iou_threshold": 0.5}
_THRESHOLDS = "max_output_size: int32, iou_threshold: T_threshold"


@block(
    f"boxes: T, scores: T, {_THRESHOLDS} -> selected_indices: int32",
    T=_REAL,
    T_threshold=_REAL,
    not_differentiable="the output is integer indices",
    doc_of=NonMaxSuppression,
    example=_EXAMPLE,
)
def NonMaxSuppressionV2(boxes: Array, scores: Array, max_output_size: Array, iou_threshold: Array) -> Array:
    """Select boxes by non-maximum suppression (NMS). The IoU threshold is an input.

    The overlap is the intersection over union (IoU) of two boxes.

    Source: TensorFlow's documentation of tf.image.non_max_suppression.

    Args:
        iou_threshold: [] the largest allowed overlap (IoU) with a selected box, 0 ... 1.
    """
    return _chosen(scores, _overlaps(boxes), int(max_output_size), float(iou_threshold), _LOWEST)[0]


@block(
    f"boxes: T, scores: T, {_THRESHOLDS}, score_threshold: T_threshold -> selected_indices: int32",
    T=_REAL,
    T_threshold=_REAL,
    doc_of=NonMaxSuppressionV2,
    example={**_EXAMPLE, "score_threshold": 0.3, "selected_indices": [1]},
)
def NonMaxSuppressionV3(
    boxes: Array, scores: Array, max_output_size: Array, iou_threshold: Array, score_threshold: Array
) -> Array:
    """Select boxes by non-maximum suppression (NMS), with a minimum score.

    The overlap is the intersection over union (IoU) of two boxes.

    Source: TensorFlow's documentation of tf.image.non_max_suppression.

    Args:
        scores: [n] the score of each box. Of equal scores, the first wins.
        score_threshold: [] the score threshold. Boxes need a higher score.
    """
    limits = float(iou_threshold), float(score_threshold)
    return _chosen(scores, _overlaps(boxes), int(max_output_size), *limits)[0]


@block(
    f"boxes: T, scores: T, {_THRESHOLDS}, score_threshold: T_threshold"
    " -> selected_indices: int32, valid_outputs: int32",
    T=_REAL,
    T_threshold=_REAL,
    doc_of=NonMaxSuppressionV3,
    example={
        **_EXAMPLE,
        "score_threshold": 0.3,
        "pad_to_max_output_size": True,
        "selected_indices": [1, 0, 0],
        "valid_outputs": 1,
    },
)
def NonMaxSuppressionV4(
    boxes: Array,
    scores: Array,
    max_output_size: Array,
    iou_threshold: Array,
    score_threshold: Array,
    *,
    pad_to_max_output_size: bool = False,
) -> tuple[Array, Array]:
    """Select boxes by non-maximum suppression (NMS), count them, and optionally pad the result.

    The overlap is the intersection over union (IoU) of two boxes.

    Source: TensorFlow's documentation of tf.image.non_max_suppression_padded.

    Args:
        pad_to_max_output_size: true pads selected_indices with 0 to max_output_size elements.

    Returns:
        valid_outputs: [] the number of selected boxes.
    """
    limits = float(iou_threshold), float(score_threshold)
    result, _ = _chosen(scores, _overlaps(boxes), int(max_output_size), *limits)
    return _filled(result, int(max_output_size), pad_to_max_output_size), np.asarray(len(result), np.int32)


def _filled(result: Array, size: int, wanted: bool) -> Array:
    return np.concatenate((result, np.zeros(size - len(result), result.dtype))) if wanted else result


@block(
    "boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T, soft_nms_sigma: T"
    " -> selected_indices: int32, selected_scores: T, valid_outputs: int32",
    T=_REAL,
    doc_of=NonMaxSuppressionV4,
    example={
        **_EXAMPLE,
        "score_threshold": 0.1,
        "soft_nms_sigma": 0.5,
        "selected_indices": [1, 0, 2],
        "selected_scores": [0.9, 0.35588682, 0.3],
        "valid_outputs": 3,
    },
)
def NonMaxSuppressionV5(
    boxes: Array,
    scores: Array,
    max_output_size: Array,
    iou_threshold: Array,
    score_threshold: Array,
    soft_nms_sigma: Array,
    *,
    pad_to_max_output_size: bool = False,
) -> tuple[Array, Array, Array]:
    """Select boxes by non-maximum suppression (NMS) or soft NMS, and return their scores.

    If soft_nms_sigma is not 0, each selected box multiplies the scores of other boxes by exp(-overlap^2 / (2
    soft_nms_sigma)) instead of dropping them. The overlap is the intersection over union (IoU) of two boxes.

    Source: Bodla, Singh, Chellappa, Davis, arXiv:1704.04503.

    Args:
        iou_threshold: [] the largest allowed overlap (IoU) with a selected box, 0 ... 1. Soft NMS ignores it.
        soft_nms_sigma: [] the sigma of soft NMS, 0 or more. A larger one lowers scores less. 0 drops overlapping boxes.
        pad_to_max_output_size: true pads selected_indices and selected_scores with 0 to max_output_size elements.

    Returns:
        selected_scores: [k] the scores of the selected boxes.
    """
    most, least, sigma = int(max_output_size), float(score_threshold), float(soft_nms_sigma)
    overlaps = _overlaps(boxes)
    if sigma > 0:
        result, left = _softly_chosen(scores, overlaps, most, least, sigma)
    else:
        result, left = _chosen(scores, overlaps, most, float(iou_threshold), least)
    filled = (_filled(each, most, pad_to_max_output_size) for each in (result, left))
    return *filled, np.asarray(len(result), np.int32)  # pyright: ignore[reportReturnType]


def _shapes(call: Call) -> list[Shape]:
    _boxes_and_scores(call)
    _require_part(call, "iou_threshold")
    for pin in ("score_threshold", "soft_nms_sigma"):
        if any(each.name == pin for each in call.type.inputs):
            require_scalar(call, pin)
            value = call.value(pin)
            if pin == "soft_nms_sigma" and value is not None and not float(value) >= 0:
                raise DiagramError(f"soft_nms_sigma: expected 0 or more, got {float(value):g}", pin=pin)
    count = scalar(call, "max_output_size") if call.attrs.get("pad_to_max_output_size") else None
    return [() if each.name == "valid_outputs" else (count,) for each in call.type.outputs]


for _type in (NonMaxSuppressionV2, NonMaxSuppressionV3, NonMaxSuppressionV4, NonMaxSuppressionV5):
    _type.shape(_shapes)


@block(
    "overlaps: float, scores: float, max_output_size: int32, overlap_threshold: float, score_threshold: float"
    " -> selected_indices: int32",
    not_differentiable="the output is integer indices",
    example={
        "overlaps": [[1.0, 0.6, 0.2], [0.6, 1.0, 0.1], [0.2, 0.1, 1.0]],
        "scores": [0.8, 0.9, 0.3],
        "max_output_size": 3,
        "overlap_threshold": 0.5,
        "score_threshold": 0.0,
        "selected_indices": [1, 2],
    },
)
def NonMaxSuppressionWithOverlaps(
    overlaps: Array, scores: Array, max_output_size: Array, overlap_threshold: Array, score_threshold: Array
) -> Array:
    """Select items by non-maximum suppression (NMS), with given pairwise overlaps.

    Source: TensorFlow's documentation of tf.image.non_max_suppression_overlaps.

    Args:
        overlaps: [n, n] the overlap of each item (row) with each other item (column).
        scores: [n] the score of each item. Of equal scores, the first wins.
        max_output_size: [] the maximum number of items to select.
        overlap_threshold: [] the largest allowed overlap with a selected item.
        score_threshold: [] the score threshold. Boxes need a higher score.

    Returns:
        selected_indices: [k] the indices of the selected items, by descending score.
    """
    limits = float(overlap_threshold), float(score_threshold)
    return _chosen(scores, lambda best, others: overlaps[others, best], int(max_output_size), *limits)[0]


@NonMaxSuppressionWithOverlaps.shape
def _(call: Call) -> Shape:
    shape = formed(call, "overlaps", (None, None), "a square matrix")
    if None not in shape and shape[0] != shape[1]:
        raise pin_error(call, "overlaps", f"overlaps must be a square matrix, got {shape[0]} x {shape[1]}")
    formed(call, "scores", (None,), "a vector with one score per row")
    same_count(call, "overlaps", "scores")
    scalar(call, "max_output_size", 0)
    for pin in ("overlap_threshold", "score_threshold"):
        require_scalar(call, pin)
    return (None,)


@block(
    "boxes: float, scores: float, max_output_size_per_class: int32, max_total_size: int32, iou_threshold: float,"
    " score_threshold: float -> nmsed_boxes: float, nmsed_scores: float, nmsed_classes: float,"
    " valid_detections: int32",
    example={
        "boxes": [[[[0.0, 0.0, 0.5, 0.5]], [[0.0, 0.0, 0.5, 0.4]]]],
        "scores": [[[0.6, 0.1], [0.5, 0.9]]],
        "max_output_size_per_class": 2,
        "max_total_size": 3,
        "iou_threshold": 0.5,
        "score_threshold": 0.2,
        "nmsed_boxes": [[[0.0, 0.0, 0.5, 0.4], [0.0, 0.0, 0.5, 0.5], [0.0, 0.0, 0.0, 0.0]]],
        "nmsed_scores": [[0.9, 0.6, 0.0]],
        "nmsed_classes": [[1.0, 0.0, 0.0]],
        "valid_detections": [2],
    },
)
def CombinedNonMaxSuppression(
    boxes: Array,
    scores: Array,
    max_output_size_per_class: Array,
    max_total_size: Array,
    iou_threshold: Array,
    score_threshold: Array,
    *,
    pad_per_class: bool = False,
    clip_boxes: bool = True,
) -> tuple[Array, ...]:
    """Select boxes by non-maximum suppression (NMS) per class, then the best boxes per image.

    Source: TensorFlow's documentation of tf.image.combined_non_max_suppression.

    Args:
        boxes: [batch, n, q, 4] the boxes, each as two opposite corners, [y1, x1, y2, x2]. q is 1 if all classes share
            the boxes, otherwise the number of classes.
        scores: [batch, n, classes] the score of each box in each class.
        max_output_size_per_class: [] the maximum number of boxes to select per class.
        max_total_size: [] the maximum number of boxes to select per image.
        iou_threshold: [] the largest allowed overlap (IoU) with a selected box, 0 ... 1.
        score_threshold: [] the score threshold. Boxes need a higher score.
        pad_per_class: true pads the results to classes * max_output_size_per_class boxes, at most max_total_size; false
            to max_total_size.
        clip_boxes: whether to clip the coordinates of the selected boxes to 0 ... 1.

    Returns:
        nmsed_boxes: [batch, k, 4] the selected boxes by descending score, padded with zeros.
        nmsed_scores: [batch, k] the scores of the selected boxes.
        nmsed_classes: [batch, k] the classes of the selected boxes.
        valid_detections: [batch] the number of selected boxes.
    """
    batch, _, classes = scores.shape
    size = _indices(classes, int(max_output_size_per_class), int(max_total_size), pad_per_class)
    limits = int(max_output_size_per_class), float(iou_threshold), float(score_threshold)
    result = np.zeros((batch, size, 4), np.float32)
    values, numbers = np.zeros((batch, size), np.float32), np.zeros((batch, size), np.float32)
    valid = np.zeros(batch, np.int32)
    for image in range(batch):
        picked: list[tuple[Array, Array, int]] = []
        for each in range(classes):
            own = boxes[image, :, min(each, boxes.shape[2] - 1)]
            chosen, likely = _chosen(scores[image, :, each], _overlaps(own), *limits)
            picked.extend((likely[k], own[chosen[k]], each) for k in range(len(chosen)))
        picked.sort(key=lambda entry: -float(entry[0]))
        valid[image] = min(size, len(picked))
        for index, (score, box, each) in enumerate(picked[:size]):
            result[image, index] = np.clip(box, 0, 1) if clip_boxes else box
            values[image, index], numbers[image, index] = score, each
    return result, values, numbers, valid


def _indices(classes: int, per_class: int, total: int, pad_per_class: bool) -> int:
    return min(total, per_class * classes) if pad_per_class else total


@CombinedNonMaxSuppression.shape
def _(call: Call) -> list[Shape]:
    boxes = formed(call, "boxes", (None, None, None, 4), "[batch, n, q, 4]")
    scores = formed(call, "scores", (None, None, None), "[batch, n, classes]")
    batch = same_count(call, "boxes", "scores")
    if None not in (boxes[1], scores[1]) and boxes[1] != scores[1]:
        raise pin_error(call, "scores", f"scores must have one entry per box ({boxes[1]}), got {scores[1]}")
    if None not in (boxes[2], scores[2]) and boxes[2] not in (1, scores[2]):
        text = f"CombinedNonMaxSuppression: axis 2 of boxes must have size 1 or one entry per class ({scores[2]}), got"
        raise DiagramError(f"{text} {boxes[2]}", pin="boxes")
    per_class, total = scalar(call, "max_output_size_per_class", 1), scalar(call, "max_total_size", 1)
    _require_part(call, "iou_threshold")
    require_scalar(call, "score_threshold")
    size = total
    if call.attrs["pad_per_class"]:
        known = None if None in (per_class, total, scores[2]) else (per_class or 0, total or 0, scores[2] or 0)
        size = None if known is None else _indices(known[2], known[0], known[1], True)
    return [(batch, size, 4), (batch, size), (batch, size), (batch,)]
