"""The command: adversarial pages for some minutes, and what was found."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.deep import corpus, pages, workers


def main() -> int:
    """Search, and print each sort of finding once. Returns how many sorts there were, as an exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.deep", description=main.__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", action="append", default=[], help="a block type, or a page of the library")
    parser.add_argument("--without", action="append", default=[], help="a page of the library to leave out")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--save", type=Path, help="write the cases that failed into this file")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    names = [name for name in pages.types(given.only) if pages.spec_of(name).page not in given.without]
    sorts: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    saved: list[dict[str, Any]] = []

    def report(task: dict[str, Any], found: list[dict[str, Any]]) -> None:
        for each in found:
            key = (each["kind"], each["where"] or task["type"])
            if key not in sorts:
                case = pages.case(task["type"], task["seed"], task["number"])
                saved.append({**corpus.as_json(case), "found": each})
                print(f"{each['kind']}: {task['type']} {task['number']}: {each['text']}", flush=True)
                print(f"    {each['where']}", flush=True)
            sorts.setdefault(key, []).append(task)

    count = workers.run_all(_tasks(names, given.seed, given.first, 60 * given.minutes), given.workers, report)
    failed = sum(map(len, sorts.values()))
    print(f"{count} cases of {len(names)} block types: {len(sorts)} sorts of findings, in {failed} of them")
    if given.save is not None:
        given.save.write_text(json.dumps(saved, ensure_ascii=False), "utf-8")
    return min(len(sorts), 1)


def _tasks(names: list[str], seed: int, first: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Case after case, the same number of each type, until the time is over."""
    end = time.monotonic() + seconds
    for number in itertools.count(first):
        for name in names:
            if time.monotonic() > end:
                return
            yield {"type": name, "seed": seed, "number": number}


if __name__ == "__main__":
    sys.exit(main())
