"""ONNX rules for linear algebra: matrix products and determinants."""

from __future__ import annotations

import string

from blocks.library.linalg.products import Labels, parse
from blocks.library.onnx_rules.math import batch_matmul
from blocks.library.onnx_rules.values import NotExported, Value, cast, op, wide
from blocks.library.onnx_rules.writing import Rule, Site, at_site, rank, widened


def _einsum(site: Site, inputs: tuple[Value, ...]) -> Value:
    terms, result = parse(site.attrs["equation"], len(inputs))
    labels = dict.fromkeys(label for term in terms for label in term if label != "...")
    if len(labels) > len(string.ascii_lowercase):
        raise NotExported("has more labels than there are letters")
    if len(set(result)) < len(result):
        raise NotExported("puts values on a diagonal")
    letters = {"...": "...", **dict(zip(labels, string.ascii_lowercase, strict=False))}
    left, right = (",".join("".join(letters[label] for label in term) for term in side) for side in (terms, [result]))
    return op.Einsum(*map(wide, _of_one_rank(inputs, terms)), equation=f"{left}->{right}")


def _of_one_rank(inputs: tuple[Value, ...], terms: list[Labels]) -> list[Value]:
    """Expand operands to equal ellipsis ranks with leading axes: ONNX broadcasts only these."""
    if not all("..." in term for term in terms):
        return list(inputs)
    counts = [rank(x, "inputs") - len(term) + 1 for x, term in zip(inputs, terms, strict=True)]
    indices = zip(inputs, terms, counts, strict=True)
    return [
        op.Unsqueeze(x, [term.index("...") + i for i in range(max(counts) - count)]) if count < max(counts) else x
        for x, term, count in indices
    ]


RULES: dict[str, Rule] = {
    "Einsum": Rule(_einsum),
    "BatchMatMulV2": Rule(batch_matmul),
    "BatchMatMulV3": at_site(lambda site, x, y: batch_matmul(site, cast(x, site.dtype), cast(y, site.dtype))),
    "MatrixDeterminant": widened(op.Det),
}
