"""The layers of a page, from back to front: frames, wires, blocks, notes, selection marks."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from math import floor

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPainterPath, QPen, QTransform

from app.canvas.drawing.blocks import frames_for, in_front, paint_far_titles, paint_frames, paint_notes, reach, text_box
from app.canvas.drawing.overview import TITLES_FROM, Overview
from app.canvas.drawing.shapes import draw_line, set_colors, wire_path
from app.canvas.drawing.tiles import draw_rects
from app.canvas.drawing.timing_marks import paint_checks
from app.canvas.items import BlockItem, CachedPicture, PinKey, WireItem
from app.canvas.scene_protocol import SceneContext
from app.canvas.wires.wire_paths import around, rows
from app.face.face import Preview
from app.face.geometry import Point
from blocks.base.types import Array
from blocks.transform.verbs.free_space import SNAP

OVERVIEW_BELOW = 0.4
"""Below this zoom the overview is painted instead of single blocks."""
LEGIBLE = 28.0
"""A display shows what is wired into it as long as it is so many points wide and high."""
MOST_MARKED = 200
"""The wires of so many selected blocks are marked; more would be all of them."""
_HURRY = 0.006
"""Seconds of work that go into new pictures per frame while a zoom goes on, and until it has come to rest."""
DIMMED = 0.3
MOST_WIRES, PER_BLOCK = 500, 4
"""Wires in sight that are painted one by one, and so many more for each block that is; the eye follows no others."""
LEAST_WIRES = 200
"""The same where blocks lie upon each other."""
MOST_INK, PER_WIRE = 6e5, 500.0
"""Pixels: how long those may be together, and how much each counts beside its length."""
MOST_COVERED = 1.5
"""So many times the blocks in sight may cover what they lie upon. Where they lie upon each other more often, the
uppermost are painted, and of those below no more than their outlines."""
LEAST_BLOCKS, MOST_BLOCKS = 100, 1000
"""So many are painted at least, fewer where they are large, and at most."""
_BEND = 4.2
"""How large the point is by which a wire is bent."""
_BESIDE = 3.0
"""How far a wire reaches beyond its route, at most."""
MOST_PATHS = 1000
"""Wires out of sight whose paths are kept as they were painted, four KiB each."""
MOST_KEPT = 64 << 20
"""Bytes of pictures that are kept of blocks out of sight."""


def shows_pins(item: BlockItem, scale: float, *, is_display: bool) -> bool:
    """Return whether a block's pins are painted at a scale; unpainted pins cannot be hit either."""
    return scale >= OVERVIEW_BELOW or (is_display and min(item.rect.width(), item.rect.height()) * scale >= LEGIBLE)


class Layers:
    """The painter of everything that a scene shows.

    ``lit_blocks`` returns the blocks that do not fade (None: all). ``later`` requests a paint of unpainted blocks.
    """

    def __init__(
        self, scene: SceneContext, lit_blocks: Callable[[], Collection[str] | None], later: Callable[[], None]
    ) -> None:
        self._scene = scene
        self._overview = Overview()
        self._kept: dict[BlockItem, int] = {}
        self._kept_bytes = 0
        self._paths: list[WireItem] = []
        self._lit_blocks = lit_blocks
        self._later = later

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        scene = self._scene
        painter.fillRect(rect, scene.painters.color(scene.theme.canvas))
        scale = painter.worldTransform().m11()
        if scene.shown.grid and scale >= OVERVIEW_BELOW:
            _paint_grid(painter, rect, scene.painters.color(scene.theme.grid))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        beyond = reach(scale)
        near = rect.adjusted(-beyond, -beyond, beyond, beyond)
        chosen = scene.selected_frames()
        frames = in_front(scene.mirror.frames, frames_for(near, scale), scale)
        paint_frames(painter, frames, scene.painters.color, chosen)
        if scale < OVERVIEW_BELOW:
            titled = scene.gradient.face is not None and scale >= TITLES_FROM
            lit = self._shown_in_gradient() if titled else frozenset[str]()
            self._paint_from_afar(painter, rect, lit)
            displays = self._legible_displays(near, scale)
            if displays or scene.hurried:
                self._paint_blocks(painter, displays)
            if scene.gradient.face is not None:
                scene.gradient.paint_far(painter, rect, scale, scene.theme)
                self._overview.paint_marked(painter, scene.mirror, rect, scene.theme)
                if titled:
                    self._overview.paint_titles(painter, scene.mirror, scene.painters, rect, lit)
            self._paint_selection(painter, near, scale)
        else:
            blocks = scene.mirror.blocks_in(rect.adjusted(-90, -80, 30, 30))
            wires = scene.mirror.wires_in(near)
            above = blocks[len(blocks) - _uppermost(scene.mirror.rects[[item.index for item in blocks]], rect, scale) :]
            wire_rects = scene.mirror.wire_rects[[item.index for item in wires]]
            heaped = len(above) < len(blocks)
            many = LEAST_WIRES if heaped else MOST_WIRES + PER_BLOCK * len(above)
            most = min(many, _followed(wire_rects, near, scale))
            if heaped or len(wires) > most:
                self._paint_from_afar(painter, rect, before=above[0].index if above else None)
            followed = slice(max(0, len(wires) - most), None)
            wires = wires[followed]
            if heaped:
                around = wire_rects[followed] + (-_BESIDE, -_BESIDE, _BESIDE, _BESIDE)
                hidden = self._overview.hides(scene.mirror, around)
                wires = [item for item, is_hidden in zip(wires, hidden.tolist(), strict=True) if not is_hidden]
            self._paint_wires(painter, near, wires)
            self._paint_selection(painter, near, scale)  # below the blocks, whose badges are at the corners
            self._paint_blocks(painter, above)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = scene.selected_notes()
        paint_notes(painter, in_front(scene.mirror.notes, near, scale), scene.painters.color, chosen)
        paint_far_titles(painter, frames, rect, scene.painters.color)
        scene.gradient.paint_signs(painter, scene.mirror, _in_sight(painter), scale, scene.theme)
        paint_checks(painter, scene.gradient.face, scene.mirror, scale, scene.theme)
        scene.breaks.paint(painter, scene.mirror, self._output_at, scale, scene.theme)

    def _output_at(self, block: str, pin: str) -> QPointF | None:
        return self._scene.pin_position(PinKey(block, pin, None, is_input=False))

    def _legible_displays(self, rect: QRectF, scale: float) -> list[BlockItem]:
        seen = [item for item in self._scene.mirror.displays if item.rect.intersects(rect)]
        return [item for item in seen if shows_pins(item, scale, is_display=True)]

    def paint_overview(self, painter: QPainter, rect: QRectF) -> None:
        self._paint_from_afar(painter, rect)
        self._scene.gradient.paint_far(painter, rect, painter.worldTransform().m11(), self._scene.theme)

    def _paint_from_afar(
        self, painter: QPainter, rect: QRectF, titled_later: Collection[str] = (), before: int | None = None
    ) -> None:
        scene = self._scene
        uncovered = scene.gradient.uncovered(self._overview.tiles(scene.mirror))
        self._overview.paint(painter, scene.mirror, scene.painters, rect, uncovered, titled_later, before)

    def _paint_wires(self, painter: QPainter, near: QRectF, seen: Sequence[WireItem]) -> None:
        scene = self._scene
        chosen = set(scene.selected_wires())
        ids = scene.selected_ids()
        lit = set(ids) if len(ids) < MOST_MARKED else set[str]()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        dim = scene.shown.dim and bool(chosen or ids)
        shown = scene.gradient.face is not None
        if dim or shown or self._lit_blocks() is not None:
            painter.setOpacity(DIMMED)
        pens: dict[tuple[str, str, bool], QPen] = {}
        above: list[WireItem] = []
        self._drop_paths(seen)
        for item in seen:
            if (chosen and item.wire in chosen) or (
                lit and (item.wire.source.block in lit or item.wire.target.block in lit)
            ):
                above.append(item)
                continue
            if shown and scene.gradient.covers(item.wire):
                continue
            net = scene.mirror.net_of(item)
            pen = pens.get((item.kind, net, item.loose))
            if pen is None:
                pen = pens[item.kind, net, item.loose] = scene.painters.wire_pen(item, net)
            painter.setPen(pen)
            if item.loose:
                draw_line(painter, self._path(item))
            else:
                painter.drawPath(self._path(item))
        if dim or shown:
            painter.setOpacity(1.0)
        style = scene.mirror.style
        marked = [(item, wire_path(item.whole, style) if item.is_tag else self._path(item)) for item in above]
        if shown:
            scene.gradient.paint_chosen(painter, marked, scene.painters, scene.mirror)
            paths = [(item, self._path(item)) for item in seen]
            in_sight = scene.mirror.wires_in(_in_sight(painter))
            scene.gradient.paint_wires(painter, paths, near, scene.theme, in_sight)
        if scene.mirror.bends:
            self._paint_bends(painter, seen)
        for item, path in marked if not shown else ():
            painter.setPen(scene.painters.wire_pen(item, scene.mirror.net_of(item), marked=True))
            draw_line(painter, path)
        painter.setOpacity(1.0)
        if scene.shown.values:
            self._paint_texts(painter, scene.mirror.wires_in(_in_sight(painter)))

    def _paint_bends(self, painter: QPainter, seen: Sequence[WireItem]) -> None:
        scene = self._scene
        painter.setPen(QPen(scene.painters.color(scene.theme.canvas), 1.2))
        for item in seen:
            points = () if item.is_tag else scene.mirror.bends.get(item.wire, ())
            if points:
                painter.setBrush(scene.painters.wire_pen(item, scene.mirror.net_of(item)).color())
                for point in points:
                    painter.drawEllipse(QPointF(*point), _BEND, _BEND)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_texts(self, painter: QPainter, wires: Sequence[WireItem]) -> None:
        taken: list[QRectF] = []
        for item in wires:
            text = self._scene.wire_text(item) if not item.is_tag and len(item.flat) > 1 else ""
            is_old = bool(text) and self._scene.is_old(item.wire.source.block)
            box = text_box(item, text, is_old=is_old) if text else QRectF()
            if text and not any(box.intersects(other) for other in taken):
                taken.append(box)
                self._scene.painters.wire_text(painter, box, text, is_old=is_old)

    def _path(self, item: WireItem) -> QPainterPath:
        if item.path is None:
            item.path = wire_path(item.points, self._scene.mirror.style)
            self._paths.append(item)
        return item.path

    def _drop_paths(self, seen: Collection[WireItem]) -> None:
        if len(self._paths) > MOST_PATHS + 2 * len(seen):
            in_sight = set(seen)
            for item in self._paths:
                if item not in in_sight:
                    item.path = None
            self._paths = [item for item in seen if item.path is not None]

    def _paint_blocks(self, painter: QPainter, seen: Sequence[BlockItem]) -> None:
        scene = self._scene
        transform = painter.worldTransform()
        ratio = painter.device().devicePixelRatioF()
        scale = transform.m11() * ratio
        left = _HURRY if scene.hurried else float("inf")
        finished, has_pixmap = True, False
        lit = self._lit_blocks()
        if lit is None and scene.gradient.face is not None:
            lit = self._shown_in_gradient()
        if painter.paintEngine().type() == QPaintEngine.Type.SVG:
            self._draw_blocks(painter, seen, lit)
            return
        painter.save()
        painter.resetTransform()
        for item in seen:
            if lit is not None:
                painter.setOpacity(1.0 if item.id in lit else DIMMED)
            scene.refresh_result(item)
            box = scene.painters.card_box(item)
            inside = item.geometry.inner is not None
            stale = not item.picture.fits(scale)
            stale_card = not box.isEmpty() and not item.card.fits(scale)
            if stale or stale_card:
                # Only making pictures counts: where drawing alone takes so long, a frame still makes one at least.
                in_time, before = left > 0.0, time.thread_time()
                if stale and in_time:
                    scene.painters.paint_picture(item, scale, ratio)
                finished &= in_time or not stale
                if stale_card and (in_time or item.card.pixels is None):
                    scene.painters.paint_card(item, box, scale)
                left -= time.thread_time() - before
                has_pixmap = True
            if item.picture.pixels is None:
                scene.painters.placeholder(painter, transform.mapRect(item.rect))
                continue
            pictures = [item.picture] if box.isEmpty() else [item.card, item.picture]
            for picture in reversed(pictures) if inside else pictures:
                _draw(painter, picture, item.block.at, transform, ratio)
        painter.restore()
        if has_pixmap:
            self._keep(seen)
        if not finished:
            self._later()
        elif not scene.zooming:
            scene.hurried = False

    def _draw_blocks(self, painter: QPainter, seen: Sequence[BlockItem], lit: Collection[str] | None) -> None:
        """Paint blocks as vectors, for SVG output: images take four times as long and cannot be enlarged."""
        painters = self._scene.painters
        for item in seen:
            self._scene.refresh_result(item)
            box = painters.card_box(item)
            painter.save()
            painter.translate(*item.block.at)
            painter.setOpacity(1.0 if lit is None or item.id in lit else DIMMED)
            if not box.isEmpty() and item.geometry.inner is None:
                painters.card(painter, item.preview or Preview(), box)
            painters.block(painter, item.face, item.geometry)
            if not box.isEmpty() and item.geometry.inner is not None:
                painters.card(painter, item.preview or Preview(), box)
            painter.restore()

    def _shown_in_gradient(self) -> frozenset[str]:
        gradient = self._scene.gradient
        lit = frozenset[str]() if gradient.face is None else gradient.face.lit
        return lit.union(self._scene.selected_ids(), gradient.tied)

    def _keep(self, seen: Sequence[BlockItem]) -> None:
        """Keep the images of visible blocks; drop the least recently seen beyond a memory limit."""
        for item in seen:
            self._kept_bytes -= self._kept.pop(item, 0)
            size = item.picture.size + item.card.size
            self._kept[item] = size
            self._kept_bytes += size
        while self._kept_bytes > MOST_KEPT and len(self._kept) > len(seen):
            item = next(iter(self._kept))
            self._kept_bytes -= self._kept.pop(item)
            item.drop_pictures()

    def _paint_selection(self, painter: QPainter, near: QRectF, scale: float) -> None:
        scene = self._scene
        # In the gradient view blue means that a gradient vanishes.
        color = scene.theme.selection if scene.gradient.face is None else scene.theme.label
        for block_id in scene.found:
            item = scene.mirror.blocks.get(block_id)
            if item is not None and item.rect.intersects(near):
                scene.painters.found(painter, item, 1.0 / scale)
        for block_id in scene.selected_ids():
            item = scene.mirror.blocks.get(block_id)
            if item is not None and item.rect.intersects(near):
                scene.painters.outline(painter, item, color, max(2.0, 1.2 / scale))


def _uppermost(sides: Array, rect: QRectF, scale: float) -> int:
    """Return how many of these blocks, counted from the top, are painted; usually all."""
    least = int(LEAST_BLOCKS / max(1.0, scale * scale))
    if len(sides) <= least:
        return len(sides)
    seen = around(sides).intersected(rect.adjusted(-120, -110, 120, 110))
    width, height = (sides[::-1, 2:] - sides[::-1, :2]).T
    count = int(np.searchsorted(np.cumsum(width * height), MOST_COVERED * seen.width() * seen.height()))
    return min(max(count, least), MOST_BLOCKS)


def _followed(sides: Array, near: QRectF, scale: float) -> int:
    area: Array = rows([near])[0]
    seen = np.minimum(sides[::-1, 2:], area[2:]) - np.maximum(sides[::-1, :2], area[:2])
    return int(np.searchsorted(np.cumsum(seen.sum(axis=1) * scale + PER_WIRE), MOST_INK))


def _in_sight(painter: QPainter) -> QRectF:
    """Return the visible part of the page, which may exceed the painted part: labels avoid everything in it."""
    device = painter.device()
    inverse, _ = painter.worldTransform().inverted()
    return inverse.mapRect(QRectF(0, 0, device.width(), device.height()))


def _draw(painter: QPainter, picture: CachedPicture, at: Point, transform: QTransform, ratio: float) -> None:
    pixels = picture.pixels
    if pixels is None:
        return
    scale = transform.m11()
    # Not rounded to even: what is scrolled by a pixel stays as it is.
    x = floor(((at[0] + picture.origin[0]) * scale + transform.dx()) * ratio + 0.5) / ratio
    y = floor(((at[1] + picture.origin[1]) * scale + transform.dy()) * ratio + 0.5) / ratio
    stretch = scale / picture.scale
    if stretch == 1.0:
        painter.drawPixmap(QPointF(x, y), pixels)
        return
    width, height = pixels.width(), pixels.height()
    painter.drawPixmap(QRectF(x, y, width * stretch, height * stretch), pixels, QRectF(0, 0, width, height))


def _paint_grid(painter: QPainter, rect: QRectF, color: QColor) -> None:
    transform = painter.worldTransform()
    step = 2 * SNAP if transform.m11() >= 0.75 else 4 * SNAP
    x = np.arange(floor(rect.left() / step), rect.right() / step + 1) * step * transform.m11() + transform.dx()
    y = np.arange(floor(rect.top() / step), rect.bottom() / step + 1) * step * transform.m22() + transform.dy()
    dots = np.stack(np.broadcast_arrays(np.floor(x), np.floor(y)[:, None], 1.0, 1.0), axis=-1).reshape(-1, 4)
    painter.save()
    painter.resetTransform()
    set_colors(painter, Qt.PenStyle.NoPen, color)
    draw_rects(painter, dots)
    painter.restore()
