"""What the nodes of a step reach beyond their inputs: random streams, what the session keeps, files."""

from __future__ import annotations

import sys

import numpy as np

from blocks.base.context import Context, Files, NoFiles, Resources
from blocks.base.types import Generator


class StepStreams:
    """The random streams of one step, and the contexts of its blocks with effects.

    A stream depends on the session's seed, the node's name and the number of the step; not on the order in which
    blocks run, nor on other blocks. Philox is counter-based, so that streams with different keys are independent
    (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).
    """

    __slots__ = ("_files", "_memory", "_resources", "_seed", "_step")

    def __init__(
        self,
        seed: int,
        step: int,
        resources: Resources | None = None,
        files: Files | None = None,
        memory: int = sys.maxsize,
    ) -> None:
        self._seed = seed
        self._step = step
        self._resources = resources
        self._files = files
        self._memory = memory

    def __call__(self, name: str, alone: bool) -> Generator:
        """The stream of a node: by its name and the session's seed, or by the name ``alone``."""
        import hashlib  # only pages with random blocks need it

        text = f"{self._step}/{name}" if alone else f"{self._step}/{name}/{self._seed}"
        key = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        return np.random.Generator(np.random.Philox(key=np.frombuffer(key, np.uint64)))

    def context(self, name: str) -> Context:
        """What the kernel of a node may reach."""
        if self._resources is None:
            self._resources = Resources()
        return Context(name, self._step, self._resources, self._files or NoFiles(), self._memory, self)
