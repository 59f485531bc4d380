"""`blocks.torch.explain` on training steps with planted errors: the statuses are those of PyTorch's ``.grad``."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

from __future__ import annotations

import inspect
import json
import math
import random
import re
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks.torch
from blocks.cli.manual import api
from blocks.torch.__main__ import main
from tests.planted import assert_marked, marks
from tests.torch import faults, models

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")  # PyTorch warns about some of the errors


def prepared(step: Callable[..., Any]) -> tuple[Callable[[], Any], dict[str, Any]]:
    """Return the step without arguments, and its parameters by name."""
    torch.manual_seed(3)
    values = {"w": [1.5, -0.5, 2.0], "v": [1.0, 2.0, -3.0], "u": [0.5, 1.0, 4.0]}
    arguments: dict[str, Any] = {}
    parameters: dict[str, Any] = {}
    for name, each in inspect.signature(step).parameters.items():
        if name == "x":
            arguments[name] = torch.tensor([0.5, 2.0, -1.5])
        elif name in values:
            parameters[name] = arguments[name] = torch.nn.Parameter(torch.tensor(values[name]))
        else:
            arguments[name] = each.default()
            parameters |= {f"{name}.{key}": value for key, value in arguments[name].named_parameters()}
    return (lambda: step(**arguments)), parameters


def statuses(step: Callable[..., Any], marked_unused: set[str]) -> dict[str, str]:
    """Return what PyTorch's ``.grad`` says after a plain step."""
    run, parameters = prepared(step)
    loss = run()
    if isinstance(loss, torch.Tensor) and loss.requires_grad:
        loss.backward()
    return {name: status(each, name in marked_unused) for name, each in parameters.items()}


def status(parameter: Any, is_unused: bool) -> str:
    if not parameter.requires_grad:
        return "frozen"
    if parameter.grad is None:
        return "unused" if is_unused else "none"
    gradient = parameter.grad.to_dense()
    if not torch.isfinite(gradient).all():
        return "nonfinite"
    return "ok" if gradient.count_nonzero() else "zero"


@pytest.mark.parametrize("name", faults.STEPS)
def test_statuses_are_those_of_pytorch_and_each_cut_is_named(name: str) -> None:
    step = faults.STEPS[name]
    run, parameters = prepared(step)
    _, _, unused = marks(step, parameters)
    found = blocks.torch.explain(run, parameters)
    assert {key: each.status for key, each in found.parameters.items()} == statuses(step, unused)
    assert_marked(step, found)


@pytest.mark.parametrize("make", [models.transformer, models.diffusion, models.actor_critic])
def test_the_planted_error_of_a_model_is_the_first_line(
    make: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    torch.manual_seed(0)
    step, model = make()
    found = blocks.torch.explain(step, model)
    step().backward()
    for name, parameter in model.named_parameters():
        assert found.parameters[name].status == status(parameter, is_unused=False)
    lines = Path(models.__file__).read_text("utf-8").splitlines()
    planted = [number for number, line in enumerate(lines, 1) if "# planted" in line]
    wanted = planted[[models.transformer, models.diffusion, models.actor_critic].index(make)]
    first, *others = str(found).splitlines()
    assert first.startswith("none") and f"models.py:{wanted}" in first
    assert all(len(each) <= 110 for each in (first, *others))


def test_everything_but_parameters_is_restored() -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3), torch.nn.Dropout(0.5))
    other = torch.nn.Parameter(torch.ones(3))
    kept = model[0].weight.grad = torch.ones(3, 3)
    other.grad = torch.full((3,), 2.0)
    model[1].eval()

    def step() -> Any:
        model.train()
        model[0].bias.requires_grad_(False)
        model[0].weight.grad.zero_()
        assert random.random() != np.random.rand()  # noqa: NPY002
        model[1].running_var = model[1].running_var + 1
        return (model(torch.rand(4, 3)) * other).sum()

    state = {name: each.clone() for name, each in model.state_dict().items()}
    before = random.getstate(), numpy_state(), torch.get_rng_state()
    found = blocks.torch.explain(step, model)
    assert found.parameters["0.bias"].status == "frozen"
    after = random.getstate(), numpy_state(), torch.get_rng_state()
    assert before[:2] == after[:2] and torch.equal(before[2], after[2])
    assert model[0].weight.grad is kept and kept.eq(1).all() and other.grad.eq(2).all()
    assert [each.training for each in model.modules()] == [True, True, False, True]
    assert model[0].bias.requires_grad
    assert all(torch.equal(each, state[name]) for name, each in model.state_dict().items())
    assert not torch.Tensor._make_subclass.__module__ and "apply" not in vars(
        torch.autograd.function._SingleLevelFunction
    )


def numpy_state() -> Any:
    state: Any = np.random.get_state()  # noqa: NPY002
    return state[1].tolist()


def test_the_step_runs_once_with_tensors_as_they_are() -> None:
    weight = torch.nn.Parameter(torch.ones(2))
    types: list[type] = []

    def step() -> Any:
        types.append(type(weight))
        h = weight * 2
        types.append(type(h))
        assert h is h.requires_grad_() and torch.ones(1) + 1 == 2
        return h.sum()

    assert blocks.torch.explain(step, {"weight": weight}).ok
    assert types == [torch.nn.Parameter, torch.Tensor]


def test_a_contract_is_checked() -> None:
    model = torch.nn.ModuleDict({"target": torch.nn.Linear(2, 2), "net": torch.nn.Linear(2, 2)})
    x = torch.ones(2)

    def good() -> Any:
        return (model["net"](x) - model["target"](x).detach()).pow(2).sum()

    def bad() -> Any:
        return (model["net"](x).detach() - model["target"](x)).pow(2).sum()

    assert not blocks.torch.explain(good, model, forbid={"target": "loss"}, require=["net"]).ok
    with pytest.raises(blocks.GradientContractError, match=r"target\.weight") as error:
        blocks.torch.explain(bad, model, forbid=["target"])
    assert error.value.explanation.parameters["target.bias"].status == "ok"
    with pytest.raises(blocks.GradientContractError, match=r"net.bias .* none.*test_explain.py:"):
        blocks.torch.explain(bad, model, require=["net.bias"])
    for options in ({"forbid": ["tar"]}, {"require": "nets"}, {"forbid": {"target": "x"}}):
        with pytest.raises(blocks.UsageError):
            blocks.torch.explain(good, model, **options)


@pytest.mark.parametrize(
    ("result", "word"),
    [
        (lambda w: {"loss": w.sum()}, "dict"),
        (lambda w: w, r"shape \[2\]"),
        (lambda w: None, "NoneType"),
        (lambda w: w.sum() * 1j, "complex"),
        (lambda w: w.sum().backward(), "backward"),
        (lambda w: torch.autograd.backward(w.sum()), "backward"),
        (lambda w: [caught(w)][0], "backward"),
    ],
)
def test_a_step_that_does_not_return_a_loss_is_refused(result: Callable[[Any], Any], word: str) -> None:
    weight = torch.nn.Parameter(torch.ones(2))
    with pytest.raises(blocks.UsageError, match=word):
        blocks.torch.explain(lambda: result(weight), {"weight": weight})
    assert weight.grad is None


def caught(weight: Any) -> Any:
    try:
        weight.sum().backward()
    except Exception:
        return weight.sum()


@pytest.mark.parametrize("model", [[1], {}, {"w": 1}, torch.nn.ReLU()])
def test_a_model_without_parameters_is_refused(model: Any) -> None:
    with pytest.raises(blocks.UsageError, match="model"):
        blocks.torch.explain(lambda: torch.ones(()), model)


def test_errors_of_the_step_are_its_own() -> None:
    weight = torch.nn.Parameter(torch.ones(2))
    with pytest.raises(RuntimeError, match="must match"):
        blocks.torch.explain(lambda: weight + torch.ones(3), {"weight": weight})


def test_json_has_the_keys_of_the_contract() -> None:
    weight, other = torch.nn.Parameter(torch.zeros(2)), torch.nn.Parameter(torch.ones(2))
    found = blocks.torch.explain(lambda: (weight.sqrt() * other).sum() / 0, {"a": weight, "b": weight, "c": other})
    value = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert value["loss"] == "NaN" and list(value["parameters"]) == ["a", "c"]
    first = value["parameters"]["a"]
    assert first["status"] == "nonfinite" and first["norm"] in ("NaN", "Infinity") and first["also"] == ["b"]
    assert {*first["first_nonfinite"]} == {"op", "file", "line", "code"}
    detached = blocks.torch.explain(lambda: torch.sum(weight.detach() * other), {"a": weight, "c": other}).to_json()
    assert detached["parameters"]["a"]["norm"] is None
    assert {*detached["parameters"]["a"]["cuts"][0]} == {"op", "reason", "file", "line", "code", "certain"}
    assert math.isclose(detached["parameters"]["c"]["norm"], 0.0)


def test_a_transformer_costs_at_most_three_plain_steps() -> None:
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(96, 4, 384, batch_first=True)
    model = torch.nn.TransformerEncoder(layer, 6, enable_nested_tensor=False)
    x = torch.randn(8, 24, 96)

    def step() -> Any:
        return model(x).pow(2).mean()

    def plain() -> None:
        model.zero_grad()
        step().backward()

    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # a waiting thread would cost time, too
    try:
        assert seconds(lambda: blocks.torch.explain(step, model)) < 3 * seconds(plain)
    finally:
        torch.set_num_threads(threads)


def seconds(work: Callable[[], Any]) -> float:
    """Return the least CPU time of several runs."""
    times: list[float] = []
    for _ in range(6):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


PROGRAM = """
import torch

net = torch.nn.Linear(2, 1)

def good():
    return lambda: net(torch.ones(2)).sum(), net

def bad():
    return lambda: net(torch.ones(2)).detach().sum(), net

def fails():
    return lambda: net(torch.ones(3)).sum(), net

def other():
    return net
"""


def test_the_command_prints_the_explanation(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    (tmp_path / "explained.py").write_text(PROGRAM, "utf-8")
    (tmp_path / "broken.py").write_text("import nothing_of_this_name", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["blocks.torch", *arguments])
        try:
            status: Any = main()
        except SystemExit as stop:
            status = stop.code
        return status, *capsys.readouterr()

    environment = {"PYTHONPATH": str(Path(blocks.__file__).parents[1])}
    command = [sys.executable, "-m", "blocks.torch", "explained:bad"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("none") and "explained.py:10" in done.stdout
    assert run("explained:good")[0] == 0
    status, out, _ = run("explained:bad", "--json")
    assert status == 1 and json.loads(out)["parameters"]["bias"]["cuts"][0]["line"] == 10
    status, _, error = run("explained:fails")
    assert status == 1 and "explained.py:13" in error and len(error.splitlines()) == 1
    for wrong in ("explained", "explained:nothing", "nothing:good", "explained:torch", "explained:other"):
        status, _, error = run(wrong)
        assert status == 2 and len(error.splitlines()) == 1
    assert run("broken:good")[0] == 1
    assert run("explained:good", "--nothing")[0] == 2


def test_the_chapter_of_the_manual_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "85")
    text = (Path(blocks.__file__).parents[1] / "assets/manual/explain.md").read_text("utf-8")
    parts = re.findall(r"^( *)```(\w*)\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    codes = [textwrap.dedent(body) for _, kind, body in parts if kind == "python"]
    [printed] = [textwrap.dedent(body) for _, kind, body in parts if not kind]
    file = tmp_path / "train.py"
    file.write_text("\n\n".join(codes), "utf-8")
    names: dict[str, Any] = {}
    exec(compile(file.read_text("utf-8"), str(file), "exec"), names)
    assert str(names["explanation"]) + "\n" == printed
    names["test_only_the_head_is_trained"]()


def test_the_example_of_the_reference_works() -> None:
    text = api.topics()["api-torch"]().partition("**Example**")[2].partition("```python")[2].partition("```")[0]
    exec(text, {"blocks": blocks})
