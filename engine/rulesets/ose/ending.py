"""The end of the fight: proposed when one side is left, never decided without the referee."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.events import RoundSet, Said
from engine.model.phrase import Phrase, SideId, SideRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.ose import resources
from engine.rulesets.ose.bodies import plays
from engine.rulesets.ose.harm import roll_due
from engine.rulesets.ose.progress import ended
from engine.rulesets.ose.pursuit_facts import runners
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.sides import decided, taking_part
from engine.rulesets.ose.state import OseRound, Phase, state
from engine.rulesets.ose.transitions import PURSUIT, tell_returns
from engine.tactics.draft import Draft, Procedure, ask

NOBODY = "nobody"


def propose_end(draft: Draft, again: bool = False) -> Procedure[None]:
    """If no enemies face each other any more, ask whether the fight is over (OSE-PROC-09 to 11).

    A referee who went on is not asked again this round, except with `again` when the round closes.
    """
    if not isinstance(draft.battle.round, OseRound):
        return
    now = state(draft.battle)
    if now.phase is Phase.OVER or (now.kept_going and not again) or not decided(draft.battle):
        return
    victor = next(iter(taking_part(draft.battle)), "")
    answer = yield from ask(
        AskChoice(
            title=_result(victor),
            detail=(phrase("end.detail", "OSE-PROC-08"), *_fled_words(draft.battle)),
            picks=_picks(draft.battle),
            default="go_on" if _somebody_left(draft.battle, victor) else "end",
        )
    )
    if answer.pick == "go_on":
        draft.emit(RoundSet(replace(state(draft.battle), kept_going=True)))
    else:
        yield from _end(draft, PURSUIT if answer.pick == "pursuit" else _key(victor), victor)


def end_by_referee(draft: Draft) -> Procedure[None]:
    """The referee ends the fight at any time and says who holds the field (rulings A2 #132)."""
    sides = taking_part(draft.battle)
    picks = (
        *(Pick(side, phrase("over.won", "OSE-PROC-08", side=SideRef(side))) for side in sides),
        Pick(NOBODY, phrase("over.stopped", "OSE-PROC-08")),
    )
    answer = yield from ask(AskChoice(title=phrase("end.who", "OSE-PROC-08"), picks=picks, default=NOBODY))
    victor = "" if answer.pick == NOBODY else answer.pick
    yield from _end(draft, "over.won" if victor else "over.stopped", victor)


def _fled_words(battle: Battle) -> tuple[Phrase, ...]:
    """Who could be pursued, and by whom."""
    return runners(battle) if _somebody_fled(battle) else ()


def _somebody_left(battle: Battle, victor: SideId) -> bool:
    """Whether there is something to go on with: somebody else on the map alive, or who has fled."""
    others = (sheet(actor) for actor in battle.actors.values() if plays(actor) and actor.side != victor)
    return any(not page.dead for page in others)


def _somebody_fled(battle: Battle) -> bool:
    return any(plays(actor) and sheet(actor).fled for actor in battle.actors.values())


def _picks(battle: Battle) -> tuple[Pick, ...]:
    pursuit = (
        (Pick("pursuit", phrase("end.pursuit", "OSE-PROC-11"), phrase("end.pursuit_note", "OSE-TRANS-04")),)
        if _somebody_fled(battle)
        else ()
    )
    return (  # first what does no harm to whoever still answers the question before
        Pick("go_on", phrase("end.go_on", "OSE-PROC-08")),
        Pick("end", phrase("end.end", "OSE-PROC-08")),
        *pursuit,
    )


def _key(victor: SideId) -> str:
    return "over.won" if victor else "over.nobody"


def _result(victor: SideId) -> Phrase:
    return phrase(_key(victor), "OSE-PROC-08", side=SideRef(victor))


def _end(draft: Draft, key: str, victor: SideId) -> Procedure[None]:
    draft.emit(RoundSet(replace(state(draft.battle), phase=Phase.OVER, ended=key, victor=victor)))
    draft.emit(Said(ended(state(draft.battle)), rule="OSE-PROC-08"))
    yield from roll_due(draft)
    yield from resources.ask_all(draft)
    if key != PURSUIT:
        tell_returns(draft)
