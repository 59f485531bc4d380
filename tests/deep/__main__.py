"""The command: adversarial pages, files, edits and events for some minutes, and what was found."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.deep import corpus, pages, parts, workers


def main() -> int:
    """Search, and print each sort of finding once. Returns how many sorts there were, as an exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.deep", description=main.__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    names = ", ".join(f"{name} ({what})" for name, what in parts.PARTS.items())
    parser.add_argument(
        "--part", action="append", default=[], help=f"blocks (all types of blocks), {names}; default: all"
    )
    parser.add_argument("--only", action="append", default=[], help="a block type, or a page of the library")
    parser.add_argument("--without", action="append", default=[], help="a page of the library to leave out")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--cases", type=int, help="of each part no more than so many; of blocks, for each type")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--save", type=Path, help="write the cases that failed into this file")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    chosen = given.part or (["blocks"] if given.only or given.without else ["blocks", *parts.PARTS])
    types = [name for name in pages.types(given.only) if pages.spec_of(name).page not in given.without]
    sorts: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    saved: list[dict[str, Any]] = []
    cases: Counter[str] = Counter()

    def report(task: dict[str, Any], findings: list[dict[str, Any]]) -> None:
        part = task.get("part", "blocks")
        cases[part] += parts.module(part).CASES if "part" in task else 1
        for each in findings:
            key = (each["kind"], each.get("where") or task.get("type") or each["text"][:40])
            if key not in sorts:
                case = {} if "part" in task else corpus.as_json(pages.case(task["type"], task["seed"], task["number"]))
                saved.append({**case, "task": task, "found": each})
                print(f"{each['kind']}: {task.get('type', part)} {task['number']}: {each['text']}", flush=True)
                print(f"    {each.get('where', '')}", flush=True)
            sorts.setdefault(key, []).append(task)

    tasks = _tasks(chosen, types, given.seed, given.first, 60 * given.minutes, given.cases)
    workers.run_all(tasks, given.workers, report)
    for part, count in cases.items():
        print(f"{part}: {count:,} cases")
    print(f"{len(sorts)} sorts of findings, in {sum(map(len, sorts.values()))} tasks")
    if given.save is not None:
        given.save.write_text(json.dumps(saved, ensure_ascii=False), "utf-8")
    return min(len(sorts), 1)


def _tasks(
    chosen: list[str], types: list[str], seed: int, first: int, seconds: float, cases: int | None
) -> Iterator[dict[str, Any]]:
    """Task after task until the time is over, or the cases are: some of each part in turn."""
    end = time.monotonic() + seconds
    left = [_rounds(part, types, seed, first, cases) for part in chosen]
    while left:
        for rounds in list(left):
            tasks = next(rounds, None)
            if tasks is None:
                left.remove(rounds)
            for task in tasks or ():
                if time.monotonic() > end:
                    return
                yield task


def _rounds(part: str, types: list[str], seed: int, first: int, cases: int | None) -> Iterator[list[dict[str, Any]]]:
    """The tasks of a part, as many at a time as are done before the next part has its turn."""
    each = 1 if part == "blocks" else parts.module(part).CASES
    for number in itertools.count(first) if cases is None else range(first, first - (-cases // each)):
        if part == "blocks":
            for some in range(0, len(types), 50):
                yield [{"type": name, "seed": seed, "number": number} for name in types[some : some + 50]]
        else:
            yield [{"part": part, "seed": seed, "number": number}]


if __name__ == "__main__":
    sys.exit(main())
