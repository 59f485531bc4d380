"""The tensors of an exported graph that carry a gradient, and the names of parameters."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from blocks.torch.functions import ARRIVING, BEGIN, OWN, THROUGH, is_smooth
from blocks.torch.recorder import torch


def carrying(nodes: Iterable[Any], is_trained: Callable[[Any], bool]) -> set[Any]:
    """Return the nodes whose results carry a gradient of a parameter or an input, as PyTorch says on fake tensors."""
    values: dict[Any, Any] = {}
    result: set[Any] = set()

    def new(like: Any, carries: bool) -> Any:
        if not isinstance(like, torch.Tensor):
            return like
        fresh = like.detach().clone()
        return fresh.requires_grad_(carries and is_smooth(fresh))

    def flags(value: Any) -> list[bool]:
        many: Any = value if isinstance(value, (list, tuple)) else [value]  # pyright: ignore[reportUnknownVariableType]
        return [isinstance(each, torch.Tensor) and bool(each.requires_grad) for each in many]

    for node in nodes:
        meta = node.meta.get("val")
        if node.op == "output":
            continue
        args, kwargs = torch.fx.map_arg((node.args, node.kwargs), values.get)
        likes: Any = meta if isinstance(meta, (list, tuple)) else [meta]  # pyright: ignore[reportUnknownVariableType]
        if node.op == "placeholder":
            found = new(meta, is_trained(node))
        elif node.op == "get_attr" or not any(isinstance(each, torch.Tensor) for each in likes):
            found = new(meta, False)
        elif node.target is operator.getitem:
            found = args[0][args[1]]
        elif node.target is THROUGH:
            found = new(meta, flags(args[0])[0])
        elif node.target is BEGIN:
            found = [new(each, flag) for each, flag in zip(likes, flags(args[0]), strict=True)]
        elif node.target is ARRIVING:
            found = [new(each, True) for each in likes]
        elif node.target is OWN:
            reaches = any(f and g is not None for f, g in zip(flags(args[0]), args[3], strict=True))
            found = [new(each, reaches) for each in likes]
        else:
            try:
                with torch.enable_grad():
                    found = node.target(*args, **kwargs)
            except Exception:  # an operation that has no form for fake tensors
                flat: list[Any] = []
                torch.fx.map_arg((node.args, node.kwargs), flat.append)
                reaches = any(each in result for each in flat)
                made = [new(each, reaches) for each in likes]
                found = made if isinstance(meta, (list, tuple)) else made[0]
        values[node] = found
        if any(flags(found)):
            result.add(node)
    return result


def first_names(module: Any) -> dict[str, str]:
    """Return the first name of each parameter and buffer by all of its names."""
    names: dict[str, str] = {}
    for named in (module.named_parameters, module.named_buffers):
        first: dict[int, str] = {}
        for name, tensor in named(remove_duplicate=False):
            names[name] = first.setdefault(id(tensor), name)
    return names


def tensor_at(module: Any, path: str) -> Any:
    owner, _, name = path.rpartition(".")
    return getattr(module.get_submodule(owner), name)
