"""The sample fight stands as it was drawn, and maps of letters are read as they look."""

import pytest

from engine.model.actor import DOWN
from engine.model.battle import Control
from engine.model.terrain import Door, DoorState, Ground, fine
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.ose.tallies import armour_class, damage_dice, damage_tally, to_hit
from engine.store.ascii_map import ascii_terrain
from engine.store.codec import Codec
from engine.store.samples import sunken_chapel

BATTLE = sunken_chapel()

# id: cell, AC, HP, most HP, to hit, damage die and bonus, reach (as the pictures of the design show them)
DRAWN = {
    "bran": ((9, 9), 16, 17, 21, 2, 8, 1, 1),
    "ysol": ((9, 5), 15, 12, 15, 1, 6, 1, 1),
    "tam": ((9, 12), 14, 8, 11, 2, 6, 0, 1),
    "orso": ((5, 8), 11, 6, 8, 0, 4, 0, 1),
    "hob": ((7, 9), 13, 5, 6, 0, 6, 0, 1),
    "g1": ((11, 12), 13, 4, 5, 0, 6, 0, 1),
    "g2": ((11, 9), 13, 2, 4, 0, 6, 0, 1),
    "g3": ((13, 5), 13, 5, 5, 0, 6, 0, 0),
    "g4": ((17, 10), 13, 3, 3, 0, 6, 0, 1),
    "cap": ((13, 11), 14, 9, 9, 2, 8, 0, 2),
    "sham": ((18, 8), 12, 6, 6, 0, 4, 1, 1),
}


@pytest.mark.parametrize("actor_id", DRAWN)
def test_everybody_has_the_numbers_of_the_pictures(actor_id):
    cell, ac, hp, most, hit, die, bonus, reach = DRAWN[actor_id]
    actor = BATTLE.actors[actor_id]
    page = actor.sheet
    assert isinstance(page, OseSheet)
    other = BATTLE.actors["g1" if actor.side == "party" else "tam"]
    weapon = page.gear[0]
    ranged = actor_id == "g3"
    assert (actor.cell, page.hp, page.max_hp, actor.arms.reach) == (cell, hp, most, reach)
    assert armour_class(BATTLE, actor).total == ac
    assert to_hit(BATTLE, actor, weapon, other, ranged).total == hit
    assert damage_dice(BATTLE, actor, weapon) == (die,)
    assert damage_tally(BATTLE, actor, weapon, ranged).total == bonus


def test_five_heroes_meet_seven_foes_one_hidden_one_down():
    party, foes = list(BATTLE.members("party")), list(BATTLE.members("foe"))
    assert (len(party), len(foes)) == (5, 7)
    assert [actor.id for actor in foes if actor.hidden] == ["sham"]
    assert [actor.id for actor in foes if actor.has(DOWN)] == ["g5"]
    assert [actor.name for actor in party] == ["Brannoc", "Ysolde", "Tam Reed", "Orsolya", "Hob Marrow"]
    assert [actor.token_label for actor in BATTLE.actors.values()] == [
        "B", "Y", "T", "O", "H", "G1", "G2", "G3", "G4", "C", "S", "G5",
    ]  # fmt: skip


def test_the_fight_has_not_begun():
    assert BATTLE.round is None
    assert BATTLE.title == "The sunken chapel"
    assert BATTLE.side("party").control is Control.PLAYERS
    assert BATTLE.hostile("party", "foe")
    assert BATTLE.hostile("foe", "party")


def test_the_chapel():
    terrain = BATTLE.terrain
    assert (terrain.width, terrain.height, terrain.sight_limits) == (24, 18, True)
    assert terrain.at((6, 6)) is Ground.SOLID  # pillar
    assert terrain.at((11, 2)) is Ground.SOLID  # font
    assert terrain.at((21, 8)) is Ground.IMPASSABLE  # altar
    assert terrain.at((8, 7)) is terrain.at((5, 13)) is terrain.at((12, 4)) is Ground.DIFFICULT
    assert terrain.at((12, 15)) is Ground.OPEN  # stairs
    assert [(door.a, door.b) for door in terrain.doors] == [
        ((fine(0.5), fine(8)), (fine(0.5), fine(9))),
        ((fine(0.5), fine(9)), (fine(0.5), fine(10))),
    ]
    for actor in BATTLE.actors.values():
        assert actor.cell is not None
        assert terrain.at(actor.cell) in (Ground.OPEN, Ground.DIFFICULT)


def test_every_opening_is_a_fresh_copy_that_can_be_stored():
    assert sunken_chapel() == BATTLE
    codec = Codec((OseSheet, OseOptions))
    assert codec.decode_battle(codec.encode_battle(BATTLE)) == BATTLE


# --- maps of letters -----------------------------------------------------------------------------------


def door(x0, y0, x1, y1, state=DoorState.CLOSED):
    return Door("d1", (fine(x0), fine(y0)), (fine(x1), fine(y1)), state)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["###", ".+.", "###"], door(1.5, 1, 1.5, 2)),
        (["#.#", "#/#", "#.#"], door(1, 1.5, 2, 1.5, DoorState.OPEN)),
        (["##", "+.", "##"], door(0.5, 1, 0.5, 2)),
        (["##", ".+", "##"], door(1.5, 1, 1.5, 2)),
        (["#+#", "#.#"], door(1, 0.5, 2, 0.5)),
        (["..", "+.", ".."], door(0, 1.5, 1, 1.5)),
        (["T+G"], door(1.5, 0, 1.5, 1)),
        (["+"], door(0, 0.5, 1, 0.5)),
    ],
)
def test_a_door_stands_across_the_way_through(rows, expected):
    terrain, _ = ascii_terrain(rows)
    assert terrain.doors == (expected,)


def test_other_letters_mark_actors_on_open_floor():
    terrain, marks = ascii_terrain(["#T.", "GG"])
    assert marks == {"T": (1, 0), "G": (0, 1)}
    assert terrain.at((1, 0)) is terrain.at((1, 1)) is Ground.OPEN
    assert terrain.at((2, 1)) is Ground.SOLID  # a short row ends in rock
    assert terrain.decor == bytes([1, 0, 0, 0, 0, 1])
