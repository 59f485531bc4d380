"""The table of the block type UnicodeScript, a line per script: ICU's number, the name, and its code points.

``python -m tests.unicode_scripts Scripts.txt > new.txt`` makes it from the file of that name in Unicode's character
database. ICU's numbers (enum UScriptCode) are those of the table that is there; a script that is new needs a line with
its number first. TensorFlow 2.21 has Unicode 13.0.0.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from blocks.library.string.unicode import SCRIPTS

_RANGE = re.compile(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)")


def table(source: Iterable[str], numbers: dict[str, int]) -> Iterator[str]:
    """The lines of the table.

    Args:
        source: those of Scripts.txt.
        numbers: ICU's number for the name of each script.
    """
    runs: dict[str, list[tuple[int, int]]] = {}
    version = ""
    for line in source:
        version = version or (match[1] if (match := re.search(r"Scripts-([\d.]+)\.txt", line)) else "")
        if parts := _RANGE.match(line):
            runs.setdefault(parts[3], []).append((int(parts[1], 16), int(parts[2] or parts[1], 16)))
    yield f"# Unicode {version}: ICU's number of each script, its name, its code points. By tests/unicode_scripts.py."
    for name in sorted(runs, key=numbers.__getitem__):
        yield " ".join([str(numbers[name]), name, *_joined(sorted(runs[name]))])


def _joined(runs: list[tuple[int, int]]) -> Iterator[str]:
    """Runs of code points, those that touch put together."""
    bounds = [runs[0][0], *(each for (_, a), (b, _) in pairwise(runs) if b > a + 1 for each in (a, b)), runs[-1][1]]
    for first, last in zip(bounds[::2], bounds[1::2], strict=True):
        yield f"{first:X}" if first == last else f"{first:X}-{last:X}"


if __name__ == "__main__":
    known = [line.split()[:2] for line in SCRIPTS.read_text("ascii").splitlines() if not line.startswith("#")]
    with Path(sys.argv[1]).open(encoding="utf-8") as given:
        print(*table(given, {name: int(number) for number, name in known}), sep="\n")
