"""Batching for all data sources: the examples of each batch, their order, and the progress of the epoch."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

import numpy as np

from blocks.base.context import Context, Files
from blocks.base.errors import DiagramError
from blocks.base.types import Array

Rows = tuple[Array, ...]
"""A batch: one tensor per component, whose first axis counts the examples."""


class ExampleSource(Protocol):
    @property
    def examples(self) -> int: ...

    def load(self, indices: Array, files: Files) -> Rows:
        """Load a batch of examples [n]; called on another thread when batches are prefetched."""
        ...


class Options(NamedTuple):
    """The batch size, the order and the number of epochs of a source.

    Attributes:
        shuffle: each epoch has another order.
        repeat: the number of epochs; -1 for no end.
        drop_remainder: a smaller last batch of an epoch is skipped.
        prefetch: the number of batches prepared during a step.
        seed: determines the orders.
    """

    batch_size: int
    shuffle: bool
    repeat: int
    drop_remainder: bool
    prefetch: int
    seed: int


class ExampleBatch(NamedTuple):
    rows: Rows
    epoch: int
    progress: float


class ExampleBatches:
    def __init__(self, source: ExampleSource, options: Options, name: str) -> None:
        full = source.examples // options.batch_size
        per_round = full if options.drop_remainder else -(-source.examples // options.batch_size)
        if not per_round:
            text = f"there are only {source.examples} examples, fewer than the batch size {options.batch_size}"
            raise DiagramError(text if source.examples else "the data has no examples")
        self._source = source
        self._options = options
        self._name = name
        self._per_round = per_round
        self._drawn = 0
        self._order = np.arange(source.examples)
        self._ahead: deque[tuple[int, Callable[[], Rows]]] = deque()
        self._thread: ThreadPoolExecutor | None = None

    def take(self, files: Files) -> ExampleBatch:
        while len(self._ahead) <= self._options.prefetch and self._draw(files):
            pass
        if not self._ahead:
            rounds = self._options.repeat
            text = f"the data of {self._name!r} ended after {rounds} epoch{'s' if rounds != 1 else ''}"
            raise DiagramError(text, hint="increase repeat, or set repeat to -1 to repeat indefinitely")
        number, rows = self._ahead.popleft()
        within = number % self._per_round + 1
        return ExampleBatch(rows(), number // self._per_round, within / self._per_round)

    def _draw(self, files: Files) -> bool:
        options = self._options
        epoch, within = divmod(self._drawn, self._per_round)
        if 0 <= options.repeat <= epoch:
            return False
        if not within and options.shuffle:
            self._order = np.random.Generator(np.random.PCG64([options.seed, epoch])).permutation(self._source.examples)
        indices = self._order[within * options.batch_size : (within + 1) * options.batch_size]
        if options.prefetch:
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, "data")
            waiting: Future[Rows] = self._thread.submit(self._source.load, indices, files)
            self._ahead.append((self._drawn, waiting.result))
        else:
            self._ahead.append((self._drawn, lambda: self._source.load(indices, files)))
        self._drawn += 1
        return True


def take(
    context: Context, declared: Sequence[object], options: Options, open_source: Callable[[], ExampleSource]
) -> tuple[Any, ...]:
    """Return the next batch of the source that a block keeps, its epoch and the progress there.

    Args:
        declared: the declaration; if it changes, the source begins again.
        options: with seed 0 the order depends on the session's seed.
        open_source: creates the source the first time.

    Raises:
        DiagramError: the source cannot be read, or is at its end.
    """

    def make() -> ExampleBatches:
        seed = options.seed % 2**64 or int(context.stream("order").integers(1, 2**63))
        return ExampleBatches(open_source(), options._replace(seed=seed), context.name)

    rows, epoch, progress = context.keep(("data", *declared, options), make).take(context.files)
    return *rows, np.array(epoch, np.int64), np.array(progress, np.float32)


def check_options(attrs: dict[str, object]) -> None:
    for name, lowest in (("batch_size", 1), ("repeat", -1), ("prefetch", 0)):
        value = attrs[name]
        assert isinstance(value, int)
        if value < lowest:
            raise DiagramError(f"{name} must be at least {lowest}, got {value}", pin=name)
    if attrs["repeat"] == 0:
        raise DiagramError("repeat must be -1, or 1 or more, got 0", pin="repeat")
