"""Images seen piece by piece with a number for each channel: sums of channels, and what is done with each of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from blocks.base.threads import FOR_THREADS, shared_out
from blocks.base.types import Array
from blocks.library.nn.windows import channel_axis

_PIECE = 1 << 17
"""Elements that are worked on together: with fewer, threads wait for each other between short calls."""
_ROWS = 1 << 12
"""Values of a channel that are added up in single precision, at most."""


Work = Callable[[slice, Array, Sequence[Array]], Array]
"""What is done with a piece: it gets the piece, an array of its size to use, and what is spread over the piece."""


class Images:
    """Images seen piece by piece: as many places as a piece takes, with all channels; or an image, channel by channel.

    Args:
        x: some images.
        data_format: the order of their axes.

    Attributes:
        size: how many values a channel has.
    """

    def __init__(self, x: Array, data_format: str) -> None:
        axis = channel_axis(data_format)
        self._channels = channels = x.shape[axis]
        self.size = math.prod(x.shape[i] for i in range(4) if i != axis)
        if axis == 1:
            self._shape, self._step = (x.shape[0], channels, math.prod(x.shape[2:])), 1
        else:
            self._shape, self._step = (x.size,), channels * max(1, min(self.size, _ROWS, _PIECE // max(1, channels)))
        self._starts = range(0, self._shape[0], max(1, self._step))

    def seen(self, x: Array) -> Array:
        """Images as `each` goes through them."""
        return x.reshape(self._shape)

    def spread(self, numbers: Array) -> Array:
        """One number per channel, spread over a piece."""
        if len(self._shape) > 1:
            return numbers[:, np.newaxis]
        return numbers[np.newaxis].repeat(self._step // max(1, len(numbers)), 0).reshape(-1)

    def each(self, work: Work, *spread: Array) -> list[Array]:
        """Do something with all pieces, on threads.

        Args:
            work: what is done.
            spread: what is spread over a piece of full size.

        Returns:
            What it gave.
        """

        def some(first: int, last: int | None) -> list[Array]:
            spare = np.empty((self._step, *self._shape[1:]), np.float32)
            found: list[Array] = []
            for start in self._starts[first:last]:
                count = min(self._step, self._shape[0] - start)
                others = [each[:count] if each.ndim == 1 else each for each in spread]
                found.append(work(slice(start, start + count), spare[:count], others))
            return found

        parts = shared_out(some, len(self._starts)) if math.prod(self._shape) > FOR_THREADS else [some(0, None)]
        return [each for part in parts for each in part]

    def sums(self, values: Work, *spread: Array) -> Array:
        """The sum of each channel, of values for each piece."""
        ones = np.ones(self._step // max(1, self._channels), np.float32)

        def add_up(piece: slice, spare: Array, others: Sequence[Array]) -> Array:
            found = values(piece, spare, others)
            if found.ndim > 1:
                return found.sum((0, 2))
            rows = found.reshape(-1, self._channels)
            return ones[: len(rows)] @ rows  # BLAS adds up short rows several times faster than NumPy

        parts = self.each(add_up, *spread)
        total: Array = np.zeros(self._channels)
        for part in parts:
            total += part
        return total.astype(np.float32)
