"""A conversation: draw a two-layer network on this data, train it, put StopGradient on the target, show what stops."""

from __future__ import annotations

import json
from typing import Any

from tests.mcp.conftest import Connected, Session

FILE = "net.gradblocks"
DATA = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
LABELS = [[0.0], [1.0], [1.0], [0.0]]


def add(block: str, type_name: str, **values: Any) -> dict[str, Any]:
    return {"op": "add_block", "id": block, "type": type_name, **({"values": values} if values else {})}


def wire(source: str, target: str) -> dict[str, Any]:
    return {"op": "wire", "from": source, "to": target}


NETWORK = [
    add("x", "Const", val=DATA),
    add("labels", "Const", val=LABELS),
    add("W1", "Variable", initvalues=[[0.5, -0.3, 0.8], [-0.4, 0.7, 0.6]]),
    add("W2", "Variable", initvalues=[[0.4], [-0.5], [0.3]]),
    add("scale", "Variable", initvalues=1.0),
    *(add("first", "MatMul"), add("hidden", "Tanh"), add("second", "MatMul"), add("target", "Multiply")),
    *(add("off", "Subtract"), add("squared", "Square"), add("loss", "Mean", axis=[0, 1])),
    add("train", "Minimize", learning_rate=0.1),
    *(wire("x.output", "first.a"), wire("W1.ref", "first.b"), wire("first.product", "hidden.x")),
    *(wire("hidden.y", "second.a"), wire("W2.ref", "second.b"), wire("labels.output", "target.x")),
    *(wire("scale.ref", "target.y"), wire("second.product", "off.x"), wire("target.z", "off.y")),
    *(wire("off.z", "squared.x"), wire("squared.y", "loss.input"), wire("loss.output", "train.loss")),
]
STOP = [
    {"op": "unwire", "to": "off.y"}, add("stop", "StopGradient"), wire("target.z", "stop.input"),
    wire("stop.output", "off.y"),
]  # fmt: skip


def test_the_conversation_needs_no_correction(session: Session) -> None:
    async def talk(call: Connected) -> None:
        assert (await call("open"))["diagrams"] == []
        for name in ("Variable", "MatMul", "Minimize"):
            assert (await call("describe", type=name))["block"]["type"] == name
        made = await call("edit", file=FILE, operations=NETWORK)
        assert made["problems"] == {"new": [], "gone": [], "left": 0}
        assert made["blocks"]["second"]["outputs"]["product"]["shape"] == [4, 1]
        assert {each["block"] for each in made["gradient"]["gained"]} == {"W1", "W2", "scale"}
        assert (await call("check", file=FILE))["errors"] == []
        before, after = [
            (await call("run", file=FILE, fetch="loss", steps=steps))["results"]["loss.result_output"]["mean"]
            for steps in (1, 200)
        ]
        assert after < before / 2
        stopped = await call("edit", file=FILE, operations=STOP, base=made["revision"])
        assert {(each["block"], each["at"]) for each in stopped["gradient"]["lost"]} == {("scale", "stop")}
        assert stopped["gradient"]["gained"] == []
        found = await call("find", file=FILE, gradient="loss", reached=False)
        assert [each["name"] for each in found["blocks"]] == ["scale", "stop"]
        why = await call("explain", file=FILE, block="scale", loss="loss")
        assert why["gradient"]["cut"]["block"] == "stop" and not why["gradient"]["reached"]
        picture = await call.result("show", {"file": FILE, "gradients": "loss"})
        assert [each.type for each in picture.content] == ["image", "text"]
        assert (picture.structured_content or {})["legible"]
        assert (await call("undo", file=FILE))["revision"] == made["revision"]
        assert [*(await call("read", file=FILE, block="off"))["blocks"]] == ["off"]
        assert (await call("open", file=FILE))["counts"] == {"main": {"blocks": 13, "wires": 12}}

    session(talk)


def test_the_tools_are_few_and_say_what_they_do(session: Session) -> None:
    async def talk(call: Connected) -> None:
        tools = (await call.client.list_tools()).tools
        names = ["open", "find", "describe", "read", "edit", "check", "explain", "run", "show", "undo"]
        assert [each.name for each in tools] == names
        assert len(json.dumps([each.model_dump(by_alias=True, exclude_none=True) for each in tools])) < 4 * 6000
        for each in tools:
            hints = each.annotations
            assert hints is not None and hints.open_world_hint is False and each.description
            assert hints.destructive_hint is (each.name in ("edit", "undo"))
            assert hints.read_only_hint is (each.name not in ("edit", "undo", "run"))
            assert hints.idempotent_hint is not None

    session(talk)
