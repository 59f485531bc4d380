"""Accidental hits: sampled candidates that are true classes."""

from __future__ import annotations

import numpy as np

from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_vector
from blocks.library.candidate_sampling.samplers import true_classes_shape
from blocks.library.declare import block


@block(
    "true_classes: int64, sampled_candidates: int64 -> indices: int32, ids: int64, weights: float",
    example={
        "true_classes": [[0, 1], [2, 3]],
        "sampled_candidates": [3, 0, 7],
        "num_true": 2,
        "indices": [0, 1],
        "ids": [1, 0],
        "weights": [-3.4028235e38, -3.4028235e38],
    },
)
def ComputeAccidentalHits(
    true_classes: Array, sampled_candidates: Array, *, num_true: int, seed: int = 0, seed2: int = 0
) -> tuple[Array, Array, Array]:
    """Find accidental hits: sampled candidates that equal a true class, so that their logits can be masked.

    Source: TensorFlow's documentation of tf.nn.compute_accidental_hits.

    Args:
        true_classes: [batch, num_true] the true classes of each example.
        sampled_candidates: [n] the sampled candidates.
        num_true: the number of true classes per example, 1 or more.
        seed: accepted for compatibility with TensorFlow and ignored: nothing is drawn at random.
        seed2: accepted for compatibility with TensorFlow and ignored.

    Returns:
        indices: [hits] the row of the true class, for each hit.
        ids: [hits] the index of the candidate, for each hit. For repeated candidates, it is the last index.
        weights: [hits] the lowest finite float32, for each hit. Add it to the logit of the candidate.
    """
    count = sampled_candidates.size
    candidates, first_from_end = np.unique(sampled_candidates[::-1], return_index=True)
    wanted = true_classes.reshape(-1)
    at = np.minimum(np.searchsorted(candidates, wanted), candidates.size - 1)
    hits = np.flatnonzero(candidates[at] == wanted) if count else np.empty(0, np.int64)
    ids = count - 1 - first_from_end[at[hits]]
    weights = np.full(hits.size, np.finfo(np.float32).min)
    return (hits // max(num_true, 1)).astype(np.int32), ids.astype(np.int64), weights


@ComputeAccidentalHits.shape
def _(call: Call) -> list[Shape]:
    true_classes_shape(call)
    require_vector(call, "sampled_candidates")
    return [(None,), (None,), (None,)]
