"""The log: rows, rules, undo to a line."""

from __future__ import annotations

from engine.model.commands import Act, SetFact
from engine.model.requests import Faces
from engine.views.audience import Audience
from engine.views.narrate import Narrator
from gui.bridge.rules_text import rule_text, why_rule
from gui.panels.log_model import rule_line
from gui.panels.log_panel import LogPanel


def texts(panel):
    return [panel.model.row(panel.model.index(row)).text for row in range(panel.model.rowCount())]


def test_an_empty_log_says_what_it_will_hold(unbegun, keymap, shown):
    panel = LogPanel(unbegun, keymap)
    shown(panel, 348, 300)
    assert not panel.view.isVisible()
    assert panel._empty.isVisible()
    assert not panel.undo.isEnabled()


def test_newest_on_top_with_its_rule(moving, keymap, shown):
    panel = LogPanel(moving, keymap)
    shown(panel, 348, 400)
    moving.submit(Act("tam", "move", path=((8, 12), (7, 12))))
    row = panel.model.row(panel.model.index(0))
    assert row.text == "Tam Reed moves 10 ft"
    assert rule_line(row) == f"Rule: {rule_text(row.rule).section}"
    assert panel.model.data(panel.model.index(0), _role("ToolTipRole")).endswith(row.rule)


def test_what_an_open_command_has_done_is_listed_at_once(struck, keymap, shown):
    panel = LogPanel(struck, keymap)
    shown(panel, 348, 400)
    struck.answer(Faces((17,)))
    assert "Goblin 1 hits Tam Reed" in texts(panel)[0]
    assert panel.model.row(panel.model.index(0)).entry == 0


def test_only_what_changed_is_touched(moving, keymap, shown, qtbot):
    panel = LogPanel(moving, keymap)
    shown(panel, 348, 400)
    inserted = []
    panel.model.rowsInserted.connect(lambda parent, first, last: inserted.append((first, last)))
    removed = []
    panel.model.rowsRemoved.connect(lambda parent, first, last: removed.append((first, last)))
    before = texts(panel)
    moving.submit(Act("tam", "move", path=((8, 12),)))
    assert inserted == [(0, len(texts(panel)) - len(before) - 1)]
    assert removed == []
    moving.take_back()
    assert removed == inserted
    assert texts(panel) == before


def test_undo_to_here_takes_the_marked_line_back(moving, keymap, shown):
    panel = LogPanel(moving, keymap)
    shown(panel, 348, 400)
    moving.submit(Act("tam", "move", path=((8, 12),)))
    moving.submit(Act("ysol", "move", path=((9, 4),)))
    wanted = next(i for i, text in enumerate(texts(panel)) if text.startswith("Tam"))
    panel.view.setCurrentIndex(panel.model.index(wanted))
    panel.undo.click()
    assert moving.battle.actors["tam"].cell == (9, 12)
    assert moving.battle.actors["ysol"].cell == (9, 5)
    assert not any(text.startswith("Tam") for text in texts(panel))


def test_undo_of_a_line_of_the_open_command_gives_the_command_up(struck, keymap, shown):
    panel = LogPanel(struck, keymap)
    shown(panel, 348, 400)
    struck.answer(Faces((17,)))
    panel.undo_marked()
    assert struck.question is None
    assert struck.card("tam").health.now == 8


def test_the_rule_of_the_marked_line_is_said(moving, keymap, shown, qtbot):
    panel = LogPanel(moving, keymap)
    shown(panel, 348, 400)
    moving.submit(Act("tam", "move", path=((8, 12),)))
    said = []
    moving.noticed.connect(said.append)
    with qtbot.waitSignal(panel.rule_wanted) as asked:
        panel.show_rule()
    assert said == [rule_text(asked.args[0]).text]


def test_a_drop_is_strong(moving, keymap, shown):
    panel = LogPanel(moving, keymap)
    shown(panel, 348, 400)
    moving.submit(SetFact("tam", "hp", 0))
    assert any(panel.model.row(panel.model.index(row)).strong for row in range(panel.model.rowCount()))


def test_every_rule_named_in_a_fight_is_known_to_the_ledger(moving, keymap, shown):
    panel = LogPanel(moving, keymap)
    shown(panel, 348, 400)
    rows = [panel.model.row(panel.model.index(row)) for row in range(panel.model.rowCount())]
    assert rows
    assert all(rule_text(row.rule) for row in rows if row.rule)


def test_an_unknown_rule_is_shown_by_its_id():
    from gui.bridge.log import LogRow

    assert rule_text("no such rule") is None
    assert rule_line(LogRow(1, "1.1", "x", "no such rule", "", False)) == "Rule: no such rule"
    assert rule_line(LogRow(1, "1.1", "x", "", "", False)) == ""


def _role(name):
    from PySide6.QtCore import Qt

    return getattr(Qt.ItemDataRole, name)


def test_the_line_of_a_roll_tells_what_was_added_and_why(struck, keymap, shown, qtbot):
    panel = LogPanel(struck, keymap)
    shown(panel, 348, 400)
    tally = struck.question.tally
    assert len(tally.parts) == 2
    struck.answer(Faces((17,)))
    panel.view.setCurrentIndex(panel.model.index(0))
    with qtbot.waitSignal(panel.rule_wanted) as asked:
        panel.show_rule()
    rule, told = asked.args
    assert told == panel.tally_here == tally
    parts = why_rule(struck, rule, told).parts
    assert [(part.value, part.rule) for part in parts] == [
        (f"{part.value:+d}", part.label.rule) for part in tally.parts
    ]
    players = Narrator(struck.battle, struck.ruleset.about.glossary, Audience.PLAYERS)
    assert not any(line.tally.parts for line in players.lines(struck.session.open_events))
