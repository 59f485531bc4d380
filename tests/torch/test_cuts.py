"""Where the gradient of a module ends: PyTorch says whether, and a comment ``# cut: REASON`` says at which line."""

# pyright: reportUnknownMemberType=false, reportMissingParameterType=false, reportUnknownParameterType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUntypedBaseClass=false
# pyright: reportUnknownLambdaType=false

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

import blocks
from tests.torch.same import assert_same

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")
nn, F = torch.nn, torch.nn.functional
Function, once_differentiable = torch.autograd.Function, torch.autograd.function.once_differentiable


def module(function: Callable[..., Any]) -> Any:
    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w, self.fc = nn.Parameter(torch.tensor([0.5, -1.5, 2.0])), nn.Linear(3, 3)
            self.register_buffer("mean", torch.ones(3))

        def forward(self, x):
            return function(self, x)

    torch.manual_seed(1)
    return Model()


CUTS: list[Callable[..., Any]] = []


def cut(function: Callable[..., Any]) -> Callable[..., Any]:
    CUTS.append(function)
    return function


@cut
def detach(m, x):
    y = m.fc(x)
    y = y + (y.round() - y).detach()  # cut: detach
    z = y * m.w
    z.detach_()  # cut: detach
    return y * z + y.data  # cut: .data


@cut
def regions(m, x):
    with torch.no_grad():
        y = m.fc(x) * 2  # cut: no_grad
        y = y.sin()
        with torch.enable_grad():
            z = y * m.w
        q = z + 1  # cut: no_grad
    torch.set_grad_enabled(False)
    p = x.cos()  # cut: no_grad
    torch.set_grad_enabled(True)
    return q, z, p


@torch.inference_mode()
def statistics(x):
    return x.mean(0)  # cut: inference_mode


@cut
def decorated(m, x):
    with torch.inference_mode():
        y = m.w * 2  # cut: inference_mode
    return y + statistics(x) + m.fc(x)


@cut
def values(m, x):
    frozen = nn.Parameter(torch.ones(3), requires_grad=False)
    return m.fc(x) * m.w.sum().item() + (x * 4).int() + frozen  # cut: leaves torch


@cut
def in_place(m, x):
    y = m.fc(x)
    y[0].mul_(m.w)
    y[:, 1] = x[:, 0]
    y.view(-1)[::2] += 1
    with torch.no_grad():
        y[1].mul_(2).clamp_(-1, 1)  # cut: no_grad
        y[:, 2] = m.w[0]  # cut: no_grad
    shared = y.detach()  # cut: detach
    shared += m.w  # cut: detach
    return y * 1, shared


@cut
def nothing(m, x):
    with torch.no_grad():
        ones = torch.ones(3) * m.mean
    return m.fc(x) + ones.detach() + torch.zeros_like(x).data + (x > 0).detach()


@cut
def checkpoints(m, x):
    first = torch.utils.checkpoint.checkpoint(lambda a: m.fc(a).sin(), x, use_reentrant=False)
    return first + torch.utils.checkpoint.checkpoint(lambda a: m.fc(a).cos(), x, use_reentrant=True)


@cut
def transformed(m, x):
    (slope,) = torch.autograd.grad((x * x * m.w).sum(), x, create_graph=True) if x.requires_grad else (2 * x * m.w,)
    return torch.func.vmap(lambda row: m.fc(row) * row.sum())(x) + slope


@pytest.mark.parametrize("function", CUTS, ids=lambda each: each.__name__)
def test_gradient_ends_where_it_does_in_pytorch(function: Callable[..., Any]) -> None:
    diagram = assert_same(module(function), torch.randn(3, 3, generator=torch.Generator().manual_seed(2)))
    canvases = (*diagram.pages, *diagram.composites)
    stops = [each for canvas in canvases for each in canvas.blocks if each.type == "StopGradient"]
    wanted: set[tuple[int, str]] = set()
    for source in (decorated, statistics) if function is decorated else (function,):
        lines, begin = inspect.getsourcelines(source)
        found = [(begin + i, re.search("# cut: (.*)", line)) for i, line in enumerate(lines)]
        wanted |= {(line, match[1]) for line, match in found if match}
    got = {(int(each.source.rpartition(":")[2]), each.note) for each in stops}
    assert {line for line, _ in got} == {line for line, _ in wanted}
    assert all(any(line == at and note.startswith(reason) for at, note in got) for line, reason in wanted)
    assert all("test_cuts.py" in each.source for each in stops)


class Round(Function):
    @staticmethod
    def forward(ctx, x, scale=2.0):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return (x * scale).round()

    @staticmethod
    def backward(ctx, g):
        return (g * ctx.saved_tensors[0].tanh() * ctx.scale, None) if ctx.needs_input_grad[0] else (None, None)


class Two(Function):
    @staticmethod
    def forward(x, w, at):
        y = x * w
        return y.sin(), y.relu() + 1, y[at], at + 1

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
        ctx.mark_non_differentiable(output[1], output[3])

    @staticmethod
    def backward(ctx, g, _, h, __):
        x, w, _at = ctx.saved_tensors
        return g * x, g.sum(0) + h.sum(0) * w, None


class Reversed(Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return -g


class Changed(Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        return Reversed.apply(g * 5)


class Stopped(Function):
    @staticmethod
    def forward(ctx, x):
        return Round.apply(x)

    @staticmethod
    def backward(ctx, g):
        return None


class Noise(Function):
    @staticmethod
    def forward(ctx, x):
        mask = (torch.rand_like(x) > 0.5).to(x.dtype)
        ctx.save_for_backward(mask)
        return x * mask

    @staticmethod
    def backward(ctx, g):
        return 3 * g * ctx.saved_tensors[0]


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (lambda m, x: Round.apply(m.fc(x)) + Round.apply(x * m.w, 3.0) + Round.apply(m.fc(x)), {"Round", "Round_2"}),
        (lambda m, x: Two.apply(m.fc(x), m.w, torch.tensor([0, 2])), {"Two"}),
        (lambda m, x: Reversed.apply(m.fc(x)) * m.w, {"Reversed"}),
        (lambda m, x: ((y := m.fc(x)), Changed.apply(y), y * m.w), {"Changed", "Reversed"}),
        (lambda m, x: Stopped.apply(m.fc(x)) + m.w, {"Stopped", "Round"}),
    ],
)  # fmt: skip
def test_autograd_function_is_a_composite_with_its_gradient(function: Callable[..., Any], names: set[str]) -> None:
    diagram = assert_same(module(function), torch.randn(3, 3))
    assert {each.name[1:] for each in diagram.composites if each.snapshot().gradient} == names


def test_random_values_of_a_function_are_those_of_its_gradient() -> None:
    diagram = blocks.from_torch(module(lambda m, x: Noise.apply(x * m.w)), torch.ones(3, 3))
    session = blocks.Session(diagram)
    session.watch("output")
    run = session.run(["output"], {"x": torch.ones(3, 3).numpy()})
    assert ((run["output"] != 0) == (run.gradients["x.output"] != 0)).all()
    assert "streams" in diagram.pages[0].notes[0].text
