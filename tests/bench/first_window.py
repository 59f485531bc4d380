"""Opens a page in the first window of a process and prints what that takes, in seconds and bytes, as JSON.

``python -m tests.bench.first_window FILE``: from the start of the process to an empty window, from the call that opens
the file to the first complete picture of the page, and the memory that the process has when the page was checked.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path


def main(file: Path) -> None:
    """Measure and print."""
    from app.window.start import make_application
    from tests.bench.canvas_ways import Editor
    from tests.bench.measuring import resident

    app = make_application()
    editor = Editor(app, file)
    print(json.dumps({"start": editor.begun - _born(), "open": editor.opened, "memory": resident()}))


def _born() -> float:
    """When this process began, by the clock of `time.perf_counter`."""
    ticks = int(Path("/proc/self/stat").read_text().rsplit(")", 1)[1].split()[19])
    now = time.clock_gettime(time.CLOCK_BOOTTIME) - time.perf_counter()
    return ticks / 100 - now


if __name__ == "__main__":
    main(Path(sys.argv[1]))
