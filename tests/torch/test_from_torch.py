"""Modules of PyTorch as diagrams: composites, variables, names, modes, refusals and comparison."""

# pyright: reportUnknownMemberType=false, reportMissingParameterType=false, reportUnknownParameterType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUntypedBaseClass=false
# pyright: reportUnknownLambdaType=false

from __future__ import annotations

import copy
import functools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli.manual import api
from tests.torch.same import assert_same, split

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")
nn, F = torch.nn, torch.nn.functional


class Layer(nn.Module):
    def __init__(self, width: int = 3) -> None:
        super().__init__()
        self.norm, self.fc = nn.LayerNorm(width), nn.Linear(width, width)

    def forward(self, hidden, scale=1.0):
        return hidden + self.fc(self.norm(hidden)) * scale


class Language(nn.Module):
    """Tied weights, lists, equal layers, and a frozen one."""

    def __init__(self) -> None:
        super().__init__()
        self.emb = nn.Embedding(5, 3, padding_idx=0)
        self.layers = nn.ModuleList([Layer() for _ in range(4)])
        self.layers[3].requires_grad_(False)
        self.head = nn.Linear(3, 5, bias=False)
        self.head.weight = self.emb.weight
        self.unused = nn.Linear(2, 2)

    def forward(self, tokens):
        x = self.emb(tokens)
        for layer in self.layers:
            x = layer(x) * 2
        return self.head(x)


class Codes(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.enc, self.book, self.dec = nn.Linear(4, 3), nn.Embedding(5, 3), nn.Linear(3, 4)

    def forward(self, x):
        z = self.enc(x)
        at = torch.cdist(z, self.book.weight).argmin(1)
        q = self.book(at)
        loss = F.mse_loss(q, z.detach()) + 0.25 * F.mse_loss(z, q.detach())
        return self.dec(z + (q - z).detach()), loss, at


class Repeated(nn.Module):
    """Modules called twice: alike, with another shape, with another structure, and inside of each other."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = nn.Sequential(Layer(), nn.Tanh()), Layer()
        self.alias, self.pair = self.b, nn.ModuleDict({"x": nn.Linear(3, 3), "y": Layer()})

    def forward(self, x):
        y = self.a(self.a(x)) + self.alias(self.b(x[:1]))
        for _ in range(2):
            y = self.pair["y"].fc(self.pair["x"](y))
        return y + self.b(x, 0.5) + self.pair["y"](y) + self.b.fc.weight


class Counting(nn.Module):
    """Buffers that change, also outside of the module that has them, and a dropout that does not drop."""

    def __init__(self) -> None:
        super().__init__()
        self.conv, self.bn, self.drop = nn.Conv1d(2, 3, 2), nn.BatchNorm1d(3), nn.Dropout(0.0)
        self.register_buffer("seen", torch.zeros(3))
        self.register_buffer("fixed", torch.full((3,), 2.0), persistent=False)

    def forward(self, x):
        y = self.drop(self.bn(self.bn(self.conv(x)))).mean(2)
        self.seen += y.detach().sum(0)
        with torch.no_grad():
            self.conv.bias.mul_(0.9)
        return y * self.seen * self.fixed + self.bn.running_mean


class Inputs(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w, self.x = nn.Parameter(torch.randn(3)), nn.Linear(3, 3)

    def forward(self, x, pair, options=None, *, flag=True, at):
        first, second = pair
        y = (self.x(x) * self.w + first * second["k"])[at] if flag else x
        assert options is not None
        return {"y": y * options["scale"], "rest": [x, self.w, {"at": at}], "three": 3, "none": None}


MODELS: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "language": (Language, lambda: torch.tensor([[1, 0, 4], [2, 2, 3]])),
    "codes": (Codes, lambda: torch.randn(6, 4)),
    "repeated": (Repeated, lambda: torch.randn(3, 3)),
    "counting": (Counting, lambda: torch.randn(4, 2, 5)),
    "inputs": (Inputs, lambda: {
        "x": torch.randn(3, 3), "pair": (torch.randn(3), {"k": torch.randn(3)}),
        "options": {"scale": torch.tensor(2.0)}, "at": torch.tensor([2, 0]),
    }),
    "transformer": (
        lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True), 2),
        lambda: torch.randn(2, 3, 4),
    ),
}  # fmt: skip


def made(name: str) -> tuple[Any, Any]:
    torch.manual_seed(0)
    model, inputs = MODELS[name]
    return model(), inputs()


@functools.cache
def converted(name: str, train: bool = False) -> blocks.Diagram:
    return assert_same(*made(name), train)


def ids(canvas: Any, kind: str = "") -> list[str]:
    return [each.id for each in canvas.blocks if each.type.startswith(kind)]


@pytest.mark.parametrize("name", MODELS)
def test_results_and_gradients_are_those_of_pytorch(name: str) -> None:
    converted(name, False)
    converted(name, True)


def test_equal_modules_share_a_definition() -> None:
    page = converted("language").pages[0]
    layers = converted("language").composite(page.block("layers").type)
    kinds = [layers.block(f"{i}").type for i in range(4)]
    assert len({*kinds[:3]}) == 1 and kinds[3] != kinds[0]
    assert len({str(layers.block(f"{i}").values) for i in range(3)}) == 3  # each with its weights
    assert "projection" not in ids(page)[0] and ids(page, "Placeholder") == ["tokens"]
    head = converted("language").composite(page.block("head").type)
    assert not ids(head, "Variable") and "weight" in ids(head, "InputPin")


def test_second_call_of_a_module_shares_its_variables() -> None:
    diagram = converted("repeated")
    page = diagram.pages[0]
    shared = {each.id: each.values["shares"] for each in page.blocks if "shares" in each.values}
    assert shared == {"a_2": "a", "b_2": "b"}
    assert page.block("b_3").type != page.block("b").type  # another scale: the variables come by wire
    pair = diagram.composite(page.block("pair").type)
    assert {each.id: each.values["shares"] for each in pair.blocks if "shares" in each.values} == {"x_2": "x"}


def test_inputs_and_results_have_the_names_of_the_module() -> None:
    page = converted("inputs").pages[0]
    assert ids(page, "Placeholder") == ["x_1", "pair_0", "pair_1_k", "options_scale", "at"]
    results = [each for each in ids(page, "Identity") if each.startswith("output")]
    assert results == ["output_y", "output_rest_0", "output_rest_1", "output_rest_2_at", "output_three"]
    diagram = blocks.from_torch(nn.Sequential(nn.Linear(2, 2), nn.Identity()), np.ones((1, 2), np.float32))
    assert ids(diagram.pages[0]) == ["input", "0", "output", "run"] and diagram.pages[0].name == "main"


def test_buffers_are_updated_only_by_the_run_block() -> None:
    module, inputs = made("counting")
    session = blocks.Session(blocks.from_torch(module, inputs, train=True))
    feed = {"x": inputs.numpy()}
    first = session.evaluate(["output"], feed)
    model = copy.deepcopy(module).train()
    np.testing.assert_allclose(first["output"], model(inputs).detach(), rtol=1e-4, atol=1e-5)
    for _ in range(2):
        session.step(feed=feed)
    model(inputs)
    for name, value in {**dict(model.named_buffers()), "conv.bias": model.conv.bias}.items():
        if name != "fixed":
            path = name.replace(".", "/")
            got = session.evaluate([path], feed)[path]
            np.testing.assert_allclose(got, value.detach(), rtol=1e-4, atol=1e-5, err_msg=name)


def test_module_is_left_as_it_was() -> None:
    module, inputs = made("counting")
    module.bn.eval()
    module.conv.weight.grad = torch.ones_like(module.conv.weight)
    module.conv.bias.requires_grad_(False)

    def state() -> Any:
        tensors = {**module.state_dict(), "grad": module.conv.weight.grad, "rng": torch.get_rng_state()}
        flags = [each.training for each in module.modules()] + [each.requires_grad for each in module.parameters()]
        return {name: each.clone() for name, each in tensors.items()}, flags, random.getstate(), dict(vars(module))

    for model, train in ((module, False), (module, True)):
        before = state()
        blocks.from_torch(model, inputs, train)
        after = state()
        assert all(torch.equal(before[0][name], after[0][name]) for name in before[0]) and before[1:] == after[1:]
    before = state()
    with pytest.raises(blocks.DiagramError):
        blocks.from_torch(module, torch.ones(4, 7, 1))
    assert before[1:] == state()[1:]


class Odd(nn.Module):
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.fc, self.function = nn.Linear(3, 3), function

    def forward(self, x):
        return self.function(self.fc(x))


def _branch(x):
    y = x + 1
    return y if x.sum() > 0 else x  # here


def _select(x):
    return x[x > 0]  # here


def _hook(x):
    y = x * 2
    y.register_hook(lambda g: g * 2)  # here
    return y


def _wrong(x):
    return x + torch.ones(7)  # here


@pytest.mark.parametrize("function", [_branch, _select, _hook, _wrong])
def test_what_cannot_be_exported_is_refused_with_its_line(function: Callable[..., Any]) -> None:
    lines = Path(__file__).read_text().splitlines()
    line = 1 + next(i for i in range(function.__code__.co_firstlineno, len(lines)) if lines[i].endswith("# here"))
    with pytest.raises(blocks.DiagramError, match=rf"test_from_torch.py:{line}: "):
        blocks.from_torch(Odd(function), torch.ones(3, 3))


@pytest.mark.filterwarnings("ignore")
def test_modules_that_a_diagram_cannot_be_are_refused() -> None:
    def hooked(kind: str) -> Any:
        module = nn.Sequential(nn.Linear(3, 3))
        owner = module[0].weight if kind == "register_hook" else module[0]
        getattr(owner, kind)(lambda *_: None)
        return module

    x = torch.ones(2, 3)
    for kind in ("register_full_backward_hook", "register_full_backward_pre_hook", "register_hook"):
        with pytest.raises(blocks.DiagramError, match=r"test_from_torch.py:\d+: 0.* hook"):
            blocks.from_torch(hooked(kind), x)
    for module, inputs, word in (
        (torch.jit.script(nn.Linear(3, 3)), x, "ScriptModule"),
        (nn.Sequential(nn.LazyLinear(2)), x, "0.weight has no shape"),
        (nn.Linear(3, 3), (x, x), "do not fit Linear.forward"),
        (torch.relu, x, "torch.nn.Module"),
    ):
        with pytest.raises(blocks.UsageError, match=word):
            blocks.from_torch(module, inputs)
    assert ids(blocks.from_torch(nn.DataParallel(nn.Linear(3, 3)), x).pages[0], "Variable") == ["weight", "bias"]


def test_operation_without_a_block_keeps_its_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    module = Odd(lambda x: (torch.special.bessel_j0(x), x.relu()))
    diagram = blocks.from_torch(module, torch.ones(2, 3))
    assert "aten.special_bessel_j0" in capsys.readouterr().err
    assert "special_bessel_j0" in diagram.pages[0].notes[0].text
    diagram.save(tmp_path / "odd.gradblocks")
    page = blocks.load(tmp_path / "odd.gradblocks").pages[0]
    [block] = [each for each in page.blocks if each.type == "torch:aten_special_bessel_j0"]
    assert block.values["shape"] == [2, 3] and "test_from_torch.py" in block.source
    assert blocks.gradient_flow(page, "output_1").variables["fc/weight"].reached


def test_large_weights_are_saved_beside_the_diagram(tmp_path: Path) -> None:
    module, x = nn.Sequential(nn.Linear(40, 40), nn.Linear(40, 40)), torch.ones(2, 40)
    blocks.from_torch(module, x).save(tmp_path / "net.gradblocks")
    assert len([*tmp_path.rglob("*.npy")]) >= 2
    got = blocks.Session(blocks.load(tmp_path / "net.gradblocks")).run("output", {"input": x.numpy()})
    np.testing.assert_allclose(got["output"], module(x).detach(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", ["language", "inputs"])
def test_comparison_finds_a_planted_difference(name: str) -> None:
    module, inputs = made(name)
    diagram = blocks.from_torch(module, inputs)
    result = blocks.compare(diagram, module, inputs)
    assert result.equal and not set(result.unmatched) - {"unused.weight", "unused.bias"}
    if name == "language":
        module.layers[2].norm.eps = 1e-2
        for feed in ((inputs,), {"tokens": inputs}):
            first = blocks.compare(diagram, module, feed).first
            assert first is not None and (first.block, first.kind) == ("layers/2/norm", "value")
    args, _ = split(inputs)
    if args:
        with pytest.raises(blocks.UsageError, match="expected 1"):
            blocks.compare(diagram, module, [inputs, inputs])


def test_the_example_of_the_reference_works(capsys: pytest.CaptureFixture[str]) -> None:
    text = api.topics()["api-from_torch"]().partition("**Example**")[2]
    exec(text.partition("```python")[2].partition("```")[0], {"blocks": blocks})
    assert "all are equal" in capsys.readouterr().out
