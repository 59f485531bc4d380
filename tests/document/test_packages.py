"""Packages of composites: definitions are copied with what they use, and replaced when somebody asks for it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import blocks
from app.core import verbs
from blocks.analysis.checks import check
from blocks.base.errors import UsageError
from blocks.document.changes import RemovePage, SetPackage, SetValue
from blocks.document.file import loads
from blocks.document.merging.diff import differences
from blocks.document.model import Diagram
from blocks.document.packages import folders
from blocks.document.packages.copies import copies, update, use
from blocks.document.packages.description import Package, as_package
from blocks.document.reading import LoadError
from tests import packages

ABOUT: dict[str, Any] = {"name": "nets", "version": "1.0.0", "doc": "Nets.", "licence": "MIT"}


def nets(slope: float = 2.0, **about: Any) -> Diagram:
    """A package: Net holds two instances of Scaled; Alone is for itself."""
    diagram = Diagram()
    scaled = diagram.add_composite("Scaled", doc="y = by x")
    for kind, name, values in (
        ("InputPin", "x", {"dtype": "DT_FLOAT"}),
        ("Multiply", "m", {"y": slope}),
        ("OutputPin", "y", {}),
    ):
        scaled.add(kind, id=name, at=(100, 0), **values)
    scaled.wire("x.output", "m.x")
    scaled.wire("m.z", "y.input")
    scaled.add_value("by", slope, ["m.y"])
    net = diagram.add_composite("Net")
    for kind, name in (("InputPin", "x"), (":Scaled", "first"), (":Scaled", "second"), ("OutputPin", "y")):
        net.add(kind, id=name)
    for wire in ("x.output>first.x", "first.y>second.x", "second.y>y.input"):
        net.wire(*wire.split(">"))
    diagram.add_composite("Alone").add("NoOp", id="n")
    diagram.apply(SetPackage({**ABOUT, **about}))
    return diagram


def package(slope: float = 2.0, **about: Any) -> Package:
    return as_package(nets(slope, **about).document, "nets.gradblocks")


def used(diagram: Diagram, source: Package, name: str) -> str:
    result = use(diagram.document, source, name)
    diagram.apply(result.change)
    assert diagram.document == result.document
    return result.canvas[1:]


def sha256(text: str, name: str) -> str:
    """As the manual says it: the lines between the braces of the definition in a canonical file, without ``from``."""
    [body] = [each for each in text.split("\n    {\n")[1:] if each.startswith(f'      "name": "{name}"')]
    lines = body.partition("\n    }")[0].split("\n")
    kept = [line for line in lines if not line.startswith('      "from": ')]
    kept[-1] = kept[-1].removesuffix(",") if len(kept) < len(lines) else kept[-1]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()


def test_using_one_copies_what_it_needs_and_says_where_it_is_from() -> None:
    diagram = Diagram()
    assert used(diagram, package(), "Net") == "Net"
    assert [each.name for each in diagram.composites] == [":Scaled", ":Net"]
    for each in diagram.composites:
        digest = sha256(nets().dumps(), each.name[1:])
        assert each.origin == {"package": "nets", "version": "1.0.0", "sha256": digest}
        assert sha256(diagram.dumps(), each.name[1:]) == digest
    before = diagram.dumps()
    assert used(diagram, package(), "Scaled") == "Scaled" and diagram.dumps() == before
    page = diagram.add_page("main")
    page.add(":Net", id="net", x=[1.0])
    assert blocks.Session(loads(diagram.dumps())).run()["net.result_y"].tolist() == [4.0]
    with pytest.raises(UsageError, match="the block library 'nets' has no composite 'Dense'"):
        use(diagram.document, package(), "Dense")


def test_names_that_are_taken_give_the_copies_others() -> None:
    diagram = Diagram()
    diagram.add_composite("Scaled", doc="Mine.")
    diagram.add_page(":Net")  # pages may be called so
    assert used(diagram, package(), "Net") == "Net2"
    assert [each.name for each in diagram.composites] == [":Scaled", ":Scaled2", ":Net2"]
    assert [block.type for block in diagram.composite("Net2").blocks][1:3] == [":Scaled2"] * 2
    origin = diagram.composite("Scaled2").origin
    assert origin is not None and origin["name"] == "Scaled"
    assert used(diagram, package(), "Net") == "Net2" and used(diagram, package(), "Scaled") == "Scaled2"
    assert not any(each.is_told for each in copies(diagram.document, {"nets": package()}.get))
    assert used(diagram, package(3.0), "Net") == "Net3", "another version is another definition"


def test_what_loops_run_goes_along() -> None:
    source = nets()
    source.add_composite("Loop").add("Scan", id="scan", body=":Scaled", over=["x"])
    either = source.add_composite("Either")
    either.add("Scan", id="scan", over=["x"])
    either.add_value("runs", ":Scaled", ["scan.body"])
    source.add_composite("Outer").add(":Either", id="either", runs=":Net")
    diagram = Diagram()
    diagram.add_composite("Scaled", doc="Mine.")
    loops = as_package(source.document, "f")
    assert used(diagram, loops, "Loop") == "Loop" and used(diagram, loops, "Loop") == "Loop"
    assert [each.name for each in diagram.composites] == [":Scaled", ":Scaled2", ":Loop"]
    assert diagram.composite("Loop").block("scan").values["body"] == ":Scaled2"
    assert not any(each.is_told for each in copies(diagram.document, {"nets": loops}.get))
    used(diagram, loops, "Outer")
    assert [each.name for each in diagram.composites][3:] == [":Net", ":Either", ":Outer"]
    assert diagram.composite("Either").values[0].default == ":Scaled2"
    edit = verbs.rename_composite(diagram.document, ":Scaled2", "Times")
    assert edit is not None
    before = diagram.dumps()
    back = diagram.apply(edit.change)
    assert diagram.composite("Loop").block("scan").values["body"] == ":Times"
    assert diagram.composite("Either").values[0].default == ":Times"
    assert not any(each.is_told for each in copies(diagram.document, {"nets": loops}.get)), "a name is no edit"
    assert used(diagram, loops, "Scaled") == "Times"
    diagram.apply(back)
    assert diagram.dumps() == before


@pytest.mark.parametrize("again", [False, True], ids=["plain", "with itself inside"])
def test_a_gradient_composite_goes_along(again: bool) -> None:
    """Also one that contains instances of what it is the gradient of."""
    source = nets()
    source.composite("Scaled").gradient = "Step"
    step = source.add_composite("Step")
    step.add("InputPin", id="grad_y")
    step.add(":Scaled" if again else ":Alone", id="inside")
    source.add_composite("Two").add(":Step", id="step")
    diagram = Diagram()
    assert used(diagram, as_package(source.document, "f"), "Net") == "Net"
    names = [":Step", ":Scaled", ":Net", *([] if again else [":Alone"])]
    assert sorted(each.name for each in diagram.composites) == sorted(names)
    assert sha256(source.dumps(), "Scaled") == sha256(diagram.dumps(), "Scaled")
    before = diagram.dumps()
    assert used(diagram, as_package(source.document, "f"), "Net") == "Net" and diagram.dumps() == before
    edit = verbs.rename_composite(diagram.document, ":Step", "Slope")
    assert edit is not None
    diagram.apply(edit.change)
    assert diagram.composite("Scaled").gradient == ":Slope"
    assert used(diagram, as_package(source.document, "f"), "Two") == "Two"
    assert diagram.composite("Two").block("step").type == ":Slope"
    assert not any(each.is_told for each in copies(diagram.document, {"nets": as_package(source.document, "f")}.get))
    # Another gradient composite makes a definition that is otherwise the same another one, and what uses it.
    diagram.apply(SetValue(":Slope", "inside", "x", 5.0))
    assert used(diagram, as_package(source.document, "f"), "Net") == "Net2"
    assert diagram.composite("Net2").block("first").type == ":Scaled2"
    assert diagram.composite("Scaled2").gradient == ":Step"
    assert diagram.composite("Step").block("inside").type == (":Scaled2" if again else ":Alone")


def test_what_is_equal_is_used_whoever_made_it() -> None:
    diagram = Diagram(nets().document)
    before = diagram.dumps()
    assert used(diagram, package(), "Net") == "Net" and diagram.dumps() == before
    diagram.apply(SetValue(":Scaled", "m", "y", 5.0))
    assert used(diagram, package(), "Net") == "Net2", "what is in it is another"
    assert used(diagram, package(), "Alone") == "Alone"


def test_copies_that_differ_are_told_and_replaced_only_when_asked() -> None:
    diagram = Diagram()
    used(diagram, package(), "Net")
    diagram.add_page("main").add(":Scaled", id="s", by=7.0)
    now: Mapping[str, Package] = {"nets": package(3.0, version="1.1.0")}
    listed = copies(diagram.document, now.get)
    assert [each.words() for each in listed if each.is_told] == [
        "from nets 1.0.0; nets 1.1.0 has a different version of it"
    ]
    one = update(diagram.document, listed)
    assert one is not None and one.changed == (":Scaled",) and one.added == ()
    told = [str(each) for each in differences(diagram.document, one.document)]
    assert "composite 'Scaled', block 'm': y changed: 2.0 -> 3.0" in told and "version" in "".join(told)
    before = diagram.dumps()
    back = diagram.apply(one.change)
    assert diagram.page("main").block("s").values == {"by": 7.0}
    assert not any(each.is_told for each in copies(diagram.document, now.get))
    assert update(diagram.document, copies(diagram.document, now.get)) is None
    diagram.apply(back)
    assert diagram.dumps() == before


def test_an_edited_copy_is_replaced_only_by_its_name() -> None:
    diagram = Diagram()
    used(diagram, package(), "Net")
    diagram.apply(SetValue(":Scaled", "m", "y", 5.0))
    now: Mapping[str, Package] = {"nets": package()}
    listed = copies(diagram.document, now.get)
    assert [(each.canvas, each.is_edited, each.differs) for each in listed] == [
        (":Scaled", True, True),
        (":Net", False, False),
    ]
    assert listed[0].words() == "from nets 1.0.0; edited here after it was copied"
    assert update(diagram.document, listed) is None
    again = update(diagram.document, listed, [":Scaled"])
    assert again is not None and again.document.composites[0].blocks[1].values == {"y": 2.0}
    newer = nets(3.0)
    newer.composite("Net").set("first", by=1.0)
    listed = copies(diagram.document, {"nets": as_package(newer.document, "x")}.get)
    more = update(diagram.document, listed)
    assert more is not None and (more.changed, more.added) == ((":Net",), (":Scaled2",)), "it uses what it needs"
    gone = nets()
    gone.apply(RemovePage(":Net"))
    listed = copies(diagram.document, {"nets": as_package(gone.document, "x")}.get)
    assert listed[1].words() == "from nets 1.0.0; nets 1.0.0 does not have Net any more"
    assert (
        copies(diagram.document, lambda _: None)[1].words()
        == "from nets 1.0.0, which is not an available block library"
    )


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "none": ({"package": None}, "this diagram is not a block library: it has no 'package'"),
    "no name": ({"package": {"version": "1"}}, "'package' has no 'name'"),
    "no version": ({"package": {"name": "n"}}, "'package' has no 'version'"),
    "a path": (
        {"package": {**ABOUT, "name": "../n"}},
        "'name' of 'package' has the invalid value '../n'. Use at most 64 letters, digits",
    ),
    "a device": ({"package": {**ABOUT, "name": "CON"}}, "it is the name of a device on Windows"),
    "wide letters": (
        {"package": {**ABOUT, "name": "\uff4e\uff45\uff54"}},
        "it contains letters that Unicode can write in a simpler form",
    ),
    "a number": (
        {"package": {**ABOUT, "version": 1.0}},
        "'version' of 'package' must be a string. Use numbers with dots",
    ),
    "a word": ({"package": {**ABOUT, "version": "new"}}, "'version' of 'package' has the invalid value 'new'"),
    "a list": ({"package": {**ABOUT, "doc": []}}, "'doc' of 'package' must be a string"),
    "unknown": (
        {"package": {**ABOUT, "enable": ["x"]}},
        "'package' has an unknown key 'enable'. The known keys are: name, version, doc",
    ),
    "nothing": ({"composites": []}, "must contain at least one composite"),
    "stranger": (
        {"composites": [{"name": "A", "blocks": [{"id": "b", "type": ":Dense"}]}]},
        "composite 'A', block 'b': the block library has no composite 'Dense'",
    ),
    "no gradient": (
        {"format": "gradblocks/3", "composites": [{"name": "A", "gradient": ":Dense"}]},
        "composite 'A': the block library has no composite 'Dense'",
    ),
    "gradient cycle": (
        {
            "format": "gradblocks/3",
            "composites": [{"name": a, "gradient": f":{b}"} for a, b in ("XA", "AB", "BC", "CA")],
        },
        "composite 'A': the custom gradients form a cycle: A -> B -> C -> A",
    ),
    "cycle": (
        {"composites": [{"name": a, "blocks": [{"id": "b", "type": f":{b}"}]} for a, b in ("AB", "BC", "CA")]},
        "contains itself: A -> B -> C -> A",
    ),
}


@pytest.mark.parametrize(("keys", "why"), WRONG.values(), ids=list(WRONG))
def test_what_is_no_package_is_refused_in_a_sentence(keys: dict[str, Any], why: str) -> None:
    raw = {key: value for key, value in {**json.loads(nets().dumps()), **keys}.items() if value is not None}
    diagram = loads(json.dumps(raw))
    with pytest.raises(LoadError) as caught:
        as_package(diagram.document, "f")
    assert len(caught.value.errors) == 1 and str(caught.value).startswith("f: ") and why in str(caught.value)
    if "package" in keys and keys["package"] is not None:
        assert [why in str(error) for error in check(diagram).errors] == [True]


def test_a_wrong_origin_is_told_and_kept() -> None:
    diagram = Diagram()
    used(diagram, package(), "Scaled")
    raw = json.loads(diagram.dumps())
    raw["composites"][0]["from"] |= {"sha256": "0123", "name": "a:b", "mirror": None}
    del raw["composites"][0]["from"]["version"]
    wrong = loads(json.dumps(raw))
    assert [str(error) for error in check(wrong).errors] == [
        "composite 'Scaled': 'from' has no 'version'. Use numbers with dots between them, as in \"1.2.0\".",
        "composite 'Scaled': 'sha256' of 'from' has the invalid value '0123'. Use 64 lower-case hexadecimal digits.",
        "composite 'Scaled': 'name' of 'from' must be a valid name of a composite",
        "composite 'Scaled': 'from' has an unknown key 'mirror'. The known keys are: package, version, sha256, name.",
    ]
    assert copies(wrong.document, lambda _: package()) == [] and json.loads(wrong.dumps()) == raw


def test_folders_are_looked_through_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from blocks.library.packages import enabled, use_folders

    with packages.place(tmp_path, monkeypatch):
        shipped = [each.name for each in folders.scan_folders()]
        file = tmp_path / "some.gradblocks"
        file.write_text(nets().dumps(), "utf-8")
        assert folders.add(str(file))[1] is None
        more = tmp_path / "more"
        more.mkdir()
        (more / "hidden.gradblocks").write_text(nets(3.0).dumps(), "utf-8")
        (more / "other.gradblocks").write_text(nets(3.0, name="other").dumps(), "utf-8")
        (more / "broken.gradblocks").write_text("{", "utf-8")
        use_folders([str(more), str(tmp_path / "gone")])
        assert enabled().names == () and enabled().folders == (str(more), str(tmp_path / "gone"))
        states = [(each.name, each.where, each.is_hidden, bool(each.fault)) for each in folders.scan_folders()]
        assert states == [
            ("nets", "user", False, False),
            ("broken", "folder", False, True),
            ("nets", "folder", True, False),
            ("other", "folder", False, False),
            ("gone", "folder", False, True),
            *((name, "shipped", False, False) for name in shipped),
        ]
        diagram = Diagram()
        assert diagram.use("nets", "Net").name == ":Net" and diagram.use("other", ":Scaled").name == ":Scaled2"
        assert diagram.use(str(file), "Alone").doc == ""
        assert not any(each.is_told for each in diagram.copies()) and diagram.update() == ()
        file.write_text(nets(4.0, version="2.0").dumps(), "utf-8")
        assert folders.add(str(file))[1] is not None
        assert diagram.update("Net") == ("Scaled",), "what it uses goes along"
        with pytest.raises(UsageError, match="'Dense' is not a copy from a block library"):
            diagram.update("Dense")
        left = folders.remove("nets")
        assert left is not None and left.file == str(more / "hidden.gradblocks")
        with pytest.raises(UsageError, match="'layers' is not in your library folder: it is part of Gradblocks"):
            folders.remove("layers")
        with pytest.raises(UsageError, match="there is no usable block library 'broken'"):
            diagram.use("broken", "Net")
