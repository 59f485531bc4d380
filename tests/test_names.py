"""What Python's own means show of the package: `dir`, `help`, completion."""

from __future__ import annotations

import pydoc

import pytest

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
    assert "Multiply two matrices" in text
    assert "b: [k, n] the right matrix." in text


@pytest.mark.usefixtures("made_up_names")
@pytest.mark.parametrize(
    ("name", "meant"),
    [("Mul", "Multiply"), ("mul", "Multiply"), ("Sub", "Subtract"), ("reduce_sum", "Sum"), ("Matmul", "MatMul")],
)
def test_a_name_of_tensorflow_or_a_slip_leads_to_the_block_type(name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=f"there is no block type '{name}'. Did you mean {meant}"):
        getattr(ops, name)
    page = blocks.Diagram().add_page("main")
    page.add(name, id="b")
    with pytest.raises(blocks.DiagramError, match=f"Did you mean {meant}"):
        blocks.Session(page).run()
