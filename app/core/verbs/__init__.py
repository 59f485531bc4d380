"""Edits of a page: pure functions from a page and arguments to an edit (a change and its name).

A verb returns None if there is nothing to do, and raises a DiagramError with a readable message if the edit is
impossible. This package does not use Qt.
"""

# Everything imported here is for the users of the package.
# ruff: noqa: F401
# pyright: reportUnusedImport=false

from __future__ import annotations

from app.core.verbs.lay_out import Axis, Side, align, auto_layout, distribute, move, nudge
from blocks.transform.verbs.blocks import (
    COLORS,
    Find,
    QuickFix,
    Word,
    add_block,
    add_note,
    around,
    collapse,
    copies_of,
    delete,
    delete_and_heal,
    frame_selection,
    lies_in,
    mute,
    paste,
    rename,
    resize_frame,
    resize_note,
    set_color,
    set_frame,
    set_note,
    set_value,
    turn_choice,
    unset_value,
)
from blocks.transform.verbs.composites import (
    adopt,
    composite_of,
    delete_composites,
    duplicate_composite,
    free_composite,
    make_composite,
    make_unique,
    rename_block,
    rename_composite,
)
from blocks.transform.verbs.edit import Edit, Made
from blocks.transform.verbs.expanding import check_expandable, expand_instance
from blocks.transform.verbs.fitting import Known, compatible
from blocks.transform.verbs.free_space import Box
from blocks.transform.verbs.trial import ConnectionCandidate, Refusal, loses, replace_type, replaced
from blocks.transform.verbs.wires import (
    add_connected,
    add_on_wire,
    bends_of,
    connect,
    cut,
    cycle,
    cycle_text,
    disconnect,
    fits_wire,
    insert_on_wire,
    move_bends,
    move_bundle,
    reachable,
    reconnect,
    reorder,
    set_bends,
    wires_at,
    wires_from,
)
