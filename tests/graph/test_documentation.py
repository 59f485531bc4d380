"""Docstrings of block types, taken apart."""

from __future__ import annotations

import pytest

from blocks.graph.documentation import Documentation, parse

DOC = """Multiply two matrices.

The product of [m, k] and [k, n]:

    c[i, j] = sum over l of a[i, l] b[l, j]

Args:
    a: the left factor.
    transpose_a: turn a first:
        rows become columns.

Returns:
    product: the product."""


def test_all_parts_are_found() -> None:
    assert parse(DOC) == Documentation(
        "Multiply two matrices.",
        "The product of [m, k] and [k, n]:\n\n    c[i, j] = sum over l of a[i, l] b[l, j]",
        {"a": "the left factor.", "transpose_a": "turn a first: rows become columns."},
        {"product": "the product."},
    )


def test_sections_may_be_left_out() -> None:
    assert parse("Do nothing.") == Documentation("Do nothing.", "", {}, {})
    assert parse("") == Documentation("", "", {}, {})
    assert parse("Do.\n\nReturns:\n    y: it.").outputs == {"y": "it."}


@pytest.mark.parametrize(
    ("section", "fault"),
    [
        ("    a: one.\n    a: two.", "a is documented twice"),
        ("  a: one.", "expected an entry"),
        ("        more.", "expected an entry"),
    ],
)
def test_what_is_no_entry_is_a_fault(section: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        parse(f"Do.\n\nArgs:\n{section}")
