"""``gradblocks manual``: every chapter renders, every link leads somewhere, and every command in it works."""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import re
import shlex
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base import web_page
from blocks.cli import COMMANDS
from blocks.cli.manual import api, contents
from blocks.cli.manual.chapters import CHAPTERS, GENERATED, PARTS, chapter
from blocks.cli.manual.site import site
from blocks.compile import passes
from blocks.graph.documentation import parse
from blocks.library.earlier_names import NAMES, TYPES
from blocks.library.index import all_types
from tests import packages
from tests.cli.conftest import ROOT, Command
from tests.compile.test_passes import types_in

MANUAL = ROOT / "assets/manual"
TEXTS = {path.name: path.read_text("utf-8") for path in [*MANUAL.glob("*.md"), ROOT / "README.md"]}
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
ALONE = {"block-type", "explain", "pass"}
"""Chapters with tests of their own: their code is for the sources of the project, or needs PyTorch."""
RUN = sorted({path.stem for path in MANUAL.glob("*.md")} - ALONE)


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
    assert {path.stem for path in MANUAL.glob("*.md")} == {*CHAPTERS} - {*GENERATED}
    assert all(re.match(r"# \S.*\n\n", chapter(topic)) for topic in CHAPTERS)
    assert re.findall(r"^(?:  )?(\S+)(?=  |$)", contents(), re.MULTILINE) == [
        *chain(*([part, *PARTS[part]] for part in PARTS))
    ]


def test_topics_are_printed(command: Command) -> None:
    assert command("manual").out == contents()
    for topic in (*CHAPTERS, "blocks-math_ops", "api-Session"):
        done = command("manual", topic)
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith("# ")
        assert not re.search(r"\]\(|\\[*\[<+-]|{{", FENCE.sub("", done.out)), topic


def test_what_is_asked_wrongly_is_told(command: Command, tmp_path: Path) -> None:
    for given, said in (
        (["gradient"], "`gradblocks manual`"),
        (["MatMul"], "`gradblocks blocks MatMul`"),
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
        assert not page.tags & {"iframe", "object"}
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
    known = {name: command(name, "--help-all").out for name in COMMANDS}
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
            assert (base / link).exists() or link.removesuffix(".md") in GENERATED, (file, link)


def test_the_quick_start_of_the_readme_works(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    commands = TEXTS["README.md"].partition("## Quick start\n")[2].partition("\n## ")[0]
    [lines] = [body for _, kind, body in FENCE.findall(commands) if kind == "sh"]
    tried = [shlex.split(line, comments=True) for line in lines.splitlines()]
    assert tried.pop()[:1] == [".venv/bin/gradblocks"]  # the editor
    for program, *arguments in tried:
        assert program == ".venv/bin/gradblocks"
        assert command(*arguments).status == 0, arguments
    [body] = [body for _, kind, body in FENCE.findall(commands) if kind == "python"]
    exec(body, {})


def parts_of(topic: str) -> list[tuple[str, str]]:
    """The kind and the text of what a chapter has between fences, without the indent of the list that it is in."""
    return [
        (kind, re.sub(f"^{indent}", "", body, flags=re.MULTILINE))
        for indent, kind, body in FENCE.findall(TEXTS[f"{topic}.md"])
    ]


@pytest.mark.parametrize("topic", [each for each in RUN if {"sh", "python"} & {kind for kind, _ in parts_of(each)}])
def test_commands_and_programs_of_a_chapter_work(
    topic: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In their order, in one folder; what stands between fences without a kind is printed by one of those before it."""
    monkeypatch.chdir(tmp_path)
    printed, names = "", {"__name__": topic}
    with packages.place(tmp_path, monkeypatch):
        for kind, body in parts_of(topic):
            if kind == "python":
                with contextlib.redirect_stdout(io.StringIO()) as stream:
                    exec(body, names)
                printed += stream.getvalue()
            for line in body.replace("\\\n", " ").splitlines() if kind == "sh" else ():
                program, *arguments = shlex.split(line, comments=True)
                assert program == "gradblocks"
                done = command(*arguments)
                assert done.status == 0, (line, done.err)
                printed += done.out + done.err
            if kind == "":
                assert body in printed, printed


def test_the_block_type_of_the_manual_runs_and_has_its_gradient() -> None:
    [code] = [body for _, body in parts_of("block-type")]
    names: dict[str, Any] = {"__name__": "blocks.library.math.hypotenuse"}
    exec(code, names)
    root = blocks.Scope.new_root_scope()
    x, y = ops.Const(root, [3.0]), ops.Const(root, [4.0])
    z = names["Hypotenuse"](root, x, y)
    got = blocks.ClientSession(root).run([z, *blocks.add_symbolic_gradients(root, [z], [x, y])])
    np.testing.assert_allclose(got, [[5.0], [0.6], [0.8]], rtol=1e-6)


def test_the_pass_of_the_manual_applies(monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = [body for _, body in parts_of("pass")]
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
    diagrams = [body for _, kind, body in FENCE.findall(TEXTS["file-format.md"]) if kind == "json"]
    assert ["gradblocks/2" in diagram for diagram in diagrams] == [False, True]
    file = tmp_path / "page.gradblocks"
    for diagram in reversed(diagrams):
        file.write_text(diagram, "utf-8")
        assert command("fmt", file).out == diagram
    assert command("check", file).status == 0


def test_the_examples_of_the_python_reference_work(tmp_path: Path, command: Command, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a_times_b", "gradient_descent", "stable_softmax"):
        assert command("example", name, "--to", ".").status == 0
    programs = [
        (topic, body) for topic in api.topics() for _, kind, body in FENCE.findall(chapter(topic)) if kind == "python"
    ]
    examples = [(topic, body) for topic, body in programs if not body.startswith(("blocks.", topic[4:] + "."))]
    assert len(examples) > 8
    for topic, body in examples:
        if topic in ("api-from_jax", "api-from_torch", "api-jax", "api-torch"):  # tested in tests/jax and tests/torch
            continue
        exec(body, {"blocks": blocks, "np": np})


@pytest.mark.parametrize("name", [name for name in blocks.__all__ if not inspect.ismodule(getattr(blocks, name))])
def test_a_public_name_is_documented(name: str) -> None:
    """Each name has a docstring with its parameters, and an example, which the test above runs."""
    value: Any = getattr(blocks, name)
    is_class = inspect.isclass(value)
    is_result = (is_class and issubclass(value, Exception)) or hasattr(value, "__dataclass_fields__")
    assert is_result or "\nExample:\n" in str(inspect.getdoc(value))
    members: dict[str, Any] = {key: each for key, each in vars(value).items() if is_class and key[0] != "_"}
    for member, raw in {name: value, **members}.items():
        each: Any = getattr(raw, "__func__", raw)  # of a class method
        if each is not value and type(each).__name__ not in ("property", "function"):
            continue
        doc = inspect.getdoc(each) or ""
        assert doc, member
        if "\nArgs:\n" in doc or (each is value and not is_result):
            described = re.findall(r"\w+", " ".join(re.findall(r"^    ([\w, ]+):", doc, re.MULTILINE)))
            assert {*inspect.signature(each).parameters} - {"self", "cls"} <= {*described}, member


def test_the_names_that_changed_are_listed() -> None:
    """Each earlier name that the program still accepts is in the table of renamed things."""
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "blocks").rglob("*.py"))
    old = [*TYPES, *(f"{kind}.{name}" for kind, names in NAMES.items() for name in names)]
    old += re.findall(r'^_EARLIER = {"(\w+)":|before="(--[\w-]+)"', sources, re.MULTILINE)
    old += re.findall(r"\w+=", "".join(re.findall(r"@renames\.parameters\(.*", sources)))
    table = re.findall(r"^\| (.*?) \|", chapter("versions").partition("## Renamed")[2], re.MULTILINE)
    for name in map("".join, old):
        assert any(re.search(rf"(?<![\w-]){name}(?![\w-])", row) for row in table), name


def test_the_search_finds_sections_block_types_python_names_and_options(
    files: dict[str, bytes], pages: dict[str, Read]
) -> None:
    entries = json.loads(files["search-index.js"].decode().removeprefix("self.INDEX = ").rstrip(";\n"))
    for title, kind, address, _ in entries:
        name, _, place = address.partition("#")
        assert title and kind and (not place or place in pages[name].ids), address
    found = {(title, kind) for title, kind, _, _ in entries}
    wanted = {("MatMul", "block"), ("Session.run", "Python"), ("--fetch", "option of run"), ("overflow", "Lint rules")}
    assert wanted <= found and {spec.name for spec in all_types() if not spec.internal} <= {title for title, _ in found}


def test_block_types_have_pictures_if_there_is_an_editor(
    files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = {name: data.decode() for name, data in files.items() if name.startswith("blocks-")}
    assert sum(text.count("<figure><svg") for text in drawn.values()) > 1.9 * 700
    for figure in re.findall(r"<svg.*?</svg>", drawn["blocks-core.html"]):
        assert "NaN" not in figure and ElementTree.fromstring(figure).tag == "svg"
    monkeypatch.setattr(web_page, "editor_point", lambda: None)
    assert not any(b"<svg" in data or b"{{" in data for name, data in site().items() if name.startswith("blocks-"))


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_rows_of_a_table_have_as_many_cells_as_its_head(name: str) -> None:
    text = re.sub(r"`[^`\n]*`", "code", FENCE.sub("", TEXTS[name]))
    for table in re.findall(r"(?:^ *\|.*\n(?:.+\n)*)", text, re.MULTILINE):
        rows = table.splitlines()
        assert {row.strip()[:1] + row.rstrip()[-1:] for row in rows} == {"||"}, table
        assert len({row.replace("\\|", "").count("|") for row in rows}) == 1, table
