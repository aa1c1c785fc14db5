"""Who has surrendered carries a flag, and crosses swords with nobody."""

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.rulesets.ose.arms import arms_of
from engine.rulesets.ose.detailed import DetailedOse
from engine.rulesets.ose.sheet import Hands, OseSheet, Weapon
from engine.tactics.board import Board
from engine.testing import ascii_terrain
from engine.views.audience import Audience
from engine.views.look import look

SIDES = (Side("party", "Party", Control.PLAYERS, ("foes",)), Side("foes", "Foes", hostile_to=("party",)))


def armed(actor_id, side, cell, **fields):
    held = {"gear": (Weapon("sword", "Sword"),), "hands": Hands("sword")}
    actor = Actor(actor_id, actor_id, side, cell, sheet=OseSheet(hp=9, max_hp=9, **held, **fields))
    return replace(actor, arms=arms_of(actor))


def seen(*actors, audience=Audience.GM):
    terrain, _ = ascii_terrain(["...."])
    battle = Battle("ose.detailed", "Test", SIDES, {one.id: one for one in actors}, terrain)
    return {token.id: token for token in look(Board(battle), DetailedOse(), audience).tokens}


def test_whoever_surrendered_is_not_engaged_and_has_a_badge():
    tam, orc = armed("tam", "party", (0, 0)), armed("orc", "foes", (1, 0))
    assert seen(tam, orc)["orc"].engaged
    given_up = armed("orc", "foes", (1, 0), surrendered=True)
    for audience in Audience:
        tokens = seen(tam, given_up, audience=audience)
        assert tokens["orc"].badges == ("surrendered",)
        assert not tokens["orc"].engaged
        assert not tokens["tam"].engaged
