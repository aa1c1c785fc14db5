"""In the middle of a fight a side is made, people join it, leave it, and it goes: every rule book goes on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.model.battle import Side
from engine.model.commands import AddActor, AddSide, Advance, Begin, RemoveActor, RemoveSide, ReviseSide
from engine.model.events import Rolled
from engine.model.offers import SlotState
from engine.rulesets.registry import RULESETS
from engine.session.replay import audit
from engine.session.results import Asked, Finished, Refused
from engine.tactics.board import Board
from engine.views.audience import Audience
from engine.views.look import look
from tests.engine.rulesets.random_fights import Player

BANDITS = Side("bandits", "Bandits", hostile_to=("party", "foes"))


def free_cells(battle: Any) -> list[tuple[int, int]]:
    taken = {actor.cell for actor in battle.actors.values()}
    extent = battle.terrain.extent
    cells = [(x, y) for y in range(extent.height) for x in range(extent.width)]
    return [cell for cell in cells if cell not in taken and battle.terrain.at(cell) == 0]


def edit(player: Player, command: Any) -> Any:
    result = player.finish(player.session.submit(command, overrule=True))
    assert isinstance(result, Finished), result
    return result.entry


def bandit(player: Player, number: int) -> str:
    """One more of them, like the foes, in a free square."""
    battle = player.session.battle
    like = next(actor for actor in battle.actors.values() if actor.side == "foes")
    who = f"bandit{number}"
    edit(
        player,
        AddActor(replace(like, id=who, name=who, side="bandits", cell=free_cells(battle)[0], conditions=())),
    )
    return who


def play_on(player: Player, commands: int) -> None:
    for _ in range(commands):
        if player.rules.progress(player.session.battle).over is not None:
            return
        result = player.finish(player.session.submit(player.command()))
        assert isinstance(result, Finished), result
        for audience in Audience:  # everything that is drawn of it can be drawn
            look(player.session.board, player.rules, audience)


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_fight_goes_on_with_sides_that_come_and_go(key: str, seed: int, fights: Any) -> None:
    player = Player(RULESETS[key], fights[key], seed)
    player.finish(player.session.submit(Begin()))
    play_on(player, 3 * seed)
    edit(player, AddSide(BANDITS))
    players = look(player.session.board, player.rules, Audience.PLAYERS)
    assert "bandits" not in [side.id for side in players.sides]
    gang = [bandit(player, number) for number in range(2)]
    play_on(player, 14)
    edit(player, ReviseSide(replace(BANDITS, name="Hired hands", hostile_to=("foes",))))
    play_on(player, 8)
    for who in gang:
        edit(player, RemoveActor(who))
    gone = player.session.submit(RemoveSide("bandits"), overrule=True)
    for _ in range(8):
        if not isinstance(gone, Refused):
            break
        player.finish(player.session.submit(Advance(overrule=True)))  # it was their turn
        gone = player.session.submit(RemoveSide("bandits"), overrule=True)
    assert isinstance(player.finish(gone), Finished)
    assert '"bandits"' not in str(player.session.battle.round).replace("'", '"')
    play_on(player, 10)
    assert list(audit(player.rules, player.session.journal)) == []


@pytest.mark.parametrize("key", RULESETS)
def test_a_fight_of_three_goes_on_while_two_of_them_stand(key: str, fights: Any) -> None:
    """Two sides nobody plays are enemies of each other as well as of the party."""
    player = Player(RULESETS[key], fights[key], 1)
    edit(player, AddSide(BANDITS))
    who = bandit(player, 0)
    board = Board(player.session.battle)
    foes = {actor.side for actor in board.battle.foes_of(board.battle.actors[who])}
    assert foes == {"party", "foes"}


@pytest.mark.rule("OSE-INIT-01", "OSE-INIT-03", "OSE-INIT-06")
def test_a_new_side_rolls_for_initiative_from_the_next_round_on(fights: Any) -> None:
    player = Player(RULESETS["ose.detailed"], fights["ose.detailed"], 4)
    player.finish(player.session.submit(Begin()))
    while not player.session.battle.round.order:
        player.finish(player.session.submit(Advance(overrule=True)))
    order = player.session.battle.round.order
    edit(player, AddSide(BANDITS))
    bandit(player, 0)
    assert player.session.battle.round.order == order  # nobody comes into an order that was rolled for
    rolled: list[str] = []
    while player.session.battle.round.number == 1 or not player.session.battle.round.order:
        result = player.finish(player.session.submit(Advance(overrule=True)))
        if player.session.battle.round.number == 2:
            rolled += [
                event.side for event in result.entry.events if isinstance(event, Rolled) and event.side
            ]
    assert sorted(player.session.battle.round.order) == ["bandits", "foes", "party"]
    assert {"bandits", "foes", "party"} <= set(rolled)
    slots = [slot.side for slot in player.rules.progress(player.session.battle).slots if slot.side]
    assert len(slots) == 12


def test_nobody_takes_away_the_side_whose_turn_it_is_though_all_of_it_have_left(fights: Any) -> None:
    player = Player(RULESETS["ose.detailed"], fights["ose.detailed"], 1)
    edit(player, AddSide(BANDITS))
    who = bandit(player, 0)
    player.finish(player.session.submit(Begin()))
    progress = player.rules.progress
    while progress(player.session.battle).side != "bandits":
        player.finish(player.session.submit(Advance(overrule=True)))
    edit(player, RemoveActor(who))
    result = player.session.submit(RemoveSide("bandits"))
    assert isinstance(result, Refused)
    assert [refusal.reason.key for refusal in result.refusals] == ["edit.side_acting"]
    while progress(player.session.battle).side == "bandits":
        player.finish(player.session.submit(Advance(overrule=True)))
    acting = progress(player.session.battle).side
    edit(player, RemoveSide("bandits"))
    now = progress(player.session.battle)
    assert now.side == acting
    current = [slot.side for slot in now.slots if slot.state is SlotState.CURRENT]
    assert current in ([acting], [""])


def test_no_question_is_left_open_by_an_edit_of_sides(fights: Any) -> None:
    player = Player(RULESETS["reduction"], fights["reduction"], 1)
    opened = player.session.submit(Begin())
    assert isinstance(opened, Asked)
    again = player.session.submit(AddSide(BANDITS))
    assert isinstance(again, Asked)
    assert again.request == opened.request  # nobody is on it who could be ambushed
    player.finish(again)
    assert player.session.battle.side("bandits").hostile_to == ("party", "foes")
