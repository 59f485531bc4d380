"""The contract test on types of this library: examples for those that no page can use, too."""

from __future__ import annotations

from typing import Any

from blocks.graph.spec import BlockSpec
from blocks.testing import calls
from blocks.testing.calls import Call

# Types that gradients use, and that no page can: they need no example for a reader, but these do for the test.
INTERNAL_EXAMPLES: dict[str, dict[str, Any]] = {
    "ChannelWindowSum": {"x": [[1.0, 2.0, 3.0, 4.0]], "depth_radius": 1, "sums": [[3.0, 6.0, 9.0, 7.0]]},
    "ConcatPart": {
        "dy": [[1.0, 2.0, 3.0]],
        "axis": 1,
        "values": [[[4.0]], [[5.0, 6.0]]],
        "index": 1,
        "output": [[2.0, 3.0]],
    },
    "FractionalAverages": {
        "value": [[[[1.0], [2.0], [6.0]]]],
        "row_pooling_sequence": [0, 1],
        "col_pooling_sequence": [0, 1, 3],
        "overlapping": False,
        "output": [[[[1.0], [4.0]]]],
    },
    "FractionalAvgPoolGrad": {
        "dy": [[[[1.0], [4.0]]]],
        "value": [[[[0.0], [0.0], [0.0]]]],
        "row_pooling_sequence": [0, 1],
        "col_pooling_sequence": [0, 1, 3],
        "overlapping": True,
        "output": [[[[0.5], [2.5], [2.0]]]],
    },
    "CropGrad": {
        "grads": [[[[1.0], [2.0]]]],
        "boxes": [[0.0, 0.0, 0.0, 0.5]],
        "box_ind": [0],
        "image_size": [1, 2, 2, 1],
        "T": "DT_FLOAT",
        "output": [[[[2.0], [1.0]], [[0.0], [0.0]]]],
    },
    "DilationPlaces": {
        "input": [[[[1.0], [5.0], [2.0]]]],
        "filter": [[[0.0], [0.5]]],
        "strides": [1, 1, 1, 1],
        "rates": [1, 1, 1, 1],
        "padding": "VALID",
        "in_place": [[[[1], [1]]]],
        "filter_place": [[[[1], [0]]]],
    },
    "FractionalMaxPoolIndex": {
        "value": [[[[1.0], [2.0], [6.0]]]],
        "output": [[[[1.0], [6.0]]]],
        "row_pooling_sequence": [0, 1],
        "col_pooling_sequence": [0, 1, 3],
        "overlapping": False,
        "index": [[[[0], [2]]]],
    },
    "GatherGrad": {
        "dy": [[1.0], [2.0], [3.0]],
        "indices": [1, 0, 1],
        "axis": 0,
        "shape": [2, 1],
        "output": [[2.0], [4.0]],
    },
    "IgammaByA": {"a": [0.5, 2.0, 5.0], "x": [0.1, 3.0, 100.0], "z": [-0.8229361, -0.1974254, -5.018282e-37]},
    "KeptShape": {"shape": [2, 3, 4], "axis": [-1, 0], "kept": [1, 3, 1]},
    "MaxPoolIndex": {
        "input": [[[[1.0], [5.0], [2.0], [7.0]]]],
        "ksize": [1, 1, 2, 1],
        "strides": [1, 1, 1, 1],
        "padding": "VALID",
        "index": [[[[1], [1], [3]]]],
    },
    "MaxPoolIndexV2": {
        "input": [[[[1.0], [5.0], [2.0], [7.0]]]],
        "ksize": [1, 1, 2, 1],
        "strides": [1, 1, 1, 1],
        "padding": "VALID",
        "index": [[[[1], [1], [3]]]],
    },
    "PatchesGrad": {
        "dy": [[[[1.0, 2.0], [3.0, 4.0]]]],
        "shape": [1, 1, 3, 1],
        "ksizes": [1, 1, 2, 1],
        "strides": [1, 1, 1, 1],
        "rates": [1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[1.0], [5.0], [4.0]]]],
    },
    "PoolGather": {"images": [[1.0, 2.0], [3.0, 4.0]], "index": [[1, 1], [0, 1]], "output": [[2.0, 2.0], [3.0, 4.0]]},
    "PoolScatter": {
        "dy": [[1.0, 2.0], [3.0, 4.0]],
        "index": [[1, 1], [0, 1]],
        "images": [[0.0, 0.0], [0.0, 0.0]],
        "output": [[0.0, 3.0], [3.0, 4.0]],
    },
    "SegmentAverages": {
        "values": [[1.0, 2.0, 4.0], [5.0, 6.0, 8.0]],
        "segments": [[0, 1, 1], [0, 1, 2]],
        "averages": [[1.0, 3.0, 3.0], [5.0, 6.0, 8.0]],
    },
    "ScaleAndTranslateGrad": {
        "grads": [[[[1.0], [2.0], [3.0], [4.0]]]],
        "image_size": [1, 1, 2, 1],
        "scale": [1.0, 2.0],
        "translation": [0.0, 0.0],
        "kernel_type": "triangle",
        "antialias": True,
        "output": [[[[3.25], [6.75]]]],
    },
    "ProductOfOthers": {
        "input": [[2.0, 3.0, 0.0], [1.0, 5.0, 4.0]],
        "axis": [1],
        "output": [[0, 0, 6.0], [20.0, 4.0, 5.0]],
    },
    "ReducedCount": {"shape": [2, 3, 4], "axis": [-1, 0], "count": 8},
    "ResizeGrad": {
        "grads": [[[[1.0], [2.0], [4.0], [8.0]]]],
        "image_size": [1, 1, 2, 1],
        "T": "DT_FLOAT",
        "method": "bilinear",
        "align_corners": False,
        "half_pixel_centers": False,
        "output": [[[[2.0], [13.0]]]],
    },
    "SegmentMeanGrad": {"dy": [[2.0], [3.0]], "segment_ids": [0, 0, 1], "output": [[1.0], [1.0], [3.0]]},
    "SegmentProductOfOthers": {
        "data": [2.0, 3.0, 4.0, 5.0],
        "segment_ids": [0, 0, 0, 2],
        "output": [12.0, 8.0, 6.0, 1.0],
    },
    "SegmentRows": {"values": [[1.0], [2.0]], "segment_ids": [1, -1, 0], "output": [[2.0], [0.0], [1.0]]},
    "SliceGrad": {"dy": [1.0, 2.0], "begin": [1], "shape": [4], "output": [0.0, 1.0, 2.0, 0.0]},
    "SparseDenseNumbers": {"sp_indices": [[0, 1], [1, 0]], "dense_shape": [1, 3], "numbers": [1, 0]},
    "SparseFilledNumbers": {"indices": [[2, 0], [0, 1]], "dense_shape": [4, 2], "old": [2, 0], "new": [1, 3]},
    "SparseReducedNumbers": {
        "input_indices": [[0, 1, 1], [1, 0, 1]],
        "input_shape": [2, 2, 3],
        "reduction_axes": [1],
        "numbers": [1, 4],
    },
    "SparseRowSums": {
        "indices": [[0, 0], [0, 2], [1, 1]],
        "values": [1.0, 2.0, 4.0],
        "sums": [3.0, 3.0, 4.0],
    },
    "SparseSampledMatMul": {
        "indices": [[0, 1], [1, 0], [1, 1]],
        "x": [[1.0, 2.0], [3.0, 4.0]],
        "y": [[5.0, 6.0], [7.0, 8.0]],
        "values": [23.0, 39.0, 53.0],
    },
    "SparseSegmentGrad": {
        "grad": [[2.0, 4.0], [1.0, 3.0]],
        "indices": [2, 0, 1],
        "segment_ids": [0, 0, 1],
        "output_dim0": 4,
        "part": "mean",
        "output": [[1.0, 2.0], [1.0, 3.0], [1.0, 2.0], [0.0, 0.0]],
    },
    "SparseSliceGrad": {
        "dy": [5.0, 6.0],
        "indices": [[0, 1], [1, 0], [1, 2]],
        "shape": [2, 3],
        "start": [0, 1],
        "size": [2, 2],
        "values": [5.0, 0.0, 6.0],
    },
    "SparseToDenseNumbers": {"sparse_indices": [[0, 1], [1, 0]], "output_shape": [2, 3], "numbers": [1, 3]},
    "SparseWinners": {
        "a_indices": [[0], [2]],
        "a_values": [1.0, -1.0],
        "b_indices": [[0], [1]],
        "b_values": [1.0, 2.0],
        "largest": True,
        "a_wins": [True, False],
        "b_wins": [False, True],
    },
    "SumToShape": {"x": [[1.0, 2.0], [3.0, 4.0]], "shape": [2, 1], "y": [[3.0], [7.0]]},
    "TileGrad": {"dy": [1.0, 2.0, 3.0, 4.0], "shape": [2], "output": [4.0, 6.0]},
    "TileMultiples": {"large": [4, 3, 0], "small": [2, 3, 0], "multiples": [2, 1, 0]},
}


def example_of(spec: BlockSpec) -> dict[str, Any] | None:
    """The example of a block type."""
    return spec.example if spec.example is not None else INTERNAL_EXAMPLES.get(spec.name)


def example_call(spec: BlockSpec) -> Call:
    """The call that a block type's example shows."""
    return calls.example_call(spec, example_of(spec))
