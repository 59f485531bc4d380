"""Random streams: a function of seed, block and step, and of nothing else."""

from __future__ import annotations

import numpy as np

from blocks.base.types import Generator


class StepStreams:
    """The random streams of one step.

    A stream depends on the session's seed, the node's name and the number of the step; not on the order in which
    blocks run, nor on other blocks. Philox is counter-based, so that streams with different keys are independent
    (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).
    """

    __slots__ = ("_seed", "_step")

    def __init__(self, seed: int, step: int) -> None:
        self._seed = seed
        self._step = step

    def __call__(self, name: str, alone: bool) -> Generator:
        """The stream of a node: by its name and the session's seed, or by the name ``alone``."""
        import hashlib  # only pages with random blocks need it

        text = f"{self._step}/{name}" if alone else f"{self._step}/{name}/{self._seed}"
        key = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        return np.random.Generator(np.random.Philox(key=np.frombuffer(key, np.uint64)))
