"""Rules of ATen operations: values and gradients are PyTorch's, also at ties, kinks, zeros and bounds.

The functions of a group are exported together; a failure names the function by its input or result.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownLambdaType=false

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import blocks
from blocks.base.errors import DiagramError
from blocks.torch.rules import rule_of
from blocks.torch.rules.call import Call
from tests.torch.same import assert_same, torch

F: Any = torch.nn.functional
t: Any = torch.tensor
inf = math.inf
torch.manual_seed(0)
pytestmark = [pytest.mark.filterwarnings("ignore:the feed of"), pytest.mark.filterwarnings("ignore::UserWarning")]

LINE = t([-6.0, -3.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0, 6.0, 25.0])
POSITIVE = LINE.abs() / 30 + 0.01
A = t([[1.0, 3.0, 3.0, 0.0], [2.0, 2.0, 2.0, 2.0], [0.0, 0.0, 5.0, 5.0]])
B = t([[1.0, 3.0, 2.0, 0.0], [2.0, 0.0, 2.0, 3.0], [0.0, 1.0, 5.0, 5.0]])
ZERO = torch.zeros(3, 4)
ROWS = torch.cat([A, ZERO])
WHOLE, TRUTH, FLAT = t([[1, 2, 3], [4, 5, -6]]), t([[True, False, True], [True, True, False]]), t([1.5, 2.5, -3.5])
IMAGE, VOLUME = torch.randn(2, 4, 5, 5), torch.randn(1, 2, 3, 4, 4)
SQUARES, GRID = torch.randn(2, 3, 3), torch.rand(1, 3, 3, 2) * 2.4 - 1.2
DEFINITE = SQUARES @ SQUARES.mT + torch.eye(3)
Case = tuple[Callable[..., Any], tuple[Any, ...]]


def words(text: str) -> list[str]:
    return text.split()


def each(names: str, *inputs: Any, home: Any = torch) -> dict[str, Case]:
    return {name: (getattr(home, name), inputs) for name in words(names)}


class Group(torch.nn.Module):
    def __init__(self, cases: dict[str, Case]) -> None:
        super().__init__()
        self.cases = cases

    def forward(self, **given: Any) -> dict[str, Any]:
        results: dict[str, Any] = {}
        for name, (function, inputs) in self.cases.items():
            found = function(*[given[f"{name}_{i}"] for i in range(len(inputs))])
            results[name] = tuple(found) if isinstance(found, (list, tuple)) else found
        return results


def check(cases: dict[str, Case], tol: float = 1e-5) -> None:
    inputs = {f"{name}_{i}": x.clone() for name, (_, given) in cases.items() for i, x in enumerate(given)}
    assert_same(Group(cases), inputs, tol=tol)


def changed(x: Any, change: Callable[[Any], Any]) -> Any:
    copy = x.clone()
    change(copy)
    return copy


ACTIVATIONS = {
    **each("relu relu6 elu selu celu gelu silu mish hardtanh hardsigmoid hardswish softsign tanhshrink softshrink "
           "hardshrink leaky_relu logsigmoid softplus rrelu", LINE, home=F),
    "gelu_tanh": (partial(F.gelu, approximate="tanh"), (LINE,)), "celu_2": (partial(F.celu, alpha=2.0), (LINE,)),
    "elu_2": (partial(F.elu, alpha=2.0), (LINE,)), "prelu": (F.prelu, (LINE, t([0.3]))),
    "prelu_channels": (F.prelu, (IMAGE, torch.rand(4))), "threshold": (lambda x: F.threshold(x, 1.0, 5.0), (LINE,)),
    "hardtanh_2": (lambda x: F.hardtanh(x, -2, 3), (LINE,)), "glu": (F.glu, (A,)),
    "softplus_2": (lambda x: F.softplus(x, 2.0, 1.0), (LINE,)),
}  # fmt: skip
FUNCTIONS = {
    **each("abs sign sqrt rsqrt reciprocal log log2 log10 log1p exp expm1 exp2 square asin acos atan sin cos tan sinh "
           "cosh tanh asinh atanh erf erfc sigmoid floor ceil round trunc frac sinc isnan isfinite neg deg2rad", LINE),
    **each("erfinv lgamma digamma logit i0 rad2deg", POSITIVE),
    **each("maximum minimum fmax fmin atan2 hypot logaddexp logaddexp2 fmod remainder pow mul div eq lt ge logical_xor "
           "dist", A, B),
    "logit_eps": (lambda x: torch.logit(x, 0.1), (t([0.0, 0.1, 0.5, 0.9, 1.0]),)),
    "rounded": (lambda x: torch.round(x, decimals=1), (LINE + 0.26,)), "copysign": (
        lambda x: torch.copysign(x, t(-1.0)), (LINE,)),
    "clamp": (lambda x: x.clamp(-1, 3), (LINE,)), "clamp_min": (lambda x: x.clamp(min=0), (LINE,)),
    "clamp_max": (lambda x: x.clamp_max(2), (LINE,)), "clamp_crossed": (lambda x: x.clamp(3, -1), (LINE,)),
    "clamp_tensors": (torch.clamp, (A, B, torch.full((3, 4), 2.0))),
    **{f"pow_{i}": (lambda x, p=p: x**p, (LINE,)) for i, p in enumerate((0, 1, 2, 3, -1, 0.5, 2.5))},
    "exponent": (lambda x: 2**x, (LINE,)), "exponent_of_0": (lambda x: torch.pow(0.0, x), (LINE,)),
    "where": (lambda x: torch.where(x > 0, x.log(), x * 0), (LINE,)), "rsub": (lambda x: 1 - x, (LINE,)),
    "nan_to_num": (torch.nan_to_num, (t([math.nan, inf, -inf, 1.0]),)), "lerp": (
        lambda x, y: torch.lerp(x, y, 0.3), (A, B)),
    "addcdiv": (lambda x, y: torch.addcdiv(x, y, y + 1, value=2), (A, B)), "div_0": (torch.div, (A, ZERO)),
    "add_alpha": (lambda x, y: torch.add(x, y, alpha=2), (A, B)), "floored": (
        lambda x, y: torch.div(x, y, rounding_mode="floor"), (A, B + 1)),
    "complex": (lambda x, y: torch.view_as_real(torch.polar(x, y) * torch.complex(x, y)), (A + 1, B)),
}  # fmt: skip
REDUCTIONS = {
    **{f"{name}_all": (getattr(torch, name), (A,)) for name in words("sum mean prod amax amin max min median var std")},
    **{f"{name}_rows": (partial(getattr(torch, name), dim=1), (A,)) for name in words(
        "sum mean prod amax amin max min median var std logsumexp softmax log_softmax cumsum cumprod cummax cummin "
        "logcumsumexp argmax argmin std_mean nansum aminmax count_nonzero")},
    **{f"norm_{i}": (lambda x, p=p: torch.linalg.vector_norm(x, p, dim=1), (ROWS,)) for i, p in enumerate(
        (0, 0.5, 1, 1.5, 2, 3, inf, -inf))},
    "amax_kept": (lambda x: torch.amax(x, (0, 1), keepdim=True), (A,)), "prod_0": (torch.prod, (t([1.0, 0.0, 3.0]),)),
    "var_of_one": (torch.var, (t([2.0]),)), "std_of_one": (torch.std, (t([2.0]),)), "std_biased": (
        lambda x: torch.std(x, 1, correction=0), (A,)),
    "frobenius": (torch.norm, (ZERO,)), "matrix_norm": (torch.linalg.matrix_norm, (ZERO,)),
    "nuclear": (lambda x: torch.linalg.matrix_norm(x, "nuc"), (SQUARES,)), "normalize": (F.normalize, (ROWS,)),
    "cdist": (torch.cdist, (A, B)), "cdist_1": (partial(torch.cdist, p=1.0), (A, B)), "pdist": (
        F.pdist, (torch.cat([A, A]),)),
    "pairwise": (F.pairwise_distance, (A, A)), "cosine": (F.cosine_similarity, (A, torch.cat([ZERO[:1], B[1:]]))),
    "logsumexp_inf": (lambda x: torch.logsumexp(x, 1), (t([[-inf, -inf], [0.0, -inf]]),)),
    "sort": (lambda x: torch.sort(x, dim=1, stable=True), (A,)), "topk": (lambda x: torch.topk(x, 2, 1), (B[2:],)),
    "argsort": (lambda x: torch.argsort(x, descending=True), (FLAT,)), "quantile": (
        lambda x: torch.quantile(x, 0.3, dim=1), (SQUARES[0],)),
    "kthvalue": (lambda x: torch.kthvalue(x, 2, dim=1), (SQUARES[0],)),
}  # fmt: skip
SHAPES = {
    **each("t flatten ravel squeeze fliplr rot90 tril triu diagonal diag_embed unbind", A),
    "permute": (lambda x: x.permute(0, 2, 3, 1), (IMAGE,)), "repeat": (lambda x: x.repeat(2, 1), (A,)),
    "expand": (lambda x: x[:, None].expand(-1, 2, -1), (A,)), "interleave": (lambda x: x.repeat_interleave(2, 1), (A,)),
    "cat": (lambda x, y: torch.cat([x, y], 1), (A, B)), "stack": (lambda x, y: torch.stack([x, y], -1), (A, B)),
    "split": (lambda x: x.split([1, 3], 1), (A,)), "chunk": (lambda x: x.chunk(3, 1), (A,)), "parts": (
        lambda x: (x[:, 1:3:2], x[-1], x[..., None, 0], x.narrow(1, 1, 2)), (A,)),
    "roll": (lambda x: (x.roll(1, 1), x.roll(2), x.roll((1, 1), (0, 1))), (A,)), "unfold": (
        lambda x: x.unfold(2, 2, 2).unfold(3, 3, 1), (IMAGE,)),
    **{f"pad_{mode}": (lambda x, mode=mode: F.pad(x, (2, 1, 0, 3), mode=mode), (IMAGE,)) for mode in (
        "constant", "reflect", "replicate", "circular")},
    "cropped": (lambda x: F.pad(x, (-1, 2), value=3.0), (IMAGE,)), "shuffled": (
        lambda x: (F.pixel_shuffle(x, 2), F.pixel_unshuffle(x[..., :4, :4], 2), F.channel_shuffle(x, 2)), (IMAGE,)),
    "made": (lambda x: torch.eye(3) @ x + torch.arange(4) + torch.linspace(0, 1, 4) + x.new_full((4,), 2), (A,)),
    "meshgrid": (lambda x: torch.meshgrid(x, x, indexing="ij"), (FLAT,)), "kron": (torch.kron, (A, B)),
    "index": (lambda x, i: (x[:, i], x[:, [-1, 0]], x[[0, 1], :, [1, 2]], x[:, i, 1:3, i]),
              (IMAGE, t([0, 2, 2, 1]))),
    "gather": (lambda x: torch.gather(x, 1, t([[0, 0], [1, 1], [3, 3]])), (A,)), "take": (
        lambda x: torch.take(x, t([0, -1, 5])), (A,)),
    "take_along": (lambda x: torch.take_along_dim(x, t([[0], [1], [3]]), 1), (A,)), "one_hot": (
        lambda i: F.one_hot(i.abs(), 7), (WHOLE,)),
    "scatter_add": (lambda x, y: x.scatter_add(1, t([[0, 0], [1, 1], [3, 3]]), y[:, :2]), (A, B)),
    "scatter": (lambda x, y: x.scatter(1, t([[0], [1], [3]]), y[:, :1]), (A, B)), "scatter_value": (
        lambda x: x.scatter(1, t([[0], [1], [3]]), 2.0), (A,)),
    **{f"reduce_{how}_{int(own)}": (lambda x, y, how=how, own=own: x.scatter_reduce(
        1, t([[0, 0, 1, 1], [1, 1, 2, 2], [3, 3, 0, 0]]), y, how, include_self=own), (A, B))
        for how in ("sum", "prod", "mean", "amax", "amin") for own in (True, False)},
    "index_add": (lambda x, y: x.index_add(0, t([0, 0]), y[:2], alpha=2), (A, B)), "index_put": (
        lambda x, y: x.index_put((t([0, 0]), t([1, 1])), y[0, :2], accumulate=True), (A, B)),
    "masked": (lambda x: (x.masked_fill(x > 1, 7.0), x.masked_scatter(x > 1, x * 2)), (A,)), "padded_rows": (
        lambda w: F.embedding(t([0, 1, 1, 2]), w, padding_idx=1), (A,)),
    **{f"bag_{mode}": (lambda w, mode=mode: F.embedding_bag(t([0, 1, 2, 0]), w, t([0, 1, 3]), mode=mode), (SQUARES[0],))
       for mode in ("sum", "mean", "max")},
    "set_slice": (lambda x: changed(x, lambda y: y[:, 1:3].mul_(3)), (IMAGE,)), "set_steps": (
        lambda x: changed(x, lambda y: y[..., ::2].fill_(1.5)), (IMAGE,)),
    "set_item": (lambda x: changed(x, lambda y: y[0].add_(1)), (IMAGE,)), "set_mask": (
        lambda x: changed(x, lambda y: y.__setitem__(y > 0, 0.0)), (IMAGE,)),
    "set_rows": (lambda x: changed(x, lambda y: y.__setitem__((slice(None), t([0, 2])), 1.5)), (IMAGE,)),
    "set_diagonal": (lambda x: changed(x, lambda y: y[0, 0].diagonal().zero_()), (IMAGE,)),
    "search": (lambda x: (torch.bucketize(x, t([-1.0, 1.5, 2.0])), torch.searchsorted(
        t([-1.0, 1.5]), x, right=True), torch.isin(x, t([1.5]))), (FLAT,)),
}  # fmt: skip
CONVOLUTIONS: list[tuple[int, dict[str, Any]]] = [
    (1, {"stride": 2, "padding": 1}), (1, {"dilation": 2}), (2, {"groups": 2}), (4, {"groups": 4}),
    (1, {"padding": "same", "dilation": 2}), (1, {"stride": (2, 1), "padding": (1, 0)}),
]  # fmt: skip
TRANSPOSED: list[tuple[int, dict[str, Any]]] = [
    (1, {"stride": 2, "padding": 1}), (1, {"dilation": 2}), (2, {"groups": 2}),
    (1, {"stride": 3, "output_padding": (1, 2)}),
]  # fmt: skip
LAYERS = {
    **{f"conv_{i}": (partial(F.conv2d, **more), (IMAGE, torch.randn(4, 4 // groups, 3, 3), torch.randn(4)))
       for i, (groups, more) in enumerate(CONVOLUTIONS)},
    **{f"transposed_{i}": (partial(F.conv_transpose2d, **more), (IMAGE, torch.randn(4, 4 // groups, 3, 3)))
       for i, (groups, more) in enumerate(TRANSPOSED)},
    "conv_1": (F.conv1d, (IMAGE[0], torch.randn(2, 5, 3))), "conv_one": (F.conv2d, (IMAGE[0], torch.randn(2, 4, 2, 2))),
    "conv_3": (F.conv3d, (VOLUME, torch.randn(2, 2, 2, 2, 2))), "pool_tie": (
        lambda x: F.max_pool2d(x[None, None], 2, 1), (A,)),
    "pool_max": (lambda x: F.max_pool2d(x, 3, 2, 1, ceil_mode=True, return_indices=True), (IMAGE,)),
    "pool_3": (lambda x: (F.max_pool3d(x[None, None, None], (1, 2, 2), 1), F.max_pool2d(x[None], 2, 1, dilation=2)),
               (A,)),
    "unpool": (lambda x: F.max_unpool2d(*F.max_pool2d(x[..., :4, :4], 2, return_indices=True), 2), (IMAGE,)),
    **{f"mean_{i}": (lambda x, more=more: F.avg_pool2d(x, 3, 2, **more), (IMAGE,)) for i, more in enumerate((
        dict[str, Any](ceil_mode=True), dict(count_include_pad=False, padding=1), dict(padding=1),
        dict(padding=1, ceil_mode=True, count_include_pad=False), dict(divisor_override=3)))},
    **{f"adaptive_{i}": (lambda x, size=size: (F.adaptive_avg_pool2d(x, size), F.adaptive_max_pool2d(x, size)),
                         (IMAGE,)) for i, size in enumerate((1, 5, (3, None), (2, 4)))},
    **{f"{mode.replace('-', '_')}_{i}": (lambda x, mode=mode, more=more: F.interpolate(x, mode=mode, **more), (IMAGE,))
       for mode in ("nearest", "nearest-exact", "bilinear", "bicubic", "area") for i, more in enumerate((
        dict[str, Any](scale_factor=2), dict(size=(4, 9))))},
    "aligned": (lambda x: F.interpolate(x, size=(4, 9), mode="bilinear", align_corners=True), (IMAGE,)),
    "smooth": (lambda x: F.interpolate(x, size=3, mode="bilinear", antialias=True), (IMAGE,)),
    **{f"grid_{mode}_{padding}": (lambda x, grid, mode=mode, padding=padding: F.grid_sample(
        x[None], grid, mode, padding, align_corners=padding == "border"), (IMAGE[0], GRID))
        for mode in ("bilinear", "bicubic") for padding in ("zeros", "border", "reflection")},
    "affine": (lambda x: F.affine_grid(x, (2, 4, 3, 5), align_corners=False), (torch.randn(2, 2, 3),)),
    "columns": (lambda x: F.fold(F.unfold(x, (2, 3), 2, 1, 2), (5, 5), (2, 3), 2, 1, 2), (IMAGE,)),
    "layer_norm": (lambda x: F.layer_norm(x, (4,)), (A,)), "group_norm": (lambda x: F.group_norm(x, 2), (IMAGE,)),
    "instance_norm": (F.instance_norm, (IMAGE,)), "rms_norm": (lambda x: F.rms_norm(x, (4,)), (ROWS,)),
    "local_response": (lambda x: F.local_response_norm(x, 3), (IMAGE,)), "lp_pool": (
        lambda x: F.lp_pool2d(x.abs() + 1, 2, 2), (IMAGE,)),
    "attention": (lambda q: F.scaled_dot_product_attention(q, q, q, is_causal=True, scale=0.3), (IMAGE,)),
    "attention_masked": (lambda q: F.scaled_dot_product_attention(q, q, q, attn_mask=t(
        [[True, False, False], [False, False, False], [True, True, True]])), (SQUARES[:, None],)),
    "attention_grouped": (lambda q: F.scaled_dot_product_attention(torch.cat([q, q], 1), q, q, enable_gqa=True),
                          (IMAGE,)),
}  # fmt: skip
TARGET, SIGNS = t([0, -100, 3]), t([[1.0, -1.0, 1.0, -1.0]] * 3)
LOSSES = {
    f"{name}_{how}": (partial(function, reduction=how), given)
    for how in ("none", "mean", "sum")
    for name, (function, given) in {
        **each("mse_loss l1_loss smooth_l1_loss kl_div", A, B + 1, home=F),
        "triplet": (partial(F.triplet_margin_loss, swap=True), (A, B, B + 1)),
        "huber": (partial(F.huber_loss, delta=2.0), (A, B)), "nll": (lambda x, **k: F.nll_loss(x, TARGET, **k), (A,)),
        "ce": (lambda x, w, **k: F.cross_entropy(x, TARGET, w.detach(), label_smoothing=0.2, **k),
               (A, t([1.0, 2.0, 3.0, 4.0]))),
        "ce_shares": (lambda x, y, **k: F.cross_entropy(x, y.softmax(1), label_smoothing=0.2, **k), (A, B)),
        "ce_images": (lambda x, **k: F.cross_entropy(x.reshape(1, 3, 2, 2), t([[[0, 1], [2, -100]]]), **k), (A,)),
        "bce": (lambda x, **k: F.binary_cross_entropy(x.sigmoid(), (SIGNS + 1) / 2, **k), (A * 30,)),
        "bce_logits": (lambda x, **k: F.binary_cross_entropy_with_logits(x, (SIGNS + 1) / 2, pos_weight=t(
            [1.0, 2.0, 3.0, 4.0]), **k), (A,)),
        "margin": (lambda x, y, **k: F.margin_ranking_loss(x, y, SIGNS, margin=1.0, **k), (A, B)),
        "hinge": (lambda x, **k: F.hinge_embedding_loss(x, SIGNS, **k), (A,)), "soft": (
            lambda x, **k: F.soft_margin_loss(x, SIGNS, **k), (A,)),
        "cosine": (lambda x, y, **k: F.cosine_embedding_loss(x, y, SIGNS[0, :3], **k), (A, B)), "poisson": (
            lambda x, y, **k: F.poisson_nll_loss(x, y, full=True, **k), (A, B + 1)),
    }.items()
}  # fmt: skip
LINEAR = {
    **each("det slogdet inv cholesky eigh svdvals matrix_exp cond", DEFINITE, home=torch.linalg),
    "solve": (torch.linalg.solve, (DEFINITE, SQUARES)), "qr": (lambda x: torch.linalg.qr(x)[1].abs(), (DEFINITE,)),
    "triangular": (lambda a, b: torch.linalg.solve_triangular(a.tril(), b, upper=False), (DEFINITE, SQUARES)),
    "power": (lambda x: torch.linalg.matrix_power(x, 3), (SQUARES,)), "trace": (lambda x: x[0].trace(), (SQUARES,)),
    "products": (lambda x: (torch.addmm(x[0], x[0], x[1], beta=2, alpha=3), torch.baddbmm(x, x, x), torch.addbmm(
        x[0], x, x), torch.addmv(x[0, 0], x[0], x[1, 1]), x[0] @ x[1, 0], torch.outer(x[0, 0], x[1, 1])), (SQUARES,)),
    "sums": (lambda x, y: (torch.einsum("ij,kj->ik", x, y), torch.tensordot(x, y, dims=2), torch.inner(x, y),
                           torch.linalg.cross(x[:, :3], y[:, :3]), F.bilinear(x, y, torch.ones(2, 4, 4))), (A, B)),
    "transforms": (lambda x: (torch.fft.rfft(x).abs(), torch.fft.ifft2(x).imag, torch.fft.irfft(torch.fft.rfft(
        x, norm="ortho")), torch.fft.fft(x, n=6).real), (A,)),
}  # fmt: skip
DTYPES = {
    "add": (torch.add, (WHOLE, FLAT)), "scaled": (lambda i: i * 2.5, (WHOLE,)), "divided": (lambda i: i / 2, (WHOLE,)),
    "floored": (lambda i: (i // 4, i % 4, i % -4, torch.fmod(i, 4), torch.div(i, 4, rounding_mode="trunc")), (WHOLE,)),
    "truths": (lambda b: (b & ~b | b ^ b, b.sum(1), b.prod(), b.max(1)[0], b == b, b.float().mean()), (TRUTH,)),
    "mixed": (lambda b, i: (b + i, torch.where(b, i, 1.5), i.masked_fill(b, 0), i.int() + i), (TRUTH, WHOLE)),
    "small": (lambda i: (i.abs().to(torch.uint8) * 2 + 1, i.to(torch.int8) + 1, i.int().sum()), (WHOLE,)),
    "compared": (lambda i, f: (i > 2.5, i == f.double(), (i > 2).any(1), i.max(1), i.cumsum(1)), (WHOLE, FLAT)),
    "scalars": (lambda f: (f.half() + t(2.0), f * t(2.0, dtype=torch.float64), f.half() + f), (FLAT,)),
    "roots": (lambda i: (torch.sigmoid(i), i.abs().sqrt(), i.abs() ** 2, i @ i.T, i.clamp(0, 3), i << 1), (WHOLE,)),
}  # fmt: skip
GROUPS = {"activations": ACTIVATIONS, "functions": FUNCTIONS, "reductions": REDUCTIONS, "shapes": SHAPES,
          "layers": LAYERS, "losses": LOSSES, "linear": LINEAR, "dtypes": DTYPES}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
def test_values_and_gradients(name: str) -> None:
    check(GROUPS[name])


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_other_precisions(dtype: Any) -> None:
    check({
        name: (lambda *given, function=function: function(*[x.to(dtype) for x in given]).float(), inputs)
        for name, (function, inputs) in {
            "rows": (lambda x, y: F.gelu(x) - F.silu(y) * F.softmax(x, 1) + F.relu(y).sqrt() + F.layer_norm(x, (4,)),
                     (A + 0.1, B + 0.1)),
            "sums": (lambda x, y: x @ y.T + torch.maximum(x, y).sum() + x.cumsum(1).mean() + x.norm() + x.clamp(0, 1),
                     (A[:, :3] + 0.1, B[:, :3] + 0.1)),
            "images": (lambda x, w: F.max_pool2d(F.conv2d(x, w, padding=1), 2), (IMAGE, torch.randn(4, 4, 3, 3))),
        }.items()
    }, tol=1e-5 if dtype is torch.float64 else 3e-2)  # fmt: skip


MODULES = {
    "norms": (torch.nn.Sequential(torch.nn.BatchNorm2d(4), torch.nn.Conv2d(4, 3, 2), torch.nn.BatchNorm2d(
        3, affine=False), torch.nn.GroupNorm(1, 3), torch.nn.InstanceNorm2d(3, affine=True)), IMAGE),
    "rows": (torch.nn.Sequential(torch.nn.BatchNorm1d(4), torch.nn.Linear(4, 3), torch.nn.RMSNorm(3)), A),
    "lstm": (torch.nn.LSTM(5, 4, 2, batch_first=True, bidirectional=True, proj_size=2), IMAGE[0]),
    "gru": (torch.nn.GRU(5, 3, bias=False), IMAGE[0]), "rnn": (torch.nn.RNN(5, 3, nonlinearity="relu"), IMAGE[0, 0]),
    "encoder": (torch.nn.TransformerEncoderLayer(4, 2, 8, 0.0, batch_first=True), SQUARES.new_ones(2, 3, 4) + A),
}  # fmt: skip


@pytest.mark.parametrize("train", [False, True])
@pytest.mark.parametrize("name", MODULES)
def test_modules(name: str, train: bool) -> None:
    module, x = MODULES[name]
    assert_same(module, x, train)


def test_random_numbers_come_from_the_run() -> None:
    """Check the shares and moments of what is drawn; the numbers are not PyTorch's."""
    x = torch.ones(100, 100)
    drawn = Group({
        "dropout": (lambda x: F.dropout(x, 0.2, True), (x,)), "normal": (torch.randn_like, (x,)),
        "uniform": (lambda x: torch.rand(100, 100) + x, (x,)), "bernoulli": (lambda x: torch.bernoulli(x * 0.3), (x,)),
        "channels": (lambda x: F.dropout2d(x.reshape(100, 100, 1, 1), 0.5, True), (x,)), "whole": (
            lambda x: torch.randint(2, 5, (100, 100)) + x, (x,)),
        "classes": (lambda x: torch.multinomial(x, 100), (x,)), "order": (
            lambda x: torch.randperm(100) * x[0, 0], (x,)),
    })  # fmt: skip
    diagram = blocks.from_torch(drawn, {f"{name}_0": x for name in drawn.cases})
    run = blocks.Session(diagram).run(feed={f"{name}_0": x.numpy() for name in drawn.cases})
    means = {name: float(run[f"output_{name}"].mean()) for name in drawn.cases}
    wanted = {"dropout": 1, "normal": 0, "uniform": 1.5, "bernoulli": 0.3, "channels": 1, "whole": 4, "classes": 49.5,
              "order": 49.5}  # fmt: skip
    assert means == pytest.approx(wanted, abs=0.06)
    assert sorted(run["output_classes"][0].tolist()) == sorted(run["output_order"].tolist()) == list(range(100))


def test_an_option_without_support_is_named() -> None:
    rule = rule_of("searchsorted", "Tensor")
    assert rule is not None
    with pytest.raises(DiagramError, match="sorter"):
        rule(Call("aten.searchsorted.Tensor", ()), None, None, sorter=0)
