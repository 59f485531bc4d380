"""The template of a Python package with block types: one type, its test, and the packaging files."""

from __future__ import annotations

_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "gradblocks-@DASHED@"
version = "0.1.0"
description = "Block types for Gradblocks"
requires-python = ">=3.11"
dependencies = ["gradblocks", "numpy"]

[project.entry-points."gradblocks.blocks"]
@NAME@ = "gradblocks_@NAME@"

[tool.hatch.build.targets.wheel]
packages = ["gradblocks_@NAME@"]
"""

_MODULE = '''\
"""Block types: in diagrams `@NAME@:Softabs`, in Python `ops.@NAME@.Softabs`."""

from __future__ import annotations

import numpy as np

from blocks import block
from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.types import Array
from blocks.graph.graph import Node, Operand, Output


@block("x: T -> y: T", T=(FLOAT, DOUBLE), broadcasts=True, example={"x": [0.0, 0.75], "y": [1.0, 1.25]})
def Softabs(x: Array) -> Array:
    """Compute a smooth absolute value: y = sqrt(x^2 + 1).

    Args:
        x: [...] the input.

    Returns:
        y: [...] the result, with the shape of x.
    """
    return np.sqrt(x * x + 1)


@Softabs.gradient()
def _gradient(call: Node, dy: Output) -> Operand:
    return dy * call.input("x") / call.outputs[0]


Softabs.formula("sqrt({x}^2 + 1)")
'''

_TEST = """\
from blocks.testing import check_block_type
from gradblocks_@NAME@ import Softabs


def test_softabs() -> None:
    check_block_type(Softabs)
"""


def files(name: str) -> dict[str, str]:
    texts = {"pyproject.toml": _PROJECT, f"gradblocks_{name}/__init__.py": _MODULE, "tests/test_types.py": _TEST}
    dashed = name.replace("_", "-")
    return {path: text.replace("@NAME@", name).replace("@DASHED@", dashed) for path, text in texts.items()}
