"""The texts of the window and their translations: what is in the source, and the files that Qt reads.

So are lessons, the titles of examples and what the engine says; the manual and the help with block types are English.

``python -m tests.translations`` writes new texts of the source into ``assets/languages/gradblocks_*.ts``, takes those
away that are no longer there, and makes the ``.qm`` files of them.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import PySide6

from app.core.exercises import shipped
from app.panels.catalogue import library
from app.window.commands import table
from app.window.language import CONTEXT, LANGUAGES
from app.window.menus.actions import example_words
from blocks.cli.examples import example_texts
from blocks.exercise.model import read_exercise
from blocks.library.categories import title_of
from tests import engine_texts

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "assets" / "languages"
ENGINE_TEXTS = ROOT / "blocks" / "base" / "engine_texts.py"
TRANSLATED = [name for name in LANGUAGES if name != "en"]


class Source(NamedTuple):
    """A text of the source.

    Attributes:
        text: the English text; of a count, the one for many.
        counted: whether it has another form for one.
        menu: whether a command, a menu or a panel is called so.
    """

    text: str
    counted: bool = False
    menu: bool = False


def sources() -> dict[str, Source]:
    """Every text of the window: the arguments of `tr`, `mark` and `plural`, and the table of commands."""
    paths = [*sorted((ROOT / "app").rglob("*.py")), *sorted((ROOT / "blocks" / "transform" / "verbs").glob("*.py"))]
    paths += [ROOT / "blocks" / "analysis" / "diagnosis.py", ENGINE_TEXTS]
    sources = {each.text: each for path in paths for each in _marked(path)}
    for text in (*_of_lessons(), *_of_examples(), *{title_of(spec.page) for spec in library()}):
        sources[text] = Source(text)
    for text in _of_commands():
        sources[text] = Source(text, menu=True)
    return sources


def _of_lessons() -> Iterator[str]:
    for each in shipped().values():
        exercise = read_exercise(each.path)
        yield from (exercise.title, exercise.text)
        for check in exercise.checks:
            yield from filter(None, (check.name, check.hint))
        for question in exercise.questions:
            yield from (question.text, *(choice for choice in question.choices if isinstance(choice, str)))
        for step in exercise.steps:
            yield step.text
            if step.question is not None:
                yield step.question.ask
            if step.task is not None:
                yield step.task.say


def _of_examples() -> Iterator[str]:
    for name, text in example_texts().items():
        yield example_words(name)
        yield json.loads(text)["title"]


def _marked(path: Path) -> Iterator[Source]:
    panels = path.name == "panel_table.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        name = node.func.id
        place = {"tr": 0, "mark": 0, "plural": 2}.get(name)
        if place is not None and len(node.args) > place:
            text = node.args[place]
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield Source(text.value, name == "plural", panels)


def _of_commands() -> Iterator[str]:
    yield from (f"&{menu}" for menu in table().menus)
    for command in table().commands:
        yield command.text
        if command.about:
            yield command.about
        below = command.menu.partition("/")[2]
        if below:
            yield below


class Translation(NamedTuple):
    """A text in another language: its forms by number, or one; empty where there is none yet."""

    forms: tuple[str, ...]

    @property
    def is_there(self) -> bool:
        """Whether it is translated."""
        return all(self.forms)


def read(name: str) -> dict[str, Translation]:
    """The translations into a language, by the English texts."""
    path = FOLDER / f"gradblocks_{name}.ts"
    if not path.exists():
        return {}
    translations: dict[str, Translation] = {}
    for message in ET.parse(path).getroot().iter("message"):
        at = message.find("translation")
        assert at is not None
        forms = [each.text or "" for each in at.iter("numerusform")] or [at.text or ""]
        translations[message.findtext("source", "")] = Translation(tuple(forms))
    return translations


def write(name: str, texts: dict[str, Translation]) -> None:
    """Write the ``.ts`` file of a language, and make the ``.qm`` file of it.

    Of what the engine says, only what is translated is written: a new error of a block needs no translation at once.
    """
    root = ET.Element("TS", version="2.1", language=name)
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = CONTEXT
    engine = {text: Source(text) for text in engine_texts.collected() if text in texts and texts[text].is_there}
    for text, source in sorted({**engine, **sources()}.items()):
        forms = texts.get(text, Translation(("",))).forms
        message = ET.SubElement(context, "message", {"numerus": "yes"} if source.counted else {})
        ET.SubElement(message, "source").text = text
        at = ET.SubElement(message, "translation", {} if all(forms) else {"type": "unfinished"})
        if source.counted:
            for form in (*forms, forms[-1])[: 1 if name == "ko" else 2]:
                ET.SubElement(at, "numerusform").text = form
        else:
            at.text = forms[0]
    ET.indent(root)
    path = FOLDER / f"gradblocks_{name}.ts"
    path.write_bytes(b'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n' + ET.tostring(root, "utf-8") + b"\n")
    lrelease = Path(PySide6.__path__[0]) / "lrelease"
    subprocess.run([lrelease, "-silent", path, "-qm", path.with_suffix(".qm")], check=True)


if __name__ == "__main__":
    texts, engine = sources(), engine_texts.collected()
    done = set(engine)
    for each in TRANSLATED:
        known = read(each)
        write(each, known)
        missing = [text for text in texts if not known.get(text, Translation(("",))).is_there]
        done &= {text for text, translation in known.items() if translation.is_there}
        sys.stdout.write(f"{each}: {len(texts)} texts, {len(missing)} without translation\n")
    engine_texts.TABLE.write_text(f"{json.dumps(sorted(done), indent=0)}\n", encoding="utf-8")
    sys.stdout.write(f"the engine: {len(done)} of {len(engine)} formats are translated\n")
