"""Candidate samplers: frequencies, expected counts, and TensorFlow 2.21's answers where they are easy to miss."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.candidate_sampling import drawing
from blocks.library.candidate_sampling.drawing import Learned, LogUniform, Sampler, Uniform, Weighted, sample
from blocks.library.candidate_sampling.samplers import ComputeAccidentalHits

stats: Any = import_module("scipy.stats")
TRUE = np.array([[0, 1]])


def generator(seed: int = 3) -> np.random.Generator:
    return np.random.default_rng(seed)


def learned() -> Learned:
    sampler = Learned(5)
    sampler.learn(np.array([[1, 1], [3, 1]]))
    return sampler


# A sampler, and the probability of each class by its definition.
SAMPLERS: list[tuple[Sampler, list[float]]] = [
    (Uniform(4), [0.25] * 4),
    (LogUniform(3), [np.log(2) / np.log(4), np.log(3 / 2) / np.log(4), np.log(4 / 3) / np.log(4)]),
    (Weighted(np.array([1.0, 0.0, 3.0])), [0.25, 0, 0.75]),
    (learned(), [1 / 9, 4 / 9, 1 / 9, 2 / 9, 1 / 9]),
]


@pytest.mark.parametrize(("sampler", "chances"), SAMPLERS)
def test_frequencies(sampler: Sampler, chances: list[float]) -> None:
    np.testing.assert_allclose(sampler.probability(np.arange(sampler.count)), chances)
    result, expected, _ = sample(sampler, TRUE, 20_000, False, generator())
    seen, chance = np.bincount(result, minlength=sampler.count), np.array(chances)
    assert seen[chance == 0].sum() == 0
    assert stats.chisquare(seen[chance > 0], 20_000 * chance[chance > 0]).pvalue > 0.01
    np.testing.assert_allclose(expected, 20_000 * chance[TRUE], rtol=1e-6)


def tries_and_found(method: Any, sampler: Sampler, number: int, runs: int) -> tuple[Array, Array]:
    rng = generator()
    pairs = [method(sampler, number, rng) for _ in range(runs)]
    assert all(len(set(result.tolist())) == number for result, _ in pairs)
    return np.array([tries for _, tries in pairs]), np.array([result for result, _ in pairs])


@pytest.mark.parametrize("sampler", [LogUniform(6), Weighted(np.array([5.0, 1.0, 0.0, 2.0, 1.0]))])
def test_the_race_is_distributed_as_drawing_again_and_again(sampler: Sampler) -> None:
    """What is drawn at each place, and how many tries it took, by both ways."""
    race, again = getattr(drawing, "_race"), getattr(drawing, "_again_and_again")  # noqa: B009
    fast, slow = (tries_and_found(method, sampler, 3, 4000) for method in (race, again))
    assert abs(fast[0].mean() - slow[0].mean()) < 4 * np.hypot(fast[0].std(), slow[0].std()) / np.sqrt(4000)
    for place in range(3):
        counts = np.array([np.bincount(each[1][:, place], minlength=sampler.count) for each in (fast, slow)])
        assert stats.chi2_contingency(counts[:, counts.sum(axis=0) > 0]).pvalue > 0.01


def test_many_classes() -> None:
    for sampler in (Uniform(2**62), LogUniform(2**63 - 1), Learned(2**40)):
        result, expected, _ = sample(sampler, TRUE, 50, True, generator())
        assert len(set(result.tolist())) == 50 and result.min() >= 0 and result.max() < sampler.count
        assert np.all(np.isfinite(expected))


def test_all_classes_though_one_is_improbable() -> None:
    """TensorFlow would try 1e15 times."""
    result, expected, _ = sample(Weighted(np.array([1.0, 1e-15])), TRUE, 2, True, generator())
    assert result.tolist() == [0, 1]
    assert expected[0, 0] == 1


@pytest.mark.parametrize("true", [-1, 4])
def test_true_classes_out_of_range(true: int) -> None:
    with pytest.raises(DiagramError, match=r"from 0 to 3, got"):
        sample(Uniform(4), np.array([[true]]), 1, False, generator())


def fixed(range_max: int, **attributes: Any) -> Array:
    """How probable a FixedUnigramCandidateSampler says that each class is."""
    true = np.arange(range_max)[None]
    root = blocks.Scope.new_root_scope()
    node = ops.FixedUnigramCandidateSampler(
        root, true, num_true=range_max, num_sampled=1, unique=False, range_max=range_max, **attributes
    )
    [result] = blocks.ClientSession(root).run([node.true_expected_count])
    return result[0]


# Attributes, and the weights that TensorFlow then uses.
WEIGHTS: list[tuple[dict[str, Any], list[float]]] = [
    ({"num_shards": 3, "shard": 0}, [1, 4, 7]),
    ({"num_shards": 3, "shard": 0, "num_reserved_ids": 1}, [0, 3, 6]),
    ({"num_shards": 3, "shard": 0, "num_reserved_ids": 3}, [0, 3, 6]),
    ({"num_shards": 3, "shard": 1, "num_reserved_ids": 2}, [0, 1, 4, 7]),
    ({"num_shards": 3, "shard": 2, "num_reserved_ids": 2}, [3, 6]),
    ({"num_shards": 3, "shard": 2, "num_reserved_ids": 3}, [0, 2, 5]),
    ({"num_reserved_ids": -1}, [1, 2, 3, 4, 5, 6, 7]),
    ({"distortion": 0.0}, [1] * 7),
    ({"distortion": -1.0}, [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 6, 1 / 7]),
]


@pytest.mark.parametrize(("attributes", "weights"), WEIGHTS)
def test_weights_of_a_shard(attributes: dict[str, Any], weights: list[float]) -> None:
    result = fixed(len(weights), unigrams=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], **attributes)
    np.testing.assert_allclose(result, np.array(weights) / sum(weights), rtol=1e-6)


@pytest.mark.parametrize(
    ("range_max", "attributes", "pin"),
    [
        (2, {"unigrams": [1.0, -1.0]}, "unigrams"),
        (2, {"unigrams": [0.0, 0.0]}, "unigrams"),
        (2, {"unigrams": [1.0, float("nan")]}, "unigrams"),
        (2, {"unigrams": [0.0, 1.0], "distortion": -1.0}, "unigrams"),
        (3, {"unigrams": [1.0, 1.0]}, "range_max"),
        (1, {"unigrams": [1.0, 1.0], "num_shards": 2, "shard": 2}, "shard"),
        (2, {"unigrams": [1.0, 1.0], "vocab_file": "v"}, "unigrams"),
    ],
)
def test_weights_that_are_refused(range_max: int, attributes: dict[str, Any], pin: str) -> None:
    with pytest.raises(DiagramError) as caught:
        fixed(range_max, **attributes)
    assert caught.value.pin == pin


def test_accidental_hits_take_the_last_of_equal_candidates() -> None:
    true, candidates = np.array([[1, 2], [2, 5]]), np.array([2, 2, 5])
    indices, ids, weights = ComputeAccidentalHits.kernel(true, candidates, num_true=2)
    assert indices.tolist() == [0, 1, 1] and ids.tolist() == [1, 1, 2]
    assert weights.tolist() == [np.finfo(np.float32).min] * 3
