"""The hint of the prompt strip fits the step that is played."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.battle import Side
from engine.model.commands import Act, PlaceActor, RemoveActor
from gui.panels.idle_hints import idle_content


def test_nobody_on_the_map_is_said_so(table_of, chapel, keymap):
    content = idle_content(table_of(replace(chapel, actors={}, round=None)), keymap)
    assert content.title == "Nobody is on the map yet"
    assert keymap.shown("library") in content.detail


def test_who_stands_ready_is_said(table_of, chapel, keymap):
    unbegun = replace(chapel, round=None)
    said = idle_content(table_of(unbegun), keymap).detail
    assert said.startswith("On the map: Party, Goblins. ")
    bandits = Side("bandits", "Bandits", hostile_to=("foe",))
    at_war = replace(unbegun.side("foe"), hostile_to=("party", "bandits"))
    moved = {
        actor.id: replace(actor, side="bandits") if actor.side == "party" else actor
        for actor in unbegun.actors.values()
    }
    sides = (unbegun.side("party"), at_war, bandits)
    content = idle_content(table_of(replace(unbegun, sides=sides, actors=moved)), keymap)
    assert content.title == "Ready to begin"
    assert content.detail.startswith("On the map: Goblins, Bandits, none of the players' people. ")


def test_dragging_is_offered_where_the_step_is_for_moving(declaring, keymap):
    declaring.select("tam")
    assert "Drag" not in idle_content(declaring, keymap).detail


def test_dragging_is_offered_in_the_move_step(moving, keymap):
    moving.select("tam")
    assert "Drag" in idle_content(moving, keymap).detail


def test_after_the_move_step_nobody_is_told_to_move(moving, keymap):
    moving.advance(overrule=True)
    assert moving.progress.current.key in ("party:missile", "party:magic", "party:melee")
    moving.select("tam")
    content = idle_content(moving, keymap)
    assert "to move" not in content.title
    assert "Drag" not in content.detail


def test_the_end_of_a_sides_step_is_told(moving, keymap):
    for actor in tuple(moving.progress.waiting):
        moving.submit(Act(actor, "pass"))
    assert idle_content(moving, keymap).title == "Everyone in Party is done: Move"


def test_why_the_steps_after_this_one_are_passed_over_is_said(moving, keymap):
    assert moving.progress.passed_over is None
    assert "nobody could act" not in idle_content(moving, keymap).detail
    for actor in moving.battle.actors.values():
        if actor.side == "party" and actor.on_map and actor.id != "tam":
            moving.submit(RemoveActor(actor.id))
    moving.submit(PlaceActor("tam", (1, 9)), overrule=True)
    moving.select("tam")
    said = "As things stand nobody could act in Missile, Magic or Melee."
    assert said in idle_content(moving, keymap).detail
    moving.submit(Act("tam", "pass"))
    assert idle_content(moving, keymap).detail == f"Next: Goblins (N). {said}"


def test_what_is_left_of_a_move_is_said_until_there_is_none(moving, keymap):
    x, y = moving.actor("orso").cell
    moving.select("orso")
    moving.submit(Act("orso", "move", path=((x - 1, y), (x, y), (x - 1, y), (x, y), (x - 1, y))))
    content = idle_content(moving, keymap)
    assert content.title == "Orsolya: moved 25 ft, 5 ft left"
    assert "Drag" in content.detail
    assert keymap.shown("next") in content.detail
    moving.submit(Act("orso", "move", path=((x, y),)))
    content = idle_content(moving, keymap)
    assert content.title == "Orsolya need not act here, but may"
    assert "Still open: Move again" in content.detail


def test_who_may_still_declare_is_not_called_done(declaring, keymap):
    who = next(
        actor.id
        for actor in declaring.battle.actors.values()
        if actor.side == "party" and actor.on_map and actor.id not in declaring.progress.waiting
    )
    declaring.select(who)
    content = idle_content(declaring, keymap)
    assert content.title == f"{declaring.actor(who).name} need not act here, but may"
    assert "Still open: Full defence" in content.detail


def test_in_another_sides_turn_nobody_is_called_done(moving, keymap):
    moving.select("g1")
    content = idle_content(moving, keymap)
    assert content.title == f"{moving.actor('g1').name}: it is the turn of Party"
