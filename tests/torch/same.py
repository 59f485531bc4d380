"""Modules as diagrams: PyTorch says what they compute, and what their gradients are."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownLambdaType=false

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import blocks

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")


def assert_same(module: Any, inputs: Any, train: bool = False, tol: float = 1e-5) -> blocks.Diagram:
    """Check the results of a module's diagram, and the gradient of a random projection of them.

    Gradients are those of all parameters and floating inputs. A gradient must be missing where PyTorch has None.
    """
    diagram = blocks.from_torch(module, inputs, train)
    model = copy.deepcopy(module).train(train)
    args, kwargs = torch.utils._pytree.tree_map_only(torch.Tensor, torch.clone, split(inputs))
    leaves = [each for each in torch.utils._pytree.tree_leaves((args, kwargs)) if isinstance(each, torch.Tensor)]
    for each in leaves:
        each.requires_grad_(each.is_floating_point() or each.is_complex())
    moved = torch.utils._pytree.tree_map(lambda x: x.view_as(x) if isinstance(x, torch.Tensor) else x, (args, kwargs))
    returned = torch.utils._pytree.tree_leaves(model(*moved[0], **moved[1]))
    returned = [each for each in returned if isinstance(each, (torch.Tensor, int, float))]
    wanted = [each for each in returned if isinstance(each, torch.Tensor)]

    page = diagram.pages[0]
    names = [wire.source.block for wire in page.wires if str(wire.target) == "run.fetch_outputs"]
    assert len(names) == len(returned), f"{names} for {len(returned)} results"
    results = [name for name, each in zip(names, returned, strict=True) if isinstance(each, torch.Tensor)]
    holders = [block.id for block in page.blocks if block.type == "Placeholder"]
    feed = {name: each.detach().numpy() for name, each in zip(holders, leaves, strict=True)}

    rng, weights, total = np.random.default_rng(7), list[str](), torch.zeros((), dtype=torch.float64)
    for i, (name, each) in enumerate(zip(results, wanted, strict=True)):
        if each.is_floating_point():
            weight = rng.normal(size=each.shape).astype(each.detach().numpy().dtype)
            page.add("Const", id=f"projection_{i}", val=weight, dtype=weight.dtype, shape=list(each.shape))
            weights.append(f"{name}.output * projection_{i}.output")
            total = total + (each * torch.from_numpy(weight)).double().sum() if each.requires_grad else total
    session = blocks.Session(diagram)
    session.watch(weights)
    run = session.run([*names, *(each.rpartition(" ")[2] for each in weights)], feed)
    for name, each in zip(results, wanted, strict=True):
        value, expected = run[name], each.detach().numpy()
        assert (value.dtype, value.shape) == (expected.dtype, expected.shape), name
        np.testing.assert_allclose(value, expected, rtol=tol, atol=tol * _size(expected), err_msg=name)
    parameters: dict[str, Any] = dict(model.named_parameters())
    if total.requires_grad:
        total.backward()
    expected = {f"{name.replace('.', '/')}.ref": each.grad for name, each in parameters.items()}
    expected |= {f"{name}.output": each.grad for name, each in zip(holders, leaves, strict=True) if each.requires_grad}
    for name, each in expected.items():
        got = run.gradients.get(name)
        assert (got is None) == (each is None), f"{name}: the gradient is {got} instead of {each}"
        if each is not None:
            each = each.to_dense().numpy() if each.is_sparse else each.numpy()
            assert got is not None
            np.testing.assert_allclose(got, each, rtol=10 * tol, atol=10 * tol * _size(each), err_msg=name)
    return diagram


def split(inputs: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if isinstance(inputs, Mapping):
        return (), dict(inputs)
    return (tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)), {}


def _size(array: Any) -> float:
    finite = np.abs(array[np.isfinite(array)])
    return max(1.0, float(finite.max())) if finite.size else 1.0
