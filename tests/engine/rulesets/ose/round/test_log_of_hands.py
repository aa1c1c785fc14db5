"""What the log says of the GM's hand and of turning undead."""

from engine.model import commands as cmd
from engine.model.events import Said


def test_hit_points_set_by_hand_are_told_to_the_gm_alone(fight, kit):
    f = fight("T...b", b=kit.page(kit.SWORD, hp=8, max_hp=8))
    f.begin()
    f.edit(cmd.SetFact("b", "hp", 99))
    (told,) = [event for event in f.events if isinstance(event, Said)]
    assert (told.what.key, told.what.args["value"], told.gm_only) == ("log.hp_set", 8, True)


def test_a_number_that_is_not_hit_points_makes_no_such_line(fight):
    f = fight("T...b")
    f.begin()
    f.edit(cmd.SetFact("b", "morale", 7))
    assert not [event for event in f.events if isinstance(event, Said)]
