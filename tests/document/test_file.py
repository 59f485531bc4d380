"""Diagram files: what opens, what comes back out, and what a broken one says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocks.base.errors import DiagramError, FileError
from blocks.document import canonical, decoding, strict_json
from blocks.document.data import MAX_BLOCKS, Block, Document, Endpoint, Frame, Note, Wire
from blocks.document.file import dumps, load, loads, save
from blocks.document.model import Diagram
from blocks.document.reading import LoadError
from tests.document.documents import EXAMPLE, documents, json_values

pytestmark = pytest.mark.usefixtures("made_up_names")

CONFORMANCE = Path(__file__).parent.parent / "conformance"
COMPOSITES = (CONFORMANCE.parent / "corpus/format_2.gradblocks").read_text("utf-8")


def wrapped(**page: Any) -> str:
    return json.dumps({"format": "gradblocks/1", "pages": [{"name": "main", **page}]})


def block_text(block: str) -> str:
    return f'{{"format": "gradblocks/1", "pages": [{{"name": "main", "blocks": [{block}]}}]}}'


def faults(text: str | bytes) -> list[str]:
    with pytest.raises(LoadError) as caught:
        loads(text, "x.gradblocks")
    assert str(caught.value) == "\n".join(map(str, caught.value.errors))
    return [str(error) for error in caught.value.errors]


def test_example_is_canonical() -> None:
    assert dumps(loads(EXAMPLE)) == EXAMPLE


def test_example_of_the_contract_with_its_wires_on_one_line() -> None:
    text = re.sub(r'\[\n +(\["A.*\],)\n +(.*)\n +\]', r"[\1 \2]", EXAMPLE)
    assert '"wires": [["A.output", "v.a"], ["b.output", "v.b"]],' in text
    assert dumps(loads(text)) == EXAMPLE


def test_what_is_read() -> None:
    diagram = loads(EXAMPLE)
    page = diagram.page("main")
    assert diagram.title == "A times b"
    assert page.blocks[2] == Block("v", "MatMul", (300, 80), {"transpose_b": True})
    assert page.wires[0] == Wire(Endpoint("A", "output"), Endpoint("v", "a"))
    assert page.notes == (Note((40, 0), "v = A b^T"),)


def test_everything_optional_in_its_place() -> None:
    text = """{
  "format": "gradblocks/1",
  "pages": [
    {
      "name": "p",
      "blocks": [
        {"id": "a", "type": "T", "at": [0, 0.5], "size": [10, 20], "collapsed": true, "muted": true, "color": "#0f0", "values": {"a": 1, "b": null}, "z": 1, "y": {"k": []}}
      ],
      "wires": [
        ["a.o", "b.i[12]"]
      ],
      "notes": [
        {"at": [1, 2], "text": "n", "size": [3, 4], "by": "me"}
      ],
      "frames": [
        {"at": [1, 2], "size": [3, 4], "title": "f", "color": "#fff", "z": 1}
      ],
      "routes": [
        {"wire": ["a.o", "b.i[12]"], "points": [[1, 2], [3.5, -4]], "z": 1}
      ],
      "more": [1.0, 1]
    },
    {
      "name": "q",
      "blocks": [],
      "wires": []
    }
  ],
  "zoom": 2,
  "by": "me"
}
"""  # noqa: E501
    assert dumps(loads(text)) == text


def test_empty_diagram() -> None:
    text = '{\n  "format": "gradblocks/1",\n  "pages": []\n}\n'
    assert dumps(Diagram()) == text
    assert dumps(loads(text)) == text
    assert loads('{"format": "gradblocks/1"}').pages == ()


@given(documents)
def test_saved_and_loaded_is_the_same(document: Document) -> None:
    text = canonical.dumps(document)
    again = loads(text)
    assert dumps(again) == text
    assert dumps(loads(text.encode())) == text
    assert again.package == document.package
    before, after = (*document.composites, *document.pages), (*again.composites, *again.pages)
    for old, new in zip(before, after, strict=True):
        assert (old.name, old.wires, old.notes, old.frames, old.extra) == (
            (new.name, new.wires, new.notes, new.frames, new.extra)
        )
        assert old.composite == new.snapshot().composite


@given(json_values)
def test_a_value_keeps_its_type(value: Any) -> None:
    diagram = Diagram(Document("", ()))
    diagram.add_page("p").add("Unknown", id="a", v=value)
    saved = loads(dumps(diagram)).page("p").block("a").values["v"]
    assert repr(saved) == repr(value)


@pytest.mark.parametrize(
    "value", ["1", "1.0", "-0.0", "[0.0, 0, true]", str(10**4299), "1e+22", "5e-324", '{"b": 1, "a": 2}', "null"]
)
def test_numbers_are_written_as_they_were(value: str) -> None:
    text = block_text(f'{{"id": "a", "type": "Unknown", "values": {{"v": {value}}}}}')
    assert f'"values": {{"v": {value}}}}}' in dumps(loads(text))


def test_positions_are_tidied() -> None:
    assert '"at": [40, -0.5]' in dumps(loads(block_text('{"id": "a", "type": "T", "at": [40.0, -0.5]}')))
    assert '"at": [0, 0]' in dumps(loads(block_text('{"id": "a", "type": "T"}')))


def test_text_that_a_terminal_obeys_is_escaped_and_the_rest_is_not() -> None:
    diagram = Diagram()
    diagram.add_page("p").add("T", id="한", v="\x1b[31m\x7f\x9b\u2028\u202e\x00é")
    text = dumps(diagram)
    assert r'"\u001b[31m\u007f\u009b\u2028\u202e\u0000é"' in text
    assert '"id": "한"' in text
    assert loads(text).page("p").block("한").values["v"] == "\x1b[31m\x7f\x9b\u2028\u202e\x00é"


def test_one_edit_is_one_line() -> None:
    diagram = loads(EXAMPLE)
    diagram.page("main").wire("A.output", "v.b")
    before, after = EXAMPLE.splitlines(), dumps(diagram).splitlines()
    assert [line for line in after if line not in before] == [
        '        ["b.output", "v.b"],',
        '        ["A.output", "v.b"]',
    ]


class FakeAttribute:
    def __init__(self, type: str, default: Any, required: bool = False) -> None:
        self.name, self.type, self.default, self.required = "v", type, default, required


class FakeType:
    def __init__(self, *attributes: FakeAttribute) -> None:
        self.attributes = attributes


@pytest.mark.parametrize(
    ("kind", "default", "value", "dropped"),
    [
        ("bool", False, False, True),
        ("bool", False, 0, False),
        ("bool", True, 1, False),
        ("int", 0, 0, True),
        ("int", 0, False, False),
        ("int", 0, 0.0, False),
        ("int", 1, True, False),
        ("float", 1.0, 1, True),
        ("float", 1.0, 1.0, True),
        ("float", 1.0, True, False),
        ("float", 0.0, -0.0, False),
        ("float", 0.0, 0, True),
        ("float", 0.5, 10**400, False),
        ("string", "", "", True),
        ("string", "a", "b", False),
        ("string", "", {"base64": ""}, False),
        ("type", "DT_FLOAT", "DT_FLOAT", True),
        ("type", "DT_FLOAT", "DT_DOUBLE", False),
        ("shape", None, None, True),
        ("shape", [], [], True),
        ("shape", (2, None), [2, None], True),
        ("shape", [], None, False),
        ("shape", [1], [True], False),
        ("list(int)", (1, 2), [1, 2], True),
        ("list(int)", [1, 2], [1, 2.0], False),
        ("list(int)", [1, 2], [1], False),
        ("list(float)", [1.0, 2.0], [1, 2], True),
        ("list(type)", [], [], True),
        ("list(shape)", [[2]], [[2]], True),
        ("tensor", None, [1.0], False),
    ],
)
def test_defaults_are_left_out(
    monkeypatch: pytest.MonkeyPatch, kind: str, default: Any, value: Any, dropped: bool
) -> None:
    spec = FakeType(FakeAttribute(kind, default))
    monkeypatch.setattr("blocks.library.registry.find", lambda name: spec if name == "T" else None)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    diagram = Diagram()
    page = diagram.add_page("p")
    page.add("T", id="a", v=value)
    page.add("Missing", id="b", v=value)
    kept_a, kept_b = loads(dumps(diagram)).page("p").blocks
    assert ("v" not in kept_a.values) == dropped
    assert "v" in kept_b.values
    assert page.block("a").values == {"v": value}


def test_a_required_attribute_has_no_default(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = FakeType(FakeAttribute("shape", None, required=True))
    monkeypatch.setattr("blocks.library.registry.find", lambda _name: spec)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    text = block_text('{"id": "a", "type": "T", "values": {"v": null}}')
    assert '"values": {"v": null}' in dumps(loads(text))


def test_defaults_of_the_library() -> None:
    text = block_text('{"id": "a", "type": "MatMul", "values": {"transpose_b": false, "transpose_a": true, "a": 0}}')
    assert '"values": {"a": 0, "transpose_a": true}' in dumps(loads(text))


USABLE = [
    wrapped(blocks=[{"id": "a", "type": "No Such Type", "values": {"x": {"y": [None]}}}]),
    wrapped(blocks=[{"id": "a", "type": "MatMul", "values": {"no_such": 1, "transpose_a": "rubbish"}}]),
    wrapped(blocks=[{"id": "a", "type": "Const", "surprise": [1]}]),
    wrapped(wires=[["nobody.x", "nowhere.y"], ["nobody.x", "nowhere.y"]]),
    wrapped(blocks=[{"id": "a", "type": "MatMul"}], wires=[["a.nope", "a.a"], ["a.product", "a.a"]]),
    wrapped(notes=[{"surprise": 1}], frames=[{"surprise": 1}], surprise=1),
]


@pytest.mark.parametrize("text", USABLE)
def test_what_can_be_mended_opens_and_is_kept(text: str) -> None:
    saved = dumps(loads(text))
    assert dumps(loads(saved)) == saved
    for word in ("No Such Type", "no_such", "rubbish", "surprise", "nobody", "nope"):
        assert (word in text) == (word in saved)


REFUSED: list[tuple[str, str]] = [
    ("", "x.gradblocks: this is not JSON: Expecting value at line 1, column 1"),
    ("nonsense", "x.gradblocks: this is not JSON: Expecting value at line 1, column 1"),
    ("[]", "x.gradblocks: this is not a Gradblocks diagram: a diagram is a JSON object"),
    (
        "{}",
        'this is not a Gradblocks diagram: it has no \'format\'. Use a file that contains "format": "gradblocks/1".',
    ),
    ('{"format": "enuspace"}', "it has the format 'enuspace'"),
    ('{"format": "gradblocks/0"}', "it has the format 'gradblocks/0'"),
    ('{"format": 1}', "has an unknown 'format'"),
    (
        '{"format": "gradblocks/4"}',
        "the diagram has the format gradblocks/4 of a newer "
        "Gradblocks; this version reads up to gradblocks/3. Update Gradblocks to open the diagram.",
    ),
    ('{"format": "gradblocks/1", "title": 3}', "'title' of the diagram must be a string"),
    ('{"format": "gradblocks/1", "pages": {}}', "'pages' must be a list"),
    ('{"format": "gradblocks/1", "pages": [1]}', "page number 1 must be an object"),
    ('{"format": "gradblocks/1", "pages": [{}]}', "page number 1: 'name' is missing"),
    ('{"format": "gradblocks/1", "pages": [{"name": ""}]}', "the name '' of page number 1 is empty"),
    ('{"format": "gradblocks/1", "pages": [{"name": "a"}, {"name": "a"}]}', "two pages have the name 'a'"),
    (wrapped(blocks={}), "page 'main': 'blocks' must be a list"),
    (wrapped(wires=3), "page 'main': 'wires' must be a list"),
    (wrapped(notes=None), "page 'main': 'notes' must be a list"),
    (wrapped(frames=""), "page 'main': 'frames' must be a list"),
    (wrapped(blocks=[[]]), "page 'main': block number 1 must be an object"),
    (wrapped(blocks=[{"type": "T"}]), "page 'main': block number 1: 'id' is missing"),
    (wrapped(blocks=[{"id": 7, "type": "T"}]), "block number 1: 'id' is missing or not a string"),
    (wrapped(blocks=[{"id": "a"}]), "page 'main', block 'a': 'type' must be the name of a block type"),
    (wrapped(blocks=[{"id": "a", "type": ""}]), "'type' must be the name of a block type"),
    (wrapped(blocks=[{"id": "a", "type": "T", "values": []}]), "block 'a': 'values' must be an object"),
    (wrapped(blocks=[{"id": "a", "type": "T", "values": None}]), "block 'a': 'values' must be an object"),
    (wrapped(blocks=[{"id": "a", "type": "T", "at": [1]}]), "block 'a': 'at' must be two finite numbers"),
    (wrapped(blocks=[{"id": "a", "type": "T", "at": [True, 1]}]), "'at' must be two finite numbers"),
    (wrapped(blocks=[{"id": "a", "type": "T", "at": [0, 10**400]}]), "'at' must be two finite numbers"),
    (wrapped(blocks=[{"id": "a", "type": "T", "at": None}]), "'at' must be two finite numbers"),
    (wrapped(blocks=[{"id": "a", "type": "T", "size": "big"}]), "block 'a': 'size' must be two finite numbers"),
    (wrapped(blocks=[{"id": "a", "type": "T", "muted": 1}]), "block 'a': 'muted' must be true or false"),
    (wrapped(blocks=[{"id": "a", "type": "T"}] * 2), "block 'a': two blocks have the id 'a'"),
    (wrapped(wires=[["a.b"]]), "page 'main': wire number 1 must be a list of two strings"),
    (wrapped(wires=[["a.b", 1]]), "page 'main': wire number 1 must be a list of two strings"),
    (wrapped(wires=[["a.b", "c"]]), "page 'main': wire number 1: 'c' is not the name of a pin. Write block.pin, or"),
    (wrapped(wires=[["a.b.c", "c.d"]]), "'a.b.c' is not the name of a pin"),
    (wrapped(wires=[["a.b[01]", "c.d"]]), "'a.b[01]' is not the name of a pin"),
    (wrapped(wires=[["a.b[-1]", "c.d"]]), "'a.b[-1]' is not the name of a pin"),
    (wrapped(wires=[["a.b[٣]", "c.d"]]), "'a.b[٣]' is not the name of a pin"),
    (wrapped(notes=[1]), "note number 1 must be an object"),
    (wrapped(notes=[{"text": None}]), "'text' of note number 1 must be a string"),
    (wrapped(frames=[1]), "frame number 1 must be an object"),
    (wrapped(frames=[{"color": 1}]), "'color' of frame number 1 must be a string"),
    (block_text('{"id": "a", "type": "T", "type": "U"}'), "block 'a': the key 'type' occurs twice in one object"),
    ('{"format": "gradblocks/1", "format": "gradblocks/1"}', "the key 'format' occurs twice in one object"),
    (
        block_text('{"id": "a", "type": "T", "values": {"v": [NaN]}}'),
        "block 'a': NaN is not valid JSON; in a tensor, write it as",
    ),
    (block_text('{"id": "a", "type": "T", "values": {"v": -Infinity}}'), "block 'a': -Infinity is not valid JSON"),
    (block_text('{"id": "a", "type": "T", "values": {"v": 1e999}}'), "block 'a': '1e999' is too large"),
    (block_text('{"id": "a", "values": {"v": ' + "9" * 4301 + "}}"), "an integer has more than 4300 digits"),
    (
        block_text('{"id": "a", "values": {"v": "\\ud800"}}'),
        "block 'a': the string '\\ud800' contains half of a surrogate",
    ),
    (block_text('{"id": "a", "values": {"\\udfff": 1}}'), "block 'a': the key '\\udfff' contains half of a surrogate"),
    (block_text('{"id": "a\\ud800"}'), "page 'main': the string 'a\\ud800' contains half of a surrogate pair"),
    ('{"a": "\ud800"}', "the text has half of a surrogate pair at offset 7"),
    ('{"format": "gradblocks/1", "x": ' + "[" * 64 + "]" * 64 + "}", "nested more than 64 levels deep"),
]


@pytest.mark.parametrize(("text", "expected"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_refused(text: str, expected: str) -> None:
    (fault,) = faults(text)
    assert expected in fault
    assert fault.startswith("x.gradblocks: ")


@pytest.mark.parametrize("block_id", ["", ".", "a.b", "a/b", " a", "a ", "\u00a0a", "a\x00", "\x1b", "\x9b", "a\nb"])
def test_ids_that_are_none(block_id: str) -> None:
    (fault,) = faults(wrapped(blocks=[{"id": block_id, "type": "T"}]))
    assert f"the id {block_id!r} of block number 1 " in fault


@pytest.mark.parametrize("block_id", ["a b", "한글", "a[0]", "'\"\\", "\U0001f600", "a\u200bb", "-"])
def test_ids_that_are_fine(block_id: str) -> None:
    assert loads(wrapped(blocks=[{"id": block_id, "type": "T"}])).page("main").block(block_id)


def test_every_fault_is_reported() -> None:
    text = wrapped(
        blocks=[{"id": "a"}, 3, {"id": "b", "type": "T", "at": 0, "muted": 0}, {"id": "b", "type": "T"}],
        wires=[["x", "y.z"]],
        notes=[{"at": "here"}],
    )
    assert faults(text) == [
        "x.gradblocks: page 'main', block 'a': 'type' must be the name of a block type",
        "x.gradblocks: page 'main': block number 2 must be an object",
        "x.gradblocks: page 'main', block 'b': 'at' must be two finite numbers",
        "x.gradblocks: page 'main', block 'b': 'muted' must be true or false",
        "x.gradblocks: page 'main', block 'b': two blocks have the id 'b'",
        "x.gradblocks: page 'main': wire number 1: 'x' is not the name of a "
        "pin. Write block.pin, or block.pin[0] for a list element.",
        "x.gradblocks: page 'main': 'at' must be two finite numbers",
    ]


def test_every_bad_number_is_reported_with_its_block() -> None:
    block = '{"id": "a", "values": {"v": [NaN, 1e400]}}, {"id": "b", "x": 1, "x": 2}'
    assert [f.split(": ", 1)[1] for f in faults(block_text(block))] == [
        "page 'main', block 'a': NaN is not valid JSON; in a tensor, write it as the string \"NaN\"",
        "page 'main', block 'a': '1e400' is too large",
        "page 'main', block 'b': the key 'x' occurs twice in one object",
    ]


@pytest.mark.parametrize("block", ["1", "NaN", '{"a": 1, "a": 1}', '{"id": "a.b"}'])
def test_endless_faults_are_not(block: str) -> None:
    messages = faults(block_text(", ".join([block] * 300)))
    assert len(messages) == decoding.MAX_FAULTS + 1
    assert messages[-1] == "x.gradblocks: there are more errors"


def test_the_first_fault_is_the_error_s_own() -> None:
    with pytest.raises(DiagramError) as caught:
        loads(wrapped(blocks=[{"id": "a"}, 3]))
    assert isinstance(caught.value, FileError)
    assert (caught.value.page, caught.value.block) == ("main", "a")


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    many = wrapped(blocks=[{"id": str(i), "type": "T"} for i in range(MAX_BLOCKS + 1)])
    (fault,) = faults(many)
    assert "the diagram has 100,001 blocks; the limit is 100,000" in fault
    monkeypatch.setattr(decoding, "MAX_WIRES", 2)
    (fault,) = faults(wrapped(wires=[["a.b", "c.d"]] * 3))
    assert "the diagram has 3 wires; the limit is 2" in fault
    monkeypatch.setattr(strict_json, "MAX_BYTES", 10)
    (fault,) = faults(EXAMPLE)
    assert 'bytes; the limit is 10. Keep large tensors in .npy files: {"file": "weights.npy"}.' in fault


def test_deepest_nesting_that_opens_is_saved_and_opens_again() -> None:
    text = block_text('{"id": "a", "type": "T", "values": {"v": ' + "[" * 58 + "]" * 58 + "}}")
    saved = dumps(loads(text))
    assert dumps(loads(saved)) == saved
    (fault,) = faults(text.replace("[]", "[[]]"))
    assert "nested more than 64 levels deep" in fault


def test_brackets_in_strings_are_no_nesting() -> None:
    text = block_text('{"id": "a", "type": "T", "values": {"v": "' + '[{\\"' * 100 + '"}}')
    assert loads(text).page("main").block("a").values["v"] == '[{"' * 100


def test_long_strings_beside_deep_nesting() -> None:
    long = '"' + "x" * (strict_json._PIECE + 5) + '\\""'  # pyright: ignore[reportPrivateUsage]
    assert loads(f'{{"format": "gradblocks/1", "a": {long}, "b": [{long}]}}').extra["b"]
    (fault,) = faults(f'{{"a": {long}, "b": {"[" * 64}{long}{"]" * 64}}}')
    assert "nested more than 64 levels deep" in fault


@pytest.mark.parametrize("string", ["\\", '"', '\\"', '"\\', '\\\\"[', "[\\", '{"\\\\'])
def test_backslashes_and_quotes_beside_deep_nesting(string: str) -> None:
    written = json.dumps(string)
    assert (
        loads(f'{{"format": "gradblocks/1", "a": {written}, "b": {"[" * 62}{written}{"]" * 62}}}').extra["a"] == string
    )
    (fault,) = faults(f'{{"a": {written}, "b": {"[" * 64}{written}{"]" * 64}}}')
    assert "nested more than 64 levels deep" in fault


def test_byte_order_mark_is_skipped() -> None:
    assert dumps(loads(b"\xef\xbb\xbf" + EXAMPLE.encode())) == EXAMPLE
    assert dumps(loads("\ufeff" + EXAMPLE)) == EXAMPLE


@pytest.mark.parametrize("data", [b'{"format": "\xff"}', EXAMPLE.encode("utf-16"), b'"\xed\xa0\x80"', b'"\xc0\x80"'])
def test_other_encodings(data: bytes) -> None:
    (fault,) = faults(data)
    assert re.search(r"this is not UTF-8 text: byte 0x\w\w at offset \d+$", fault)


def test_load_and_save(tmp_path: Path) -> None:
    path = tmp_path / "a.gradblocks"
    diagram = loads(EXAMPLE)
    assert diagram.path is None
    save(diagram, path)
    assert path.read_bytes() == EXAMPLE.encode()
    again = load(path)
    assert (again.path, diagram.path) == (str(path), str(path))
    again.save(tmp_path / "b.gradblocks")
    assert again.path == str(tmp_path / "b.gradblocks")


def test_load_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = tmp_path / "none.gradblocks"
    with pytest.raises(FileError) as caught:
        load(missing)
    assert str(caught.value) == f"{missing}: cannot be read: No such file or directory"
    with pytest.raises(FileError, match="cannot be read: Is a directory"):
        load(tmp_path)
    with pytest.raises(FileError, match="cannot be read: embedded null byte"):
        load("a\0b")
    missing.write_text("{")
    with pytest.raises(LoadError) as broken:
        load(missing)
    assert str(broken.value).startswith(f"{missing}: this is not JSON")
    monkeypatch.setattr("blocks.document.reading.MAX_BYTES", 0)
    with pytest.raises(FileError, match="the file has more than 0 bytes"):
        load(missing)


def test_what_could_not_be_loaded_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("blocks.document.model.MAX_BYTES", 10)
    with pytest.raises(FileError, match=r"would take 5\d\d bytes in a file; the limit is 10") as caught:
        loads(EXAMPLE).save(tmp_path / "a")
    assert caught.value.file == str(tmp_path / "a")
    assert not list(tmp_path.iterdir())


def test_conformance_diagrams_load_and_save() -> None:
    count = 0
    for path in CONFORMANCE.rglob("*.json"):
        for case in json.loads(path.read_text()).get("cases", []):
            count += 1
            once = dumps(loads(json.dumps(case["diagram"]), str(path)))
            assert dumps(loads(once)) == once
    assert count > 100


JUNK: list[Any] = [None, True, 1, -1, 1.5, 10**400, "", "a.b", "\0", [], {}, [[]], [1, 2], {"a": 1}, ["a.b", "c.d"]]
junk: st.SearchStrategy[Any] = st.sampled_from(JUNK)


def mutated(raw: Any, choose: st.DataObject) -> Any:
    """The value with one thing in it replaced, removed, doubled or added."""
    if isinstance(raw, (list, dict)) and raw and choose.draw(st.integers(0, 5)):
        if isinstance(raw, list):
            items: list[Any] = list(raw)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            i = choose.draw(st.integers(0, len(items) - 1))
            match choose.draw(st.integers(0, 9)):
                case 0:
                    del items[i]
                case 1:
                    items.append(items[i])
                case 2:
                    items.insert(i, choose.draw(junk | json_values))
                case _:
                    items[i] = mutated(items[i], choose)
            return items
        entries: dict[str, Any] = dict(raw)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        key = choose.draw(st.sampled_from(sorted(entries)))
        match choose.draw(st.integers(0, 9)):
            case 0:
                del entries[key]
            case 1:
                entries[choose.draw(st.text(max_size=3))] = choose.draw(junk | json_values)
            case _:
                entries[key] = mutated(entries[key], choose)
        return entries
    return choose.draw(junk | json_values)


@settings(max_examples=300)
@given(st.data())
def test_mutants_of_the_example_open_or_are_refused(choose: st.DataObject) -> None:
    raw = json.loads(choose.draw(st.sampled_from([EXAMPLE, COMPOSITES])))
    raw["pages"][0]["frames"] = [{"at": [0, 0], "size": [1, 1], "title": "t", "color": "red"}]
    for _ in range(choose.draw(st.integers(1, 4))):
        raw = mutated(raw, choose)
    try:
        diagram = loads(json.dumps(raw), "x")
    except LoadError as error:
        assert error.errors
        assert all(str(e).startswith("x: ") for e in error.errors)
    else:
        assert dumps(loads(dumps(diagram))) == dumps(diagram)


@settings(max_examples=300)
@given(st.data())
def test_bytes_of_the_example_may_be_anything(choose: st.DataObject) -> None:
    data = bytearray(EXAMPLE.encode())
    for _ in range(choose.draw(st.integers(1, 4))):
        at = choose.draw(st.integers(0, len(data) - 1))
        piece = choose.draw(st.binary(max_size=3) | st.sampled_from([b'"', b"[[", b"}", b"NaN", b"1e999", b"\\ud800"]))
        data[at : at + choose.draw(st.integers(0, 8))] = piece
    try:
        diagram = loads(bytes(data))
    except LoadError:
        return
    assert dumps(loads(dumps(diagram))) == dumps(diagram)


def test_a_frame_without_title() -> None:
    diagram = loads(wrapped(frames=[{"at": [1, 1]}]))
    assert diagram.page("main").frames == (Frame((1, 1)),)
    assert '{"at": [1, 1]}' in dumps(diagram)
