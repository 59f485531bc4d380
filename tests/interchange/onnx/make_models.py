"""Makes `models.zip`, `fresh.zip` and `nodes.zip`; run by hand where PyTorch, onnx and onnxruntime are installed.

`models.zip`: small models of PyTorch, written by both of its exporters, with the inputs, outputs, and the gradients of
the sum of squares of the output by each parameter, as PyTorch computes them. `nodes.zip`: of each operator one case of
the node tests that onnx has (`onnx.backend.test.case.node`), with its reference numbers. `fresh.zip`: a model with the
weights that PyTorch begins with, many of which are equal, exported in four ways, and 20 steps of its training.

    python tests/interchange/onnx/make_models.py
"""

# PyTorch is not there where this is checked.
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false, reportUntypedBaseClass=false

from __future__ import annotations

import contextlib
import copy
import io
import tempfile
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

onnx: Any = import_module("onnx")
numpy_helper: Any = import_module("onnx.numpy_helper")
node_tests: Any = import_module("onnx.backend.test.case.node")
torch: Any = import_module("torch")
nn: Any = import_module("torch.nn")
F: Any = import_module("torch.nn.functional")
HOME = Path(__file__).parent
DATE = (2026, 1, 1, 0, 0, 0)
NODES = HOME / "nodes.txt"
"""The names of the cases that are kept, a line each."""


class MLP(nn.Module):
    """Two layers, a normalisation, and a softmax."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 8), nn.LayerNorm(8), nn.GELU(), nn.Linear(8, 3)
        )

    def forward(self, x: Any) -> Any:
        return F.softmax(self.net(x), -1)


class LeNet(nn.Module):
    """Convolutions, pools and dense layers (LeCun and others, 1998), with fewer neurons."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, 3, 5, padding=2), nn.Conv2d(3, 4, 5)
        self.fc1, self.fc2 = nn.Linear(36, 12), nn.Linear(12, 10)

    def forward(self, x: Any) -> Any:
        x = F.max_pool2d(torch.relu(self.conv1(x)), 2)
        x = F.avg_pool2d(torch.tanh(self.conv2(x)), 2)
        return self.fc2(torch.relu(self.fc1(torch.flatten(x, 1))))


class Block(nn.Module):
    """A residual block (He and others, 2015)."""

    def __init__(self, before: int, behind: int, step: int) -> None:
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(before, behind, 3, step, 1, bias=False), nn.BatchNorm2d(behind)
        self.conv2, self.bn2 = nn.Conv2d(behind, behind, 3, 1, 1, bias=False), nn.BatchNorm2d(behind)
        self.down = (
            nn.Identity() if step == 1 else nn.Sequential(nn.Conv2d(before, behind, 1, step), nn.BatchNorm2d(behind))
        )

    def forward(self, x: Any) -> Any:
        return torch.relu(self.bn2(self.conv2(torch.relu(self.bn1(self.conv1(x))))) + self.down(x))


class ResNet(nn.Module):
    """The shape of ResNet-18, with very few channels."""

    def __init__(self, width: int = 2) -> None:
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(3, width, 7, 2, 3, bias=False), nn.BatchNorm2d(width)
        self.pool = nn.MaxPool2d(3, 2, 1)
        sizes = [(1, 1, 1), (1, 2, 2), (2, 4, 2), (4, 8, 2)]
        for i, (a, b, step) in enumerate(sizes, start=1):
            layer = nn.Sequential(Block(a * width, b * width, step), Block(b * width, b * width, 1))
            setattr(self, f"layer{i}", layer)
        self.fc = nn.Linear(8 * width, 5)

    def forward(self, x: Any) -> Any:
        x = self.pool(torch.relu(self.bn1(self.conv1(x))))
        for i in range(1, 5):
            x = getattr(self, f"layer{i}")(x)
        return self.fc(torch.flatten(F.adaptive_avg_pool2d(x, 1), 1))


class LSTM(nn.Module):
    """Words, two layers of an LSTM in both directions, and a dense layer."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(11, 4)
        self.lstm = nn.LSTM(4, 5, num_layers=2, bidirectional=True, batch_first=True)
        self.fc = nn.Linear(10, 3)

    def forward(self, x: Any) -> Any:
        return self.fc(self.lstm(self.words(x))[0][:, -1])


class GRU(nn.Module):
    """A GRU, of which the last state counts."""

    def __init__(self) -> None:
        super().__init__()
        self.rnn, self.fc = nn.GRU(4, 5, batch_first=True), nn.Linear(5, 3)

    def forward(self, x: Any) -> Any:
        return self.fc(self.rnn(x)[1][-1])


class Encoder(nn.Module):
    """A transformer encoder of two layers."""

    def __init__(self) -> None:
        super().__init__()
        layer = nn.TransformerEncoderLayer(8, 2, 12, batch_first=True, dropout=0.0, activation="gelu")
        self.encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.fc = nn.Linear(8, 3)

    def forward(self, x: Any) -> Any:
        return self.fc(self.encoder(x).mean(1))


class UNet(nn.Module):
    """Down and up again, with what is alike joined (Ronneberger and others, 2015)."""

    def __init__(self) -> None:
        super().__init__()

        def pair(before: int, behind: int) -> Any:
            return nn.Sequential(
                nn.Conv2d(before, behind, 3, padding=1), nn.GroupNorm(2, behind), nn.SiLU(),
                nn.Conv2d(behind, behind, 3, padding=1), nn.ReLU(),
            )  # fmt: skip

        self.down1, self.down2, self.middle = pair(2, 4), pair(4, 6), pair(6, 8)
        self.rise1, self.up1 = nn.ConvTranspose2d(8, 6, 2, 2), pair(12, 6)
        self.rise2, self.up2 = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False), pair(10, 4)
        self.out = nn.Conv2d(4, 1, 1)

    def forward(self, x: Any) -> Any:
        a = self.down1(x)
        b = self.down2(F.max_pool2d(a, 2))
        c = self.up1(torch.cat([self.rise1(self.middle(F.max_pool2d(b, 2))), b], 1))
        return self.out(self.up2(torch.cat([self.rise2(c), a], 1)))


class FreshBlock(nn.Module):
    """A residual block with a norm of ones and zeros, a bias of zeros, and a norm of groups."""

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.fc, self.groups = nn.LayerNorm(8), nn.Linear(8, 8), nn.GroupNorm(2, 4)
        nn.init.zeros_(self.fc.bias)

    def forward(self, x: Any) -> Any:
        return self.groups(x + torch.tanh(self.fc(self.norm(x))))


class Fresh(nn.Module):
    """What exporters join, drop, merge and do not name: equal weights, zeros, norms, tied weights, single numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(9, 8)
        self.begin = nn.Parameter(torch.zeros(1, 1, 8))
        self.temperature = nn.Parameter(torch.tensor(2.0))
        self.register_buffer("shift", torch.linspace(0, 1, 8))
        first = FreshBlock()
        self.blocks = nn.Sequential(first, copy.deepcopy(first), FreshBlock())
        self.conv, self.bn = nn.Conv1d(4, 4, 1), nn.BatchNorm1d(4)
        self.gate = nn.Linear(8, 1)
        self.last, self.head = nn.Linear(8, 8), nn.Linear(8, 9, bias=False)
        nn.init.zeros_(self.last.bias)
        self.head.weight = self.words.weight
        self.dropout = nn.Dropout(0.5)

    def forward(self, x: Any) -> Any:
        x = torch.cat([self.begin.expand(2, -1, -1), self.words(x)], 1) - self.shift
        x = self.dropout(self.blocks(self.bn(self.conv(x))))[:, 0]
        return self.head(torch.sigmoid(self.gate(x)) * self.last(x)) / self.temperature


BOTH = ("lenet", "lstm", "resnet")
"""Models that the newer exporter writes too."""
MODELS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "mlp": (MLP(), (5, 6)), "lenet": (LeNet(), (2, 1, 20, 20)), "resnet": (ResNet(), (2, 3, 32, 32)),
    "gru": (GRU(), (3, 5, 4)), "encoder": (Encoder(), (2, 5, 8)), "unet": (UNet(), (1, 2, 8, 8)),
    "lstm": (LSTM(), (3, 6)),
}  # fmt: skip


def torch_models(archive: zipfile.ZipFile) -> None:
    """Write the models of PyTorch."""
    for name, (module, shape) in MODELS.items():
        generator = torch.Generator().manual_seed(3)
        x = (
            torch.randint(0, 11, shape, generator=generator)
            if name == "lstm"
            else torch.randn(shape, generator=generator)
        )
        with torch.no_grad():  # no two parameters are equal: exporters would make one of them
            for each in module.parameters():
                each += 0.1 * torch.randn(each.shape, generator=generator)
            for each in module.modules():
                if isinstance(each, nn.BatchNorm2d):
                    each.running_mean.normal_(generator=generator).mul_(0.1)
                    each.running_var.uniform_(0.5, 1.5, generator=generator)
        module.eval()
        y = module(x)
        (y * y).sum().backward()
        numbers = {"x": x.numpy(), "y": y.detach().numpy()}
        for key, each in module.named_parameters():
            numbers |= {f"value|{key}": each.detach().numpy(), f"gradient|{key}": each.grad.numpy()}
        put(archive, f"{name}.npz", packed(numbers))
        for form in ("script", "dynamo") if name in BOTH else ("script",):
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
                path = Path(folder, "m.onnx")
                options = (
                    {"dynamo": True, "external_data": False}
                    if form == "dynamo"
                    else {"dynamo": False, "do_constant_folding": False}
                )
                torch.onnx.export(module, (x,), str(path), input_names=["x"], output_names=["y"], **options)
                onnx_model = onnx.load(path)
                for node in onnx_model.graph.node:  # what names the machine, and is not read
                    del node.metadata_props[:]
                    node.doc_string = ""
                del onnx_model.graph.value_info[:]
                del onnx_model.metadata_props[:]
                put(archive, f"{name}_{form}.onnx", onnx_model.SerializeToString())


def fresh_models(archive: zipfile.ZipFile) -> None:
    """Write the model with the weights that PyTorch begins with."""
    torch.manual_seed(5)
    module = Fresh().eval()
    x, labels = torch.randint(0, 9, (2, 3)), torch.randint(0, 9, (2,))
    numbers = {"x": x.numpy(), "labels": labels.numpy(), "y": module(x).detach().numpy()}
    numbers |= {f"value|{key}": each.detach().numpy().copy() for key, each in module.named_parameters()}
    trained = copy.deepcopy(module)
    optimizer = torch.optim.SGD(trained.parameters(), 0.02)
    losses: list[float] = []
    for _ in range(20):
        optimizer.zero_grad()
        loss = F.cross_entropy(trained(x), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    put(archive, "fresh.npz", packed({**numbers, "losses": np.array(losses)}))
    mode = torch.onnx.TrainingMode
    forms: dict[str, dict[str, Any]] = {
        "dynamo": {"dynamo": True, "external_data": False},
        "dynamo_all": {"dynamo": True, "external_data": False, "optimize": False},
        "script": {"dynamo": False},
        "script_all": {"dynamo": False, "training": mode.PRESERVE, "do_constant_folding": False},
    }
    for form, options in forms.items():
        exported = copy.deepcopy(module)
        exported.training = form == "script_all"  # of the outermost module alone: nothing else is as in training
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            path = Path(folder, "m.onnx")
            torch.onnx.export(exported, (x,), str(path), input_names=["x"], output_names=["y"], **options)
            onnx_model = onnx.load(path)
        for node in onnx_model.graph.node:  # what names the machine
            kept = [each for each in node.metadata_props if not each.key.endswith("stack_trace")]
            del node.metadata_props[:]
            node.metadata_props.extend(kept)
            node.doc_string = ""
        put(archive, f"fresh_{form}.onnx", onnx_model.SerializeToString())


def node_cases(archive: zipfile.ZipFile) -> None:
    """Write the cases of node tests."""
    wanted = set(NODES.read_text().split())
    for case in node_tests.collect_testcases(None):
        if case.name not in wanted:
            continue
        inputs, outputs = case.data_sets[0]
        numbers = {f"input|{i.name}": plain(v) for i, v in zip(case.model.graph.input, inputs, strict=True)}
        numbers |= {f"output|{o.name}": plain(v) for o, v in zip(case.model.graph.output, outputs, strict=True)}
        put(archive, f"{case.name}.onnx", case.model.SerializeToString())
        put(archive, f"{case.name}.npz", packed(numbers))


def plain(value: Any) -> Any:
    """A tensor as NumPy has it in files."""
    array = numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else np.asarray(value)
    return array.astype(np.bytes_) if array.dtype.kind in "OU" else array


def packed(numbers: dict[str, Any]) -> bytes:
    """Arrays as a file of NumPy."""
    stream = io.BytesIO()
    np.savez(stream, **numbers)
    return stream.getvalue()


def put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Put a file into an archive, the same each time."""
    archive.writestr(zipfile.ZipInfo(name, DATE), data, zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    torch.manual_seed(0)
    with zipfile.ZipFile(HOME / "models.zip", "w") as written:
        torch_models(written)
    with zipfile.ZipFile(HOME / "fresh.zip", "w") as written:
        fresh_models(written)
    with zipfile.ZipFile(HOME / "nodes.zip", "w") as written:
        node_cases(written)
