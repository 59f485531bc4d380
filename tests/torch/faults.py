"""Training steps with planted errors. PyTorch's ``.grad`` gives the statuses, and comments give the lines of the cuts.

The comments are those of `tests.planted`. The default values of the arguments are made anew for each run.
"""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownParameterType=false
# pyright: reportMissingParameterType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import copy
import logging
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")
checkpoint: Any = torch.utils.checkpoint.checkpoint
nn, F = torch.nn, torch.nn.functional
Function: Any = torch.autograd.Function

STEPS: dict[str, Callable[..., Any]] = {}


def fault(step: Callable[..., Any]) -> Callable[..., Any]:
    assert step.__name__ not in STEPS
    STEPS[step.__name__] = step
    return step


def tied_layers():
    layers = nn.Sequential(nn.Linear(3, 3, bias=False), nn.Linear(3, 3, bias=False))
    layers[1].weight = layers[0].weight
    return layers


def zero_head():
    layers = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
    nn.init.zeros_(layers[1].weight)
    return layers


# -- detach, no_grad, inference_mode, .data


@fault
def detached(w, v, x):
    h = w * x
    h = h.detach()  # cut w: detach
    return (h * v).sum()


@fault
def detached_by_function(w, v, x):
    h = torch.detach(w * x)  # cut w: detach
    return (h * v).sum()


@fault
def detached_in_place(w, v, x):
    h = w * x
    h.detach_()  # cut w: detach
    return (h * v).sum()


@fault
def detached_on_one_of_two_paths(w, v, x):
    h = w * x
    return (h.detach() * w + v).sum()  # cut w: detach


@fault
def detached_twice_names_the_first(w, v, x):
    h = (w * x).detach()  # cut w: detach
    h = h.exp().detach()
    return (h * v).sum()


@fault
def two_paths_with_cuts_of_their_own(w, v, x):
    a = (w * x).detach()  # cut w: detach
    with torch.no_grad():
        b = w + x  # cut w: no_grad
    return ((a + b) * v).sum()


@fault
def detach_that_does_not_lead_to_the_loss(w, v, x):
    h = w * x
    log = h.detach().mean()
    history = [log, h.detach().cpu()]
    assert len(history) == 2
    return (h * v).sum()


@fault
def no_grad(w, v, x):
    with torch.no_grad():
        h = w * x  # cut w: no_grad
        h = h.exp()
    return (h * v).sum()


@fault
def no_grad_decorator(w, v, x):
    @torch.no_grad()
    def encode():
        return (w * x).exp()  # cut w: no_grad

    return (encode() * v).sum()


@fault
def set_grad_enabled(w, v, x):
    torch.set_grad_enabled(False)
    h = w * x  # cut w: no_grad
    torch.set_grad_enabled(True)
    return (h * v).sum()


@fault
def whole_step_without_gradients(w, v, x):
    with torch.no_grad():
        h = w * x  # cut w: no_grad
        return (h * v).sum()  # cut v: no_grad


@fault
def inference_mode(w, v, x):
    with torch.inference_mode():
        h = w * x  # cut w: inference_mode
        h = h.exp()
    return (h.clone() * v).sum()


@fault
def data(w, v, x):
    h = w * x
    return (h.data * v).sum()  # cut w: detach


@fault
def data_of_a_parameter(w, v, x):
    return (w.data * x * v).sum()  # cut w: detach


@fault
def data_changed_in_place(w, v, x):
    h = w * x
    h.data.mul_(2)  # cut w: detach
    return (h * v).sum()


@fault
def loss_that_is_detached(w, v, x):
    loss = (w * x * v).sum()
    return loss.detach()  # cut w v: detach


@fault
def copy_construction(w, v, x):
    h = torch.tensor((w * x).tolist())  # cut w: leaves torch through .tolist()
    return (h * v).sum()


@fault
def new_parameter_from_a_value(w, v, x):
    h = nn.Parameter(w * x)  # cut w: detach
    return (h * v).sum()


@fault
def fresh_leaf(w, v, x):
    h = (w * x).detach().requires_grad_()  # cut w: detach
    return (h * v).sum()


@fault
def deep_copy(w, v, x):
    other = copy.deepcopy(w)  # cut w: detach
    return (other * x * v).sum()


@fault
def state_dict_copied_to_a_target(v, x, net=lambda: nn.Linear(3, 3), target=lambda: nn.Linear(3, 3)):
    target.load_state_dict(net.state_dict())  # cut net: detach
    return (target(x) * v).sum()


@fault
def moving_average_before_the_loss(w, v, x):
    mean = torch.zeros(3)
    with torch.no_grad():
        mean.lerp_(w, 0.1)  # cut w: no_grad
    return (mean * x * v).sum()


@fault
def moving_average_after_the_loss(w, v, x):
    mean = torch.zeros(3)
    loss = (w * v * (x - mean)).sum()
    mean.mul_(0.9).add_(w.detach(), alpha=0.1)
    return loss


# -- values that leave torch


@fault
def item(w, v, x):
    scale = (w * x).sum().item()  # cut w: leaves torch through .item()
    return (v * scale).sum()


@fault
def item_of_detached(w, v, x):
    scale = w.detach().mean().item()  # cut w: detach
    return (v * scale).sum()


@fault
def item_in_a_new_tensor(w, v, x):
    scale = torch.tensor(w.sum().item())  # cut w: leaves torch through .item()
    return (v * scale).sum()


@fault
def small_integer_as_an_index(w, v, x):
    at = (w * x).argmax().item()  # cut w: integer result
    return v[at] * w.sum()


@fault
def small_integer_for_logging(w, v, x):
    correct = (w * x > -9).sum().item()
    logging.debug(correct)
    return (w * v[:3]).sum(0) / 3


@fault
def item_for_logging(w, v, x):
    h = w * x
    logging.debug(f"{h.mean().item():.3f}")
    return (h * v).sum()


@fault
def item_of_the_loss_for_logging(w, v, x):
    loss = (w * x * v).sum()
    log = {"loss": loss.item(), "norm": float(w.detach().norm())}
    assert log
    return loss


@fault
def item_changed_in_python(w, v, x):
    scale = math.exp(w.sum().item())  # cut w?: leaves torch through .item()
    return (v * scale).sum()


@fault
def floats(w, v, x):
    scale = float(w.detach().sum())  # cut w: detach
    return (v * scale).sum()


@fault
def list_elements(w, v, x):
    numbers = (w * x).tolist()  # cut w: leaves torch through .tolist()
    return v[0] * numbers[1]


@fault
def numpy_memory(w, v, x):
    array = (w * x).detach().numpy()  # cut w: detach
    return (torch.from_numpy(array) * v).sum()


@fault
def numpy_view(w, v, x):
    array = (w * x).detach().numpy()  # cut w: detach
    return (torch.from_numpy(array[1:]) * v[1:]).sum()


@fault
def numpy_argument(w, v, x):
    array = (w * x).detach().numpy()  # cut w: detach
    return (torch.tensor(array) * v).sum()


@fault
def numpy_round_trip(w, v, x):
    array = np.exp((w * x).detach().numpy())  # cut w?: detach
    return (torch.from_numpy(array) * v).sum()


@fault
def numpy_beside_another_path(w, v, x):
    array = (w * x).detach().numpy() * 2
    return (torch.from_numpy(array) * v * w).sum()


@fault
def numpy_function_on_a_tensor(w, v, x):
    h = np.asarray((w * x).detach())  # cut w: detach
    return (torch.as_tensor(h) * v).sum()


@fault
def read_after_the_loss(w, v, u, x):
    loss = (w * x * v).sum()
    logging.debug(u.sum().item())  # unused u
    return loss


@fault
def python_float_as_the_loss(w, v, x):
    return (w * v * x).sum().item()  # cut w v: leaves torch through .item()


@fault
def control_flow(w, v, u, x):
    if u.sum() > 0 and bool((u > -5).all()):  # unused u
        return (w * x * v).sum()
    return (w * v).sum()


@fault
def shapes(w, v, u, x):
    return (w * x * v).sum() / u.shape[0] / len(u) / u.numel()  # unused u


# -- integers, masks, indices, sampling


@fault
def integer_cast(w, v, x):
    h = (w * x).long()  # cut w: integer result
    return (h.float() * v).sum()


@fault
def integer_cast_by_to(w, v, x):
    h = (w * x).to(torch.int64).float()  # cut w: integer result
    return (h * v).sum()


@fault
def argmax(w, v, x):
    at = (w * x).argmax()  # cut w: integer result
    return v[at]


@fault
def argmax_of_max(w, v, x):
    best, at = (w * x).max(0)  # cut w: integer result
    return best + v[at]


@fault
def values_of_max_only(w, v, x):
    best, _ = (w * x).max(0)
    return best * v[0]


@fault
def topk(w, v, x):
    at = torch.topk(w * x, 2).indices  # cut w: integer result
    return v.gather(0, at).sum()


@fault
def one_hot(w, v, x):
    h = F.one_hot((w * x).argmax(), 3)  # cut w: integer result
    return (h * v).sum()


@fault
def comparison(w, v, x):
    mask = w * x > 0  # cut w: integer result
    return (mask.float() * v).sum()


@fault
def mask_index(w, v, x):
    mask = w * x > -9  # cut w: integer result
    return v[mask].sum()


@fault
def where_condition(w, v, x):
    h = w * x
    return torch.where(h > 0, h, v).sum()  # cut w: integer result


@fault
def masked_fill(w, v, x):
    h = v * x
    return h.masked_fill(w < 0, 1.0).sum()  # cut w: integer result


@fault
def index_put_with_a_mask(w, v, x):
    h = v * x
    h[w > 0] = 0.5  # cut w: integer result
    return h.sum()


@fault
def bucketize(w, v, x):
    at = torch.bucketize(w, torch.tensor([0.0, 1.0]))  # cut w: integer result
    return v[at].sum()


@fault
def multinomial(w, v, x):
    at = torch.multinomial((w * x).softmax(0), 2)  # cut w: integer result
    return v[at].sum()


@fault
def categorical_sample(w, v, x):
    action = torch.distributions.Categorical(logits=w * x).sample()  # cut w: integer result
    return v[action]


@fault
def normal_sample(w, v, x):
    noise = torch.distributions.Normal(w, 1.0).sample()  # cut w: no_grad
    return (noise * v).sum()


@fault
def reparameterized_sample(w, v, x):
    return (torch.distributions.Normal(w, v.exp()).rsample() * x).sum()


@fault
def log_probability_of_a_sample(w, v, x):
    policy = torch.distributions.Categorical(logits=w * x)
    action = policy.sample()  # cut w: integer result
    return -policy.log_prob(action) * v[0]


@fault
def bernoulli(w, v, x):
    h = torch.bernoulli((w * x).sigmoid())  # cut w: gradient is zero
    return (h * v).sum()


@fault
def rounded(w, v, x):
    h = torch.round(w * x)  # cut w: gradient is zero
    return (h * v).sum()


@fault
def sign(w, v, x):
    return ((w * x).sign() * v).sum()  # cut w: gradient is zero


@fault
def straight_through(w, v, x):
    h = w * x
    h = h + (h.round() - h).detach()  # cut w: detach
    return (h * v).sum()


@fault
def histogram(w, v, x):
    h = torch.histc(w * x, 3)  # cut w: not differentiable
    return (h * v).sum()


# -- own Functions


class Half(Function):
    @staticmethod
    def forward(ctx, x):
        return x.detach() * 0.5

    @staticmethod
    def backward(ctx, grad):
        return grad * 0.5


class First(Function):
    @staticmethod
    def forward(ctx, x, y):
        with torch.no_grad():
            ctx.save_for_backward(y)
            return x * y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0], None


class Marked(Function):
    @staticmethod
    def forward(ctx, x):
        result = x + 1
        ctx.mark_non_differentiable(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        return grad


class Zero(Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return torch.zeros_like(grad)


class Captured(Function):
    @staticmethod
    def forward(ctx, x, box):
        return x * box[0]

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class Same(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return None


class Positions(Function):
    @staticmethod
    def forward(ctx, x):
        values, positions = x.max(0)
        ctx.mark_non_differentiable(positions)
        ctx.save_for_backward(positions)
        return values, positions

    @staticmethod
    def backward(ctx, grad, _):
        return torch.zeros(3).index_fill(0, ctx.saved_tensors[0], 1.0) * grad


apply_first = First.apply


@fault
def forward_that_detaches_inside(w, v, x):
    return (Half.apply(w * x) * v).sum()


@fault
def backward_that_returns_none(w, v, x):
    return apply_first(w * x, v).sum()  # cut v: own Function gives None


@fault
def backward_that_returns_none_beside_another_path(w, v, x):
    h = First.apply(w * x, v * x)  # cut v: own Function gives None
    return (h * v).sum()


@fault
def identity_with_a_backward_of_none(w, v, x):
    return (Same.apply(w * x) * v).sum()  # cut w: own Function gives None


@fault
def result_marked_non_differentiable(w, v, x):
    return (Marked.apply(w * x) * v).sum()  # cut w: own Function


@fault
def backward_that_returns_zeros(w, v, x):
    return (Zero.apply(w * x) * v).sum()  # cut w: gradient is zero


@fault
def tensor_hidden_from_an_own_function(w, v, x):
    return Captured.apply(w * x, [v * 2]).sum()  # cut v: own Function


@fault
def own_function_with_positions(w, v, x):
    values, at = Positions.apply(w * x)  # cut w: integer result
    return values + v[at]


@fault
def own_function_without_gradients(w, v, x):
    with torch.no_grad():
        h = Half.apply(w * x)  # cut w: no_grad
    return (h * v).sum()


# -- checkpoints


@fault
def reentrant_checkpoint_without_a_gradient_at_its_input(w, v, x):
    def block(h):
        return h * w  # cut w: checkpoint

    return (checkpoint(block, x, use_reentrant=True) * v).sum()


@fault
def reentrant_checkpoint(w, v, u, x):
    def block(h):
        return (h * w).tanh()

    return (checkpoint(block, u * x, use_reentrant=True) * v).sum()


@fault
def detach_inside_a_reentrant_checkpoint(w, v, u, x):
    def block(h):
        return (h * w).detach() + h * v  # cut w u: detach

    return checkpoint(block, u * x, use_reentrant=True).sum()


@fault
def modules_in_a_reentrant_checkpoint(v, x, net=lambda: nn.Sequential(nn.Linear(3, 3), nn.Tanh())):
    return (checkpoint(net, x, use_reentrant=True) * v).sum()  # cut net: checkpoint


@fault
def nested_reentrant_checkpoints(w, v, u, x):
    def inner(h):
        return (h * v).detach() + h * v  # cut u w v: detach

    def outer(h):
        return checkpoint(inner, h * w, use_reentrant=True) + h

    return checkpoint(outer, u * x, use_reentrant=True).sum()


@fault
def detach_after_a_reentrant_checkpoint(w, v, u, x):
    h = checkpoint(lambda h: h * w, u * x, use_reentrant=True)
    return (h.detach() * v).sum()  # cut w u: detach


@fault
def zero_inside_a_reentrant_checkpoint(w, v, u, x):
    def block(h):
        h = h * w
        return F.relu(h - 1000)  # cut w u: gradient is zero

    return (checkpoint(block, u * x, use_reentrant=True) + v).sum()


@fault
def checkpoint_without_reentry(w, v, x):
    return (checkpoint(lambda h: (h * w).tanh(), x, use_reentrant=False) * v).sum()


@fault
def detach_inside_a_checkpoint_without_reentry(w, v, u, x):
    def block(h):
        h = h * w
        return h.detach() + v  # cut w u: detach

    return checkpoint(block, u * x, use_reentrant=False).sum()


# -- hooks


@fault
def hook_that_returns_zero(w, v, x):
    h = w * x
    h.register_hook(lambda grad: grad * 0)  # cut w: gradient is zero
    return (h * v).sum()


@fault
def hook_on_a_parameter(w, v, x):
    w.register_hook(torch.zeros_like)  # cut w: gradient is zero
    return (w * v * x).sum()


@fault
def hook_that_only_reads(w, v, x):
    h = w * x
    h.register_hook(lambda grad: None)
    return (h * v).sum()


@fault
def hook_that_returns_nan(w, v, x):
    h = w * x
    h.register_hook(lambda grad: grad * math.nan)  # first w
    return (h * v).sum()


@fault
def backward_hook_of_a_module(v, x, net=lambda: nn.Linear(3, 3)):
    net.register_full_backward_hook(lambda *_: (torch.zeros(3),))
    return (net(v * x) ** 2).sum()  # cut v: gradient is zero


@fault
def backward_pre_hook_of_a_module(v, x, net=lambda: nn.Linear(3, 3)):
    net.register_full_backward_pre_hook(lambda module, grads: (grads[0] * 0,))
    return (net(v * x) ** 2).sum()  # cut net v: gradient is zero


# -- in-place operations and views


@fault
def overwritten(w, v, x):
    h = w * x
    h.zero_()  # cut w: gradient is zero
    return (h + v).sum()


@fault
def overwritten_by_copy(w, v, u, x):
    h = u * x
    h.copy_((w * x).detach())  # cut w: detach  # cut u: gradient is zero
    return (h * v).sum()


@fault
def copied_into_a_buffer(w, v, x):
    h = torch.zeros(3)
    with torch.no_grad():
        h.copy_(w * x)  # cut w: no_grad
    return (h * v).sum()


@fault
def slice_of_a_buffer(w, v, u, x):
    h = torch.zeros(3, 3)
    h[0] = w * x
    h[1] = (u * x).detach()  # cut u: detach
    return (h.sum(0) * v).sum()


@fault
def other_slice_of_a_buffer(w, v, u, x):
    h = torch.zeros(3, 3)
    h[:, 0] = w * x
    h[:, 1] = u.detach()  # unused u
    return (h[:, 0] * v).sum()


@fault
def written_through_a_view(w, v, x):
    h = torch.zeros(2, 3)
    h[0].add_((w * x).detach())  # cut w: detach
    return (h[0] * v).sum()


@fault
def gradient_through_a_view(w, v, x):
    h = torch.zeros(2, 3)
    h[0].add_(w * x)
    h.view(6)[3:].mul_(2)
    return (h.sum(0) * v).sum()


@fault
def out_argument(w, v, x):
    h = torch.empty(3)
    with torch.no_grad():
        torch.mul(w, x, out=h)  # cut w: no_grad
    return (h * v).sum()


@fault
def data_assigned(w, v, u, x):
    w.data = u.data * 2  # cut u: detach
    return (w * x * v).sum()


@fault
def parameter_clipped_before_use(w, v, x):
    with torch.no_grad():
        w.clamp_(-1, 1)
    return (w * x * v).sum()


@fault
def scatter(w, v, x):
    at = (w * 0).long()  # cut w: integer result
    return torch.zeros(3).scatter_add(0, at, v * x).sum()


# -- frozen, unused and tied parameters


@fault
def frozen(w, v, x):
    w.requires_grad_(False)
    return (w * x * v).sum()


@fault
def frozen_for_a_moment(w, v, x):
    w.requires_grad_(False)  # cut w: detach
    h = w * x
    w.requires_grad_(True)
    return (h * v).sum()


@fault
def unused(w, v, u, x):
    return (w * x * v).sum()  # unused u


@fault
def computed_but_unused(w, v, u, x):
    extra = (u * x).exp()  # unused u
    assert extra.shape == (3,)
    return (w * x * v).sum()


@fault
def unused_layer(x, net=lambda: nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])):
    return net[0](x).pow(2).sum()  # unused net.1


@fault
def tied(x, net=tied_layers):
    return net[1](net[0](x).detach()).pow(2).sum()  # cut net: detach


# -- zero gradients


@fault
def dead_relu(w, v, x):
    h = w * x - 100
    return (F.relu(h) * v).sum() + v.sum()  # cut w: gradient is zero


@fault
def dead_relu_in_place(w, v, x):
    h = w * x - 100
    h.relu_()  # cut w: gradient is zero
    return (h * v).sum() + v.sum()


@fault
def clamped(w, v, x):
    return ((w * x + 10).clamp(0, 1) * v).sum()  # cut w: gradient is zero


@fault
def dropout_of_everything(w, v, x):
    return (F.dropout(w * x, 1.0) + v).sum()  # cut w: gradient is zero


@fault
def softmax_that_is_saturated(w, v, x):
    return ((w * x * 1e6).softmax(0) * v).sum()  # cut w: gradient is zero


@fault
def gradients_that_cancel(w, v, x):
    h = w * x
    return (h - h).sum() + v.sum()  # cut w: gradient is zero


@fault
def multiplied_by_zero(w, v, x):
    return (w * 0.0 * x + v).sum()  # cut w: gradient is zero


@fault
def layer_initialized_with_zeros(v, x, net=zero_head):
    return (net(x) * v).sum() + v.sum()  # cut net.0: gradient is zero


@fault
def padding_index(v, x, net=lambda: nn.Embedding(4, 3, padding_idx=0)):
    h = net(torch.tensor([0, 0]))  # cut net: gradient is zero
    return (h + v).sum()


@fault
def sum_over_nothing(w, v, x):
    return (w * x)[3:].sum() + v.sum()  # cut w: gradient is zero


@fault
def where_that_selects_the_other(w, v, x):
    return torch.where(x < 1e9, v, w).sum()  # cut w: gradient is zero


# -- gradients that are not finite


@fault
def nan_only_in_the_backward_pass(w, v, x):
    h = torch.sqrt(w * 0)  # first w
    return (h + v).sum()


@fault
def where_trap(w, v, x):
    h = w - w.detach()  # cut w: detach
    safe = torch.where(h > 0, torch.log(h), h)  # first w  # cut w: integer result
    return (safe + v).sum()


@fault
def nan_in_the_forward_pass(w, v, x):
    h = torch.log(-w.abs() - 1)
    return (h * v).sum()  # first v


@fault
def norm_at_zero(w, v, x):
    h = (w * 0).pow(2).sum().sqrt()  # first w
    return h + v.sum()


@fault
def division_by_zero(w, v, x):
    h = w / (x * 0)  # first w
    return (h * 0).sum() + v.sum()


@fault
def overflow_in_float16(w, v, x):
    h = (w.abs() + 20).half()
    return (h.exp().float() * v).sum()  # first w v


# -- gradients of gradients, autocast, layers


@fault
def gradient_penalty(w, v, x):
    h = x.clone().requires_grad_()
    (slope,) = torch.autograd.grad((w * h * h * v).sum(), h, create_graph=True)
    return slope.pow(2).sum()


@fault
def gradient_penalty_without_a_graph(w, v, x):
    h = x.clone().requires_grad_()
    (slope,) = torch.autograd.grad((w * h * h).sum(), h)  # cut w: not differentiable
    return (slope.pow(2) * v).sum()


@fault
def autocast(x, net=lambda: nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))):
    with torch.autocast("cpu", torch.bfloat16):
        h = net(net(x).detach())  # cut net: detach
    return h.float().pow(2).sum()


@fault
def batch_norm_twice(v, x, net=lambda: nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))):
    batch = torch.stack([x, x + 1, x * x])
    return ((net(batch) + net(batch * 2)) ** 2 * v).sum()


@fault
def batch_norm_in_evaluation(x, net=lambda: nn.BatchNorm1d(3), body=lambda: nn.Linear(3, 3)):
    net.train()
    batch = body(torch.stack([x, x + 1, x * x]))
    net(batch)
    return net.eval()(batch.detach()).pow(2).sum()  # cut body: detach


@fault
def lstm_state_that_is_detached(v, x, net=lambda: nn.LSTMCell(3, 3), head=lambda: nn.Linear(3, 3)):
    h, c = net(x[None])
    h, c = h.detach(), c.detach()  # cut net: detach
    h, c = net(x[None], (h, c))
    return head(h).sum() + (c * v).sum()


@fault
def lstm(x, net=lambda: nn.LSTM(3, 4, 2, dropout=0.1), head=lambda: nn.Linear(4, 1)):
    sequence, (hidden, _) = net(torch.stack([x, -x])[:, None])
    return head(sequence.detach()).sum() + head(hidden[-1]).sum()  # cut net: detach


@fault
def complex_numbers(w, v, x):
    z = torch.complex(w * x, v)
    return (z.real.detach() + z.abs() ** 2).sum()  # cut w v: detach


@fault
def vmap(w, v, x):
    h = torch.vmap(lambda a: a * w)(torch.stack([x, x]))
    return (h.detach().sum(0) * v + w).sum()  # cut w: detach


@fault
def weighted_by_detached_confidence(w, v, x):
    weight = (1 - (w * x).sigmoid()).detach() ** 2  # cut w: detach
    return (weight * F.softplus(w * v)).sum()


@fault
def gumbel(w, v, x):
    return (F.gumbel_softmax(w * x, hard=True) * v).sum()


@fault
def batches(w, v, x):
    loader = torch.utils.data.DataLoader([(x, 1), (x * 2, 0)], batch_size=2)
    loss = 0
    for batch, label in loader:
        loss = loss + ((w * batch).sum(1) * label).sum() + F.relu(v * 0).sum()  # cut v: gradient is zero
    return loss


@fault
def random_noise(w, v, x):
    noise = torch.randn(3) * random.random() * np.random.rand()  # noqa: NPY002
    return (w * v * x + noise).sum()


@fault
def shape_of_a_parameter(w, v, u, x):
    h = torch.zeros_like(w) + w.new_ones(3)  # unused w
    return (h.view_as(u) * v.type_as(u)).sum()  # unused u


@fault
def base_of_a_view(w, v, x):
    h = torch.zeros(2, 3)[0]
    h._base[0] = (w * x).detach()  # cut w: detach
    return (h * v).sum()


@fault
def lists_of_tensors(w, v, u, x):
    a, b = torch._foreach_mul([w * x, (v * x).detach()], 2.0)  # cut v: detach
    return (a * b * u).sum()


@fault
def packed_sequences(w, v, x, net=lambda: nn.GRU(3, 2)):
    packed = nn.utils.rnn.pack_sequence([torch.stack([w, v]), torch.stack([x])])
    result, _ = nn.utils.rnn.pad_packed_sequence(net(packed)[0])
    return result.sum()


@fault
def own_function_detached_in_place(w, v, x):
    h = Half.apply(w * x)
    h.detach_()  # cut w: detach
    return (h * v).sum()


class Recomputed(Function):
    @staticmethod
    def forward(ctx, x, module):
        ctx.module = module
        ctx.save_for_backward(x)
        return module(x)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0].detach().requires_grad_()
        with torch.enable_grad():
            y = ctx.module(x)
        torch.autograd.backward(y, grad)
        return x.grad, None


@fault
def backward_pass_inside_an_own_function(w, v, x, net=lambda: nn.Linear(3, 3)):
    return (Recomputed.apply(w * x, net) * v).sum()


@fault
def target_network(v, x, net=lambda: nn.Linear(3, 2), target=lambda: nn.Linear(3, 2)):
    action = net(x).argmax()  # cut net: integer result
    with torch.no_grad():
        for old, new in zip(target.parameters(), net.parameters(), strict=True):
            old.lerp_(new, 0.1)  # cut net: no_grad
        wanted = target(x).max()  # cut target: no_grad
    return (net(x)[action] - wanted) ** 2 * v.sum().exp()


@fault
def experts_chosen_by_a_gate(w, v, x, gate=lambda: nn.Linear(3, 2)):
    _, chosen = gate(x).softmax(0).topk(1)  # cut gate: integer result
    return (w[chosen] * v[chosen]).sum()


@fault
def recurrence_cut_at_each_step(w, v, x):
    h = torch.zeros(3)
    for _ in range(4):
        h = torch.tanh(h.detach() * w + x)  # cut w: detach
    return (h * v).sum()


@fault
def sparse_gradient(v, net=lambda: nn.Embedding(4, 3, sparse=True)):
    return (net(torch.tensor([0, 2])) * v).sum()


@fault
def step_in_enabled_gradients_within_no_grad(w, v, x):
    with torch.no_grad():
        h = w * x  # cut w: no_grad
        with torch.enable_grad():
            return (h * v).sum()


@fault
def multiple_lines(w, v, x):
    h = (
        (w * x)
        .exp()
        .detach()  # cut w: detach
        .exp()
    )
    return (h * v).sum()
