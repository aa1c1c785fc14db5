"""The map with everything on it, for one audience. It sees a `View` and `MapMarks` and paints them."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView

from engine.model.events import Event
from engine.model.terrain import Ground, Terrain
from engine.views.audience import Audience
from engine.views.look import TokenView, View
from gui.scene.card_place import card_place
from gui.scene.crowding import ALONE, Spot, spots
from gui.scene.fog import FogItem
from gui.scene.geometry import CELL
from gui.scene.map_item import MapItem
from gui.scene.map_labels import chip_box, map_labels
from gui.scene.marks import MapMarks
from gui.scene.motion import Motion
from gui.scene.overlays import Overlays
from gui.scene.terrain_art import PictureOf, TerrainArt, difficult_cells
from gui.scene.things_item import ThingsItem
from gui.scene.token_art import TokenLook
from gui.scene.token_item import TokenItem
from gui.theme.palette import DARK, Theme, Tone

CARD_MARGIN = 10
"""Pixels between the preview card and the edges, legend and scale."""
CARD_SHARE = 0.45
"""How much of the free width the preview card may take with large text."""
CROWDED_Z = 51.0
"""Above all that have their square for themselves: a small token over the large one it stands under."""
PREFER_STANDING = 0.25
"""Sizes of a token by which one that lies must be nearer to the pointer."""
HASTE = 0.012
"""Seconds for painting parts of the players' map anew within one picture of a moving camera."""
GM_PAINT_SECONDS: float | None = 0.03
"""Seconds for painting parts of the GM's map anew within one picture; None for as long as it takes."""
MARGIN = 20 * CELL  # so much room around the map that a view never centres it by itself as the strip grows
"""Free space around the map, so that its edge can be brought to the middle of the window."""


class BattleScene(QGraphicsScene):
    """One class, two instances: the GM's and the players'."""

    tone_changed = Signal(str)
    """The map is dark or light from now on."""

    def __init__(self, audience: Audience, picture_of: PictureOf, tone: Tone = "dark") -> None:
        super().__init__()
        # Under a hundred items, moving all the time: an index would cost more than it saves.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._audience = audience
        self._art = TerrainArt(picture_of, for_gm=audience is Audience.GM)
        self._wished_tone: Tone = tone
        self._tone: Tone = tone
        self._tone_fixed = False
        self._theme: Theme = DARK
        self._text_scale = 1.0
        self._zoom, self._dpr = 1.0, 1.0
        self.covered = (0, 0)
        """Pixels of the view that the legend takes at the top, the scale at the bottom."""
        self._view: View | None = None
        self._marks = MapMarks()
        self._tokens: dict[str, TokenItem] = {}
        self._spots: dict[str, Spot] = {}
        self._map: MapItem | None = None
        self._grid = True
        self._darkness = True
        self._fog = FogItem("players" if audience is Audience.PLAYERS else "gm")
        self.addItem(self._fog)
        self._things = ThingsItem()
        self.addItem(self._things)
        self.overlays = Overlays()
        self.overlays.add_to(self)
        self.overlays.set_tone(tone)
        self.motion = Motion(self)
        self.motion.finished.connect(self._show_latest)

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def view(self) -> View | None:
        """The view on show."""
        return self._view

    @property
    def tone(self) -> Tone:
        """Whether the map is dark or light."""
        return self._tone

    @property
    def marks(self) -> MapMarks:
        """The overlays on show."""
        return self._marks

    def show(self, view: View) -> None:
        """Show a view at once."""
        self.motion.stop()
        self._set_view(view)

    def play(self, events: Sequence[Event], view: View) -> None:
        """Show how tokens walk to where the view has them. It always ends in `show(view)`."""
        before = self._view
        self._set_view(view, keep_places=before is not None)
        if before is None or not self.motion.start(events, self._tokens):
            self._place_tokens(view)

    def set_marks(self, marks: MapMarks) -> None:
        """Change the overlays; only what differs is painted anew."""
        before, self._marks = self._marks, marks
        self.overlays.show_areas(before, marks)
        self.overlays.show_ways(before, marks)
        tokens = self._view.tokens if self._view else ()
        self.overlays.show_attacks(before, marks, [(*token.cell, token.size) for token in tokens])
        self._update_labels(before, marks)
        if (before.targets, before.attacked) != (marks.targets, marks.attacked):
            self._dress_tokens()

    def set_style(self, theme: Theme, tone: Tone, text_scale: float = 1.0, tone_fixed: bool = False) -> None:
        """Colours of the window's theme and of the map's tone.

        Over a picture the tone is that of the picture, unless the GM has fixed it.
        """
        self._theme, self._text_scale = theme, text_scale
        if (tone, tone_fixed) != (self._wished_tone, self._tone_fixed):
            self._wished_tone, self._tone_fixed = tone, tone_fixed
            if self._view is not None:
                self._draw_map(self._view)
            else:
                self._set_tone(tone)
        self.overlays.set_style(theme, self._tone, text_scale, self._dpr)

    def _set_tone(self, tone: Tone) -> None:
        if tone == self._tone:
            return
        self._tone = tone
        self.tone_changed.emit(tone)
        self.overlays.set_tone(tone)
        self.overlays.set_style(self._theme, tone, self._text_scale, self._dpr)
        for item in self._tokens.values():
            item.set_tone(tone)

    def set_zoom(self, zoom: float, dpr: float = 1.0) -> None:
        """Follow the view's scale: tokens and strokes are drawn for it."""
        self._zoom, self._dpr = zoom, dpr
        self.overlays.set_zoom(zoom, dpr)
        for item in self._tokens.values():
            item.set_zoom(zoom, dpr)
        floating = self._marks.labels or self._marks.too_near
        if floating or self._audience is Audience.PLAYERS:  # words keep their size on the screen
            self._update_labels(self._marks, self._marks, force=True)

    def set_hasty(self, hasty: bool) -> None:
        """While the players' camera zooms, show the map stretched rather than late."""
        if self._map is not None and self._audience is Audience.PLAYERS:
            self._map.set_budget(HASTE if hasty else None)

    def set_grid(self, shown: bool) -> None:
        """Show or hide the grid lines."""
        self._grid = shown
        if self._view is not None:
            self._name_edges(self._view)
        if self._map is not None:
            self._map.set_grid(shown)

    def set_darkness(self, shown: bool) -> None:
        """Show or hide the veil over what no light of a dark map reaches."""
        self._darkness = shown
        if self._view is not None:
            self._set_fog(None, self._view)

    def token_at(self, point: QPointF) -> str:
        """Id of the topmost standing token at a scene point, else of one lying there, else empty.

        Where several share the square it is the one drawn nearest.
        """
        cell = point.x() / CELL, point.y() / CELL
        hits = [
            token
            for token in (self._view.tokens if self._view else ())
            if token.cell[0] <= cell[0] < token.cell[0] + token.size
            and token.cell[1] <= cell[1] < token.cell[1] + token.size
        ]
        if len(hits) > 1 and all(token.id in self._spots for token in hits):
            return min(hits, key=lambda token: self._away(token, point)).id
        if not hits:
            return ""
        top = min((token.down, token.size) for token in hits)  # under a larger one there may be several
        alike = [token for token in hits if (token.down, token.size) == top]
        return min(alike, key=lambda token: self._away(token, point)).id if len(alike) > 1 else alike[0].id

    def _away(self, token: TokenView, point: QPointF) -> float:
        """How far a point is from the middle of a drawn token, in sizes it is drawn at.

        Between one who stands and one who lies, whoever stands is meant.
        """
        item = self._tokens.get(token.id)
        if item is None or token.id not in self._spots:
            return inf
        drawn = CELL * token.size * self._spots[token.id].share
        return (item.pos() - point).manhattanLength() / drawn + (PREFER_STANDING if token.down else 0.0)

    def map_rect(self) -> QRectF:
        """The map's box in scene units."""
        if self._view is None:
            return QRectF()
        terrain = self._view.terrain
        return QRectF(0, 0, terrain.width * CELL, terrain.height * CELL)

    # --- the view ---------------------------------------------------------------------------------

    def _set_view(self, view: View, keep_places: bool = False) -> None:
        before, self._view = self._view, view
        if before is None or not _same_map(before, view):
            self._draw_map(view)
        if before is None or before.tokens != view.tokens:
            self._sync_tokens(view)
        self._things.set_things(view.things)
        if not keep_places:
            self._place_tokens(view)
        self._set_fog(before, view)
        if self._audience is Audience.PLAYERS:
            self._update_labels(self._marks, self._marks, force=True)

    def _show_latest(self) -> None:
        if self._view is not None:
            self._place_tokens(self._view)

    def _draw_map(self, view: View) -> None:
        source, changed = self._art.source(view.terrain, self._wished_tone, self._tone_fixed, view.pictures)
        self._set_tone(self._art.tone)
        if self._map is None:
            self._map = MapItem(source, GM_PAINT_SECONDS if self._audience is Audience.GM else None)
            self._map.set_grid(self._grid)
            self.addItem(self._map)
        else:
            self._map.set_source(source, changed)
        self.setBackgroundBrush(source.backdrop)
        self.overlays.marks.set_data(*difficult_cells(view.terrain))
        self._name_edges(view)
        self.setSceneRect(self.map_rect().adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN))

    def _name_edges(self, view: View) -> None:
        """With the grid, and never for the players: their map ends where they have been."""
        named = self._grid and self._audience is Audience.GM
        self.overlays.edges.set_data(*((view.terrain.width, view.terrain.height) if named else (0, 0)))

    def _sync_tokens(self, view: View) -> None:
        wanted = {token.id: token for token in view.tokens}
        for gone in self._tokens.keys() - wanted.keys():
            self.removeItem(self._tokens.pop(gone))
        for token_id in wanted.keys() - self._tokens.keys():
            item = TokenItem(token_id)
            item.set_tone(self._tone)
            item.set_zoom(self._zoom, self._dpr)
            self._tokens[token_id] = item
            item.set_look(self._look(wanted[token_id]))
            item.place(wanted[token_id].cell)
            self.addItem(item)
        self._dress_tokens()

    def _dress_tokens(self) -> None:
        for order, token in enumerate(self._view.tokens if self._view else ()):
            item = self._tokens.get(token.id)
            if item is not None:
                item.set_look(self._look(token))
                item.setZValue(49.0 if token.down else 50.0 + order / 10_000)
                item.setOpacity(0.5 if token.hidden else 1.0)
                item.setToolTip(f"{token.name}: {token.state}" if token.state else "")

    def _look(self, token: TokenView) -> TokenLook:
        return TokenLook(
            label=token.label,
            side_key=token.tone.value,
            size=token.size,
            hp_share=None if token.down else token.health,
            badges=token.badges,
            state="dead" if token.dead else "down" if token.down else "normal",
            target=token.id in self._marks.targets,
            under_attack=token.id == self._marks.attacked,
            engaged=token.engaged,
            hit=token.hit,
            astray=token.astray,
            turned=token.turned,
        )

    def _place_tokens(self, view: View) -> None:
        self._spots = spots(view.tokens)
        for token in view.tokens:
            item = self._tokens.get(token.id)
            if item is not None:
                item.place(token.cell, self._spots.get(token.id, ALONE))
                if token.id in self._spots:
                    item.setZValue(CROWDED_Z + 1.0 if token.down else CROWDED_Z)

    def _set_fog(self, before: View | None, view: View) -> None:
        veiled = veiled_squares(view, self._darkness)
        self._fog.setVisible(veiled is not None)
        if veiled is None:
            return
        same = before is not None and veiled_squares(before, self._darkness) == veiled
        if same and before is not None and _same(before.terrain, view.terrain):
            return
        extent, (seen, explored) = view.terrain.extent, veiled
        self._fog.set_data(
            (view.terrain.width, view.terrain.height),
            [extent.cell(index) for index in seen],
            [extent.cell(index) for index in explored],
            view.terrain.cells_of(Ground.SOLID),
        )

    # --- the overlays -----------------------------------------------------------------------------

    def _update_labels(self, before: MapMarks, marks: MapMarks, force: bool = False) -> None:
        ways_changed = (before.path, before.bursts) != (marks.path, marks.bursts)
        force = force or (ways_changed and (self._audience is Audience.PLAYERS or bool(marks.labels)))
        shown = marks.chips, marks.labels, marks.charge, marks.ticked, marks.too_near
        was = before.chips, before.labels, before.charge, before.ticked, before.too_near
        if force or was != shown:
            self.overlays.chips.set_data(
                map_labels(marks, self._view.tokens if self._view else (), self._zoom), marks.ticked
            )
        card = self.overlays.card
        card.set_data(marks.card)
        if marks.card is not None:
            card.setPos(self._card_place(marks))

    def _card_place(self, marks: MapMarks) -> QPointF:
        """Beside the ghost, where it hides least."""
        tokens = [(token.cell, token.size) for token in (self._view.tokens if self._view else ())]
        views = self.views()
        shown = self._free_part(views[0]) if views else QRectF()
        if not shown.isEmpty():
            self.overlays.card.keep_within(shown.width() * self._zoom * CARD_SHARE)
        size = self.overlays.card.card_size() / self._zoom
        boxes = [place.box for place in self.overlays.bursts.places]
        boxes += [chip_box(chip, self._zoom) for chip in self.overlays.chips.chips]
        labels = [QRectF(QPointF(*box[:2]), QPointF(*box[2:])) for box in boxes]
        return card_place(marks.card_at, size, tokens, (marks.path, marks.charge, marks.safe), shown, labels)

    def _free_part(self, view: QGraphicsView) -> QRectF:
        """The visible part of the scene without the legend above and the scale below."""
        top, bottom = self.covered
        inner = (
            view.viewport()
            .rect()
            .adjusted(CARD_MARGIN, top + CARD_MARGIN, -CARD_MARGIN, -bottom - CARD_MARGIN)
        )
        return view.mapToScene(inner).boundingRect()


def veiled_squares(view: View, darkness: bool) -> tuple[frozenset[int], frozenset[int]] | None:
    """What no veil lies on and what only a thin one does; None where nothing is veiled.

    Players see the fog, the GM what no light reaches.
    """
    if view.seen is not None and view.explored is not None:
        return view.seen, view.explored
    if not (view.unlit and darkness):
        return None
    return frozenset(range(view.terrain.extent.count)) - view.unlit, view.unlit


def _same(before: Terrain, after: Terrain) -> bool:
    """Equal maps; they are mostly one and the same, which is quick to see."""
    return before is after or before == after


def _same_map(before: View, after: View) -> bool:
    return before.pictures == after.pictures and _same(before.terrain, after.terrain)
