"""Default threads beside one thread: on the machine as it is, and while other processes use its cores.

``python -m tests.bench busy [NAME ...]`` trains the networks of `tests.bench.networks` step by step. Ratios are of
medians, to one thread: what waits for a core that another process has shows in them, not in the minima.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from blocks.base.threads import no_more_threads
from tests.bench.measuring import Report, Row, Way, compare, module, take_turns
from tests.bench.networks import NETWORKS, Network

OTHERS = 2
SPINNING = "while True: pass"


def main(report: Report, names: Sequence[str]) -> None:
    """Report the networks of some names, or all."""
    tensorflow = module("tensorflow")
    if tensorflow is None:
        print("  TensorFlow: not installed, left out")
    for name, make in NETWORKS.items():
        if not names or name in names:
            ways = ways_of(make(), tensorflow)
            compare(ways, rtol=1e-3)
            for count in (0, OTHERS):
                with others(count):
                    _measure(report, f"Busy: {name}, beside {count} other processes", ways)


def ways_of(network: Network, tensorflow: Any) -> dict[str, Way]:
    """Each with variables of its own."""
    ways: dict[str, Way] = {"default threads": network.ours().step(), "one thread": alone(network.ours().step())}
    return ways if tensorflow is None else {**ways, "tensorflow graph": network.tensorflow(tensorflow)}


def alone(step: Callable[[], list[Any]]) -> Way:
    """A step on one thread."""

    def run() -> list[Any]:
        with no_more_threads():
            return step()

    return run


@contextmanager
def others(count: int) -> Generator[None]:
    """Within, so many processes use all of the processor that they get."""
    running = [subprocess.Popen([sys.executable, "-c", SPINNING]) for _ in range(count)]
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()


def _measure(report: Report, workload: str, ways: dict[str, Way]) -> None:
    taken = take_turns(ways, 3.0)
    medians = {name: statistics.median(times) * 1e3 for name, times in taken.items()}
    notes = {"default threads": "budget 1.3 x one thread"}
    for name, times in taken.items():
        row = Row(workload, name, medians[name], min(times) * 1e3, ratio=medians[name] / medians["one thread"])
        row.note = notes.get(name, "")
        report.add(row)
