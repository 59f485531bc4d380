"""Placement of arrays on one device or on a mesh of devices of one or more processes.

On a mesh, a step is one program (GSPMD). Data is split along its first axis, the batch. Each variable is copied to
every device or split along a chosen axis. Results are on every device. All processes get the same data, and each keeps
its part.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from blocks.base.errors import UsageError
from blocks.base.shapes import shape_text
from blocks.base.types import is_array
from blocks.library.jax_rules.lowering import jax, with_64_bits

AXIS = "batch"


class Placement:
    """The placement of arrays on devices.

    Args:
        shards: the names and axes of split variables, by key; the others are on every device.
    """

    def __init__(self, devices: int, shards: Mapping[Any, tuple[str, int]], notes: dict[str, None]) -> None:
        self.several = jax.process_count() > 1
        self.is_first = jax.process_index() == 0
        self.shards = shards
        self._notes = notes
        own = jax.local_device_count()
        if devices > own:
            raise UsageError(f"{devices} devices were requested, but JAX has {own}")
        self.mesh = self._whole = self._split = None
        if devices > 1 or self.several:
            of: dict[int, list[Any]] = {}
            for device in jax.devices():
                of.setdefault(device.process_index, []).append(device)
            used = [device for process in sorted(of) for device in of[process][:devices]]
            # Made by `Mesh`: with those of `make_mesh`, every rule would have to say how its results are sharded.
            self.mesh = jax.sharding.Mesh(np.array(used), (AXIS,))
            self._whole = self._along(None)
            self._split = self._along(0)

    def fed(self, array: Any, what: str | None = None) -> Any:
        """Put data on the devices, split by its first axis if divisible; ``what`` names the data in a note."""
        if not is_array(array) or array.dtype.hasobject:
            return array  # it is on a device already, or cannot be
        if self.mesh is None:
            return jax.device_put(array)
        if array.ndim and array.shape[0] and array.shape[0] % self.mesh.size == 0:
            return self._put(array, self._split)
        if what is not None and array.ndim and array.shape[0] > 1:
            text = (
                f"{what!r} is not sharded: its first axis has {array.shape[0]} elements, which "
                f"{self.mesh.size} devices cannot share equally"
            )
            self._notes[text] = None
        return self._put(array, self._whole)

    def whole(self, array: Any) -> Any:
        return self._put(array, self._whole)

    def variable(self, key: Any, value: Any) -> Any:
        if self.mesh is None:
            return value if isinstance(value, jax.Array) or value.dtype.hasobject else jax.device_put(value)
        return value if is_array(value) and value.dtype.hasobject else self._put(value, self.of_variable(key, value))

    def of_variable(self, key: Any, value: Any) -> Any:
        assert self.mesh is not None
        shard = self.shards.get(key)
        if shard is None:
            return self._whole
        name, axis = shard
        shape, count = np.shape(value), self.mesh.size
        if not -len(shape) <= axis < len(shape):
            raise UsageError(f"--shard {name}={axis}: there is no such axis in the shape {shape_text(shape)}")
        if shape[axis] % count:
            raise UsageError(
                f"--shard {name}={axis}: {shape[axis]} elements along this axis cannot be split over {count} devices"
            )
        return self._along(axis % len(shape))

    def of_results(self, values: Iterable[tuple[int, Any]], final: Mapping[Any, int]) -> Any:
        """Return the sharding of results for `jax.jit`; values that no variable keeps are on every device."""
        if self.mesh is None:
            return None
        keys = {value: key for key, value in final.items()}
        shardings = [self.of_variable(keys[v], like) if v in keys else self._whole for v, like in values]
        return shardings, self._whole

    def handed_back(self, value: Any) -> Any:
        if self.several and isinstance(value, jax.Array) and not value.is_fully_replicated:
            return self._put(value, self._whole)
        return value

    def _along(self, axis: int | None) -> Any:
        spec = [] if axis is None else [None] * axis + [AXIS]
        return jax.sharding.NamedSharding(self.mesh, jax.sharding.PartitionSpec(*spec))

    def _put(self, array: Any, sharding: Any) -> Any:
        if isinstance(array, jax.Array):
            if array.sharding.is_equivalent_to(sharding, array.ndim):
                return array
            return jax.jit(_same, out_shardings=sharding)(array)
        if self.several:
            return jax.make_array_from_callback(array.shape, sharding, array.__getitem__)
        return jax.device_put(array, sharding)


def on_host(value: Any) -> Any:
    """Return a value as a NumPy array; every process must call this for a value that is split over processes."""
    if not isinstance(value, jax.Array):
        return value
    if value.is_fully_addressable or value.is_fully_replicated:
        return np.asarray(value)
    return with_64_bits(multihost().process_allgather)(value, tiled=True)


def multihost() -> Any:
    return importlib.import_module("jax.experimental.multihost_utils")


def _same(array: Any) -> Any:
    return array
