"""What the players are shown and told: names, letters, sides and numbers they may know, and no others."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.model.events import (
    Blocked,
    Declared,
    Dropped,
    Event,
    Harmed,
    HiddenSet,
    Missed,
    Placed,
    Removed,
    Rolled,
    Ruled,
    Said,
    SideSet,
    SidesSet,
    StepBegan,
    Struck,
)
from engine.model.phrase import ActorRef, CellRef, Names, Phrase, SideRef, Tally, modifier, phrase
from engine.model.terrain import Door, DoorState, blank
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.registry import ruleset
from engine.tactics.board import Board
from engine.tactics.draft import Draft
from engine.tactics.step import look_around
from engine.views.audience import Audience, known
from engine.views.look import Tone, look, tone_of
from engine.views.narrate import Narrator
from engine.views.squares import square_name

RULES = ruleset("ose.detailed")
SIDES = (
    Side("party", "Party", Control.PLAYERS, ("dead", "gang")),
    Side("dead", "The dead", Control.REFEREE, ("party",)),
    Side("gang", "Gang", Control.REFEREE, ("party",)),
)
WORDS = {
    "plain": "{a}",
    "turn": "{side}: Move",
    "two": "{a} and {b}",
    "nested": "so {inner}",
    "names": "{who} at {cell}",
    "blade": "Blade",
}
BLADE = phrase("blade")


@pytest.fixture
def battle() -> Battle:
    """Tam sees the second of two goblins, which is the first the players met; the rest is hidden."""
    page = OseSheet(8, 8)
    actors = [
        Actor("T", "Tam", "party", (0, 0), public_name="Tam", sheet=page),
        Actor("g1", "Goblin 1", "gang", (3, 0), label="G1", kind="Goblin", hidden=True, sheet=page),
        Actor(
            "g2", "Goblin 2", "gang", (4, 0), label="G2", kind="Goblin", public_name="Goblin 1", sheet=page
        ),
        Actor("z", "Wight", "dead", (5, 0), label="W", kind="Wight", hidden=True, sheet=page),
    ]
    return Battle(RULES.about.key, "Test", SIDES, {actor.id: actor for actor in actors}, blank(8, 2))


@pytest.fixture
def tell(battle: Battle) -> Any:
    """Log lines of some events, for an audience."""

    def lines(*events: Event, audience: Audience = Audience.PLAYERS) -> list[str]:
        public = known(Board(battle), RULES, Audience.PLAYERS) if audience is Audience.PLAYERS else None
        return [line.text for line in Narrator(battle, WORDS, audience, public).lines(events)]

    return lines


def rolled(who: str, **more: Any) -> Rolled:
    fields = {"purpose": phrase("plain", a="Roll"), "dice": (20,), "faces": (14,), "total": 16, "target": 13}
    return Rolled(**{**fields, "roller": who, **more})


# --- what is drawn ------------------------------------------------------------------------------------


def test_names_and_letters_are_those_the_players_gave(battle: Battle) -> None:
    tokens = {token.id: token for token in look(Board(battle), RULES, Audience.PLAYERS).tokens}
    assert set(tokens) == {"T", "g2"}
    assert (tokens["g2"].name, tokens["g2"].label) == ("Goblin 1", "G1")
    gm = {token.id: token.label for token in look(Board(battle), RULES, Audience.GM).tokens}
    assert gm == {"T": "T", "g1": "G1", "g2": "G2", "z": "W"}


@pytest.mark.parametrize(
    ("name", "public", "label"),
    [("Orm", "Acolyte", "A"), ("Orm", "Grey monk 12", "GM12"), ("Orm", "Orm", "O1"), ("Orm", "", "O1")],
)
def test_letters_follow_the_name(battle: Battle, name: str, public: str, label: str) -> None:
    actor = replace(battle.actors["g2"], name=name, public_name=public, label="O1")
    changed = replace(battle, actors={**battle.actors, "g2": actor})
    shown = {token.id: token.label for token in look(Board(changed), RULES, Audience.PLAYERS).tokens}
    assert shown["g2"] == label


def test_a_side_nobody_has_met_is_neither_listed_nor_counted_in_the_colours(battle: Battle) -> None:
    view = look(Board(battle), RULES, Audience.PLAYERS)
    assert [(side.id, side.tone) for side in view.sides] == [("party", Tone.PARTY), ("gang", Tone.FOE)]
    gm = look(Board(battle), RULES, Audience.GM)
    assert [side.tone for side in gm.sides] == [Tone.PARTY, Tone.FOE, Tone.THIRD]
    assert known(Board(battle), RULES, Audience.PLAYERS).side("party").hostile_to == ("gang",)


@pytest.mark.parametrize("side", ["gang", "dead"])
def test_a_side_once_met_stays_known_and_going_over_unseen_tells_of_no_other(
    battle: Battle, side: str
) -> None:
    draft = Draft(battle)
    look_around(draft)
    assert draft.battle.sides_met == ("party", "gang")
    draft.emit(HiddenSet("g2", True), SideSet("g2", side))
    look_around(draft)
    public = known(draft.board, RULES, Audience.PLAYERS)
    assert [side.id for side in public.sides] == ["party", "gang"]
    assert set(public.actors) == {"T"}
    draft.emit(HiddenSet("g2", False))
    look_around(draft)
    now_met = {"gang": ("party", "gang"), "dead": ("party", "dead", "gang")}[side]
    assert draft.battle.sides_met == now_met
    assert tuple(one.id for one in known(draft.board, RULES, Audience.PLAYERS).sides) == now_met


def test_a_side_that_is_gone_is_forgotten(battle: Battle) -> None:
    draft = Draft(replace(battle, sides_met=("party", "dead", "gang")))
    draft.emit(Removed("z"), SidesSet(tuple(side for side in SIDES if side.id != "dead")))
    look_around(draft)
    assert draft.battle.sides_met == ("party", "gang")


def test_a_secret_door_is_wall_until_it_stands_open(battle: Battle) -> None:
    door = Door("d", (256, 0), (256, 256), secret=True)
    for state, doors, walls in ((DoorState.CLOSED, 0, 1), (DoorState.LOCKED, 0, 1), (DoorState.OPEN, 1, 0)):
        terrain = replace(battle.terrain, doors=(replace(door, state=state),))
        shown = look(Board(replace(battle, terrain=terrain)), RULES, Audience.PLAYERS).terrain
        assert (len(shown.doors), len(shown.walls)) == (doors, walls)
    found = replace(battle, doors_seen={"d": DoorState.OPEN})
    terrain = replace(battle.terrain, doors=(replace(door, state=DoorState.LOCKED),))
    shown = look(Board(replace(found, terrain=terrain)), RULES, Audience.PLAYERS).terrain
    assert shown.doors == (replace(door, secret=False),)


def test_nobody_sees_that_a_door_is_locked(battle: Battle) -> None:
    door = Door("d", (256, 0), (256, 256), DoorState.LOCKED)
    locked = Board(replace(battle, terrain=replace(battle.terrain, doors=(door,))))
    assert look(locked, RULES, Audience.PLAYERS).terrain.doors == (replace(door, state=DoorState.CLOSED),)
    assert look(locked, RULES, Audience.GM).terrain.doors == (door,)


def test_the_map_they_know_is_one_value_until_a_door_changes(battle: Battle) -> None:
    door = Door("d", (256, 0), (256, 256), secret=True)
    board = Board(replace(battle, terrain=replace(battle.terrain, doors=(door,))))
    later = Board(replace(board.battle, counter=7), board)
    assert known(later, RULES, Audience.PLAYERS).terrain is known(board, RULES, Audience.PLAYERS).terrain


def test_the_gm_sees_the_battle_itself(battle: Battle) -> None:
    assert known(Board(battle), RULES, Audience.GM) is battle


# --- what is told -------------------------------------------------------------------------------------


def test_own_dice_are_told_but_not_what_they_had_to_reach(tell: Any) -> None:
    events = rolled("T"), Struck("T", "g2", BLADE)
    assert tell(*events) == ["Tam hits Goblin 1 with the blade: 14"]
    assert tell(*events, audience=Audience.GM) == ["Tam hits Goblin 2 with the blade: 14 + 2 = 16, needs 13"]
    assert tell(rolled("T")) == ["Roll: 14 + 2 = 16"]
    assert tell(rolled("T", at_or_under=True, total=14)) == ["Roll: 14, needs 13 or less"]


def test_dice_of_others_are_not_told(tell: Any) -> None:
    assert tell(rolled("g2"), Missed("g2", "T", BLADE)) == ["Goblin 1 misses Tam with the blade"]
    assert tell(rolled("g2"), rolled("g1"), rolled("", side="gang"), rolled("T", secret=True)) == []


def test_damage_is_told_with_its_dice_in_one_line(tell: Any) -> None:
    hurt = Harmed("g2", 5, "T")
    two = rolled("T", dice=(4, 4), faces=(2, 3), total=5, target=None, about="g2")
    one = rolled("T", dice=(6,), faces=(5,), total=5, target=None, about="g2")
    assert tell(two, hurt) == ["Goblin 1 takes 5 damage from Tam: 2 + 3 = 5"]
    assert tell(one, hurt) == ["Goblin 1 takes 5 damage from Tam"]
    assert tell(replace(two, roller="g2", about="T"), Harmed("T", 5, "g2")) == [
        "Tam takes 5 damage from Goblin 1"
    ]


@pytest.mark.parametrize("change", [{"about": ""}, {"about": "z"}, {"total": 6}, {"target": 5}])
def test_a_roll_that_is_not_that_damage_has_a_line_of_its_own(tell: Any, change: dict[str, Any]) -> None:
    fields = {"dice": (6,), "faces": (5,), "total": 5, "target": None, "about": "g2", **change}
    told = tell(rolled("T", **fields), Harmed("g2", 5, "T"), audience=Audience.GM)
    assert told[0].startswith("Roll: ")
    assert told[1] == "Goblin 2 takes 5 damage from Tam"


def test_their_own_sides_dice_are_told_and_no_other_sides(tell: Any) -> None:
    assert tell(rolled("", side="party", target=None, total=14)) == ["Roll: 14"]
    assert tell(rolled("", side="gang"), rolled("", side="")) == []


def test_what_a_rule_moves_is_not_said_to_be_moved_by_hand(tell: Any) -> None:
    by_hand = Placed("g2", (2, 0)), Placed("g2", None)
    assert tell(*by_hand, audience=Audience.GM) == [
        "Goblin 2 is placed at C1 by hand",
        "Goblin 2 is taken off the map",
    ]
    assert tell(*(replace(event, by_rule=True) for event in by_hand), audience=Audience.GM) == []


def test_somebody_unseen_has_no_name(tell: Any) -> None:
    assert tell(Struck("g1", "T", BLADE), Harmed("T", 3, "g1")) == [
        "Somebody hits Tam with the blade",
        "Tam takes 3 damage from somebody",
    ]
    assert tell(Said(phrase("names", who=Names(("T", "g1", "g2")), cell=CellRef(2, 0)))) == [
        "Tam, somebody and Goblin 1 at C1"
    ]


@pytest.mark.parametrize(
    "event",
    [
        Struck("T", "g1", BLADE),
        Missed("g2", "z", BLADE),
        Harmed("g1", 3, "T"),
        Dropped("z"),
        Blocked("g1", (0, 0)),
        Declared("g2", phrase("plain", a="braces"), hidden=True),
        Declared("g1", phrase("plain", a="braces")),
        HiddenSet("g1", False),
        Ruled("so be it"),
        Said(phrase("plain", a="psst"), gm_only=True),
        Said(phrase("plain", a="psst"), about="g1"),
        Said(phrase("plain", a=SideRef("dead"))),
        Said(phrase("nested", inner=phrase("plain", a=SideRef("dead")))),
        StepBegan(phrase("turn", side=SideRef("dead")), 1),
        StepBegan(phrase("plain", a=ActorRef("z")), 1),
        StepBegan(phrase("names", who=Names(("T", "z"))), 1),
    ],
)
def test_secrets_make_no_line_for_players_but_one_for_the_gm(tell: Any, event: Event) -> None:
    assert tell(event) == []
    assert len(tell(event, audience=Audience.GM)) == 1


def test_open_declarations_and_turns_are_told(tell: Any) -> None:
    assert tell(
        Declared("T", phrase("plain", a="braces"), hidden=True),
        StepBegan(phrase("turn", side=SideRef("gang")), 2),
        Dropped("g2", "T"),
    ) == ["braces", "Round 2: Gang: Move", "Goblin 1 is brought down by Tam"]


def test_who_leaves_before_their_eyes_is_named_and_who_leaves_unseen_is_not(battle: Battle) -> None:
    gone = {key: replace(battle.actors[key], cell=None) for key in ("g1", "g2")}
    after = replace(battle, actors={**battle.actors, **gone})
    public = known(Board(after), RULES, Audience.PLAYERS)
    narrator = Narrator(after, WORDS, Audience.PLAYERS, public)
    leaving = phrase("two", a=ActorRef("g2"), b="is gone")
    events = Struck("T", "g2", BLADE), Said(leaving, about="g2", witnessed=True)
    assert [line.text for line in narrator.lines(events)] == [
        "Tam hits Goblin 1 with the blade",
        "Goblin 1 and is gone",
    ]
    assert narrator.lines((Said(leaving, about="g2"), Struck("T", "g2", BLADE))) == ()
    assert narrator.lines((Said(leaving, about="g1", gm_only=True),)) == ()


# --- words --------------------------------------------------------------------------------------------


def test_a_phrase_without_words_is_noticed(battle: Battle) -> None:
    narrator = Narrator(battle, WORDS, Audience.GM)
    assert narrator.say(Phrase("no.such.key")) == "no.such.key"
    assert narrator.say(phrase("two", a=1)) == "1 and "


@pytest.mark.parametrize(
    ("cell", "name"), [((0, 0), "A1"), ((25, 9), "Z10"), ((26, 0), "AA1"), ((701, 4), "ZZ5")]
)
def test_squares_are_named_as_on_a_chess_board(cell: tuple[int, int], name: str) -> None:
    assert square_name(cell) == name


# --- rolls made before their eyes ----------------------------------------------------------------------


def test_of_a_foes_open_roll_they_read_the_faces_alone(battle: Battle) -> None:
    bonus = Tally((modifier(3, "plain"),))
    roll = Rolled(phrase("plain"), (20,), (14,), 17, roller="g2", side="gang", tally=bonus)
    assert _to_players(battle).seen_roll(roll) == "Goblin 1, d20: 14"
    own = replace(roll, roller="T", side="party")
    assert _to_players(battle).seen_roll(own) == "Tam, d20: 14 + 3 = 17"


@pytest.mark.parametrize(
    "change", [{"roller": "g1"}, {"secret": True}, {"roller": "", "side": "dead"}, {"roller": "nobody"}]
)
def test_what_they_may_not_see_is_not_said(battle: Battle, change: dict[str, Any]) -> None:
    roll = replace(Rolled(phrase("plain"), (20,), (14,), 14, roller="g2"), **change)
    assert _to_players(battle).seen_roll(roll) == ""


def _to_players(battle: Battle) -> Narrator:
    return Narrator(battle, WORDS, Audience.PLAYERS, known(Board(battle), RULES, Audience.PLAYERS))


def test_every_side_has_a_tone_of_its_own_as_long_as_there_are_some() -> None:
    def side(name: str, control: Control, *foes: str) -> Side:
        return Side(name, name, control, foes)

    ours, theirs = ("party", "hirelings", "scouts"), ("gang", "cult", "ghouls", "rats")
    sides = (
        *(side(name, Control.PLAYERS, *theirs) for name in ours),
        *(side(name, Control.REFEREE, *ours) for name in theirs),
        *(side(name, Control.REFEREE) for name in ("watch", "crowd", "cattle")),
    )
    battle = Battle("ose.detailed", "Fair", sides, {}, blank(2, 2))
    assert [tone_of(battle, side).value for side in sides] == [
        "party", "ally", "ally", "foe", "third", "fourth", "fourth", "neutral", "bystander", "bystander",
    ]  # fmt: skip
    assert [side.id for side in sides if tone_of(battle, side).of_players] == list(ours)
