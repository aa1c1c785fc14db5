"""Confusion: what each confused creature does in the round, asked for as its side's turn begins."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.phrase import ActorId, ActorRef, SideId, phrase
from engine.model.requests import AskRoll, Faces, Grade, Pick, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.ose import bodies
from engine.rulesets.ose.bodies import CONFUSED
from engine.rulesets.ose.checks import save_roll
from engine.rulesets.ose.doses import EFFECT_RULE
from engine.rulesets.ose.sheet import Muddled, sheet
from engine.rulesets.ose.spell_pools import hit_dice
from engine.rulesets.upshots import FAILS, SUCCEEDS, Upshot, decided
from engine.tactics.draft import Draft, Procedure, ask

SAVES_FROM = (2, 1)
"""Hit dice, and points beside them, from which a save lets it act freely in a round."""
TABLE = ((2, Muddled.CASTERS), (6, Muddled.NOTHING), (9, Muddled.OWN))
"""What 2d6 mean, each row from its number on."""
REFEREE = "referee"


def ask_all(draft: Draft, side: SideId) -> Procedure[None]:
    """The save and the table for each confused creature of the side that could act."""
    for actor_id in tuple(actor.id for actor in draft.battle.members(side) if bodies.plays(actor)):
        actor = draft[actor_id]
        if actor.has(CONFUSED) and bodies.able(actor) and not sheet(actor).turn.muddled:
            yield from _ask_one(draft, actor_id)


def _ask_one(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    if hit_dice(sheet(draft[actor_id])) >= SAVES_FROM:
        save = save_roll(draft.battle, actor_id, "spells", EFFECT_RULE)
        save = replace(save, detail=(phrase("confused.save_detail", EFFECT_RULE),), instead=_referee_says())
        free = Upshot(SUCCEEDS, (phrase("upshot.acts_freely", EFFECT_RULE),))
        save = decided(save, free, Upshot(FAILS, (phrase("upshot.table_next", EFFECT_RULE),)))
        saved = yield from _roll(draft, save)
        if saved is None:
            return
        if save.succeeds(saved):
            _settle(draft, actor_id, Muddled.FREE)
            return
    request = AskRoll(
        title=phrase("confused.ask", EFFECT_RULE, who=ActorRef(actor_id)),
        detail=(phrase("confused.table", EFFECT_RULE),),
        side=draft[actor_id].side,
        actor=actor_id,
        dice=(6, 6),
        grades=tuple(Grade(least, phrase(f"confused.does_{what}")) for least, what in TABLE),
        instead=_referee_says(),
    )
    faces = yield from _roll(draft, request)
    if faces is not None:
        total = request.total(faces)
        _settle(draft, actor_id, next(what for least, what in reversed(TABLE) if total >= least))


def _referee_says() -> tuple[Pick, ...]:
    return (Pick(REFEREE, phrase("confused.referee", EFFECT_RULE)),)


def _roll(draft: Draft, request: AskRoll) -> Procedure[Faces | None]:
    """The dice, written down; None where the referee decides without them."""
    answer = yield from ask(request)
    if isinstance(answer, Picked):
        return None
    tell_roll(draft, request, answer, EFFECT_RULE)
    return answer


def _settle(draft: Draft, actor_id: ActorId, what: Muddled) -> None:
    bodies.write_turn(draft, actor_id, muddled=what)
    bodies.tell(draft, actor_id, f"confused.told_{what}", EFFECT_RULE)
