"""Batches of training data, from arrays or from an iterable of dicts."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

import numpy as np

from blocks.base.errors import UsageError
from blocks.base.shapes import compatible, shape_text
from blocks.document.data import listed
from blocks.run.session import Session
from blocks.run.steps.feeds import fed_output

Batch = Mapping[str, Any]


class ArrayData:
    """Arrays with the same number of rows, in batches.

    The arrays are indexed for each batch and never copied as a whole. The order of an epoch depends only on the seed
    and the epoch's number, so a resumed run continues in the same order.

    Attributes:
        count: the number of batches of the epoch that was read last.

    Args:
        session: the session that the batches are fed to.
        arrays: the arrays by the name of their Placeholder.
        size: the number of rows in a batch; the last batch may be smaller. None: all rows.
        seed: the seed of the order of the rows; None: the rows keep their order.
        what: the name of the batch size in errors.

    Raises:
        UsageError: an array does not fit its Placeholder, the numbers of rows differ, or the batch size is invalid.
    """

    def __init__(
        self,
        session: Session,
        arrays: Mapping[str, Any],
        size: int | None,
        seed: tuple[int, ...] | None = None,
        what: str = "batch_size",
    ) -> None:
        self._session = session
        self._arrays = {name: _indexable(arrays[name]) for name in arrays}
        self._seed = seed
        self._order: tuple[int, Any] = -1, None
        self.count = 0
        rows = {name: each.shape[0] if each.shape else None for name, each in self._arrays.items()}
        if not rows:
            raise UsageError("the data contains no arrays")
        self.rows = next(iter(rows.values())) or 0
        for name, count in rows.items():
            if not count:
                raise UsageError(f"the data {name!r} has no rows: its shape is {list(self._arrays[name].shape)}")
            if count != self.rows:
                text = f"the arrays must have the same number of rows: {next(iter(rows))!r} has {self.rows:,}"
                raise UsageError(f"{text}, {name!r} has {count:,}")
        self.size = self.rows if size is None else size
        if not 1 <= self.size <= self.rows:
            raise UsageError(f"{what}: expected 1 to {self.rows:,} rows, got {self.size:,}")
        for name in self._arrays:
            self._check(name)

    def __len__(self) -> int:
        """Return the number of batches in an epoch."""
        return math.ceil(self.rows / self.size)

    @property
    def key(self) -> tuple[int, int, int]:
        """The numbers on which the rows of a step depend, for a checkpoint."""
        return self.rows, self.size, int(self._seed is not None)

    def epoch(self, number: int, first: int = 0) -> Iterator[Batch]:
        """Yield the batches of an epoch, numbered from 0, beginning with batch ``first``."""
        self.count = len(self)
        for i in range(first, len(self)):
            yield self.batch(number * len(self) + i)

    def batch(self, number: int) -> Batch:
        """Return the batch of a step, numbered from 0 over all epochs."""
        epoch, i = divmod(number, len(self))
        rows: Any = slice(i * self.size, (i + 1) * self.size)
        if self._seed is not None:
            if self._order[0] != epoch:
                generator = np.random.default_rng([each & (1 << 64) - 1 for each in (*self._seed, epoch)])
                self._order = epoch, generator.permutation(self.rows)
            rows = self._order[1][rows]
        return {name: as_array(array[rows]) for name, array in self._arrays.items()}

    @contextmanager
    def stepping(self, fetch: Any, feed: Mapping[str, Any], *, beside: bool = False) -> Generator[BatchStepper]:
        """Return a context manager whose value runs steps with the batches, as `Session.stepping` does."""
        yield BatchStepper(self._session, self.batch, fetch, feed, beside)

    def _check(self, name: str) -> None:
        elaboration = self._session.elaboration
        try:
            output = fed_output(elaboration, name)
        except UsageError as error:
            known = [block for block, spec in elaboration.specs.items() if spec.fed]
            hint = f"the Placeholders are: {listed(known)}" if known else "the page has no Placeholder"
            raise UsageError(f"the data {name!r}: {error.message}", hint=hint) from None
        for rows in {self.size, self.rows % self.size or self.size} if output is not None else ():
            shape = (rows, *self._arrays[name].shape[1:])
            if output is not None and not compatible(shape, output.shape):
                text = f"{name!r} must have the shape {shape_text(output.shape)}, a batch has {shape_text(shape)}"
                is_last = rows != self.size and compatible((self.size, *shape[1:]), output.shape)
                hint = "the last batch is smaller: use null as the Placeholder's first size, or another batch size"
                raise UsageError(text, hint=hint if is_last else None)


class BatchStepper:
    """A stepper that feeds each step its own batch."""

    def __init__(
        self, session: Session, batch: Callable[[int], Batch], fetch: Any, feed: Mapping[str, Any], beside: bool
    ) -> None:
        self._session = session
        self._batch = batch
        self._asked = fetch, feed, beside

    def step(self, keep: bool = True) -> Any:
        """Run one step; see `Stepper.step`."""
        fetch, feed, beside = self._asked
        with self._session.stepping(fetch, {**feed, **self._batch(self._session.steps)}, beside=beside) as stepper:
            return stepper.step(keep)


class IterableData:
    """Batches from an iterable of dicts, or from a function that returns one for each epoch."""

    def __init__(self, source: Any, name: str = "data") -> None:
        self._source = source
        self._name = name
        self.count = 0

    def __len__(self) -> int:
        return len(self._source)

    def epoch(self, number: int, first: int = 0) -> Iterator[Batch]:
        """Yield the batches of an epoch, without the ``first`` ones; raise UsageError if there are none."""
        source, name, self.count = self._source() if callable(self._source) else self._source, self._name, 0
        if not isinstance(source, Iterable):
            raise UsageError(f"{name}: expected dicts of arrays or a dict of arrays, got {type(source).__name__}")
        for batch in cast("Iterable[Any]", source):
            self.count += 1
            if not isinstance(batch, Mapping):
                hint = "yield dicts such as {'x': x, 'y': y}. A DataLoader does so if its dataset or collate_fn does"
                raise UsageError(f"{name}: expected a dict for each batch, got {type(batch).__name__}", hint=hint)
            if self.count > first:
                yield {each: as_array(value) for each, value in cast("Batch", batch).items()}
        if not self.count:
            once = number > 0 and isinstance(source, Iterator)
            text = f"{name}: the iterator has no batches left for epoch {number + 1}" if once else f"{name}: no batches"
            hint = "pass a list, a DataLoader, or a function that returns a new iterator" if once else None
            raise UsageError(text, hint=hint)


def batches_of(
    session: Session, data: Any, size: int | None, seed: tuple[int, ...] | None, name: str = "data"
) -> ArrayData | IterableData:
    """Return the batches of training data or, with another name, of evaluation data, which may have fewer rows.

    Raises:
        UsageError: the data does not fit the page, or an option has no effect on it.
    """
    if isinstance(data, Mapping):
        arrays = cast("Batch", data)
        if name != "data" and size is not None:
            size = min([size, *(np.shape(each)[0] for each in arrays.values() if np.ndim(each))])
        return ArrayData(session, arrays, size, seed)
    if name == "data" and (size is not None or seed is not None):
        option = "shuffle" if size is None else "batch_size"
        raise UsageError(f"{option}: used only with a dict of arrays, because other data is in batches already")
    return IterableData([{}] if data is None else data, name)


def rows_in(batch: Batch) -> int:
    """Return the number of rows of a batch, which weights its mean loss; 1 if its arrays have no common one."""
    counts = {np.shape(each)[0] if np.ndim(each) else 1 for each in batch.values()}
    return counts.pop() if len(counts) == 1 else 1


def as_array(value: Any) -> Any:
    """Return a tensor of another library as an array, if possible without a copy; leave literals as they are."""
    if isinstance(value, np.ndarray):
        return value  # pyright: ignore[reportUnknownVariableType]
    if hasattr(value, "detach"):  # PyTorch
        value = value.detach().cpu()
        value = value.float() if str(value.dtype) == "torch.bfloat16" else value
    return np.asarray(value) if hasattr(value, "__array__") else value


def _indexable(value: Any) -> Any:
    """Return an object with rows: an array, or a data set in a file that is read only where it is indexed."""
    if isinstance(value, np.ndarray) or not hasattr(value, "shape") or hasattr(value, "iloc"):  # iloc: pandas
        return np.asarray(cast("Any", value))
    return value
