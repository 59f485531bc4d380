"""``gradblocks merge`` and ``gradblocks git``, with git itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from blocks.document.file import load, loads
from blocks.document.merging.conflicts import conflicts_in
from blocks.document.model import Diagram
from tests.cli.conftest import A_TIMES_B, PROGRAM, ROOT, Command

Edit = Callable[[Diagram], object]
TEXT = A_TIMES_B.read_text("utf-8")


def edited(path: Path, *edits: Edit, text: str = TEXT) -> Path:
    diagram = loads(text)
    for edit in edits:
        edit(diagram)
    path.write_text(diagram.dumps(), "utf-8")
    return path


def value(block: str, **values: object) -> Edit:
    return lambda diagram: diagram.pages[0].set(block, **values)


def three(folder: Path, ours: Edit, theirs: Edit, text: str = TEXT) -> list[Path]:
    return [
        edited(folder / "base.gradblocks", text=text),
        edited(folder / "ours.gradblocks", ours, text=text),
        edited(folder / "theirs.gradblocks", theirs, text=text),
    ]


def test_edits_of_both_sides_are_written(command: Command, tmp_path: Path) -> None:
    files = three(tmp_path, value("A", val=[[1.0, 2.0]]), value("v", transpose_b=True, transpose_a=False))
    done = command("merge", *files, "-o", tmp_path / "out.gradblocks")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert load(tmp_path / "out.gradblocks").pages[0].block("A").values["val"] == [[1.0, 2.0]]
    assert command("merge", *files).out == (tmp_path / "out.gradblocks").read_text("utf-8")


def test_conflicts_are_kept_named_and_settled(command: Command, tmp_path: Path) -> None:
    files = three(tmp_path, value("A", val=[[1.0, 2.0]]), value("A", val=[[3.0, 4.0]]))
    out = tmp_path / "out.gradblocks"
    done = command("merge", *files, "-o", out)
    assert done.status == 1
    conflict = "page 'main', block 'A': unresolved merge conflict: val: ours [[1.0, 2.0]], theirs [[3.0, 4.0]]"
    assert conflict in done.err
    assert load(out).pages[0].block("A").values["val"] == [[1.0, 2.0]]
    check = command("check", out)
    assert (check.status, conflict in check.err) == (1, True)
    assert command("run", out).status == 1
    done = command("merge", *files, "-o", out, "--prefer", "theirs")
    assert (done.status, done.err) == (0, "")
    assert load(out).pages[0].block("A").values["val"] == [[3.0, 4.0]]
    assert command("check", out).status == 0


LINEAR = """{
  "format": "gradblocks/1",
  "pages": [
    {
      "name": "main",
      "blocks": [
        {"id": "W", "type": "Variable", "values": {"initvalues": [[1.0], [2.0]], "shape": [2, 1]}},
        {"id": "x", "type": "Const", "values": {"val": [[1.0, 2.0]]}},
        {"id": "y", "type": "MatMul"},
        {"id": "z", "type": "Identity"},
        {"id": "loss", "type": "Square"},
        {"id": "promise", "type": "GradientContract", "values": {"why": "W is trained"}}
      ],
      "wires": [
        ["x.output", "y.a"], ["W.ref", "y.b"], ["y.product", "z.input"], ["z.output", "loss.x"],
        ["loss.y", "promise.loss"], ["W.ref", "promise.reaches"]
      ]
    }
  ]
}
"""


def test_what_the_merge_broke_is_said(command: Command, tmp_path: Path) -> None:
    """Each side is right by itself: one transposes x, the other gives it another shape."""

    def transposed(diagram: Diagram) -> None:
        diagram.pages[0].set("x", val=[[1.0], [2.0]])
        diagram.pages[0].set("y", transpose_a=True)

    def three_columns(diagram: Diagram) -> None:
        diagram.pages[0].set("x", val=[[1.0, 2.0, 3.0]])
        diagram.pages[0].set("W", initvalues=[[1.0], [2.0], [3.0]], shape=[3, 1])

    files = three(tmp_path, transposed, three_columns, LINEAR)
    for file in files:
        assert command("check", file).status == 0
    done = command("merge", *files, "-o", tmp_path / "out.gradblocks", "--prefer", "ours")
    assert done.status == 0
    assert "the merge caused this error: page 'main', block 'y'" in done.err


def test_what_the_merge_cut_is_said(command: Command, tmp_path: Path) -> None:
    """Two ways lead from W to the loss; each side cuts one of them, and both together all."""
    base = loads(LINEAR)
    page = base.pages[0]
    page.add("Identity", id="other")
    page.wire("y.product", "other.input")
    page.add("Add", id="sum")
    page.remove("loss")
    page.add("Square", id="loss")
    for source, target in (
        ("z.output", "sum.x"),
        ("other.output", "sum.y"),
        ("sum.z", "loss.x"),
        ("loss.y", "promise.loss"),
    ):
        page.wire(source, target)

    def stop(block: str) -> Edit:
        def edit(diagram: Diagram) -> None:
            old = diagram.pages[0].block(block)
            into, out = diagram.pages[0].wires_into(block), diagram.pages[0].wires_from(block)
            diagram.pages[0].remove(block)
            diagram.pages[0].add("StopGradient", id=old.id)
            for wire in (*into, *out):
                diagram.pages[0].wire(str(wire.source), str(wire.target))

        return edit

    files = three(tmp_path, stop("z"), stop("other"), base.dumps())
    for file in files:
        assert command("check", file).err == ""
    done = command("merge", *files, "-o", tmp_path / "out.gradblocks")
    assert done.status == 0
    assert "the merge caused this error: page 'main', block 'promise'" in done.err
    assert "the merge stopped a gradient: page 'main', block" in done.err
    assert "the gradient of loss.y no longer reaches W" in done.err


def test_bad_input_is_said_in_words(command: Command, tmp_path: Path) -> None:
    files = three(tmp_path, value("A", val=1.0), value("A", val=2.0))
    (tmp_path / "broken.gradblocks").write_text("{", "utf-8")
    assert command("merge", files[0], files[1], tmp_path / "broken.gradblocks").status == 1
    assert command("merge", files[0], files[1], tmp_path / "none.gradblocks").status == 2
    assert command("merge", *files, "-o", tmp_path / "no/out.gradblocks").status == 2
    assert command("merge", tmp_path, *files[1:]).status in (1, 2)


git_only = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


class Repository:
    """A repository of its own, and a home without anybody's settings."""

    def __init__(self, folder: Path, name: str = "net.gradblocks") -> None:
        self.folder = folder / "repository"
        self.name = name
        self.folder.mkdir()
        home = folder / "home"
        home.mkdir()
        self.env = {
            **{name: each for name, each in os.environ.items() if not name.startswith(("GIT_", "XDG_"))},
            "HOME": str(home), "PYTHONPATH": str(ROOT), "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
        }  # fmt: skip
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, status: int = 0) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.folder, env=self.env, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def gradblocks(self, *arguments: str, status: int = 0) -> str:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            cwd=self.folder,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def commit(self, *edits: Edit, base: str | None = None) -> None:
        path = self.folder / self.name
        edited(path, *edits, text=base or path.read_text("utf-8"))
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "edit")

    def branches(self, ours: Edit, theirs: Edit) -> None:
        self.commit(base=TEXT)
        self.git("checkout", "-q", "-b", "theirs")
        self.commit(theirs)
        self.git("checkout", "-q", "main")
        self.commit(ours)


@git_only
@pytest.mark.parametrize(
    ("scope", "name"), [((), "-o x.gradblocks"), (("--global",), "net.gradblocks")], ids=["local", "global"]
)
def test_git_merges_diagrams_block_by_block(tmp_path: Path, scope: tuple[str, ...], name: str) -> None:
    repository = Repository(tmp_path, name)
    repository.gradblocks("git", "install", *scope)
    repository.gradblocks("git", "install", *scope)  # twice does no harm
    # The two lines stand beside each other: git alone calls that a conflict.
    repository.branches(value("A", val=[[1.0, 2.0]]), value("b", val=[[7.0, 8.0]]))
    repository.git("merge", "-q", "-m", "both", "theirs")
    page = load(repository.folder / name).pages[0]
    assert (page.block("A").values["val"], page.block("b").values["val"]) == ([[1.0, 2.0]], [[7.0, 8.0]])
    assert "val changed" in repository.git("difftool", "-t", "gradblocks", "HEAD~1", "HEAD")
    edited(repository.folder / name, value("A", val=[[5.0, 6.0]]), text=(repository.folder / name).read_text("utf-8"))
    assert "val changed" in repository.git("difftool", "-t", "gradblocks")  # of the file itself, by its own name
    repository.gradblocks("git", "uninstall", *scope)
    assert "gradblocks" not in repository.git("config", "--list")


@git_only
@pytest.mark.parametrize(
    "before", [b"", b"*.png binary\n", b"*.png binary\r\n*.a b\r\n", b"\xef\xbb\xbf# \xe9", b"a\rb\x0c\n\n"]
)
def test_attributes_of_others_stay_as_they_are(tmp_path: Path, before: bytes) -> None:
    repository = Repository(tmp_path)
    path = repository.folder / ".gitattributes"
    path.write_bytes(before)
    for _ in range(2):
        repository.gradblocks("git", "install")
        assert path.read_bytes().startswith(before)
    assert "merge: gradblocks" in repository.git("check-attr", "merge", "x.gradblocks")
    end = b"\r\n" if b"\r\n" in before else b"\n"
    assert path.read_bytes().count(b"\n") == before.count(b"\n") + path.read_bytes()[len(before) :].count(end)
    repository.gradblocks("git", "uninstall")
    assert path.read_bytes() == before


@git_only
@pytest.mark.parametrize("kind", ["link to config", "dangling link", "pipe", "folder", "device", "endless", "no text"])
def test_attributes_that_are_no_plain_file_are_refused(tmp_path: Path, kind: str) -> None:
    """A repository comes from somebody else: what is called .gitattributes there may be, or lead to, anything."""
    repository = Repository(tmp_path)
    path, outside = repository.folder / ".gitattributes", tmp_path / "outside"
    config = repository.folder / ".git/config"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind in ("no text", "endless"):
        path.write_bytes(b"a\0b")
        os.truncate(path, 3 if kind == "no text" else 1 << 40)
    else:
        path.symlink_to({"link to config": config, "device": Path("/dev/zero")}.get(kind, outside))
    before = config.read_bytes()
    for action in ("install", "uninstall"):
        assert ".gitattributes: " in repository.gradblocks("git", action, status=1)
    assert config.read_bytes() == before
    assert not outside.exists()


@git_only
def test_git_is_told_of_conflicts_and_of_a_file_that_both_added(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.gradblocks("git", "install")
    repository.branches(value("A", val=[[1.0, 2.0]]), value("A", val=[[7.0, 8.0]]))
    said = repository.git("merge", "theirs", status=1)
    assert "net.gradblocks: page 'main', block 'A': unresolved merge conflict" in said
    assert "UU net.gradblocks" in repository.git("status", "--short")
    assert len(conflicts_in(load(repository.folder / "net.gradblocks").document)) == 1
    repository.git("merge", "--abort")
    # Git has no base for what both added.
    for branch, number in (("theirs", 1.0), ("main", 2.0)):
        repository.git("checkout", "-q", branch)
        edited(repository.folder / "new.gradblocks", value("b", val=[[number, number]]))
        repository.git("add", "-A")
        repository.git("commit", "-q", "-m", "new")
    repository.git("merge", "-X", "ours", "theirs", status=1)
    assert [c.at[3] for c in conflicts_in(load(repository.folder / "new.gradblocks").document)] == ["b"]


@git_only
def test_a_file_that_cannot_be_read_stays_ours_and_in_conflict(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.gradblocks("git", "install")
    repository.branches(value("A", val=[[1.0, 2.0]]), value("A", val=[[7.0, 8.0]]))
    repository.git("checkout", "-q", "theirs")
    (repository.folder / "net.gradblocks").write_text("{ nonsense", "utf-8")
    repository.git("commit", "-q", "-a", "-m", "broken")
    repository.git("checkout", "-q", "main")
    before = (repository.folder / "net.gradblocks").read_text("utf-8")
    assert "this is no" in repository.git("merge", "theirs", status=1)
    assert (repository.folder / "net.gradblocks").read_text("utf-8") == before


@git_only
def test_outside_of_a_repository_it_says_so(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    done = command("git", "install")
    assert done.status == 2
    assert "use --global" in done.err


def test_without_git_it_says_so(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = command("git", "install")
    assert (done.status, "git cannot be run" in done.err) == (2, True)
