"""The verbs `edit` and `undo`: each operation, what is refused, and what answers say."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from blocks.base.errors import FileError
from blocks.base.locks import lock_of_file
from blocks.door import editing, history, operations
from blocks.door.diagrams import revision
from tests.door.conftest import CELL, MAIN, answered, edited, op, shown, undone, write
from tests.door.walk import walk
from tests.table import table


def page_of(file: Path, name: str = "main") -> dict[str, Any]:
    raw = json.loads(file.read_text())
    return next(each for each in [*raw["pages"], *raw["composites"]] if each["name"] == name)


def blocks_of(file: Path, name: str = "main") -> dict[str, Any]:
    return {each["id"]: each for each in page_of(file, name)["blocks"]}


ADD = op("add_block", type="Tanh", id="t")
Holds: TypeAlias = Callable[[Path, Any], object]
OPERATIONS: list[tuple[str, list[dict[str, Any]], Holds]] = [
    ("a number", [op("add_block", type="Tanh"), op("add_block", type="Tanh")],
     lambda f, a: a["ids"] == ["Tanh1", "Tanh2"]),
    ("values", [op("add_block", type="Const", id="k", values={"val": [1.0]})],
     lambda f, a: a["blocks"]["k"]["outputs"]["output"] == {"to": [], "dtype": "DT_FLOAT", "shape": [1]}),
    ("an earlier name", [op("add_block", type="Tanh", at=[7, 8])], lambda f, a: a["blocks"]["Tanh1"]["at"] == [7, 8]),
    ("remove", [op("remove_block", id="mm")],
     lambda f, a: a["blocks"]["mm"] is None and len(a["dropped"]) == 3 and _new(a) == ["error@main/cell.x"]),
    ("set", [op("set", block="x", value="val", to=[[5.0, 6.0]])],
     lambda f, a: a["blocks"].keys() == {"x"} and a["blocks"]["x"]["values"] == {"val": [[5.0, 6.0]]}),
    ("set a literal", [op("unwire", to="mm.b"), op("set", block="mm", value="b", to=[[1.0], [2.0]])],
     lambda f, a: a["blocks"]["mm"]["inputs"]["b"]["from"] is None and not a["problems"]["new"]),
    ("set inside", [op("set", block="twice", value="y", to=5.0, on=":Cell")],
     lambda f, a: page_of(f, "Cell")["values"][0]["default"] == 5.0),
    ("unset", [op("unset", block="cell", value="by")], lambda f, a: a["blocks"]["cell"]["values"] == {}),
    ("wire at a list", [op("wire", from_="w.ref", to="list.values")],
     lambda f, a: a["blocks"]["list"]["inputs"]["values"]["from"] == ["x.output", "x.output", "w.ref"]),
    ("unwire all", [op("unwire", to="list.values")],
     lambda f, a: a["blocks"]["list"]["inputs"]["values"]["from"] == []),
    ("unwire one", [op("wire", from_="w.ref", to="list.values"), op("unwire", to="list.values", from_="w.ref")],
     lambda f, a: a["blocks"] == {}),
    ("rename", [op("rename", block="mm", to="product")],
     lambda f, a: a["blocks"]["cell"]["inputs"]["x"]["from"] == "product.product" and "mm" not in blocks_of(f)),
    ("rename a pin", [op("rename", block="x", to="input", on=":Cell")],
     lambda f, a: a["blocks"]["cell"]["inputs"]["input"]["from"] == "mm.product" and not a["problems"]["new"]),
    ("replace", [op("replace", block="loss", type="Square")],
     lambda f, a: a["blocks"]["loss"]["inputs"]["x"]["from"] == "cell.y" and a["dropped"] == []),
    ("replace and lose", [op("replace", block="mm", type="Tanh")], lambda f, a: a["dropped"] == [["w.ref", "mm.b"]]),
    ("mute", [op("mute", block="far", to=True)], lambda f, a: a["blocks"]["far"]["muted"] is True),
    ("frame", [ADD, op("wire", from_="cell.y", to="t.x"), op("frame", blocks=["t", "cell"], title="F")],
     lambda f, a: _inside(blocks_of(f)["t"]["at"], page_of(f)["frames"][0])),
    ("note", [op("note", text="hello", near="x")], lambda f, a: page_of(f)["notes"][0]["text"] == "hello"),
    ("pages", [op("add_page", name="p"), op("add_block", type="Tanh", on="p")],
     lambda f, a: a["blocks"].keys() == {"p/Tanh1"} and a["ids"] == ["Tanh1"]),
    ("remove a page", [op("add_page", name="p"), op("remove_page", name="main")],
     lambda f, a: a["blocks"]["main/mm"] is None),
    ("composites", [op("add_composite", name="New", wires=[["a.output", "b.input"]],
                       blocks=[{"id": "a", "type": "InputPin"}, {"id": "b", "type": "OutputPin"}]),
                    op("add_block", type=":New")],
     lambda f, a: a["ids"] == ["a", "b", "New1"] and page_of(f, "New")["blocks"][1]["at"] != [0, 0]),
    ("make a composite", [op("make_composite", blocks=["mm", "w"], name="Lin")],
     lambda f, a: a["ids"] == ["Lin1"] and a["blocks"]["Lin1"]["inputs"]["a"]["from"] == "x.output" and not _new(a)),
    ("expand", [op("expand", block="cell"), op("remove_composite", name="Cell")],
     lambda f, a: a["ids"] == ["twice"] and a["blocks"]["twice"]["values"] == {"y": 3.0}),
    ("a fix", [op("set", block="x", value="val", to=[[1, 2]]), op("fix", problem="error@main/mm.b")],
     lambda f, a: not a["problems"]["new"] and blocks_of(f)["x"]["values"] == {"val": [[1.0, 2.0]]}),
    ("a chosen fix", [op("set", block="x", value="val", to=[[1, 2]]), op("fix", problem="error@main/mm.b", choice=1)],
     lambda f, a: not a["problems"]["new"] and a["ids"] == ["Cast1"]),
    ("a cycle", [op("unwire", to="mm.a"), op("wire", from_="cell.y", to="mm.a")], lambda f, a: a["problems"]["new"]),
    ("a dtype", [op("set", block="x", value="dtype", to="DT_STRING")], lambda f, a: a["problems"]["new"]),
    ("nothing", [op("add_block", type="Tanh", id="q"), op("remove_block", id="q")], lambda f, a: a["blocks"] == {}),
]  # fmt: skip


def _new(answer: Any) -> list[str]:
    return [each["id"] for each in answer["problems"]["new"]]


def _inside(at: list[float], frame: Any) -> bool:
    return all(a <= b <= a + size for a, b, size in zip(frame["at"], at, frame["size"], strict=True))


@table("name, given, holds", OPERATIONS, ids=lambda row: row)
def test_operations(name: str, given: list[Any], holds: Any, tmp_path: Path) -> None:
    file = write(tmp_path / f"{name.replace(' ', '-')}.gradblocks")
    before = file.read_bytes()
    dry = edited(file, *given, dry_run=True)
    assert file.read_bytes() == before
    told = edited(file, *given)
    assert told == dry and holds(file, told), told
    assert shown(file, page=page_names(file)[0])["revision"] == told["revision"]
    if file.read_bytes() != before:
        assert undone(file)["revision"] == revision(before.decode())
    assert file.read_bytes() == before


def page_names(file: Path) -> list[str]:
    return [each["name"] for each in json.loads(file.read_text())["pages"]]


REFUSED: list[tuple[Any, int, str, str]] = [
    ([op("add_blok", type="Tanh")], 0, "add_blok", "add_block"),
    ([op("add_block", type="Tanh", vales={})], 0, "vales", "values"),
    ([op("add_block")], 0, "type", "type"),
    ([op("add_block", type=5)], 0, "string", ""),
    ([op("add_block", type="Tan", at=[1])], 0, "two finite", ""),
    ([op("add_block", type="Tanhh")], 0, "Tanhh", "Tanh"),
    ([op("add_block", type="Tanh", id="mm")], 0, "already", ""),
    ([op("add_block", type="Tanh", id="a.b")], 0, "'.'", ""),
    ([op("add_block", type="Const", values={"vall": 1})], 0, "vall", "val"),
    ([ADD, op("set", block="nn", value="y", to=1)], 1, "'nn'", "mm"),
    ([op("set", block="cell/twice", value="y", to=1)], 0, "cell/twice", ":Cell"),
    ([op("set", block="x", value="dtyp", to=1)], 0, "dtyp", "dtype"),
    ([op("wire", from_="x.output", to="mm.a")], 0, "one wire", "x.output"),
    ([op("wire", from_="x.outpt", to="far.x")], 0, "outpt", "output"),
    ([op("wire", from_="x", to="far.x")], 0, "pin", "block.pin"),
    ([op("wire", from_="x.output", to="far.y")], 0, "input pin", ""),
    ([op("unwire", to="far.x")], 0, "no such wire", "nothing"),
    ([op("rename", block="mm", to="w")], 0, "already", ""),
    ([op("mute", block="mm", to=1)], 0, "true or false", ""),
    ([op("remove_composite", name="Cell")], 0, "used", "cell"),
    ([op("expand", block="mm")], 0, "instance", ""),
    ([op("fix", problem="error@main/mm.b")], 0, "no problem", ""),
    ([op("remove_page", name="mian")], 0, "mian", "main"),
    ([op("set", block="x", value="val", to={"elided": [1]})], 0, "elided", ""),
    ([op("frame", blocks=[], title="")], 0, "list of ids", ""),
    ([op("add_block", type="Tanh", on="nowhere")], 0, "nowhere", ""),
    ([5], 0, "object", "add_block"),
    ([op("make_composite", blocks=["mm"], name="Cell")], 0, "already", ""),
]  # fmt: skip


@table("given, operation, message, hint", REFUSED, ids=str)
def test_refusals(given: Any, operation: int, message: str, hint: str, tmp_path: Path) -> None:
    file = write(tmp_path / "refused.gradblocks")
    before = file.read_bytes()
    told = edited(file, *given)["error"]
    assert told["operation"] == operation and message in told["message"], told
    assert hint in (told["hint"] or ""), told
    assert told["status"] == 1 and file.read_bytes() == before and not list(tmp_path.glob("state/**/*.edit"))


def test_a_whole_page(file: Path) -> None:
    before = file.read_bytes()
    for name in ("main", ":Cell"):
        page = shown(file, page=name)["page"]
        assert edited(file, {"page": page})["changes"] == [] and file.read_bytes() == before
    page = shown(file)["page"]
    page["blocks"][0] = {"id": "x", "type": "Const", "values": {"val": [[1.0, 7.0]]}}
    page["blocks"].append({"id": "new", "type": "Frob", "values": {"any": 1}})
    told = edited(file, {"page": page})
    assert [each["change"] for each in told["changes"]] == ["add blocks", "set value", "set field"]
    assert told["ids"] == ["new"] and told["blocks"]["x"]["at"] == [0, 0]
    assert "Frob" in told["problems"]["new"][0]["message"]
    page["blocks"][0]["values"] = {"val": {"elided": [1, 2]}}
    assert edited(file, {"page": page})["blocks"] == {}
    assert edited(file, {"page": {**page, "blok": 1}})["error"]["message"]
    other = edited(file, {"page": {"name": "other", "blocks": [{"id": "a", "type": "Tanh"}], "wires": []}})
    assert other["blocks"]["other/a"]["type"] == "Tanh" and other["changes"][0]["change"] == "add page"


def test_gradients_and_problems_are_compared(file: Path) -> None:
    stop = [op("add_block", type="StopGradient", id="s"), op("unwire", to="loss.t"),
            op("wire", from_="cell.y", to="s.input"), op("wire", from_="s.output", to="loss.t")]  # fmt: skip
    told = edited(file, *stop, op("rename", block="w", to="weight"))
    lost = [each for each in told["gradient"]["lost"] if each["loss"] == "loss.output"]
    assert [(each["block"], each["at"]) for each in lost] == [("weight", "s")] and "StopGradient" in lost[0]["reason"]
    back = edited(file, op("remove_block", id="s"), op("wire", from_="cell.y", to="loss.t"))
    assert [(e["loss"], e["block"]) for e in back["gradient"]["gained"]] == [("loss.output", "weight")]
    wrong = edited(file, op("set", block="x", value="val", to="text"))
    assert wrong["problems"]["new"] and all(each["level"] == "error" for each in wrong["problems"]["new"])
    same = edited(file, op("set", block="x", value="val", to="other"))["problems"]
    assert same["new"] == same["gone"] == [] and same["left"]
    undone(file)
    undone(file)
    gone = edited(file, op("remove_block", id="weight"))["gradient"]["lost"]
    assert gone and {each["reason"] for each in gone} == {"removed"}


def test_blocks_are_placed_beside_their_wires(file: Path) -> None:
    before = {name: each["at"] for name, each in blocks_of(file).items()}
    edited(file, op("wire", from_="cell.y", to="t.x"), ADD)
    told = edited(file, ADD, op("wire", from_="cell.y", to="t.x"), op("add_block", type="Const", id="c"),
                  op("wire", from_="c.output", to="list.values"), op("add_block", type="Tanh", id="n", near="far"),
                  op("add_block", type="Tanh", id="low"))  # fmt: skip
    at = {name: each["at"] for name, each in told["blocks"].items()}
    assert at["t"][0] > before["cell"][0] and at["c"][0] < before["list"][0] and at["n"][0] > before["far"][0]
    assert at["low"][1] > before["far"][1] and {k: blocks_of(file)[k]["at"] for k in before} == before


def test_a_stale_base_is_refused_with_the_difference(file: Path) -> None:
    base = shown(file)["revision"]
    now = edited(file, ADD, base=base)["revision"]
    error = edited(file, op("remove_block", id="t"), base=base)["error"]
    assert error["status"] == 1 and error["revision"] == now and any("'t'" in line for line in error["difference"])
    assert edited(file, op("remove_block", id="t"), base="unknown")["error"]["difference"] is None
    assert "error" not in edited(file, op("remove_block", id="t"), base=now)


def test_a_file_that_does_not_exist(tmp_path: Path) -> None:
    file = tmp_path / "new.gradblocks"
    assert edited(file, ADD, base="x")["error"]["status"] == 1 and not file.exists()
    assert edited(file)["changes"] == [] and not file.exists()
    told = edited(file, ADD)
    assert told["blocks"]["t"]["at"] == [0, 0] and page_names(file) == ["main"]
    assert undone(file)["revision"] is None and not file.exists()
    assert undone(file)["error"]["status"] == shown(file)["error"]["status"] == 2
    assert edited(tmp_path / "no.txt", ADD)["error"]["status"] == 2


def test_undo_goes_back_step_by_step(file: Path, monkeypatch: pytest.MonkeyPatch, state: Path) -> None:
    monkeypatch.setattr(history, "MOST", 3)
    file.write_text(file.read_text().replace("\n      ", "\n\t"))  # not canonical: its bytes come back
    texts = [file.read_bytes()]
    for i in range(5):
        edited(file, op("set", block="x", value="val", to=[[1.0, float(i + 5)]]))
        texts.append(file.read_bytes())
    edited(file, ADD, dry_run=True)
    edited(file, ADD, out=str(file.with_name("out.gradblocks")))
    assert file.read_bytes() == texts[-1] and shown(file.with_name("out.gradblocks"))["blocks"]["t"]
    for text in texts[-2:-5:-1]:
        assert undone(file)["problems"]["new"] == [] and file.read_bytes() == text
    assert undone(file)["error"]["status"] == 1
    edited(file, ADD)
    file.write_text(file.read_text().replace("3.0", "3.5"))
    error = undone(file)["error"]
    assert error["status"] == 1 and any("3.5" in line for line in error["difference"]) and error["revision"]
    [folder] = (state / "journals").iterdir()
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def test_an_undo_that_cannot_be_written_can_be_repeated(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()
    edited(file, ADD)
    with monkeypatch.context() as full:
        full.setattr(editing, "write_atomically", _fail)
        assert undone(file)["error"]["status"] == 1
    assert undone(file)["problems"]["new"] == [] and file.read_bytes() == before


def _fail(path: str, data: bytes) -> None:
    raise FileError("no space is left on the device", file=path)


def test_others_who_write(file: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = lock_of_file(state / "locks", file)
    assert lock.take()
    assert edited(file, ADD)["open_in_editor"] is True and undone(file)["open_in_editor"] is True
    lock.release()
    assert "open_in_editor" not in edited(file, ADD)
    monkeypatch.setattr(history, "PATIENCE", 0.05)
    with history.History(str(file)).lock():
        assert "editing" in edited(file, op("remove_block", id="t"))["error"]["message"]
    check = editing._answer  # pyright: ignore[reportPrivateUsage]

    def meanwhile(*given: Any) -> Any:
        file.write_text(file.read_text() + "\n")
        return check(*given)

    monkeypatch.setattr(editing, "_answer", meanwhile)
    assert "changed the file" in edited(file, op("remove_block", id="t"))["error"]["message"]


def test_several_pages(tmp_path: Path) -> None:
    file = write(tmp_path / "two.gradblocks", [MAIN, {**MAIN, "name": "second"}], [CELL])
    assert "second" in edited(file, ADD)["error"]["hint"] and "second" in shown(file)["error"]["hint"]
    told = edited(file, {**ADD, "on": "second"}, op("wire", on="second", from_="cell.y", to="t.x"))
    assert told["blocks"]["second/t"]["inputs"]["x"]["from"] == "second/cell.y"
    assert edited(file, op("set", on="second", block="nn", value="y", to=1))["error"]["block"] == "second/nn"


@pytest.mark.parametrize("start", [None, "custom_gradients", "lstm"])
def test_a_random_walk(tmp_path: Path, start: str | None) -> None:
    assert walk(tmp_path, 12, 3, start) > 2


def test_hostile_input(file: Path) -> None:
    """Whatever comes in is refused with a message, and the file stays as it is."""
    before, deep = file.read_bytes(), b"[" * 100 + b"]" * 100
    given = [b"", b"nul", b"{", b"[NaN]", b'[{"op": "set", "op": "x"}]', b'"\\ud800"', deep, b"[1e999]", b"\xff", b"{}"]
    given += [b"5", b"null", b'{"page": 5}', b'{"page": {"name": 5}}', b'{"page": {"name": "main", "blocks": 5}}']
    given += [
        b'{"page": {"name": "main", "blocks": [5]}}',
        b'{"page": {}, "more": 1}',
        b"[" + b'{"op":"add_page"},' * 3 + b"0]",
    ]
    for data in given:
        told = answered("edit", lambda data=data: editing.edit(str(file), editing.parsed(data)))
        assert told["error"]["message"] and told["error"]["status"] == 1, data
    junk: list[Any] = [
        None,
        5,
        "x",
        "mm",
        "mm.a",
        [],
        {},
        [1, 2],
        True,
        1e300,
        ["mm"],
        [[[[]]]],
        {"elided": 1},
        "\0",
        "x" * 9999,
    ]
    draw = random.Random(5)
    for _ in range(400):
        name = draw.choice([*operations.KEYS, "frob"])
        keys = [key.partition(":")[0].rstrip("?") for key in operations.KEYS.get(name, "on id").split()]
        one = {
            "op": name,
            **{key: draw.choice(junk) for key in draw.sample([*keys, "more"], draw.randint(0, len(keys)))},
        }
        assert edited(file, one, dry_run=True), one
    assert file.read_bytes() == before
    assert "10,000" in edited(file, *[op("add_page", name="p")] * 10_001)["error"]["message"]
