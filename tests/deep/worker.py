"""The process that runs cases: a line with a task on standard input, a line with what was found on standard output."""

from __future__ import annotations

import base64
import json
import os
import resource
import sys
from typing import Any

from tests.deep import parts, workers
from tests.deep.corpus import from_json
from tests.deep.judge import judge
from tests.deep.pages import Case, case


def main() -> None:
    """Serve until standard input ends."""
    allowed = resource.getrlimit(resource.RLIMIT_AS)[1]
    if allowed == resource.RLIM_INFINITY or allowed > workers.ADDRESS_SPACE:
        resource.setrlimit(resource.RLIMIT_AS, (workers.ADDRESS_SPACE, workers.ADDRESS_SPACE))
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what Print blocks write is nobody's answer
    for line in sys.stdin:
        findings = _found(json.loads(line))
        peak = _peak()
        if peak > workers.RESIDENT:
            findings.append({"kind": "memory", "text": f"{peak:,} bytes", "where": ""})
        answers.write(json.dumps(findings) + "\n")
        answers.flush()


def _peak() -> int:
    """The most bytes of this program; `ru_maxrss` begins with what the process that started it has."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:"))


def _found(task: dict[str, Any]) -> list[dict[str, Any]]:
    """What a task found; bytes that brought something about as text, for the way back."""
    if "part" not in task:
        return judge(_case(task))
    findings: list[dict[str, Any]] = parts.module(task["part"]).run(task["seed"], task["number"])
    for each in findings:
        if isinstance(each.get("data"), bytes):
            each["data"] = base64.b64encode(each["data"]).decode()
    return findings


def _case(task: dict[str, Any]) -> Case:
    return from_json(task["case"]) if "case" in task else case(task["type"], task["seed"], task["number"])


if __name__ == "__main__":
    main()
