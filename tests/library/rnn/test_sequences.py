"""Long short-term memories over sequences: gradients, and what they have to do with single steps."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.library.rnn.cells import LSTMBlockCell
from blocks.library.rnn.sequences import BlockLSTM
from blocks.ops import Const
from blocks.run.client import ClientSession

STEPS, BATCH, INPUTS, CELLS = 4, 2, 3, 2
RNG = np.random.default_rng(3)
SHAPES = [(STEPS, BATCH, INPUTS), (BATCH, CELLS), (BATCH, CELLS), (INPUTS + CELLS, 4 * CELLS), *[(CELLS,)] * 3, (8,)]
GIVEN = [RNG.normal(size=shape).astype(np.float32) for shape in SHAPES]


def outputs(given: list[Array], count: int, use_peephole: bool) -> tuple[Array, ...]:
    """What BlockLSTM gives."""
    return BlockLSTM.kernel(np.int64(count), *given, forget_bias=1.0, cell_clip=0.0, use_peephole=use_peephole)


@pytest.mark.parametrize("use_peephole", [False, True])
def test_gradients_are_those_of_differences_and_there_is_no_second(use_peephole: bool) -> None:
    root = Scope.new_root_scope()
    inputs = [Const(root, each).as_output() for each in GIVEN]
    lstm = BlockLSTM(np.int64(3), *inputs, cell_clip=0.0, use_peephole=use_peephole)
    y = lstm.outputs[6]
    weights = RNG.normal(size=(STEPS, BATCH, CELLS)).astype(np.float32)
    symbolic = add_symbolic_gradients(root, [y], inputs, [Const(root, weights)])
    gradients: list[Array] = ClientSession(root).run(symbolic)
    for k, gradient in enumerate(gradients):
        direction: Array = RNG.normal(size=SHAPES[k])
        sides = [
            np.sum(
                outputs([*GIVEN[:k], GIVEN[k] + s * 1e-4 * direction, *GIVEN[k + 1 :]], 3, use_peephole)[6] * weights
            )
            for s in (1, -1)
        ]
        assert float(np.sum(np.asarray(gradient, np.float64) * direction)) == pytest.approx(
            (sides[0] - sides[1]) / 2e-4, rel=2e-3, abs=2e-3
        )
    with pytest.raises(DiagramError, match="no second"):
        add_symbolic_gradients(root, [symbolic[0]], [inputs[0]])


def test_a_sequence_is_its_steps_one_after_the_other() -> None:
    x, cs, h, *weights = GIVEN
    whole = outputs(GIVEN, STEPS, True)
    for t in range(STEPS):
        step = LSTMBlockCell.kernel(x[t], cs, h, *weights, forget_bias=1.0, cell_clip=0.0, use_peephole=True)
        for one, each in zip(whole, step, strict=True):
            np.testing.assert_allclose(one[t], each, rtol=1e-5)
        cs, h = step[1], step[6]
