"""Losses and decoders of sequences, compared with all paths gone through one by one."""

from __future__ import annotations

import itertools
from collections import defaultdict

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.library.ctc.decoders import CTCBeamSearchDecoder
from blocks.library.ctc.loss import CTCLoss
from blocks.ops import Const

TIME, CLASSES = 4, 3
BLANK = CLASSES - 1
INPUTS: Array = np.random.default_rng(5).normal(size=(TIME, 1, CLASSES))


def probabilities(inputs: Array) -> dict[tuple[int, ...], float]:
    """How probable each sequence of labels is."""
    powers = np.exp(inputs[:, 0])
    steps: list[list[float]] = (powers / powers.sum(1, keepdims=True)).tolist()
    probabilities: dict[tuple[int, ...], float] = defaultdict(float)
    for path in itertools.product(range(CLASSES), repeat=TIME):
        merged = [label for label, _ in itertools.groupby(path)]
        labels = tuple(label for label in merged if label != BLANK)
        probabilities[labels] += float(np.prod([step[label] for step, label in zip(steps, path, strict=True)]))
    return probabilities


def loss(inputs: Array, labels: list[int]) -> tuple[Array, Array]:
    """What CTCLoss gives."""
    indices = np.array([(0, place) for place in range(len(labels))], np.int64)
    return CTCLoss.kernel(inputs, indices, np.array(labels, np.int32), np.array([TIME], np.int32))


@pytest.mark.parametrize("labels", [[0], [0, 1], [1, 1], [0, 1, 0]])
def test_the_loss_adds_up_all_paths_and_its_gradient_is_that_of_differences(labels: list[int]) -> None:
    losses, gradient = loss(INPUTS, labels)
    assert losses[0] == pytest.approx(-np.log(probabilities(INPUTS)[tuple(labels)]))
    for place in np.ndindex(INPUTS.shape):
        step = np.zeros(INPUTS.shape)
        step[place] = 1e-5
        difference = (loss(INPUTS + step, labels)[0] - loss(INPUTS - step, labels)[0]) / 2e-5
        assert gradient[place] == pytest.approx(difference[0], abs=1e-8)


def test_a_wide_beam_finds_the_most_probable_labels() -> None:
    best = sorted(probabilities(INPUTS).items(), key=lambda entry: -entry[1])[:3]
    lengths = np.array([TIME], np.int32)
    _, values, _, likely = CTCBeamSearchDecoder.kernel(
        INPUTS, lengths, beam_width=50, top_paths=3, merge_repeated=False
    )
    assert [tuple(each.tolist()) for each in values] == [labels for labels, _ in best]
    np.testing.assert_allclose(likely[0], np.log([p for _, p in best]))


def test_there_is_no_second_gradient() -> None:
    root = Scope.new_root_scope()
    x = Const(root, INPUTS).as_output()
    node = CTCLoss(root, x, np.array([[0, 0]], np.int64), np.array([0], np.int32), np.array([TIME], np.int32))
    [first] = add_symbolic_gradients(root, [node.outputs[0]], [x])
    with pytest.raises(DiagramError, match="no second"):
        add_symbolic_gradients(root, [first], [x])
