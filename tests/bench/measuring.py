"""What the benchmarks share: ways of doing one thing that take turns, their rows, tables and JSON.

Times are medians with the minimum beside them; ratios are of minima, since a busy machine only ever adds to a time.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import statistics
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

THREADS = 2
MIB = 1 << 20

Way = Callable[[], Sequence[Any]]
"""Does the work once, and gives what is compared with the other ways."""


@dataclass
class Row:
    """What one way of doing a workload took.

    Attributes:
        workload: which budget it belongs to, and what is done.
        way: ours, by hand, or a peer.
        median, minimum: in the unit.
        unit: of these two: ``ms``, or ``us/block``.
        ratio: of the minimum to that of the reference way, if there is one.
        note: what the budget says, and what else was measured.
    """

    workload: str
    way: str
    median: float
    minimum: float
    unit: str = "ms"
    ratio: float | None = None
    note: str = ""


@dataclass
class Report:
    """All rows of a run, printed as they come."""

    rows: list[Row] = field(default_factory=lambda: [])
    shown: str = ""

    def add(self, row: Row) -> None:
        """Note a row, and print it."""
        self.rows.append(row)
        if row.workload != self.shown:
            print(f"\n{row.workload}")
            self.shown = row.workload
        ratio = f"{row.ratio:6.2f} x" if row.ratio is not None else " " * 8
        print(f"  {row.way:34} {row.median:10.3f} ({row.minimum:.3f}) {row.unit:9} {ratio}  {row.note}".rstrip())

    def save(self, path: str) -> None:
        """Write all rows as JSON."""
        report = {"threads": THREADS, "cores": os.cpu_count(), "rows": [asdict(row) for row in self.rows]}
        Path(path).write_text(json.dumps(report, indent=1) + "\n")


def compare(ways: Mapping[str, Way], rtol: float = 2e-4) -> None:
    """Assert that all ways give the numbers of the first."""
    names = iter(ways)
    expected = [np.asarray(each) for each in ways[next(names)]()]
    for name in names:
        for want, got in zip(expected, ways[name](), strict=True):
            scale = float(np.abs(want).max()) or 1.0
            np.testing.assert_allclose(np.asarray(got), want, rtol=rtol, atol=rtol * scale, err_msg=name)


def take_turns(
    ways: Mapping[str, Callable[[], object]], seconds: float = 2.0, least: int = 5
) -> dict[str, list[float]]:
    """The times of some ways: rounds in which each has its turn, for so long or so often."""
    taken: dict[str, list[float]] = {name: [] for name in ways}
    gc.collect()
    gc.disable()
    try:
        until = time.perf_counter() + seconds * len(ways)
        count = 0
        while count < least or (time.perf_counter() < until and count < 400):
            count += 1
            for name, way in ways.items():
                way()  # once to get caches, threads and clocks to itself
                before = time.perf_counter()
                way()
                taken[name].append(time.perf_counter() - before)
    finally:
        gc.enable()
    return taken


def measured(
    report: Report,
    workload: str,
    ways: Mapping[str, Way],
    reference: str,
    *,
    per: int = 0,
    notes: Mapping[str, str] | None = None,
    seconds: float = 2.0,
    rtol: float = 2e-4,
) -> None:
    """Compare some ways, measure them, and report them.

    Args:
        report: takes the rows.
        workload: what is done.
        ways: how, by name.
        reference: the way that the others are compared with.
        per: of how many blocks a time is shared; 0 for milliseconds in all.
        notes: what is to be said about a way.
        seconds: how long each is measured.
        rtol: how close results must be, of the largest number.
    """
    compare(ways, rtol)
    timed(report, workload, ways, reference, per=per, notes=notes, seconds=seconds)


def timed(
    report: Report,
    workload: str,
    ways: Mapping[str, Callable[[], object]],
    reference: str,
    *,
    per: int = 0,
    notes: Mapping[str, str] | None = None,
    seconds: float = 2.0,
) -> None:
    """Measure some ways, and report them; as `measured`, for ways whose results are compared otherwise."""
    taken = take_turns(ways, seconds)
    base = min(taken[reference])
    scale, unit = (1e6 / per, "us/block") if per else (1e3, "ms")
    for name, times in taken.items():
        note = (notes or {}).get(name, "")
        row = Row(workload, name, statistics.median(times) * scale, min(times) * scale, unit, min(times) / base, note)
        report.add(row)


def peak(work: Way) -> int:
    """Bytes that a first call takes at most, beyond what was there before; NumPy tells its arrays to tracemalloc."""
    gc.collect()
    tracemalloc.start()
    try:
        kept = work()
        assert kept is not None
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def resident() -> int:
    """Bytes of memory that this process has, as Linux tells, when garbage is gone."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def module(name: str) -> Any:
    """A peer, or None where it is not installed."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    try:
        library: Any = importlib.import_module(name)
    except ImportError:
        return None
    if name == "torch":
        library.set_num_threads(THREADS)
    if name == "tensorflow":
        library.config.threading.set_intra_op_parallelism_threads(THREADS)
    return library
