"""The context of a step: random streams, session objects and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.context import Context, Files, NoFiles, Resources
from blocks.base.types import Array
from blocks.compile.dispatch import Seeds, Streams
from blocks.graph.graph import Node
from blocks.run.state import GENERATOR

if TYPE_CHECKING:
    from blocks.library.random.philox import Philox


class StepStreams:
    """The random streams of one step, and the contexts of blocks with side effects.

    A stream depends on the session's seed, the node's name and the number of the step; not on the order in which blocks
    run, nor on other blocks. Philox is counter-based, so that streams with different keys are independent (Salmon et
    al., "Parallel random numbers: as easy as 1, 2, 3", 2011).

    A block with its own seeds counts its runs if its numbers are TensorFlow's: each run continues the stream where the
    last one ended. Nodes of the same block draw consecutive numbers of its stream within a step.
    """

    __slots__ = ("_begun", "_files", "_kept", "_memory", "_parts", "_resources", "_seed", "_step")

    def __init__(
        self,
        seed: int,
        step: int,
        resources: Resources | None = None,
        files: Files | None = None,
        memory: Memory | None = None,
        kept: Mapping[Any, Any] | None = None,
        *,
        parts: Sequence[str] = (),
    ) -> None:
        self._seed = seed
        self._step = step
        self._resources = resources
        self._files = files
        self._memory = memory or Memory.of()
        self._kept = kept or {}
        self._parts = parts
        self._begun: dict[str, tuple[Any, Philox]] = {}

    def __call__(self, name: str, alone: bool, seeds: Seeds | None = None) -> Any:
        """Return a node's stream: by name and session seed, by the name ``alone``, or by seeds and runs."""
        if seeds is not None:
            return self._counting(name, seeds)
        import hashlib  # only pages with random blocks need it

        from blocks.library.random.keys import generator

        text = f"{self._step}/{name}" if alone else f"{self._step}/{name}/{self._seed}"
        key = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        return generator(key)

    def _counting(self, name: str, seeds: Seeds) -> Philox:
        from blocks.library.random.philox import Philox, of_seeds

        entry = self._begun.get(seeds.node)
        if entry is None:
            key = GENERATOR, f"{seeds.seed} {seeds.seed2} {name}"
            begin, kept = of_seeds(seeds.seed, seeds.seed2), self._kept.get(key)
            if kept is not None:
                begin = begin._replace(counter=int(kept[0]) | int(kept[1]) << 64)
            entry = self._begun[seeds.node] = key, Philox(begin)
        return entry[1]

    def moved(self) -> dict[Any, Array]:
        result: dict[Any, Array] = {}
        for key, philox in self._begun.values():
            counter = philox.stream.counter
            result[key] = np.array([counter % 2**64, counter >> 64], np.uint64)
        return result

    def context(self, name: str) -> Context:
        if self._resources is None:
            self._resources = Resources()
        return Context(name, self._step, self._resources, self._files or NoFiles(), self._memory, self)

    def runner(self, node: Node, memory: Memory, streams: Streams | None = None) -> Callable[..., Any]:
        from blocks.compile.nested import Runner  # only pages with loops and branches need it

        return Runner(node, memory, streams or self, self._parts)
