"""Candidate samplers: they draw the negative classes for training a classifier with many classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.context import Context
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Generator, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, require_vector, shape_error
from blocks.library.candidate_sampling import drawing
from blocks.library.declare import block, declare
from blocks.library.io.reading import whole_file

_SIGNATURE = (
    "true_classes: int64 -> sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float"
)
_LIMITS = {"num_true": 1, "num_sampled": 1}
_LIMITS_WITH_RANGE = {**_LIMITS, "range_max": 1}


def true_classes_shape(call: Call) -> Shape:
    shape, columns = call.shape("true_classes"), call.attrs["num_true"]
    if shape is not None and (len(shape) != 2 or shape[1] not in (None, columns)):
        raise shape_error(call, "true_classes", f"true_classes must be a matrix with {columns} columns (num_true)")
    return (None if shape is None else shape[0], columns)


def _shapes(call: Call) -> list[Shape]:
    drawn = (call.attrs["num_sampled"],)
    return [drawn, true_classes_shape(call), drawn]


def _enough(attrs: dict[str, Any]) -> None:
    if attrs["unique"] and attrs["num_sampled"] > attrs["range_max"]:
        text = f"cannot draw {attrs['num_sampled']} different classes, because range_max is {attrs['range_max']}"
        raise DiagramError(text, pin="num_sampled")


_DRAWN = {"true_classes": [[0, 2]], "num_true": 2, "num_sampled": 3, "unique": True}


@block(
    _SIGNATURE,
    where=_LIMITS,
    stateful=True,
    example={
        **_DRAWN,
        "sampled_candidates": [0, 1, 2],
        "true_expected_count": [[1.0, 1.0]],
        "sampled_expected_count": [1.0, 1.0, 1.0],
    },
)
def AllCandidateSampler(
    true_classes: Array, *, num_true: int, num_sampled: int, unique: bool, seed: int = 0, seed2: int = 0
) -> tuple[Array, Array, Array]:
    """Return all classes as candidates, for comparison with the other samplers.

    Source: TensorFlow's documentation of tf.random.all_candidate_sampler.

    Args:
        true_classes: [batch, num_true] the true classes of each example.
        num_true: the number of true classes per example, 1 or more.
        num_sampled: the number of classes, 1 or more.
        unique: accepted for compatibility with TensorFlow and ignored: each class is taken once.
        seed: accepted for compatibility with TensorFlow and ignored: nothing is drawn at random.
        seed2: accepted for compatibility with TensorFlow and ignored.

    Returns:
        sampled_candidates: [num_sampled] the classes from 0 to num_sampled - 1.
        true_expected_count: [batch, num_true] 1 for each true class.
        sampled_expected_count: [num_sampled] 1 for each candidate.
    """
    wrong = true_classes[(true_classes < 0) | (true_classes >= num_sampled)]
    if wrong.size:
        text = f"true classes must be from 0 to {num_sampled - 1}, got {wrong[0]}"
        raise DiagramError(text, pin="true_classes")
    return np.arange(num_sampled), np.ones(true_classes.shape, np.float32), np.ones(num_sampled, np.float32)


AllCandidateSampler.shape(_shapes)


_PINS = {
    "num_sampled": "the number of candidates to draw, 1 or more.",
    "unique": "whether to draw each class at most once.",
    "range_max": "the number of classes.",
    "seed": "the random seed. If seed and seed2 are 0, the session's seed and the block's name are used.",
    "seed2": "a second seed.",
    "sampled_candidates": "[num_sampled] the classes that were drawn, from 0 to range_max - 1.",
    "true_expected_count": "[batch, num_true] the expected number of times that each true class is drawn.",
    "sampled_expected_count": "[num_sampled] the expected number of times that each candidate is drawn.",
}
_EXAMPLE = {**_DRAWN, "range_max": 10}


def _sampler(name: str, distribution: Callable[[int], drawing.Sampler], summary: str) -> BlockType:
    def kernel(
        true_classes: Array,
        *,
        num_true: int,
        num_sampled: int,
        unique: bool,
        range_max: int,
        seed: int = 0,
        seed2: int = 0,
        rng: Generator,
    ) -> tuple[Array, Array, Array]:
        return drawing.sample(distribution(range_max), true_classes, num_sampled, unique, rng)

    result = declare(
        name,
        "candidate_sampling_ops",
        _SIGNATURE,
        kernel,
        doc=summary,
        doc_of=(_PINS, AllCandidateSampler),
        where=_LIMITS_WITH_RANGE,
        example=_EXAMPLE,
    )
    result.shape(_shapes)
    result.prepare = _enough
    return result


UniformCandidateSampler = _sampler(
    "UniformCandidateSampler",
    drawing.Uniform,
    "Draw candidate classes from a uniform distribution: P(c) = 1 / range_max.\n\n"
    "Source: TensorFlow's documentation of tf.random.uniform_candidate_sampler.",
)
LogUniformCandidateSampler = _sampler(
    "LogUniformCandidateSampler",
    drawing.LogUniform,
    "Draw log-uniform candidate classes: P(c) = log((c + 2) / (c + 1)) / log(range_max + 1).\n\n"
    "Low numbers are more probable. This approximates the distribution of words (Zipf's law) if their numbers are in\n"
    "order of decreasing frequency.\n\n"
    "Source: TensorFlow's documentation of tf.random.log_uniform_candidate_sampler.",
)


@block(_SIGNATURE, attributes_of=UniformCandidateSampler, example=_EXAMPLE)
def LearnedUnigramCandidateSampler(
    true_classes: Array,
    *,
    num_sampled: int,
    unique: bool,
    range_max: int,
    rng: Generator,
    context: Context,
    **_options: Any,
) -> tuple[Array, Array, Array]:
    """Draw candidate classes from the distribution of the true classes in earlier steps (learned unigrams).

    At first, all classes are equally probable. The true classes of a step are counted after its draw.

    Source: TensorFlow's documentation of tf.random.learned_unigram_candidate_sampler.
    """
    sampler = context.keep(("learned unigrams", range_max), lambda: drawing.Learned(range_max))
    result = drawing.sample(sampler, true_classes, num_sampled, unique, rng)
    sampler.learn(true_classes)
    return result


LearnedUnigramCandidateSampler.shape(_shapes)
LearnedUnigramCandidateSampler.prepare = _enough


@block(
    _SIGNATURE,
    where={**_LIMITS_WITH_RANGE, "num_shards": 1, "shard": 0},
    doc_of=UniformCandidateSampler,
    example={**_DRAWN, "range_max": 4, "unigrams": [1.0, 2.0, 3.0, 4.0]},
)
def FixedUnigramCandidateSampler(
    true_classes: Array,
    *,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: list[float] = [],  # noqa: B006
    seed: int = 0,
    seed2: int = 0,
    rng: Generator,
    context: Context,
) -> tuple[Array, Array, Array]:
    """Draw candidate classes with given weights (fixed unigrams), such as word frequencies in a corpus.

    Source: TensorFlow's documentation of tf.random.fixed_unigram_candidate_sampler.

    Args:
        range_max: the number of classes, including reserved ones. With shards, it is the number in this shard.
        vocab_file: a file with one line per class. Its last comma-separated field is the weight. Set this or unigrams.
        distortion: the power to which weights are raised: 1 keeps them, 0 makes them all equal.
        num_reserved_ids: the number of reserved classes before the first weight. They are never drawn.
        num_shards: the number of shards among which the weights are distributed in turn, 1 or more.
        shard: the index of the shard to use, from 0 to num_shards - 1.
        unigrams: the weights. Set this or vocab_file.
    """

    def make() -> drawing.Weighted:
        weights = unigrams or _weights_in(context, vocab_file)
        reserved = len(range(shard, num_reserved_ids, num_shards))
        own = np.array(weights[(shard - reserved) % num_shards :: num_shards], np.float64)
        if reserved + len(own) != range_max:
            text = f"range_max is {range_max}, but the number of weights is {len(own)}"
            raise DiagramError(text + (f" (and {reserved} reserved classes)" if reserved else ""), pin="range_max")
        context.memory.require(8 * range_max, f"the weights of {range_max:,} classes", "range_max")
        distorted = np.concatenate([np.zeros(reserved), own**distortion])
        if not np.all(own >= 0) or not 0 < distorted.sum() < np.inf:
            raise DiagramError("weights must be finite and 0 or more, and at least one must be above 0", pin="unigrams")
        return drawing.Weighted(distorted)

    declared = (range_max, vocab_file, distortion, num_reserved_ids, num_shards, shard, tuple(unigrams))
    return drawing.sample(context.keep(declared, make), true_classes, num_sampled, unique, rng)


def _weights_in(context: Context, name: str) -> list[float]:
    data = whole_file(context, name.encode(errors="surrogateescape"), "vocab_file")
    result: list[float] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if line:
            try:
                result.append(float(line.rsplit(b",", 1)[-1]))
            except ValueError:
                text = f"line {number} of {name!r}: the last comma-separated field must be a number"
                raise DiagramError(text, pin="vocab_file") from None
    return result


FixedUnigramCandidateSampler.shape(_shapes)


def _prepare(attrs: dict[str, Any]) -> None:
    _enough(attrs)
    if bool(attrs["vocab_file"]) == bool(attrs["unigrams"]):
        text = "FixedUnigramCandidateSampler: set exactly one of unigrams and vocab_file"
        raise DiagramError(text, pin="unigrams")
    expect(
        attrs, "shard", attrs["shard"] < attrs["num_shards"], f"from 0 to {attrs['num_shards'] - 1} (num_shards - 1)"
    )


FixedUnigramCandidateSampler.prepare = _prepare


@block(
    "true_classes: int64, sampled_candidates: int64 -> indices: int32, ids: int64, weights: float",
    doc_of=AllCandidateSampler,
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
        sampled_candidates: [n] the sampled candidates.

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
