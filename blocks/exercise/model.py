"""Exercises and lessons as data: a start diagram, checks with points, questions, and the steps of a lesson.

The format ``gradblocks-exercise/1`` is described in the manual (`assets/manual/class.md`).
"""

from __future__ import annotations

import json
import os
from collections import Counter
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
        data: its own keys, complete with defaults. The value of ``same_as`` is a `Diagram`, or None if a student lacks it.
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


def read_exercise(path: str | os.PathLike[str], *, for_student: bool = False) -> Exercise:
    """Read an exercise; raise FileError if the file cannot be read or the exercise is broken.

    Args:
        for_student: allow files of solutions to be missing: ``same_as`` is None then.
    """
    shown, faults = os.fspath(path), Faults()
    try:
        data = parse(read_named(shown, MAX_BYTES), faults)
        if faults.errors:
            raise faults.errors[0]
        return exercise_of(data, os.path.dirname(os.path.abspath(shown)), for_student)
    except DiagramError as error:
        raise FileError(f"{_where(error)}{error.message}", hint=error.hint, file=shown) from None


def _where(error: DiagramError) -> str:
    return f"{error.location()}: " if error.location() else ""


def exercise_of(data: Json, folder: str, for_student: bool = False) -> Exercise:
    """Return the exercise in a JSON value; raise DiagramError that names the check and the key if it is broken."""
    if not is_object(data) or data.get("format") != FORMAT:
        raise DiagramError(f'this is not an exercise: expected an object with "format": "{FORMAT}"')
    reader = _Reader("the exercise", data, folder, for_student)
    reader.only(_KEYS)
    start = reader.diagram("start") if "start" in data else Diagram()
    listed = {key: [*enumerate(reader.get(key, "list", []), 1)] for key in ("questions", "checks", "steps")}
    questions = tuple([_question(each, i) for i, each in listed["questions"]])
    twice = [name for name, count in Counter(each.id for each in questions).items() if count > 1]
    if twice:
        raise DiagramError(f"two questions have the id {shortened(twice[0])}")
    checks = tuple([_check(reader, each, i, start, questions) for i, each in listed["checks"]])
    steps = tuple([_step(each, i) for i, each in listed["steps"]])
    title, text = (reader.get(key, "text", "") for key in ("title", "text"))
    return Exercise(title, text, start, checks, questions, steps, folder, {})


_IS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "text": ("a string", lambda x: type(x) is str),
    "name": ("a string that is not empty", lambda x: type(x) is str and x != ""),
    "list": ("a list", is_list),
    "names": ("a list of strings", lambda x: is_list(x) and all(type(each) is str for each in x)),
    "object": ("an object", is_object),
    "flag": ("true or false", lambda x: type(x) is bool),
    "count": ("an integer of at least 1", lambda x: type(x) is int and x >= 1),
    "amount": ("a number of at least 0", lambda x: type(x) in (int, float) and x >= 0),
    "number": ("a number", lambda x: type(x) in (int, float)),
}
"""The kinds of values, with what errors call them."""


class _Reader:
    """An object of the file, whose errors name it and the key."""

    def __init__(self, what: str, data: Json, folder: str = "", for_student: bool = False) -> None:
        if not is_object(data):
            raise DiagramError(f"{what} must be an object")
        self.what, self.data, self.folder, self.for_student = what, data, folder, for_student

    def only(self, known: Collection[str]) -> None:
        for key in self.data:
            if key not in known:
                text = f"{self.what} has an unknown key {shortened(key)}"
                raise DiagramError(text, hint=closest(key, [*known], "keys"))

    def wrong(self, key: str, text: str, hint: str | None = None) -> DiagramError:
        return DiagramError(f"{self.what}: {key!r}{text}", hint=hint)

    def get(self, key: str, kind: str, default: Any = None) -> Any:
        value, (expected, fits) = self.data.get(key, default), _IS[kind]
        if not fits(value):
            raise self.wrong(key, f" must be {expected}")
        return value

    def located(self, key: str, read: Callable[[], Any]) -> Any:
        """Return what ``read`` returns, whose errors are errors of the key."""
        try:
            return read()
        except DiagramError as error:
            raise self.wrong(key, f": {_where(error)}{error.message}", error.hint) from None

    def diagram(self, key: str) -> Diagram | None:
        """Return the diagram under a key: a file beside the exercise, or the diagram itself."""
        value = self.data[key]
        if type(value) is str:
            path = os.path.join(self.folder, value)
            is_missing = self.for_student and key == "same_as" and not os.path.lexists(path)
            return None if is_missing else self.located(key, lambda: open_ours(path))
        diagram = self.located(key, lambda: loads(json.dumps(value)))
        diagram.path = os.path.join(self.folder, "exercise.gradblocks")  # its files are beside the exercise
        return diagram

    def equals(self, key: str) -> Any:
        return self.located(key, lambda: to_array(self.data[key], None, None, Folders(self.folder).load)[0])

    def types(self, key: str) -> dict[str, tuple[int, int | None]]:
        """Return the smallest and the largest count of each block type; None is no limit."""
        result: dict[str, tuple[int, int | None]] = {}
        for name, given in self.get(key, "object", {}).items():
            low, high = given if is_list(given) and len(given) == 2 else (given, given)
            if type(low) is not int or low < 0 or not (high is None or (type(high) is int and high >= low)):
                raise self.wrong(key, " must have counts such as [1, 2], [1, null] or 1")
            result[TODAY.type(name)] = low, high
        return result

    def some_names(self, key: str) -> tuple[str, ...]:
        value = self.data[key]
        if type(value) is str or value == []:
            raise self.wrong(key, " must be a list of at least one name")
        return tuple(self.get(key, "names"))


def _question(data: Json, number: int) -> Question:
    reader = _Reader(f"question number {number}", data)
    reader.only(Question._fields)
    name = reader.get("id", "name")
    choices, hides = reader.get("choices", "list", []), reader.get("hides", "names", [])
    return Question(name, reader.get("text", "text", ""), tuple(choices), tuple(hides))


_READ: Mapping[str, Callable[[_Reader, str], Any]] = {
    **dict.fromkeys(
        ("value", "gradient", "gradient_of", "wrt", "trains", "answers"), lambda each, key: each.get(key, "name")
    ),
    **dict.fromkeys(("of", "unchanged"), _Reader.some_names),
    **dict.fromkeys(("reaches", "not_reaches"), lambda each, key: tuple(each.get(key, "names", []))),
    "forbids": lambda each, key: tuple(map(TODAY.type, each.get(key, "names", []))),
    "equals": _Reader.equals,
    "same_as": _Reader.diagram,
    "uses": _Reader.types,
    "below": lambda each, key: each.get(key, "number"),
    "is": lambda each, key: each.data[key],
    "tolerance": lambda each, key: each.get(key, "amount", 1e-5),
    "steps": lambda each, key: each.get(key, "count", 1),
    "feeds": lambda each, key: each.get(key, "count", 5),
    "feed": lambda each, key: each.get(key, "object", {}),
}


def _check(of: _Reader, data: Json, number: int, start: Diagram, questions: Collection[Question]) -> Check:
    reader = _Reader(f"check number {number}", data, of.folder, of.for_student)
    name = reader.get("name", "name")
    reader.what = f"check {name!r}"
    kind = next((key for key in _KINDS if key in reader.data), "")
    reader.only([*_COMMON, kind, *_KINDS[kind]] if kind else [*_COMMON, *_KINDS])
    if not kind:
        raise DiagramError(f"{reader.what} needs one of the keys {', '.join(_KINDS)}")
    for key in _REQUIRED.get(kind, ()):
        if key not in reader.data:
            raise DiagramError(f"{reader.what} has no key {key!r}, which a check with {kind!r} needs")
    result = {key: _READ[key](reader, key) for key in (kind, *_KINDS[kind])}
    if kind == "answers":
        question = next((each for each in questions if each.id == result[kind]), None)
        if question is None:
            hint = closest(result[kind], [each.id for each in questions], "ids")
            raise reader.wrong(kind, " must be the id of a question", hint)
        right = result["is"] if is_list(result["is"]) else [result["is"]]
        if question.choices and not all(any(same(each, one) for one in question.choices) for each in right):
            raise reader.wrong("is", " must be one of the choices of the question, or a list of them")
    for key in ("uses", "forbids"):
        for each in result.get(key, ()):
            if each not in [one.name for one in start.composites] and find(each) is None:
                hint = did_you_mean(similar_names(each))
                raise reader.wrong(key, f": there is no block type {shortened(each)}", hint)
    if kind == "gradient" and not (result["reaches"] or result["not_reaches"]):
        raise DiagramError(f"{reader.what} has neither 'reaches' nor 'not_reaches', so it checks nothing")
    points, hint = reader.get("points", "amount", 1), reader.get("hint", "text", "")
    return Check(name, points, hint, reader.get("hidden", "flag", False), kind, result)


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
    for name, hint in of.__annotations__.items():
        kind = getattr(hint, "__forward_arg__", hint)
        if name not in data:
            if name not in of._field_defaults:
                raise DiagramError(f"{what} has no key {name!r}")
        elif kind.startswith("tuple"):
            result[name] = tuple(reader.get(name, "names"))
        else:
            result[name] = reader.get(name, "text") if kind == "str" else data[name]
    return result
