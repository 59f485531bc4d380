"""The page of the manual with the tables of the benchmarks.

``python -m tests.bench page [TABLE ...]`` measures them, each in a process of its own, and writes the page. A table is
named as on the command line, with its words: ``"canvas grid 1,000"``.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from tests.bench.measuring import THREADS, Report, Row

PAGE = Path(__file__).parents[2] / "assets" / "manual" / "benchmarks.md"
ENGINE = tuple(f"E{i}" for i in range(1, 10))
TABLES = (*ENGINE, "networks", "models", "canvas grid 1,000 10,000", "showing 12")
TITLES = {
    "E1": "Small elementwise blocks",
    "E2": "A training step of a perceptron",
    "E3": "A training step of a convolutional network",
    "E4": "Stable softmax",
    "E5": "An elementwise expression",
    "E6": "Start of a process",
    "E7": "A large page",
    "E8": "A live edit",
    "E9": "Many steps of a small page",
    "networks": "Training steps of larger networks",
    "models": "Training steps of published models",
    "C1": "Open a page in the editor",
    "C2": "Pan and zoom",
    "C3": "Drag a block",
    "C4": "Memory of a page in the editor",
    "C5": "A run that the editor shows",
    "showing": "A run that the editor shows",
}
LIBRARIES = ("numpy", "torch", "tensorflow", "jax", "PySide6-Essentials")
LONGEST = 600
_OURS = re.compile("^(ours|gradblocks)(?= on JAX|:|$)")


def several(report: Report, tables: Sequence[str]) -> None:
    """Measure some tables one after the other; one that fails does not stop the others."""
    with tempfile.TemporaryDirectory() as folder:
        for table in tables:
            file = Path(folder) / "rows.json"
            file.unlink(missing_ok=True)
            begun = time.monotonic()
            try:
                status = subprocess.run(
                    [sys.executable, "-m", "tests.bench", *table.split(), "--json", str(file)],
                    check=False,
                    timeout=LONGEST,
                ).returncode
            except subprocess.TimeoutExpired:
                status = -1
            rows: list[dict[str, Any]] = json.loads(file.read_text())["rows"] if file.exists() else []
            made = [Row(**row) for row in rows]
            for each in made:
                each.table = table
            report.rows += made
            if status or not rows:
                report.left_out.append(table)
                print(f"\n{table}: not complete (status {status})")
            print(f"\n{table}: {time.monotonic() - begun:.0f} s", flush=True)
            report.save()


def write(report: Report, tables: Sequence[str]) -> None:
    """Measure some tables, or all, and write the page."""
    machine = about()  # the load is that before the first table
    several(report, tables or TABLES)
    PAGE.write_text(text(report, machine), "utf-8")
    print(PAGE)


def about() -> list[tuple[str, str]]:
    """Return what the figures depend on: the date, the machine and the versions."""
    cpus = Path("/proc/cpuinfo")
    models = [line.partition(":")[2].strip() for line in cpus.read_text().splitlines() if line.startswith("model name")]
    return [
        ("date", time.strftime("%Y-%m-%d")),
        ("processor", f"{models[0] if models else platform.machine()}, {os.cpu_count()} cores"),
        ("threads", str(THREADS)),
        ("load average at the start", f"{os.getloadavg()[0]:.1f}"),
        ("system", f"{platform.system()} {platform.release().partition('-')[0]}"),
        ("Python", platform.python_version()),
        *((name, version) for name in LIBRARIES if (version := _version(name))),
    ]


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def text(report: Report, machine: Sequence[tuple[str, str]]) -> str:
    """Return the page."""
    parts = [
        "# Benchmarks",
        "`python -m tests.bench page` measures these tables and writes this chapter. `python -m tests.bench NAME`"
        " measures one table.",
        "All rows of a table were measured in turns, in one run, and must give the same results first. A time is the"
        " median, with the minimum in parentheses. The ratio compares minima with the row whose ratio is 1.00. Each"
        " other library runs in its own process.",
        _table(("measured with", ""), machine),
    ]
    tables: dict[str, list[tuple[str, ...]]] = {}
    for row in report.rows:
        tables.setdefault(_title(row), []).append(_cells(row))
    for title, rows in tables.items():
        first = ["", *(each[0] for each in rows)]
        rows = [("" if each[0] == before else each[0], *each[1:]) for each, before in zip(rows, first, strict=False)]
        parts += [f"## {title}", _table(("workload", "", "time", "unit", "ratio", ""), rows)]
    if report.left_out:
        parts += ["## Not measured", "\n".join(f"- {table}" for table in report.left_out)]
    parts.append("See also: [Reliability](reliability.md), [Developing](developing.md).")
    return "\n\n".join(parts) + "\n"


def _title(row: Row) -> str:
    code = row.workload.partition(" ")[0]
    return TITLES.get(code) or TITLES.get(row.table.partition(" ")[0], row.table)


def _cells(row: Row) -> tuple[str, ...]:
    code, _, rest = row.workload.partition(" ")
    digits = ",.3g" if row.median < 1000 else ",.0f"
    time = f"{row.median:{digits}} ({row.minimum:{digits}})"
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    return rest if code in TITLES else row.workload, _OURS.sub("Gradblocks", row.way), time, row.unit, ratio, row.note


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]
    return "\n".join(" ".join(line.split()) for line in lines)
