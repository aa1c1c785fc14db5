"""Where tactical play comes from and goes back to; and a pursuit whose prey is brought to bay."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.events import Placed, RoundSet, Said
from engine.model.phrase import ActorId, ActorRef, CellRef, phrase
from engine.model.requests import AskCells, AskChoice, Pick
from engine.rulesets.common import set_condition
from engine.rulesets.ose.bodies import plays, tell, write_page
from engine.rulesets.ose.options import options
from engine.rulesets.ose.pursuit_facts import runners
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.sides import ROUTED
from engine.rulesets.ose.state import OseRound, Phase
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.standing import free_near
from engine.tactics.step import look_around

RULES = {
    "exploration": "OSE-TRANS-01",
    "overland": "OSE-TRANS-02",
    "downtime": "OSE-TRANS-03",
    "pursuit": "OSE-TRANS-04",
}
"""Phase of play before the fight -> the row of it."""
PURSUIT = "over.pursuit"
"""How a fight ended that goes on as a pursuit."""


def tell_began(draft: Draft, phase: str = "") -> None:
    """Say what the fight interrupts, so that the table knows what to return to."""
    before = phase or options(draft.battle).phase_before
    what = phrase("trans.began", RULES[before], phase=phrase(f"trans.{before}"))
    draft.emit(Said(what, rule=RULES[before]))


def tell_returns(draft: Draft) -> None:
    """Say what play goes back to after the fight."""
    before = options(draft.battle).phase_before
    what = phrase("trans.returns", RULES[before], phase=phrase(f"trans.{before}"))
    draft.emit(Said(what, rule=RULES[before]))


def in_pursuit(battle: Battle) -> bool:
    """Whether the fight ended with somebody in pursuit of somebody."""
    now = battle.round
    return isinstance(now, OseRound) and now.phase is Phase.OVER and now.ended == PURSUIT


def settle_pursuit(draft: Draft) -> Procedure[bool]:
    """How the pursuit ends. True: those who fled are back on the map and the fight begins anew."""
    answer = yield from ask(
        AskChoice(
            title=phrase("pursuit.ask", "OSE-TRANS-04"),
            detail=runners(draft.battle),
            picks=(
                Pick("caught", phrase("pursuit.caught"), phrase("pursuit.caught_note", "OSE-TRANS-04")),
                Pick("escaped", phrase("pursuit.escaped")),
            ),
        )
    )
    if answer.pick != "caught":
        now = draft.battle.round
        if isinstance(now, OseRound):
            draft.emit(RoundSet(replace(now, ended="over.stopped")))
        draft.emit(Said(phrase("pursuit.got_away", "OSE-TRANS-04"), rule="OSE-TRANS-04"))
        return False
    gone = [actor for actor in draft.battle.actors.values() if plays(actor) and not actor.on_map]
    fled = [actor.id for actor in gone if sheet(actor).fled]
    pursuers = [actor.id for actor in gone if sheet(actor).pursues]
    for actor_id in fled:
        yield from _bring_back(draft, actor_id, "pursuit.where")
        tell(draft, actor_id, "pursuit.is_caught", "OSE-TRANS-04")
    for actor_id in pursuers:
        yield from _bring_back(draft, actor_id, "pursuit.where_from")
    look_around(draft)
    return True


def come_back(draft: Draft, actor_id: ActorId) -> None:
    """Back on the map it neither runs nor pursues anybody."""
    write_page(draft, actor_id, fled=False, pursues="")
    set_condition(draft, actor_id, ROUTED, present=False)


def _bring_back(draft: Draft, actor_id: ActorId, title: str) -> Procedure[None]:
    chosen = yield from ask(
        AskCells(title=phrase(title, "OSE-TRANS-04", who=ActorRef(actor_id)), actor=actor_id, most=1)
    )
    come_back(draft, actor_id)
    named = chosen.cells[0]
    there = free_near(draft.board, draft[actor_id], named) or named
    draft.emit(Placed(actor_id, there, by_rule=True))
    if there != named:  # rock, or the square of somebody whom perhaps only the GM sees
        said = phrase("pursuit.nearest", "OSE-TRANS-04", who=ActorRef(actor_id), cell=CellRef(*there))
        draft.emit(Said(said, gm_only=True, about=actor_id, rule="OSE-TRANS-04"))
