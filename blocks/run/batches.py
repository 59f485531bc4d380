"""Batches of training data, from arrays or from an iterable of dicts, and progress bars for them."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from blocks.base.errors import UsageError
from blocks.base.shapes import compatible, shape_text
from blocks.document.data import listed
from blocks.run.results import Results
from blocks.run.session import Session, stepping
from blocks.run.steps.feeds import fed_output
from blocks.run.steps.stepper import Stepper

Batch = Mapping[str, Any]
LateBatch = Callable[[], Batch]
"""A batch that is read when it is called, so that a resumed training skips batches without reading them."""


class ArrayData:
    """Arrays with the same number of rows, in batches. They are indexed for each batch and never copied as a whole.

    Args:
        arrays: the arrays by the name of their Placeholder.
        size: the number of rows in a batch; the last batch may be smaller. None: all rows.
        seed: the seed of the order of the rows, which depends only on it and on the epoch. None: no shuffling.
        option: the name of the batch size in errors.
    """

    def __init__(
        self, session: Session, arrays: Batch, size: int | None, seed: tuple[int, ...] | None, option: str
    ) -> None:
        self._session = session
        self._arrays = {name: _indexable(arrays[name]) for name in arrays}
        self._seed = seed
        self._order: tuple[int, Any] = -1, None
        if not self._arrays:
            raise UsageError("the data contains no arrays")
        first = next(iter(self._arrays))
        for name, array in self._arrays.items():
            if not array.shape or not array.shape[0]:
                raise UsageError(f"the data {name!r} has no rows: its shape is {shape_text(array.shape)}")
            self.rows = int(self._arrays[first].shape[0])
            if array.shape[0] != self.rows:
                text = f"the arrays must have the same number of rows: {first!r} has {self.rows:,}"
                raise UsageError(f"{text}, {name!r} has {array.shape[0]:,}")
        self.size = self.rows if size is None else size
        if not 1 <= self.size <= self.rows:
            raise UsageError(f"{option}: expected 1 to {self.rows:,} rows, got {self.size:,}")
        for name, array in self._arrays.items():
            self._check(name, array.shape[1:])

    def __len__(self) -> int:
        return math.ceil(self.rows / self.size)

    @property
    def key(self) -> tuple[int, int, int]:
        """The numbers on which the rows of a step depend, in addition to the seed."""
        return self.rows, self.size, int(self._seed is not None)

    def epoch(self, number: int) -> Iterator[LateBatch]:
        """Yield the batches of an epoch, numbered from 0."""
        for i in range(number * len(self), (number + 1) * len(self)):
            yield partial(self.batch, i)

    def batch(self, number: int) -> Batch:
        """Return the batch of a step, numbered from 0 over all epochs."""
        epoch, i = divmod(number, len(self))
        rows: Any = slice(i * self.size, (i + 1) * self.size)
        if self._seed is not None:
            if self._order[0] != epoch:
                seed = [each & (1 << 64) - 1 for each in (*self._seed, epoch)]
                self._order = epoch, np.random.default_rng(seed).permutation(self.rows)
            rows = self._order[1][rows]
        return {name: as_array(array[rows]) for name, array in self._arrays.items()}

    def _check(self, name: str, shape: tuple[int, ...]) -> None:
        elaboration = self._session.elaboration
        try:
            output = fed_output(elaboration, name)
        except UsageError as error:
            known = [block for block, spec in elaboration.specs.items() if spec.fed]
            hint = f"the Placeholders are: {listed(known) or 'none'}"
            raise UsageError(f"the data {name!r}: {error.message}", hint=hint) from None
        for rows in (self.size, self.rows % self.size or self.size):
            if output is not None and not compatible((rows, *shape), output.shape):
                text = f"{name!r} must have the shape {shape_text(output.shape)}, got {shape_text((rows, *shape))}"
                raise UsageError(text, hint="the last batch has fewer rows" if rows < self.size else None)


@contextmanager
def stepping_over(
    data: ArrayData | None, session: Session, fetch: Any, feed: Batch, **how: Any
) -> Generator[Stepper | SimpleNamespace]:
    """Return a context manager as `stepping`, whose steps are also fed the batches of data, if any."""
    if data is None:
        with stepping(session, fetch, feed, **how) as stepper:
            yield stepper
        return

    def step(keep: bool = True) -> Results | None:
        with stepping(session, fetch, {**feed, **data.batch(session.steps)}, **how) as stepper:
            return stepper.step(keep)

    yield SimpleNamespace(step=step)


class IterableData:
    """Batches from an iterable of dicts, or from a function that returns one for each epoch."""

    def __init__(self, source: Any, name: str) -> None:
        self._source = source
        self._name = name

    def __len__(self) -> int:
        return len(self._source)

    def epoch(self, number: int) -> Iterator[LateBatch]:
        source, name, count = self._source() if callable(self._source) else self._source, self._name, 0
        if not isinstance(source, Iterable):
            raise UsageError(f"{name}: expected dicts of arrays or a dict of arrays, got {type(source).__name__}")
        for batch in cast("Iterable[Any]", source):
            count += 1
            if not isinstance(batch, Mapping):
                hint = "the dataset or the collate_fn of a DataLoader can return dicts"
                raise UsageError(f"{name}: expected a dict for each batch, got {type(batch).__name__}", hint=hint)
            yield partial(_arrays, cast("Batch", batch))
        if not count and number and isinstance(source, Iterator):
            hint = "pass a list, a DataLoader, or a function that returns a new iterator"
            raise UsageError(f"{name}: the iterator has no batches left for epoch {number + 1}", hint=hint)
        if not count:
            raise UsageError(f"{name}: no batches")


Data = ArrayData | IterableData


def batches_of(session: Session, data: Any, size: int | None, seed: tuple[int, ...] | None, name: str = "data") -> Data:
    """Return the batches of data; with another name than ``data``, of evaluation data, which may have fewer rows."""
    if isinstance(data, Mapping):
        arrays = cast("Batch", data)
        if name != "data" and size is not None:
            size = min(size, rows_in(arrays))
        return ArrayData(session, arrays, size, seed, "batch_size")
    if name == "data" and (size is not None or seed is not None):
        option = "shuffle" if size is None else "batch_size"
        raise UsageError(f"{option}: used only with a dict of arrays, because other data is in batches already")
    return IterableData([{}] if data is None else data, name)


def rows_in(batch: Batch) -> int:
    """Return the number of rows of a batch, which weights its mean loss; 1 if its arrays have no common one."""
    counts: set[int] = {np.shape(each)[0] for each in batch.values() if np.ndim(each)}
    return max(1, counts.pop()) if len(counts) == 1 else 1


def as_array(value: Any) -> Any:
    """Return a tensor of another library as an array, if possible without a copy; leave literals as they are."""
    if hasattr(value, "detach"):  # PyTorch
        value = value.detach().cpu()
        value = value.float() if str(value.dtype) == "torch.bfloat16" else value
    return np.asarray(value) if hasattr(value, "__array__") else value


def _arrays(batch: Batch) -> Batch:
    return {name: as_array(value) for name, value in batch.items()}


def _indexable(value: Any) -> Any:
    """Return an object with rows, such as an array or a data set in a file, which is read where it is indexed."""
    is_frame = hasattr(value, "iloc")  # pandas
    return value if hasattr(value, "shape") and not is_frame else np.asarray(value)


class _Epoch:
    def __init__(self, data: Data, number: int) -> None:
        self._data, self._number = data, number

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Iterator[LateBatch]:
        return self._data.epoch(self._number)


def bar(data: Data, epoch: int, epochs: int, progress: bool | Callable[[Any], Any]) -> Iterable[LateBatch]:
    """Return the batches of an epoch, numbered from 1, with a progress bar if wanted; see `train`."""
    batches, text = _Epoch(data, epoch - 1), f"epoch {epoch:,} of {epochs:,}"
    if callable(progress):
        return progress(batches)
    if not progress:
        return batches
    with suppress(ImportError):
        from tqdm import tqdm  # pyright: ignore

        return tqdm(batches, desc=text)
    return _plain(batches, text)


def _plain(batches: Iterable[LateBatch], text: str) -> Iterator[LateBatch]:
    shown, number = 0.0, 0
    for number, batch in enumerate(batches, 1):
        if time.monotonic() - shown >= 0.1:
            shown = time.monotonic()
            sys.stderr.write(f"\r{text}, step {number:,}")
        yield batch
    sys.stderr.write(f"\r{text}, step {number:,}\n")
