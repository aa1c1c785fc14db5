"""Whole fights to their end in the real window: one with the keys alone, one with the mouse."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from engine.model.actor import Actor
from engine.model.commands import AddActor
from engine.model.offers import Targeting
from engine.model.phrase import Cell
from engine.model.requests import AskChoice
from engine.session.dice import SoftwareDice
from engine.store.book_library import build_book_creature, find_book_creature
from engine.store.library import build, find_creature
from gui.bridge.dice_mode import DiceMode
from gui.bridge.encounters import new_blank

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
        """R rolls whatever can be rolled; choices take what Enter takes; rulings get a word.

        Enter goes on where the end is proposed, which is harmless; who wants the end says so by number.
        """
        asked = self.gm.table.question
        picks = [pick.key for pick in asked.picks] if isinstance(asked, AskChoice) else []
        if "end" in picks:
            self.gm.key(Qt.Key(Qt.Key.Key_1.value + picks.index("end")))
            return
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
        if slot.startswith("turn:"):
            return self.whole_turn(actor)
        if slot.endswith(":move"):
            return self.advance_on(actor)
        if slot.endswith((":missile", ":melee")):
            return self.strike(actor, "shoot" if slot.endswith("missile") else "attack")
        return True

    def whole_turn(self, actor: Actor) -> bool:
        """In books with a turn for each: go there, and strike."""
        if self.goal(actor) is not None:
            self.advance_on(actor)
        while self.gm.question:
            self.answer()
        now = self.gm.table.actor(actor.id)
        return bool(now.active and self.strike(now, "attack"))

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
        self.gm.click_token(actor_id)
        assert self.gm.table.selected == actor_id, f"a click chooses {self.gm.table.selected}, not {actor_id}"

    def advance_on(self, actor: Actor) -> bool:
        goal = self.goal(actor)
        if goal is not None:
            self.gm.drag_token(actor.id, goal)
            self.gm.click_button("Move")
        return True

    def strike(self, actor: Actor, verb: str) -> bool:
        table = self.gm.table
        option = next(o for o in table.menu(actor.id) if o.verb == verb)
        if not option.legal or option.targeting is not Targeting.ACTOR:
            return True
        self.gm.desk.work.start(verb, {})
        targets = table.ruleset.targets(table.board, actor, verb)
        legal = [target for target, refusals in targets.items() if not refusals]
        if not self.gm.question and legal and not self.gm.desk.runner.idle:
            self.gm.click_token(legal[0])
        return True

    def go_on(self) -> None:
        self.gm.desk.rail.next.click()
        if not self.gm.question:
            self.gm.click_button(
                *(button.label for button in self.gm.desk.strip.content.buttons if button.primary)
            )


HEROES = {
    "brannoc": (5, 4),
    "hob-marrow": (4, 4),
    "ysolde": (5, 6),
    "tam-reed": (5, 8),
    "veteran": (5, 2),
    "orsolya": (2, 5),
}
MONSTERS = {
    "skeleton": [(9, 3), (9, 5), (10, 4)],
    "zombie": [(9, 7), (10, 8)],
    "ghoul": [(11, 2)],
    "orc": [(9, 1), (10, 6), (11, 9)],
    "goblin-with-bow": [(14, 3), (14, 7)],
    "ogre": [(12, 4)],
}


@pytest.fixture
def six_against_twelve(gm: Any) -> Any:
    """A bare map with six heroes and twelve monsters of six kinds, ready to begin."""
    gm.window.show_encounter(new_blank(18, 12, "ose.detailed"))
    party, foe = (side.id for side in gm.table.battle.sides)
    for name, cell in HEROES.items():
        gm.table.submit(AddActor(build(find_creature(name), party, cell)))
    for name, cells in MONSTERS.items():
        for cell in cells:
            gm.table.submit(AddActor(build(find_creature(name), foe, cell)))
    assert len(gm.table.battle.actors) == 18
    return gm


def test_the_sample_fight_is_played_to_its_end_with_the_keys(gm: Any) -> None:
    play_to_the_end(KeyFighter, gm, seed=11)
    for _ in range(5):
        gm.undo()
        while gm.question:
            gm.key(Qt.Key.Key_Escape)


def test_six_against_twelve_are_played_to_their_end_with_the_mouse(six_against_twelve: Any) -> None:
    play_to_the_end(MouseFighter, six_against_twelve, seed=12)


def test_a_fight_of_os_six_is_played_to_its_end_with_the_keys(gm: Any) -> None:
    gm.window.show_encounter(new_blank(14, 10, "os_six"))
    party, foe = (side.id for side in gm.table.battle.sides)
    for number, name in enumerate(("ellis-kane", "dr-vale", "father-byrne")):
        entry = find_book_creature(gm.table.ruleset, name)
        gm.table.submit(AddActor(build_book_creature(entry, party, (3, 2 + 2 * number))))
    for number, name in enumerate(("thug", "guard-dog", "sewer-horror")):
        entry = find_book_creature(gm.table.ruleset, name)
        gm.table.submit(AddActor(build_book_creature(entry, foe, (9, 2 + 2 * number))))
    play_to_the_end(KeyFighter, gm, seed=13)


def play_to_the_end(fighter: type[Fighter], gm: Any, seed: int) -> None:
    gm.table.set_dice_mode(DiceMode.PLAYERS)
    gm.table._dice = SoftwareDice(seed)
    fighter(gm).fight()
    assert gm.table.progress.over is not None
    assert gm.table.session.journal.head > 20
