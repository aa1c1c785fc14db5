"""Library, terrain and fog brushes, start panel, tips, legend, sheet of keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.model.battle import Side
from engine.model.commands import Act, AddActor, AddSide
from engine.model.requests import Faces
from gui.bridge.brushes import FogBrush, FogTool, StrokeShape, TerrainBrush, TerrainTool
from gui.bridge.catalogue import Catalogue
from gui.bridge.describe import PlanPrompt
from gui.bridge.keymap import ACTIONS
from gui.bridge.rule_books import rule_books
from gui.panels.fog_panel import FogPanel
from gui.panels.intro_cards import IntroCards, IntroStep
from gui.panels.keys_sheet import COLUMNS, KeysSheet
from gui.panels.legend import Legend
from gui.panels.library_panel import SIDE_WORDS, LibraryPanel
from gui.panels.start_panel import StartPanel
from gui.panels.terrain_panel import TerrainPanel
from gui.scene.marks import MapMarks
from gui.windows.options_panel import OptionsPanel

# --- library ---------------------------------------------------------------------------------------------


def test_gob_4_arms_four_goblins(moving, shown, qtbot):
    panel = LibraryPanel(moving)
    shown(panel, 272, 600)
    panel.take_focus()
    QTest.keyClicks(panel.search, "gob 4")
    assert panel.place.text() == "Place 4"
    with qtbot.waitSignal(panel.armed) as armed:
        QTest.keyClick(panel.search, Qt.Key.Key_Return)
    (actors,) = armed.args
    assert [actor.kind for actor in actors] == ["Goblin"] * 4
    assert {actor.side for actor in actors} == {"foe"}
    assert all(actor.id == "" and actor.cell is None for actor in actors)
    for actor in actors:
        moving.submit(AddActor(actor))
    names = [actor.name for actor in moving.battle.actors.values() if actor.name.startswith("Goblin ")]
    assert len(names) == len(set(names))


def test_arrows_mark_another_creature(moving, shown, qtbot):
    panel = LibraryPanel(moving)
    shown(panel, 272, 600)
    panel.search.setText("gob")
    QTest.keyClick(panel.search, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.armed) as armed:
        panel.arm()
    assert armed.args[0][0].name != "Goblin"
    assert len(armed.args[0]) == 1


def test_the_side_they_join_is_chosen(moving, shown, qtbot):
    panel = LibraryPanel(moving)
    shown(panel, 272, 600)
    panel.side.setCurrentIndex(panel.side.findData("party"))
    with qtbot.waitSignal(panel.armed) as armed:
        panel.arm()
    assert armed.args[0][0].side == "party"


def test_heroes_join_the_players_and_monsters_their_enemies_until_the_gm_picks(moving, shown, qtbot):
    moving.submit(AddSide(Side("", "Bandits", hostile_to=("party", "foe"))))
    panel = LibraryPanel(moving)
    shown(panel, 272, 600)

    def joins(name: str) -> str:
        panel.search.setText(name)
        return panel.side.currentText()

    assert [joins("brannoc"), joins("goblin"), joins("tam")] == ["Party", "Goblins", "Party"]
    joins("bandit")
    panel.side.setCurrentText("Bandits")
    assert [joins("orc"), joins("hob marrow")] == ["Bandits", "Party"]
    moving.submit(AddSide(Side("", "Wolves", hostile_to=("party",))))  # the box is filled anew
    assert [joins("orc"), joins("tam")] == ["Bandits", "Party"]
    with qtbot.waitSignal(panel.armed) as armed:
        panel.arm()
    assert armed.args[0][0].side == "party"


def test_the_side_to_join_is_named_and_no_filter_of_the_list(moving, shown):
    panel = LibraryPanel(moving)
    shown(panel, 272, 600)
    words = next(label for label in panel.findChildren(QLabel) if label.text() == SIDE_WORDS)
    assert words.geometry().top() > panel.list.geometry().bottom()
    assert words.geometry().bottom() < panel.place.geometry().top()
    assert abs(words.geometry().center().y() - panel.side.geometry().center().y()) <= 2


def test_nothing_found_is_said_with_what_was_perhaps_meant(moving, shown):
    panel = LibraryPanel(moving)
    shown(panel, 272, 600)
    panel.search.setText("gobln")
    assert panel.empty.text().startswith('No creature called "gobln".')
    assert "Goblin" in panel.empty.text()
    assert not panel.place.isEnabled()
    armed = []
    panel.armed.connect(armed.append)
    panel.arm()
    assert armed == []
    panel.clear.click()
    assert panel.search.text() == ""
    assert panel.place.isEnabled()


def test_the_size_filter(moving, shown):
    panel = LibraryPanel(moving)
    shown(panel, 272, 600)
    panel.size_filter.setCurrentIndex(2)
    assert panel.model.rowCount() > 0
    sizes = {panel.model.entry(panel.model.index(row)).size for row in range(panel.model.rowCount())}
    assert sizes == {2}


@pytest.mark.parametrize("key", rule_books())
def test_every_rule_book_has_creatures_and_only_some_read_lists(key):
    from engine.rulesets.registry import ruleset

    catalogue = Catalogue(ruleset(key))
    assert catalogue.find("").entries
    assert catalogue.reads_lists is key.startswith("ose.")


def test_a_book_with_creatures_of_its_own_lists_what_its_card_says():
    from engine.rulesets.registry import ruleset

    catalogue = Catalogue(ruleset("reduction"))
    (bear,) = catalogue.find("grizzly").entries
    assert "AC 6" in bear.facts
    assert "HD 5" in bear.facts
    one, two = catalogue.build(bear.key, "foe", 2)
    assert (one.kind, one.side, one.sheet) == ("Grizzly bear", "foe", two.sheet)
    assert catalogue.find("grizly bear").near[0] == "Grizzly bear"


# --- brushes ---------------------------------------------------------------------------------------------


def test_the_terrain_tool_is_told_on_each_change(shown):
    panel = TerrainPanel()
    shown(panel, 272, 500)
    told = []
    panel.chosen.connect(told.append)
    panel.brushes.buttons["difficult"].click()
    panel.size_choice._segments["2"].click()
    panel.shape_choice._segments["box"].click()
    panel.brushes.buttons["wall"].click()
    panel.brushes.buttons["wall"].click()
    assert told == [
        TerrainTool(TerrainBrush.DIFFICULT),
        TerrainTool(TerrainBrush.DIFFICULT, 2),
        TerrainTool(TerrainBrush.DIFFICULT, 2, StrokeShape.BOX),
        TerrainTool(TerrainBrush.WALL, 2, StrokeShape.BOX),
        None,
    ]


def test_every_terrain_brush_has_a_button(shown):
    assert set(TerrainPanel().brushes.buttons) == {brush.value for brush in TerrainBrush}
    assert set(FogPanel().brushes.buttons) == {brush.value for brush in FogBrush}


def test_a_brush_given_up_on_the_map_is_put_down_silently(shown):
    panel = FogPanel()
    shown(panel, 272, 500)
    told = []
    panel.chosen.connect(told.append)
    panel.brushes.buttons["room"].click()
    panel.put_down()
    assert told == [FogTool(FogBrush.ROOM)]
    assert panel.tool is None


def test_fog_switches(shown, qtbot):
    panel = FogPanel()
    shown(panel, 272, 500)
    with qtbot.waitSignal(panel.sight_chosen, check_params_cb=lambda on: on is False):
        QTest.mouseClick(panel.sight, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(panel.reset_wanted):
        panel.reset.click()


# --- first run -------------------------------------------------------------------------------------------


def test_the_start_panel_offers_four_ways_in_and_the_rules(keymap, dressed, shown, qtbot):
    panel = StartPanel(keymap, rule_books(), "openquest")
    shown(panel, 272, 760)
    for card, signal in (
        ("sample", panel.sample_wanted),
        ("picture", panel.picture_wanted),
        ("blank", panel.blank_wanted),
        ("open", panel.open_wanted),
    ):
        with qtbot.waitSignal(signal):
            QTest.mouseClick(panel.cards[card], Qt.MouseButton.LeftButton)
    assert list(panel.choices) == list(rule_books())
    last = list(panel.choices)[-1]
    with qtbot.waitSignal(panel.ruleset_chosen, check_params_cb=lambda key: key == last):
        QTest.mouseClick(panel.choices[last], Qt.MouseButton.LeftButton)
    assert panel.ruleset_key == last


def test_an_unknown_ruleset_falls_back_to_the_first(keymap, dressed, qtbot):
    panel = StartPanel(keymap, rule_books(), "gone")
    qtbot.addWidget(panel)
    assert panel.ruleset_key == next(iter(rule_books()))


def test_the_tips_follow_the_first_move(moving, keymap, shown, qtbot):
    cards = IntroCards(moving, keymap)
    shown(cards, 374, 330)
    assert cards.step is IntroStep.DRAG
    cards.plan_shown(PlanPrompt("Tam moves", "", "Move"))
    assert cards.step is IntroStep.CHOOSE
    cards.plan_shown(None)
    assert cards.step is IntroStep.DRAG  # given up: nothing has moved
    cards.plan_shown(PlanPrompt("Tam moves", "", "Move"))
    moving.submit(Act("tam", "move", path=((10, 13), (9, 14))))
    assert cards.step is IntroStep.ANSWER
    moving.answer(Faces((2,)))
    assert cards.step is IntroStep.NEXT
    with qtbot.waitSignal(cards.dismissed):
        cards.advanced()
    assert not cards.isVisible()


def test_a_safe_move_goes_on_to_the_last_card(moving, keymap, shown):
    cards = IntroCards(moving, keymap)
    shown(cards, 374, 330)
    cards.plan_shown(PlanPrompt("Tam moves", "", "Move"))
    moving.submit(Act("tam", "move", path=((8, 12),)))
    cards.plan_shown(None)
    assert cards.step is IntroStep.NEXT


def test_the_tips_can_be_hidden_and_brought_back(moving, keymap, shown, qtbot):
    cards = IntroCards(moving, keymap)
    shown(cards, 374, 330)
    with qtbot.waitSignal(cards.show_me_wanted):
        cards.show_me.click()
    with qtbot.waitSignal(cards.dismissed):
        cards.done.click()
    cards.start_over()
    assert cards.isVisible()
    assert cards.step is IntroStep.DRAG


@pytest.mark.parametrize("step", list(IntroStep))
def test_no_text_of_a_tip_is_cut(moving, keymap, shown, step):
    cards = IntroCards(moving, keymap)
    cards.show_step(step)
    shown(cards, cards.width(), cards.height())
    for label in (cards.title, cards.text, cards.foot):
        assert label.height() >= label.heightForWidth(label.width())


# --- legend and keys -------------------------------------------------------------------------------------


def test_the_legend_names_what_is_drawn(shown, dressed):
    legend = Legend()
    shown(legend, 900, 30)
    legend.show_marks(MapMarks(ticked=((1, 1),)))
    assert legend.words == ("Target",)
    legend.show_marks(MapMarks())
    assert not legend.isVisible()
    legend.show_marks(MapMarks(move=frozenset({(1, 1)}), threat={(1, 1): 2}, path=((1, 1), (2, 2))))
    legend.set_lengths({"reach": "30 ft"})
    assert legend.words == ("Move 30 ft", "Threatened by", "Path")
    assert legend.isVisible()
    assert legend.accessibleName() == "On the map: Move 30 ft, Threatened by, Path"


def test_the_legend_wraps_where_it_is_narrow(shown, dressed):
    legend = Legend()
    shown(legend, 900, 30)
    legend.show_marks(
        MapMarks(move=frozenset({(1, 1)}), double=frozenset({(2, 2)}), threat={(1, 1): 2}, safe=((1, 1),))
    )
    one_row = legend.sizeHint().height()
    legend.resize(260, 30)
    assert legend.sizeHint().height() > one_row
    assert all(box.right() <= 260 for box in legend.boxes())


def test_the_legend_lets_the_mouse_through(dressed, qtbot):
    legend = Legend()
    qtbot.addWidget(legend)
    assert legend.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_the_sheet_lists_every_action_once(keymap, dressed, shown):
    assert {name for column in COLUMNS for name in column} == {action.group for action in ACTIONS}
    sheet = KeysSheet(keymap)
    shown(sheet, 1280, 620)
    words = [
        label.text() for label in sheet.findChildren(type(Legend()).__mro__[1]) if hasattr(label, "text")
    ]
    for action in ACTIONS:
        assert words.count(action.words) == 1
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_no_label_of_a_reading_is_cut_off(moving, shown):
    panel = OptionsPanel(moving)
    shown(panel, 760, 640)
    labels = [label for label in panel.findChildren(QLabel) if label.text()]
    assert len(labels) > len(moving.ruleset.about.options)
    assert [label.text() for label in labels if label.height() < label.heightForWidth(label.width())] == []
