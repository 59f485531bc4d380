"""Exercises and lessons as data: a start diagram, checks with points, questions, and the steps of a lesson.

The format ``gradblocks-exercise/1`` is described in the manual (`assets/manual/class.md`).
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError, FileError
from blocks.base.files import read_named
from blocks.base.literals import to_array
from blocks.document.changes import Change, SetExtra
from blocks.document.data import ANSWERS, Json, is_list, is_object, same, shortened
from blocks.document.decoding import Faults
from blocks.document.earlier_names import TODAY
from blocks.document.file import loads
from blocks.document.file_kinds import open_ours
from blocks.document.model import Diagram, PageView
from blocks.document.strict_json import MAX_BYTES, parse
from blocks.library.registry import find
from blocks.library.similar import closest, did_you_mean, similar_names
from blocks.run.files import Folders

FORMAT = "gradblocks-exercise/1"
_KEYS = ("format", "title", "text", "start", "checks", "questions", "steps")
_COMMON = ("name", "points", "hint", "hidden")
_KINDS: Mapping[str, tuple[str, ...]] = {
    "gradient_of": ("wrt", "same_as", "feeds", "feed", "tolerance"),
    "value": ("equals", "tolerance", "steps", "feed"),
    "same_as": ("of", "feeds", "feed", "tolerance"),
    "gradient": ("reaches", "not_reaches"),
    "uses": ("forbids",),
    "forbids": (),
    "trains": ("below", "steps", "feed"),
    "unchanged": (),
    "answers": ("is", "tolerance"),
}
"""The keys of each kind of check beside those of all checks. The first kind whose key a check has is its kind."""
_REQUIRED = {"gradient_of": ("wrt", "same_as"), "value": ("equals",), "same_as": ("of",), "trains": ("below",),
             "answers": ("is",)}  # fmt: skip


class Check(NamedTuple):
    """A check of a hand-in.

    Attributes:
        hidden: students do not see its name and hint.
        key: the kind: the key of `_KINDS` that it has.
        data: its own keys, complete with defaults. The value of ``same_as`` is a `Diagram`.
    """

    name: str
    points: float
    hint: str
    hidden: bool
    key: str
    data: Mapping[str, Any]


class Question(NamedTuple):
    """A question; ``hides`` names the values and gradients that are hidden until it is answered."""

    id: str
    text: str
    choices: tuple[Json, ...] = ()
    hides: tuple[str, ...] = ()


class FlowQuestion(NamedTuple):
    """A question about a flow: which of these blocks get a gradient of ``of``? ``lift`` and ``cut`` are a what-if."""

    ask: str
    of: str
    among: tuple[str, ...]
    lift: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()


class Task(NamedTuple):
    """A task of a lesson. Empty fields are not checked.

    Attributes:
        block: the page has a block of this type.
        value: a block of this type has a value of this name, or a wire into it.
        wire: a wire leads from a block of the first type to one of the second.
        ran: a block of this type has a result.
        of: a block of this type is differentiated, and the gradient is shown.
        reaches, misses: the gradient reaches a block of this type, or none of the blocks of this type.
    """

    say: str
    block: str = ""
    value: tuple[str, ...] = ()
    wire: tuple[str, ...] = ()
    ran: str = ""
    of: str = ""
    reaches: str = ""
    misses: str = ""


class Step(NamedTuple):
    """A step of a lesson.

    Attributes:
        look: the blocks to focus on.
        of: the block whose gradient is shown; empty: none.
        lift, cut, picture: the what-if, and the view of it.
        run: the number of steps to run first, if the page has not run yet.
    """

    text: str
    look: tuple[str, ...] = ()
    of: str = ""
    lift: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    picture: str = "would be"
    run: int = 0
    question: FlowQuestion | None = None
    task: Task | None = None


class Exercise(NamedTuple):
    """An exercise or, with steps, a lesson.

    Attributes:
        folder: the folder of its file, in which the files of its diagrams are.
        cache: results of the solutions, which grading reuses.
    """

    title: str
    text: str
    start: Diagram
    checks: tuple[Check, ...]
    questions: tuple[Question, ...]
    steps: tuple[Step, ...]
    folder: str
    cache: dict[Any, Any]


def graded_pages(start: Diagram, diagram: Diagram) -> dict[str, PageView]:
    """Return the pages of a diagram that are graded, by their names in the start diagram.

    They are the pages with the names of the start diagram's pages. A single page needs no name.
    """
    names = [page.name for page in start.pages]
    if len(names) < 2 and len(diagram.pages) == 1:
        return {(names or [diagram.pages[0].name])[0]: diagram.pages[0]}
    return {page.name: page for page in diagram.pages if page.name in names or not names}


def answers_of(diagram: Diagram) -> Mapping[str, Json]:
    """Return the student's answers by question id; none if the file has something else there."""
    answers = diagram.extra.get(ANSWERS)
    return answers if is_object(answers) else {}


def set_answer(diagram: Diagram, question: str, answer: Json) -> Change:
    """Return the change that sets an answer, or removes it if it is None."""
    answers = {key: each for key, each in {**answers_of(diagram), question: answer}.items() if each is not None}
    rest = {key: each for key, each in diagram.extra.items() if key != ANSWERS}
    return SetExtra(None, None, {**rest, ANSWERS: answers} if answers else rest)


def read_exercise(path: str | os.PathLike[str]) -> Exercise:
    """Read an exercise; raise FileError if the file cannot be read or the exercise is broken."""
    shown, faults = os.fspath(path), Faults()
    try:
        data = parse(read_named(shown, MAX_BYTES), faults)
        if faults.errors:
            raise faults.errors[0]
        return exercise_of(data, os.path.dirname(os.path.abspath(shown)))
    except DiagramError as error:
        raise FileError(f"{_where(error)}{error.message}", hint=error.hint, file=shown) from None


def _where(error: DiagramError) -> str:
    return f"{error.location()}: " if error.location() else ""


def exercise_of(data: Json, folder: str) -> Exercise:
    """Return the exercise in a JSON value; raise DiagramError that names the check and the key if it is broken."""
    if not is_object(data) or data.get("format") != FORMAT:
        raise DiagramError(f'this is not an exercise: expected an object with "format": "{FORMAT}"')
    reader = _Reader("the exercise", data, folder)
    reader.only(_KEYS)
    start = reader.diagram("start") if "start" in data else Diagram()
    questions = tuple([_question(each, i) for i, each in enumerate(reader.items("questions"), 1)])
    for i, each in enumerate(questions):
        if each.id in [other.id for other in questions[:i]]:
            raise DiagramError(f"two questions have the id {shortened(each.id)}")
    checks = tuple([_check(each, i, folder, start, questions) for i, each in enumerate(reader.items("checks"), 1)])
    steps = tuple([_step(each, i) for i, each in enumerate(reader.items("steps"), 1)])
    return Exercise(reader.text("title"), reader.text("text"), start, checks, questions, steps, folder, {})


class _Reader:
    """An object of the file, whose errors name it and the key."""

    def __init__(self, what: str, data: Json, folder: str = "") -> None:
        self.what = what
        if not is_object(data):
            raise DiagramError(f"{what} must be an object")
        self.data: dict[str, Any] = data
        self.folder = folder

    def only(self, known: Collection[str]) -> None:
        for key in self.data:
            if key not in known:
                hint = closest(key, [*known], "keys")
                raise DiagramError(f"{self.what} has an unknown key {shortened(key)}", hint=hint)

    def wrong(self, key: str, expected: str, hint: str | None = None) -> DiagramError:
        return DiagramError(f"{self.what}: {key!r} must be {expected}", hint=hint)

    def get(self, key: str, default: Any, expected: str, fits: Callable[[Any], bool]) -> Any:
        value = self.data.get(key, default)
        if not fits(value):
            raise self.wrong(key, expected)
        return value

    def text(self, key: str, default: str | None = "") -> str:
        expected = "a string" if default is not None else "a string that is not empty"
        return self.get(key, default, expected, lambda x: type(x) is str and (default is not None or x != ""))

    def items(self, key: str) -> list[Any]:
        return self.get(key, [], "a list", is_list)

    def names(self, key: str) -> tuple[str, ...]:
        return tuple(self.get(key, [], "a list of strings", _are_strings))

    def number(self, key: str, default: float) -> float:
        return self.get(key, default, "a number of at least 0", lambda x: _is_number(x) and x >= 0)

    def count(self, key: str, default: int) -> int:
        return self.get(key, default, "an integer of at least 1", lambda x: type(x) is int and x >= 1)

    def diagram(self, key: str) -> Diagram:
        """Return the diagram under a key: a file beside the exercise, or the diagram itself."""
        value = self.data[key]
        try:
            if type(value) is str:
                return open_ours(os.path.join(self.folder, value))
            diagram = loads(json.dumps(value))
        except DiagramError as error:
            raise DiagramError(f"{self.what}: {key!r}: {_where(error)}{error.message}", hint=error.hint) from None
        diagram.path = os.path.join(self.folder, "exercise.gradblocks")  # its files are beside the exercise
        return diagram


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _are_strings(value: Any) -> bool:
    return is_list(value) and all(type(each) is str for each in value)


def _question(data: Json, number: int) -> Question:
    reader = _Reader(f"question number {number}", data)
    reader.only(Question._fields)
    name = reader.text("id", None)
    reader.what = f"question {name!r}"
    return Question(name, reader.text("text"), tuple(reader.items("choices")), reader.names("hides"))


def _check(data: Json, number: int, folder: str, start: Diagram, questions: Collection[Question]) -> Check:
    reader = _Reader(f"check number {number}", data, folder)
    name = reader.text("name", None)
    reader.what = f"check {name!r}"
    kind = next((key for key in _KINDS if key in reader.data), None)
    if kind is None:
        reader.only([*_COMMON, *_KINDS])
        raise DiagramError(f"{reader.what} checks nothing", hint=f"it needs one of the keys {', '.join(_KINDS)}")
    reader.only([*_COMMON, kind, *_KINDS[kind]])
    for key in _REQUIRED.get(kind, ()):
        if key not in reader.data:
            raise DiagramError(f"{reader.what} has no key {key!r}, which a check with {kind!r} needs")
    result = {key: _READ[key](reader, key) for key in (kind, *_KINDS[kind])}
    if kind == "answers":
        question = next((each for each in questions if each.id == result[kind]), None)
        if question is None:
            raise reader.wrong(kind, "the id of a question", closest(result[kind], [q.id for q in questions], "ids"))
        right = result["is"] if is_list(result["is"]) else [result["is"]]
        if question.choices and not all(any(same(each, one) for one in question.choices) for each in right):
            raise reader.wrong("is", "one of the choices of the question, or a list of them")
    if kind in ("uses", "forbids"):
        own = {f":{each.name.removeprefix(':')}" for each in start.composites}
        for key in (kind, *_KINDS[kind]):
            for each in result[key]:
                if each not in own and find(each) is None:
                    hint = did_you_mean(similar_names(each))
                    raise DiagramError(f"{reader.what}: {key!r}: there is no block type {shortened(each)}", hint=hint)
    if kind == "gradient" and not (result["reaches"] or result["not_reaches"]):
        raise DiagramError(f"{reader.what} has neither 'reaches' nor 'not_reaches', so it checks nothing")
    hidden = reader.get("hidden", False, "true or false", lambda x: type(x) is bool)
    return Check(name, reader.number("points", 1), reader.text("hint"), hidden, kind, result)


def _types(reader: _Reader, key: str) -> dict[str, tuple[int, int | None]]:
    """Return the smallest and the largest count of each block type; None is no limit."""
    expected = "an object of block types with counts, such as [1, 2], [1, null] or 1"
    result: dict[str, tuple[int, int | None]] = {}
    for name, given in reader.get(key, {}, expected, is_object).items():
        low, high = given if is_list(given) and len(given) == 2 else (given, given)
        if type(low) is not int or low < 0 or not (high is None or (type(high) is int and high >= low)):
            raise reader.wrong(key, expected)
        result[TODAY.type(name)] = low, high
    return result


def _equals(reader: _Reader, key: str) -> Any:
    try:
        return to_array(reader.data[key], None, None, Folders(reader.folder).load)[0]
    except DiagramError as error:
        raise DiagramError(f"{reader.what}: {key!r}: {error.message}", hint=error.hint) from None


def _names_or_name(reader: _Reader, key: str) -> tuple[str, ...]:
    value = reader.data[key]
    names = [value] if type(value) is str else value
    if not names or not _are_strings(names):
        raise reader.wrong(key, "a list of names")
    return tuple(names)


def _below(reader: _Reader, key: str) -> float:
    return reader.get(key, None, "a number", _is_number)


_READ: Mapping[str, Callable[[_Reader, str], Any]] = {
    **dict.fromkeys(("value", "gradient", "gradient_of", "wrt", "trains", "answers"), lambda r, key: r.text(key, None)),
    **dict.fromkeys(("of", "unchanged"), _names_or_name),
    **dict.fromkeys(("reaches", "not_reaches"), _Reader.names),
    "forbids": lambda r, key: tuple(map(TODAY.type, r.names(key))),
    "equals": _equals,
    "same_as": _Reader.diagram,
    "uses": _types,
    "below": _below,
    "is": lambda r, key: r.data[key],
    "tolerance": lambda r, key: r.number(key, 1e-5),
    "steps": lambda r, key: r.count(key, 1),
    "feeds": lambda r, key: r.count(key, 5),
    "feed": lambda r, key: r.get(key, {}, "an object of names with values", is_object),
}


def _step(data: Json, number: int) -> Step:
    result = _fields(data, f"step number {number}", Step)
    question, task = result.pop("question", None), result.pop("task", None)
    what = f"the {{}} of step number {number}"
    return Step(
        **result,
        question=None if question is None else FlowQuestion(**_fields(question, what.format("question"), FlowQuestion)),
        task=None if task is None else Task(**_fields(task, what.format("task"), Task)),
    )


def _fields(data: Json, what: str, of: type[Step | FlowQuestion | Task]) -> dict[str, Any]:
    """Return the fields of an object of a lesson, each of the type that its class declares."""
    reader = _Reader(what, data)
    reader.only(of._fields)
    result: dict[str, Any] = {}
    for name, kind in of.__annotations__.items():
        if name not in data:
            if name not in of._field_defaults:
                raise DiagramError(f"{what} has no key {name!r}")
        elif kind.startswith("tuple"):
            result[name] = reader.names(name)
        elif kind in ("str", "int") and type(data[name]).__name__ != kind:
            raise reader.wrong(name, "a string" if kind == "str" else "an integer")
        else:
            result[name] = data[name]
    return result
