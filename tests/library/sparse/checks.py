"""What the tests of this page share: running one block type, and refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.dtypes import dtype_of
from blocks.base.types import Array, is_list
from blocks.graph.build import BlockType


def places(*rows: list[int]) -> Array:
    """A matrix of places."""
    return np.array(rows, np.int64)


def int64(*numbers: int) -> Array:
    """A vector of integers."""
    return np.array(numbers, np.int64)


def single(*numbers: float) -> Array:
    """A vector in single precision."""
    return np.array(numbers, np.float32)


def run(block: BlockType, *inputs: Any, **attributes: Any) -> list[Any]:
    """The outputs of a block type, as lists."""
    root = blocks.Scope.new_root_scope()
    node = block(root, *inputs, **attributes)
    return [np.asarray(value).tolist() for value in blocks.ClientSession(root).run(list(node.outputs))]


def gradients(
    block: BlockType, by: tuple[int, ...], weights: Array, *inputs: Any, output: int = 0, **attributes: Any
) -> list[Any]:
    """The gradients of a block type by some of its inputs, with weights arriving at an output."""
    root = blocks.Scope.new_root_scope()
    constants = [blocks.ops.Const(root, value).as_output() for value in inputs]
    node = block(root, *constants, **attributes)
    chosen = [constants[i] for i in by]
    seeds = [blocks.ops.Const(root, weights).as_output()]
    gradients = blocks.add_symbolic_gradients(root, [node.outputs[output]], chosen, seeds)
    return [np.asarray(value) for value in blocks.ClientSession(root).run(gradients)]


def refused(block: BlockType, pin: str, match: str, *inputs: Any, **attributes: Any) -> None:
    """A block type refuses what it is given, in the user's words, whether that is known before the run or not."""
    for known in (True, False):
        root, feed = blocks.Scope.new_root_scope(), dict[Any, Array]()

        def given(value: Any, root: blocks.Scope = root, feed: dict[Any, Array] = feed, known: bool = known) -> Any:
            if is_list(value):
                return [given(each) for each in value]
            array = np.asarray(value)
            dtype = dtype_of(array)
            if known:
                return blocks.ops.Const(root, array, dtype=dtype)
            place = blocks.ops.Placeholder(root, dtype=dtype).as_output()
            feed[place] = array
            return place

        with pytest.raises(blocks.DiagramError, match=match) as caught:
            node = block(root, *map(given, inputs), **attributes)
            blocks.ClientSession(root).run(list(node.outputs), feed)
        assert caught.value.pin == pin
