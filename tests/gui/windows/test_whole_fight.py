"""The sample fight to its end in the real window: once with the keys alone, once with the mouse."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from engine.model.actor import Actor
from engine.model.offers import Targeting
from engine.model.phrase import Cell
from engine.session.dice import SoftwareDice
from gui.bridge.table import DiceMode

MOST_TURNS = 700


class Fighter:
    """Plays both sides plainly: go to the nearest enemy, strike it, go on."""

    def __init__(self, gm: Any) -> None:
        self.gm = gm
        self.tried: set[tuple[str, str]] = set()

    def fight(self) -> None:
        """Until the fight is over."""
        for _ in range(MOST_TURNS):
            if self.gm.table.progress.over is not None:
                return
            if self.gm.question:
                self.answer()
            elif not self.act():
                self.go_on()
        raise AssertionError("the fight did not end")

    def answer(self) -> None:
        """R rolls whatever can be rolled; choices take what Enter takes; rulings get a word."""
        asked = self.gm.table.question
        self.gm.key(Qt.Key.Key_R)
        if self.gm.table.question is asked:
            self.gm.key(Qt.Key.Key_Return)
        if self.gm.table.question is asked:
            self.gm.type("So be it")
        assert self.gm.table.question is not asked, f"stuck at: {self.gm.strip}"

    def act(self) -> bool:
        """Let one actor who waits do one thing. False when nobody has anything left to try."""
        progress = self.gm.table.progress
        for actor_id in progress.waiting:
            key = (progress.current.key + str(progress.round), actor_id)
            if key not in self.tried:
                self.tried.add(key)
                self.choose(actor_id)
                return self.step(self.gm.table.actor(actor_id), progress.current.key)
        return False

    def step(self, actor: Actor, slot: str) -> bool:
        if slot.endswith(":move"):
            return self.advance_on(actor)
        if slot.endswith((":missile", ":melee")):
            return self.strike(actor, "shoot" if slot.endswith("missile") else "attack")
        return True

    def nearest(self, actor: Actor) -> Actor | None:
        foes = list(self.gm.table.battle.foes_of(actor))
        return min(foes, key=lambda foe: self.gm.table.board.separation(actor, foe), default=None)

    def goal(self, actor: Actor) -> Cell | None:
        """The square within the actor's rate that is nearest to its nearest enemy."""
        foe = self.nearest(actor)
        if foe is None or foe.cell is None:
            return None
        table = self.gm.table
        reach = table.ruleset.reach(table.board, actor, "move")
        cells = [cell for cell in reach.stops if reach.costs[cell] <= reach.limit("move")]
        here = table.board.separation(actor, foe)
        best = min(cells, key=lambda cell: (table.board.separation(actor, foe, cell), cell), default=None)
        return best if best and table.board.separation(actor, foe, best) < here else None

    def choose(self, actor_id: str) -> None:
        raise NotImplementedError

    def advance_on(self, actor: Actor) -> bool:
        raise NotImplementedError

    def strike(self, actor: Actor, verb: str) -> bool:
        raise NotImplementedError

    def go_on(self) -> None:
        raise NotImplementedError


class KeyFighter(Fighter):
    """Tab, arrows, letters, Enter."""

    def choose(self, actor_id: str) -> None:
        for _ in range(40):
            if self.gm.table.selected == actor_id:
                return
            self.gm.key(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab does not come to {actor_id}")

    def advance_on(self, actor: Actor) -> bool:
        goal = self.goal(actor)
        planner = None if goal is None else self.gm.plan(actor, goal)
        if planner is None or not planner.path:
            return True
        here = actor.cell
        for cell in planner.path:
            self.gm.key(ARROWS[cell[0] - here[0], cell[1] - here[1]])
            here = cell
        self.gm.key(Qt.Key.Key_Return)
        if not self.gm.question:
            self.gm.key(Qt.Key.Key_Escape)
        return True

    def strike(self, actor: Actor, verb: str) -> bool:
        self.gm.key(Qt.Key.Key_F if verb == "shoot" else Qt.Key.Key_A)
        if not self.gm.question and not self.gm.desk.runner.idle:
            self.gm.key(Qt.Key.Key_Return)
            if not self.gm.question:
                self.gm.key(Qt.Key.Key_Escape)
        self.gm.desk.action_list.close_chooser()
        return True

    def go_on(self) -> None:
        self.gm.key(Qt.Key.Key_N)
        if not self.gm.question:
            self.gm.key(Qt.Key.Key_Return)


ARROWS = {
    (0, -1): Qt.Key.Key_Up,
    (0, 1): Qt.Key.Key_Down,
    (-1, 0): Qt.Key.Key_Left,
    (1, 0): Qt.Key.Key_Right,
    (-1, -1): Qt.Key.Key_Home,
    (1, -1): Qt.Key.Key_PageUp,
    (-1, 1): Qt.Key.Key_End,
    (1, 1): Qt.Key.Key_PageDown,
}


class MouseFighter(Fighter):
    """Clicks and drags; dice are rolled by the strip's own button."""

    def choose(self, actor_id: str) -> None:
        self.gm.click(self.gm.table.actor(actor_id).cell)

    def advance_on(self, actor: Actor) -> bool:
        goal = self.goal(actor)
        if goal is not None:
            self.gm.drag(actor.cell, goal)
            self.gm.click_button("Move")
        return True

    def strike(self, actor: Actor, verb: str) -> bool:
        table = self.gm.table
        option = next(o for o in table.menu(actor.id) if o.verb == verb)
        if not option.legal or option.targeting is not Targeting.ACTOR:
            return True
        self.gm.desk.start(verb, {})
        targets = table.ruleset.targets(table.board, actor, verb)
        legal = [target for target, refusals in targets.items() if not refusals]
        if not self.gm.question and legal and not self.gm.desk.runner.idle:
            self.gm.click(table.actor(legal[0]).cell)
        return True

    def go_on(self) -> None:
        self.gm.desk.rail.next.click()
        if not self.gm.question:
            self.gm.click_button(
                *(button.label for button in self.gm.desk.strip.content.buttons if button.primary)
            )


@pytest.mark.parametrize("fighter", [KeyFighter, MouseFighter])
def test_the_sample_fight_is_played_to_its_end(fighter: type[Fighter], gm: Any) -> None:
    gm.table.set_dice_mode(DiceMode.PLAYERS)
    gm.table._dice = SoftwareDice(11)
    fighter(gm).fight()
    assert gm.table.progress.over is not None
    assert gm.table.session.journal.head > 20
    for _ in range(5):
        gm.undo()
        while gm.question:
            gm.key(Qt.Key.Key_Escape)
