"""What the engine knows of a block type is a trait of its declaration: no names of types stand in engine modules."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

from blocks.library.index import all_names

BLOCKS = Path(__file__).resolve().parent.parent / "blocks"
FOLDERS = ("graph", "compile", "run", "document", "elaborate", "analysis", "transform")

MEANT = Counter(
    {
        # Documents say so, and the types behind the names are imported when a page has them.
        # AddSymbolicGradients: a page's order depends on where gradients are made; ClientSession: what a step is for
        "elaborate/model.py": 2,
        "run/live/edits.py": 1,  # Placeholder: stands in for what is wired to an edited block
        "document/definitions.py": 2,  # InputPin, OutputPin: pins of a composite are blocks of these types
        "document/data.py": 5,  # Repeat, Scan, Map, While, Cond: their values name composites, which renames follow
        # Verbs of the editor: the types of blocks that they add or replace, and of blocks that they ask for.
        "transform/verbs/blocks.py": 1,  # Cast
        "transform/verbs/composites.py": 1,  # ClientSession: it stays outside
        "transform/verbs/expanding.py": 2,  # Cond, Const
        "transform/verbs/fixes.py": 25,  # what a lint rule advises, such as LogSoftmax, and Cast and Reshape
        "transform/verbs/trial.py": 9,  # Cast, Reshape and Transpose make pins fit
        # What only has the same name as a block type.
        "graph/spec.py": 1,  # Shape: the annotation of an attribute
        "document/layout/page_layout.py": 1,  # Scope: a pin that each block has
        "compile/onnx/bodies.py": 6,  # operators of ONNX, as the next
        "compile/onnx/lower.py": 4,  # Cast, Identity
    }
)
"""Literals that name a type, by file: only what is about that very type, or means something else."""


def named(source: str, names: frozenset[str]) -> int:
    """How many text literals of a module are the name of a block type."""
    literals = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return sum(isinstance(value, str) and value in names for value in literals)


def test_no_names_of_block_types_stand_in_the_engine() -> None:
    """Where it falls: give the type a trait (`BlockSpec`) and ask for that, or import the type."""
    names = frozenset(all_names())
    assert named('if name in ("MatMul", "AddN"):\n    """MatMul."""', names) == 2
    files = [path for folder in FOLDERS for path in (BLOCKS / folder).rglob("*.py")]
    counts = +Counter({path.relative_to(BLOCKS).as_posix(): named(path.read_text("utf-8"), names) for path in files})
    assert {path.parent.name for path in files} >= set(FOLDERS)
    assert counts == MEANT
