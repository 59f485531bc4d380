"""The command ``gradblocks grade``."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import Any

from blocks.base.errors import DiagramError, UsageError
from blocks.base.threads import thread_count
from blocks.cli import arguments, output
from blocks.cli.input_files import must_exist
from blocks.exercise import formats
from blocks.exercise.model import Exercise, read_exercise
from blocks.exercise.workers import grade_files

_DATA = (".npy", ".npz")
"""The endings of data files that may be beside hand-ins."""


def grade(given: list[str]) -> int:
    options = _parser().parse_args(given)
    must_exist(options.exercise)
    if not os.path.lexists(options.student):
        raise UsageError("there is no such file", file=options.student)
    exercise = read_exercise(options.exercise, for_student=options.student_view)
    folder = options.student if os.path.isdir(options.student) else None
    if folder is None:
        files, names = [os.path.realpath(options.student)], [os.path.basename(options.student)]
    else:
        files = _hand_ins(folder, _files_of(exercise, options.exercise))
        names = [os.path.relpath(each, folder).replace(os.sep, "/") for each in files]
    try:
        # Two more than cores, for hand-ins that do not end.
        jobs = min(thread_count() + 2, 1 + len(files) // 4)
        grades = grade_files(options.exercise, exercise, files, options.seed, options.timeout, options.max_mem, jobs)
    except DiagramError as error:
        raise error.located(file=options.exercise) from None
    if options.student_view:
        grades = [formats.for_student(each) for each in grades]
    rows = [*zip(names, grades, strict=True)]
    kind = "json" if options.json else options.format
    if options.csv:
        output.write_text(formats.table(rows))
    elif kind == "nbgrader":
        output.write_text(formats.nbgrader(rows, exercise.title))
    elif kind is not None:
        form = formats.JSON[kind]
        is_table = folder and (kind == "json" or len(rows) != 1)
        whole: Any = {"rows": [{"file": name, **form(each)} for name, each in rows]} if is_table else form(grades[0])
        output.write_pieces([output.json_text(whole), "\n"])
    else:
        output.write_text(formats.summary(rows) if folder else formats.text(grades[0]))
    return 0


def _parser() -> arguments.Parser:
    parser = arguments.Parser(
        "grade", "Grade a hand-in, or all hand-ins in a folder, by the checks of an exercise, and print the points."
    )
    add, excludes = parser.add_argument, arguments.excludes
    add("exercise", metavar="EXERCISE", help="the exercise, a JSON file")
    add("student", metavar="STUDENT", help="a diagram, a web page with a diagram, or a folder with one file for each"
        " student")  # fmt: skip
    add("--json", action="store_true", used=[excludes("format", "csv")], help="print one JSON object")
    add("--format", choices=("gradescope", "classroom", "nbgrader"), used=[excludes("csv")],
        help="print the results for Gradescope (results.json), for the autograding reporter of GitHub Classroom, or as"
             " the table of `nbgrader export`")  # fmt: skip
    add("--csv", action="store_true", help="print a table with the points of each check")
    add("--seed", metavar="N", type=arguments.integer, default=0,
        help="the random seed of the feeds and of the runs (default: 0)")  # fmt: skip
    add("--timeout", metavar="SECONDS", type=arguments.seconds, default=5.0,
        help="the time for all checks of a hand-in (default: 5)")  # fmt: skip
    add("--max-mem", metavar="BYTES", type=arguments.size, default=1 << 30,
        help="the maximum memory for all tensors of a run, such as 500M or 2Gi (default: 1Gi)")  # fmt: skip
    has_names = arguments.Use("not used with --format nbgrader", lambda options: options.format != "nbgrader")
    add("--student", dest="student_view", action="store_true", used=[has_names],
        help="leave out the names and hints of hidden checks, so that you can show the output to students")  # fmt: skip
    return parser


def _files_of(exercise: Exercise, path: str) -> set[str]:
    """Return the files of an exercise, which are not hand-ins."""
    diagrams = [exercise.start, *(each.data.get("same_as") for each in exercise.checks)]
    paths = [path, *(each.path for each in diagrams if each is not None)]
    return {os.path.realpath(each) for each in paths if each is not None}


def _hand_ins(folder: str, others: Collection[str]) -> list[str]:
    """Return the files in a folder and its folders, without hidden ones, data and those of the exercise."""
    result: list[str] = []
    for parent, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(".")]
        for name in files:
            path = os.path.join(parent, name)
            is_other = os.path.realpath(path) in others and not os.path.islink(path)
            if not (is_other or name.startswith(".") or name.lower().endswith(_DATA)):
                result.append(path)
    return sorted(result)
