"""Exercises and lessons as data: a start diagram, checks with points, questions, and the steps of a lesson.

The format ``gradblocks-exercise/1`` is described in the manual (`assets/manual/class.md`).
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection, Generator, Mapping
from contextlib import contextmanager
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
from blocks.document.forms import check_form
from blocks.document.model import Diagram, PageView
from blocks.document.strict_json import MAX_BYTES, parse
from blocks.library.registry import find
from blocks.library.similar import closest, did_you_mean, similar_names
from blocks.run.files import Folders

FORMAT = "gradblocks-exercise/1"
_EXERCISE = "format:any title? text? start?:any checks?:list questions?:list steps?:list"
_QUESTION = "id:name text? choices?:list hides?:names"
_STEP = "text look?:names of? lift?:names cut?:names picture? run?:count question?:object task?:object"
_FLOW_QUESTION = "ask of among:names lift?:names cut?:names"
_TASK = "say block? value?:names wire?:names ran? of? reaches? misses?"
_COMMON = "name:name points?:amount hint? hidden?:boolean"
_KINDS: Mapping[str, str] = {
    "gradient_of": "gradient_of:name wrt:name same_as:any feeds?:count feed?:object tolerance?:amount",
    "value": "value:name equals:any tolerance?:amount steps?:count feed?:object",
    "same_as": "same_as:any of:some feeds?:count feed?:object tolerance?:amount",
    "gradient": "gradient:name reaches?:names not_reaches?:names",
    "uses": "uses:object forbids?:names",
    "forbids": "forbids:names",
    "trains": "trains:name below:number steps?:count feed?:object",
    "unchanged": "unchanged:some",
    "answers": "answers:name is:any tolerance?:amount",
}
"""The forms of the kinds of checks, beside `_COMMON`. The first kind whose key a check has is its kind."""
_DEFAULTS: Mapping[str, Any] = {
    "feeds": 5, "feed": {}, "tolerance": 1e-5, "steps": 1, "reaches": [], "not_reaches": [], "forbids": []
}  # fmt: skip


class Check(NamedTuple):
    """A check of a hand-in.

    Attributes:
        hidden: students do not see its name and hint.
        key: the kind: the key of `_KINDS` that it has.
        data: its own keys, complete with defaults; ``same_as`` is a `Diagram`, or None if a student lacks its file.
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
    text: str = ""
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
    check_form("the exercise", data, _EXERCISE)
    reader = _Reader(folder, for_student)
    start = reader.diagram("the exercise", "start", data["start"]) if "start" in data else Diagram()
    listed = {key: [*enumerate(data.get(key, ()), 1)] for key in ("questions", "checks", "steps")}
    questions = tuple([Question(**_fields(f"question number {i}", each, _QUESTION)) for i, each in listed["questions"]])
    twice = [name for name, count in Counter(each.id for each in questions).items() if count > 1]
    if twice:
        raise DiagramError(f"two questions have the id {shortened(twice[0])}")
    checks = tuple([_check(reader, each, i, start, questions) for i, each in listed["checks"]])
    steps = tuple([_step(each, f"step number {i}") for i, each in listed["steps"]])
    return Exercise(data.get("title", ""), data.get("text", ""), start, checks, questions, steps, folder, {})


class _Reader(NamedTuple):
    """The reader of values with files, which are beside the exercise."""

    folder: str
    for_student: bool

    def diagram(self, what: str, key: str, value: Json) -> Any:
        """Return the diagram under a key: a file beside the exercise, or the diagram itself."""
        with _located(what, key):
            if type(value) is str:
                path = os.path.join(self.folder, value)
                is_missing = self.for_student and key == "same_as" and not os.path.lexists(path)
                return None if is_missing else open_ours(path)
            diagram = loads(json.dumps(value))
            diagram.path = os.path.join(self.folder, "exercise.gradblocks")  # its files are beside the exercise
            return diagram

    def read(self, what: str, key: str, value: Any) -> Any:
        """Return the value of a key of a check, in the form that grading needs."""
        if key == "same_as":
            return self.diagram(what, key, value)
        with _located(what, key):
            if key == "equals":
                return to_array(value, None, None, Folders(self.folder).load)[0]
            if key == "uses":
                return {TODAY.type(name): _counts(each) for name, each in value.items()}
        return [*map(TODAY.type, value)] if key == "forbids" else value


@contextmanager
def _located(what: str, key: str) -> Generator[None]:
    """Turn errors into errors of a key."""
    try:
        yield
    except DiagramError as error:
        raise _wrong(what, key, f": {_where(error)}{error.message}", error.hint) from None


def _wrong(what: str, key: str, text: str, hint: str | None = None) -> DiagramError:
    return DiagramError(f"{what}: {key!r}{text}", hint=hint)


def _counts(given: Json) -> tuple[int, int | None]:
    """Return the smallest and the largest count of a block type. None means no limit."""
    low, high = given if is_list(given) and len(given) == 2 else (given, given)
    if type(low) is not int or low < 0 or not (high is None or (type(high) is int and high >= low)):
        raise DiagramError("expected counts such as [1, 2], [1, null] or 1")
    return low, high


def _check(reader: _Reader, data: Json, number: int, start: Diagram, questions: Collection[Question]) -> Check:
    name = data.get("name") if is_object(data) else None
    what = f"check {name!r}" if type(name) is str else f"check number {number}"
    kind = next((key for key in _KINDS if is_object(data) and key in data), "")
    form = _KINDS[kind] if kind else " ".join(f"{key}?:any" for key in _KINDS)
    check_form(what, data, f"{_COMMON} {form}")
    if not kind:
        raise DiagramError(f"{what} needs one of the keys {', '.join(_KINDS)}")
    names = [each.partition(":")[0].rstrip("?") for each in form.split()]
    result = {key: reader.read(what, key, data[key]) if key in data else _DEFAULTS[key] for key in names}
    if kind == "answers":
        question = next((each for each in questions if each.id == result[kind]), None)
        if question is None:
            hint = closest(result[kind], [each.id for each in questions], "ids")
            raise _wrong(what, kind, " must be the id of a question", hint)
        right = result["is"] if is_list(result["is"]) else [result["is"]]
        if question.choices and not all(any(same(each, one) for one in question.choices) for each in right):
            raise _wrong(what, "is", " must be one of the choices of the question, or a list of them")
    for key in ("uses", "forbids"):
        for each in result.get(key, ()):
            if each not in [one.name for one in start.composites] and find(each) is None:
                hint = did_you_mean(similar_names(each))
                raise _wrong(what, key, f": there is no block type {shortened(each)}", hint)
    if kind == "gradient" and not (result["reaches"] or result["not_reaches"]):
        raise DiagramError(f"{what} has neither 'reaches' nor 'not_reaches', so it checks nothing")
    return Check(str(name), data.get("points", 1), data.get("hint", ""), data.get("hidden", False), kind, result)


def _step(data: Json, what: str) -> Step:
    result = _fields(what, data, _STEP)
    if "question" in result:
        result["question"] = FlowQuestion(**_fields(f"the question of {what}", result["question"], _FLOW_QUESTION))
    if "task" in result:
        result["task"] = Task(**_fields(f"the task of {what}", result["task"], _TASK))
    return Step(**result)


def _fields(what: str, data: Json, form: str) -> dict[str, Any]:
    """Return the members of an object of a form, for a NamedTuple."""
    check_form(what, data, form)
    return {key: tuple(each) if is_list(each) else each for key, each in data.items()}
