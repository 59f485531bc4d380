"""The part ``saving``: every kind of saving, killed at random moments: the file is the old or the new one."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from tests.deep.finding import Finding, foreign
from tests.reliability.ground import Ground, Trapper
from tests.reliability.savings import SAVINGS

CASES = 30
"""Kills in a task."""
_LONGEST = 0.02
"""Seconds within which a saving is killed; most take some milliseconds."""


def run(seed: int, number: int) -> list[Finding]:
    """A task: one kind of saving, killed so many times."""
    if sys.platform == "win32":
        return []
    rng = random.Random(f"saving/{seed}/{number}")
    name = list(SAVINGS)[number % len(SAVINGS)]
    trapper = Trapper()
    try:
        with tempfile.TemporaryDirectory() as folder:
            ground = Ground(name, Path(folder), trapper)
            for _ in range(CASES):
                ground.try_at(after=rng.random() * _LONGEST)
    except AssertionError as error:
        return [{**foreign(error), "kind": "lost", "text": f"{name}: {error}"[:500]}]
    finally:
        trapper.close()
    return []
