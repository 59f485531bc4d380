"""Measures the engine, beside NumPy by hand and the peers that are installed; compares results before it does.

``python -m tests.bench [E1 ... E9] [--json FILE]`` measures the budgets of that name or all; ``... growth [SIZE ...]``
how times grow with the size of a page; ``... kernels [WORD ...]`` the kernels of block types; ``... passes`` what each
optimisation brings; ``... branches`` what branches and loops cost; ``... canvas [SHAPE ...] [COUNT ...]`` the editor
with large pages; ``... showing [TURNS]`` what it costs a run that the editor shows it; ``... stops [COUNT]`` how soon
runs in a kernel are stopped; ``... watching [PAGE ...]`` what watching gradients costs; ``... keeping [EXAMPLE ...]``
what keeping a run costs; ``... edits [COUNT ...]`` how soon the gradient view is right after an edit; ``... busy
[NAME ...]`` what threads cost on a busy machine; ``... loops [NAME ...]`` loops that run a composite; ``... models
[NAME ...]`` and ``... networks [NAME ...]`` published models; ``... draws`` seeded random numbers; ``... distributed
[COUNT ...]`` a step by several processes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from tests.bench import branching, busy, draws, engine, growth, kernels, loops, models, processes, watching
from tests.bench.measuring import THREADS, Report

ENUSPACE_PAGE = "gradient_descent_xw_apply"


def main() -> None:
    """Measure and print."""
    words = sys.argv[1:]
    to = words[words.index("--json") + 1] if "--json" in words else None
    if to is not None:
        del words[words.index("--json") : words.index("--json") + 2]
    if words[:1] == ["stops"]:
        from tests.bench import stops  # it needs Qt too

        stops.main(int((words[1:] or ["100"])[0]))
        return
    report = Report()
    if words[:1] in (["canvas"], ["--canvas"]):
        from tests.bench import canvas  # it needs Qt

        canvas.main(report, words[1:])
    elif words[:1] == ["showing"]:
        from tests.bench import showing  # it needs Qt

        showing.main(report, int((words[1:] or [str(showing.TURNS)])[0]))
    elif words[:1] == ["keeping"]:
        from tests.bench import keeping  # it needs Qt

        keeping.main(report, words[1:])
    elif words[:1] == ["edits"]:
        from tests.bench import edits  # it needs Qt

        edits.main(report, [int(word.replace(",", "")) for word in words[1:]])
    elif words[:1] == ["distributed"]:
        from tests.bench import distributed  # it needs JAX

        distributed.main([int(word) for word in words[1:]])
    elif words[:1] == ["watching"]:
        watching.main(report, words[1:])
    elif words[:1] == ["busy"]:
        busy.main(report, words[1:])
    elif words[:1] == ["loops"]:
        loops.main(report, words[1:])
    elif words[:1] == ["models"]:
        models.small(report, words[1:])
    elif words[:1] == ["networks"]:
        models.large(report, words[1:])
    elif words[:1] == ["kernels"]:
        kernels.main(report, words[1:])
    elif words[:1] == ["draws"]:
        draws.main(report)
    elif words[:1] == ["branches"]:
        branching.main(report)
    elif words[:1] == ["passes"]:
        engine.optimisations(report)
    elif words[:1] == ["growth"]:
        growth.main(report, [int(word.replace(",", "")) for word in words[1:]] or growth.SIZES)
    else:
        print(f"{THREADS} threads, {os.cpu_count()} cores: median (minimum), and the ratio of minima")
        for name, measure in BUDGETS.items():
            if not words or name in words:
                measure(report)
    if to is not None:
        report.save(to)


def _small(report: Report) -> None:
    for count in (1_000, 10_000):
        for gradient in (False, True):
            engine.small(report, count, gradient)


def _steps(report: Report) -> None:
    folders = [Path(folder) for folder in os.environ.get("GRADBLOCKS_PAGES", "").split(os.pathsep) if folder]
    pages = [page for folder in folders for page in folder.glob(f"{ENUSPACE_PAGE}.*")]
    if pages:
        processes.many_steps(report, pages[0])
    else:
        print(f"  E9: {ENUSPACE_PAGE} is not there, left out; GRADBLOCKS_PAGES names folders with pages of enuSpace")


BUDGETS: dict[str, Callable[[Report], None]] = {
    "E1": _small,
    "E2": engine.network,
    "E3": engine.convolutions,
    "E4": engine.softmax,
    "E5": engine.expression,
    "E6": processes.start_up,
    "E7": processes.large_page,
    "E8": processes.live_edit,
    "E9": _steps,
}


if __name__ == "__main__":
    main()
