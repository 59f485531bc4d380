"""`Folders`: what a page may read and write."""

from __future__ import annotations

from pathlib import Path

import pytest

from blocks.base.errors import DiagramError
from blocks.run.files import Folders


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    (tmp_path / "home").mkdir()
    (tmp_path / "read").mkdir()
    (tmp_path / "write").mkdir()
    (tmp_path / "read" / "a.txt").write_bytes(b"a")
    return Folders(tmp_path / "home", [tmp_path / "read"], [tmp_path / "write"])


def test_a_file_is_written_below_the_home_and_read_back(folders: Folders, tmp_path: Path) -> None:
    folders.write("deep/er/x.bin", [b"ab", b"cd"])
    assert (tmp_path / "home/deep/er/x.bin").read_bytes() == b"abcd"
    with folders.open("deep/er/x.bin") as file:
        assert file.read() == b"abcd"


def test_a_folder_for_writing_may_be_read_too(folders: Folders, tmp_path: Path) -> None:
    name = str(tmp_path / "write" / "x")
    folders.write(name, b"1")
    with folders.open(name) as file:
        assert file.read() == b"1"


@pytest.mark.parametrize("where", ["../outside", "../read/a.txt"])
def test_nothing_is_written_or_removed_elsewhere(folders: Folders, tmp_path: Path, where: str) -> None:
    for act in (lambda: folders.write(where, b"1"), lambda: folders.remove(where)):
        with pytest.raises(DiagramError, match="outside the diagram's folder"):
            act()
    assert not (tmp_path / "outside").exists()
    assert (tmp_path / "read" / "a.txt").read_bytes() == b"a"


def test_a_link_does_not_lead_out(folders: Folders, tmp_path: Path) -> None:
    (tmp_path / "home" / "link").symlink_to(tmp_path)
    with pytest.raises(DiagramError, match="outside"):
        folders.write("link/x", b"1")
    with pytest.raises(DiagramError, match="outside"):
        folders.matching("link/*")


def test_names_match_in_order(folders: Folders) -> None:
    for name in ("b2", "b1", "c"):
        folders.write(name, b"")
    assert folders.matching("b?") == ["./b1", "./b2"]
    assert folders.matching("nowhere/*") == []


def test_what_is_not_there_is_removed_without_a_word(folders: Folders, tmp_path: Path) -> None:
    folders.write("x", b"1")
    folders.remove("x")
    folders.remove("x")
    assert not (tmp_path / "home" / "x").exists()


def test_the_place_of_a_file_is_given_only_where_it_may_be_read(folders: Folders, tmp_path: Path) -> None:
    folders.write("x", b"1")
    assert folders.path("x") == str(tmp_path / "home" / "x")
    for name in ("../outside", ".", "none"):
        with pytest.raises(DiagramError):
            folders.path(name)


def test_only_empty_folders_below_the_home_are_removed(folders: Folders, tmp_path: Path) -> None:
    folders.write("deep/er/x", b"1")
    folders.remove_folder("deep/er")
    assert (tmp_path / "home/deep/er/x").exists()
    folders.remove("deep/er/x")
    folders.remove_folder("deep/er")
    folders.remove_folder("deep/er")
    assert not (tmp_path / "home/deep/er").exists()
    folders.remove_folder("deep")
    folders.remove_folder(".")
    assert (tmp_path / "home").is_dir()
    with pytest.raises(DiagramError, match="outside"):
        folders.remove_folder("../read")


def test_what_is_no_array_is_named_as_the_page_names_it(folders: Folders) -> None:
    folders.write("w.npy", b"text")
    with pytest.raises(DiagramError) as caught:
        folders.load("w.npy")
    assert (caught.value.file, caught.value.message) == (None, "the file 'w.npy': the contents are not in .npy format")
