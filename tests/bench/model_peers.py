# pyright: basic, reportMissingImports=false
"""The published models of `tests.models` in plain JAX, compiled, and in PyTorch, eager: for `tests.bench.models`.

Their functions are those that are written for TensorFlow, with a module in its place that has what they call.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from types import SimpleNamespace as Names
from typing import Any
from unittest import mock

import numpy as np

from tests.bench.measuring import Way, module
from tests.models.setting import SETTINGS

APART = ("dqn", "maml", "vae", "wgan_gp")
"""Models that draw, or differentiate by themselves: they are TensorFlow's alone."""


def jax_step(name: str) -> Way | None:
    """A training step in plain JAX: one compiled function of weights and slots."""
    jax = module("jax")
    if jax is None or name in APART:
        return None
    jax.config.update("jax_enable_x64", True)
    numpy, setting, loss = jax.numpy, SETTINGS[name], _written_with(_for_jax(jax), name)
    given = {key: numpy.asarray(value) for key, value in setting.given().items()}
    state = {
        path: (numpy.asarray(value), *_slots(numpy, setting.optimizer, numpy.asarray(value)))
        for path, value in setting.weights().items()
    }

    @jax.jit
    def step(state: Any, count: Any) -> Any:
        weights = {path: each[0] for path, each in state.items()}
        value, slopes = jax.value_and_grad(lambda w: loss(w, given))(weights)
        rule = _RULES[setting.optimizer]
        return value, {k: rule(numpy, setting.rate, count, slopes[k], *each) for k, each in state.items()}

    held = [state, 0]

    def run() -> Any:
        held[1] += 1
        value, held[0] = step(held[0], held[1])
        return [np.asarray(value)]

    return run


def torch_step(name: str) -> Way | None:
    """A training step in PyTorch, eager; its own optimisers bring a compiler in that does not live with TensorFlow."""
    torch = module("torch")
    if torch is None or name in APART:
        return None
    setting, loss = SETTINGS[name], _written_with(_for_torch(torch), name)
    weights = {path: torch.tensor(value, requires_grad=True) for path, value in setting.weights().items()}
    slots = {path: _slots(torch, setting.optimizer, value.detach()) for path, value in weights.items()}
    given = {key: torch.tensor(value) for key, value in setting.given().items()}
    rule, count = _RULES[setting.optimizer], [0]

    def run() -> Any:
        count[0] += 1
        value = loss(weights, given)
        slopes = torch.autograd.grad(value, list(weights.values()))
        with torch.no_grad():
            for (path, weight), slope in zip(weights.items(), slopes, strict=True):
                new, *slots[path] = rule(torch, setting.rate, count[0], slope, weight, *slots[path])
                weight.copy_(new)
        return [value.detach().numpy()]

    return run


def _written_with(tensorflow: Any, name: str) -> Callable[[Any, Any], Any]:
    """The loss of a model, of weights and data, with another module as TensorFlow."""
    spec = importlib.util.find_spec("tests.models.tensorflow_numbers")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {"tensorflow": tensorflow}):
        spec.loader.exec_module(module)
    return module.MODELS[name]


# -- Optimisers --------------------------------------------------------------------------------------------------------


def _slots(xp: Any, optimizer: str, value: Any) -> list[Any]:
    zeros = xp.zeros_like(value)
    return {"Adam": [zeros, zeros], "Adagrad": [zeros + 0.1]}.get(optimizer, [zeros])


def _adam(xp: Any, rate: float, count: Any, g: Any, w: Any, m: Any, v: Any) -> Any:
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    rate = rate * (1 - 0.999**count) ** 0.5 / (1 - 0.9**count)
    return w - rate * m / (xp.sqrt(v) + 1e-8), m, v


def _momentum(_xp: Any, rate: float, _count: Any, g: Any, w: Any, a: Any) -> Any:
    a = 0.9 * a + g
    return w - rate * a, a


def _nesterov(_xp: Any, rate: float, _count: Any, g: Any, w: Any, a: Any) -> Any:
    a = 0.9 * a + g
    return w - rate * (g + 0.9 * a), a


def _adagrad(xp: Any, rate: float, _count: Any, g: Any, w: Any, a: Any) -> Any:
    a = a + g * g
    return w - rate * g / xp.sqrt(a), a


def _rms_prop(xp: Any, rate: float, _count: Any, g: Any, w: Any, a: Any) -> Any:
    a = 0.9 * a + 0.1 * g * g
    return w - rate * g / xp.sqrt(a + 1e-8), a


_RULES = {"Adam": _adam, "Momentum": _momentum, "Nesterov": _nesterov, "Adagrad": _adagrad, "RMSProp": _rms_prop}


# -- What stands for TensorFlow ----------------------------------------------------------------------------------------


def _for_jax(jax: Any) -> Any:
    np_, nn, lax = jax.numpy, jax.nn, jax.lax

    def gather(x: Any, indices: Any, axis: int = 0, batch_dims: int = 0) -> Any:
        return np_.take_along_axis(x, indices[:, None], 1)[:, 0] if batch_dims else np_.take(x, indices, axis)

    def conv2d(x: Any, f: Any, stride: int, padding: str) -> Any:
        return lax.conv_general_dilated(x, f, (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def enlarged(x: Any, f: Any, _shape: Any, stride: int) -> Any:
        axes = ("NHWC", "HWIO", "NHWC")
        return lax.conv_transpose(x, f, (stride, stride), "SAME", dimension_numbers=axes, transpose_kernel=True)

    def pooled(x: Any, size: int, stride: int, padding: str) -> Any:
        return lax.reduce_window(x, -np_.inf, lax.max, (1, size, size, 1), (1, stride, stride, 1), padding)

    def cross_entropy(labels: Any, logits: Any) -> Any:
        return -np_.take_along_axis(nn.log_softmax(logits), np_.asarray(labels)[..., None], -1)[..., 0]

    def moments(x: Any, axes: Any, keepdims: bool = False) -> Any:
        return x.mean(tuple(axes), keepdims=keepdims), x.var(tuple(axes), keepdims=keepdims)

    def normal(x: Any, mean: Any, variance: Any, offset: Any, scale: Any, epsilon: float) -> Any:
        return (x - mean) * lax.rsqrt(variance + epsilon) * scale + offset

    def unit(x: Any, axis: int) -> Any:
        return x * lax.rsqrt(np_.maximum((x * x).sum(axis, keepdims=True), 1e-12))

    def matmul(x: Any, y: Any, transpose_b: bool = False) -> Any:
        return x @ (y.swapaxes(-1, -2) if transpose_b else y)

    def reduced(function: Any) -> Any:
        return lambda x, axis=None: function(x, tuple(axis) if isinstance(axis, list) else axis)

    return Names(
        raw_ops=None, float64=np_.float64, int32=np_.int32, constant=np_.asarray, zeros=np_.zeros, eye=np_.eye,
        unstack=list, split=np_.split, concat=np_.concatenate, stack=np_.stack, transpose=np_.transpose, gather=gather,
        where=np_.where, einsum=np_.einsum, matmul=matmul, exp=np_.exp, sqrt=np_.sqrt, tanh=np_.tanh, abs=np_.abs,
        sigmoid=nn.sigmoid, minimum=np_.minimum, clip_by_value=np_.clip, argmin=np_.argmin,
        stop_gradient=lax.stop_gradient, reduce_mean=reduced(np_.mean), reduce_sum=reduced(np_.sum),
        reduce_max=reduced(np_.max), reduce_logsumexp=reduced(nn.logsumexp),
        nn=Names(
            relu=nn.relu, softmax=nn.softmax, log_softmax=nn.log_softmax, softplus=nn.softplus, moments=moments,
            batch_normalization=normal, conv2d=conv2d, conv2d_transpose=enlarged, max_pool2d=pooled,
            sparse_softmax_cross_entropy_with_logits=cross_entropy,
        ),
        math=Names(log=np_.log, l2_normalize=unit),
        linalg=Names(
            diag=np_.diag, diag_part=np_.diagonal, inv=np_.linalg.inv, slogdet=np_.linalg.slogdet,
            cholesky=np_.linalg.cholesky, cholesky_solve=lambda f, y: jax.scipy.linalg.cho_solve((f, True), y),
        ),
    )  # fmt: skip


def _for_torch(torch: Any) -> Any:
    nn = torch.nn.functional

    def gather(x: Any, indices: Any, axis: int = 0, batch_dims: int = 0) -> Any:
        places = torch.as_tensor(indices).long()
        if batch_dims:
            return torch.gather(x, 1, places[:, None])[:, 0]
        return torch.index_select(x, axis, places.reshape(-1)).reshape(*places.shape, *x.shape[1:])

    def conv2d(x: Any, f: Any, stride: int, _padding: str) -> Any:
        size, reach = x.shape[1], f.shape[0]
        more = max((-(-size // stride) - 1) * stride + reach - size, 0)
        front = nn.pad(x.permute(0, 3, 1, 2), (more // 2, more - more // 2) * 2)
        return nn.conv2d(front, f.permute(3, 2, 0, 1), None, stride).permute(0, 2, 3, 1)

    def enlarged(x: Any, f: Any, _shape: Any, stride: int) -> Any:
        return nn.conv_transpose2d(x.permute(0, 3, 1, 2), f.permute(3, 2, 0, 1), None, stride).permute(0, 2, 3, 1)

    def pooled(x: Any, size: int, stride: int, _padding: str) -> Any:
        return nn.max_pool2d(x.permute(0, 3, 1, 2), size, stride).permute(0, 2, 3, 1)

    def cross_entropy(labels: Any, logits: Any) -> Any:
        wanted = torch.as_tensor(labels).long().reshape(-1)
        return nn.cross_entropy(logits.reshape(-1, logits.shape[-1]), wanted, reduction="none")

    def moments(x: Any, axes: Any, keepdims: bool = False) -> Any:
        return x.mean(axes, keepdim=keepdims), x.var(axes, correction=0, keepdim=keepdims)

    def normal(x: Any, mean: Any, variance: Any, offset: Any, scale: Any, epsilon: float) -> Any:
        return (x - mean) * torch.rsqrt(variance + epsilon) * scale + offset

    def tensor(value: Any, *_dtype: Any) -> Any:
        return torch.as_tensor(value)

    def reduced(function: Any) -> Any:
        return lambda x, axis=None: function(x) if axis is None else function(x, axis)

    return Names(
        raw_ops=None, float64=torch.float64, int32=torch.int32, constant=tensor, unstack=list,
        zeros=lambda shape, dtype: torch.zeros(*shape, dtype=dtype), eye=lambda n, dtype: torch.eye(n, dtype=dtype),
        split=lambda x, parts, axis: torch.split(x, x.shape[axis] // parts, axis), concat=torch.cat, stack=torch.stack,
        transpose=lambda x: x.T, gather=gather, where=lambda c, x, y: torch.where(tensor(c), x, y), einsum=torch.einsum,
        matmul=lambda x, y, transpose_b=False: x @ (y.mT if transpose_b else y), exp=torch.exp, sqrt=torch.sqrt,
        tanh=torch.tanh, abs=torch.abs, sigmoid=torch.sigmoid, minimum=torch.minimum, clip_by_value=torch.clip,
        argmin=torch.argmin, stop_gradient=lambda x: x.detach(), reduce_mean=reduced(torch.mean),
        reduce_sum=reduced(torch.sum), reduce_max=reduced(torch.amax),
        reduce_logsumexp=lambda x, axis=0: torch.logsumexp(x, axis),
        nn=Names(
            relu=torch.relu, softmax=lambda x: torch.softmax(x, -1), log_softmax=lambda x: torch.log_softmax(x, -1),
            softplus=nn.softplus, moments=moments, batch_normalization=normal, conv2d=conv2d,
            conv2d_transpose=enlarged, max_pool2d=pooled, sparse_softmax_cross_entropy_with_logits=cross_entropy,
        ),
        math=Names(log=torch.log, l2_normalize=lambda x, axis: nn.normalize(x, dim=axis)),
        linalg=Names(
            diag=torch.diag, diag_part=torch.diagonal, inv=torch.linalg.inv, slogdet=torch.linalg.slogdet,
            cholesky=torch.linalg.cholesky, cholesky_solve=lambda f, y: torch.cholesky_solve(y, f),
        ),
    )  # fmt: skip
