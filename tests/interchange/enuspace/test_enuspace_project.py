"""Import of enuSpace projects: all pages that they name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from blocks.base.errors import FileError
from blocks.interchange.enuspace.convert import import_file
from tests.interchange.enuspace.pages import lines, pin, use, write_page

CONST = pin("val", "1.5", "double")


def project(folder: Path, *elements: str, name: str = "work.enup", encoding: str = "utf-16") -> Path:
    body = "".join(elements)
    text = f'<?xml version="1.0" encoding="UTF-16"?>\n<pg-project name="Lessons">{body}</pg-project>\n'
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def picture(reference: str) -> str:
    return f'<pg-picture xlink:href="{reference}"/>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "picture").mkdir()
    for name in ("first", "second"):
        write_page(tmp_path / "picture", [use(f"ID_{name}", "Const", CONST)], f"{name}.svg")
    return tmp_path


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8"])
def test_all_pages_in_their_order(folder: Path, encoding: str) -> None:
    path = project(folder, picture(".\\picture\\second.svg"), picture("picture\\FIRST.svg"), encoding=encoding)
    result = import_file(path)
    assert result.diagram.title == "Lessons"
    assert [page.name for page in result.diagram.pages] == ["second", "first"]
    assert [page.blocks[0].id for page in result.diagram.pages] == ["ID_second", "ID_first"]
    assert not result.report


def test_a_page_is_found_in_the_folder_for_pages(folder: Path) -> None:
    result = import_file(
        project(folder, picture("C:\\work\\picture\\first.svg"), picture("second.svg"), picture("second.svg"))
    )
    assert [page.name for page in result.diagram.pages] == ["first", "second"]


def test_what_is_missing_or_damaged_is_reported_and_the_rest_opens(folder: Path) -> None:
    (folder / "picture" / "broken.svg").write_text("<svg")
    elements = [picture("picture\\first.svg"), picture("picture\\gone.svg"), picture("picture\\broken.svg")]
    result = import_file(project(folder, *elements, '<pg-global xlink:href="global\\global.svg"/>'))
    assert [page.name for page in result.diagram.pages] == ["first"]
    gone, everywhere, broken = lines(result)
    assert gone.startswith("left out: page 'gone': the page 'picture\\\\gone.svg' does not exist")
    assert "global page" in everywhere
    assert broken.startswith("left out: page 'broken': the file is not valid XML")


def test_pages_of_one_name_get_names_of_their_own_and_their_data(folder: Path) -> None:
    (folder / "other").mkdir()
    large = use("A", "Const", pin("val", "", "float", "[1200]", at=0))
    for i, place in enumerate((folder / "other", folder / "picture")):
        write_page(place, [large], "first.svg")
        np.full(1200, i, np.float32).tofile(place / "first.dat")
    result = import_file(project(folder, picture("other\\first.svg"), picture("picture\\first.svg")))
    assert [page.name for page in result.diagram.pages] == ["first", "first_2"]
    values = [page.blocks[0].values["val"] for page in result.diagram.pages]
    assert [float(result.files[value["file"]][0]) for value in values] == [0.0, 1.0]


@pytest.mark.parametrize("reference", ["..\\secret.svg", "picture\\..\\..\\secret.svg", "/etc/passwd", "", "first.txt"])
def test_pages_outside_of_the_project_are_not_read(folder: Path, reference: str) -> None:
    inner = folder / "project"
    inner.mkdir()
    write_page(folder, [], "secret.svg")
    with pytest.raises(FileError, match="no page that exists"):
        import_file(project(inner, picture(reference)))


def test_a_link_that_leads_out_of_the_project_is_not_followed(folder: Path) -> None:
    inner = folder / "project"
    inner.mkdir()
    (inner / "first.svg").symlink_to(folder / "picture" / "first.svg")
    with pytest.raises(FileError, match="no page that exists"):
        import_file(project(inner, picture("first.svg")))


@pytest.mark.parametrize(
    ("content", "words"),
    [("<nothing/>", "not an enuSpace project"), ("<pg-project/>", "no page that exists"), ("{}", "not valid XML")],
)
def test_what_is_no_project(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "x.enup"
    path.write_text(content)
    with pytest.raises(FileError, match=words):
        import_file(path)


def test_a_project_whose_pages_are_all_damaged(folder: Path) -> None:
    (folder / "picture" / "first.svg").write_text("<svg")
    with pytest.raises(FileError, match="project can be read: the file is not valid XML"):
        import_file(project(folder, picture("picture\\first.svg")))
