"""What Python's own means show of the package: `dir`, `help`, completion."""

from __future__ import annotations

import pydoc

import blocks
from blocks import ops


def test_all_names_of_the_package_are_listed_and_there() -> None:
    assert dir(blocks) == blocks.__all__
    assert [name for name in blocks.__all__ if getattr(blocks, name, None) is None] == []


def test_help_lists_functions_and_classes() -> None:
    text = pydoc.plain(pydoc.render_doc(blocks))
    assert "load(path" in text
    assert "class Session(" in text


def test_block_types_are_listed_in_both_forms() -> None:
    assert {"MatMul", "mat_mul", "StopGradient", "stop_gradient"} <= set(dir(ops))


def test_help_on_a_block_type_is_its_documentation() -> None:
    text = pydoc.plain(pydoc.render_doc(ops.MatMul))
    assert "The product of two matrices." in text
    assert "b: the right matrix." in text
