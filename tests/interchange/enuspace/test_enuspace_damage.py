"""Damaged and hostile files give one sentence that names the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks.base.errors import DiagramError, FileError
from blocks.interchange.enuspace import page
from blocks.interchange.enuspace.convert import import_file
from blocks.interchange.enuspace.page import parse_xml
from tests.interchange.enuspace.pages import pin, use, write_page

BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg enuspace-version="3">&b;</svg>'


def refused(path: Path) -> str:
    with pytest.raises(FileError) as caught:
        import_file(path)
    assert str(path.stem) in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not valid XML"),
        (b"\xff\xfe", "not valid XML"),
        (b"\xff\xfe<", "not valid UTF-16 text"),
        (b"\xff\xfe\x00\xd8\x41\x00", "not valid UTF-16 text"),
        (b"\x89PNG\r\n", "not valid UTF-8 text"),
        (b"hello", "not valid XML"),
        (b"<svg enuspace-version='3'><use></svg>", "not valid XML"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not an enuSpace page"),
        (b"<html enuspace-version='3'/>", "not an enuSpace page"),
        (BOMB.encode(), "document type"),
        (BOMB.encode("utf-16"), "document type"),
        (b"<!DOCTYPE svg SYSTEM 'file:///etc/passwd'><svg/>", "document type"),
        (b"<svg enuspace-version='3'>&other;</svg>", "not valid XML"),
        (b"<svg enuspace-version='3'>" + b"<g>" * 100_000, "nested more than"),
    ],
)
def test_damaged_pages(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "page.svg"
    path.write_bytes(content)
    assert words in refused(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("[]", "not an enuSpace task export"),
        ('{"object": {}}', "not an enuSpace task export"),
        ('{"object": [1]}', "not an enuSpace task export"),
        ('{"object": [{"id": "a"}]}', "not an enuSpace task export"),
        ('{"object": [{"id": "a", "symbol-name": "#Const", "input": [{}]}]}', "not an enuSpace task export"),
        ('{"object": [{"id": "a", "symbol-name": "#Const", "input": 1}]}', "not an enuSpace task export"),
        ('{"object": [{"id": "\\ud800", "symbol-name": "#Const"}]}', "surrogate"),
    ],
)
def test_damaged_exports(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "page.json"
    path.write_bytes(content.encode("utf-16"))
    assert words in refused(path)


@pytest.mark.parametrize(
    ("at", "shape", "words"),
    [
        (0, "[201]", "occupies the bytes 0 to 1608, but the file has only 1600"),
        (8, "[200]", "occupies the bytes 8 to 1608"),
        (10**14, "[1]", "the file has only 1600"),
        (0, "[999999999999][999999999999][999999999999]", "the file has only 1600"),
        (-1, "[1]", "is not an index"),
        (0, "[x]", "is not the shape"),
    ],
)
def test_damaged_data(tmp_path: Path, at: int, shape: str, words: str) -> None:
    (tmp_path / "page.dat").write_bytes(bytes(1600))
    path = write_page(tmp_path, [use("c", "Const", pin("val", "", "double", shape, at=at))])
    message = refused(path)
    assert words in message
    assert "block 'c', pin 'val'" in message


def test_an_unknown_type_of_binary_value(tmp_path: Path) -> None:
    (tmp_path / "page.dat").write_bytes(bytes(16))
    path = write_page(tmp_path, [use("c", "Const", pin("val", "", "string", "[2]", at=0))])
    assert "type 'string'" in refused(path)


def test_pins_that_share_their_data_do_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MAX_DATA", 4000)
    (tmp_path / "page.dat").write_bytes(bytes(1600))
    blocks = [use(f"c{i}", "Const", pin("val", "", "double", "[200]", at=0)) for i in range(3)]
    assert "the values take more than" in refused(write_page(tmp_path, blocks))


def test_limits_and_kinds_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cannot be read" in refused(tmp_path / "absent.svg")
    assert "cannot be read" in refused(tmp_path / "page.enup")
    assert "not an enuSpace file" in refused(tmp_path / "page.txt")
    path = write_page(tmp_path, [])
    import_file(path)
    monkeypatch.setattr(page, "MAX_FILE", 100)
    assert "is larger than" in refused(path)


@pytest.mark.parametrize("text", ["1;x", "1", ""])
def test_values_that_do_not_fit_stay_as_text(tmp_path: Path, text: str) -> None:
    result = import_file(write_page(tmp_path, [use("c", "Const", pin("val", text, "double", "[2]"))]))
    assert dict(result.diagram.pages[0].block("c").values) == {"val": text}
    assert result.report[0].kind == "problem"
    assert result.report[0].location == "c.val"


@given(st.text(max_size=200))
def test_any_text_is_xml_or_an_error(text: str) -> None:
    try:
        parse_xml(text, "x")
    except FileError as error:
        assert str(error)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Const", "Const_ex", "Variable", "Input", "Tensor", "Mean", "AddN", "FIFOQueue", "Zzz"]),
            st.sampled_from(["val", "initvalues", "dtype", "shape", "attrs", "x", "inputs", "axis", "t"]),
            st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)
            | st.sampled_from(["{1,2}", "DT_FLOAT", "a_=1;", "1;2", "1.5f", "[2][3]", "nan", "{{1},{2,3}}"]),
            st.sampled_from(["string", "double", "float", "int", "bool", "odd"]),
            st.sampled_from(["", "[2]", "[1][2]", "[0]", "[1001]"]),
        ),
        max_size=4,
    )
)
def test_any_pin_text_imports_or_is_an_error(
    tmp_path_factory: pytest.TempPathFactory, pins: list[tuple[str, str, str, str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("page")
    blocks = [use(f"b{i}", kind, pin(name, *rest)) for i, (kind, name, *rest) in enumerate(pins)]
    try:
        result = import_file(write_page(folder, blocks))
    except DiagramError as error:
        assert str(error)
    else:
        assert len(result.diagram.pages[0].blocks) >= len(pins)
        assert result.diagram.dumps()
