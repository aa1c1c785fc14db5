"""What miniatures would show is on the map: side, name, conditions, engaged, hit, out of action."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from engine.model.actor import DOWN, Condition
from engine.model.commands import Act, AddActor, HideActor, PlaceActor, SetCondition, SetFact
from engine.model.requests import AskRoll, Faces, Picked
from engine.store.library import build, find_creature
from engine.views.audience import Audience
from gui.scene.battle_scene import BattleScene
from gui.scene.geometry import CELL, centre
from gui.scene.token_art import MARGIN, TokenLook, token_pixmap
from gui.theme.palette import SIDES
from gui.theme.shapes import SHAPE_OF_SIDE


@pytest.fixture
def table(sample):
    return sample.table


@pytest.fixture
def scene(sample, qtbot):
    """The GM's scene of the sample fight, shown again whenever the battle changes."""
    scene = BattleScene(Audience.GM, sample.picture_of)
    scene.show(sample.table.view(Audience.GM))
    sample.table.changed.connect(lambda _: scene.show(sample.table.view(Audience.GM)))
    return scene


def token(table, who, audience=Audience.GM):
    return next(one for one in table.view(audience).tokens if one.id == who)


def look(scene, who) -> TokenLook:
    return next(item.look for item in scene.items() if getattr(item, "key", None) == who)


def tip(scene, who) -> str:
    return next(item.toolTip() for item in scene.items() if getattr(item, "key", None) == who)


def picture(look):
    return token_pixmap(look, 44.0).toImage()


@pytest.mark.rule("CARD-TOKEN-02")
def test_side_name_state_and_two_conditions_are_on_the_token(table, scene):
    plain = look(scene, "g3")
    table.submit(SetCondition("g3", Condition("prone")))
    table.submit(SetCondition("g3", Condition("bleeding")))
    shown = look(scene, "g3")
    assert (shown.label, shown.side_key) == ("G3", "foe")
    assert SHAPE_OF_SIDE["foe"] != SHAPE_OF_SIDE["party"]
    assert SIDES["foe"].band != SIDES["party"].band
    assert shown.badges == ("prone", "bleeding")
    one = TokenLook("G3", "foe", hp_share=plain.hp_share, badges=("prone",))
    both = TokenLook("G3", "foe", hp_share=plain.hp_share, badges=("prone", "bleeding"))
    none = TokenLook("G3", "foe", hp_share=plain.hp_share)
    assert len({bytes(picture(each).constBits()) for each in (none, one, both)}) == 3
    assert tip(scene, "g3") == "Goblin 3: prone"


@pytest.mark.rule("CARD-GM-04")
def test_engaged_hit_and_out_of_action_each_have_a_mark_of_their_own(table, scene):
    assert not token(table, "tam").engaged
    table.submit(Act("tam", "move", path=((10, 13), (9, 14))))
    while table.question is not None:
        question = table.question
        faces = isinstance(question, AskRoll)
        high = Faces(tuple(19 if die == 20 else 1 for die in question.dice)) if faces else Picked("none")
        table.answer(high)
    tam, goblin = token(table, "tam"), token(table, "g1")
    assert tam.hit
    assert tam.engaged is goblin.engaged is True
    assert look(scene, "tam").hit
    assert look(scene, "g1").engaged
    assert not look(scene, "g1").hit
    table.submit(SetFact("g2", "hp", 0))
    assert look(scene, "g2").state == "dead"
    plain = TokenLook("T", "party")
    marks = [
        plain,
        TokenLook("T", "party", engaged=True),
        TokenLook("T", "party", hit=True),
        TokenLook("T", "party", state="down"),
        TokenLook("T", "party", state="dead"),
    ]
    assert len({bytes(picture(each).constBits()) for each in marks}) == 5


@pytest.mark.parametrize("audience", list(Audience))
def test_the_dead_and_the_merely_down_are_told_apart(table, audience):
    table.submit(SetCondition("tam", Condition(DOWN)))
    table.submit(SetFact("g1", "hp", 0))
    hero, goblin = token(table, "tam", audience), token(table, "g1", audience)
    assert (hero.down, hero.dead) == (True, False)
    assert (goblin.down, goblin.dead) == (True, True)


def place_among_others(table, who, cell):
    """Put a token on a square that somebody has, whatever speaks against it."""
    table.submit(PlaceActor(who, cell), overrule=True)
    assert token(table, who).cell == cell


def test_tokens_that_share_a_square_are_both_seen_and_both_chosen(table, scene):
    place = token(table, "tam").cell
    place_among_others(table, "g1", place)
    items = {item.key: item for item in scene.items() if getattr(item, "key", None) in ("tam", "g1")}
    middle = centre(place)
    assert all(item.pixmap().width() < 0.7 * (CELL + 2 * MARGIN) for item in items.values())
    assert items["tam"].pos() != items["g1"].pos()
    assert {scene.token_at(middle + QPointF(shift, shift)) for shift in (-8, 8)} == {"tam", "g1"}
    table.submit(PlaceActor("g1", (place[0] + 1, place[1])))
    assert items["tam"].pos() == middle


def test_who_stands_over_the_fallen_is_drawn_large_and_meant_by_a_click(table, scene):
    place, middle = token(table, "tam").cell, centre(token(table, "tam").cell)
    for fallen in ("g1", "g2", "ysol"):
        table.submit(SetCondition(fallen, Condition(DOWN)))
        place_among_others(table, fallen, place)
        assert scene.token_at(middle) == "tam"
    items = {item.key: item for item in scene.items() if getattr(item, "key", None) in ("tam", "g1", "g2")}
    assert items["tam"].pixmap().width() > 2 * items["g1"].pixmap().width()
    lying = {scene.token_at(items[who].pos()) for who in ("g1", "g2")}
    assert lying == {"g1", "g2"}


def test_two_who_stand_among_the_fallen_are_meant_first(table, scene):
    place, middle = token(table, "tam").cell, centre(token(table, "tam").cell)
    place_among_others(table, "bran", place)
    for fallen in ("g1", "g2"):
        table.submit(SetCondition(fallen, Condition(DOWN)))
        place_among_others(table, fallen, place)
    near = {scene.token_at(middle + QPointF(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert near <= {"tam", "bran"}


def test_two_small_ones_on_the_squares_of_a_large_one_are_both_chosen(table, scene):
    place = token(table, "tam").cell
    place_among_others(table, "g1", place)
    table.submit(AddActor(build(find_creature("ogre"), "foe", place)), overrule=True)
    items = {item.key: item for item in scene.items() if getattr(item, "key", None) in ("tam", "g1")}
    assert {who: scene.token_at(item.pos()) for who, item in items.items()} == {"tam": "tam", "g1": "g1"}


def test_the_mark_of_a_hit_goes_with_the_round(table):
    table.submit(Act("tam", "move", path=((10, 13), (9, 14))))
    while table.question is not None:
        faces = isinstance(table.question, AskRoll)
        table.answer(
            Faces(tuple(19 if d == 20 else 1 for d in table.question.dice)) if faces else Picked("none")
        )
    before = table.progress.round
    while table.progress.round == before:
        if table.question is None:
            table.advance(overrule=True)
        elif hasattr(table.question, "picks"):
            table.answer(Picked(table.question.default or table.question.picks[0].key))
        else:
            table.roll()
    assert not token(table, "tam").hit


def test_nobody_who_lies_is_engaged(table):
    table.submit(SetCondition("g1", Condition(DOWN)))
    assert not token(table, "g1").engaged


def test_players_are_not_told_by_a_mark_who_is_hidden(table):
    table.submit(Act("tam", "move", path=((10, 13),)))
    assert token(table, "tam", Audience.PLAYERS).engaged
    for who in ("g1", "g2", "cap"):
        table.submit(HideActor(who, True))
    assert token(table, "tam").engaged
    assert not token(table, "tam", Audience.PLAYERS).engaged


def test_what_the_gm_made_up_about_a_foe_is_no_badge_for_players(table):
    table.submit(SetCondition("g3", Condition("charmed by the lich")))
    table.submit(SetCondition("tam", Condition("cursed")))
    assert "charmed by the lich" in token(table, "g3").badges
    assert token(table, "g3", Audience.PLAYERS).badges == ()
    assert "cursed" in token(table, "tam", Audience.PLAYERS).badges
