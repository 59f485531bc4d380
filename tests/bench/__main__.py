"""Measures the engine and the editor, beside NumPy by hand and the peers that are installed.

``python -m tests.bench [E1 ... E9] [--json FILE]`` measures the budgets of that name or all; ``... page [TABLE ...]``
writes them, and other tables, as a page of the manual; ``... growth [SIZE ...]`` how times grow with the size of a
page; ``... kernels [WORD ...]`` the kernels of block types; ``... passes`` what each optimisation brings; ``...
branches`` what branches and loops cost; ``... canvas [SHAPE ...] [COUNT ...]`` the editor with large pages; ``...
showing [TURNS]`` what it costs a run that the editor shows it; ``... stops [COUNT]`` how soon runs in a kernel are
stopped; ``... watching [PAGE ...]`` what watching gradients costs; ``... keeping [EXAMPLE ...]`` what keeping a run
costs; ``... edits [COUNT ...]`` how soon the gradient view is right after an edit; ``... busy [NAME ...]`` what threads
cost on a busy machine; ``... loops [NAME ...]`` loops that run a composite; ``... models [NAME ...]`` and ``...
networks [NAME ...]`` published models; ``... draws`` seeded random numbers; ``... distributed [COUNT ...]`` a step by
several processes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.bench import engine, page, processes
from tests.bench.measuring import THREADS, Report

ENUSPACE_PAGE = "gradient_descent_xw_apply"
Table = Callable[[Report, Sequence[str]], object]


def main() -> None:
    """Measure and print."""
    words = sys.argv[1:]
    report = Report()
    if "--json" in words:
        report.to = words[words.index("--json") + 1]
        del words[words.index("--json") : words.index("--json") + 2]
    name, *rest = words or page.ENGINE
    if set(words or page.ENGINE) <= {*BUDGETS}:
        print(f"{THREADS} threads, {os.cpu_count()} cores: median (minimum), and the ratio of minima", flush=True)
        BUDGETS[name](report) if not rest else page.several(report, words or page.ENGINE)
    elif name in TABLES:
        TABLES[name](report, rest)
    else:
        sys.exit(f"there is no table {name}: {', '.join((*BUDGETS, *TABLES))}")
    report.save()


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


def _of(name: str) -> Any:
    return import_module(f"tests.bench.{name}")  # some need Qt or JAX


def _counts(words: Sequence[str]) -> list[int]:
    return [int(word.replace(",", "")) for word in words]


TABLES: dict[str, Table] = {
    "page": page.write,
    "passes": lambda report, words: engine.optimisations(report),
    "branches": lambda report, words: _of("branching").main(report),
    "draws": lambda report, words: _of("draws").main(report),
    "models": lambda report, words: _of("models").small(report, words),
    "networks": lambda report, words: _of("models").large(report, words),
    "growth": lambda report, words: _of("growth").main(report, _counts(words) or _of("growth").SIZES),
    "edits": lambda report, words: _of("edits").main(report, _counts(words)),
    "showing": lambda report, words: _of("showing").main(report, *_counts(words)),
    "stops": lambda report, words: _of("stops").main(*_counts(words or ["100"])),
    "distributed": lambda report, words: _of("distributed").main(_counts(words)),
    **{
        name: lambda report, words, name=name: _of(name).main(report, words)
        for name in ("canvas", "keeping", "watching", "busy", "loops", "kernels")
    },
}


if __name__ == "__main__":
    main()
