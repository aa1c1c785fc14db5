"""What is encoded comes back equal, whatever stands in the guest slots."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.errors import BrokenFileError
from engine.model.actor import Actor, Condition, Guest, Stride, UnreadGuest
from engine.model.battle import Battle, Control, Side
from engine.model.commands import Act, AddActor, Advance, Begin, OnHit, SetTerrain
from engine.model.events import Moved, Rolled, SheetSet, TerrainSet
from engine.model.map_memory import NOTHING_MISSED, MapMemory, SquareSeen, WallSeen
from engine.model.phrase import ActorRef, Names, Tally, modifier, phrase
from engine.model.requests import Batch, Faces, Picked, Ruling
from engine.model.terrain import Door, DoorState, Ground, Light, Picture, Terrain, Wall, WallKind
from engine.session.journal import Taped
from engine.store.codec import ELSEWHERE, Codec, content_id, pack, plain, unpack


class Sheet(Guest, msgspec.Struct, frozen=True, tag="toy.sheet"):
    hp: int
    marks: bytes = b""
    note: tuple[tuple[str, int], ...] = ()


class Round(Guest, msgspec.Struct, frozen=True, tag="toy.round"):
    number: int = 1


TOY = Codec((Sheet, Round))
STRANGER = Codec(())

TERRAIN = Terrain(
    3,
    2,
    bytes([0, 1, 2, 3, 0, 0]),
    b"\x00\x01\x02\x03\x04\xff",
    walls=(Wall((0, 0), (512, -77), WallKind.WINDOW),),
    doors=(Door("d1", (0, 0), (0, 256), DoorState.LOCKED, secret=True),),
    lights=(Light((128, 128), 6),),
    picture=Picture("ab" * 32, 0.5, -12.25, 140.0, 139.9, "crypt.png"),
)


def battle() -> Battle:
    people = (
        Actor("z", "Zoe", "party", (0, 0), sheet=Sheet(7, b"\x00\xff", (("sword", 2),)), stride=Stride(2, 1)),
        Actor("a", "Goblin 1", "foe", (2, 1), hidden=True, conditions=(Condition("prone", 3, "X-1"),)),
    )
    return Battle(
        "toy",
        "Crypt \u2013 2\u00d72",
        (Side("party", "Party", Control.PLAYERS, ("foe",)), Side("foe", "Goblins")),
        {one.id: one for one in people},
        TERRAIN,
        round=Round(4),
        explored=bytes([0b101]),
        doors_seen={"d1": DoorState.OPEN},
        map_memory=MapMemory(
            (SquareSeen(2, Ground.OPEN, 3),),
            (WallSeen(Wall((0, 0), (512, 0)), (1,)),),
            (Door("d0", (0, 0), (0, 256)),),
            ("d7",),
        ),
        sides_met=("party",),
    )


COMMANDS = [
    Act("z", "move", ((1, 0), (2, 0)), on_hit=OnHit.RETRY, picks={"weapon": "sword"}),
    Begin(),
    Advance(overrule=True),
    AddActor(Actor("", "Ghoul", "foe", (1, 1), size=2, sheet=Sheet(9))),
    SetTerrain(TERRAIN),
]
EVENTS = (
    Moved("z", (0, 0), (1, 0), Stride(1)),
    TerrainSet(TERRAIN),
    SheetSet("z", Sheet(3)),
    Rolled(
        phrase("attack", "OSE-AOO-01", who=ActorRef("z"), of=Names(("a", "z")), n=2),
        (20,),
        (13,),
        15,
        tally=Tally((modifier(2, "ability"),)),
    ),
)
TAPE = (
    Taped(Faces((20, 1)), "AskRoll:x"),
    Taped(Picked("none"), "AskChoice:y"),
    Taped(Batch((Faces((3,)), Faces((4,), "app"))), "AskRolls:z"),
    Taped(Ruling("The roof falls", (AddActor(Actor("", "Bat", "foe", sheet=Sheet(1))),)), "AskRuling"),
)


def terrains(parts):
    return lambda key: TOY.terrain_from(msgspec.json.decode(parts[key]))


def test_a_battle_comes_back_equal():
    assert TOY.decode_battle(TOY.encode_battle(battle())) == battle()


def test_the_roster_keeps_its_order():
    assert list(TOY.decode_battle(TOY.encode_battle(battle())).actors) == ["z", "a"]


def test_equal_battles_give_equal_bytes():
    assert TOY.encode_battle(battle()) == TOY.encode_battle(battle())


def test_a_snapshot_names_its_terrain_by_content():
    part = TOY.encode_snapshot(battle())
    (key,) = part.terrains
    assert key == content_id(part.terrains[key])
    stored = msgspec.json.decode(part.data)
    assert stored["terrain"]["width"] == ELSEWHERE.width == 0
    assert TOY.battle_from(stored, TOY.terrain_from(msgspec.json.decode(part.terrains[key]))) == battle()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_commands_come_back_equal(command):
    part = TOY.encode_command(command)
    assert TOY.decode_command(part.data, terrains(part.terrains)) == command


def test_events_come_back_equal_and_do_not_repeat_the_map():
    part = TOY.encode_events((*EVENTS, *EVENTS))
    assert len(part.terrains) == 1
    assert b"wall" not in part.data
    assert TOY.decode_events(part.data, terrains(part.terrains)) == (*EVENTS, *EVENTS)


def test_answers_come_back_equal():
    assert TOY.decode_tape(TOY.encode_tape(TAPE)) == TAPE


def test_an_unknown_guest_survives_a_program_that_cannot_read_it():
    seen = STRANGER.decode_battle(TOY.encode_battle(battle()))
    assert isinstance(seen.round, UnreadGuest)
    assert isinstance(seen.actors["z"].sheet, UnreadGuest)
    again = STRANGER.decode_battle(STRANGER.encode_battle(seen))
    assert again == seen
    assert TOY.decode_battle(STRANGER.encode_battle(again)) == battle()


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\x00", b'{"ruleset":1}', b"[]"])
def test_damaged_bytes_are_a_broken_file(data):
    with pytest.raises(BrokenFileError):
        TOY.decode_battle(data)
    with pytest.raises(BrokenFileError):
        TOY.decode_events(data + b"x", terrains({}))


def test_a_guest_with_a_wrong_value_is_a_broken_file():
    data = TOY.encode_battle(battle()).replace(b'"hp":7', b'"hp":"seven"')
    with pytest.raises(BrokenFileError, match="cannot be read"):
        TOY.decode_battle(data)


def test_packed_bytes_are_checked():
    packed = pack(b"x" * 1000)
    assert unpack(packed) == b"x" * 1000
    with pytest.raises(BrokenFileError, match="cut short"):
        unpack(packed[:-5])
    with pytest.raises(BrokenFileError, match="damaged"):
        unpack(b"no zlib here")


def test_an_older_battle_remembers_the_doors_of_the_squares_it_has_explored():
    terrain = replace(
        TERRAIN, ground=bytes(6), doors=(Door("d1", (256, 0), (256, 256)), Door("d2", (0, 0), (0, 256)))
    )
    stored = plain(TOY.encode_snapshot(replace(battle(), explored=bytes([0b10]), doors_seen={})).data)
    nobody = {key: {**one, "cell": None} for key, one in stored["actors"].items()}
    del stored["doors_seen"]
    assert TOY.battle_from({**stored, "actors": nobody}, terrain).doors_seen == {"d1": DoorState.CLOSED}


def test_an_older_battle_knows_the_map_as_it_is():
    stored = plain(TOY.encode_snapshot(battle()).data)
    assert TOY.battle_from(stored, TERRAIN).map_memory == battle().map_memory
    del stored["map_memory"]
    assert TOY.battle_from(stored, TERRAIN).map_memory == NOTHING_MISSED


def test_an_older_battle_remembers_the_sides_of_those_the_players_have_named():
    named = {key: replace(one, public_name="Goblin") for key, one in battle().actors.items() if key == "a"}
    met = replace(battle(), actors={**battle().actors, **named})
    stored = plain(TOY.encode_snapshot(met).data)
    assert TOY.battle_from(stored, TERRAIN).sides_met == ("party",)
    del stored["sides_met"]
    assert TOY.battle_from(stored, TERRAIN).sides_met == ("foe",)
