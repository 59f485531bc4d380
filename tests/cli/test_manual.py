"""``gradblocks manual``: every chapter renders, every link leads somewhere, and every command in it works."""

from __future__ import annotations

import re
import shlex
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.cli import COMMANDS
from blocks.cli.manual import contents
from blocks.cli.manual.chapters import CHAPTERS, chapter
from blocks.cli.manual.site import site
from blocks.compile import passes
from blocks.graph.documentation import parse
from blocks.library.index import all_types
from tests import packages
from tests.cli.conftest import ROOT, Command
from tests.compile.test_passes import types_in
from tests.document.test_packages import nets

MANUAL = ROOT / "assets/manual"
TEXTS = {path.name: path.read_text("utf-8") for path in [*MANUAL.glob("*.md"), ROOT / "README.md"]}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Read(HTMLParser):
    """What a page holds: its text, ids, links, and what it loads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src"):
                self.links.append(value or "")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return site()


@pytest.fixture(scope="module")
def pages(files: dict[str, bytes]) -> dict[str, Read]:
    return {name: Read(data.decode()) for name, data in files.items() if name.endswith(".html")}


def test_every_file_is_a_chapter() -> None:
    assert {path.stem for path in MANUAL.glob("*.md")} == {*CHAPTERS} - {"blocks"}
    assert all(re.match(r"# \S.*\n\n", chapter(topic)) for topic in CHAPTERS)
    assert [line.split()[0] for line in contents().splitlines()[: len(CHAPTERS)]] == list(CHAPTERS)


def test_topics_are_printed(command: Command) -> None:
    assert command("manual").out == contents()
    for topic in (*CHAPTERS, "blocks-math_ops"):
        done = command("manual", topic)
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith("# ")
        assert not re.search(r"\]\(|\\[*\[<+-]|{{", FENCE.sub("", done.out)), topic


def test_what_is_asked_wrongly_is_told(command: Command, tmp_path: Path) -> None:
    for given, said in (
        (["gradient"], "There are: tutorial, editor"),
        (["MatMul"], "`gradblocks blocks MatMul` describes it"),
        (["blocks-nothing"], "no topic"),
        (["tutorial", "--html", tmp_path], "without TOPIC"),
    ):
        done = command("manual", *given)
        assert (done.status, done.out, len(done.errors)) == (2, "", 1)
        assert said in done.err


def test_the_site_is_written_over_an_older_one(command: Command, tmp_path: Path, files: dict[str, bytes]) -> None:
    folder = tmp_path / "new" / "site"
    folder.mkdir(parents=True)
    (folder / "index.html").write_text("old")
    assert command("manual", "--html", folder).status == 0
    assert {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")} == files
    done = command("manual", "--html", folder / "index.html")
    assert (done.status, len(done.errors)) == (1, 1)


def test_links_of_the_site_stay_in_it_and_lead_somewhere(files: dict[str, bytes], pages: dict[str, Read]) -> None:
    for name, page in pages.items():
        assert not page.tags & {"script", "iframe", "object"}
        assert len(set(page.ids)) == len(page.ids), name
        for link in page.links:
            target, _, place = link.partition("#")
            assert (target or name) in files, (name, link)
            assert not place or place in pages[target or name].ids, (name, link)
    assert b"url(" not in files["style.css"] and b"@import" not in files["style.css"]


def test_the_reference_says_all_that_is_declared(pages: dict[str, Read]) -> None:
    texts = {name: " ".join("".join(page.text).split()) for name, page in pages.items()}
    for spec in all_types():
        if spec.internal:
            continue
        text = texts[f"blocks-{spec.page}.html"]
        told = parse(spec.doc)
        for said in (told.summary, *re.split(r"\n\s*\n", told.text), *told.arguments.values(), *told.outputs.values()):
            items = re.sub(r"^- ", "", said.replace("`", ""), flags=re.MULTILINE if said.startswith("- ") else 0)
            assert " ".join(items.split()) in text, spec.name
        assert spec.name.lower() in pages[f"blocks-{spec.page}.html"].ids
        for named in (*spec.inputs, *spec.attributes, *spec.outputs):
            assert f"{named.name} (" in text, (spec.name, named.name)
    assert all(f"usage: gradblocks {name}" in texts["command-line.html"] for name in COMMANDS)


def test_commands_and_options_that_texts_name_exist(command: Command) -> None:
    known = {name: command(name, "--help").out for name in COMMANDS}
    for file, text in TEXTS.items():
        for name, rest in re.findall(r"\bgradblocks ([a-z]+)(?=[\s`])([^`\n]*)", text):
            assert name in COMMANDS, (file, name)
            for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest):
                assert re.search(rf"{option}\b", known[name]), (file, name, option)


def test_files_that_the_manual_names_exist() -> None:
    for file, text in TEXTS.items():
        for name in re.findall(r"`((?:app|blocks|tests|assets|\.ci|\.github)/[\w./-]+)`", FENCE.sub("", text)):
            assert (ROOT / name).exists(), (file, name)
        for link in re.findall(r"\]\(([^)#:]+)\)", text):
            base = ROOT if file == "README.md" else MANUAL
            assert (base / link).exists() or link == "blocks.md", (file, link)


def test_the_five_minutes_of_the_readme_work(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    commands = TEXTS["README.md"].partition("## Five minutes\n")[2].partition("\n## ")[0]
    [lines] = [body for kind, body in FENCE.findall(commands) if kind == "sh"]
    tried = [shlex.split(line, comments=True) for line in lines.splitlines()]
    assert tried.pop()[:1] == [".venv/bin/gradblocks"]  # the editor
    for program, *arguments in tried:
        assert program == ".venv/bin/gradblocks"
        assert command(*arguments).status == 0, arguments
    [body] = [body for kind, body in FENCE.findall(commands) if kind == "python"]
    exec(body, {})


def test_the_tutorial_works(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for kind, body in FENCE.findall(TEXTS["tutorial.md"]) if kind == "sh" for line in body.splitlines()]
    said: list[str] = []
    for line in lines:
        program, *arguments = shlex.split(line)
        assert program == "gradblocks"
        done = command(*arguments)
        assert (done.status, done.err) == (0, ""), line
        said.append(done.out)
    assert len(said) > 8
    for shown in [body for kind, body in FENCE.findall(TEXTS["tutorial.md"]) if kind == ""]:
        assert any(shown in out for out in said), shown
    [formula] = re.findall(r"prints `(d loss .*)`", TEXTS["tutorial.md"])
    assert any(formula in out for out in said)


def test_programs_of_the_manual_work(tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("example", "a_times_b", "--to", ".").status == 0
    programs = [body for kind, body in FENCE.findall(TEXTS["python.md"]) if kind == "python"]
    assert programs
    for body in programs:
        exec(body, {})


def test_the_chapter_on_composites_works(tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried: list[str] = []
    for kind, body in FENCE.findall(TEXTS["composites.md"]):
        if kind == "python":
            exec(body, {})
        for line in body.splitlines() if kind == "sh" else ():
            program, *arguments = shlex.split(line)
            assert program == "gradblocks"
            done = command(*arguments)
            assert (done.status, done.err) == (0, ""), line
            tried.append(done.out)
    assert "hidden/mm.result_product" in tried[1]
    assert '"enters": ["hidden.y"], "leaves": []' in tried[4]
    assert '"enters": ["rnn.y"], "leaves": ["rnn.x"]' in tried[-2]
    assert "[0.6049     0.74441004 0.96996903]" in tried[-1]  # 0.1 (x - mean) is added for 1, 2, 3, 1, 2, 3


def test_the_packages_of_the_manual_work(tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    nets(name="my_layers").save("my_layers.gradblocks")
    nets().save("network.gradblocks")
    tried: list[str] = []
    with packages.place(tmp_path, monkeypatch):
        for kind, body in FENCE.findall(TEXTS["package.md"].partition("## Packages of composites")[2]):
            if kind == "python":
                exec(body, {})
            for line in body.splitlines() if kind == "sh" else ():
                done = command(*shlex.split(line)[1:])
                assert (done.status, done.err) == (0, ""), line
                tried.append(done.out)
    assert len(tried) == 6 and "Dense is copied" in tried[2]


def test_the_block_type_of_the_manual_runs_and_has_its_gradient() -> None:
    [code] = [body for _, body in FENCE.findall(TEXTS["block-type.md"])]
    names: dict[str, Any] = {"__name__": "blocks.library.math.hypotenuse"}
    exec(code, names)
    root = blocks.Scope.new_root_scope()
    x, y = ops.Const(root, [3.0]), ops.Const(root, [4.0])
    z = names["Hypotenuse"](root, x, y)
    got = blocks.ClientSession(root).run([z, *blocks.add_symbolic_gradients(root, [z], [x, y])])
    np.testing.assert_allclose(got, [[5.0], [0.6], [0.8]], rtol=1e-6)


def test_the_pass_of_the_manual_applies(monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = [body for _, body in FENCE.findall(TEXTS["pass.md"])]
    names = dict(vars(passes))
    exec(code, names)
    monkeypatch.setitem(passes.PASSES, "negations", names["negations"])
    root = blocks.Scope.new_root_scope()
    x = ops.Placeholder(root, "DT_FLOAT", shape=[2])
    z = ops.Exp(root, ops.Negate(root, ops.Negate(root, x)))
    assert types_in([z], {x: np.ones(2, np.float32)}, ["negations"]).count("Negate") == 0
    once = ops.Exp(root, ops.Negate(root, x))
    assert types_in([once], {x: np.ones(2, np.float32)}, ["negations"]).count("Negate") == 1


def test_the_diagrams_of_the_manual_are_canonical(command: Command, tmp_path: Path) -> None:
    diagrams = [body for kind, body in FENCE.findall(TEXTS["file-format.md"]) if kind == "json"]
    assert ["gradblocks/2" in diagram for diagram in diagrams] == [False, True]
    file = tmp_path / "page.gradblocks"
    for diagram in reversed(diagrams):
        file.write_text(diagram, "utf-8")
        assert command("fmt", file).out == diagram
    assert command("check", file).status == 0
