"""The types of `blocks.ops` for editors are those of the declarations."""

from __future__ import annotations

from tests import ops_stub


def test_the_stub_is_current() -> None:
    assert ops_stub.STUB.read_text(encoding="utf-8") == ops_stub.text(), "run `python -m tests.ops_stub`"


def test_the_stub_has_pins_types_and_documentation() -> None:
    text = ops_stub.text()
    assert "def mat_mul(a: _Tensor, b: _Tensor, transpose_a: bool = False" in text
    assert "Literal['GradientDescent', 'Momentum'" in text
    assert text.count('r"""Multiply two matrices') == 3
