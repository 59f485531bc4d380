"""The part ``nested``: random diagrams of composites in each other give the same bits flat, nested and as programs, and
are the same graph after each edit, be what did not change kept or not.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from blocks.base.errors import DiagramError, RunError
from blocks.compile.plan import OPTIMISATIONS
from blocks.interchange.python.program import to_python
from blocks.run.session import Session
from tests.deep.finding import Finding, foreign
from tests.elaborate.nested import compare, random_diagram

CASES = 10
"""Diagrams in a task."""


def run(seed: int, number: int) -> list[Finding]:
    """Compare some diagrams, each with all optimisations and with none."""
    findings: list[Finding] = []
    for i in range(CASES):
        draw = random.Random(f"{seed} {number} {i}")
        diagram = random_diagram(draw)
        try:
            compare(diagram, passes=draw.choice([OPTIMISATIONS, ()]))
            program = to_python(diagram, Path("program.py")).text
            if "def c0(" in program and _results(program) != _bits(Session(diagram).run):
                findings.append({"kind": "program", "text": "gives other results", "where": program})
        except AssertionError as error:
            findings.append({"kind": "flat", "text": str(error)[:300], "where": diagram.dumps()})
        except DiagramError:  # a pin refuses what is wired to it
            continue
        except Exception as error:
            findings.append(foreign(error))
    return findings


def _results(program: str) -> dict[str, bytes]:
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(program, "program.py", "exec"), names)
    return _bits(names["main"])


def _bits(run: Any) -> dict[str, bytes]:
    try:
        results = run(steps=2)
    except RunError as error:
        results = error.results
    return {name: value.tobytes() for name, value in results.items()}
