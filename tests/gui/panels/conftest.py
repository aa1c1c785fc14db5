"""A table with the sample fight on it, and the ways to bring it to a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from engine.model.battle import Battle
from engine.model.commands import Act, Begin
from engine.model.phrase import ActorRef, phrase
from engine.model.requests import AskRoll, AskRolls, Batch, Faces, Picked, Request
from engine.rulesets.registry import ruleset
from engine.session.dice import SoftwareDice
from engine.session.session import new_session
from engine.store.samples import sunken_chapel
from gui.bridge.keymap import Keymap
from gui.bridge.table import Table
from gui.panels.prompt_strip import ROLL_HEIGHT, PromptStrip
from gui.theme.palette import DARK, apply_theme

PAST_GOBLIN = ((10, 13), (9, 14))
"""Tam's way past Goblin 1, which strikes once."""


@pytest.fixture
def keymap() -> Keymap:
    return Keymap()


@pytest.fixture
def dressed(qapp: QApplication) -> None:
    """The dark theme at text scale 1, whatever a test before wore."""
    apply_theme(qapp, DARK)


@pytest.fixture(scope="session")
def chapel() -> Battle:
    """The sample fight; a value, so every test may start from the same one."""
    return sunken_chapel()


@pytest.fixture
def table_of(dressed: None) -> Callable[[Battle], Table]:
    def make(battle: Battle) -> Table:
        return Table(new_session(ruleset(battle.ruleset), battle), SoftwareDice(7))

    return make


@pytest.fixture
def unbegun(table_of: Callable[[Battle], Table], chapel: Battle) -> Table:
    """The sample before the first command."""
    return table_of(chapel)


@pytest.fixture
def declaring(unbegun: Table) -> Table:
    """Round 1, Declare."""
    unbegun.submit(Begin())
    unbegun.answer(Picked("none"))
    return unbegun


@pytest.fixture
def rolling(declaring: Table) -> Table:
    """The initiative of both sides is asked for."""
    declaring.advance(overrule=True)
    return declaring


@pytest.fixture
def moving(rolling: Table) -> Table:
    """The party's Move step."""
    rolling.answer(Batch((Faces((11,)), Faces((4,)))))
    return rolling


@pytest.fixture
def struck(moving: Table) -> Table:
    """Goblin 1 strikes at Tam as he passes; its d20 is asked for."""
    moving.select("tam")
    moving.submit(Act("tam", "move", path=PAST_GOBLIN))
    return moving


@pytest.fixture
def shown(qtbot) -> Callable[[QWidget], None]:
    """Show a panel in a size and let it lay itself out."""

    def show(widget: QWidget, width: int = 980, height: int = 150) -> None:
        qtbot.addWidget(widget)
        widget.resize(width, height)
        with qtbot.waitActive(widget):
            widget.show()
            widget.activateWindow()

    return show


def strip_with(
    table: Table, keymap: Keymap, shown: Callable[..., None], request: Request[Any], width: int = 980
) -> PromptStrip:
    """A prompt strip that asks this, laid out."""
    strip = PromptStrip(table, keymap)
    shown(strip, width, ROLL_HEIGHT)
    strip.show_request(request)
    QApplication.processEvents()
    return strip


def saves(table: Table, count: int) -> AskRolls:
    """So many people save against a spell, in one batch."""
    who = [*table.battle.actors][:count]
    rolls = tuple(
        AskRoll(title=phrase("save.spells", who=ActorRef(one)), actor=one, dice=(20,), beats=16)
        for one in who
    )
    title = phrase("spell.ask_saves", "OSE-SPELL-06", who=ActorRef(who[0]), spell="Web", count=len(rolls))
    return AskRolls(title=title, rolls=rolls)
