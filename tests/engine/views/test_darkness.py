"""Where no light reaches, and who stands there blind: for the GM's map alone."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.rulesets.ose.detailed import DetailedOse
from engine.rulesets.ose.sheet import OseSheet
from engine.tactics.board import Board
from engine.testing import ascii_terrain
from engine.views.audience import Audience
from engine.views.look import UNLIT, look

SIDES = (Side("party", "Party", Control.PLAYERS, ("foes",)), Side("foes", "Foes", hostile_to=("party",)))
PAGE = OseSheet(hp=9, max_hp=9)


def seen(audience, dark=True):
    """A light of two squares in the west; a man and a goblin in the east."""
    terrain, _ = ascii_terrain(["........"])
    people = (
        Actor("tam", "Tam", "party", (0, 0), sheet=PAGE, light=2),
        Actor("una", "Una", "party", (6, 0), sheet=PAGE),
        Actor("gob", "Gob", "foes", (7, 0), sheet=PAGE, dark_sight=12),
    )
    ground = replace(terrain, dark=dark)
    battle = Battle("ose.detailed", "Test", SIDES, {one.id: one for one in people}, ground)
    return look(Board(battle), DetailedOse(), audience)


def test_the_gm_sees_which_squares_no_light_reaches():
    assert seen(Audience.GM).unlit == {3, 4, 5, 6, 7}
    assert seen(Audience.GM, dark=False).unlit == frozenset()


def test_whoever_stands_there_without_sight_in_the_dark_is_marked_as_blind():
    tokens = {token.id: token for token in seen(Audience.GM).tokens}
    assert {one for one, token in tokens.items() if UNLIT in token.badges} == {"una"}
    assert tokens["una"].state.endswith("in the dark, sees nothing there")
    assert not any(UNLIT in token.badges for token in seen(Audience.GM, dark=False).tokens)


def test_players_are_told_nothing_of_it():
    view = seen(Audience.PLAYERS)
    assert view.unlit == frozenset()
    assert not any(UNLIT in token.badges for token in view.tokens)
