"""Progress bars of a training, with rich or tqdm if installed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from blocks.run.training.batches import ArrayData, Batch, IterableData


class _Batches:
    """The batches of an epoch, with their number if it is known."""

    def __init__(self, data: ArrayData | IterableData, epoch: int, skipped: int) -> None:
        self._data = data
        self._epoch = epoch
        self._skipped = skipped

    def __len__(self) -> int:
        return max(0, len(self._data) - self._skipped)

    def __iter__(self) -> Iterator[Batch]:
        return self._data.epoch(self._epoch, self._skipped)


def bar(
    data: ArrayData | IterableData, epoch: int, epochs: int, skipped: int, progress: bool | Callable[[Any], Any]
) -> Iterable[Batch]:
    """Return the batches of an epoch, which show a progress bar while they are read.

    Args:
        epoch: the number of the epoch, from 1.
        skipped: the number of batches at the start of the epoch to leave out.
        progress: whether to show a bar; or a function that returns an iterable with one.
    """
    batches = _Batches(data, epoch - 1, skipped)
    if callable(progress):
        return progress(batches)
    if not progress:
        return batches
    text = f"epoch {epoch:,} of {epochs:,}"
    with suppress(ImportError):
        return _rich(batches, text)
    with suppress(ImportError):
        from tqdm import tqdm  # pyright: ignore

        return tqdm(batches, desc=text)
    return _plain(batches, text)


def _rich(batches: Any, text: str) -> Iterable[Batch]:
    from rich.console import Console  # pyright: ignore
    from rich.progress import track  # pyright: ignore

    return track(batches, text, console=Console(stderr=True))


def _plain(batches: _Batches, text: str) -> Iterator[Batch]:
    of, shown, number = "", 0.0, 0
    with suppress(TypeError):
        of = f" of {len(batches):,}"
    for number, batch in enumerate(batches, 1):
        if time.monotonic() - shown >= 0.1:
            shown = time.monotonic()
            sys.stderr.write(f"\r{text}, step {number:,}{of}")
        yield batch
    sys.stderr.write(f"\r{text}, step {number:,}{of}\n")
