"""What the engine knows of a block type is a trait of its declaration: no names of types stand in engine modules."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

from blocks.library.index import all_names

BLOCKS = Path(__file__).resolve().parent.parent / "blocks"
FOLDERS = ("graph", "compile", "run", "document", "elaborate")

LEFT = Counter(
    {
        "graph/binding.py": 1,
        "graph/formula_terms.py": 36,
        "graph/formula_text.py": 52,
        "graph/formulas.py": 51,
        "graph/gradients.py": 6,
        "graph/graph.py": 9,
        "graph/loops.py": 1,
        "graph/spec.py": 1,
        "graph/unrolling.py": 1,
        "compile/onnx/branches.py": 1,
        "compile/call_jax.py": 3,
        "compile/jax/lower.py": 2,
        "compile/onnx/lower.py": 6,
        "compile/passes.py": 3,
        "compile/schedule.py": 1,
        "run/events.py": 1,
        "run/fetches.py": 1,
        "run/float64_gradients.py": 5,
        "run/live_edits.py": 1,
        "run/numeric.py": 6,
        "document/definitions.py": 2,
        "document/model.py": 1,
        "document/page_layout.py": 1,
        "elaborate/elaboration.py": 1,
        "elaborate/gradient_edges.py": 4,
        "elaborate/gradient_expansion.py": 2,
        "elaborate/loops.py": 3,
        "elaborate/wiring.py": 5,
    }
)
"""To be reduced: literals that still name a type, by file. A file that is not here has none."""


def named(source: str, names: frozenset[str]) -> int:
    """How many text literals of a module are the name of a block type."""
    literals = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return sum(isinstance(value, str) and value in names for value in literals)


def test_no_more_names_of_block_types_stand_in_the_engine() -> None:
    """Where it falls: give the type a trait (`BlockSpec`), and ask for that; where some are gone, lower `LEFT`."""
    names = frozenset(all_names())
    assert named('if name in ("MatMul", "AddN"):\n    """MatMul."""', names) == 2
    files = [path for folder in FOLDERS for path in (BLOCKS / folder).rglob("*.py")]
    found = Counter({path.relative_to(BLOCKS).as_posix(): named(path.read_text("utf-8"), names) for path in files})
    assert {path.parent.name for path in files} >= set(FOLDERS)
    assert found - LEFT == Counter()
